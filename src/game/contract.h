/* contract.h - what a game must have before anybody relies on it; cop_rules_check, for rows that
 * are to be in the registry, is in game.h. */
#ifndef COPPICE_GAME_CONTRACT_H
#define COPPICE_GAME_CONTRACT_H

#include "coppice/game.h"

/* Are the functions there that opening and playing take? */
bool cop_rules_can_open(const struct cop_rules *rules, struct cop_error *error);

/* Has rules->open left a game that can be played: sizes, players, and what they ask for? */
bool cop_game_check(const struct cop_game *game, struct cop_error *error);

#endif
