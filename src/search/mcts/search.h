/* search.h - the common ground of the steps of one Monte-Carlo tree search.
 *
 * The agent (struct mcts) holds the settings and the trees; a worker is one descent's hands: its
 * random numbers, its scratch states and the path of its current simulation. Everything that
 * several threads touch is atomic. What is not plain UCT is a part (parts.h). */
#ifndef COPPICE_SEARCH_MCTS_SEARCH_H
#define COPPICE_SEARCH_MCTS_SEARCH_H

#include "base/run.h"
#include "coppice/agent.h"
#include "search/mcts/config.h"
#include "search/mcts/parts.h"
#include "search/mcts/tree.h"
#include "search/oracle.h"
#include "search/rollout.h"

struct mcts;

/* Nodes near the root are passed by every simulation of every thread. What a thread adds to them it
 * keeps to itself for a while, or the threads would spend their time handing cache lines to each
 * other: up to an eighth of the visits that the node has, too few to change a selection. Not where
 * a part looks at nodes as they are arrived at: pruning waits for a certain number of visits, which
 * would be skipped. */
enum { POSTPONED_PART = 8, HOT_VISITS = 2 * POSTPONED_PART, POSTPONED_SLOTS = 256 };

/* So near the root no sample is ever lost; see simulate.c. */
enum { EXACT_PLIES = 4 };

struct postponed {
    struct node *node;
    int64_t reward, visits;
};

/* The nodes that a thread has taken from the shared tree and not used yet. */
struct supply {
    uint32_t next, end;
};

/* What a worker has counted for who looks on (anatomy.c). */
struct deeds {
    int64_t known, over; /* simulations that ended where the result was known, or the game over */
    int64_t by_oracle, by_look, by_ends;  /* positions that were settled when they were new */
    int64_t chosen, drawn;                /* below: children chosen before values are trusted */
    int64_t picked, suggested[PARTS_MAX]; /* moves of guided playouts, and who picked them */
    struct cop_rollout_tally playouts;
};

struct worker {
    alignas(2 * CACHE_LINE) struct mcts *mcts;
    struct tree *tree;
    int number;
    struct cop_rng rng;
    bool is_shared;     /* other threads work on the same tree */
    int64_t weight;     /* visits that one descent stands for: the playouts at its leaf */
    int64_t extra_loss; /* and further ones that it shows while it lasts */
    void *state, *leaf;
    cop_move *moves;
    double *chances;
    struct node **path;       /* the nodes passed, root first */
    int8_t *owners;           /* who chose each of them; -1 for the root */
    int plies;                /* moves made on the way */
    struct node **whole_path; /* the same without first parts of moves, for the parts; groups=on */
    int8_t *whole_owners;
    bool *is_hot; /* and whose visit is postponed */
    int path_room;
    int path_end;           /* the number of its last node */
    cop_move last[2];       /* of players in a guided playout, the later one first */
    struct cop_guide guide; /* if a part suggests moves */
    struct cop_trace trace; /* of the last playout, if a part wants it */
    void *playout_notes;    /* the policy's */
    struct exact *exact;    /* for ends that are looked through; or NULL */
    struct supply supply;
    struct postponed postponed[POSTPONED_SLOTS];
    int64_t quota, node_quota; /* parallel=root: simulations and nodes that are this worker's */
    int64_t sims_before;       /* of trees that it has done with */
    int64_t gained[COP_PLAYERS_MAX];       /* the rewards of the current leaf, fixed point */
    _Atomic int64_t sums[COP_PLAYERS_MAX]; /* rewards at the root, written by this worker only */
    _Atomic int64_t sims;
    _Atomic int depth;
    struct deeds deeds;
};

struct mcts {
    const struct cop_game *game;
    const atomic_bool *stop; /* while the agent is opened; may be NULL */
    struct mcts_config config;
    struct cop_rollout rollout;
    struct cop_oracles oracles;
    struct mcts_parts parts;
    int worker_count, threads, tree_count;
    struct tree *trees;
    /* NO_COLUMN: not there */
    int chance_column, bounds_column, occasions_column, memory_column, way_column;
    int bounds_width; /* players whose bounds are kept; of two who share 1 only the first's */
    bool bounds_are_payoffs;
    struct worker *workers;
    struct cop_rng seeds; /* a fresh seed for every search and worker */
    void *root_state;
    bool selects_plainly; /* by visits and means alone */
    int share_column; /* select=puct where nothing else counts: that of the priors; or NO_COLUMN */
    bool traces;      /* playouts are written down */
    bool has_root;    /* the trees' roots stand for root_state */

    /* The running search: */
    const struct cop_watch *watch;
    struct cop_ownership *ownership; /* the watch's, or NULL */
    struct cop_anatomy *anatomy;     /* likewise */
    int64_t node_limit;
    int64_t nodes_before, sims_before; /* of trees that this search has done with, see restarts */
    double later_seconds;              /* what of its limit a search is given later, see length.c */
    int64_t later_sims;
    int depth_limit;
    bool asks; /* oracles, about every node that would get children */
    atomic_bool is_full;
    struct team *team; /* leaf parallel: who helps the first worker with the playouts; or NULL */
    struct cop_run run;

    struct cop_candidate *candidates;
    cop_move *lines; /* COP_LINE_MAX moves for each of config.lines; NULL for a single one */
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

/* Nodes of a tree, those that were kept from earlier searches too. With children=warm the room that
 * families have for more members and the places that they have left do not count, as the source
 * counts nodes (samegame-and-fanorona.md 5.4). */
static inline int64_t tree_nodes(const struct tree *tree)
{
    return (int64_t)atomic_load_explicit(&tree->used, memory_order_relaxed) - 1 -
           atomic_load_explicit(&tree->empty, memory_order_relaxed);
}

/* The nodes of all trees. */
static inline int64_t nodes_made(const struct mcts *mcts)
{
    int64_t nodes = 0;

    for (int i = 0; i < mcts->tree_count; i++)
        nodes += tree_nodes(&mcts->trees[i]);
    return nodes;
}

static inline struct node *tree_root(const struct tree *tree)
{
    return &tree->nodes[tree->root];
}

/* The probability of a node that is an outcome of chance. */
static inline double node_chance(const struct mcts *mcts, const struct tree *tree,
                                 const struct node *node)
{
    return *(const double *)node_column(tree, mcts->chance_column, node);
}

/* What a discounted search remembers of a node. */
struct memory {
    _Atomic double visits, reward;
};

static inline struct memory *node_memory(const struct mcts *mcts, const struct tree *tree,
                                         const struct node *node)
{
    return node_column(tree, mcts->memory_column, node);
}

/* Losses that threads which are on their way below the node show to the others, where its visits
 * cannot have them: a discounted search counts what has come back, and a family that moves to a
 * larger place would keep them for ever. */
static inline _Atomic int64_t *node_under_way(const struct mcts *mcts, const struct tree *tree,
                                              const struct node *node)
{
    return node_column(tree, mcts->way_column, node);
}

/* What the selection goes by: all visits and rewards of a node, or what is left of them, and those
 * under way. */
static inline struct tried node_tried(const struct worker *worker, const struct node *node)
{
    const struct mcts *mcts = worker->mcts;
    struct tried tried = {(float)node_visits(node),
                          (float)node_reward(node) * (float)(1 / REWARD_ONE)};

    if (mcts->memory_column != NO_COLUMN) {
        const struct memory *memory = node_memory(mcts, worker->tree, node);

        tried.visits = (float)atomic_load_explicit(&memory->visits, memory_order_relaxed);
        tried.reward = (float)atomic_load_explicit(&memory->reward, memory_order_relaxed);
    }
    if (mcts->way_column != NO_COLUMN)
        tried.visits += (float)atomic_load_explicit(node_under_way(mcts, worker->tree, node),
                                                    memory_order_relaxed);
    return tried;
}

/* The radius of the interval around a mean of n samples among N, with a rate inside the root. */
double interval_radius(double rate, double ln_parent, double visits);

/* expand.c: one thread at a time changes a family; who fails goes on with the family as it is. */
bool claim_node(const struct worker *worker, struct node *node);
void release_node(const struct worker *worker, struct node *node);

/* select.c: which child to follow; the node has children or may have some. NULL if there is none to
 * be had now: memory is full, or another thread is about to make the first. */
struct node *select_child(struct worker *worker, struct node *node, int depth);
bool selection_is_plain(const struct mcts *mcts);
int selection_by_shares(const struct mcts *mcts); /* mcts->share_column */
/* What a child counts as there. */
float selection_value(const struct worker *worker, const struct node *node, struct node *child,
                      int depth);

/* The same in its terms, which add up to it: for who looks on. Of a child that was tried the first
 * two, of another one the third; the rest is 0. */
struct selection_terms {
    float mean, explore, first_play;
    float of_part[PARTS_MAX]; /* in the order of mcts->parts.uses */
    float value;
};
struct choice choice_here(const struct worker *worker, const struct node *node, int depth);
void terms_of_choice(const struct choice *choice, const struct node *child,
                     struct selection_terms *terms);

/* expand.c: a node learns what can happen there, and gets its children or room for them; false if
 * memory is full. */
bool expand(struct worker *worker, struct node *node, const void *state);
/* An empty family, whose members come one by one; false if memory is full. */
bool make_room(struct worker *worker, struct node *node);
/* One more child; NULL if memory is full. In a shared tree the node is claimed. */
struct node *add_child(struct worker *worker, struct node *node, cop_move move);
/* All children that are not there yet, as far as memory goes. */
void complete_family(struct worker *worker, struct node *node, const void *state);
/* One more child that was not tried yet, drawn at random; NULL if there is none, or none now. */
struct node *try_new_child(struct worker *worker, struct node *node, const void *state);
/* The child of a move; made, where children are made one by one. NULL if it cannot be had now. */
struct node *child_for_move(struct worker *worker, struct node *node, cop_move move);
/* May there be moves that are not children yet? */
bool has_untried_moves(const struct node *node);

/* simulate.c: one descent, its playouts and its backup. False if the search has ended instead. */
bool simulate(struct worker *worker);
void back_up(struct worker *worker, int depth, int plies);
void play_out(struct worker *worker, const void *state, int depth);
void play_out_alone(struct worker *worker, const void *state, int depth);
void go_through(struct worker *worker, int depth, struct node *node, int owner);
void settle_postponed(struct worker *worker);
int64_t fixed_point(double reward);

/* hidden.c: the same for games with hidden pieces, on a fresh completion of what is known; and what
 * the selection goes by there, which is each child's own. */
bool simulate_hidden(struct worker *worker);
struct choice hidden_choice(const struct worker *worker, const struct node *node,
                            const struct node *child, int player, int plies);

/* bounds.c: what is certain. A node's rewards lie between its bounds whatever is played; where they
 * meet the reward is known, and where nothing more can be found out the node is closed. */
double bound_low(const struct mcts *mcts, const struct tree *tree, const struct node *node,
                 int player);
double bound_high(const struct mcts *mcts, const struct tree *tree, const struct node *node,
                  int player);
/* The node is the end of a game. */
void settle_end(struct worker *worker, struct node *node, const void *state);
/* The same, if an oracle knows what everybody gets; false if not. */
bool settle_by_oracle(struct worker *worker, struct node *node, const void *state);
/* The same, if the player to move can win at once. */
bool settle_by_look(struct worker *worker, struct node *node, const void *state);
/* The same, if few moves are left and looking at all ends does not take too long. */
bool settle_by_ends(struct worker *worker, struct node *node, const void *state);
/* Carries what is new at the end of the path up as far as it reaches. */
void carry_bounds(struct worker *worker, int depth);
/* What a closed node is worth; where a player's reward is still open, the middle of it. */
void closed_rewards(const struct worker *worker, const struct node *node, double *rewards);
/* Moves the rewards on their way up into the node's bounds. */
void clamp_gained(struct worker *worker, const struct node *node);
/* The root moves that may still be played: not pruned, nor proven lost or worse than another. */
int count_open_children(const struct mcts *mcts, const struct tree *tree, const struct node *node);

/* exact.c: the first player's share when both play best, from ends that are all looked at; false
 * if that would take more nodes, or the search has ended meanwhile. */
struct exact *exact_open(struct mcts *mcts);
void exact_close(struct exact *exact);
bool exact_value(struct exact *exact, const void *state, int64_t nodes, double *share);

/* choose.c: the child with this move, or NULL; and the node whose child a move of the root is: the
 * root itself, or with groups its first part, NULL if that is not there. */
struct node *child_of(const struct tree *tree, const struct node *node, cop_move move);
struct node *parent_of_root_move(const struct mcts *mcts, const struct tree *tree, cop_move move);

/* choose.c: the answer so far, and whether the move with most visits is also the one of highest
 * value, as final=robust-max wants it. */
void make_report(struct mcts *mcts, struct cop_report *report);
bool leader_is_robust(const struct cop_report *report);

/* anatomy.c: what the parts did in the search that has ended, if somebody wants to know. */
bool anatomy_fill(struct mcts *mcts, const struct cop_report *report, struct cop_error *error);

/* best.c: the best game that was found, which is the answer with final=best. */
void best_begin(const struct mcts *mcts); /* a search, whose root_state is known */
void best_report(const struct mcts *mcts, struct cop_report *report);
bool best_with_move(const struct mcts *mcts, cop_move move, double *total);
/* Before the trees follow the move. */
void best_played(const struct mcts *mcts, const void *before, cop_move move);

/* mcts.c: all trees become empty ones with the same root. */
void replant_roots(struct mcts *mcts);

/* length.c: runs all workers once or several times, as the limits and the choice so far say; and
 * whether the simulations that are left cannot make up for what the runner-up at the root lacks in
 * visits (uct-star.md 2.14). */
bool search_to_the_end(struct mcts *mcts, const struct cop_limits *limits, struct cop_error *error);
bool leader_is_out_of_reach(const struct mcts *mcts, const struct cop_pace *pace);

/* parallel.c: runs all workers until a limit is reached. */
bool run_workers(struct mcts *mcts, struct cop_error *error);
void team_play_out(struct worker *worker, const void *state, int depth);

#endif
