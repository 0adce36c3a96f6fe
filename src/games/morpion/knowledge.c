/* knowledge.c - what searches may know of Morpion Solitaire: the square's symmetries, what is still
 * to come, how many lines there can be at most, and an evaluator. */
#include <string.h>

#include "board.h"

/* The line and its new point: the same line may be completed by any of its points. */
uint64_t morpion_code(const struct cop_game *game, const void *state, cop_move move)
{
    struct line line = line_of_move(move);

    return (uint64_t)line_number(line) * SPAN_MAX +
           (uint64_t)missing_point(board_of(game), state, line);
}

/* ---- Symmetries ---- */

static struct line image_of(const struct board *board, struct line line, int symmetry)
{
    return line_of(board->image[symmetry][line_number(line)]);
}

static void turn_lines(const struct board *board, const struct sheet *from, int symmetry,
                       struct sheet *to)
{
    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (int y = 0; y < board->side; y++)
            for (uint32_t left = from[direction].rows[y]; left != 0; left &= left - 1) {
                struct line line = {{bit_index(left), y}, direction};
                struct line image = image_of(board, line, symmetry);

                put(&to[image.direction], image.first);
            }
}

/* All points are those of the cross, which looks the same however it is turned, or on lines. */
static void mark_points(const struct board *board, struct position *position)
{
    cop_move lines[LINES_MAX];
    int count = list_lines(board, position->lines, lines);

    position->points = board->cross;
    position->key = 0;
    for (int i = 0; i < count; i++) {
        struct line line = line_of_move(lines[i]);

        position->key ^= board->key[line_number(line)];
        for (int at = 0; at < board->span; at++)
            put(&position->points, place_at(line.first, line.direction, at));
    }
}

void morpion_turned(const struct cop_game *game, const void *state, int symmetry, void *turned)
{
    const struct board *board = board_of(game);
    const struct position *from = state;
    struct position *to = turned;

    memset(to, 0, sizeof *to);
    to->drawn = from->drawn;
    to->choices = from->choices;
    turn_lines(board, from->lines, symmetry, to->lines);
    turn_lines(board, from->legal, symmetry, to->legal);
    mark_points(board, to);
}

cop_move morpion_turned_move(const struct cop_game *game, cop_move move, int symmetry)
{
    return move_of(image_of(board_of(game), line_of_move(move), symmetry));
}

/* The smallest of the keys of all eight images. Lines drawn are all there is to a position. */
uint64_t morpion_rest(const struct cop_game *game, const void *state)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    uint64_t keys[SYMMETRIES] = {0}, least = UINT64_MAX;

    for (int direction = 0; direction < DIRECTIONS; direction++)
        for (int y = 0; y < board->side; y++)
            for (uint32_t left = position->lines[direction].rows[y]; left != 0; left &= left - 1) {
                int number = line_number((struct line){{bit_index(left), y}, direction});

                for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++)
                    keys[symmetry] ^= board->key[board->image[symmetry][number]];
            }
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++)
        least = keys[symmetry] < least ? keys[symmetry] : least;
    return least;
}

/* ---- Bounds and judgement ---- */

int morpion_moves_left(const struct cop_game *game, const void *state)
{
    const struct position *position = state;

    return board_of(game)->bound - position->drawn;
}

/* Whoever can draw a line draws one more at least. */
static bool probe_room(const struct cop_game *game, const void *prepared, const void *state,
                       enum cop_stake stake, int player, struct cop_bounds *bounds)
{
    const struct position *position = state;

    (void)prepared;
    (void)player;
    if (stake != COP_STAKE_SCORE)
        return false;
    *bounds = (struct cop_bounds){position->drawn + 1, board_of(game)->bound};
    return true;
}

const struct cop_oracle morpion_oracles[] = {
    {.name = "room", .help = "no more lines than any game can have", .probe = probe_room},
    {NULL},
};

static void evaluate_choices(const struct cop_game *game, const void *prepared, const void *state,
                             double *of_player)
{
    const struct position *position = state;

    (void)game;
    (void)prepared;
    of_player[0] = position->drawn + position->choices;
}

const struct cop_evaluator morpion_evaluators[] = {
    {.name = "choices",
     .help = "lines drawn, and lines that may be drawn next",
     .version = 1,
     .lower = 0,
     .upper = LINES_MAX,
     .rates_ends = true,
     .evaluate = evaluate_choices,
     .unit = "lines",
     .point = 1},
    {NULL},
};
