/* test_tree_values.c - what depth-first searches report: values within the range that they report
 * with them, and relative to the root where the evaluator asks for that; and what they play where
 * they have come to nothing. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "coppice/agent.h"
#include "think.h"

static struct cop_game *open_game(const char *spec)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    return game;
}

/* So many random plies from the start on, and further to where somebody decides; false if the game
 * is over before. */
static bool walk(const struct cop_game *game, uint64_t seed, int plies, void *state)
{
    cop_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    struct cop_rng rng;
    int turn;

    cop_rng_seed(&rng, seed);
    game->rules->start(game, state, &rng);
    for (int i = 0;; i++) {
        turn = game->rules->turn(game, state);
        if (turn == COP_OVER || (turn >= 0 && i >= plies))
            break;
        game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
    }
    free(moves);
    return turn != COP_OVER;
}

static struct cop_report search(const struct cop_game *game, const char *spec, const void *state,
                                const char *words)
{
    struct cop_report report;

    cop_agent_close(think_once(game, state, spec, words, &report));
    return report;
}

static const struct cop_evaluator *first_evaluator(const struct cop_game *game)
{
    const struct cop_evaluator *first = game->rules->evaluators;

    while (first->fits_variant != NULL && !first->fits_variant(game))
        first++;
    return first;
}

static void assert_within(const char *spec, const struct cop_game *game,
                          const struct cop_report *report)
{
    for (int i = 0; i < game->players; i++)
        if (report->value[i] < report->lower || report->value[i] > report->upper)
            fail_msg("%s: player %d's value is %g, and not between %g and %g", spec, i,
                     report->value[i], report->lower, report->upper);
}

/* OnTop bounds what the searching player can reach within a depth; that is no bound for the other
 * one, nor is its end a won game. */
static void a_horizon_is_no_range_of_values(void **context)
{
    static const char *const agents[] = {"expectimax",           "star1",    "star2.5",
                                         "star2(bounds=scaled)", "paranoid", "maxn"};
    struct cop_game *game = open_game("ontop");
    const struct cop_evaluator *evaluator = first_evaluator(game);
    void *state = malloc(game->state_size);

    (void)context;
    for (uint64_t seed = 0; seed < 30; seed++) {
        if (!walk(game, seed, 44, state))
            continue;
        for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++) {
            struct cop_report report =
                search(game, agents[i], state, "depth=2, nodes=2k, memory=1M");

            assert_true(report.lower == evaluator->lower && report.upper == evaluator->upper);
            assert_within(agents[i], game, &report);
        }
    }
    free(state);
    cop_game_close(game);
}

/* max^n has a value for each player, and each of them is the evaluator's; paranoid takes off those
 * of all others. */
static void a_range_is_that_of_the_values_of_the_search(void **context)
{
    struct cop_game *game = open_game("rolit(players=3)");
    const struct cop_evaluator *evaluator = first_evaluator(game);
    double width = evaluator->upper - evaluator->lower;
    void *state = malloc(game->state_size);
    struct cop_report report;

    (void)context;
    assert_true(walk(game, 1, 20, state));
    report = search(game, "maxn", state, "depth=2, memory=4M");
    assert_true(report.lower == evaluator->lower && report.upper == evaluator->upper);
    assert_within("maxn", game, &report);
    report = search(game, "paranoid", state, "depth=2, memory=4M");
    assert_true(report.upper - report.lower == 3 * width);
    free(state);
    cop_game_close(game);
}

/* Judgements of Stratego are relative to the root. For two players whose values are opposite max^n
 * is then the plain search. */
static void maxn_takes_the_root_off_too(void **context)
{
    static const char *const limits[] = {"depth=1, memory=4M", "depth=2, memory=4M"};
    struct cop_game *game = open_game("stratego(size=4)");
    void *state = malloc(game->state_size);
    int compared = 0;

    (void)context;
    assert_true(first_evaluator(game)->is_relative);
    for (uint64_t seed = 0; seed < 40; seed++) {
        if (!walk(game, seed, 8 + (int)seed % 8, state))
            continue;
        for (int i = 0; i < 2; i++) {
            int player = game->rules->turn(game, state);
            struct cop_report plain = search(game, "expectimax", state, limits[i]);
            struct cop_report report = search(game, "maxn", state, limits[i]);

            assert_within("maxn", game, &report);
            if (fabs(report.value[player] - plain.value[player]) > 1e-9)
                fail_msg("seed %d: max^n says %g, expectimax %g", (int)seed, report.value[player],
                         plain.value[player]);
            assert_true(fabs(report.value[0] + report.value[1]) < 1e-9);
            compared++;
        }
    }
    assert_true(compared >= 20);
    free(state);
    cop_game_close(game);
}

/* A search that has looked at nothing knows nothing, which is not the value 0. */
static void what_was_not_looked_at_has_no_value(void **context)
{
    const atomic_bool stop = true;
    const struct cop_watch watch = {.stop = &stop};
    struct cop_limits limits;
    struct cop_game *game = open_game("othello");
    void *state = malloc(game->state_size);
    struct cop_agent *agent;
    struct cop_report report;

    (void)context;
    assert_true(walk(game, 1, 10, state));
    assert_true(cop_limits_parse("depth=4, memory=4M", &limits, NULL));
    agent = cop_agent_open(game, "alphabeta", &limits.means, NULL);
    assert_true(cop_agent_think(agent, state, &limits, &watch, &report, NULL));
    assert_int_equal(report.depth, 0);
    assert_true(isnan(report.value[0]) && isnan(report.value[1]));
    assert_true(report.best != COP_NO_MOVE);
    cop_agent_close(agent);
    free(state);
    cop_game_close(game);
}

static cop_move first_move(const struct cop_game *game, const void *state)
{
    cop_move moves[256];

    return game->rules->moves(game, state, moves) > 0 ? moves[0] : COP_NO_MOVE;
}

/* The move that the game's first ordering has in front. */
static cop_move first_by_ordering(const struct cop_game *game, const void *state)
{
    cop_move moves[256];
    float ratings[256] = {0};
    int count = game->rules->moves(game, state, moves), best = 0;

    game->rules->orderings[0].rate(game, state, moves, count, ratings);
    for (int i = 1; i < count; i++)
        if (ratings[i] > ratings[best])
            best = i;
    return moves[best];
}

/* Neither who is stopped before the first move is searched, nor whose helpers have used the limit
 * up by then, plays just any move. */
static void whose_search_comes_to_nothing_plays_the_first_of_the_ordering(void **context)
{
    static const char *const games[] = {"connect4", "focus"};
    static const char *const specs[] = {"alphabeta", "maxn", "brs"};

    (void)context;
    for (int i = 0; i < 6; i++) {
        struct cop_game *game = open_game(games[i % 2]);
        struct cop_limits limits = {.nodes = 1, .means = {.threads = 4, .memory = 1 << 20}};
        struct cop_agent *agent = cop_agent_open(game, specs[i / 2], &limits.means, NULL);
        atomic_bool stop = true;
        struct cop_watch watch = {.stop = &stop};
        void *state = cop_allocate(game->state_size);
        struct cop_report report;
        struct cop_rng rng;

        assert_non_null(agent);
        cop_rng_seed(&rng, 1);
        game->rules->start(game, state, &rng);
        assert_int_not_equal(first_by_ordering(game, state), first_move(game, state));
        assert_true(cop_agent_think(agent, state, &limits, &watch, &report, NULL));
        assert_int_equal(report.best, first_by_ordering(game, state));
        for (int again = 0; again < 30; again++) {
            assert_true(cop_agent_think(agent, state, &limits, NULL, &report, NULL));
            assert_int_equal(report.best, first_by_ordering(game, state));
        }
        cop_agent_close(agent);
        free(state);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_horizon_is_no_range_of_values),
        cmocka_unit_test(a_range_is_that_of_the_values_of_the_search),
        cmocka_unit_test(maxn_takes_the_root_off_too),
        cmocka_unit_test(what_was_not_looked_at_has_no_value),
        cmocka_unit_test(whose_search_comes_to_nothing_plays_the_first_of_the_ordering),
    };

    return cmocka_run_group_tests_name("tree-values", tests, NULL, NULL);
}
