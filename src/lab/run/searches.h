/* searches.h - repeated searches of one position with different seeds. */
#ifndef COPPICE_LAB_SEARCHES_H
#define COPPICE_LAB_SEARCHES_H

#include "lab/run/search_sets.h"

/* Fills the result's moves and its one sample. Ends early if the order says so. The numbers do not
 * depend on the number of threads (but for the time it takes). */
bool cop_lab_search(const struct cop_lab_run *run, struct cop_search_work *work,
                    struct cop_lab_run_result *result, struct cop_error *error);

/* One of the searches made again; the result must say which agent and root moves there are. */
json_t *cop_lab_search_again(const struct cop_lab_run *run, enum cop_budget budget,
                             struct cop_lab_run_result *result, int number, const atomic_bool *stop,
                             struct cop_error *error);

/* Makes the sample of observations; the result takes `rows` over. */
void cop_lab_add_up_searches(struct cop_lab_run_result *result, int count, double *rows);

#endif
