/* pictures.c - scenes and drawings for Python. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/coppice.h"
#include "shim.h"
#include "support.h"

static void copy_cells(const struct cop_scene *from, struct shim_scene *to)
{
    to->cell_count = from->cell_count;
    to->cells = shim_allocate((size_t)from->cell_count * sizeof *to->cells);
    for (int i = 0; i < from->cell_count; i++) {
        const struct cop_cell *cell = &from->cells[i];

        to->cells[i] = (struct shim_cell){.x = cell->x,
                                          .y = cell->y,
                                          .shape = cell->shape,
                                          .shade = cell->shade,
                                          .home = cell->home};
        memcpy(to->cells[i].name, cell->name, sizeof cell->name);
    }
}

static void copy_pieces(const struct cop_scene *from, struct shim_scene *to)
{
    to->piece_count = from->piece_count;
    to->pieces = shim_allocate((size_t)from->piece_count * sizeof *to->pieces);
    for (int i = 0; i < from->piece_count; i++) {
        const struct cop_piece *piece = &from->pieces[i];

        to->pieces[i] = (struct shim_piece){.cell = piece->cell,
                                            .owner = piece->owner,
                                            .height = piece->height,
                                            .with = piece->with,
                                            .kind = piece->kind};
        memcpy(to->pieces[i].label, piece->label, sizeof piece->label);
    }
}

static void copy_links(const struct cop_scene *from, struct shim_scene *to)
{
    to->link_count = from->link_count;
    to->links = shim_allocate((size_t)from->link_count * sizeof *to->links);
    for (int i = 0; i < from->link_count; i++)
        to->links[i] =
            (struct shim_link){from->links[i].from, from->links[i].to, from->links[i].owner};
}

static void copy_labels(const struct cop_scene *from, struct shim_scene *to)
{
    to->label_count = from->label_count;
    to->labels = shim_allocate((size_t)from->label_count * sizeof *to->labels);
    for (int i = 0; i < from->label_count; i++) {
        to->labels[i] = (struct shim_label){.x = from->labels[i].x, .y = from->labels[i].y};
        memcpy(to->labels[i].text, from->labels[i].text, sizeof from->labels[i].text);
    }
}

struct shim_scene *shim_scene(const struct cop_game *game, const void *state, int viewer)
{
    struct shim_scene *copy = shim_allocate(sizeof *copy);
    struct cop_scene scene = {0};

    game->rules->scene(game, state, viewer, &scene);
    copy_cells(&scene, copy);
    copy_pieces(&scene, copy);
    copy_links(&scene, copy);
    copy_labels(&scene, copy);
    cop_scene_free(&scene);
    return copy;
}

void shim_scene_free(struct shim_scene *scene)
{
    if (scene == NULL)
        return;
    free(scene->cells);
    free(scene->pieces);
    free(scene->links);
    free(scene->labels);
    free(scene);
}

/* ---- Places ---- */

enum { PLACES_MAX = 512, PROBES = 6, PROBE_PLIES = 400 };

/* Keeps `list` in order; what is there already, or has no room, changes nothing. */
static void put_place(int *list, int *count, int place)
{
    int at = *count;

    while (at > 0 && list[at - 1] > place)
        at--;
    if ((at > 0 && list[at - 1] == place) || *count == PLACES_MAX)
        return;
    memmove(list + at + 1, list + at, (size_t)(*count - at) * sizeof *list);
    list[at] = place;
    ++*count;
}

/* As hundredths() of observation.py does it. */
static int hundredths(float place)
{
    return (int)floor((double)place * 100 + 0.5);
}

static void add_places(const struct cop_game *game, const void *state, struct shim_places *places)
{
    struct cop_scene scene = {0};

    game->rules->scene(game, state, -1, &scene);
    for (int i = 0; i < scene.cell_count; i++) {
        put_place(places->columns, &places->column_count, hundredths(scene.cells[i].x));
        put_place(places->rows, &places->row_count, hundredths(scene.cells[i].y));
    }
    cop_scene_free(&scene);
}

void shim_places(const struct cop_game *game, struct shim_places *places)
{
    cop_move *scratch = shim_allocate((size_t)game->max_moves * sizeof *scratch);
    void *state = shim_state_new(game);

    *places = (struct shim_places){.column_count = 0};
    for (int probe = 0; probe < PROBES; probe++) {
        struct cop_rng rng;

        cop_rng_seed(&rng, (uint64_t)probe);
        game->rules->start(game, state, &rng);
        add_places(game, state, places);
        for (int ply = 0; ply < PROBE_PLIES && game->rules->turn(game, state) != COP_OVER; ply++) {
            game->rules->play(game, state, cop_random_move(game, state, &rng, scratch));
            add_places(game, state, places);
        }
    }
    free(state);
    free(scratch);
}

/* ---- Drawings ---- */

char *shim_svg(const struct cop_game *game, const void *state, int viewer)
{
    struct cop_text text = COP_TEXT;
    struct cop_scene scene = {0};

    game->rules->scene(game, state, viewer, &scene);
    cop_scene_draw_svg(&scene, &text);
    cop_scene_free(&scene);
    return shim_keep(&text);
}

char *shim_drawing(const struct cop_game *game, const void *state, int viewer, bool ascii)
{
    struct cop_text text = COP_TEXT;
    struct cop_scene scene = {0};

    game->rules->scene(game, state, viewer, &scene);
    cop_scene_draw_text(&scene, &(struct cop_drawing){.ascii = ascii}, &text);
    cop_scene_free(&scene);
    return shim_keep(&text);
}
