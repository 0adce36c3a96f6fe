/* scene.c - what a board of Othello looks like and where a person clicks. */
#include "games/list.h"
#include "position.h"

void othello_scene(const struct cop_game *game, const void *state, int viewer,
                   struct cop_scene *scene_out)
{
    const struct othello_board *board = othello_board_of(game);
    const struct othello_position *position = state;

    (void)viewer;
    scene_out->owners[0] = "black";
    scene_out->owners[1] = "white";
    cop_scene_board(scene_out, board->size, board->size, true, COP_FELT, COP_FELT);
    for (int i = 0; i < board->size * board->size; i++) {
        uint64_t square = othello_square(i % board->size, i / board->size);

        for (int player = 0; player < 2; player++)
            if ((position->discs[player] & square) != 0)
                cop_scene_piece(scene_out, i, player, 0, COP_DISC, "");
    }
    for (int player = 0; player < 2; player++)
        cop_scene_label(scene_out, (float)board->size + 0.8f, (float)player, "%s %d",
                        cop_othello.player_names[player], bit_count(position->discs[player]));
}

/* A placement is one click; a pass is none. */
int othello_path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    int square = (int)move - 1;

    (void)state;
    if (move == COP_PASS)
        return 0;
    cells[0] = square / OTHELLO_STRIDE * othello_board_of(game)->size + square % OTHELLO_STRIDE;
    return 1;
}

void othello_prompt(const struct cop_game *game, const void *state, int step, struct cop_text *text)
{
    (void)game;
    (void)state;
    (void)step;
    cop_text_add(text, "Place a disc where it captures");
}
