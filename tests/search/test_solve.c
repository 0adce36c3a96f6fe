/* test_solve.c - the general solver on games whose values are known or found by brute force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "brute.h"
#include "coppice/solve.h"
#include "slow_build.h"
#include "tiny/tiny.h"

static const struct cop_solve_limits plain = {.memory = 16 << 20, .threads = 1};

static struct cop_game *open_any(const char *spec)
{
    struct cop_error error;
    struct cop_game *game =
        strncmp(spec, "tiny", 4) == 0 ? tiny_open(spec, &error) : cop_game_open(spec, &error);

    assert_non_null(game);
    return game;
}

static void *start_of(const struct cop_game *game, uint64_t seed)
{
    void *state = calloc(1, game->state_size);
    struct cop_rng rng;

    assert_non_null(state);
    cop_rng_seed(&rng, seed);
    game->rules->start(game, state, &rng);
    return state;
}

static struct cop_solution solve_start(const struct cop_game *game, uint64_t seed,
                                       enum cop_stake stake, const struct cop_solve_limits *limits)
{
    struct cop_solution solution;
    struct cop_error error;
    void *state = start_of(game, seed);

    if (!cop_solve(game, state, stake, limits, &solution, &error))
        fail_msg("%s", error.message);
    free(state);
    return solution;
}

static void assert_refused(const char *spec, enum cop_stake stake, const char *part)
{
    struct cop_game *game = open_any(spec);
    void *state = start_of(game, 0);
    struct cop_solution solution;
    struct cop_error error;

    assert_false(cop_solve(game, state, stake, &plain, &solution, &error));
    assert_non_null(strstr(error.message, part));
    free(state);
    cop_game_close(game);
}

/* ---- Values ---- */

static void small_games_have_their_brute_values(void **unused)
{
    static const char *const specs[] = {
        "tiny_nim",
        "othello(size=4)",
        "breakthrough(width=2, height=4)",
        "breakthrough(width=3, height=4)",
        "breakthrough(width=2, height=6)",
    };

    (void)unused;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct cop_game *game = open_any(specs[i]);
        struct cop_solution solution = solve_start(game, 0, COP_STAKE_PAYOFF, &plain);
        void *state = start_of(game, 0);
        double values[COP_PLAYERS_MAX], of_move[64];
        cop_move moves[64];
        int mover = game->rules->turn(game, state);
        int count;

        brute_value(game, state, values);
        assert_true(solution.lower == solution.upper && solution.lower == values[mover]);
        count = brute_move_values(game, state, of_move);
        game->rules->moves(game, state, moves);
        for (int j = 0; j < count; j++)
            if (moves[j] == solution.best)
                assert_true(of_move[j] == values[mover]);
        free(state);
        cop_game_close(game);
    }
}

/* 3 to 11 with two squares empty, which are White's in tournaments. */
static void othello_four_by_four_is_white_by_ten(void **unused)
{
    struct cop_game *game = open_any("othello(size=4)");
    struct cop_solution solution = solve_start(game, 0, COP_STAKE_SCORE, &plain);

    (void)unused;
    assert_true(solution.lower == -10 && solution.upper == -10);
    cop_game_close(game);
    game = open_any("othello(size=4, empties=nobody)");
    solution = solve_start(game, 0, COP_STAKE_SCORE, &plain);
    assert_true(solution.lower == -8 && solution.upper == -8);
    cop_game_close(game);
}

/* After Black's first move the same is seen by White. */
static void points_are_those_of_the_player_to_move(void **unused)
{
    struct cop_game *game = open_any("othello(size=4)");
    void *state = start_of(game, 0);
    struct cop_solution solution;
    struct cop_error error;
    cop_move moves[64];

    (void)unused;
    game->rules->moves(game, state, moves);
    game->rules->play(game, state, moves[0]);
    assert_true(cop_solve(game, state, COP_STAKE_SCORE, &plain, &solution, &error));
    assert_true(solution.lower == 10 && solution.upper == 10);
    free(state);
    cop_game_close(game);
}

static void a_game_for_one_is_its_best_score(void **unused)
{
    struct cop_game *game = open_any("tiny_puzzle");
    int solved = 0;

    (void)unused;
    for (uint64_t seed = 0; seed < 20; seed++) {
        void *state = start_of(game, seed);
        struct cop_solution solution;

        if (game->rules->turn(game, state) == 0) {
            solution = solve_start(game, seed, COP_STAKE_SCORE, &plain);
            assert_true(solution.lower == solution.upper);
            assert_true(solution.lower == brute_best_score(game, state));
            solved++;
        }
        free(state);
    }
    assert_true(solved > 5);
    cop_game_close(game);
}

static void a_small_table_changes_no_value(void **unused)
{
    struct cop_solve_limits small = {.memory = 0, .threads = 1};
    struct cop_game *game = open_any("breakthrough(width=3, height=5)");
    struct cop_solution one = solve_start(game, 0, COP_STAKE_PAYOFF, &small);
    struct cop_solution other = solve_start(game, 0, COP_STAKE_PAYOFF, &plain);

    (void)unused;
    assert_true(one.lower == other.lower && one.upper == one.lower && other.upper == other.lower);
    assert_true(one.positions >= other.positions);
    cop_game_close(game);
}

/* ---- Limits ---- */

/* However early it is stopped, the value lies between the bounds. */
static void bounds_are_sound_at_every_limit(void **unused)
{
    struct cop_game *game = open_any("othello(size=4)");

    (void)unused;
    for (int64_t positions = 1; positions < 100000; positions = positions * 3 / 2 + 1) {
        struct cop_solve_limits limits = {.memory = 16 << 20, .threads = 1, .positions = positions};
        struct cop_solution solution = solve_start(game, 0, COP_STAKE_SCORE, &limits);

        assert_true(solution.lower <= -10 && solution.upper >= -10);
        assert_true(solution.positions <= positions || solution.lower == solution.upper);
    }
    cop_game_close(game);
}

static void the_flag_stops_it(void **unused)
{
    atomic_bool stop = true;
    struct cop_solve_limits limits = {.memory = 1 << 20, .threads = 1, .stop = &stop};
    struct cop_game *game = open_any("othello");
    struct cop_solution solution = solve_start(game, 0, COP_STAKE_PAYOFF, &limits);

    (void)unused;
    assert_true(solution.lower == 0 && solution.upper == 1);
    assert_int_equal(solution.best, COP_NO_MOVE);
    cop_game_close(game);
}

/* The page faults of solving a position with more memory than it needs. */
static long faults_of(const struct cop_game *game, const char *moves)
{
    struct cop_solve_limits generous = {.memory = (size_t)1 << 30, .threads = 1};
    void *state = start_of(game, 0);
    struct rusage before, after;
    struct cop_solution solution;
    struct cop_error error;

    assert_true(cop_moves_play(game, state, moves, NULL, NULL, &error));
    assert_true(cop_solve(game, state, COP_STAKE_PAYOFF, &plain, &solution, &error));
    assert_true(solution.positions > 100 && solution.positions < 4000);
    getrusage(RUSAGE_SELF, &before);
    assert_true(cop_solve(game, state, COP_STAKE_PAYOFF, &generous, &solution, &error));
    getrusage(RUSAGE_SELF, &after);
    free(state);
    return after.ru_minflt - before.ru_minflt;
}

/* A thousand positions scattered over a gigabyte would touch all of it. */
static void a_short_search_touches_little_memory(void **unused)
{
    static const char *const cases[][2] = {{"othello(size=4)", ""}, {"connect4", "4444432312"}};

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_game *game = open_any(cases[i][0]);

        assert_true(faults_of(game, cases[i][1]) < 128);
        cop_game_close(game);
    }
}

/* ---- What cannot be solved ---- */

static void unsolvable_games_are_refused(void **unused)
{
    (void)unused;
    assert_refused("tiny_race", COP_STAKE_PAYOFF, "without chance and hidden pieces");
    assert_refused("tiny_coin", COP_STAKE_PAYOFF, "without chance and hidden pieces");
    assert_refused("tiny_three", COP_STAKE_PAYOFF, "with 3 players");
    assert_refused("breakthrough", COP_STAKE_SCORE, "counts no points");
    assert_refused("fanorona(quiet=0, repetition=off)", COP_STAKE_PAYOFF, "for ever");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_games_have_their_brute_values),
        cmocka_unit_test(othello_four_by_four_is_white_by_ten),
        cmocka_unit_test(points_are_those_of_the_player_to_move),
        cmocka_unit_test(a_game_for_one_is_its_best_score),
        cmocka_unit_test(a_small_table_changes_no_value),
        cmocka_unit_test(bounds_are_sound_at_every_limit),
        cmocka_unit_test(the_flag_stops_it),
        cmocka_unit_test(a_short_search_touches_little_memory),
        cmocka_unit_test(unsolvable_games_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
