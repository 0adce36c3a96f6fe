/* scene.c - what a board of ChanceBreakthrough looks like and where a person clicks. */
#include "board.h"

/* Beside the board lies the die that is clicked for a roll; a roll of an empty square is a click on
 * it, too. */
static int die_cell(const struct cop_game *game)
{
    return table_of(game)->squares;
}

void chance_breakthrough_scene(const struct cop_game *game, const void *state, int viewer,
                               struct cop_scene *picture)
{
    const struct board *board = board_of(game);
    const struct chance_position *position = state;
    int middle = board->rows / 2;
    float x = (float)board->columns + 0.5f, y = (float)middle;

    (void)viewer;
    breakthrough_draw(board, position->stones, picture);
    if (position->phase == ENDED) {
        breakthrough_draw_end(board, position->stones, picture);
    } else {
        cop_scene_cell(picture, x, y, COP_SQUARE, COP_FELT, "@");
        cop_scene_piece(picture, die_cell(game), position->mover, 0, COP_DIE,
                        position->phase == ROLLED ? "?" : "@");
    }
    cop_scene_label(picture, x + 1.3f, y, "turn %d of %d",
                    position->turns + (position->phase != ENDED), table_of(game)->limit);
}

int chance_breakthrough_path(const struct cop_game *game, const void *state, cop_move move,
                             int *cells)
{
    (void)state;
    if (move < ROLL)
        return breakthrough_step_path(board_of(game), move, cells);
    if (move == ROLL || move == NOTHING)
        cells[0] = die_cell(game);
    else
        cells[0] = breakthrough_cell(board_of(game), (int)move - EVENT);
    return 1;
}

void chance_breakthrough_prompt(const struct cop_game *game, const void *state, int step,
                                struct cop_text *text)
{
    const struct chance_position *position = state;

    (void)game;
    if (position->phase == ROLLED)
        cop_text_add(text, "Roll the die");
    else
        cop_text_add(text, step == 0 ? "Choose a stone, or roll the die" : "Choose where it goes");
}
