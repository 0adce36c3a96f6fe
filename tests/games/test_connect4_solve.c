/* test_connect4_solve.c - the solver of Connect Four against brute force and against the general
 * solver, and the promises it takes on trust. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "brute.h"
#include "coppice/solve.h"
#include "games/connect4/follow.h"
#include "games/list.h"
#include "slow_build.h"

static const struct cop_solve_limits plain = {.memory = 1 << 20, .threads = 1};

static struct cop_game *open_size(int width, int height)
{
    struct cop_error error;
    char inside[64];
    struct cop_game *game;

    snprintf(inside, sizeof inside, "width=%d, height=%d", width, height);
    game = cop_game_open_rules(&cop_connect4, inside, &error);
    assert_non_null(game);
    return game;
}

static struct cop_solution solve(const struct cop_game *game, const void *state,
                                 const struct cop_solve_limits *limits)
{
    struct cop_solution solution;
    struct cop_error error;

    assert_true(cop_solve(game, state, COP_STAKE_PAYOFF, limits, &solution, &error));
    return solution;
}

static double value_of(const struct cop_game *game, const void *state)
{
    struct cop_solution solution = solve(game, state, &plain);

    assert_true(solution.lower == solution.upper);
    return solution.lower;
}

/* The same rules without their solver, so that the general one must do. */
static double general_value(const struct cop_game *game, const void *state)
{
    struct cop_rules rules = *game->rules;
    struct cop_game other = *game;

    rules.solve = NULL;
    other.rules = &rules;
    return value_of(&other, state);
}

static void play_moves(const struct cop_game *game, struct position *position, const char *moves)
{
    struct cop_error error;

    game->rules->start(game, position, NULL);
    assert_true(cop_moves_play(game, position, moves, NULL, NULL, &error));
}

/* A random position after `plies` moves; false if the game ended before. */
static bool wander(const struct cop_game *game, struct position *position, int plies,
                   struct cop_rng *rng)
{
    cop_move moves[64];

    game->rules->start(game, position, NULL);
    for (int i = 0; i < plies; i++) {
        if (game->rules->turn(game, position) == COP_OVER)
            return false;
        game->rules->play(game, position, cop_random_move(game, position, rng, moves));
    }
    return game->rules->turn(game, position) != COP_OVER;
}

/* ---- Against brute force ---- */

/* The follower's promise must not be better than what the leader gets. Only asked where the leader
 * cannot win at once: that is where the solver asks. */
static void check_promise(const struct cop_game *game, const struct position *position,
                          double value)
{
    const struct board *board = board_of(game);
    struct connect4_shape shape = connect4_shape_of(board->width, board->height);
    uint64_t own = own_stones(board, position), other = own ^ position->all;
    uint64_t empty = board->cells & ~position->all;
    struct connect4_sides sides = {own, other, all_completions(other, board->height) & empty};
    enum connect4_promise promise = connect4_promise_of(&shape, &sides, position->all);

    if (promise == CONNECT4_DRAW)
        assert_true(value <= 0.5);
    if (promise == CONNECT4_WIN)
        assert_true(value == 0.0);
}

struct walk {
    const struct cop_game *game;
    int64_t seen, solved, stride;
    int64_t promises[3];
};

static void check_state(void *context, const void *state, const double *of_player)
{
    struct walk *walk = context;
    const struct cop_game *game = walk->game;
    int mover = game->rules->turn(game, state);
    struct position position;

    memcpy(&position, state, sizeof position);
    if (mover == COP_OVER)
        return;
    check_promise(game, &position, of_player[mover]);
    if (walk->seen++ % walk->stride == 0) {
        assert_true(value_of(game, &position) == of_player[mover]);
        walk->solved++;
    }
}

static void every_position_of_four_by_four_is_right(void **unused)
{
    struct cop_game *game = open_size(4, 4);
    struct walk walk = {.game = game, .stride = is_slow_build() ? 40 : 1};
    struct position position;

    (void)unused;
    game->rules->start(game, &position, NULL);
    brute_walk(game, &position, check_state, &walk);
    assert_true(walk.seen > 100000 && walk.solved > walk.seen / 100);
    cop_game_close(game);
}

static void other_small_boards_are_right(void **unused)
{
    static const struct {
        int width, height, plies;
    } boards[] = {{5, 4, 7}, {4, 5, 7}, {5, 5, 12}, {6, 4, 11}, {4, 6, 10}, {4, 7, 14}, {7, 4, 14}};
    struct cop_rng rng;

    (void)unused;
    cop_rng_seed(&rng, 7);
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct cop_game *game = open_size(boards[i].width, boards[i].height);
        struct walk walk = {.game = game, .stride = is_slow_build() ? 500 : 50};

        for (int round = 0; round < (is_slow_build() ? 1 : 6);) {
            struct position position;

            if (!wander(game, &position, boards[i].plies, &rng))
                continue;
            brute_walk(game, &position, check_state, &walk);
            round++;
        }
        assert_true(walk.solved > 10);
        cop_game_close(game);
    }
}

/* ---- Against the general solver ---- */

static void both_solvers_agree_on_larger_boards(void **unused)
{
    static const struct {
        int width, height, plies;
    } boards[] = {{7, 6, 24}, {8, 7, 38}, {9, 6, 36}, {6, 7, 24}, {12, 4, 30}, {5, 8, 22}};
    struct cop_rng rng;

    (void)unused;
    cop_rng_seed(&rng, 8);
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct cop_game *game = open_size(boards[i].width, boards[i].height);

        for (int round = 0; round < (is_slow_build() ? 2 : 15);) {
            struct position position;

            if (!wander(game, &position, boards[i].plies, &rng))
                continue;
            assert_true(value_of(game, &position) == general_value(game, &position));
            round++;
        }
        cop_game_close(game);
    }
}

static void both_solvers_agree_on_empty_boards(void **unused)
{
    static const struct {
        int width, height;
    } boards[] = {{4, 4}, {5, 4}, {4, 5}};

    (void)unused;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct cop_game *game = open_size(boards[i].width, boards[i].height);
        struct position position;

        game->rules->start(game, &position, NULL);
        assert_true(value_of(game, &position) == general_value(game, &position));
        cop_game_close(game);
    }
}

/* ---- The usual board ---- */

/* Twelve plies in a person who waits for the answer must have it within seconds. The count is what
 * a second holds many times over. */
static void twelve_plies_in_takes_few_positions(void **unused)
{
    struct cop_solve_limits limits = {.memory = 32 << 20, .threads = 1};
    struct cop_game *game = open_size(7, 6);
    struct cop_rng rng;

    (void)unused;
    cop_rng_seed(&rng, 12);
    for (int round = 0; round < (is_slow_build() ? 2 : 12);) {
        struct position position, next;
        struct cop_solution solution, after;

        if (!wander(game, &position, 12, &rng))
            continue;
        solution = solve(game, &position, &limits);
        assert_true(solution.lower == solution.upper);
        assert_true(solution.positions > 0 && solution.positions < 3000000);
        next = position;
        game->rules->play(game, &next, solution.best);
        if (game->rules->turn(game, &next) != COP_OVER) {
            after = solve(game, &next, &limits);
            assert_true(after.lower == 1 - solution.lower && after.upper == after.lower);
        }
        round++;
    }
    cop_game_close(game);
}

/* The centre wins (uct-star.md 1.1): against a stone in the corner, and by staying there against
 * one on top. The whole proof, and those of the other first moves, take longer: see docs/solve.md.
 */
static void the_centre_wins_against_the_corner_and_the_centre(void **unused)
{
    struct cop_solve_limits limits = {.memory = 128 << 20, .threads = 1};
    struct cop_game *game = open_size(7, 6);
    struct position position;
    struct cop_solution solution;

    (void)unused;
    if (!is_slow_build()) {
        play_moves(game, &position, "da");
        solution = solve(game, &position, &limits);
        assert_true(solution.lower == 1 && solution.upper == 1);
        play_moves(game, &position, "ddd");
        solution = solve(game, &position, &limits);
        assert_true(solution.lower == 0 && solution.upper == 0);
    }
    cop_game_close(game);
}

static void a_position_and_its_mirror_image_are_worth_the_same(void **unused)
{
    struct cop_solve_limits limits = {.memory = 32 << 20, .threads = 1};
    struct cop_game *game = open_size(7, 6);
    struct cop_rng rng;

    (void)unused;
    cop_rng_seed(&rng, 4);
    for (int round = 0; round < (is_slow_build() ? 1 : 8); round++) {
        struct position left, right;
        struct cop_solution one, other;
        cop_move moves[7];

        game->rules->start(game, &left, NULL);
        game->rules->start(game, &right, NULL);
        for (int ply = 0; ply < 12 && game->rules->turn(game, &left) != COP_OVER; ply++) {
            cop_move move = cop_random_move(game, &left, &rng, moves);

            game->rules->play(game, &left, move);
            game->rules->play(game, &right, 8 - move);
        }
        if (game->rules->turn(game, &left) == COP_OVER)
            continue;
        one = solve(game, &left, &limits);
        other = solve(game, &right, &limits);
        assert_true(one.lower == one.upper && other.lower == other.upper);
        assert_true(one.lower == other.lower);
    }
    cop_game_close(game);
}

/* ---- Limits ---- */

static void a_full_table_changes_no_value(void **unused)
{
    struct cop_solve_limits small = {.memory = 0, .threads = 1};
    struct cop_solve_limits large = {.memory = 64 << 20, .threads = 1};
    struct cop_game *game = open_size(6, 5);
    struct position position;
    struct cop_solution one, other;

    (void)unused;
    play_moves(game, &position, "33334");
    one = solve(game, &position, &small);
    other = solve(game, &position, &large);
    assert_true(one.lower == one.upper && one.lower == other.lower && other.lower == other.upper);
    assert_true(one.positions > other.positions);
    cop_game_close(game);
}

static void a_limit_leaves_sound_bounds(void **unused)
{
    struct cop_solve_limits limits = {.memory = 1 << 20, .threads = 1, .positions = 5000};
    struct cop_game *game = open_size(7, 6);
    struct position position;
    struct cop_solution first, second;

    (void)unused;
    game->rules->start(game, &position, NULL);
    first = solve(game, &position, &limits);
    second = solve(game, &position, &limits);
    assert_true(first.lower == 0 && first.upper == 1);
    assert_int_equal(first.best, COP_NO_MOVE);
    assert_int_equal(first.positions, 5000);
    assert_int_equal(second.positions, first.positions);
    cop_game_close(game);
}

/* Clearing a table takes time, so that a short search gets a small one: more memory than any
 * machine has is no trouble if there is no time to use it. */
static void a_short_limit_takes_little_memory(void **unused)
{
    struct cop_solve_limits brief = {.memory = (size_t)1 << 50, .threads = 1, .time = 0.001};
    struct cop_solve_limits few = {.memory = (size_t)1 << 50, .threads = 1, .positions = 1000};
    struct cop_solve_limits endless = {.memory = (size_t)1 << 50, .threads = 1};
    struct cop_game *game = open_size(7, 6);
    struct position position;
    struct cop_solution solution;
    struct cop_error error;

    (void)unused;
    game->rules->start(game, &position, NULL);
    solution = solve(game, &position, &brief);
    assert_true(solution.lower == 0 && solution.upper == 1);
    solution = solve(game, &position, &few);
    assert_int_equal(solution.positions, 1000);
    assert_false(cop_solve(game, &position, COP_STAKE_PAYOFF, &endless, &solution, &error));
    assert_non_null(strstr(error.message, "give a smaller one"));
    cop_game_close(game);
}

static void count_call(void *context, const struct cop_solution *so_far)
{
    int *calls = context;

    assert_true(so_far->lower <= so_far->upper);
    ++*calls;
}

static void the_flag_stops_it_and_progress_is_told(void **unused)
{
    atomic_bool stop = true;
    int calls = 0;
    struct cop_solve_limits limits = {
        .memory = 1 << 20, .threads = 1, .stop = &stop, .progress = count_call, .context = &calls};
    struct cop_game *game = open_size(7, 6);
    struct position position;
    struct cop_solution solution;

    (void)unused;
    game->rules->start(game, &position, NULL);
    solution = solve(game, &position, &limits);
    assert_true(solution.lower == 0 && solution.upper == 1 && calls > 0);
    assert_true(solution.positions < 100);
    cop_game_close(game);
}

static void threads_find_the_same_value(void **unused)
{
    struct cop_solve_limits limits = {.memory = 8 << 20, .threads = 3};
    struct cop_game *game = open_size(6, 5);
    struct cop_rng rng;

    (void)unused;
    cop_rng_seed(&rng, 3);
    for (int round = 0; round < 8;) {
        struct position position;
        struct cop_solution solution;

        if (!wander(game, &position, 8, &rng))
            continue;
        solution = solve(game, &position, &limits);
        assert_true(solution.lower == solution.upper);
        assert_true(solution.lower == value_of(game, &position));
        round++;
    }
    cop_game_close(game);
}

/* ---- Ends ---- */

static void the_last_stones_are_right(void **unused)
{
    struct cop_game *game = open_size(4, 4);
    struct cop_error error;
    struct position position;
    struct cop_solution solution;

    (void)unused;
    /* X completes a column; and a full board is refused. */
    play_moves(game, &position, "a b a b a b");
    solution = solve(game, &position, &plain);
    assert_true(solution.lower == 1 && solution.best == 1);
    play_moves(game, &position, "a b a b a b a");
    assert_false(cop_solve(game, &position, COP_STAKE_PAYOFF, &plain, &solution, &error));
    assert_non_null(strstr(error.message, "the game is over"));
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_four_by_four_is_right),
        cmocka_unit_test(other_small_boards_are_right),
        cmocka_unit_test(both_solvers_agree_on_larger_boards),
        cmocka_unit_test(both_solvers_agree_on_empty_boards),
        cmocka_unit_test(twelve_plies_in_takes_few_positions),
        cmocka_unit_test(the_centre_wins_against_the_corner_and_the_centre),
        cmocka_unit_test(a_position_and_its_mirror_image_are_worth_the_same),
        cmocka_unit_test(a_full_table_changes_no_value),
        cmocka_unit_test(a_limit_leaves_sound_bounds),
        cmocka_unit_test(a_short_limit_takes_little_memory),
        cmocka_unit_test(the_flag_stops_it_and_progress_is_told),
        cmocka_unit_test(threads_find_the_same_value),
        cmocka_unit_test(the_last_stones_are_right),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
