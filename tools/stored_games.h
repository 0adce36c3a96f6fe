/* stored_games.h - the games of a store, one after the other, for programs that learn from them. */
#ifndef COPPICE_TOOLS_STORED_GAMES_H
#define COPPICE_TOOLS_STORED_GAMES_H

#include "coppice/game.h"
#include "coppice/record.h"

/* `payoff` is what each player got. False, with a message, ends the reading. */
typedef bool each_stored_game(void *context, const struct cop_record *record, const double *payoff,
                              struct cop_error *error);

/* All games of the game in the order in which they were kept, as moves that its rules allow. */
bool stored_games_each(const char *path, const struct cop_game *game, each_stored_game *each,
                       void *context, struct cop_error *error);

#endif
