/* best_table.h - the best games of boards as a text, a line for each: its name, points, moves, who
 * found it and the game, with tabs between them; in the end a line with the total.
 *
 * Whoever reads a table plays all its games, so that no number in it need be believed. */
#ifndef COPPICE_MATCH_BEST_TABLE_H
#define COPPICE_MATCH_BEST_TABLE_H

#include "match/boards.h"

void cop_best_write_line(const char *board, double points, int plies, const char *agent,
                         const char *game, struct cop_text *text);
void cop_best_write_total(double points, int boards, struct cop_text *text);

/* One game of a table. What it points to is valid during the call only. */
struct cop_best_game {
    int board; /* its place in the list */
    double points;
    int plies;
    const char *agent, *game;
};
typedef bool cop_each_best(void *context, const struct cop_best_game *best,
                           struct cop_error *error);

/* Calls `each` for every game of a table for these boards; a failure of it ends the reading. A line
 * that is none, a board that is not there or there twice, a game that cannot be played or has other
 * points than it says, and a total that is not the sum, are errors with their line. `text` is
 * changed. */
bool cop_best_read(const struct cop_boards *boards, char *text, cop_each_best *each, void *context,
                   struct cop_error *error);

#endif
