/* tree.h - a claim as a tree: shared by the files of this folder only. */
#ifndef COPPICE_LAB_CLAIM_TREE_H
#define COPPICE_LAB_CLAIM_TREE_H

#include "lab/claim/claim.h"

/* An expression can be worked out for each way to choose one part of every min, max and abs in it:
 * so many ways at most, and so many choices in one of them. */
enum { CLAIM_WAYS_MAX = 4096, CLAIM_CHOICES_MAX = 128 };

enum claim_kind {
    /* numbers */
    CLAIM_NUMBER,
    CLAIM_MEASURE,
    CLAIM_NEGATE,
    CLAIM_ADD,
    CLAIM_SUBTRACT,
    CLAIM_MULTIPLY,
    CLAIM_DIVIDE,
    CLAIM_ABS, /* the larger of x and -x */
    CLAIM_MIN,
    CLAIM_MAX,
    /* truths */
    CLAIM_LESS,
    CLAIM_LESS_EQUAL,
    CLAIM_GREATER,
    CLAIM_GREATER_EQUAL,
    CLAIM_WITHIN, /* parts: the number, the band's low end, its high end */
    CLAIM_BEST,   /* parts: the scores of the set (`inside` of them), then of all others */
    CLAIM_INCREASING,
    CLAIM_DECREASING,
    CLAIM_AND,
    CLAIM_OR,
    CLAIM_NOT
};

struct cop_claim {
    enum claim_kind kind;
    double number;
    struct cop_measure measure; /* owns its strings */
    int allow;                  /* steps back that an ordered series may have */
    double slack;               /* a step back that is no longer than this is none */
    int inside;                 /* of CLAIM_BEST */
    int part_count;
    struct cop_claim **parts;
};

static inline bool claim_is_truth(const struct cop_claim *claim)
{
    return claim->kind >= CLAIM_LESS;
}

/* How many numbers it is the extreme of; 1 for what is no extreme. */
static inline int claim_options(const struct cop_claim *claim)
{
    if (claim->kind == CLAIM_ABS)
        return 2;
    return claim->kind == CLAIM_MIN || claim->kind == CLAIM_MAX ? claim->part_count : 1;
}

#endif
