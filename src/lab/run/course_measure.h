/* course_measure.h - measures by ply, of runs that look at the course of their games. */
#ifndef COPPICE_LAB_COURSE_MEASURE_H
#define COPPICE_LAB_COURSE_MEASURE_H

#include "lab/run/measure.h"

/* Row 0, 1, ...; NULL after the last. */
const struct cop_measure_row *cop_course_measure_row(int i);
bool cop_is_course_measure(const char *name);

struct cop_interval cop_course_interval(const struct cop_lab_run_result *run,
                                        const struct cop_measure *measure);

/* How much each game pulls the measure away from its value, as the deviation of a sum of fixture
 * means: with u of two measures, the sum over fixtures of u * u' / (n * (n - 1)) is their
 * covariance. `pulls` has room for the games of all fixtures. False if there is nothing to measure.
 */
bool cop_course_pulls(const struct cop_lab_run_result *run, const struct cop_measure *measure,
                      double *value, double *pulls);
/* Of two measures with these pulls, of observations that are `each` games of a fixture. */
double cop_pulls_correlation(const struct cop_lab_run_result *run, int each, const double *left,
                             const double *right);
double *cop_pulls_new(const struct cop_lab_run_result *run);

/* The longest game of the run. */
int cop_course_longest(const struct cop_lab_run_result *run);
/* The most pieces before any ply; -1 where they were not counted. */
int cop_course_most_pieces(const struct cop_lab_run_result *run);

#endif
