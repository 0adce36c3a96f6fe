/* simulate.c - one simulation: down the tree, out of it, and back up (uct-star.md 2.2).
 *
 * A visit is counted on the way down and its reward on the way up. To other threads a descent in
 * progress therefore looks like a loss, which keeps them from following it: a virtual loss that
 * costs nothing. */
#include <math.h>
#include <string.h>

#include "search/mcts/search.h"

/* An addition that cannot be lost makes a thread wait for every cache line it wrote on its way
 * down. Far from the root threads therefore add by load and store: two that meet at a node in the
 * same instant lose a sample, which is rare and disturbs only a small subtree (docs/decisions.md).
 */
static bool must_not_lose(const struct worker *worker, int depth)
{
    return worker->is_shared && (depth < EXACT_PLIES || worker->extra_loss > 0);
}

static void add_visits(const struct worker *worker, int depth, uint32_t count)
{
    struct node *node = worker->path[depth];

    if (must_not_lose(worker, depth))
        atomic_fetch_add_explicit(&node->visits, count, memory_order_relaxed);
    else
        atomic_store_explicit(&node->visits, node_visits(node) + count, memory_order_relaxed);
}

static void add_reward(const struct worker *worker, int depth, int64_t reward)
{
    struct node *node = worker->path[depth];

    if (must_not_lose(worker, depth))
        atomic_fetch_add_explicit(&node->reward, reward, memory_order_relaxed);
    else
        atomic_store_explicit(&node->reward, node_reward(node) + reward, memory_order_relaxed);
}

/* Notes the node as the path's next one and counts the visit, made heavier while it lasts if a
 * larger virtual loss is wanted. */
void pass(struct worker *worker, int depth, struct node *node, int owner)
{
    worker->path[depth] = node;
    worker->owners[depth] = (int8_t)owner;
    worker->is_hot[depth] = worker->is_shared && node_visits(node) >= HOT_VISITS;
    if (!worker->is_hot[depth])
        add_visits(worker, depth, worker->weight + worker->extra_loss);
}

static void settle(struct postponed *postponed)
{
    struct node *node = postponed->node;

    if (postponed->visits == 0)
        return;
    atomic_fetch_add_explicit(&node->visits, postponed->visits, memory_order_relaxed);
    atomic_fetch_add_explicit(&node->reward, postponed->reward, memory_order_relaxed);
    postponed->visits = 0;
    postponed->reward = 0;
}

void settle_postponed(struct worker *worker)
{
    for (int i = 0; i < POSTPONED_SLOTS; i++)
        settle(&worker->postponed[i]);
}

static void postpone(struct worker *worker, struct node *node, int64_t reward)
{
    struct postponed *slot =
        &worker->postponed[((uintptr_t)node / sizeof *node * 0x9e3779b1u >> 16) % POSTPONED_SLOTS];

    if (slot->node != node) {
        settle(slot);
        slot->node = node;
    }
    slot->visits += worker->weight;
    slot->reward += reward;
    if (slot->visits >= node_visits(node) / POSTPONED_PART)
        settle(slot);
}

void back_up(struct worker *worker, int depth)
{
    for (int i = depth; i >= 0; i--) {
        int owner = worker->owners[i];
        int64_t reward = owner >= 0 ? worker->gained[owner] : 0;

        if (worker->is_hot[i]) {
            postpone(worker, worker->path[i], reward);
            continue;
        }
        add_reward(worker, i, reward);
        if (worker->extra_loss > 0)
            add_visits(worker, i, -worker->extra_loss);
    }
    for (int i = 0; i < worker->mcts->game->players; i++) {
        int64_t sum = atomic_load_explicit(&worker->sums[i], memory_order_relaxed);

        atomic_store_explicit(&worker->sums[i], sum + worker->gained[i], memory_order_relaxed);
    }
    if (depth > atomic_load_explicit(&worker->depth, memory_order_relaxed))
        atomic_store_explicit(&worker->depth, depth, memory_order_relaxed);
}

static void gain(struct worker *worker, const double *rewards, double times)
{
    for (int i = 0; i < worker->mcts->game->players; i++)
        worker->gained[i] = (int64_t)(rewards[i] * times * REWARD_ONE + 0.5);
}

void play_out(struct worker *worker, const void *state)
{
    struct mcts *mcts = worker->mcts;
    double rewards[COP_PLAYERS_MAX];

    if (worker->team != NULL) {
        team_play_out(worker, state);
        return;
    }
    memcpy(worker->leaf, state, mcts->game->state_size);
    cop_rollout_run(&mcts->config.rollout, worker->leaf, &worker->rng, worker->moves, rewards);
    gain(worker, rewards, 1);
}

/* The leaf's own value: known exactly, or found by playing out. */
static void evaluate(struct worker *worker, struct node *leaf)
{
    struct mcts *mcts = worker->mcts;
    uint32_t proof = mcts->config.solver ? node_proof(leaf) : 0;
    double rewards[COP_PLAYERS_MAX];

    if (proof != 0) {
        gain(worker, proof_rewards(worker->tree, proof), worker->weight);
    } else if (node_is_terminal(leaf)) {
        cop_rollout_reward(&mcts->config.rollout, worker->state, rewards);
        gain(worker, rewards, worker->weight);
    } else {
        play_out(worker, worker->state);
    }
}

/* True where a descent goes on below the node. */
static bool leads_on(const struct worker *worker, const struct node *node, int depth)
{
    if (!node_has_children(node) || depth >= worker->path_room)
        return false;
    return !worker->mcts->config.solver || depth == 0 || node_proof(node) == 0;
}

static bool may_expand(const struct worker *worker, const struct node *leaf, int depth)
{
    const struct mcts *mcts = worker->mcts;

    if (node_is_expanded(leaf))
        return false;
    if (node_visits(leaf) < mcts->config.expand || depth >= worker->path_room)
        return false;
    if (atomic_load_explicit(&mcts->is_full, memory_order_relaxed))
        return false;
    return mcts->depth_limit == 0 || depth < mcts->depth_limit;
}

/* True if pruning has left the root with one of several moves. */
static bool is_decided(const struct worker *worker, const struct node *root)
{
    return worker->mcts->config.stop && root->child_count > 1 &&
           count_open_children(worker->tree, root) == 1;
}

/* Follows the selection from the root, leaving the nodes passed in the path. Returns the number of
 * them, or -1 if pruning has left the root with one child. */
static int descend(struct worker *worker, struct node **leaf, int *owner)
{
    const struct mcts *mcts = worker->mcts;
    const struct cop_game *game = mcts->game;
    struct node *node = tree_root(worker->tree);
    bool root_is_due = prune_clock_is_due(worker, node);
    int depth = 0;

    *owner = -1;
    memcpy(worker->state, mcts->root_state, game->state_size);
    while (leads_on(worker, node, depth)) {
        struct node *child;

        if (mcts->config.prune != PRUNE_NONE &&
            prune_is_due(worker, node, depth == 0, root_is_due)) {
            prune_children(worker, node);
            if (depth == 0 && is_decided(worker, node))
                return -1;
        }
        child = select_child(worker, node);

        pass(worker, depth++, node, *owner);
        if (node->turn >= 0)
            *owner = node->turn;
        node = child;
        __builtin_prefetch(node_children(worker->tree, node));
        game->rules->play(game, worker->state, node->move);
    }
    *leaf = node;
    return depth;
}

bool simulate(struct worker *worker)
{
    const struct mcts_config *config = &worker->mcts->config;
    struct node *leaf;
    int owner, depth;

    depth = descend(worker, &leaf, &owner);
    if (depth < 0)
        return false;
    pass(worker, depth, leaf, owner);
    if (may_expand(worker, leaf, depth))
        expand(worker, leaf, worker->state);
    evaluate(worker, leaf);
    back_up(worker, depth);
    if (config->solver && (node_is_terminal(leaf) || node_proof(leaf) != 0))
        prove(worker, depth, leaf, owner);
    return true;
}
