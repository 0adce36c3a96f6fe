/* draw_text.c - a scene as characters for a terminal.
 *
 * Every cell gets a slot of the same odd width on a raster of characters: its pieces in the middle
 * and a column on either side, where the last move has its brackets: "[●]", and what has decided a
 * game "{●}". How many columns and rows a unit of the scene takes follows from the closest two
 * cells, so squares become a plain grid, hexagons rows that are shifted by half a slot, and boards
 * with lines leave room to draw them. A drawing that is too wide moves its slots together, so that
 * neighbours share the column between them, and puts words from beside the board beneath it. One
 * that is too high gives up the rows between its rows, if its lines can be told without them.
 * Everything drawn takes one column.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "coppice/scene.h"
#include "game/picture.h"

/* One character with its colours: numbers of the 256-colour palette, or PLAIN. */
enum { PLAIN = -1 };

struct spot {
    char glyph[5]; /* UTF-8; empty is a blank */
    short ink, ground;
};

enum { SLOT_MAX = 8, SIDE_MAX = 1024 };

/* What a cell shows. */
struct content {
    struct spot spots[SLOT_MAX];
    int count;
    short ground; /* PLAIN: that of the cell */
};

struct raster {
    const struct cop_scene *scene;
    struct cop_drawing drawing;
    int slot;            /* columns of a cell, brackets included */
    bool is_tight;       /* neighbours share a column */
    bool is_low;         /* no row between two rows, though there are lines */
    float left, top;     /* the smallest place of a cell */
    float right, bottom; /* the largest */
    float across, down;  /* columns and rows per unit */
    int first_column, first_row;
    int columns, rows;
    struct spot *spots;
};

/* Colours. */

static const short inks[COP_COLOURS] = {
    [COP_BLACK] = 16, [COP_WHITE] = 231, [COP_RED] = 196,    [COP_YELLOW] = 226,
    [COP_BLUE] = 27,  [COP_GREEN] = 46,  [COP_ORANGE] = 208, [COP_PURPLE] = 129,
};

static const short grounds[] = {
    [COP_LIGHT] = 180, [COP_DARK] = 137, [COP_FELT] = 29,
    [COP_WATER] = 67,  [COP_GOLD] = 178, [COP_RACK] = 25,
};

/* What is drawn on an empty cell must be seen, and no more than that. */
static const short faint_inks[] = {
    [COP_LIGHT] = 240, [COP_DARK] = 240, [COP_FELT] = 78,
    [COP_WATER] = 240, [COP_GOLD] = 240, [COP_RACK] = 75,
};

/* A letter on a block of a colour. */
static const short block_inks[COP_COLOURS] = {
    [COP_BLACK] = 231, [COP_WHITE] = 16, [COP_RED] = 231,   [COP_YELLOW] = 16,
    [COP_BLUE] = 231,  [COP_GREEN] = 16, [COP_ORANGE] = 16, [COP_PURPLE] = 231,
};

static short owner_ink(const struct cop_scene *scene, int owner)
{
    return owner < 0 ? 240 : inks[cop_scene_colour(scene, owner)];
}

/* Glyphs. */

/* The shape of an owner's pieces: black is the filled one of black and white. */
static int owner_shape(const struct cop_scene *scene, int owner)
{
    bool is_swapped = owner <= 1 && cop_scene_colour(scene, 0) == COP_WHITE &&
                      cop_scene_colour(scene, 1) == COP_BLACK;

    return is_swapped ? 1 - owner : owner;
}

/* Without colours an owner is known by the shape. With colours all shapes are alike. */
static const char *owner_glyph(const struct raster *raster, int owner)
{
    static const char *const shapes[] = {"●", "○", "◆", "◇", "▲", "△", "■", "□"};
    static const char *const letters[] = {"X", "O", "#", "@", "A", "V", "H", "U"};

    if (owner < 0)
        return raster->drawing.ascii ? "+" : "◌";
    if (raster->drawing.ascii)
        return letters[owner_shape(raster->scene, owner)];
    return raster->drawing.colour ? "●" : shapes[owner_shape(raster->scene, owner)];
}

/* The home of one of two players looks like a small piece of theirs. */
static const char *home_glyph(const struct raster *raster, int owner)
{
    static const char *const small[] = {"•", "◦"};
    static const char *const letters[] = {"x", "o"};
    int shape = owner_shape(raster->scene, owner);

    if (shape > 1)
        return raster->drawing.ascii ? "." : "·";
    return raster->drawing.ascii ? letters[shape] : small[shape];
}

static const char *empty_glyph(const struct raster *raster, const struct cop_cell *cell)
{
    bool ascii = raster->drawing.ascii;

    if (raster->scene->numbers_cells && cell->name[0] != '\0')
        return cell->name + strcspn(cell->name, "0123456789");
    if (cell->home >= 0)
        return home_glyph(raster, cell->home);
    if (cell->shade == COP_WATER)
        return ascii ? "~" : "≈";
    if (cell->shade == COP_GOLD)
        return ascii ? "*" : "✧";
    if (cell->shape == COP_POINT)
        return ascii ? "+" : "┼";
    return ascii ? "." : "·";
}

/* Takes one character from `*at` into a spot: what cannot be shown becomes a question mark. */
static struct spot take_character(const struct raster *raster, const char **at, short ink)
{
    struct spot spot = {.glyph = "?", .ink = ink, .ground = PLAIN};
    int length = cop_character_length(*at);

    if (length > 0 && !(raster->drawing.ascii && length > 1)) {
        memcpy(spot.glyph, *at, (size_t)length);
        spot.glyph[length] = '\0';
    }
    *at += length > 0 ? length : 1;
    return spot;
}

static void add_words(const struct raster *raster, struct content *content, const char *words,
                      short ink)
{
    while (*words != '\0' && content->count < SLOT_MAX)
        content->spots[content->count++] = take_character(raster, &words, ink);
}

/* A block is known by its colour's letter, which a mere square would not show without colours. */
static void add_letter(const struct raster *raster, struct content *content, int owner, short ink)
{
    char letter[2] = {'#', '\0'};

    if (owner >= 0)
        letter[0] = cop_colour_names[cop_scene_colour(raster->scene, owner)][0];
    add_words(raster, content, letter, ink);
}

/* With colours it fills its cell. */
static void add_block(const struct raster *raster, struct content *content, int owner)
{
    if (owner < 0) {
        add_letter(raster, content, owner, owner_ink(raster->scene, owner));
        return;
    }
    content->ground = owner_ink(raster->scene, owner);
    add_letter(raster, content, owner, block_inks[cop_scene_colour(raster->scene, owner)]);
}

/* The corners of a tile by their colours' letters; those of a triangle from left to right. */
static void add_tile(const struct raster *raster, struct content *content,
                     const struct cop_piece *piece)
{
    static const int up[] = {2, 0, 1}, down[] = {0, 2, 1};
    enum cop_shape shape = raster->scene->cells[piece->cell].shape;
    int count = (int)strlen(piece->label);
    bool is_triangle = count == 3 && (shape == COP_TRIANGLE_UP || shape == COP_TRIANGLE_DOWN);

    for (int i = 0; i < count; i++) {
        int corner = !is_triangle ? i : shape == COP_TRIANGLE_UP ? up[i] : down[i];
        int owner = piece->label[corner] - '0';

        owner = owner >= 0 && owner < 8 ? owner : -1;
        add_letter(raster, content, owner, owner_ink(raster->scene, owner));
    }
}

static void add_piece(const struct raster *raster, struct content *content,
                      const struct cop_piece *piece)
{
    bool ascii = raster->drawing.ascii;
    short ink = owner_ink(raster->scene, piece->owner);

    switch (piece->kind) {
    case COP_TILE:
        add_tile(raster, content, piece);
        return;
    case COP_BLOCK:
        add_block(raster, content, piece->owner);
        break;
    case COP_MARK:
        add_words(raster, content, ascii ? "*" : "×", ink);
        break;
    default:
        add_words(raster, content, owner_glyph(raster, piece->owner), ink);
    }
    if (piece->kind == COP_QUEEN)
        add_words(raster, content, "Q", ink);
    if (piece->kind == COP_HIDDEN)
        add_words(raster, content, "?", ink);
    add_words(raster, content, piece->label, ink);
}

static int compare_heights(const void *a, const void *b)
{
    const struct cop_piece *const *first = a, *const *second = b;

    return (*second)->height - (*first)->height;
}

/* The pieces of a cell, the top of a stack first. */
static struct content cell_content(const struct raster *raster, int cell)
{
    enum { SHOWN = 5 };
    const struct cop_scene *scene = raster->scene;
    const struct cop_piece *pieces[64] = {NULL};
    const struct cop_cell *place = &scene->cells[cell];
    struct content content = {.count = 0, .ground = PLAIN};
    int count = 0;

    for (int i = 0; i < scene->piece_count && count < 64; i++)
        if (scene->pieces[i].cell == cell)
            pieces[count++] = &scene->pieces[i];
    qsort(pieces, (size_t)count, sizeof pieces[0], compare_heights);
    for (int i = 0; i < count && i < SHOWN; i++)
        add_piece(raster, &content, pieces[i]);
    if (count > SHOWN)
        add_words(raster, &content, "+", PLAIN);
    if (count == 0)
        add_words(raster, &content, empty_glyph(raster, place),
                  place->home >= 0 ? owner_ink(scene, place->home) : faint_inks[place->shade]);
    return content;
}

/* From places to columns and rows. */

static bool is_near(float a, float b)
{
    return fabsf(a - b) < 0.05f;
}

static void find_extent(struct raster *raster)
{
    const struct cop_scene *scene = raster->scene;

    raster->left = raster->right = scene->cells[0].x;
    raster->top = raster->bottom = scene->cells[0].y;
    for (int i = 0; i < scene->cell_count; i++) {
        const struct cop_cell *cell = &scene->cells[i];

        raster->left = fminf(raster->left, cell->x);
        raster->right = fmaxf(raster->right, cell->x);
        raster->top = fminf(raster->top, cell->y);
        raster->bottom = fmaxf(raster->bottom, cell->y);
    }
}

/* The smallest distance of two cells in one row, and of two rows. */
static void find_gaps(const struct cop_scene *scene, float *gap_x, float *gap_y)
{
    *gap_x = *gap_y = INFINITY;
    for (int i = 0; i < scene->cell_count; i++) {
        for (int j = 0; j < i; j++) {
            float dx = fabsf(scene->cells[i].x - scene->cells[j].x);
            float dy = fabsf(scene->cells[i].y - scene->cells[j].y);

            if (is_near(dy, 0) && !is_near(dx, 0))
                *gap_x = fminf(*gap_x, dx);
            if (!is_near(dy, 0))
                *gap_y = fminf(*gap_y, dy);
        }
    }
    if (isinf(*gap_x))
        *gap_x = 1;
    if (isinf(*gap_y))
        *gap_y = 1;
}

static bool has_shifted_rows(const struct raster *raster, float gap_x)
{
    for (int i = 0; i < raster->scene->cell_count; i++) {
        float steps = (raster->scene->cells[i].x - raster->left) / gap_x;

        if (!is_near(steps, roundf(steps)))
            return true;
    }
    return false;
}

static void choose_scale(struct raster *raster)
{
    const struct cop_scene *scene = raster->scene;
    float gap_x, gap_y;
    int step;

    raster->slot = 3;
    for (int i = 0; i < scene->cell_count; i++) {
        int need = cell_content(raster, i).count + 2;

        if (need > raster->slot)
            raster->slot = need;
    }
    find_extent(raster);
    find_gaps(scene, &gap_x, &gap_y);
    step = raster->slot;
    if (scene->link_count > 0 && step < 4)
        step = 4;
    if (raster->is_tight)
        step--;
    if (step % 2 == 1 && has_shifted_rows(raster, gap_x))
        step++;
    raster->across = (float)step / gap_x;
    raster->down = (scene->link_count > 0 && !raster->is_low ? 2 : 1) / gap_y;
}

static int column_of(const struct raster *raster, float x)
{
    return (int)lroundf((x - raster->left) * raster->across);
}

static int row_of(const struct raster *raster, float y)
{
    return (int)lroundf((y - raster->top) * raster->down);
}

static int label_width(const struct raster *raster, const struct cop_label *label)
{
    const char *at = label->text;
    int width = 0;

    for (; *at != '\0'; width++)
        take_character(raster, &at, PLAIN);
    return width;
}

/* Labels next to the board stand close to it whatever the scale: at the left they end, at the right
 * they start a column away from it. A unit is the usual distance, and more than that shows. */
static void place_label(const struct raster *raster, const struct cop_label *label, int *column,
                        int *row)
{
    enum { BESIDE = 1 };
    int width = label_width(raster, label);
    int before = (raster->slot - 1) / 2, after = raster->slot / 2;
    float far_left = raster->left - label->x, far_right = label->x - raster->right;
    float far_up = raster->top - label->y, far_down = label->y - raster->bottom;

    if (far_left > 0.4f)
        *column = -before - width - (int)(fmaxf(far_left - BESIDE, 0) * raster->across);
    else if (far_right > 0.4f)
        *column = column_of(raster, raster->right) + after + 1 +
                  (int)(fmaxf(far_right - BESIDE, 0) * raster->across);
    else
        *column = column_of(raster, label->x) - (width - 1) / 2;
    if (far_up > 0.4f)
        *row = -1 - (int)(fmaxf(far_up - BESIDE, 0) * raster->down);
    else if (far_down > 0.4f)
        *row =
            row_of(raster, raster->bottom) + 1 + (int)(fmaxf(far_down - BESIDE, 0) * raster->down);
    else
        *row = row_of(raster, label->y);
}

/* Nothing else is drawn in these columns of a row, nor right beside them. */
static bool is_free(const struct raster *raster, const struct cop_label *own, int row, int column,
                    int width)
{
    const struct cop_scene *scene = raster->scene;

    for (int i = 0; i < scene->cell_count; i++) {
        int middle = column_of(raster, scene->cells[i].x);

        if (row_of(raster, scene->cells[i].y) == row && middle + raster->slot / 2 >= column - 1 &&
            middle - (raster->slot - 1) / 2 <= column + width)
            return false;
    }
    for (int i = 0; i < scene->label_count; i++) {
        int at, at_row;

        place_label(raster, &scene->labels[i], &at, &at_row);
        if (&scene->labels[i] != own && at_row == row && at <= column + width &&
            at + label_width(raster, &scene->labels[i]) >= column)
            return false;
    }
    return true;
}

/* Words beside the board that would stick out of the drawing come nearer to it if nothing is there;
 * else they stand beneath it. Returns whether they do. */
static bool settle_label(const struct raster *raster, const struct cop_label *label, int *column,
                         int *row)
{
    int width = label_width(raster, label), latest;

    place_label(raster, label, column, row);
    latest = raster->first_column + raster->drawing.columns - width;
    if (raster->drawing.columns <= 0 || label->x - raster->right <= 0.4f || *column <= latest)
        return false;
    if (!is_free(raster, label, *row, latest, width))
        return true;
    *column = latest;
    return false;
}

static bool is_beneath(const struct raster *raster, const struct cop_label *label)
{
    int column, row;

    return settle_label(raster, label, &column, &row);
}

/* The raster holds every slot and every label that is not beneath it. Returns whether it is narrow
 * enough with all of them. */
static bool measure(struct raster *raster)
{
    const struct cop_scene *scene = raster->scene;
    int high_column = column_of(raster, raster->right) + raster->slot / 2;
    int high_row = row_of(raster, raster->bottom);
    bool is_whole = true;
    int column, row;

    raster->first_column = -(raster->slot - 1) / 2;
    raster->first_row = 0;
    for (int i = 0; i < scene->label_count; i++) {
        place_label(raster, &scene->labels[i], &column, &row);
        if (column < raster->first_column)
            raster->first_column = column;
    }
    for (int i = 0; i < scene->label_count; i++) {
        const struct cop_label *label = &scene->labels[i];

        if (settle_label(raster, label, &column, &row)) {
            is_whole = false;
            continue;
        }
        column += label_width(raster, label) - 1;
        high_column = column > high_column ? column : high_column;
        raster->first_row = row < raster->first_row ? row : raster->first_row;
        high_row = row > high_row ? row : high_row;
    }
    raster->columns = high_column - raster->first_column + 1;
    raster->rows = high_row - raster->first_row + 1;
    return is_whole && (raster->drawing.columns <= 0 || raster->columns <= raster->drawing.columns);
}

/* A line that leads to a neighbour has no place without a row between them. */
static bool can_be_low(const struct cop_scene *scene)
{
    for (int i = 0; i < scene->link_count; i++) {
        const struct cop_cell *from = &scene->cells[scene->links[i].from];
        const struct cop_cell *to = &scene->cells[scene->links[i].to];

        if (fabsf(from->x - to->x) < 1.5f && fabsf(from->y - to->y) < 1.5f)
            return false;
    }
    return scene->link_count > 0;
}

static void fit_columns(struct raster *raster)
{
    raster->is_tight = false;
    choose_scale(raster);
    if (!measure(raster)) {
        raster->is_tight = true;
        choose_scale(raster);
        measure(raster);
    }
}

static void make_raster(struct raster *raster)
{
    fit_columns(raster);
    if (raster->drawing.rows > 0 && raster->rows > raster->drawing.rows &&
        can_be_low(raster->scene)) {
        raster->is_low = true;
        fit_columns(raster);
    }
    assert(raster->columns <= SIDE_MAX && raster->rows <= SIDE_MAX);
    raster->spots =
        cop_allocate((size_t)raster->columns * (size_t)raster->rows * sizeof *raster->spots);
    for (int i = 0; i < raster->columns * raster->rows; i++)
        raster->spots[i].ink = raster->spots[i].ground = PLAIN;
}

/* Drawing on the raster. */

static struct spot *spot_at(const struct raster *raster, int column, int row)
{
    int x = column - raster->first_column, y = row - raster->first_row;

    assert(x >= 0 && x < raster->columns && y >= 0 && y < raster->rows);
    return &raster->spots[y * raster->columns + x];
}

/* Keeps the ground that is there. */
static void put(const struct raster *raster, int column, int row, const char *glyph, short ink)
{
    struct spot *spot = spot_at(raster, column, row);

    strcpy(spot->glyph, glyph);
    spot->ink = ink;
}

static void paint_ground(const struct raster *raster, int column, int row, int width, short ground)
{
    for (int i = 0; i < width; i++)
        spot_at(raster, column + i, row)->ground = ground;
}

/* A slope from one row to the next: half of it beside either end, since no row is between them. */
static void draw_flat_link(const struct raster *raster, int column, int row, int wide,
                           const char *stroke, const char *dash, short ink)
{
    int step = wide > 0 ? 1 : -1;

    put(raster, column + step, row, dash, ink);
    put(raster, column + 2 * step, row, stroke, ink);
    put(raster, column + wide - 2 * step, row + 1, stroke, ink);
    put(raster, column + wide - step, row + 1, dash, ink);
}

/* A line from cell to cell has a stroke in each row between them, or in each column if both are in
 * one row; a flat slope gets dashes beside its strokes. */
static void draw_link(const struct raster *raster, const struct cop_link *link)
{
    const struct cop_cell *from = &raster->scene->cells[link->from];
    const struct cop_cell *to = &raster->scene->cells[link->to];
    const struct cop_cell *upper = from->y <= to->y ? from : to, *lower = upper == from ? to : from;
    bool ascii = raster->drawing.ascii;
    short ink = owner_ink(raster->scene, link->owner);
    int column = column_of(raster, upper->x), row = row_of(raster, upper->y);
    int wide = column_of(raster, lower->x) - column, high = row_of(raster, lower->y) - row;
    const char *dash = ascii ? "-" : "─";
    const char *stroke = wide == 0  ? (ascii ? "|" : "│")
                         : wide > 0 ? (ascii ? "\\" : "╲")
                                    : (ascii ? "/" : "╱");

    if (high == 0) {
        int step = wide > 0 ? 1 : -1;

        for (int i = step; i != wide && wide != 0; i += step)
            put(raster, column + i, row, dash, ink);
    }
    if (high == 1 && abs(wide) > 4)
        draw_flat_link(raster, column, row, wide, stroke, dash, ink);
    for (int i = 1; i < high; i++) {
        int at = column + (int)lroundf((float)(wide * i) / (float)high);

        put(raster, at, row + i, stroke, ink);
        for (int side = -1; side <= 1 && abs(wide) >= 3 * high; side += 2)
            put(raster, at + side, row + i, dash, ink);
    }
}

static void draw_cell(const struct raster *raster, int index)
{
    const struct cop_cell *cell = &raster->scene->cells[index];
    struct content content = cell_content(raster, index);
    int row = row_of(raster, cell->y);
    int middle = column_of(raster, cell->x);
    int first = middle - (content.count - 1) / 2;

    paint_ground(raster, middle - (raster->slot - 1) / 2, row, raster->slot,
                 content.ground != PLAIN ? content.ground : grounds[cell->shade]);
    for (int i = 0; i < content.count; i++)
        put(raster, first + i, row, content.spots[i].glyph, content.spots[i].ink);
}

static void draw_last(const struct raster *raster, int index)
{
    const struct cop_cell *cell = &raster->scene->cells[index];
    int count = cell_content(raster, index).count;
    int row = row_of(raster, cell->y);
    int first = column_of(raster, cell->x) - (count - 1) / 2;

    put(raster, first - 1, row, "[", 16);
    put(raster, first + count, row, "]", 16);
}

/* Signs around the cells that `is_chosen` names. Where neighbours share a column the sign that
 * opens is the one seen: "(a(b)". */
static void draw_around(const struct raster *raster, bool (*is_chosen)(const struct cop_cell *),
                        const char *opening, const char *closing)
{
    const struct cop_scene *scene = raster->scene;

    for (int side = 1; side >= 0; side--) {
        for (int i = 0; i < scene->cell_count; i++) {
            const struct cop_cell *cell = &scene->cells[i];
            int count = cell_content(raster, i).count;
            int first = column_of(raster, cell->x) - (count - 1) / 2;

            if (is_chosen(cell))
                put(raster, side == 1 ? first + count : first - 1, row_of(raster, cell->y),
                    side == 1 ? closing : opening, 16);
        }
    }
}

static bool is_marked(const struct cop_cell *cell)
{
    return cell->is_marked;
}

static bool has_decided(const struct cop_cell *cell)
{
    return cell->decides;
}

static void draw_label(const struct raster *raster, const struct cop_label *label)
{
    const char *at = label->text;
    int column, row;

    settle_label(raster, label, &column, &row);
    for (; *at != '\0'; column++) {
        struct spot spot = take_character(raster, &at, PLAIN);

        put(raster, column, row, spot.glyph, PLAIN);
    }
}

static void draw_scene(const struct raster *raster)
{
    const struct cop_scene *scene = raster->scene;
    int wide = column_of(raster, raster->right) + raster->slot;
    int last_row = row_of(raster, raster->bottom);

    for (int row = 0; row <= last_row && scene->link_count > 0; row++)
        paint_ground(raster, -(raster->slot - 1) / 2, row, wide, grounds[scene->cells[0].shade]);
    for (int owner = -1; owner < 8; owner++)
        for (int i = 0; i < scene->link_count; i++)
            if (scene->links[i].owner == owner)
                draw_link(raster, &scene->links[i]);
    for (int i = 0; i < scene->cell_count; i++)
        draw_cell(raster, i);
    draw_around(raster, is_marked, "(", ")");
    for (int i = 0; i < scene->last_count; i++)
        draw_last(raster, scene->last[i]);
    draw_around(raster, has_decided, "{", "}");
    for (int i = 0; i < scene->label_count; i++)
        if (!is_beneath(raster, &scene->labels[i]))
            draw_label(raster, &scene->labels[i]);
}

/* Writing it out. */

static void write_row(const struct raster *raster, int row, struct cop_text *text)
{
    const struct spot *spots = &raster->spots[row * raster->columns];
    bool colour = raster->drawing.colour;
    short ink = PLAIN, ground = PLAIN;
    int end = raster->columns;

    while (end > 0 && spots[end - 1].glyph[0] == '\0' &&
           (!colour || spots[end - 1].ground == PLAIN))
        end--;
    for (int i = 0; i < end; i++) {
        if (colour && (spots[i].ink != ink || spots[i].ground != ground)) {
            ink = spots[i].ink;
            ground = spots[i].ground;
            cop_text_add(text, "\033[0m");
            if (ink != PLAIN)
                cop_text_add(text, "\033[1;38;5;%dm", ink);
            if (ground != PLAIN)
                cop_text_add(text, "\033[48;5;%dm", ground);
        }
        cop_text_add(text, "%s", spots[i].glyph[0] != '\0' ? spots[i].glyph : " ");
    }
    cop_text_add(text, ink != PLAIN || ground != PLAIN ? "\033[0m\n" : "\n");
}

/* As many in a line as fit. */
static void write_beneath(const struct raster *raster, struct cop_text *text)
{
    enum { GAP = 3 };
    const struct cop_scene *scene = raster->scene;
    int used = 0;

    for (int i = 0; i < scene->label_count; i++) {
        const char *at = scene->labels[i].text;
        int width = label_width(raster, &scene->labels[i]);

        if (!is_beneath(raster, &scene->labels[i]))
            continue;
        if (used > 0 && used + GAP + width > raster->drawing.columns) {
            cop_text_add(text, "\n");
            used = 0;
        }
        cop_text_add(text, "%*s", used > 0 ? GAP : 0, "");
        used += width + (used > 0 ? GAP : 0);
        while (*at != '\0')
            cop_text_add(text, "%s", take_character(raster, &at, PLAIN).glyph);
    }
    cop_text_add(text, used > 0 ? "\n" : "");
}

void cop_scene_draw_owner(const struct cop_scene *scene, const struct cop_drawing *drawing,
                          int owner, struct cop_text *text)
{
    struct raster raster = {.scene = scene, .drawing = *drawing};

    if (drawing->colour)
        cop_text_add(text, "\033[1;38;5;%dm\033[48;5;%dm", owner_ink(scene, owner),
                     grounds[scene->cell_count > 0 ? scene->cells[0].shade : COP_LIGHT]);
    cop_text_add(text, "%s%s", owner_glyph(&raster, owner), drawing->colour ? "\033[0m" : "");
}

void cop_scene_draw_text(const struct cop_scene *scene, const struct cop_drawing *drawing,
                         struct cop_text *text)
{
    struct raster raster = {.scene = scene, .drawing = *drawing};

    if (scene->cell_count == 0) {
        for (int i = 0; i < scene->label_count; i++)
            cop_text_add(text, "%s\n", scene->labels[i].text);
        return;
    }
    make_raster(&raster);
    draw_scene(&raster);
    for (int row = 0; row < raster.rows; row++)
        write_row(&raster, row, text);
    write_beneath(&raster, text);
    free(raster.spots);
}
