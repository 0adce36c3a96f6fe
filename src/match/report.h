/* report.h - a match in words and numbers, for people and for programs. */
#ifndef COPPICE_MATCH_REPORT_H
#define COPPICE_MATCH_REPORT_H

#include "match/match.h"

/* A table with one row for each agent, the scores of all pairs if there are more than two agents,
 * the first player's score, and what a sequential test says. If the test is decided, all of it is
 * about the games up to the decision. */
bool cop_match_report(const struct cop_match_plan *plan, struct cop_store *store,
                      struct cop_text *text, struct cop_error *error);

/* The same as one JSON object. Elo differences that are infinite are null. */
bool cop_match_report_json(const struct cop_match_plan *plan, struct cop_store *store,
                           bool was_interrupted, struct cop_text *text, struct cop_error *error);

/* "0.615 (0.517-0.704)" and "+81 (+12 to +151)". */
void cop_write_score(struct cop_interval score, struct cop_text *text);
void cop_write_elo(struct cop_interval elo, struct cop_text *text);

#endif
