/* policy.c - ways to play ChanceBreakthrough at random. */
#include "board.h"

static cop_move pick_decisive(const struct cop_game *game, const void *prepared, const void *state,
                              void *notes, struct cop_rng *rng)
{
    const struct chance_position *position = state;
    struct steps best = {0, 0, 0};

    (void)prepared;
    (void)notes;
    if (position->phase == TO_MOVE)
        best = breakthrough_decisive(board_of(game), position->stones, position->mover);
    if (count_steps(best) == 0)
        return chance_breakthrough_random_move(game, state, rng);
    return nth_step_move(position->mover, best, cop_rng_below(rng, count_steps(best)));
}

const struct cop_policy chance_breakthrough_policies[] = {
    {"decisive", "win if possible, else capture a stone one step from its goal, else uniform",
     pick_decisive},
    {NULL},
};
