/* tree.h - the tree of B*: positions with intervals (uct-star.md 2.4).
 *
 * Every node has a pessimistic and an optimistic bound, both for the player who moves at the root.
 * Inner nodes have those of their children: where that player chooses the highest of each, where
 * the other does the lowest. Bounds only close in on each other, unless what they were made from
 * contradicts what was found below; then what was found counts.
 *
 * Node 0 is the root, whose player is the one for whom all bounds are. */
#ifndef COPPICE_SEARCH_BSTAR_TREE_H
#define COPPICE_SEARCH_BSTAR_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coppice/game.h"

struct bstar_node {
    double low, high; /* the pessimistic and the optimistic bound */
    uint32_t parent;
    uint32_t first, count; /* children; none: not looked into */
    cop_move move;         /* that leads here */
    bool is_own;           /* the root's player chooses here */
};

struct bstar_tree {
    struct bstar_node *nodes;
    size_t bytes;
    uint32_t count, room;
};

/* At the root either the best move's pessimistic bound is raised, or the optimistic bound of
 * another one lowered. */
enum bstar_strategy { BSTAR_PROVE, BSTAR_DISPROVE, BSTAR_MIXED };

bool bstar_tree_open(struct bstar_tree *tree, size_t memory);
void bstar_tree_close(struct bstar_tree *tree);
void bstar_tree_clear(struct bstar_tree *tree); /* to a root that is not looked into */

/* Gives a node children with empty intervals of their own; returns the first, 0 without room. */
uint32_t bstar_grow(struct bstar_tree *tree, uint32_t node, int count);

/* Carries the bounds of a node's children up as far as they change anything. */
void bstar_back_up(struct bstar_tree *tree, uint32_t node);

/* The root's child with the highest optimistic bound, of several the one with the highest
 * pessimistic bound. */
uint32_t bstar_best(const struct bstar_tree *tree);

/* Is this child's pessimistic bound above the others' optimistic ones? `strictly`: being equal is
 * not enough. */
bool bstar_is_separated(const struct bstar_tree *tree, uint32_t child, bool strictly);

/* The leaf to look into next: below the root's child that the strategy names, always where the best
 * is promised. 0: there is none whose bounds differ. */
uint32_t bstar_next(const struct bstar_tree *tree, enum bstar_strategy strategy);

/* The child at which the player to move at this node is promised most; 0: it has none. */
uint32_t bstar_promising(const struct bstar_tree *tree, uint32_t node);

#endif
