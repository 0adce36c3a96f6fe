/* connect4_evaluate.h - what searches may ask about positions of Connect Four. */
#ifndef COPPICE_GAMES_CONNECT4_EVALUATE_H
#define COPPICE_GAMES_CONNECT4_EVALUATE_H

#include "coppice/game.h"

extern const struct cop_evaluator connect4_evaluators[];
extern const struct cop_ordering connect4_orderings[];

#endif
