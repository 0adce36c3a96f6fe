/* table.h - what a depth-first search remembers of positions.
 *
 * An entry holds what is known of one position: numbers proven from below and from above, each with
 * the depth it was searched to, and the move to try first. (max^n keeps a value for each player
 * instead.) Two entries share a place: the first stays with the deepest search, the second takes
 * whatever comes (chance-and-multiplayer.md 2.1, "two-deep").
 *
 * Threads share a table without locks. An entry is a few 64-bit words, written one by one; its
 * first word is the key combined with all others, so that an entry that two threads have written at
 * once has no key and is not found. */
#ifndef COPPICE_SEARCH_TREE_TABLE_H
#define COPPICE_SEARCH_TREE_TABLE_H

#include <stdatomic.h>

#include "coppice/game.h"

enum { DEPTH_ALL = 127 }; /* searched to the end of the game: deeper than any depth */

struct table {
    _Atomic uint64_t *words;
    uint64_t places; /* of two entries each; fewer than 2^32 */
    int values;      /* of an entry: 2, or one for each player */
    unsigned generation, epoch;
    size_t size;
};

/* What is known of a position. `depth[i]` is how deep value[i] was searched, or -1 if it is
 * unknown; with one value for each player all of them have depth[0]. */
enum { TABLE_LOWER, TABLE_UPPER, TABLE_VALUES_MAX = COP_PLAYERS_MAX };

struct memory {
    cop_move move;
    int depth[2];
    double value[TABLE_VALUES_MAX];
};

/* At most `memory` bytes; fails if the system has not so much. */
bool table_open(struct table *table, size_t memory, int values, struct cop_error *error);
void table_close(struct table *table);

/* Everything known is of an older search from now on: it may be used, and is replaced first. */
void table_age(struct table *table);
/* As if it had just been opened. Takes no time, however large the table, but every 255th time. */
void table_forget(struct table *table);

bool table_find(const struct table *table, uint64_t key, struct memory *memory);
void table_keep(struct table *table, uint64_t key, const struct memory *memory);

/* Every bit of the key has a say in where it goes, and any number of places is used evenly. */
static inline _Atomic uint64_t *table_place(const struct table *table, uint64_t key)
{
    uint64_t place = (key * 0x9e3779b97f4a7c15 >> 32) * table->places >> 32;

    return table->words + place * 2 * (uint64_t)(table->values + 2);
}

static inline void table_prefetch(const struct table *table, uint64_t key)
{
    if (table->words != NULL)
        __builtin_prefetch((const void *)table_place(table, key));
}

#endif
