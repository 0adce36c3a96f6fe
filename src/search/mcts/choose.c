/* choose.c - what the tree says: the move to play and the report. */
#include <math.h>
#include <string.h>

#include "search/mcts/search.h"

static struct node *child_of(const struct tree *tree, cop_move move)
{
    const struct node *root = tree_root(tree);
    struct node *children = node_children(tree, root);

    for (uint32_t i = 0; i < root->child_count; i++) {
        if (children[i].move == move)
            return &children[i];
    }
    return NULL;
}

static enum cop_proof proof_of(const struct mcts *mcts, const struct tree *tree,
                               const struct node *node, int player)
{
    uint32_t proof = mcts->config.solver ? node_proof(node) : 0;
    double reward;

    if (proof == 0)
        return COP_UNPROVEN;
    reward = proof_rewards(tree, proof)[player];
    if (reward >= mcts->config.best)
        return COP_PROVEN_WIN;
    return reward <= mcts->config.worst ? COP_PROVEN_LOSS : COP_PROVEN_EXACT;
}

/* One root move, summed over all trees. A proof in any of them counts and needs no mean; pruned is
 * only what all of them have pruned. */
static void describe(const struct mcts *mcts, cop_move move, int player,
                     struct cop_candidate *candidate)
{
    double reward = 0;

    *candidate = (struct cop_candidate){.move = move, .is_pruned = true};
    for (int i = 0; i < mcts->tree_count; i++) {
        const struct tree *tree = &mcts->trees[i];
        const struct node *child = child_of(tree, move);

        if (child == NULL)
            continue;
        candidate->visits += node_visits(child);
        reward += (double)node_reward(child) / REWARD_ONE;
        candidate->is_pruned &= (node_flags(child) & NODE_PRUNED) != 0;
        if (candidate->proof == COP_UNPROVEN) {
            candidate->proof = proof_of(mcts, tree, child, player);
            if (candidate->proof != COP_UNPROVEN)
                candidate->value = proof_rewards(tree, node_proof(child))[player];
        }
    }
    if (candidate->proof == COP_UNPROVEN && candidate->visits > 0)
        candidate->value = reward / (double)candidate->visits;
}

static double rating(const struct mcts_config *config, const struct cop_candidate *candidate)
{
    switch (config->final) {
    case FINAL_VISITS:
        return (double)candidate->visits;
    case FINAL_VALUE:
    case FINAL_ROBUST_MAX: /* if no move has become best in both, the higher value counts */
        return candidate->value;
    case FINAL_SECURE:
        return candidate->value - config->secure / sqrt((double)candidate->visits);
    }
    return 0;
}

/* 3: a proven win; 2: to be compared; 1: never visited or pruned; 0: a proven loss. */
static int rank(const struct cop_candidate *candidate)
{
    if (candidate->proof == COP_PROVEN_WIN)
        return 3;
    if (candidate->proof == COP_PROVEN_LOSS)
        return 0;
    return candidate->visits > 0 && !candidate->is_pruned ? 2 : 1;
}

static bool is_better(const struct mcts_config *config, const struct cop_candidate *a,
                      const struct cop_candidate *b)
{
    double difference;

    if (rank(a) != rank(b))
        return rank(a) > rank(b);
    if (a->visits == 0 || b->visits == 0)
        return a->visits > b->visits;
    difference = a->proof != COP_UNPROVEN && b->proof != COP_UNPROVEN
                     ? a->value - b->value
                     : rating(config, a) - rating(config, b);
    return difference > 0 || (difference == 0 && a->visits > b->visits);
}

static const struct cop_candidate *final_choice(const struct mcts *mcts, int count)
{
    const struct cop_candidate *best = &mcts->candidates[0];

    for (int i = 1; i < count; i++) {
        if (is_better(&mcts->config, &mcts->candidates[i], best))
            best = &mcts->candidates[i];
    }
    return best;
}

bool leader_is_robust(const struct cop_report *report)
{
    int64_t most = 0;
    double highest = -INFINITY;

    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *candidate = &report->candidates[i];

        if (rank(candidate) < 2)
            continue;
        if (candidate->visits > most)
            most = candidate->visits;
        if (candidate->value > highest)
            highest = candidate->value;
    }
    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *candidate = &report->candidates[i];

        if (candidate->visits == most && candidate->value == highest)
            return true;
    }
    return false;
}

/* The child that the search believes in, for the principal variation. */
static const struct node *favourite(const struct tree *tree, const struct node *node)
{
    const struct node *children = node_children(tree, node), *best = NULL;

    for (uint32_t i = 0; i < node->child_count; i++) {
        unsigned flags = node_flags(&children[i]);

        if (flags & NODE_WON)
            return &children[i];
        if (flags & (NODE_PRUNED | NODE_LOST) || node_visits(&children[i]) == 0)
            continue;
        if (best == NULL || node_visits(&children[i]) > node_visits(best))
            best = &children[i];
    }
    return best;
}

static void follow_line(const struct mcts *mcts, struct cop_report *report)
{
    const struct tree *tree = &mcts->trees[0];
    const struct node *node = child_of(tree, report->best);

    report->line[0] = report->best;
    report->line_length = 1;
    while (node != NULL && report->line_length < COP_LINE_MAX) {
        if (!node_has_children(node) || node->turn == COP_CHANCE)
            return;
        node = favourite(tree, node);
        if (node != NULL)
            report->line[report->line_length++] = node->move;
    }
}

static void sum_up(const struct mcts *mcts, struct cop_report *report)
{
    double sums[COP_PLAYERS_MAX] = {0};

    for (int i = 0; i < mcts->worker_count; i++) {
        const struct worker *worker = &mcts->workers[i];
        int depth = atomic_load_explicit(&worker->depth, memory_order_relaxed);

        report->sims += atomic_load_explicit(&worker->sims, memory_order_relaxed);
        if (depth > report->depth)
            report->depth = depth;
        for (int player = 0; player < mcts->game->players; player++)
            sums[player] +=
                (double)atomic_load_explicit(&worker->sums[player], memory_order_relaxed) /
                REWARD_ONE;
    }
    for (int i = 0; i < mcts->tree_count; i++)
        report->nodes += atomic_load_explicit(&mcts->trees[i].used, memory_order_relaxed) - 1;
    for (int player = 0; player < mcts->game->players; player++)
        report->value[player] =
            report->sims > 0 ? sums[player] / (double)report->sims : 1.0 / mcts->game->players;
}

static void report_proof(const struct mcts *mcts, int player, struct cop_report *report)
{
    for (int i = 0; i < mcts->tree_count && report->proof == COP_UNPROVEN; i++) {
        const struct tree *tree = &mcts->trees[i];
        const struct node *root = tree_root(tree);

        report->proof = proof_of(mcts, tree, root, player);
        if (report->proof != COP_UNPROVEN)
            memcpy(report->value, proof_rewards(tree, node_proof(root)),
                   (size_t)mcts->game->players * sizeof(double));
    }
}

void make_report(struct mcts *mcts, struct cop_report *report)
{
    const struct cop_game *game = mcts->game;
    int player = game->rules->turn(game, mcts->root_state);
    int count = game->rules->moves(game, mcts->root_state, mcts->moves);

    *report = (struct cop_report){.candidates = mcts->candidates, .candidate_count = count};
    for (int i = 0; i < count; i++)
        describe(mcts, mcts->moves[i], player, &mcts->candidates[i]);
    sum_up(mcts, report);
    report_proof(mcts, player, report);
    report->best = final_choice(mcts, count)->move;
    report->stopped_early = cop_run_ended(&mcts->run) == COP_RUN_KNOWN;
    report->memory_is_full = atomic_load(&mcts->is_full);
    follow_line(mcts, report);
}
