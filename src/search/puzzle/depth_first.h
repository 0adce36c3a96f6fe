/* depth_first.h - exact searches for one player that go down one way at a time. */
#ifndef COPPICE_SEARCH_PUZZLE_DEPTH_FIRST_H
#define COPPICE_SEARCH_PUZZLE_DEPTH_FIRST_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_exact_agent, cop_dfbb_agent, cop_idastar_agent;

#endif
