/* knowledge.c - what is certain in TwixT without a search: a peg that completes a chain. */
#include "../bits.h"
#include "board.h"

enum { MARGIN = 2, ROWS = TWIXT_SIZE_MAX + 2 * MARGIN };

/* Holes a knight's step from a peg of `side` that is connected to home line `line`, or on the line
 * itself; links in the way are not looked at. False if there is no such peg. */
static bool near_line(const struct twixt_board *board, const struct twixt_position *position,
                      int side, int line, uint32_t *near)
{
    uint32_t pegs[ROWS] = {0}, any = 0;
    int across = line * (board->size - 1);

    for (int row = 0; row < board->size; row++) {
        pegs[row + MARGIN] = twixt_row(board, position, side, row) &
                             twixt_row(board, position, TWIXT_REACH + line, row);
        any |= pegs[row + MARGIN];
    }
    for (int row = 0; row < board->size; row++) {
        const uint32_t *at = pegs + row + MARGIN;
        uint32_t far = at[-2] | at[2], beside = at[-1] | at[1];

        near[row] = far << 1 | far >> 1 | beside << 2 | beside >> 2;
        if (side == BLACK)
            near[row] |= (uint32_t)1 << across;
        else if (row == across)
            near[row] = ~(uint32_t)0;
    }
    return any != 0;
}

/* The home lines that a peg there would be connected to. */
static unsigned reach_at(const struct twixt_board *board, const struct twixt_position *position,
                         int side, int column, int row)
{
    unsigned reach = board->field_home[side][twixt_field_place(column, row)];

    for (unsigned links = twixt_near(board, position, side, column, row) &
                          ~twixt_blocked(board, position, side, column, row);
         links != 0; links &= links - 1) {
        int other = twixt_hole(board, column, row) + board->step[bit_index(links)];

        reach |= (unsigned)twixt_has(board, position, TWIXT_REACH, other) |
                 (unsigned)twixt_has(board, position, TWIXT_REACH + 1, other) << 1;
    }
    return reach;
}

/* Few holes are near both lines, so that all others need no closer look. On the smallest board a
 * single peg is near both without any other, but never connects them. */
cop_move twixt_decisive(const struct cop_game *game, const void *state)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct twixt_position *position = state;
    uint32_t near[2][TWIXT_SIZE_MAX];
    int side = position->next;
    bool has_first = near_line(board, position, side, 0, near[0]);
    bool has_second = near_line(board, position, side, 1, near[1]);

    if (!has_first && !has_second)
        return COP_NO_MOVE;
    for (int row = 0; row < board->size; row++)
        for (uint32_t left = twixt_free(board, position, side, row) & near[0][row] & near[1][row];
             left != 0; left &= left - 1)
            if (reach_at(board, position, side, bit_index(left), row) == 3)
                return (cop_move)twixt_hole(board, bit_index(left), row) + 1;
    return COP_NO_MOVE;
}
