/* presets.c - easy, medium and strong, for each game. */
#include "agent/presets.h"

#include <string.h>

/* Where searching in depth beat Monte-Carlo trees in short matches (docs/strength.md); in the other
 * games both are even, or the trees are better. */
static const struct {
    const char *game, *agent, *medium;
} deep_games[] = {
    {"othello", "alphabeta", "depth=3"},          {"breakthrough", "alphabeta", "depth=3"},
    {"amazons", "alphabeta", "depth=2"},          {"focus", "alphabeta", "depth=3"},
    {"chinesecheckers", "alphabeta", "depth=3"},  {"rolit", "alphabeta", "depth=3"},
    {"chancebreakthrough", "star2.5", "depth=2"}, {"stratego", "star2", "depth=2"},
};

enum { DEEP_GAMES = sizeof deep_games / sizeof deep_games[0] };

const char *cop_preset_agent(const struct cop_game *game)
{
    for (int i = 0; i < DEEP_GAMES && game->players == 2; i++)
        if (strcmp(deep_games[i].game, game->rules->name) == 0)
            return deep_games[i].agent;
    return game->is_hidden ? "mcts(reuse=on)" : "mcts(solver=on, reuse=on)";
}

void cop_presets_for(const struct cop_game *game, struct cop_preset presets[COP_PRESETS])
{
    presets[0] = (struct cop_preset){"easy", "mcts", "sims=100", "looks at little; can be beaten"};
    presets[1] = (struct cop_preset){"medium", "mcts", "sims=5k", "sees most simple threats"};
    presets[2] =
        (struct cop_preset){"strong", cop_preset_agent(game), "2s", "thinks for two seconds"};
    for (int i = 0; i < DEEP_GAMES && game->players == 2; i++) {
        if (strcmp(deep_games[i].game, game->rules->name) != 0)
            continue;
        presets[1].agent = deep_games[i].agent;
        presets[1].limit = deep_games[i].medium;
    }
}
