/* confirm.c - a match, or with one player the same deals for both. */
#include "tune/confirm.h"

#include <math.h>

static const double sure = 1.959964; /* deviations that leave 5 % outside */

static struct cop_interval share_of(const struct cop_worth *worth)
{
    double games = (double)worth->games, sum = worth->mean * games;

    return cop_score_interval(worth->games, sum,
                              worth->variance * fmax(games - 1, 0) + sum * worth->mean);
}

/* Of means of equally many games. The deals are the same, so that the interval is rather too wide.
 */
static struct cop_interval difference_of(const struct cop_worth *one, const struct cop_worth *other)
{
    double value = one->mean - other->mean;
    double width = sure * sqrt((one->variance + other->variance) / fmax((double)one->games, 1));

    return (struct cop_interval){value - width, value, value + width};
}

bool cop_tune_confirm(const struct cop_bout *bout, const char *found, const char *start,
                      uint64_t seed, int games, struct cop_confirmed *confirmed,
                      struct cop_error *error)
{
    struct cop_bout against_start = *bout;
    struct cop_objective objective = cop_objective_of_games(&against_start);
    struct cop_worth of_found = {0, 0, 0}, of_start = {0, 0, 0};
    bool is_alone = bout->game->players == 1;

    against_start.against = start;
    if (!objective.measure(objective.context, found, seed, games, &of_found, error) ||
        (is_alone && !objective.measure(objective.context, start, seed, games, &of_start, error)))
        return false;
    confirmed->games = is_alone && of_start.games < games ? of_start.games : of_found.games;
    confirmed->even = is_alone ? 0 : 0.5;
    confirmed->score = is_alone ? difference_of(&of_found, &of_start) : share_of(&of_found);
    return true;
}
