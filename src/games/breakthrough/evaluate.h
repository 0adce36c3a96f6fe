/* breakthrough_evaluate.h - what searches may ask about positions of Breakthrough. */
#ifndef COPPICE_GAMES_BREAKTHROUGH_EVALUATE_H
#define COPPICE_GAMES_BREAKTHROUGH_EVALUATE_H

#include "board.h"

extern const struct cop_evaluator breakthrough_evaluators[];
extern const struct cop_ordering breakthrough_orderings[];

/* Stones, how far and how safe they are, for `side`, which is to move: `runners` without runners.
 */
int breakthrough_worth(const struct board *board, const uint64_t stones[2], int side);

#endif
