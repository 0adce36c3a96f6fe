/* database.h - the databases of a game: what its positions with few pieces are worth, from files.
 *
 * The folder is the given one, else what COPPICE_DATABASES names, else coppice/databases in
 * XDG_DATA_HOME, else ~/.local/share/coppice/databases. In it each game has a folder of its own
 * with a file for each class, 3-2.values, and perhaps 3-2.distances. A file that is missing knows
 * nothing; one that is damaged, or another game's, is left out, and its fault can be told.
 *
 * An opened database may be asked by any number of threads. Of what it has read it keeps as much as
 * COPPICE_DATABASES_MEMORY says, 1G without it. */
#ifndef COPPICE_DATABASE_H
#define COPPICE_DATABASE_H

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cop_database;

/* Whether positions of this game can be kept at all; the message says why not. */
bool cop_database_fits(const struct cop_game *game, struct cop_error *error);

/* Never fails; `faults` (may be NULL) gets a line for each file that is left out. The game must
 * stay open as long. */
struct cop_database *cop_database_open(const struct cop_game *game, const char *folder,
                                       struct cop_text *faults);
void cop_database_close(struct cop_database *database); /* NULL is fine */

bool cop_database_is_empty(const struct cop_database *database);

/* What `player` gets in a game that is not over; false if nothing is known.
 *
 * A value holds for positions without a past. A past can only make draws: what wins without it is
 * at least a draw with it. The same goes for a game that is drawn after so many quiet moves, where
 * that is too soon for the longest way of this stage or of one below it. */
bool cop_database_bounds(const struct cop_database *database, const void *state, int player,
                         struct cop_bounds *bounds);

/* The same after a move, which may have ended the game or left the turn with the same player: then
 * of all that the rest of the turn can lead to. */
bool cop_database_bounds_after(const struct cop_database *database, const void *state, int player,
                               struct cop_bounds *bounds);

/* What `player` gets by a move that he makes from `before` and that leads to `after`: as
 * cop_database_bounds_after, but where distances are kept the past is looked at. Somebody who comes
 * nearer to the end of the stage with each move passes no position that is farther away from it, so
 * a past of such positions spoils no win. `distance` is how many moves it then takes until the
 * stage ends, this one included; 0 where that is not known, nobody wins, or this move ends it. */
bool cop_database_weigh(const struct cop_database *database, const void *before, const void *after,
                        int player, struct cop_bounds *bounds, int *distance);

#ifdef __cplusplus
}
#endif

#endif
