/* cores.h - on how many processors somebody thinks for whom only time counts.
 *
 * A person who gives an agent two seconds wants the best move that this machine finds in them; one
 * who counts simulations, nodes or plies wants the same move on every machine, and one thread finds
 * it. So searches that nothing but time ends take a thread for each core where a person plays, on
 * the page and at the terminal, unless the limit says how many. Matches, searches from the command
 * line and line protocols are experiments: they have one thread unless they are given more. */
#ifndef COPPICE_AGENT_CORES_H
#define COPPICE_AGENT_CORES_H

#include "coppice/agent.h"

/* Do the words of a limit say how many threads? */
bool cop_limits_name_threads(const char *words);

/* Gives limits whose words do not so many threads, if only time ends them and an agent of this spec
 * can use them; else they stay as they are. */
void cop_limits_take_cores(struct cop_limits *limits, int threads, const struct cop_game *game,
                           const char *spec);

#endif
