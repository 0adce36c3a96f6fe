/* scene.c - what a board of Breakthrough looks like and where a person clicks. */
#include "position.h"

/* ---- Boards, for every game that is played with these stones ---- */

int breakthrough_cell(const struct board *board, int square)
{
    return (board->rows - 1 - square / STRIDE) * board->columns + square % STRIDE;
}

void breakthrough_draw(const struct board *board, const uint64_t stones[2], struct cop_scene *scene)
{
    scene->owners[WHITE] = "white";
    scene->owners[BLACK] = "black";
    cop_scene_board(scene, board->columns, board->rows, false, COP_LIGHT, COP_DARK);
    for (int row = board->rows - 1; row >= 0; row--)
        for (int column = 0; column < board->columns; column++) {
            int square = row * STRIDE + column;

            for (int side = 0; side < 2; side++)
                if ((stones[side] >> square & 1) != 0)
                    cop_scene_piece(scene, breakthrough_cell(board, square), side, 0, COP_PAWN, "");
        }
}

void breakthrough_draw_end(const struct board *board, const uint64_t stones[2],
                           struct cop_scene *scene)
{
    for (int side = 0; side < 2; side++)
        for (uint64_t left = stones[side] & board->goal[side]; left != 0; left &= left - 1)
            cop_scene_decide(scene, breakthrough_cell(board, bit_index(left)));
}

int breakthrough_step_path(const struct board *board, cop_move move, int *cells)
{
    cells[0] = breakthrough_cell(board, (int)(move >> 6));
    cells[1] = breakthrough_cell(board, (int)(move & 63));
    return 2;
}

/* ---- Breakthrough ---- */

void breakthrough_scene(const struct cop_game *game, const void *state, int viewer,
                        struct cop_scene *scene_out)
{
    const struct position *position = state;

    (void)viewer;
    breakthrough_draw(board_of(game), position->stones, scene_out);
    if (position->turn == COP_OVER)
        breakthrough_draw_end(board_of(game), position->stones, scene_out);
}

int breakthrough_path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    (void)state;
    return breakthrough_step_path(board_of(game), move, cells);
}

void breakthrough_prompt(const struct cop_game *game, const void *state, int step,
                         struct cop_text *text)
{
    (void)game;
    (void)state;
    cop_text_add(text, step == 0 ? "Choose a stone" : "Choose where it goes");
}
