/* plan.h - whether a budget has enough games to decide a claim, before any is played.
 *
 * Supposed are the published numbers. A claim that needs more games than the budget has would be
 * undecided even if all came out just as published; a band, if its interval is wider than the band.
 * Nothing is known beforehand of numbers other than shares; there the claim itself may say how many
 * games it needs. */
#ifndef COPPICE_LAB_PLAN_H
#define COPPICE_LAB_PLAN_H

#include "lab/experiment/experiment.h"

struct cop_claim_plan {
    int games; /* of this budget: the fewest of any run of the claim, in each pairing */
    int needs; /* as many decide it; COP_PLAN_NEVER: no number does; 0: nothing is known */
};

enum { COP_PLAN_NEVER = 1000000000 };

/* Of a claim that is for this budget. */
struct cop_claim_plan cop_claim_plan(const struct cop_experiment *experiment, int claim,
                                     enum cop_budget budget);

/* True if it is known that the budget has too few. */
bool cop_claim_plan_is_short(struct cop_claim_plan plan);

#endif
