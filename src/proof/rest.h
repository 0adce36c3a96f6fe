/* rest.h - the databases that a proof rests on: which classes of positions it takes from files, and
 * what tells these files from all others.
 *
 * A proof has a line for each class, `database 3-2 0123456789abcdef fanorona-7x5`, and nothing is
 * taken from a class that it does not name. Where values are used, those of all lower stages are
 * named too, as they follow from these. */
#ifndef COPPICE_PROOF_REST_H
#define COPPICE_PROOF_REST_H

#include "database/database.h"

/* Of zeros: it rests on nothing but the rules. */
struct cop_rest {
    struct cop_database *database; /* with the named classes and no others; or NULL */
    bool *is_named;                /* for each class */
    uint64_t *sums;
    int classes, pieces; /* how many are named, and with how many pieces at most */
};

void cop_rest_close(struct cop_rest *rest);

/* Takes what follows "database " in a line. */
bool cop_rest_read(struct cop_rest *rest, const struct cop_game *game, const char *words,
                   struct cop_error *error);

/* Opens the files of all classes that were named, and reads them whole. False, and what to do about
 * it, if one is missing, damaged or another. */
bool cop_rest_open(struct cop_rest *rest, const struct cop_game *game, const char *folder,
                   struct cop_error *error);

#endif
