/* claim_tree.h - a claim as a tree: shared by its reader (claim.c) and its judge (judge.c) only. */
#ifndef COPPICE_LAB_CLAIM_TREE_H
#define COPPICE_LAB_CLAIM_TREE_H

#include "lab/claim/claim.h"

enum claim_kind {
    /* numbers */
    CLAIM_NUMBER,
    CLAIM_MEASURE,
    CLAIM_NEGATE,
    CLAIM_ADD,
    CLAIM_SUBTRACT,
    CLAIM_MULTIPLY,
    CLAIM_DIVIDE,
    CLAIM_ABS,
    CLAIM_MIN,
    CLAIM_MAX,
    CLAIM_ESTIMATE, /* these four are numbers without an interval */
    CLAIM_LOWER,
    CLAIM_UPPER,
    CLAIM_MARGIN,
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
    int allow;                  /* inversions that an ordered series may have */
    int inside;                 /* of CLAIM_BEST */
    int part_count;
    struct cop_claim **parts;
};

static inline bool claim_is_truth(const struct cop_claim *claim)
{
    return claim->kind >= CLAIM_LESS;
}

#endif
