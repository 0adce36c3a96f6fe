/* hotstrat.h - Hotstrat: a player of sums who moves where it is hottest
 * (amazons-endgame-and-books.md 2.13, 2.14). */
#ifndef COPPICE_AGENT_HOTSTRAT_H
#define COPPICE_AGENT_HOTSTRAT_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_hotstrat_agent;
extern const struct cop_agent_kind cop_tds_agent; /* the same with temperatures from TDS */

#endif
