/* reference_rules.h - the three games a second time: slow, on plain arrays, straight from the
 * specification, to be compared with the fast ones move by move.
 *
 * They share nothing with src/games, not even the numbering of moves: a move is the cells that a
 * person would click, counted row by row from the top left corner, and its text. */
#ifndef COPPICE_TESTS_REFERENCE_RULES_H
#define COPPICE_TESTS_REFERENCE_RULES_H

#include <stdbool.h>

enum { REFERENCE_SIDE = 16, REFERENCE_MOVES = 64 };

struct reference_state {
    int columns, rows;
    int at[REFERENCE_SIDE][REFERENCE_SIDE]; /* [row from the top][column]: 0, 1, or -1 for empty */
    int turn;                               /* 0 or 1; meaningless when the game is over */
    bool is_over;
    double payoff; /* of player 0, when the game is over */
    int points;    /* likewise, in games that have them */
};

struct reference_move {
    int count; /* of cells; 0 for a pass */
    int cells[2];
    char text[16];
};

struct reference_rules {
    void (*start)(struct reference_state *state, int columns, int rows);
    int (*moves)(const struct reference_state *state, struct reference_move *out);
    void (*play)(struct reference_state *state, const struct reference_move *move);
};

extern const struct reference_rules reference_connect4;
extern const struct reference_rules reference_othello;
extern const struct reference_rules reference_breakthrough;

void reference_clear(struct reference_state *state, int columns, int rows);
bool reference_on_board(const struct reference_state *state, int column, int row);
int reference_count(const struct reference_state *state, int what);

#endif
