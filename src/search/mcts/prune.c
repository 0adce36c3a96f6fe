/* prune.c - UCT* and MCTS*: children whose interval lies below the best lower bound are taken out,
 * and a root with one child left needs no more simulations (uct-star.md 2.5-2.11).
 *
 * The errata of the thesis are mended as the specification says: the clock is the passed node's own
 * (E2, E3; `prune=path` keeps the printed form for comparison), and the best lower bound is found
 * before any child is removed (E6). */
#include <math.h>

#include "base/logarithm.h"
#include "search/mcts/search.h"

double interval_radius(double rate, double ln_parent, double visits)
{
    return sqrt(rate * ln_parent / visits);
}

/* Due when this descent completes a multiple of the step, so with 99, 199, ... visits on the
 * counter for a step of 100 (2.8). */
bool prune_clock_is_due(const struct worker *worker, const struct node *node)
{
    uint64_t visits = node_visits(node);
    uint64_t step = worker->mcts->config.step;

    return (visits + worker->weight) / step != visits / step;
}

bool prune_is_due(const struct worker *worker, const struct node *node, bool is_root,
                  bool root_is_due)
{
    if (node->turn == COP_CHANCE)
        return false;
    switch (worker->mcts->config.prune) {
    case PRUNE_NONE:
        return false;
    case PRUNE_ROOT:
        return is_root && prune_clock_is_due(worker, node);
    case PRUNE_ALL:
        return prune_clock_is_due(worker, node);
    case PRUNE_PATH:
        return root_is_due;
    }
    return false;
}

/* Unvisited children have the whole line for an interval: they are never pruned, and their lower
 * bound is never the highest (2.0.5). The owner of the highest lower bound always stays. */
void prune_children(const struct worker *worker, const struct node *node)
{
    double rate = worker->mcts->config.p;
    double ln_parent = cop_ln(node_visits(node) > 0 ? node_visits(node) : 1);
    struct node *children = node_children(worker->tree, node);
    double highest = -INFINITY;

    for (uint32_t i = 0; i < node->child_count; i++) {
        const struct node *child = &children[i];
        uint32_t visits = node_visits(child);

        if (visits > 0 && !(node_flags(child) & NODE_PRUNED))
            highest = fmax(highest, node_value(child) - interval_radius(rate, ln_parent, visits));
    }
    for (uint32_t i = 0; i < node->child_count; i++) {
        struct node *child = &children[i];
        uint32_t visits = node_visits(child);

        if (visits > 0 && node_value(child) + interval_radius(rate, ln_parent, visits) < highest)
            atomic_fetch_or_explicit(&child->flags, NODE_PRUNED, memory_order_relaxed);
    }
}

int count_open_children(const struct tree *tree, const struct node *node)
{
    const struct node *children = node_children(tree, node);
    int count = 0;

    for (uint32_t i = 0; i < node->child_count; i++)
        count += (node_flags(&children[i]) & (NODE_PRUNED | NODE_LOST)) == 0;
    return count;
}
