/* test_serve_kill.c - `coppice serve` killed in the middle of its work, and started again. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "folder.h"
#include "front.h"
#include "http_client.h"

/* A running server, in a folder of its own. */
struct server {
    struct program program;
    char folder[FOLDER_ROOM];
    struct cop_http_client client;
    struct cop_http_answer answer;
};

static void start_again(struct server *server)
{
    char said[200] = "";
    const char *colon;

    program_start(&server->program,
                  (const char *const[]){"serve", "--games", server->folder, "--memory", "16M",
                                        "--port", "0", NULL},
                  -1);
    program_wait_for_output(&server->program, "Ctrl-C");
    assert_true(pread(server->program.output_file, said, sizeof said - 1, 0) > 0);
    colon = strstr(said, "127.0.0.1:");
    assert_non_null(colon);
    server->answer = (struct cop_http_answer){.headers = COP_TEXT, .body = COP_TEXT};
    assert_true(cop_http_connect(&server->client, atoi(colon + strlen("127.0.0.1:"))));
}

static void start(struct server *server)
{
    assert_int_equal(folder_make(server->folder), 0);
    start_again(server);
}

/* SIGKILL: nothing is put in order. SIGTERM: everything is. */
static void end(struct server *server, int number)
{
    assert_int_equal(kill(server->program.id, number), 0);
    program_finish(&server->program);
    cop_http_disconnect(&server->client);
    cop_http_answer_free(&server->answer);
    assert_int_equal(server->program.status, number == SIGKILL ? 128 + SIGKILL : 0);
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

static const char *at_table(const char *id, const char *rest)
{
    static char target[160];

    snprintf(target, sizeof target, "/api/tables/%s%s", id, rest);
    return target;
}

static int ply_of(const json_t *state)
{
    return (int)json_integer_value(json_object_get(state, "ply"));
}

static void new_table(struct server *server, const char *body, char id[20])
{
    json_t *state = ask(server, "POST", "/api/tables", body, 201);

    snprintf(id, 20, "%s", json_string_value(json_object_get(state, "id")));
    json_decref(state);
}

/* ---- Moves ---- */

/* Plays the first legal move; returns the state after it. */
static json_t *play_first(struct server *server, const char *id, json_t *state)
{
    const json_t *first = json_array_get(json_object_get(state, "moves"), 0);
    char body[80];

    snprintf(body, sizeof body, "{\"move\": \"%s\", \"ply\": %d}",
             json_string_value(json_object_get(first, "move")), ply_of(state));
    json_decref(state);
    return ask(server, "POST", at_table(id, "/move"), body, 200);
}

/* As fast as they are answered, and killed in the moment of the last answer. */
static void no_move_that_was_answered_is_lost(void **unused)
{
    enum { TIMES = 3, MOVES = 20 };
    struct server server;
    char id[20];

    (void)unused;
    start(&server);
    new_table(&server, "{\"game\": \"amazons\"}", id);
    for (int i = 0; i < TIMES; i++) {
        json_t *state = ask(&server, "GET", at_table(id, ""), NULL, 200);

        for (int played = 0; played < MOVES; played++)
            state = play_first(&server, id, state);
        end(&server, SIGKILL);
        json_decref(state);
        start_again(&server);
        state = ask(&server, "GET", at_table(id, ""), NULL, 200);
        assert_int_equal(ply_of(state), (i + 1) * MOVES);
        json_decref(state);
    }
    end(&server, SIGTERM);
    remove_folder(&server);
}

static void no_table_that_was_answered_is_lost(void **unused)
{
    enum { TABLES = 5 };
    struct server server;
    char ids[TABLES][20];

    (void)unused;
    start(&server);
    for (int i = 0; i < TABLES; i++)
        new_table(&server, "{\"game\": \"connect4\"}", ids[i]);
    end(&server, SIGKILL);
    start_again(&server);
    for (int i = 0; i < TABLES; i++)
        json_decref(ask(&server, "GET", at_table(ids[i], ""), NULL, 200));
    end(&server, SIGTERM);
    remove_folder(&server);
}

/* ---- Agents ---- */

static const json_t *in(const json_t *state, const char *key)
{
    const json_t *value = json_object_get(state, key);

    assert_non_null(value);
    return value;
}

/* The table's state now, which must (or must not) have a search that is an agent's own. */
static void assert_thinks(struct server *server, const char *id, bool thinks)
{
    json_t *state = ask(server, "GET", at_table(id, ""), NULL, 200);

    assert_int_equal(json_is_object(in(state, "search")), thinks);
    assert_int_equal(json_is_string(in(state, "waits")), !thinks);
    json_decref(state);
}

static const char thinker[] = "{\"game\": \"othello\", \"seats\": [{\"who\": \"human\"}, "
                              "{\"who\": \"mcts\", \"limit\": \"10m\"}]}";

static void begin_thinking(struct server *server, char id[20])
{
    new_table(server, thinker, id);
    json_decref(play_first(server, id, ask(server, "GET", at_table(id, ""), NULL, 200)));
    assert_thinks(server, id, true);
}

/* A search that had crashed the server would do so again. */
static void an_agent_that_was_thinking_waits_after_a_kill(void **unused)
{
    struct server server;
    char id[20];

    (void)unused;
    start(&server);
    begin_thinking(&server, id);
    for (int i = 0; i < 3; i++) {
        end(&server, i == 1 ? SIGTERM : SIGKILL); /* it still waits after a proper end */
        start_again(&server);
        assert_thinks(&server, id, false);
    }
    json_decref(ask(&server, "POST", at_table(id, "/stop"), "{}", 200));
    assert_thinks(&server, id, true);
    end(&server, SIGKILL);
    start_again(&server);
    assert_thinks(&server, id, false);
    json_decref(ask(&server, "POST", at_table(id, "/seats"),
                    "{\"seats\": [{\"who\": \"human\"}, {\"who\": \"random\"}]}", 200));
    end(&server, SIGTERM);
    remove_folder(&server);
}

/* Returns when the search that is running has something to tell. */
static void await_report(const struct server *server, const char *id)
{
    struct cop_http_client stream;
    struct cop_http_answer answer = {.headers = COP_TEXT, .body = COP_TEXT};
    struct cop_http_event event = {.data = COP_TEXT};

    assert_true(cop_http_connect(&stream, server->client.port));
    assert_true(cop_http_listen(&stream, at_table(id, "/events"), &answer));
    do {
        assert_true(cop_http_next_event(&stream, &event));
    } while (strcmp(event.name, "report") != 0);
    cop_http_disconnect(&stream);
    cop_http_answer_free(&answer);
    cop_text_free(&event.data);
}

/* After a proper end it goes on by itself, and if that kills the server it does so once. */
static void an_agent_that_went_on_waits_after_a_kill(void **unused)
{
    struct server server;
    char id[20];

    (void)unused;
    start(&server);
    begin_thinking(&server, id);
    end(&server, SIGTERM);
    start_again(&server);
    assert_thinks(&server, id, true);
    await_report(&server, id);
    end(&server, SIGKILL);
    start_again(&server);
    assert_thinks(&server, id, false);
    end(&server, SIGTERM);
    remove_folder(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_move_that_was_answered_is_lost),
        cmocka_unit_test(no_table_that_was_answered_is_lost),
        cmocka_unit_test(an_agent_that_was_thinking_waits_after_a_kill),
        cmocka_unit_test(an_agent_that_went_on_waits_after_a_kill),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
