/* prover.h - players that look for proofs. */
#ifndef COPPICE_AGENT_PROVER_H
#define COPPICE_AGENT_PROVER_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_pn_agent, cop_dfpn_agent;

#endif
