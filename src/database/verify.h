/* verify.h - whether the values of a database follow from each other, by the rules alone. */
#ifndef COPPICE_DATABASE_VERIFY_H
#define COPPICE_DATABASE_VERIFY_H

#include "coppice/rng.h"
#include "database/database.h"

struct cop_verified {
    int64_t checked, nobodys;
    bool has_distances; /* they were checked too */
};

/* Derives `sample` numbers of a class, drawn by the generator, or all of them where it is 0, from
 * the positions that their moves lead to, and compares; so it does with the distances where there
 * are any, and with what the file says of its values where all were looked at. Values that follow
 * from each other might still do so in a circle; with distances they cannot. False with the first
 * number that differs, or the first block that cannot be read, of this class or of one that its
 * moves lead to. `stop` may be NULL; it then ends early, without a fault. */
bool cop_database_verify(const struct cop_database *database, const struct cop_game *game,
                         int class_number, int64_t sample, struct cop_rng *rng,
                         const atomic_bool *stop, struct cop_verified *verified,
                         struct cop_error *error);

#endif
