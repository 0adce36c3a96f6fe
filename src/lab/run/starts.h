/* starts.h - the positions that the games of a match begin at, taken out of a list.
 *
 * Results keep them as texts, so that games can be played again without the list. */
#ifndef COPPICE_LAB_STARTS_H
#define COPPICE_LAB_STARTS_H

#include "lab/experiment/experiment.h"
#include "lab/run/results.h"

/* The first `count` positions of the run's list; none leaves `starts` empty. */
void cop_lab_starts_fill(struct cop_lab_starts *starts, const struct cop_lab_run *run, int count);
void cop_lab_starts_free(struct cop_lab_starts *starts);

#endif
