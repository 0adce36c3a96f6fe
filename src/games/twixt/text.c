/* text.c - TwixT's moves and positions as text.
 *
 *     tx 8 b W=D3,E5,B7 B=F3,D4 L=D3-E5      (twixt.md 1.8)
 *
 * is the board's size, who moves, the pegs of both sides from the top row down, and the links, each
 * from its upper end. Pegs alone are no position: the order in which they came decides which of two
 * crossing links exists. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "../bits.h"
#include "board.h"

static const char *const names[2] = {"White", "Black"};

static void write_hole(const struct twixt_board *board, int hole, struct cop_text *text)
{
    cop_text_add(text, "%c%d", 'A' + hole % board->stride, hole / board->stride + 1);
}

void twixt_write_move(const struct cop_game *game, const void *state, cop_move move,
                      struct cop_text *text)
{
    (void)state;
    if (move == TWIXT_SWAP)
        cop_text_add(text, "swap");
    else
        write_hole(twixt_board_of(game), (int)move - 1, text);
}

/* ---- Writing ---- */

static void write_pegs(const struct twixt_board *board, const struct twixt_position *position,
                       int side, struct cop_text *text)
{
    const char *before = "";

    for (int row = 0; row < board->size; row++)
        for (uint32_t left = twixt_row(board, position, side, row); left != 0; left &= left - 1) {
            cop_text_add(text, "%s", before);
            write_hole(board, twixt_hole(board, bit_index(left), row), text);
            before = ",";
        }
}

/* The directions that lead down, by where they lead: row by row, from the left. */
static const signed char downwards[] = {5, 2, 4, 3};

static void write_links(const struct twixt_board *board, const struct twixt_position *position,
                        struct cop_text *text)
{
    const char *before = "";

    for (int hole = 0; hole < board->size * board->stride; hole++)
        for (size_t i = 0; i < sizeof downwards; i++) {
            if (!twixt_has_link(board, position, hole, downwards[i]))
                continue;
            cop_text_add(text, "%s", before);
            write_hole(board, hole, text);
            cop_text_add(text, "-");
            write_hole(board, hole + board->step[(int)downwards[i]], text);
            before = ",";
        }
}

void twixt_write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct twixt_board *board = twixt_board_of(game);
    const struct twixt_position *position = state;

    cop_text_add(text, "tx %d %c W=", board->size, position->next == WHITE ? 'w' : 'b');
    write_pegs(board, position, WHITE, text);
    cop_text_add(text, " B=");
    write_pegs(board, position, BLACK, text);
    cop_text_add(text, " L=");
    write_links(board, position, text);
}

/* ---- Reading ---- */

/* What is being read, and how far. */
struct reading {
    const struct twixt_board *board;
    struct twixt_position *position;
    const char *at;
    struct cop_error *error;
};

static void skip_blanks(struct reading *reading)
{
    while (isspace((unsigned char)*reading->at))
        reading->at++;
}

/* A word of the text's frame, at a word's start. */
static bool read_frame(struct reading *reading, const char *word)
{
    size_t length = strlen(word);

    skip_blanks(reading);
    if (strncasecmp(reading->at, word, length) != 0)
        return cop_fail(reading->error,
                        "twixt: \"%s\" is missing at \"%.20s\"; a position is \"tx %d\", who "
                        "moves (w or b), W= and B= with pegs, L= with links, such as tx 8 b "
                        "W=D3,E5,B7 B=F3,D4 L=D3-E5",
                        word, reading->at, reading->board->size);
    reading->at += length;
    return true;
}

/* A number of one or two digits, or -1. */
static int read_number(struct reading *reading)
{
    int number = 0, digits = 0;

    for (; isdigit((unsigned char)*reading->at) && digits < 3; digits++)
        number = 10 * number + (*reading->at++ - '0');
    return digits == 1 || digits == 2 ? number : -1;
}

static bool read_hole(struct reading *reading, int *column, int *row)
{
    const struct twixt_board *board = reading->board;
    const char *word = reading->at;

    *column = toupper((unsigned char)*word) - 'A';
    *row = -1;
    if (isalpha((unsigned char)*word)) {
        reading->at++;
        *row = read_number(reading) - 1;
        if (twixt_is_on_board(board, *column, *row) &&
            ((board->zone[WHITE][*row] | board->zone[BLACK][*row]) >> *column & 1) != 0)
            return true;
    }
    return cop_fail(reading->error,
                    "twixt: there is no hole at \"%.8s\"; holes are A1 to %c%d without the corners",
                    word, 'A' + board->size - 1, board->size);
}

static bool read_peg(struct reading *reading, int side)
{
    const struct twixt_board *board = reading->board;
    struct twixt_position *position = reading->position;
    int column, row, hole;

    if (!read_hole(reading, &column, &row))
        return false;
    hole = twixt_hole(board, column, row);
    if ((board->zone[side][row] >> column & 1) == 0)
        return cop_fail(reading->error, "twixt: %c%d is on a home line of %s, where %s has no peg",
                        'A' + column, row + 1, names[1 - side], names[side]);
    if (twixt_has(board, position, WHITE, hole) || twixt_has(board, position, BLACK, hole))
        return cop_fail(reading->error, "twixt: there are two pegs on %c%d", 'A' + column, row + 1);
    twixt_set(board, position, side, hole);
    return true;
}

static int direction_of(int dx, int dy)
{
    for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++)
        if (twixt_dx[direction] == dx && twixt_dy[direction] == dy)
            return direction;
    return -1;
}

static bool is_same_side(const struct reading *reading, int hole, int other)
{
    for (int side = 0; side < 2; side++)
        if (twixt_has(reading->board, reading->position, side, hole) &&
            twixt_has(reading->board, reading->position, side, other))
            return true;
    return false;
}

/* `unused` is a side: pegs and links are read by the same loop. */
static bool read_link(struct reading *reading, int unused)
{
    const struct twixt_board *board = reading->board;
    const char *word = reading->at;
    int from_x, from_y, to_x, to_y, direction, from, to;

    (void)unused;
    if (!read_hole(reading, &from_x, &from_y))
        return false;
    if (*reading->at++ != '-')
        return cop_fail(reading->error,
                        "twixt: a link is two holes with a - between them, not "
                        "\"%.8s\"",
                        word);
    if (!read_hole(reading, &to_x, &to_y))
        return false;
    direction = direction_of(to_x - from_x, to_y - from_y);
    from = twixt_hole(board, from_x, from_y);
    to = twixt_hole(board, to_x, to_y);
    if (direction < 0 || !is_same_side(reading, from, to))
        return cop_fail(reading->error,
                        "twixt: %.*s is no link; it needs two pegs of one side a knight's move "
                        "apart",
                        (int)(reading->at - word), word);
    if (twixt_has_link(board, reading->position, from, direction))
        return cop_fail(reading->error, "twixt: the link %.*s is there twice",
                        (int)(reading->at - word), word);
    twixt_set(board, reading->position, TWIXT_LINKS + direction % TWIXT_KEPT,
              direction < TWIXT_KEPT ? from : to);
    return true;
}

/* Items with commas between them, up to a blank or the end; there may be none. */
static bool read_list(struct reading *reading, bool (*read)(struct reading *, int), int side)
{
    if (*reading->at == '\0' || isspace((unsigned char)*reading->at))
        return true;
    for (;;) {
        if (!read(reading, side))
            return false;
        if (*reading->at == '\0' || isspace((unsigned char)*reading->at))
            return true;
        if (*reading->at != ',')
            return cop_fail(reading->error, "twixt: \"%.8s\" should be a comma or a blank",
                            reading->at);
        reading->at++;
    }
}

/* ---- Is it a position? ---- */

/* Every pair that could be linked is, and every link could be made.
 *
 * The two cases are asked one after the other, not as `is_linked == is_blocked`: gcc 12.2 at -O1
 * turns a bit that is compared with another truth value into a test of the bit alone (its
 * instruction for x86's `bt` forgets what to compare with), and refused good positions. */
static bool check_pair(const struct reading *reading, int side, int column, int row, int direction)
{
    const struct twixt_board *board = reading->board;
    const struct twixt_position *position = reading->position;
    bool is_linked = twixt_has_link(board, position, twixt_hole(board, column, row), direction);
    bool is_blocked = (twixt_blocked(board, position, side, column, row) >> direction & 1) != 0;
    int x = column + twixt_dx[direction], y = row + twixt_dy[direction];

    if (is_linked && is_blocked)
        return cop_fail(reading->error, "twixt: the link %c%d-%c%d is crossed by another one",
                        'A' + column, row + 1, 'A' + x, y + 1);
    if (!is_linked && !is_blocked)
        return cop_fail(reading->error,
                        "twixt: nothing is between %c%d and %c%d, so they must be linked: "
                        "%c%d-%c%d is missing",
                        'A' + column, row + 1, 'A' + x, y + 1, 'A' + column, row + 1, 'A' + x,
                        y + 1);
    return true;
}

static bool check_links(const struct reading *reading)
{
    const struct twixt_board *board = reading->board;

    for (int side = 0; side < 2; side++)
        for (int row = 0; row < board->size; row++)
            for (uint32_t left = twixt_row(board, reading->position, side, row); left != 0;
                 left &= left - 1) {
                int column = bit_index(left);
                unsigned near = twixt_near(board, reading->position, side, column, row);

                for (size_t i = 0; i < sizeof downwards; i++)
                    if ((near >> downwards[i] & 1) != 0 &&
                        !check_pair(reading, side, column, row, downwards[i]))
                        return false;
            }
    return true;
}

/* The size, who moves, pegs and links. */
static bool read_parts(struct reading *reading)
{
    const struct twixt_board *board = reading->board;
    int size;

    if (!read_frame(reading, "tx"))
        return false;
    skip_blanks(reading);
    size = read_number(reading);
    if (size != board->size)
        return cop_fail(reading->error,
                        "twixt: the text must begin with tx %d, since this board has %d x %d holes",
                        board->size, board->size, board->size);
    skip_blanks(reading);
    if (strchr("wWbB", *reading->at) == NULL || *reading->at == '\0' ||
        !isspace((unsigned char)reading->at[1]))
        return cop_fail(reading->error, "twixt: after tx %d comes who moves, w or b", board->size);
    reading->position->next = tolower((unsigned char)*reading->at++) == 'w' ? WHITE : BLACK;
    if (!read_frame(reading, "W=") || !read_list(reading, read_peg, WHITE) ||
        !read_frame(reading, "B=") || !read_list(reading, read_peg, BLACK) ||
        !read_frame(reading, "L=") || !read_list(reading, read_link, WHITE))
        return false;
    skip_blanks(reading);
    return *reading->at == '\0' ||
           cop_fail(reading->error, "twixt: the text goes on after the links: \"%.20s\"",
                    reading->at);
}

/* The winner's last peg closed the chain: without some peg there must be none. */
static bool is_closed_by_one(const struct twixt_board *board, const struct twixt_position *position,
                             int winner)
{
    for (int row = 0; row < board->size; row++)
        for (uint32_t left = twixt_row(board, position, winner, row); left != 0; left &= left - 1) {
            struct twixt_position before = *position;
            int hole = twixt_hole(board, bit_index(left), row);

            twixt_remove(board, &before, winner, hole);
            if (!twixt_connect(board, &before, winner))
                return true;
        }
    return false;
}

/* Fills in what follows from pegs, links and who moves. */
static bool finish(const struct reading *reading)
{
    const struct twixt_board *board = reading->board;
    struct twixt_position *position = reading->position;
    int next = position->next;

    if (twixt_connect(board, position, next))
        return cop_fail(reading->error,
                        "twixt: %s has connected its home lines already and cannot be to move",
                        names[next]);
    twixt_count_left(board, position);
    if (!twixt_connect(board, position, 1 - next)) {
        twixt_settle(board, position, next);
        return true;
    }
    position->status = TWIXT_WON;
    return is_closed_by_one(board, position, 1 - next) ||
           cop_fail(reading->error, "twixt: the chains of %s cannot all come from one last peg",
                    names[1 - next]);
}

bool twixt_read_position(const struct cop_game *game, const char *words, void *state,
                         struct cop_error *error)
{
    struct twixt_position position = {0};
    struct reading reading = {twixt_board_of(game), &position, words, error};

    if (!read_parts(&reading) || !check_links(&reading) || !finish(&reading))
        return false;
    memcpy(state, &position, game->state_size);
    return true;
}
