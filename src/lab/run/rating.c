#include "lab/run/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "match/pool.h"

/* The Elo of one unit of the logistic scale: 400 / ln 10. */
static const double elo_for_one = 173.71779276130073;

static int find_anchor(const struct cop_lab_run_result *run)
{
    for (int i = 0; i < run->entrant_count; i++)
        if (strcmp(run->entrants[i].label, run->anchor) == 0)
            return i;
    return -1;
}

static void rate_pool(const struct cop_lab_run_result *run, int anchor,
                      struct cop_interval *ratings)
{
    struct cop_pool pool;

    cop_pool_open(&pool, run->entrant_count);
    for (int f = 0; f < run->fixture_count; f++) {
        const struct cop_fixture_result *fixture = &run->fixtures[f];

        cop_pool_add(&pool, fixture->entrants[0], fixture->entrants[1],
                     (double)fixture->sample.count, fixture->sample.sum[COP_MATCH_PAYOFF]);
    }
    cop_pool_rate(&pool, anchor, run->anchor_elo, ratings);
    cop_pool_close(&pool);
}

/* Both have a rating, so that their games count. */
static bool is_rated(const struct cop_fixture_result *fixture, const struct cop_interval *ratings)
{
    return isfinite(ratings[fixture->entrants[0]].value) &&
           isfinite(ratings[fixture->entrants[1]].value);
}

/* The curvature of the likelihood: for each pair the games times the variance of one of them. The
 * anchor, and who is not rated, stay where they are. */
static void fill_curvature(const struct cop_lab_run_result *run, int anchor,
                           const struct cop_interval *ratings, double *curvature)
{
    int count = run->entrant_count;

    for (int f = 0; f < run->fixture_count; f++) {
        const struct cop_fixture_result *fixture = &run->fixtures[f];
        int i = fixture->entrants[0], j = fixture->entrants[1];
        double share, weight;

        if (!is_rated(fixture, ratings))
            continue;
        share = 1 / (1 + exp((ratings[j].value - ratings[i].value) / elo_for_one));
        weight = (double)fixture->sample.count * share * (1 - share);
        curvature[i * count + i] += weight;
        curvature[j * count + j] += weight;
        curvature[i * count + j] -= weight;
        curvature[j * count + i] -= weight;
    }
    for (int i = 0; i < count; i++) {
        if (i != anchor && isfinite(ratings[i].value))
            continue;
        for (int j = 0; j < count; j++)
            curvature[i * count + j] = curvature[j * count + i] = 0;
        curvature[i * count + i] = 1;
    }
}

/* Solves square * x = vector by elimination; x takes the vector's place. The square is positive
 * definite, so that no rows need be exchanged. */
static void eliminate(double *square, int count, double *vector)
{
    for (int i = 0; i < count; i++)
        for (int below = i + 1; below < count; below++) {
            double factor = square[below * count + i] / square[i * count + i];

            for (int j = i; j < count && factor != 0; j++)
                square[below * count + j] -= factor * square[i * count + j];
            vector[below] -= factor * vector[i];
        }
    for (int i = count - 1; i >= 0; i--) {
        for (int j = i + 1; j < count; j++)
            vector[i] -= square[i * count + j] * vector[j];
        vector[i] /= square[i * count + i];
    }
}

/* More points for one of a pair are fewer for the other, and the curvature says how far that moves
 * the entrant. */
static void fill_weights(const struct cop_lab_run_result *run, int anchor, int entrant,
                         const struct cop_interval *ratings, double *weights)
{
    size_t count = (size_t)run->entrant_count;
    double *curvature = cop_allocate(count * count * sizeof *curvature);
    double *pull = cop_allocate(count * sizeof *pull);

    fill_curvature(run, anchor, ratings, curvature);
    pull[entrant] = 1;
    eliminate(curvature, run->entrant_count, pull);
    for (int f = 0; f < run->fixture_count; f++) {
        const struct cop_fixture_result *fixture = &run->fixtures[f];

        if (is_rated(fixture, ratings))
            weights[COP_MATCH_PAYOFF] = elo_for_one * (double)fixture->sample.count *
                                        (pull[fixture->entrants[0]] - pull[fixture->entrants[1]]);
        weights += fixture->sample.width;
    }
    free(curvature);
    free(pull);
}

bool cop_lab_rate(const struct cop_lab_run_result *run, int entrant, struct cop_interval *rating,
                  double *weights)
{
    struct cop_interval *ratings = cop_allocate((size_t)(run->entrant_count + 1) * sizeof *ratings);
    int anchor = run->anchor ? find_anchor(run) : -1;
    bool is_finite = false;

    *rating = (struct cop_interval){NAN, NAN, NAN};
    if (anchor >= 0 && entrant >= 0) {
        rate_pool(run, anchor, ratings);
        *rating = ratings[entrant];
        is_finite = isfinite(rating->value);
        if (is_finite && entrant != anchor)
            fill_weights(run, anchor, entrant, ratings, weights);
    }
    free(ratings);
    return is_finite;
}
