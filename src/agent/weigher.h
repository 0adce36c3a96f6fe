/* weigher.h - the agent `solver`: what every move is worth, by a solver.
 *
 * It asks the solver of coppice/solve.h about the position after each move, and plays the best. For
 * endings that can be solved: it judges other players there, and tells people what each move
 * costs. */
#ifndef COPPICE_AGENT_WEIGHER_H
#define COPPICE_AGENT_WEIGHER_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_solver_agent;

#endif
