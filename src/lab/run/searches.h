/* searches.h - repeated searches of one position with different seeds. */
#ifndef COPPICE_LAB_SEARCHES_H
#define COPPICE_LAB_SEARCHES_H

#include "lab/run/run.h"

/* Fills the result's moves and its one sample. Ends early if *order->stop is set. The numbers do
 * not depend on order->threads (but for the time it takes). */
bool cop_lab_search(const struct cop_experiment *experiment, const struct cop_lab_run *run,
                    const struct cop_lab_order *order, struct cop_lab_run_result *result,
                    struct cop_error *error);

#endif
