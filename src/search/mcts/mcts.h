/* mcts.h - Monte-Carlo tree search: one tree for one, two and many players, with chance.
 *
 * An enhancement is an option of a step, never a second loop. The steps, in the order of a
 * simulation, are files of their own: select.c, prune.c, expand.c, simulate.c (descent, playout and
 * backup), solve.c; around them tree.c (memory), hidden.c (hidden pieces), choose.c (the final move
 * and the report), parallel.c (threads) and mcts.c (the agent). search.h is their common ground. */
#ifndef COPPICE_SEARCH_MCTS_MCTS_H
#define COPPICE_SEARCH_MCTS_MCTS_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_mcts_agent;

#endif
