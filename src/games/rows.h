/* rows.h - a board of two sides as one line of text, in the manner of chess:
 *
 *     7/7/7/3O3/3X3/2XOX2 O     rows from the top, runs of empty cells as numbers, then who moves
 *
 * Cells may also hold what belongs to neither side, such as walls.
 *
 * Games convert between this picture and their bits; what a legal position is they check
 * themselves. */
#ifndef COPPICE_GAMES_ROWS_H
#define COPPICE_GAMES_ROWS_H

#include "coppice/error.h"
#include "coppice/text.h"

enum { COP_ROWS_CELLS = 100 };

struct cop_rows {
    const char *game;    /* for messages */
    const char *letters; /* of the two sides, then of anything else: "XO", "WBx" */
    int columns, rows;
    int turn;                       /* 0 or 1 */
    signed char at[COP_ROWS_CELLS]; /* a letter's place or -1, row by row from the top left */
};

void cop_rows_write(const struct cop_rows *picture, struct cop_text *text);

/* Fills in `turn` and `at`; the other members say what to expect. Letters may be of either case. */
bool cop_rows_read(struct cop_rows *picture, const char *words, struct cop_error *error);

#endif
