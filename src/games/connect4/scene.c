/* scene.c - what a board of Connect Four looks like and where a person clicks. */
#include "board.h"

void connect4_scene(const struct cop_game *game, const void *state, int viewer,
                    struct cop_scene *scene_out)
{
    const struct board *board = board_of(game);
    struct cop_rows picture = connect4_rows(board, state);

    (void)viewer;
    scene_out->owners[0] = "yellow";
    scene_out->owners[1] = "red";
    cop_scene_board(scene_out, board->width, board->height, false, COP_RACK, COP_RACK);
    for (int cell = 0; cell < scene_out->cell_count; cell++) {
        scene_out->cells[cell].shape = COP_HOLE;
        if (picture.at[cell] >= 0)
            cop_scene_piece(scene_out, cell, picture.at[cell], 0, COP_DISC, "");
    }
}

/* A person clicks the cell where the stone lands. */
int connect4_path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    int column = (int)move - 1;
    int row = bit_count(position->all & column_of(board, column));

    cells[0] = cell_number(board, column, row);
    return 1;
}

/* Any cell of a column drops a stone into it. */
int connect4_click(const struct cop_game *game, const void *state, int cell)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    int column = cell % board->width;
    int row = bit_count(position->all & column_of(board, column));

    return row < board->height ? cell_number(board, column, row) : cell;
}
