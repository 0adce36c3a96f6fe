/* storm_client.c - see storm_client.h. */
#include "storm_client.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "../search/product_draw.h"
#include "base/allocate.h"
#include "base/clock.h"
#include "base/fingerprint.h"
#include "tiny/tiny.h"

static int below(struct storm_client *client, int n)
{
    return (int)cop_rng_below(&client->rng, (uint32_t)n);
}

/* ---- Asking ---- */

/* Always false. */
static bool blame(struct storm_client *client, const char *what)
{
    if (client->failure.message[0] == '\0')
        cop_fail(&client->failure, "%s", what);
    atomic_store(&client->storm->has_failed, true);
    return false;
}

/* The server does not answer: may that be? */
static bool hung_up(struct storm_client *client)
{
    if (!atomic_load(&client->storm->is_ending))
        blame(client, "the server hung up");
    return false;
}

bool storm_connect(struct storm_client *client)
{
    cop_http_disconnect(&client->http);
    return cop_http_connect(&client->http, client->storm->port) || hung_up(client);
}

static void note_request(struct storm_client *client, const char *method, const char *target,
                         const char *body)
{
    char *line = client->lines[client->line_count++ % STORM_KEPT];

    snprintf(line, STORM_LINE, "%s %s %.150s", method, target, body != NULL ? body : "");
    for (; *line != '\0'; line++)
        if ((unsigned char)*line < ' ')
            *line = ' ';
}

static void note_status(struct storm_client *client)
{
    char *line = client->lines[(client->line_count - 1) % STORM_KEPT];
    size_t length = strlen(line);

    snprintf(line + length, STORM_LINE - length, " -> %d", client->answer.status);
}

static bool is_known(int status)
{
    static const int known[] = {200, 201, 202, 400, 403, 404, 405, 409, 413, 414, 422, 429, 503};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i] == status)
            return true;
    return false;
}

static bool check_answer(struct storm_client *client)
{
    const struct cop_http_answer *answer = &client->answer;
    bool is_json = strstr(answer->headers.bytes, "Content-Type: application/json\n") != NULL;
    const char *error;

    if (!is_known(answer->status))
        return blame(client, "this status is not to be expected");
    if (!is_json)
        return answer->status < 400 || blame(client, "an error that is no JSON");
    client->json = json_loadb(answer->body.bytes, answer->body.length, 0, NULL);
    if (client->json == NULL)
        return blame(client, "the answer is not JSON");
    error = json_string_value(json_object_get(client->json, "error"));
    if (answer->status >= 400 && (error == NULL || error[0] == '\0'))
        return blame(client, "an error without a sentence");
    return true;
}

bool storm_ask(struct storm_client *client, const char *method, const char *target, json_t *body)
{
    char *words = body != NULL ? json_dumps(body, 0) : NULL;
    double start = cop_now();
    bool is_answered;

    json_decref(body);
    json_decref(client->json);
    client->json = NULL;
    if (words == NULL && strcmp(method, "GET") != 0)
        words = cop_copy_string("{}");
    note_request(client, method, target, words);
    is_answered = cop_http_ask(&client->http, method, target, NULL, words, &client->answer);
    free(words);
    if (!is_answered)
        return hung_up(client);
    client->longest = fmax(client->longest, cop_now() - start);
    note_status(client);
    return check_answer(client);
}

const char *storm_at(const char *id, const char *rest, char target[120])
{
    snprintf(target, 120, "/api/tables/%s%s", id, rest);
    return target;
}

/* Asks something of a table, which must be there if it is the client's own and must not be if it
 * was gone before. */
static bool ask_table(struct storm_client *client, struct storm_table *table, const char *method,
                      const char *rest, json_t *body)
{
    bool was_gone = atomic_load(&table->is_gone);
    char target[120];

    if (!storm_ask(client, method, storm_at(table->id, rest, target), body))
        return false;
    if (was_gone && client->answer.status != 404)
        return blame(client, "a table that was deleted is there");
    if (!table->is_shared && client->answer.status == 404)
        return blame(client, "a table is not there");
    return true;
}

/* The same for what changes it: answered with its new state, or refused and nothing has changed. */
static bool change_table(struct storm_client *client, struct storm_table *table,
                         enum storm_request request, const char *rest, json_t *body)
{
    if (request == STORM_MOVE && !table->is_shared && below(client, 4) == 0)
        json_object_set_new(body, "brief", json_true());
    table->open = request;
    if (!ask_table(client, table, "POST", rest, body))
        return false;
    table->open = STORM_NOTHING;
    if (client->answer.status == 200 && !table->is_shared)
        storm_table_promise(table, client->json);
    return true;
}

/* ---- Players and tables ---- */

static const char *const refused_agents[] = {
    "", "nobody", "mcts(c=)", "gtp(command=\"true\")", "mcts(c=-1e99, nothing=7)", "star2(fit=/)",
};

static json_t *draw_seat(struct storm_client *client, const struct draw *draw)
{
    enum { REFUSED = sizeof refused_agents / sizeof refused_agents[0] };
    struct cop_text limit = COP_TEXT;
    json_t *seat;

    if (below(client, 2) == 0)
        return json_pack("{ss}", "who", "human");
    if (below(client, 40) == 0)
        return json_pack("{ss}", "who", refused_agents[below(client, REFUSED)]);
    if (below(client, 3) == 0)
        return json_pack("{ss}", "who", "random");
    cop_limits_write(&draw->limits, &limit);
    seat = json_pack("{ssss}", "who", draw->agent.bytes, "limit", limit.bytes);
    cop_text_free(&limit);
    return seat;
}

static json_t *draw_seats(struct storm_client *client, const struct draw *draw)
{
    json_t *seats = json_array();

    for (int i = 0; i < draw->game->players; i++)
        json_array_append_new(seats, draw_seat(client, draw));
    return seats;
}

/* An agent for a table's game, which only tests may know; false if nobody does. */
static bool draw_for(struct storm_client *client, const struct storm_table *table,
                     struct draw *draw)
{
    struct cop_game *game = cop_game_open(table->game, NULL);

    if (game == NULL)
        game = tiny_open(table->game, NULL);
    if (game != NULL)
        draw_player(draw, game, cop_rng_next(&client->rng));
    return game != NULL;
}

static json_t *draw_known_table(struct storm_client *client)
{
    struct draw draw;
    json_t *body;

    draw_player(&draw, cop_game_open(STORM_KNOWN_GAME, NULL), cop_rng_next(&client->rng));
    body = json_pack("{ss so}", "game", draw.game->name, "seats", draw_seats(client, &draw));
    draw_close(&draw);
    return body;
}

/* A drawn table, often begun from a position in the middle of a game. */
static json_t *draw_table(struct storm_client *client)
{
    struct draw draw;
    struct cop_text position = COP_TEXT;
    json_t *body;

    if (below(client, 4) == 0)
        return draw_known_table(client);
    draw_open(&draw, cop_rng_next(&client->rng));
    body = json_pack("{ss so sI}", "game", draw.game->name, "seats", draw_seats(client, &draw),
                     "seed", (json_int_t)below(client, 1000));
    if (below(client, 3) == 0) {
        draw.game->rules->write_position(draw.game, draw.state, &position);
        json_object_set_new(body, "position", json_string(position.bytes));
    }
    cop_text_free(&position);
    draw_close(&draw);
    return body;
}

bool storm_create(struct storm_client *client, struct storm_table *table)
{
    client->lost_tables++;
    if (!storm_ask(client, "POST", "/api/tables", draw_table(client)))
        return false;
    client->lost_tables--;
    if (client->answer.status == 201) {
        storm_table_free(table);
        *table = (struct storm_table){.is_shared = table->is_shared};
        storm_table_promise(table, client->json);
    }
    return true;
}

bool storm_delete(struct storm_client *client, struct storm_table *table)
{
    table->open = STORM_DELETE;
    if (!ask_table(client, table, "DELETE", "", NULL))
        return false;
    table->open = STORM_NOTHING;
    if (client->answer.status == 200) {
        atomic_store(&table->is_gone, true);
        cop_text_add(&client->gone, "%s ", table->id);
    }
    return true;
}

/* ---- What can be done at a table ---- */

static bool look(struct storm_client *client, struct storm_table *table)
{
    if (!ask_table(client, table, "GET", "", NULL))
        return false;
    if (client->answer.status == 200)
        storm_table_see(table, client->json);
    return true;
}

/* A move that was legal when the table was last seen, and still is if only this client moves. */
static bool move(struct storm_client *client, struct storm_table *table)
{
    const json_t *moves, *chosen;
    json_t *body;

    if ((table->state == NULL || table->is_shared || table->has_agents) && !look(client, table))
        return false;
    moves = json_object_get(table->state, "moves");
    /* After resigning they can only be tried. */
    if (json_array_size(moves) == 0 || !json_is_null(json_object_get(table->state, "over")))
        return true;
    chosen = json_array_get(moves, (size_t)below(client, (int)json_array_size(moves)));
    body = json_pack("{sO sO}", "move", json_object_get(chosen, "move"), "ply",
                     json_object_get(table->state, "ply"));
    if (!change_table(client, table, STORM_MOVE, "/move", body))
        return false;
    if (!table->is_shared && !table->has_agents && client->answer.status != 200 &&
        client->answer.status != 503)
        return blame(client, "a legal move was refused");
    return true;
}

static bool undo(struct storm_client *client, struct storm_table *table)
{
    return change_table(client, table, STORM_UNDO, "/undo", json_object());
}

static bool go_back(struct storm_client *client, struct storm_table *table)
{
    table->open_ply = below(client, table->ply + 1);
    return change_table(client, table, STORM_BACK, "/back",
                        json_pack("{si}", "ply", table->open_ply));
}

static bool resign(struct storm_client *client, struct storm_table *table)
{
    int player = below(client, table->players > 0 ? table->players : 1);

    return change_table(client, table, STORM_RESIGN, "/resign",
                        json_pack("{si}", "player", player));
}

static bool change_seats(struct storm_client *client, struct storm_table *table)
{
    struct draw draw;
    json_t *seats;

    if (!draw_for(client, table, &draw))
        return true;
    seats = draw_seats(client, &draw);
    draw_close(&draw);
    return change_table(client, table, STORM_SEATS, "/seats", json_pack("{so}", "seats", seats));
}

/* Searches that ask the database, by two threads each. */
static bool search_database(struct storm_client *client, struct storm_table *table)
{
    static const char *const agents[] = {"alphabeta(oracle=on)", "mcts(oracle=on, solver=on)",
                                         "bstar(oracle=on)", "dfpn"};
    const char *agent = agents[below(client, sizeof agents / sizeof agents[0])];

    return ask_table(client, table, "POST", "/search",
                     json_pack("{ss ss ss}", "kind", "hint", "agent", agent, "limit",
                               strncmp(agent, "mcts", 4) == 0 ? "sims=2000, threads=2"
                                                              : "nodes=5000, threads=2"));
}

static bool is_in_database(const struct storm_table *table)
{
    return strcmp(table->game, STORM_KNOWN_GAME) == 0;
}

static bool search(struct storm_client *client, struct storm_table *table)
{
    const char *kind = below(client, 3) == 0 ? "analysis" : "hint";
    struct draw draw;
    struct cop_text limit = COP_TEXT;
    json_t *body;

    if (is_in_database(table) && below(client, 2) == 0)
        return search_database(client, table);
    body = json_pack("{ss}", "kind", kind);
    if (below(client, 2) == 0 && draw_for(client, table, &draw)) {
        cop_limits_write(&draw.limits, &limit);
        json_object_set_new(body, "agent", json_string(draw.agent.bytes));
        json_object_set_new(body, "limit", json_string(limit.bytes));
        cop_text_free(&limit);
        draw_close(&draw);
    }
    return ask_table(client, table, "POST", "/search", body);
}

static bool stop(struct storm_client *client, struct storm_table *table)
{
    return ask_table(client, table, "POST", "/stop", json_object());
}

/* What is certain of the moves at the beginning of a table stays so, whoever searches meanwhile and
 * however often the server is started again; of a board in the database it is something. */
static bool know_beginning(struct storm_client *client, struct storm_table *table)
{
    const json_t *list;
    uint64_t exact;

    if (!ask_table(client, table, "GET", "/exact?at=0", NULL))
        return false;
    if (client->answer.status != 200)
        return true;
    list = json_object_get(client->json, "exact");
    if (!json_is_array(list) || (is_in_database(table) && json_array_size(list) == 0))
        return blame(client, "nothing is known of a board that the database knows");
    exact = cop_fingerprint(client->answer.body.bytes, client->answer.body.length) | 1;
    if (!table->is_shared && table->exact != 0 && table->exact != exact)
        return blame(client, "what was certain is not so any more");
    table->exact = exact;
    return true;
}

/* Wherever the table is now: two questions on its way, while a search asks the same database. */
static bool know(struct storm_client *client, struct storm_table *table)
{
    if (is_in_database(table) && !search_database(client, table))
        return false;
    return ask_table(client, table, "GET", "/exact", NULL) && know_beginning(client, table);
}

/* Gone in the moment in which somebody thinks for it. */
static bool search_and_delete(struct storm_client *client, struct storm_table *table)
{
    return search(client, table) && storm_delete(client, table);
}

static bool read_record(struct storm_client *client, struct storm_table *table)
{
    return ask_table(client, table, "GET", "/sgf", NULL);
}

static bool preview(struct storm_client *client, struct storm_table *table)
{
    return ask_table(client, table, "GET", below(client, 2) == 0 ? "/scene?at=0" : "/scene?line=zz",
                     NULL);
}

/* ---- Events ---- */

static bool read_event(struct storm_client *client, const struct storm_table *table,
                       struct cop_http_client *stream, const char *name)
{
    struct cop_http_event event = {.data = COP_TEXT};
    bool is_read = cop_http_next_event(stream, &event);
    json_t *data = is_read ? json_loads(event.data.bytes, 0, NULL) : NULL;
    bool is_good = true;

    if (!is_read)
        is_good = table->is_shared || hung_up(client); /* it may have been deleted */
    else if (data == NULL || (name != NULL && strcmp(event.name, name) != 0))
        is_good = blame(client, "an event that is not as it should be");
    json_decref(data);
    cop_text_free(&event.data);
    return is_good;
}

/* The first event comes at once, and another when something has changed. */
static bool listen_a_while(struct storm_client *client, struct storm_table *table)
{
    struct cop_http_client stream;
    char target[120];
    int ply = table->ply;
    bool is_good = cop_http_connect(&stream, client->storm->port) || hung_up(client);

    storm_at(table->id, "/events", target);
    if (is_good)
        note_request(client, "GET", target, NULL);
    is_good = is_good && (cop_http_listen(&stream, target, &client->answer) || hung_up(client));
    if (is_good && client->answer.status == 200)
        is_good = read_event(client, table, &stream, "state") && move(client, table) &&
                  (table->is_shared || table->ply <= ply || client->answer.status != 200 ||
                   read_event(client, table, &stream, NULL));
    cop_http_disconnect(&stream);
    return is_good;
}

/* ---- Those who do not behave ---- */

/* Sends bytes, and hangs up at once or when the server does. */
static bool send_bytes(struct storm_client *client, const char *bytes, size_t length, bool waits)
{
    struct cop_http_client raw;
    struct timeval patience = {.tv_usec =
                                   200000}; /* it may wait for more, and then does not answer */
    char room[1024];

    if (!cop_http_connect(&raw, client->storm->port))
        return hung_up(client);
    setsockopt(raw.handle, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (send(raw.handle, bytes, length, MSG_NOSIGNAL) > 0 && waits) {
        shutdown(raw.handle, SHUT_WR);
        while (recv(raw.handle, room, sizeof room, 0) > 0)
            continue;
    }
    cop_http_disconnect(&raw);
    return true;
}

static bool send_rubbish(struct storm_client *client, struct storm_table *table)
{
    static const char *const rubbish[] = {
        "GET / HTTP/9.9\r\n\r\n",
        "\r\n\r\n\r\n",
        "POST /api/tables HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        "POST /api/tables HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "GET /api/tables HTTP/1.1\r\nHost: elsewhere\r\n\r\n",
        "\x16\x03\x01\x02\x01\xfc\x03",
        "DELETE /%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    };
    char bytes[200];
    const char *chosen = rubbish[below(client, sizeof rubbish / sizeof rubbish[0])];

    (void)table;
    note_request(client, "rubbish", chosen, NULL);
    if (below(client, 2) == 0)
        return send_bytes(client, chosen, strlen(chosen), below(client, 2) == 0);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)below(client, 256);
    return send_bytes(client, bytes, sizeof bytes, below(client, 2) == 0);
}

/* A good request, of which only a part is sent; or, where nothing is promised, all of it, and
 * nobody waits for the answer. */
static bool hang_up(struct storm_client *client, struct storm_table *table)
{
    static const char body[] = "{\"kind\": \"hint\"}";
    struct cop_text request = COP_TEXT;
    size_t length;
    bool is_good;

    cop_text_add(&request,
                 "POST /api/tables/%s/%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                 "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                 table->id, below(client, 2) == 0 ? "search" : "undo", client->storm->port,
                 sizeof body - 1, body);
    length = table->is_shared ? request.length : 1 + (size_t)below(client, (int)request.length - 1);
    note_request(client, "a part of", request.bytes, NULL);
    is_good = send_bytes(client, request.bytes, length, false);
    cop_text_free(&request);
    return is_good;
}

static bool talk_nonsense(struct storm_client *client, struct storm_table *table)
{
    static const char *const rests[] = {"/move",  "/undo",   "/back",    "/resign",
                                        "/seats", "/search", "/nothing", "/events"};
    const char *rest = rests[below(client, sizeof rests / sizeof rests[0])];
    json_t *body = json_pack("{s[] s{} sb si sn si}", "move", "seats", "kind", 1, "viewer", 99,
                             "agent", "ply", -7);
    char target[120];

    if (!storm_ask(client, "POST", storm_at(table->id, rest, target), body))
        return false;
    return client->answer.status >= 400 || blame(client, "nonsense was taken for good");
}

static bool look_around(struct storm_client *client, struct storm_table *table)
{
    static const char *const targets[] = {
        "/api/tables", "/api/about", "/api/agents?game=tiny_nim", "/api/game?spec=othello(size=6)",
        "/api/lab",    "/api/x"};

    (void)table;
    return storm_ask(client, "GET", targets[below(client, sizeof targets / sizeof targets[0])],
                     NULL);
}

/* ---- The storm ---- */

static const struct {
    int weight;
    bool (*act)(struct storm_client *client, struct storm_table *table);
} acts[] = {
    {40, move},         {6, undo},
    {3, go_back},       {2, resign},
    {4, change_seats},  {6, search},
    {6, know},          {6, stop},
    {4, look},          {1, read_record},
    {1, preview},       {3, listen_a_while},
    {3, storm_delete},  {3, search_and_delete},
    {2, send_rubbish},  {3, hang_up},
    {3, talk_nonsense}, {2, look_around},
};

static struct storm_table *choose_table(struct storm_client *client)
{
    if (below(client, 5) == 0)
        return &client->storm->shared[below(client, STORM_SHARED)];
    return &client->tables[below(client, STORM_OWN)];
}

static bool act(struct storm_client *client, struct storm_table *table)
{
    enum { ACTS = sizeof acts / sizeof acts[0] };
    int ticket = 0, at = 0;

    for (int i = 0; i < ACTS; i++)
        ticket += acts[i].weight;
    ticket = below(client, ticket);
    while (ticket >= acts[at].weight)
        ticket -= acts[at++].weight;
    return acts[at].act(client, table);
}

/* A shared table is seen through a copy, because others see it at the same time. */
static bool act_at_shared(struct storm_client *client, struct storm_table *shared)
{
    struct storm_table copy = {.is_shared = true, .players = shared->players};
    bool goes_on;

    memcpy(copy.id, shared->id, sizeof copy.id);
    memcpy(copy.game, shared->game, sizeof copy.game);
    atomic_store(&copy.is_gone, atomic_load(&shared->is_gone));
    goes_on = act(client, &copy);
    if (atomic_load(&copy.is_gone))
        atomic_store(&shared->is_gone, true);
    storm_table_free(&copy);
    return goes_on;
}

static bool step(struct storm_client *client)
{
    struct storm_table *table = choose_table(client);

    if (table->is_shared)
        return table->id[0] == '\0' || act_at_shared(client, table);
    if (table->id[0] == '\0' || atomic_load(&table->is_gone))
        return storm_create(client, table);
    return act(client, table);
}

void *storm_client_run(void *context)
{
    struct storm_client *client = context;
    struct storm *storm = client->storm;
    bool goes_on = storm_connect(client);

    while (goes_on && !atomic_load(&storm->has_failed) &&
           atomic_fetch_add(&storm->steps, 1) < storm->last_step)
        goes_on = step(client);
    cop_http_disconnect(&client->http);
    return NULL;
}

void storm_client_begin(struct storm_client *client, struct storm *storm, int number, uint64_t seed)
{
    *client = (struct storm_client){.storm = storm,
                                    .number = number,
                                    .http = {.handle = -1, .in = COP_TEXT},
                                    .gone = COP_TEXT,
                                    .answer = {.headers = COP_TEXT, .body = COP_TEXT}};
    cop_rng_seed(&client->rng, cop_mix(seed) + (uint64_t)number);
}

void storm_client_free(struct storm_client *client)
{
    for (int i = 0; i < STORM_OWN; i++)
        storm_table_free(&client->tables[i]);
    cop_http_disconnect(&client->http);
    cop_http_answer_free(&client->answer);
    cop_text_free(&client->gone);
    json_decref(client->json);
}
