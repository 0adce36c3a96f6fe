/* confirm.c - a match, or with one player the same deals for both. */
#include "tune/confirm.h"

#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"

static const double sure = 1.959964; /* deviations that leave 5 % outside */

static struct cop_interval share_of(const struct cop_worth *worth)
{
    double games = (double)worth->games, sum = worth->mean * games;

    return cop_score_interval(worth->games, sum,
                              worth->variance * fmax(games - 1, 0) + sum * worth->mean);
}

/* The points of one player's games, in their order. */
struct points {
    double *of_game;
    int count;
};

static void note_points(void *context, const struct cop_game_result *result)
{
    struct points *points = context;

    points->of_game[points->count++] = result->seats[0].score;
}

static bool read_points(const struct cop_bout *bout, const char *spec, uint64_t seed, int games,
                        struct points *points, struct cop_error *error)
{
    struct cop_bout_plan plan;

    cop_bout_plan(&plan, bout, spec, seed, games);
    *points = (struct points){.of_game = cop_allocate((size_t)games * sizeof *points->of_game)};
    return cop_match_each(&plan.plan, bout->store, note_points, points, error);
}

/* Both have played the same deals, so that deal by deal the luck of the deal does not count. */
static struct cop_interval difference_of(const struct points *one, const struct points *other)
{
    double sum = 0, squares = 0, mean, width;
    int games = one->count < other->count ? one->count : other->count;

    for (int i = 0; i < games; i++) {
        double more = one->of_game[i] - other->of_game[i];

        sum += more;
        squares += more * more;
    }
    mean = sum / fmax(games, 1);
    width = sure * sqrt(fmax(squares - sum * mean, 0) / fmax(games - 1, 1) / fmax(games, 1));
    return (struct cop_interval){mean - width, mean, mean + width};
}

static bool compare_alone(const struct cop_bout *bout, const char *found, const char *start,
                          uint64_t seed, int games, struct cop_interval *difference,
                          struct cop_error *error)
{
    struct points of_found = {NULL, 0}, of_start = {NULL, 0};
    bool is_read = read_points(bout, found, seed, games, &of_found, error) &&
                   read_points(bout, start, seed, games, &of_start, error);

    if (is_read)
        *difference = difference_of(&of_found, &of_start);
    free(of_found.of_game);
    free(of_start.of_game);
    return is_read;
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
    if (is_alone)
        return compare_alone(bout, found, start, seed, games, &confirmed->score, error);
    confirmed->score = share_of(&of_found);
    return true;
}
