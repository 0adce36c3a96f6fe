/* test_oracles.c - searches that ask a game's oracles find the same values with less work, and only
 * ask where they may. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "coppice/agent.h"
#include "coppice/solve.h"
#include "search/oracle.h"
#include "slow_build.h"
#include "think.h"

struct answer {
    double value;
    int64_t nodes, sims;
    cop_move best;
    enum cop_proof proof;
};

static struct answer think(const struct cop_game *game, const void *state, const char *spec,
                           const char *limit)
{
    struct cop_report report;

    cop_agent_close(think_once(game, state, spec, limit, &report));
    return (struct answer){report.value[game->rules->turn(game, state)], report.nodes, report.sims,
                           report.best, report.proof};
}

/* A position with few moves to go, from random play; false if the game was over before. */
static bool late_position(const struct cop_game *game, uint64_t seed, int plies, void *state)
{
    cop_move *moves = malloc((size_t)game->max_moves * sizeof *moves);
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    game->rules->start(game, state, &rng);
    cop_playout(game, state, &rng, plies, moves);
    free(moves);
    return game->rules->turn(game, state) >= 0;
}

static const struct {
    const char *spec;
    int plies;
} games[] = {{"connect4(width=5, height=4)", 8},
             {"breakthrough(width=4, height=5)", 12},
             {"connect4", 30},
             {"othello", 52},
             {"amazons(size=5)", 12}};

/* To the end of the game both are exact; with knowledge it is less work in all. */
static void alphabeta_agrees_with_itself(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct cop_game *game = cop_game_open(games[i].spec, NULL);
        void *state = malloc(game->state_size);
        int64_t with = 0, without = 0;

        for (uint64_t seed = 1; seed <= (is_slow_build() ? 5 : 30); seed++) {
            struct answer asked, plain;

            if (!late_position(game, seed, games[i].plies, state))
                continue;
            asked = think(game, state, "alphabeta(oracle=on)", "depth=40, memory=16M");
            plain = think(game, state, "alphabeta(oracle=off)", "depth=40, memory=16M");
            assert_true(fabs(asked.value - plain.value) < 1e-9);
            assert_int_equal(asked.proof, plain.proof);
            with += asked.nodes;
            without += plain.nodes;
        }
        assert_true(without > 0);
        assert_true(with < without);
        free(state);
        cop_game_close(game);
    }
}

/* What mcts proves is what the solver says, and knowledge proves it sooner. */
static void mcts_proves_the_truth_sooner(void **unused)
{
    struct cop_game *game = cop_game_open("connect4(width=5, height=4)", NULL);
    void *state = malloc(game->state_size);
    int64_t with = 0, without = 0;

    (void)unused;
    for (uint64_t seed = 1; seed <= (is_slow_build() ? 5 : 30); seed++) {
        struct cop_solve_limits limits = {.memory = 1 << 24, .threads = 1};
        struct cop_solution solution;
        struct cop_error error;
        struct answer asked, plain;

        if (!late_position(game, seed, 11, state))
            continue;
        assert_true(cop_solve(game, state, COP_STAKE_PAYOFF, &limits, &solution, &error));
        asked = think(game, state, "mcts(solver=on, stop=off, oracle=on)", "sims=100k, memory=16M");
        plain =
            think(game, state, "mcts(solver=on, stop=off, oracle=off)", "sims=100k, memory=16M");
        assert_int_not_equal(asked.proof, COP_UNPROVEN);
        assert_true(fabs(asked.value - solution.lower) < 1e-9);
        with += asked.sims;
        without += plain.sims;
    }
    assert_true(with < without);
    free(state);
    cop_game_close(game);
}

/* Counts are for experiments: by default nobody is asked there. */
static void counted_searches_are_left_alone(void **unused)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    void *state = malloc(game->state_size);

    (void)unused;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct answer plain, by_default;

        assert_true(late_position(game, seed, 6, state));
        plain = think(game, state, "alphabeta(oracle=off)", "depth=6, memory=16M");
        by_default = think(game, state, "alphabeta", "depth=6, memory=16M");
        assert_true(plain.nodes == by_default.nodes);
        plain = think(game, state, "mcts(oracle=off)", "sims=500, memory=16M");
        by_default = think(game, state, "mcts", "sims=500, memory=16M");
        assert_true(plain.nodes == by_default.nodes && plain.value == by_default.value);
    }
    free(state);
    cop_game_close(game);
}

/* A tree that is kept may have as its new root a node that only an oracle knew: it has no children
 * yet, and a move must be chosen among them all the same. */
static void a_known_root_still_finds_its_move(void **unused)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    void *state = malloc(game->state_size);
    struct cop_limits limits;
    struct cop_error error;

    (void)unused;
    assert_true(cop_limits_parse("sims=300, memory=16M", &limits, &error));
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct cop_agent *agent =
            cop_agent_open(game, "mcts(solver=on, oracle=on, reuse=on)", &limits.means, &error);

        assert_non_null(agent);
        cop_agent_start(agent, seed);
        assert_true(late_position(game, seed, 1, state));
        while (game->rules->turn(game, state) >= 0) {
            struct cop_report report = {.best = COP_NO_MOVE};
            cop_move decisive = game->rules->decisive(game, state);

            assert_true(cop_agent_think(agent, state, &limits, NULL, &report, &error));
            cop_agent_played(agent, state, report.best);
            game->rules->play(game, state, report.best);
            if (decisive != COP_NO_MOVE)
                assert_int_equal(game->rules->turn(game, state), COP_OVER);
        }
        cop_agent_close(agent);
    }
    free(state);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alphabeta_agrees_with_itself),
        cmocka_unit_test(mcts_proves_the_truth_sooner),
        cmocka_unit_test(counted_searches_are_left_alone),
        cmocka_unit_test(a_known_root_still_finds_its_move),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
