/* spot.h - a position as two numbers, the same for all its mirror images and however it came about.
 *
 * The key finds it and the *proof*, made of the position's text, tells whether positions with the
 * same key are the same. With hidden pieces a spot is what the player to move knows: who knows the
 * same stands at the same spot, and nobody learns more from it. */
#ifndef COPPICE_MATCH_SPOT_H
#define COPPICE_MATCH_SPOT_H

#include "coppice/game.h"
#include "game/symmetry.h"

struct cop_spot {
    uint64_t key, proof;
    int images[COP_IMAGES_MAX]; /* symmetries that lead to the image that stands for all */
    int image_count;
};

void cop_spot_find(const struct cop_game *game, const void *state, struct cop_spot *spot);

/* The move in the image that stands for all: moves that are mirror images of each other there are
 * one. */
cop_move cop_spot_move(const struct cop_game *game, const struct cop_spot *spot, cop_move move);

/* Through whose eyes a position is looked at: the player to move where pieces are hidden, and after
 * the end, or where nothing is hidden, somebody who sees everything (-1). */
int cop_spot_viewer(const struct cop_game *game, const void *state);

#endif
