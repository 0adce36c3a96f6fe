/* table.c - buckets of entries, and threads that wait while it grows. */
#include "search/proof/table.h"

#include <assert.h>
#include <string.h>

enum { WAYS = 4, COUNTED = 64 };

struct slot {
    _Atomic uint64_t mixed, numbers, rest; /* rest 0: no entry */
};
static_assert(sizeof(struct slot) * WAYS <= COP_BUCKET_MAX, "a bucket");

/* ---- Entries ---- */

static uint64_t pack_numbers(const struct proof_entry *entry)
{
    return entry->numbers.proof | (uint64_t)entry->numbers.disproof << 32;
}

static uint64_t pack_rest(const struct proof_entry *entry)
{
    return entry->work | (uint64_t)entry->back << 32 | (uint64_t)entry->ply << 48;
}

static struct proof_entry unpack(uint64_t numbers, uint64_t rest)
{
    return (struct proof_entry){.numbers = {(uint32_t)numbers, (uint32_t)(numbers >> 32)},
                                .work = (uint32_t)rest,
                                .back = (uint16_t)(rest >> 32),
                                .ply = (uint16_t)(rest >> 48)};
}

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static uint32_t work_of(const struct slot *slot)
{
    return (uint32_t)load(&slot->rest);
}

/* Of the position in it; nobody's while another thread writes there. */
static uint64_t hash_of(const struct slot *slot)
{
    return load(&slot->mixed) ^ load(&slot->numbers) ^ load(&slot->rest);
}

static void write_slot(struct slot *slot, uint64_t hash, const struct proof_entry *entry)
{
    uint64_t numbers = pack_numbers(entry), rest = pack_rest(entry);

    atomic_store_explicit(&slot->numbers, numbers, memory_order_relaxed);
    atomic_store_explicit(&slot->rest, rest, memory_order_relaxed);
    atomic_store_explicit(&slot->mixed, hash ^ numbers ^ rest, memory_order_relaxed);
}

/* The words are read once, so that what is tested is what is returned. */
static bool read_slot(const struct slot *slot, uint64_t hash, struct proof_entry *entry)
{
    uint64_t numbers = load(&slot->numbers), rest = load(&slot->rest);

    if ((load(&slot->mixed) ^ numbers ^ rest) != hash || (uint32_t)rest == 0)
        return false;
    *entry = unpack(numbers, rest);
    return true;
}

bool proof_table_find(const struct proof_table *table, uint64_t key, struct proof_entry *entry)
{
    uint64_t hash = cop_mix(key);
    const struct slot *bucket = cop_growing_bucket(&table->buckets, hash);

    for (int i = 0; i < WAYS; i++)
        if (read_slot(&bucket[i], hash, entry))
            return true;
    return false;
}

/* ---- Growing ---- */

static void deal(struct cop_growing *buckets, const void *bucket, uint64_t index, uint64_t count)
{
    const struct slot *old = bucket;

    (void)index;
    (void)count;
    for (int i = 0; i < WAYS; i++) {
        uint64_t hash = hash_of(&old[i]);
        struct slot *place = cop_growing_bucket(buckets, hash);

        if (work_of(&old[i]) == 0)
            continue;
        while (work_of(place) != 0)
            place++;
        memcpy(place, &old[i], sizeof *place);
    }
}

static bool is_filled(const struct proof_table *table)
{
    return !cop_growing_is_grown(&table->buckets) &&
           load(&table->entries) > WAYS * table->buckets.buckets / 2;
}

/* The last one to come lets the table grow, or does what is to be done; all others wait for it. */
static void meet_if_all_wait(struct proof_table *table)
{
    if (table->waiting < table->threads || table->threads == 0)
        return;
    if (is_filled(table))
        cop_growing_grow(&table->buckets, deal);
    if (table->agenda != NULL)
        table->agenda(table->context);
    table->agenda = NULL;
    atomic_store(&table->must_meet, false);
    table->waiting = 0;
    table->meetings++;
    pthread_cond_broadcast(&table->has_met);
}

void proof_table_join(struct proof_table *table)
{
    pthread_mutex_lock(&table->lock);
    table->threads++;
    pthread_mutex_unlock(&table->lock);
}

void proof_table_wait(struct proof_table *table)
{
    int before;

    pthread_mutex_lock(&table->lock);
    if (atomic_load(&table->must_meet)) {
        before = table->meetings;
        table->waiting++;
        meet_if_all_wait(table);
        while (table->meetings == before)
            pthread_cond_wait(&table->has_met, &table->lock);
    }
    pthread_mutex_unlock(&table->lock);
}

void proof_table_leave(struct proof_table *table)
{
    pthread_mutex_lock(&table->lock);
    table->threads--;
    if (atomic_load(&table->must_meet))
        meet_if_all_wait(table);
    pthread_mutex_unlock(&table->lock);
}

void proof_table_call(struct proof_table *table, void (*agenda)(void *context), void *context)
{
    if (!table->is_shared) {
        agenda(context);
        return;
    }
    pthread_mutex_lock(&table->lock);
    table->agenda = agenda;
    table->context = context;
    atomic_store(&table->must_meet, true);
    pthread_mutex_unlock(&table->lock);
}

/* Threads would wait for each other's counts: one entry in sixty-four stands for the others. */
static void count_entry(struct proof_table *table, uint64_t hash)
{
    if (!table->is_shared)
        atomic_store_explicit(&table->entries, load(&table->entries) + 1, memory_order_relaxed);
    else if (hash % COUNTED == 0)
        atomic_fetch_add_explicit(&table->entries, COUNTED, memory_order_relaxed);
}

/* What took least work makes room. */
static void keep(struct proof_table *table, uint64_t hash, struct proof_entry entry)
{
    struct slot *bucket, *place;
    struct proof_entry old;

    if (is_filled(table) && !table->is_shared)
        cop_growing_grow(&table->buckets, deal);
    else if (is_filled(table))
        atomic_store_explicit(&table->must_meet, true, memory_order_relaxed);
    place = bucket = cop_growing_bucket(&table->buckets, hash);
    for (int i = 0; i < WAYS; i++) {
        if (read_slot(&bucket[i], hash, &old)) {
            place = &bucket[i];
            entry.work = proof_sum(entry.work, old.work);
            break;
        }
        if (work_of(&bucket[i]) < work_of(place))
            place = &bucket[i];
    }
    if (work_of(place) == 0)
        count_entry(table, hash);
    write_slot(place, hash, &entry);
}

void proof_table_keep(struct proof_table *table, uint64_t key, struct proof_entry entry)
{
    keep(table, cop_mix(key), entry);
}

/* ---- Files ---- */

uint64_t proof_table_next(const struct proof_table *table, uint64_t from,
                          uint64_t words[PROOF_TABLE_WORDS])
{
    const struct slot *slots = (const struct slot *)(const void *)table->buckets.bytes;

    for (uint64_t i = from; i < WAYS * table->buckets.buckets; i++)
        if (work_of(&slots[i]) != 0) {
            words[0] = hash_of(&slots[i]);
            words[1] = load(&slots[i].numbers);
            words[2] = load(&slots[i].rest);
            return i + 1;
        }
    return 0;
}

void proof_table_load(struct proof_table *table, const uint64_t words[PROOF_TABLE_WORDS])
{
    if ((uint32_t)words[2] == 0)
        return;
    table->is_loaded = true;
    keep(table, words[0], unpack(words[1], words[2]));
}

/* ---- Memory ---- */

bool proof_table_open(struct proof_table *table, size_t memory)
{
    memset(table, 0, sizeof *table);
    table->memory = memory;
    pthread_mutex_init(&table->lock, NULL);
    pthread_cond_init(&table->has_met, NULL);
    return proof_table_begin(table, false);
}

void proof_table_close(struct proof_table *table)
{
    cop_growing_close(&table->buckets);
    pthread_mutex_destroy(&table->lock);
    pthread_cond_destroy(&table->has_met);
}

void proof_table_go_on(struct proof_table *table, bool is_shared)
{
    table->is_shared = is_shared;
    atomic_store(&table->has_ways, false);
    atomic_store(&table->must_meet, false);
    table->agenda = NULL;
}

bool proof_table_begin(struct proof_table *table, bool is_shared)
{
    proof_table_go_on(table, is_shared);
    if (table->is_loaded) {
        atomic_store(&table->has_ways, true); /* or not: that is not kept */
        table->is_loaded = false;
        return true;
    }
    cop_growing_close(&table->buckets);
    atomic_store(&table->entries, 0);
    return cop_growing_open(&table->buckets, table->memory, WAYS * sizeof(struct slot), 1);
}
