/* `coppice train` from outside: from games to weights to an agent, interrupted and resumed, and
 * what it refuses. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "folder.h"
#include "front.h"

static char folder[FOLDER_ROOM], store[FOLDER_ROOM + 16], weights[FOLDER_ROOM + 20],
    plot[FOLDER_ROOM + 16], agent[FOLDER_ROOM + 60];

static int make_folder(void **context)
{
    (void)context;
    if (folder_make(folder) != 0)
        return -1;
    snprintf(store, sizeof store, "%s/games.db", folder);
    snprintf(weights, sizeof weights, "%s/new.weights", folder);
    snprintf(plot, sizeof plot, "%s/plot.svg", folder);
    snprintf(agent, sizeof agent, "alphabeta(eval=\"%s\")", weights);
    return 0;
}

static int remove_folder(void **context)
{
    (void)context;
    return folder_remove(folder);
}

static void play_games(const char *game)
{
    struct program program;

    run(&program, "match", game, "random", "mc", "--limit", "sims=60", "--games", "30",
        "--opening-plies", "4", "--store", store, "--quiet");
    assert_done(&program);
    program_free(&program);
}

#define TRAIN "train", "othello", "--games", store, "--out", weights

static void games_become_weights_that_agents_use(void **context)
{
    struct program program;
    json_t *json;

    (void)context;
    play_games("othello");
    run(&program, TRAIN, "--json", "--passes", "3", "--exact", "8", "--plot", plot);
    assert_done(&program);
    json = read_json(program.output);
    assert_int_equal(json_integer_value(json_object_get(json, "games")), 30);
    assert_int_equal(json_array_size(json_object_get(json, "phases")), 15);
    json_decref(json);
    program_free(&program);
    assert_int_equal(access(plot, R_OK), 0);
    run(&program, "search", "othello", "--agent", agent, "--limit", "depth=4");
    assert_done(&program);
    program_free(&program);
    /* Two agents with weights of their own in one match. */
    run(&program, "match", "othello", agent, "alphabeta(eval=margin)", "--limit", "depth=2",
        "--games", "4", "--threads", "2", "--quiet");
    assert_done(&program);
    program_free(&program);
}

static void people_see_a_table(void **context)
{
    struct program program;

    (void)context;
    play_games("othello");
    run(&program, TRAIN, "--passes", "2", "--quiet");
    assert_done(&program);
    assert_non_null(strstr(program.output, "othello: 30 games"));
    assert_non_null(strstr(program.output, "phase  positions"));
    assert_non_null(strstr(program.output, weights));
    program_free(&program);
}

/* The same weights come out on one thread and on two. */
static void threads_make_no_difference(void **context)
{
    char first[FOLDER_ROOM + 20], command[2 * FOLDER_ROOM + 60];
    struct program program;

    (void)context;
    play_games("breakthrough");
    snprintf(first, sizeof first, "%s/one.weights", folder);
    run(&program, "train", "breakthrough", "--games", store, "--out", first, "--threads", "1",
        "--passes", "2", "--quiet");
    assert_done(&program);
    program_free(&program);
    run(&program, "train", "breakthrough", "--games", store, "--out", weights, "--threads", "2",
        "--passes", "2", "--quiet");
    assert_done(&program);
    program_free(&program);
    snprintf(command, sizeof command, "cmp -s '%s' '%s'", first, weights);
    assert_int_equal(system(command), 0);
}

static void wrong_words_are_refused(void **context)
{
    struct program program;

    (void)context;
    run(&program, "train", "othello", "--out", weights);
    assert_refused(&program, 2, "--games FILE");
    run(&program, "train", "othello", "--games", store, "--out", "weights.bin");
    assert_refused(&program, 2, "--out FILE.weights");
    run(&program, "train", "othello(size=6)", "--games", store, "--out", weights);
    assert_refused(&program, 2, "othello(size=6) has no features");
    run(&program, "train", "dominoes", "--games", store, "--out", weights);
    assert_refused(&program, 2, "dominoes");
    run(&program, TRAIN);
    assert_refused(&program, 1, store); /* there is no such file */
    play_games("breakthrough");
    run(&program, TRAIN);
    assert_refused(&program, 1, "has no games of othello");
    run(&program, "search", "othello", "--agent", agent, "--limit", "depth=2");
    assert_refused(&program, 2, weights); /* nor weights */
    run(&program, "search", "fanorona", "--agent", "alphabeta(eval=\"x.weights\")", "--limit",
        "depth=2");
    assert_refused(&program, 2, "has no features");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(games_become_weights_that_agents_use),
        CASE(people_see_a_table),
        CASE(threads_make_no_difference),
        CASE(wrong_words_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
