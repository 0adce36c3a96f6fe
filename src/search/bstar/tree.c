/* tree.c - the tree of B*. */
#include "search/bstar/tree.h"

#include <math.h>

#include "base/block.h"

bool bstar_tree_open(struct bstar_tree *tree, size_t memory)
{
    size_t room = memory / sizeof *tree->nodes;

    room = room < UINT32_MAX ? room : UINT32_MAX;
    tree->bytes = room * sizeof *tree->nodes;
    tree->room = (uint32_t)room;
    tree->nodes = cop_block_allocate(tree->bytes);
    return tree->nodes != NULL;
}

void bstar_tree_close(struct bstar_tree *tree)
{
    cop_block_free(tree->nodes, tree->bytes);
}

void bstar_tree_clear(struct bstar_tree *tree)
{
    tree->nodes[0] = (struct bstar_node){.low = -INFINITY, .high = INFINITY, .is_own = true};
    tree->count = 1;
}

uint32_t bstar_grow(struct bstar_tree *tree, uint32_t node, int count)
{
    uint32_t first = tree->count;

    if (count <= 0 || tree->room - first < (uint32_t)count)
        return 0;
    for (uint32_t i = first; i < first + (uint32_t)count; i++)
        tree->nodes[i] = (struct bstar_node){.low = -INFINITY, .high = INFINITY, .parent = node};
    tree->nodes[node].first = first;
    tree->nodes[node].count = (uint32_t)count;
    tree->count += (uint32_t)count;
    return first;
}

/* True if a bound has changed. */
static bool take_from_children(struct bstar_tree *tree, struct bstar_node *node)
{
    const struct bstar_node *child = &tree->nodes[node->first];
    double low = child->low, high = child->high, was_low = node->low, was_high = node->high;

    for (uint32_t i = 1; i < node->count; i++) {
        low = node->is_own ? fmax(low, child[i].low) : fmin(low, child[i].low);
        high = node->is_own ? fmax(high, child[i].high) : fmin(high, child[i].high);
    }
    node->low = fmax(low, was_low);
    node->high = fmin(high, was_high);
    if (node->low > node->high) {
        node->low = low;
        node->high = high;
    }
    return node->low != was_low || node->high != was_high;
}

void bstar_back_up(struct bstar_tree *tree, uint32_t node)
{
    while (take_from_children(tree, &tree->nodes[node]) && node != 0)
        node = tree->nodes[node].parent;
}

static bool is_closed(const struct bstar_node *node)
{
    return node->low == node->high;
}

/* The child after `except` in the order of best(), 0 for nobody. */
static uint32_t find_best(const struct bstar_tree *tree, uint32_t except)
{
    const struct bstar_node *root = &tree->nodes[0], *best = NULL;
    uint32_t found = 0;

    for (uint32_t i = root->first; i < root->first + root->count; i++) {
        const struct bstar_node *child = &tree->nodes[i];

        if (i == except || (best != NULL && child->high < best->high))
            continue;
        if (best == NULL || child->high > best->high || child->low > best->low) {
            best = child;
            found = i;
        }
    }
    return found;
}

uint32_t bstar_best(const struct bstar_tree *tree)
{
    return find_best(tree, 0);
}

bool bstar_is_separated(const struct bstar_tree *tree, uint32_t child, bool strictly)
{
    uint32_t other = find_best(tree, child);
    double low = tree->nodes[child].low;

    return other == 0 ||
           (strictly ? low > tree->nodes[other].high : low >= tree->nodes[other].high);
}

/* One rival left, of whom less is known than of the best: then it is nearer to be disproved. */
static bool is_easier_to_disprove(const struct bstar_tree *tree, uint32_t best, uint32_t other)
{
    const struct bstar_node *root = &tree->nodes[0];
    const struct bstar_node *first = &tree->nodes[best], *second = &tree->nodes[other];
    int rivals = 0;

    for (uint32_t i = root->first; i < root->first + root->count; i++)
        rivals += i != best && tree->nodes[i].high > first->low;
    return rivals == 1 && second->high - second->low > first->high - first->low;
}

uint32_t bstar_promising(const struct bstar_tree *tree, uint32_t node)
{
    const struct bstar_node *parent = &tree->nodes[node];
    uint32_t found = 0;
    double most = 0;

    for (uint32_t i = parent->first; i < parent->first + parent->count; i++) {
        double promise = parent->is_own ? tree->nodes[i].high : -tree->nodes[i].low;

        if (found == 0 || promise > most ||
            (promise == most && is_closed(&tree->nodes[found]) && !is_closed(&tree->nodes[i]))) {
            most = promise;
            found = i;
        }
    }
    return found;
}

uint32_t bstar_next(const struct bstar_tree *tree, enum bstar_strategy strategy)
{
    uint32_t best = bstar_best(tree), other = find_best(tree, best);
    bool disproves =
        other != 0 && (strategy == BSTAR_DISPROVE ||
                       (strategy == BSTAR_MIXED && is_easier_to_disprove(tree, best, other)));
    uint32_t node = disproves ? other : best;

    if (is_closed(&tree->nodes[node]))
        node = disproves ? best : other;
    if (node == 0 || is_closed(&tree->nodes[node]))
        return 0;
    while (tree->nodes[node].count > 0)
        node = bstar_promising(tree, node);
    return is_closed(&tree->nodes[node]) ? 0 : node;
}
