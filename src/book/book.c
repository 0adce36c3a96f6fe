/* book.c - asking a book: which moves it knows in a position, and which of them to play. */
#include "book/book.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/file.h"
#include "book/grow.h"
#include "book/lines.h"

enum { LINES_MAX = 64 << 20 };

bool cop_book_fits(const struct cop_game *game, struct cop_error *error)
{
    if (game->players != 2 || game->has_chance || game->is_hidden)
        return cop_fail(error,
                        "%s: opening books are for games of two without chance and hidden pieces",
                        game->name);
    return true;
}

/* ---- Opening ---- */

static bool is_of_game(const struct cop_book_file *file, const struct cop_game *game,
                       const char *path, struct cop_error *error)
{
    const char *of = cop_book_file_about(file)->game;

    return strcmp(of, game->name) == 0 ||
           cop_fail(error, "the book '%s' is about %.80s, not %.80s; choose a book of that game",
                    path, of, game->name);
}

static struct cop_book *open_lines(const char *path, const struct cop_game *game,
                                   struct cop_error *error)
{
    struct cop_book_about about = {
        .game = game->name, .builder = "import", .judge = "", .limit = ""};
    char *text = cop_file_read(path, LINES_MAX, NULL, error);
    struct cop_book_lines lines;
    struct cop_book *book;

    if (text == NULL)
        return NULL;
    book = cop_book_begin(game, &about);
    if (!cop_book_read_lines(book, text, &lines, error)) {
        cop_fail_in(error, "%s", path);
        cop_book_close(book);
        book = NULL;
    }
    free(text);
    return book;
}

static bool has_lines(const char *path)
{
    size_t length = strlen(path);

    return length > 4 && strcmp(path + length - 4, ".txt") == 0;
}

struct cop_book *cop_book_open(const char *path, const struct cop_game *game,
                               struct cop_error *error)
{
    struct cop_book_file *file;
    struct cop_book *book = NULL;

    if (!cop_book_fits(game, error))
        return NULL;
    if (has_lines(path))
        return open_lines(path, game, error);
    file = cop_book_file_read_only(path, error);
    if (file == NULL)
        return NULL;
    if (is_of_game(file, game, path, error)) {
        book = cop_book_new(game, cop_book_file_about(file));
        book->look = cop_allocate(sizeof *book->look);
        if (!cop_growth_scale(game, book->about.builder, book->look)) {
            free(book->look);
            book->look = NULL;
        }
        if (!cop_book_load(book, file, error)) {
            cop_fail_in(error, "%s", path);
            cop_book_close(book);
            book = NULL;
        }
    }
    cop_book_file_close(file);
    return book;
}

char *cop_book_game(const char *path, struct cop_error *error)
{
    struct cop_book_file *file = cop_book_file_read_only(path, error);
    char *game = file != NULL ? cop_copy_string(cop_book_file_about(file)->game) : NULL;

    cop_book_file_close(file);
    return game;
}

const struct cop_book_about *cop_book_about(const struct cop_book *book)
{
    return &book->about;
}

int cop_book_size(const struct cop_book *book)
{
    return book->count;
}

/* ---- Asking ---- */

static int way_back(const struct cop_game *game, const void *image, const void *state)
{
    struct cop_text wanted = COP_TEXT, text = COP_TEXT;
    void *turned = cop_allocate(game->state_size);
    int found = 0;

    game->rules->write_position(game, state, &wanted);
    for (int i = 0; i < game->symmetries; i++) {
        game->rules->turned(game, image, i, turned);
        cop_text_clear(&text);
        game->rules->write_position(game, turned, &text);
        if (strcmp(text.bytes, wanted.bytes) == 0) {
            found = i;
            break;
        }
    }
    free(turned);
    cop_text_free(&wanted);
    cop_text_free(&text);
    return found;
}

/* The node of a position, and the image of it that the book has, which the caller frees. */
static int ask(const struct cop_book *book, const void *state, char **image)
{
    struct cop_text text = COP_TEXT;
    int node;

    *image = cop_allocate(book->game->state_size);
    cop_book_canonical(book->game, state, *image, &text);
    node = cop_book_node_of(book, text.bytes);
    cop_text_free(&text);
    return node;
}

static int by_visits(const void *a, const void *b)
{
    const struct cop_book_move *x = a, *y = b;

    if (x->visits != y->visits)
        return x->visits < y->visits ? 1 : -1;
    if (isnan(x->value) != isnan(y->value))
        return isnan(x->value) ? 1 : -1;
    if (x->value < y->value || x->value > y->value)
        return x->value < y->value ? 1 : -1;
    return x->move < y->move ? -1 : x->move > y->move;
}

static struct cop_book_move describe(const struct cop_book *book, int child, int player,
                                     cop_move move)
{
    const struct cop_book_node *node = &book->nodes[child];

    return (struct cop_book_move){.move = move,
                                  .visits = node->visits,
                                  .value = cop_book_for(player, cop_book_worth(book, child)),
                                  .early = cop_book_for(player, node->early),
                                  .is_permanent = node->is_permanent,
                                  .node = child};
}

/* Words become moves here: of all legal ones those whose names the book has. What is not legal, as
 * in a book that somebody has meddled with, is not found. */
static int read_edges(const struct cop_book *book, int id, const void *image, int back,
                      struct cop_book_move *out)
{
    const struct cop_game *game = book->game;
    const struct cop_book_node *node = &book->nodes[id];
    int player = game->rules->turn(game, image), written = 0;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = player >= 0 ? game->rules->moves(game, image, moves) : 0;
    struct cop_text word = COP_TEXT;

    for (int i = 0; i < count && written < node->edge_count; i++) {
        int k = 0;

        cop_text_clear(&word);
        game->rules->write_move(game, image, moves[i], &word);
        while (k < node->edge_count && strcmp(node->edges[k].word, word.bytes) != 0)
            k++;
        if (k < node->edge_count)
            out[written++] =
                describe(book, node->edges[k].child, player,
                         back == 0 ? moves[i] : game->rules->turned_move(game, moves[i], back));
    }
    free(moves);
    cop_text_free(&word);
    return written;
}

static int moves_of_image(const struct cop_book *book, int node, const void *image,
                          const void *state, struct cop_book_move *out, int room)
{
    int edges = book->nodes[node].edge_count, count;
    struct cop_book_move *all;

    if (edges == 0 || room <= 0)
        return 0;
    all = cop_allocate((size_t)edges * sizeof *all);
    count = read_edges(book, node, image, way_back(book->game, image, state), all);
    qsort(all, (size_t)count, sizeof *all, by_visits);
    if (count > room)
        count = room;
    memcpy(out, all, (size_t)count * sizeof *out);
    free(all);
    return count;
}

int cop_book_moves_at(const struct cop_book *book, int node, const void *state,
                      struct cop_book_move *out, int room)
{
    char *image = cop_allocate(book->game->state_size);
    struct cop_text text = COP_TEXT;
    int count;

    cop_book_canonical(book->game, state, image, &text);
    count = moves_of_image(book, node, image, state, out, room);
    cop_text_free(&text);
    free(image);
    return count;
}

int cop_book_moves(const struct cop_book *book, const void *state, struct cop_book_move *out,
                   int room)
{
    char *image;
    int node = ask(book, state, &image);
    int count = node >= 0 ? moves_of_image(book, node, image, state, out, room) : 0;

    free(image);
    return count;
}

bool cop_book_find(const struct cop_book *book, const void *state, struct cop_book_place *place)
{
    int player = book->game->rules->turn(book->game, state);
    char *image;
    int node = ask(book, state, &image);

    free(image);
    if (node < 0)
        return false;
    *place = (struct cop_book_place){
        .node = node,
        .depth = book->nodes[node].depth,
        .visits = book->nodes[node].visits,
        .value = player < 0 ? NAN : cop_book_for(player, cop_book_worth(book, node)),
    };
    return true;
}

double cop_book_chance(const struct cop_book *book, int player, double value)
{
    return book->look != NULL && !isnan(value) ? cop_look_chance(book->look, player, value) : NAN;
}

/* ---- Choosing ---- */

/* Keeps what has enough visits and a value; returns how many. */
static int keep_visited(struct cop_book_move *moves, int count, const struct cop_book *book,
                        const struct cop_book_taste *taste)
{
    int64_t most = count > 0 ? moves[0].visits : 0;
    int kept = 0;

    for (int i = 0; i < count; i++) {
        bool is_visited =
            book->is_minimax || (moves[i].visits >= taste->least &&
                                 (double)moves[i].visits >= taste->share * (double)most);

        if (is_visited && !isnan(moves[i].value))
            moves[kept++] = moves[i];
    }
    return kept;
}

static int best_of(const struct cop_book_move *moves, int count)
{
    int best = 0;

    for (int i = 1; i < count; i++)
        if (moves[i].value > moves[best].value)
            best = i;
    return best;
}

static int any_near(struct cop_book_move *moves, int count, const struct cop_book_taste *taste)
{
    double least = moves[best_of(moves, count)].value - taste->variety;
    struct cop_rng rng;
    int near = 0, wanted;

    for (int i = 0; i < count; i++)
        near += moves[i].value >= least;
    cop_rng_seed(&rng, taste->seed);
    wanted = (int)cop_rng_below(&rng, (uint32_t)near);
    for (int i = 0; i < count; i++)
        if (moves[i].value >= least && wanted-- == 0)
            return i;
    return 0;
}

bool cop_book_choose(const struct cop_book *book, const void *state,
                     const struct cop_book_taste *taste, struct cop_book_move *chosen)
{
    size_t room = (size_t)book->game->max_moves;
    struct cop_book_move *moves = cop_allocate(room * sizeof *moves);
    int count = cop_book_moves(book, state, moves, (int)room);

    count = keep_visited(moves, count, book, taste);
    if (count > 0)
        *chosen = moves[taste->variety > 0 ? any_near(moves, count, taste) : best_of(moves, count)];
    free(moves);
    return count > 0;
}

int cop_book_line(const struct cop_book *book, const void *state,
                  const struct cop_book_taste *taste, cop_move first, cop_move *line, int room)
{
    const struct cop_game *game = book->game;
    struct cop_book_taste plain = *taste;
    struct cop_book_move next = {.move = first};
    char *at = cop_allocate(game->state_size);
    int length = 0;

    plain.variety = 0;
    memcpy(at, state, game->state_size);
    while (length < room) {
        line[length++] = next.move;
        game->rules->play(game, at, next.move);
        if (!cop_book_choose(book, at, &plain, &next))
            break;
    }
    free(at);
    return length;
}
