/* test_search_command.c - `coppice search` and `coppice bench` from outside. */
#define _XOPEN_SOURCE 700 /* pseudo-terminals */

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "front.h"

/* ---- search ---- */

static void search_starts_from_a_file(void **unused)
{
    struct program program;
    char path[64];
    json_t *value;

    (void)unused;
    write_file(path, "(;FF[4]KG[connect4];B[a];W[a];B[a];W[a];B[a];W[a])\n");
    run(&program, "search", "connect4", "--agent", "random", "--sgf", path, "--moves", "b",
        "--json");
    assert_done(&program);
    value = read_json(program.output);
    assert_int_equal(json_array_size(json_object_get(value, "candidates")), 6);
    assert_int_equal(json_integer_value(json_object_get(value, "player")), 2);
    json_decref(value);
    program_free(&program);
    unlink(path);
}

/* The answer is there all the same. */
static void what_does_nothing_is_noted_and_searched(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "search", "connect4", "--agent", "mcts(parallel=leaf)", "--limit", "sims=20",
        "--quiet");
    assert_done(&program);
    assert_contains(program.errors, "note: parallel: with one thread nothing is shared");
    program_free(&program);
    run(&program, "match", "connect4", "mcts(hidden=views)", "mcts", "--games", "2", "--limit",
        "sims=20");
    assert_done(&program);
    assert_contains(program.errors, "note: hidden=views: nothing is hidden in connect4\n");
    program_free(&program);
}

static void a_roll_is_asked_for_as_it_is_written(void **unused)
{
    static const char *const games[] = {"dice", "ontop"};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct program program;
        char example[40];
        const char *at;

        run(&program, "search", games[i], "--agent", "mcts", "--limit", "sims=20", "--quiet");
        assert_int_equal(program.status, 2);
        at = strstr(program.errors, "add what it brings to --moves, for example ");
        assert_non_null(at);
        assert_int_equal(sscanf(strstr(at, "example "), "example %39[^\n]", example), 1);
        program_free(&program);
        run(&program, "search", games[i], "--moves", example, "--agent", "mcts", "--limit",
            "sims=20", "--quiet");
        assert_done(&program);
        program_free(&program);
    }
}

static void bounds_are_not_shown_as_values(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "search", "othello", "--moves", "f5", "--agent", "alphabeta", "--limit",
        "depth=4", "--quiet");
    assert_done(&program);
    assert_contains(program.output, "\n  move             value  chance\n");
    assert_contains(program.output, "  at most ");
    assert_contains(program.output, " discs)  nodes ");
    program_free(&program);
    run(&program, "search", "othello", "--moves", "f5", "--agent", "alphabeta(lines=3)", "--limit",
        "depth=4", "--quiet");
    assert_done(&program);
    assert_null(strstr(program.output, "  at most "));
    assert_contains(program.output, " discs  line f4 ");
    program_free(&program);
}

/* One node is not enough where a first capture goes on. */
static void a_value_that_nobody_knows_is_no_number(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "search", "fanorona", "--agent", "alphabeta", "--limit", "nodes=1", "--quiet");
    assert_done(&program);
    assert_contains(program.output, "  value unknown  nodes 1 (");
    assert_null(strstr(program.output, "nan"));
    program_free(&program);
}

static void programs_read_what_values_are(void **unused)
{
    struct program program;
    json_t *value, *row;
    size_t index;
    int exact = 0, bounds = 0;

    (void)unused;
    run(&program, "search", "othello", "--moves", "f5 d6 c3", "--agent", "alphabeta(lines=2)",
        "--limit", "depth=4", "--quiet", "--json");
    assert_done(&program);
    value = read_json(program.output);
    json_array_foreach(json_object_get(value, "candidates"), index, row)
    {
        const char *kind = json_string_value(json_object_get(row, "kind"));
        double chance = json_number_value(json_object_get(row, "chance"));

        assert_true(chance > 0 && chance < 1);
        exact += strcmp(kind, "exact") == 0;
        bounds += strcmp(kind, "at most") == 0;
        assert_int_equal(json_array_size(json_object_get(row, "line")) > 0,
                         strcmp(kind, "exact") == 0);
    }
    assert_int_equal(exact, 2);
    assert_true(bounds > 0);
    assert_int_equal(json_array_size(json_object_get(value, "chance")), 2);
    assert_true(json_is_null(json_object_get(value, "words")));
    assert_contains(json_string_value(json_object_get(value, "points")), " discs");
    json_decref(value);
    program_free(&program);
    run(&program, "search", "connect4", "--moves", "4131", "--agent", "alphabeta", "--limit",
        "depth=6", "--quiet", "--json");
    assert_done(&program);
    assert_contains(program.output, "\"words\": \"wins in 3\"");
    program_free(&program);
}

static void agent_options_are_checked(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "search", "othello", "--agent", "mcts(cc=1)");
    assert_refused(&program, 2, "mcts: there is no option \"cc\" (did you mean c?)");
    run(&program, "search", "othello", "--agent", "mcts(expand=-1)");
    assert_refused(&program, 2, "mcts: expand=-1 is not allowed");
    run(&program, "search", "othello", "--agent", "mcts(c=1");
    assert_refused(&program, 2, "mcts(c=1");
    run(&program, "search", "othello", "--agent", "mcts(playout=nonsense)");
    assert_refused(&program, 2, "nonsense");
    run(&program, "search", "connect4", "--agent", "alphabeta(deepen=off)", "--limit", "1s");
    assert_refused(&program, 2, "depth");
}

/* Everything but the time, which differs from run to run. */
static char *search_result(const char *limit)
{
    struct program program;
    json_t *value;
    char *result;

    run(&program, "search", "breakthrough(width=5, height=5)", "--limit", limit, "--json",
        "--quiet");
    assert_done(&program);
    assert_string_equal(program.errors, "");
    value = read_json(program.output);
    json_object_del(value, "seconds");
    json_object_del(value, "sims_per_second");
    result = json_dumps(value, JSON_SORT_KEYS);
    json_decref(value);
    program_free(&program);
    return result;
}

static void search_with_a_seed_repeats_itself(void **unused)
{
    char *first = search_result("sims=3000, seed=5");
    char *second = search_result("sims=3000, seed=5");
    char *other = search_result("sims=3000, seed=6");

    (void)unused;
    assert_string_equal(first, second);
    assert_string_not_equal(first, other);
    free(first);
    free(second);
    free(other);
}

static void search_finds_the_winning_move(void **unused)
{
    struct program program;
    json_t *value, *row;
    size_t index;
    json_int_t visits = 0;

    (void)unused;
    run(&program, "search", "connect4", "--moves", "a b a b a b", "--agent", "mcts(solver=on)",
        "--limit", "sims=2000", "--json");
    assert_done(&program);
    value = read_json(program.output);
    assert_string_equal(json_string_value(json_object_get(value, "best")), "a");
    assert_string_equal(json_string_value(json_object_get(value, "proof")), "win");
    assert_string_equal(json_string_value(json_object_get(value, "agent")), "mcts(solver=on)");
    assert_string_equal(json_string_value(json_array_get(json_object_get(value, "line"), 0)), "a");
    assert_false(json_boolean_value(json_object_get(value, "interrupted")));
    json_array_foreach(json_object_get(value, "candidates"), index, row) visits +=
        json_integer_value(json_object_get(row, "visits"));
    assert_true(visits <= json_integer_value(json_object_get(value, "sims")));
    json_decref(value);
    program_free(&program);
}

/* The page, the terminal, GTP and a search have one table of who suits which game. */
static void search_takes_the_agent_that_suits_the_game(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "search", "othello", "--limit", "nodes=1000", "--quiet");
    assert_done(&program);
    assert_contains(program.output, "othello, Black to move: alphabeta(reduce=2, reduce_rate=0.9, "
                                    "probcut=1.5), nodes=1000\nbest ");
    program_free(&program);
    run(&program, "search", "rolit(players=3)", "--limit", "sims=100", "--quiet");
    assert_done(&program);
    assert_contains(program.output, "Red to move: mcts(solver=on, reuse=on), sims=100\n");
    program_free(&program);
}

static void search_prints_a_table(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "search", "othello", "--agent", "mcts", "--limit", "sims=1000", "--rows", "2",
        "--quiet");
    assert_done(&program);
    assert_string_equal(program.errors, "");
    assert_contains(program.output, "othello, Black to move: mcts, sims=1000\nbest ");
    assert_contains(program.output, "\nline ");
    assert_contains(program.output, "#");
    assert_contains(program.output, "\n  and 2 more moves\n");
    program_free(&program);
}

static void search_without_an_end_gets_a_second(void **unused)
{
    struct program program;
    json_t *value;

    (void)unused;
    run(&program, "search", "othello", "--agent", "random", "--limit", "seed=3", "--json");
    assert_done(&program);
    value = read_json(program.output);
    assert_string_equal(json_string_value(json_object_get(value, "limit")), "time=1s, seed=3");
    json_decref(value);
    program_free(&program);
}

static void interrupted_search_gives_its_answer(void **unused)
{
    static const int signals[] = {SIGINT, SIGTERM};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct program program;
        json_t *value;

        program_start(&program,
                      (const char *const[]){"search", "othello", "--agent", "mcts", "--limit", "1h",
                                            "--json", NULL},
                      -1);
        program_wait_for_error(&program, "best ");
        kill(program.id, signals[i]);
        program_finish(&program);
        assert_done(&program);
        value = read_json(program.output);
        assert_true(json_boolean_value(json_object_get(value, "interrupted")));
        assert_true(json_integer_value(json_object_get(value, "sims")) > 0);
        json_decref(value);
        program_free(&program);
    }
}

static void full_disk_does_not_hide_behind_a_search(void **unused)
{
    struct program program;
    int full = open("/dev/full", O_WRONLY);

    (void)unused;
    assert_true(full >= 0);
    program_start(&program, (const char *const[]){"search", "othello", "--limit", "sims=100", NULL},
                  full);
    program_finish(&program);
    close(full);
    assert_refused(&program, 1, "cannot write the output: No space left on device");
}

/* Runs a search whose standard error is a terminal of 40 columns and returns what it drew. */
static char *draw_on_terminal(void)
{
    static const struct winsize size = {.ws_row = 12, .ws_col = 40};
    char *drawn = calloc(1, 1 << 20);
    size_t length = 0;
    ssize_t count;
    int status, terminal, line = posix_openpt(O_RDWR | O_NOCTTY);
    pid_t id;

    assert_true(drawn != NULL && line >= 0 && grantpt(line) == 0 && unlockpt(line) == 0);
    terminal = open(ptsname(line), O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0);
    ioctl(terminal, TIOCSWINSZ, &size);
    id = fork();
    if (id == 0) {
        setenv("TERM", "xterm", 1);
        setenv("LC_ALL", "C", 1);
        dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
        dup2(terminal, STDERR_FILENO);
        close(line);
        execl(getenv("COPPICE"), "coppice", "search", "breakthrough", "--limit", "600ms", NULL);
        _exit(127);
    }
    close(terminal);
    while (length < (1 << 20) - 1 &&
           (count = read(line, drawn + length, (1 << 20) - 1 - length)) > 0)
        length += (size_t)count;
    close(line);
    assert_int_equal(waitpid(id, &status, 0), id);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return drawn;
}

static void progress_is_redrawn_in_place_and_fits(void **unused)
{
    char *drawn = draw_on_terminal();
    int up = 0, lines = 0;

    (void)unused;
    assert_contains(drawn, "breakthrough, White to move");
    for (char *line = strtok(drawn, "\r\n"); line != NULL; line = strtok(NULL, "\r\n")) {
        char *escape = strstr(line, "\x1b[");

        if (escape != NULL) {
            up += atoi(escape + 2);
            continue;
        }
        assert_true(strlen(line) <= 39);
        lines++;
    }
    assert_true(lines > 0);
    assert_true(up > 0);
    free(drawn);
}

/* ---- bench ---- */

/* Nothing was searched, and no book was asked. */
static void a_game_s_own_opening_is_called_so(void **unused)
{
    static const char game[] = "twixt(swap=on)", agent[] = "alphabeta(openings=on)";
    struct program program;
    json_t *json;

    (void)unused;
    run(&program, "search", game, "--agent", agent, "--limit", "depth=2");
    assert_done(&program);
    assert_contains(program.output, "  an opening of the game's own, from 16 games (");
    assert_null(strstr(program.output, "book"));
    program_free(&program);
    run(&program, "search", game, "--agent", agent, "--limit", "depth=2", "--json");
    assert_done(&program);
    json = read_json(program.output);
    assert_true(json_is_true(json_object_get(json, "from_openings")));
    assert_int_equal(json_integer_value(json_object_get(json, "opening_games")), 16);
    assert_null(json_object_get(json, "from_book"));
    assert_int_equal(json_integer_value(json_object_get(json, "nodes")), 0);
    json_decref(json);
    program_free(&program);
    run(&program, "search", game, "--agent", "alphabeta", "--limit", "depth=1", "--json");
    assert_done(&program);
    json = read_json(program.output);
    assert_null(json_object_get(json, "from_openings"));
    json_decref(json);
    program_free(&program);
}

static void bench_signature_is_the_committed_one(void **unused)
{
    struct program program;
    json_t *value;
    long long committed = 0;
    FILE *file = fopen("bench/signature", "r");

    (void)unused;
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lld", &committed), 1);
    fclose(file);
    run(&program, "bench", "signature", "--json");
    assert_done(&program);
    value = read_json(program.output);
    if (json_integer_value(json_object_get(value, "signature")) != committed)
        fail_msg("the signature is %lld and bench/signature says %lld; if the searches were meant "
                 "to change, write the new one there and into the commit's message",
                 (long long)json_integer_value(json_object_get(value, "signature")), committed);
    json_decref(value);
    program_free(&program);
}

static void search_shows_whose_cells_are(void **unused)
{
    struct program program;
    json_t *value, *ownership;

    (void)unused;
    run(&program, "search", "amazons(size=6)", "--agent", "mcts", "--limit", "sims=300", "--show",
        "ownership", "--json", "--quiet");
    assert_done(&program);
    value = read_json(program.output);
    ownership = json_object_get(value, "ownership");
    assert_int_equal(json_integer_value(json_object_get(ownership, "playouts")), 300);
    assert_int_equal(json_array_size(json_object_get(ownership, "cells")), 36);
    json_decref(value);
    program_free(&program);
    run(&program, "search", "othello", "--agent", "mc", "--limit", "sims=100", "--show",
        "ownership", "--quiet");
    assert_done(&program);
    assert_non_null(strstr(program.output, "at the end of 100 games, in percent:\n"));
    program_free(&program);
    run(&program, "search", "othello", "--agent", "alphabeta", "--limit", "depth=1", "--show",
        "ownership", "--quiet");
    assert_refused(&program, 2, "alphabeta has not played any games out; use mcts or mc");
    run(&program, "search", "connect4", "--moves", "4444443333", "--agent", "mcts", "--limit",
        "10s", "--show", "ownership", "--quiet");
    assert_refused(&program, 2, "as the answer was known without; count its simulations");
    run(&program, "search", "samegame", "--limit", "sims=10", "--show", "ownership");
    assert_refused(&program, 2, "one player, and nobody to share the cells with");
}

static void search_shows_what_parts_do(void **unused)
{
    struct program program;
    json_t *value, *parts, *move;

    (void)unused;
    run(&program, "search", "twixt", "--agent", "mcts(preset=thesis)", "--limit", "sims=200",
        "--show", "parts", "--rows", "3", "--quiet");
    assert_done(&program);
    assert_non_null(strstr(program.output, "mean   explore   history     bound  history_mean"));
    assert_non_null(strstr(program.output, "  and 117 more moves\n"));
    assert_non_null(strstr(program.output, "  history           what the move has done elsewhere"));
    assert_non_null(strstr(program.output, "\n      0          1          1         200 "));
    assert_non_null(strstr(program.output, "  of 200 playouts\n"));
    program_free(&program);
    run(&program, "search", "connect4", "--agent", "mcts(parallel=root)", "--limit",
        "sims=100, threads=2", "--show", "parts", "--quiet");
    assert_done(&program);
    assert_non_null(strstr(program.output, "  in the first of 2 trees:\n"));
    program_free(&program);
    run(&program, "search", "connect4", "--agent", "mcts(history=visits)", "--limit", "sims=100",
        "--show", "parts", "--json", "--quiet");
    assert_done(&program);
    value = read_json(program.output);
    parts = json_object_get(value, "parts");
    move = json_array_get(json_object_get(parts, "moves"), 0);
    assert_string_equal(json_string_value(json_object_get(move, "move")), "a");
    assert_true(json_is_number(json_object_get(move, "history")));
    assert_true(json_is_null(json_object_get(move, "first_play")));
    move = json_array_get(json_object_get(parts, "levels"), 0);
    assert_int_equal(json_integer_value(json_object_get(move, "visits")), 100);
    move = json_array_get(json_object_get(parts, "facts"), 0);
    assert_int_equal(json_integer_value(json_object_get(move, "all")), 100);
    json_decref(value);
    program_free(&program);
    run(&program, "search", "connect4", "--agent", "alphabeta", "--limit", "depth=1", "--show",
        "parts", "--quiet");
    assert_refused(&program, 2, "show=parts: alphabeta has told nothing of parts; use mcts");
}

static void bench_measures_one_game(void **unused)
{
    struct program program;
    json_t *value, *row;

    (void)unused;
    run(&program, "bench", "games", "--game", "othello(size=4)", "--seconds", "0", "--json");
    assert_done(&program);
    value = read_json(program.output);
    assert_int_equal(json_array_size(json_object_get(value, "games")), 1);
    row = json_array_get(json_object_get(value, "games"), 0);
    assert_string_equal(json_string_value(json_object_get(row, "game")), "othello(size=4)");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(row, "playouts"), "count")),
                     10000);
    assert_true(json_integer_value(json_object_get(value, "cores")) >= 1);
    json_decref(value);
    program_free(&program);
}

/* Nodes are the same on every machine, and a table saves some. */
static void bench_measures_a_depth_first_search(void **unused)
{
    struct program program;
    json_t *value, *depth;

    (void)unused;
    run(&program, "bench", "depth", "--game", "othello(size=4)", "--seconds", "0", "--json");
    assert_done(&program);
    value = read_json(program.output);
    depth = json_object_get(json_array_get(json_object_get(value, "games"), 0), "depth");
    assert_string_equal(json_string_value(json_object_get(depth, "agent")), "alphabeta");
    assert_true(json_integer_value(json_object_get(depth, "depth")) > 2);
    assert_true(json_integer_value(json_object_get(depth, "nodes")) > 10);
    assert_true(json_integer_value(json_object_get(depth, "nodes_without_table")) >=
                json_integer_value(json_object_get(depth, "nodes")));
    json_decref(value);
    program_free(&program);
}

static void bench_measures_every_evaluator(void **unused)
{
    struct program program;
    json_t *value, *rows;

    (void)unused;
    run(&program, "bench", "evaluators", "--game", "amazons(size=6)", "--seconds", "0", "--json");
    assert_done(&program);
    value = read_json(program.output);
    rows = json_object_get(json_array_get(json_object_get(value, "games"), 0), "evaluators");
    assert_int_equal(json_object_size(rows), 5);
    assert_true(json_integer_value(json_object_get(json_object_get(rows, "complex"), "count")) > 0);
    json_decref(value);
    program_free(&program);
    run(&program, "bench", "evaluators", "--game", "dice", "--seconds", "0");
    assert_done(&program);
    program_free(&program);
}

/* The simulations are those of the agent. */
static void bench_measures_a_given_agent(void **unused)
{
    struct program program;
    json_t *value, *speed;

    (void)unused;
    run(&program, "bench", "search", "--game", "samegame(width=4, height=4)", "--agent",
        "nrpa(level=2)", "--seconds", "0", "--json");
    assert_done(&program);
    value = read_json(program.output);
    speed = json_object_get(json_array_get(json_object_get(value, "games"), 0), "search_1_thread");
    assert_int_equal(json_integer_value(json_object_get(speed, "count")), 100000);
    json_decref(value);
    program_free(&program);
    run(&program, "bench", "search", "--game", "othello", "--agent", "nrpa");
    assert_refused(&program, 2, "one player");
    run(&program, "bench", "search", "--game", "othello(size=4)", "--agent", "random", "--json");
    assert_refused(&program, 1, "bench: random counts no simulations");
    run(&program, "bench", "search", "--agent", "mcts");
    assert_refused(&program, 2, "bench: --agent is measured by `coppice bench search --game GAME`");
}

static void bench_refuses_what_it_does_not_know(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "bench", "serch");
    assert_refused(&program, 2, "(did you mean search?)");
    run(&program, "bench", "games", "--game", "otello");
    assert_refused(&program, 2, "(did you mean othello?)");
    run(&program, "bench", "games", "--seconds", "soon");
    assert_refused(&program, 2, "bench: seconds=soon is not allowed");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_starts_from_a_file),
        cmocka_unit_test(what_does_nothing_is_noted_and_searched),
        cmocka_unit_test(a_roll_is_asked_for_as_it_is_written),
        cmocka_unit_test(bounds_are_not_shown_as_values),
        cmocka_unit_test(a_value_that_nobody_knows_is_no_number),
        cmocka_unit_test(programs_read_what_values_are),
        cmocka_unit_test(agent_options_are_checked),
        cmocka_unit_test(search_with_a_seed_repeats_itself),
        cmocka_unit_test(search_finds_the_winning_move),
        cmocka_unit_test(search_takes_the_agent_that_suits_the_game),
        cmocka_unit_test(search_prints_a_table),
        cmocka_unit_test(search_without_an_end_gets_a_second),
        cmocka_unit_test(interrupted_search_gives_its_answer),
        cmocka_unit_test(full_disk_does_not_hide_behind_a_search),
        cmocka_unit_test(progress_is_redrawn_in_place_and_fits),
        cmocka_unit_test(a_game_s_own_opening_is_called_so),
        cmocka_unit_test(bench_signature_is_the_committed_one),
        cmocka_unit_test(search_shows_whose_cells_are),
        cmocka_unit_test(search_shows_what_parts_do),
        cmocka_unit_test(bench_measures_one_game),
        cmocka_unit_test(bench_measures_a_depth_first_search),
        cmocka_unit_test(bench_measures_every_evaluator),
        cmocka_unit_test(bench_measures_a_given_agent),
        cmocka_unit_test(bench_refuses_what_it_does_not_know),
    };

    return cmocka_run_group_tests_name("search_command", tests, NULL, NULL);
}
