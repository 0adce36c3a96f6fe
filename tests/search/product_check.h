/* product_check.h - what the answer to any search must fulfil.
 *
 * A check returns false and says what is wrong; what it was asked about is for the caller to say.
 */
#ifndef COPPICE_TESTS_PRODUCT_CHECK_H
#define COPPICE_TESTS_PRODUCT_CHECK_H

#include "coppice/agent.h"

/* A search as it went. The candidates are a copy. */
struct answer {
    struct cop_report report;
    double seconds;   /* by the caller's clock */
    double late;      /* from the stop flag to the end; 0 if it was not set */
    bool was_stopped; /* by the flag */
};

void answer_free(struct answer *answer);

/* A legal move, the legal moves as candidates, a line that can be played, numbers that can be. */
bool check_answer(const struct cop_game *game, const void *state, const struct cop_report *report,
                  struct cop_error *error);

/* What the parts have told, if they have told anything: sums that add up, and no shares above 1. */
bool check_anatomy(const struct cop_report *report, const struct cop_anatomy *anatomy,
                   struct cop_error *error);

/* Not beyond the limits; `kept` nodes were there before. Stopped by the flag: before them. */
bool check_limits(const struct cop_game *game, const char *agent, const struct cop_limits *limits,
                  const struct answer *answer, int64_t kept, struct cop_error *error);

/* All of it the same but the time it took. */
bool check_equal(const struct cop_report *one, const struct cop_report *other,
                 struct cop_error *error);

#endif
