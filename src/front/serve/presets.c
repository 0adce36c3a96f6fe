/* presets.c - easy, medium and strong, for each game. */
#include "front/serve/presets.h"

#include <string.h>

void cop_presets_for(const struct cop_game *game, struct cop_preset presets[COP_PRESETS])
{
    bool can_prove = !game->is_hidden;

    presets[0] = (struct cop_preset){"easy", "mcts", "sims=100", "looks at little; can be beaten"};
    presets[1] = (struct cop_preset){"medium", "mcts", "sims=5k", "sees most simple threats"};
    presets[2] = (struct cop_preset){"strong", can_prove ? "mcts(solver=on)" : "mcts", "2s",
                                     "thinks for two seconds"};
}
