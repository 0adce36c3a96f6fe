/* choose.c - what the tree says: the move to play and the report. */
#include <math.h>
#include <string.h>

#include "search/mcts/search.h"

struct node *child_of(const struct tree *tree, const struct node *node, cop_move move)
{
    struct family family = node_family(tree, node);

    for (uint32_t i = 0; i < family.count; i++) {
        if (family.first[i].move == move)
            return family.first + i;
    }
    return NULL;
}

struct node *parent_of_root_move(const struct mcts *mcts, const struct tree *tree, cop_move move)
{
    struct node *root = tree_root(tree);

    return mcts->config.groups ? child_of(tree, root, mcts->game->rules->stem(mcts->game, move))
                               : root;
}

/* A root move; with groups below its first part. */
static struct node *root_move(const struct mcts *mcts, const struct tree *tree, cop_move move)
{
    const struct node *parent = parent_of_root_move(mcts, tree, move);

    return parent != NULL ? child_of(tree, parent, move) : NULL;
}

static enum cop_proof proof_of(const struct mcts *mcts, double low, double high)
{
    if (low >= mcts->config.best)
        return COP_PROVEN_WIN;
    if (high <= mcts->config.worst)
        return COP_PROVEN_LOSS;
    return low == high ? COP_PROVEN_EXACT : COP_UNPROVEN;
}

static double between(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* What all visits together are worth; of a search that discounts, what they would be worth if all
 * had been as those that it remembers. */
static double reward_of(const struct mcts *mcts, const struct tree *tree, const struct node *node)
{
    const struct memory *memory;
    double visits;

    if (mcts->memory_column == NO_COLUMN)
        return (double)node_reward(node) / REWARD_ONE;
    memory = node_memory(mcts, tree, node);
    visits = atomic_load_explicit(&memory->visits, memory_order_relaxed);
    return visits > 0 ? atomic_load_explicit(&memory->reward, memory_order_relaxed) / visits *
                            (double)node_visits(node)
                      : 0;
}

/* One root move, summed over all trees. What is certain in any of them counts; pruned is only what
 * all of them have pruned. */
static void describe(const struct mcts *mcts, cop_move move, int player,
                     struct cop_candidate *candidate)
{
    double reward = 0;

    *candidate = (struct cop_candidate){
        .move = move, .is_pruned = true, .low = mcts->config.worst, .high = mcts->config.best};
    for (int i = 0; i < mcts->tree_count; i++) {
        const struct tree *tree = &mcts->trees[i];
        const struct node *child = root_move(mcts, tree, move);

        candidate->is_pruned &= child != NULL && (node_flags(child) & NODE_PRUNED) != 0;
        if (child == NULL)
            continue;
        candidate->visits += node_visits(child);
        reward += reward_of(mcts, tree, child);
        candidate->low = fmax(candidate->low, bound_low(mcts, tree, child, player));
        candidate->high = fmin(candidate->high, bound_high(mcts, tree, child, player));
    }
    candidate->proof = proof_of(mcts, candidate->low, candidate->high);
    candidate->kind = candidate->low == candidate->high ? COP_VALUE_EXACT
                      : candidate->visits > 0           ? COP_VALUE_ESTIMATE
                                                        : COP_VALUE_NONE;
    if (candidate->visits > 0)
        candidate->value = reward / (double)candidate->visits;
    if (candidate->visits > 0 || candidate->proof != COP_UNPROVEN)
        candidate->value = between(candidate->value, candidate->low, candidate->high);
    candidate->has_total = best_with_move(mcts, move, &candidate->total);
}

static double rating(const struct mcts_config *config, const struct cop_candidate *candidate)
{
    switch (config->final) {
    case FINAL_VISITS:
    case FINAL_ROBUST2:
    case FINAL_BEST: /* without a game that was played to its end */
        return (double)candidate->visits;
    case FINAL_VALUE:
    case FINAL_MAXMEAN2:
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

/* All moves of a candidate's first part taken together. */
static struct cop_candidate whole_stem(const struct mcts *mcts, int count,
                                       const struct cop_candidate *of)
{
    const struct cop_rules *rules = mcts->game->rules;
    cop_move stem = rules->stem(mcts->game, of->move);
    struct cop_candidate sum = {.move = stem, .is_pruned = true, .proof = COP_PROVEN_LOSS};

    for (int i = 0; i < count; i++) {
        const struct cop_candidate *candidate = &mcts->candidates[i];

        if (rules->stem(mcts->game, candidate->move) != stem)
            continue;
        sum.is_pruned &= candidate->is_pruned;
        if (candidate->proof == COP_PROVEN_WIN)
            sum.proof = COP_PROVEN_WIN;
        else if (candidate->proof != COP_PROVEN_LOSS && sum.proof == COP_PROVEN_LOSS)
            sum.proof = COP_UNPROVEN;
        sum.visits += candidate->visits;
        sum.value += candidate->value * (double)candidate->visits;
    }
    if (sum.visits > 0)
        sum.value /= (double)sum.visits;
    return sum;
}

/* The first part that is best, by the means or the visits of all its moves together
 * (amazons-play.md 2.13). */
static cop_move best_stem(const struct mcts *mcts, int count)
{
    const struct cop_rules *rules = mcts->game->rules;
    struct cop_candidate best = whole_stem(mcts, count, &mcts->candidates[0]);

    for (int i = 1; i < count; i++) {
        const struct cop_candidate *candidate = &mcts->candidates[i];
        struct cop_candidate stem;

        if (rules->stem(mcts->game, candidate->move) ==
            rules->stem(mcts->game, mcts->candidates[i - 1].move))
            continue; /* games list them together */
        stem = whole_stem(mcts, count, candidate);
        if (stem.move != best.move && is_better(&mcts->config, &stem, &best))
            best = stem;
    }
    return best.move;
}

/* A mean of a few visits may be luck: it counts from a tenth of the most visits of its sisters. */
static bool is_worth_comparing(const struct mcts *mcts, int count, const struct cop_candidate *one)
{
    const struct cop_rules *rules = mcts->game->rules;
    int64_t most = 0;

    if (mcts->config.final != FINAL_MAXMEAN2 || rank(one) != 2)
        return true;
    for (int i = 0; i < count; i++)
        if (rules->stem(mcts->game, mcts->candidates[i].move) ==
                rules->stem(mcts->game, one->move) &&
            mcts->candidates[i].visits > most)
            most = mcts->candidates[i].visits;
    return 10 * one->visits >= most;
}

static const struct cop_candidate *final_choice(const struct mcts *mcts, int count)
{
    bool by_stem = mcts->config.final == FINAL_MAXMEAN2 || mcts->config.final == FINAL_ROBUST2;
    cop_move stem = by_stem ? best_stem(mcts, count) : COP_NO_MOVE;
    const struct cop_candidate *best = NULL;

    for (int i = 0; i < count; i++) {
        const struct cop_candidate *candidate = &mcts->candidates[i];

        if (by_stem && (mcts->game->rules->stem(mcts->game, candidate->move) != stem ||
                        !is_worth_comparing(mcts, count, candidate)))
            continue;
        if (best == NULL || is_better(&mcts->config, candidate, best))
            best = candidate;
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

/* The child that the search believes in, for the principal variation: what is sure to be best, else
 * the most visited that is not known to be worse. */
static const struct node *favourite(const struct mcts *mcts, const struct tree *tree,
                                    const struct node *node)
{
    struct family family = node_family(tree, node);
    const struct node *best = NULL;
    int player = node_turn(node);
    double sure = bound_low(mcts, tree, node, player);

    for (uint32_t i = 0; i < family.count; i++) {
        const struct node *child = family.first + i;

        if (bound_low(mcts, tree, child, player) >= mcts->config.best)
            return child;
        if ((node_flags(child) & NODE_PRUNED) || node_visits(child) == 0 ||
            bound_high(mcts, tree, child, player) < sure ||
            bound_high(mcts, tree, child, player) <= mcts->config.worst)
            continue;
        if (best == NULL || node_visits(child) > node_visits(best))
            best = child;
    }
    return best;
}

/* The next node of a line, and not the first part of a move. */
static const struct node *next_in_line(const struct mcts *mcts, const struct tree *tree,
                                       const struct node *node)
{
    node = favourite(mcts, tree, node);
    if (node != NULL && (node_flags(node) & NODE_STEM))
        node = node_has_children(node) ? favourite(mcts, tree, node) : NULL;
    return node;
}

/* The moves that the search expects after `move`, itself included. Ends before chance, and before
 * what a player would have to see. */
static int follow_line(const struct mcts *mcts, cop_move move, cop_move *line)
{
    const struct tree *tree = &mcts->trees[0];
    const struct node *node = root_move(mcts, tree, move);
    int length = 0;

    line[length++] = move;
    while (node != NULL && length < COP_LINE_MAX && node_has_children(node) &&
           node_turn(node) != COP_CHANCE) {
        node = next_in_line(mcts, tree, node);
        if (node != NULL)
            line[length++] = node->move;
    }
    return length;
}

/* How many moves of the line are one turn that this search has decided. */
static int turn_length(const struct mcts *mcts, int player, const struct cop_report *report)
{
    const struct tree *tree = &mcts->trees[0];
    const struct node *node = root_move(mcts, tree, report->best);
    int length = 1;

    while (mcts->config.whole_turn && node != NULL && length < report->line_length &&
           node_turn(node) == player) {
        node = next_in_line(mcts, tree, node);
        length++;
    }
    return length;
}

/* The best `lines` candidates get lines of their own, in a room that the agent keeps for them. */
static void add_lines(struct mcts *mcts, struct cop_report *report)
{
    for (int i = 0; mcts->lines != NULL && i < mcts->config.lines; i++) {
        cop_move *line = mcts->lines + (ptrdiff_t)i * COP_LINE_MAX;
        struct cop_candidate *next = NULL;

        for (int j = 0; j < report->candidate_count; j++) {
            struct cop_candidate *candidate = &mcts->candidates[j];

            if (candidate->line_length == 0 && candidate->visits > 0 &&
                (next == NULL || is_better(&mcts->config, candidate, next)))
                next = candidate;
        }
        if (next == NULL)
            return;
        next->line = line;
        next->line_length = follow_line(mcts, next->move, line);
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
    report->nodes = mcts->nodes_before + nodes_made(mcts);
    for (int player = 0; player < mcts->game->players; player++)
        report->value[player] = report->sims > 0 ? sums[player] / (double)report->sims : NAN;
}

/* Without simulations of its own, what the only or the best move is worth; of two who share 1 that
 * is the other's too. */
static void value_from_best(const struct mcts *mcts, int player, struct cop_report *report)
{
    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *candidate = &report->candidates[i];

        if (candidate->move != report->best || candidate->visits == 0)
            continue;
        report->value[player] = candidate->value;
        if (mcts->game->players == 2 && mcts->rollout.is_plain && mcts->game->is_constant_sum)
            report->value[1 - player] = 1 - candidate->value;
    }
}

/* What is certain of the position, and its value within that. */
static void report_bounds(const struct mcts *mcts, int player, struct cop_report *report)
{
    double low = mcts->config.worst, high = mcts->config.best;

    for (int i = 0; i < mcts->tree_count; i++) {
        const struct tree *tree = &mcts->trees[i];
        const struct node *root = tree_root(tree);

        low = fmax(low, bound_low(mcts, tree, root, player));
        high = fmin(high, bound_high(mcts, tree, root, player));
        for (int other = 0; other < mcts->game->players; other++) {
            double least = bound_low(mcts, tree, root, other);
            double most = bound_high(mcts, tree, root, other);

            if (!isnan(report->value[other]) || least == most)
                report->value[other] = isnan(report->value[other])
                                           ? least
                                           : between(report->value[other], least, most);
        }
    }
    report->proof = proof_of(mcts, low, high);
}

void make_report(struct mcts *mcts, struct cop_report *report)
{
    const struct cop_game *game = mcts->game;
    int player = game->rules->turn(game, mcts->root_state);
    int count = game->rules->moves(game, mcts->root_state, mcts->moves);

    *report = (struct cop_report){.player = player,
                                  .lower = mcts->config.worst,
                                  .upper = mcts->config.best,
                                  .candidates = mcts->candidates,
                                  .candidate_count = count};
    for (int i = 0; i < count; i++)
        describe(mcts, mcts->moves[i], player, &mcts->candidates[i]);
    report->best = final_choice(mcts, count)->move;
    sum_up(mcts, report);
    if (report->sims == 0)
        value_from_best(mcts, player, report);
    report_bounds(mcts, player, report);
    report->stopped_early = cop_run_ended(&mcts->run) == COP_RUN_KNOWN;
    report->memory_is_full = atomic_load(&mcts->is_full);
    report->line_length = follow_line(mcts, report->best, report->line);
    report->turn_length = turn_length(mcts, player, report);
    best_report(mcts, report);
    add_lines(mcts, report);
}
