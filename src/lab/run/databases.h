/* databases.h - databases of endings that a run builds for itself, in a folder that goes with it.
 *
 * Whatever this machine has elsewhere is not asked, so that what comes out does not depend on it,
 * and what building costs is measured. */
#ifndef COPPICE_LAB_DATABASES_H
#define COPPICE_LAB_DATABASES_H

#include <stdatomic.h>

#include "coppice/game.h"

struct cop_lab_databases {
    char *folder;    /* as database.h takes it */
    int64_t numbers; /* of all positions in it, images counted once */
    double seconds;  /* that building took */
};

/* All classes with at most so many pieces; with 0 the folder stays empty. It is made where TMPDIR
 * says, or in /tmp. If `stop` (may be NULL) was raised, *is_stopped is true and nothing failed.
 * Remove it in any case. */
bool cop_lab_databases_build(struct cop_lab_databases *databases, const struct cop_game *game,
                             int pieces, const atomic_bool *stop, bool *is_stopped,
                             struct cop_error *error);
void cop_lab_databases_remove(struct cop_lab_databases *databases); /* of zeros: nothing */

#endif
