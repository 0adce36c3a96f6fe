/* chance.c - from judgements to what can be expected of a game: a logistic, fitted by Newton's
 * method to what became of positions. */
#include <math.h>
#include <stdlib.h>

#include "base/exponential.h"
#include "coppice/fit.h"

enum { STEPS_MAX = 50 };

double cop_chance_at(const struct cop_chance *chance, double value)
{
    return cop_logistic(chance->offset + chance->slope * value);
}

/* Evaluators that see an end coming say so by values far from all others. Few as they are, they
 * would decide the slope alone: beyond twice the range of the middle eight tenths all values count
 * as that far out. */
static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

static struct cop_chance_pair *draw_in(const struct cop_chance_pair *pairs, int count)
{
    struct cop_chance_pair *drawn = malloc((size_t)count * sizeof *drawn);
    double *sorted = malloc((size_t)count * sizeof *sorted);

    for (int i = 0; drawn != NULL && sorted != NULL && i < count; i++)
        sorted[i] = pairs[i].value;
    if (drawn != NULL && sorted != NULL) {
        double low, high, range;

        qsort(sorted, (size_t)count, sizeof *sorted, compare);
        low = sorted[count / 10];
        high = sorted[count - 1 - count / 10];
        range = high > low ? high - low : INFINITY;
        for (int i = 0; i < count; i++)
            drawn[i] = (struct cop_chance_pair){
                fmin(fmax(pairs[i].value, low - 2 * range), high + 2 * range), pairs[i].payoff};
    }
    if (sorted == NULL) {
        free(drawn);
        drawn = NULL;
    }
    free(sorted);
    return drawn;
}

/* Values are then made comparable with 1, as evaluators count in anything from 1 to a million. */
struct standard {
    double mean, deviation;
};

static struct standard standard_of(const struct cop_chance_pair *pairs, int count)
{
    struct standard standard = {0, 0};

    for (int i = 0; i < count; i++)
        standard.mean += pairs[i].value / count;
    for (int i = 0; i < count; i++)
        standard.deviation +=
            (pairs[i].value - standard.mean) * (pairs[i].value - standard.mean) / count;
    standard.deviation = sqrt(standard.deviation);
    return standard;
}

/* One step of Newton's method; how far it went. */
static double improve(const struct cop_chance_pair *pairs, int count,
                      const struct standard *standard, struct cop_chance *chance)
{
    double g0 = 0, g1 = 0, h00 = 0, h01 = 0, h11 = 0, determinant, step0, step1;

    for (int i = 0; i < count; i++) {
        double x = (pairs[i].value - standard->mean) / standard->deviation;
        double p = cop_chance_at(chance, x), weight = p * (1 - p), rest = pairs[i].payoff - p;

        g0 += rest;
        g1 += rest * x;
        h00 += weight;
        h01 += weight * x;
        h11 += weight * x * x;
    }
    determinant = h00 * h11 - h01 * h01;
    if (!(determinant > 0))
        return NAN;
    step0 = (h11 * g0 - h01 * g1) / determinant;
    step1 = (h00 * g1 - h01 * g0) / determinant;
    chance->offset += step0;
    chance->slope += step1;
    return fabs(step0) + fabs(step1);
}

/* Twice what the likelihood falls short of a model that knows every result: of a payoff between 0
 * and 1, as of a draw, even that one is not sure. */
double cop_chance_deviance(const struct cop_chance *chance, const struct cop_chance_pair *pairs,
                           int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++) {
        double y = pairs[i].payoff, z = chance->offset + chance->slope * pairs[i].value;

        sum += y > 0 ? y * (log(y) + log1p(exp(-z))) : 0;
        sum += y < 1 ? (1 - y) * (log(1 - y) + log1p(exp(z))) : 0;
    }
    return 2 * sum;
}

static bool fit(const struct cop_chance_pair *pairs, int count, struct cop_chance *chance,
                struct cop_error *error)
{
    struct standard standard = standard_of(pairs, count);
    struct cop_chance found = {0, 0, 0};
    double moved = INFINITY;

    if (!(standard.deviation > 0))
        return cop_fail(error, "%d positions with one value make no fit; play more games", count);
    for (int i = 0; i < STEPS_MAX && moved > 1e-10; i++)
        moved = improve(pairs, count, &standard, &found);
    if (!(moved <= 1e-6))
        return cop_fail(error,
                        "%d positions tell all wins from all losses, so that there is no chance to "
                        "fit; play more games",
                        count);
    if (found.slope <= 0)
        return cop_fail(error,
                        "a higher value promised less in %d positions; this evaluator cannot say "
                        "what to expect",
                        count);
    chance->slope = found.slope / standard.deviation;
    chance->offset = found.offset - chance->slope * standard.mean;
    return true;
}

bool cop_chance_make(const struct cop_chance_pair *pairs, int count, struct cop_chance *chance,
                     struct cop_error *error)
{
    struct cop_chance_pair *drawn;
    bool is_made;

    if (count < 3)
        return cop_fail(error, "%d positions make no fit; play more games", count);
    drawn = draw_in(pairs, count);
    if (drawn == NULL)
        return cop_fail(error, "the system has no memory to fit %d positions; play fewer games",
                        count);
    is_made = fit(drawn, count, chance, error);
    free(drawn);
    return is_made;
}
