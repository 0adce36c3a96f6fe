/* bstar.h - B*: a search that ends when one move is shown to be better than all others. */
#ifndef COPPICE_SEARCH_BSTAR_BSTAR_H
#define COPPICE_SEARCH_BSTAR_BSTAR_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_bstar_agent;

#endif
