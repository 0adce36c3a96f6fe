/* nboard.h - an agent that is another program for Othello: it speaks the NBoard protocol,
 * version 2.
 */
#ifndef COPPICE_AGENT_NBOARD_H
#define COPPICE_AGENT_NBOARD_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_nboard_agent;

#endif
