/* features.h - what an evaluator of Rolit for two learns from (features.c). */
#ifndef COPPICE_GAMES_ROLIT_FEATURES_H
#define COPPICE_GAMES_ROLIT_FEATURES_H

#include <stdalign.h>

#include "board.h"
#include "games/othello/features.h"

/* What an opened game of Rolit is; the board comes first. Two players on 8 x 8 have the patterns of
 * Othello, whose rows of numbers begin with a cache line. */
enum { ROLIT_LINE = 64 };

struct rolit_opened {
    struct rolit_board board;
    alignas(ROLIT_LINE) struct othello_patterns patterns;
};

extern const struct cop_features rolit_features;

#endif
