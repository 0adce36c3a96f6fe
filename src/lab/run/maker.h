/* maker.h - who made an observation: which program, built how, on which machine, by which command.
 *
 * The store has it as a text for each game and search, so that a run that was gone on with by
 * another program says so. */
#ifndef COPPICE_LAB_MAKER_H
#define COPPICE_LAB_MAKER_H

#include "lab/run/results.h"
#include "store/results.h"

/* How many observations each of a store's origins has. */
struct cop_makers {
    int64_t own; /* the origin of what is made now */
    int count;
    struct cop_made {
        int64_t origin, observations;
    } * made;
};

/* Signs the store: from now on this program on this machine adds to it. `commit` is of the source
 * the program was built from. */
bool cop_makers_open(struct cop_makers *makers, struct cop_store *store, const char *commit,
                     const char *command, struct cop_error *error);
void cop_makers_close(struct cop_makers *makers);

void cop_makers_add(struct cop_makers *makers, int64_t origin);

/* Fills in the results' makers, the latest last, and what the results say of it. */
bool cop_makers_write(const struct cop_makers *makers, struct cop_store *store,
                      struct cop_results *results, struct cop_error *error);

#endif
