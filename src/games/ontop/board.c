/* board.c - the data of OnTop, and the tables that are made of them.
 *
 * Board, start, golden circles and tiles are reconstructed (ontop.md 1.4 - 1.6): the source shows
 * them only in pictures that are lost. So all of them are data; another outline within the eight
 * rows of nine triangles, or other tiles, need no other code. */
#include "board.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Row 8 first; a triangle that is not part of the field would be a blank. */
static const char *const field[ONTOP_ROWS] = {
    ".........", ".........", ".........", ".........",
    ".........", ".........", ".........", ".........",
};

/* The left border, where circles count double: x for h = 0..8. */
static const int gold[ONTOP_ROWS + 1] = {1, 0, 1, 0, 1, 0, 1, 0, 1};

static const struct {
    const char *corners; /* clockwise, from an obtuse one */
    int count;
} tiles[ONTOP_TYPES] = {{"BYWR", 8}, {"YBRW", 8}, {"BWYR", 9}, {"WBRY", 8}, {"WYRB", 1}};

static const struct {
    char letter;
    const char *name, *in_scenes;
} colours[ONTOP_COLOURS] = {
    {'B', "Blue", "blue"}, {'W', "White", "white"}, {'Y', "Yellow", "yellow"}, {'R', "Red", "red"}};

const struct cop_option ontop_options[] = {
    {"players", COP_INTEGER, "2", 2, 4, NULL, "how many play; the other colours are passive"},
    {"colours", COP_WORDS, "", 0, 0, NULL,
     "the players' colours in turn, such as WB (default: the first of BWYR)"},
    {"teams", COP_FLAG, "off", 0, 0, NULL,
     "four players in two teams, the first and third against the others"},
    {"stones", COP_INTEGER, "20", 1, 20, NULL, "stones of each colour"},
    {"penalty", COP_INTEGER, "1", 0, 2, NULL, "points lost for each stone left at the end"},
    {"start", COP_WORDS, "c4+g4", 0, 0, NULL, "the two triangles that are black from the start"},
    {NULL},
};

static int colour_index(char letter)
{
    int at = 0;

    while (colours[at].letter != letter)
        at++;
    return at;
}

const char *ontop_colour_name(char letter)
{
    return colours[colour_index(letter)].name;
}

const char *ontop_scene_colour(char letter)
{
    return colours[colour_index(letter)].in_scenes;
}

/* ---- Geometry: rows and columns from 1 ---- */

struct point {
    int h, x;
};

static bool is_field(int row, int column)
{
    return row >= 1 && row <= ONTOP_ROWS && column >= 1 && column <= ONTOP_COLUMNS &&
           field[ONTOP_ROWS - row][column - 1] == '.';
}

static bool points_up(int row, int column)
{
    return (row + column) % 2 != 0;
}

static int cell_at(int row, int column)
{
    return (row - 1) * ONTOP_COLUMNS + column - 1;
}

static int triangle_bit(int row, int column)
{
    return ONTOP_STRIDE * (row - 1) + (row + column) / 2; /* up: the sum is odd */
}

static int point_bit(struct point point)
{
    return ONTOP_STRIDE * point.h + (point.h + point.x + 1) / 2;
}

/* By enum ontop_corner; the triangle's own three are set. */
static void find_corners(int row, int column, struct point out[ONTOP_CORNERS])
{
    if (points_up(row, column)) {
        out[ONTOP_UP_LEFT] = (struct point){row - 1, column - 1};
        out[ONTOP_UP_RIGHT] = (struct point){row - 1, column + 1};
        out[ONTOP_UP_TOP] = (struct point){row, column};
    } else {
        out[ONTOP_DOWN_BOTTOM] = (struct point){row - 1, column};
        out[ONTOP_DOWN_LEFT] = (struct point){row, column - 1};
        out[ONTOP_DOWN_RIGHT] = (struct point){row, column + 1};
    }
}

static void add_triangle(struct ontop_board *board, int row, int column)
{
    bool up = points_up(row, column);
    int bit = triangle_bit(row, column);
    int cell = cell_at(row, column);
    int first = up ? ONTOP_UP_LEFT : ONTOP_DOWN_BOTTOM;
    struct point corners[ONTOP_CORNERS];

    *(up ? &board->up : &board->down) |= (uint64_t)1 << bit;
    (up ? board->up_cell : board->down_cell)[bit] = (uint8_t)cell;
    find_corners(row, column, corners);
    for (int corner = first; corner < first + 3; corner++) {
        struct ontop_circle *circle = &board->circles[point_bit(corners[corner])];

        circle->cell[circle->count] = (uint8_t)cell;
        circle->corner[circle->count++] = (uint8_t)corner;
        circle->worth = corners[corner].x == gold[corners[corner].h] ? 2 : 1;
    }
}

static void add_place(struct ontop_board *board, int row, int column, int to_row, int to_column)
{
    bool up = points_up(row, column);
    struct ontop_place *place = &board->places[board->place_count];
    int bits[2] = {triangle_bit(row, column), triangle_bit(to_row, to_column)};
    int cells[2] = {cell_at(row, column), cell_at(to_row, to_column)};

    assert(board->place_count < ONTOP_PLACES);
    *place = (struct ontop_place){
        .up = (uint8_t)bits[!up],
        .down = (uint8_t)bits[up],
        .up_cell = (uint8_t)cells[!up],
        .down_cell = (uint8_t)cells[up],
        .first = (uint8_t)cells[0],
        .second = (uint8_t)cells[1],
        .direction = to_row > row ? ONTOP_BELOW
                     : up         ? ONTOP_RIGHT
                                  : ONTOP_LEFT,
    };
    board->place_at[place->direction][place->up] = (uint8_t)board->place_count++;
}

static void add_field(struct ontop_board *board)
{
    for (int row = 1; row <= ONTOP_ROWS; row++)
        for (int column = 1; column <= ONTOP_COLUMNS; column++) {
            if (!is_field(row, column))
                continue;
            add_triangle(board, row, column);
            if (is_field(row, column + 1))
                add_place(board, row, column, row, column + 1);
            if (!points_up(row, column) && is_field(row + 1, column))
                add_place(board, row, column, row + 1, column);
        }
    board->points = ontop_open_points(board->up, board->down);
}

/* ---- Tiles ---- */

/* Which corner of the tile lies at `at`: 0 and 2 are the obtuse ones, which both triangles have
 * (ontop.md 1.7). `own` are the acute corners of the first and the second triangle. */
static int tile_corner(struct point at, const struct point own[2], int rotation)
{
    int cross =
        (own[1].x - own[0].x) * (at.h - own[0].h) - (own[1].h - own[0].h) * (at.x - own[0].x);
    int corner = cross > 0 ? 0 : cross < 0 ? 2 : at.h == own[1].h && at.x == own[1].x ? 1 : 3;

    return (corner + 2 * rotation) % 4;
}

/* The acute corners of a tile on the triangles (row, column) and (row, column) + step: those that
 * are not equal to a corner of the other one. */
static struct point acute_corner(const struct point of[ONTOP_CORNERS], bool up)
{
    int own = up ? ONTOP_UP_LEFT : ONTOP_DOWN_BOTTOM;
    int other = up ? ONTOP_DOWN_BOTTOM : ONTOP_UP_LEFT;

    for (int i = own; i < own + 3; i++) {
        bool is_shared = false;

        for (int j = other; j < other + 3; j++)
            is_shared = is_shared || (of[i].h == of[j].h && of[i].x == of[j].x);
        if (!is_shared)
            return of[i];
    }
    assert(false);
    return of[own];
}

/* Every triangle of a tile adds one segment to each of its corners. */
static void add_segments(struct ontop_board *board, enum ontop_direction direction)
{
    static const int down_steps[ONTOP_DIRECTIONS][2] = {{0, -1}, {0, 1}, {-1, 0}};
    const int row = 2, column = 3; /* any triangle that points up will do */
    bool up_is_first = direction == ONTOP_RIGHT;
    struct point corners[ONTOP_CORNERS] = {{0, 0}}, acute[2];

    find_corners(row, column, corners);
    find_corners(row + down_steps[direction][0], column + down_steps[direction][1], corners);
    acute[0] = acute_corner(corners, up_is_first);
    acute[1] = acute_corner(corners, !up_is_first);
    for (int type = 0; type < ONTOP_TYPES; type++)
        for (int rotation = 0; rotation < 2; rotation++)
            for (int corner = 0; corner < ONTOP_CORNERS; corner++) {
                int colour = board->tiles[type][tile_corner(corners[corner], acute, rotation)];

                board->segment[corner][ontop_code(direction, type, rotation)] =
                    (uint16_t)(1 << (ONTOP_COUNT_BITS * colour));
            }
}

/* Who places a stone in a circle with these counts (ontop.md 1.9). */
static int find_tower(int counts)
{
    int count[ONTOP_COLOURS], most = 0, second = 0, top = 0, stones;

    for (int colour = 0; colour < ONTOP_COLOURS; colour++) {
        count[colour] = counts >> (ONTOP_COUNT_BITS * colour) & ((1 << ONTOP_COUNT_BITS) - 1);
        if (count[colour] > most) {
            second = most;
            most = count[colour];
            top = colour;
        } else if (count[colour] > second) {
            second = count[colour];
        }
    }
    if (most == second) /* a tie, or no colour at all */
        return 0;
    stones = 1 << top;
    for (int colour = 0; colour < ONTOP_COLOURS && second > 0; colour++)
        if (count[colour] == second)
            stones |= 1 << colour;
    return stones | top << ONTOP_COLOURS;
}

/* Of n triangles, two have the top colour and one each of the others; a pair is one colour. */
int ontop_most_points(const struct ontop_board *board, int stones)
{
    enum { WORTH_MAX = 2 * ONTOP_COLOURS };
    int circles[WORTH_MAX + 1] = {0};
    int sum = 0;

    for (int i = 0; i < 64; i++) {
        const struct ontop_circle *circle = &board->circles[i];
        int others = circle->count - 2 > ONTOP_COLOURS - 1 ? ONTOP_COLOURS - 1 : circle->count - 2;

        circles[circle->count == 0 ? 0 : (1 + others) * circle->worth]++;
    }
    for (int worth = WORTH_MAX; worth > 0; worth--)
        for (int i = 0; i < circles[worth] && stones > 0; i++, stones--)
            sum += worth;
    return sum;
}

/* ---- Options ---- */

/* The players' colours first, then the others. */
static bool choose_colours(struct ontop_board *board, const char *words, struct cop_error *error)
{
    int count = 0;

    if (words[0] != '\0' && strlen(words) != (size_t)board->players)
        return cop_fail(error, "colours=%s: %d players need %d different letters of BWYR", words,
                        board->players, board->players);
    for (; words[count] != '\0'; count++) {
        char letter = (char)toupper((unsigned char)words[count]);

        if (strchr("BWYR", letter) == NULL || strchr(board->letters, letter) != NULL)
            return cop_fail(error, "colours=%s: %d players need %d different letters of BWYR",
                            words, board->players, board->players);
        board->letters[count] = letter;
    }
    for (int i = 0; i < ONTOP_COLOURS; i++)
        if (strchr(board->letters, colours[i].letter) == NULL)
            board->letters[count++] = colours[i].letter;
    return true;
}

/* Reads a triangle such as "c4"; -1 if there is none. */
static int read_triangle(const char *words)
{
    int column = tolower((unsigned char)words[0]) - 'a' + 1;
    int row = column >= 1 ? words[1] - '0' : 0;

    return is_field(row, column) ? cell_at(row, column) : -1;
}

static void put_black(struct ontop_board *board, int cell)
{
    int row = cell / ONTOP_COLUMNS + 1, column = cell % ONTOP_COLUMNS + 1;
    uint64_t bit = (uint64_t)1 << triangle_bit(row, column);

    board->start.cell[cell] = ONTOP_BLACK;
    *(points_up(row, column) ? &board->start.up : &board->start.down) &= ~bit;
}

static bool choose_start(struct ontop_board *board, const char *words, struct cop_error *error)
{
    int first = strlen(words) == 5 && words[2] == '+' ? read_triangle(words) : -1;
    int second = first >= 0 ? read_triangle(words + 3) : -1;

    if (second < 0 || first == second)
        return cop_fail(error, "start=%s: name two triangles of a1 to i8, such as c4+g4", words);
    board->start.up = board->up;
    board->start.down = board->down;
    put_black(board, first);
    put_black(board, second);
    return true;
}

static bool apply_options(struct ontop_board *board, const struct cop_settings *settings,
                          struct cop_error *error)
{
    board->players = (int)cop_integer(settings, "players");
    board->penalty = (int)cop_integer(settings, "penalty");
    board->teams = cop_flag(settings, "teams");
    if (board->teams && board->players != 4)
        return cop_fail(error, "teams=on needs players=4, not %d", board->players);
    memset(board->start.stones, (int)cop_integer(settings, "stones"), sizeof board->start.stones);
    return choose_colours(board, cop_words(settings, "colours"), error) &&
           choose_start(board, cop_words(settings, "start"), error);
}

struct ontop_board *ontop_board_new(const struct cop_settings *settings, struct cop_error *error)
{
    struct ontop_board *board = calloc(1, sizeof *board);

    if (board == NULL) {
        cop_fail(error, "ontop: out of memory");
        return NULL;
    }
    add_field(board);
    if (!apply_options(board, settings, error)) {
        free(board);
        return NULL;
    }
    for (int type = 0; type < ONTOP_TYPES; type++) {
        board->start.deck[type] = (uint8_t)tiles[type].count;
        for (int corner = 0; corner < 4; corner++)
            board->tiles[type][corner] =
                (uint8_t)(strchr(board->letters, tiles[type].corners[corner]) - board->letters);
    }
    for (int direction = 0; direction < ONTOP_DIRECTIONS; direction++)
        add_segments(board, (enum ontop_direction)direction);
    for (int counts = 0; counts < ONTOP_COUNTS; counts++)
        board->tower[counts] = (uint8_t)find_tower(counts);
    return board;
}
