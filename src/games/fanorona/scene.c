/* scene.c - what a board of Fanorona looks like and where a person clicks. */
#include "board.h"

static void add_points(const struct fanorona_board *board, struct cop_scene *picture)
{
    for (int row = board->rows - 1; row >= 0; row--) {
        float y = (float)(board->rows - 1 - row);

        for (int column = 0; column < board->columns; column++) {
            char name[8];

            fanorona_name_point(board, point_at(board, column, row), name);
            cop_scene_cell(picture, (float)column, y, COP_POINT, COP_LIGHT, name);
        }
        cop_scene_label(picture, -0.8f, y, "%d", row + 1);
    }
    for (int column = 0; column < board->columns; column++)
        cop_scene_label(picture, (float)column, (float)board->rows - 0.2f, "%c", 'a' + column);
}

void fanorona_scene(const struct cop_game *game, const void *state, int viewer,
                    struct cop_scene *picture)
{
    const struct fanorona_board *board = board_of(game);
    const struct fanorona_position *position = state;
    float right = (float)board->columns + 0.4f;
    int middle = board->rows / 2;
    char name[8];

    (void)viewer;
    picture->owners[WHITE] = "white";
    picture->owners[BLACK] = "black";
    add_points(board, picture);
    for (int line = 1; line <= board->line_count; line++) {
        uint64_t from = lowest_bit(board->ends[line]);

        cop_scene_link(picture, cell_number(board, bit_index(from)),
                       cell_number(board, bit_index(board->ends[line] ^ from)), -1);
    }
    for (int side = 0; side < 2; side++) {
        for (uint64_t left = position->stones[side]; left != 0; left &= left - 1)
            cop_scene_piece(picture, cell_number(board, bit_index(left)), side, 0, COP_DISC, "");
        cop_scene_label(picture, right, side == BLACK ? 0 : (float)board->rows - 1, "%s %d",
                        fanorona_name_of(side), bit_count(position->stones[side]));
    }
    if (position->visited == 0)
        return;
    fanorona_name_point(board, position->at, name);
    cop_scene_label(picture, right, (float)middle, "%s goes on or stops", name);
}

/* From and to; where approach and withdrawal are both possible, also the nearest stone to take. A
 * further capture is entered by its target alone, so that a click on the stone itself can stop. */
int fanorona_path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    const struct fanorona_board *board = board_of(game);
    const struct fanorona_position *position = state;
    uint64_t enemy = position->stones[1 - position->next];
    int from = from_of(move), direction = direction_of(move), count = 0;
    uint64_t ahead, behind;

    if (move == STOP) {
        cells[0] = cell_number(board, position->at);
        return 1;
    }
    ahead = shifted(board, bit_at(target_of(board, move)), direction) & enemy;
    behind = shifted(board, bit_at(from), direction ^ 4) & enemy;
    if (position->visited == 0)
        cells[count++] = cell_number(board, from);
    cells[count++] = cell_number(board, target_of(board, move));
    if (ahead != 0 && behind != 0)
        cells[count++] = cell_number(board, bit_index(set_of(move) < WITHDRAWALS ? ahead : behind));
    return count;
}

/* Can the mover capture at all? Then that is what he must do. */
static bool can_capture(const struct fanorona_board *board,
                        const struct fanorona_position *position)
{
    struct fanorona_choices choices;

    fanorona_look(board, position, &choices);
    return choices.first < PAIKA;
}

void fanorona_prompt(const struct cop_game *game, const void *state, int step,
                     struct cop_text *text)
{
    static const char *const last = "Choose what to take: a stone ahead or one behind";
    const struct fanorona_position *position = state;

    if (position->visited != 0)
        cop_text_add(text, "%s",
                     step == 0 ? "Capture on, or click the stone itself to stop" : last);
    else if (step == 0)
        cop_text_add(text, "%s",
                     can_capture(board_of(game), position) ? "Choose a stone that captures"
                                                           : "Choose a stone");
    else
        cop_text_add(text, "%s", step == 1 ? "Choose where it goes" : last);
}
