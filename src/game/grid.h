/* grid.h - a board whose cells are columns of letters and rows of numbers, as other programs know
 * it. Points are '.', 'X' for the first player's piece and 'O' for the second's. */
#ifndef COPPICE_GAME_GRID_H
#define COPPICE_GAME_GRID_H

#include "coppice/game.h"

enum { COP_GRID_MAX = 26 };

struct cop_grid {
    int columns, rows;
    char points[COP_GRID_MAX][COP_GRID_MAX]; /* [row - 1][column]: "c4" is [3][2] */
};

/* False if the board is something else: hexagons, triangles, cells without such names. */
bool cop_grid_read(const struct cop_game *game, const void *state, struct cop_grid *grid);

#endif
