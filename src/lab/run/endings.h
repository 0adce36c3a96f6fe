/* endings.h - how the games of a run ended, by the phrases of their rules.
 *
 * Phrases are numbered as they come. A run's samples have, behind the variables of the entrants,
 * whether the game ended by each phrase, and whether each entrant won it by that phrase, so that
 * shares of these have intervals and correlations like all other measures. */
#ifndef COPPICE_LAB_ENDINGS_H
#define COPPICE_LAB_ENDINGS_H

#include <jansson.h>

#include "lab/run/results.h"

/* The number of a phrase, or -1. The second adds it if it is new; NULL has the number -1. */
int cop_lab_find_ending(const struct cop_lab_run_result *run, const char *phrase);
int cop_lab_note_ending(struct cop_lab_run_result *run, const char *phrase);

/* Fills in the sample of a fixture from its first `count` rows and endings. All endings of the run
 * must be noted by now. */
void cop_lab_add_up_games(const struct cop_lab_run_result *run, struct cop_fixture_result *fixture,
                          int count);

/* All variables of one game, as they are in the sample, which is wide enough by now. */
void cop_lab_game_variables(const struct cop_lab_run_result *run,
                            const struct cop_fixture_result *fixture, int game, double *variables);

/* The places of these variables in such a sample. */
int cop_ended_place(const struct cop_fixture_result *fixture, int ending);
int cop_won_by_place(const struct cop_lab_run_result *run, const struct cop_fixture_result *fixture,
                     int seat, int ending);

/* { phrase: [numbers of the games that ended so] }; NULL if that is not known of any. The other way
 * round; false if it is no such object. A NULL says that nothing is known. */
json_t *cop_pack_endings(const struct cop_lab_run_result *run,
                         const struct cop_fixture_result *fixture);
bool cop_unpack_endings(const json_t *json, struct cop_lab_run_result *run,
                        struct cop_fixture_result *fixture, int count);

#endif
