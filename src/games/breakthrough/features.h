/* features.h - what an evaluator of Breakthrough learns from (features.c). */
#ifndef COPPICE_GAMES_BREAKTHROUGH_FEATURES_H
#define COPPICE_GAMES_BREAKTHROUGH_FEATURES_H

#include "coppice/game.h"
#include "games/tuples.h"

enum { BREAKTHROUGH_PLACES = 54 };

enum { BREAKTHROUGH_ROW_CODES = 6561 }; /* 3 to the power of 8 */

/* Part of an opened game; only boards of 8 x 8 have tuples.
 *
 * A row of the board has a code, a number in base 3 with a digit for each square. The codes of two
 * rows have the fields between them, and those of all rows have the columns. */
struct breakthrough_tuples {
    struct tuple_list list;
    uint16_t code[256];                       /* of a set of stones in a row */
    uint16_t digits[256][8];                  /* and of each square of it: 0 or 1 */
    uint8_t parts[BREAKTHROUGH_ROW_CODES][8]; /* three squares of a code, from each column */
};

void breakthrough_tuples_fill(struct breakthrough_tuples *tuples);

extern const struct cop_features breakthrough_features;

#endif
