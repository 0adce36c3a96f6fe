/* experiment_runs.h - reads the runs of an experiment's file. */
#ifndef COPPICE_LAB_EXPERIMENT_RUNS_H
#define COPPICE_LAB_EXPERIMENT_RUNS_H

#include "lab/experiment/reader.h"

/* The list `runs` of the file. */
bool cop_experiment_read_runs(const struct cop_reader *reader, const config_setting_t *root,
                              struct cop_experiment *experiment);

#endif
