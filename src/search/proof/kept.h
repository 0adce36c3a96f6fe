/* kept.h - a search that takes days, in a file: what its table knows and what was found out so far,
 * so that another sitting goes on where this one has ended, whatever ended it.
 *
 * The file is a head of lines for people (docs/formats.md), then the entries of the table, then a
 * checksum of all of it. It is written beside its name and renamed, so that there is always a whole
 * one. */
#ifndef COPPICE_SEARCH_PROOF_KEPT_H
#define COPPICE_SEARCH_PROOF_KEPT_H

#include "coppice/solve.h"
#include "search/proof/goal.h"
#include "search/proof/table.h"

/* What a search has come to. */
struct proof_standing {
    double lower, upper;    /* of the value */
    cop_move best;          /* for `lower`, or COP_NO_MOVE */
    struct proof_goal goal; /* the question that is asked now, and what was met; its player, stake
                               and oracles are not kept */
    int64_t positions;      /* of all sittings */
    double seconds;
};

/* Which search it is: another one's file is refused. */
struct proof_subject {
    const struct cop_game *game;
    const void *state;
    enum cop_stake stake;
};

/* Without a table, NULL, no entries are kept. False with a message that names the file. */
bool proof_kept_write(const char *path, const struct proof_subject *subject,
                      const struct proof_standing *standing, const struct proof_table *table,
                      struct cop_error *error);

/* Fills a table that is empty. Without a file nothing is changed, which is no failure: there may be
 * a first sitting. Of a goal only what is kept is set. */
bool proof_kept_read(const char *path, const struct proof_subject *subject,
                     struct proof_standing *standing, struct proof_table *table,
                     struct cop_error *error);

#endif
