/* growing.c - tables that begin small (growing.h).
 *
 * As the index is the hash scaled to the number of buckets, all entries of bucket i go into the
 * buckets f * i to f * i + f - 1 of a table f times as large. From the last bucket down to the
 * first, these are places whose own entries have already moved, so that the table grows where it
 * is. */
#include "base/growing.h"

#include <assert.h>
#include <string.h>

#include "base/block.h"

enum { FACTOR = 8 };

bool cop_growing_open(struct cop_growing *table, size_t memory, size_t bucket_size, uint64_t least)
{
    uint64_t last = memory / bucket_size, buckets, factor = 1;

    assert(bucket_size <= COP_BUCKET_MAX);
    last = last > least ? last : least;
    for (buckets = last; buckets * bucket_size > COP_GROWING_START && buckets / 2 >= least;
         buckets /= 2)
        factor *= 2;
    *table = (struct cop_growing){
        .bucket_size = bucket_size, .buckets = buckets, .buckets_last = buckets * factor};
    table->bytes = cop_block_allocate(table->buckets_last * bucket_size);
    return table->bytes != NULL;
}

void cop_growing_close(struct cop_growing *table)
{
    cop_block_free(table->bytes, table->buckets_last * table->bucket_size);
    table->bytes = NULL;
}

void cop_growing_grow(struct cop_growing *table, cop_growing_deal *deal)
{
    uint64_t before = table->buckets, left = table->buckets_last / before;
    uint64_t factor = left < FACTOR ? left : FACTOR;
    size_t size = table->bucket_size;
    unsigned char bucket[COP_BUCKET_MAX];

    table->buckets = before * factor;
    for (uint64_t i = before; i-- > 0;) {
        memcpy(bucket, table->bytes + size * i, size);
        memset(table->bytes + size * i * factor, 0, size * factor);
        deal(table, bucket, i, before);
    }
}
