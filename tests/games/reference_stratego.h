/* reference_stratego.h - Stratego a second time: slow, with pieces as records and a log of the
 * whole game, straight from chance-and-multiplayer.md 1.1, to be compared with the fast one move by
 * move.
 *
 * It shares nothing with src/games: squares are columns and rows counted from a1, ranks are the
 * characters of the index notation, and what the repetition rules forbid is found by reading the
 * log backwards each time. */
#ifndef COPPICE_TESTS_REFERENCE_STRATEGO_H
#define COPPICE_TESTS_REFERENCE_STRATEGO_H

#include <stdbool.h>

enum { SLOW_PIECES = 80, SLOW_PLIES = 2100, SLOW_MOVES = 400 };

struct slow_square {
    int column, row;
};

struct slow_piece {
    int side;
    char rank; /* of "123456789SBF" */
    bool is_alive, has_moved, is_known;
    struct slow_square at;
};

struct slow_move {
    int piece; /* its number */
    struct slow_square from, to;
    bool is_attack;
};

struct slow_stratego {
    int size;
    int two_squares, quiet_limit, length_limit;
    bool has_more_squares;
    struct slow_piece pieces[SLOW_PIECES];
    int piece_count;
    int at[10][10]; /* [column][row]: the number of the piece there, or -1 */
    struct slow_move log[SLOW_PLIES];
    struct slow_square places[SLOW_PLIES][SLOW_PIECES]; /* of all pieces after each ply */
    int plies, quiet;
    int turn; /* 0 White, 1 Black */
    bool is_over;
    double payoff;                      /* White's */
    struct slow_move moves[SLOW_MOVES]; /* what is legal now */
    int move_count;
    int forbidden[2]; /* moves that the rules of repetition forbid now, two squares first */
};

/* The limits must be set before: two_squares, quiet_limit, length_limit, has_more_squares. Each
 * side's ranks come from its own back row, columns from a, as in chance-and-multiplayer.md 1.1.4.
 */
void slow_stratego_start(struct slow_stratego *game, int size, const char *white,
                         const char *black);
void slow_stratego_play(struct slow_stratego *game, const struct slow_move *move);

/* 'W' the attacker wins, 'L' it is removed, '=' both are. */
char slow_stratego_strike(char attacker, char defender);
bool slow_stratego_is_lake(int size, struct slow_square square);

#endif
