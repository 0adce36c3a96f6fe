/* scene.c - what a board of Chinese Checkers looks like and where a person clicks. */
#include "games/chinese_checkers/board.h"

/* Rows of hexagons are so much closer than their fields. */
static const float row_height = 0.866f;

static float place_x(const struct checkers_field *field)
{
    return (float)field->x + (float)field->y / 2;
}

static void add_fields(const struct checkers_board *board, struct cop_scene *scene)
{
    for (int i = 0; i < board->fields; i++) {
        const struct checkers_field *field = &board->field[i];
        struct cop_text name = COP_TEXT;

        checkers_write_field(board, field->code, &name);
        cop_scene_cell(scene, place_x(field), (float)field->y * row_height, COP_HOLE, COP_LIGHT,
                       name.bytes);
        cop_text_free(&name);
        if (board->target_owner[field->code] >= 0)
            cop_scene_home(scene, i, board->target_owner[field->code]);
        if (i == checkers_row_start(board, i))
            cop_scene_label(scene, -1.5f * (float)board->radius - 1, (float)field->y * row_height,
                            "%c", 'A' + field->y + 2 * board->radius);
    }
}

static void mark_target(const struct checkers_board *board, int winner, struct cop_scene *scene)
{
    for (int i = 0; i < board->fields; i++)
        if (board->target_owner[board->field[i].code] == winner)
            cop_scene_decide(scene, i);
}

void checkers_scene(const struct cop_game *game, const void *state, int viewer,
                    struct cop_scene *out)
{
    static const char *const colours[CHECKERS_CORNERS] = {"red",  "yellow", "green",
                                                          "blue", "purple", "orange"};
    const struct checkers_board *board = checkers_board_of(game);
    const struct checkers_position *position = state;

    (void)viewer;
    out->numbers_cells = true;
    add_fields(board, out);
    for (int player = 0; player < board->players; player++) {
        int here = checkers_count_in(board, position, player, &board->target[player]);

        out->owners[player] = colours[checkers_seat(board->players, player)];
        for (int i = 0; i < board->pieces; i++)
            cop_scene_piece(out, board->number[position->pieces[player * board->pieces + i]],
                            player, 0, COP_DISC, "");
        cop_scene_label(out, 1.5f * (float)board->radius + 1.5f,
                        row_height * (float)(player - 2 * board->radius), "%s: %d of %d home",
                        checkers_seat_name(board, player), here, board->pieces);
    }
    if (position->result != CHECKERS_GOES_ON && position->result != CHECKERS_DRAWN)
        mark_target(board, position->result, out);
    cop_scene_label(out, 1.5f * (float)board->radius + 1.5f,
                    row_height * (float)(board->players + 1 - 2 * board->radius),
                    "%d of %d turns played", position->ply, board->limit);
}

/* Two clicks: the field where the turn begins and the one where it ends. A pass is none. */
int checkers_path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    const struct checkers_board *board = checkers_board_of(game);

    (void)state;
    if (move == COP_PASS)
        return 0;
    cells[0] = board->number[checkers_source(move)];
    cells[1] = board->number[checkers_target(move)];
    return 2;
}

void checkers_prompt(const struct cop_game *game, const void *state, int step,
                     struct cop_text *text)
{
    (void)game;
    (void)state;
    cop_text_add(text, step == 0 ? "Choose a piece" : "Choose where it ends: a step, or any hops");
}
