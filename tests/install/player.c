/* player.c - what a program outside the tree writes to let Coppice choose a move. */
#include <coppice/coppice.h>
#include <stdio.h>

int main(void)
{
    _Alignas(16) unsigned char state[COP_STATE_MAX];
    struct cop_error error = {""};
    struct cop_limits limits;
    struct cop_report report;
    struct cop_rng rng = {7};
    struct cop_text words = COP_TEXT;

    cop_limits_parse("sims=2000, seed=7", &limits, &error);
    struct cop_game *game = cop_game_open("connect4", &error);
    struct cop_agent *agent = cop_agent_open(game, "mcts(solver=on)", &limits.means, &error);

    game->rules->start(game, state, &rng);
    cop_moves_play(game, state, "d c d c d c", NULL, NULL, &error);
    if (cop_agent_think(agent, state, &limits, NULL, &report, &error))
        game->rules->write_move(game, state, report.best, &words);
    printf("%s%s\n", words.bytes, error.message);
    cop_text_free(&words);
    cop_agent_close(agent);
    cop_game_close(game);
    return error.message[0] != '\0';
}
