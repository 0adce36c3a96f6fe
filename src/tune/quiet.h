/* quiet.h - from a position in the middle of an exchange to the one in which it has come to rest.
 *
 * Searches trust a judgement only where nothing is left that would upset it (cop_evaluator.noisy),
 * and so an evaluator should learn from such positions alone: whoever is to move takes what gains
 * by an evaluator's word, or leaves it as it is; a roll that is to come is at rest. For games of
 * two. */
#ifndef COPPICE_TUNE_QUIET_H
#define COPPICE_TUNE_QUIET_H

#include "coppice/game.h"

struct cop_quiet;

/* The evaluator of this game that says what is noisy and needs no preparation: the one that its
 * features correct, or else the first. NULL if it has none. */
const struct cop_evaluator *cop_quiet_judge(const struct cop_game *game);

struct cop_quiet *cop_quiet_open(const struct cop_game *game, const struct cop_evaluator *judge);
void cop_quiet_close(struct cop_quiet *quiet); /* NULL is fine */

/* Writes the position at the end of the best noisy moves of both sides to `rest`, which may be the
 * end of the game, and returns what it is worth to player 0 by the judge's word. */
double cop_quiet_follow(struct cop_quiet *quiet, const void *state, void *rest);

#endif
