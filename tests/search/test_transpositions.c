/* The table of the depth-first searches: what was kept is found, and an entry that several threads
 * wrote at once is not. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/rng.h"
#include "search/tree/transpositions.h"
#include "slow_build.h"

enum { ONE_PLACE = 1, ENTRY_WORDS_MAX = 2 + KNOWN_VALUES_MAX };

/* A table of one byte has one place all the same, which all keys share. */
static struct transpositions open_table(size_t memory, int values)
{
    struct cop_error error = {""};
    struct transpositions table;

    if (!transpositions_open(&table, memory, values, &error))
        fail_msg("%s", error.message);
    return table;
}

/* ---- Torn entries ---- */

/* Numbers as searches have them: a few whole ones, with hardly a bit set. */
static double draw_value(struct cop_rng *rng)
{
    static const double usual[] = {0, -0.0, 1, -1, 0.5, 2, 100, -100, 10000, -10000, 1e-300};
    uint32_t kind = cop_rng_below(rng, 4);

    if (kind == 0)
        return usual[cop_rng_below(rng, sizeof usual / sizeof usual[0])];
    if (kind == 1)
        return (double)cop_rng_below(rng, 200) - 100;
    if (kind == 2)
        return 2 * cop_rng_unit(rng) - 1;
    return ((double)cop_rng_below(rng, 4000) - 2000) / 16;
}

static struct knowledge draw_memory(struct cop_rng *rng, int values)
{
    struct knowledge memory = {.move = 1 + cop_rng_below(rng, 100)};
    double first = draw_value(rng);
    bool is_exact = cop_rng_below(rng, 2) == 0; /* a bound from both sides: the usual case */

    for (int i = 0; i < 2; i++)
        memory.depth[i] = (int)cop_rng_below(rng, 12) - 1;
    for (int i = 0; i < values; i++)
        memory.value[i] = is_exact ? first : draw_value(rng);
    return memory;
}

/* The table has these words and nothing else. */
static void put(struct transpositions *table, const uint64_t *words)
{
    int count = 2 + table->values;

    for (int i = 0; i < count; i++) {
        atomic_store(&table->words[i], words[i]);
        atomic_store(&table->words[count + i], 0);
    }
}

/* The words that an entry is made of. */
static void write_words(struct transpositions *table, uint64_t key, const struct knowledge *memory,
                        uint64_t *words)
{
    static const uint64_t nothing[ENTRY_WORDS_MAX];

    put(table, nothing);
    transpositions_keep(table, key, memory);
    for (int i = 0; i < 2 + table->values; i++)
        words[i] = atomic_load(&table->words[i]);
}

static void assert_refused(const struct transpositions *table, uint64_t key)
{
    struct knowledge found;

    if (transpositions_find(table, key, &found))
        fail_msg("an entry of parts is found: %g and %g, depths %d and %d", found.value[0],
                 found.value[1], found.depth[0], found.depth[1]);
}

/* Every choice of each word from one of two entries that is neither of them. */
static void tear(struct transpositions *table, uint64_t key, const uint64_t *one,
                 const uint64_t *other)
{
    int words = 2 + table->values;
    size_t size = (size_t)words * sizeof *one;

    for (int choice = 0; choice < 1 << words; choice++) {
        uint64_t torn[ENTRY_WORDS_MAX];

        for (int i = 0; i < words; i++)
            torn[i] = (choice >> i & 1) != 0 ? other[i] : one[i];
        if (memcmp(torn, one, size) == 0 || memcmp(torn, other, size) == 0)
            continue;
        put(table, torn);
        assert_refused(table, key);
    }
}

/* Two words of one entry that have changed places. */
static void exchange(struct transpositions *table, uint64_t key, const uint64_t *words)
{
    for (int i = 0; i < 2 + table->values; i++) {
        for (int j = 0; j < i; j++) {
            uint64_t torn[ENTRY_WORDS_MAX];

            memcpy(torn, words, sizeof torn);
            torn[i] = words[j];
            torn[j] = words[i];
            if (torn[i] == torn[j])
                continue;
            put(table, torn);
            assert_refused(table, key);
        }
    }
}

static void torn_entries_are_refused(void **context)
{
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 11);
    for (int values = 2; values <= KNOWN_VALUES_MAX; values++) {
        struct transpositions table = open_table(ONE_PLACE, values);
        int rounds = (is_slow_build() ? 400 : 8000) >> values;

        for (int round = 0; round < rounds; round++) {
            uint64_t one[ENTRY_WORDS_MAX] = {0}, other[ENTRY_WORDS_MAX] = {0};
            uint64_t key = cop_rng_next(&rng),
                     other_key = round % 2 == 0 ? key : cop_rng_next(&rng);
            struct knowledge memory = draw_memory(&rng, values);
            struct knowledge other_memory = draw_memory(&rng, values);

            write_words(&table, other_key, &other_memory, other);
            write_words(&table, key, &memory, one);
            tear(&table, key, one, other);
            exchange(&table, key, one);
        }
        transpositions_close(&table);
    }
}

/* ---- Whole entries ---- */

static void assert_same(const struct knowledge *found, const struct knowledge *kept, int values)
{
    assert_int_equal(found->move, kept->move);
    assert_memory_equal(found->depth, kept->depth, sizeof kept->depth);
    assert_memory_equal(found->value, kept->value, (size_t)values * sizeof *kept->value);
}

/* A place holds two: the first of equal depths moves over when the second comes. */
static void whole_entries_are_found_in_both_places(void **context)
{
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 12);
    for (int values = 2; values <= KNOWN_VALUES_MAX; values++) {
        struct transpositions table = open_table(ONE_PLACE, values);

        for (int round = 0; round < 1000; round++) {
            uint64_t keys[2] = {cop_rng_next(&rng), cop_rng_next(&rng)};
            struct knowledge kept[2], found;

            transpositions_forget(&table);
            for (int i = 0; i < 2; i++) {
                kept[i] = draw_memory(&rng, values);
                kept[i].depth[0] = kept[i].depth[1] = 3;
                transpositions_keep(&table, keys[i], &kept[i]);
            }
            for (int i = 0; i < 2; i++) {
                assert_true(transpositions_find(&table, keys[i], &found));
                assert_same(&found, &kept[i], values);
            }
            assert_false(transpositions_find(&table, keys[0] ^ keys[1], &found));
        }
        transpositions_close(&table);
    }
}

/* ---- Threads ---- */

enum { THREADS = 4, STRESS_KEYS = 6, VERSIONS = 64 };

struct stress {
    struct transpositions *table;
    int rounds;
    uint64_t seed;
    int64_t hits, wrong;
};

static uint64_t stress_key(uint32_t i)
{
    return cop_mix(i + 1);
}

/* What all threads keep of a position in its n-th version: every word follows from that. */
static struct knowledge stress_memory(uint32_t i, uint32_t version)
{
    double value = (double)(int)(cop_mix(i * VERSIONS + version) % 2000) - 1000;

    return (struct knowledge){.move = 1 + version,
                              .depth = {(int)(version % 8), (int)(version % 8)},
                              .value = {value, value}};
}

static bool is_whole(uint32_t i, const struct knowledge *found)
{
    struct knowledge kept;

    if (found->move < 1 || found->move > VERSIONS)
        return false;
    kept = stress_memory(i, found->move - 1);
    return memcmp(found->depth, kept.depth, sizeof kept.depth) == 0 &&
           found->value[0] == kept.value[0] && found->value[1] == kept.value[1];
}

static void *keep_and_find(void *argument)
{
    struct stress *stress = argument;
    struct cop_rng rng;

    cop_rng_seed(&rng, stress->seed);
    for (int round = 0; round < stress->rounds; round++) {
        uint32_t i = cop_rng_below(&rng, STRESS_KEYS);
        struct knowledge memory = stress_memory(i, cop_rng_below(&rng, VERSIONS)), found;

        transpositions_keep(stress->table, stress_key(i), &memory);
        i = cop_rng_below(&rng, STRESS_KEYS);
        if (!transpositions_find(stress->table, stress_key(i), &found))
            continue;
        stress->hits++;
        stress->wrong += !is_whole(i, &found);
    }
    return NULL;
}

/* All threads write to the two entries of one place. */
static void threads_never_find_what_nobody_kept(void **context)
{
    struct transpositions table = open_table(ONE_PLACE, 2);
    struct stress stress[THREADS];
    pthread_t threads[THREADS];
    int64_t hits = 0, wrong = 0;

    (void)context;
    for (int i = 0; i < THREADS; i++) {
        stress[i] = (struct stress){
            .table = &table, .rounds = is_slow_build() ? 100000 : 4000000, .seed = (uint64_t)i + 1};
        assert_int_equal(pthread_create(&threads[i], NULL, keep_and_find, &stress[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        hits += stress[i].hits;
        wrong += stress[i].wrong;
    }
    if (wrong > 0)
        fail_msg("%lld of %lld hits are wrong", (long long)wrong, (long long)hits);
    assert_true(hits > (is_slow_build() ? 10000 : 1000000));
    transpositions_close(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torn_entries_are_refused),
        cmocka_unit_test(whole_entries_are_found_in_both_places),
        cmocka_unit_test(threads_never_find_what_nobody_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
