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
    {"interval", COP_CHOICE, "radius", 0, 0, "radius|wilson|deviation",
     "what is pruned by: the same distance to both sides of a mean, Wilson's interval, which is "
     "narrower near a sure win and a sure loss, or p deviations of the mean (progressive pruning)"},
    {"prune_after", COP_INTEGER, "", 1, 1e9, NULL,
     "visits without which a child is not pruned and prunes no other; 1 unless given, and 100 for "
     "interval=deviation"},
    {"dead_stats", COP_CHOICE, "keep", 0, 0, "keep|subtract",
     "what was seen below a pruned child stays in its ancestors' means, or is taken out of them"},
    {NULL}};

enum scope { PRUNE_NONE, PRUNE_ROOT, PRUNE_ALL, PRUNE_PATH };

enum interval { INTERVAL_RADIUS, INTERVAL_WILSON, INTERVAL_DEVIATION };

enum { LEAST_DEVIATION = 2, USUAL_DEVIATION = 100 };

struct pruning {
    double rate;       /* inside the root, as c */
    double deviations; /* p as it is written */
    int64_t step;
    int64_t least; /* visits of a child */
    enum scope scope;
    enum interval interval;
    bool subtracts;
    bool *root_is_due; /* for each worker */
};

bool prune_is_wanted(const struct cop_settings *settings)
{
    return cop_choice(settings, "prune") != PRUNE_NONE;
}

bool prune_subtracts(const struct cop_settings *settings)
{
    return prune_is_wanted(settings) && cop_choice(settings, "dead_stats") == 1;
}

bool prune_by_deviation(const struct cop_settings *settings)
{
    return prune_is_wanted(settings) && cop_choice(settings, "interval") == INTERVAL_DEVIATION;
}

/* What one player got of a simulation must tell what the other got. */
static bool rewards_are_shared(const struct cop_game *game, const struct cop_settings *settings)
{
    return game->players == 2 && game->is_constant_sum && cop_choice(settings, "reward") == 0 &&
           cop_real(settings, "win") == 1 && cop_real(settings, "draw") == 0.5 &&
           cop_real(settings, "loss") == 0 && cop_words(settings, "judge")[0] == '\0' &&
           cop_real(settings, "length_weight") == 0;
}

static bool check(const struct cop_game *game, const struct cop_settings *settings,
                  struct cop_error *error)
{
    bool subtracts = prune_subtracts(settings);

    if (game->is_hidden)
        return cop_fail(error, "prune needs a game without hidden pieces; use prune=none");
    if (subtracts && !rewards_are_shared(game, settings))
        return cop_fail(error, "dead_stats=subtract needs two players who share one payoff, and "
                               "rewards that are that payoff; use dead_stats=keep");
    if (cop_choice(settings, "interval") == INTERVAL_DEVIATION && !cop_given(settings, "p"))
        return cop_fail(error, "interval=deviation: give p, the number of deviations, such as 2");
    if (subtracts && cop_flag(settings, "solver"))
        return cop_fail(error,
                        "solver=on corrects means that dead_stats=subtract would take apart; "
                        "use one of them");
    return true;
}

static size_t node_bytes(const struct cop_settings *settings)
{
    return cop_choice(settings, "interval") == INTERVAL_DEVIATION ? sizeof(double) : 0;
}

static int64_t least_visits(const struct cop_settings *settings)
{
    bool by_deviation = cop_choice(settings, "interval") == INTERVAL_DEVIATION;
    int64_t given = cop_integer(settings, "prune_after");

    if (!cop_given(settings, "prune_after"))
        return by_deviation ? USUAL_DEVIATION : 1;
    return by_deviation && given < LEAST_DEVIATION ? LEAST_DEVIATION : given;
}

static bool open_pruning(struct part_use *use, const struct cop_settings *settings,
                         struct cop_error *error)
{
    struct pruning *pruning = calloc(1, sizeof *pruning);
    double rate = cop_real(settings, cop_given(settings, "p") ? "p" : "c");

    use->own = pruning;
    if (pruning == NULL)
        return cop_fail(error, "not enough memory");
    pruning->deviations = rate;
    pruning->rate = config_rate_inside(settings, rate);
    pruning->step = cop_integer(settings, "s");
    pruning->scope = (enum scope)cop_choice(settings, "prune");
    pruning->interval = (enum interval)cop_choice(settings, "interval");
    pruning->least = least_visits(settings);
    pruning->subtracts = prune_subtracts(settings);
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

/* Wilson's interval of a share. Its z is chosen so that a share of one half has about the same
 * interval as with the radius: half a deviation of one sample is 1/2, so z^2 = 4 rate ln N
 * (uct-star.md 2.13, F7). */
static struct cop_bounds wilson(double share, double visits, double z_squared)
{
    double weight = 1 + z_squared / visits;
    double middle = (share + z_squared / (2 * visits)) / weight;
    double radius =
        sqrt(z_squared / visits * (share * (1 - share) + z_squared / (4 * visits))) / weight;

    return (struct cop_bounds){middle - radius, middle + radius};
}

struct cop_bounds prune_interval(const struct part_use *use, double ln_parent, double value,
                                 double visits)
{
    const struct pruning *pruning = use->own;
    double worst = use->mcts->config.worst, range = use->mcts->config.best - worst;
    double radius = interval_radius(pruning->rate, ln_parent, visits);
    struct cop_bounds share;

    if (pruning->interval != INTERVAL_WILSON)
        return (struct cop_bounds){value - radius, value + radius};
    share = wilson((value - worst) / range, visits, 4 * pruning->rate * ln_parent);
    return (struct cop_bounds){worst + range * share.low, worst + range * share.high};
}

/* The squares of what a node's owner got, each as often as it was. */
static _Atomic double *squares_of(const struct part_use *use, const struct tree *tree,
                                  const struct node *node)
{
    return node_column(tree, use->column, node);
}

/* So many deviations of the mean to both sides of it, as in the thesis on the Amazons. */
static struct cop_bounds by_deviation(const struct part_use *use, const struct tree *tree,
                                      const struct node *child, double value, double visits)
{
    const struct pruning *pruning = use->own;
    double squares = atomic_load_explicit(squares_of(use, tree, child), memory_order_relaxed);
    double variance = fmax(squares / visits - value * value, 0) * visits / (visits - 1);
    double radius = pruning->deviations * sqrt(variance / visits);

    return (struct cop_bounds){value - radius, value + radius};
}

static struct cop_bounds interval_of(const struct part_use *use, const struct tree *tree,
                                     double ln_parent, const struct node *child, int64_t visits)
{
    const struct pruning *pruning = use->own;

    if (pruning->interval == INTERVAL_DEVIATION)
        return by_deviation(use, tree, child, node_value(child), (double)visits);
    return prune_interval(use, ln_parent, node_value(child), (double)visits);
}

/* Children without visits, or with too few, have the whole line for an interval: they are never
 * pruned, and their lower bound is never the highest (2.0.5). The owner of the highest lower bound
 * always stays. */
void prune_family(const struct part_use *use, const struct tree *tree, struct family family,
                  int64_t parent_visits)
{
    const struct pruning *pruning = use->own;
    double ln_parent = cop_ln((uint64_t)(parent_visits > 0 ? parent_visits : 1));
    double highest = -INFINITY;
    const struct node *owner = NULL;

    for (uint32_t i = 0; i < family.count; i++) {
        const struct node *child = &family.first[i];
        int64_t visits = node_visits(child);
        double low;

        if (visits < pruning->least || (node_flags(child) & NODE_PRUNED))
            continue;
        low = interval_of(use, tree, ln_parent, child, visits).low;
        if (owner == NULL || low > highest) {
            highest = low;
            owner = child;
        }
    }
    for (uint32_t i = 0; i < family.count; i++) {
        struct node *child = &family.first[i];
        int64_t visits = node_visits(child);

        if (visits >= pruning->least && child != owner &&
            interval_of(use, tree, ln_parent, child, visits).high < highest)
            atomic_fetch_or_explicit(&child->flags, NODE_PRUNED, memory_order_relaxed);
    }
}

/* By load and store, as all that is added far from the root. */
static void note_squares(const struct part_use *use, struct worker *worker, int depth)
{
    for (int i = 1; i <= depth && use->column != NO_COLUMN; i++) {
        _Atomic double *squares = squares_of(use, worker->tree, worker->path[i]);
        int owner = worker->owners[i];
        double reward;

        if (owner < 0)
            continue;
        reward = (double)worker->gained[owner] / REWARD_ONE / (double)worker->weight;
        atomic_store_explicit(squares,
                              atomic_load_explicit(squares, memory_order_relaxed) +
                                  (double)worker->weight * reward * reward,
                              memory_order_relaxed);
    }
}

static void take_out(struct node *node, int64_t visits, int64_t reward)
{
    atomic_fetch_sub_explicit(&node->visits, visits, memory_order_relaxed);
    atomic_fetch_sub_explicit(&node->reward, reward, memory_order_relaxed);
}

/* Takes what was seen below the children that are pruned now out of this node and those on the way
 * to it. The root's counter stays: it counts simulations, and the root has no mean. */
static void subtract_pruned(const struct worker *worker, struct node *node, int depth,
                            int64_t visits, int64_t reward)
{
    int64_t others = visits * (int64_t)REWARD_ONE - reward; /* of two who share 1 */

    for (int i = depth; i > 0; i--) {
        struct node *passed = i == depth ? node : worker->path[i];
        int owner = node_turn(worker->path[i - 1]);

        take_out(passed, visits, owner == node_turn(node) ? reward : others);
    }
}

static void prune_node(const struct part_use *use, const struct worker *worker, struct node *node,
                       int depth)
{
    const struct pruning *pruning = use->own;
    struct family family = node_family(worker->tree, node);
    int64_t visits = 0, reward = 0;

    for (uint32_t i = 0; pruning->subtracts && i < family.count; i++)
        if (node_flags(&family.first[i]) & NODE_PRUNED) {
            visits -= node_visits(&family.first[i]);
            reward -= node_reward(&family.first[i]);
        }
    prune_family(use, worker->tree, family, node_visits(node));
    for (uint32_t i = 0; pruning->subtracts && i < family.count; i++)
        if (node_flags(&family.first[i]) & NODE_PRUNED) {
            visits += node_visits(&family.first[i]);
            reward += node_reward(&family.first[i]);
        }
    if (visits > 0)
        subtract_pruned(worker, node, depth, visits, reward);
}

static bool arrive(const struct part_use *use, struct worker *worker, struct node *node, int depth)
{
    const struct mcts *mcts = use->mcts;

    if (!prune_is_due(use, worker, node, depth) || !claim_node(worker, node))
        return true;
    prune_node(use, worker, node, depth);
    release_node(worker, node);
    return depth > 0 || !mcts->config.stop || node->child_count <= 1 ||
           count_open_children(mcts, worker->tree, node) != 1;
}

const struct mcts_part mcts_prune = {
    .is_wanted = prune_is_wanted,
    .check = check,
    .open = open_pruning,
    .close = close_pruning,
    .node_bytes = node_bytes,
    .arrive = arrive,
    .update = note_squares,
};
