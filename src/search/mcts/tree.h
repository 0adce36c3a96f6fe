/* tree.h - the memory of a search: nodes in one block, with 32-bit indices.
 *
 * A node is one move from its parent; its children lie side by side. Node 0 is never used, so that
 * 0 can mean "none". Threads share a tree without locks and without waiting: counters are atomic,
 * and a node's children are complete before `children` names them. Two threads may both give a node
 * its children; the second replaces the first, and the first ones are forgotten with the one or two
 * visits they had.
 *
 * Rewards are summed in fixed point. Sums are then exact and do not depend on the order of
 * additions. */
#ifndef COPPICE_SEARCH_MCTS_TREE_H
#define COPPICE_SEARCH_MCTS_TREE_H

#include <assert.h>
#include <stdalign.h>
#include <stdatomic.h>

#include "coppice/game.h"

enum { CACHE_LINE = 64 };

#define REWARD_ONE 0x1p30 /* 2^32 visits of reward 1 fit into 63 bits */

enum node_flag {
    NODE_PRUNED = 1, /* taken out by the pruning rule; never selected */
    NODE_LOST = 2,   /* proven: the worst that can happen to the player who chose it */
    NODE_WON = 4     /* proven: the best that can happen to that player */
};

/* What `children` says besides where they are. Node 1 is a root, so that no child is there. */
enum { NOT_EXPANDED = 0, GAME_OVER = 1 };

struct node {
    cop_move move;
    _Atomic uint32_t visits;
    _Atomic int64_t reward;    /* in units of 1 / REWARD_ONE, of the player who chose this node */
    _Atomic uint32_t children; /* index of the first child, NOT_EXPANDED or GAME_OVER */
    _Atomic uint32_t proof;    /* index of the proven rewards, 0: unproven; in games with hidden
                                  pieces, how often the move could have been chosen */
    float prior;               /* probability, for an outcome of chance */
    _Atomic uint16_t child_count; /* valid once the node is expanded, as is `turn` */
    _Atomic int8_t turn;          /* who moves here: a player or COP_CHANCE */
    _Atomic uint8_t flags;
};
static_assert(sizeof(struct node) == 32, "two nodes fill a cache line");

struct tree {
    struct node *nodes;
    struct node *spare; /* where a kept subtree is copied; NULL unless trees are reused */
    double *proofs;     /* proven rewards, one row of `players` each */
    uint32_t capacity, proof_capacity;
    uint32_t root;
    int players;
    /* What threads change, away from what all of them read: */
    alignas(CACHE_LINE) _Atomic uint32_t used;
    _Atomic uint32_t proof_used;
};

/* Room for at least `least` nodes is needed, or it fails. */
bool tree_open(struct tree *tree, size_t memory, uint32_t least, bool reuse, int players,
               struct cop_error *error);
void tree_close(struct tree *tree);

/* Forgets everything and makes a root without children. */
void tree_reset(struct tree *tree);

/* Takes `count` nodes in a row; 0 if there is no room. The nodes are not cleared. */
uint32_t tree_take(struct tree *tree, uint32_t count);

/* Makes a child of the root the new root, by its move; false if there is none. */
bool tree_advance(struct tree *tree, cop_move move);

/* Copies what hangs below the root to the other half of the memory and forgets the rest. */
void tree_compact(struct tree *tree);

/* The rows of proven rewards that one thread made last. Most games end in few different ways, so
 * that equal rows are shared; a row of another thread is never looked at before a node names it. */
enum { PROOF_CACHE_SIZE = 8 };

struct proof_cache {
    uint32_t proofs[PROOF_CACHE_SIZE];
    unsigned next;
};

/* The index of a row of proven rewards; 0 if there is no room. */
uint32_t tree_proof(struct tree *tree, struct proof_cache *cache, const double *rewards);

static inline const double *proof_rewards(const struct tree *tree, uint32_t proof)
{
    return tree->proofs + (size_t)proof * (size_t)tree->players;
}

static inline bool node_is_expanded(const struct node *node)
{
    return atomic_load_explicit(&node->children, memory_order_acquire) != NOT_EXPANDED;
}

static inline bool node_is_terminal(const struct node *node)
{
    return atomic_load_explicit(&node->children, memory_order_acquire) == GAME_OVER;
}

/* A game goes on from here, and the tree knows how. */
static inline bool node_has_children(const struct node *node)
{
    return atomic_load_explicit(&node->children, memory_order_acquire) > GAME_OVER;
}

static inline struct node *node_children(const struct tree *tree, const struct node *node)
{
    return tree->nodes + atomic_load_explicit(&node->children, memory_order_relaxed);
}

static inline unsigned node_flags(const struct node *node)
{
    return atomic_load_explicit(&node->flags, memory_order_acquire);
}

static inline uint32_t node_visits(const struct node *node)
{
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

static inline int64_t node_reward(const struct node *node)
{
    return atomic_load_explicit(&node->reward, memory_order_relaxed);
}

static inline uint32_t node_proof(const struct node *node)
{
    return atomic_load_explicit(&node->proof, memory_order_acquire);
}

/* The mean reward of the player who chose this node; it must have been visited. */
static inline double node_value(const struct node *node)
{
    return (double)node_reward(node) / REWARD_ONE / node_visits(node);
}

#endif
