/* solvers.h - solvers by name, as agents are. */
#ifndef COPPICE_AGENT_SOLVERS_H
#define COPPICE_AGENT_SOLVERS_H

#include "coppice/solve.h"

/* `auto`, which is cop_solve, or `pn(...)` or `dfpn(...)` with the options of that agent's proof.
 */
bool cop_solver_check(const char *spec, struct cop_error *error);

/* As cop_solve, by the solver of a spec that was checked. */
bool cop_solve_by(const char *spec, const struct cop_game *game, const void *state,
                  enum cop_stake stake, const struct cop_solve_limits *limits,
                  struct cop_solution *solution, struct cop_error *error);

/* Can the solver of a spec that was checked write its answer about the position as a proof? */
bool cop_solver_writes(const char *spec, const struct cop_game *game, const void *state,
                       struct cop_error *error);

/* The proof of a solution that cop_solve_by has found with the same arguments, as a file that
 * proof/check.h reads; search/proof/paper.h says what it has. */
bool cop_solver_write(const char *spec, const struct cop_game *game, const void *state,
                      enum cop_stake stake, const struct cop_solve_limits *limits,
                      struct cop_solution *solution, struct cop_text *file,
                      struct cop_error *error);

#endif
