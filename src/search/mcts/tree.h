/* tree.h - the memory of a search: nodes in one block, with 32-bit indices, and columns beside
 * them.
 *
 * A node is one move from its parent; its children lie side by side in a *family* that may have
 * room for more of them. Node 0 is never used, so that 0 can mean "none". Whatever only some
 * searches need of a node (bounds, probabilities, statistics of an enhancement) is a *column*: a
 * block parallel to the nodes with the same index, there only if somebody has asked for it.
 *
 * Threads share a tree without locks and without waiting: counters are atomic, and a child is
 * complete before `child_count` or `children` names it. Two threads may both give a node its
 * children; the second replaces the first, and the first ones are forgotten with the one or two
 * visits they had. A family that outgrows its room moves; what threads add to the old place in that
 * moment is lost.
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

#define REWARD_ONE \
    0x1p22 /* 2^40 visits of reward 1, more than any limit allows, fit into 63 bits */

enum node_flag {
    NODE_PRUNED = 1,   /* taken out by the pruning rule */
    NODE_CLOSED = 2,   /* nothing below it can be found out any more */
    NODE_USELESS = 4,  /* proven: not better than one of its sisters */
    NODE_BOUNDED = 8,  /* its column of bounds says something */
    NODE_CLAIMED = 16, /* a thread is changing its family, or pruning it */
    NODE_STEM = 32     /* the first part of a move, whose children are the moves */
};

/* What `children` says besides where they are. Node 1 is a root, so that no child is there. */
enum { NOT_EXPANDED = 0, GAME_OVER = 1 };

struct node {
    cop_move move;
    _Atomic uint32_t children; /* index of the first child, NOT_EXPANDED or GAME_OVER */
    _Atomic int64_t visits;
    _Atomic int64_t reward; /* in units of 1 / REWARD_ONE, of the player who chose this node */
    _Atomic uint16_t child_count; /* valid once the node is expanded, as are those that follow */
    _Atomic uint16_t move_count;  /* legal moves, each of which may become a child; 0: not known */
    _Atomic int8_t turn;          /* who moves here: a player or COP_CHANCE */
    _Atomic uint8_t flags;
};
static_assert(sizeof(struct node) == 32, "two nodes fill a cache line");

enum { COLUMNS_MAX = 8, NO_COLUMN = -1 };

struct column {
    size_t size; /* bytes for each node */
    unsigned char *bytes, *spare;
};

struct tree {
    struct node *nodes;
    struct node *spare; /* where a kept subtree is copied; NULL unless trees are reused */
    struct column columns[COLUMNS_MAX];
    int column_count;
    uint32_t capacity;
    uint32_t root;
    bool counts_empty; /* set before tree_open */
    /* What threads change, away from what all of them read: */
    alignas(CACHE_LINE) _Atomic uint32_t used;
    _Atomic int64_t empty; /* of those that are used, places without a node, if they are counted */
};

/* Before tree_open: a column of so many bytes (a multiple of 8) for each node; its number. The
 * bytes of a new node are zero. */
int tree_add_column(struct tree *tree, size_t size);

/* Room for at least `least` nodes is needed, or it fails. */
bool tree_open(struct tree *tree, size_t memory, uint32_t least, bool reuse,
               struct cop_error *error);
void tree_close(struct tree *tree);

/* Forgets everything and makes a root without children. */
void tree_reset(struct tree *tree);

/* Takes `count` nodes in a row; 0 if there is no room. The nodes are not cleared. */
uint32_t tree_take(struct tree *tree, uint32_t count);

/* Clears `count` nodes and their columns. */
void tree_clear(struct tree *tree, uint32_t first, uint32_t count);

/* Copies nodes with their columns to another place; other threads may be adding to them. */
void tree_copy(struct tree *tree, uint32_t from, uint32_t to, uint32_t count);

/* Makes a child of the root the new root, by its move; false if there is none. */
bool tree_advance(struct tree *tree, cop_move move);

/* Copies what hangs below the root to the other half of the memory and forgets the rest. */
void tree_compact(struct tree *tree);

static inline uint32_t node_index(const struct tree *tree, const struct node *node)
{
    return (uint32_t)(node - tree->nodes);
}

/* A node's bytes of a column. */
static inline void *node_column(const struct tree *tree, int column, const struct node *node)
{
    return tree->columns[column].bytes + node_index(tree, node) * tree->columns[column].size;
}

/* Where a node's children are, and how many: read together, so that what is counted is there. */
struct family {
    struct node *first;
    uint32_t count;
};

/* A family that grows gets its new place first and is counted afterwards. So the place is read
 * after the count, and again if it was there before: as many as are counted are then at that place.
 */
static inline struct family node_family(const struct tree *tree, const struct node *node)
{
    uint32_t count;

    if (atomic_load_explicit(&node->children, memory_order_acquire) <= GAME_OVER)
        return (struct family){NULL, 0};
    count = atomic_load_explicit(&node->child_count, memory_order_acquire);
    return (struct family){
        tree->nodes + atomic_load_explicit(&node->children, memory_order_acquire), count};
}

/* A family that has not all its members has room for some more: a power of two. */
static inline uint32_t family_room(uint32_t count, uint32_t moves)
{
    uint32_t room = 4;

    if (moves > 0 && count >= moves)
        return count;
    while (room < count)
        room *= 2;
    return moves > 0 && room > moves ? moves : room;
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

static inline unsigned node_flags(const struct node *node)
{
    return atomic_load_explicit(&node->flags, memory_order_acquire);
}

static inline int64_t node_visits(const struct node *node)
{
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

static inline int64_t node_reward(const struct node *node)
{
    return atomic_load_explicit(&node->reward, memory_order_relaxed);
}

static inline int node_turn(const struct node *node)
{
    return atomic_load_explicit(&node->turn, memory_order_relaxed);
}

/* The mean reward of the player who chose this node; it must have been visited. */
static inline double node_value(const struct node *node)
{
    return (double)node_reward(node) / REWARD_ONE / (double)node_visits(node);
}

#endif
