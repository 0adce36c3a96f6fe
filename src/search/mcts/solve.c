/* solve.c - what is proven, and how far up a proof reaches.
 *
 * A proof is a row of rewards that no play can change. The end of a game is proven; above it
 *   - a player's node is proven by one child that gives the player the best possible reward (where
 *     that settles the others' rewards too), or by all children being proven, with the row the
 * player likes best. If several rows please the player equally but differ for others (a kingmaker),
 * the node stays open: with more than two players nobody can say which one will be played;
 *   - a chance node is proven when all its outcomes are, with the expected row.
 * Pruned children were never refuted, so that they keep their parent open (uct-star.md 2.13 F6). */
#include <string.h>

#include "search/mcts/search.h"

/* The row that all proven children of a player's node add up to; 0 if the node stays open. */
static uint32_t players_proof(const struct worker *worker, const struct node *node)
{
    const struct tree *tree = worker->tree;
    const struct node *children = node_children(tree, node);
    size_t row = (size_t)tree->players * sizeof(double);
    uint32_t best = 0;
    bool is_settled = true;

    for (uint32_t i = 0; i < node->child_count; i++) {
        uint32_t proof = node_proof(&children[i]);
        double gap;

        if (proof == 0)
            return 0;
        if (best == 0) {
            best = proof;
            continue;
        }
        gap = proof_rewards(tree, proof)[node->turn] - proof_rewards(tree, best)[node->turn];
        if (gap > 0) {
            best = proof;
            is_settled = true;
        } else if (gap == 0 &&
                   memcmp(proof_rewards(tree, proof), proof_rewards(tree, best), row) != 0) {
            is_settled = false;
        }
    }
    return is_settled ? best : 0;
}

static uint32_t chance_proof(struct worker *worker, const struct node *node)
{
    struct tree *tree = worker->tree;
    const struct node *children = node_children(tree, node);
    double expected[COP_PLAYERS_MAX] = {0};

    for (uint32_t i = 0; i < node->child_count; i++) {
        uint32_t proof = node_proof(&children[i]);

        if (proof == 0)
            return 0;
        for (int player = 0; player < tree->players; player++)
            expected[player] += children[i].prior * proof_rewards(tree, proof)[player];
    }
    return tree_proof(tree, &worker->proofs, expected);
}

static uint32_t proof_from_child(struct worker *worker, const struct node *node, uint32_t child)
{
    const struct mcts *mcts = worker->mcts;

    if (node->turn == COP_CHANCE)
        return chance_proof(worker, node);
    if (mcts->game->is_constant_sum &&
        proof_rewards(worker->tree, child)[node->turn] >= mcts->config.best)
        return child;
    return players_proof(worker, node);
}

static void mark(const struct worker *worker, struct node *node, int owner, uint32_t proof)
{
    const struct mcts_config *config = &worker->mcts->config;
    double reward;

    atomic_store_explicit(&node->proof, proof, memory_order_release);
    if (owner < 0)
        return;
    reward = proof_rewards(worker->tree, proof)[owner];
    if (reward >= config->best)
        atomic_fetch_or_explicit(&node->flags, NODE_WON, memory_order_relaxed);
    else if (reward <= config->worst)
        atomic_fetch_or_explicit(&node->flags, NODE_LOST, memory_order_relaxed);
}

void prove(struct worker *worker, int depth, struct node *leaf, int owner)
{
    struct mcts *mcts = worker->mcts;
    uint32_t proof = node_proof(leaf);

    if (proof == 0) {
        double rewards[COP_PLAYERS_MAX];

        cop_rollout_reward(&mcts->config.rollout, worker->state, rewards);
        proof = tree_proof(worker->tree, &worker->proofs, rewards);
        if (proof == 0)
            return;
        mark(worker, leaf, owner, proof);
    }
    for (int i = depth - 1; i >= 0; i--) {
        struct node *node = worker->path[i];

        if (node_proof(node) != 0)
            return;
        proof = proof_from_child(worker, node, proof);
        if (proof == 0) {
            if (i == 0 && mcts->config.stop && count_open_children(worker->tree, node) == 1)
                cop_run_finish(&mcts->run, COP_RUN_KNOWN);
            return;
        }
        mark(worker, node, worker->owners[i], proof);
    }
    cop_run_finish(&mcts->run, COP_RUN_KNOWN);
}
