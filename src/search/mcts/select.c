/* select.c - which child a descent follows.
 *
 * UCB1 (uct-star.md 2.3) with its two loops: one looks for a child never tried, one compares upper
 * bounds. It is the hottest code of a search with many moves: one division and one square root for
 * each child, in single precision, which tells apart all that sampling noise leaves to be told.
 *
 * The loops are written once and compiled twice, with parts and without (`has_parts` is a constant
 * wherever they are used), so that plain UCT does not pay for what it does not use. */
#include <math.h>

#include "base/logarithm.h"
#include "search/mcts/search.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* What is left out, from the usual to the last resort: a node that is descended to always has a
 * child to go to, whatever other threads have marked meanwhile. */
static const unsigned skips[] = {NODE_PRUNED | NODE_CLOSED | NODE_USELESS,
                                 NODE_CLOSED | NODE_USELESS, NODE_CLOSED, 0};

static struct node *draw_outcome(struct worker *worker, struct family family)
{
    struct node *child = family.first, *last = family.first + family.count - 1;
    double ticket = cop_rng_unit(&worker->rng);

    for (; child < last; child++) {
        ticket -= node_chance(worker->mcts, worker->tree, child);
        if (ticket < 0)
            break;
    }
    return child;
}

/* Children are tried in the order in which they lie, so that an untried one exists exactly if the
 * last one is untried. (Other threads may try the last ones while this one looks.) */
static struct node *first_untried(struct family family)
{
    struct node *child = family.first, *last = family.first + family.count - 1;

    if (node_visits(last) > 0)
        return NULL;
    while (child < last && node_visits(child) > 0)
        child++;
    return child;
}

/* Where parts have an opinion of untried children, the best of them. */
static struct node *best_untried(const struct worker *worker, struct family family,
                                 const struct choice *choice)
{
    struct node *best = NULL;
    float best_bonus = 0;

    for (uint32_t i = 0; i < family.count; i++) {
        struct node *child = &family.first[i];
        float bonus;

        if (node_visits(child) > 0)
            continue;
        bonus = parts_bonus(&worker->mcts->parts, choice, child, 0);
        if (best == NULL || bonus > best_bonus) {
            best = child;
            best_bonus = bonus;
        }
    }
    return best;
}

ALWAYS_INLINE struct node *best_bound(const struct worker *worker, struct family family,
                                      const struct choice *choice, unsigned skip, bool has_parts,
                                      float *of_best)
{
    const struct mcts_config *config = &worker->mcts->config;
    float scale = choice->scale;
    float first_play = (float)config->first_play;
    float best_value = -INFINITY; /* a register, where *of_best would be memory */
    struct node *child = family.first, *end = family.first + family.count;
    struct node *best = NULL;

    for (; child < end; child++) {
        int64_t n = node_visits(child);
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
        if (has_parts)
            value += parts_bonus(&worker->mcts->parts, choice, child, value);
        if (value > best_value || best == NULL) {
            best_value = value;
            best = child;
        }
    }
    *of_best = best_value;
    return best;
}

static struct node *any_child(struct worker *worker, struct family family, unsigned skip)
{
    uint32_t open = 0, ticket;

    for (uint32_t i = 0; i < family.count; i++)
        open += (node_flags(&family.first[i]) & skip) == 0;
    if (open == 0)
        return NULL;
    ticket = cop_rng_below(&worker->rng, open);
    for (uint32_t i = 0; i < family.count; i++) {
        if ((node_flags(&family.first[i]) & skip) == 0 && ticket-- == 0)
            return family.first + i;
    }
    return family.first + family.count - 1; /* another thread has marked some meanwhile */
}

ALWAYS_INLINE struct node *by_bounds(struct worker *worker, struct family family,
                                     const struct choice *choice, bool has_parts, float *value)
{
    struct node *child = NULL;

    for (int i = 0; child == NULL; i++)
        child = best_bound(worker, family, choice, skips[i], has_parts, value);
    return child;
}

static struct choice choice_at(const struct worker *worker, const struct node *node)
{
    int64_t visits = node_visits(node);
    double ln_visits = cop_ln((uint64_t)(visits > 0 ? visits : 1));

    return (struct choice){.worker = worker,
                           .node = node,
                           .player = node_turn(node),
                           .ln_visits = (float)ln_visits,
                           .scale = (float)(worker->mcts->config.c * ln_visits)};
}

static struct node *at_random(struct worker *worker, struct family family)
{
    struct node *child = NULL;

    for (int i = 0; child == NULL; i++)
        child = any_child(worker, family, skips[i]);
    return child;
}

/* An untried child is found without a logarithm, which costs as much as all the rest. */
static struct node *by_value(struct worker *worker, const struct node *node, struct family family,
                             float *value)
{
    bool is_strict = worker->mcts->config.first_play == INFINITY;
    bool is_plain = worker->mcts->parts.judging_count == 0;
    struct node *child = is_strict && is_plain ? first_untried(family) : NULL;
    struct choice choice;

    if (child != NULL)
        return child;
    choice = choice_at(worker, node);
    if (is_plain)
        return by_bounds(worker, family, &choice, false, value);
    child = is_strict ? best_untried(worker, family, &choice) : NULL;
    return child != NULL ? child : by_bounds(worker, family, &choice, true, value);
}

/* Of the child with the best mean and the other one with the highest upper bound the one that was
 * tried less: what shows soonest that the leader is best, or is not (LUCB; uct-star.md 2.13, F8).
 */
static struct node *leader_or_rival(const struct choice *choice, struct family family,
                                    unsigned skip)
{
    struct node *leader = NULL, *rival = NULL;
    double highest = -INFINITY;

    for (uint32_t i = 0; i < family.count; i++) {
        struct node *child = &family.first[i];

        if ((node_flags(child) & skip) == 0 && node_visits(child) > 0 &&
            (leader == NULL || node_value(child) > node_value(leader)))
            leader = child;
    }
    for (uint32_t i = 0; i < family.count; i++) {
        struct node *child = &family.first[i];
        int64_t visits = node_visits(child);
        double bound;

        if (child == leader || (node_flags(child) & skip) || visits == 0)
            continue;
        bound = node_value(child) + sqrt((double)choice->scale / (double)visits);
        if (rival == NULL || bound > highest) {
            highest = bound;
            rival = child;
        }
    }
    return rival != NULL && node_visits(rival) < node_visits(leader) ? rival : leader;
}

static struct node *by_rivalry(const struct worker *worker, const struct node *node,
                               struct family family)
{
    struct node *child = first_untried(family);
    struct choice choice;

    if (child != NULL)
        return child;
    choice = choice_at(worker, node);
    for (int i = 0; child == NULL; i++)
        child = leader_or_rival(&choice, family, skips[i]);
    return child;
}

/* Children are made as they are tried: a new one, as long as its bound would be the best. */
static struct node *tried_or_new(struct worker *worker, struct node *node)
{
    struct family family = node_family(worker->tree, node);
    double first_play = worker->mcts->config.first_play;
    struct node *child = NULL;
    float value = -INFINITY;

    if (family.count > 0 && first_play != INFINITY && !worker->mcts->config.select_randomly)
        child = by_value(worker, node, family, &value);
    if (child == NULL || (float)first_play > value) {
        struct node *fresh = try_new_child(worker, node, worker->state);

        if (fresh != NULL)
            return fresh;
        family = node_family(worker->tree, node);
        if (family.count == 0)
            return NULL;
        child = worker->mcts->config.select_randomly ? at_random(worker, family)
                                                     : by_value(worker, node, family, &value);
    }
    return child;
}

struct node *select_child(struct worker *worker, struct node *node)
{
    struct family family = node_family(worker->tree, node);
    float value;

    if (worker->mcts->config.tries && node_turn(node) != COP_CHANCE && has_untried_moves(node))
        return tried_or_new(worker, node);
    if (family.count == 0)
        return NULL;
    if (node_turn(node) == COP_CHANCE)
        return draw_outcome(worker, family);
    if (worker->mcts->config.select_randomly)
        return at_random(worker, family);
    if (worker->mcts->config.select_rivals && node == tree_root(worker->tree))
        return by_rivalry(worker, node, family);
    return by_value(worker, node, family, &value);
}
