/* follow.h - a table as its events tell it: a whole state first, then what changes.
 *
 * What docs/serve.md asks of everybody who listens, for measurements and tests. */
#ifndef COPPICE_BENCH_FOLLOW_H
#define COPPICE_BENCH_FOLLOW_H

#include <jansson.h>
#include <stdbool.h>

/* Brings *state, which starts as NULL and is freed by the caller, up to date. False if the event is
 * of another kind. A change that does not fit leaves NULL behind. */
bool cop_follow(json_t **state, const char *event, const char *data);

/* After a change its "moves" may be null: they were too many to be told. This is the answer to
 * GET /api/tables/ID/moves. */
void cop_follow_moves(json_t *state, const char *answer);

#endif
