/* test_length.c - searches that are shorter or longer than their limit: against searches that are
 * exactly so long. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tree_bench.h"

enum { LIMIT = 400, STEP = LIMIT / 10, MOST = LIMIT + 6 * STEP };

static struct bench set_up(const char *spec, const char *moves, const char *agent,
                           const char *limits)
{
    struct cop_error error = {""};

    return bench_open(cop_game_open(spec, &error), &error, moves, agent, limits);
}

static struct cop_report search(struct bench *bench, int sims, int seed)
{
    char limits[64];

    snprintf(limits, sizeof limits, "sims=%d, seed=%d", sims, seed);
    return tree_bench_search(bench->mcts, bench->state, limits);
}

/* How long a search must be by the option's words, found by searches of each length. */
static int settled_after(struct bench *plain, int seed)
{
    cop_move before = search(plain, LIMIT - STEP, seed).best;

    for (int sims = LIMIT;; sims += STEP) {
        cop_move now = search(plain, sims, seed).best;

        if (now == before || sims == MOST)
            return sims;
        before = now;
    }
}

static void check_extension(const char *game, const char *moves, const char *agent)
{
    char longer[128];
    struct bench plain = set_up(game, moves, agent, "sims=1"), extended;
    int kinds[3] = {0, 0, 0}; /* at the limit, between, at the most */

    snprintf(longer, sizeof longer, "%s, extend=0.65", agent);
    extended = set_up(game, moves, longer, "sims=1");
    for (int seed = 1; seed <= 60; seed++) {
        int expected = settled_after(&plain, seed);
        struct cop_report found = search(&extended, LIMIT, seed);

        assert_int_equal(found.sims, expected);
        assert_int_equal(found.best, search(&plain, expected, seed).best);
        kinds[expected == LIMIT ? 0 : expected < MOST ? 1 : 2]++;
    }
    assert_true(kinds[0] > 0 && kinds[1] > 0);
    bench_close(&plain);
    bench_close(&extended);
}

static void a_search_goes_on_while_its_choice_changes(void **unused)
{
    (void)unused;
    check_extension("connect4", "", "c=1.5");
    check_extension("othello", "", "c=0.7, final=value");
    check_extension("breakthrough(width=5, height=5)", "", "groups=on, final=robust2");
}

/* Every step a change: moves are drawn, so that only the limit of the extension ends it. */
static void it_does_not_go_on_for_ever(void **unused)
{
    struct bench bench = set_up("connect4", "", "select=random, extend=2", "sims=1");
    int most = 0;

    (void)unused;
    for (int seed = 1; seed <= 60; seed++) {
        struct cop_report report = search(&bench, 10, seed);

        assert_in_range(report.sims, 10, 30);
        most = report.sims > most ? (int)report.sims : most;
    }
    assert_true(most > 10);
    bench_close(&bench);
}

static void the_smallest_limits_are_kept(void **unused)
{
    struct bench bench = set_up("connect4", "", "extend=3", "sims=1");

    (void)unused;
    for (int sims = 1; sims < 12; sims++) {
        struct cop_report report = search(&bench, sims, 1);

        assert_in_range(report.sims, sims, 4 * sims);
    }
    bench_close(&bench);
}

/* Going on makes a simulation at least, whose nodes a limit without tenths does not pay for. */
static void a_limit_without_tenths_is_not_extended(void **unused)
{
    static const char *const agents[] = {"", "extend=3", "final=robust-max"};
    int64_t nodes[3];

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct bench bench = set_up("othello", "", agents[i], "sims=1");

        nodes[i] = tree_bench_search(bench.mcts, bench.state, "nodes=5, seed=1").nodes;
        bench_close(&bench);
    }
    assert_true(nodes[1] == nodes[0] && nodes[2] == nodes[0]);
}

static void nodes_are_extended_too(void **unused)
{
    struct bench bench = set_up("othello", "", "c=2, extend=1", "sims=1");
    int longer = 0;

    (void)unused;
    for (int seed = 1; seed <= 30; seed++) {
        char limits[64];
        struct cop_report report;

        snprintf(limits, sizeof limits, "nodes=2000, seed=%d", seed);
        report = tree_bench_search(bench.mcts, bench.state, limits);
        assert_in_range(report.nodes, 1900, 4000 + bench.game->max_moves);
        longer += report.nodes > 2100;
    }
    assert_in_range(longer, 1, 29);
    bench_close(&bench);
}

/* Until the first search of a game is over nothing is known of its speed but by the clock, and a
 * machine may be busy with something else, so one of several must end early. */
static void a_leader_out_of_reach_ends_a_timed_search(void **unused)
{
    struct bench patient = set_up("connect4", "414141", "unreachable=on", "sims=1");
    struct bench quick = set_up("connect4", "414141", "unreachable=estimate", "sims=1");
    bool has_ended = false;

    (void)unused;
    assert_false(tree_bench_search(patient.mcts, patient.state, "0.05s").stopped_early);
    for (int i = 0; i < 20 && !has_ended; i++)
        has_ended = tree_bench_search(quick.mcts, quick.state, "0.1s").stopped_early;
    assert_true(has_ended);
    bench_close(&patient);
    bench_close(&quick);
}

/* A limit of simulations beside the time is certain, and the time may end it still earlier. */
static void an_estimate_does_not_forget_the_count(void **unused)
{
    struct bench counted = set_up("connect4", "44", "unreachable=on", "sims=1");
    struct bench both = set_up("connect4", "44", "unreachable=estimate", "sims=1");

    (void)unused;
    for (int seed = 1; seed <= 10; seed++) {
        char limits[64];
        struct cop_report certain = search(&counted, 3000, seed);

        snprintf(limits, sizeof limits, "100s, sims=3000, seed=%d", seed);
        assert_int_equal(tree_bench_search(both.mcts, both.state, limits).sims, certain.sims);
    }
    bench_close(&counted);
    bench_close(&both);
}

/* What comes after the first nine tenths counts as left. */
static void out_of_reach_looks_at_the_whole_limit(void **unused)
{
    struct bench plain = set_up("connect4", "44", "unreachable=on", "sims=1");
    struct bench extended = set_up("connect4", "44", "unreachable=on, extend=1", "sims=1");
    int compared = 0;

    (void)unused;
    for (int seed = 1; seed <= 40; seed++) {
        struct cop_report certain = search(&plain, 2000, seed);

        if (!certain.stopped_early || certain.sims >= 1800)
            continue;
        assert_int_equal(search(&extended, 2000, seed).sims, certain.sims);
        compared++;
    }
    assert_true(compared > 5);
    bench_close(&plain);
    bench_close(&extended);
}

/* A move that was visited most and then proven lost, or pruned, is not played: who comes next is
 * not decided by how far it is ahead. */
static void what_is_not_played_is_no_leader(void **unused)
{
    static const struct sample samples[] = {{300, 600}, {60, 100}, {50, 90}};
    struct bench bench = set_up("connect4", "", "unreachable=on, solver=on", "sims=1");
    struct node *children = tree_bench_plant(bench.mcts, 790, samples, 3);
    const struct cop_run_terms terms = {.tickets = 1000};
    struct cop_pace pace;

    (void)unused;
    cop_run_begin(&bench.mcts->run, &terms);
    cop_pace_begin(&pace, true, 1);
    atomic_store(&bench.worker->sims, 790);
    assert_true(leader_is_out_of_reach(bench.mcts, &pace)); /* 600 - 100 of 210 that are left */
    atomic_store(&children[0].flags, NODE_PRUNED);
    assert_false(leader_is_out_of_reach(bench.mcts, &pace));
    atomic_store(&children[0].flags, NODE_BOUNDED | NODE_CLOSED); /* with bounds 0 and 0 */
    assert_true(bound_high(bench.mcts, &bench.mcts->trees[0], &children[0], 0) == 0);
    assert_false(leader_is_out_of_reach(bench.mcts, &pace));
    bench_close(&bench);
}

static void less_than_a_tenth_is_refused(void **unused)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    struct cop_means means = {.threads = 1, .memory = 1 << 24};
    struct cop_error error = {""};

    (void)unused;
    assert_null(cop_agent_open(game, "mcts(extend=0.05)", &means, &error));
    assert_non_null(strstr(error.message, "tenths"));
    assert_null(cop_agent_open(game, "mcts(unreachable=estimate, final=value)", &means, &error));
    assert_non_null(strstr(error.message, "visits"));
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_goes_on_while_its_choice_changes),
        cmocka_unit_test(it_does_not_go_on_for_ever),
        cmocka_unit_test(the_smallest_limits_are_kept),
        cmocka_unit_test(a_limit_without_tenths_is_not_extended),
        cmocka_unit_test(nodes_are_extended_too),
        cmocka_unit_test(a_leader_out_of_reach_ends_a_timed_search),
        cmocka_unit_test(an_estimate_does_not_forget_the_count),
        cmocka_unit_test(out_of_reach_looks_at_the_whole_limit),
        cmocka_unit_test(what_is_not_played_is_no_leader),
        cmocka_unit_test(less_than_a_tenth_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
