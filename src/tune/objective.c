/* objective.c - points of games: of matches, or of one player alone. */
#include "tune/objective.h"

#include <math.h>

static struct cop_worth worth_of(int64_t games, double sum, double squares)
{
    double mean = games > 0 ? sum / (double)games : 0;
    double variance = games > 1 ? (squares - sum * mean) / (double)(games - 1) : 0;

    return (struct cop_worth){games, mean, fmax(variance, 0)};
}

void cop_bout_plan(struct cop_bout_plan *plan, const struct cop_bout *bout, const char *spec,
                   uint64_t seed, int games)
{
    *plan = (struct cop_bout_plan){.agents = {spec, bout->against},
                                   .limits = {bout->limits, bout->limits}};
    plan->plan = (struct cop_match_plan){
        .game = bout->game,
        .agent_count = bout->game->players == 1 ? 1 : 2,
        .agents = plan->agents,
        .limits = plan->limits,
        .games = games,
        .opening_plies = bout->opening_plies,
        .threads = bout->threads,
        .seed = seed,
    };
}

static bool measure(void *context, const char *spec, uint64_t seed, int games,
                    struct cop_worth *worth, struct cop_error *error)
{
    const struct cop_bout *bout = context;
    struct cop_bout_plan plan;
    struct cop_tally tally;

    cop_bout_plan(&plan, bout, spec, seed, games);
    if (!cop_match_run(&plan.plan, bout->store, &bout->watch, error) ||
        !cop_match_tally(&plan.plan, bout->store, -1, 0, &tally, error))
        return false;
    *worth = bout->game->players == 1 ? worth_of(tally.games, tally.score, tally.score_squares)
                                      : worth_of(tally.games, tally.payoff, tally.payoff_squares);
    return true;
}

struct cop_objective cop_objective_of_games(struct cop_bout *bout)
{
    return (struct cop_objective){bout, measure};
}
