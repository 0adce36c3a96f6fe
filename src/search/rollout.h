/* rollout.h - a game played out from a position, and what its end is worth.
 *
 * The searches that play games out at random (mcts, mc) share these options and this code. A reward
 * lies between 0 and 1, unless results are weighted by length; a search maximises its player's mean
 * reward. reward.c has the rewards, decisive.c the look at the next moves.
 *
 * A playout may be cut, after so many plies of its own or of the whole line from the root, and is
 * then judged by an evaluator, there or where exchanges have come to rest, or counts as a draw. It
 * may also end as a draw when the game has become long, or as won when the lead has become large.
 * It may be traced: the moves are written down for whoever learns from them. One that is neither
 * cut early nor traced nor guided is the game's own, which is fast. A policy may know a fast way
 * too, and may end playouts itself. */
#ifndef COPPICE_SEARCH_ROLLOUT_H
#define COPPICE_SEARCH_ROLLOUT_H

#include "search/evaluators.h"

enum cop_reward_kind { COP_REWARD_PAYOFF, COP_REWARD_SCORE, COP_REWARD_MARGIN, COP_REWARD_BIASED };
enum cop_decisive { COP_DECISIVE_OFF, COP_DECISIVE_WIN, COP_DECISIVE_BOTH };

struct cop_rollout {
    const struct cop_game *game;
    const struct cop_policy *policy; /* NULL: uniformly random */
    void *policy_prepared;
    size_t policy_notes; /* for one playout */
    int limit;           /* plies of the playout; 0: none */
    int line_limit;      /* plies from the root; 0: none */
    bool is_even;        /* cut only at an even distance from the root */
    double draw_cut;     /* the share of the longest game that makes a draw; 0: none */
    double lead_cut;     /* the points that a move may still bring; 0: none */
    int longest;         /* moves_left at the start */
    enum cop_decisive decisive;
    bool has_judge;
    struct cop_judge judge;
    bool by_chance; /* what the judge says is turned into chances */
    bool is_quiet;  /* it is asked where exchanges have come to rest */
    enum cop_reward_kind reward;
    bool from_score; /* rewards are made of points instead of payoffs */
    bool is_plain;   /* rewards are the payoffs themselves */
    double win, draw, loss;
    double bonus;         /* points for a win */
    double length_weight; /* how much more a short game counts */
};

/* The moves of a playout, each with the player who made it; chance is COP_CHANCE. */
struct cop_trace {
    cop_move *moves;
    int8_t *players;
    int length, room; /* without room nothing is traced; what does not fit is left out */
};

/* Somebody who picks moves before the policy is asked. */
struct cop_guide {
    void *context;
    /* COP_NO_MOVE leaves it to the policy. `moves` is scratch for game->max_moves moves. */
    cop_move (*pick)(void *context, const void *state, int player, struct cop_rng *rng,
                     cop_move *moves);
    /* Every move of the playout, chance's too. */
    void (*played)(void *context, int player, cop_move move);
};

/* How a playout ended. */
enum cop_rollout_end {
    COP_ROLLOUT_OVER,
    COP_ROLLOUT_CUT,
    COP_ROLLOUT_DRAWN,   /* it has become too long */
    COP_ROLLOUT_LED,     /* the lead cannot be made up for */
    COP_ROLLOUT_SETTLED, /* by the policy, which has said what each player's share is */
    COP_ROLLOUT_ENDS
};

/* How many playouts have ended how; and the plies of those that were played move by move. */
struct cop_rollout_tally {
    int64_t ended[COP_ROLLOUT_ENDS];
    int64_t stepped, plies;
};

/* What a playout needs beside its state: scratch for game->max_moves moves, cop_rollout_notes()
 * bytes, where it is traced, and who guides it. */
struct cop_rollout_room {
    cop_move *moves;
    void *notes;
    struct cop_trace *trace;         /* or NULL */
    const struct cop_guide *guide;   /* or NULL */
    bool shows_end;                  /* somebody looks at the state that the playout has come to */
    struct cop_rollout_tally *tally; /* or NULL */
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

/* Bytes of a room's notes, for the policy, the look at the next moves and exchanges. */
size_t cop_rollout_notes(const struct cop_rollout *rollout);

/* The least and the greatest reward any player can get. */
double cop_rollout_worst(const struct cop_rollout *rollout);
double cop_rollout_best(const struct cop_rollout *rollout);

/* The reward of a share of the payoff. */
double cop_rollout_weigh(const struct cop_rollout *rollout, double payoff);

/* One move of a player, as a playout that begins here would draw it. */
cop_move cop_rollout_pick(const struct cop_rollout *rollout, const void *state, struct cop_rng *rng,
                          const struct cop_rollout_room *room);

/* Tells the policy where a search begins; before its playouts, by one thread. True if what was
 * learned from earlier playouts should be forgotten. */
bool cop_rollout_root(struct cop_rollout *rollout, const void *state);

/* Plays `state`, which is `plies` from the root, out and gives every player's reward. */
void cop_rollout_run(const struct cop_rollout *rollout, void *state, int plies, struct cop_rng *rng,
                     const struct cop_rollout_room *room, double *of_player);

/* The rewards of a finished (or cut) game as it stands. */
void cop_rollout_reward(const struct cop_rollout *rollout, const void *state, double *of_player);

/* From bounds of a player's points to bounds of the reward; the widest where points do not tell. */
struct cop_bounds cop_rollout_bounds(const struct cop_rollout *rollout, struct cop_bounds points);

/* twixt.md 4.8: the factor of a result -1, 0 or 1 after `played` of at most `longest` moves. */
double cop_length_factor(double weight, int played, int longest);

/* Reads and checks the options that rewards are made by. */
bool cop_rewards_read(struct cop_rollout *rollout, const struct cop_settings *settings,
                      struct cop_error *error);
void cop_rewards_give(const struct cop_rollout *rollout, const void *state,
                      enum cop_rollout_end end, double *of_player);

/* How far the first is ahead of the second, in points of the game; `leader` is one of the first. */
double cop_rollout_lead(const struct cop_rollout *rollout, const void *state, int *leader);

/* decisive.c: room for two states and a list of moves. */
struct cop_lookout {
    void *next, *after;
    cop_move *moves;
};

size_t cop_lookout_size(const struct cop_game *game);
struct cop_lookout cop_lookout_in(const struct cop_game *game, void *bytes);

/* A move that ends the game and wins it for the player to move, or COP_NO_MOVE. */
cop_move cop_winning_move(const struct cop_game *game, const void *state,
                          const struct cop_lookout *lookout);
/* Does the move neither lose at once nor let the next player win at once? */
bool cop_is_safe_move(const struct cop_game *game, const void *state, cop_move move,
                      const struct cop_lookout *lookout);
/* One of the safe moves, all alike; COP_NO_MOVE if there is none. `moves` is scratch. */
cop_move cop_safe_move(const struct cop_game *game, const void *state, cop_move *moves,
                       struct cop_rng *rng, const struct cop_lookout *lookout);

#endif
