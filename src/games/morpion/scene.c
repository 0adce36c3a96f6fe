/* scene.c - what a sheet of Morpion Solitaire looks like and where a person clicks. */
#include "board.h"

/* Points of the cross and points added, by their colours. */
enum { GIVEN, ADDED };

static int scene_cell(const struct board *board, struct place place)
{
    return (board->side - 1 - place.y) * board->side + place.x;
}

static void add_paper(const struct board *board, struct cop_scene *scene)
{
    for (int y = board->side - 1; y >= 0; y--) {
        float row = (float)(board->side - 1 - y);

        for (int x = 0; x < board->side; x++) {
            char name[8];

            morpion_name_place((struct place){x, y}, name);
            cop_scene_cell(scene, (float)x, row, COP_HOLE, COP_LIGHT, name);
        }
        cop_scene_label(scene, -0.8f, row, "%d", y + 1);
    }
    for (int x = 0; x < board->side; x++)
        cop_scene_label(scene, (float)x, (float)board->side - 0.2f, "%c", 'a' + x);
}

static void add_line(const struct board *board, struct line line, struct cop_scene *scene)
{
    for (int at = 0; at + 1 < board->span; at++)
        cop_scene_link(scene, scene_cell(board, place_at(line.first, line.direction, at)),
                       scene_cell(board, place_at(line.first, line.direction, at + 1)), ADDED);
}

void morpion_scene(const struct cop_game *game, const void *state, int viewer,
                   struct cop_scene *scene)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    cop_move lines[LINES_MAX];
    int count = list_lines(board, position->lines, lines);

    (void)viewer;
    scene->owners[GIVEN] = "black";
    scene->owners[ADDED] = "red";
    add_paper(board, scene);
    for (int i = 0; i < count; i++)
        add_line(board, line_of_move(lines[i]), scene);
    for (int y = 0; y < board->side; y++)
        for (uint32_t left = position->points.rows[y]; left != 0; left &= left - 1) {
            struct place place = {bit_index(left), y};

            cop_scene_piece(scene, scene_cell(board, place),
                            has(&board->cross, place) ? GIVEN : ADDED, 0, COP_PEG, "");
        }
    cop_scene_label(scene, (float)board->side + 0.4f, 0, "Lines %d", position->drawn);
    cop_scene_label(scene, (float)board->side + 0.4f, 1, "Possible %d", position->choices);
}

/* How many lines the same new point could complete. */
static int lines_through(const struct board *board, const struct position *position,
                         struct place point)
{
    int count = 0;

    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (int at = 0; at < board->span; at++) {
            struct place first = place_at(point, direction, -at);

            count += is_on_paper(board, first) && has(&position->legal[direction], first);
        }
    return count;
}

/* The new point; where it could complete several lines, then also an end of the line, and one that
 * is not the new point itself. */
int morpion_path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    const struct board *board = board_of(game);
    struct line line = line_of_move(move);
    int missing = missing_point(board, state, line);
    struct place point = place_at(line.first, line.direction, missing);
    struct place end = place_at(line.first, line.direction, missing == 0 ? board->span - 1 : 0);

    cells[0] = scene_cell(board, point);
    cells[1] = scene_cell(board, end);
    return lines_through(board, state, point) > 1 ? 2 : 1;
}

void morpion_prompt(const struct cop_game *game, const void *state, int step, struct cop_text *text)
{
    (void)game;
    (void)state;
    cop_text_add(text, "%s",
                 step == 0 ? "Choose where to add a point" : "Choose an end of its line");
}
