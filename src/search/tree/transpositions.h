/* transpositions.h - what a depth-first search remembers of positions.
 *
 * An entry holds what is known of one position: numbers proven from below and from above, each with
 * the depth it was searched to, and the move to try first. (max^n keeps a value for each player
 * instead.) Two entries share a place: the first stays with the deepest search, the second takes
 * whatever comes (chance-and-multiplayer.md 2.1, "two-deep").
 *
 * Threads share a table without locks. An entry is a few 64-bit words, written one by one; its
 * first word is the key combined with all others, so that an entry that two threads have written at
 * once has no key and is not found. */
#ifndef COPPICE_SEARCH_TREE_TRANSPOSITIONS_H
#define COPPICE_SEARCH_TREE_TRANSPOSITIONS_H

#include <stdatomic.h>

#include "coppice/game.h"

enum { DEPTH_ALL = 127 }; /* searched to the end of the game: deeper than any depth */

struct transpositions {
    _Atomic uint64_t *words;
    uint64_t places; /* of two entries each; fewer than 2^32 */
    int values;      /* of an entry: 2, or one for each player */
    unsigned generation, epoch;
    size_t size;
};

/* What is known of a position. `depth[i]` is how deep value[i] was searched, or -1 if it is
 * unknown; with one value for each player all of them have depth[0]. */
enum { KNOWN_LOWER, KNOWN_UPPER, KNOWN_VALUES_MAX = COP_PLAYERS_MAX };

struct knowledge {
    cop_move move;
    int depth[2];
    double value[KNOWN_VALUES_MAX];
};

/* At most `memory` bytes; fails if the system has not so much. */
bool transpositions_open(struct transpositions *table, size_t memory, int values,
                         struct cop_error *error);
void transpositions_close(struct transpositions *table);

/* Everything known is of an older search from now on: it may be used, and is replaced first. */
void transpositions_age(struct transpositions *table);
/* As if it had just been opened. Takes no time, however large the table, but every 255th time. */
void transpositions_forget(struct transpositions *table);

bool transpositions_find(const struct transpositions *table, uint64_t key, struct knowledge *known);
void transpositions_keep(struct transpositions *table, uint64_t key, const struct knowledge *known);

/* Every bit of the key has a say in where it goes, and any number of places is used evenly. */
static inline _Atomic uint64_t *transpositions_place(const struct transpositions *table,
                                                     uint64_t key)
{
    uint64_t place = (key * 0x9e3779b97f4a7c15 >> 32) * table->places >> 32;

    return table->words + place * 2 * (uint64_t)(table->values + 2);
}

static inline void transpositions_prefetch(const struct transpositions *table, uint64_t key)
{
    if (table->words != NULL)
        __builtin_prefetch((const void *)transpositions_place(table, key));
}

#endif
