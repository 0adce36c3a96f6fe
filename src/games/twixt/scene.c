/* scene.c - what a TwixT board looks like and where a person clicks. */
#include <stdio.h>

#include "../bits.h"
#include "board.h"

/* Cells are the holes row by row, without the corners. */
static int cell_of(const struct twixt_board *board, int hole)
{
    int column = hole % board->stride, row = hole / board->stride;
    int corners_before = row == 0 ? 1 : row < board->size - 1 ? 2 : 3;

    return row * board->size + column - corners_before;
}

static void add_holes(const struct twixt_board *board, struct cop_scene *scene)
{
    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++) {
            bool is_white = (board->zone[WHITE][row] >> column & 1) != 0;
            bool is_black = (board->zone[BLACK][row] >> column & 1) != 0;
            char name[8];
            int cell;

            if (!is_white && !is_black)
                continue;
            snprintf(name, sizeof name, "%c%d", (char)('A' + column), (row + 1) % 100);
            cell = cop_scene_cell(scene, (float)column, (float)row, COP_HOLE, COP_LIGHT, name);
            if (!is_white || !is_black)
                cop_scene_home(scene, cell, is_white ? WHITE : BLACK);
        }
}

/* The letters are at both ends: in a terminal the board is high, and its top is soon out of sight.
 */
static void add_coordinates(const struct twixt_board *board, struct cop_scene *scene)
{
    for (int i = 0; i < board->size; i++) {
        cop_scene_label(scene, (float)i, -0.8f, "%c", (char)('A' + i));
        cop_scene_label(scene, (float)i, (float)board->size - 0.2f, "%c", (char)('A' + i));
        cop_scene_label(scene, -0.8f, (float)i, "%d", i + 1);
    }
}

static void add_pegs(const struct twixt_board *board, const struct twixt_position *position,
                     int side, struct cop_scene *scene)
{
    for (int row = 0; row < board->size; row++)
        for (uint32_t left = twixt_row(board, position, side, row); left != 0; left &= left - 1) {
            int hole = twixt_hole(board, bit_index(left), row);

            cop_scene_piece(scene, cell_of(board, hole), side, 0, COP_PEG, "");
            for (int direction = 0; direction < TWIXT_KEPT; direction++)
                if (twixt_has_link(board, position, hole, direction))
                    cop_scene_link(scene, cell_of(board, hole),
                                   cell_of(board, hole + board->step[direction]), side);
        }
}

/* The pegs of a shortest chain from one home line to the other. From pegs on the second line the
 * search goes out link by link, and each peg notes the one that it was reached from. */
struct way {
    int16_t next[TWIXT_HOLES_MAX]; /* towards the second line; -1 on it, -2 where it has not been */
    int16_t queue[TWIXT_HOLES_MAX];
    int count;
};

static void reach(struct way *way, int hole, int next)
{
    if (way->next[hole] != -2)
        return;
    way->next[hole] = (int16_t)next;
    way->queue[way->count++] = (int16_t)hole;
}

/* Whether a peg stands on the first or the second home line of its side. */
static bool is_home(const struct twixt_board *board, int side, int hole, bool is_second)
{
    int along = side == WHITE ? hole / board->stride : hole % board->stride;

    return along == (is_second ? board->size - 1 : 0);
}

static void mark_chain(const struct twixt_board *board, const struct twixt_position *position,
                       int side, struct cop_scene *scene)
{
    struct way way = {.count = 0};
    int at = 0;

    for (int hole = 0; hole < TWIXT_HOLES_MAX; hole++)
        way.next[hole] = -2;
    for (int hole = 0; hole < board->size * board->stride; hole++)
        if (twixt_has(board, position, side, hole) && is_home(board, side, hole, true))
            reach(&way, hole, -1);
    for (; at < way.count && !is_home(board, side, way.queue[at], false); at++)
        for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++)
            if (twixt_has_link(board, position, way.queue[at], direction))
                reach(&way, way.queue[at] + board->step[direction], way.queue[at]);
    for (int hole = at < way.count ? way.queue[at] : -1; hole >= 0; hole = way.next[hole])
        cop_scene_decide(scene, cell_of(board, hole));
}

void twixt_scene(const struct cop_game *game, const void *state, int viewer,
                 struct cop_scene *scene)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct twixt_position *position = state;

    (void)viewer;
    scene->owners[WHITE] = "white";
    scene->owners[BLACK] = "black";
    add_holes(board, scene);
    add_coordinates(board, scene);
    add_pegs(board, state, WHITE, scene);
    add_pegs(board, state, BLACK, scene);
    if (position->status == TWIXT_WON)
        mark_chain(board, position, 1 - position->next, scene);
}

/* A peg is entered by a click on its hole, and taken over by a click on the peg. */
int twixt_path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    const struct twixt_board *board = twixt_board_of(game);
    int hole = move == TWIXT_SWAP ? twixt_swap_hole(board, state) : (int)move - 1;

    cells[0] = cell_of(board, hole);
    return 1;
}

void twixt_prompt(const struct cop_game *game, const void *state, int step, struct cop_text *text)
{
    bool may_swap = twixt_swap_hole(twixt_board_of(game), state) >= 0;

    (void)step;
    cop_text_add(text, "%s",
                 may_swap ? "Place a peg, or click the white one to take it over" : "Place a peg");
}
