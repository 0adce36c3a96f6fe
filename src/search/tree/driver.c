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
    enum cop_value_kind kind;
};

/* Moves that were searched before `index` and are among the best `lines` come first, the best of
 * all in front: puts this one between them, behind those that are as good. */
static void rank_root(struct root *roots, int index, int lines)
{
    struct root moved = roots[index];
    int place = index < lines ? index : lines - 1;

    while (place > 0 && roots[place - 1].value < moved.value)
        place--;
    for (; index > place; index--)
        roots[index] = roots[index - 1];
    roots[place] = moved;
}

static void visit_root_child(struct worker *worker, int depth, int index, double alpha, double beta,
                             double *of_player)
{
    const struct tree_search *search = worker->search;

    if (search->config.family == FAMILY_MAXN)
        visit_maxn(worker, 1, depth - 1, INFINITY, of_player);
    else if (search->config.is_exact)
        of_player[search->root] = try_child(worker, 0, depth - 1, 1, true, -INFINITY, INFINITY);
    else
        of_player[search->root] = try_later(worker, 0, depth - 1, 1, index, alpha, beta);
}

/* A value that is not above the window is a bound, where moves are left out for it. */
static enum cop_value_kind kind_of(const struct tree_config *config, double value, double alpha)
{
    bool leaves_out =
        !config->is_exact && config->chance != CHANCE_FULL && config->family != FAMILY_MAXN;

    return leaves_out && value <= alpha ? COP_VALUE_AT_MOST : COP_VALUE_EXACT;
}

static void publish(struct tree_search *search, const struct root *root, const double *of_player)
{
    search->best = root->move;
    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        search->value[i] = of_player[i] + 0.0; /* not -0, which people see as such */
    search->candidates[root->number].value = search->value[search->root];
    search->candidates[root->number].kind = COP_VALUE_EXACT;
    search->best_is_complete = false;
}

/* No judgement reaches the value of a won or a lost game, and no deeper search could change it. */
static bool can_settle(const struct tree_search *search)
{
    const struct tree_config *config = &search->config;

    return config->selectivity <= 0 && !config->judge.evaluator.rates_ends &&
           config->family != FAMILY_MAXN && config->judge.evaluator.horizon == NULL;
}

/* What an unfinished depth says already: another best move, or that the game is won. What the best
 * move of the last depth is worth one ply deeper is not to be compared with what is known of the
 * other moves. */
static bool is_news(const struct tree_search *search, const struct root *root, double value)
{
    return !search->best_is_complete || root->move != search->best ||
           (can_settle(search) && value >= search->upper);
}

/* By the last completed depth. */
static bool is_chosen(const struct tree_search *search, cop_move move)
{
    return search->depth > 0 && move == search->chosen[search->depth % 2];
}

/* What the move that is searched next has to beat to be shown. */
static double worst_shown(const struct tree_search *search, const struct root *roots, int searched)
{
    int lines = search->config.lines;

    return searched >= lines ? roots[lines - 1].value : -INFINITY;
}

/* Moves that are left out are searched after all if the others lose for certain, so that a position
 * is called lost only if it is. */
static bool is_left_out(struct worker *worker, int index, double best)
{
    const struct tree_search *search = worker->search;

    if (index < width_of(&search->config, search->count) || best <= search->lower)
        return false;
    worker->horizons++;
    return true;
}

/* Searches all root moves; false if it was stopped or the value is outside the window. A move that
 * beats the last depth's best counts even if the depth is not completed. */
static bool search_root(struct worker *worker, struct root *roots, int depth, double alpha,
                        double beta, double *best)
{
    struct tree_search *search = worker->search;
    bool is_ranked = search->config.family != FAMILY_MAXN; /* there the order decides ties */
    double low = alpha;

    *best = -INFINITY;
    for (int i = 0; i < search->count && !is_left_out(worker, i, *best); i++) {
        double of_player[COP_PLAYERS_MAX] = {0};
        double shown = is_ranked ? worst_shown(search, roots, i) : *best;
        double value;

        if (!step(worker, 0, roots[i].move))
            return false;
        visit_root_child(worker, depth, i, fmax(alpha, shown), beta, of_player);
        if (worker->is_stopped)
            return false;
        value = roots[i].value = of_player[search->root];
        roots[i].kind = kind_of(&search->config, value, fmax(alpha, shown));
        if (worker->number == 0 && is_chosen(search, roots[i].move))
            search->has_fallen = value < fmin(search->levels[0], search->levels[1]);
        if (value > *best) {
            *best = value;
            memcpy(worker->found, of_player, sizeof of_player);
            if (worker->number == 0 && value > low && is_news(search, &roots[i], value))
                publish(search, &roots[i], of_player);
        }
        if (is_ranked && value > shown)
            rank_root(roots, i, search->config.lines);
        if (*best >= beta)
            return false;
    }
    return *best > low;
}

/* One depth, with a narrow window around the last value if that is wanted. (Several lines would not
 * fit into it.) */
static bool search_depth(struct worker *worker, struct root *roots, int depth)
{
    const struct tree_config *config = &worker->search->config;
    double half = config->aspiration, last = worker->last;

    set_bounds(worker, depth);
    if (half > 0 && !isnan(last) && config->family != FAMILY_MAXN && config->lines == 1) {
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
    double value = search->value[search->root];

    return search->is_complete ||
           (can_settle(search) && (value >= search->upper || value <= search->lower));
}

/* A forced move needs no search, unless its value is asked for to a depth. */
static bool is_forced(const struct tree_search *search)
{
    return search->count == 1 && search->depth_limit == 0;
}

/* What is expected after a root move, itself included, as far as the table knows it; it ends before
 * chance. Returns how many moves of `line` that is. */
static int follow_line(struct tree_search *search, cop_move move, cop_move line[COP_LINE_MAX])
{
    struct worker *worker = &search->workers[0];
    const struct cop_game *game = search->game;
    void *state = worker->scratch;
    int length = 0;

    memcpy(state, search->root_state, game->state_size);
    while (length < COP_LINE_MAX && move != COP_NO_MOVE) {
        struct knowledge known;
        int count = game->rules->moves(game, state, worker->scratch_moves);
        bool is_legal = false;

        for (int i = 0; i < count && !is_legal; i++)
            is_legal = worker->scratch_moves[i] == move;
        if (!is_legal)
            break;
        line[length++] = move;
        game->rules->play(game, state, move);
        if (search->config.family == FAMILY_REPLY || search->config.family == FAMILY_REPLY_PLUS ||
            game->rules->turn(game, state) < 0 ||
            !transpositions_find(&search->transpositions, node_key(worker, state), &known))
            break;
        move = known.move;
    }
    return length;
}

/* The first of the best: where moves are not ranked it is not the first of all. */
static const struct root *best_root(const struct root *roots, double best)
{
    while (roots->value < best)
        roots++;
    return roots;
}

/* A depth is completed: what it found of every move, and the lines while the table still has them.
 */
static void publish_depth(struct worker *worker, const struct root *roots, int depth)
{
    struct tree_search *search = worker->search;

    publish(search, best_root(roots, worker->last), worker->found);
    for (int i = 0; i < search->count; i++) {
        struct cop_candidate *candidate = &search->candidates[roots[i].number];

        candidate->value = roots[i].value + 0.0;
        candidate->kind = roots[i].kind;
        candidate->line_length = 0;
        if (search->lines == NULL || i >= search->config.lines)
            continue;
        candidate->line = search->lines + (ptrdiff_t)i * COP_LINE_MAX;
        candidate->line_length =
            follow_line(search, roots[i].move, search->lines + (ptrdiff_t)i * COP_LINE_MAX);
    }
    search->best_is_complete = true;
    search->has_fallen = false;
    search->depth = depth;
    search->levels[depth % 2] = search->value[search->root];
    search->chosen[depth % 2] = search->best;
}

static int last_depth(const struct tree_search *search)
{
    int limit = search->game->has_chance ? DEPTH_MAX / 2 : DEPTH_MAX; /* an outcome has a frame */

    return search->depth_limit > 0 && search->depth_limit < limit ? search->depth_limit : limit;
}

/* Where a run goes on beyond its limit, the depth that it was in begins again: the table has what
 * was found of it. */
static void deepen(struct worker *worker, struct root *roots)
{
    struct tree_search *search = worker->search;
    int limit = last_depth(search);

    for (int depth = search->config.is_deepening ? worker->depth + 1 : limit; depth <= limit;
         depth++) {
        int64_t horizons = worker->horizons;
        double last = worker->last;
        bool is_done = search_depth(worker, roots, depth);

        if (worker->is_stopped) {
            worker->last = last;
            break;
        }
        worker->depth = depth;
        if (!is_done || worker->number != 0)
            continue;
        publish_depth(worker, roots, depth);
        search->is_complete = worker->horizons == horizons;
        if (is_settled(search) || is_forced(search) || is_enough(search))
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

/* Until the first thread has seen the end of a move, the one that the ordering has in front is the
 * best: others may have used up the limit before it came to anything. */
static void list_roots(struct worker *worker)
{
    struct tree_search *search = worker->search;
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
    if (worker->number == 0)
        search->best = roots[0].move;
    worker->has_begun = true;
}

static void work(void *context, int number)
{
    struct tree_search *search = context;
    struct worker *worker = &search->workers[number];

    if (!worker->has_begun)
        list_roots(worker);
    deepen(worker, worker->roots);
    if (number == 0 && !worker->is_stopped)
        cop_run_finish(&search->run, COP_RUN_KNOWN);
}

/* Nothing was looked at: what the position is worth as it stands. */
static void set_levels(struct tree_search *search)
{
    const struct cop_judge *judge = &search->config.judge;
    double values[COP_PLAYERS_MAX];

    search->levels[0] = search->levels[1] = NAN;
    if (judge->evaluator.chance_depth == 0 || search->game->players != 2)
        return;
    judge->evaluator.evaluate(search->game, judge->prepared, search->root_state, values);
    search->levels[0] = values[search->root] - search->one_bias;
    if (!judge->evaluator.is_zero_sum)
        search->levels[0] -= values[1 - search->root];
}

/* Before the threads begin, and before they go on. */
static bool run_workers(struct tree_search *search, struct cop_error *error)
{
    for (int i = 0; i < search->threads; i++) {
        cop_pace_begin(&search->workers[i].pace, i == 0, 1);
        search->workers[i].is_stopped = false;
    }
    return cop_run_threads(&search->run, search->threads, work, search, error);
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
    search->is_complete = search->best_is_complete = false;
    search->has_fallen = search->is_spared = false;
    search->tenths = 0;
    for (int i = 0; i < search->count; i++)
        search->candidates[i] =
            (struct cop_candidate){.move = frame->moves[i], .low = -INFINITY, .high = INFINITY};
    search->best = frame->moves[0];
    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        search->value[i] = NAN;
    set_range(search);
    set_bias(search);
    set_levels(search);
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
        atomic_store(&worker->cuts, 0);
        atomic_store(&worker->cut_moves, 0);
        worker->last = NAN;
        worker->has_begun = false;
        worker->depth = 0;
    }
    roots = calloc((size_t)search->threads * (size_t)search->count, sizeof *roots);
    if (roots == NULL)
        return cop_fail(error, "the system has no memory for the moves of %d threads; use fewer",
                        search->threads);
    for (int i = 0; i < search->threads; i++)
        search->workers[i].roots = roots + (size_t)i * (size_t)search->count;
    do
        is_done = run_workers(search, error);
    while (is_done && goes_on(search));
    free(roots);
    return is_done;
}

/* Against several opponents only a win is certain: they need not play together, nor take turns as
 * best-reply search has it. */
static enum cop_proof proof_of(const struct tree_search *search, double value,
                               enum cop_value_kind kind)
{
    const struct tree_config *config = &search->config;
    bool is_sure = search->game->players <= 2 || config->family == FAMILY_MAXN;
    bool has_result = !config->judge.evaluator.rates_ends;

    if (kind == COP_VALUE_NONE || (!is_sure && config->family != FAMILY_PARANOID) ||
        !(search->is_complete || can_settle(search)))
        return COP_UNPROVEN;
    if (has_result && value >= search->upper && kind == COP_VALUE_EXACT)
        return COP_PROVEN_WIN;
    if (is_sure && has_result && value <= search->lower)
        return COP_PROVEN_LOSS;
    return is_sure && search->is_complete && kind == COP_VALUE_EXACT ? COP_PROVEN_EXACT
                                                                     : COP_UNPROVEN;
}

/* Of the moves, and of the position, which is worth what its best move is. */
static void report_proofs(struct tree_search *search, struct cop_report *report)
{
    for (int i = 0; i < search->count; i++) {
        struct cop_candidate *candidate = &search->candidates[i];
        bool is_proven;

        candidate->proof = proof_of(search, candidate->value, candidate->kind);
        is_proven = candidate->proof != COP_UNPROVEN;
        candidate->low = is_proven ? candidate->value : -INFINITY;
        candidate->high = is_proven ? candidate->value : INFINITY;
        if (candidate->move == search->best)
            report->proof = candidate->proof;
    }
}

/* What has to be added to a value of this depth before a chance that was fitted to depths of the
 * other kind can be read from it: as much as the position looks better or worse there. `level` is
 * what it is worth at the value's own depth. */
static double sway_of(const struct tree_search *search, int depth, double level)
{
    int fitted = search->config.judge.evaluator.chance_depth;
    double other = search->levels[fitted % 2];

    return fitted == 0 || depth % 2 == fitted % 2 || isnan(other) ? 0 : other - level;
}

/* An unfinished depth has found the best move, and nothing of the others yet. */
static void report_sways(struct tree_search *search, struct cop_report *report)
{
    double own = search->value[search->root], last = search->levels[search->depth % 2];

    for (int i = 0; i < search->count; i++)
        search->candidates[i].sway = sway_of(search, search->depth, last);
    report->scale.sway = search->best_is_complete ? sway_of(search, search->depth, last)
                                                  : sway_of(search, search->depth + 1, own);
    for (int i = 0; i < search->count && !search->best_is_complete; i++)
        if (search->candidates[i].move == search->best)
            search->candidates[i].sway = report->scale.sway;
}

/* What a fit says holds for two players; values of a horizon of their own are not the evaluator's.
 */
static struct cop_scale scale_of(const struct tree_search *search)
{
    const struct cop_evaluator *evaluator = &search->config.judge.evaluator;
    struct cop_scale scale = {.origin = search->config.family == FAMILY_MAXN
                                            ? search->bias[search->root]
                                            : search->one_bias,
                              .rates_ends = evaluator->rates_ends,
                              .unit = evaluator->unit,
                              .point = evaluator->point};

    if (search->game->players == 2 && evaluator->chance.version == evaluator->version)
        scale.chance = evaluator->chance;
    return scale;
}

/* The best move's line is that of the depth its value is of. */
static void report_line(struct tree_search *search, struct cop_report *report)
{
    for (int i = 0; i < search->count && search->best_is_complete; i++) {
        const struct cop_candidate *candidate = &search->candidates[i];

        if (candidate->move != search->best || candidate->line_length == 0)
            continue;
        report->line_length = candidate->line_length;
        memcpy(report->line, candidate->line,
               (size_t)candidate->line_length * sizeof *report->line);
        return;
    }
    report->line_length = follow_line(search, search->best, report->line);
}

void make_tree_report(struct tree_search *search, struct cop_report *report)
{
    *report = (struct cop_report){.best = search->best,
                                  .player = search->root,
                                  .scale = scale_of(search),
                                  .stopped_early =
                                      is_settled(search) || is_forced(search) || search->is_spared,
                                  .depth = search->depth,
                                  .lower = search->lower,
                                  .upper = search->upper,
                                  .candidate_count = search->count,
                                  .candidates = search->candidates};
    for (int i = 0; i < search->threads; i++) {
        struct worker *worker = &search->workers[i];

        report->nodes += atomic_load_explicit(&worker->nodes, memory_order_relaxed);
        report->cuts += atomic_load_explicit(&worker->cuts, memory_order_relaxed);
        report->cut_moves += atomic_load_explicit(&worker->cut_moves, memory_order_relaxed);
    }
    report_sways(search, report);
    report_proofs(search, report);
    memcpy(report->value, search->value, sizeof report->value);
    for (int i = 0; i < search->game->players; i++)
        if (search->config.family != FAMILY_MAXN && i != search->root)
            report->value[i] = search->game->players == 2 ? -search->value[search->root] : NAN;
    report_line(search, report);
}

void show_tree_progress(void *context)
{
    struct tree_search *search = context;
    struct cop_report report;

    make_tree_report(search, &report);
    report.seconds = cop_run_seconds(&search->run);
    search->watch->progress(search->watch->context, &report);
}
