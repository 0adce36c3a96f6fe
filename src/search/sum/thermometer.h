/* thermometer.h - how much a part of a position is worth, and how urgent a move in it is
 * (amazons-endgame-and-books.md 2.11).
 *
 * The thermograph of a part has two walls: what the part is worth to the first player, counted in
 * moves, when he or the other begins and each move costs its maker a tax. Where the tax is so high
 * that nobody wants to begin the walls have become one mast, at the *mean*; the lowest such tax is
 * the *temperature*, what a move here is worth. At a temperature of -1 the part is a whole number
 * of moves, and who has any other move plays there instead.
 *
 * Thermographs are exact: all lines of play of a part are looked at, each position once. A
 * thermometer remembers positions between readings, within its memory, and is used by one thread at
 * a time. */
#ifndef COPPICE_SEARCH_SUM_THERMOMETER_H
#define COPPICE_SEARCH_SUM_THERMOMETER_H

#include "base/run.h"
#include "search/sum/sum.h"
#include "search/sum/wall.h"

struct cop_thermograph {
    double mean, temperature;
    struct cop_wall left, right; /* the first player begins, and the second */
};

struct cop_thermometer;

/* Whoever knows thermographs of parts already, as a database: the corners of both walls of the form
 * `bytes`, at most `room` of each; false: it does not know this one. */
enum { COP_KNOWN_CORNERS = 32 };

struct cop_known_walls {
    int counts[2];
    struct cop_corner corners[2][COP_KNOWN_CORNERS];
};

struct cop_heat_source {
    bool (*find)(const void *context, const uint8_t *bytes, int length,
                 struct cop_known_walls *walls);
    const void *context;
};

/* `memory` bytes for what it remembers; 0: as much as the system gives. */
struct cop_thermometer *cop_thermometer_open(const struct cop_game *game, size_t memory);
void cop_thermometer_close(struct cop_thermometer *thermometer); /* NULL is fine */
/* Positions of one part are looked up there first. */
void cop_thermometer_ask(struct cop_thermometer *thermometer, const struct cop_heat_source *source);

/* The thermograph of a position, or of one part. Each position that is looked into is a step of the
 * run. False: the run has ended before, or the memory, or the position cannot be written as a key.
 */
bool cop_thermometer_read(struct cop_thermometer *thermometer, const void *state,
                          struct cop_run *run, struct cop_pace *pace,
                          struct cop_thermograph *thermograph);
void cop_thermograph_free(struct cop_thermograph *thermograph);

/* What each of a player's moves leads to under a tax, in the order of moves() when it is his turn:
 * the first player wants much, the second little, and the best of them is his wall. Returns how
 * many; -1: the run has ended before. `moves` and `values` have room for game->max_moves. */
int cop_thermometer_rate(struct cop_thermometer *thermometer, const void *state, int player,
                         double tax, struct cop_run *run, struct cop_pace *pace, cop_move *moves,
                         double *values);

/* Positions that are remembered, and whether there is no room for more. */
int64_t cop_thermometer_positions(const struct cop_thermometer *thermometer);
bool cop_thermometer_is_full(const struct cop_thermometer *thermometer);

#endif
