/* nrpa.h - nested rollout policy adaptation, for one player. */
#ifndef COPPICE_SEARCH_PUZZLE_NRPA_H
#define COPPICE_SEARCH_PUZZLE_NRPA_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_nrpa_agent;

#endif
