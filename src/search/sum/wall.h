/* wall.h - the walls of thermographs: functions of a tax t from -1 on, made of straight pieces.
 *
 * Corners are in rising order of t, the first at -1; behind the last one the wall goes on with
 * `slope`. Slopes are -1, 0 or 1 and corners are sums of halved integers, so that everything here
 * is exact in a double. A wall of zeros is an empty one; its corners are the caller's to free. */
#ifndef COPPICE_SEARCH_SUM_WALL_H
#define COPPICE_SEARCH_SUM_WALL_H

#include <stdbool.h>

struct cop_corner {
    double tax, value;
};

struct cop_wall {
    struct cop_corner *corners;
    int count, room;
    double slope;
};

void cop_wall_free(struct cop_wall *wall);

/* The same value at every tax. */
void cop_wall_flat(struct cop_wall *wall, double value);

/* Adds a corner behind the others; one that the wall goes through anyway is left out. */
void cop_wall_add(struct cop_wall *wall, double tax, double value);

/* `sign` times corners of which the last goes on level, plus `moves`, plus `slope` times the tax:
 * what an option of a game is worth to whoever pays the tax for it. */
void cop_wall_option(struct cop_wall *wall, const struct cop_corner *corners, int count, int sign,
                     double moves, double slope);

double cop_wall_at(const struct cop_wall *wall, double tax);

/* `wall` becomes the higher of the two everywhere; with sign -1 the lower. `spare` is room. */
void cop_wall_merge(struct cop_wall *wall, const struct cop_wall *other, int sign,
                    struct cop_wall *spare);

/* Where the left wall is no longer above the right one for the first time. One of them must come
 * nearer behind the last corners. */
double cop_walls_meet(const struct cop_wall *left, const struct cop_wall *right);

/* Level from this tax on. */
void cop_wall_cut(struct cop_wall *wall, double tax);

#endif
