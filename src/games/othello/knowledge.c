/* knowledge.c - what is certain in Othello without a search. */
#include <math.h>

#include "games/bits.h"
#include "games/othello/position.h"
#include "games/othello/stable.h"

enum { ALL = 64, HALF = ALL / 2 };

/* Discs that are never captured again are there at the end. With more than half of the squares a
 * side has won; the points cannot be less than if it got nothing else. */
static bool probe_stable(const struct cop_game *game, const void *prepared, const void *state,
                         enum cop_stake stake, int player, struct cop_bounds *bounds)
{
    const struct othello_position *position = state;
    uint64_t own = position->discs[player], enemy = position->discs[1 - player];
    int safe, lost;

    (void)prepared;
    if (othello_board_of(game)->size != 8 || bit_count(own | enemy) < HALF)
        return false;
    safe = bit_count(othello_stable(own, enemy));
    lost = bit_count(othello_stable(enemy, own));
    if (stake == COP_STAKE_SCORE) {
        bounds->low = 2 * safe - ALL;
        bounds->high = ALL - 2 * lost;
        return safe + lost > 0;
    }
    bounds->low = safe > HALF ? 1 : safe == HALF ? 0.5 : 0;
    bounds->high = lost > HALF ? 0 : lost == HALF ? 0.5 : 1;
    return bounds->low > 0 || bounds->high < 1;
}

const struct cop_oracle othello_oracles[] = {
    {.name = "stable",
     .help = "discs that cannot be captured any more, on the board of 8",
     .probe = probe_stable},
    {NULL},
};

/* A symmetry of the square: bit 0 turns columns round, bit 1 rows, bit 2 exchanges the two. */
static int turned_square(const struct othello_board *board, int square, int symmetry)
{
    int column = square % OTHELLO_STRIDE, row = square / OTHELLO_STRIDE;

    if (symmetry & 1)
        column = board->size - 1 - column;
    if (symmetry & 2)
        row = board->size - 1 - row;
    return symmetry & 4 ? column * OTHELLO_STRIDE + row : row * OTHELLO_STRIDE + column;
}

uint64_t othello_turned_set(const struct othello_board *board, uint64_t set, int symmetry)
{
    uint64_t turned = 0;

    for (; set != 0; set &= set - 1)
        turned |= (uint64_t)1 << turned_square(board, bit_index(set), symmetry);
    return turned;
}

void othello_turned(const struct cop_game *game, const void *state, int symmetry, void *turned)
{
    const struct othello_board *board = othello_board_of(game);
    const struct othello_position *position = state;
    struct othello_position *result = turned;

    *result = *position;
    for (int side = 0; side < 2; side++)
        result->discs[side] = othello_turned_set(board, position->discs[side], symmetry);
    result->placements = othello_turned_set(board, position->placements, symmetry);
}

cop_move othello_turned_move(const struct cop_game *game, cop_move move, int symmetry)
{
    if (move == COP_PASS)
        return move;
    return (cop_move)turned_square(othello_board_of(game), (int)move - 1, symmetry) + 1;
}
