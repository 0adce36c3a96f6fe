/* breakthrough_evaluate.h - what searches may ask about positions of Breakthrough. */
#ifndef COPPICE_GAMES_BREAKTHROUGH_EVALUATE_H
#define COPPICE_GAMES_BREAKTHROUGH_EVALUATE_H

#include "coppice/game.h"

extern const struct cop_evaluator breakthrough_evaluators[];
extern const struct cop_ordering breakthrough_orderings[];

#endif
