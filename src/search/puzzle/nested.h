/* nested.h - nested Monte-Carlo search, for one player. */
#ifndef COPPICE_SEARCH_PUZZLE_NESTED_H
#define COPPICE_SEARCH_PUZZLE_NESTED_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_nmcs_agent;

#endif
