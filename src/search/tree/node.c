/* node.c - decision nodes: fail-soft alpha-beta with a table, for two players and for one against
 * all (chance-and-multiplayer.md 2.1, 2.11, 2.12). */
#include <math.h>
#include <string.h>

#include "search/tree/search.h"

enum { ETC_DEPTH = 3, QUIET_PLIES = 12 };

/* Just above the leaves it takes longer to ask the table than to search. */
enum { TABLE_DEPTH = 2 };

/* At the limit one thread goes on where it is; several stop, and begin the depth again together. */
static bool may_step(struct worker *worker)
{
    struct tree_search *search = worker->search;

    return cop_run_step(&search->run, &worker->pace) ||
           (search->threads == 1 && goes_on(search) && cop_run_step(&search->run, &worker->pace));
}

/* A step down the tree is a node, and costs a ticket. */
bool step(struct worker *worker, int ply, cop_move move)
{
    struct tree_search *search = worker->search;
    const struct cop_game *game = search->game;
    struct frame *frame = frame_at(worker, ply), *next = frame + 1;

    if (!may_step(worker)) {
        worker->is_stopped = true;
        return false;
    }
    atomic_store_explicit(&worker->nodes,
                          atomic_load_explicit(&worker->nodes, memory_order_relaxed) + 1,
                          memory_order_relaxed);
    if (move != COP_NO_MOVE) {
        memcpy(next->state, frame->state, game->state_size);
        game->rules->play(game, next->state, move);
    }
    return true;
}

uint64_t node_key(const struct worker *worker, const void *state)
{
    const struct tree_search *search = worker->search;

    return search->game->rules->key(search->game, state) ^ search->salt ^ worker->salt;
}

void recall_bounds(struct worker *worker, const struct knowledge *known, int depth, double *lower,
                   double *upper)
{
    if (known->depth[KNOWN_LOWER] >= depth && known->value[KNOWN_LOWER] > *lower) {
        *lower = known->value[KNOWN_LOWER];
        worker->horizons += known->depth[KNOWN_LOWER] < DEPTH_ALL;
    }
    if (known->depth[KNOWN_UPPER] >= depth && known->value[KNOWN_UPPER] < *upper) {
        *upper = known->value[KNOWN_UPPER];
        worker->horizons += known->depth[KNOWN_UPPER] < DEPTH_ALL;
    }
}

bool recall(struct worker *worker, uint64_t key, int depth, double *alpha, double *beta,
            cop_move *first, double *value)
{
    struct knowledge known;
    double old_beta = *beta;

    if (!transpositions_find(&worker->search->transpositions, key, &known))
        return false;
    *first = known.move;
    recall_bounds(worker, &known, depth, alpha, beta);
    *value = *beta < old_beta ? *beta : *alpha;
    return *alpha >= *beta;
}

static cop_move known_move(const struct worker *worker, uint64_t key)
{
    struct knowledge known;

    return transpositions_find(&worker->search->transpositions, key, &known) ? known.move
                                                                             : COP_NO_MOVE;
}

/* A value inside the window is exact, one at its edge or outside is a bound; what is known of the
 * other side from an equally deep search stays. */
void remember(struct worker *worker, uint64_t key, int depth, double alpha, double beta,
              double value, cop_move best)
{
    struct transpositions *table = &worker->search->transpositions;
    struct knowledge old, known = {.move = best, .depth = {-1, -1}};

    if (table->words == NULL)
        return;
    known.value[KNOWN_LOWER] = known.value[KNOWN_UPPER] = value;
    if (value > alpha)
        known.depth[KNOWN_LOWER] = depth;
    if (value < beta)
        known.depth[KNOWN_UPPER] = depth;
    if (transpositions_find(table, key, &old)) {
        for (int bound = 0; bound < 2; bound++) {
            if (known.depth[bound] < 0 && old.depth[bound] >= depth) {
                known.depth[bound] = old.depth[bound];
                known.value[bound] = old.value[bound];
            }
        }
        if (known.move == COP_NO_MOVE)
            known.move = old.move;
    }
    transpositions_keep(table, key, &known);
}

/* Looks whether the table already knows a child that is good enough (2.1, "ETC"). */
static bool is_cut_by_table(struct worker *worker, int ply, int depth, int count, int sign,
                            double beta, double *value)
{
    const struct cop_game *game = worker->search->game;
    struct frame *frame = frame_at(worker, ply);
    void *next = frame[1].state;

    for (int i = 0; i < count; i++) {
        struct knowledge known;
        int bound = sign > 0 ? KNOWN_LOWER : KNOWN_UPPER;

        memcpy(next, frame->state, game->state_size);
        game->rules->play(game, next, frame->moves[i]);
        if (transpositions_find(&worker->search->transpositions, node_key(worker, next), &known) &&
            known.depth[bound] >= depth - 1 && sign * known.value[bound] >= beta) {
            if (known.depth[bound] < DEPTH_ALL)
                worker->horizons++;
            *value = sign * known.value[bound];
            return true;
        }
    }
    return false;
}

static double visit_child(struct worker *worker, int ply, int depth, int sign, double alpha,
                          double beta)
{
    if (worker->search->config.chance == CHANCE_FULL)
        return sign * visit(worker, ply + 1, depth, -INFINITY, INFINITY);
    return sign > 0 ? visit(worker, ply + 1, depth, alpha, beta)
                    : -visit(worker, ply + 1, depth, -beta, -alpha);
}

double try_child(struct worker *worker, int ply, int depth, int sign, bool is_first, double alpha,
                 double beta)
{
    double value;

    if (worker->search->config.is_pvs && !is_first && depth > 0 && alpha > -INFINITY) {
        value = visit_child(worker, ply, depth, sign, alpha, just_above(alpha));
        if (worker->is_stopped || value <= alpha || value >= beta)
            return value;
    }
    return visit_child(worker, ply, depth, sign, alpha, beta);
}

double try_later(struct worker *worker, int ply, int depth, int sign, int index, double alpha,
                 double beta)
{
    double above = just_above(alpha);
    int less = 0;

    if (alpha > -INFINITY)
        less = plies_less(&worker->search->config, depth, index, beta <= above);
    if (less > 0) {
        double value = visit_child(worker, ply, depth - less, sign, alpha, above);

        if (worker->is_stopped || value <= alpha)
            return value;
    }
    return try_child(worker, ply, depth, sign, index == 0, alpha, beta);
}

/* What a position is worth of which moves were left out: not lost for certain, as one of these may
 * be better, so that no proof rests on them. */
static double value_of_some(struct worker *worker, int sign, double best)
{
    const struct tree_search *search = worker->search;
    double lost = sign > 0 ? search->lower : -search->upper;

    worker->horizons++;
    return fmax(best, lost + JUDGED_MARGIN * (search->upper - search->lower));
}

/* The opponent wins with his next move, as the ordering knows: no move before it is worse, and
 * there is one, so that nothing is lost if it is left out, not even a proof. */
static bool is_lost(const struct tree_config *config, const struct frame *frame, int index)
{
    return index > 0 && frame->ratings[index] == -INFINITY && config->ordering != NULL &&
           config->ordering->knows_losses;
}

static double visit_player(struct worker *worker, int ply, int depth, int turn, double alpha,
                           double beta)
{
    const struct tree_config *config = &worker->search->config;
    struct frame *frame = frame_at(worker, ply);
    int sign = turn == worker->search->root ? 1 : -1;
    int64_t horizons = worker->horizons;
    bool uses_table = config->has_table && depth >= TABLE_DEPTH;
    bool asks = config->foresight > 0 && has_fit(config, depth, alpha, beta);
    uint64_t key = uses_table ? node_key(worker, frame->state) : 0;
    cop_move first = COP_NO_MOVE, best_move = COP_NO_MOVE;
    double best, low, high;
    int count, width, known = 0;

    if (uses_table)
        transpositions_prefetch(&worker->search->transpositions, key);
    if (!asks)
        count = list_moves(worker, ply, turn); /* while the table's words are on their way */
    if (uses_table && recall(worker, key, depth, &alpha, &beta, &first, &best))
        return best;
    low = sign > 0 ? alpha : -beta; /* the window for the node's own side */
    high = sign > 0 ? beta : -alpha;
    if (asks) {
        if (is_foretold(worker, ply, depth, sign, low, high, &best)) {
            if (uses_table)
                remember(worker, key, depth, alpha, beta, sign * best, COP_NO_MOVE);
            return sign * best;
        }
        if (worker->is_stopped)
            return 0;
        count = list_moves(worker, ply, turn);
        if (uses_table)
            first = known_move(worker, key);
    }
    best = -INFINITY;
    if (config->has_table && config->has_etc && depth >= ETC_DEPTH && !has_replies(worker, turn) &&
        is_cut_by_table(worker, ply, depth, count, sign, high, &best))
        return sign * best;
    rate_moves(worker, ply, turn, count, first);
    frame[1].killers[0] = frame[1].killers[1] = COP_NO_MOVE;
    width = width_of(config, count);
    for (int i = 0; i < width && best < high; i++) {
        double value;

        bring_next(worker, frame, i, count, depth);
        if (is_lost(config, frame, i)) {
            known++;
            continue;
        }
        if (!descend(worker, ply, i))
            return 0;
        value = try_later(worker, ply, depth - 1, sign, i, fmax(low, best), high);
        if (worker->is_stopped)
            return 0;
        if (value > best) {
            best = value;
            best_move = frame->moves[i];
            if (best >= high)
                note_cut(worker, ply, i, turn, depth);
        }
    }
    if (width < count && known == 0 && best < high)
        best = value_of_some(worker, sign, best);
    if (uses_table)
        remember(worker, key, worker->horizons == horizons ? DEPTH_ALL : depth, alpha, beta,
                 sign * best, best_move);
    return sign * best;
}

/* Beyond the horizon only what would upset the judgement is played: whoever is to move may also
 * leave it as it is. */
static double visit_noisy(struct worker *worker, int ply, int plies, int turn, double alpha,
                          double beta)
{
    const struct tree_search *search = worker->search;
    const struct cop_game *game = search->game;
    struct frame *frame = frame_at(worker, ply);
    int sign = turn == search->root ? 1 : -1;
    double high = sign > 0 ? beta : -alpha, low = sign > 0 ? alpha : -beta;
    double best = sign * judge(worker, frame->state);
    int count;

    if (best >= high || plies == 0 || is_last_frame(worker, ply))
        return sign * best;
    count = search->config.judge.evaluator.noisy(game, frame->state, frame->moves);
    end_moves(frame, count);
    for (int i = 0; i < count && best < high; i++) {
        double value, from = fmax(low, best);
        int next;

        if (!step(worker, ply, frame->moves[i]))
            return 0;
        next = game->rules->turn(game, frame[1].state);
        if (next == COP_OVER)
            value = sign * end_value(worker, frame[1].state);
        else if (next == COP_CHANCE)
            value = sign * judge(worker, frame[1].state);
        else
            value = sign * visit_noisy(worker, ply + 1, plies - 1, next, sign > 0 ? from : -high,
                                       sign > 0 ? high : -from);
        if (worker->is_stopped)
            return 0;
        best = fmax(best, value);
    }
    return sign * best;
}

/* What an oracle knows ends the search here, if it is exact or outside the window. */
static bool is_known(const struct worker *worker, const void *state, double alpha, double beta,
                     double *value)
{
    struct cop_bounds bounds = known_bounds(worker->search, state);

    *value = bounds.low >= beta || bounds.low == bounds.high ? bounds.low : bounds.high;
    return bounds.low == bounds.high || bounds.low >= beta || bounds.high <= alpha;
}

double visit(struct worker *worker, int ply, int depth, double alpha, double beta)
{
    const struct tree_search *search = worker->search;
    const struct cop_evaluator *evaluator = &search->config.judge.evaluator;
    const void *state = frame_at(worker, ply)->state;
    int turn = search->game->rules->turn(search->game, state);
    double value;

    if (turn == COP_OVER)
        return end_value(worker, state);
    if (search->asks && is_known(worker, state, alpha, beta, &value))
        return value;
    if (turn == COP_CHANCE) {
        if ((depth <= 0 && evaluator->settles_chance) || depth < 0 || is_last_frame(worker, ply))
            return judge(worker, state);
        return visit_chance(worker, ply, depth, alpha, beta);
    }
    if (depth <= 0 && search->config.is_quiescent)
        return visit_noisy(worker, ply, QUIET_PLIES, turn, alpha, beta);
    if (depth <= 0 || is_last_frame(worker, ply))
        return judge(worker, state);
    return visit_player(worker, ply, depth, turn, alpha, beta);
}
