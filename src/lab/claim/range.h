/* range.h - the interval of an expression, from those of the measures in it.
 *
 * Shared by the files that judge claims. `ways` says in how many ways the verdict that rests on an
 * end of the interval could be wrong: that end then errs in at most 2.5 % / ways of all runs, so
 * that all ways together stay below 2.5 %. */
#ifndef COPPICE_LAB_CLAIM_RANGE_H
#define COPPICE_LAB_CLAIM_RANGE_H

#include "lab/claim/claim.h"

struct cop_ways {
    double low, high;
};

/* Of left - right, or of left alone if right is NULL. */
struct cop_interval cop_claim_range(const struct cop_evidence *evidence,
                                    const struct cop_claim *left, const struct cop_claim *right,
                                    struct cop_ways ways);

#endif
