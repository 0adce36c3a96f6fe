/* test_exact.c - positions near the end that mcts looks through: their values are those of plain
 * expectimax over all endings, an expectation is no proof of a win, and who does not look finds the
 * same later. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/agent.h"
#include "tree_bench.h"

enum { MOVES_MAX = 256 };

/* The first player's share, by looking at everything. */
static double brute_force(const struct cop_game *game, const void *state)
{
    int turn = game->rules->turn(game, state), count;
    cop_move moves[MOVES_MAX];
    double chances[MOVES_MAX], shares[COP_PLAYERS_MAX], value = turn == 0 ? 0 : 1, sum = 0;
    void *after;

    if (turn == COP_OVER) {
        game->rules->payoff(game, state, shares);
        return shares[0];
    }
    assert_true(game->max_moves <= MOVES_MAX);
    after = malloc(game->state_size);
    count = game->rules->moves(game, state, moves);
    if (turn == COP_CHANCE)
        game->rules->chances(game, state, chances);
    for (int i = 0; i < count; i++) {
        double share;

        memcpy(after, state, game->state_size);
        game->rules->play(game, after, moves[i]);
        share = brute_force(game, after);
        if (turn == COP_CHANCE)
            sum += chances[i] * share;
        else
            value = turn == 0 ? fmax(value, share) : fmin(value, share);
    }
    free(after);
    return turn == COP_CHANCE ? sum : value;
}

/* A random game, stopped before a player's move when at most `left` moves are left; false if it
 * ended before. */
static bool late_position(const struct cop_game *game, uint64_t seed, int left, void *state)
{
    cop_move moves[MOVES_MAX];
    struct cop_rng rng;
    int turn;

    cop_rng_seed(&rng, seed);
    game->rules->start(game, state, &rng);
    while ((turn = game->rules->turn(game, state)) != COP_OVER &&
           (turn == COP_CHANCE || game->rules->moves_left(game, state) > left))
        game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
    return turn != COP_OVER;
}

static double brute_force_after(const struct cop_game *game, const void *state, cop_move move)
{
    void *after = malloc(game->state_size);
    double value;

    memcpy(after, state, game->state_size);
    game->rules->play(game, after, move);
    value = brute_force(game, after);
    free(after);
    return value;
}

struct tally {
    int fractions, wins, losses, draws;
};

static void check_position(const struct cop_game *game, const char *agent, const void *state,
                           struct tally *tally)
{
    struct mcts *mcts = tree_bench_open(game, agent, "");
    struct cop_report report = tree_bench_search(mcts, state, "sims=3000, seed=1");
    int player = game->rules->turn(game, state);
    double truth = brute_force(game, state);

    truth = player == 0 ? truth : 1 - truth;
    assert_float_equal(report.value[player], truth, 1e-9);
    for (int i = 0; i < report.candidate_count; i++) {
        const struct cop_candidate *candidate = &report.candidates[i];
        double share = brute_force_after(game, state, candidate->move);

        share = player == 0 ? share : 1 - share;
        assert_true(candidate->low <= share + 1e-9 && candidate->high >= share - 1e-9);
        if (candidate->move == report.best)
            assert_float_equal(share, truth, 1e-9);
    }
    assert_int_equal(report.proof == COP_PROVEN_WIN, truth == 1);
    assert_int_equal(report.proof == COP_PROVEN_LOSS, truth == 0);
    tally->wins += truth == 1;
    tally->losses += truth == 0;
    tally->draws += truth == 0.5;
    tally->fractions += truth > 0 && truth < 1 && truth != 0.5;
    tree_bench_close(mcts);
}

static void endings_have_the_values_of_brute_force(void **unused)
{
    static const struct {
        const char *game, *agent;
        int left, positions;
    } rows[] = {
        {"ontop", "solver=on, stop=off, exact=2", 3, 60},
        {"ontop", "solver=on, stop=off, exact=3, exact_nodes=100000, outcomes=pass", 3, 30},
        {"ontop", "solver=on, stop=off, exact=3, exact_nodes=100000, first_play=1, parallel=root",
         3, 30},
        {"connect4(width=4, height=4)", "solver=on, stop=off, exact=6, exact_nodes=100000", 7, 60},
        {"othello(size=4)", "solver=on, stop=off, exact=5", 6, 60},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cop_game *game = cop_game_open(rows[i].game, NULL);
        void *state = malloc(game->state_size);
        struct tally tally = {0, 0, 0, 0};
        int checked = 0, wanted = IS_WATCHED ? rows[i].positions / 6 : rows[i].positions;

        for (uint64_t seed = 1; checked < wanted; seed++)
            if (late_position(game, seed, rows[i].left, state)) {
                check_position(game, rows[i].agent, state, &tally);
                checked++;
            }
        assert_true(IS_WATCHED || (tally.wins > 0 && tally.losses > 0));
        assert_true(IS_WATCHED || (game->has_chance ? tally.fractions : tally.draws) > 0);
        free(state);
        cop_game_close(game);
    }
}

/* Every root move is settled by the first simulation that comes there. */
static void one_look_settles_a_move(void **unused)
{
    struct cop_game *game = cop_game_open("ontop", NULL);
    void *state = malloc(game->state_size);

    (void)unused;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct mcts *mcts;
        struct cop_report report;

        if (!late_position(game, seed, 3, state))
            continue;
        mcts = tree_bench_open(game, "solver=on, exact=3, exact_nodes=100000, stop=off", "");
        report = tree_bench_search(mcts, state, "sims=3000, seed=1");
        assert_true(report.sims <= report.candidate_count);
        tree_bench_close(mcts);
    }
    free(state);
    cop_game_close(game);
}

/* Too little room for a look leaves the node to the tree, which finds the same in more simulations.
 */
static void an_end_that_is_too_far_is_left_to_the_tree(void **unused)
{
    struct cop_game *game = cop_game_open("ontop", NULL);
    void *state = malloc(game->state_size);
    int compared = 0;

    (void)unused;
    for (uint64_t seed = 1; compared < 10; seed++) {
        struct mcts *with, *without;
        struct cop_report near, far;

        if (!late_position(game, seed, 3, state))
            continue;
        with = tree_bench_open(game, "solver=on, stop=off, exact=3, exact_nodes=100000", "");
        without = tree_bench_open(game, "solver=on, stop=off, exact=3, exact_nodes=1", "");
        near = tree_bench_search(with, state, "sims=50k, seed=1");
        far = tree_bench_search(without, state, "sims=50k, seed=1");
        assert_float_equal(near.value[0], far.value[0], 1e-9);
        assert_true(near.sims <= far.sims);
        compared += near.sims < far.sims;
        tree_bench_close(with);
        tree_bench_close(without);
    }
    free(state);
    cop_game_close(game);
}

/* Many nodes are no reason to overlook a flag. */
static void a_long_look_ends_with_the_search(void **unused)
{
    struct cop_game *game = cop_game_open("connect4(width=4, height=4)", NULL);
    struct mcts *mcts = tree_bench_open(game, "solver=on, exact=16, exact_nodes=1000000000", "");
    void *state = tree_bench_state(game, "");
    const struct cop_run_terms terms = {.tickets = 1};
    double share;

    (void)unused;
    cop_run_begin(&mcts->run, &terms);
    cop_run_finish(&mcts->run, COP_RUN_STOPPED);
    assert_false(exact_value(mcts->workers[0].exact, state, 1000000000, &share));
    free(state);
    tree_bench_close(mcts);
    cop_game_close(game);
}

static void what_cannot_be_looked_through_is_refused(void **unused)
{
    static const struct {
        const char *game, *agent, *word;
    } rows[] = {
        {"ontop", "mcts(exact=3)", "solver=on"},
        {"ontop", "mcts(exact_nodes=3)", "needs exact"},
        {"ontop", "mcts(solver=on, exact=3, reward=margin)", "reward=payoff"},
        {"ontop", "mcts(solver=on, exact=3, draw=0.2)", "draw=0.5"},
        {"ontop(players=3)", "mcts(solver=on, exact=3)", "two players"},
        {"dice", "mcts(solver=on, exact=3)", "does not say how many moves"},
        {"ontop", "mcts(solver=on, exact=17)", "16"},
    };
    struct cop_limits limits;

    (void)unused;
    assert_true(cop_limits_parse("sims=1", &limits, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cop_game *game = cop_game_open(rows[i].game, NULL);
        struct cop_error error = {""};

        assert_false(cop_agent_check(game, rows[i].agent, &limits, NULL, &error));
        if (strstr(error.message, rows[i].word) == NULL)
            fail_msg("%s: %s", rows[i].agent, error.message);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(endings_have_the_values_of_brute_force),
        cmocka_unit_test(one_look_settles_a_move),
        cmocka_unit_test(an_end_that_is_too_far_is_left_to_the_tree),
        cmocka_unit_test(a_long_look_ends_with_the_search),
        cmocka_unit_test(what_cannot_be_looked_through_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
