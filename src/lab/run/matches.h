/* matches.h - runs that are matches between the entrants. */
#ifndef COPPICE_LAB_MATCHES_H
#define COPPICE_LAB_MATCHES_H

#include <jansson.h>

#include "lab/run/search_sets.h"

/* Plays what the store has not, and fills in the result's fixtures. */
bool cop_lab_play(const struct cop_lab_run *run, struct cop_search_work *work,
                  struct cop_lab_run_result *result, struct cop_error *error);

/* One game played again: its observation and, by this name, its line (games.h); NULL if it failed
 * or was stopped. */
#define COP_OBSERVED_GAME "the game itself"
json_t *cop_lab_play_again(const struct cop_lab_run *run, enum cop_budget budget,
                           struct cop_lab_run_result *result, int fixture, int number,
                           const atomic_bool *stop, struct cop_error *error);

#endif
