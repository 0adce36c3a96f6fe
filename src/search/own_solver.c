/* own_solver.c - asking the game's own solver. */
#include "search/own_solver.h"

#include <math.h>

#include "coppice/solve.h"
#include "search/oracle.h"

/* A third of the time, but never so long that people wait for the first thoughts of a search; and
 * after failures only now and then, so that an opening that nobody can
 * solve costs little. */
static const double part_of_time = 0.35, longest = 2;
enum { RESTS_MAX = 2 };

bool cop_own_solver_may_know(const struct cop_game *game, const struct cop_limits *limits,
                             struct cop_solver_record *record)
{
    if (limits->time <= 0 || cop_is_counted(limits) || game->rules->solve == NULL ||
        !game->rules->can_solve(game, COP_STAKE_PAYOFF))
        return false;
    if (record->rests > 0) {
        record->rests--;
        return false;
    }
    return true;
}

static struct cop_solve_limits terms_of(const struct cop_limits *limits,
                                        const struct cop_watch *watch, double spent)
{
    return (struct cop_solve_limits){.time = fmin(limits->time * part_of_time, longest) - spent,
                                     .processor = limits->processor,
                                     .memory = limits->means.memory,
                                     .threads = 1,
                                     .stop = watch != NULL ? watch->stop : NULL};
}

bool cop_own_solver_ask(const struct cop_game *game, const void *state,
                        const struct cop_limits *limits, const struct cop_watch *watch,
                        struct cop_solver_record *record, double *payoff, cop_move *best,
                        int64_t *positions)
{
    struct cop_solve_limits terms = terms_of(limits, watch, 0);
    struct cop_solution solution;
    struct cop_error ignored;

    *positions = 0;
    if (!cop_solve(game, state, COP_STAKE_PAYOFF, &terms, &solution, &ignored))
        return false;
    *positions = solution.positions;
    if (solution.lower < solution.upper) {
        record->failures++;
        record->rests = record->failures < RESTS_MAX ? record->failures : RESTS_MAX;
        return false;
    }
    record->failures = 0;
    *payoff = solution.lower;
    *best = solution.best;
    return true;
}

bool cop_own_solver_ask_margin(const struct cop_game *game, const void *state,
                               const struct cop_limits *limits, const struct cop_watch *watch,
                               double spent, double *margin, cop_move *best)
{
    struct cop_solve_limits terms = terms_of(limits, watch, spent);
    struct cop_solution solution;
    struct cop_error ignored;

    if (terms.time <= 0 || game->players != 2 || game->score_low != -game->score_high ||
        !game->rules->can_solve(game, COP_STAKE_SCORE) ||
        !cop_solve(game, state, COP_STAKE_SCORE, &terms, &solution, &ignored) ||
        solution.lower < solution.upper)
        return false;
    *margin = solution.lower;
    *best = solution.best;
    return true;
}
