/* grow_minimax.c - books of minimax values: best-first, drop-out, and with penalties for depth and
 * width (amazons-endgame-and-books.md 2.21 to 2.23).
 *
 * All three choose a leaf, give it its two best moves, and see to it that every position that has
 * moves in the book has one more that is a leaf: the *deviation* which keeps growth from following
 * one line for ever. They differ in how the leaf is chosen.
 *
 * Values are backed up to all positions that lead to a change, not only along the path, so that
 * each is the minimax over its moves whichever way one came. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "book/grow_private.h"

/* ---- Backing up ---- */

/* A leaf that can grow. */
static bool is_open_leaf(const struct cop_book_node *node)
{
    return node->edge_count == 0 && node->turn >= 0;
}

static bool has_open_leaf(const struct cop_growth *growth, int node)
{
    const struct cop_book_node *at = &growth->book->nodes[node];

    for (int i = 0; i < at->edge_count; i++)
        if (is_open_leaf(&growth->book->nodes[at->edges[i].child]))
            return true;
    return false;
}

/* What a move of `node` loses against the best one, for the player to move. */
static double loss_of(const struct cop_growth *growth, int node, int child)
{
    return growth_for(growth, node, growth->book->nodes[node].value) -
           growth_for(growth, node, growth->book->nodes[child].value);
}

static double priority_of(const struct cop_growth *growth, int node)
{
    const struct cop_book_node *at = &growth->book->nodes[node];
    double least = INFINITY;

    for (int i = 0; i < at->edge_count; i++) {
        const struct cop_book_node *child = &growth->book->nodes[at->edges[i].child];
        double loss = loss_of(growth, node, at->edges[i].child);

        if (!child->is_closed)
            least = fmin(least, child->priority + (loss > 0 ? growth->alpha * loss : 0));
    }
    return 1 + least;
}

static bool are_all_closed(const struct cop_growth *growth, int node)
{
    const struct cop_book_node *at = &growth->book->nodes[node];

    for (int i = 0; i < at->edge_count; i++)
        if (!growth->book->nodes[at->edges[i].child].is_closed)
            return false;
    return true;
}

/* What follows from the children; true if anything has changed. */
static bool refresh(struct cop_growth *growth, int node)
{
    struct cop_book_node *at = &growth->book->nodes[node];
    double value = at->value, priority = at->priority;
    int leaf_depth = at->leaf_depth;
    bool was_closed = at->is_closed;

    if (at->edge_count == 0) {
        at->leaf_depth = at->depth;
        at->priority = 0;
        at->is_closed = at->turn < 0;
        return true;
    }
    at->value = NAN;
    for (int i = 0; i < at->edge_count; i++) {
        const struct cop_book_node *child = &growth->book->nodes[at->edges[i].child];

        if (isnan(at->value) ||
            growth_for(growth, node, child->value) > growth_for(growth, node, at->value)) {
            at->value = child->value;
            at->leaf_depth = child->leaf_depth;
        }
    }
    at->is_closed = are_all_closed(growth, node) && growth_next_move(growth, node) == COP_NO_MOVE;
    if (!isnan(growth->alpha))
        at->priority = priority_of(growth, node);
    if (value == at->value && priority == at->priority && leaf_depth == at->leaf_depth &&
        was_closed == at->is_closed)
        return false;
    at->is_changed = true;
    return true;
}

/* The deepest of those that wait, taken out; -1: none. Children come before their parents so. */
static int take_deepest(const struct cop_book *book, int *waiting, int *count)
{
    int at = -1, node;

    for (int i = 0; i < *count; i++)
        if (at < 0 || book->nodes[waiting[i]].depth > book->nodes[waiting[at]].depth)
            at = i;
    if (at < 0)
        return -1;
    node = waiting[at];
    waiting[at] = waiting[--*count];
    return node;
}

static bool is_waiting(const int *waiting, int count, int node)
{
    for (int i = 0; i < count; i++)
        if (waiting[i] == node)
            return true;
    return false;
}

/* From a node whose children have changed up to all that this concerns. */
static void back_up(struct cop_growth *growth, int node)
{
    const struct cop_book *book = growth->book;
    int *waiting = cop_allocate((size_t)(book->count + 1) * sizeof *waiting), count = 1;

    waiting[0] = node;
    while ((node = take_deepest(book, waiting, &count)) >= 0) {
        const struct cop_book_node *at = &book->nodes[node];

        if (!refresh(growth, node))
            continue;
        for (int i = 0; i < at->parent_count; i++)
            if (!is_waiting(waiting, count, at->parents[i]))
                waiting[count++] = at->parents[i];
    }
    free(waiting);
}

static int by_depth(const void *a, const void *b)
{
    const int *x = a, *y = b; /* pairs of a depth and a node */

    return x[0] != y[0] ? y[0] - x[0] : x[1] - y[1];
}

/* What is not in the file, from the deepest positions up. */
static void begin(struct cop_growth *growth)
{
    struct cop_book *book = growth->book;
    int(*order)[2] = cop_allocate((size_t)book->count * sizeof *order);

    book->is_minimax = true;
    for (int i = 0; i < book->count; i++) {
        order[i][0] = book->nodes[i].depth;
        order[i][1] = i;
    }
    qsort(order, (size_t)book->count, sizeof *order, by_depth);
    for (int i = 0; i < book->count; i++) {
        bool was_changed = book->nodes[order[i][1]].is_changed;

        refresh(growth, order[i][1]);
        book->nodes[order[i][1]].is_changed = was_changed;
    }
    free(order);
}

/* ---- Choosing a leaf ---- */

struct choice {
    int child;
    double merit;
    double value; /* for the player to move */
};

static int by_merit(const void *a, const void *b)
{
    const struct choice *x = a, *y = b;

    if (x->merit != y->merit)
        return x->merit < y->merit ? 1 : -1;
    return x->value < y->value ? 1 : x->value > y->value ? -1 : x->child - y->child;
}

/* So many of its siblings are better. */
static int rank_of(const struct choice *choices, int count, int which)
{
    int better = 0;

    for (int i = 0; i < count; i++)
        better += i < which ? choices[i].value >= choices[which].value
                            : choices[i].value > choices[which].value;
    return better;
}

static double merit_of(const struct cop_growth *growth, int node, const struct choice *choices,
                       int count, int which)
{
    const struct cop_book_node *child = &growth->book->nodes[choices[which].child];
    double loss = loss_of(growth, node, choices[which].child);

    if (!isnan(growth->alpha))
        return -(child->priority + (loss > 0 ? growth->alpha * loss : 0));
    return choices[which].value - growth->depth_penalty * child->leaf_depth -
           (growth->width_penalty > 0 ? growth->width_penalty * rank_of(choices, count, which) : 0);
}

/* The children of a node, the best to go on with first; the caller frees them. */
static struct choice *choices_of(const struct cop_growth *growth, int node)
{
    const struct cop_book_node *at = &growth->book->nodes[node];
    struct choice *choices = cop_allocate((size_t)at->edge_count * sizeof *choices);

    for (int i = 0; i < at->edge_count; i++)
        choices[i] = (struct choice){
            .child = at->edges[i].child,
            .value = growth_for(growth, node, growth->book->nodes[at->edges[i].child].value)};
    for (int i = 0; i < at->edge_count; i++)
        choices[i].merit = merit_of(growth, node, choices, at->edge_count, i);
    qsort(choices, (size_t)at->edge_count, sizeof *choices, by_merit);
    return choices;
}

/* Goes down to a leaf that nobody is at, round what is closed; false: there is none. */
static bool descend(const struct cop_growth *growth, struct cop_book_task *task, int node)
{
    const struct cop_book_node *at = &growth->book->nodes[node];
    int length = task->path_length;
    struct choice *choices;
    bool is_found = false;

    if (at->is_closed || (at->edge_count == 0 && at->is_busy))
        return false;
    growth_push(task, node);
    if (at->edge_count == 0)
        return true;
    choices = choices_of(growth, node);
    for (int i = 0; i < at->edge_count && !is_found; i++)
        is_found = descend(growth, task, choices[i].child);
    free(choices);
    if (!is_found)
        task->path_length = length;
    return is_found;
}

/* ---- What is added ---- */

/* Is the move planned already, or another image of it? */
static bool is_planned(const struct cop_growth *growth, const struct cop_book_task *task,
                       const char *text, int depth)
{
    const struct cop_game *game = growth->book->game;
    char *image = cop_allocate(game->state_size);
    struct cop_text other = COP_TEXT;
    bool is_found = false;

    for (int i = 0; i < task->job_count && !is_found; i++) {
        cop_book_canonical(game, task->jobs[i].state, image, &other);
        is_found = task->jobs[i].depth == depth && strcmp(other.bytes, text) == 0;
    }
    free(image);
    cop_text_free(&other);
    return is_found;
}

/* Plans a move; true if it makes a new leaf that can grow. */
static bool plan_move(struct cop_growth *growth, struct cop_book_task *task, int node,
                      cop_move move)
{
    const struct cop_book *book = growth->book;
    const struct cop_game *game = book->game;
    int depth = book->nodes[node].depth + 1, there;
    char *state = cop_allocate(game->state_size), *image = cop_allocate(game->state_size);
    struct cop_text text = COP_TEXT;
    struct cop_book_job *job;
    bool is_leaf;

    memcpy(state, cop_book_state(book, node), game->state_size);
    game->rules->play(game, state, move);
    cop_book_canonical(game, state, image, &text);
    there = cop_book_node_at(book, text.bytes, depth);
    is_leaf =
        there >= 0 ? is_open_leaf(&book->nodes[there]) : game->rules->turn(game, image) != COP_OVER;
    if (!is_planned(growth, task, text.bytes, depth)) {
        job = growth_add_job(growth, task, node, move, image, depth);
        if (there >= 0) {
            job->is_known = true;
            job->value = book->nodes[there].value;
        } else if (growth->judges_by_look && !job->is_known) {
            job->is_known = true;
            job->value = cop_look_value(&growth->look, image, depth);
        }
    }
    free(state);
    free(image);
    cop_text_free(&text);
    return is_leaf;
}

/* Plans at least so many of the next best moves, and more until one of them is a leaf that can
 * grow. */
static void plan_moves(struct cop_growth *growth, struct cop_book_task *task, int node, int least)
{
    struct cop_book_node *at = &growth->book->nodes[node];
    int planned = 0, first = at->ranked_next;
    bool has_leaf = false;
    cop_move move;

    while ((planned < least || !has_leaf) &&
           (move = growth_next_move(growth, node)) != COP_NO_MOVE) {
        int before = task->job_count;

        has_leaf = plan_move(growth, task, node, move) || has_leaf;
        planned += task->job_count > before;
        at->ranked_next++;
    }
    at->ranked_next = first; /* nothing is added yet */
}

/* Will the node be without a leaf that can grow once this child has moves, and the leaves have that
 * others are at? */
static bool needs_deviation(const struct cop_growth *growth, int node, int child)
{
    const struct cop_book_node *at = &growth->book->nodes[node];

    for (int i = 0; i < at->edge_count; i++) {
        const struct cop_book_node *other = &growth->book->nodes[at->edges[i].child];

        if (at->edges[i].child != child && is_open_leaf(other) && !other->is_busy)
            return false;
    }
    return at->edge_count > 0;
}

/* Of all that lead to the node and are on the way to it. */
static void plan_deviations(struct cop_growth *growth, struct cop_book_task *task, int node)
{
    const struct cop_book *book = growth->book;

    for (int i = 0; i < book->nodes[node].parent_count; i++)
        if (needs_deviation(growth, book->nodes[node].parents[i], node))
            plan_moves(growth, task, book->nodes[node].parents[i], 1);
    for (int i = 0; i + 2 < task->path_length; i++)
        if (needs_deviation(growth, task->path[i], node))
            plan_moves(growth, task, task->path[i], 1);
}

static enum cop_growth_next select_leaf(struct cop_growth *growth, struct cop_book_task *task)
{
    const struct cop_book *book = growth->book;
    int node;

    if (book->nodes[0].is_closed)
        return COP_GROWTH_NOTHING;
    if (!descend(growth, task, 0))
        return COP_GROWTH_WAIT;
    node = task->path[task->path_length - 1];
    plan_moves(growth, task, node, 2);
    plan_deviations(growth, task, node);
    return COP_GROWTH_TASK;
}

static void apply(struct cop_growth *growth, struct cop_book_task *task)
{
    struct cop_book *book = growth->book;

    for (int i = 0; i < task->job_count; i++) {
        const struct cop_book_job *job = &task->jobs[i];
        int child = cop_book_join(book, job->parent, job->move);
        struct cop_book_node *node = &book->nodes[child];

        if (isnan(node->value)) {
            node->value = node->early = job->value;
            node->is_permanent = node->is_changed = true;
            refresh(growth, child);
        }
    }
    for (int i = 0; i < task->path_length; i++) {
        book->nodes[task->path[i]].visits++;
        book->nodes[task->path[i]].is_changed = true;
    }
    for (int i = task->job_count - 1; i >= 0; i--)
        back_up(growth, task->jobs[i].parent);
}

/* ---- Sound books ---- */

static bool is_minimax_of_children(const struct cop_growth *growth, int node)
{
    const struct cop_book_node *at = &growth->book->nodes[node];
    double best = -INFINITY;

    for (int i = 0; i < at->edge_count; i++)
        best = fmax(best, growth_for(growth, node, growth->book->nodes[at->edges[i].child].value));
    return at->edge_count == 0 || best == growth_for(growth, node, at->value);
}

static bool is_sound(struct cop_growth *growth, struct cop_error *error)
{
    for (int i = 0; i < growth->book->count; i++) {
        const struct cop_book_node *node = &growth->book->nodes[i];

        if (!is_minimax_of_children(growth, i))
            return cop_fail(error, "position %d is not worth what its best move is", i);
        if (node->edge_count > 0 && !has_open_leaf(growth, i) &&
            growth_next_move(growth, i) != COP_NO_MOVE)
            return cop_fail(error, "position %d has no move to a leaf, and not all are there", i);
        if (i > 0 && isnan(node->value))
            return cop_fail(error, "position %d has no value", i);
    }
    return true;
}

const struct growth_ways growth_minimax = {
    .begin = begin, .select = select_leaf, .apply = apply, .is_sound = is_sound};
