/* reference_focus.h - Focus, slow and obvious, for comparison with the engine's. */
#ifndef COPPICE_TESTS_REFERENCE_FOCUS_H
#define COPPICE_TESTS_REFERENCE_FOCUS_H

#include <stdbool.h>

enum { FOCUS_SIDE = 8, FOCUS_MOVES = 400, FOCUS_TEXT = 800, FOCUS_GOES_ON = -1, FOCUS_DRAWN = -2 };

struct reference_focus {
    int players, limit;
    bool is_full, has_hand;
    char stacks[FOCUS_SIDE][FOCUS_SIDE][16]; /* [column][row - 1]: letters from the bottom up */
    int reserve[4];
    int captured[4][4]; /* [who has them][whose they were] */
    int turn, ply;
    int result; /* FOCUS_GOES_ON, FOCUS_DRAWN or who has won */
};

struct reference_focus_move {
    char text[8]; /* "c3-c5", "+d4" or "--" */
};

void reference_focus_start(struct reference_focus *focus, int players, int limit, bool is_full,
                           bool has_hand);

/* None when the game is over. */
int reference_focus_moves(const struct reference_focus *focus, struct reference_focus_move *out);

void reference_focus_play(struct reference_focus *focus, const char *move);

/* The position as the game writes it, at most FOCUS_TEXT bytes. */
void reference_focus_write(const struct reference_focus *focus, char *text);

#endif
