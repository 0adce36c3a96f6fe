/* scene.c - what a board of SameGame looks like and where a person clicks. */
#include "board.h"

/* The colours of the digits 0 to 6; their first letters differ, for drawings in text. */
static const char *const colour_names[COLOURS_MAX] = {"red",    "blue",   "green", "yellow",
                                                      "purple", "orange", "white"};

static int scene_cell(const struct board *board, int x, int y)
{
    return (board->rows - 1 - y) * board->columns + x;
}

void samegame_scene(const struct cop_game *game, const void *state, int viewer,
                    struct cop_scene *picture)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    float beside = (float)board->columns + 0.8f;

    (void)viewer;
    cop_scene_board(picture, board->columns, board->rows, false, COP_LIGHT, COP_LIGHT);
    for (int x = 0; x < board->columns; x++)
        for (int y = 0; y < board->rows; y++) {
            int colour = colour_at(board, position, x, y);

            if (colour >= 0)
                cop_scene_piece(picture, scene_cell(board, x, y), colour, 0, COP_BLOCK, "");
        }
    cop_scene_label(picture, beside, 0, "%s %.0f",
                    samegame_turn(game, state) == COP_OVER ? "Score" : "Points",
                    samegame_score(game, state, 0));
    for (int colour = 0; colour < board->colours; colour++) {
        picture->owners[colour] = colour_names[colour];
        cop_scene_label(picture, beside, (float)colour + 1, "%d %s: %d", colour,
                        colour_names[colour], count_colour(board, position, colour));
    }
}

int samegame_path(const struct cop_game *game, const void *state, cop_move move, int *clicks)
{
    int cell = (int)move - 1;

    (void)state;
    clicks[0] = scene_cell(board_of(game), cell / LANE, cell % LANE);
    return 1;
}

/* Any block of a group selects it. */
int samegame_click(const struct cop_game *game, const void *state, int clicked)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    int x = clicked % board->columns, y = board->rows - 1 - clicked / board->columns;
    int word = 0, cell;
    uint64_t group[WIDE];

    if (colour_at(board, position, x, y) < 0)
        return clicked;
    find_group(position->planes, cell_of(x, y), group, board->words);
    while (group[word] == 0)
        word++;
    cell = 64 * word + bit_index(group[word]);
    return scene_cell(board, cell / LANE, cell % LANE);
}

void samegame_prompt(const struct cop_game *game, const void *state, int step,
                     struct cop_text *text)
{
    (void)game;
    (void)state;
    (void)step;
    cop_text_add(text, "Choose a group of two or more blocks");
}
