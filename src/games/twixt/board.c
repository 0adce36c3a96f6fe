/* board.c - the geometry of TwixT, links, and who is connected to which home line. */
#include "board.h"

#include <string.h>

#include "../bits.h"

const signed char twixt_dx[TWIXT_DIRECTIONS] = {1, 2, 2, 1, -1, -2, -2, -1};
const signed char twixt_dy[TWIXT_DIRECTIONS] = {-2, -1, 1, 2, 2, 1, -1, -2};

/* ---- Layout ---- */

/* Twice the area of the triangle (0, 0), (bx, by), (cx, cy): its sign tells the side of c. */
static int turn_of(int bx, int by, int cx, int cy)
{
    return bx * cy - by * cx;
}

/* Do the links (0, 0) to (ax, ay) and (x, y) to (x + bx, y + by) cross between their ends? */
static bool do_cross(int ax, int ay, int x, int y, int bx, int by)
{
    return turn_of(ax, ay, x, y) * turn_of(ax, ay, x + bx, y + by) < 0 &&
           turn_of(bx, by, -x, -y) * turn_of(bx, by, ax - x, ay - y) < 0;
}

/* The nine links that cross one in `direction`, by trying all that are near. */
static void find_crossings(struct twixt_crossing *crossings, int direction)
{
    int count = 0;

    for (int dy = -3; dy <= 3; dy++)
        for (int dx = -3; dx <= 3; dx++)
            for (int other = 0; other < TWIXT_KEPT; other++) {
                if (!do_cross(twixt_dx[direction], twixt_dy[direction], dx, dy, twixt_dx[other],
                              twixt_dy[other]))
                    continue;
                assert(count < TWIXT_CROSSINGS);
                crossings[count++] =
                    (struct twixt_crossing){(signed char)dx, (signed char)dy, (signed char)other};
            }
    assert(count == TWIXT_CROSSINGS);
}

static int add_end(struct twixt_crossed_end *ends, int count, int offset, int direction)
{
    int at = 0;

    while (at < count && ends[at].offset != offset)
        at++;
    assert(at < TWIXT_CROSSED_ENDS);
    if (at == count)
        ends[count++] = (struct twixt_crossed_end){(int16_t)offset, 0};
    ends[at].directions |= (uint8_t)(1 << direction);
    return count;
}

static void find_crossed_ends(struct twixt_board *board, int direction)
{
    struct twixt_crossed_end *ends = board->crossed[direction];
    int count = 0;

    for (int i = 0; i < TWIXT_CROSSINGS; i++) {
        const struct twixt_crossing *crossing = &board->crossings[direction][i];
        int offset = crossing->dy * FIELD_STRIDE + crossing->dx;

        count = add_end(ends, count, offset, crossing->direction);
        count = add_end(ends, count, offset + twixt_field_step[(int)crossing->direction],
                        crossing->direction ^ TWIXT_BACK);
    }
    assert(count == TWIXT_CROSSED_ENDS);
}

/* White may not use the outer columns, Black not the outer rows, and corners are no holes (twixt.md
 * 1.2). */
static void mark_zones(struct twixt_board *board)
{
    int last = board->size - 1;
    uint32_t all = ((uint32_t)1 << board->size) - 1;
    uint32_t inner = all & ~(uint32_t)1 & ~((uint32_t)1 << last);

    for (int row = 0; row < board->size; row++) {
        bool is_outer = row == 0 || row == last;

        board->zone[WHITE][row] = inner;
        board->zone[BLACK][row] = is_outer ? 0 : all;
        for (int column = 0; column < board->size; column++) {
            int place = twixt_field_place(column, row);

            for (int side = 0; side < 2; side++) {
                int line = side == WHITE ? row : column;

                board->field_zone[side][place] = board->zone[side][row] >> column & 1;
                board->field_home[side][place] = (uint8_t)((line == 0) | (line == last) << 1);
                board->field_inner[side][place] = (uint8_t)((line <= 1) | (line >= last - 1) << 1);
            }
        }
    }
}

void twixt_lay_out(struct twixt_board *board)
{
    board->row_bytes = (board->size + 7) / 8;
    board->stride = 8 * board->row_bytes;
    board->plane_bytes = board->size * board->row_bytes;
    board->holes_of_side = board->size * (board->size - 2);
    mark_zones(board);
    for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++) {
        board->step[direction] = twixt_dy[direction] * board->stride + twixt_dx[direction];
        assert(twixt_field_step[direction] ==
               twixt_dy[direction] * FIELD_STRIDE + twixt_dx[direction]);
        find_crossings(board->crossings[direction], direction);
    }
    for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++)
        find_crossed_ends(board, direction);
    twixt_find_breakers(board);
}

/* ---- Links ---- */

unsigned twixt_near(const struct twixt_board *board, const struct twixt_position *position,
                    int side, int column, int row)
{
    unsigned near = 0;

    for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++) {
        int x = column + twixt_dx[direction], y = row + twixt_dy[direction];

        if (twixt_is_on_board(board, x, y) &&
            twixt_has(board, position, side, twixt_hole(board, x, y)))
            near |= 1u << direction;
    }
    return near;
}

/* Own links are in the way too, unless the variant lets them cross (twixt.md 1.3, 1.7). */
static bool is_crossed(const struct twixt_board *board, const struct twixt_position *position,
                       int side, int column, int row, int direction)
{
    for (int i = 0; i < TWIXT_CROSSINGS; i++) {
        const struct twixt_crossing *crossing = &board->crossings[direction][i];
        int x = column + crossing->dx, y = row + crossing->dy;
        int hole = twixt_hole(board, x, y);

        if (twixt_is_on_board(board, x, y) &&
            twixt_has(board, position, TWIXT_LINKS + crossing->direction, hole) &&
            !(board->own_cross && twixt_has(board, position, side, hole)))
            return true;
    }
    return false;
}

unsigned twixt_blocked(const struct twixt_board *board, const struct twixt_position *position,
                       int side, int column, int row)
{
    unsigned blocked = 0;

    for (unsigned left = twixt_near(board, position, side, column, row); left != 0;
         left &= left - 1) {
        int direction = bit_index(left);

        if (is_crossed(board, position, side, column, row, direction))
            blocked |= 1u << direction;
    }
    return blocked;
}

/* ---- Connections ---- */

static unsigned reach_of(const struct twixt_board *board, const struct twixt_position *position,
                         int hole)
{
    return (unsigned)twixt_has(board, position, TWIXT_REACH, hole) |
           (unsigned)twixt_has(board, position, TWIXT_REACH + 1, hole) << 1;
}

static void set_reach(const struct twixt_board *board, struct twixt_position *position, int hole,
                      unsigned reach)
{
    for (int line = 0; line < 2; line++)
        if ((reach >> line & 1) != 0)
            twixt_set(board, position, TWIXT_REACH + line, hole);
}

/* Gives `reach` to the peg and all that are connected to it. A peg is passed at most once for each
 * home line in a whole game, so that this costs next to nothing a move. */
static void spread(const struct twixt_board *board, struct twixt_position *position, int hole,
                   unsigned reach)
{
    uint16_t waiting[TWIXT_HOLES_MAX];
    int count = 0;

    set_reach(board, position, hole, reach);
    waiting[count++] = (uint16_t)hole;
    while (count > 0) {
        int from = waiting[--count];

        for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++) {
            int to = from + board->step[direction];

            if (!twixt_has_link(board, position, from, direction) ||
                (reach & ~reach_of(board, position, to)) == 0)
                continue;
            set_reach(board, position, to, reach);
            waiting[count++] = (uint16_t)to;
        }
    }
}

bool twixt_place(const struct twixt_board *board, struct twixt_position *position, int side,
                 int column, int row)
{
    int hole = twixt_hole(board, column, row);
    unsigned reach = board->field_home[side][twixt_field_place(column, row)];
    unsigned links = twixt_near(board, position, side, column, row) &
                     ~twixt_blocked(board, position, side, column, row);

    twixt_set(board, position, side, hole);
    for (; links != 0; links &= links - 1) {
        int direction = bit_index(links);
        int other = hole + board->step[direction];

        twixt_set(board, position, TWIXT_LINKS + direction % TWIXT_KEPT,
                  direction < TWIXT_KEPT ? hole : other);
        reach |= reach_of(board, position, other);
    }
    if (reach != 0)
        spread(board, position, hole, reach);
    return reach == 3;
}

bool twixt_connect(const struct twixt_board *board, struct twixt_position *position, int side)
{
    bool is_connected = false;

    for (int line = 0; line < 2; line++)
        for (int i = 0; i < board->size; i++) {
            int across = line * (board->size - 1);
            int hole = side == WHITE ? twixt_hole(board, i, across) : twixt_hole(board, across, i);

            if (!twixt_has(board, position, side, hole))
                continue;
            spread(board, position, hole, 1u << line);
            is_connected = is_connected || reach_of(board, position, hole) == 3;
        }
    return is_connected;
}

static void clear(const struct twixt_board *board, struct twixt_position *position, int plane,
                  int hole)
{
    position->planes[plane * board->plane_bytes + hole / 8] &= (uint8_t) ~(1 << hole % 8);
}

void twixt_remove(const struct twixt_board *board, struct twixt_position *position, int side,
                  int hole)
{
    for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++)
        if (twixt_has_link(board, position, hole, direction))
            clear(board, position, TWIXT_LINKS + direction % TWIXT_KEPT,
                  direction < TWIXT_KEPT ? hole : hole + board->step[direction]);
    clear(board, position, side, hole);
    memset(position->planes + TWIXT_REACH * board->plane_bytes, 0, 2 * (size_t)board->plane_bytes);
}

/* ---- Turns ---- */

void twixt_count_left(const struct twixt_board *board, struct twixt_position *position)
{
    for (int side = 0; side < 2; side++) {
        int count = 0;

        for (int row = 0; row < board->size; row++)
            count += bit_count(twixt_free(board, position, side, row));
        position->left[side] = (uint16_t)count;
    }
}

void twixt_settle(const struct twixt_board *board, struct twixt_position *position, int next)
{
    position->next = (uint8_t)next;
    if (position->left[next] == 0 || (board->dead_draw && twixt_is_dead(board, position)))
        position->status = TWIXT_DRAWN;
}
