/* features.h - what evaluators of Breakthrough, and of games with its stones, learn from. */
#ifndef COPPICE_GAMES_BREAKTHROUGH_FEATURES_H
#define COPPICE_GAMES_BREAKTHROUGH_FEATURES_H

#include "coppice/game.h"
#include "games/tuples.h"

enum { BREAKTHROUGH_PLACES = 54 };

enum { BREAKTHROUGH_ROW_CODES = 6561 }; /* 3 to the power of 8 */

/* Part of an opened game, zero at first; only boards of 8 x 8 have tuples.
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

/* The features of these stones as `player` sees them; `is_next`: he makes the next move. Returns
 * how many there are. */
int breakthrough_tuples_list(const struct breakthrough_tuples *tuples, const uint64_t stones[2],
                             int player, bool is_next, uint32_t *numbers);
/* As `count`, `first_alike`, `phase` and `phases` of struct cop_features. */
int breakthrough_tuples_count(const struct breakthrough_tuples *tuples);
uint32_t breakthrough_tuples_alike(const struct breakthrough_tuples *tuples, uint32_t number);
int breakthrough_stones_phase(const uint64_t stones[2]);
int breakthrough_phases(const struct cop_game *game);

extern const struct cop_features breakthrough_features;

#endif
