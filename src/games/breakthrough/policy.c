/* policy.c - ways to play Breakthrough at random. */
#include "position.h"

static cop_move pick_decisive(const struct cop_game *game, const void *prepared, const void *state,
                              void *notes, struct cop_rng *rng)
{
    const struct position *position = state;
    int side = (int)position->turn;
    struct steps best = breakthrough_decisive(board_of(game), position->stones, side);

    (void)prepared;
    (void)notes;
    if (count_steps(best) == 0)
        best = all_steps(board_of(game), position->stones, side);
    return random_step(side, best, rng);
}

const struct cop_policy breakthrough_policies[] = {
    {"decisive", "win if possible, else capture a stone one step from its goal, else uniform",
     pick_decisive},
    {NULL},
};
