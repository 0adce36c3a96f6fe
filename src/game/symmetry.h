/* symmetry.h - one key for a position and all its mirror images. */
#ifndef COPPICE_GAME_SYMMETRY_H
#define COPPICE_GAME_SYMMETRY_H

#include "coppice/game.h"

/* The least key of all images of the position, and by which symmetry it comes about; where a game
 * has no symmetries, the position's own, by 0. `scratch` has room for a state. */
uint64_t cop_symmetric_key(const struct cop_game *game, const void *state, void *scratch,
                           int *symmetry);

enum { COP_IMAGES_MAX = 16 };

/* All symmetries by which that key comes about, at most COP_IMAGES_MAX; returns how many. More than
 * one lead to the same image where the position is its own mirror image. */
int cop_symmetric_images(const struct cop_game *game, const void *state, void *scratch,
                         uint64_t *key, int *symmetries);

#endif
