/* knowledge.c - what is certain in Connect Four without a search. */
#include "board.h"

/* A stone that completes a line. */
cop_move connect4_decisive(const struct cop_game *game, const void *state)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    uint64_t wins =
        all_completions(own_stones(board, position), board->height) & landings(board, position);

    return wins != 0 ? move_to(board, wins & (0 - wins)) : COP_NO_MOVE;
}

/* Could the player have a line if all free cells became his? */
static bool can_complete(const struct board *board, const struct position *position, int player)
{
    uint64_t free_cells = board->cells & ~position->all;

    return has_line(stones_of(board, position, player) | free_cells, board->height);
}

/* Who cannot complete any line cannot win; where nobody can, the game is drawn. */
static bool probe_lines(const struct cop_game *game, const void *prepared, const void *state,
                        enum cop_stake stake, int player, struct cop_bounds *bounds)
{
    const struct board *board = board_of(game);

    (void)prepared;
    if (stake != COP_STAKE_PAYOFF)
        return false;
    if (!can_complete(board, state, player))
        bounds->high = 0.5;
    if (!can_complete(board, state, 1 - player))
        bounds->low = 0.5;
    return bounds->low > 0 || bounds->high < 1;
}

const struct cop_oracle connect4_oracles[] = {
    {.name = "lines",
     .help = "who has no line left that could be completed does not win",
     .probe = probe_lines},
    {NULL},
};

/* Left and right. */
static uint64_t mirrored(const struct board *board, uint64_t cells)
{
    const int lane = board->height + 1;
    uint64_t result = 0;

    for (int column = 0; column < board->width; column++)
        result |= (cells >> column * lane & column_of(board, 0))
                  << (board->width - 1 - column) * lane;
    return result;
}

void connect4_turned(const struct cop_game *game, const void *state, int symmetry, void *turned)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    struct position *result = turned;

    *result = *position;
    if (symmetry == 0)
        return;
    result->own = mirrored(board, position->own & board->cells) | (position->own & ~board->cells);
    result->all = mirrored(board, position->all);
}

cop_move connect4_turned_move(const struct cop_game *game, cop_move move, int symmetry)
{
    return symmetry == 0 ? move : (cop_move)board_of(game)->width + 1 - move;
}
