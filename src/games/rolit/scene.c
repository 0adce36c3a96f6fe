/* scene.c - what a board of Rolit looks like and where a person clicks. */
#include "board.h"
#include "games/bits.h"
#include "games/list.h"

void rolit_scene(const struct cop_game *game, const void *state, int viewer,
                 struct cop_scene *scene_out)
{
    static const char *const colours[ROLIT_COLOURS] = {"red", "green", "yellow", "blue"};
    const struct rolit_position *position = state;
    int size = rolit_board_of(game)->size;

    (void)viewer;
    for (int colour = 0; colour < ROLIT_COLOURS; colour++)
        scene_out->owners[colour] = colours[colour];
    cop_scene_board(scene_out, size, size, false, COP_LIGHT, COP_LIGHT);
    for (int i = 0; i < size * size; i++) {
        int colour = rolit_colour_at(position, rolit_square(i % size, size - 1 - i / size));

        if (colour >= 0)
            cop_scene_piece(scene_out, i, colour, 0, COP_DISC, "");
    }
    for (int colour = 0; colour < ROLIT_COLOURS; colour++) {
        const char *name = cop_rolit.player_names[colour];
        int count = bit_count(rolit_pieces(position, (uint64_t)colour));

        cop_scene_label(scene_out, (float)size + 0.8f, (float)colour,
                        colour < game->players ? "%s %d" : "%s %d, nobody's", name, count);
    }
}

/* Cells are numbered from the top left corner, squares from the lower left one. */
int rolit_path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    int size = rolit_board_of(game)->size, square = (int)move - 1;

    (void)state;
    cells[0] = (size - 1 - square / ROLIT_STRIDE) * size + square % ROLIT_STRIDE;
    return 1;
}

void rolit_prompt(const struct cop_game *game, const void *state, int step, struct cop_text *text)
{
    const struct rolit_position *position = state;
    uint64_t own = rolit_pieces(position, position->turn);
    uint64_t ends = othello_ends(own, position->taken & ~own);
    bool captures = (ends & ~position->taken & rolit_board_of(game)->squares) != 0;

    (void)step;
    cop_text_add(text,
                 captures ? "Place a piece where it captures" : "Place a piece beside another");
}
