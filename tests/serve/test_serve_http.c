/* test_serve_http.c - `coppice serve` as a program: sockets, streams, signals, ports. */
#include <netinet/in.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "folder.h"
#include "follow.h"
#include "front.h"
#include "http_client.h"

/* A running server, in a folder of its own. */
struct server {
    struct program program;
    char folder[FOLDER_ROOM];
    int port;
    struct cop_http_client client;
    struct cop_http_answer answer;
};

static int port_in(const char *said)
{
    const char *colon = strstr(said, "127.0.0.1:");

    assert_non_null(colon);
    return atoi(colon + strlen("127.0.0.1:"));
}

static void start_in(struct server *server, const char *port)
{
    char said[200] = "";

    program_start(&server->program,
                  (const char *const[]){"serve", "--games", server->folder, "--memory", "16M",
                                        port != NULL ? "--port" : NULL, port, NULL},
                  -1);
    program_wait_for_output(&server->program, "Ctrl-C");
    assert_true(pread(server->program.output_file, said, sizeof said - 1, 0) > 0);
    server->port = port_in(said);
    server->answer = (struct cop_http_answer){.headers = COP_TEXT, .body = COP_TEXT};
    assert_true(cop_http_connect(&server->client, server->port));
}

static void start(struct server *server)
{
    assert_int_equal(folder_make(server->folder), 0);
    start_in(server, "0");
}

/* Ends it with the signal; it must say goodbye with status 0 and without a complaint. */
static void stop(struct server *server, int number)
{
    assert_int_equal(kill(server->program.id, number), 0);
    program_finish(&server->program);
    cop_http_disconnect(&server->client);
    cop_http_answer_free(&server->answer);
    assert_int_equal(server->program.status, 0);
    assert_string_equal(server->program.errors, "");
    program_free(&server->program);
}

static void remove_folder(const struct server *server)
{
    assert_int_equal(folder_remove(server->folder), 0);
}

static json_t *ask(struct server *server, const char *method, const char *target, const char *body,
                   int status)
{
    assert_true(cop_http_ask(&server->client, method, target, NULL, body, &server->answer));
    if (server->answer.status != status)
        fail_msg("%s %s: %d: %s", method, target, server->answer.status, server->answer.body.bytes);
    return read_json(server->answer.body.bytes);
}

/* A new table; "/api/tables/ID" with `rest` after it is written into `target`. */
static void new_table(struct server *server, const char *body, char id[20])
{
    json_t *state = ask(server, "POST", "/api/tables", body, 201);

    snprintf(id, 20, "%s", json_string_value(json_object_get(state, "id")));
    json_decref(state);
}

static const char *at_table(const char *id, const char *rest)
{
    static char target[100];

    snprintf(target, sizeof target, "/api/tables/%s%s", id, rest);
    return target;
}

static int ply_of(const json_t *state)
{
    return (int)json_integer_value(json_object_get(state, "ply"));
}

/* A stream of events, and the table as they have told it. */
struct stream {
    struct cop_http_client client;
    json_t *state;
};

/* The next state of a stream that is at this ply or later; others and reports are passed over. */
static json_t *await_ply(struct stream *stream, int ply)
{
    struct cop_http_event event = {.data = COP_TEXT};

    do {
        assert_true(cop_http_next_event(&stream->client, &event));
        assert_true(!cop_follow(&stream->state, event.name, event.data.bytes) ||
                    stream->state != NULL);
    } while (event.name[0] == 'r' || ply_of(stream->state) < ply);
    cop_text_free(&event.data);
    return json_deep_copy(stream->state);
}

static void listen_to(const struct server *server, struct stream *stream, const char *id)
{
    struct cop_http_answer answer = {.headers = COP_TEXT, .body = COP_TEXT};

    stream->state = NULL;
    assert_true(cop_http_connect(&stream->client, server->port));
    assert_true(cop_http_listen(&stream->client, at_table(id, "/events"), &answer));
    assert_int_equal(answer.status, 200);
    assert_contains(answer.headers.bytes, "Content-Type: text/event-stream");
    cop_http_answer_free(&answer);
}

static void hang_up(struct stream *stream)
{
    cop_http_disconnect(&stream->client);
    json_decref(stream->state);
}

/* ---- Answers ---- */

static void answers_carry_the_headers_of_safety(void **state)
{
    struct server server;

    (void)state;
    start(&server);
    json_decref(ask(&server, "GET", "/api/about", NULL, 200));
    assert_contains(server.answer.headers.bytes, "Content-Security-Policy: default-src 'self'");
    assert_contains(server.answer.headers.bytes, "X-Content-Type-Options: nosniff");
    assert_contains(server.answer.headers.bytes, "Cache-Control: no-store");
    assert_true(cop_http_ask(&server.client, "HEAD", "/api/about", NULL, NULL, &server.answer));
    assert_int_equal(server.answer.status, 200);
    assert_string_equal(server.answer.body.bytes, "");
    json_decref(ask(&server, "GET", "/api/about", NULL, 200)); /* the connection still works */
    stop(&server, SIGINT);
    remove_folder(&server);
}

static void foreign_hosts_and_origins_are_refused(void **state)
{
    static const char *const wrong[] = {"Host: evil.example\r\n", "Origin: http://evil.example\r\n",
                                        "Origin: null\r\n"};
    struct server server;

    (void)state;
    start(&server);
    for (int i = 0; i < 3; i++) {
        assert_true(
            cop_http_ask(&server.client, "GET", "/api/games", wrong[i], NULL, &server.answer));
        assert_int_equal(server.answer.status, 403);
    }
    assert_true(cop_http_ask(&server.client, "POST", "/api/tables", "Content-Type: text/plain\r\n",
                             "{\"game\": \"connect4\"}", &server.answer));
    assert_int_equal(server.answer.status, 403);
    stop(&server, SIGTERM);
    remove_folder(&server);
}

static void bodies_and_addresses_that_are_too_long_are_refused(void **state)
{
    struct server server;
    size_t size = (1 << 20) + 100;
    char *body = calloc(1, size + 1);

    (void)state;
    start(&server);
    memset(body, ' ', size);
    json_decref(ask(&server, "POST", "/api/tables", body, 413));
    cop_http_disconnect(&server.client);
    assert_true(cop_http_connect(&server.client, server.port));
    memset(body, 'a', 9000);
    body[0] = '/';
    body[9000] = '\0';
    json_decref(ask(&server, "GET", body, NULL, 414));
    json_decref(ask(&server, "GET", "/api/about", NULL, 200));
    cop_http_disconnect(&server.client); /* announced, and never sent */
    assert_true(cop_http_connect(&server.client, server.port));
    assert_true(cop_http_ask(&server.client, "POST", "/api/tables",
                             "Content-Type: application/json\r\nContent-Length: 99999999\r\n", NULL,
                             &server.answer));
    assert_int_equal(server.answer.status, 413);
    free(body);
    stop(&server, SIGINT);
    remove_folder(&server);
}

static void send_raw(int port, const char *words, int *handle)
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};

    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    *handle = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(*handle, (const struct sockaddr *)(const void *)&place, sizeof place),
                     0);
    assert_int_equal(send(*handle, words, strlen(words), MSG_NOSIGNAL), (ssize_t)strlen(words));
}

/* Half a request, a quarter of a body, nonsense: nobody else notices. */
static void unfinished_requests_keep_nobody_waiting(void **state)
{
    static const char *const halves[] = {
        "GET /api/ab",
        "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{", "",
        "\x16\x03\x01 nonsense\r\n\r\n"};
    struct server server;
    int handles[40];

    (void)state;
    start(&server);
    for (int i = 0; i < 40; i++)
        send_raw(server.port, halves[i % 4], &handles[i]);
    json_decref(ask(&server, "GET", "/api/about", NULL, 200));
    for (int i = 0; i < 40; i++)
        close(handles[i]);
    stop(&server, SIGINT);
    remove_folder(&server);
}

/* A crowd of idle connections, half headers and half bodies: more than the server takes. */
struct crowd {
    int handles[320];
    atomic_bool ends;
    pthread_t thread;
};

enum { CROWD = sizeof((struct crowd *)NULL)->handles / sizeof(int) };

/* A byte of each now and then, so that none is ever silent. Some have been shown out by then. */
static void *trickle(void *context)
{
    struct crowd *crowd = context;

    while (!atomic_load(&crowd->ends)) {
        for (int i = 0; i < CROWD; i++)
            (void)!send(crowd->handles[i], "a", 1, MSG_NOSIGNAL);
        nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    }
    return NULL;
}

static void gather(struct crowd *crowd, int port)
{
    static const char *const starts[] = {
        "", "GET /api/ab",
        "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n\r\n{"};

    atomic_init(&crowd->ends, false);
    for (int i = 0; i < CROWD; i++)
        send_raw(port, starts[i % 3], &crowd->handles[i]);
    assert_int_equal(pthread_create(&crowd->thread, NULL, trickle, crowd), 0);
}

static void scatter(struct crowd *crowd)
{
    atomic_store(&crowd->ends, true);
    pthread_join(crowd->thread, NULL);
    for (int i = 0; i < CROWD; i++)
        close(crowd->handles[i]);
}

/* Who comes after the crowd is answered, and who listens goes on listening. */
static void idle_and_slow_connections_keep_nobody_out(void **state)
{
    struct server server;
    struct stream stream;
    struct crowd crowd;
    char id[20];

    (void)state;
    start(&server);
    new_table(&server, "{\"game\": \"connect4\"}", id);
    listen_to(&server, &stream, id);
    json_decref(await_ply(&stream, 0));
    gather(&crowd, server.port);
    cop_http_disconnect(&server.client);
    assert_true(cop_http_connect(&server.client, server.port));
    json_decref(ask(&server, "GET", "/api/about", NULL, 200));
    json_decref(ask(&server, "POST", at_table(id, "/move"), "{\"move\": \"d\", \"ply\": 0}", 200));
    json_decref(await_ply(&stream, 1));
    scatter(&crowd);
    hang_up(&stream);
    stop(&server, SIGINT);
    remove_folder(&server);
}

/* ---- Streams ---- */

/* Streams are never so many that a page does not find a connection for anything else. */
static void streams_leave_room_for_requests(void **state)
{
    enum { ALLOWED = 128, MORE = 4 };
    struct server server;
    struct stream streams[ALLOWED];
    struct cop_http_client others[MORE];
    struct cop_http_answer answer = {.headers = COP_TEXT, .body = COP_TEXT};
    char id[20];

    (void)state;
    start(&server);
    new_table(&server, "{\"game\": \"connect4\"}", id);
    for (int i = 0; i < ALLOWED; i++)
        listen_to(&server, &streams[i], id);
    for (int i = 0; i < MORE; i++) {
        assert_true(cop_http_connect(&others[i], server.port));
        assert_true(cop_http_ask(&others[i], "GET", at_table(id, "/events"), NULL, NULL, &answer));
        assert_int_equal(answer.status, 503);
        assert_contains(answer.body.bytes, "close some");
    }
    json_decref(ask(&server, "POST", at_table(id, "/move"), "{\"move\": \"d\", \"ply\": 0}", 200));
    for (int i = 0; i < ALLOWED; i++)
        json_decref(await_ply(&streams[i], 1));
    for (int i = 0; i < ALLOWED; i++)
        hang_up(&streams[i]);
    for (int i = 0; i < MORE; i++)
        cop_http_disconnect(&others[i]);
    cop_http_answer_free(&answer);
    stop(&server, SIGINT);
    remove_folder(&server);
}

static void two_tables_are_played_at_once_and_told(void **state)
{
    static const char *const body = "{\"game\": \"connect4\", \"seats\": [{\"who\": \"human\"}, "
                                    "{\"who\": \"mcts\", \"limit\": \"sims=200\"}]}";
    struct server server;
    struct stream streams[2];
    char ids[2][20];

    (void)state;
    start(&server);
    for (int i = 0; i < 2; i++) {
        new_table(&server, body, ids[i]);
        listen_to(&server, &streams[i], ids[i]);
        json_decref(await_ply(&streams[i], 0));
    }
    for (int ply = 0; ply < 6; ply += 2) {
        char move[60];

        snprintf(move, sizeof move, "{\"move\": \"%c\", \"ply\": %d}", 'a' + ply, ply);
        for (int i = 0; i < 2; i++)
            json_decref(ask(&server, "POST", at_table(ids[i], "/move"), move, 200));
        for (int i = 0; i < 2; i++) {
            json_t *one = await_ply(&streams[i], ply + 1);
            json_t *two = await_ply(&streams[i], ply + 2);

            assert_int_equal(ply_of(one), ply + 1);
            assert_int_equal(ply_of(two), ply + 2);
            json_decref(one);
            json_decref(two);
        }
    }
    for (int i = 0; i < 2; i++)
        hang_up(&streams[i]);
    stop(&server, SIGINT);
    remove_folder(&server);
}

/* Listeners that vanish or never read, while an analysis reports to them. */
static void vanished_and_silent_listeners_cost_nothing(void **state)
{
    struct server server;
    struct stream silent[4];
    char id[20];

    (void)state;
    start(&server);
    new_table(&server, "{\"game\": \"othello\"}", id);
    for (int i = 0; i < 4; i++)
        listen_to(&server, &silent[i], id);
    json_decref(ask(&server, "POST", at_table(id, "/search"),
                    "{\"kind\": \"analysis\", \"agent\": \"mcts\"}", 202));
    for (int i = 0; i < 20; i++) {
        struct stream gone;

        listen_to(&server, &gone, id);
        hang_up(&gone);
    }
    for (int i = 0; i < 10; i++) {
        char move[60];
        json_t *table = ask(&server, "GET", at_table(id, ""), NULL, 200);
        const json_t *first = json_array_get(json_object_get(table, "moves"), 0);

        snprintf(move, sizeof move, "{\"move\": \"%s\", \"ply\": %d}",
                 json_string_value(json_object_get(first, "move")), i);
        json_decref(table);
        json_decref(ask(&server, "POST", at_table(id, "/move"), move, 200));
    }
    json_decref(await_ply(&silent[0], 10)); /* who reads late still gets there */
    for (int i = 0; i < 4; i++)
        hang_up(&silent[i]);
    stop(&server, SIGINT);
    remove_folder(&server);
}

/* ---- Starting and ending ---- */

static void a_signal_ends_it_and_the_next_start_has_everything(void **state)
{
    struct server server;
    struct stream stream;
    char id[20], port[16];
    json_t *before, *after;

    (void)state;
    start(&server);
    new_table(
        &server,
        "{\"game\": \"othello\", \"moves\": \"d3\", \"seats\": [{\"who\": \"human\"}, {\"who\": "
        "\"mcts\", \"limit\": \"10m\"}]}",
        id);
    listen_to(&server, &stream, id);
    before = await_ply(&stream, 1);
    stop(&server, SIGINT); /* in the middle of a search, with somebody listening */
    hang_up(&stream);
    snprintf(port, sizeof port, "%d", server.port);
    start_in(&server, port);
    after = ask(&server, "GET", at_table(id, ""), NULL, 200);
    assert_true(json_equal(json_object_get(before, "history"), json_object_get(after, "history")));
    assert_true(json_is_object(json_object_get(after, "search"))); /* it thinks again */
    json_decref(before);
    json_decref(after);
    stop(&server, SIGTERM);
    remove_folder(&server);
}

static void a_port_in_use_is_told(void **state)
{
    struct server server;
    struct program second;
    char port[16], other[FOLDER_ROOM + 8];

    (void)state;
    start(&server);
    snprintf(port, sizeof port, "%d", server.port);
    snprintf(other, sizeof other, "%s/other", server.folder);
    run(&second, "serve", "--port", port, "--games", other);
    assert_refused(&second, 1, "is in use");
    run(&second, "serve", "--listen", "localhost", "--games", other);
    assert_refused(&second, 1, "no address");
    run(&second, "serve", "--games", "/dev/null/games");
    assert_refused(&second, 1, "/dev/null");
    run(&second, "serve", "--port", "70000");
    assert_refused(&second, 2, "port");
    stop(&server, SIGINT);
    remove_folder(&server);
}

/* Also after an owner that could not say goodbye. */
static void a_folder_belongs_to_one_server(void **state)
{
    struct server server;
    struct program second;
    char address[40];

    (void)state;
    start(&server);
    snprintf(address, sizeof address, "http://127.0.0.1:%d/", server.port);
    run(&second, "serve", "--port", "0", "--games", server.folder);
    assert_contains(second.errors, address);
    assert_refused(&second, 1, "already running");
    assert_int_equal(kill(server.program.id, SIGKILL), 0);
    program_finish(&server.program);
    program_free(&server.program);
    cop_http_disconnect(&server.client);
    start_in(&server, "0");
    stop(&server, SIGINT);
    remove_folder(&server);
}

static void without_a_port_the_next_free_one_is_taken(void **state)
{
    struct server one, two;

    (void)state;
    assert_int_equal(folder_make(one.folder), 0);
    assert_int_equal(folder_make(two.folder), 0);
    start_in(&one, NULL);
    start_in(&two, NULL);
    assert_true(one.port >= 8137 && one.port <= 8146);
    assert_true(two.port != one.port && two.port >= 8137 && two.port <= 8146);
    stop(&one, SIGINT);
    stop(&two, SIGINT);
    remove_folder(&one);
    remove_folder(&two);
}

/* Wherever the server is started. */
static void the_lab_is_there_in_a_foreign_folder(void **state)
{
    struct server server;
    char here[4096];
    json_t *lab;

    (void)state;
    assert_non_null(getcwd(here, sizeof here));
    unsetenv("COPPICE_LAB");
    assert_int_equal(chdir("/tmp"), 0);
    start(&server);
    assert_int_equal(chdir(here), 0);
    lab = ask(&server, "GET", "/api/lab", NULL, 200);
    assert_true(json_array_size(json_object_get(lab, "experiments")) > 10);
    assert_true(json_array_size(json_object_get(lab, "theses")) >= 4);
    assert_null(json_object_get(lab, "help"));
    json_decref(lab);
    stop(&server, SIGTERM);
    remove_folder(&server);
}

static void the_load_test_counts_without_failures(void **state)
{
    struct program program;
    json_t *result;
    const json_t *serve;

    (void)state;
    run(&program, "bench", "serve", "--seconds", "1s", "--tables", "3", "--json");
    assert_int_equal(program.status, 0);
    result = read_json(program.output);
    serve = json_object_get(result, "serve");
    assert_int_equal(json_integer_value(json_object_get(serve, "games")), 3);
    assert_int_equal(json_integer_value(json_object_get(serve, "failures")), 0);
    assert_true(json_integer_value(json_object_get(serve, "requests")) > 3);
    assert_true(json_integer_value(json_object_get(serve, "states")) > 3);
    json_decref(result);
    program_free(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_carry_the_headers_of_safety),
        cmocka_unit_test(foreign_hosts_and_origins_are_refused),
        cmocka_unit_test(bodies_and_addresses_that_are_too_long_are_refused),
        cmocka_unit_test(unfinished_requests_keep_nobody_waiting),
        cmocka_unit_test(idle_and_slow_connections_keep_nobody_out),
        cmocka_unit_test(streams_leave_room_for_requests),
        cmocka_unit_test(two_tables_are_played_at_once_and_told),
        cmocka_unit_test(vanished_and_silent_listeners_cost_nothing),
        cmocka_unit_test(a_signal_ends_it_and_the_next_start_has_everything),
        cmocka_unit_test(a_port_in_use_is_told),
        cmocka_unit_test(a_folder_belongs_to_one_server),
        cmocka_unit_test(without_a_port_the_next_free_one_is_taken),
        cmocka_unit_test(the_lab_is_there_in_a_foreign_folder),
        cmocka_unit_test(the_load_test_counts_without_failures),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
