/* flat.h - flat Monte Carlo: as many random games for every move, and the best mean is played. */
#ifndef COPPICE_SEARCH_FLAT_FLAT_H
#define COPPICE_SEARCH_FLAT_FLAT_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_mc_agent;

#endif
