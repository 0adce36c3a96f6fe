/* objective.c - points of games: of matches, or of one player alone. */
#include "tune/objective.h"

#include <math.h>

static struct cop_worth measured_of(int64_t games, double sum, double squares)
{
    double mean = games > 0 ? sum / (double)games : 0;
    double variance = games > 1 ? (squares - sum * mean) / (double)(games - 1) : 0;

    return (struct cop_worth){games, mean, fmax(variance, 0)};
}

static bool measure(void *context, const char *spec, uint64_t seed, int games,
                    struct cop_worth *measured, struct cop_error *error)
{
    const struct cop_bout *bout = context;
    const char *agents[] = {spec, bout->against};
    const struct cop_limits limits[] = {bout->limits, bout->limits};
    bool is_alone = bout->game->players == 1;
    struct cop_match_plan plan = {
        .game = bout->game,
        .agent_count = is_alone ? 1 : 2,
        .agents = agents,
        .limits = limits,
        .games = games,
        .opening_plies = bout->opening_plies,
        .threads = bout->threads,
        .seed = seed,
    };
    struct cop_tally tally;

    if (!cop_match_run(&plan, bout->store, &bout->watch, error) ||
        !cop_match_tally(&plan, bout->store, -1, 0, &tally, error))
        return false;
    *measured = is_alone ? measured_of(tally.games, tally.score, tally.score_squares)
                         : measured_of(tally.games, tally.payoff, tally.payoff_squares);
    return true;
}

struct cop_objective cop_objective_of_games(struct cop_bout *bout)
{
    return (struct cop_objective){bout, measure};
}
