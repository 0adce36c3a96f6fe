/* check.h - can a position be solved? */
#ifndef COPPICE_SEARCH_SOLVE_CHECK_H
#define COPPICE_SEARCH_SOLVE_CHECK_H

#include "coppice/game.h"

/* False and the reason for a game whose positions have no one value. */
bool cop_has_value(const struct cop_game *game, enum cop_stake stake, struct cop_error *error);

/* The same, and for a game that may be too long for a search of all of it. */
bool cop_solve_fits(const struct cop_game *game, enum cop_stake stake, struct cop_error *error);

/* The same, and for a position in which the game is over. */
bool cop_solve_check(const struct cop_game *game, const void *state, enum cop_stake stake,
                     struct cop_error *error);

#define COP_NOTHING_TO_SOLVE "%s: the game is over; there is nothing to solve"

/* What is found out only while searching; of a game with this name. */
#define COP_UNEVEN_POINTS                                                                       \
    "%s cannot be solved by its points: those of both players do not add to the same in every " \
    "finished game"

#endif
