/* rollout.h - a game played out from a position, and what its end is worth.
 *
 * The searches that play games out at random (mcts, mc) share these options and this code. A reward
 * lies between 0 and 1; a search maximises its player's mean reward. */
#ifndef COPPICE_SEARCH_ROLLOUT_H
#define COPPICE_SEARCH_ROLLOUT_H

#include "coppice/game.h"

struct cop_rollout {
    const struct cop_game *game;
    const struct cop_policy *policy; /* NULL: uniformly random */
    int limit;                       /* plies; a game cut there counts as a draw; 0: none */
    bool from_score;                 /* rewards from the score's range instead of from payoffs */
    bool is_plain;                   /* rewards are the payoffs themselves */
    double win, draw, loss;
};

/* The options of playouts, for an agent's table to include. */
extern const struct cop_option cop_rollout_options[];

bool cop_rollout_open(struct cop_rollout *rollout, const struct cop_game *game,
                      const struct cop_settings *settings, struct cop_error *error);

/* The least and the greatest reward any player can get. */
double cop_rollout_worst(const struct cop_rollout *rollout);
double cop_rollout_best(const struct cop_rollout *rollout);

/* Plays `state` out and gives every player's reward. `moves` is scratch for game->max_moves. */
void cop_rollout_run(const struct cop_rollout *rollout, void *state, struct cop_rng *rng,
                     cop_move *moves, double *of_player);

/* The rewards of a finished (or cut) game as it stands. */
void cop_rollout_reward(const struct cop_rollout *rollout, const void *state, double *of_player);

#endif
