/* solve_measure.h - what a run that solves measures.
 *
 * Nothing here is left to chance, so that numbers have no interval but where the limit came first:
 * then the value lies between what is known, and nodes and seconds are a lower bound, whose upper
 * end is open. A claim that less was enough stays undecided however low the limit is. */
#ifndef COPPICE_LAB_SOLVE_MEASURE_H
#define COPPICE_LAB_SOLVE_MEASURE_H

#include "lab/run/measure.h"

/* Row 0, 1, ...; NULL after the last. */
const struct cop_measure_row *cop_solve_measure_row(int i);

struct cop_interval cop_solve_interval(const struct cop_lab_run_result *run,
                                       const struct cop_measure *measure);

/* The number that has become 0 at the end of a question; -1 if it was not answered. */
int cop_answered_by(const struct cop_question *question);
/* Where a question, counted from 0, began. */
double cop_nodes_before(const struct cop_solved *solved, int question);
double cop_point(const struct cop_question *question, int point, int variable);

#endif
