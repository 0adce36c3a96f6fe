/* sums.c - positions of the Amazons as sums of regions (amazons-endgame-and-books.md 1.4, 2.11): a
 * move burns one square of one region and reaches no other, and who cannot move loses. */
#include <stdlib.h>
#include <string.h>

#include "games/amazons/board.h"

static const char *unfit(const struct cop_game *game)
{
    const struct amazons_board *board = amazons_board_of(game);

    if (board->is_split)
        return "a movement and its shot are two moves here; with split=off they are one";
    if (board->passes > 0)
        return "a pass is a move in no part; without passes=... there are none";
    return board->komi != 0 ? "points are added at the end; without komi=... moves alone count"
                            : NULL;
}

static void turn_to(const struct cop_game *game, void *state, int player)
{
    struct amazons_position *position = state;

    position->mover = (uint8_t)player;
    position->landed = AMAZONS_NOWHERE;
    amazons_settle(amazons_board_of(game), position);
}

/* The squares of regions in which somebody can still move, amazons included. */
static amazons_set live_squares(const struct amazons_board *board,
                                const struct amazons_position *position)
{
    amazons_set empty = amazons_empty(board, position);
    amazons_set amazons = amazons_of(position, AMAZONS_WHITE) | amazons_of(position, AMAZONS_BLACK);
    amazons_set reached = amazons_flood(amazons, amazons | empty) & empty;

    return amazons_flood(reached, amazons | empty);
}

/* ---- Worth ---- */

enum { FILL_NODES = 20000 }; /* regions that it does not settle are left to the search */

static bool worth(const struct cop_game *game, const void *part, int *moves)
{
    const struct amazons_board *board = amazons_board_of(game);
    const struct amazons_position *position = part;
    amazons_set empty = amazons_empty(board, position);
    amazons_set left = live_squares(board, position);
    int sum = 0;

    while (left != 0) {
        amazons_set region = amazons_flood(amazons_square(amazons_first(left)), left);
        amazons_set white = amazons_of(position, AMAZONS_WHITE) & region;
        amazons_set black = amazons_of(position, AMAZONS_BLACK) & region;
        struct amazons_moves fill;

        if (white != 0 && black != 0)
            return false;
        fill = amazons_fill_within(region & empty, white | black, FILL_NODES);
        if (fill.low != fill.high)
            return false;
        sum += white != 0 ? fill.low : -fill.low;
        left &= ~region;
    }
    *moves = sum;
    return true;
}

/* ---- Forms ----
 *
 * The smallest box around what is live, two bits a square, row by row: of its eight images, each
 * with the colours as they are and exchanged, the one whose bytes come first. */

enum { NOTHING, EMPTY, WHITE, BLACK, IMAGES = 8, BITS_A_SQUARE = 2 };

struct box {
    int columns, rows, count;
    uint8_t column[AMAZONS_SQUARES_MAX], row[AMAZONS_SQUARES_MAX], what[AMAZONS_SQUARES_MAX];
};

static void move_to_corner(uint8_t *places, int count, int *extent)
{
    int low = AMAZONS_SIDE_MAX, high = -1;

    for (int i = 0; i < count; i++) {
        low = places[i] < low ? places[i] : low;
        high = places[i] > high ? places[i] : high;
    }
    for (int i = 0; i < count; i++)
        places[i] = (uint8_t)(places[i] - low);
    *extent = high - low + 1;
}

static struct box box_of(const struct amazons_board *board, const struct amazons_position *position)
{
    amazons_set white = amazons_of(position, AMAZONS_WHITE);
    amazons_set black = amazons_of(position, AMAZONS_BLACK);
    struct box box;

    box.count = 0;
    for (amazons_set left = live_squares(board, position); left != 0; left &= left - 1) {
        int square = amazons_first(left), at = box.count++;

        box.column[at] = (uint8_t)(square % AMAZONS_STRIDE);
        box.row[at] = (uint8_t)(square / AMAZONS_STRIDE);
        box.what[at] = amazons_has(white, square)   ? WHITE
                       : amazons_has(black, square) ? BLACK
                                                    : EMPTY;
    }
    move_to_corner(box.column, box.count, &box.columns);
    move_to_corner(box.row, box.count, &box.rows);
    return box;
}

static uint8_t other_colour(uint8_t what)
{
    return what >= WHITE ? (uint8_t)(WHITE + BLACK - what) : what;
}

/* One image of the box; bit 0 of its number mirrors columns, bit 1 rows, bit 2 exchanges both. */
static int write_image(const struct box *box, int image, bool is_swapped, uint8_t *bytes)
{
    bool is_turned = (image & 4) != 0;
    int columns = is_turned ? box->rows : box->columns;
    int rows = is_turned ? box->columns : box->rows;
    int length = 2 + (columns * rows * BITS_A_SQUARE + 7) / 8;

    memset(bytes, 0, (size_t)length);
    bytes[0] = (uint8_t)columns;
    bytes[1] = (uint8_t)rows;
    for (int i = 0; i < box->count; i++) {
        int column = (image & 1) != 0 ? box->columns - 1 - box->column[i] : box->column[i];
        int row = (image & 2) != 0 ? box->rows - 1 - box->row[i] : box->row[i];
        int at = BITS_A_SQUARE * (is_turned ? column * columns + row : row * columns + column);
        uint8_t what = is_swapped ? other_colour(box->what[i]) : box->what[i];

        bytes[2 + at / 8] |= (uint8_t)(what << at % 8);
    }
    return length;
}

static int form(const struct cop_game *game, const void *part, uint8_t bytes[COP_FORM_MAX],
                bool *is_swapped)
{
    struct box box = box_of(amazons_board_of(game), part);
    uint8_t image[COP_FORM_MAX];
    int length = write_image(&box, 0, false, bytes);

    *is_swapped = false;
    for (int i = 1; i < 2 * IMAGES; i++) {
        bool swaps = i >= IMAGES;

        if (((i & 4) != 0 ? box.rows : box.columns) > bytes[0])
            continue; /* a wider box never comes first */
        write_image(&box, i % IMAGES, swaps, image);
        if (memcmp(image, bytes, (size_t)length) < 0) {
            memcpy(bytes, image, (size_t)length);
            *is_swapped = swaps;
        }
    }
    return length;
}

static int extent(const struct cop_game *game, const void *part)
{
    return amazons_size(live_squares(amazons_board_of(game), part));
}

/* ---- Sums put together ----
 *
 * A way is an image of the part's box and the square of its lower left corner. No side has more
 * than four amazons, as on the usual board. */

enum { AMAZONS_OF_A_SIDE = 4 };

static void clear(const struct cop_game *game, void *sum)
{
    struct amazons_position *position = sum;
    const struct amazons_board *board = amazons_board_of(game);

    *position = (struct amazons_position){.landed = AMAZONS_NOWHERE};
    for (int plane = 0; plane < 2; plane++)
        amazons_put(position, plane, board->squares);
    amazons_settle(board, position);
}

static int ways(const struct cop_game *game)
{
    (void)game;
    return IMAGES * AMAZONS_SQUARES_MAX;
}

/* The squares of the box by what is on them; false: they are not all on the board. */
static bool lay_out(const struct amazons_board *board, const struct box *box, int way,
                    amazons_set sets[BLACK + 1])
{
    int image = way % IMAGES, corner = way / IMAGES;
    int right = corner % AMAZONS_SIDE_MAX, up = corner / AMAZONS_SIDE_MAX;
    bool is_turned = (image & 4) != 0;

    if (right + (is_turned ? box->rows : box->columns) > board->columns ||
        up + (is_turned ? box->columns : box->rows) > board->rows)
        return false;
    for (int i = 0; i < box->count; i++) {
        int column = (image & 1) != 0 ? box->columns - 1 - box->column[i] : box->column[i];
        int row = (image & 2) != 0 ? box->rows - 1 - box->row[i] : box->row[i];

        sets[box->what[i]] |= amazons_square((up + (is_turned ? column : row)) * AMAZONS_STRIDE +
                                             right + (is_turned ? row : column));
    }
    return true;
}

static bool place(const struct cop_game *game, void *sum, const void *part, int way)
{
    const struct amazons_board *board = amazons_board_of(game);
    struct amazons_position *position = sum;
    struct box box = box_of(board, part);
    amazons_set sets[BLACK + 1] = {0}, all, there = board->squares & ~amazons_burnt(position);

    if (!lay_out(board, &box, way, sets))
        return false;
    all = sets[EMPTY] | sets[WHITE] | sets[BLACK];
    if ((amazons_spread(all) & there) != 0)
        return false;
    for (int side = 0; side < 2; side++)
        if (amazons_size(amazons_of(position, side) | sets[WHITE + side]) > AMAZONS_OF_A_SIDE)
            return false;
    for (int side = 0; side < 2; side++)
        amazons_put(position, side, (amazons_plane(position, side) & ~all) | sets[WHITE + side]);
    amazons_settle(board, position);
    return true;
}

/* ---- All small regions ----
 *
 * Shapes grow from a single square by one neighbour at a time, each kept once for all its images;
 * then every square of a shape is empty or an amazon's. */

enum { EXTENT_MAX = AMAZONS_SIDE_MAX }; /* so that every shape fits on the board */

struct shapes {
    int count, room;
    struct box *boxes;
};

static bool is_same_shape(const struct box *one, const struct box *other)
{
    uint8_t bytes[2][COP_FORM_MAX];
    int length = write_image(one, 0, false, bytes[0]);

    return one->columns == other->columns && one->rows == other->rows &&
           write_image(other, 0, false, bytes[1]) == length &&
           memcmp(bytes[0], bytes[1], (size_t)length) == 0;
}

/* The image whose bytes come first. */
static struct box first_image(const struct box *box)
{
    uint8_t best[COP_FORM_MAX], bytes[COP_FORM_MAX];
    struct box first = *box;
    int image = 0, length = write_image(box, 0, false, best);

    for (int i = 1; i < IMAGES; i++) {
        write_image(box, i, false, bytes);
        if (memcmp(bytes, best, (size_t)length) < 0) {
            memcpy(best, bytes, (size_t)length);
            image = i;
        }
    }
    for (int i = 0; i < box->count; i++) {
        uint8_t column =
            (uint8_t)((image & 1) != 0 ? box->columns - 1 - box->column[i] : box->column[i]);
        uint8_t row = (uint8_t)((image & 2) != 0 ? box->rows - 1 - box->row[i] : box->row[i]);

        first.column[i] = (image & 4) != 0 ? row : column;
        first.row[i] = (image & 4) != 0 ? column : row;
    }
    first.columns = best[0];
    first.rows = best[1];
    return first;
}

static size_t hash_of_shape(const struct box *box)
{
    uint8_t bytes[COP_FORM_MAX] = {0};
    uint64_t words[COP_FORM_MAX / 8];

    write_image(box, 0, false, bytes);
    memcpy(words, bytes, sizeof words);
    return (size_t)key_of_words(key_of_words(words[0], words[1], words[2]), words[3], words[4]);
}

/* Adds a shape that is not there yet; `slots`, a power of two of them, find it. */
static void add_shape(struct shapes *shapes, int *slots, size_t slot_count, const struct box *box)
{
    struct box shape = first_image(box);
    size_t at = hash_of_shape(&shape) & (slot_count - 1);

    for (; slots[at] > 0; at = (at + 1) & (slot_count - 1))
        if (is_same_shape(&shapes->boxes[slots[at] - 1], &shape))
            return;
    if (shapes->count == shapes->room)
        return; /* never: there is room for all */
    shapes->boxes[shapes->count++] = shape;
    slots[at] = shapes->count;
}

/* The box with one more square; false if the square is there already. */
static bool add_square(const struct box *box, int column, int row, struct box *larger)
{
    for (int i = 0; i < box->count; i++)
        if (box->column[i] == column && box->row[i] == row)
            return false;
    *larger = *box;
    for (int i = 0; i < box->count; i++) { /* one to the right and up, as -1 is a place too */
        larger->column[i]++;
        larger->row[i]++;
    }
    larger->column[box->count] = (uint8_t)(column + 1);
    larger->row[box->count] = (uint8_t)(row + 1);
    larger->what[box->count] = EMPTY;
    larger->count++;
    move_to_corner(larger->column, larger->count, &larger->columns);
    move_to_corner(larger->row, larger->count, &larger->rows);
    return true;
}

static void add_neighbours(const struct box *box, struct shapes *next, int *slots,
                           size_t slot_count)
{
    for (int i = 0; i < box->count; i++)
        for (int j = 0; j < 9; j++) {
            struct box larger;

            if (add_square(box, box->column[i] + j % 3 - 1, box->row[i] + j / 3 - 1, &larger))
                add_shape(next, slots, slot_count, &larger);
        }
}

/* Each shape has no more than 8 neighbours a square. */
static bool grow_shapes(struct shapes *shapes)
{
    struct shapes next = {0};
    size_t slot_count = 64;
    int *slots;

    next.room = shapes->count * 8 * (shapes->boxes[0].count + 1);
    while (slot_count < 2 * (size_t)next.room)
        slot_count *= 2;
    next.boxes = malloc((size_t)next.room * sizeof *next.boxes);
    slots = calloc(slot_count, sizeof *slots);
    for (int i = 0; i < shapes->count && next.boxes != NULL && slots != NULL; i++)
        add_neighbours(&shapes->boxes[i], &next, slots, slot_count);
    free(slots);
    free(shapes->boxes);
    *shapes = next;
    return next.boxes != NULL && next.count > 0;
}

/* The box as a position, everything else being burnt. */
static void position_of_box(const struct amazons_board *board, const struct box *box,
                            struct amazons_position *position)
{
    amazons_set sets[BLACK + 1] = {0}, all;

    lay_out(board, box, 0, sets);
    all = sets[EMPTY] | sets[WHITE] | sets[BLACK];
    *position = (struct amazons_position){.landed = AMAZONS_NOWHERE};
    for (int side = 0; side < 2; side++)
        amazons_put(position, side, (board->squares & ~all) | sets[WHITE + side]);
    amazons_settle(board, position);
}

/* The next way to fill the squares, as a number with a digit for each; false after the last. */
static bool next_filling(struct box *box)
{
    for (int i = 0; i < box->count; i++) {
        if (box->what[i] < BLACK) {
            box->what[i]++;
            return true;
        }
        box->what[i] = EMPTY;
    }
    return false;
}

static bool is_region(const struct box *box)
{
    int counts[BLACK + 1] = {0};

    for (int i = 0; i < box->count; i++)
        counts[box->what[i]]++;
    return counts[EMPTY] > 0 && counts[WHITE] > 0 && counts[BLACK] > 0 &&
           counts[WHITE] <= AMAZONS_OF_A_SIDE && counts[BLACK] <= AMAZONS_OF_A_SIDE;
}

static bool fill_shape(const struct cop_game *game, struct box *box,
                       bool (*each)(void *context, const void *part), void *context)
{
    const struct amazons_board *board = amazons_board_of(game);
    struct amazons_position position;

    if (box->columns > board->columns || box->rows > board->rows)
        return true;
    do {
        if (!is_region(box))
            continue;
        position_of_box(board, box, &position);
        if (!each(context, &position))
            return false;
    } while (next_filling(box));
    return true;
}

static void all(const struct cop_game *game, int extent,
                bool (*each)(void *context, const void *part), void *context)
{
    struct shapes shapes = {.count = 1, .room = 1, .boxes = calloc(1, sizeof(struct box))};
    bool goes_on = shapes.boxes != NULL && extent <= EXTENT_MAX;

    if (goes_on)
        shapes.boxes[0] = (struct box){.columns = 1, .rows = 1, .count = 1, .what = {EMPTY}};
    for (int size = 1; size < extent && goes_on; size++)
        goes_on = grow_shapes(&shapes);
    for (int i = 0; i < shapes.count && goes_on; i++)
        goes_on = fill_shape(game, &shapes.boxes[i], each, context);
    free(shapes.boxes);
}

const struct cop_sums amazons_sums = {.unfit = unfit,
                                      .turn_to = turn_to,
                                      .worth = worth,
                                      .form = form,
                                      .extent = extent,
                                      .clear = clear,
                                      .ways = ways,
                                      .place = place,
                                      .all = all};
