/* endgame.h - the exact value of positions of Othello on 8 x 8 squares; see coppice/solve.h. */
#ifndef COPPICE_GAMES_OTHELLO_ENDGAME_H
#define COPPICE_GAMES_OTHELLO_ENDGAME_H

#include "coppice/solve.h"

/* Both stakes, on the usual board only. */
bool othello_can_solve(const struct cop_game *game, enum cop_stake stake);
bool othello_solve(const struct cop_game *game, const void *state, enum cop_stake stake,
                   const struct cop_solve_limits *limits, struct cop_solution *solution,
                   struct cop_error *error);

#endif
