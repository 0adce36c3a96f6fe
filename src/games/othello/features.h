/* features.h - what an evaluator of Othello learns from (features.c). */
#ifndef COPPICE_GAMES_OTHELLO_FEATURES_H
#define COPPICE_GAMES_OTHELLO_FEATURES_H

#include "coppice/game.h"
#include "games/tuples.h"

enum { OTHELLO_PATTERNS_KINDS = 12, OTHELLO_PLACES = 50 };

struct othello_pattern {
    struct tuple squares;
    /* Where each square comes to lie in the image of the board that has the pattern on its own
     * squares in another order; without such an image where it is. */
    uint8_t mirror[TUPLE_SQUARES];
    uint32_t first; /* the number of its first configuration */
};

/* Part of an opened game; only boards of 8 x 8 have patterns. */
struct othello_patterns {
    struct tuples tuples; /* the patterns, turned and mirrored in every way */
    struct othello_pattern kinds[OTHELLO_PATTERNS_KINDS];
    uint32_t configurations; /* of all patterns */
};

void othello_patterns_fill(struct othello_patterns *patterns);

/* A configuration and its mirror image mean the same: the lower number. What is no configuration
 * is like nothing else. */
uint32_t othello_first_alike(const struct othello_patterns *patterns, uint32_t number);

extern const struct cop_features othello_features;

#endif
