/* scene.c - what a board of Focus looks like and where a person clicks. */
#include "games/focus/board.h"
#include "games/list.h"

/* The cells are the squares and, after them, a place beside the board for each reserve. */
static int hand_cell(int player)
{
    return FOCUS_SQUARES + player;
}

static void add_squares(struct cop_scene *scene)
{
    for (int square = 0; square < FOCUS_SQUARES; square++) {
        int column = focus_column(square), row = focus_row(square);
        char name[3] = {(char)('a' + column), (char)('0' + FOCUS_SIDE - row), 0};

        cop_scene_cell(scene, (float)column, (float)row, COP_SQUARE,
                       (column + row) % 2 == 0 ? COP_LIGHT : COP_DARK, name);
    }
    for (int i = 0; i < FOCUS_SIDE; i++) {
        cop_scene_label(scene, -0.8f, (float)i, "%d", FOCUS_SIDE - i);
        cop_scene_label(scene, (float)i, FOCUS_SIDE - 0.2f, "%c", 'a' + i);
    }
}

static int first_reserve_row(const struct cop_game *game)
{
    return (FOCUS_SIDE - game->players) / 2;
}

static void add_reserve(struct cop_scene *scene, const struct cop_game *game,
                        const struct focus_position *position, int player)
{
    int row = first_reserve_row(game) + player;
    int cell = cop_scene_cell(scene, FOCUS_SIDE + 1, (float)row, COP_SQUARE, COP_LIGHT, "");
    struct cop_text text = COP_TEXT;

    assert(cell == hand_cell(player));
    cop_scene_home(scene, cell, player);
    if (position->taken[player][player] > 0) {
        cop_text_add(&text, "%d", position->taken[player][player]);
        cop_scene_piece(scene, cell, player, 0, COP_DISC, text.bytes);
        cop_text_clear(&text);
    }
    for (int other = 0; other < game->players && game->players > 2; other++)
        if (other != player)
            cop_text_add(&text, " %c%d", focus_letters[other], position->taken[player][other]);
    cop_scene_label(scene, FOCUS_SIDE + 2.3f, (float)row, "%s took %d%s%s",
                    cop_focus.player_names[player], (int)focus_score(game, position, player),
                    text.length > 0 ? ":" : "", text.bytes);
    cop_text_free(&text);
}

void focus_scene(const struct cop_game *game, const void *state, int viewer, struct cop_scene *out)
{
    static const char *const colours[FOCUS_PLAYERS] = {"red", "green", "blue", "yellow"};
    const struct focus_position *position = state;

    (void)viewer;
    add_squares(out);
    for (int player = 0; player < game->players; player++) {
        out->owners[player] = colours[player];
        add_reserve(out, game, position, player);
    }
    cop_scene_label(out, FOCUS_SIDE + 1, (float)first_reserve_row(game) - 0.8f, "reserve");
    cop_scene_label(out, FOCUS_SIDE + 2.3f, (float)first_reserve_row(game) + (float)game->players,
                    "%d of %d turns played", position->ply, focus_board_of(game)->limit);
    for (int square = 0; square < FOCUS_SQUARES; square++) {
        uint32_t stack = position->stacks[square];
        int height = focus_height(stack);

        for (int i = 0; i < height; i++)
            cop_scene_piece(out, square, focus_owner(stack, height - 1 - i), i, COP_DISC, "");
    }
}

/* Two clicks: a stack or one's reserve, and where it goes. A pass is none. */
int focus_path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    const struct focus_position *position = state;

    (void)game;
    if (move == COP_PASS)
        return 0;
    cells[0] = focus_is_entry(move) ? hand_cell(position->turn) : focus_source(move);
    cells[1] = focus_target(move);
    return 2;
}

static bool owns_stack(const struct focus_position *position, int player)
{
    for (int square = 0; square < FOCUS_SQUARES; square++)
        if (position->stacks[square] != FOCUS_EMPTY &&
            focus_owner(position->stacks[square], 0) == player)
            return true;
    return false;
}

/* In the first turn with a piece in hand that piece must be entered. */
static bool must_enter(const struct cop_game *game, const struct focus_position *position)
{
    const struct focus_board *board = focus_board_of(game);

    return (board->has_hand && position->ply < board->players) ||
           !owns_stack(position, position->turn);
}

void focus_prompt(const struct cop_game *game, const void *state, int step, struct cop_text *text)
{
    const struct focus_position *position = state;
    bool has_reserve = position->taken[position->turn][position->turn] > 0;

    if (step == 1)
        cop_text_add(text, "Choose where to: as many squares as pieces move");
    else if (!has_reserve)
        cop_text_add(text, "Choose a stack");
    else
        cop_text_add(text, "%s",
                     must_enter(game, position)
                         ? "Enter a piece: choose your reserve"
                         : "Choose a stack, or enter a piece of your reserve");
}
