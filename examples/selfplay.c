/* selfplay.c - mcts against itself at the game of tictactoe.c, board by board.
 *
 *     cc selfplay.c tictactoe.c $(pkg-config --cflags --libs coppice) -o selfplay
 */
#include <stdio.h>

#include "coppice/coppice.h"

extern const struct cop_rules cop_tictactoe;

static void show(const struct cop_game *game, const void *state)
{
    struct cop_scene scene = {0};
    struct cop_text text = COP_TEXT;

    game->rules->scene(game, state, -1, &scene);
    cop_scene_draw_text(&scene, &(struct cop_drawing){.ascii = true}, &text);
    puts(text.bytes);
    cop_text_free(&text);
    cop_scene_free(&scene);
}

static void show_move(const struct cop_game *game, const void *state, cop_move move)
{
    struct cop_text text = COP_TEXT;

    game->rules->write_move(game, state, move, &text);
    printf("%s: %s\n", cop_player_name(game, game->rules->turn(game, state)), text.bytes);
    cop_text_free(&text);
}

static void show_result(const struct cop_game *game, const void *state)
{
    double payoff[COP_PLAYERS_MAX];

    game->rules->payoff(game, state, payoff);
    for (int player = 0; player < game->players; player++)
        if (cop_result_of(payoff[player]) == COP_WIN)
            printf("%s wins\n", cop_player_name(game, player));
    if (cop_result_of(payoff[0]) == COP_DRAW)
        puts("draw");
}

static bool play(const struct cop_game *game, struct cop_agent *agent,
                 const struct cop_limits *limits, struct cop_error *error)
{
    _Alignas(16) unsigned char state[COP_STATE_MAX];
    struct cop_rng rng;

    cop_rng_seed(&rng, limits->means.seed);
    cop_agent_start(agent, limits->means.seed);
    game->rules->start(game, state, &rng);
    while (game->rules->turn(game, state) != COP_OVER) {
        struct cop_report report;

        if (!cop_agent_think(agent, state, limits, NULL, &report, error))
            return false;
        show_move(game, state, report.best);
        cop_agent_played(agent, state, report.best);
        game->rules->play(game, state, report.best);
        show(game, state);
    }
    show_result(game, state);
    return true;
}

int main(void)
{
    struct cop_error error = {""};
    struct cop_limits limits;
    struct cop_game *game = cop_game_open_rules(&cop_tictactoe, NULL, &error);
    struct cop_agent *agent = NULL;
    bool is_done = false;

    if (game != NULL && cop_limits_parse("sims=2000, seed=7", &limits, &error))
        agent = cop_agent_open(game, "mcts(solver=on)", &limits.means, &error);
    if (agent != NULL)
        is_done = play(game, agent, &limits, &error);
    if (!is_done)
        fprintf(stderr, "selfplay: %s\n", error.message);
    cop_agent_close(agent);
    cop_game_close(game);
    return is_done ? 0 : 1;
}
