/* astar.h - A*, for one player. */
#ifndef COPPICE_SEARCH_PUZZLE_ASTAR_H
#define COPPICE_SEARCH_PUZZLE_ASTAR_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_astar_agent;

#endif
