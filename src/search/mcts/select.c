/* select.c - which child a descent follows.
 *
 * UCB1 (uct-star.md 2.3) with its two loops: one looks for a child never tried, one compares upper
 * bounds. It is the hottest code of a search with many moves: one division and one square root for
 * each child, in single precision, which tells apart all that sampling noise leaves to be told.
 *
 * The loops are written once and compiled twice, with parts and without (`has_parts` is a constant
 * wherever they are used), so that plain UCT does not pay for what it does not use. */
#include <math.h>

#include "base/exponential.h"
#include "base/logarithm.h"
#include "search/mcts/search.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* What is left out, from the usual to the last resort: a node that is descended to always has a
 * child to go to, whatever other threads have marked meanwhile. */
static const unsigned skips[] = {NODE_PRUNED | NODE_CLOSED | NODE_USELESS,
                                 NODE_CLOSED | NODE_USELESS, NODE_CLOSED, 0};

static bool warms_up(const struct mcts_config *config)
{
    return config->warm > 0 || config->warm_share > 0;
}

bool selection_is_plain(const struct mcts *mcts)
{
    const struct mcts_config *config = &mcts->config;

    return config->select == SELECT_UCB && config->first_play_of == FIRST_PLAY_NUMBER &&
           config->widen == 0 && !warms_up(config) && mcts->parts.judging_count == 0 &&
           mcts->memory_column == NO_COLUMN && mcts->way_column == NO_COLUMN;
}

/* Whether children lie in the order of their priors, and nothing else tells untried ones apart. */
static bool lies_by_prior(const struct mcts *mcts)
{
    return mcts->parts.judging_count == 1 && mcts->parts.judging[0]->part == &mcts_prior;
}

int selection_by_shares(const struct mcts *mcts)
{
    const struct mcts_config *config = &mcts->config;

    /* A cold node tries children as playouts would, not from the front. */
    if (config->select != SELECT_PUCT || config->first_play_of == FIRST_PLAY_PRIOR ||
        warms_up(config) || !lies_by_prior(mcts) || !prior_is_share(mcts->parts.judging[0]) ||
        mcts->memory_column != NO_COLUMN || mcts->way_column != NO_COLUMN)
        return NO_COLUMN;
    return mcts->parts.judging[0]->column;
}

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
    float scale = choice->scale, way = choice->way, first_play = choice->first_play;
    float best_value = -INFINITY; /* a register, where *of_best would be memory */
    struct node *child = family.first, *end = family.first + family.count;
    struct node *best = NULL;

    for (; child < end; child++) {
        int64_t n = node_visits(child);
        float value;

        if (atomic_load_explicit(&child->flags, memory_order_relaxed) & skip)
            continue;
        if (n == 0) {
            value = first_play;
        } else if (has_parts) {
            struct tried tried = node_tried(worker, child);
            float share = 1.0f / tried.visits;

            value = tried.reward * share + way * sqrtf(scale * share);
        } else {
            float share = 1.0f / (float)n;

            value = (float)node_reward(child) * (float)(1 / REWARD_ONE) * share +
                    way * sqrtf(scale * share);
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

/* The mean of the children that were tried, each as often as it was. */
static float mean_of(const struct worker *worker, struct family family)
{
    const struct mcts_config *config = &worker->mcts->config;
    float visits = 0, reward = 0;

    for (uint32_t i = 0; i < family.count; i++) {
        struct tried tried = node_tried(worker, &family.first[i]);

        visits += tried.visits;
        reward += tried.reward;
    }
    return visits > 0 ? reward / visits : (float)(0.5 * (config->worst + config->best));
}

/* Where only visits and means count. */
static struct choice plain_choice(const struct worker *worker, const struct node *node, int depth)
{
    int64_t visits = node_visits(node);
    double ln_visits = cop_ln((uint64_t)(visits > 0 ? visits : 1));
    double rate = config_rate(&worker->mcts->config, depth);

    return (struct choice){.worker = worker,
                           .node = node,
                           .player = node_turn(node),
                           .visits = (float)visits,
                           .ln_visits = (float)ln_visits,
                           .scale = (float)(fabs(rate) * ln_visits),
                           .way = rate < 0 ? -1 : 1,
                           .first_play = (float)worker->mcts->config.first_play};
}

static struct choice choice_at(const struct worker *worker, const struct node *node,
                               struct family family, int depth)
{
    const struct mcts_config *config = &worker->mcts->config;
    struct choice choice = plain_choice(worker, node, depth);
    double rate = config_rate(config, depth);

    if (worker->mcts->memory_column != NO_COLUMN) {
        choice.visits = node_tried(worker, node).visits;
        choice.ln_visits = (float)cop_ln_real(fmax((double)choice.visits, 1));
        choice.scale = (float)fabs(rate) * choice.ln_visits;
    }
    if (config->select == SELECT_PUCT) {
        choice.share_scale = (float)sqrt(rate * fmax((double)choice.visits, 1));
        choice.scale = 0;
    }
    if (config->deviates) {
        choice.c = (float)sqrt(rate);
        choice.root = sqrtf(choice.visits);
        choice.scale = 0;
    }
    if (config->first_play_of == FIRST_PLAY_PARENT)
        choice.first_play += mean_of(worker, family);
    return choice;
}

/* With select=puct and nothing else: the mean plus the part of a share that is left after n visits.
 * Of untried children the first one has the highest bound, and all behind it are untried. */
static struct node *best_share(const struct worker *worker, struct family family, float scale,
                               float first_play, unsigned skip, float *of_best)
{
    const struct prior *prior = node_column(worker->tree, worker->mcts->share_column, family.first);
    float best_value = -INFINITY;
    struct node *child = family.first, *end = family.first + family.count, *best = NULL;

    for (; child < end; child++, prior++) {
        unsigned flags = atomic_load_explicit(&child->flags, memory_order_relaxed);
        float n = (float)node_visits(child);
        float value;

        if (flags & skip)
            continue;
        value =
            n == 0 ? first_play : (float)node_reward(child) * (float)(1 / REWARD_ONE) * (1.0f / n);
        value += scale * prior->share / (n + 1);
        if (value > best_value || best == NULL) {
            best_value = value;
            best = child;
        }
        if (n == 0 && (flags & skips[0]) == 0) /* what is settled may not have been tried before */
            break;
    }
    *of_best = best_value;
    return best;
}

/* As mean_of, which need not look at those behind the first untried one. */
static float mean_of_tried(const struct worker *worker, struct family family)
{
    const struct mcts_config *config = &worker->mcts->config;
    float visits = 0, reward = 0;

    for (uint32_t i = 0; i < family.count; i++) {
        const struct node *child = &family.first[i];
        int64_t n = node_visits(child);

        if (n == 0 && (node_flags(child) & skips[0]) == 0)
            break;
        visits += (float)n;
        reward += (float)node_reward(child) * (float)(1 / REWARD_ONE);
    }
    return visits > 0 ? reward / visits : (float)(0.5 * (config->worst + config->best));
}

static struct node *by_shares(const struct worker *worker, const struct node *node,
                              struct family family, int depth, float *value)
{
    const struct mcts_config *config = &worker->mcts->config;
    float scale = (float)sqrt(config_rate(config, depth) * fmax((double)node_visits(node), 1));
    float first_play = (float)config->first_play;
    struct node *child = NULL;

    if (config->first_play_of == FIRST_PLAY_PARENT)
        first_play += mean_of_tried(worker, family);
    for (int i = 0; child == NULL; i++)
        child = best_share(worker, family, scale, first_play, skips[i], value);
    return child;
}

static struct node *at_random(struct worker *worker, struct family family)
{
    struct node *child = NULL;

    for (int i = 0; child == NULL; i++)
        child = any_child(worker, family, skips[i]);
    return child;
}

float selection_value(const struct worker *worker, const struct node *node, struct node *child,
                      int depth)
{
    struct choice choice = choice_at(worker, node, node_family(worker->tree, node), depth);
    float value;

    best_bound(worker, (struct family){child, 1}, &choice, 0, true, &value);
    return value;
}

struct choice choice_here(const struct worker *worker, const struct node *node, int depth)
{
    return choice_at(worker, node, node_family(worker->tree, node), depth);
}

void terms_of_choice(const struct choice *choice, const struct node *child,
                     struct selection_terms *terms)
{
    const struct mcts_parts *parts = &choice->worker->mcts->parts;
    float bonus = 0;

    *terms = (struct selection_terms){0};
    if (node_visits(child) == 0) {
        terms->value = terms->first_play = choice->first_play;
    } else {
        struct tried tried = node_tried(choice->worker, child);
        float share = 1.0f / tried.visits;

        terms->mean = tried.reward * share;
        terms->explore = choice->way * sqrtf(choice->scale * share);
        terms->value = terms->mean + terms->explore;
    }
    for (int i = 0; i < parts->count; i++) {
        const struct part_use *use = &parts->uses[i];

        if (use->part->bonus == NULL || (node_flags(child) & NODE_STEM))
            continue;
        terms->of_part[i] = use->part->bonus(use, choice, child, terms->value + bonus);
        bonus += terms->of_part[i];
    }
    terms->value += bonus;
}

/* An untried child is found without a logarithm, which costs as much as all the rest. */
static struct node *by_plain_value(struct worker *worker, const struct node *node,
                                   struct family family, int depth, float *value)
{
    bool is_strict = worker->mcts->config.first_play == INFINITY;
    struct node *child = is_strict ? first_untried(family) : NULL;
    struct choice choice;

    if (child != NULL)
        return child;
    choice = plain_choice(worker, node, depth);
    return by_bounds(worker, family, &choice, false, value);
}

static struct node *by_value(struct worker *worker, const struct node *node, struct family family,
                             int depth, float *value)
{
    const struct mcts *mcts = worker->mcts;
    bool is_strict = mcts->config.first_play == INFINITY;
    struct node *child;
    struct choice choice;

    if (mcts->selects_plainly)
        return by_plain_value(worker, node, family, depth, value);
    if (mcts->share_column != NO_COLUMN && !is_strict)
        return by_shares(worker, node, family, depth, value);
    choice = choice_at(worker, node, family, depth);
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
    choice = choice_at(worker, node, family, 0);
    for (int i = 0; child == NULL; i++)
        child = leader_or_rival(&choice, family, skips[i]);
    return child;
}

/* ---- Before the values are trusted ---- */

/* A node that was seen too rarely (twixt.md 3.3, ontop.md 2.12). */
static bool is_cold(const struct mcts_config *config, const struct node *node)
{
    int64_t visits = node_visits(node);
    uint32_t moves = atomic_load_explicit(&node->move_count, memory_order_relaxed);

    return visits < config->warm || (double)visits < config->warm_share * moves;
}

/* A move as playouts draw it; NULL if that child is settled, or cannot be had now. */
static struct node *as_in_playouts(struct worker *worker, struct node *node)
{
    struct cop_rollout_room room = {.moves = worker->moves, .notes = worker->playout_notes};
    cop_move move = cop_rollout_pick(&worker->mcts->rollout, worker->state, &worker->rng, &room);
    struct node *child = child_for_move(worker, node, move);

    return child == NULL || (node_flags(child) & skips[0]) ? NULL : child;
}

/* ---- The whole choice ---- */

/* visits^power, the same on every machine; the usual square root is exact. */
static double power_of(int64_t visits, double power)
{
    if (visits == 0)
        return power == 0;
    return power == 0.5 ? sqrt((double)visits) : 1 / cop_exp(-power * cop_ln((uint64_t)visits));
}

/* How many children a node of so many visits may have; what is a whole number but for roundings is
 * that number. */
static uint32_t children_allowed(const struct mcts_config *config, const struct node *node)
{
    double allowed;

    if (config->widen == 0)
        return UINT32_MAX;
    allowed = config->widen * power_of(node_visits(node), config->widen_power);
    allowed = ceil(allowed * (1 - 1e-8));
    return allowed < 1 ? 1 : allowed > UINT16_MAX ? UINT16_MAX : (uint32_t)allowed;
}

/* So many of the first children that as many as are allowed are not settled. */
static uint32_t width(const struct worker *worker, const struct node *node, struct family family)
{
    uint32_t allowed = children_allowed(&worker->mcts->config, node), count = 0;

    while (count < family.count && allowed > 0)
        allowed -= (node_flags(&family.first[count++]) & skips[0]) == 0;
    return count;
}

/* Children are made as they are tried: a new one, as long as its bound would be the best. */
static struct node *tried_or_new(struct worker *worker, struct node *node, int depth)
{
    const struct mcts_config *config = &worker->mcts->config;
    struct family family = node_family(worker->tree, node);
    bool may_grow = family.count < children_allowed(config, node);
    bool is_random = config->select == SELECT_RANDOM;
    struct node *child = NULL;
    float value = -INFINITY, first_play = (float)config->first_play;

    if (family.count > 0 && !is_random && (!may_grow || first_play != INFINITY))
        child = by_value(worker, node, family, depth, &value);
    if (config->first_play_of == FIRST_PLAY_PARENT)
        first_play += mean_of(worker, family);
    if (may_grow && (child == NULL || first_play > value)) {
        struct node *fresh = try_new_child(worker, node, worker->state);

        if (fresh != NULL)
            return fresh;
        family = node_family(worker->tree, node);
        if (family.count == 0)
            return NULL;
        child = NULL;
    }
    if (child != NULL)
        return child;
    return is_random ? at_random(worker, family) : by_value(worker, node, family, depth, &value);
}

struct node *select_child(struct worker *worker, struct node *node, int depth)
{
    const struct mcts_config *config = &worker->mcts->config;
    struct family family = node_family(worker->tree, node);
    float value;

    if (worker->mcts->selects_plainly && !config->tries && family.count > 0)
        return node_turn(node) == COP_CHANCE ? draw_outcome(worker, family)
                                             : by_plain_value(worker, node, family, depth, &value);
    if (warms_up(config) && node_turn(node) != COP_CHANCE && is_cold(config, node)) {
        struct node *child = as_in_playouts(worker, node);

        worker->deeds.chosen++;
        worker->deeds.drawn += child != NULL;
        if (child != NULL)
            return child;
    } else if (config->completes && node_turn(node) != COP_CHANCE && has_untried_moves(node)) {
        complete_family(worker, node, worker->state);
        family = node_family(worker->tree, node);
    }
    if (config->tries && node_turn(node) != COP_CHANCE && has_untried_moves(node))
        return tried_or_new(worker, node, depth);
    if (family.count == 0)
        return NULL;
    if (node_turn(node) == COP_CHANCE)
        return draw_outcome(worker, family);
    if (config->widen > 0)
        family.count = width(worker, node, family);
    if (config->select == SELECT_RANDOM)
        return at_random(worker, family);
    if (config->select == SELECT_RIVALS && node == tree_root(worker->tree))
        return by_rivalry(worker, node, family);
    return by_value(worker, node, family, depth, &value);
}
