/* reference_rolit.h - Rolit a second time: slow, on a plain array of letters, straight from
 * chance-and-multiplayer.md 1.6. It shares nothing with src/games. */
#ifndef COPPICE_TESTS_REFERENCE_ROLIT_H
#define COPPICE_TESTS_REFERENCE_ROLIT_H

#include <stdbool.h>

enum { ROLIT_SIDE = 8, ROLIT_SQUARES = ROLIT_SIDE * ROLIT_SIDE, ROLIT_TEXT = 96 };

struct rolit_reference {
    int size, players, turn;
    char at[ROLIT_SIDE][ROLIT_SIDE]; /* [row - 1][column]: R, G, Y, B or a point */
};

struct rolit_square {
    int column, row; /* from 0 */
};

void rolit_reference_start(struct rolit_reference *state, int size, int players);
/* In the order a1, b1, ...; 0 when the board is full. */
int rolit_reference_moves(const struct rolit_reference *state, struct rolit_square *out);
void rolit_reference_play(struct rolit_reference *state, struct rolit_square square);
int rolit_reference_count(const struct rolit_reference *state, int player);
/* The position as the program writes it. */
void rolit_reference_write(const struct rolit_reference *state, char text[ROLIT_TEXT]);

#endif
