/* reference_amazons.h - the Amazons on a board of characters, slow and plain, from
 * amazons-play.md 1.
 *
 * Everything is text: a position as the specification writes it, a move as "g1g9-d9". */
#ifndef COPPICE_TESTS_REFERENCE_AMAZONS_H
#define COPPICE_TESTS_REFERENCE_AMAZONS_H

#include <stdbool.h>

enum { PLAIN_SIDE = 10, PLAIN_MOVES = 4000, PLAIN_WORD = 16 };

struct plain {
    int columns, rows;
    char at[PLAIN_SIDE][PLAIN_SIDE]; /* by row and column: 'W', 'B', 'x' or '.' */
    char mover;                      /* 'W' or 'B' */
};

/* Rows from the top, then who moves; nothing is checked. */
void plain_read(struct plain *plain, const char *words);
int plain_moves(const struct plain *plain, char (*words)[PLAIN_WORD]);
void plain_play(struct plain *plain, const char *word);

/* The longest sequence of moves of one side alone, by trying all until every square is used. */
int plain_fill(const struct plain *plain, char side);

/* The margin for White with best play by both sides, by trying all; a finished game is counted by
 * plain_fill. */
double plain_value(const struct plain *plain);

#endif
