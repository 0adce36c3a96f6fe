/* features.h - what an evaluator of Focus learns from, in the short version for two (features.c).
 */
#ifndef COPPICE_GAMES_FOCUS_FEATURES_H
#define COPPICE_GAMES_FOCUS_FEATURES_H

#include "games/focus/board.h"

enum {
    FOCUS_STACKS = 1 << (2 * FOCUS_TALLEST + 1), /* more than the largest number of a stack */
    FOCUS_PILES = 1 << (FOCUS_TALLEST + 1),      /* the same with a bit for each piece */
    FOCUS_REACH = 8                              /* codes of how many pieces can land */
};

/* Part of an opened game. */
struct focus_tables {
    uint8_t pile[2][FOCUS_STACKS]; /* a stack in base 2, as each player sees it: 1 is his piece */
    uint8_t place[FOCUS_SQUARES];  /* the square's bit on a board of eight by eight, */
    uint8_t square[FOCUS_SIDE * FOCUS_SIDE]; /* and back */
    uint16_t first[FOCUS_SQUARES];           /* the first number of squares of its kind */
    uint8_t set[FOCUS_STACKS]; /* where stacks of this owner and height are gathered */
    /* How many pieces of the other whoever lands the code's pieces on a pile takes, for the player
     * whose pieces are the 1s and, in the upper four bits, for the other. */
    uint8_t prey[FOCUS_PILES][FOCUS_REACH];
};

/* What game->own is: the board comes first. */
struct focus_opened {
    struct focus_board board;
    struct focus_tables tables;
};

void focus_tables_fill(struct focus_tables *tables);

extern const struct cop_features focus_features;

#endif
