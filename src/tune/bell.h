/* bell.h - where good values are thought to be: a Gaussian for each number, shares for each choice;
 * and the cross-entropy method, which draws points from it and moves it towards the best of them
 * (samegame-and-fanorona.md 5.7). */
#ifndef COPPICE_TUNE_BELL_H
#define COPPICE_TUNE_BELL_H

#include "coppice/rng.h"
#include "tune/space.h"

struct cop_bell {
    double mean[COP_TUNED_MAX], deviation[COP_TUNED_MAX]; /* numbers */
    double shares[COP_TUNED_MAX][COP_TUNED_CHOICES_MAX];  /* choices; their sum is 1 */
};

/* A point and what it was worth. */
struct cop_drawn {
    double point[COP_TUNED_MAX];
    double worth;
};

void cop_bell_start(struct cop_bell *bell, const struct cop_space *space);
void cop_bell_draw(const struct cop_bell *bell, const struct cop_space *space, struct cop_rng *rng,
                   double *point);

/* The middle of it: each mean, and of choices the one with the largest share. */
void cop_bell_centre(const struct cop_bell *bell, const struct cop_space *space, double *point);

/* The `elites` best of the drawn, which are brought into the order of their worth, make the new
 * bell: their mean and deviation, their shares. `smoothing` is how much of it is new, from 0 to 1.
 */
void cop_bell_follow(struct cop_bell *bell, const struct cop_space *space, struct cop_drawn *drawn,
                     int count, int elites, double smoothing);

/* Whether no deviation is more than this part of its range, and no choice has more than this to
 * lose. */
bool cop_bell_is_narrow(const struct cop_bell *bell, const struct cop_space *space, double part);

#endif
