/* tally.h - how many positions a class of a game's indexing has, by what they are worth.
 *
 * Numbers are gone through one by one. What a class gives is kept, so that the counts of a run
 * share one walk over it and one database. */
#ifndef COPPICE_LAB_TALLY_H
#define COPPICE_LAB_TALLY_H

#include <stdatomic.h>

#include "coppice/game.h"

/* What is counted: positions of a class, "3-2", or of all classes with so many pieces, "5". */
struct cop_tally_question {
    char set[32];
    bool counts_images;   /* a position and its mirror images are several */
    enum cop_known value; /* COP_UNKNOWN: whatever they are worth */
    int without;          /* not those that this symmetry leaves as they are; 0: all */
};

struct cop_tallies;

/* The largest class of the question has so many pieces; -1 if there is no such class. */
int cop_tally_pieces(const struct cop_game *game, const struct cop_tally_question *question);

/* The game must stay open as long. Values are known of classes with at most so many pieces, from
 * databases that are built now; 0: none. *is_stopped as in databases.h. */
struct cop_tallies *cop_tallies_open(const struct cop_game *game, int pieces,
                                     const atomic_bool *stop, bool *is_stopped,
                                     struct cop_error *error);
void cop_tallies_close(struct cop_tallies *tallies); /* NULL is fine */

bool cop_tally(struct cop_tallies *tallies, const struct cop_tally_question *question,
               int64_t *count, struct cop_error *error);

#endif
