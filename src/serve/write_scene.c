/* write_scene.c - a board, or what is new on it.
 *
 * A move changes few pieces, or, where blocks fall, nearly all of them, but of few looks. So the
 * cells that look different are told, and pieces of one look together with all their cells. */
#include "serve/write_scene.h"

#include <stdlib.h>
#include <string.h>

#include "agent/write_json.h"
#include "base/allocate.h"

/* ---- Order ---- */

/* Everything but the cell. */
static int compare_looks(const struct cop_piece *a, const struct cop_piece *b)
{
    if (a->height != b->height)
        return a->height - b->height;
    if (a->kind != b->kind)
        return (int)a->kind - (int)b->kind;
    if (a->owner != b->owner)
        return a->owner - b->owner;
    if (a->with != b->with)
        return a->with - b->with;
    return strcmp(a->label, b->label);
}

static int by_cell(const void *left, const void *right)
{
    const struct cop_piece *a = left, *b = right;

    return a->cell != b->cell ? a->cell - b->cell : compare_looks(a, b);
}

static int by_look(const void *left, const void *right)
{
    const struct cop_piece *a = left, *b = right;
    int order = compare_looks(a, b);

    return order != 0 ? order : a->cell - b->cell;
}

static int by_ends(const void *left, const void *right)
{
    const struct cop_link *a = left, *b = right;

    if (a->from != b->from)
        return a->from - b->from;
    return a->to != b->to ? a->to - b->to : a->owner - b->owner;
}

void cop_scene_sort(struct cop_scene *scene)
{
    if (scene->piece_count > 1)
        qsort(scene->pieces, (size_t)scene->piece_count, sizeof *scene->pieces, by_cell);
    if (scene->link_count > 1)
        qsort(scene->links, (size_t)scene->link_count, sizeof *scene->links, by_ends);
}

/* ---- Cells ---- */

static bool is_same_place(const struct cop_cell *a, const struct cop_cell *b)
{
    return a->x == b->x && a->y == b->y && a->shape == b->shape && strcmp(a->name, b->name) == 0;
}

static bool is_same_ground(const struct cop_cell *a, const struct cop_cell *b)
{
    return a->shade == b->shade && a->home == b->home;
}

/* How many cells, from the first one on, are where they were. All are, but for a die or a tile that
 * lies beside the board for a while. */
static int count_same_places(const struct cop_scene *told, const struct cop_scene *now)
{
    int same = 0;

    while (same < told->cell_count && same < now->cell_count &&
           is_same_place(&told->cells[same], &now->cells[same]))
        same++;
    return same;
}

static bool has_other_cells(const struct cop_scene *told, const struct cop_scene *now)
{
    return told->cell_count != now->cell_count || count_same_places(told, now) != now->cell_count;
}

static void add_cells(const struct cop_scene *told, const struct cop_scene *now,
                      struct cop_json *json)
{
    int from = count_same_places(told, now);

    cop_json_object(json, "cells");
    cop_json_tighten(json);
    cop_json_add_integer(json, "from", from);
    cop_json_array(json, "new");
    for (int i = from; i < now->cell_count; i++)
        cop_json_add_cell(json, &now->cells[i]);
    cop_json_end(json);
    cop_json_end(json);
}

/* ---- What cells look like ---- */

/* The first of the cells that stay which has another look than before, from `cell` on; or how many
 * stay. */
static int next_changed_cell(const struct cop_scene *told, const struct cop_scene *now, int cell)
{
    int same = count_same_places(told, now);

    while (cell < same && is_same_ground(&told->cells[cell], &now->cells[cell]))
        cell++;
    return cell < same ? cell : now->cell_count;
}

/* All changed cells that look like this one, which is the first of them. */
static void add_cells_of_a_look(const struct cop_scene *told, const struct cop_scene *now,
                                int first, struct cop_json *json)
{
    cop_json_object(json, NULL);
    cop_json_array(json, "cells");
    for (int i = first; i < now->cell_count; i = next_changed_cell(told, now, i + 1))
        if (is_same_ground(&now->cells[i], &now->cells[first]))
            cop_json_add_integer(json, NULL, i);
    cop_json_end(json);
    cop_json_add_cell_look(json, &now->cells[first]);
    cop_json_end(json);
}

static bool is_first_of_look(const struct cop_scene *told, const struct cop_scene *now, int cell)
{
    int first = next_changed_cell(told, now, 0);

    while (!is_same_ground(&now->cells[first], &now->cells[cell]))
        first = next_changed_cell(told, now, first + 1);
    return first == cell;
}

static bool has_other_ground(const struct cop_scene *told, const struct cop_scene *now)
{
    return next_changed_cell(told, now, 0) < now->cell_count;
}

static void add_ground(const struct cop_scene *told, const struct cop_scene *now,
                       struct cop_json *json)
{
    cop_json_array(json, "ground");
    cop_json_tighten(json);
    for (int i = next_changed_cell(told, now, 0); i < now->cell_count;
         i = next_changed_cell(told, now, i + 1))
        if (is_first_of_look(told, now, i))
            add_cells_of_a_look(told, now, i, json);
    cop_json_end(json);
}

/* ---- Pieces ---- */

/* How many pieces of the list, from `at` on, stand on this cell. */
static int count_on(const struct cop_scene *scene, int at, int cell)
{
    int count = 0;

    while (at + count < scene->piece_count && scene->pieces[at + count].cell == cell)
        count++;
    return count;
}

static bool are_same(const struct cop_piece *a, const struct cop_piece *b, int count)
{
    for (int i = 0; i < count; i++)
        if (compare_looks(&a[i], &b[i]) != 0)
            return false;
    return true;
}

/* What stands where something else stood before, and which cells are empty now. */
struct difference {
    struct cop_piece *pieces;
    int *empty;
    int piece_count, empty_count;
};

static void compare_cells(const struct cop_scene *told, const struct cop_scene *now,
                          struct difference *difference)
{
    int cells = told->cell_count > now->cell_count ? told->cell_count : now->cell_count;
    int before = 0, after = 0;

    for (int cell = 0; cell < cells; cell++) {
        int old = count_on(told, before, cell), count = count_on(now, after, cell);

        if (old > 0 && count == 0) {
            difference->empty[difference->empty_count++] = cell;
        } else if (count > 0 &&
                   (old != count || !are_same(&told->pieces[before], &now->pieces[after], count))) {
            memcpy(&difference->pieces[difference->piece_count], &now->pieces[after],
                   (size_t)count * sizeof *now->pieces);
            difference->piece_count += count;
        }
        before += old;
        after += count;
    }
}

/* Most stand on the board, alone, and without a label: that is not said. */
static void add_look(const struct cop_piece *piece, struct cop_json *json)
{
    cop_json_add_integer(json, "owner", piece->owner);
    cop_json_add_string(json, "kind", cop_piece_kind_names[piece->kind]);
    if (piece->height != 0)
        cop_json_add_integer(json, "height", piece->height);
    if (piece->with != -1)
        cop_json_add_integer(json, "with", piece->with);
    if (piece->label[0] != '\0')
        cop_json_add_string(json, "label", piece->label);
}

static void add_pieces_of_a_look(const struct cop_piece *pieces, int count, struct cop_json *json)
{
    cop_json_object(json, NULL);
    cop_json_array(json, "cells");
    for (int i = 0; i < count; i++)
        cop_json_add_integer(json, NULL, pieces[i].cell);
    cop_json_end(json);
    add_look(&pieces[0], json);
    cop_json_end(json);
}

static void add_difference(const struct difference *difference, struct cop_json *json)
{
    const struct cop_piece *pieces = difference->pieces;

    cop_json_object(json, "pieces");
    cop_json_tighten(json);
    cop_json_array(json, "empty");
    for (int i = 0; i < difference->empty_count; i++)
        cop_json_add_integer(json, NULL, difference->empty[i]);
    cop_json_end(json);
    cop_json_array(json, "new");
    for (int i = 0, count; i < difference->piece_count; i += count) {
        count = 1;
        while (i + count < difference->piece_count &&
               compare_looks(&pieces[i], &pieces[i + count]) == 0)
            count++;
        add_pieces_of_a_look(&pieces[i], count, json);
    }
    cop_json_end(json);
    cop_json_end(json);
}

static bool has_other_pieces(const struct cop_scene *told, const struct cop_scene *now)
{
    if (told->piece_count != now->piece_count)
        return true;
    for (int i = 0; i < now->piece_count; i++)
        if (by_cell(&told->pieces[i], &now->pieces[i]) != 0)
            return true;
    return false;
}

static void add_pieces(const struct cop_scene *told, const struct cop_scene *now,
                       struct cop_json *json)
{
    struct difference difference = {
        .pieces = cop_allocate(((size_t)now->piece_count + 1) * sizeof *difference.pieces),
        .empty = cop_allocate(((size_t)told->piece_count + 1) * sizeof *difference.empty)};

    compare_cells(told, now, &difference);
    qsort(difference.pieces, (size_t)difference.piece_count, sizeof *difference.pieces, by_look);
    add_difference(&difference, json);
    free(difference.pieces);
    free(difference.empty);
}

/* ---- Links ---- */

static bool has_link(const struct cop_scene *scene, const struct cop_link *link)
{
    return scene->link_count > 0 &&
           bsearch(link, scene->links, (size_t)scene->link_count, sizeof *link, by_ends) != NULL;
}

/* Those of one scene that the other one does not have. */
static void add_other_links(const struct cop_scene *scene, const struct cop_scene *other,
                            const char *name, struct cop_json *json)
{
    cop_json_array(json, name);
    for (int i = 0; i < scene->link_count; i++)
        if (!has_link(other, &scene->links[i]))
            cop_json_add_link(json, &scene->links[i]);
    cop_json_end(json);
}

static bool has_other_links(const struct cop_scene *told, const struct cop_scene *now)
{
    if (told->link_count != now->link_count)
        return true;
    for (int i = 0; i < now->link_count; i++)
        if (by_ends(&told->links[i], &now->links[i]) != 0)
            return true;
    return false;
}

static void add_links(const struct cop_scene *told, const struct cop_scene *now,
                      struct cop_json *json)
{
    cop_json_object(json, "links");
    cop_json_tighten(json);
    add_other_links(told, now, "gone", json);
    add_other_links(now, told, "new", json);
    cop_json_end(json);
}

/* ---- Labels, and what is short ---- */

/* How many labels, from the first one on, are the same: counters come after coordinates. */
static int count_same_labels(const struct cop_scene *told, const struct cop_scene *now)
{
    int same = 0;

    while (same < told->label_count && same < now->label_count &&
           told->labels[same].x == now->labels[same].x &&
           told->labels[same].y == now->labels[same].y &&
           strcmp(told->labels[same].text, now->labels[same].text) == 0)
        same++;
    return same;
}

static bool has_other_labels(const struct cop_scene *told, const struct cop_scene *now)
{
    return told->label_count != now->label_count ||
           count_same_labels(told, now) != now->label_count;
}

static void add_labels(const struct cop_scene *told, const struct cop_scene *now,
                       struct cop_json *json)
{
    int from = count_same_labels(told, now);

    cop_json_object(json, "labels");
    cop_json_tighten(json);
    cop_json_add_integer(json, "from", from);
    cop_json_array(json, "new");
    for (int i = from; i < now->label_count; i++)
        cop_json_add_label(json, &now->labels[i]);
    cop_json_end(json);
    cop_json_end(json);
}

/* The cells that decided the game. */
static bool has_other_decided(const struct cop_scene *told, const struct cop_scene *now)
{
    int most = told->cell_count > now->cell_count ? told->cell_count : now->cell_count;

    for (int i = 0; i < most; i++)
        if ((i < told->cell_count && told->cells[i].decides) !=
            (i < now->cell_count && now->cells[i].decides))
            return true;
    return false;
}

static void add_decided(const struct cop_scene *told, const struct cop_scene *now,
                        struct cop_json *json)
{
    (void)told;
    cop_json_add_scene_list(json, "decides", now, COP_SCENE_DECIDES);
}

static bool has_other_hand(const struct cop_scene *told, const struct cop_scene *now)
{
    return told->hand_count != now->hand_count ||
           memcmp(told->hand, now->hand, (size_t)now->hand_count * sizeof now->hand[0]) != 0;
}

static void add_hand(const struct cop_scene *told, const struct cop_scene *now,
                     struct cop_json *json)
{
    (void)told;
    cop_json_add_scene_list(json, "hand", now, COP_SCENE_HAND);
}

static bool has_other_last(const struct cop_scene *told, const struct cop_scene *now)
{
    return told->last_count != now->last_count ||
           memcmp(told->last, now->last, (size_t)now->last_count * sizeof now->last[0]) != 0;
}

static void add_last(const struct cop_scene *told, const struct cop_scene *now,
                     struct cop_json *json)
{
    (void)told;
    cop_json_add_scene_list(json, "last", now, COP_SCENE_LAST);
}

/* ---- All of it ---- */

static const struct {
    bool (*has_changed)(const struct cop_scene *told, const struct cop_scene *now);
    void (*add)(const struct cop_scene *told, const struct cop_scene *now, struct cop_json *json);
} parts[] = {
    {has_other_cells, add_cells},     {has_other_ground, add_ground},
    {has_other_pieces, add_pieces},   {has_other_links, add_links},
    {has_other_labels, add_labels},   {has_other_last, add_last},
    {has_other_decided, add_decided}, {has_other_hand, add_hand},
};

enum { PARTS = sizeof parts / sizeof parts[0] };

static bool has_same_colours(const struct cop_scene *told, const struct cop_scene *now)
{
    enum { OWNERS = sizeof now->owners / sizeof now->owners[0] };

    for (int i = 0; i < OWNERS; i++)
        if (strcmp(cop_owner_colour(told, i), cop_owner_colour(now, i)) != 0)
            return false;
    return true;
}

void cop_write_scene_news(struct cop_json *json, const char *name, const struct cop_scene *told,
                          const struct cop_scene *now)
{
    bool has_begun = false;

    if (told->cell_count == 0 || !has_same_colours(told, now)) {
        cop_json_line(json, 0);
        cop_json_add_scene(json, name, now);
        return;
    }
    for (int i = 0; i < PARTS; i++) {
        if (!parts[i].has_changed(told, now))
            continue;
        if (!has_begun) {
            cop_json_line(json, 0);
            cop_json_object(json, name);
        }
        has_begun = true;
        parts[i].add(told, now, json);
    }
    if (has_begun)
        cop_json_end(json);
}
