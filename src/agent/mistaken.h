/* mistaken.h - an agent that now and then plays a random move instead of what another one chooses:
 * an opponent for people who want to win. */
#ifndef COPPICE_AGENT_MISTAKEN_H
#define COPPICE_AGENT_MISTAKEN_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_mistaken_agent;

#endif
