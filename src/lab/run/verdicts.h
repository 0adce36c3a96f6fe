/* verdicts.h - judges the claims of an experiment by what was measured. */
#ifndef COPPICE_LAB_VERDICTS_H
#define COPPICE_LAB_VERDICTS_H

#include "lab/experiment/experiment.h"

/* Fills in results->claims: those that are for this budget. */
bool cop_lab_judge(const struct cop_experiment *experiment, enum cop_budget budget,
                   const struct cop_evidence *evidence, struct cop_results *results,
                   struct cop_error *error);

#endif
