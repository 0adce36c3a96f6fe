/* odds.c - how much a policy's word counts beside what was learned. */
#include "coppice/odds.h"

#include <math.h>

#include "base/exponential.h"

/* No product with odds may leave the range of numbers, or several policies could not be told apart
 * any more. */
#define WEIGHT_MOST 100

double cop_odds_factor(double bias, double weight)
{
    double scaled = bias * weight;

    if (weight == -INFINITY)
        return 0;
    if (scaled > WEIGHT_MOST)
        scaled = WEIGHT_MOST;
    return cop_exp_quick(scaled < -WEIGHT_MOST ? -WEIGHT_MOST : scaled);
}
