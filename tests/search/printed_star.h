/* printed_star.h - Star1 and Star2 as the OnTop thesis prints them, each mistake to be switched on
 * (ontop.md 2.4, 2.5, 2.18), to show that the tests would notice it.
 *
 * In negamax form: a value and its bounds are those of the player whose node it is. */
#ifndef COPPICE_TESTS_PRINTED_STAR_H
#define COPPICE_TESTS_PRINTED_STAR_H

#include "coppice/game.h"

enum printed_mistake {
    LEAF_OF_THE_OTHER = 1,  /* Listing 4.1: a leaf is judged for the wrong side */
    MAX_FOR_MIN = 2,        /* Listing 4.3, line 14: max(U, beta) for a child's window */
    BOUNDS_EXCHANGED = 4,   /* 4.1.4.2 in words: U for the lower bound, L for the upper one */
    BOUNDS_NOT_NEGATED = 8, /* Listings 4.3, 4.4: the same L and U for both players */
    FIRST_ALPHA = 16,       /* Listing 4.4: the probes' alpha from the likeliest outcome */
    ALPHA_AS_BOUND = 32,    /* Listing 4.5: a probe that fails low returns alpha */
    PRODUCT_TWICE = 64      /* 4.1.4.3: probabilities multiplied into probed bounds twice */
};

struct printed_star {
    const struct cop_game *game;
    const struct cop_evaluator *evaluator;
    double lower, upper; /* of values of the player at the root */
    bool has_probes;     /* Star2 */
    unsigned mistakes;
    int64_t leaves;
};

/* The value of a decision node for the player to move, so many moves deep. */
double printed_star(struct printed_star *star, const void *state, int depth);

#endif
