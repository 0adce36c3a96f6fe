/* random.h - the agent that plays any legal move, all alike: the yardstick below all others. */
#ifndef COPPICE_AGENT_RANDOM_H
#define COPPICE_AGENT_RANDOM_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_random_agent;

#endif
