/* test_twixt_virtual.c - TwixT: what the opponent cannot keep apart is proven again with the rules
 * of the game, and the sets of holes that are made of it agree with single holes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/twixt/virtual.h"
#include "judge_check.h"

/* ---- Areas, by the rules ---- */

/* What is to be connected within an area of a board on which all else is the opponent's. */
struct claim {
    const struct twixt_board *board;
    int left, right, top, bottom; /* columns and rows of the area */
    int from, to;                 /* holes; `to` is -1 for the first home line */
};

static bool is_linked(const struct claim *claim, const struct twixt_position *position)
{
    const struct twixt_board *board = claim->board;
    uint16_t waiting[TWIXT_DIRECTIONS * TWIXT_HOLES_MAX];
    bool is_seen[TWIXT_HOLES_MAX] = {false};
    int count = 0;

    if (claim->to < 0)
        return twixt_has(board, position, TWIXT_REACH, claim->from);
    waiting[count++] = (uint16_t)claim->from;
    while (count > 0) {
        int hole = waiting[--count];

        if (hole == claim->to)
            return true;
        if (is_seen[hole])
            continue;
        is_seen[hole] = true;
        for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++)
            if (twixt_has_link(board, position, hole, direction))
                waiting[count++] = (uint16_t)(hole + board->step[direction]);
    }
    return false;
}

/* The next position after a peg of `side` on the hole of that number in the area; false if it
 * cannot be there. */
static bool place_in(const struct claim *claim, const struct twixt_position *position, int side,
                     int number, struct twixt_position *next)
{
    int width = claim->right - claim->left + 1;
    int column = claim->left + number % width, row = claim->top + number / width;

    if ((twixt_free(claim->board, position, side, row) >> column & 1) == 0)
        return false;
    *next = *position;
    twixt_place(claim->board, next, side, column, row);
    return true;
}

static int holes_of(const struct claim *claim)
{
    return (claim->right - claim->left + 1) * (claim->bottom - claim->top + 1);
}

static bool is_safe(const struct claim *claim, const struct twixt_position *position, int pegs);

static bool can_be_saved(const struct claim *claim, const struct twixt_position *position, int pegs)
{
    struct twixt_position next;

    for (int i = 0; i < holes_of(claim); i++)
        if (place_in(claim, position, WHITE, i, &next) && is_safe(claim, &next, pegs - 1))
            return true;
    return false;
}

/* Black is to move: White is connected with so many pegs whatever he does. */
static bool is_safe(const struct claim *claim, const struct twixt_position *position, int pegs)
{
    struct twixt_position next;

    if (is_linked(claim, position))
        return true;
    for (int i = 0; pegs > 0 && i < holes_of(claim); i++)
        if (place_in(claim, position, BLACK, i, &next) && !can_be_saved(claim, &next, pegs))
            return false;
    return pegs > 0;
}

/* Black pegs wherever they may be outside the area, not linked to each other, so that each one that
 * comes inside is linked to all of them. */
static void surround(const struct claim *claim, struct twixt_position *position)
{
    for (int row = 0; row < claim->board->size; row++)
        for (int column = 0; column < claim->board->size; column++) {
            bool is_inside = column >= claim->left && column <= claim->right && row >= claim->top &&
                             row <= claim->bottom;

            if (!is_inside && (twixt_free(claim->board, position, BLACK, row) >> column & 1) != 0)
                twixt_set(claim->board, position, BLACK, twixt_hole(claim->board, column, row));
        }
}

enum { MIDDLE = 11 };

static bool is_edge_safe(const struct cop_game *game, int lines, int behind, int left, int right,
                         int pegs)
{
    const struct twixt_board *board = twixt_board_of(game);
    struct claim claim = {board, MIDDLE - left, MIDDLE + right, 0, lines + behind, 0, -1};
    struct twixt_position position;

    claim.from = twixt_hole(board, MIDDLE, lines);
    memset(&position, 0, sizeof position);
    twixt_place(board, &position, WHITE, MIDDLE, lines);
    surround(&claim, &position);
    return is_safe(&claim, &position, pegs);
}

static bool is_pair_safe(const struct cop_game *game, int right, int down, int across, int along,
                         int pegs)
{
    const struct twixt_board *board = twixt_board_of(game);
    struct claim claim = {
        board, MIDDLE - across, MIDDLE + right + across, MIDDLE - along, MIDDLE + down + along, 0,
        0};
    struct twixt_position position;

    claim.from = twixt_hole(board, MIDDLE, MIDDLE);
    claim.to = twixt_hole(board, MIDDLE + right, MIDDLE + down);
    memset(&position, 0, sizeof position);
    twixt_place(board, &position, WHITE, MIDDLE, MIDDLE);
    twixt_place(board, &position, WHITE, MIDDLE + right, MIDDLE + down);
    surround(&claim, &position);
    return is_safe(&claim, &position, pegs);
}

/* ---- The data ---- */

static bool is_template(int lines, int behind, int one_side, int other_side)
{
    for (int i = 0; i < TWIXT_TEMPLATES; i++)
        if (twixt_templates[i].lines == lines && twixt_templates[i].one_side == one_side &&
            twixt_templates[i].other_side == other_side)
            return behind == 1;
    return false;
}

static bool is_setup(int right, int down)
{
    for (int i = 0; i < TWIXT_SETUPS; i++)
        if (twixt_setups[i].right == right && twixt_setups[i].down == down)
            return true;
    return false;
}

/* Both with links of one colour that are in each other's way and with such that are not: there all
 * links of the opponent come about. */
static const char *const boards[] = {"twixt(size=24)", "twixt(size=24, own_cross=on)"};

/* Reads the next `count` numbers. */
static void read_numbers(const char *line, int count, int *numbers)
{
    char *end;

    for (int i = 0; i < count; i++, line = end) {
        numbers[i] = (int)strtol(line, &end, 10);
        assert_true(end != line);
    }
}

static void prove_line(const char *line, int *edges, int *setups)
{
    bool is_edge = strncmp(line, "edge ", 5) == 0;
    int n[5];

    read_numbers(line + 5, 5, n);
    for (size_t i = 0; i < 2; i++) {
        struct cop_error error;
        struct cop_game *game = cop_game_open(boards[i], &error);

        assert_non_null(game);
        if (n[4] > 1 && is_slow_build())
            ;
        else if (!(is_edge ? is_edge_safe : is_pair_safe)(game, n[0], n[1], n[2], n[3], n[4]))
            fail_msg("%s is not safe on %s", line, boards[i]);
        cop_game_close(game);
    }
    *edges += is_edge && is_template(n[0], n[1], n[2], n[3]);
    *setups += !is_edge && n[4] == 1 && is_setup(n[0], n[1]);
}

/* All that the data says, and that the tables say nothing else. */
static void twixt_connections_of_the_data_are_safe(void **context)
{
    FILE *file = fopen("data/twixt/connections.txt", "r");
    int edges = 0, setups = 0, lines = 0;
    char line[200];

    (void)context;
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        assert_true(strncmp(line, "edge ", 5) == 0 || strncmp(line, "pair ", 5) == 0);
        prove_line(line, &edges, &setups);
        lines++;
    }
    fclose(file);
    assert_true(lines > TWIXT_TEMPLATES + 5);
    assert_int_equal(edges, TWIXT_TEMPLATES);
    assert_int_equal(setups, 5); /* of which the others are images */
}

/* Otherwise the proofs would prove nothing. */
static void twixt_smaller_areas_are_not_safe(void **context)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open(boards[1], &error);

    (void)context;
    assert_non_null(game);
    assert_false(is_edge_safe(game, 1, 0, 0, 1, 1));
    assert_false(is_edge_safe(game, 2, 1, 1, 1, 1));
    assert_false(is_edge_safe(game, 2, 0, 2, 2, 1));
    assert_false(is_edge_safe(game, 3, 1, 1, 1, 2));
    assert_false(is_pair_safe(game, 4, 0, 1, 1, 1));
    assert_false(is_pair_safe(game, 4, 2, 2, 2, 1));
    assert_false(is_pair_safe(game, 2, 2, 2, 2, 1));
    cop_game_close(game);
}

/* ---- Setups in games ---- */

static bool links_both(const struct twixt_board *board, const struct twixt_position *position,
                       int side, int x, int y, const struct twixt_setup *setup, int over)
{
    int first = setup->steps[over], second = setup->steps[1 - over];
    int column = x + twixt_dx[first], row = y + twixt_dy[first];
    struct twixt_position next = *position;

    if (!twixt_is_on_board(board, column, row) ||
        (twixt_free(board, position, side, row) >> column & 1) == 0)
        return false;
    twixt_place(board, &next, side, column, row);
    return twixt_has_link(board, &next, twixt_hole(board, column, row), first ^ TWIXT_BACK) &&
           twixt_has_link(board, &next, twixt_hole(board, column, row), second);
}

static bool is_open_after(const struct twixt_board *board, const struct twixt_position *position,
                          int side, int x, int y, const struct twixt_setup *setup, int column,
                          int row)
{
    struct twixt_position next = *position;

    twixt_place(board, &next, 1 - side, column, row);
    return links_both(board, &next, side, x, y, setup, 0) ||
           links_both(board, &next, side, x, y, setup, 1);
}

/* Two ways, and no peg of the opponent that closes both. */
static bool is_held(const struct twixt_board *board, const struct twixt_position *position,
                    int side, int x, int y, const struct twixt_setup *setup)
{
    if (!links_both(board, position, side, x, y, setup, 0) ||
        !links_both(board, position, side, x, y, setup, 1))
        return false;
    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++)
            if ((twixt_free(board, position, 1 - side, row) >> column & 1) != 0 &&
                !is_open_after(board, position, side, x, y, setup, column, row))
                return false;
    return true;
}

static int held, broken; /* of this test: how often each was met */

static void check_setups(const struct judge *judge)
{
    const struct twixt_board *board = twixt_board_of(judge->game);
    const struct twixt_position *position = (const void *)judge->state;
    struct twixt_net nets[2];

    twixt_find_nets(nets, board, position);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < TWIXT_SETUPS; i++)
            for (int hole = 0; hole < board->size * board->stride; hole++) {
                const struct twixt_setup *setup = &twixt_setups[i];
                int x = hole % board->stride, y = hole / board->stride;
                int to_x = x + setup->right, to_y = y + setup->down;
                bool is_found = (twixt_row_of(&nets[side].setups[i], y) >> x & 1) != 0;
                bool are_pegs;

                if (!twixt_is_on_board(board, to_x, to_y)) {
                    assert_false(is_found);
                    continue;
                }
                are_pegs = twixt_has(board, position, side, hole) &&
                           twixt_has(board, position, side, twixt_hole(board, to_x, to_y));
                if (!are_pegs)
                    continue;
                if (is_found != is_held(board, position, side, x, y, setup))
                    fail_msg("side %d, %d, %d to %d, %d: %d", side, x, y, to_x, to_y, is_found);
                held += is_found;
                broken += !is_found && links_both(board, position, side, x, y, setup, 0) &&
                          links_both(board, position, side, x, y, setup, 1);
            }
}

static const char *const specs[] = {"twixt(size=6)", "twixt(size=8, own_cross=on)",
                                    "twixt(size=9, swap=on)", "twixt"};

/* Whatever the opponent does, one of the ways is left; and where a setup is left out, there is a
 * peg that closes both. */
static void twixt_setups_are_what_no_peg_breaks(void **context)
{
    (void)context;
    held = broken = 0;
    for (size_t i = 0; i < 4; i++) {
        struct judge judge = judge_open(specs[i], "virtual");

        assert_in_bounds(&judge, is_slow_build() ? 2 : 12, check_setups);
        judge_close(&judge);
    }
    assert_true(held > 100 && broken > 100);
}

/* ---- Home lines ---- */

static bool is_free(const struct twixt_board *board, const struct twixt_position *position,
                    int side, int column, int row)
{
    return twixt_is_on_board(board, column, row) && (board->zone[side][row] >> column & 1) != 0 &&
           !twixt_has(board, position, 1 - side, twixt_hole(board, column, row));
}

/* A place by its line and its place on the line, counted from a home line. */
static bool is_free_at(const struct twixt_board *board, const struct twixt_position *position,
                       int side, int home, int line, int along)
{
    int from_first = home == 0 ? line : board->size - 1 - line;

    return side == WHITE ? is_free(board, position, side, along, from_first)
                         : is_free(board, position, side, from_first, along);
}

static bool fits(const struct twixt_board *board, const struct twixt_position *position, int side,
                 int home, int lines, int along, int before, int after)
{
    for (int line = 0; line <= lines + 1; line++)
        for (int i = along - before; i <= along + after; i++)
            if (!is_free_at(board, position, side, home, line, i))
                return false;
    return true;
}

static bool has_template(const struct twixt_board *board, const struct twixt_position *position,
                         int side, int home, int line, int along)
{
    for (int i = 0; i < TWIXT_TEMPLATES; i++) {
        const struct twixt_template *area = &twixt_templates[i];

        if (area->lines == line &&
            (fits(board, position, side, home, line, along, area->one_side, area->other_side) ||
             fits(board, position, side, home, line, along, area->other_side, area->one_side)))
            return true;
    }
    return false;
}

static bool is_crossed(const struct twixt_board *board, const struct twixt_position *position,
                       int side, int x, int y, int direction)
{
    for (int i = 0; i < TWIXT_CROSSINGS; i++) {
        const struct twixt_crossing *crossing = &board->crossings[direction][i];
        int at_x = x + crossing->dx, at_y = y + crossing->dy;
        int hole = twixt_hole(board, at_x, at_y);

        if (twixt_is_on_board(board, at_x, at_y) &&
            twixt_has_link(board, position, hole, crossing->direction) &&
            !(board->own_cross && twixt_has(board, position, side, hole)))
            return true;
    }
    return false;
}

/* On the second line: is there a link to the first one, or can there be one? */
static bool has_way_home(const struct twixt_board *board, const struct twixt_position *position,
                         int side, int home, int column, int row)
{
    for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++) {
        int x = column + twixt_dx[direction], y = row + twixt_dy[direction];
        int line = side == WHITE ? y : x, hole = twixt_hole(board, column, row);
        bool is_linked_there, is_pair;

        if (line != home * (board->size - 1) || !is_free(board, position, side, x, y))
            continue;
        is_linked_there = twixt_has_link(board, position, hole, direction);
        is_pair = twixt_has(board, position, side, hole) &&
                  twixt_has(board, position, side, twixt_hole(board, x, y));
        if (is_linked_there ||
            (!is_pair && !is_crossed(board, position, side, column, row, direction)))
            return true;
    }
    return false;
}

static void check_home(const struct judge *judge)
{
    const struct twixt_board *board = twixt_board_of(judge->game);
    const struct twixt_position *position = (const void *)judge->state;
    struct twixt_net nets[2];

    twixt_find_nets(nets, board, position);
    for (int number = 0; number < 4 * board->size * board->size; number++) {
        int side = number & 1, home = number >> 1 & 1;
        int column = number / 4 % board->size, row = number / 4 / board->size;
        int across = side == WHITE ? row : column, along = side == WHITE ? column : row;
        int line = home == 0 ? across : board->size - 1 - across;
        bool is_found = (twixt_row_of(&nets[side].home[home], row) >> column & 1) != 0;
        bool is_home = line == 0 || has_template(board, position, side, home, line, along) ||
                       (line == 1 && has_way_home(board, position, side, home, column, row));

        if (is_found != (is_home && is_free(board, position, side, column, row)))
            fail_msg("side %d, home %d, %d, %d: %d", side, home, column, row, is_found);
    }
}

static void twixt_home_is_where_areas_are_free(void **context)
{
    (void)context;
    for (size_t i = 0; i < 4; i++) {
        struct judge judge = judge_open(specs[i], "virtual");

        assert_in_bounds(&judge, is_slow_build() ? 1 : 6, check_home);
        judge_close(&judge);
    }
}

/* ---- Distances ---- */

struct slow {
    const struct twixt_board *board;
    const struct twixt_net *net;
    int to[TWIXT_HOLES_MAX];
};

enum { FAR = 100 };

static bool is_in(const struct twixt_set *set, int column, int row)
{
    return (twixt_row_of(set, row) >> column & 1) != 0;
}

/* Both ends of a link or setup get nearer by each other. */
static bool relax(struct slow *slow, const struct twixt_set *ways, int x, int y, int right,
                  int down)
{
    int ends[2] = {twixt_hole(slow->board, x, y), twixt_hole(slow->board, x + right, y + down)};
    bool has_changed = false;

    if (!is_in(ways, x, y))
        return false;
    for (int i = 0; i < 2; i++) {
        int hole = ends[i], other = ends[1 - i];
        int cost = is_in(&slow->net->empty, hole % slow->board->stride, hole / slow->board->stride);

        if (slow->to[other] + cost < slow->to[hole]) {
            slow->to[hole] = slow->to[other] + cost;
            has_changed = true;
        }
    }
    return has_changed;
}

static void measure(struct slow *slow, int line)
{
    const struct twixt_board *board = slow->board;
    bool has_changed = true;

    for (int hole = 0; hole < board->size * board->stride; hole++) {
        int x = hole % board->stride, y = hole / board->stride;

        slow->to[hole] = is_in(&slow->net->home[line], x, y) ? is_in(&slow->net->empty, x, y) : FAR;
    }
    while (has_changed) {
        has_changed = false;
        for (int hole = 0; hole < board->size * board->stride; hole++) {
            int x = hole % board->stride, y = hole / board->stride;

            for (int i = 0; i < TWIXT_KEPT; i++)
                has_changed |= relax(slow, &slow->net->links[i], x, y, twixt_dx[i], twixt_dy[i]);
            for (int i = 0; i < TWIXT_SETUPS; i++)
                has_changed |= relax(slow, &slow->net->setups[i], x, y, twixt_setups[i].right,
                                     twixt_setups[i].down);
        }
    }
}

static int count_within(const struct twixt_span *span, int line, int x, int y)
{
    for (int i = 0; i <= VIRTUAL_MOST; i++)
        if (is_in(&span->within[line][i], x, y))
            return i;
    return FAR;
}

/* The least over all holes and pegs of what both lines say, and the holes with so many. */
static void compare_span(const struct slow *slow, const struct twixt_span *span)
{
    const struct twixt_board *board = slow[0].board;
    const struct twixt_net *net = slow[0].net;
    int least = VIRTUAL_MOST, holes = 0;

    for (int hole = 0; hole < board->size * board->stride; hole++) {
        int x = hole % board->stride, y = hole / board->stride, is_empty = is_in(&net->empty, x, y);
        int through = slow[0].to[hole] + slow[1].to[hole] - is_empty;

        for (int line = 0; line < 2; line++)
            assert_int_equal(count_within(span, line, x, y),
                             slow[line].to[hole] > VIRTUAL_MOST ? FAR : slow[line].to[hole]);
        least = through < least && through < VIRTUAL_MOST - 1 ? through : least;
        holes += is_empty && through <= 2;
    }
    assert_int_equal(span->pegs, least);
    assert_int_equal(twixt_span_holes(net, span, 2, NULL), holes);
}

static void check_spans(const struct judge *judge)
{
    const struct twixt_board *board = twixt_board_of(judge->game);
    struct twixt_net nets[2];

    twixt_find_nets(nets, board, (const void *)judge->state);
    for (int side = 0; side < 2; side++) {
        struct slow slow[2] = {{.board = board, .net = &nets[side]},
                               {.board = board, .net = &nets[side]}};
        struct twixt_span span;

        for (int line = 0; line < 2; line++)
            measure(&slow[line], line);
        twixt_find_span(&nets[side], &span);
        compare_span(slow, &span);
    }
}

static void twixt_spans_agree_with_single_holes(void **context)
{
    (void)context;
    for (size_t i = 0; i < 4; i++) {
        struct judge judge = judge_open(specs[i], "virtual");

        assert_in_bounds(&judge, is_slow_build() ? 1 : 4, check_spans);
        judge_close(&judge);
    }
}

/* ---- The evaluator ---- */

/* A game and the same with rows, columns and colours exchanged; mirrored on the way. */
static void twixt_virtual_is_symmetric(void **context)
{
    struct judge judge = judge_open("twixt(size=10)", "virtual"), image = judge;
    const struct twixt_board *board = twixt_board_of(judge.game);
    cop_move moves[TWIXT_HOLES_MAX];
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 5);
    for (int game = 0; game < 20; game++) {
        judge.rules->start(judge.game, judge.state, &rng);
        judge.rules->start(image.game, image.state, &rng);
        judge.rules->give_turn(image.game, image.state, BLACK);
        while (judge.rules->turn(judge.game, judge.state) != COP_OVER) {
            cop_move move = cop_random_move(judge.game, judge.state, &rng, moves);
            int column = (int)(move - 1) % board->stride, row = (int)(move - 1) / board->stride;
            int last = board->size - 1;

            assert_true(judge_of(&judge, 0) == judge_of(&image, 1));
            judge.rules->play(judge.game, judge.state, move);
            judge.rules->play(image.game, image.state,
                              (cop_move)twixt_hole(board, last - row, column) + 1);
        }
    }
    judge_close(&judge);
}

/* F5 and G8 have two ways to each other, over E7 and H6, and each is four lines from a home line
 * with its area free: nothing is missing, until Black is inside. */
static void twixt_two_pegs_are_a_virtual_chain(void **context)
{
    struct judge judge = judge_open("twixt(size=12)", "virtual");
    const struct twixt_board *board = twixt_board_of(judge.game);
    struct twixt_net nets[2];
    struct twixt_span span;

    (void)context;
    judge_set_up(&judge, "tx 12 b W=F5,G8 B= L=");
    twixt_find_nets(nets, board, (const void *)judge.state);
    twixt_find_span(&nets[WHITE], &span);
    assert_int_equal(span.pegs, 0);
    judge_play(&judge, "F6");
    twixt_find_nets(nets, board, (const void *)judge.state);
    twixt_find_span(&nets[WHITE], &span);
    assert_true(span.pegs > 0);
    judge_close(&judge);
}

static void twixt_one_ply_by_virtual_beats_random(void **context)
{
    struct judge judge = judge_open("twixt(size=8)", "virtual");
    double share = greedy_share(&judge, is_slow_build() ? 4 : 20);

    (void)context;
    if (share < 0.95)
        fail_msg("greedy has only %.3f", share);
    judge_close(&judge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twixt_connections_of_the_data_are_safe),
        cmocka_unit_test(twixt_smaller_areas_are_not_safe),
        cmocka_unit_test(twixt_setups_are_what_no_peg_breaks),
        cmocka_unit_test(twixt_home_is_where_areas_are_free),
        cmocka_unit_test(twixt_spans_agree_with_single_holes),
        cmocka_unit_test(twixt_virtual_is_symmetric),
        cmocka_unit_test(twixt_two_pegs_are_a_virtual_chain),
        cmocka_unit_test(twixt_one_ply_by_virtual_beats_random),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
