/* search.h - the common ground of the steps of one Monte-Carlo tree search.
 *
 * The agent (struct mcts) holds the settings and the trees; a worker is one thread's hands: its
 * random numbers, its scratch states and the path of its current simulation. Everything that
 * several workers touch is atomic. */
#ifndef COPPICE_SEARCH_MCTS_SEARCH_H
#define COPPICE_SEARCH_MCTS_SEARCH_H

#include "base/run.h"
#include "coppice/agent.h"
#include "search/mcts/tree.h"
#include "search/rollout.h"

enum prune_scope { PRUNE_NONE, PRUNE_ROOT, PRUNE_ALL, PRUNE_PATH };
enum final_choice { FINAL_VISITS, FINAL_VALUE, FINAL_ROBUST_MAX, FINAL_SECURE };
enum parallel_way { PARALLEL_TREE, PARALLEL_ROOT, PARALLEL_LEAF };

struct mcts_config {
    double c; /* inside the root: the radius is sqrt(c ln N / n), uct-star.md 2.0.2 */
    double p; /* likewise, for pruning */
    double first_play;
    double secure;
    bool select_randomly, shuffle, solver, reuse, stop, unreachable, views;
    uint32_t expand, step, virtual_loss;
    enum prune_scope prune;
    enum final_choice final;
    enum parallel_way parallel;
    struct cop_rollout rollout;
    double worst, best; /* the range of rewards, for the solver */
};

struct mcts;

/* Nodes near the root are passed by every simulation of every thread. What a thread adds to them it
 * keeps to itself for a while, or the threads would spend their time handing cache lines to each
 * other: up to a sixteenth of the visits that the node has, too few to change a selection. */
enum { POSTPONED_PART = 16, HOT_VISITS = 2 * POSTPONED_PART, POSTPONED_SLOTS = 256 };

/* So near the root no sample is ever lost; see simulate.c. */
enum { EXACT_PLIES = 4 };

struct postponed {
    struct node *node;
    int64_t reward;
    uint32_t visits;
};

/* The nodes that a thread has taken from the shared tree and not used yet. */
struct supply {
    uint32_t next, end;
};

struct worker {
    alignas(2 * CACHE_LINE) struct mcts *mcts;
    struct tree *tree;
    struct cop_rng rng;
    bool is_shared;      /* other threads work on the same tree */
    uint32_t weight;     /* visits that one descent stands for: the playouts at its leaf */
    uint32_t extra_loss; /* and further ones that it shows while it lasts */
    void *state, *leaf;
    cop_move *moves, *missing;
    double *chances;
    struct node **path; /* the nodes passed, root first */
    int8_t *owners;     /* who chose each of them; -1 for the root */
    bool *is_hot;       /* and whose visit is postponed */
    int path_room;
    struct supply supply;
    struct postponed postponed[POSTPONED_SLOTS];
    int64_t gained[COP_PLAYERS_MAX]; /* the rewards of the current leaf, fixed point */
    struct proof_cache proofs;
    struct team *team;                     /* leaf parallel: who helps with the playouts; or NULL */
    _Atomic int64_t sums[COP_PLAYERS_MAX]; /* rewards at the root, written by this worker only */
    _Atomic int64_t sims;
    _Atomic int depth;
};

struct mcts {
    const struct cop_game *game;
    struct mcts_config config;
    int worker_count, threads, tree_count;
    struct tree *trees;
    struct worker *workers;
    struct cop_rng seeds; /* a fresh seed for every search and worker */
    void *root_state;
    bool has_root; /* the trees' roots stand for root_state */

    /* The running search: */
    const struct cop_watch *watch;
    int64_t node_limit;
    int depth_limit;
    atomic_bool is_full;
    struct cop_run run;

    struct cop_candidate *candidates;
    cop_move *moves;
};

/* Simulations of this search so far. */
static inline int64_t sims_done(const struct mcts *mcts)
{
    int64_t sims = 0;

    for (int i = 0; i < mcts->worker_count; i++)
        sims += atomic_load_explicit(&mcts->workers[i].sims, memory_order_relaxed);
    return sims;
}

static inline struct node *tree_root(const struct tree *tree)
{
    return &tree->nodes[tree->root];
}

/* The radius of the interval around a mean of n samples among N, with a rate inside the root. */
double interval_radius(double rate, double ln_parent, double visits);

/* select.c: which child to follow; the node is expanded and not terminal. */
struct node *select_child(struct worker *worker, struct node *node);

/* prune.c: uct-star.md 2.5-2.11. The clock is one node's; whether it counts is the scope's matter.
 */
bool prune_clock_is_due(const struct worker *worker, const struct node *node);
bool prune_is_due(const struct worker *worker, const struct node *node, bool is_root,
                  bool root_is_due);
void prune_children(const struct worker *worker, const struct node *node);
/* The root moves that may still be played: neither pruned nor proven lost. */
int count_open_children(const struct tree *tree, const struct node *node);

/* expand.c: gives a node its children; false if memory is full. */
bool expand(struct worker *worker, struct node *node, const void *state);

/* simulate.c: one descent, its playouts and its backup. False if the search has ended instead. */
bool simulate(struct worker *worker);
void back_up(struct worker *worker, int depth);
void play_out(struct worker *worker, const void *state);
void pass(struct worker *worker, int depth, struct node *node, int owner);
void settle_postponed(struct worker *worker);

/* hidden.c: the same for games with hidden pieces, on a fresh completion of what is known. */
bool simulate_hidden(struct worker *worker);

/* solve.c: the leaf's rewards are exact; carry that up the path as far as it reaches. */
void prove(struct worker *worker, int depth, struct node *leaf, int owner);

/* choose.c: the answer so far, and whether the move with most visits is also the one of highest
 * value, as final=robust-max wants it. */
void make_report(struct mcts *mcts, struct cop_report *report);
bool leader_is_robust(const struct cop_report *report);

/* parallel.c: runs all workers until a limit is reached. */
bool run_workers(struct mcts *mcts, struct cop_error *error);
void team_play_out(struct worker *worker, const void *state);

#endif
