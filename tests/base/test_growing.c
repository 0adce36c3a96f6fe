/* test_growing.c - tables that grow as they fill: nothing is lost, and little is touched before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "base/growing.h"
#include "coppice/rng.h"

enum { WAYS = 4 };

/* Entries are hashes; 0 is none. */
static void put(struct cop_growing *table, uint64_t hash)
{
    uint64_t *bucket = cop_growing_bucket(table, hash);
    int i = 0;

    while (i < WAYS && bucket[i] != 0)
        i++;
    assert_true(i < WAYS);
    bucket[i] = hash;
}

static bool has(const struct cop_growing *table, uint64_t hash)
{
    const uint64_t *bucket = cop_growing_bucket(table, hash);

    for (int i = 0; i < WAYS; i++)
        if (bucket[i] == hash)
            return true;
    return false;
}

/* The bucket's number is where its hashes lay among all of them. */
static void deal(struct cop_growing *table, const void *bucket, uint64_t index, uint64_t buckets)
{
    const uint64_t *old = bucket;

    for (int i = 0; i < WAYS; i++)
        if (old[i] != 0) {
            assert_true((uint64_t)(((unsigned __int128)old[i] * buckets) >> 64) == index);
            put(table, old[i]);
        }
}

static void growing_keeps_everything(void **context)
{
    struct cop_growing table;
    uint64_t hashes[4000];
    int count = 0, steps = 0;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 1);
    assert_true(cop_growing_open(&table, 40 << 20, WAYS * sizeof(uint64_t), 1));
    for (int i = 0; i < 4000; i++) {
        uint64_t hash = cop_rng_next(&rng);
        const uint64_t *bucket = cop_growing_bucket(&table, hash);

        if (bucket[WAYS - 1] != 0)
            continue;
        put(&table, hash);
        hashes[count++] = hash;
    }
    for (; !cop_growing_is_grown(&table); steps++) {
        cop_growing_grow(&table, deal);
        for (int i = 0; i < count; i++)
            assert_true(has(&table, hashes[i]));
    }
    assert_true(count > 3500 && steps > 1);
    assert_true(table.buckets * table.bucket_size > 39 << 20);
    assert_true(table.buckets * table.bucket_size <= 40 << 20);
    cop_growing_close(&table);
}

static void a_small_table_is_grown_from_the_start(void **context)
{
    struct cop_growing table;

    (void)context;
    assert_true(cop_growing_open(&table, 1000, 64, 1));
    assert_true(cop_growing_is_grown(&table) && table.buckets == 15);
    cop_growing_close(&table);
    assert_true(cop_growing_open(&table, 0, 32, 1024));
    assert_true(cop_growing_is_grown(&table) && table.buckets == 1024);
    cop_growing_close(&table);
}

static void too_much_memory_is_refused(void **context)
{
    struct cop_growing table;

    (void)context;
    assert_false(cop_growing_open(&table, (size_t)1 << 50, 64, 1));
    cop_growing_close(&table);
}

/* A page for each entry would be thousands, and a huge page each all of the table. */
static void few_entries_touch_few_pages(void **context)
{
    struct cop_growing table;
    struct rusage before, after;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 2);
    getrusage(RUSAGE_SELF, &before);
    assert_true(cop_growing_open(&table, (size_t)1 << 30, WAYS * sizeof(uint64_t), 1));
    for (int i = 0; i < 4000; i++)
        *(uint64_t *)cop_growing_bucket(&table, cop_rng_next(&rng)) = 1;
    getrusage(RUSAGE_SELF, &after);
    assert_true(after.ru_minflt - before.ru_minflt < 128);
    cop_growing_close(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(growing_keeps_everything),
        cmocka_unit_test(a_small_table_is_grown_from_the_start),
        cmocka_unit_test(too_much_memory_is_refused),
        cmocka_unit_test(few_entries_touch_few_pages),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
