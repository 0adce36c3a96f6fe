/* chance.c - nodes of chance: expectimax, Star1, Star2 and Star2.5, and ChanceProbCut.
 *
 * The window cannot be handed through a mean. What can be said of a node before all outcomes are
 * searched follows from a lower and an upper number for each of them, which begin at the bounds of
 * all values (chance-and-multiplayer.md 2.3): Star1 narrows them by searching, Star2 first tries a
 * move or a few of each outcome, which bounds it from one side (2.4), StarETC asks the table (2.5),
 * and ChanceProbCut guesses them from shallow searches (2.7). An outcome's player may be either
 * side, so that a tried move is a lower bound for the root player's nodes and an upper one for
 * others. */
#include <math.h>
#include <string.h>

#include "search/tree/search.h"

/* Of the range of values: what rounding may do to a mean. */
#define TRIFLE 1e-12

struct chance_node {
    struct worker *worker;
    struct frame *frame;
    int ply, count, depth; /* depth: of the outcomes */
    double alpha, beta;
    double low, high; /* a mean that is not above `low` counts as alpha, see open_window */
    /* Of the mean: what is proven, and what is guessed. */
    double lower, upper, guess_lower, guess_upper;
    bool is_selective; /* a guess has been used */
};

/* Sorted by probability, the most likely first; equals in the game's order. */
static void sort_outcomes(struct frame *frame, int count)
{
    for (int i = 1; i < count; i++) {
        cop_move move = frame->moves[i];
        double chance = frame->chances[i];
        int at = i;

        for (; at > 0 && frame->chances[at - 1] < chance; at--) {
            frame->moves[at] = frame->moves[at - 1];
            frame->chances[at] = frame->chances[at - 1];
        }
        frame->moves[at] = move;
        frame->chances[at] = chance;
    }
}

/* Chance after chance is a turn that somebody had no move in, and costs a ply: it could go on so
 * for ever. */
int depth_after_chance(const struct worker *worker, int ply, int depth)
{
    const struct cop_game *game = worker->search->game;

    return game->rules->turn(game, worker->frames[ply].state) == COP_CHANCE ? depth - 1 : depth;
}

static double search_outcome(const struct chance_node *node, int index, int depth, double alpha,
                             double beta)
{
    if (!step(node->worker, node->ply, node->frame->moves[index]))
        return 0;
    depth = depth_after_chance(node->worker, node->ply + 1, depth);
    return visit(node->worker, node->ply + 1, depth, alpha, beta);
}

static double full_mean(const struct chance_node *node)
{
    double mean = 0;

    for (int i = 0; i < node->count && !node->worker->is_stopped; i++)
        mean += node->frame->chances[i] * search_outcome(node, i, node->depth, -INFINITY, INFINITY);
    return mean;
}

/* Sets what is proven of an outcome and with it what is guessed, which never contradicts it. */
static void prove(struct chance_node *node, int i, double lower, double upper)
{
    struct frame *frame = node->frame;
    double chance = frame->chances[i];
    double guess_lower = fmax(frame->guess_lower[i], lower);
    double guess_upper = fmin(frame->guess_upper[i], upper);

    if (guess_lower > guess_upper) {
        guess_lower = lower;
        guess_upper = upper;
    }
    node->lower += chance * (lower - frame->lower[i]);
    node->upper += chance * (upper - frame->upper[i]);
    node->guess_lower += chance * (guess_lower - frame->guess_lower[i]);
    node->guess_upper += chance * (guess_upper - frame->guess_upper[i]);
    frame->lower[i] = lower;
    frame->upper[i] = upper;
    frame->guess_lower[i] = guess_lower;
    frame->guess_upper[i] = guess_upper;
}

static void guess(struct chance_node *node, int i, double lower, double upper)
{
    struct frame *frame = node->frame;

    lower = fmax(lower, frame->lower[i]);
    upper = fmin(upper, frame->upper[i]);
    if (lower > upper)
        return;
    node->guess_lower += frame->chances[i] * (lower - frame->guess_lower[i]);
    node->guess_upper += frame->chances[i] * (upper - frame->guess_upper[i]);
    frame->guess_lower[i] = lower;
    frame->guess_upper[i] = upper;
    node->is_selective = true;
    node->worker->horizons++;
}

/* True, with the node's value, if what is proven decides against the window. */
static bool is_decided(const struct chance_node *node, double *value)
{
    if (node->lower >= node->high) {
        *value = fmax(node->lower, node->beta);
        return true;
    }
    if (node->upper <= node->low) {
        *value = fmin(node->upper, node->alpha);
        return true;
    }
    return false;
}

/* The same for guesses; the result is the edge of the window, since no more is known
 * (chance-and-multiplayer.md 2.7). */
static bool is_guessed(const struct chance_node *node, double *value)
{
    if (!node->is_selective)
        return false;
    if (node->guess_lower >= node->high) {
        *value = node->beta;
        return true;
    }
    if (node->guess_upper <= node->low) {
        *value = node->alpha;
        return true;
    }
    return false;
}

/* A mean that equals alpha but for rounding must not be searched for nothing, so that the window is
 * narrower by a trifle; unless it is as narrow as that already. */
static void open_window(struct chance_node *node)
{
    double trifle = TRIFLE * (node->worker->upper - node->worker->lower);

    if (node->beta - node->alpha < 4 * trifle)
        trifle = 0;
    node->low = node->alpha + trifle;
    node->high = node->beta - trifle;
}

static void open_node(struct chance_node *node)
{
    const struct worker *worker = node->worker;
    struct frame *frame = node->frame;

    frame->lower = frame->chances + worker->outcome_room;
    frame->upper = frame->lower + worker->outcome_room;
    frame->guess_lower = frame->upper + worker->outcome_room;
    frame->guess_upper = frame->guess_lower + worker->outcome_room;
    for (int i = 0; i < node->count; i++) {
        frame->lower[i] = frame->guess_lower[i] = worker->lower;
        frame->upper[i] = frame->guess_upper[i] = worker->upper;
    }
    node->lower = node->guess_lower = worker->lower;
    node->upper = node->guess_upper = worker->upper;
    node->is_selective = false;
    open_window(node);
}

/* StarETC (chance-and-multiplayer.md 2.5). */
static bool ask_table(struct chance_node *node, double *value)
{
    struct worker *worker = node->worker;
    const struct cop_game *game = worker->search->game;
    struct frame *frame = node->frame;

    for (int i = 0; i < node->count; i++) {
        struct knowledge known;
        double lower = frame->lower[i], upper = frame->upper[i];

        memcpy(frame[1].state, frame->state, game->state_size);
        game->rules->play(game, frame[1].state, frame->moves[i]);
        if (!transpositions_find(&worker->search->transpositions, node_key(worker, frame[1].state),
                                 &known))
            continue;
        recall_bounds(worker, &known, node->depth, &lower, &upper);
        if (lower <= upper)
            prove(node, i, lower, upper);
        if (is_decided(node, value))
            return true;
    }
    return false;
}

static const struct cop_fit *fit_for(const struct tree_config *config, int depth)
{
    if (config->selectivity <= 0)
        return NULL;
    for (const struct cop_fit *fit = config->fits; fit != NULL && fit->deep != 0; fit++)
        if (fit->deep == depth)
            return fit;
    return NULL;
}

/* A model foretells from one depth and no other: between odd and even ones values swing by a move.
 * The table must not answer with what it knows from deeper searches, so that shallow ones have
 * entries of their own. */
static double search_shallow(const struct chance_node *node, int i, int depth)
{
    struct worker *worker = node->worker;
    uint64_t salt = worker->salt;
    double value;

    worker->salt = cop_mix(salt + (uint64_t)depth);
    value = search_outcome(node, i, depth, worker->lower, worker->upper);
    worker->salt = salt;
    return value;
}

/* What a model makes of a shallow value of the state in frame `ply`. It was fitted in the eyes of
 * whoever moves there and, where judgements are relative to a root, to that position as the root
 * (chance-and-multiplayer.md 2.8); here the root is another. */
static double foretell(struct worker *worker, int ply, int turn, const struct cop_fit *fit,
                       double shallow)
{
    const struct tree_search *search = worker->search;
    double origin = search->config.judge.evaluator.is_relative
                        ? judge(worker, frame_at(worker, ply)->state)
                        : 0;
    double offset = turn == search->root ? fit->offset : -fit->offset;

    return origin + fit->slope * (shallow - origin) + offset;
}

/* A finished game needs no model, and of further chance there is none. */
static void guess_outcome(struct chance_node *node, int i, const struct cop_fit *fit)
{
    struct worker *worker = node->worker;
    const struct tree_search *search = worker->search;
    double spread = search->config.selectivity * fit->deviation;
    double shallow = search_shallow(node, i, fit->shallow), middle;
    int turn = search->game->rules->turn(search->game, frame_at(worker, node->ply + 1)->state);

    if (worker->is_stopped || turn == COP_CHANCE)
        return;
    if (turn == COP_OVER) {
        prove(node, i, shallow, shallow);
        return;
    }
    middle = foretell(worker, node->ply + 1, turn, fit, shallow);
    guess(node, i, fmin(middle - spread, worker->upper), fmax(middle + spread, worker->lower));
}

static bool guess_outcomes(struct chance_node *node, double *value)
{
    const struct cop_fit *fit = fit_for(&node->worker->search->config, node->depth);

    for (int i = 0; fit != NULL && i < node->count; i++) {
        if (node->frame->lower[i] >= node->frame->upper[i])
            continue;
        guess_outcome(node, i, fit);
        if (node->worker->is_stopped || is_decided(node, value) || is_guessed(node, value))
            return true;
    }
    return false;
}

/* Tries moves from..to-1 of the outcome in the next frame. A value beyond the edge that matters is
 * a true bound from the side of whoever moves there; anything else tells nothing (ontop.md 2.5). */
static void try_moves(struct chance_node *node, int outcome, int from, int to)
{
    struct worker *worker = node->worker;
    const struct tree_search *search = worker->search;
    struct frame *next = frame_at(worker, node->ply + 1);
    int turn = search->game->rules->turn(search->game, next->state);
    int sign = turn == search->root ? 1 : -1, count;
    double chance = node->frame->chances[outcome];
    double lower = node->frame->lower[outcome], upper = node->frame->upper[outcome];
    double low, high, best = -INFINITY;
    cop_move first = COP_NO_MOVE;
    struct knowledge known;

    if (sign > 0) {
        low = lower;
        high = fmin(upper, (node->high - (node->lower - chance * lower)) / chance);
    } else {
        low = -upper;
        high = fmin(-lower, -(node->low - (node->upper - chance * upper)) / chance);
    }
    if (search->config.has_table &&
        transpositions_find(&search->transpositions, node_key(worker, next->state), &known))
        first = known.move;
    count = list_moves(worker, node->ply + 1, turn);
    rate_moves(worker, node->ply + 1, turn, count, first);
    for (int i = 0; i < count && i < to && best < high; i++) {
        double value, edge = fmax(low, best);

        bring_forward(next, i, count);
        if (i < from)
            continue;
        if (!step(worker, node->ply + 1, next->moves[i]))
            return;
        value = sign > 0 ? visit(worker, node->ply + 2, node->depth - 1, edge, high)
                         : -visit(worker, node->ply + 2, node->depth - 1, -high, -edge);
        if (worker->is_stopped)
            return;
        best = fmax(best, value);
    }
    if (search->config.is_printed)
        return;
    if (best > low && sign > 0)
        prove(node, outcome, fmin(best, upper), upper);
    else if (best > low)
        prove(node, outcome, lower, fmax(-best, lower));
}

/* A finished game and a judgement are exact at once; of chance after chance nothing can be tried.
 */
static void try_outcome(struct chance_node *node, int i, int from, int to)
{
    struct worker *worker = node->worker;
    const struct cop_game *game = worker->search->game;
    struct frame *next = frame_at(worker, node->ply + 1);
    int turn;

    if (!step(worker, node->ply, node->frame->moves[i]))
        return;
    turn = game->rules->turn(game, next->state);
    if (turn == COP_CHANCE)
        return;
    if (turn == COP_OVER || node->depth <= 0 || is_last_frame(worker, node->ply + 1)) {
        double value = visit(worker, node->ply + 1, node->depth, worker->lower, worker->upper);

        if (!worker->is_stopped)
            prove(node, i, value, value);
        return;
    }
    try_moves(node, i, from, to);
}

static bool probe_outcomes(struct chance_node *node, double *value)
{
    const struct tree_config *config = &node->worker->search->config;
    int rounds = config->probing == PROBE_CYCLIC ? config->probes : 1;
    int width = config->probing == PROBE_CYCLIC ? 1 : config->probes;

    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < node->count; i++) {
            if (node->frame->lower[i] >= node->frame->upper[i])
                continue;
            try_outcome(node, i, round * width, (round + 1) * width);
            if (node->worker->is_stopped || is_decided(node, value) || is_guessed(node, value))
                return true;
        }
    }
    return false;
}

/* Rounding, or guesses that contradict each other, may leave no window. */
static double search_within(const struct chance_node *node, int i, double low, double high)
{
    if (low < high)
        return search_outcome(node, i, node->depth, low, high);
    return search_outcome(node, i, node->depth, node->frame->lower[i], node->frame->upper[i]);
}

/* The regular search, each outcome within the window that still matters
 * (chance-and-multiplayer.md 2.3). Rounding must not bring a bound back into the window or to its
 * other side, where it would be taken for an exact value or for the opposite bound. */
static double search_outcomes(struct chance_node *node)
{
    struct frame *frame = node->frame;
    bool has_guesses = node->is_selective && !node->worker->search->config.is_strict;
    const double *lowers = has_guesses ? frame->guess_lower : frame->lower;
    const double *uppers = has_guesses ? frame->guess_upper : frame->upper;
    double lower = has_guesses ? node->guess_lower : node->lower;
    double upper = has_guesses ? node->guess_upper : node->upper;

    for (int i = 0; i < node->count; i++) {
        double chance = frame->chances[i], value = frame->lower[i];
        double rest_lower = lower - chance * lowers[i], rest_upper = upper - chance * uppers[i];
        double low = (node->low - rest_upper) / chance, high = (node->high - rest_lower) / chance;

        if (frame->lower[i] < frame->upper[i])
            value = search_within(node, i, fmax(low, lowers[i]), fmin(high, uppers[i]));
        if (node->worker->is_stopped)
            return 0;
        if (value >= high)
            return fmax(rest_lower + chance * value, node->beta);
        if (value <= low)
            return fmin(rest_upper + chance * value, node->alpha);
        lower = rest_lower + chance * value;
        upper = rest_upper + chance * value;
    }
    return lower;
}

/* The regular search of Algorithm 5.2 as it is printed (chance-and-multiplayer.md 2.7): the widest
 * of two windows, which without ChanceProbCut is all values, and cuts by proven bounds only.
 * Probes, too, prove nothing there. It shows how much of ChanceProbCut's gain is due to such a
 * regular search. */
static double search_outcomes_as_printed(struct chance_node *node)
{
    const struct worker *worker = node->worker;
    const struct frame *frame = node->frame;

    for (int i = 0; i < node->count; i++) {
        double chance = frame->chances[i], value = frame->lower[i];
        double low = (node->low - (node->upper - chance * frame->upper[i])) / chance;
        double high = (node->high - (node->lower - chance * frame->lower[i])) / chance;

        if (frame->lower[i] < frame->upper[i])
            value = search_outcome(node, i, node->depth,
                                   fmax(fmin(low, frame->guess_lower[i]), worker->lower),
                                   fmin(fmax(high, frame->guess_upper[i]), worker->upper));
        if (worker->is_stopped)
            return 0;
        prove(node, i, value, value);
        if (is_decided(node, &value))
            return value;
    }
    return node->lower;
}

static double star(struct chance_node *node)
{
    const struct tree_config *config = &node->worker->search->config;
    double value = 0;

    open_node(node);
    if (config->has_table && config->has_etc && ask_table(node, &value))
        return value;
    if (guess_outcomes(node, &value))
        return value;
    if (config->chance == CHANCE_STAR2 && probe_outcomes(node, &value))
        return value;
    return config->is_printed ? search_outcomes_as_printed(node) : search_outcomes(node);
}

double visit_chance(struct worker *worker, int ply, int depth, double alpha, double beta)
{
    const struct tree_search *search = worker->search;
    const struct tree_config *config = &search->config;
    const struct cop_game *game = search->game;
    struct chance_node node = {.worker = worker, .frame = frame_at(worker, ply), .ply = ply};
    uint64_t key = config->has_table ? node_key(worker, node.frame->state) : 0;
    int64_t horizons = worker->horizons;
    cop_move unused;
    double value = 0;

    if (config->has_table && recall(worker, key, depth, &alpha, &beta, &unused, &value))
        return value;
    node.depth = config->counts_chance && depth > 0 ? depth - 1 : depth;
    node.alpha = alpha;
    node.beta = beta;
    node.count = game->rules->moves(game, node.frame->state, node.frame->moves);
    cop_believed_chances(config->belief, game, node.frame->state, node.frame->chances);
    end_outcomes(node.frame, node.count);
    sort_outcomes(node.frame, node.count);
    value = config->chance == CHANCE_FULL ? full_mean(&node) : star(&node);
    if (worker->is_stopped)
        return 0;
    if (config->has_table)
        remember(worker, key, worker->horizons == horizons ? DEPTH_ALL : depth, alpha, beta, value,
                 COP_NO_MOVE);
    return value;
}
