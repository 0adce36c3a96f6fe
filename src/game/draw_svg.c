/* draw_svg.c - a scene as a standalone SVG picture.
 *
 * A unit of the scene is 100 units of the picture, and every coordinate is written as a whole
 * number, so that no locale's decimal comma can spoil it. The board lies on a table that carries
 * the labels too, so the picture looks the same on light and dark pages. No scripts, no fonts
 * beyond the generic ones, no filters: browsers, librsvg and Inkscape all draw it alike.
 *
 * Layers, from below: table, cells, homes, lines of the board, tiles and blocks, links, pieces from
 * the lowest of a stack to the highest, the last move, what decided the game, marks, labels. */
#include <math.h>
#include <string.h>

#include "coppice/scene.h"
#include "game/picture.h"

enum { UNIT = 100, LABEL_SIZE = 34 };

struct picture {
    const struct cop_scene *scene;
    struct cop_text *text;
    int left, top, right, bottom; /* what the table covers */
    int hole;                     /* radius of a hole: smaller at the corners of triangles */
};

/* Colours: light is where the lamp shines, dark is the rim, words are written on base. */
struct paint {
    const char *light, *base, *dark, *words;
};

static const struct paint paints[COP_COLOURS] = {
    [COP_BLACK] = {"#666a70", "#2a2c30", "#0b0c0e", "#ffffff"},
    [COP_WHITE] = {"#ffffff", "#f1ece0", "#aaa292", "#26211a"},
    [COP_RED] = {"#ff9484", "#d9382c", "#8a1710", "#ffffff"},
    [COP_YELLOW] = {"#fff3ad", "#f5c518", "#ae8000", "#2c2200"},
    [COP_BLUE] = {"#93bdff", "#2f70d8", "#143c84", "#ffffff"},
    [COP_GREEN] = {"#a2e8a8", "#2ea04e", "#12622a", "#ffffff"},
    [COP_ORANGE] = {"#ffca94", "#f08c28", "#9c5208", "#2c1600"},
    [COP_PURPLE] = {"#d9aef6", "#8d45ad", "#501d66", "#ffffff"},
};

static const struct paint nobodys_paint = {"#c9c9c9", "#8f8f8f", "#4a4a4a", "#ffffff"};

static const struct {
    const char *fill, *line;
} grounds[] = {
    [COP_LIGHT] = {"#ecd2a4", "#8a6236"}, [COP_DARK] = {"#bb8a57", "#8a6236"},
    [COP_FELT] = {"#2f8457", "#1b5436"},  [COP_WATER] = {"#6ba6cf", "#3f78a3"},
    [COP_GOLD] = {"#ecc447", "#93701a"},  [COP_RACK] = {"#2459b8", "#163b80"},
};

static const struct paint *owner_paint(const struct cop_scene *scene, int owner)
{
    return owner < 0 ? &nobodys_paint : &paints[cop_scene_colour(scene, owner)];
}

/* The name of an owner's gradient. */
static const char *owner_name(const struct cop_scene *scene, int owner)
{
    return owner < 0 ? "nobody" : cop_colour_names[cop_scene_colour(scene, owner)];
}

static int scaled(float place)
{
    return (int)lroundf(place * UNIT);
}

/* Words as XML; what is no character becomes a question mark. */
static void add_words(struct cop_text *text, const char *words)
{
    while (*words != '\0') {
        int length = cop_character_length(words);
        char character[5] = "?";

        if (length > 0) {
            memcpy(character, words, (size_t)length);
            character[length] = '\0';
        }
        cop_text_add_xml(text, character);
        words += length > 0 ? length : 1;
    }
}

static int count_characters(const char *words)
{
    int count = 0;

    for (; *words != '\0'; words++)
        count += ((unsigned char)*words & 0xc0) != 0x80;
    return count;
}

/* Outlines. */

struct outline {
    int count;           /* of corners; 0: a circle */
    float corners[6][2]; /* clockwise, in units, from the cell's middle */
};

static const struct outline outlines[] = {
    [COP_SQUARE] = {4, {{-.5f, -.5f}, {.5f, -.5f}, {.5f, .5f}, {-.5f, .5f}}},
    [COP_HEXAGON] =
        {6, {{0, -.577f}, {.5f, -.289f}, {.5f, .289f}, {0, .577f}, {-.5f, .289f}, {-.5f, -.289f}}},
    [COP_TRIANGLE_UP] = {3, {{0, -.433f}, {.5f, .433f}, {-.5f, .433f}}},
    [COP_TRIANGLE_DOWN] = {3, {{-.5f, -.433f}, {.5f, -.433f}, {0, .433f}}},
    [COP_HOLE] = {0, {{0}}},
    [COP_POINT] = {0, {{0}}},
};

static int circle_radius(const struct picture *picture, const struct cop_cell *cell)
{
    if (cell->shape == COP_POINT)
        return 38;
    return cell->shade == COP_RACK ? 42 : picture->hole;
}

/* The outline of a cell, `inset` hundredths smaller, with the attributes of a shape. */
static void add_outline(const struct picture *picture, const struct cop_cell *cell, int inset,
                        const char *attributes)
{
    const struct outline *outline = &outlines[cell->shape];
    struct cop_text *text = picture->text;
    float shrink = 1 - (float)inset / (cell->shape == COP_SQUARE ? 50 : 36);

    if (outline->count == 0) {
        cop_text_add(text, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" %s/>\n", scaled(cell->x),
                     scaled(cell->y), circle_radius(picture, cell) - inset, attributes);
        return;
    }
    cop_text_add(text, "<polygon points=\"");
    for (int i = 0; i < outline->count; i++)
        cop_text_add(text, "%s%d,%d", i > 0 ? " " : "",
                     scaled(cell->x + shrink * outline->corners[i][0]),
                     scaled(cell->y + shrink * outline->corners[i][1]));
    cop_text_add(text, "\" %s/>\n", attributes);
}

/* The table. */

static void widen(struct picture *picture, int x, int y, int half_width, int half_height)
{
    picture->left = x - half_width < picture->left ? x - half_width : picture->left;
    picture->right = x + half_width > picture->right ? x + half_width : picture->right;
    picture->top = y - half_height < picture->top ? y - half_height : picture->top;
    picture->bottom = y + half_height > picture->bottom ? y + half_height : picture->bottom;
}

/* Where a label's words are: at the right of the board they start with the square at their place,
 * so that counters stand in one column; elsewhere their middle is there. */
static bool starts_at_place(const struct picture *picture, const struct cop_label *label)
{
    for (int i = 0; i < picture->scene->cell_count; i++)
        if (picture->scene->cells[i].x >= label->x - 0.4f)
            return false;
    return count_characters(label->text) > 2;
}

static int label_width(const struct cop_label *label)
{
    return count_characters(label->text) * LABEL_SIZE * 13 / 20;
}

static void measure(struct picture *picture)
{
    enum { MARGIN = 24 };
    const struct cop_scene *scene = picture->scene;

    picture->left = picture->top = scene->cell_count + scene->label_count > 0 ? 1 << 24 : 0;
    picture->right = picture->bottom = -picture->left;
    picture->hole = 30;
    for (int i = 0; i < scene->cell_count; i++) {
        const struct cop_cell *cell = &scene->cells[i];

        if (cell->shape == COP_TRIANGLE_UP || cell->shape == COP_TRIANGLE_DOWN)
            picture->hole = 22;
        widen(picture, scaled(cell->x), scaled(cell->y), 50, 54);
    }
    for (int i = 0; i < scene->label_count; i++) {
        const struct cop_label *label = &scene->labels[i];
        int half = label_width(label) / 2;
        int shift = starts_at_place(picture, label) ? half - UNIT / 2 : 0;

        widen(picture, scaled(label->x) + shift, scaled(label->y), half, LABEL_SIZE / 2);
    }
    picture->left -= MARGIN;
    picture->top -= MARGIN;
    picture->right += MARGIN;
    picture->bottom += MARGIN;
}

static void add_gradient(struct cop_text *text, const char *name, const struct paint *paint)
{
    cop_text_add(text,
                 "<radialGradient id=\"%s\" cx=\"38%%\" cy=\"30%%\" r=\"78%%\">"
                 "<stop offset=\"0\" stop-color=\"%s\"/><stop offset=\"0.55\" stop-color=\"%s\"/>"
                 "<stop offset=\"1\" stop-color=\"%s\"/></radialGradient>\n",
                 name, paint->light, paint->base, paint->dark);
}

static bool is_rack(const struct cop_scene *scene)
{
    return scene->cell_count > 0 && scene->cells[0].shade == COP_RACK;
}

static void add_definitions(const struct picture *picture)
{
    struct cop_text *text = picture->text;
    bool rack = is_rack(picture->scene);

    cop_text_add(text, "<defs>\n");
    for (int i = 0; i < COP_COLOURS; i++)
        add_gradient(text, cop_colour_names[i], &paints[i]);
    add_gradient(text, "nobody", &nobodys_paint);
    cop_text_add(text,
                 "<linearGradient id=\"table\" x1=\"0\" y1=\"0\" x2=\"0.25\" y2=\"1\">"
                 "<stop offset=\"0\" stop-color=\"%s\"/><stop offset=\"1\" stop-color=\"%s\"/>"
                 "</linearGradient>\n</defs>\n",
                 rack ? "#2f6ad0" : "#6b4628", rack ? "#194492" : "#452a15");
}

static void add_table(const struct picture *picture)
{
    struct cop_text *text = picture->text;
    int width = picture->right - picture->left, height = picture->bottom - picture->top;

    cop_text_add(text,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%d\" "
                 "height=\"%d\" viewBox=\"%d %d %d %d\">\n",
                 width / 2, height / 2, picture->left, picture->top, width, height);
    cop_text_add(text, "<title>");
    add_words(text, picture->scene->title != NULL ? picture->scene->title : "A board");
    cop_text_add(text, "</title>\n");
    if (picture->scene->description != NULL) {
        cop_text_add(text, "<desc>");
        add_words(text, picture->scene->description);
        cop_text_add(text, "</desc>\n");
    }
    add_definitions(picture);
    cop_text_add(text,
                 "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"26\" "
                 "fill=\"url(#table)\"/>\n",
                 picture->left, picture->top, width, height);
}

/* The cells. */

static void add_hole(const struct picture *picture, const struct cop_cell *cell)
{
    bool rack = cell->shade == COP_RACK;
    int x = scaled(cell->x), y = scaled(cell->y), radius = circle_radius(picture, cell);

    cop_text_add(picture->text,
                 "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"%s\" "
                 "stroke-width=\"%d\"/>\n",
                 x, y, radius,
                 rack                      ? "#0e2b63"
                 : cell->shade == COP_GOLD ? "#b98d1e"
                                           : "#a87a48",
                 rack ? "#4a82e0" : grounds[cell->shade].line, rack ? 3 : 2);
    cop_text_add(picture->text,
                 "<path d=\"M%d %da%d %d 0 0 1 %d 0\" fill=\"none\" stroke=\"#000000\" "
                 "stroke-opacity=\"0.3\" stroke-width=\"4\"/>\n",
                 x - radius + 3, y, radius - 3, radius - 3, 2 * (radius - 3));
}

/* Wood under holes and points, which do not cover the table themselves. */
static void add_plank(const struct picture *picture)
{
    const struct cop_scene *scene = picture->scene;
    struct picture extent = {.left = 1 << 24, .top = 1 << 24, .right = -(1 << 24)};
    const struct cop_cell *first = NULL;

    extent.bottom = -(1 << 24);
    for (int i = 0; i < scene->cell_count; i++) {
        const struct cop_cell *cell = &scene->cells[i];

        if (outlines[cell->shape].count > 0 || cell->shade == COP_RACK)
            continue;
        first = first == NULL ? cell : first;
        widen(&extent, scaled(cell->x), scaled(cell->y), 50, 50);
    }
    if (first != NULL)
        cop_text_add(picture->text,
                     "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"12\" fill=\"%s\"/>\n",
                     extent.left, extent.top, extent.right - extent.left,
                     extent.bottom - extent.top, grounds[COP_LIGHT].fill);
}

static void add_home(const struct picture *picture, const struct cop_cell *cell)
{
    const char *colour = owner_paint(picture->scene, cell->home)->base;
    char attributes[64] = "";

    strcat(strcat(strcat(attributes, "fill=\""), colour), "\" fill-opacity=\"0.35\"");
    add_outline(picture, cell, outlines[cell->shape].count == 0 ? -14 : 0, attributes);
}

static void add_cells(const struct picture *picture)
{
    const struct cop_scene *scene = picture->scene;

    add_plank(picture);
    for (int i = 0; i < scene->cell_count; i++) {
        const struct cop_cell *cell = &scene->cells[i];
        char attributes[96] = "fill=\"";

        if (outlines[cell->shape].count == 0)
            continue;
        strcat(strcat(attributes, grounds[cell->shade].fill), "\" stroke=\"");
        strcat(strcat(attributes, grounds[cell->shade].line), "\" stroke-width=\"2\"");
        add_outline(picture, cell, 0, attributes);
    }
    for (int i = 0; i < scene->cell_count; i++)
        if (scene->cells[i].home >= 0)
            add_home(picture, &scene->cells[i]);
    for (int i = 0; i < scene->cell_count; i++)
        if (scene->cells[i].shape == COP_HOLE)
            add_hole(picture, &scene->cells[i]);
}

static void add_links(const struct picture *picture, bool of_board)
{
    const struct cop_scene *scene = picture->scene;

    for (int i = 0; i < scene->link_count; i++) {
        const struct cop_link *link = &scene->links[i];
        const struct cop_cell *from = &scene->cells[link->from], *to = &scene->cells[link->to];
        const struct paint *paint = owner_paint(scene, link->owner);

        if ((link->owner < 0) != of_board)
            continue;
        for (int coat = of_board; coat < 2; coat++)
            cop_text_add(picture->text,
                         "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\" "
                         "stroke-width=\"%d\" stroke-linecap=\"round\"/>\n",
                         scaled(from->x), scaled(from->y), scaled(to->x), scaled(to->y),
                         of_board    ? "#6b4a28"
                         : coat == 0 ? paint->dark
                                     : paint->base,
                         of_board    ? 4
                         : coat == 0 ? 18
                                     : 12);
    }
}

/* Pieces. */

static void add_letters(const struct picture *picture, int x, int y, int size, const char *fill,
                        const char *anchor, const char *words)
{
    cop_text_add(picture->text,
                 "<text x=\"%d\" y=\"%d\" font-family=\"sans-serif\" font-size=\"%d\" "
                 "font-weight=\"600\" text-anchor=\"%s\" fill=\"%s\">",
                 x, y + size * 7 / 20, size, anchor, fill);
    add_words(picture->text, words);
    cop_text_add(picture->text, "</text>\n");
}

/* Seen from above it is round, in a tower it is seen from the side and flatter. */
static void add_disc(const struct picture *picture, int x, int y, int wide, int high, int owner)
{
    const struct paint *paint = owner_paint(picture->scene, owner);

    cop_text_add(picture->text,
                 "<ellipse cx=\"%d\" cy=\"%d\" rx=\"%d\" ry=\"%d\" fill=\"#000000\" "
                 "fill-opacity=\"0.28\"/>\n",
                 x + 2, y + 5, wide, high);
    cop_text_add(picture->text,
                 "<ellipse cx=\"%d\" cy=\"%d\" rx=\"%d\" ry=\"%d\" fill=\"url(#%s)\" "
                 "stroke=\"%s\" stroke-width=\"2\"/>\n",
                 x, y, wide, high, owner_name(picture->scene, owner), paint->dark);
}

static bool is_stack(const struct cop_scene *scene, int cell)
{
    for (int i = 0; i < scene->piece_count; i++)
        if (scene->pieces[i].cell == cell && scene->pieces[i].height > 0)
            return true;
    return false;
}

/* A disc as it sits in the rack, with the embossed ring of the real ones. */
static void add_rack_disc(const struct picture *picture, int x, int y, int owner)
{
    const struct paint *paint = owner_paint(picture->scene, owner);

    cop_text_add(picture->text,
                 "<circle cx=\"%d\" cy=\"%d\" r=\"41\" fill=\"url(#%s)\" stroke=\"%s\" "
                 "stroke-width=\"2\"/>\n<circle cx=\"%d\" cy=\"%d\" r=\"28\" fill=\"none\" "
                 "stroke=\"%s\" stroke-opacity=\"0.55\" stroke-width=\"4\"/>\n",
                 x, y, owner_name(picture->scene, owner), paint->dark, x, y, paint->dark);
}

/* A path around (0, 0) in an owner's colours. */
static void add_figure(const struct picture *picture, int x, int y, int owner, const char *path)
{
    const struct paint *paint = owner_paint(picture->scene, owner);

    cop_text_add(picture->text,
                 "<g transform=\"translate(%d %d)\"><ellipse cx=\"0\" cy=\"33\" rx=\"31\" ry=\"8\" "
                 "fill=\"#000000\" fill-opacity=\"0.25\"/><path d=\"%s\" fill=\"url(#%s)\" "
                 "stroke=\"%s\" stroke-width=\"3\" stroke-linejoin=\"round\"/></g>\n",
                 x, y, path, owner_name(picture->scene, owner), paint->dark);
}

/* A counter that stands: a rank for its owner, a blank back for the others. */
static void add_counter(const struct picture *picture, int x, int y, int owner, const char *label)
{
    const struct paint *paint = owner_paint(picture->scene, owner);

    cop_text_add(picture->text,
                 "<rect x=\"%d\" y=\"%d\" width=\"72\" height=\"80\" rx=\"12\" fill=\"#000000\" "
                 "fill-opacity=\"0.28\"/>\n<rect x=\"%d\" y=\"%d\" width=\"72\" height=\"80\" "
                 "rx=\"12\" fill=\"%s\" stroke=\"%s\" stroke-width=\"3\"/>\n",
                 x - 34, y - 35, x - 36, y - 40, paint->base, paint->dark);
    add_letters(picture, x, y, count_characters(label) > 2 ? 28 : 44, paint->words, "middle",
                label);
}

static void add_die(const struct picture *picture, int x, int y, int owner, const char *label)
{
    static const signed char pips[7][6][2] = {
        {{0}},
        {{0, 0}},
        {{-1, -1}, {1, 1}},
        {{-1, -1}, {0, 0}, {1, 1}},
        {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}},
        {{-1, -1}, {1, -1}, {0, 0}, {-1, 1}, {1, 1}},
        {{-1, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {1, 1}},
    };
    const struct paint *paint = owner_paint(picture->scene, owner);
    int count = label[0] >= '1' && label[0] <= '6' && label[1] == '\0' ? label[0] - '0' : 0;

    cop_text_add(picture->text,
                 "<rect x=\"%d\" y=\"%d\" width=\"72\" height=\"72\" rx=\"16\" fill=\"url(#%s)\" "
                 "stroke=\"%s\" stroke-width=\"3\"/>\n",
                 x - 36, y - 36, owner_name(picture->scene, owner), paint->dark);
    for (int i = 0; i < count; i++)
        cop_text_add(picture->text, "<circle cx=\"%d\" cy=\"%d\" r=\"7\" fill=\"%s\"/>\n",
                     x + 19 * pips[count][i][0], y + 19 * pips[count][i][1], paint->words);
    if (count == 0)
        add_letters(picture, x, y, 36, paint->words, "middle", label);
}

static void add_block(const struct picture *picture, const struct cop_piece *piece)
{
    const struct cop_cell *cell = &picture->scene->cells[piece->cell];
    const struct paint *paint = owner_paint(picture->scene, piece->owner);
    char attributes[128] = "stroke-linejoin=\"round\" stroke-width=\"8\" fill=\"url(#";

    strcat(strcat(attributes, owner_name(picture->scene, piece->owner)), ")\" stroke=\"");
    strcat(strcat(attributes, paint->base), "\"");
    add_outline(picture, cell, 7, attributes);
}

/* The sector of a circle around corner `i` that lies within the tile. */
static void add_sector(const struct picture *picture, const struct cop_cell *cell, int i, int owner)
{
    enum { RADIUS = 25 };
    const struct outline *outline = &outlines[cell->shape];
    const float *corner = outline->corners[i];
    const float *next = outline->corners[(i + 1) % outline->count];
    const float *before = outline->corners[(i + outline->count - 1) % outline->count];
    float along = hypotf(next[0] - corner[0], next[1] - corner[1]);
    float back = hypotf(before[0] - corner[0], before[1] - corner[1]);
    int x = scaled(cell->x + corner[0]), y = scaled(cell->y + corner[1]);

    cop_text_add(picture->text,
                 "<path d=\"M%d %dl%ld %ldA%d %d 0 0 1 %ld %ldz\" fill=\"%s\" stroke=\"#3a2a18\" "
                 "stroke-width=\"1\"/>\n",
                 x, y, lroundf(RADIUS * (next[0] - corner[0]) / along),
                 lroundf(RADIUS * (next[1] - corner[1]) / along), RADIUS, RADIUS,
                 x + lroundf(RADIUS * (before[0] - corner[0]) / back),
                 y + lroundf(RADIUS * (before[1] - corner[1]) / back),
                 owner_paint(picture->scene, owner)->base);
}

/* The edges of a tile but the one that it shares with its other half. */
static void add_edges(const struct picture *picture, const struct cop_piece *piece)
{
    const struct cop_cell *cell = &picture->scene->cells[piece->cell];
    const struct outline *outline = &outlines[cell->shape];
    int shared = -1;
    float nearest = INFINITY;

    for (int i = 0; i < outline->count && piece->with >= 0; i++) {
        const struct cop_cell *other = &picture->scene->cells[piece->with];
        const float *a = outline->corners[i], *b = outline->corners[(i + 1) % outline->count];
        float distance =
            hypotf(cell->x + (a[0] + b[0]) / 2 - other->x, cell->y + (a[1] + b[1]) / 2 - other->y);

        if (distance < nearest) {
            nearest = distance;
            shared = i;
        }
    }
    for (int i = 0; i < outline->count; i++) {
        const float *a = outline->corners[i], *b = outline->corners[(i + 1) % outline->count];

        if (i != shared)
            cop_text_add(picture->text,
                         "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#3a2a18\" "
                         "stroke-width=\"4\" stroke-linecap=\"round\"/>\n",
                         scaled(cell->x + a[0]), scaled(cell->y + a[1]), scaled(cell->x + b[0]),
                         scaled(cell->y + b[1]));
    }
}

static void add_tile(const struct picture *picture, const struct cop_piece *piece)
{
    const struct cop_cell *cell = &picture->scene->cells[piece->cell];
    const struct outline *outline = &outlines[cell->shape];

    add_outline(picture, cell, 0, "fill=\"#c4bcac\"");
    for (int i = 0; i < outline->count && piece->label[i] != '\0'; i++)
        if (piece->label[i] >= '0' && piece->label[i] <= '7')
            add_sector(picture, cell, i, piece->label[i] - '0');
    add_edges(picture, piece);
}

static void add_piece(const struct picture *picture, const struct cop_piece *piece)
{
    static const char *const pawn = "M-28 34L-22 24C-10 16-9 4-10-4A17 17 0 1 1 10-4C9 4 10 16 22 "
                                    "24L28 34Z";
    static const char *const queen = "M-26 34L-29 20L-38-20L-20 2L-13-32L0-4L13-32L20 2L38-20L29 "
                                     "20L26 34Z";
    const struct cop_cell *cell = &picture->scene->cells[piece->cell];
    int x = scaled(cell->x), y = scaled(cell->y);
    int radius = cell->shape == COP_HOLE ? picture->hole - 1 : 38;
    bool has_label = piece->label[0] != '\0';

    switch (piece->kind) {
    case COP_DISC:
        if (cell->shade == COP_RACK)
            add_rack_disc(picture, x, y, piece->owner);
        else if (is_stack(picture->scene, piece->cell))
            add_disc(picture, x, y + 18 - 10 * piece->height, radius * 24 / 25, radius * 2 / 3,
                     piece->owner);
        else
            add_disc(picture, x, y, radius, radius, piece->owner);
        break;
    case COP_PEG:
        add_disc(picture, x, y, 25, 25, piece->owner);
        break;
    case COP_PAWN:
        if (has_label)
            add_counter(picture, x, y, piece->owner, piece->label);
        else
            add_figure(picture, x, y, piece->owner, pawn);
        return;
    case COP_QUEEN:
        add_figure(picture, x, y, piece->owner, queen);
        break;
    case COP_DIE:
        add_die(picture, x, y, piece->owner, piece->label);
        return;
    case COP_HIDDEN:
        add_counter(picture, x, y, piece->owner, has_label ? piece->label : "?");
        return;
    case COP_MARK:
        add_outline(picture, cell, 6, "fill=\"#2b2118\" fill-opacity=\"0.92\"");
        break;
    case COP_TILE:
    case COP_BLOCK:
        return;
    }
    if (has_label)
        add_letters(picture, x, y, 32, owner_paint(picture->scene, piece->owner)->words, "middle",
                    piece->label);
}

static void add_pieces(const struct picture *picture)
{
    const struct cop_scene *scene = picture->scene;
    int highest = 0;

    for (int i = 0; i < scene->piece_count; i++)
        highest = scene->pieces[i].height > highest ? scene->pieces[i].height : highest;
    for (int height = 0; height <= highest; height++)
        for (int i = 0; i < scene->piece_count; i++)
            if (scene->pieces[i].height == height)
                add_piece(picture, &scene->pieces[i]);
}

static void add_flat_pieces(const struct picture *picture)
{
    const struct cop_scene *scene = picture->scene;

    for (int i = 0; i < scene->piece_count; i++) {
        if (scene->pieces[i].kind == COP_TILE)
            add_tile(picture, &scene->pieces[i]);
        if (scene->pieces[i].kind == COP_BLOCK)
            add_block(picture, &scene->pieces[i]);
    }
}

static void add_last(const struct picture *picture)
{
    const struct cop_scene *scene = picture->scene;

    for (int i = 0; i < scene->last_count; i++) {
        const struct cop_cell *cell = &scene->cells[scene->last[i]];
        int inset = outlines[cell->shape].count > 0 ? 5 : -4;

        add_outline(picture, cell, inset,
                    "fill=\"none\" stroke=\"#402400\" stroke-opacity=\"0.6\" stroke-width=\"9\"");
        add_outline(picture, cell, inset, "fill=\"none\" stroke=\"#ffd23e\" stroke-width=\"5\"");
    }
}

static bool is_taken(const struct cop_scene *scene, int cell)
{
    for (int i = 0; i < scene->piece_count; i++)
        if (scene->pieces[i].cell == cell)
            return true;
    return false;
}

/* A ring of two colours around a piece, a diamond on an empty cell: seen on every ground, and known
 * by the shape alone from the last move and from where a move may go. */
static void add_decided(const struct picture *picture)
{
    const struct cop_scene *scene = picture->scene;

    for (int i = 0; i < scene->cell_count; i++) {
        const struct cop_cell *cell = &scene->cells[i];
        int x = scaled(cell->x), y = scaled(cell->y);
        int radius = outlines[cell->shape].count > 0 ? 43 : circle_radius(picture, cell) + 4;

        if (!cell->decides)
            continue;
        if (!is_taken(scene, i))
            cop_text_add(picture->text,
                         "<path d=\"M%d %dl17 17l-17 17l-17-17z\" fill=\"#ffffff\" "
                         "stroke=\"#1d1400\" stroke-width=\"5\" stroke-linejoin=\"round\"/>\n",
                         x, y - 17);
        else
            cop_text_add(picture->text,
                         "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"none\" stroke=\"#1d1400\" "
                         "stroke-width=\"13\"/>\n<circle cx=\"%d\" cy=\"%d\" r=\"%d\" "
                         "fill=\"none\" stroke=\"#ffffff\" stroke-width=\"7\"/>\n",
                         x, y, radius, x, y, radius);
    }
}

/* A point on an empty cell, a ring around a piece: where a move may begin or go on. */
static void add_marks(const struct picture *picture)
{
    const struct cop_scene *scene = picture->scene;

    for (int i = 0; i < scene->cell_count; i++) {
        bool has_piece = is_taken(scene, i);

        if (scene->cells[i].is_marked)
            cop_text_add(picture->text,
                         "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"%s\" "
                         "stroke-width=\"%d\"/>\n",
                         scaled(scene->cells[i].x), scaled(scene->cells[i].y), has_piece ? 43 : 13,
                         has_piece ? "none" : "#2f7de1", has_piece ? "#2f7de1" : "#fff",
                         has_piece ? 7 : 3);
    }
}

static void add_labels(const struct picture *picture)
{
    const struct cop_scene *scene = picture->scene;

    for (int i = 0; i < scene->label_count; i++) {
        const struct cop_label *label = &scene->labels[i];
        bool starts = starts_at_place(picture, label);

        add_letters(picture, scaled(label->x) - (starts ? UNIT / 2 : 0), scaled(label->y),
                    LABEL_SIZE, "#f3e6cf", starts ? "start" : "middle", label->text);
    }
}

void cop_scene_draw_svg(const struct cop_scene *scene, struct cop_text *text)
{
    struct picture picture = {.scene = scene, .text = text};

    measure(&picture);
    add_table(&picture);
    add_cells(&picture);
    add_links(&picture, true);
    add_flat_pieces(&picture);
    add_links(&picture, false);
    add_pieces(&picture);
    add_last(&picture);
    add_decided(&picture);
    add_marks(&picture);
    add_labels(&picture);
    cop_text_add(text, "</svg>\n");
}
