/* rollout.h - a game played out from a position, and what its end is worth.
 *
 * The searches that play games out at random (mcts, mc) share these options and this code. A reward
 * lies between 0 and 1; a search maximises its player's mean reward.
 *
 * A playout may be cut, after so many plies of its own or of the whole line from the root, and is
 * then judged by an evaluator, or counts as a draw. It may be traced: the moves are written down
 * for whoever learns from them. One that is neither cut early nor traced nor guided by a policy is
 * the game's own, which is fast. A policy may know a fast way too, and may end playouts itself. */
#ifndef COPPICE_SEARCH_ROLLOUT_H
#define COPPICE_SEARCH_ROLLOUT_H

#include "search/evaluators.h"

struct cop_rollout {
    const struct cop_game *game;
    const struct cop_policy *policy; /* NULL: uniformly random */
    void *policy_prepared;
    size_t policy_notes; /* for one playout */
    int limit;           /* plies of the playout; 0: none */
    int line_limit;      /* plies from the root; 0: none */
    bool is_even;        /* cut only at an even distance from the root */
    bool has_judge;
    struct cop_judge judge;
    bool from_score; /* rewards from the score's range instead of from payoffs */
    bool is_plain;   /* rewards are the payoffs themselves */
    double win, draw, loss;
};

/* The moves of a playout, each with the player who made it; chance is COP_CHANCE. */
struct cop_trace {
    cop_move *moves;
    int8_t *players;
    int length, room; /* without room nothing is traced; what does not fit is left out */
};

/* What a playout needs beside its state: scratch for game->max_moves moves, the policy's notes,
 * and where it is traced. */
struct cop_rollout_room {
    cop_move *moves;
    void *notes;
    struct cop_trace *trace; /* or NULL */
};

/* The options of playouts, for an agent's table to include. */
extern const struct cop_option cop_rollout_options[];

/* Opens nothing; what passes may still lack memory. */
bool cop_rollout_check(const struct cop_game *game, const struct cop_settings *settings,
                       struct cop_error *error);
bool cop_rollout_open(struct cop_rollout *rollout, const struct cop_game *game,
                      const struct cop_settings *settings, const atomic_bool *stop,
                      struct cop_error *error);
void cop_rollout_close(struct cop_rollout *rollout);

/* The least and the greatest reward any player can get. */
double cop_rollout_worst(const struct cop_rollout *rollout);
double cop_rollout_best(const struct cop_rollout *rollout);

/* The reward of a share of the payoff. */
double cop_rollout_weigh(const struct cop_rollout *rollout, double payoff);

/* Tells the policy where a search begins; before its playouts, by one thread. */
void cop_rollout_root(struct cop_rollout *rollout, const void *state);

/* Plays `state`, which is `plies` from the root, out and gives every player's reward. */
void cop_rollout_run(const struct cop_rollout *rollout, void *state, int plies, struct cop_rng *rng,
                     const struct cop_rollout_room *room, double *of_player);

/* The rewards of a finished (or cut) game as it stands. */
void cop_rollout_reward(const struct cop_rollout *rollout, const void *state, double *of_player);

#endif
