/* position_measure.h - what a run over positions measures.
 *
 * Every number is about the positions of the file. If only some of them were searched, these are a
 * sample of the file, and intervals get narrower as it gets complete; if all were, numbers are
 * exact. */
#ifndef COPPICE_LAB_POSITION_MEASURE_H
#define COPPICE_LAB_POSITION_MEASURE_H

#include "lab/run/measure.h"

/* Row 0, 1, ...; NULL after the last. */
const struct cop_measure_row *cop_position_measure_row(int i);

struct cop_interval cop_position_interval(const struct cop_lab_run_result *run,
                                          const struct cop_measure *measure);
double cop_position_correlation(const struct cop_lab_run_result *run,
                                const struct cop_measure *left, const struct cop_measure *right);

#endif
