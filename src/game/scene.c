/* scene.c - filling a scene: lists that grow by doubling, and the board of squares. */
#include "coppice/scene.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

/* Room for one more element after `count`. Lists start with 16 places and double when they are
 * full, so a list is full exactly when its count is 0 or a power of two from 16 on. */
static void *make_room(void *list, int count, size_t size)
{
    enum { FIRST = 16 };
    bool is_full = count == 0 || (count >= FIRST && (count & (count - 1)) == 0);

    if (!is_full)
        return list;
    return cop_reallocate(list, size * (size_t)(count == 0 ? FIRST : 2 * count));
}

/* Copies what fits; a character of several bytes that does not fit whole is left out. */
static void copy_cut(char *to, size_t room, const char *from)
{
    size_t length = strlen(from);

    if (length >= room) {
        length = room - 1;
        while (length > 0 && ((unsigned char)from[length] & 0xc0) == 0x80)
            length--;
    }
    memcpy(to, from, length);
    to[length] = '\0';
}

int cop_scene_cell(struct cop_scene *scene, float x, float y, enum cop_shape shape,
                   enum cop_shade shade, const char *name)
{
    struct cop_cell *cell;

    scene->cells = make_room(scene->cells, scene->cell_count, sizeof *scene->cells);
    cell = &scene->cells[scene->cell_count];
    *cell = (struct cop_cell){.x = x, .y = y, .shape = shape, .shade = shade, .home = -1};
    copy_cut(cell->name, sizeof cell->name, name != NULL ? name : "");
    return scene->cell_count++;
}

static struct cop_piece *add_piece(struct cop_scene *scene, int cell, enum cop_piece_kind kind,
                                   const char *label)
{
    struct cop_piece *piece;

    assert(cell >= 0 && cell < scene->cell_count);
    scene->pieces = make_room(scene->pieces, scene->piece_count, sizeof *scene->pieces);
    piece = &scene->pieces[scene->piece_count++];
    *piece = (struct cop_piece){.cell = cell, .owner = -1, .with = -1, .kind = kind};
    copy_cut(piece->label, sizeof piece->label, label != NULL ? label : "");
    return piece;
}

void cop_scene_piece(struct cop_scene *scene, int cell, int owner, int height,
                     enum cop_piece_kind kind, const char *label)
{
    struct cop_piece *piece = add_piece(scene, cell, kind, label);

    assert(owner >= -1 && owner < 8 && height >= 0);
    piece->owner = owner;
    piece->height = height;
}

void cop_scene_tile(struct cop_scene *scene, int cell, int with, const char *corners)
{
    assert(with >= -1 && with < scene->cell_count);
    add_piece(scene, cell, COP_TILE, corners)->with = with;
}

void cop_scene_link(struct cop_scene *scene, int from, int to, int owner)
{
    assert(from >= 0 && from < scene->cell_count && to >= 0 && to < scene->cell_count);
    assert(owner >= -1 && owner < 8);
    scene->links = make_room(scene->links, scene->link_count, sizeof *scene->links);
    scene->links[scene->link_count++] = (struct cop_link){from, to, owner};
}

void cop_scene_label(struct cop_scene *scene, float x, float y, const char *format, ...)
{
    char whole[256];
    va_list arguments;
    struct cop_label *label;

    va_start(arguments, format);
    vsnprintf(whole, sizeof whole, format, arguments);
    va_end(arguments);
    scene->labels = make_room(scene->labels, scene->label_count, sizeof *scene->labels);
    label = &scene->labels[scene->label_count++];
    *label = (struct cop_label){.x = x, .y = y};
    copy_cut(label->text, sizeof label->text, whole);
}

void cop_scene_home(struct cop_scene *scene, int cell, int player)
{
    assert(cell >= 0 && cell < scene->cell_count && player >= -1 && player < 8);
    scene->cells[cell].home = player;
}

/* A move of more cells than fit shows its first ones. */
void cop_scene_last(struct cop_scene *scene, int cell)
{
    int room = (int)(sizeof scene->last / sizeof scene->last[0]);

    assert(cell >= 0 && cell < scene->cell_count);
    if (scene->last_count < room)
        scene->last[scene->last_count++] = cell;
}

void cop_scene_hand(struct cop_scene *scene, int cell)
{
    int room = (int)(sizeof scene->hand / sizeof scene->hand[0]);

    assert(cell >= 0 && cell < scene->cell_count && scene->hand_count < room);
    if (scene->hand_count < room)
        scene->hand[scene->hand_count++] = cell;
}

void cop_scene_mark(struct cop_scene *scene, int cell)
{
    assert(cell >= 0 && cell < scene->cell_count);
    scene->cells[cell].is_marked = true;
}

void cop_scene_decide(struct cop_scene *scene, int cell)
{
    assert(cell >= 0 && cell < scene->cell_count);
    scene->cells[cell].decides = true;
}

void cop_scene_free(struct cop_scene *scene)
{
    free(scene->cells);
    free(scene->pieces);
    free(scene->links);
    free(scene->labels);
    *scene = (struct cop_scene){0};
}

void cop_scene_board(struct cop_scene *scene, int columns, int rows, bool top_down,
                     enum cop_shade even, enum cop_shade odd)
{
    assert(columns >= 1 && columns <= 26 && rows >= 1 && rows <= 99);
    for (int y = 0; y < rows; y++) {
        int row = top_down ? y + 1 : rows - y;

        for (int x = 0; x < columns; x++) {
            char name[8];

            snprintf(name, sizeof name, "%c%d", (char)('a' + x), row % 100);
            cop_scene_cell(scene, (float)x, (float)y, COP_SQUARE, (x + y) % 2 == 0 ? even : odd,
                           name);
        }
        cop_scene_label(scene, -0.8f, (float)y, "%d", row);
    }
    for (int x = 0; x < columns; x++)
        cop_scene_label(scene, (float)x, top_down ? -0.8f : (float)rows - 0.2f, "%c",
                        (char)('a' + x));
}
