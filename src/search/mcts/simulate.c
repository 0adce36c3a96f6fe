/* simulate.c - one simulation: down the tree, out of it, and back up (uct-star.md 2.2).
 *
 * A visit is counted on the way down and its reward on the way up. To other threads a descent in
 * progress therefore looks like a loss, which keeps them from following it: a virtual loss that
 * costs nothing. */
#include <math.h>
#include <string.h>

#include "search/mcts/search.h"

static void add_visits(const struct worker *worker, struct node *node, uint32_t count)
{
    if (worker->is_shared)
        atomic_fetch_add_explicit(&node->visits, count, memory_order_relaxed);
    else
        atomic_store_explicit(&node->visits, node_visits(node) + count, memory_order_relaxed);
}

static void add_reward(const struct worker *worker, struct node *node, int64_t reward)
{
    if (worker->is_shared)
        atomic_fetch_add_explicit(&node->reward, reward, memory_order_relaxed);
    else
        atomic_store_explicit(&node->reward, node_reward(node) + reward, memory_order_relaxed);
}

/* Counts the visit, made heavier while it lasts if a larger virtual loss is wanted. */
void leave_visit(const struct worker *worker, struct node *node)
{
    uint32_t extra = worker->is_shared ? worker->mcts->config.virtual_loss - 1 : 0;

    add_visits(worker, node, worker->weight + extra);
}

void back_up(struct worker *worker, int depth, struct node *leaf, int owner)
{
    uint32_t extra = worker->is_shared ? worker->mcts->config.virtual_loss - 1 : 0;

    worker->path[depth] = leaf;
    worker->owners[depth] = (int8_t)owner;
    for (int i = depth; i >= 0; i--) {
        if (worker->owners[i] >= 0)
            add_reward(worker, worker->path[i], worker->gained[worker->owners[i]]);
        if (extra > 0)
            add_visits(worker, worker->path[i], -extra);
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
    } else if (node_flags(leaf) & NODE_TERMINAL) {
        cop_rollout_reward(&mcts->config.rollout, worker->state, rewards);
        gain(worker, rewards, worker->weight);
    } else {
        play_out(worker, worker->state);
    }
}

/* True where a descent goes on below the node. */
static bool leads_on(const struct worker *worker, const struct node *node, int depth)
{
    unsigned flags = node_flags(node);

    if ((flags & (NODE_EXPANDED | NODE_TERMINAL)) != NODE_EXPANDED || depth >= worker->path_room)
        return false;
    return !worker->mcts->config.solver || depth == 0 || node_proof(node) == 0;
}

static bool may_expand(const struct worker *worker, const struct node *leaf, int depth)
{
    const struct mcts *mcts = worker->mcts;

    if (node_flags(leaf) & (NODE_EXPANDED | NODE_CLAIMED))
        return false;
    if (node_visits(leaf) < mcts->config.expand || depth >= worker->path_room)
        return false;
    if (atomic_load_explicit(&mcts->is_full, memory_order_relaxed))
        return false;
    return mcts->limits.depth == 0 || depth < mcts->limits.depth;
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
        if (mcts->config.prune != PRUNE_NONE &&
            prune_is_due(worker, node, depth == 0, root_is_due)) {
            prune_children(worker, node);
            if (depth == 0 && mcts->config.stop && count_open_children(worker->tree, node) == 1)
                return -1;
        }
        worker->path[depth] = node;
        worker->owners[depth++] = (int8_t)*owner;
        if (node->turn >= 0)
            *owner = node->turn;
        *leaf = select_child(worker, node);
        leave_visit(worker, node);
        node = *leaf;
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
    leave_visit(worker, leaf);
    if (may_expand(worker, leaf, depth))
        expand(worker, leaf, worker->state);
    evaluate(worker, leaf);
    back_up(worker, depth, leaf, owner);
    if (config->solver && (node_flags(leaf) & NODE_TERMINAL || node_proof(leaf) != 0))
        prove(worker, depth, leaf, owner);
    return true;
}
