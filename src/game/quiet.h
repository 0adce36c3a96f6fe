/* quiet.h - from a position in the middle of an exchange to the one in which it has come to rest.
 *
 * A judgement can be trusted only where nothing is left that would upset it (cop_evaluator.noisy):
 * whoever is to move takes what gains by an evaluator's word, or leaves the position as it is; a
 * roll that is to come is at rest. Tree searches judge their leaves there, and evaluators learn
 * from such positions alone. Depth-first searches do the same within their own windows. For games
 * of two. */
#ifndef COPPICE_GAME_QUIET_H
#define COPPICE_GAME_QUIET_H

#include "coppice/game.h"

/* For each ply a state, the end of the best line below it so far, and a list of moves. */
struct cop_quiet {
    const struct cop_game *game;
    const struct cop_evaluator *evaluator;
    const void *prepared; /* for the evaluator; NULL for one that needs none */
    unsigned char *states, *ends;
    cop_move *moves;
};

/* The evaluator of this game that says what is noisy and needs no preparation: the one that its
 * features correct, or else the first. NULL if it has none. */
const struct cop_evaluator *cop_quiet_judge(const struct cop_game *game);

/* The bytes to follow exchanges in, aligned for any type, and a follower in them. */
size_t cop_quiet_size(const struct cop_game *game);
struct cop_quiet cop_quiet_in(const struct cop_game *game, const struct cop_evaluator *evaluator,
                              const void *prepared, void *bytes);

/* Writes the position at the end of the best noisy moves of both sides to `rest`, which may be the
 * end of the game, and may be `state` itself. */
void cop_quiet_follow(const struct cop_quiet *quiet, const void *state, void *rest);

#endif
