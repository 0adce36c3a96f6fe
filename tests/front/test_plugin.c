/* test_plugin.c - `coppice --plugin FILE`: games from shared objects are like any other, and what
 * is no plug-in, or a wrong one, is refused in a sentence.
 *
 * The environment variable COPPICE_TEST_PLUGINS is the folder of tests/plugin. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "folder.h"
#include "front.h"
#include "http_client.h"

enum { PATH_ROOM = 1000 };

static const char *plugin(const char *name)
{
    static char path[PATH_ROOM];

    snprintf(path, sizeof path, "%s/plugin-%s.so", getenv("COPPICE_TEST_PLUGINS"), name);
    return path;
}

/* ---- A good one ---- */

static void every_command_knows_the_game(void **context)
{
    const char *path = plugin("tictactoe");
    struct program program;

    (void)context;
    run(&program, "--plugin", path, "games");
    assert_done(&program);
    assert_contains(program.output, "\ntictactoe");
    program_free(&program);
    run(&program, "--plugin", path, "help", "tictactoe");
    assert_done(&program);
    assert_contains(program.output, "Tic-Tac-Toe, written tictactoe");
    program_free(&program);
    run(&program, "--plugin", path, "perft", "tictactoe", "9");
    assert_done(&program);
    assert_contains(program.output, "127872");
    program_free(&program);
    run(&program, "--plugin", path, "solve", "tictactoe");
    assert_done(&program);
    assert_contains(program.output, "value 0.5");
    program_free(&program);
    run(&program, "--plugin", path, "search", "tictactoe", "--moves", "a1 b1 a2 b2", "--agent",
        "alphabeta", "--limit", "depth=2");
    assert_done(&program);
    assert_contains(program.output, "a3");
    program_free(&program);
    run(&program, "--plugin", path, "match", "tictactoe", "mcts(solver=on)", "random", "--games",
        "4", "--limit", "sims=100, seed=1", "--json");
    assert_done(&program);
    assert_contains(program.output, "tictactoe");
    program_free(&program);
    run(&program, "tictactoe");
    assert_refused(&program, 2, "there is no command or game \"tictactoe\"");
}

static void the_environment_names_plugins_too(void **context)
{
    struct program program;
    char list[2 * PATH_ROOM];

    (void)context;
    snprintf(list, sizeof list, ":%s:", plugin("tictactoe"));
    setenv("COPPICE_PLUGINS", list, 1);
    run(&program, "perft", "tictactoe", "2");
    assert_done(&program);
    assert_contains(program.output, "72");
    program_free(&program);
    setenv("COPPICE_PLUGINS", "/nowhere/game.so", 1);
    run(&program, "games");
    assert_refused(&program, 2,
                   "COPPICE_PLUGINS: cannot read the plug-in /nowhere/game.so: No such");
    unsetenv("COPPICE_PLUGINS");
}

static json_t *ask(struct cop_http_client *client, const char *method, const char *target,
                   const char *body, int status)
{
    struct cop_http_answer answer = {.headers = COP_TEXT, .body = COP_TEXT};
    json_t *read;

    assert_true(cop_http_ask(client, method, target, NULL, body, &answer));
    if (answer.status != status)
        fail_msg("%s %s: %d: %s", method, target, answer.status, answer.body.bytes);
    read = read_json(answer.body.bytes);
    cop_http_answer_free(&answer);
    return read;
}

static int port_of(const struct program *program)
{
    char said[200] = "";

    program_wait_for_output(program, "Ctrl-C");
    assert_true(pread(program->output_file, said, sizeof said - 1, 0) > 0);
    assert_non_null(strstr(said, "127.0.0.1:"));
    return atoi(strstr(said, "127.0.0.1:") + strlen("127.0.0.1:"));
}

static void the_page_serves_the_game(void **context)
{
    struct cop_http_client client;
    struct program program;
    char folder[FOLDER_ROOM], target[100];
    json_t *state;

    (void)context;
    assert_int_equal(folder_make(folder), 0);
    program_start(&program,
                  (const char *const[]){"--plugin", plugin("tictactoe"), "serve", "--games", folder,
                                        "--port", "0", NULL},
                  -1);
    assert_true(cop_http_connect(&client, port_of(&program)));
    state = ask(
        &client, "POST", "/api/tables",
        "{\"game\": \"tictactoe\", \"seats\": [{\"who\": \"human\"}, {\"who\": \"human\"}]}", 201);
    snprintf(target, sizeof target, "/api/tables/%s/move",
             json_string_value(json_object_get(state, "id")));
    json_decref(state);
    state = ask(&client, "POST", target, "{\"move\": \"b2\", \"ply\": 0}", 200);
    assert_int_equal(json_integer_value(json_object_get(state, "ply")), 1);
    assert_string_equal(json_string_value(json_object_get(state, "position")), "....x....");
    json_decref(state);
    cop_http_disconnect(&client);
    assert_int_equal(kill(program.id, SIGTERM), 0);
    program_finish(&program);
    assert_int_equal(program.status, 0);
    assert_string_equal(program.errors, "");
    program_free(&program);
    assert_int_equal(folder_remove(folder), 0);
}

/* ---- Wrong ones ---- */

static void wrong_plugins_are_refused(void **context)
{
    static const char *const cases[][2] = {
        {"older", "it was compiled for Coppice 0.0, and this is "},
        {"newer", "it was compiled for Coppice 1.99, and this is "},
        {"other-size", "its rules have 8 bytes where Coppice"},
        {"no-games", "it has no games"},
        {"nothing", "it has no \"cop_plugin\"; a plug-in says COP_PLUGIN(&its_rules)"},
        {"taken", "there is a game \"othello\" already; give this one another name"},
        {"command", "the game match of a plug-in has the name of a command"},
        {"half", "the game faulty: it lacks \"play\""},
        {"second", "the game second: it lacks \"play\""},
        {"unknown", "undefined symbol: cop_nowhere"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct program program;

        run(&program, "--plugin", plugin(cases[i][0]), "games");
        assert_refused(&program, 2, cases[i][1]);
    }
}

static void two_plugins_with_one_game_are_refused(void **context)
{
    struct program program;
    char path[PATH_ROOM];

    (void)context;
    snprintf(path, sizeof path, "--plugin=%s", plugin("tictactoe"));
    run(&program, path, path, "games");
    assert_refused(&program, 2, "there is a game \"tictactoe\" already");
}

static void a_game_that_opens_wrongly_is_refused(void **context)
{
    struct program program;

    (void)context;
    run(&program, "--plugin", plugin("too-large"), "show", "faulty");
    assert_refused(&program, 2, "faulty: a state has 4097 bytes, and it must be 1 to 4096");
}

static void what_is_no_plugin_is_refused(void **context)
{
    static const char *const cases[][2] = {
        {"/nowhere/game.so", "cannot read the plug-in /nowhere/game.so: No such file"},
        {"nowhere.so", "cannot read the plug-in ./nowhere.so: No such file"},
        {"/tmp", "the plug-in /tmp is no file"},
        {"/dev/null", "the plug-in /dev/null is no file"},
        {"meson.build", "the plug-in ./meson.build is no shared object of this machine"},
        {"", "--plugin needs a file after it"},
    };
    struct program program;

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run(&program, "--plugin", cases[i][0], "games");
        assert_refused(&program, 2, cases[i][1]);
    }
    run(&program, "--plugin");
    assert_refused(&program, 2, "--plugin needs a file after it");
    run(&program, "--plugin", getenv("COPPICE"), "games");
    assert_refused(&program, 2, "cannot load the plug-in");
    run(&program, "--plugins", "x", "games");
    assert_refused(&program, 2, "there is no command or game \"--plugins\"");
}

/* Nobody writes into it, and whoever waited for that would wait for ever. */
static void a_pipe_is_no_plugin(void **context)
{
    char path[64];
    struct program program;

    (void)context;
    write_file(path, "");
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    run(&program, "--plugin", path, "games");
    assert_refused(&program, 2, "is no file");
    unlink(path);
}

/* Wherever the file ends: the program never dies of it. Beyond what is mapped nothing is missed. */
static void plugins_cut_short_are_refused(void **context)
{
    char path[64];
    char *bytes;
    long size;
    FILE *file = fopen(plugin("tictactoe"), "rb");
    int refused = 0;

    (void)context;
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    size = ftell(file);
    rewind(file);
    bytes = malloc((size_t)size);
    assert_int_equal(fread(bytes, 1, (size_t)size, file), size);
    fclose(file);
    write_file(path, "");
    for (int i = 0; i < 16; i++) {
        struct program program;

        file = fopen(path, "wb");
        fwrite(bytes, 1, (size_t)(size * i / 16), file);
        fclose(file);
        run(&program, "--plugin", path, "perft", "tictactoe", "1");
        assert_true(program.status == 0 || program.status == 2);
        refused += program.status == 2;
        if (i < 4)
            assert_contains(program.errors, i == 0 ? "is no shared object" : "cut short");
        program_free(&program);
    }
    assert_true(refused >= 4);
    free(bytes);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_knows_the_game),
        cmocka_unit_test(the_environment_names_plugins_too),
        cmocka_unit_test(the_page_serves_the_game),
        cmocka_unit_test(wrong_plugins_are_refused),
        cmocka_unit_test(two_plugins_with_one_game_are_refused),
        cmocka_unit_test(a_game_that_opens_wrongly_is_refused),
        cmocka_unit_test(what_is_no_plugin_is_refused),
        cmocka_unit_test(a_pipe_is_no_plugin),
        cmocka_unit_test(plugins_cut_short_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
