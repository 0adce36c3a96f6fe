/* glance.h - what became of the claims of a thesis, at a glance: counts, a sentence, and a bar.
 *
 * The bar is a picture as those of plot.h are. What it shows it also says in words, and its parts
 * differ in their pattern, not in colour alone. */
#ifndef COPPICE_LAB_GLANCE_H
#define COPPICE_LAB_GLANCE_H

#include "lab/report/agreement.h"

struct cop_glance {
    int claims[3];       /* by their truth, without those that hold by construction */
    int by_construction; /* claims that cannot fail */
    struct cop_agreement_counts numbers;
};

/* Adds one experiment. */
void cop_glance_add(struct cop_glance *glance, const struct cop_results *results);

/* "41 of 50 claims reproduced, 6 undecided, 3 not reproduced; 2 more hold by construction". */
void cop_glance_write(const struct cop_glance *glance, struct cop_text *text);

/* "Compatible with ours: 111 of 149 published win rates, 85 of 235 other numbers"; nothing if none
 * could be compared. */
void cop_glance_numbers(const struct cop_glance *glance, struct cop_text *text);

/* Adds nothing if there is no claim. */
void cop_glance_bar(const struct cop_glance *glance, struct cop_text *text);

#endif
