/* endgame.h - the exact value of positions of the Amazons; see coppice/solve.h. */
#ifndef COPPICE_GAMES_AMAZONS_ENDGAME_H
#define COPPICE_GAMES_AMAZONS_ENDGAME_H

#include "coppice/solve.h"

/* Both stakes, on all boards, with komi and passes and where a shot is due. */
bool amazons_can_solve(const struct cop_game *game, enum cop_stake stake);
bool amazons_solve(const struct cop_game *game, const void *state, enum cop_stake stake,
                   const struct cop_solve_limits *limits, struct cop_solution *solution,
                   struct cop_error *error);

#endif
