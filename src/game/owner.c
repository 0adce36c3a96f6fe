/* owner.c - whose the cells of a board are, and how often they were (amazons-play.md 2.17). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "coppice/game.h"

/* The owners of what is on top of each cell. */
static int owners_in_scene(const struct cop_game *game, const void *state, int8_t *of_cell)
{
    struct cop_scene scene = {0};
    int top[COP_OWNED_MAX], count;

    game->rules->scene(game, state, -1, &scene);
    count = scene.cell_count < COP_OWNED_MAX ? scene.cell_count : COP_OWNED_MAX;
    for (int i = 0; i < count; i++) {
        of_cell[i] = -1;
        top[i] = -1;
    }
    for (int i = 0; i < scene.piece_count; i++) {
        const struct cop_piece *piece = &scene.pieces[i];

        if (piece->cell >= count || piece->height <= top[piece->cell])
            continue;
        top[piece->cell] = piece->height;
        of_cell[piece->cell] = (int8_t)(piece->owner < game->players ? piece->owner : -1);
    }
    cop_scene_free(&scene);
    return count;
}

int cop_owners(const struct cop_game *game, const void *state, int8_t of_cell[COP_OWNED_MAX])
{
    if (game->players < 2)
        return 0;
    if (game->rules->owners != NULL)
        return game->rules->owners(game, state, of_cell);
    return owners_in_scene(game, state, of_cell);
}

void cop_ownership_add(struct cop_ownership *ownership, const struct cop_game *game,
                       const void *state)
{
    int8_t of_cell[COP_OWNED_MAX];
    int count = cop_owners(game, state, of_cell);

    __atomic_store_n(&ownership->cell_count, count, __ATOMIC_RELAXED);
    for (int i = 0; i < count; i++)
        if (of_cell[i] >= 0)
            __atomic_fetch_add(&ownership->count[i][of_cell[i]], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&ownership->playouts, 1, __ATOMIC_RELAXED);
}

/* ---- The picture ---- */

enum { ITEM = 5, SHORT_LABEL = 2 }; /* characters between neighbours, and of a coordinate */

/* A word of the picture: a cell's share, or a coordinate beside the board. */
struct item {
    float x, y;
    bool is_cell;
    char word[8];
};

static int compare_items(const void *first, const void *second)
{
    const struct item *a = first, *b = second;

    if (fabsf(a->y - b->y) > 0.1f)
        return a->y < b->y ? -1 : 1;
    return (a->x > b->x) - (a->x < b->x);
}

static void write_share(const struct cop_ownership *ownership, const struct cop_game *game,
                        const struct cop_scene *scene, int cell, char word[8])
{
    const int64_t *count = ownership->count[cell];
    struct cop_text text = COP_TEXT;
    const char *name;
    int most = 0;

    for (int i = 1; i < game->players; i++)
        most = count[i] > count[most] ? i : most;
    name = scene->owners[most] != NULL ? scene->owners[most] : cop_player_name(game, most);
    if (count[most] == 0)
        cop_text_add(&text, ".");
    else
        cop_text_add(&text, "%c%.0f", name[0],
                     100 * (double)count[most] / (double)ownership->playouts);
    memcpy(word, text.bytes, strlen(text.bytes) + 1);
    cop_text_free(&text);
}

static int make_items(const struct cop_ownership *ownership, const struct cop_game *game,
                      const struct cop_scene *scene, struct item *items)
{
    int count = 0;

    for (int i = 0; i < scene->cell_count && i < ownership->cell_count; i++, count++) {
        items[count] = (struct item){scene->cells[i].x, scene->cells[i].y, true, ""};
        write_share(ownership, game, scene, i, items[count].word);
    }
    for (int i = 0; i < scene->label_count; i++) {
        const struct cop_label *label = &scene->labels[i];

        if (strlen(label->text) > SHORT_LABEL)
            continue;
        items[count] = (struct item){label->x, label->y, false, ""};
        memcpy(items[count++].word, label->text, strlen(label->text) + 1);
    }
    qsort(items, (size_t)count, sizeof *items, compare_items);
    return count;
}

/* The least distance between neighbouring cells of a row. */
static float find_gap(const struct item *items, int count)
{
    float gap = 1;

    for (int i = 1; i < count; i++)
        if (items[i].is_cell && items[i - 1].is_cell && items[i].y - items[i - 1].y < 0.1f &&
            items[i].x - items[i - 1].x > 0.1f)
            gap = fminf(gap, items[i].x - items[i - 1].x);
    return gap;
}

static float leftmost(const struct item *items, int count)
{
    float left = items[0].x;

    for (int i = 1; i < count; i++)
        left = fminf(left, items[i].x);
    return left;
}

static void write_items(const struct item *items, int count, struct cop_text *text)
{
    float gap = find_gap(items, count), left = leftmost(items, count);
    int column = 0;

    for (int i = 0; i < count; i++) {
        int place = (int)lroundf((items[i].x - left) / gap * ITEM);

        if (i > 0 && items[i].y - items[i - 1].y >= 0.1f) {
            cop_text_add(text, "\n");
            column = 0;
        }
        cop_text_add(text, "%*s%s", place > column ? place - column : i > 0 && column > 0, "",
                     items[i].word);
        column = (place > column ? place : column) + (int)strlen(items[i].word);
    }
    cop_text_add(text, "\n");
}

void cop_ownership_write(const struct cop_ownership *ownership, const struct cop_game *game,
                         const void *state, struct cop_text *text)
{
    struct cop_scene scene = {0};
    struct item *items;
    int count;

    game->rules->scene(game, state, -1, &scene);
    items = cop_allocate((size_t)(scene.cell_count + scene.label_count + 1) * sizeof *items);
    count = make_items(ownership, game, &scene, items);
    if (count > 0)
        write_items(items, count, text);
    free(items);
    cop_scene_free(&scene);
}
