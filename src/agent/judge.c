/* judge.c - verdicts from what is known without a search. */
#include "agent/judge.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "search/oracle.h"

struct cop_judge {
    struct cop_oracles oracles; /* what they have prepared is the game's, and needs no closing */
};

struct cop_judge *cop_judge_open(const struct cop_game *game, const atomic_bool *stop,
                                 struct cop_error *error)
{
    struct cop_judge *judge = cop_allocate(sizeof *judge);

    if (cop_oracles_open_all(&judge->oracles, game, stop, error))
        return judge;
    free(judge);
    return NULL;
}

void cop_judge_close(struct cop_judge *judge)
{
    free(judge);
}

bool cop_judge_knows(const struct cop_judge *judge, const void *state, double *of_player)
{
    const struct cop_game *game = judge->oracles.game;

    for (int player = 0; player < game->players; player++) {
        struct cop_bounds bounds =
            cop_oracles_probe(&judge->oracles, state, COP_STAKE_PAYOFF, player);

        of_player[player] = bounds.low;
        if (bounds.low != bounds.high ||
            (game->has_chance && bounds.low != 0.0 && bounds.low != 1.0))
            return false;
    }
    return true;
}
