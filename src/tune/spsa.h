/* spsa.h - simultaneous perturbation: all numbers are moved a little at once, each up or down by
 * the toss of a coin, and the other way round; what the two points are worth says which way to go
 * (J. C. Spall, 1998).
 *
 * Steps are parts of each option's range. In iteration k, counted from 0, the points are
 * step / (k + 1)^0.101 away, and the way gone is the slope times gain / (k + 1 + steady)^0.602. */
#ifndef COPPICE_TUNE_SPSA_H
#define COPPICE_TUNE_SPSA_H

#include "coppice/rng.h"
#include "tune/space.h"

struct cop_spsa {
    double gain, step, steady; /* Spall's a, c and A */
};

/* How far apart from the mean the points of an iteration are, as a part of the range. */
double cop_spsa_step(const struct cop_spsa *spsa, int iteration);

/* The two points of an iteration. Whole numbers are at least one apart. */
void cop_spsa_pair(const struct cop_spsa *spsa, const struct cop_space *space, int iteration,
                   const double *mean, struct cop_rng *rng, double *plus, double *minus);

/* Moves the mean, by what `plus` is worth more than `minus`. */
void cop_spsa_follow(const struct cop_spsa *spsa, const struct cop_space *space, int iteration,
                     const double *plus, const double *minus, double advantage, double *mean);

#endif
