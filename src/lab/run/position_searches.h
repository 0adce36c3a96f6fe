/* position_searches.h - searches of a list of positions by every entrant of a run. */
#ifndef COPPICE_LAB_POSITION_SEARCHES_H
#define COPPICE_LAB_POSITION_SEARCHES_H

#include "lab/run/search_sets.h"

/* Fills in what the result says of positions. Ends early if the order says so. The numbers do not
 * depend on the number of threads (but for the time it takes). */
bool cop_lab_search_positions(const struct cop_lab_run *run, struct cop_search_work *work,
                              struct cop_lab_run_result *result, struct cop_error *error);

/* What an entrant finds in one position, searched again; if its move is not the baseline's the
 * judge is asked again, too. */
json_t *cop_lab_search_position_again(const struct cop_lab_run *run, enum cop_budget budget,
                                      struct cop_lab_run_result *result, int entrant, int position,
                                      const atomic_bool *stop, struct cop_error *error);

#endif
