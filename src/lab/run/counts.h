/* counts.h - runs that count something exactly, to be compared with an integer that somebody has
 * published: move sequences of a game, and what else gets a row in the table of counters.
 *
 * An entrant of such a run is one count; its agent is what is counted: "perft(4)". */
#ifndef COPPICE_LAB_COUNTS_H
#define COPPICE_LAB_COUNTS_H

#include <jansson.h>

#include "lab/run/search_sets.h"

/* False and a message that says what can be counted, if this cannot. */
bool cop_count_check(const struct cop_game *game, const char *what, struct cop_error *error);
/* True if counts of this kind share what one of them, the first, has had to find out: alone each
 * takes as long as all together. */
bool cop_count_shares(const char *what);

/* Counts what the store has not, and fills in the result's counts. */
bool cop_lab_count(const struct cop_lab_run *run, struct cop_search_work *work,
                   struct cop_lab_run_result *result, struct cop_error *error);
/* One of them again. */
json_t *cop_lab_count_again(const struct cop_lab_run *run, const struct cop_lab_run_result *result,
                            int entrant, const atomic_bool *stop, struct cop_error *error);

/* { "count": 24, "seconds": 0.1 }, and back. */
json_t *cop_pack_counted(const struct cop_counted *counted);
bool cop_unpack_counted(const json_t *json, struct cop_counted *counted);

#endif
