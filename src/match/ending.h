/* ending.h - how a stored game ended, in the phrase of its rules.
 *
 * Games of stores that were made before endings were kept have their moves all the same: they are
 * played again to see. */
#ifndef COPPICE_MATCH_ENDING_H
#define COPPICE_MATCH_ENDING_H

#include "coppice/game.h"
#include "store/results.h"

/* The phrase, which lasts as long as the game or the result; NULL if the rules did not end the game
 * or have no phrases, or if its record cannot be read. */
const char *cop_match_ending(const struct cop_game *game, const struct cop_game_result *result);

#endif
