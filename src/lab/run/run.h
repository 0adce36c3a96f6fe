/* run.h - carries out an experiment at a budget and writes down what came out.
 *
 * Games and searches go into RESULTS/BUDGET/games.db as they are done, so that the same call goes
 * on where an earlier one stopped. At the end the summary is written as RESULTS/BUDGET/ID.json
 * (results.h), with every single observation; all the rest of it can be made again from these. */
#ifndef COPPICE_LAB_RUN_H
#define COPPICE_LAB_RUN_H

#include <stdatomic.h>

#include "base/ranks.h"
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
    const char *command;     /* what to type to get the same, for the record */
    const char *commit;      /* of the source that the program was built from; NULL: not known */
    struct cop_ranks *ranks; /* that do the work together (base/ranks.h); NULL: we alone */
    const atomic_bool *stop;
    void (*progress)(void *context, const struct cop_lab_progress *progress); /* may be NULL */
    void *context;
};

/* Fills `results`, which the caller frees, also after a failure. If *stop was set, *is_complete is
 * false, nothing is written but the games, and the function has not failed. So it is on a rank that
 * follows another: only the leader has results, and writes. */
bool cop_lab_run(const struct cop_experiment *experiment, const struct cop_lab_order *order,
                 struct cop_results *results, bool *is_complete, struct cop_error *error);

/* Makes measures, values and verdicts anew from the observations, with the experiment as it is now.
 * Fails if the results are not whole. */
bool cop_lab_summarize(const struct cop_experiment *experiment, enum cop_budget budget,
                       struct cop_results *results, struct cop_error *error);
/* Title, source and the like as the experiment has them now. */
void cop_lab_describe(const struct cop_experiment *experiment, struct cop_results *results);

/* Fills in what a run is made with at a budget, before anything is observed. */
bool cop_lab_run_describe_result(const struct cop_lab_run *run, enum cop_budget budget,
                                 struct cop_lab_run_result *result, struct cop_error *error);

#endif
