/* knowledge.c - what is certain in Breakthrough without a search. */
#include "position.h"
#include "runners.h"

/* A step to the far row, or one that captures the last stone. */
cop_move breakthrough_decisive_move(const struct cop_game *game, const void *state)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    int side = (int)position->turn;
    uint64_t enemy = position->stones[1 - side];
    uint64_t targets = board->goal[side] | (bit_count(enemy) == 1 ? enemy : 0);
    struct steps wins = only(all_steps(board, position->stones, side), targets);

    return count_steps(wins) > 0 ? nth_step_move(side, wins, 0) : COP_NO_MOVE;
}

/* A runner that nobody can stop wins. */
static bool probe_runners(const struct cop_game *game, const void *prepared, const void *state,
                          enum cop_stake stake, int player, struct cop_bounds *bounds)
{
    const struct position *position = state;
    int steps;

    (void)prepared;
    if (stake != COP_STAKE_PAYOFF)
        return false;
    steps = breakthrough_race(board_of(game), position->stones, (int)position->turn);
    if (steps == 0)
        return false;
    bounds->low = bounds->high = (steps > 0) == (position->turn == player) ? 1 : 0;
    return true;
}

const struct cop_oracle breakthrough_oracles[] = {
    {.name = "runners",
     .help = "who has a stone that nobody can stop wins",
     .probe = probe_runners},
    {NULL},
};

/* Left and right: the columns of every row turned round, then moved to where the board lies. */
uint64_t breakthrough_mirrored(const struct board *board, uint64_t stones)
{
    uint64_t result = 0;

    for (int column = 0; column < board->columns; column++)
        result |= (stones >> column & FIRST_COLUMN) << (board->columns - 1 - column);
    return result;
}

void breakthrough_turned(const struct cop_game *game, const void *state, int symmetry, void *turned)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    struct position *result = turned;

    *result = *position;
    for (int side = 0; symmetry == 1 && side < 2; side++)
        result->stones[side] = breakthrough_mirrored(board, position->stones[side]);
}

cop_move breakthrough_turned_move(const struct cop_game *game, cop_move move, int symmetry)
{
    const struct board *board = board_of(game);
    int from = (int)move / 64, to = (int)move % 64;

    if (symmetry == 0)
        return move;
    return move_of(from - from % STRIDE + board->columns - 1 - from % STRIDE,
                   to - to % STRIDE + board->columns - 1 - to % STRIDE);
}
