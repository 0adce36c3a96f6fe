/* driver.c - deeper and deeper, until a limit is reached or nothing is left to find out.
 *
 * The first thread's word counts. The others search the same position with the same table, every
 * second one with the later moves of each node from the other end (order.c), and leave there what
 * the first will need. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search/tree/search.h"

enum { DEPTH_MAX = FRAMES - 4 };

/* The root's moves in the order in which they are searched, with what is known of them. */
struct root {
    cop_move move;
    int number; /* in the order of moves() */
    double value;
};

static void rank_root(struct root *roots, int index)
{
    struct root moved = roots[index];

    for (; index > 0; index--)
        roots[index] = roots[index - 1];
    roots[0] = moved;
}

static void visit_root_child(struct worker *worker, int depth, bool is_first, double alpha,
                             double beta, double *of_player)
{
    const struct tree_search *search = worker->search;

    if (search->config.family == FAMILY_MAXN)
        visit_maxn(worker, 1, depth - 1, INFINITY, of_player);
    else if (search->config.is_exact)
        of_player[search->root] = try_child(worker, 0, depth - 1, 1, true, -INFINITY, INFINITY);
    else
        of_player[search->root] = try_child(worker, 0, depth - 1, 1, is_first, alpha, beta);
}

/* A value that is not above the best so far is a bound, where moves are left out for it. */
static void note_value(struct tree_search *search, int number, double value, bool is_below)
{
    search->candidates[number].value = value;
    search->candidates[number].is_bound = is_below && !search->config.is_exact &&
                                          search->config.chance != CHANCE_FULL &&
                                          search->config.family != FAMILY_MAXN;
}

static void publish(struct tree_search *search, const struct root *root, const double *of_player)
{
    search->best = root->move;
    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        search->value[i] = of_player[i] + 0.0; /* not -0, which people see as such */
}

/* Searches all root moves; false if it was stopped or the value is outside the window. A move that
 * beats the last depth's best counts even if the depth is not completed. */
static bool search_root(struct worker *worker, struct root *roots, int depth, double alpha,
                        double beta, double *best)
{
    struct tree_search *search = worker->search;
    double low = alpha;

    *best = -INFINITY;
    for (int i = 0; i < search->count; i++) {
        double of_player[COP_PLAYERS_MAX] = {0};
        double value;

        if (!step(worker, 0, roots[i].move))
            return false;
        visit_root_child(worker, depth, i == 0, fmax(alpha, *best), beta, of_player);
        if (worker->is_stopped)
            return false;
        value = roots[i].value = of_player[search->root];
        if (worker->number == 0)
            note_value(search, roots[i].number, value, value <= fmax(alpha, *best));
        if (value > *best) {
            *best = value;
            if (worker->number == 0 && value > low)
                publish(search, &roots[i], of_player);
            if (search->config.family != FAMILY_MAXN) /* there the order decides ties */
                rank_root(roots, i);
        }
        if (*best >= beta)
            return false;
    }
    return *best > low;
}

/* One depth, with a narrow window around the last value if that is wanted. */
static bool search_depth(struct worker *worker, struct root *roots, int depth)
{
    const struct tree_config *config = &worker->search->config;
    double half = config->aspiration, last = worker->last;

    set_bounds(worker, depth);
    if (half > 0 && !isnan(last) && config->family != FAMILY_MAXN) {
        if (search_root(worker, roots, depth, last - half, last + half, &worker->last))
            return true;
        if (worker->is_stopped)
            return false;
    }
    return search_root(worker, roots, depth, -INFINITY, INFINITY, &worker->last);
}

/* A win or a loss is one at every depth, where judgements stay away from both. */
static bool is_settled(const struct tree_search *search)
{
    const struct tree_config *config = &search->config;
    double value = search->value[search->root];

    if (search->is_complete)
        return true;
    return config->selectivity <= 0 && !config->judge.evaluator.rates_ends &&
           config->family != FAMILY_MAXN && config->judge.evaluator.horizon == NULL &&
           (value >= search->upper || value <= search->lower);
}

/* A forced move needs no search, unless its value is asked for to a depth. */
static bool is_forced(const struct tree_search *search)
{
    return search->count == 1 && search->depth_limit == 0;
}

static void deepen(struct worker *worker, struct root *roots)
{
    struct tree_search *search = worker->search;
    bool is_first = worker->number == 0;
    int limit = search->game->has_chance ? DEPTH_MAX / 2 : DEPTH_MAX; /* an outcome has a frame */

    if (search->depth_limit > 0 && search->depth_limit < limit)
        limit = search->depth_limit;
    for (int depth = search->config.is_deepening ? 1 : limit; depth <= limit && !worker->is_stopped;
         depth++) {
        int64_t horizons = worker->horizons;
        bool is_done = search_depth(worker, roots, depth);

        if (!is_done || !is_first)
            continue;
        search->depth = depth;
        search->is_complete = worker->horizons == horizons;
        if (is_settled(search) || is_forced(search))
            break;
    }
}

/* By the game's ordering; later depths put what they found best in front. */
static void sort_roots(struct root *roots, int count, const float *ratings)
{
    for (int i = 1; i < count; i++) {
        struct root moved = roots[i];
        int at = i;

        for (; at > 0 && ratings[roots[at - 1].number] < ratings[moved.number]; at--)
            roots[at] = roots[at - 1];
        roots[at] = moved;
    }
}

static void turn_tail(struct root *roots, int count)
{
    for (int i = 1, j = count - 1; i < j; i++, j--) {
        struct root moved = roots[i];

        roots[i] = roots[j];
        roots[j] = moved;
    }
}

static void work(void *context, int number)
{
    struct tree_search *search = context;
    struct worker *worker = &search->workers[number];
    struct root *roots = worker->roots;
    struct frame *frame = frame_at(worker, 0);
    int count;

    memcpy(frame->state, search->root_state, search->game->state_size);
    count = list_moves(worker, 0, search->root);
    for (int i = 0; i < count; i++)
        roots[i] = (struct root){.move = frame->moves[i], .number = i};
    if (search->config.ordering != NULL)
        sort_roots(roots, count, frame->ratings);
    if (is_helper(worker))
        turn_tail(roots, count);
    deepen(worker, roots);
    if (number == 0)
        cop_run_finish(&search->run, COP_RUN_KNOWN);
}

bool run_search(struct tree_search *search, struct cop_error *error)
{
    const struct cop_game *game = search->game;
    struct frame *frame = frame_at(&search->workers[0], 0);
    struct root *roots;
    bool is_done;

    search->root = game->rules->turn(game, search->root_state);
    search->count = game->rules->moves(game, search->root_state, frame->moves);
    search->depth = 0;
    search->is_complete = false;
    for (int i = 0; i < search->count; i++)
        search->candidates[i] =
            (struct cop_candidate){.move = frame->moves[i], .low = -INFINITY, .high = INFINITY};
    search->best = frame->moves[0];
    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        search->value[i] = NAN;
    set_range(search);
    set_bias(search);
    /* What was found for another player, or from another root, has other values. */
    search->salt = cop_mix((uint64_t)search->root + 1);
    if (search->config.judge.evaluator.is_relative ||
        search->config.judge.evaluator.horizon != NULL)
        search->salt ^= cop_mix(game->rules->key(game, search->root_state));
    transpositions_age(&search->transpositions);
    for (int i = 0; i < search->threads; i++) {
        struct worker *worker = &search->workers[i];

        worker->leaves = worker->horizons = 0;
        atomic_store(&worker->nodes, 0);
        cop_pace_begin(&worker->pace, i == 0, 1);
        worker->last = NAN;
        worker->is_stopped = false;
    }
    roots = calloc((size_t)search->threads * (size_t)search->count, sizeof *roots);
    if (roots == NULL)
        return cop_fail(error, "the system has no memory for the moves of %d threads; use fewer",
                        search->threads);
    for (int i = 0; i < search->threads; i++)
        search->workers[i].roots = roots + (size_t)i * (size_t)search->count;
    is_done = cop_run_threads(&search->run, search->threads, work, search, error);
    free(roots);
    return is_done;
}

/* The expected line, as far as the table knows it; it ends before chance. */
static void follow_line(struct tree_search *search, struct cop_report *report)
{
    struct worker *worker = &search->workers[0];
    const struct cop_game *game = search->game;
    void *state = worker->scratch;
    cop_move move = search->best;

    memcpy(state, search->root_state, game->state_size);
    while (report->line_length < COP_LINE_MAX && move != COP_NO_MOVE) {
        struct knowledge known;
        int count = game->rules->moves(game, state, worker->scratch_moves);
        bool is_legal = false;

        for (int i = 0; i < count && !is_legal; i++)
            is_legal = worker->scratch_moves[i] == move;
        if (!is_legal)
            break;
        report->line[report->line_length++] = move;
        game->rules->play(game, state, move);
        if (search->config.family == FAMILY_REPLY || search->config.family == FAMILY_REPLY_PLUS ||
            game->rules->turn(game, state) < 0 ||
            !transpositions_find(&search->transpositions, node_key(worker, state), &known))
            break;
        move = known.move;
    }
}

/* Against several opponents only a win is certain: they need not play together, nor take turns as
 * best-reply search has it. */
static enum cop_proof proof_of(const struct tree_search *search)
{
    const struct tree_config *config = &search->config;
    double value = search->value[search->root];
    bool is_sure = search->game->players <= 2 || config->family == FAMILY_MAXN;

    if (!is_settled(search) || (!is_sure && config->family != FAMILY_PARANOID))
        return COP_UNPROVEN;
    if (!config->judge.evaluator.rates_ends && value >= search->upper)
        return COP_PROVEN_WIN;
    if (!is_sure)
        return COP_UNPROVEN;
    if (!config->judge.evaluator.rates_ends && value <= search->lower)
        return COP_PROVEN_LOSS;
    return COP_PROVEN_EXACT;
}

void make_tree_report(struct tree_search *search, struct cop_report *report)
{
    int64_t nodes = 0;

    *report = (struct cop_report){.best = search->best,
                                  .proof = proof_of(search),
                                  .stopped_early = is_settled(search) || is_forced(search),
                                  .depth = search->depth,
                                  .lower = search->lower,
                                  .upper = search->upper,
                                  .candidate_count = search->count,
                                  .candidates = search->candidates};
    for (int i = 0; i < search->threads; i++)
        nodes += atomic_load_explicit(&search->workers[i].nodes, memory_order_relaxed);
    report->nodes = nodes;
    memcpy(report->value, search->value, sizeof report->value);
    for (int i = 0; i < search->game->players; i++)
        if (search->config.family != FAMILY_MAXN && i != search->root)
            report->value[i] = search->game->players == 2 ? -search->value[search->root] : NAN;
    follow_line(search, report);
}

void show_tree_progress(void *context)
{
    struct tree_search *search = context;
    struct cop_report report;

    make_tree_report(search, &report);
    report.seconds = cop_run_seconds(&search->run);
    search->watch->progress(search->watch->context, &report);
}
