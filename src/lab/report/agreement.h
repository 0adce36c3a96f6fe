/* agreement.h - published numbers beside ours, counted: which are compatible and which differ.
 *
 * A published share that says on how many games it rests has an interval of its own. Then the two
 * are compatible if 0 lies in the 95 % interval of their difference, which follows from both
 * intervals (Newcombe's hybrid of two Wilson intervals). Any other published number is compatible
 * if it lies in our interval. So of numbers that are in truth the same one in twenty comes out as
 * different.
 *
 * Not compared are times, which are of another machine; numbers of ours that have no interval,
 * because they are exact for the positions searched or were not measured; and a round robin whose
 * field was another one than the published. */
#ifndef COPPICE_LAB_AGREEMENT_H
#define COPPICE_LAB_AGREEMENT_H

#include "coppice/text.h"
#include "lab/run/results.h"

enum cop_agreement { COP_NOT_COMPARED, COP_COMPATIBLE, COP_DIFFERENT, COP_AGREEMENTS };

enum cop_agreement cop_value_agreement(const struct cop_results *results,
                                       const struct cop_value_result *value);

/* True if the published scores of a run are of another field of entrants than ours: in a round
 * robin a score says how somebody did against all others. */
bool cop_is_another_field(const struct cop_results *results, const char *run);

/* How many are what: win rates, and all other numbers. */
struct cop_agreement_counts {
    int scores[COP_AGREEMENTS], others[COP_AGREEMENTS];
    int by_difference, others_by_difference; /* compared by the difference of two shares */
};

/* Adds those of one experiment. */
void cop_count_agreement(const struct cop_results *results, struct cop_agreement_counts *counts);

/* "Of 6 published win rates 4 are compatible with ours, 2 differ significantly", and how they were
 * compared. Nothing if nothing could be. */
void cop_agreement_write(const struct cop_agreement_counts *counts, struct cop_text *text);

/* How many of the results, from the first on, are of the same thesis: "uct-star/...". */
int cop_thesis_count(const struct cop_results *results, int count);

/* Published win rates against measured ones, as SVG. `is_file`: it stands alone, and has to bring
 * its colours with it. Adds nothing if there are none. */
void cop_agreement_plot(const struct cop_results *results, int count, bool is_file,
                        struct cop_text *text);

#endif
