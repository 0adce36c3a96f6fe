/* wall.c - two walls are gone along together, from one corner of either to the next: between two
 * such places both are straight, and where they cross follows from their distances. */
#include "search/sum/wall.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

void cop_wall_free(struct cop_wall *wall)
{
    free(wall->corners);
    *wall = (struct cop_wall){0};
}

static void make_room(struct cop_wall *wall, int room)
{
    if (room <= wall->room)
        return;
    wall->room = 2 * room;
    wall->corners = cop_reallocate(wall->corners, (size_t)wall->room * sizeof *wall->corners);
}

void cop_wall_flat(struct cop_wall *wall, double value)
{
    wall->count = 0;
    wall->slope = 0;
    cop_wall_add(wall, -1, value);
}

static double slope_between(const struct cop_corner *first, double tax, double value)
{
    return (value - first->value) / (tax - first->tax);
}

void cop_wall_add(struct cop_wall *wall, double tax, double value)
{
    int last = wall->count - 1;

    if (last >= 0 && wall->corners[last].tax == tax)
        return;
    if (last >= 1) {
        const struct cop_corner *before = &wall->corners[last - 1];

        if (slope_between(before, wall->corners[last].tax, wall->corners[last].value) ==
            slope_between(&wall->corners[last], tax, value))
            wall->count--;
    }
    make_room(wall, wall->count + 1);
    wall->corners[wall->count++] = (struct cop_corner){tax, value};
}

void cop_wall_option(struct cop_wall *wall, const struct cop_corner *corners, int count, int sign,
                     double moves, double slope)
{
    wall->count = 0;
    wall->slope = slope;
    for (int i = 0; i < count; i++)
        cop_wall_add(wall, corners[i].tax,
                     sign * corners[i].value + moves + slope * corners[i].tax);
}

/* The value between corner `at`, the last that is not behind the tax, and the next one. */
static double value_from(const struct cop_wall *wall, int at, double tax)
{
    const struct cop_corner *corner = &wall->corners[at];
    double slope =
        at + 1 < wall->count ? slope_between(corner, corner[1].tax, corner[1].value) : wall->slope;

    return corner->value + slope * (tax - corner->tax);
}

double cop_wall_at(const struct cop_wall *wall, double tax)
{
    int at = 0;

    assert(wall->count > 0 && tax >= wall->corners[0].tax);
    while (at + 1 < wall->count && wall->corners[at + 1].tax <= tax)
        at++;
    return value_from(wall, at, tax);
}

/* Two walls and how far along them we are. */
struct pair {
    const struct cop_wall *walls[2];
    int at[2];
};

static double next_corner(const struct pair *pair)
{
    double next = INFINITY;

    for (int i = 0; i < 2; i++)
        if (pair->at[i] + 1 < pair->walls[i]->count)
            next = fmin(next, pair->walls[i]->corners[pair->at[i] + 1].tax);
    return next;
}

static double value_of(const struct pair *pair, int wall, double tax)
{
    return value_from(pair->walls[wall], pair->at[wall], tax);
}

static double distance_at(const struct pair *pair, double tax)
{
    return value_of(pair, 0, tax) - value_of(pair, 1, tax);
}

static void go_on(struct pair *pair, double tax)
{
    for (int i = 0; i < 2; i++)
        while (pair->at[i] + 1 < pair->walls[i]->count &&
               pair->walls[i]->corners[pair->at[i] + 1].tax <= tax)
            pair->at[i]++;
}

/* Where the walls are equal between two places, without their ends; NaN if nowhere. `to` may be
 * infinite. */
static double crossing(const struct pair *pair, double from, double to)
{
    double here = distance_at(pair, from);
    double slope = distance_at(pair, from + 1) - here;
    double at = from - here / slope;

    return here != 0 && slope != 0 && at > from && at < to ? at : (double)NAN;
}

void cop_wall_merge(struct cop_wall *wall, const struct cop_wall *other, int sign,
                    struct cop_wall *spare)
{
    struct pair pair = {.walls = {wall, other}};
    double tax = -1, next;
    struct cop_wall old;
    bool is_other;

    spare->count = 0;
    do {
        double middle;

        next = next_corner(&pair);
        is_other = sign * distance_at(&pair, tax) < 0;
        cop_wall_add(spare, tax, value_of(&pair, is_other, tax));
        middle = crossing(&pair, tax, next);
        if (!isnan(middle))
            cop_wall_add(spare, middle, value_of(&pair, 0, middle));
        if (!isinf(next))
            go_on(&pair, tax = next);
    } while (!isinf(next));
    tax = spare->corners[spare->count - 1].tax;
    is_other = sign * distance_at(&pair, tax + 1) < 0;
    spare->slope = pair.walls[is_other]->slope;
    old = *wall;
    *wall = *spare;
    *spare = old;
}

double cop_walls_meet(const struct cop_wall *left, const struct cop_wall *right)
{
    struct pair pair = {.walls = {left, right}};
    double tax = -1;

    while (distance_at(&pair, tax) > 0) {
        double next = next_corner(&pair), middle = crossing(&pair, tax, next);

        if (!isnan(middle))
            return middle;
        assert(!isinf(next));
        go_on(&pair, tax = next);
    }
    return tax;
}

void cop_wall_cut(struct cop_wall *wall, double tax)
{
    double value = cop_wall_at(wall, tax);

    while (wall->count > 1 && wall->corners[wall->count - 1].tax >= tax)
        wall->count--;
    wall->slope = 0;
    cop_wall_add(wall, tax, value);
}
