/* Searches that look at later moves less deeply: what they call proven is true, on random trees and
 * in games; how far they reduce; and what they refuse. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "depth_bench.h"
#include "random_tree.h"
#include "slow_build.h"

enum { LEVELS = 8, TO_THE_END = LEVELS + 1, TREES = 10000 };

static const char *const reduced[] = {"reduce=1, reduce_rate=0.9", "reduce=2, reduce_rate=0.5",
                                      "reduce=1, reduce_rate=10",
                                      "reduce=1, reduce_rate=3, pvs=off, width=2",
                                      "reduce=1, reduce_rate=3, table=off, aspiration=20"};

enum { REDUCED = sizeof reduced / sizeof *reduced };

static int rounds(int count)
{
    return is_slow_build() ? count / 20 : count;
}

static struct cop_game *open_game(const char *spec)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    return game;
}

static struct tree_search *open_reduced(const struct cop_game *game, const char *eval, int which,
                                        const char *limits)
{
    char spec[160];

    snprintf(spec, sizeof spec, "alphabeta(eval=%s, oracle=off, %s)", eval, reduced[which]);
    return depth_bench_open(game, spec, limits);
}

/* ---- Random trees ---- */

/* The best result for player 0 whose turn is anybody's, by looking at everything. */
static double payoff_below(const struct cop_game *game, const void *state)
{
    uint32_t next[RANDOM_TREE_STATE];
    double payoff[COP_PLAYERS_MAX], best = -1;
    int turn = game->rules->turn(game, state), count;
    cop_move moves[8];

    if (turn == COP_OVER) {
        game->rules->payoff(game, state, payoff);
        return payoff[0];
    }
    count = game->rules->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        double value;

        memcpy(next, state, sizeof next);
        game->rules->play(game, next, moves[i]);
        value = payoff_below(game, next);
        if (best < 0 || (turn == 0 ? value > best : value < best))
            best = value;
    }
    return best;
}

/* The report's value is of a scale that ends with a lost and a won game. */
static double payoff_said(const struct cop_report *report)
{
    return (report->value[0] - report->lower) / (report->upper - report->lower);
}

static void check_tree(struct tree_search *search, const char *options, const uint32_t *state,
                       int depth, double truth, int seed, int *proven)
{
    char limits[32];
    struct cop_report report;

    snprintf(limits, sizeof limits, "depth=%d", depth);
    report = depth_bench_search(search, state, limits);
    if (report.proof == COP_UNPROVEN)
        return;
    ++*proven;
    if (!(fabs(payoff_said(&report) - truth) < 1e-9))
        fail_msg("%s, tree %d, depth %d: %.6f is called proven, and it is %.6f", options, seed,
                 depth, payoff_said(&report), truth);
}

/* Also that it is sometimes proven, and sometimes not: else nothing was tried. */
static void what_is_proven_on_random_trees_is_true(void **context)
{
    struct cop_error error = {""};
    struct cop_game *game =
        cop_game_open_rules(&random_tree_rules, "levels=6, width=5, chance=off", &error);
    struct tree_search *searches[REDUCED];
    int proven[REDUCED] = {0}, count = rounds(TREES);
    struct cop_rng rng;

    (void)context;
    assert_non_null(game);
    cop_rng_seed(&rng, 3);
    for (int i = 0; i < REDUCED; i++)
        searches[i] = open_reduced(game, "none", i, "memory=64K");
    for (int seed = 0; seed < count; seed++) {
        uint32_t state[RANDOM_TREE_STATE];
        int depth = 2 + (int)cop_rng_below(&rng, TO_THE_END - 1), i = seed % REDUCED;

        random_tree_plant(game, (uint64_t)seed);
        random_tree_start(game, state);
        check_tree(searches[i], reduced[i], state, depth, payoff_below(game, state), seed,
                   &proven[i]);
    }
    for (int i = 0; i < REDUCED; i++) {
        assert_in_range(proven[i], 1, count / REDUCED - 1);
        depth_bench_close(searches[i]);
    }
    cop_game_close(game);
}

/* ---- Games ---- */

static void play_some(const struct cop_game *game, void *state, int plies, struct cop_rng *rng)
{
    cop_move moves[256];

    assert_true(game->max_moves <= 256);
    do {
        game->rules->start(game, state, rng);
        for (int i = 0; i < plies && game->rules->turn(game, state) >= 0; i++)
            game->rules->play(game, state, cop_random_move(game, state, rng, moves));
    } while (game->rules->turn(game, state) < 0);
}

/* The plain search's distance is the shortest, which another test holds it to. Returns how many
 * were said. */
static int compare_distances(const struct cop_game *game, int plies, int which, int positions)
{
    struct tree_search *plain = depth_bench_open(game, "alphabeta(oracle=off)", "memory=4M");
    struct tree_search *some = open_reduced(game, "\"\"", which, "memory=4M");
    void *state = calloc(1, game->state_size);
    struct cop_rng rng;
    int said = 0;

    cop_rng_seed(&rng, 9);
    for (int i = 0; i < positions; i++) {
        struct cop_report truth, found;

        play_some(game, state, plies, &rng);
        truth = depth_bench_search(plain, state, "depth=9");
        found = depth_bench_search(some, state, "depth=9");
        if (found.proof == COP_PROVEN_WIN || found.proof == COP_PROVEN_LOSS)
            assert_true(truth.proof == COP_UNPROVEN || truth.proof == found.proof);
        if (found.distance == 0 || truth.distance == 0)
            continue;
        said++;
        assert_int_equal(found.distance, truth.distance);
    }
    free(state);
    depth_bench_close(plain);
    depth_bench_close(some);
    return said;
}

static void distances_are_the_shortest_although_moves_are_reduced(void **context)
{
    static const struct {
        const char *game;
        int plies;
    } rows[] = {{"connect4", 22}, {"breakthrough(width=5, height=5)", 8}};

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cop_game *game = open_game(rows[i].game);

        for (int which = 0; which < REDUCED; which++)
            assert_true(compare_distances(game, rows[i].plies, which, rounds(60) + 2) > 0);
        cop_game_close(game);
    }
}

/* ---- How far ---- */

static void reductions_are_even_and_grow(void **context)
{
    (void)context;
    for (double rate = 0.1; rate < 10; rate += 0.37) {
        struct tree_config config = {.reduce = 2, .reduce_rate = rate};

        for (int depth = 1; depth < 40; depth++) {
            for (int index = 0; index < 60; index++) {
                int less = plies_less(&config, depth, index, true);

                assert_true(less >= 0 && less <= depth && less % 2 == 0);
                assert_true(index >= 2 || less == 0);
                assert_true(less >= plies_less(&config, depth - 1, index, true));
                assert_true(index == 0 || less >= plies_less(&config, depth, index - 1, true));
                assert_true(less >= plies_less(&config, depth, index, false));
            }
        }
    }
}

static void without_a_rate_it_is_one_ply(void **context)
{
    struct tree_config config = {.reduce = 3}, none = {0};

    (void)context;
    for (int index = 0; index < 10; index++) {
        for (int depth = 0; depth < 10; depth++) {
            assert_int_equal(plies_less(&config, depth, index, true), index >= 3 && depth >= 2);
            assert_int_equal(plies_less(&none, depth, index, true), 0);
        }
    }
}

/* ---- Bad input ---- */

static void a_rate_without_reductions_is_refused(void **context)
{
    struct cop_game *game = open_game("breakthrough");
    struct cop_limits limits;
    struct cop_error error = {""};

    (void)context;
    assert_true(cop_limits_parse("depth=1", &limits, NULL));
    assert_false(cop_agent_check(game, "alphabeta(reduce_rate=1)", &limits, NULL, &error));
    assert_non_null(strstr(error.message, "needs reduce=1 or more"));
    assert_true(cop_agent_check(game, "paranoid(reduce=1, reduce_rate=1)", &limits, NULL, &error));
    assert_false(cop_agent_check(game, "brs(reduce_rate=1)", &limits, NULL, &error));
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_proven_on_random_trees_is_true),
        cmocka_unit_test(distances_are_the_shortest_although_moves_are_reduced),
        cmocka_unit_test(reductions_are_even_and_grow),
        cmocka_unit_test(without_a_rate_it_is_one_ply),
        cmocka_unit_test(a_rate_without_reductions_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
