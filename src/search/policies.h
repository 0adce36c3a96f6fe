/* policies.h - ways to pick the moves of a playout, by name: the game's own, and those that fit
 * every game. */
#ifndef COPPICE_SEARCH_POLICIES_H
#define COPPICE_SEARCH_POLICIES_H

#include "coppice/game.h"

/* Those that fit every game; ends with a row whose name is NULL. */
extern const struct cop_policy cop_general_policies[];

/* `policy` is NULL for uniformly random moves. `prepared` is what its prepare made, or NULL; it is
 * small, since large tables belong to an evaluator. */
bool cop_policy_open(const struct cop_game *game, const char *spec,
                     const struct cop_policy **policy, void **prepared, struct cop_error *error);

#endif
