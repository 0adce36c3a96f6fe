// player.cpp - what a C++ program outside the tree writes to let Coppice play a game to its end.
#include <coppice/coppice.h>

#include <cstdio>
#include <vector>

namespace
{

// A raised flag ends a search of an hour at once; a flag that stays down changes nothing.
bool hears_the_flag(cop_agent *agent, const void *state, cop_error &error)
{
    std::atomic_bool stop(true);
    cop_watch watch = {};
    cop_limits hour;
    cop_report report;

    watch.stop = &stop;
    return cop_limits_parse("1h", &hour, &error) &&
           cop_agent_think(agent, state, &hour, &watch, &report, &error);
}

bool play_to_the_end(const cop_game *game, cop_agent *agent, const cop_limits &limits, void *state,
                     cop_error &error)
{
    while (game->rules->turn(game, state) != COP_OVER) {
        cop_report report;

        if (!cop_agent_think(agent, state, &limits, nullptr, &report, &error))
            return false;
        cop_agent_played(agent, state, report.best);
        game->rules->play(game, state, report.best);
    }
    return true;
}

} // namespace

int main()
{
    cop_error error = {""};
    cop_limits limits;
    cop_rng rng;
    double payoff[COP_PLAYERS_MAX];

    cop_rng_seed(&rng, 7);
    if (!cop_limits_parse("sims=2000, seed=7", &limits, &error))
        return 1;
    cop_game *game = cop_game_open("breakthrough(width=4, height=4)", &error);
    cop_agent *agent =
        game ? cop_agent_open(game, "mcts(solver=on)", &limits.means, &error) : nullptr;

    if (agent == nullptr) {
        std::puts(error.message);
        return 1;
    }
    std::vector<unsigned char> state(game->state_size);

    game->rules->start(game, state.data(), &rng);
    if (!hears_the_flag(agent, state.data(), error) ||
        !play_to_the_end(game, agent, limits, state.data(), error)) {
        std::puts(error.message);
        return 1;
    }
    game->rules->payoff(game, state.data(), payoff);
    std::printf("%s wins\n", cop_player_name(game, payoff[0] > 0.5 ? 0 : 1));
    cop_agent_close(agent);
    cop_game_close(game);
}
