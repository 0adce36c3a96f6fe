/* endless_truth.h - what every position of a small Fanorona board is worth, in the variant that can
 * go on for ever: by retrograde analysis, as plain as can be. */
#ifndef COPPICE_TESTS_SEARCH_ENDLESS_TRUTH_H
#define COPPICE_TESTS_SEARCH_ENDLESS_TRUTH_H

#include "coppice/game.h"

/* For the player to move; unknown at the end: drawn. */
enum truth_value { UNKNOWN, LOST, DRAWN, WON };

/* All positions of a board with at most so many stones; captures never lead out of them. */
struct board {
    const char *spec;
    int columns, rows, stones;
    int of_side; /* more stones than it began with no side has */
};

extern const struct board small_board, wide_board, wide_and_few_board;

struct truth {
    const struct board *board;
    struct cop_game *game;
    int count;
    unsigned char *states;
    uint8_t *values;
    uint64_t *keys; /* in slots */
    int *numbers;
};

struct truth open_truth(const struct board *board);
void close_truth(struct truth *truth);

void *state_of(const struct truth *truth, int position);
bool is_going(const struct truth *truth, int position);
bool is_drawn(const struct truth *truth, int position);
double payoff_of(const struct truth *truth, int position); /* for the player to move */

/* What `player` gets at a position that the turn has led to, in the middle of it too. */
enum truth_value value_after(const struct truth *truth, const void *state, int player);

#endif
