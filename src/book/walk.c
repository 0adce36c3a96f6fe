/* walk.c - a book as a tree of lines. */
#include "book/walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "book/graph.h"

struct walk {
    const struct cop_book *book;
    const struct cop_book_bounds *bounds;
    cop_each_book_step *each;
    void *context;
    struct cop_text line;
    bool *is_seen; /* of each node */
};

static int by_value(const void *a, const void *b)
{
    const struct cop_book_move *x = a, *y = b;

    if (isnan(x->value) || isnan(y->value))
        return isnan(x->value) - isnan(y->value);
    return x->value < y->value ? 1 : x->value > y->value ? -1 : 0;
}

static bool walk_node(struct walk *walk, int node, struct cop_book_step *step);

static bool walk_move(struct walk *walk, const void *state, int depth,
                      const struct cop_book_move *move)
{
    const struct cop_game *game = walk->book->game;
    size_t length = walk->line.length;
    char *after = cop_allocate(game->state_size);
    struct cop_text word = COP_TEXT;
    struct cop_book_step step = {
        .before = state, .move = move->move, .state = after, .depth = depth + 1};
    bool goes_on;

    game->rules->write_move(game, state, move->move, &word);
    cop_text_add(&walk->line, "%s%s", length > 0 ? " " : "", word.bytes);
    memcpy(after, state, game->state_size);
    game->rules->play(game, after, move->move);
    step.word = word.bytes;
    goes_on = walk_node(walk, move->node, &step);
    walk->line.length = length;
    if (walk->line.room > 0)
        walk->line.bytes[length] = '\0';
    cop_text_free(&word);
    free(after);
    return goes_on;
}

static bool walk_moves(struct walk *walk, int node, const void *state, int depth)
{
    const struct cop_book *book = walk->book;
    int edges = book->nodes[node].edge_count, shown = 0;
    struct cop_book_move *moves = cop_allocate((size_t)edges * sizeof *moves);
    int count = cop_book_moves_at(book, node, state, moves, edges);
    bool goes_on = true;

    if (book->is_minimax)
        qsort(moves, (size_t)count, sizeof *moves, by_value);
    for (int i = 0; i < count && goes_on; i++)
        if (moves[i].visits >= walk->bounds->least &&
            (walk->bounds->width <= 0 || shown++ < walk->bounds->width))
            goes_on = walk_move(walk, state, depth, &moves[i]);
    free(moves);
    return goes_on;
}

static bool walk_node(struct walk *walk, int node, struct cop_book_step *step)
{
    const struct cop_book_node *at = &walk->book->nodes[node];

    step->line = walk->line.bytes;
    step->node = node;
    step->visits = at->visits;
    step->worth = cop_book_worth(walk->book, node);
    step->early = at->early;
    step->is_met_before = walk->is_seen[node];
    if (!walk->each(walk->context, step))
        return false;
    if (walk->is_seen[node] || at->edge_count == 0 ||
        (walk->bounds->depth > 0 && step->depth >= walk->bounds->depth))
        return true;
    walk->is_seen[node] = true;
    return walk_moves(walk, node, step->state, step->depth);
}

bool cop_book_walk(const struct cop_book *book, const struct cop_book_bounds *bounds,
                   cop_each_book_step *each, void *context)
{
    struct walk walk = {
        .book = book, .bounds = bounds, .each = each, .context = context, .line = COP_TEXT};
    char *start = cop_allocate(book->game->state_size);
    struct cop_book_step root = {.word = "", .state = start};
    struct cop_rng rng;
    bool is_whole = true;

    cop_rng_seed(&rng, 0);
    book->game->rules->start(book->game, start, &rng);
    if (book->count > 0) {
        walk.is_seen = cop_allocate((size_t)book->count * sizeof *walk.is_seen);
        is_whole = walk_node(&walk, 0, &root);
    }
    free(walk.is_seen);
    free(start);
    cop_text_free(&walk.line);
    return is_whole;
}
