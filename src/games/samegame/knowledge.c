/* knowledge.c - between which points every game of SameGame must end
 * (samegame-and-fanorona.md 4.8).
 *
 * At most: each colour goes in one group, and the board is cleared unless a colour has a single
 * block, which nobody can take. At least: nothing more is earned, and every block costs what it
 * can. */
#include "board.h"

static void add_colour(enum leftover rule, int blocks, struct cop_bounds *bounds)
{
    double cost = (double)samegame_leftover(rule, blocks);

    if (blocks >= 2)
        bounds->high += (double)points_of(blocks);
    if (blocks == 1)
        bounds->high -= cost;
    /* By the literal rule one block of a colour costs more than two. */
    if (rule == LITERAL && blocks > 0 && cost < 1)
        cost = 1;
    bounds->low -= cost;
}

static bool probe_colours(const struct cop_game *game, const void *prepared, const void *state,
                          enum cop_stake stake, int player, struct cop_bounds *bounds)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    double points = (double)position->points;
    bool has_single = false;

    (void)prepared;
    (void)player;
    if (stake != COP_STAKE_SCORE)
        return false;
    *bounds = (struct cop_bounds){points, points};
    for (int colour = 0; colour < board->colours; colour++) {
        int blocks = count_colour(board, position, colour);

        add_colour(board->leftover, blocks, bounds);
        has_single = has_single || blocks == 1;
    }
    if (!has_single)
        bounds->high += CLEARED;
    return true;
}

const struct cop_oracle samegame_oracles[] = {
    {.name = "colours",
     .help = "at most, each colour goes in one group and the board is cleared",
     .probe = probe_colours},
    {NULL},
};
