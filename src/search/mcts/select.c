/* select.c - which child a descent follows.
 *
 * UCB1 (uct-star.md 2.3) with its two loops: one looks for a child never tried, one compares upper
 * bounds. It is the hottest code of a search with many moves: one division and one square root for
 * each child, in single precision, which tells apart all that sampling noise leaves to be told. */
#include <math.h>

#include "base/logarithm.h"
#include "search/mcts/search.h"

static struct node *draw_outcome(struct worker *worker, const struct node *node)
{
    struct node *child = node_children(worker->tree, node);
    struct node *last = child + node->child_count - 1;
    double ticket = cop_rng_unit(&worker->rng);

    for (; child < last; child++) {
        ticket -= child->prior;
        if (ticket < 0)
            break;
    }
    return child;
}

/* Children are tried in the order in which they lie, so that an untried one exists exactly if the
 * last one is untried. (Other threads may try the last ones while this one looks.) */
static struct node *first_untried(const struct tree *tree, const struct node *node)
{
    struct node *child = node_children(tree, node);
    struct node *last = child + node->child_count - 1;

    if (node_visits(last) > 0)
        return NULL;
    while (child < last && node_visits(child) > 0)
        child++;
    return child;
}

static struct node *best_bound(const struct worker *worker, const struct node *node, unsigned skip)
{
    const struct mcts_config *config = &worker->mcts->config;
    uint32_t visits = node_visits(node);
    float scale = (float)(config->c * cop_ln(visits > 0 ? visits : 1));
    float first_play = (float)config->first_play;
    float best_value = -INFINITY;
    struct node *child = node_children(worker->tree, node);
    struct node *end = child + node->child_count;
    struct node *best = NULL;

    for (; child < end; child++) {
        uint32_t n = node_visits(child);
        float share, value;

        if (atomic_load_explicit(&child->flags, memory_order_relaxed) & skip)
            continue;
        if (n == 0) {
            value = first_play;
        } else {
            share = 1.0f / (float)n;
            value =
                (float)node_reward(child) * (float)(1 / REWARD_ONE) * share + sqrtf(scale * share);
        }
        if (value > best_value || best == NULL) {
            best_value = value;
            best = child;
        }
    }
    return best;
}

static struct node *any_child(struct worker *worker, const struct node *node, unsigned skip)
{
    struct node *children = node_children(worker->tree, node);
    uint32_t open = 0, ticket;

    for (uint32_t i = 0; i < node->child_count; i++)
        open += (node_flags(&children[i]) & skip) == 0;
    if (open == 0)
        return NULL;
    ticket = cop_rng_below(&worker->rng, open);
    for (uint32_t i = 0;; i++) {
        if ((node_flags(&children[i]) & skip) == 0 && ticket-- == 0)
            return &children[i];
    }
}

struct node *select_child(struct worker *worker, struct node *node)
{
    const struct mcts_config *config = &worker->mcts->config;
    struct node *child;

    if (node->turn == COP_CHANCE)
        return draw_outcome(worker, node);
    if (config->select_randomly) {
        child = any_child(worker, node, NODE_PRUNED | NODE_LOST);
        return child != NULL ? child : any_child(worker, node, NODE_PRUNED);
    }
    if (config->first_play == INFINITY) {
        child = first_untried(worker->tree, node);
        if (child != NULL)
            return child;
    }
    child = best_bound(worker, node, NODE_PRUNED | NODE_LOST);
    return child != NULL ? child : best_bound(worker, node, NODE_PRUNED);
}
