/* scene.c - what a TwixT board looks like and where a person clicks. */
#include <stdio.h>

#include "../bits.h"
#include "board.h"

/* Cells are the holes row by row, without the corners. */
static int cell_of(const struct twixt_board *board, int hole)
{
    int column = hole % board->stride, row = hole / board->stride;
    int corners_before = row == 0 ? 1 : row < board->size - 1 ? 2 : 3;

    return row * board->size + column - corners_before;
}

static void add_holes(const struct twixt_board *board, struct cop_scene *scene)
{
    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++) {
            bool is_white = (board->zone[WHITE][row] >> column & 1) != 0;
            bool is_black = (board->zone[BLACK][row] >> column & 1) != 0;
            char name[8];
            int cell;

            if (!is_white && !is_black)
                continue;
            snprintf(name, sizeof name, "%c%d", (char)('A' + column), (row + 1) % 100);
            cell = cop_scene_cell(scene, (float)column, (float)row, COP_HOLE, COP_LIGHT, name);
            if (!is_white || !is_black)
                cop_scene_home(scene, cell, is_white ? WHITE : BLACK);
        }
}

/* The letters are at both ends: in a terminal the board is high, and its top is soon out of sight.
 */
static void add_coordinates(const struct twixt_board *board, struct cop_scene *scene)
{
    for (int i = 0; i < board->size; i++) {
        cop_scene_label(scene, (float)i, -0.8f, "%c", (char)('A' + i));
        cop_scene_label(scene, (float)i, (float)board->size - 0.2f, "%c", (char)('A' + i));
        cop_scene_label(scene, -0.8f, (float)i, "%d", i + 1);
    }
}

static void add_pegs(const struct twixt_board *board, const struct twixt_position *position,
                     int side, struct cop_scene *scene)
{
    for (int row = 0; row < board->size; row++)
        for (uint32_t left = twixt_row(board, position, side, row); left != 0; left &= left - 1) {
            int hole = twixt_hole(board, bit_index(left), row);

            cop_scene_piece(scene, cell_of(board, hole), side, 0, COP_PEG, "");
            for (int direction = 0; direction < TWIXT_KEPT; direction++)
                if (twixt_has_link(board, position, hole, direction))
                    cop_scene_link(scene, cell_of(board, hole),
                                   cell_of(board, hole + board->step[direction]), side);
        }
}

void twixt_scene(const struct cop_game *game, const void *state, int viewer,
                 struct cop_scene *scene)
{
    const struct twixt_board *board = twixt_board_of(game);

    (void)viewer;
    scene->owners[WHITE] = "white";
    scene->owners[BLACK] = "black";
    add_holes(board, scene);
    add_coordinates(board, scene);
    add_pegs(board, state, WHITE, scene);
    add_pegs(board, state, BLACK, scene);
}

/* A peg is entered by a click on its hole, and taken over by a click on the peg. */
int twixt_path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    const struct twixt_board *board = twixt_board_of(game);
    int hole = move == TWIXT_SWAP ? twixt_swap_hole(board, state) : (int)move - 1;

    cells[0] = cell_of(board, hole);
    return 1;
}
