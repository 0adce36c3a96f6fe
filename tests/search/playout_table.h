/* playout_table.h - one game and its playouts, for tests of what these do. */
#ifndef COPPICE_TESTS_PLAYOUT_TABLE_H
#define COPPICE_TESTS_PLAYOUT_TABLE_H

#include "search/rollout.h"

enum { MOVES_MAX = 4096, TRACE_ROOM = 1024 };

/* A game, its playouts, and all that one needs. */
struct table {
    struct cop_game *game;
    struct cop_rollout rollout;
    struct cop_rng rng;
    void *state;
    void *notes;
    cop_move moves[MOVES_MAX], traced[TRACE_ROOM];
    int8_t players[TRACE_ROOM];
    struct cop_trace trace;
    double rewards[COP_PLAYERS_MAX];
};

/* With the options of playouts in `inside`; a failure is the test's. The game is taken over. */
struct table *sit_down_with(struct cop_game *game, const char *inside);
struct table *sit_down(const char *spec, const char *inside);
void stand_up(struct table *table);

/* To a place in a random game that is not over. */
void walk(struct table *table, int plies);

/* Plays a copy of the table's state out, traced; returns it where it ended, to be freed. */
void *run_out(struct table *table);

bool is_over(const struct table *table, const void *state);

#endif
