/* board.c - set-up, steps and the end on a Breakthrough board. */
#include "board.h"

#include <assert.h>

void breakthrough_measure(struct board *board, const struct cop_settings *settings)
{
    uint64_t row_bits;

    board->columns = (int)cop_integer(settings, "width");
    board->rows = (int)cop_integer(settings, "height");
    row_bits = ((uint64_t)1 << board->columns) - 1;
    board->squares = 0;
    for (int row = 0; row < board->rows; row++)
        board->squares |= row_bits << (row * STRIDE);
    board->goal[WHITE] = row_bits << ((board->rows - 1) * STRIDE);
    board->goal[BLACK] = row_bits;
}

void breakthrough_set_up(const struct board *board, uint64_t stones[2])
{
    stones[WHITE] = board->goal[BLACK] | board->goal[BLACK] << STRIDE;
    stones[BLACK] = board->goal[WHITE] | board->goal[WHITE] >> STRIDE;
}

bool breakthrough_step(const struct board *board, uint64_t stones[2], int side, cop_move move)
{
    uint64_t from = (uint64_t)1 << (move >> 6);
    uint64_t to = (uint64_t)1 << (move & 63);

    assert((stones[side] & from) != 0);
    stones[side] ^= from | to;
    stones[1 - side] &= ~to;
    return (to & board->goal[side]) != 0 || stones[1 - side] == 0;
}

int breakthrough_winner(const struct board *board, const uint64_t stones[2])
{
    for (int side = 0; side < 2; side++)
        if ((stones[side] & board->goal[side]) != 0 || stones[1 - side] == 0)
            return side;
    return -1;
}

const char *breakthrough_ending(const struct board *board, const uint64_t stones[2])
{
    if (breakthrough_winner(board, stones) < 0)
        return NULL;
    return ((stones[WHITE] & board->goal[WHITE]) | (stones[BLACK] & board->goal[BLACK])) != 0
               ? "a stone reached the far row"
               : "the other side has no stone left";
}

/* A stone one row from its goal always has a slanting step into it, so to leave one there is to
 * lose. */
struct steps breakthrough_decisive(const struct board *board, const uint64_t stones[2], int side)
{
    uint64_t enemy = stones[1 - side];
    struct steps steps = all_steps(board, stones, side);
    uint64_t wins = board->goal[side] | (bit_count(enemy) == 1 ? enemy : 0);
    uint64_t near_goal =
        side == WHITE ? board->goal[BLACK] << STRIDE : board->goal[WHITE] >> STRIDE;
    struct steps winning = only(steps, wins);

    return count_steps(winning) > 0 ? winning : only(steps, enemy & near_goal);
}
