/* reference_fanorona.h - Fanorona by whole turns on plain arrays, slow and obvious
 * (samegame-and-fanorona.md 3), for comparison with the engine's, which moves step by step. */
#ifndef COPPICE_TESTS_REFERENCE_FANORONA_H
#define COPPICE_TESTS_REFERENCE_FANORONA_H

#include <stdbool.h>

enum {
    FANORONA_SIDE = 15,
    FANORONA_TEXT = 200,
    FANORONA_TURNS = 4096, /* no position of a test has more whole turns */
    FANORONA_PAST = 8192   /* no game of a test is longer */
};

/* [rank from 0][file from 0]: 'w', 'b', or '.' for empty. */
struct fanorona_board {
    char at[FANORONA_SIDE][FANORONA_SIDE];
};

struct fanorona_turn {
    char text[FANORONA_TEXT]; /* "b2-c2A-c3A" */
    struct fanorona_board after;
    int taken;
};

struct fanorona_reference {
    int columns, rows;
    bool has_weak_corners;
    struct fanorona_board board;
    char mover; /* 'w' or 'b' */
    bool is_over;
    double payoff;   /* of White, when the game is over */
    int occurrences; /* a position that stands this often is a draw; 0 for never */
    int quiet_limit; /* as many paika in a row are a draw; 0 for never */
    int quiet;       /* paika in a row so far */
    int past_count;  /* all earlier positions of the game, and who moved in them */
    struct fanorona_board past[FANORONA_PAST];
    char past_mover[FANORONA_PAST];
};

void fanorona_reference_start(struct fanorona_reference *game, int columns, int rows,
                              int occurrences, int quiet_limit);

/* Every path of steps that is a whole turn; returns how many. None when the game is over. */
int fanorona_reference_turns(const struct fanorona_reference *game, struct fanorona_turn *out);

void fanorona_reference_play(struct fanorona_reference *game, const struct fanorona_turn *turn);

/* The lines between neighbouring points of a board. */
int fanorona_reference_lines(int columns, int rows);

#endif
