/* transpositions.c - finding, keeping and replacing.
 *
 * An entry is: the check; move (32 bits), generation (8), the two depths (8 each, plus one so that
 * 0 is unknown) and epoch (8); the values. The check is the key exclusive-ored with every other
 * word, each scattered in a way of its own place: the values of an entry are often equal and often
 * have only their highest bits set, and no two of them may cancel or stand for each other.
 *
 * Invariant: an entry of another epoch is an empty one, when it is looked for and when a place is
 * chosen. So a search after transpositions_forget finds, keeps and replaces exactly what it would
 * in a new table. Zeros are of epoch 0, which is nobody's. */
#include "search/tree/transpositions.h"

#include <string.h>

#include "base/block.h"

enum { META_WORD = 1, VALUE_WORD = 2 };
enum { FIRST_EPOCH = 1, LAST_EPOCH = 0xff };

static int entry_words(const struct transpositions *table)
{
    return VALUE_WORD + table->values;
}

bool transpositions_open(struct transpositions *table, size_t memory, int values,
                         struct cop_error *error)
{
    size_t place = 2 * (size_t)(VALUE_WORD + values) * sizeof(uint64_t);

    *table =
        (struct transpositions){.values = values, .places = memory / place, .epoch = FIRST_EPOCH};
    if (table->places < 1)
        table->places = 1;
    if (table->places > UINT32_MAX)
        table->places = UINT32_MAX;
    table->size = table->places * place;
    table->words = cop_block_allocate(table->size);
    if (table->words == NULL)
        return cop_fail(error,
                        "the system has no %zu MB for a table; give a smaller limit, for example "
                        "memory=64M",
                        table->size >> 20);
    return true;
}

void transpositions_close(struct transpositions *table)
{
    cop_block_free(table->words, table->size);
    *table = (struct transpositions){0};
}

void transpositions_age(struct transpositions *table)
{
    table->generation = (table->generation + 1) & 0xff;
}

void transpositions_forget(struct transpositions *table)
{
    table->generation = 0;
    if (table->epoch++ < LAST_EPOCH)
        return;
    table->epoch = FIRST_EPOCH;
    cop_block_clear(table->words, table->size);
}

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

/* One-to-one for each place. The rotation brings the high bits, where numbers differ, to where a
 * product spreads them. */
static uint64_t scatter(uint64_t word, int place)
{
    static const uint64_t factors[VALUE_WORD + KNOWN_VALUES_MAX] = {
        1,
        0x9e3779b97f4a7c15,
        0xd1b54a32d192ed03,
        0xbf58476d1ce4e5b9,
        0x94d049bb133111eb,
        0xff51afd7ed558ccd,
        0xc4ceb9fe1a85ec53,
        0xaef17502108ef2d9,
        0xd6e8feb86659fd93,
        0xa0761d6478bd642f,
    };

    return (word << 32 | word >> 32) * factors[place];
}

/* Copies an entry and tells the key it belongs to. */
static uint64_t read_entry(const struct transpositions *table, const _Atomic uint64_t *entry,
                           uint64_t *copy)
{
    uint64_t key = copy[0] = load(&entry[0]);

    for (int i = 1; i < entry_words(table); i++) {
        copy[i] = load(&entry[i]);
        key ^= scatter(copy[i], i);
    }
    return key;
}

static void write_entry(const struct transpositions *table, _Atomic uint64_t *entry, uint64_t key,
                        const uint64_t *copy)
{
    for (int i = 1; i < entry_words(table); i++) {
        key ^= scatter(copy[i], i);
        atomic_store_explicit(&entry[i], copy[i], memory_order_relaxed);
    }
    atomic_store_explicit(&entry[0], key, memory_order_relaxed);
}

static int meta_depth(uint64_t meta, int bound)
{
    return (int)(meta >> (40 + 8 * bound) & 0xff) - 1;
}

static int deepest(uint64_t meta)
{
    int lower = meta_depth(meta, KNOWN_LOWER), upper = meta_depth(meta, KNOWN_UPPER);

    return lower > upper ? lower : upper;
}

static unsigned meta_generation(uint64_t meta)
{
    return meta >> 32 & 0xff;
}

static bool is_empty(const struct transpositions *table, uint64_t meta)
{
    return meta >> 56 != table->epoch;
}

bool transpositions_find(const struct transpositions *table, uint64_t key, struct knowledge *known)
{
    const _Atomic uint64_t *entry;
    uint64_t copy[VALUE_WORD + KNOWN_VALUES_MAX];

    if (table->words == NULL)
        return false;
    entry = transpositions_place(table, key);
    for (int i = 0; i < 2; i++, entry += entry_words(table)) {
        if (read_entry(table, entry, copy) != key || is_empty(table, copy[META_WORD]))
            continue;
        known->move = (cop_move)copy[META_WORD];
        for (int bound = 0; bound < 2; bound++)
            known->depth[bound] = meta_depth(copy[META_WORD], bound);
        memcpy(known->value, &copy[VALUE_WORD], (size_t)table->values * sizeof(double));
        return true;
    }
    return false;
}

/* Which of the two entries a position goes to: its own, the second if the first knows of a deeper
 * search, else the first, whose content moves to the second. */
static _Atomic uint64_t *choose_entry(const struct transpositions *table, uint64_t key, int depth)
{
    _Atomic uint64_t *first = transpositions_place(table, key),
                     *second = first + entry_words(table);
    uint64_t copy[VALUE_WORD + KNOWN_VALUES_MAX] = {0};
    uint64_t first_key = read_entry(table, first, copy);

    if (first_key == key || is_empty(table, copy[META_WORD]))
        return first;
    if (depth < deepest(copy[META_WORD]) && meta_generation(copy[META_WORD]) == table->generation)
        return second;
    write_entry(table, second, first_key, copy);
    return first;
}

void transpositions_keep(struct transpositions *table, uint64_t key, const struct knowledge *known)
{
    uint64_t copy[VALUE_WORD + KNOWN_VALUES_MAX];
    int depth = known->depth[0] > known->depth[1] ? known->depth[0] : known->depth[1];

    if (table->words == NULL)
        return;
    copy[META_WORD] = known->move | (uint64_t)table->generation << 32 |
                      (uint64_t)(known->depth[0] + 1) << 40 |
                      (uint64_t)(known->depth[1] + 1) << 48 | (uint64_t)table->epoch << 56;
    memcpy(&copy[VALUE_WORD], known->value, (size_t)table->values * sizeof(double));
    write_entry(table, choose_entry(table, key, depth), key, copy);
}
