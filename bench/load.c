/* load.c - players who never tire. */
#include "load.h"

#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "coppice/game.h"
#include "follow.h"
#include "http_client.h"

/* A table keeps every state: games of any length would make the memory grow for good reason. */
enum { HINT_EVERY = 8, MOVES_MAX = 25 };

/* One of them. Only its own thread touches it until it has ended. */
struct player {
    struct cop_load *load;
    int number;
    double end;
    pthread_t thread;
    struct cop_rng rng;
    struct cop_http_client asking, listening;
    struct cop_http_answer answer;
    char table[40]; /* the id; "" is none */
    int last_ply;   /* at which a move was sent */
    int moves_here; /* in this game */
    int64_t requests, failures, states, reports, moves, finished;
    char failure[256];
};

static void note_failure(struct player *player, const char *what, const char *more)
{
    player->failures++;
    if (player->failure[0] == '\0')
        snprintf(player->failure, sizeof player->failure, "%s: %d %.180s", what,
                 player->answer.status, more);
}

static bool ask(struct player *player, const char *method, const char *target, const char *body)
{
    player->requests++;
    if (!cop_http_ask(&player->asking, method, target, NULL, body, &player->answer)) {
        player->answer.status = 0;
        note_failure(player, target, "the connection failed");
        return false;
    }
    if (player->answer.status / 100 != 2) {
        note_failure(player, target, player->answer.body.bytes);
        return false;
    }
    return true;
}

/* The seat of a person, and agents in the others. */
static void write_wish(const struct player *player, const struct cop_game *game,
                       struct cop_text *body)
{
    cop_text_add(body, "{\"game\": ");
    cop_text_add_json(body, game->name);
    cop_text_add(body, ", \"seed\": %d, \"seats\": [{\"who\": \"human\"}", player->number);
    for (int seat = 1; seat < game->players; seat++)
        cop_text_add(body, ", {\"who\": \"mcts\", \"limit\": \"sims=100\"}");
    cop_text_add(body, "]}");
}

static int count_games(void)
{
    int count = 0;

    while (cop_all_rules()[count] != NULL)
        count++;
    return count;
}

static bool sit_down(struct player *player)
{
    struct cop_game *game =
        cop_game_open(cop_all_rules()[player->number % count_games()]->name, NULL);
    struct cop_text body = COP_TEXT;
    char target[80];
    json_t *state;
    bool is_done;

    write_wish(player, game, &body);
    is_done = ask(player, "POST", "/api/tables", body.bytes);
    cop_text_free(&body);
    cop_game_close(game);
    if (!is_done)
        return false;
    state = json_loads(player->answer.body.bytes, 0, NULL);
    snprintf(player->table, sizeof player->table, "%s",
             json_string_value(json_object_get(state, "id")));
    json_decref(state);
    player->last_ply = -1;
    player->moves_here = 0;
    snprintf(target, sizeof target, "/api/tables/%s/events", player->table);
    player->requests++;
    if (cop_http_connect(&player->listening, player->load->port) &&
        cop_http_listen(&player->listening, target, &player->answer) &&
        player->answer.status == 200)
        return true;
    note_failure(player, target, "events do not come");
    return false;
}

static void stand_up(struct player *player)
{
    char target[80];

    cop_http_disconnect(&player->listening);
    snprintf(target, sizeof target, "/api/tables/%s", player->table);
    ask(player, "DELETE", target, "{}");
    player->table[0] = '\0';
}

/* Moves that were too many to be told are asked for. */
static const json_t *moves_of(struct player *player, json_t *state)
{
    char target[80];

    snprintf(target, sizeof target, "/api/tables/%s/moves", player->table);
    if (json_is_null(json_object_get(state, "moves")) && ask(player, "GET", target, NULL))
        cop_follow_moves(state, player->answer.body.bytes);
    return json_object_get(state, "moves");
}

static void move(struct player *player, json_t *state)
{
    const json_t *moves = moves_of(player, state);
    int ply = (int)json_integer_value(json_object_get(state, "ply"));
    uint32_t count = (uint32_t)json_array_size(moves);
    const json_t *chosen;
    char target[80], body[120];

    if (count == 0 || ply <= player->last_ply)
        return;
    player->last_ply = ply;
    player->moves_here++;
    if (++player->moves % HINT_EVERY == 0) {
        snprintf(target, sizeof target, "/api/tables/%s/search", player->table);
        ask(player, "POST", target,
            "{\"kind\": \"hint\", \"agent\": \"mcts\", \"limit\": \"sims=100\"}");
    }
    chosen = json_array_get(moves, cop_rng_below(&player->rng, count));
    snprintf(target, sizeof target, "/api/tables/%s/move", player->table);
    snprintf(body, sizeof body, "{\"move\": \"%s\", \"ply\": %d, \"brief\": true}",
             json_string_value(json_object_get(chosen, "move")), ply);
    ask(player, "POST", target, body);
}

/* Plays one game, or as much of it as is wanted, or until time is up. */
static void play(struct player *player)
{
    struct cop_http_event event = {.data = COP_TEXT};
    json_t *state = NULL;
    bool is_over = false;

    while (!is_over && player->moves_here < MOVES_MAX && cop_now() < player->end &&
           !atomic_load(player->load->stop)) {
        if (!cop_http_next_event(&player->listening, &event)) {
            note_failure(player, "events", "they ended before the game did");
            break;
        }
        if (strcmp(event.name, "report") == 0)
            player->reports++;
        if (strcmp(event.name, "failed") == 0)
            note_failure(player, "an agent", event.data.bytes);
        if (!cop_follow(&state, event.name, event.data.bytes))
            continue;
        player->states++;
        if (state == NULL) {
            note_failure(player, "events", "a change does not fit");
            break;
        }
        is_over = json_is_object(json_object_get(state, "over"));
        move(player, state);
    }
    json_decref(state);
    player->finished += is_over;
    cop_text_free(&event.data);
}

static void *live(void *context)
{
    struct player *player = context;

    if (!cop_http_connect(&player->asking, player->load->port)) {
        note_failure(player, "the server", "no connection");
        return NULL;
    }
    while (cop_now() < player->end && !atomic_load(player->load->stop) && sit_down(player)) {
        play(player);
        stand_up(player);
    }
    cop_http_disconnect(&player->asking);
    cop_http_answer_free(&player->answer);
    return NULL;
}

/* Resident memory in KiB, 0 where it is not known. */
static long measure_memory(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    long pages = 0;

    if (file != NULL && fscanf(file, "%*d %ld", &pages) != 1)
        pages = 0;
    if (file != NULL)
        fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void sleep_until(const struct cop_load *load, double time)
{
    while (cop_now() < time && !atomic_load(load->stop))
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
}

static void add_up(struct cop_load *load, const struct player *player)
{
    load->requests += player->requests;
    load->failures += player->failures;
    load->states += player->states;
    load->reports += player->reports;
    load->moves += player->moves;
    load->finished += player->finished;
    if (load->failure[0] == '\0')
        memcpy(load->failure, player->failure, sizeof load->failure);
}

/* The first measurement is made when every game has begun: what they need is then allocated. */
void cop_load_run(struct cop_load *load)
{
    struct player *players = cop_allocate((size_t)load->games * sizeof *players);
    double start = cop_now();

    for (int i = 0; i < load->games; i++) {
        struct player *player = &players[i];

        player->load = load;
        player->number = i;
        player->end = start + load->seconds;
        player->answer =
            (struct cop_http_answer){.status = 0, .headers = COP_TEXT, .body = COP_TEXT};
        cop_rng_seed(&player->rng, (uint64_t)i);
        if (pthread_create(&player->thread, NULL, live, player) != 0) {
            load->games = i;
            break;
        }
    }
    sleep_until(load, start + 0.1 * load->seconds);
    load->memory_start = measure_memory();
    sleep_until(load, start + 0.5 * load->seconds);
    load->memory_half = measure_memory();
    sleep_until(load, start + load->seconds);
    load->memory_end = measure_memory();
    for (int i = 0; i < load->games; i++) {
        pthread_join(players[i].thread, NULL);
        add_up(load, &players[i]);
    }
    free(players);
}
