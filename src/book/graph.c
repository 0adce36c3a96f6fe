/* graph.c - the positions of a book in memory: found by their text, joined by moves, saved and
 * loaded. */
#include "book/graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/fingerprint.h"

/* ---- Images ---- */

static void write_text(const struct cop_game *game, const void *state, struct cop_text *text)
{
    cop_text_clear(text);
    game->rules->write_position(game, state, text);
}

int cop_book_canonical(const struct cop_game *game, const void *state, void *image,
                       struct cop_text *text)
{
    struct cop_text other = COP_TEXT;
    void *turned = cop_allocate(game->state_size);
    int symmetry = 0;

    write_text(game, state, text);
    memcpy(image, state, game->state_size);
    for (int i = 1; i < game->symmetries; i++) {
        game->rules->turned(game, state, i, turned);
        write_text(game, turned, &other);
        if (strcmp(other.bytes, text->bytes) >= 0)
            continue;
        cop_text_clear(text);
        cop_text_add_bytes(text, other.bytes, other.length);
        memcpy(image, turned, game->state_size);
        symmetry = i;
    }
    free(turned);
    cop_text_free(&other);
    return symmetry;
}

/* ---- The table ---- */

static size_t slot_of(const struct cop_book *book, const char *position)
{
    return cop_fingerprint(position, strlen(position)) & (book->table_room - 1);
}

static void enter(struct cop_book *book, int node)
{
    size_t at = slot_of(book, book->nodes[node].position);

    while (book->table[at] >= 0)
        at = (at + 1) & (book->table_room - 1);
    book->table[at] = node;
}

static void grow_table(struct cop_book *book)
{
    if (book->table_room >= 2 * ((size_t)book->count + 1))
        return;
    book->table_room = book->table_room > 0 ? 2 * book->table_room : 64;
    book->table = cop_reallocate(book->table, book->table_room * sizeof *book->table);
    memset(book->table, -1, book->table_room * sizeof *book->table);
    for (int i = 0; i < book->count; i++)
        enter(book, i);
}

/* The next node with that text, at or after the slot, which is moved behind it; -1: no more. */
static int next_of_text(const struct cop_book *book, const char *position, size_t *slot)
{
    while (book->table[*slot] >= 0) {
        int node = book->table[*slot];

        *slot = (*slot + 1) & (book->table_room - 1);
        if (strcmp(book->nodes[node].position, position) == 0)
            return node;
    }
    return -1;
}

int cop_book_node_at(const struct cop_book *book, const char *position, int depth)
{
    size_t slot;
    int node;

    if (book->count == 0)
        return -1;
    slot = slot_of(book, position);
    while ((node = next_of_text(book, position, &slot)) >= 0)
        if (book->nodes[node].depth == depth)
            return node;
    return -1;
}

int cop_book_node_of(const struct cop_book *book, const char *position)
{
    size_t slot;
    int node, best = -1;

    if (book->count == 0)
        return -1;
    slot = slot_of(book, position);
    while ((node = next_of_text(book, position, &slot)) >= 0)
        if (best < 0 || book->nodes[node].visits > book->nodes[best].visits)
            best = node;
    return best;
}

/* ---- Nodes and edges ---- */

static int new_node(struct cop_book *book, const char *position, int depth)
{
    struct cop_book_node *node;

    if (book->count == book->room) {
        book->room = book->room > 0 ? 2 * book->room : 64;
        book->nodes = cop_reallocate(book->nodes, (size_t)book->room * sizeof *book->nodes);
    }
    node = &book->nodes[book->count];
    *node = (struct cop_book_node){.position = cop_copy_string(position),
                                   .depth = depth,
                                   .early = NAN,
                                   .value = NAN,
                                   .is_changed = true};
    grow_table(book);
    enter(book, book->count);
    return book->count++;
}

static void add_edge(struct cop_book *book, int parent, const char *word, int child)
{
    struct cop_book_node *from = &book->nodes[parent], *to = &book->nodes[child];

    if (from->edge_count == from->edge_room) {
        from->edge_room = from->edge_room > 0 ? 2 * from->edge_room : 4;
        from->edges = cop_reallocate(from->edges, (size_t)from->edge_room * sizeof *from->edges);
    }
    from->edges[from->edge_count++] =
        (struct cop_book_edge){.word = cop_copy_string(word), .child = child};
    if (to->parent_count == to->parent_room) {
        to->parent_room = to->parent_room > 0 ? 2 * to->parent_room : 2;
        to->parents = cop_reallocate(to->parents, (size_t)to->parent_room * sizeof *to->parents);
    }
    to->parents[to->parent_count++] = parent;
    from->is_changed = true;
}

bool cop_book_is_joined(const struct cop_book *book, int parent, int child)
{
    for (int i = 0; i < book->nodes[parent].edge_count; i++)
        if (book->nodes[parent].edges[i].child == child)
            return true;
    return false;
}

const void *cop_book_state(const struct cop_book *book, int node)
{
    return book->states + (size_t)node * book->game->state_size;
}

static void set_state(struct cop_book *book, int node, const void *state)
{
    size_t size = book->game->state_size;

    if ((size_t)node >= book->state_room) {
        book->state_room = (size_t)book->room;
        book->states = cop_reallocate(book->states, book->state_room * size);
    }
    memcpy(book->states + (size_t)node * size, state, size);
    book->nodes[node].turn = book->game->rules->turn(book->game, state);
}

/* What a text says is all that a book knows of a position, so the state is what is read from it:
 * rules that look back begin anew there. */
int cop_book_add(struct cop_book *book, const void *state, int depth)
{
    const struct cop_game *game = book->game;
    struct cop_text text = COP_TEXT;
    char *image = cop_allocate(game->state_size);
    int node;

    cop_book_canonical(game, state, image, &text);
    node = cop_book_node_at(book, text.bytes, depth);
    if (node < 0) {
        cop_position_read(game, text.bytes, image, NULL);
        node = new_node(book, text.bytes, depth);
        set_state(book, node, image);
    }
    free(image);
    cop_text_free(&text);
    return node;
}

int cop_book_join(struct cop_book *book, int parent, cop_move move)
{
    const struct cop_game *game = book->game;
    char *state = cop_allocate(game->state_size);
    struct cop_text word = COP_TEXT;
    int child;

    memcpy(state, cop_book_state(book, parent), game->state_size);
    game->rules->write_move(game, state, move, &word);
    game->rules->play(game, state, move);
    child = cop_book_add(book, state, book->nodes[parent].depth + 1);
    if (!cop_book_is_joined(book, parent, child))
        add_edge(book, parent, word.bytes, child);
    free(state);
    cop_text_free(&word);
    return child;
}

int cop_book_join_image(struct cop_book *book, int parent, const void *state, cop_move move)
{
    const struct cop_game *game = book->game;
    char *image = cop_allocate(game->state_size);
    struct cop_text text = COP_TEXT;
    int symmetry = cop_book_canonical(game, state, image, &text);

    free(image);
    cop_text_free(&text);
    return cop_book_join(book, parent,
                         symmetry == 0 ? move : game->rules->turned_move(game, move, symmetry));
}

void cop_book_set_found(struct cop_book *book, int node, double mean, int64_t visits)
{
    struct cop_book_node *at = &book->nodes[node];

    at->visits = visits;
    at->sum = visits > 0 ? mean * (double)visits : 0;
    if (visits == 0)
        at->early = mean;
    at->is_permanent = at->is_changed = true;
}

double cop_book_worth(const struct cop_book *book, int node)
{
    const struct cop_book_node *at = &book->nodes[node];

    if (book->is_minimax)
        return at->value;
    return at->visits > 0 ? at->sum / (double)at->visits : at->early;
}

/* ---- The whole ---- */

struct cop_book *cop_book_new(const struct cop_game *game, const struct cop_book_about *about)
{
    struct cop_book *book = cop_allocate(sizeof *book);

    book->game = game;
    book->about = *about;
    book->about.game = cop_copy_string(about->game);
    book->about.builder = cop_copy_string(about->builder);
    book->about.judge = cop_copy_string(about->judge);
    book->about.limit = cop_copy_string(about->limit);
    book->about.made = cop_copy_string(about->made != NULL ? about->made : "");
    book->about.makers = cop_copy_string(about->makers != NULL ? about->makers : "");
    return book;
}

struct cop_book *cop_book_begin(const struct cop_game *game, const struct cop_book_about *about)
{
    struct cop_book *book = cop_book_new(game, about);
    char *state = cop_allocate(game->state_size);
    struct cop_rng rng;

    cop_rng_seed(&rng, 0);
    game->rules->start(game, state, &rng);
    cop_book_add(book, state, 0);
    free(state);
    return book;
}

static void free_node(struct cop_book_node *node)
{
    for (int i = 0; i < node->edge_count; i++)
        free(node->edges[i].word);
    free(node->edges);
    free(node->parents);
    free(node->ranked);
    free(node->position);
}

void cop_book_close(struct cop_book *book)
{
    if (book == NULL)
        return;
    for (int i = 0; i < book->count; i++)
        free_node(&book->nodes[i]);
    free(book->nodes);
    free(book->table);
    free(book->states);
    free(book->look);
    free((char *)book->about.game);
    free((char *)book->about.builder);
    free((char *)book->about.judge);
    free((char *)book->about.limit);
    free((char *)book->about.made);
    free((char *)book->about.makers);
    free(book);
}

/* ---- Files ---- */

static bool take_row(void *context, const struct cop_book_row *row, struct cop_error *error)
{
    struct cop_book *book = context;
    struct cop_book_node *node;

    if (row->id != book->count || row->depth < 0 || row->visits < 0 ||
        (row->id == 0) != (row->depth == 0))
        return cop_fail(error, "position %d of the book is damaged", row->id);
    if (cop_book_node_at(book, row->position, row->depth) >= 0)
        return cop_fail(error, "position %d of the book is there twice", row->id);
    new_node(book, row->position, row->depth);
    node = &book->nodes[row->id];
    node->visits = row->visits;
    node->sum = row->sum;
    node->early = row->early;
    node->value = row->value;
    node->is_permanent = row->is_permanent;
    node->is_changed = false;
    book->is_minimax = book->is_minimax || !isnan(row->value);
    return true;
}

static bool take_move(void *context, int parent, const char *word, int child,
                      struct cop_error *error)
{
    struct cop_book *book = context;

    if (parent < 0 || parent >= book->count || child < 0 || child >= book->count ||
        book->nodes[child].depth != book->nodes[parent].depth + 1 ||
        cop_book_is_joined(book, parent, child))
        return cop_fail(error, "the move %.40s of position %d of the book is damaged", word,
                        parent);
    add_edge(book, parent, word, child);
    book->nodes[parent].edges_saved++;
    book->nodes[parent].is_changed = false;
    return true;
}

bool cop_book_load(struct cop_book *book, struct cop_book_file *file, struct cop_error *error)
{
    return cop_book_file_read(file, take_row, take_move, book, error);
}

static bool save_node(const struct cop_book *book, int id, struct cop_book_file *file,
                      struct cop_error *error)
{
    const struct cop_book_node *node = &book->nodes[id];
    struct cop_book_row row = {.id = id,
                               .depth = node->depth,
                               .position = node->position,
                               .visits = node->visits,
                               .sum = node->sum,
                               .early = node->early,
                               .value = node->value,
                               .is_permanent = node->is_permanent};

    return cop_book_file_put(file, &row, error);
}

static bool save_edges(const struct cop_book *book, int id, struct cop_book_file *file,
                       struct cop_error *error)
{
    const struct cop_book_node *node = &book->nodes[id];

    for (int i = node->edges_saved; i < node->edge_count; i++)
        if (!cop_book_file_put_move(file, id, i, node->edges[i].word, node->edges[i].child, error))
            return false;
    return true;
}

/* Positions before moves, since moves name them. */
static bool save_changes(const struct cop_book *book, struct cop_book_file *file,
                         struct cop_error *error)
{
    for (int i = 0; i < book->count; i++)
        if (book->nodes[i].is_changed && !save_node(book, i, file, error))
            return false;
    for (int i = 0; i < book->count; i++)
        if (book->nodes[i].is_changed && !save_edges(book, i, file, error))
            return false;
    return true;
}

bool cop_book_save(struct cop_book *book, struct cop_book_file *file, struct cop_error *error)
{
    if (!cop_book_file_begin(file, error))
        return false;
    if (!cop_book_file_end(file, save_changes(book, file, error), book->about.iterations,
                           book->about.seconds, error))
        return false;
    for (int i = 0; i < book->count; i++) {
        book->nodes[i].is_changed = false;
        book->nodes[i].edges_saved = book->nodes[i].edge_count;
    }
    return true;
}

/* ---- States ---- */

static bool read_state(struct cop_book *book, int id, void *state, void *image,
                       struct cop_text *text, struct cop_error *error)
{
    const char *position = book->nodes[id].position;

    if (!cop_position_read(book->game, position, state, error))
        return cop_fail_in(error, "position %d of the book", id);
    cop_book_canonical(book->game, state, image, text);
    if (strcmp(text->bytes, position) != 0)
        return cop_fail(error, "position %d of the book, \"%.80s\", should be written \"%.80s\"",
                        id, position, text->bytes);
    set_state(book, id, state);
    return true;
}

/* Does each move lead where the book says? */
static bool check_edge(const struct cop_book *book, int id, const struct cop_book_edge *edge,
                       void *state, void *image, struct cop_text *text, struct cop_error *error)
{
    const struct cop_game *game = book->game;
    cop_move move;

    memcpy(state, cop_book_state(book, id), game->state_size);
    if (book->nodes[id].turn == COP_OVER)
        return cop_fail(error, "position %d of the book has moves, and the game is over there", id);
    if (!cop_move_read(game, state, edge->word, &move, error))
        return cop_fail_in(error, "position %d of the book", id);
    game->rules->play(game, state, move);
    cop_book_canonical(game, state, image, text);
    if (strcmp(text->bytes, book->nodes[edge->child].position) != 0)
        return cop_fail(error,
                        "the move %.40s of position %d of the book does not lead to position "
                        "%d",
                        edge->word, id, edge->child);
    return true;
}

bool cop_book_make_states(struct cop_book *book, struct cop_error *error)
{
    char *state = cop_allocate(book->game->state_size);
    char *image = cop_allocate(book->game->state_size);
    struct cop_text text = COP_TEXT;
    bool is_good = true;

    for (int i = 0; is_good && i < book->count; i++)
        is_good = read_state(book, i, state, image, &text, error);
    for (int i = 0; is_good && i < book->count; i++)
        for (int k = 0; is_good && k < book->nodes[i].edge_count; k++)
            is_good = check_edge(book, i, &book->nodes[i].edges[k], state, image, &text, error);
    free(state);
    free(image);
    cop_text_free(&text);
    return is_good;
}
