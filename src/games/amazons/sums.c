/* sums.c - positions of the Amazons as sums of regions (amazons-endgame-and-books.md 1.4, 2.11): a
 * move burns one square of one region and reaches no other, and who cannot move loses. */
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

const struct cop_sums amazons_sums = {
    .unfit = unfit, .turn_to = turn_to, .worth = worth, .form = form};
