/* growing.h - tables found by hash that begin small and grow as they fill.
 *
 * Hashes scatter, so that a few entries in a large table touch all its pages, and the system must
 * clear every one of them. A growing table reserves all its memory and uses only the first part,
 * until its owner says that it fills: then the buckets are dealt out again over a larger part. What
 * is touched is in proportion to what is kept.
 *
 * Buckets are of one size and the owner's to fill; zeros are an empty one. A table is grown while
 * nobody else uses it, and pointers to buckets are good until then. */
#ifndef COPPICE_BASE_GROWING_H
#define COPPICE_BASE_GROWING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cop_growing {
    unsigned char *bytes;
    size_t bucket_size;    /* at most COP_BUCKET_MAX */
    uint64_t buckets;      /* in use */
    uint64_t buckets_last; /* when it is full-grown, a multiple of `buckets` */
};

enum { COP_BUCKET_MAX = 128, COP_GROWING_START = 1 << 18 };

/* The table ends with at most `memory` bytes but never has less than `least` buckets. False if the
 * system refuses. A table of zeros can be closed. */
bool cop_growing_open(struct cop_growing *table, size_t memory, size_t bucket_size, uint64_t least);
void cop_growing_close(struct cop_growing *table);

/* Neighbouring hashes share a bucket: it is the hash's place among all, scaled to the table. */
static inline void *cop_growing_bucket(const struct cop_growing *table, uint64_t hash)
{
    uint64_t index = (uint64_t)(((unsigned __int128)hash * table->buckets) >> 64);

    return table->bytes + table->bucket_size * index;
}

static inline bool cop_growing_is_grown(const struct cop_growing *table)
{
    return table->buckets == table->buckets_last;
}

/* Puts the entries of a bucket, which was number `index` of `buckets`, back into the grown table.
 * Everything that shared a bucket before still finds room: the new one holds nothing else. */
typedef void cop_growing_deal(struct cop_growing *table, const void *bucket, uint64_t index,
                              uint64_t buckets);
void cop_growing_grow(struct cop_growing *table, cop_growing_deal *deal);

#endif
