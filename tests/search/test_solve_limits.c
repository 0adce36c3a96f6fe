/* test_solve_limits.c - what ends a solver, whichever it is: every kind of limit with every other,
 * for the general solver and for those that games have of their own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/solve.h"
#include "slow_build.h"
#include "tiny/tiny.h"

/* `value` is for the player to move. An endless one has not been seen to end in a minute. */
struct problem {
    const char *spec, *position; /* NULL: the start */
    enum cop_stake stake;
    double value;
    bool is_endless;
    int spare; /* positions that a limit may leave unused */
};

static const struct problem problems[] = {
    {"connect4", NULL, COP_STAKE_PAYOFF, 1, true, 0},
    {"connect4(width=5, height=4)", NULL, COP_STAKE_PAYOFF, 0.5, false, 0},
    {"othello", "--o--o--x-oooox-xxoooxooxxoxoxooxxoxxoooxxxxoooo--oxxx---xxxxx-- o",
     COP_STAKE_SCORE, -8, false, 300},
    {"othello", "--o--o--x-oooox-xxoooxooxxoxoxooxxoxxoooxxxxoooo--oxxx---xxxxx-- o",
     COP_STAKE_PAYOFF, 0, false, 300},
    {"othello", NULL, COP_STAKE_SCORE, 0, true, 300},
    {"othello(size=4)", NULL, COP_STAKE_SCORE, -10, false, 0},
    {"othello(size=6)", NULL, COP_STAKE_SCORE, -4, true, 0},
    {"tiny_nim(heaps=3, stones=4)", NULL, COP_STAKE_PAYOFF, 1, false, 0},
};

/* How often somebody who looks on lets it be, before he sets the flag. */
enum { NEVER = -1, AT_ONCE = 0 };

static const int64_t position_limits[] = {0, 1, 2, 3, 299, 300, 301, 1000, 4097, 20000};
static const double time_limits[] = {0, 0.001, 10};
static const int patiences[] = {NEVER, AT_ONCE, 1, 5, 40};

/* Ends a search by its flag after so many calls. */
struct onlooker {
    atomic_bool stop;
    int patience, calls;
    int64_t positions;
};

static void look_on(void *context, const struct cop_solution *so_far)
{
    struct onlooker *onlooker = context;

    assert_true(so_far->lower <= so_far->upper);
    assert_true(so_far->positions >= onlooker->positions && so_far->seconds >= 0);
    onlooker->positions = so_far->positions;
    if (++onlooker->calls == onlooker->patience)
        atomic_store(&onlooker->stop, true);
}

static struct cop_solution solve(const struct problem *problem, const struct cop_game *game,
                                 const void *state, const struct cop_solve_limits *limits)
{
    struct cop_solution solution;
    struct cop_error error;

    if (!cop_solve(game, state, problem->stake, limits, &solution, &error))
        fail_msg("%s: %s", problem->spec, error.message);
    return solution;
}

static bool is_known(const struct cop_solution *solution)
{
    return solution->lower == solution->upper;
}

static bool is_legal(const struct cop_game *game, const void *state, cop_move move)
{
    cop_move moves[256];
    int count = game->rules->moves(game, state, moves), at = 0;

    assert_true(count <= 256);
    while (at < count && moves[at] != move)
        at++;
    return at < count;
}

static void check(const struct problem *problem, const struct cop_game *game, const void *state,
                  const struct cop_solve_limits *limits, const struct onlooker *onlooker)
{
    struct cop_solution solution = solve(problem, game, state, limits);
    bool is_counted = limits->time == 0 && limits->stop == NULL && limits->threads == 1;

    assert_true(solution.lower <= problem->value && solution.upper >= problem->value);
    assert_true(!is_known(&solution) || solution.best != COP_NO_MOVE);
    assert_true(solution.best == COP_NO_MOVE || is_legal(game, state, solution.best));
    assert_true(limits->positions == 0 || solution.positions <= limits->positions);
    if (limits->stop != NULL && onlooker->patience == AT_ONCE)
        assert_true(solution.positions == 0 && !is_known(&solution));
    if (is_counted && limits->positions > 0 && !is_known(&solution))
        assert_true(solution.positions >= limits->positions - problem->spare);
    if (is_counted) {
        struct cop_solution again = solve(problem, game, state, limits);

        assert_true(again.positions == solution.positions && again.best == solution.best);
        assert_true(again.lower == solution.lower && again.upper == solution.upper);
    }
    if (limits->positions == 0 && limits->time == 0 && limits->stop == NULL)
        assert_true(is_known(&solution));
    assert_true(limits->time == 0 || solution.seconds < limits->time + 10);
}

/* All limits of one kind with one of each of the others. */
static void check_limits(const struct problem *problem, const struct cop_game *game,
                         const void *state, int threads, int patience)
{
    for (size_t i = 0; i < sizeof position_limits / sizeof position_limits[0]; i++)
        for (size_t j = 0; j < sizeof time_limits / sizeof time_limits[0]; j++) {
            struct onlooker onlooker = {.stop = patience == AT_ONCE, .patience = patience};
            struct cop_solve_limits limits = {.time = time_limits[j],
                                              .positions = position_limits[i],
                                              .memory = 1 << 20,
                                              .threads = threads};
            bool ends = patience != NEVER || limits.positions > 0 || limits.time == 0.001;

            if (patience != NEVER) {
                limits.stop = &onlooker.stop;
                limits.progress = look_on;
                limits.context = &onlooker;
            }
            if (ends || !problem->is_endless)
                check(problem, game, state, &limits, &onlooker);
            assert_true(patience == NEVER || onlooker.calls > 0);
        }
}

static struct cop_game *open_problem(const struct problem *problem, void **state)
{
    struct cop_error error = {""};
    struct cop_game *game = strncmp(problem->spec, "tiny", 4) == 0
                                ? tiny_open(problem->spec, &error)
                                : cop_game_open(problem->spec, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    *state = calloc(1, game->state_size);
    assert_non_null(*state);
    game->rules->start(game, *state, NULL);
    if (problem->position != NULL)
        assert_true(cop_position_read(game, problem->position, *state, &error));
    return game;
}

static void every_limit_holds_with_every_other(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        void *state;
        struct cop_game *game = open_problem(&problems[i], &state);

        for (int threads = 1; threads <= 4; threads += is_slow_build() ? 2 : 1)
            for (size_t j = 0; j < sizeof patiences / sizeof patiences[0]; j++)
                check_limits(&problems[i], game, state, threads, patiences[j]);
        free(state);
        cop_game_close(game);
    }
}

/* Threads beyond those that the machine can run are not started: a thousand cost no more. */
static void a_thousand_threads_are_no_trouble(void **context)
{
    struct cop_solve_limits limits = {.memory = 1 << 20, .threads = 1000, .positions = 5000};

    (void)context;
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        void *state;
        struct cop_game *game = open_problem(&problems[i], &state);

        check(&problems[i], game, state, &limits, NULL);
        free(state);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_limit_holds_with_every_other),
        cmocka_unit_test(a_thousand_threads_are_no_trouble),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
