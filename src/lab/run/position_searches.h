/* position_searches.h - searches of a list of positions by every entrant of a run.
 *
 * What is found goes to RESULTS/BUDGET/ID.RUN.searches line by line while the run goes on, so that
 * one that was interrupted can be gone on with; when all is done the file is removed, and the next
 * run makes all searches anew. */
#ifndef COPPICE_LAB_POSITION_SEARCHES_H
#define COPPICE_LAB_POSITION_SEARCHES_H

#include "lab/run/run.h"

/* Fills in what the result says of positions. Ends early if *order->stop is set. The numbers do not
 * depend on order->threads (but for the time it takes). */
bool cop_lab_search_positions(const struct cop_experiment *experiment,
                              const struct cop_lab_run *run, const struct cop_lab_order *order,
                              struct cop_lab_run_result *result, struct cop_error *error);

#endif
