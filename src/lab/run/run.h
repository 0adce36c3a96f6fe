/* run.h - carries out an experiment at a budget and writes down what came out.
 *
 * Games go into RESULTS/BUDGET/games.db as they finish, so that the same call goes on where an
 * earlier one stopped; position_searches.h says how searches of positions do the same. Repeated
 * searches of one position take seconds and are always made anew. At the end the summary is
 * written as RESULTS/BUDGET/ID.json (results.h). */
#ifndef COPPICE_LAB_RUN_H
#define COPPICE_LAB_RUN_H

#include <stdatomic.h>

#include "lab/experiment/experiment.h"

struct cop_lab_progress {
    const struct cop_experiment *experiment;
    const struct cop_lab_run *run;
    int done, total; /* games or searches of this run */
};

struct cop_lab_order {
    enum cop_budget budget;
    const char *results; /* the folder */
    int threads;
    const char *command; /* what to type to get the same, for the record */
    const atomic_bool *stop;
    void (*progress)(void *context, const struct cop_lab_progress *progress); /* may be NULL */
    void *context;
};

/* Fills `results`, which the caller frees, also after a failure. If *stop was set, *is_complete is
 * false, nothing is written but the games, and the function has not failed. */
bool cop_lab_run(const struct cop_experiment *experiment, const struct cop_lab_order *order,
                 struct cop_results *results, bool *is_complete, struct cop_error *error);

#endif
