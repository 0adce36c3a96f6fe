/* agents.h - depth-first searches as agents; docs/searches.md says what each is for. */
#ifndef COPPICE_SEARCH_TREE_AGENTS_H
#define COPPICE_SEARCH_TREE_AGENTS_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_alphabeta_agent, cop_expectimax_agent, cop_star1_agent,
    cop_star2_agent, cop_star25_agent, cop_maxn_agent, cop_paranoid_agent, cop_brs_agent;

#endif
