/* start_measure.h - measures of matches whose games begin at the positions of a list: what each of
 * two got there when the first move was its own (amazons-endgame-and-books.md 2.17).
 *
 * What is compared is a position, with the two games that began at it, so that what it has for
 * whoever moves first falls out. An observation is a board: one position, or two that differ in who
 * begins and whose names are alike up to a full stop. */
#ifndef COPPICE_LAB_START_MEASURE_H
#define COPPICE_LAB_START_MEASURE_H

#include "lab/run/measure.h"

/* Row 0, 1, ...; NULL after the last. */
const struct cop_measure_row *cop_start_measure_row(int i);
bool cop_is_start_measure(const char *name);

struct cop_interval cop_start_interval(const struct cop_lab_run_result *run,
                                       const struct cop_measure *measure);
/* One of the two at least is such a measure; the other may be any of the match. */
double cop_start_correlation(const struct cop_lab_run_result *run, const struct cop_measure *left,
                             const struct cop_measure *right);

#endif
