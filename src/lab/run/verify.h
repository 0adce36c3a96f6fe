/* verify.h - whether stored results come out again: a sample of the observations is made anew and
 * compared, number by number and move by move, and all that follows from observations is computed
 * anew. Games that are kept (games.h) are all played through: they must lead to what is stored.
 *
 * Times are not compared. Of everything that does not come out again a sentence is said. */
#ifndef COPPICE_LAB_VERIFY_H
#define COPPICE_LAB_VERIFY_H

#include <stdatomic.h>

#include "lab/experiment/experiment.h"

struct cop_verify_order {
    enum cop_budget budget;
    int sample;     /* observations of an experiment; 0: all */
    double longest; /* seconds: observations that took longer are passed over; 0: none are */
    uint64_t seed;  /* of the sample */
    int threads;
    const atomic_bool *stop;
    void (*say)(void *context, const char *sentence);
    void *context;
};

struct cop_verified {
    int observations; /* that the results have */
    int compared;
    int games;       /* that were played through */
    int passed_over; /* because they took too long */
    int differences; /* sentences said */
};

/* False only if something kept it from looking; differences are counted, not failed. */
bool cop_lab_verify(const struct cop_experiment *experiment, struct cop_results *results,
                    const struct cop_verify_order *order, struct cop_verified *verified,
                    struct cop_error *error);

#endif
