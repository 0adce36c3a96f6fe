/* prune.c - UCT* and MCTS*: children whose interval lies below the best lower bound are taken out,
 * and a root with one child left needs no more simulations (uct-star.md 2.5-2.11).
 *
 * The errata of the thesis are mended as the specification says: the clock is the passed node's own
 * (E2, E3; `prune=path` keeps the printed form for comparison), and the best lower bound is
 * found before any child is removed (E6).
 *
 * Invariant: of every family at least one child is not pruned. One thread at a time prunes it, and
 * the child that has the best lower bound, read once, stays whatever its counters become. */
#include "search/mcts/prune.h"

#include <math.h>
#include <stdlib.h>

#include "base/logarithm.h"
#include "search/mcts/search.h"

const struct cop_option mcts_prune_options[] = {
    {"prune", COP_CHOICE, "none", 0, 0, "none|root|all|path",
     "where UCT* takes out children: at the root, at each node by its own clock, or on the whole "
     "path by the root's clock"},
    {"p", COP_REAL, "", 0, 1e9, NULL, "pruning rate; the same as c unless given"},
    {"s", COP_INTEGER, "100", 1, 1e9, NULL, "visits from one pruning to the next"},
    {NULL}};

enum scope { PRUNE_NONE, PRUNE_ROOT, PRUNE_ALL, PRUNE_PATH };

struct pruning {
    double rate; /* inside the root, as c */
    int64_t step;
    enum scope scope;
    bool *root_is_due; /* for each worker */
};

static bool is_wanted(const struct cop_settings *settings)
{
    return cop_choice(settings, "prune") != PRUNE_NONE;
}

static bool check(const struct cop_game *game, const struct cop_settings *settings,
                  struct cop_error *error)
{
    (void)settings;
    return !game->is_hidden ||
           cop_fail(error, "prune needs a game without hidden pieces; use prune=none");
}

static bool open_pruning(struct part_use *use, const struct cop_settings *settings,
                         struct cop_error *error)
{
    struct pruning *pruning = calloc(1, sizeof *pruning);
    double rate = cop_real(settings, cop_given(settings, "p") ? "p" : "c");

    use->own = pruning;
    if (pruning == NULL)
        return cop_fail(error, "not enough memory");
    pruning->rate = cop_choice(settings, "c_form") == 0 ? rate * rate : rate;
    pruning->step = cop_integer(settings, "s");
    pruning->scope = (enum scope)cop_choice(settings, "prune");
    pruning->root_is_due = calloc((size_t)use->mcts->worker_count, sizeof *pruning->root_is_due);
    return pruning->root_is_due != NULL || cop_fail(error, "not enough memory");
}

static void close_pruning(struct part_use *use)
{
    struct pruning *pruning = use->own;

    if (pruning != NULL)
        free(pruning->root_is_due);
    free(pruning);
}

double interval_radius(double rate, double ln_parent, double visits)
{
    return sqrt(rate * ln_parent / visits);
}

/* Due when this descent completes a multiple of the step, so with 99, 199, ... visits on the
 * counter for a step of 100 (2.8). */
static bool clock_is_due(const struct pruning *pruning, const struct worker *worker,
                         const struct node *node)
{
    int64_t visits = node_visits(node);

    return (visits + worker->weight) / pruning->step != visits / pruning->step;
}

bool prune_is_due(const struct part_use *use, const struct worker *worker, const struct node *node,
                  int depth)
{
    const struct pruning *pruning = use->own;

    if (depth == 0)
        pruning->root_is_due[worker->number] = clock_is_due(pruning, worker, node);
    if (node_turn(node) == COP_CHANCE)
        return false;
    switch (pruning->scope) {
    case PRUNE_NONE:
        return false;
    case PRUNE_ROOT:
        return depth == 0 && clock_is_due(pruning, worker, node);
    case PRUNE_ALL:
        return clock_is_due(pruning, worker, node);
    case PRUNE_PATH:
        return pruning->root_is_due[worker->number];
    }
    return false;
}

/* Unvisited children have the whole line for an interval: they are never pruned, and their lower
 * bound is never the highest (2.0.5). The owner of the highest lower bound always stays. */
void prune_family(const struct part_use *use, struct family family, int64_t parent_visits)
{
    const struct pruning *pruning = use->own;
    double ln_parent = cop_ln((uint64_t)(parent_visits > 0 ? parent_visits : 1));
    double highest = -INFINITY;
    const struct node *owner = NULL;

    for (uint32_t i = 0; i < family.count; i++) {
        const struct node *child = &family.first[i];
        int64_t visits = node_visits(child);
        double low;

        if (visits == 0 || (node_flags(child) & NODE_PRUNED))
            continue;
        low = node_value(child) - interval_radius(pruning->rate, ln_parent, (double)visits);
        if (owner == NULL || low > highest) {
            highest = low;
            owner = child;
        }
    }
    for (uint32_t i = 0; i < family.count; i++) {
        struct node *child = &family.first[i];
        int64_t visits = node_visits(child);

        if (visits > 0 && child != owner &&
            node_value(child) + interval_radius(pruning->rate, ln_parent, (double)visits) < highest)
            atomic_fetch_or_explicit(&child->flags, NODE_PRUNED, memory_order_relaxed);
    }
}

static bool arrive(const struct part_use *use, struct worker *worker, struct node *node, int depth)
{
    const struct mcts *mcts = use->mcts;

    if (!prune_is_due(use, worker, node, depth) || !claim_node(worker, node))
        return true;
    prune_family(use, node_family(worker->tree, node), node_visits(node));
    release_node(worker, node);
    return depth > 0 || !mcts->config.stop || node->child_count <= 1 ||
           count_open_children(mcts, worker->tree, node) != 1;
}

const struct mcts_part mcts_prune = {
    .is_wanted = is_wanted,
    .check = check,
    .open = open_pruning,
    .close = close_pruning,
    .arrive = arrive,
};
