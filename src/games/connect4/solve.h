/* connect4_solve.h - the exact value of any position of Connect Four; see coppice/solve.h. */
#ifndef COPPICE_GAMES_CONNECT4_SOLVE_H
#define COPPICE_GAMES_CONNECT4_SOLVE_H

#include "coppice/solve.h"

/* Payoffs only: it knows who wins, not what points there might be. */
bool connect4_can_solve(const struct cop_game *game, enum cop_stake stake);
bool connect4_solve(const struct cop_game *game, const void *state, enum cop_stake stake,
                    const struct cop_solve_limits *limits, struct cop_solution *solution,
                    struct cop_error *error);

#endif
