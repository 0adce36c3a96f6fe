/* claim_runs.h - which runs of an experiment a claim speaks of. */
#ifndef COPPICE_LAB_CLAIM_RUNS_H
#define COPPICE_LAB_CLAIM_RUNS_H

#include "lab/run/results.h"

/* Sets `is_meant`, of results->run_count, where the claim names the run; all are false for a claim
 * that is not in the language of today. */
void cop_claim_runs(const struct cop_results *results, const struct cop_claim_result *claim,
                    bool *is_meant);

#endif
