/* virtual.c - setups, areas before home lines, and virtual distances on sets of holes. */
#include "virtual.h"

#include <string.h>

#include "../bits.h"

const struct twixt_setup twixt_setups[TWIXT_SETUPS] = {
    {3, -3, {0, 1}}, {3, -1, {0, 2}}, {2, 0, {0, 3}},  {4, 0, {1, 2}},
    {3, 1, {1, 3}},  {3, 3, {2, 3}},  {1, 1, {1, 4}},  {1, 3, {2, 4}},
    {0, 4, {3, 4}},  {0, 2, {2, 5}},  {1, -3, {1, 7}}, {1, -1, {2, 7}},
};

const struct twixt_template twixt_templates[TWIXT_TEMPLATES] = {{2, 1, 2}, {3, 1, 2}, {4, 3, 3}};

/* No place that is further than this from the first end of a setup can break it. */
enum { BREAKER_FAR = 7 };

/* ---- Links and setups ---- */

/* A row of `set`, seen from so many columns to the left and rows above: its holes are where the
 * place so far away is in the set. */
static inline uint32_t seen_row(const struct twixt_set *set, int at, int right, int down)
{
    uint32_t row = set->row[at + down];

    return right >= 0 ? row >> right : row << -right;
}

/* From both ends of links in every direction: the links themselves, and those to empty holes. */
struct ends {
    struct twixt_set links[TWIXT_DIRECTIONS];
    struct twixt_set to_empty[TWIXT_DIRECTIONS];
    struct twixt_set to_peg[TWIXT_DIRECTIONS]; /* from empty holes */
};

static void find_links(struct twixt_net *net, const struct twixt_board *board,
                       const struct twixt_position *position, const struct twixt_set *blocked)
{
    for (int direction = 0; direction < TWIXT_KEPT; direction++) {
        int right = twixt_dx[direction], down = twixt_dy[direction];

        memset(&net->links[direction], 0, sizeof net->links[direction]);
        for (int row = 0; row < board->size; row++) {
            int at = row + LAYERS_MARGIN;
            uint32_t pegs = net->pegs.row[at], empty = net->empty.row[at];
            uint32_t to_peg = seen_row(&net->pegs, at, right, down);
            uint32_t to_empty = seen_row(&net->empty, at, right, down);
            uint32_t possible = (empty & (to_peg | to_empty)) | (pegs & to_empty);

            net->links[direction].row[at] =
                (possible & ~blocked[direction].row[at]) |
                (pegs & to_peg & twixt_row(board, position, TWIXT_LINKS + direction, row));
        }
    }
}

static void find_ends(const struct twixt_net *net, struct ends *ends)
{
    for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++) {
        int right = twixt_dx[direction], down = twixt_dy[direction];
        const struct twixt_set *kept = &net->links[direction % TWIXT_KEPT];

        memset(&ends->links[direction], 0, sizeof ends->links[direction]);
        memset(&ends->to_peg[direction], 0, sizeof ends->to_peg[direction]);
        for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + net->rows; at++) {
            uint32_t links =
                direction < TWIXT_KEPT ? kept->row[at] : seen_row(kept, at, right, down);

            ends->links[direction].row[at] = links;
            ends->to_empty[direction].row[at] = links & seen_row(&net->empty, at, right, down);
            ends->to_peg[direction].row[at] =
                links & net->empty.row[at] & seen_row(&net->pegs, at, right, down);
        }
    }
}

static void find_setups(struct twixt_net *net, const struct ends *ends)
{
    for (int i = 0; i < TWIXT_SETUPS; i++) {
        int first = twixt_setups[i].steps[0], second = twixt_setups[i].steps[1];
        const struct twixt_set *a = &ends->to_empty[first], *b = &ends->to_empty[second];
        const struct twixt_set *then_b = &ends->links[second], *then_a = &ends->links[first];

        memset(&net->setups[i], 0, sizeof net->setups[i]);
        for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + net->rows; at++)
            net->setups[i].row[at] =
                a->row[at] & seen_row(then_b, at, twixt_dx[first], twixt_dy[first]) & b->row[at] &
                seen_row(then_a, at, twixt_dx[second], twixt_dy[second]);
    }
}

/* ---- Setups that one peg of the opponent breaks ---- */

/* Does a link that leaves the place (x, y) in `direction` cross one of the two of a way over the
 * hole after the step `over`? Places are seen from the setup's first end. */
static bool crosses_way(const struct twixt_board *board, const struct twixt_setup *setup, int over,
                        int x, int y, int direction)
{
    int first = setup->steps[over], second = setup->steps[1 - over];
    int starts[2][3] = {{0, 0, first}, {twixt_dx[first], twixt_dy[first], second}};

    for (int i = 0; i < 2; i++)
        for (int k = 0; k < TWIXT_CROSSINGS; k++) {
            const struct twixt_crossing *crossing = &board->crossings[starts[i][2]][k];
            int at_x = starts[i][0] + crossing->dx, at_y = starts[i][1] + crossing->dy;
            int other = crossing->direction;

            if (at_x == x && at_y == y && other == direction)
                return true;
            if (at_x + twixt_dx[other] == x && at_y + twixt_dy[other] == y &&
                (other ^ TWIXT_BACK) == direction)
                return true;
        }
    return false;
}

static bool is_way(const struct twixt_setup *setup, int over, int x, int y)
{
    int step = setup->steps[over];

    return x == twixt_dx[step] && y == twixt_dy[step];
}

/* The links, as bits of their directions, that close each way if a peg of the opponent on a place
 * makes them; all of them where the peg is on the way. */
struct closing {
    uint8_t links[2];
};

static struct closing find_closing(const struct twixt_board *board, const struct twixt_setup *setup,
                                   int x, int y)
{
    struct closing closing = {{0, 0}};

    for (int over = 0; over < 2; over++)
        for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++)
            if (is_way(setup, over, x, y) || crosses_way(board, setup, over, x, y, direction))
                closing.links[over] |= (uint8_t)(1 << direction);
    return closing;
}

static bool closes_both(struct closing closing, unsigned links)
{
    return (closing.links[0] & links) != 0 && (closing.links[1] & links) != 0;
}

static bool is_end(const struct twixt_setup *setup, int x, int y)
{
    return (x == 0 && y == 0) || (x == setup->right && y == setup->down);
}

enum { BREAKER_PLACES = 2 * BREAKER_FAR + 1 };

/* The breakers of all setups by links in two directions of which neither breaks alone; with the
 * same direction twice, by that one. */
static int add_breakers(struct twixt_board *board, int count, int first, int second,
                        const struct closing *closings)
{
    unsigned one = 1u << first, two = 1u << second;

    for (int i = 0; i < TWIXT_SETUPS * BREAKER_PLACES * BREAKER_PLACES; i++) {
        struct closing closing = closings[i];
        int place = i % (BREAKER_PLACES * BREAKER_PLACES);
        bool is_new = one == two || (!closes_both(closing, one) && !closes_both(closing, two));

        if (!is_new || !closes_both(closing, one | two))
            continue;
        assert(count < TWIXT_BREAKERS);
        board->breakers[count++] =
            (struct twixt_breaker){(uint8_t)(i / (BREAKER_PLACES * BREAKER_PLACES)),
                                   (signed char)(place % BREAKER_PLACES - BREAKER_FAR),
                                   (signed char)(place / BREAKER_PLACES - BREAKER_FAR)};
    }
    return count;
}

void twixt_find_breakers(struct twixt_board *board)
{
    struct closing closings[TWIXT_SETUPS * BREAKER_PLACES * BREAKER_PLACES];
    int count = 0;

    for (int i = 0; i < TWIXT_SETUPS * BREAKER_PLACES * BREAKER_PLACES; i++) {
        const struct twixt_setup *setup = &twixt_setups[i / (BREAKER_PLACES * BREAKER_PLACES)];
        int place = i % (BREAKER_PLACES * BREAKER_PLACES);
        int x = place % BREAKER_PLACES - BREAKER_FAR, y = place / BREAKER_PLACES - BREAKER_FAR;

        closings[i] =
            is_end(setup, x, y) ? (struct closing){{0, 0}} : find_closing(board, setup, x, y);
    }
    for (int first = 0; first < TWIXT_DIRECTIONS; first++)
        for (int second = 0; second <= first; second++) {
            board->breakers_from[first][second] = (uint16_t)count;
            count = add_breakers(board, count, first, second, closings);
            board->breakers_to[first][second] = (uint16_t)count;
        }
}

static void break_setups(struct twixt_net *net, const struct twixt_board *board, int first,
                         int second, int column, int row)
{
    for (int i = board->breakers_from[first][second]; i < board->breakers_to[first][second]; i++) {
        const struct twixt_breaker *breaker = &board->breakers[i];
        int x = column - breaker->right, y = row - breaker->down;

        if (twixt_is_on_board(board, x, y))
            net->setups[breaker->setup].row[y + LAYERS_MARGIN] &= ~((uint32_t)1 << x);
    }
}

/* Leaves out the setups of a net that the opponent can break with one peg. */
static void leave_out_broken(struct twixt_net *net, const struct twixt_board *board,
                             const struct ends *threats)
{
    for (int row = 0; row < board->size; row++) {
        uint32_t places = 0;

        for (int i = 0; i < TWIXT_DIRECTIONS; i++)
            places |= threats->to_peg[i].row[row + LAYERS_MARGIN];
        for (; places != 0; places &= places - 1) {
            int column = bit_index(places);
            unsigned links = 0;

            for (int i = 0; i < TWIXT_DIRECTIONS; i++)
                links |= (threats->to_peg[i].row[row + LAYERS_MARGIN] >> column & 1) << i;
            for (unsigned one = links; one != 0; one &= one - 1)
                for (unsigned two = links; two != 0 && bit_index(two) <= bit_index(one);
                     two &= two - 1)
                    break_setups(net, board, bit_index(one), bit_index(two), column, row);
        }
    }
}

/* ---- Home lines ---- */

/* All holes of an area are free: White's rows `from` to `to` (in either order), so far to the left
 * and right. */
static uint32_t clear_columns(const struct twixt_net *net, int from, int to, int left, int right)
{
    uint32_t free = ~(uint32_t)0, clear = ~(uint32_t)0;

    for (int row = from < to ? from : to; row <= from || row <= to; row++)
        free &= twixt_row_of(&net->empty, row) | twixt_row_of(&net->pegs, row);
    for (int i = -left; i <= right; i++)
        clear &= i < 0 ? free << -i : free >> i;
    return clear;
}

static void find_home_of_white(struct twixt_net *net, const struct twixt_board *board, int line,
                               const struct twixt_template *area)
{
    int last = board->size - 1, one = area->one_side, other = area->other_side;
    int row = line == 0 ? area->lines : last - area->lines;
    int from = line == 0 ? 0 : last, to = line == 0 ? row + 1 : row - 1;

    if (to < 0 || to > last)
        return;
    net->home[line].row[row + LAYERS_MARGIN] |=
        clear_columns(net, from, to, one, other) | clear_columns(net, from, to, other, one);
}

/* Black's lines are columns: a row is free if all of these are, and an area if all its rows are. */
static void find_home_of_black(struct twixt_net *net, const struct twixt_board *board, int line,
                               const struct twixt_template *area)
{
    int last = board->size - 1, column = line == 0 ? area->lines : last - area->lines;
    int above[2] = {area->one_side, area->other_side}, run = 0;
    uint32_t columns = ((uint32_t)1 << (area->lines + 2)) - 1;

    if (area->lines + 1 > last)
        return; /* no room for it */
    if (line == 1)
        columns <<= last - area->lines - 1;
    for (int row = 0; row < board->size; row++) {
        uint32_t free = twixt_row_of(&net->empty, row) | twixt_row_of(&net->pegs, row);

        run = (free & columns) == columns ? run + 1 : 0;
        for (int i = 0; i < 2; i++)
            if (run > above[0] + above[1])
                net->home[line].row[row - above[i] + LAYERS_MARGIN] |= (uint32_t)1 << column;
    }
}

/* The line itself, and what is next to it and has a link to it: no link of the opponent can be in
 * its way, as that would need a peg on the line. */
static void find_nearest(struct twixt_net *net, const struct twixt_board *board,
                         const struct ends *ends, int line)
{
    static const uint8_t towards[2][2][2] = {{{1, 6}, {2, 5}}, {{4, 7}, {0, 3}}};
    int across = line * (board->size - 1), next = line == 0 ? 1 : board->size - 2;
    const uint8_t *directions = towards[net->side][line];

    for (int row = 0; row < board->size; row++) {
        int at = row + LAYERS_MARGIN;
        uint32_t on_line = net->side == BLACK ? (uint32_t)1 << across
                           : row == across    ? ~(uint32_t)0
                                              : 0;
        uint32_t beside = net->side == BLACK ? (uint32_t)1 << next : row == next ? ~(uint32_t)0 : 0;
        uint32_t linked = ends->links[directions[0]].row[at] | ends->links[directions[1]].row[at];

        net->home[line].row[at] = on_line | (beside & linked);
    }
}

static void find_home(struct twixt_net *net, const struct twixt_board *board,
                      const struct ends *ends)
{
    memset(net->home, 0, sizeof net->home);
    for (int line = 0; line < 2; line++) {
        find_nearest(net, board, ends, line);
        for (int i = 0; i < TWIXT_TEMPLATES; i++)
            if (net->side == WHITE)
                find_home_of_white(net, board, line, &twixt_templates[i]);
            else
                find_home_of_black(net, board, line, &twixt_templates[i]);
        for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + net->rows; at++)
            net->home[line].row[at] &= net->empty.row[at] | net->pegs.row[at];
    }
}

void twixt_find_nets(struct twixt_net *nets, const struct twixt_board *board,
                     const struct twixt_position *position)
{
    struct twixt_set blocked[TWIXT_KEPT];
    struct ends ends[2];

    for (int side = 0; side < 2; side++) {
        struct twixt_net *net = &nets[side];

        if (side == 0 || board->own_cross)
            twixt_find_blocked(board, position, side, blocked);
        net->side = side;
        net->rows = board->stride;
        memset(&net->empty, 0, sizeof net->empty);
        memset(&net->pegs, 0, sizeof net->pegs);
        for (int row = 0; row < board->size; row++) {
            net->empty.row[row + LAYERS_MARGIN] = twixt_free(board, position, side, row);
            net->pegs.row[row + LAYERS_MARGIN] = twixt_row(board, position, side, row);
        }
        find_links(net, board, position, blocked);
        find_ends(net, &ends[side]);
        find_setups(net, &ends[side]);
        find_home(net, board, &ends[side]);
    }
    for (int side = 0; side < 2; side++)
        leave_out_broken(&nets[side], board, &ends[1 - side]);
}

/* ---- Distances ---- */

/* Forth and back along links or setups. */
static inline uint32_t arriving(const struct twixt_set *from, const struct twixt_set *ways, int at,
                                int right, int down)
{
    return (from->row[at - down] & ways->row[at - down]) << right |
           (ways->row[at] & from->row[at + down] >> right);
}

/* All that is one link or setup away. Offsets are constants here, so that shifts are by constants;
 * they are those of the tables. */
static void spread(const struct twixt_net *net, const struct twixt_set *from, struct twixt_set *to)
{
    const struct twixt_set *links = net->links, *setups = net->setups;

    for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + net->rows; at++)
        to->row[at] =
            arriving(from, &links[0], at, 1, -2) | arriving(from, &links[1], at, 2, -1) |
            arriving(from, &links[2], at, 2, 1) | arriving(from, &links[3], at, 1, 2) |
            arriving(from, &setups[0], at, 3, -3) | arriving(from, &setups[1], at, 3, -1) |
            arriving(from, &setups[2], at, 2, 0) | arriving(from, &setups[3], at, 4, 0) |
            arriving(from, &setups[4], at, 3, 1) | arriving(from, &setups[5], at, 3, 3) |
            arriving(from, &setups[6], at, 1, 1) | arriving(from, &setups[7], at, 1, 3) |
            arriving(from, &setups[8], at, 0, 4) | arriving(from, &setups[9], at, 0, 2) |
            arriving(from, &setups[10], at, 1, -3) | arriving(from, &setups[11], at, 1, -1);
}

/* Adds what is in `more` and not yet in `within`; `newest` is that. */
static bool add_to(struct twixt_set *within, const struct twixt_set *more,
                   const struct twixt_set *among, struct twixt_set *newest, int rows)
{
    uint32_t any = 0;

    for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + rows; at++) {
        uint32_t added = more->row[at] & among->row[at] & ~within->row[at];

        within->row[at] |= added;
        newest->row[at] = added;
        any |= added;
    }
    return any != 0;
}

static void join(struct twixt_set *set, const struct twixt_set *more, int rows)
{
    for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + rows; at++)
        set->row[at] |= more->row[at];
}

/* Distances from one line. A peg costs nothing, so that all pegs are found that can be reached
 * before the next hole is. */
static void find_within(const struct twixt_net *net, int line, struct twixt_set *within)
{
    struct twixt_set newest = {{0}}, near = {{0}}, reached = net->home[line];
    bool has_pegs;

    memset(&within[0], 0, sizeof within[0]);
    has_pegs = add_to(&within[0], &reached, &net->pegs, &newest, net->rows);
    for (int pegs = 0;;) {
        while (has_pegs) {
            spread(net, &newest, &near);
            join(&reached, &near, net->rows);
            has_pegs = add_to(&within[pegs], &near, &net->pegs, &newest, net->rows);
        }
        if (++pegs > VIRTUAL_MOST)
            return;
        within[pegs] = within[pegs - 1];
        if (add_to(&within[pegs], &reached, &net->empty, &newest, net->rows)) {
            spread(net, &newest, &near);
            join(&reached, &near, net->rows);
            has_pegs = add_to(&within[pegs], &near, &net->pegs, &newest, net->rows);
        }
    }
}

/* A hole that is i from the one line and j from the other is on a chain of i + j - 1 pegs, a peg on
 * one of i + j. */
static bool has_chain(const struct twixt_net *net, const struct twixt_span *span, int pegs)
{
    uint32_t any = 0;

    for (int i = 0; i <= pegs + 1; i++) {
        int j = pegs - i;
        const struct twixt_set *first = &span->within[0][i < VIRTUAL_MOST ? i : VIRTUAL_MOST];

        for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + net->rows; at++) {
            if (j >= 0)
                any |= first->row[at] & span->within[1][j].row[at] & net->pegs.row[at];
            any |= first->row[at] & span->within[1][j + 1].row[at] & net->empty.row[at];
        }
    }
    return any != 0;
}

void twixt_find_span(const struct twixt_net *net, struct twixt_span *span)
{
    for (int line = 0; line < 2; line++)
        find_within(net, line, span->within[line]);
    for (span->pegs = 0; span->pegs < VIRTUAL_MOST - 1; span->pegs++)
        if (has_chain(net, span, span->pegs))
            return;
    span->pegs = VIRTUAL_MOST;
}

int twixt_span_holes(const struct twixt_net *net, const struct twixt_span *span, int pegs,
                     struct twixt_set *holes)
{
    struct twixt_set found = {{0}};
    int count = 0;

    for (int i = 1; i <= pegs && i <= VIRTUAL_MOST; i++) {
        int j = pegs + 1 - i < VIRTUAL_MOST ? pegs + 1 - i : VIRTUAL_MOST;

        for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + net->rows; at++)
            found.row[at] |= span->within[0][i].row[at] & span->within[1][j].row[at];
    }
    for (int at = LAYERS_MARGIN; at < LAYERS_MARGIN + net->rows; at++) {
        found.row[at] &= net->empty.row[at];
        count += bit_count(found.row[at]);
    }
    if (holes != NULL)
        *holes = found;
    return count;
}
