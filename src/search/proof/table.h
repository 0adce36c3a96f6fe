/* table.h - what df-PN remembers of positions, shared by its threads.
 *
 * Entries are found by key; where a bucket is full, what took least work makes room. The table
 * begins small and grows as it fills (base/growing.h).
 *
 * Threads share it without locks. An entry is three words, written one by one, and the first is
 * the hash of the key mixed with the others, so that a mixture of two entries is found by nobody.
 * What is found was therefore written whole by one thread, and each entry is true by itself: who
 * uses it need not know who wrote it, nor when. Only while the table grows, or is written to a
 * file, all others must wait: proof_table_meet is where they do.
 *
 * Beside the entries are marks of where threads are at work, so that they do not all go the same
 * way. They are hints: two positions may share one. */
#ifndef COPPICE_SEARCH_PROOF_TABLE_H
#define COPPICE_SEARCH_PROOF_TABLE_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/growing.h"
#include "coppice/game.h"
#include "search/proof/numbers.h"

struct proof_entry {
    struct proof_numbers numbers;
    uint32_t work; /* positions below it, as far as they can be counted; never 0 */
    uint16_t back; /* an answer of one way: it rests on the ply so many before it; else 0 */
    uint16_t ply;  /* no answer yet: where these numbers were found, nearest to the root; an answer:
                      so many plies at most from where it shows */
};

enum { PROOF_TABLE_MARKS = 1 << 14 };

struct proof_table {
    struct cop_growing buckets;
    size_t memory;
    bool is_shared;        /* several threads are at work */
    atomic_bool has_ways;  /* some entries are of one way and no other */
    bool is_loaded;        /* with what is known already of the next question */
    atomic_bool must_meet; /* the table grows, or something is done, as soon as all threads wait */
    atomic_uint answers;   /* so many were found where several threads were at work */
    char apart[128];       /* what changes often, away from what all read */
    _Atomic uint64_t entries;
    int threads, waiting;          /* at work; of them waiting at the meeting */
    int meetings;                  /* so far */
    void (*agenda)(void *context); /* what is done at the next, or NULL */
    void *context;
    pthread_mutex_t lock; /* of the last five */
    pthread_cond_t has_met;
    _Atomic uint8_t marks[PROOF_TABLE_MARKS];
};

/* False if the system has not so much memory; it can be closed all the same. */
bool proof_table_open(struct proof_table *table, size_t memory);
void proof_table_close(struct proof_table *table);

/* Empty, or as it was loaded, for one thread or for several who join; false as above. Or as it is.
 */
bool proof_table_begin(struct proof_table *table, bool is_shared);
void proof_table_go_on(struct proof_table *table, bool is_shared);

/* Where the entry will be looked for is fetched from memory meanwhile. */
static inline void proof_table_prefetch(const struct proof_table *table, uint64_t key)
{
    const unsigned char *bucket = cop_growing_bucket(&table->buckets, cop_mix(key));

    __builtin_prefetch(bucket);
    __builtin_prefetch(bucket + table->buckets.bucket_size - 1);
}

bool proof_table_find(const struct proof_table *table, uint64_t key, struct proof_entry *entry);
void proof_table_keep(struct proof_table *table, uint64_t key, struct proof_entry entry);

/* Each thread that shares the table joins before it uses it, comes to the meeting again and again,
 * with no entry in hand, and leaves when it comes no more. */
void proof_table_join(struct proof_table *table);
void proof_table_leave(struct proof_table *table);
void proof_table_wait(struct proof_table *table);

/* Has the function called while all threads wait; without threads, at once. */
void proof_table_call(struct proof_table *table, void (*agenda)(void *context), void *context);

static inline void proof_table_meet(struct proof_table *table)
{
    if (atomic_load_explicit(&table->must_meet, memory_order_relaxed))
        proof_table_wait(table);
}

/* ---- For files: while nobody else writes ---- */

enum { PROOF_TABLE_WORDS = 3 };

/* The next entry from number `from` on, as words; returns the number behind it, 0 after the last.
 */
uint64_t proof_table_next(const struct proof_table *table, uint64_t from,
                          uint64_t words[PROOF_TABLE_WORDS]);

/* Puts words of proof_table_next into a table, of the same question or of none yet. */
void proof_table_load(struct proof_table *table, const uint64_t words[PROOF_TABLE_WORDS]);

/* ---- Where threads are at work ---- */

static inline _Atomic uint8_t *proof_table_mark(struct proof_table *table, uint64_t key)
{
    return &table->marks[cop_mix(key) >> 20 & (PROOF_TABLE_MARKS - 1)];
}

static inline int proof_table_busy(struct proof_table *table, uint64_t key)
{
    return atomic_load_explicit(proof_table_mark(table, key), memory_order_relaxed);
}

static inline void proof_table_come(struct proof_table *table, uint64_t key)
{
    atomic_fetch_add_explicit(proof_table_mark(table, key), 1, memory_order_relaxed);
}

static inline void proof_table_go(struct proof_table *table, uint64_t key)
{
    atomic_fetch_sub_explicit(proof_table_mark(table, key), 1, memory_order_relaxed);
}

#endif
