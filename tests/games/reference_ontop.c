/* reference_ontop.c - OnTop by its rules; see reference_ontop.h. */
#include "reference_ontop.h"

#include <stdio.h>
#include <string.h>

struct point {
    int h, x;
};

enum { BLUE, WHITE, YELLOW, RED };

/* Clockwise from an obtuse corner (ontop.md 1.5). */
static const int tiles[REFERENCE_TYPES][4] = {
    {BLUE, YELLOW, WHITE, RED}, {YELLOW, BLUE, RED, WHITE}, {BLUE, WHITE, YELLOW, RED},
    {WHITE, BLUE, RED, YELLOW}, {WHITE, YELLOW, RED, BLUE},
};
static const int tile_counts[REFERENCE_TYPES] = {8, 8, 9, 8, 1};

/* ---- The board (ontop.md 1.4) ---- */

bool ontop_reference_points_up(struct ontop_triangle triangle)
{
    return (triangle.row + triangle.column) % 2 == 1;
}

static bool is_field(struct ontop_triangle triangle)
{
    return triangle.row >= 1 && triangle.row <= REFERENCE_ROWS && triangle.column >= 1 &&
           triangle.column <= REFERENCE_COLUMNS;
}

static int index_of(struct ontop_triangle triangle)
{
    return (triangle.row - 1) * REFERENCE_COLUMNS + triangle.column - 1;
}

static int neighbours(struct ontop_triangle of, struct ontop_triangle out[3])
{
    const struct ontop_triangle candidates[3] = {
        {of.row, of.column - 1},
        {of.row, of.column + 1},
        {ontop_reference_points_up(of) ? of.row - 1 : of.row + 1, of.column},
    };
    int count = 0;

    for (int i = 0; i < 3; i++)
        if (is_field(candidates[i]))
            out[count++] = candidates[i];
    return count;
}

static void corners(struct ontop_triangle of, struct point out[3])
{
    int row = of.row, column = of.column;

    if (ontop_reference_points_up(of)) {
        out[0] = (struct point){row - 1, column - 1};
        out[1] = (struct point){row - 1, column + 1};
        out[2] = (struct point){row, column};
    } else {
        out[0] = (struct point){row, column - 1};
        out[1] = (struct point){row, column + 1};
        out[2] = (struct point){row - 1, column};
    }
}

static bool is_same(struct point a, struct point b)
{
    return a.h == b.h && a.x == b.x;
}

static bool has_corner(struct ontop_triangle triangle, struct point point)
{
    struct point of[3];

    corners(triangle, of);
    return is_same(of[0], point) || is_same(of[1], point) || is_same(of[2], point);
}

bool ontop_reference_is_point(int h, int x)
{
    if (h < 0 || h > REFERENCE_ROWS || x < 0 || x > 10 || (h + x) % 2 == 0)
        return false;
    return h % 2 == 1 || (x >= 1 && x <= 9);
}

bool ontop_reference_is_gold(int h, int x)
{
    return h % 2 == 0 ? x == 1 : x == 0;
}

int ontop_reference_degree(int h, int x)
{
    int degree = 0;

    for (int row = 1; row <= REFERENCE_ROWS; row++)
        for (int column = 1; column <= REFERENCE_COLUMNS; column++)
            degree += has_corner((struct ontop_triangle){row, column}, (struct point){h, x});
    return degree;
}

/* ---- Placements (ontop.md 1.7) ---- */

static char *cell(struct ontop_reference *state, struct ontop_triangle triangle)
{
    return &state->at[triangle.row][triangle.column];
}

static bool is_free(const struct ontop_reference *state, struct ontop_triangle triangle)
{
    return state->at[triangle.row][triangle.column] == '.';
}

/* Does `triangle` have an occupied neighbour other than `partner`? */
static bool touches(const struct ontop_reference *state, struct ontop_triangle triangle,
                    struct ontop_triangle partner)
{
    struct ontop_triangle near[3];
    int count = neighbours(triangle, near);

    for (int i = 0; i < count; i++)
        if (index_of(near[i]) != index_of(partner) && !is_free(state, near[i]))
            return true;
    return false;
}

static int add_place(const struct ontop_reference *state, struct ontop_triangle first,
                     struct ontop_triangle second, struct ontop_placement *out)
{
    if (!is_free(state, first) || !is_free(state, second))
        return 0;
    if (!touches(state, first, second) && !touches(state, second, first))
        return 0;
    for (int rotation = 0; rotation < 2; rotation++) {
        out[rotation] = (struct ontop_placement){first, second, rotation, ""};
        snprintf(out[rotation].text, sizeof out[rotation].text, "%c%d%c%d/%d",
                 'a' + (first.column - 1) % 26, first.row % 10, 'a' + (second.column - 1) % 26,
                 second.row % 10, rotation);
    }
    return 2;
}

int ontop_reference_moves(const struct ontop_reference *state, struct ontop_placement *out)
{
    int count = 0;

    if (state->is_over)
        return 0;
    for (int first = 0; first < REFERENCE_ROWS * REFERENCE_COLUMNS; first++) {
        struct ontop_triangle here = {first / REFERENCE_COLUMNS + 1, first % REFERENCE_COLUMNS + 1};
        struct ontop_triangle near[3];
        int near_count = neighbours(here, near);

        /* The right one comes before the one above, as it should. */
        for (int i = 0; i < near_count; i++)
            if (index_of(near[i]) > first)
                count += add_place(state, here, near[i], out + count);
    }
    return count;
}

/* The corner of `triangle` that `other` does not have. */
static struct point own_corner(struct ontop_triangle triangle, struct ontop_triangle other)
{
    struct point of[3];
    int at = 0;

    corners(triangle, of);
    while (at < 2 && has_corner(other, of[at]))
        at++;
    return of[at];
}

/* The corner that both have, to the left (or right) of the way from `from` to `to`. */
static struct point shared_corner(struct ontop_triangle first, struct ontop_triangle second,
                                  struct point from, struct point to, bool left)
{
    struct point of[3];
    int at = 0;

    corners(first, of);
    for (; at < 2; at++) {
        int cross = (to.x - from.x) * (of[at].h - from.h) - (to.h - from.h) * (of[at].x - from.x);

        if (has_corner(second, of[at]) && (cross > 0) == left)
            break;
    }
    return of[at];
}

static void add_segments(struct ontop_reference *state, struct point at, int colour, int count)
{
    state->segments[at.h][at.x][colour] += count;
}

static void lay_tile(struct ontop_reference *state, const struct ontop_placement *placement)
{
    const int *tile = tiles[state->hand];
    struct point p = own_corner(placement->first, placement->second);
    struct point q = own_corner(placement->second, placement->first);
    struct point l = shared_corner(placement->first, placement->second, p, q, true);
    struct point r = shared_corner(placement->first, placement->second, p, q, false);
    bool turned = placement->rotation == 1;

    add_segments(state, turned ? r : l, tile[0], 2);
    add_segments(state, turned ? p : q, tile[1], 1);
    add_segments(state, turned ? l : r, tile[2], 2);
    add_segments(state, turned ? q : p, tile[3], 1);
    *cell(state, placement->first) = *cell(state, placement->second) = (char)('A' + state->hand);
}

/* Every free triangle without a free neighbour (ontop.md 1.8). */
static void fill_gaps(struct ontop_reference *state)
{
    for (int row = 1; row <= REFERENCE_ROWS; row++)
        for (int column = 1; column <= REFERENCE_COLUMNS; column++) {
            struct ontop_triangle here = {row, column}, near[3];
            int count = neighbours(here, near);
            bool is_gap = is_free(state, here);

            for (int i = 0; i < count; i++)
                is_gap = is_gap && !is_free(state, near[i]);
            if (is_gap) {
                *cell(state, here) = '#';
                state->blacks++;
            }
        }
}

/* ---- Circles (ontop.md 1.9) ---- */

static bool is_surrounded(const struct ontop_reference *state, int h, int x)
{
    for (int row = 1; row <= REFERENCE_ROWS; row++)
        for (int column = 1; column <= REFERENCE_COLUMNS; column++) {
            struct ontop_triangle here = {row, column};

            if (has_corner(here, (struct point){h, x}) && is_free(state, here))
                return false;
        }
    return true;
}

int ontop_reference_score(const int segments[REFERENCE_COLOURS],
                          bool places_stone[REFERENCE_COLOURS])
{
    int most = 0, second = 0, top = -1, with_most = 0;

    for (int colour = 0; colour < REFERENCE_COLOURS; colour++) {
        places_stone[colour] = false;
        if (segments[colour] > most)
            most = segments[colour];
    }
    for (int colour = 0; colour < REFERENCE_COLOURS; colour++)
        if (segments[colour] == most) {
            with_most++;
            top = colour;
        }
    if (most == 0 || with_most > 1)
        return -1;
    for (int colour = 0; colour < REFERENCE_COLOURS; colour++)
        if (colour != top && segments[colour] > second)
            second = segments[colour];
    for (int colour = 0; colour < REFERENCE_COLOURS; colour++)
        places_stone[colour] = colour == top || (second > 0 && segments[colour] == second);
    return top;
}

/* ---- The end (ontop.md 1.10, 1.12) ---- */

static int seat_of(const struct ontop_set_up *set_up, int colour)
{
    for (int seat = 0; seat < set_up->players; seat++)
        if (set_up->colour_of[seat] == colour)
            return seat;
    return -1;
}

static int side_of(const struct ontop_set_up *set_up, int seat)
{
    return set_up->teams ? seat % 2 : seat;
}

static int side_result(const struct ontop_reference *state, int side)
{
    int result = 0;

    for (int seat = 0; seat < state->set_up.players; seat++) {
        int colour = state->set_up.colour_of[seat];

        if (side_of(&state->set_up, seat) == side)
            result += state->points[colour] - state->set_up.penalty * state->stones[colour];
    }
    return result;
}

/* The best of the sides in `may_win` share the win. */
static void finish(struct ontop_reference *state, const bool may_win[REFERENCE_COLOURS])
{
    int sides = state->set_up.teams ? 2 : state->set_up.players;
    int best = -10000, winners = 0;

    for (int side = 0; side < sides; side++)
        if (may_win[side] && side_result(state, side) > best)
            best = side_result(state, side);
    for (int side = 0; side < sides; side++)
        winners += may_win[side] && side_result(state, side) == best;
    for (int seat = 0; seat < state->set_up.players; seat++) {
        int side = side_of(&state->set_up, seat);

        state->payoff[seat] = may_win[side] && side_result(state, side) == best ? 1.0 / winners : 0;
    }
    state->is_over = true;
}

static void finish_normally(struct ontop_reference *state)
{
    const bool everybody[REFERENCE_COLOURS] = {true, true, true, true};

    finish(state, everybody);
}

/* After a circle with `top` on top: has a colour placed its last stone? */
static void finish_prematurely(struct ontop_reference *state, int top)
{
    bool is_out[REFERENCE_COLOURS] = {false};
    bool may_win[REFERENCE_COLOURS] = {false};
    bool passive_only = true;

    for (int colour = 0; colour < REFERENCE_COLOURS; colour++) {
        is_out[colour] = state->stones[colour] == 0;
        state->is_premature = state->is_premature || is_out[colour];
    }
    if (!state->is_premature)
        return;
    for (int colour = 0; colour < REFERENCE_COLOURS; colour++)
        if (is_out[colour] && seat_of(&state->set_up, colour) >= 0) {
            may_win[side_of(&state->set_up, seat_of(&state->set_up, colour))] = true;
            passive_only = false;
        }
    if (is_out[top] && seat_of(&state->set_up, top) >= 0) {
        memset(may_win, 0, sizeof may_win);
        may_win[side_of(&state->set_up, seat_of(&state->set_up, top))] = true;
    }
    if (passive_only)
        finish_normally(state);
    else
        finish(state, may_win);
}

static void score_circle(struct ontop_reference *state, int h, int x)
{
    bool places_stone[REFERENCE_COLOURS];
    int top = ontop_reference_score(state->segments[h][x], places_stone);
    int tower = 0;

    if (top < 0)
        return;
    for (int colour = 0; colour < REFERENCE_COLOURS; colour++) {
        tower += places_stone[colour];
        state->stones[colour] -= places_stone[colour];
    }
    state->points[top] += tower * (ontop_reference_is_gold(h, x) ? 2 : 1);
    state->worth += tower * (ontop_reference_is_gold(h, x) ? 2 : 1);
    state->towers += tower;
    finish_prematurely(state, top);
}

/* In ascending order of the points; a premature end leaves the others unscored. */
static void close_circles(struct ontop_reference *state)
{
    for (int h = 0; h <= REFERENCE_ROWS; h++)
        for (int x = 0; x <= 10; x++) {
            if (!ontop_reference_is_point(h, x) || state->is_closed[h][x] ||
                !is_surrounded(state, h, x))
                continue;
            state->is_closed[h][x] = true;
            state->closed++;
            if (!state->is_over)
                score_circle(state, h, x);
        }
}

/* ---- The game ---- */

void ontop_reference_start(struct ontop_reference *state, const struct ontop_set_up *set_up)
{
    memset(state, 0, sizeof *state);
    state->set_up = *set_up;
    for (int row = 1; row <= REFERENCE_ROWS; row++)
        for (int column = 1; column <= REFERENCE_COLUMNS; column++)
            state->at[row][column] = '.';
    for (int i = 0; i < 2; i++) {
        *cell(state, set_up->black[i]) = '#';
        state->blacks++;
    }
    fill_gaps(state);
    close_circles(state);
    memcpy(state->deck, tile_counts, sizeof tile_counts);
    for (int colour = 0; colour < REFERENCE_COLOURS; colour++)
        state->stones[colour] = set_up->stones;
    state->hand = -1;
}

void ontop_reference_draw(struct ontop_reference *state, int type)
{
    state->deck[type]--;
    state->hand = type;
}

void ontop_reference_play(struct ontop_reference *state, const struct ontop_placement *placement)
{
    struct ontop_placement next[REFERENCE_PLACEMENTS];
    int left = 0;

    lay_tile(state, placement);
    fill_gaps(state);
    close_circles(state);
    state->hand = -1;
    state->seat = (state->seat + 1) % state->set_up.players;
    for (int type = 0; type < REFERENCE_TYPES; type++)
        left += state->deck[type];
    if (!state->is_over && (left == 0 || ontop_reference_moves(state, next) == 0))
        finish_normally(state);
}
