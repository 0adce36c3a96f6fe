/* soon.h - how soon a decided game ends with best play of both sides, found by searching deeper and
 * deeper: the first end that can be forced is the one. */
#ifndef COPPICE_AGENT_SOON_H
#define COPPICE_AGENT_SOON_H

#include "coppice/agent.h"

/* Looks at so many nodes at most. `payoff` is what the player to move is known to get, 0 or 1. True
 * if the report has a distance and the line that takes so long; its candidates are gone. */
bool cop_soon_find(const struct cop_game *game, const void *state, double payoff, int64_t nodes,
                   const atomic_bool *stop, struct cop_report *report);

#endif
