/* symmetry.h - one key for a position and all its mirror images. */
#ifndef COPPICE_GAME_SYMMETRY_H
#define COPPICE_GAME_SYMMETRY_H

#include "coppice/game.h"

/* The least key of all images of the position, and by which symmetry it comes about; where a game
 * has no symmetries, the position's own, by 0. `scratch` has room for a state. */
uint64_t cop_symmetric_key(const struct cop_game *game, const void *state, void *scratch,
                           int *symmetry);

#endif
