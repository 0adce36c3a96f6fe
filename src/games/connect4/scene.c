/* scene.c - what a board of Connect Four looks like and where a person clicks. */
#include "board.h"

/* The stones of all lines of four. */
static uint64_t stones_in_lines(uint64_t stones, int height)
{
    const int steps[] = {1, height, height + 1, height + 2};
    uint64_t lines = 0;

    for (int i = 0; i < 4; i++) {
        uint64_t pairs = stones & (stones >> steps[i]);
        uint64_t fours = pairs & (pairs >> 2 * steps[i]);

        fours |= fours << steps[i];
        lines |= fours | fours << 2 * steps[i];
    }
    return lines;
}

/* Who has just moved has made the line. */
static void mark_lines(const struct board *board, const struct position *position,
                       struct cop_scene *scene)
{
    uint64_t lines = stones_in_lines(position->all & ~own_stones(board, position), board->height);

    for (int column = 0; column < board->width; column++)
        for (int row = 0; row < board->height; row++)
            if ((lines & cell_of(board, column, row)) != 0)
                cop_scene_decide(scene, cell_number(board, column, row));
}

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
    if (is_over(board, state))
        mark_lines(board, state, scene_out);
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

void connect4_prompt(const struct cop_game *game, const void *state, int step,
                     struct cop_text *text)
{
    (void)game;
    (void)state;
    (void)step;
    cop_text_add(text, "Choose a column");
}
