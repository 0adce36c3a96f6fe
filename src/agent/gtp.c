/* gtp.c - what the board is for us is sent to the other program whenever it is asked for a move. */
#include "agent/gtp.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "agent/external.h"
#include "base/allocate.h"
#include "base/clock.h"
#include "game/course.h"
#include "game/grid.h"

static const struct cop_option options[] = {COP_EXTERNAL_OPTIONS, {NULL}};

/* Commands that a program need not know. */
enum knowledge {
    KNOWS_GAME = 1,
    KNOWS_POSITION = 2,
    KNOWS_LIMIT = 4,
    KNOWS_SEED = 8,
    KNOWS_SETTINGS = 16,
    KNOWS_LEFT = 32,
    KNOWS_SET_GAME = 64
};

static const struct {
    const char *command;
    unsigned bit;
} optional[] = {
    {"coppice-game", KNOWS_GAME},      {"coppice-position", KNOWS_POSITION},
    {"coppice-limit", KNOWS_LIMIT},    {"coppice-seed", KNOWS_SEED},
    {"time_settings", KNOWS_SETTINGS}, {"time_left", KNOWS_LEFT},
    {"set_game", KNOWS_SET_GAME},
};

struct player {
    struct cop_external external;
    unsigned knows;
    struct cop_text reply;
    struct cop_text limit; /* what the program was told last */
    int sent;              /* moves that are on its board */
    cop_move own;          /* the move it has made there itself, until we hear of it */
    uint64_t seed;
    double spent;         /* seconds in this game */
    double thinking_time; /* what a reply may take besides the timeout */
};

static const char *colour_of(int player)
{
    static const char *const colours[COP_PLAYERS_MAX] = {"b", "w", "3", "4", "5", "6", "7", "8"};

    return player == COP_CHANCE ? "chance" : colours[player];
}

/* ---- A question and its reply ---- */

/* Lines before the reply belong to nobody: some programs greet. */
static bool hear_reply(struct player *player, bool *is_good, struct cop_error *error)
{
    const char *line;

    do
        line = cop_external_hear(&player->external, error);
    while (line != NULL && line[0] != '=' && line[0] != '?');
    if (line == NULL)
        return false;
    *is_good = line[0] == '=';
    cop_text_clear(&player->reply);
    cop_text_add(&player->reply, "%s", line + 1 + strspn(line + 1, " "));
    while ((line = cop_external_hear(&player->external, error)) != NULL && line[0] != '\0')
        cop_text_add(&player->reply, "\n%s", line);
    return line != NULL;
}

/* The reply is in player->reply. */
static bool ask(struct player *player, const char *command, struct cop_error *error)
{
    struct cop_external *external = &player->external;
    bool is_good = false;

    cop_external_allow(external, player->thinking_time, external->patience.stop);
    if (!cop_external_say(external, error, "%s", command) || !hear_reply(player, &is_good, error))
        return false;
    return is_good ||
           cop_fail(error, "engine refused \"%.60s\": %.200s", command, player->reply.bytes);
}

/* ---- Getting to know each other ---- */

static void learn_commands(struct player *player)
{
    player->knows = 0;
    for (char *rest = player->reply.bytes, *line; (line = strtok_r(rest, "\n", &rest)) != NULL;)
        for (size_t i = 0; i < sizeof optional / sizeof optional[0]; i++)
            if (strcmp(line, optional[i].command) == 0)
                player->knows |= optional[i].bit;
}

static bool can_play(const struct player *player, struct cop_error *error)
{
    const struct cop_game *game = player->external.game;
    unsigned needed = KNOWS_GAME | KNOWS_POSITION;

    if ((player->knows & needed) == needed)
        return true;
    if (game->players == 2 && !game->has_chance && !game->is_hidden)
        return true;
    return cop_fail(error,
                    "engine does not know coppice-game and coppice-position, without which it "
                    "cannot play %s",
                    game->rules->name);
}

static bool greet(struct player *player, struct cop_error *error)
{
    if (!ask(player, "protocol_version", error))
        return false;
    if (strcmp(player->reply.bytes, "2") != 0)
        return cop_fail(error, "engine speaks version %.20s of the protocol, not 2",
                        player->reply.bytes);
    if (!ask(player, "list_commands", error))
        return false;
    learn_commands(player);
    cop_text_clear(&player->limit);
    return can_play(player, error);
}

/* ---- The board ---- */

static bool ask_about(struct player *player, struct cop_error *error, const char *name,
                      const struct cop_text *rest)
{
    struct cop_text command = COP_TEXT;
    bool is_done;

    cop_text_add(&command, "%s %s", name, rest->bytes);
    is_done = ask(player, command.bytes, error);
    cop_text_free(&command);
    return is_done;
}

static bool send_position(struct player *player, const void *state, struct cop_error *error)
{
    const struct cop_game *game = player->external.game;
    struct cop_text text = COP_TEXT;
    bool is_done;

    if (!(player->knows & KNOWS_POSITION))
        return cop_fail(error, "engine does not know coppice-position, so that it can only play "
                               "from the usual start");
    game->rules->write_position(game, state, &text);
    is_done = ask_about(player, error, "coppice-position", &text);
    cop_text_free(&text);
    return is_done;
}

/* As much as the protocol can say: the game's name, to programs that know several games, and the
 * number of columns. */
static bool send_size(struct player *player, struct cop_error *error)
{
    const struct cop_game *game = player->external.game;
    const char *name = game->rules->name;
    struct cop_text text = COP_TEXT;
    struct cop_grid grid;
    bool is_done;

    if (!cop_grid_read(game, player->external.start, &grid))
        return cop_fail(error,
                        "engine does not know coppice-game, and the board of %s has no size "
                        "that could be said",
                        name);
    cop_text_add(&text, "%c%s", toupper((unsigned char)name[0]), name + 1);
    is_done = !(player->knows & KNOWS_SET_GAME) || ask_about(player, error, "set_game", &text);
    cop_text_clear(&text);
    cop_text_add(&text, "%d", grid.columns);
    is_done = is_done && ask_about(player, error, "boardsize", &text);
    cop_text_free(&text);
    return is_done;
}

static bool send_game(struct player *player, struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    bool is_done;

    if (!(player->knows & KNOWS_GAME))
        return send_size(player, error);
    cop_text_add(&text, "%s", player->external.game->name);
    is_done = ask_about(player, error, "coppice-game", &text);
    cop_text_free(&text);
    return is_done;
}

static bool begin_game(struct player *player, struct cop_error *error)
{
    struct cop_text seed = COP_TEXT;
    bool is_done;

    player->sent = 0;
    player->own = COP_NO_MOVE;
    cop_text_add(&seed, "%" PRIu64, player->seed);
    is_done = send_game(player, error) &&
              (player->knows & KNOWS_SEED ? ask_about(player, error, "coppice-seed", &seed)
                                          : ask(player, "clear_board", error));
    cop_text_free(&seed);
    if (!is_done || (!cop_is_usual_start(player->external.game, player->external.start) &&
                     !send_position(player, player->external.start, error)))
        return false;
    player->external.is_new = false;
    return true;
}

static bool send_moves(struct player *player, struct cop_error *error)
{
    const struct cop_game *game = player->external.game;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_text word = COP_TEXT;
    bool is_done = true;

    memcpy(state, player->external.start, game->state_size);
    for (int i = 0; i < player->external.move_count && is_done; i++) {
        cop_move move = player->external.moves[i];

        if (i >= player->sent) {
            cop_text_clear(&word);
            cop_text_add(&word, "%s ", colour_of(game->rules->turn(game, state)));
            if (move == COP_PASS)
                cop_text_add(&word, "pass"); /* the protocol's word, whatever the game's is */
            else
                game->rules->write_move(game, state, move, &word);
            is_done = ask_about(player, error, "play", &word);
        }
        game->rules->play(game, state, move);
    }
    cop_text_free(&word);
    player->sent = player->external.move_count;
    return is_done;
}

/* ---- Time ---- */

static bool tell_limits(struct player *player, const struct cop_limits *limits,
                        struct cop_error *error)
{
    struct cop_limits told = *limits;
    struct cop_text text = COP_TEXT;
    bool is_done = true;

    told.clock = 0; /* its share is in the time */
    cop_limits_write(&told, &text);
    if (text.length > 0 && strcmp(text.bytes, player->limit.bytes) != 0)
        is_done = ask_about(player, error, "coppice-limit", &text);
    cop_text_clear(&player->limit);
    cop_text_add(&player->limit, "%s", text.bytes);
    cop_text_free(&text);
    return is_done;
}

/* The protocol knows whole seconds only. */
static bool tell_time(struct player *player, const char *colour, const struct cop_limits *limits,
                      struct cop_error *error)
{
    double left = fmax(floor(limits->clock - player->spent), 0);
    struct cop_text settings = COP_TEXT, rest = COP_TEXT;
    bool is_done = true;

    if (limits->clock > 0)
        cop_text_add(&settings, "%.0f 0 0", limits->clock);
    else if (limits->time > 0)
        cop_text_add(&settings, "0 %.0f 1", fmax(floor(limits->time), 1));
    if (settings.length > 0 && strcmp(settings.bytes, player->limit.bytes) != 0)
        is_done = ask_about(player, error, "time_settings", &settings);
    cop_text_clear(&player->limit);
    cop_text_add(&player->limit, "%s", settings.bytes);
    cop_text_add(&rest, "%s %.0f 0", colour, left);
    if (is_done && limits->clock > 0 && (player->knows & KNOWS_LEFT))
        is_done = ask_about(player, error, "time_left", &rest);
    cop_text_free(&settings);
    cop_text_free(&rest);
    return is_done;
}

/* ---- The agent ---- */

static void player_close(void *self)
{
    struct player *player = self;

    cop_external_close(&player->external);
    cop_text_free(&player->reply);
    cop_text_free(&player->limit);
    free(player);
}

/* Starting the program now shows a wrong command before a match has begun. */
static void *player_open(const struct cop_agent_kind *kind, const struct cop_game *game,
                         const struct cop_settings *settings, const struct cop_means *means,
                         struct cop_error *error)
{
    struct player *player = cop_allocate(sizeof *player);
    bool is_fresh;

    (void)kind;
    *player = (struct player){.reply = COP_TEXT, .limit = COP_TEXT, .seed = means->seed};
    if (cop_external_open(&player->external, game, settings, "quit\n", error)) {
        if (cop_external_run(&player->external, &is_fresh, error) && greet(player, error))
            return player;
    }
    cop_fail_in(error, "gtp");
    player_close(player);
    return NULL;
}

static void player_start(void *self, uint64_t seed)
{
    struct player *player = self;

    cop_external_forget(&player->external);
    player->seed = seed;
    player->spent = 0;
}

/* Where pieces are hidden, the program gets each time what its player sees, and must not play on
 * that board: it does not know what a move does. */
static bool prepare(struct player *player, const void *state, const char *colour,
                    const struct cop_limits *limits, struct cop_error *error)
{
    struct cop_external *external = &player->external;
    bool is_fresh;

    if (!cop_external_run(external, &is_fresh, error) || (is_fresh && !greet(player, error)))
        return false;
    cop_external_meet(external, state);
    if (player->own != COP_NO_MOVE) /* it has moved, and nothing was played */
        external->is_new = true;
    if ((external->is_new && !begin_game(player, error)) || !send_moves(player, error))
        return false;
    if (player->knows & KNOWS_LIMIT)
        return tell_limits(player, limits, error);
    return !(player->knows & KNOWS_SETTINGS) || tell_time(player, colour, limits, error);
}

static bool choose(void *self, const void *state, const struct cop_limits *limits,
                   const atomic_bool *stop, struct cop_report *report, struct cop_error *error)
{
    struct player *player = self;
    struct cop_external *external = &player->external;
    const struct cop_game *game = external->game;
    const char *colour = colour_of(game->rules->turn(game, state));
    double start = cop_now();
    char command[32];
    bool is_answered;

    external->patience.stop = stop;
    if (!prepare(player, state, colour, limits, error))
        return false;
    snprintf(command, sizeof command, "%s %s", game->is_hidden ? "reg_genmove" : "genmove", colour);
    player->thinking_time = limits->time;
    is_answered = ask(player, command, error);
    player->thinking_time = 0;
    player->spent += cop_now() - start;
    if (!is_answered)
        return false;
    if (strcasecmp(player->reply.bytes, "resign") == 0) {
        snprintf(external->reason, sizeof external->reason, "resigned");
        return cop_fail(error, "the engine resigned");
    }
    if (!cop_external_answer(external, state, player->reply.bytes, cop_now() - start, report,
                             error))
        return false;
    player->own = game->is_hidden ? COP_NO_MOVE : report->best;
    return true;
}

static bool player_think(void *self, const void *state, const struct cop_limits *limits,
                         const struct cop_watch *watch, struct cop_report *report,
                         struct cop_error *error)
{
    struct player *player = self;

    return cop_external_think(&player->external, choose, player, state, limits, watch, report,
                              error);
}

static void player_played(void *self, const void *before, cop_move move)
{
    struct player *player = self;
    bool is_own = player->own == move && player->own != COP_NO_MOVE &&
                  player->sent == player->external.move_count;

    cop_external_played(&player->external, before, move);
    if (is_own)
        player->sent = player->external.move_count;
    else if (player->own != COP_NO_MOVE)
        player->external.is_new = true; /* its board has another move */
    player->own = COP_NO_MOVE;
}

static const char *player_gave_up(void *self)
{
    const struct player *player = self;

    return cop_external_gave_up(&player->external);
}

const struct cop_agent_kind cop_gtp_agent = {
    .name = "gtp",
    .title = "Another program (GTP)",
    .summary = "plays through another program that speaks the Go Text Protocol",
    .options = options,
    .ends = COP_ENDS_ALWAYS,
    .is_external = true,
    .open = player_open,
    .close = player_close,
    .start = player_start,
    .think = player_think,
    .played = player_played,
    .gave_up = player_gave_up,
};
