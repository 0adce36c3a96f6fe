/* test_alone.c - tree search for one player: its formulas with numbers worked out by hand, boards
 * that brute force can look through, and the best game that is kept and played
 * (samegame-and-fanorona.md 8.3, numbers in brackets). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/logarithm.h"
#include "search/mcts/deviation.h"
#include "search/mcts/mcts.h"
#include "tree_bench.h"

enum { SEEDS = 12, STATE_ROOM = 256, MOVES_ROOM = 256 };

#define SMALL "samegame(width=4, height=4, colours=3)"
#define ALONE "reward=score, final=best, solver=on, proof=ends, warm=5, children=warm"

static struct bench set_up(const char *game, const char *agent, const char *limits, uint64_t seed)
{
    struct cop_error error = {""};
    struct bench bench = bench_open(cop_game_open(game, &error), &error, "", agent, limits);
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    bench.game->rules->start(bench.game, bench.state, &rng);
    return bench;
}

/* The points at the end of the line, whose moves must be legal. */
static double replay(const struct bench *bench, const struct cop_report *report)
{
    const struct cop_rules *rules = bench->game->rules;
    uint64_t state[STATE_ROOM];

    memcpy(state, bench->state, bench->game->state_size);
    for (int i = 0; i < report->line_length; i++) {
        cop_move moves[MOVES_ROOM];
        int count = rules->moves(bench->game, state, moves), at = 0;

        while (at < count && moves[at] != report->line[i])
            at++;
        assert_true(at < count);
        rules->play(bench->game, state, report->line[i]);
    }
    assert_int_equal(rules->turn(bench->game, state), COP_OVER);
    return rules->score(bench->game, state, 0);
}

static double most_points(const struct cop_game *game, const void *state)
{
    uint64_t next[STATE_ROOM];
    cop_move moves[MOVES_ROOM];
    int count = game->rules->moves(game, state, moves);
    double most = count == 0 ? game->rules->score(game, state, 0) : -INFINITY;

    for (int i = 0; i < count; i++) {
        memcpy(next, state, game->state_size);
        game->rules->play(game, next, moves[i]);
        most = fmax(most, most_points(game, next));
    }
    return most;
}

/* ---- Formulas ---- */

/* [21] */
static void formulas_have_the_numbers_worked_out_by_hand(void **unused)
{
    struct gains gains = {10, 25000, 62600000, 2900};
    struct gains_parent parent = {log(100), sqrt(100)};
    double sum = gains_exploration(DEVIATION_SUM, &gains, 0.5, 10000, &parent, 10);
    double product = gains_exploration(DEVIATION_PRODUCT, &gains, 0.5, 10000, &parent, 10);

    (void)unused;
    assert_true(fabs(gains_value(&gains, 0) + sum - 2605.220) < 0.001);
    assert_true(fabs(gains_value(&gains, 0) + product - 2550) < 1e-9);
    assert_true(fabs(gains_value(&gains, 0.25) - 2600) < 1e-9); /* 0.75 mean + 0.25 best */
    gains.squares = 62400000;                                   /* less than any results have */
    assert_true(gains_exploration(DEVIATION_PRODUCT, &gains, 0.5, 10000, &parent, 10) == 0);
}

/* A root with two children that were set up by hand: results of 10 games each, in points of the
 * game. Which of them a descent follows, and what it counts as. */
static void selection_goes_by_points_of_the_game(void **unused)
{
    static const char *const forms[] = {"deviation=product, deviation_d=10000, c=0.5",
                                        "deviation=sum, deviation_d=10000, c=0.5",
                                        "deviation=sum, deviation_log=10, deviation_d=10000, c=0.5",
                                        "deviation=product, deviation_d=10000, c=0.5, top=0.25"};
    static const double expected[] = {2550, 2605.220, 2500 + 0.2236 + 104.881, 2650};

    (void)unused;
    for (int i = 0; i < 4; i++) {
        char agent[200];
        struct bench bench;
        struct node *child;
        double *column, range, value;

        snprintf(agent, sizeof agent, "reward=score, children=all, %s", forms[i]);
        bench = set_up("samegame", agent, "seed=1", 1);
        range = bench.game->score_high - bench.game->score_low;
        child = tree_bench_plant(
            bench.mcts, 100, (struct sample[]){{10 * (2500 - bench.game->score_low) / range, 10}},
            1);
        column = node_column(&bench.mcts->trees[0], bench.mcts->parts.uses[0].column, child);
        memcpy(column, (double[]){10, 25000, 62600000, 2900}, 4 * sizeof *column);
        value = selection_value(bench.worker, tree_root(&bench.mcts->trees[0]), child, 0);
        assert_true(fabs(bench.game->score_low + range * value - expected[i]) < 0.05);
        bench_close(&bench);
    }
}

/* ---- Every node ---- */

struct sum_check {
    const struct part_use *use;
    int64_t nodes;
    int deepest;
};

/* [22] */
static void check_sums(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    struct sum_check *check = context;
    struct gains gains = gains_of(check->use, &mcts->trees[0], node);

    (void)owner;
    check->nodes++;
    assert_true(gains.count == (double)node_visits(node));
    if (gains.count == 0)
        return;
    assert_true(gains.sum * gains.sum / gains.count <= gains.squares * (1 + 1e-12));
    assert_true(gains.top * gains.count >= gains.sum - 1e-6);
}

static void sums_of_all_nodes_are_consistent_and_nodes_are_counted(void **unused)
{
    static const char *const agents[] = {
        ALONE ", deviation=product, c=0.1, top=0.02",
        ALONE ", deviation=sum, c=100",
        "reward=score, final=best, deviation=product, c=0.5, deviation_d=10000",
    };

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct bench bench = set_up("samegame", agents[i], "seed=1", 4);
        struct cop_report report = tree_bench_search(bench.mcts, bench.state, "nodes=5k, seed=3");
        struct sum_check check = {.nodes = 0};

        for (int part = 0; part < bench.mcts->parts.count; part++)
            if (bench.mcts->parts.uses[part].part == &mcts_deviation)
                check.use = &bench.mcts->parts.uses[part];
        tree_bench_walk(bench.mcts, check_sums, &check);
        assert_int_equal(report.nodes, check.nodes);
        assert_in_range(report.nodes, 5000, 5000 + MOVES_ROOM);
        assert_true(replay(&bench, &report) == report.total);
        bench_close(&bench);
    }
}

struct lift_check {
    const struct part_use *use;
    int lifted;
};

/* Nodes whose rewards are not the results of their simulations. */
static void count_lifted(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    struct lift_check *check = context;
    const struct cop_game *game = mcts->game;
    struct gains gains = gains_of(check->use, &mcts->trees[0], node);
    double points;

    if (owner < 0 || gains.count == 0)
        return;
    points = game->score_low + (game->score_high - game->score_low) * node_value(node);
    check->lifted += fabs(points - gains.sum / gains.count) > 0.01;
}

static int lifted_nodes(const char *agent)
{
    struct bench bench = set_up("samegame(width=5, height=5, colours=3)", agent, "seed=1", 4);
    struct lift_check check = {.use = &bench.mcts->parts.uses[0]};

    assert_false(tree_bench_search(bench.mcts, bench.state, "sims=300, seed=3").stopped_early);
    assert_ptr_equal(check.use->part, &mcts_deviation);
    tree_bench_walk(bench.mcts, count_lifted, &check);
    bench_close(&bench);
    return check.lifted;
}

/* proof=ends closes finished lines and changes no result; bounds would. */
static void closing_lines_changes_no_result(void **unused)
{
    (void)unused;
    assert_int_equal(lifted_nodes("reward=score, deviation=product, solver=on, proof=ends"), 0);
    assert_true(lifted_nodes("reward=score, deviation=product, solver=on, proof=bounds") > 0);
}

/* Below T visits one child for a visit at most, then all of them (samegame-and-fanorona.md 5.4). */
static void check_family(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    int *kinds = context;

    (void)mcts;
    (void)owner;
    if (!node_has_children(node) || (node_flags(node) & NODE_CLOSED))
        return;
    if (node_visits(node) <= 5)
        assert_true(node->child_count <= node_visits(node));
    else
        assert_int_equal(node->child_count, node->move_count);
    kinds[node_visits(node) > 5]++;
}

static void children_are_drawn_until_a_node_is_warm(void **unused)
{
    struct bench bench = set_up("samegame", ALONE ", deviation=product, c=0.5", "seed=1", 4);
    int kinds[2] = {0, 0};

    (void)unused;
    tree_bench_search(bench.mcts, bench.state, "sims=3k, seed=3");
    tree_bench_walk(bench.mcts, check_family, kinds);
    assert_true(kinds[0] > 50 && kinds[1] > 50);
    bench_close(&bench);
}

/* ---- Small boards ---- */

/* [23] */
static void small_boards_are_searched_exhaustively(void **unused)
{
    static const char *const agents[] = {ALONE ", deviation=product, c=0.1, whole=on",
                                         ALONE ", deviation=sum, c=100, top=0.3, whole=on",
                                         "reward=score, final=best, solver=on, c=0.01, whole=on"};

    (void)unused;
    for (int i = 0; i < 3; i++)
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            struct bench bench = set_up(SMALL, agents[i], "seed=1", seed);
            struct cop_report report =
                tree_bench_search(bench.mcts, bench.state, "sims=1M, seed=2");
            double most = most_points(bench.game, bench.state);

            assert_true(report.stopped_early);
            assert_int_equal(report.proof, COP_PROVEN_EXACT);
            assert_true(report.has_total && report.total == most);
            assert_true(replay(&bench, &report) == most);
            assert_int_equal(report.turn_length, report.line_length);
            bench_close(&bench);
        }
}

/* Of each root move the best game with it. */
static void root_moves_have_their_best_games(void **unused)
{
    struct bench bench = set_up(SMALL, ALONE ", deviation=product, whole=on", "seed=1", 5);
    struct cop_report report = tree_bench_search(bench.mcts, bench.state, "sims=1M, seed=2");

    (void)unused;
    assert_true(report.candidate_count > 2);
    for (int i = 0; i < report.candidate_count; i++) {
        const struct cop_candidate *candidate = &report.candidates[i];
        uint64_t next[STATE_ROOM];

        memcpy(next, bench.state, bench.game->state_size);
        bench.game->rules->play(bench.game, next, candidate->move);
        assert_true(candidate->has_total);
        assert_true(candidate->total == most_points(bench.game, next));
    }
    bench_close(&bench);
}

/* ---- Restarts, seeds, threads ---- */

/* [24] The first trees are the same however many there are. */
static void more_trees_of_one_size_are_never_worse(void **unused)
{
    double last = -INFINITY, first = 0;

    (void)unused;
    for (int count = 1; count <= 16; count *= 2) {
        char agent[200], limits[64];
        struct bench bench;
        struct cop_report report;

        snprintf(agent, sizeof agent, ALONE ", deviation=product, whole=on, restarts=%d", count);
        snprintf(limits, sizeof limits, "sims=%d, seed=5", 150 * count);
        bench = set_up("samegame(width=8, height=8)", agent, "seed=1", 3);
        report = tree_bench_search(bench.mcts, bench.state, limits);
        assert_int_equal(report.sims, 150 * count);
        assert_true(replay(&bench, &report) == report.total);
        assert_true(report.total >= last);
        last = report.total;
        first = count == 1 ? last : first;
        bench_close(&bench);
    }
    assert_true(last > first);
}

static void restarts_share_out_nodes(void **unused)
{
    struct bench bench = set_up("samegame", ALONE ", deviation=product, restarts=10", "seed=1", 3);
    struct cop_report report = tree_bench_search(bench.mcts, bench.state, "nodes=10k, seed=5");

    (void)unused;
    assert_in_range(report.nodes, 10000, 10000 + 10 * MOVES_ROOM);
    assert_true(nodes_made(bench.mcts) < 1000 + MOVES_ROOM);
    bench_close(&bench);
}

static void assert_equal_games(const struct cop_report *one, const struct cop_report *other)
{
    assert_true(one->total == other->total);
    assert_int_equal(one->sims, other->sims);
    assert_int_equal(one->nodes, other->nodes);
    assert_int_equal(one->line_length, other->line_length);
    assert_memory_equal(one->line, other->line, (size_t)one->line_length * sizeof(cop_move));
}

/* [26] Trees of their own have shares of their own, whoever is quicker; of all their games the best
 * one counts. */
static void games_follow_the_seed_also_with_two_trees(void **unused)
{
    static const char *const limits[] = {
        "sims=2001, seed=5", "nodes=3k, seed=5", "sims=2001, threads=2, seed=5",
        "nodes=3k, threads=2, seed=5", "sims=2001, threads=5, seed=5"};

    (void)unused;
    for (int i = 0; i < 5; i++) {
        struct cop_report reports[4];

        for (int j = 0; j < 4; j++) {
            struct bench bench = set_up(
                "samegame", ALONE ", deviation=product, parallel=root, restarts=3", limits[i], 3);

            reports[j] = tree_bench_search(bench.mcts, bench.state, limits[i]);
            assert_true(replay(&bench, &reports[j]) == reports[j].total);
            assert_equal_games(&reports[0], &reports[j]);
            bench_close(&bench);
        }
        if (strncmp(limits[i], "sims", 4) == 0)
            assert_int_equal(reports[0].sims, 2001);
    }
}

static void threads_on_one_tree_find_whole_games(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct bench bench =
            set_up("samegame", ALONE ", deviation=product, top=0.1", "threads=2", seed);
        struct cop_report report =
            tree_bench_search(bench.mcts, bench.state, "sims=4k, threads=2, seed=1");

        assert_true(report.has_total && replay(&bench, &report) == report.total);
        bench_close(&bench);
    }
}

/* ---- Move by move ---- */

/* Plays a game with a search for every move; returns its points, and how often the best game that
 * was known was better than the next one. */
static double play_game(const char *agent, uint64_t seed, int *losses)
{
    struct bench bench = set_up("samegame(width=8, height=8)", agent, "seed=1", seed);
    const struct cop_rules *rules = bench.game->rules;
    struct cop_error error;
    struct cop_limits limits;
    double known = -INFINITY, points;

    assert_true(cop_limits_parse("sims=40", &limits, &error));
    cop_mcts_agent.start(bench.mcts, seed);
    *losses = 0;
    while (rules->turn(bench.game, bench.state) != COP_OVER) {
        struct cop_report report;

        assert_true(cop_mcts_agent.think(bench.mcts, bench.state, &limits, NULL, &report, &error));
        assert_true(report.has_total && replay(&bench, &report) == report.total);
        *losses += report.total < known;
        known = report.total;
        cop_mcts_agent.played(bench.mcts, bench.state, report.best);
        rules->play(bench.game, bench.state, report.best);
    }
    points = rules->score(bench.game, bench.state, 0);
    assert_true(points == known);
    bench_close(&bench);
    return points;
}

/* samegame-and-fanorona.md 5.5: with memory no game that was seen is lost, without it some are. */
static void the_best_game_is_kept_from_move_to_move(void **unused)
{
    static const char *const agents[] = {ALONE ", deviation=product",
                                         ALONE ", deviation=product, reuse=on",
                                         ALONE ", deviation=product, parallel=root"};
    int losses, forgotten = 0;

    (void)unused;
    for (int i = 0; i < 3; i++)
        for (uint64_t seed = 1; seed <= 4; seed++) {
            play_game(agents[i], seed, &losses);
            assert_int_equal(losses, 0);
        }
    for (uint64_t seed = 1; seed <= 4; seed++) {
        play_game(ALONE ", deviation=product, keep=off", seed, &losses);
        forgotten += losses;
    }
    assert_true(forgotten > 0);
}

/* What others have played is no game of ours. */
static void a_game_that_is_not_followed_is_forgotten(void **unused)
{
    struct bench bench = set_up("samegame", ALONE ", deviation=product", "seed=1", 2);
    struct cop_report report = tree_bench_search(bench.mcts, bench.state, "sims=500, seed=1");
    cop_move other = COP_NO_MOVE;
    struct cop_limits limits;
    struct cop_error error;

    (void)unused;
    for (int i = 0; i < report.candidate_count; i++)
        if (report.candidates[i].move != report.best)
            other = report.candidates[i].move;
    cop_mcts_agent.played(bench.mcts, bench.state, other);
    bench.game->rules->play(bench.game, bench.state, other);
    assert_true(cop_limits_parse("sims=3", &limits, &error));
    assert_true(cop_mcts_agent.think(bench.mcts, bench.state, &limits, NULL, &report, &error));
    assert_true(replay(&bench, &report) == report.total);
    bench_close(&bench);
}

/* ---- What is refused ---- */

static void what_cannot_go_together_is_said(void **unused)
{
    static const char *const cases[][3] = {
        {"connect4", "mcts(deviation=product)", "are for games of one player"},
        {"connect4", "mcts(final=best)", "final=best is for games of one player"},
        {"connect4", "mcts(solver=on, proof=ends)", "proof=ends is for games of one player"},
        {"samegame", "mcts(final=best)", "it needs reward=score"},
        {"samegame", "mcts(whole=on)", "whole does nothing here; it needs final=best"},
        {"samegame", "mcts(keep=off)", "keep does nothing here; it needs final=best"},
        {"samegame", "mcts(restarts=3)", "restarts does nothing here; it needs final=best"},
        {"samegame", "mcts(deviation_d=3)", "deviation_d does nothing here; it needs deviation"},
        {"samegame", "mcts(deviation=product, deviation_log=10)", "it needs deviation=sum"},
        {"samegame", "mcts(deviation=sum, discount=0.9)", "use discount=1"},
        {"samegame", "mcts(deviation=sum, select=random)", "leave the other select out"},
        {"samegame", "mcts(deviation=sum, c=-1)", "needs a c that is not below 0"},
        {"samegame", "mcts(children=warm)", "children=warm needs warm"},
        {"samegame", "mcts(reward=score, final=best, turn=whole)", "leave turn out"},
        {"samegame", "mcts(reward=score, final=best, restarts=2, reuse=on)", "leave reuse out"},
        {"samegame", "mcts(reward=score, final=best, restarts=2, extend=1)", "leave extend out"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_error error = {""};
        struct cop_game *game = cop_game_open(cases[i][0], &error);

        if (cop_agent_check(game, cases[i][1], NULL, NULL, &error))
            fail_msg("%s was accepted", cases[i][1]);
        if (strstr(error.message, cases[i][2]) == NULL)
            fail_msg("%s: %s", cases[i][1], error.message);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_have_the_numbers_worked_out_by_hand),
        cmocka_unit_test(selection_goes_by_points_of_the_game),
        cmocka_unit_test(sums_of_all_nodes_are_consistent_and_nodes_are_counted),
        cmocka_unit_test(closing_lines_changes_no_result),
        cmocka_unit_test(children_are_drawn_until_a_node_is_warm),
        cmocka_unit_test(small_boards_are_searched_exhaustively),
        cmocka_unit_test(root_moves_have_their_best_games),
        cmocka_unit_test(more_trees_of_one_size_are_never_worse),
        cmocka_unit_test(restarts_share_out_nodes),
        cmocka_unit_test(games_follow_the_seed_also_with_two_trees),
        cmocka_unit_test(threads_on_one_tree_find_whole_games),
        cmocka_unit_test(the_best_game_is_kept_from_move_to_move),
        cmocka_unit_test(a_game_that_is_not_followed_is_forgotten),
        cmocka_unit_test(what_cannot_go_together_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
