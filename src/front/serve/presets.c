/* presets.c - easy, medium and strong, for each game. */
#include "front/serve/presets.h"

#include <string.h>

/* Where searching in depth beat Monte-Carlo trees: twelve games each at 150 ms a move, all won in
 * every one of these (docs/strength.md). The others are even, or the trees are better. */
static const char *const deep_games[] = {
    "othello", "breakthrough", "amazons", "focus", "chinesecheckers", "rolit",
};

static bool is_deep(const struct cop_game *game)
{
    enum { COUNT = sizeof deep_games / sizeof deep_games[0] };

    for (int i = 0; i < COUNT && game->players == 2; i++)
        if (strcmp(deep_games[i], game->rules->name) == 0)
            return true;
    return false;
}

void cop_presets_for(const struct cop_game *game, struct cop_preset presets[COP_PRESETS])
{
    const char *tree = game->is_hidden ? "mcts" : "mcts(solver=on)";

    presets[0] = (struct cop_preset){"easy", "mcts", "sims=100", "looks at little; can be beaten"};
    presets[1] = (struct cop_preset){"medium", "mcts", "sims=5k", "sees most simple threats"};
    presets[2] = (struct cop_preset){"strong", tree, "2s", "thinks for two seconds"};
    if (is_deep(game)) {
        presets[1].agent = presets[2].agent = "alphabeta";
        presets[1].limit = "depth=3";
    }
}
