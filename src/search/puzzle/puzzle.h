/* puzzle.h - the common ground of searches for one player.
 *
 * A game for one without chance is a way to an end with as many points as possible, and what a
 * search has to show is the best whole game that it has met. The *puzzle* is the agent: it runs a
 * *method* in one or several threads, keeps the best game of all of them, and reports it. A
 * *walker* is one thread's hands: its random numbers, its way from the root, and whatever its
 * method keeps for it. Walkers share nothing but the best game, so that several are several
 * searches with other random numbers.
 *
 * A method walks with puzzle_walk and puzzle_play_out, which write the way down; it offers what has
 * come to an end with puzzle_offer, and asks puzzle_step before every playout or position,
 * whichever it counts. When that says no, it returns at once: what was offered is not lost. */
#ifndef COPPICE_SEARCH_PUZZLE_PUZZLE_H
#define COPPICE_SEARCH_PUZZLE_PUZZLE_H

#include <pthread.h>

#include "base/run.h"
#include "coppice/agent.h"
#include "search/whole_game.h"

/* What a walker has seen of one root move. */
struct puzzle_root {
    _Atomic int64_t games;
    _Atomic double best; /* -INFINITY: none has ended yet */
};

struct puzzle;
struct puzzle_tail; /* tail.h */

struct puzzle_walker {
    struct puzzle *puzzle;
    const struct cop_game *game;
    struct cop_rng rng;
    struct cop_pace pace;
    int number;
    void *own; /* the method's */

    struct puzzle_root *roots; /* in the order of moves() */
    cop_move *way;             /* the moves from the root, */
    int way_length;            /* so many */
    cop_move *moves;           /* scratch for game->max_moves */
    void *notes;               /* the policy's */
    struct puzzle_tail *tail;  /* improves the ends of new best games; NULL: nobody does */
    _Atomic int64_t sims, nodes;
    _Atomic int depth;
};

/* What a kind of agent adds; cop_puzzle_* below do the rest. */
struct puzzle_method {
    size_t config_size;
    /* Reads the method's own options into `config`, zeros until then, and checks them; it allocates
     * nothing. Optional. */
    bool (*configure)(const struct cop_game *game, const struct cop_settings *settings,
                      void *config, struct cop_error *error);
    /* Gives the walker its own, with so much memory at most, and takes it back. Optional; a failed
     * open is closed too. */
    bool (*open)(struct puzzle_walker *walker, size_t memory, struct cop_error *error);
    void (*close)(struct puzzle_walker *walker);
    /* Looks for games from the root until puzzle_step says no, or until nothing is left to try. */
    void (*search)(struct puzzle_walker *walker);
    bool plays_out; /* has the option `playout` */
    bool is_single; /* several threads would all do the same: it runs in one */
};

struct puzzle {
    const struct cop_agent_kind *kind;
    const struct puzzle_method *method;
    const struct cop_game *game;
    void *config; /* the method's */
    bool decides_game, keeps;
    int tail;           /* so many last moves of a new best game are searched exactly, */
    int64_t tail_nodes; /* looking at so many positions */
    char *begin;        /* the moves of a game to begin with, or "", */
    bool has_begun;     /* and whether that was done */
    bool knows_game;    /* this search began with a game that was kept or given */
    const struct cop_policy *policy; /* of playouts; NULL: uniformly random */
    void *policy_prepared;
    int threads;
    struct puzzle_walker *walkers;
    struct cop_rng seeds;
    struct cop_candidate *candidates;
    cop_move *moves;

    /* The best game: */
    pthread_mutex_t lock;
    _Atomic double best_total; /* as in `best`, to be asked without the lock */
    struct cop_whole_game best;

    /* The running search: */
    const void *root;
    int root_count;
    atomic_bool is_exhausted, is_full;
    const struct cop_watch *watch;
    struct cop_run run;
};

/* ---- For methods ---- */

/* May this thread make one more step? A step is a playout, or a position for methods that look at
 * those. */
static inline bool puzzle_step(struct puzzle_walker *walker)
{
    return cop_run_step(&walker->puzzle->run, &walker->pace);
}

/* From the root: its position into `state`, and an empty way. */
void puzzle_go_home(struct puzzle_walker *walker, void *state);

/* Makes a move and adds it to the way. */
static inline void puzzle_walk(struct puzzle_walker *walker, void *state, cop_move move)
{
    walker->way[walker->way_length++] = move;
    walker->game->rules->play(walker->game, state, move);
}

/* A playout move by move, for who makes the moves otherwise: before the first, and for each. */
void puzzle_begin_playout(struct puzzle_walker *walker, const void *state);
cop_move puzzle_pick(struct puzzle_walker *walker, const void *state);

/* Plays on by the policy to the end, adding to the way, counts it and offers the game. Returns its
 * total. */
double puzzle_play_out(struct puzzle_walker *walker, void *state);

/* The way has come to an end, with so many points. Cheap unless it is the best game so far. */
void puzzle_offer(struct puzzle_walker *walker, double total);

static inline double puzzle_total(const struct puzzle_walker *walker, const void *state)
{
    return walker->game->rules->score(walker->game, state, 0);
}

/* The total of the best game so far of all walkers, and the game itself: its length, and its moves
 * into `moves`, with room for game->max_plies. There always is one. */
double puzzle_best_total(const struct puzzle_walker *walker);
int puzzle_copy_best(struct puzzle_walker *walker, cop_move *moves);

/* No game is better than the best so far: the search ends, and says so. */
void puzzle_exhausted(struct puzzle_walker *walker);

/* The search has no memory to go on with, and says so. */
void puzzle_is_full(struct puzzle_walker *walker);

/* Only its walker counts; others look. */
static inline void puzzle_count(_Atomic int64_t *counter)
{
    atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + 1,
                          memory_order_relaxed);
}

/* ---- For the tables of agents: functions for a kind whose `own` is its puzzle_method ---- */

extern const struct cop_option cop_puzzle_options[];
extern const struct cop_option cop_puzzle_playout_options[]; /* for those that play out */

bool cop_puzzle_fits(const struct cop_game *game, struct cop_error *error);
bool cop_puzzle_check(const struct cop_agent_kind *kind, const struct cop_game *game,
                      const struct cop_settings *settings, const struct cop_means *means,
                      struct cop_error *error);
void *cop_puzzle_open(const struct cop_agent_kind *kind, const struct cop_game *game,
                      const struct cop_settings *settings, const struct cop_means *means,
                      struct cop_error *error);
void cop_puzzle_close(void *self);
void cop_puzzle_start(void *self, uint64_t seed);
bool cop_puzzle_think(void *self, const void *state, const struct cop_limits *limits,
                      const struct cop_watch *watch, struct cop_report *report,
                      struct cop_error *error);
void cop_puzzle_played(void *self, const void *before, cop_move move);

#define COP_PUZZLE_AGENT                                                             \
    .fits = cop_puzzle_fits, .check = cop_puzzle_check, .open = cop_puzzle_open,     \
    .close = cop_puzzle_close, .start = cop_puzzle_start, .think = cop_puzzle_think, \
    .played = cop_puzzle_played

#endif
