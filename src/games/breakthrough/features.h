/* features.h - what an evaluator of Breakthrough learns from (features.c). */
#ifndef COPPICE_GAMES_BREAKTHROUGH_FEATURES_H
#define COPPICE_GAMES_BREAKTHROUGH_FEATURES_H

#include "coppice/game.h"
#include "games/tuples.h"

enum { BREAKTHROUGH_PLACES = 54 };

/* Part of an opened game; only boards of 8 x 8 have tuples. The places come in the order of their
 * numbers, each with numbers of its own. */
struct breakthrough_tuples {
    struct tuples tuples;
    struct tuple squares[BREAKTHROUGH_PLACES];
    uint8_t mirror_place[BREAKTHROUGH_PLACES]; /* the place on the other side of the board */
    uint8_t mirror[BREAKTHROUGH_PLACES][TUPLE_SQUARES]; /* and where its squares come to lie */
    uint32_t configurations;
};

void breakthrough_tuples_fill(struct breakthrough_tuples *tuples);

extern const struct cop_features breakthrough_features;

#endif
