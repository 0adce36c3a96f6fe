/* reference_samegame.h - SameGame, slow and obvious, for comparison with the engine's. */
#ifndef COPPICE_TESTS_REFERENCE_SAMEGAME_H
#define COPPICE_TESTS_REFERENCE_SAMEGAME_H

#include <stdbool.h>

enum { BOARD_SIDE = 26, NO_BLOCK = -1 };

enum leftover_rule { LEFTOVER_ABOVE_TWO, LEFTOVER_LITERAL, LEFTOVER_NONE };

struct reference_board {
    int columns, rows;
    int at[BOARD_SIDE][BOARD_SIDE]; /* [x][y], (0, 0) at the bottom left; NO_BLOCK if empty */
    int points;                     /* earned by moves */
};

/* A block of the board: the canonical cell of a group, the smallest x and then the smallest y. */
struct reference_cell {
    int x, y;
};

/* "012/120 4": the rows from the top, a point for an empty cell, and the points so far. */
void reference_board_read(struct reference_board *board, int columns, int rows, const char *text);
void reference_board_write(const struct reference_board *board, char *text);

/* One cell of each group of two or more, in the order of x and then of y; returns how many. */
int reference_groups(const struct reference_board *board, struct reference_cell *out);

/* Removes the group that holds (x, y), lets blocks fall and closes columns; returns its size. */
int reference_remove(struct reference_board *board, int x, int y);

int reference_blocks_of(const struct reference_board *board, int colour);

/* The points so far, and, when no group is left, what the end gives or takes. */
int reference_score(const struct reference_board *board, enum leftover_rule rule);

/* No game from here scores more (samegame-and-fanorona.md 2.5), the points so far included. */
int reference_over_estimate(const struct reference_board *board);

void reference_mirror(struct reference_board *board);

#endif
