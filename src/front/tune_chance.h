/* tune_chance.h - what values promise, fitted to games: `coppice tune chance`. */
#ifndef COPPICE_FRONT_TUNE_CHANCE_H
#define COPPICE_FRONT_TUNE_CHANCE_H

#include "front/command.h"

/* Plays the games and prints the fit; the exit status, with a message unless it is COP_DONE. */
int cop_tune_chance(const struct cop_arguments *arguments, const struct cop_game *game,
                    const struct cop_evaluator *evaluator, struct cop_error *error);

#endif
