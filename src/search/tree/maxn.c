/* maxn.c - max^n: everybody maximises his own value (chance-and-multiplayer.md 2.10).
 *
 * Values are not unique: a player who does not care between two moves decides for others. By
 * default such ties fall out as badly as possible for the root player. What is left of ties goes to
 * the first move, so the order must not depend on what the table remembers. Where the evaluator
 * bounds the sum of all values, a player's node is left as soon as what the player has leaves too
 * little for the one who chose to come here (Korf's shallow pruning; deeper pruning would be
 * wrong). */
#include <math.h>
#include <string.h>

#include "search/tree/search.h"

static bool recall_values(struct worker *worker, uint64_t key, int depth, double *of_player)
{
    const struct tree_search *search = worker->search;
    struct knowledge known;

    if (!transpositions_find(&search->transpositions, key, &known))
        return false;
    if (known.depth[0] < depth)
        return false;
    if (known.depth[0] < DEPTH_ALL)
        worker->horizons++;
    memcpy(of_player, known.value, (size_t)search->game->players * sizeof *of_player);
    return true;
}

static void remember_values(struct worker *worker, uint64_t key, int depth, cop_move best,
                            const double *of_player)
{
    struct tree_search *search = worker->search;
    struct knowledge known = {.move = best, .depth = {depth, -1}};

    memcpy(known.value, of_player, (size_t)search->game->players * sizeof *of_player);
    transpositions_keep(&search->transpositions, key, &known);
}

static bool is_preferred(const struct tree_search *search, int player, const double *values,
                         const double *best)
{
    if (values[player] != best[player])
        return values[player] > best[player];
    return search->config.tie == TIE_WORST && player != search->root &&
           values[search->root] < best[search->root];
}

static void visit_outcomes(struct worker *worker, int ply, int depth, double *of_player)
{
    const struct tree_search *search = worker->search;
    const struct cop_game *game = search->game;
    struct frame *frame = frame_at(worker, ply);
    int count = game->rules->moves(game, frame->state, frame->moves);
    int below = search->config.counts_chance && depth > 0 ? depth - 1 : depth;

    game->rules->chances(game, frame->state, frame->chances);
    end_outcomes(frame, count);
    memset(of_player, 0, (size_t)game->players * sizeof *of_player);
    for (int i = 0; i < count; i++) {
        double values[COP_PLAYERS_MAX] = {0};

        if (!step(worker, ply, frame->moves[i]))
            return;
        visit_maxn(worker, ply + 1, depth_after_chance(worker, ply + 1, below), INFINITY, values);
        if (worker->is_stopped)
            return;
        for (int player = 0; player < game->players; player++)
            of_player[player] += frame->chances[i] * values[player];
    }
}

/* What all values together cannot exceed: those of judgements, noise and all, and those of ends. */
static double most_together(const struct tree_search *search)
{
    const struct cop_evaluator *evaluator = &search->config.judge.evaluator;
    int players = search->game->players;
    double judged = evaluator->sum_upper, ends;

    if (evaluator->sum_upper <= 0 && !evaluator->is_zero_sum)
        return INFINITY;
    if (evaluator->is_relative && !evaluator->is_zero_sum)
        return INFINITY; /* what is taken off one and clipped may leave more together */
    ends = players * evaluator->lower +
           (search->game->is_constant_sum ? 1 : players) * (evaluator->upper - evaluator->lower);
    judged += players * search->config.noise;
    return evaluator->rates_ends ? judged : fmax(judged, ends);
}

/* The most that the player of the next frame may get if this one is not to be worse off than with
 * `own`; the others get at least `lower`. A player who moves again is no rival. Sums that are equal
 * but for rounding are no reason to leave. */
static double most_left(const struct worker *worker, int ply, double own, int turn)
{
    const struct tree_search *search = worker->search;
    const struct cop_evaluator *evaluator = &search->config.judge.evaluator;

    if (!search->config.is_shallow ||
        search->game->rules->turn(search->game, worker->frames[ply + 1].state) == turn)
        return INFINITY;
    return most_together(search) - own - (search->game->players - 2) * evaluator->lower +
           1e-9 * (evaluator->upper - evaluator->lower);
}

static void visit_chooser(struct worker *worker, int ply, int depth, int turn, double most,
                          double *of_player)
{
    const struct tree_search *search = worker->search;
    struct frame *frame = frame_at(worker, ply);
    uint64_t key = search->config.has_table ? node_key(worker, frame->state) : 0;
    int64_t horizons = worker->horizons;
    cop_move best_move = COP_NO_MOVE;
    double values[COP_PLAYERS_MAX] = {0};
    bool is_left = false;
    int count;

    if (search->config.has_table && recall_values(worker, key, depth, of_player))
        return;
    count = list_moves(worker, ply, turn);
    rate_moves(worker, ply, turn, count, COP_NO_MOVE);
    for (int i = 0; i < count && !is_left; i++) {
        bring_forward(frame, i, count);
        if (!step(worker, ply, frame->moves[i]))
            return;
        visit_maxn(worker, ply + 1, depth - 1,
                   i > 0 ? most_left(worker, ply, of_player[turn], turn) : INFINITY, values);
        if (worker->is_stopped)
            return;
        if (i == 0 || is_preferred(search, turn, values, of_player)) {
            memcpy(of_player, values, sizeof values);
            best_move = frame->moves[i];
        }
        is_left = of_player[turn] > most;
    }
    if (search->config.has_table && !is_left)
        remember_values(worker, key, worker->horizons == horizons ? DEPTH_ALL : depth, best_move,
                        of_player);
}

/* `most` is what the player of this node may get before the one above it turns to another move. */
void visit_maxn(struct worker *worker, int ply, int depth, double most, double *of_player)
{
    const struct tree_search *search = worker->search;
    const struct cop_game *game = search->game;
    const void *state = frame_at(worker, ply)->state;
    int turn = game->rules->turn(game, state);

    if (turn == COP_OVER)
        end_values(worker, state, of_player);
    else if (is_last_frame(worker, ply) || depth < 0 ||
             (depth <= 0 && (turn >= 0 || search->config.judge.evaluator.settles_chance)))
        judge_all(worker, state, of_player);
    else if (turn == COP_CHANCE)
        visit_outcomes(worker, ply, depth, of_player);
    else
        visit_chooser(worker, ply, depth, turn, most, of_player);
}
