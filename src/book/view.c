/* view.c - a book for people and programs. */
#include "book/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "book/graph.h"

void cop_book_write_value(double value, struct cop_text *text)
{
    if (isnan(value))
        cop_text_add(text, "?");
    else
        cop_text_add(text, "%+.2f", value);
}

/* ---- Its shape ---- */

struct cop_book_shape cop_book_shape_of(const struct cop_book *book)
{
    struct cop_book_shape shape = {0};

    for (int i = 0; i < book->count; i++) {
        shape.depth = book->nodes[i].depth > shape.depth ? book->nodes[i].depth : shape.depth;
        shape.meetings += book->nodes[i].parent_count > 1;
    }
    shape.widths = cop_allocate((size_t)(shape.depth + 1) * sizeof *shape.widths);
    for (int i = 0; i < book->count; i++)
        shape.widths[book->nodes[i].depth]++;
    return shape;
}

void cop_book_write_about(const struct cop_book *book, struct cop_text *text)
{
    const struct cop_book_about *about = &book->about;
    struct cop_book_shape shape = cop_book_shape_of(book);

    cop_text_add(text, "A book of %s, begun %s\n", about->game, about->made);
    if (strcmp(about->builder, "import") == 0)
        cop_text_add(text, "imported, %lld visits\n", (long long)about->iterations);
    else
        cop_text_add(text, "by %s, %lld iterations in %.0f s, seed %lld\n", about->builder,
                     (long long)about->iterations, about->seconds, (long long)about->seed);
    if (about->judge[0] != '\0')
        cop_text_add(text, "judged by %s%s%s\n", about->judge,
                     about->limit[0] != '\0' ? " within " : "", about->limit);
    cop_text_add(text, "%d positions, %d of them met by several moves; at each depth:", book->count,
                 shape.meetings);
    for (int i = 0; i <= shape.depth; i++)
        cop_text_add(text, " %d", shape.widths[i]);
    cop_text_add(text, "\n");
    free(shape.widths);
}

/* ---- As a tree ---- */

struct tree {
    const struct cop_book *book;
    struct cop_text *text;
    int lines;
};

static bool write_step(void *context, const struct cop_book_step *step)
{
    struct tree *tree = context;
    struct cop_text value = COP_TEXT;

    cop_book_write_value(step->worth, &value);
    cop_text_add(tree->text, "%10lld  %8s  %*s%s%s\n", (long long)step->visits, value.bytes,
                 2 * (step->depth > 0 ? step->depth - 1 : 0), "",
                 step->depth == 0 ? "(the start)" : step->word,
                 step->is_met_before ? "  (see above)" : "");
    cop_text_free(&value);
    tree->lines++;
    return true;
}

void cop_book_write_tree(const struct cop_book *book, const struct cop_book_bounds *bounds,
                         struct cop_text *text)
{
    struct tree tree = {book, text, 0};

    cop_text_add(text, "%10s  %8s  moves; values are %s's\n", "visits", "value",
                 cop_player_name(book->game, 0));
    cop_book_walk(book, bounds, write_step, &tree);
    if (tree.lines < book->count)
        cop_text_add(text, "%d of %d positions; more with --depth, --width and --least\n",
                     tree.lines, book->count);
}

/* ---- As JSON ---- */

static void add_real(struct cop_json *json, const char *name, double value)
{
    cop_json_add_number(json, name, value, 12); /* null if it is not known */
}

static bool add_step(void *context, const struct cop_book_step *step)
{
    struct cop_json *json = context;

    cop_json_object(json, NULL);
    cop_json_add_string(json, "moves", step->line);
    cop_json_add_integer(json, "depth", step->depth);
    cop_json_add_integer(json, "position", step->node);
    cop_json_add_integer(json, "visits", step->visits);
    add_real(json, "value", step->worth);
    add_real(json, "early", step->early);
    cop_json_end(json);
    return true;
}

void cop_book_write_json(const struct cop_book *book, const struct cop_book_bounds *bounds,
                         struct cop_json *json)
{
    const struct cop_book_about *about = &book->about;
    struct cop_book_shape shape = cop_book_shape_of(book);

    cop_json_object(json, NULL);
    cop_json_spread(json, 2);
    cop_json_add_string(json, "game", about->game);
    cop_json_add_string(json, "builder", about->builder);
    cop_json_add_string(json, "judge", about->judge);
    cop_json_add_string(json, "limit", about->limit);
    cop_json_add_integer(json, "seed", about->seed);
    cop_json_add_integer(json, "iterations", about->iterations);
    cop_json_add_number(json, "seconds", about->seconds, 6);
    cop_json_add_string(json, "begun", about->made);
    cop_json_add_string(json, "makers", about->makers);
    cop_json_add_integer(json, "positions", book->count);
    cop_json_array(json, "widths");
    for (int i = 0; i <= shape.depth; i++)
        cop_json_add_integer(json, NULL, shape.widths[i]);
    cop_json_end(json);
    cop_json_array(json, "lines");
    cop_json_spread(json, 4);
    cop_book_walk(book, bounds, add_step, json);
    cop_json_end(json);
    cop_json_end(json);
    free(shape.widths);
}

/* ---- As a picture ---- */

enum { COLUMN = 150, HEIGHT = 900, TOP = 30, LABEL = 13 };

struct column_band {
    double from, height, next; /* of a position, and where its next move begins */
    int64_t shared;            /* the visits of all its moves that are drawn */
};

struct picture {
    const struct cop_book *book;
    const struct cop_book_bounds *bounds;
    struct cop_text *text;
    struct column_band *bands; /* along the line that is being drawn, from depth 0 on */
    double most;               /* the largest value, for the colours */
};

/* A position counts by its visits, or all alike in a book of minimax values. */
static int64_t weight_of(const struct picture *picture, int node)
{
    int64_t visits = picture->book->nodes[node].visits;

    return picture->book->is_minimax ? 1 : visits > 0 ? visits : 1;
}

static int64_t weight_of_moves(const struct picture *picture, int node)
{
    const struct cop_book_node *at = &picture->book->nodes[node];
    int64_t sum = 0;

    for (int i = 0; i < at->edge_count; i++)
        if (picture->book->nodes[at->edges[i].child].visits >= picture->bounds->least)
            sum += weight_of(picture, at->edges[i].child);
    return sum > 0 ? sum : 1;
}

/* From blue, where the second player is ahead, over grey to amber. */
static void write_colour(const struct picture *picture, double worth, struct cop_text *text)
{
    double share = isnan(worth) || picture->most <= 0 ? 0 : worth / picture->most;
    double lean = fmin(1, fabs(share));
    int near = (int)(220 - 90 * lean), far = (int)(220 + 20 * lean);

    if (share >= 0)
        cop_text_add(text, "#%02x%02x%02x", (unsigned)far, (unsigned)(220 - 30 * lean),
                     (unsigned)near);
    else
        cop_text_add(text, "#%02x%02x%02x", (unsigned)near, (unsigned)(220 - 30 * lean),
                     (unsigned)far);
}

static void draw_box(const struct picture *picture, const struct cop_book_step *step,
                     const struct column_band *band)
{
    struct cop_text *text = picture->text, value = COP_TEXT;
    double x = step->depth * COLUMN, y = TOP + band->from;

    cop_book_write_value(step->worth, &value);
    cop_text_add(text, "<rect x=\"%.1f\" y=\"%.2f\" width=\"%d\" height=\"%.2f\" fill=\"", x, y,
                 COLUMN - 2, fmax(band->height - 0.5, 0.2));
    write_colour(picture, step->worth, text);
    cop_text_add(text, "\"><title>");
    cop_text_add_xml(text, step->depth == 0 ? "the start" : step->line);
    cop_text_add(text, ": %s, %lld visits</title></rect>\n", value.bytes, (long long)step->visits);
    if (band->height >= LABEL) {
        cop_text_add(text, "<text x=\"%.1f\" y=\"%.2f\">", x + 4,
                     y + fmin(band->height / 2 + 4, 20));
        cop_text_add_xml(text, step->depth == 0 ? "start" : step->word);
        cop_text_add(text, " %s</text>\n", value.bytes);
    }
    cop_text_free(&value);
}

static bool draw_step(void *context, const struct cop_book_step *step)
{
    struct picture *picture = context;
    struct column_band *band = &picture->bands[step->depth];

    if (step->depth > 0) {
        struct column_band *above = &picture->bands[step->depth - 1];

        band->from = above->next;
        band->height =
            above->height * (double)weight_of(picture, step->node) / (double)above->shared;
        above->next += band->height;
    }
    band->next = band->from;
    band->shared = weight_of_moves(picture, step->node);
    draw_box(picture, step, band);
    return true;
}

void cop_book_write_svg(const struct cop_book *book, const struct cop_book_bounds *bounds,
                        struct cop_text *text)
{
    struct cop_book_shape shape = cop_book_shape_of(book);
    int columns =
        1 + (bounds->depth > 0 && bounds->depth < shape.depth ? bounds->depth : shape.depth);
    struct picture picture = {.book = book, .bounds = bounds, .text = text};

    picture.bands = cop_allocate((size_t)(shape.depth + 1) * sizeof *picture.bands);
    picture.bands[0].height = HEIGHT;
    for (int i = 0; i < book->count; i++)
        if (fabs(cop_book_worth(book, i)) > picture.most)
            picture.most = fabs(cop_book_worth(book, i));
    cop_text_add(text,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
                 "font-family=\"sans-serif\" font-size=\"11\">\n<title>",
                 columns * COLUMN, HEIGHT + TOP);
    cop_text_add_xml(text, book->about.game);
    cop_text_add(text, ", ");
    cop_text_add_xml(text, book->about.builder);
    cop_text_add(text, "</title>\n<text x=\"4\" y=\"18\">");
    cop_text_add_xml(text, book->about.game);
    cop_text_add(text, ": %d positions; heights are %s, values %s's</text>\n", book->count,
                 book->is_minimax ? "alike" : "visits", cop_player_name(book->game, 0));
    cop_book_walk(book, bounds, draw_step, &picture);
    cop_text_add(text, "</svg>\n");
    free(picture.bands);
    free(shape.widths);
}

/* ---- A position ---- */

void cop_book_write_moves(const struct cop_book *book, const void *state, struct cop_text *text)
{
    const struct cop_game *game = book->game;
    size_t room = (size_t)game->max_moves;
    struct cop_book_move *moves = cop_allocate(room * sizeof *moves);
    int count = cop_book_moves(book, state, moves, (int)room);
    struct cop_text value = COP_TEXT;

    if (count > 0)
        cop_text_add(text, "%10s  %8s  move\n", "visits", "value");
    for (int i = 0; i < count; i++) {
        cop_text_clear(&value);
        cop_book_write_value(moves[i].value, &value);
        cop_text_add(text, "%10lld  %8s  ", (long long)moves[i].visits, value.bytes);
        game->rules->write_move(game, state, moves[i].move, text);
        cop_text_add(text, "%s\n", moves[i].is_permanent ? "" : "  (not judged yet)");
    }
    cop_text_free(&value);
    free(moves);
}
