/* anneal.h - simulated annealing over whole games, for one player. */
#ifndef COPPICE_SEARCH_PUZZLE_ANNEAL_H
#define COPPICE_SEARCH_PUZZLE_ANNEAL_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_anneal_agent;

#endif
