/* observation.h - what one game, one search or one position gave, as named values.
 *
 * The same names are in the store, in files of results and in what verify says. A run's
 * observations are in *sets* of equal size: the games of a fixture, the searches of a run, the
 * positions of an entrant. */
#ifndef COPPICE_LAB_OBSERVATION_H
#define COPPICE_LAB_OBSERVATION_H

#include <jansson.h>

#include "lab/run/results.h"

/* "payoff", "sims", ... */
const char *cop_match_variable_name(int variable);
/* The name of a variable of a run of searches: "sims", "chosen d4". The caller frees it. */
char *cop_search_variable_name(const struct cop_lab_run_result *run, int variable);
int cop_search_width(const struct cop_lab_run_result *run);
/* The variables in a row of a fixture. */
int cop_row_width(const struct cop_lab_run_result *run, const struct cop_fixture_result *fixture);

/* A number as files keep it: with 15 digits, so that what is read again is what was computed with.
 */
double cop_kept(double number);
/* What is computed from observations, with as many digits as are kept: rounded where it is
 * computed, so that a report says the same of results that were just made and of those that are
 * read again. */
struct cop_interval cop_kept_interval(struct cop_interval interval);
/* A whole number without an interval, of which all digits are kept. */
bool cop_is_exact_count(struct cop_interval interval);
/* Integers as such; null if it is not finite. */
json_t *cop_pack_number(double number);
/* Not a number if it is none. */
double cop_unpack_number(const json_t *value);

int cop_observed_sets(const struct cop_lab_run_result *run);
int cop_observed_count(const struct cop_lab_run_result *run);
/* "UCT against UCT*, game 17": which one it is, for people, by the number of games.h. */
void cop_observation_name(const struct cop_lab_run_result *run, int set, int number,
                          struct cop_text *text);

/* One observation as an object of names and values; of a game, one such object for each entrant,
 * "ended", the phrase by which it ended, where that is known, and its "course", where it was looked
 * at.
 * The results must be whole. */
json_t *cop_observation(const struct cop_lab_run_result *run, int set, int number);
/* The same of a game that has just been played: `row` is as in a fixture's rows; the ending and the
 * course may be NULL. */
json_t *cop_observation_of_game(const struct cop_lab_run_result *run, int fixture,
                                const double *row, const char *ending,
                                const struct cop_played *played);
/* How long it took. */
double cop_observation_seconds(const struct cop_lab_run_result *run, int set, int number);

/* Of a run over positions: from the object that a search gave, and back. */
json_t *cop_pack_found(const struct cop_found *found);
bool cop_unpack_found(const json_t *json, struct cop_found *found);

#endif
