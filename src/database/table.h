/* table.h - what is known of all numbers of a class, in memory: two bits each, COP_UNKNOWN at
 * first.
 *
 * Any number of threads may read while others write, each to words of its own; what is known of a
 * number is written once. */
#ifndef COPPICE_DATABASE_TABLE_H
#define COPPICE_DATABASE_TABLE_H

#include <stdatomic.h>
#include <stdint.h>

#include "coppice/game.h"

enum { COP_TABLE_SHARE = 32 }; /* numbers in a word */

struct cop_table {
    _Atomic uint64_t *words; /* NULL: nothing is known */
    int64_t count;
};

static inline size_t cop_table_bytes(int64_t count)
{
    return (size_t)((count + COP_TABLE_SHARE - 1) / COP_TABLE_SHARE) * sizeof(uint64_t);
}

static inline enum cop_known cop_table_get(const struct cop_table *table, int64_t number)
{
    uint64_t word =
        atomic_load_explicit(&table->words[number / COP_TABLE_SHARE], memory_order_relaxed);

    return (enum cop_known)(word >> 2 * (number % COP_TABLE_SHARE) & 3);
}

static inline void cop_table_set(struct cop_table *table, int64_t number, enum cop_known value)
{
    _Atomic uint64_t *word = &table->words[number / COP_TABLE_SHARE];
    uint64_t values = atomic_load_explicit(word, memory_order_relaxed);

    atomic_store_explicit(word, values | (uint64_t)value << 2 * (number % COP_TABLE_SHARE),
                          memory_order_relaxed);
}

#endif
