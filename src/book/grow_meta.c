/* grow_meta.c - books that grow as tree searches do: Meta-UCT, Meta-MCTS, and what one long search
 * leaves behind (amazons-endgame-and-books.md 2.24 to 2.26).
 *
 * Positions that are being judged are closed to others, so several judgements can be under way;
 * those below a position count as visits when it is asked how much was explored there. */
#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/logarithm.h"
#include "book/grow_private.h"

/* ---- Scores ---- */

static double exploration(double c, int64_t parent_visits, int64_t visits)
{
    return c * sqrt(cop_ln((uint64_t)(parent_visits > 0 ? parent_visits : 1)) / (double)visits);
}

double cop_meta_uct_score(double sum, int64_t visits, double early, double k, double a,
                          int64_t parent_visits)
{
    if (visits == 0)
        return early;
    return (sum + k * early) / ((double)visits + k) + exploration(a, parent_visits, visits);
}

double cop_meta_mcts_score(double sum, int64_t visits, double early, double c,
                           int64_t parent_visits)
{
    if (visits == 0)
        return early;
    return sum / (double)visits + exploration(c, parent_visits, visits);
}

typedef double score_child(const struct cop_growth *growth, int parent, int child);

/* A judgement under way counts as a visit that comes to what is known already. */
static double with_pending(const struct cop_book_node *node)
{
    return node->visits > 0
               ? node->sum * (double)(node->visits + node->pending) / (double)node->visits
               : 0;
}

static double score_meta_uct(const struct cop_growth *growth, int parent, int child)
{
    const struct cop_book_node *from = &growth->book->nodes[parent];
    const struct cop_book_node *node = &growth->book->nodes[child];
    int64_t visits = node->visits > 0 ? node->visits + node->pending : 0;

    return cop_meta_uct_score(growth_for(growth, parent, with_pending(node)), visits,
                              growth_for(growth, parent, node->early), growth->k, growth->a,
                              from->visits + from->pending);
}

static double score_meta_mcts(const struct cop_growth *growth, int parent, int child)
{
    const struct cop_book_node *from = &growth->book->nodes[parent];
    const struct cop_book_node *node = &growth->book->nodes[child];
    int64_t visits = node->visits > 0 ? node->visits + node->pending : 0;

    return cop_meta_mcts_score(growth_for(growth, parent, with_pending(node)), visits,
                               growth_for(growth, parent, node->early), growth->c,
                               from->visits + from->pending);
}

/* ---- The way down ---- */

/* The kind's word at a node: does the way end here? Otherwise the node has its children. */
typedef bool ends_here(struct cop_growth *growth, int node);

/* Goes down by the best scores, round what is being judged; false: all of it is. */
static bool descend(struct cop_growth *growth, struct cop_book_task *task, int node,
                    ends_here *ends, score_child *score)
{
    int count, length = task->path_length;
    bool *is_tried;

    growth_push(task, node);
    if (ends(growth, node)) {
        if (!growth->book->nodes[node].is_busy)
            return true;
        task->path_length = length;
        return false;
    }
    count = growth->book->nodes[node].edge_count;
    is_tried = cop_allocate((size_t)count * sizeof *is_tried);
    for (int tried = 0; tried < count; tried++) {
        const struct cop_book_node *at = &growth->book->nodes[node];
        double best_score = -INFINITY;
        int best = -1;

        for (int i = 0; i < count; i++) {
            double its = is_tried[i] ? -INFINITY : score(growth, node, at->edges[i].child);

            if (!is_tried[i] && (best < 0 || its > best_score)) {
                best = i;
                best_score = its;
            }
        }
        is_tried[best] = true;
        if (descend(growth, task, at->edges[best].child, ends, score)) {
            free(is_tried);
            return true;
        }
    }
    free(is_tried);
    task->path_length = length;
    return false;
}

static int end_of(const struct cop_book_task *task)
{
    return task->path[task->path_length - 1];
}

static enum cop_growth_next select_by(struct cop_growth *growth, struct cop_book_task *task,
                                      ends_here *ends, score_child *score)
{
    int node;

    if (!descend(growth, task, 0, ends, score))
        return COP_GROWTH_WAIT;
    node = end_of(task);
    growth_add_job(growth, task, -1, COP_NO_MOVE, cop_book_state(growth->book, node),
                   growth->book->nodes[node].depth);
    return COP_GROWTH_TASK;
}

/* ---- Meta-UCT ---- */

/* A position that only a look has judged so far. */
static bool is_open(const struct cop_growth *growth, int node)
{
    return !growth->book->nodes[node].is_permanent;
}

static int open_children(const struct cop_growth *growth, int node)
{
    const struct cop_book_node *at = &growth->book->nodes[node];
    int count = 0;

    for (int i = 0; i < at->edge_count; i++)
        count += is_open(growth, at->edges[i].child);
    return count;
}

static void look_at_child(struct cop_growth *growth, int child, double value)
{
    struct cop_book_node *node = &growth->book->nodes[child];

    if (isnan(node->early)) {
        node->early = value;
        node->is_changed = true;
    }
}

/* Adds the next best moves until one is open, so that there is always a move to try that nobody has
 * tried. A position that other moves have led to may be permanent already. */
static void add_open_child(struct cop_growth *growth, int node)
{
    struct cop_book *book = growth->book;
    cop_move move;

    while (open_children(growth, node) == 0 &&
           (move = growth_next_move(growth, node)) != COP_NO_MOVE) {
        int child = cop_book_join(book, node, move);

        if (isnan(book->nodes[child].early))
            look_at_child(growth, child,
                          cop_look_value(&growth->look, cop_book_state(book, child),
                                         book->nodes[child].depth));
    }
}

/* A leaf that was judged gets its best move, which is then the leaf. */
static bool meta_uct_ends(struct cop_growth *growth, int node)
{
    const struct cop_book_node *at = &growth->book->nodes[node];

    if (at->turn < 0 || !at->is_permanent)
        return true;
    if (at->edge_count == 0)
        add_open_child(growth, node);
    return false;
}

static void meta_uct_begin(struct cop_growth *growth)
{
    growth->book->nodes[0].is_permanent = true;
}

static enum cop_growth_next meta_uct_select(struct cop_growth *growth, struct cop_book_task *task)
{
    return select_by(growth, task, meta_uct_ends, score_meta_uct);
}

static void meta_uct_apply(struct cop_growth *growth, struct cop_book_task *task)
{
    int node = end_of(task);

    growth_visit_path(growth, task, task->jobs[0].value);
    growth->book->nodes[node].is_permanent = true;
    for (int i = 0; i < growth->book->nodes[node].parent_count; i++)
        add_open_child(growth, growth->book->nodes[node].parents[i]);
}

static bool meta_uct_is_sound(struct cop_growth *growth, struct cop_error *error)
{
    const struct cop_book *book = growth->book;

    for (int i = 0; i < book->count; i++) {
        int open = open_children(growth, i);
        bool has_more = open == 0 && book->nodes[i].edge_count > 0 &&
                        growth_next_move(growth, i) != COP_NO_MOVE;

        if (open > 1 || has_more)
            return cop_fail(error,
                            "position %d has %d moves that were only looked at, and must "
                            "have one",
                            i, open);
        if (book->nodes[i].is_permanent != (i == 0 || book->nodes[i].visits > 0))
            return cop_fail(error, "position %d has %lld visits and is %spermanent", i,
                            (long long)book->nodes[i].visits,
                            book->nodes[i].is_permanent ? "" : "not ");
    }
    return true;
}

const struct growth_ways growth_meta_uct = {.begin = meta_uct_begin,
                                            .select = meta_uct_select,
                                            .apply = meta_uct_apply,
                                            .is_sound = meta_uct_is_sound};

/* ---- Meta-MCTS ---- */

/* Rewards of won and lost games are within these bounds, and so must be what is compared to them.
 */
static double on_rewards_scale(const struct cop_growth *growth, double value)
{
    double most = growth->reward;

    return growth->plies == 0 ? fmax(-most, fmin(most, value)) : value;
}

/* All moves that static pruning keeps. */
static void expand(struct cop_growth *growth, int node)
{
    struct cop_book *book = growth->book;
    int player = book->nodes[node].turn, kept = 0;
    double best = NAN;
    cop_move move;

    while (kept < growth->most && (move = growth_next_move(growth, node)) != COP_NO_MOVE) {
        const struct cop_book_node *at = &book->nodes[node];
        double value = at->ranked[at->ranked_next].value;

        if (kept == 0)
            best = value;
        if (value < best - growth->within)
            return;
        look_at_child(growth, cop_book_join(book, node, move),
                      on_rewards_scale(growth, cop_book_for(player, value)));
        kept++;
    }
}

static bool meta_mcts_ends(struct cop_growth *growth, int node)
{
    const struct cop_book_node *at = &growth->book->nodes[node];

    if (at->turn < 0 || at->visits == 0)
        return true;
    if (at->edge_count == 0)
        expand(growth, node);
    return false;
}

static enum cop_growth_next meta_mcts_select(struct cop_growth *growth, struct cop_book_task *task)
{
    return select_by(growth, task, meta_mcts_ends, score_meta_mcts);
}

static void meta_mcts_apply(struct cop_growth *growth, struct cop_book_task *task)
{
    growth_visit_path(growth, task, task->jobs[0].value);
    growth->book->nodes[end_of(task)].is_permanent = true;
}

static bool meta_mcts_is_sound(struct cop_growth *growth, struct cop_error *error)
{
    const struct cop_book *book = growth->book;

    for (int i = 0; i < book->count; i++) {
        const struct cop_book_node *node = &book->nodes[i];
        int64_t below = 0;
        bool is_shared = node->turn < 0;

        for (int k = 0; k < node->edge_count; k++) {
            const struct cop_book_node *child = &book->nodes[node->edges[k].child];

            below += child->visits;
            is_shared = is_shared || child->parent_count > 1;
        }
        if (node->edge_count > growth->most)
            return cop_fail(error, "position %d has %d moves, and at most %d are kept", i,
                            node->edge_count, growth->most);
        if (!is_shared && node->visits > 0 && node->visits != 1 + below)
            return cop_fail(error, "position %d has %lld visits, its moves %lld", i,
                            (long long)node->visits, (long long)below);
    }
    return true;
}

const struct growth_ways growth_meta_mcts = {
    .select = meta_mcts_select, .apply = meta_mcts_apply, .is_sound = meta_mcts_is_sound};

/* ---- One long search ----
 *
 * A search keeps its tree to itself and tells only how often it tried each move. So every part of
 * the tree is searched on its own, with as many simulations as went there, and what was tried less
 * than `least` times is left out. */

static void uct_begin(struct cop_growth *growth)
{
    struct cop_book_node *root = &growth->book->nodes[0];

    if (root->visits == 0) {
        root->visits = growth->sims;
        root->sum = NAN;
        root->is_changed = true;
    }
}

static enum cop_growth_next uct_select(struct cop_growth *growth, struct cop_book_task *task)
{
    const struct cop_book *book = growth->book;
    bool is_any_busy = false;
    int best = -1;

    for (int i = 0; i < book->count; i++) {
        const struct cop_book_node *node = &book->nodes[i];

        is_any_busy = is_any_busy || node->is_busy;
        if (!node->is_permanent && !node->is_busy && node->visits >= growth->least &&
            (best < 0 || node->visits > book->nodes[best].visits))
            best = i;
    }
    if (best < 0)
        return is_any_busy ? COP_GROWTH_WAIT : COP_GROWTH_NOTHING;
    growth_push(task, best);
    growth_add_job(growth, task, -1, COP_NO_MOVE, cop_book_state(book, best),
                   book->nodes[best].depth)
        ->sims = book->nodes[best].visits;
    return COP_GROWTH_TASK;
}

static void take_survey(struct cop_growth *growth, int node, const struct cop_book_job *job)
{
    struct cop_book *book = growth->book;

    for (int i = 0; i < job->found_count; i++) {
        const struct cop_book_found *found = &job->found[i];
        struct cop_book_node *child;
        int id;

        if (found->visits < growth->least)
            continue;
        id = cop_book_join(book, node, found->move);
        child = &book->nodes[id];
        child->visits += found->visits;
        child->sum += found->value * (double)found->visits;
        child->is_changed = true;
    }
}

static void uct_apply(struct cop_growth *growth, struct cop_book_task *task)
{
    int node = end_of(task);
    struct cop_book_node *at = &growth->book->nodes[node];

    at->is_permanent = at->is_changed = true;
    if (isnan(at->sum))
        at->sum = task->jobs[0].value * (double)at->visits;
    take_survey(growth, node, &task->jobs[0]);
}

static bool uct_is_sound(struct cop_growth *growth, struct cop_error *error)
{
    for (int i = 0; i < growth->book->count; i++)
        if (growth->book->nodes[i].visits < growth->least)
            return cop_fail(error, "position %d has %lld visits, and those below %lld are left out",
                            i, (long long)growth->book->nodes[i].visits, (long long)growth->least);
    return true;
}

const struct growth_ways growth_uct = {
    .begin = uct_begin, .select = uct_select, .apply = uct_apply, .is_sound = uct_is_sound};
