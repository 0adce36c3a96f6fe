/* connect4_solve.h - the exact value of any position of Connect Four; see coppice/solve.h. */
#ifndef COPPICE_GAMES_CONNECT4_SOLVE_H
#define COPPICE_GAMES_CONNECT4_SOLVE_H

#include "coppice/solve.h"

bool connect4_solve(const struct cop_game *game, const void *state,
                    const struct cop_solve_limits *limits, struct cop_solution *solution,
                    struct cop_error *error);

#endif
