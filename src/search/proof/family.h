/* family.h - the memory of a proof-number search: nodes in one block, children side by side.
 *
 * What is answered needs its children no more, and gives them back. Families are kept by their size
 * for the next of that size; a larger one is divided if there is no other. Node 0 is never used. */
#ifndef COPPICE_SEARCH_PROOF_FAMILY_H
#define COPPICE_SEARCH_PROOF_FAMILY_H

#include <stddef.h>

#include "coppice/game.h"
#include "search/proof/numbers.h"

struct proof_node {
    struct proof_numbers numbers;
    uint32_t parent;
    uint32_t children; /* the first; 0: it has none */
    cop_move move;
    uint16_t count;
    bool is_or, is_judged; /* the rules and oracles were asked */
};

struct proof_tree {
    struct proof_node *nodes;
    uint32_t room, end; /* nodes; those from `end` on were never used */
    uint32_t used;
    uint32_t *free_first; /* by size: a family that was given back, linked by `children` */
    int sizes;
};

/* Bytes for a root and the largest family. */
size_t proof_tree_least(const struct cop_game *game);
/* With at most so many bytes; false if the system refuses, or that is too little for anything. */
bool proof_tree_open(struct proof_tree *tree, const struct cop_game *game, size_t memory);
void proof_tree_close(struct proof_tree *tree);
void proof_tree_clear(struct proof_tree *tree);

/* Room for so many children, of which nothing is set; 0 if there is none. */
uint32_t proof_tree_take(struct proof_tree *tree, int count);
/* Gives back a family, or its last members, which nobody points to; `count` may be 0. */
void proof_tree_return(struct proof_tree *tree, uint32_t first, int count);
/* Gives back everything below a node. */
void proof_tree_prune(struct proof_tree *tree, uint32_t node);

#endif
