/* rating.h - Elo of an entrant in the pool of a run, with one entrant's rating given.
 *
 * The ratings are those of match/pool.h. How each fixture's mean score moves them follows from the
 * curvature at the top of the likelihood, so that a rating has the error that the scores really
 * have, draws and all, and is correlated with everything else that the same games measure. */
#ifndef COPPICE_LAB_RATING_H
#define COPPICE_LAB_RATING_H

#include "lab/run/results.h"

/* True if the rating is finite: then `weights`, which are those of all means of the run one behind
 * the other and all 0 before, have its derivatives. Else the interval is all that is known. */
bool cop_lab_rate(const struct cop_lab_run_result *run, int entrant, struct cop_interval *rating,
                  double *weights);

#endif
