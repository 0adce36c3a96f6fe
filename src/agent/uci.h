/* uci.h - an agent that is another program: it speaks a protocol in the manner of UCI.
 *
 * It plays games of two players who see the whole board. Another copy of Coppice is told the
 * variant and the seed; any other program must list the variant that it is to play, and understand
 * our notation or one of game/dialect.h. docs/uci.md has the rules. */
#ifndef COPPICE_AGENT_UCI_H
#define COPPICE_AGENT_UCI_H

#include "coppice/agent.h"

extern const struct cop_agent_kind cop_uci_agent;

#endif
