/* family.c - families taken from the block and given back to it. */
#include "search/proof/family.h"

#include <stdlib.h>
#include <string.h>

#include "base/block.h"

enum { ROOT = 1 };

size_t proof_tree_least(const struct cop_game *game)
{
    return ((size_t)game->max_moves + ROOT + 2) * sizeof(struct proof_node);
}

bool proof_tree_open(struct proof_tree *tree, const struct cop_game *game, size_t memory)
{
    size_t room = memory / sizeof *tree->nodes;

    tree->sizes = game->max_moves + 1;
    tree->room = room < UINT32_MAX / 2 ? (uint32_t)room : UINT32_MAX / 2;
    if (memory < proof_tree_least(game))
        return false;
    tree->nodes = cop_block_allocate(tree->room * sizeof *tree->nodes);
    tree->free_first = calloc((size_t)tree->sizes, sizeof *tree->free_first);
    if (tree->nodes == NULL || tree->free_first == NULL)
        return false;
    proof_tree_clear(tree);
    return true;
}

void proof_tree_close(struct proof_tree *tree)
{
    cop_block_free(tree->nodes, tree->room * sizeof *tree->nodes);
    free(tree->free_first);
}

void proof_tree_clear(struct proof_tree *tree)
{
    memset(tree->free_first, 0, (size_t)tree->sizes * sizeof *tree->free_first);
    tree->end = ROOT + 1;
    tree->used = 1;
}

static uint32_t take_freed(struct proof_tree *tree, int size)
{
    uint32_t first = tree->free_first[size];

    if (first != 0)
        tree->free_first[size] = tree->nodes[first].children;
    return first;
}

static void give_back(struct proof_tree *tree, uint32_t first, int size)
{
    if (size == 0)
        return;
    tree->nodes[first].children = tree->free_first[size];
    tree->free_first[size] = first;
}

void proof_tree_return(struct proof_tree *tree, uint32_t first, int count)
{
    give_back(tree, first, count);
    tree->used -= (uint32_t)count;
}

uint32_t proof_tree_take(struct proof_tree *tree, int count)
{
    uint32_t first = take_freed(tree, count);

    if (first == 0 && tree->room - tree->end >= (uint32_t)count) {
        first = tree->end;
        tree->end += (uint32_t)count;
    }
    for (int size = count + 1; first == 0 && size < tree->sizes; size++) {
        first = take_freed(tree, size);
        if (first != 0)
            give_back(tree, first + (uint32_t)count, size - count);
    }
    if (first != 0)
        tree->used += (uint32_t)count;
    return first;
}

/* The first child from number `from` on that has children itself, or 0. */
static uint32_t next_parent(const struct proof_tree *tree, const struct proof_node *node,
                            uint32_t from)
{
    for (uint32_t i = from; i < node->count; i++)
        if (tree->nodes[node->children + i].children != 0)
            return node->children + i;
    return 0;
}

/* Depth first, without a stack: the way back up is by parents. */
void proof_tree_prune(struct proof_tree *tree, uint32_t node)
{
    uint32_t at = node, from = 0;

    if (tree->nodes[node].children == 0)
        return;
    for (;;) {
        struct proof_node *here = &tree->nodes[at];
        uint32_t child = next_parent(tree, here, from);

        if (child != 0) {
            at = child;
            from = 0;
            continue;
        }
        proof_tree_return(tree, here->children, here->count);
        here->children = 0;
        here->count = 0;
        if (at == node)
            return;
        from = at - tree->nodes[here->parent].children + 1;
        at = here->parent;
    }
}
