/* spsa.c - Spall's recommended exponents; his numbers are parts of ranges here. */
#include "tune/spsa.h"

#include <math.h>

static const double alpha = 0.602, gamma_power = 0.101;

double cop_spsa_step(const struct cop_spsa *spsa, int iteration)
{
    return spsa->step / pow(iteration + 1, gamma_power);
}

void cop_spsa_pair(const struct cop_spsa *spsa, const struct cop_space *space, int iteration,
                   const double *mean, struct cop_rng *rng, double *plus, double *minus)
{
    for (int i = 0; i < space->count; i++) {
        const struct cop_tuned *tuned = &space->tuned[i];
        double distance = cop_spsa_step(spsa, iteration) * (tuned->high - tuned->low);

        if (tuned->is_whole)
            distance = fmax(distance, 0.5);
        if (cop_rng_below(rng, 2) == 0)
            distance = -distance;
        plus[i] = cop_tuned_round(tuned, mean[i] + distance);
        minus[i] = cop_tuned_round(tuned, mean[i] - distance);
    }
}

/* Points at the edge of a range are nearer than they should be: what counts is how far apart they
 * are. */
void cop_spsa_follow(const struct cop_spsa *spsa, const struct cop_space *space, int iteration,
                     const double *plus, const double *minus, double advantage, double *mean)
{
    double gain = spsa->gain / pow(iteration + 1 + spsa->steady, alpha);

    for (int i = 0; i < space->count; i++) {
        const struct cop_tuned *tuned = &space->tuned[i];
        double range = tuned->high - tuned->low, apart = (plus[i] - minus[i]) / range;

        if (apart == 0)
            continue;
        mean[i] += gain * advantage / apart * range;
        mean[i] = fmin(fmax(mean[i], tuned->low), tuned->high);
    }
}
