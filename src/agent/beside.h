/* beside.h - the game's own solver at work beside a search.
 *
 * Somebody who analyses wants to know what is certain as soon as it is, and the search's opinion
 * until then. So the solver has a thread of its own as long as the search runs: first it finds what
 * the position is worth, then by how many points, then what every move is worth, and at last in how
 * many moves a win or a loss comes. Whatever it knows by now goes into every report.
 *
 * Where the search is ended by a count, the solver is, too, and is waited for; so
 * both together find the same on every machine. */
#ifndef COPPICE_AGENT_BESIDE_H
#define COPPICE_AGENT_BESIDE_H

#include "coppice/agent.h"

struct cop_beside;

/* Is there a solver to ask? */
bool cop_beside_fits(const struct cop_game *game);

/* Begins to solve; NULL where the system has no thread or no memory for it, and then the search
 * goes without. `watch` is the caller's and may be NULL. */
struct cop_beside *cop_beside_begin(const struct cop_game *game, const void *state,
                                    const struct cop_limits *limits, const struct cop_watch *watch);

/* Who looks on at the search: the caller, told what the solver knows as well, and the solver, which
 * ends a search by time when nothing is left to find out. */
const struct cop_watch *cop_beside_watch(const struct cop_beside *beside);

/* After the search: waits for the solver as long as the limits allow, puts what it knows into the
 * report, whose candidates are then in `beside` until it is freed, and ends it. Without a report
 * (NULL), as after a search that has failed, it only ends. */
void cop_beside_finish(struct cop_beside *beside, struct cop_report *report);
void cop_beside_free(struct cop_beside *beside);

#endif
