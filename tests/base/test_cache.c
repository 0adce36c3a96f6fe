/* test_cache.c - tables that are made once and kept, whatever happens to their files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cache.h"

enum { SIZE = 100003 };

static char folder[] = "/tmp/coppice-cache-XXXXXX";
static atomic_int times_made;

/* Bytes that depend on the context, a number. */
static bool make(const void *context, unsigned char *bytes, size_t size, const atomic_bool *stop)
{
    unsigned sum = *(const unsigned *)context;

    (void)stop;
    times_made++;
    for (size_t i = 0; i < size; i++) {
        assert_int_equal(bytes[i], 0);
        sum = sum * 1103515245u + 12345u;
        bytes[i] = (unsigned char)(sum >> 16);
    }
    return true;
}

/* Opens the table and checks all of it; returns whether it is a file. */
static bool use(const char *name, uint32_t version, size_t size, unsigned number)
{
    struct cop_cached cached;
    struct cop_error error;
    unsigned sum = number;
    bool is_mapped;

    if (!cop_cache_open(&cached, name, version, size, make, &number, NULL, &error))
        fail_msg("%s", error.message);
    assert_int_equal(cached.size, size);
    for (size_t i = 0; i < size; i++) {
        sum = sum * 1103515245u + 12345u;
        assert_int_equal(cached.bytes[i], (unsigned char)(sum >> 16));
    }
    is_mapped = cached.is_mapped;
    cop_cache_close(&cached);
    return is_mapped;
}

static int set_up(void **context)
{
    (void)context;
    strcpy(folder, "/tmp/coppice-cache-XXXXXX");
    times_made = 0;
    return mkdtemp(folder) != NULL && setenv("COPPICE_CACHE", folder, 1) == 0 ? 0 : -1;
}

/* Removes a folder and what is in it; returns how many files that were. */
static int remove_folder(const char *path)
{
    DIR *entries = opendir(path);
    struct dirent *entry;
    int count = 0;

    if (entries == NULL)
        return 0;
    while ((entry = readdir(entries)) != NULL) {
        char inside[512];

        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        if (unlink(inside) == 0)
            count++;
        else
            count += remove_folder(inside);
    }
    closedir(entries);
    rmdir(path);
    return count;
}

static int tear_down(void **context)
{
    (void)context;
    remove_folder(folder);
    return 0;
}

static FILE *open_table(const char *name, const char *mode)
{
    char path[128];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, mode);
    assert_non_null(file);
    return file;
}

static void cache_makes_a_table_once(void **context)
{
    (void)context;
    assert_true(use("table", 1, SIZE, 7));
    assert_true(use("table", 1, SIZE, 7));
    assert_int_equal(times_made, 1);
    assert_true(use("other", 1, SIZE, 8));
    assert_int_equal(times_made, 2);
}

static void cache_shares_a_table_that_is_open(void **context)
{
    struct cop_cached first, second;
    struct cop_error error;
    unsigned number = 7;

    (void)context;
    assert_true(cop_cache_open(&first, "table", 1, SIZE, make, &number, NULL, &error));
    assert_true(cop_cache_open(&second, "table", 1, SIZE, make, &number, NULL, &error));
    assert_int_equal(times_made, 1);
    assert_memory_equal(first.bytes, second.bytes, SIZE);
    cop_cache_close(&first);
    assert_null(first.bytes);
    assert_true(second.bytes[0] == (unsigned char)((7u * 1103515245u + 12345u) >> 16));
    cop_cache_close(&second);
}

/* ---- Threads ---- */

enum { ASKERS = 8 };

/* Slow enough that all askers are there before it is made. */
static bool make_slowly(const void *context, unsigned char *bytes, size_t size,
                        const atomic_bool *stop)
{
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    return make(context, bytes, size, stop);
}

struct asker {
    const char *name;
    struct cop_cached cached;
    bool is_open;
};

static void *ask_for_table(void *context)
{
    struct asker *asker = context;
    unsigned number = 7;
    struct cop_error error;

    asker->is_open =
        cop_cache_open(&asker->cached, asker->name, 1, SIZE, make_slowly, &number, NULL, &error);
    return NULL;
}

static void ask_all_at_once(struct asker *askers, const char *name)
{
    pthread_t threads[ASKERS];

    for (int i = 0; i < ASKERS; i++) {
        askers[i] = (struct asker){.name = name};
        assert_int_equal(pthread_create(&threads[i], NULL, ask_for_table, &askers[i]), 0);
    }
    for (int i = 0; i < ASKERS; i++)
        pthread_join(threads[i], NULL);
}

static void cache_makes_a_table_once_for_all_threads(void **context)
{
    struct asker askers[ASKERS];

    (void)context;
    ask_all_at_once(askers, "table");
    assert_int_equal(times_made, 1);
    for (int i = 0; i < ASKERS; i++) {
        assert_true(askers[i].is_open);
        assert_ptr_equal(askers[i].cached.bytes, askers[0].cached.bytes);
    }
    for (int i = 0; i < ASKERS; i++)
        cop_cache_close(&askers[i].cached);
    assert_true(use("table", 1, SIZE, 7));
    assert_int_equal(times_made, 1);
}

static void cache_shares_a_table_that_cannot_be_kept(void **context)
{
    struct asker askers[ASKERS];

    (void)context;
    setenv("COPPICE_CACHE", "/dev/null/nowhere", 1);
    ask_all_at_once(askers, "table");
    assert_int_equal(times_made, 1);
    for (int i = 0; i < ASKERS; i++)
        cop_cache_close(&askers[i].cached);
    assert_false(use("table", 1, SIZE, 7));
    assert_int_equal(times_made, 2);
}

/* Open and close in every order, one table after the other. */
static void *use_many_times(void *context)
{
    unsigned number = 7;

    (void)context;
    for (int i = 0; i < 50; i++) {
        struct cop_cached cached;
        struct cop_error error;

        if (!cop_cache_open(&cached, i % 3 == 0 ? "other" : "table", 1, SIZE, make, &number, NULL,
                            &error))
            return NULL;
        if (cached.bytes[0] != (unsigned char)((7u * 1103515245u + 12345u) >> 16))
            return NULL;
        cop_cache_close(&cached);
    }
    return &times_made;
}

static void cache_can_be_opened_and_closed_by_many_threads(void **context)
{
    pthread_t threads[ASKERS];

    (void)context;
    for (int i = 0; i < ASKERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, use_many_times, NULL), 0);
    for (int i = 0; i < ASKERS; i++) {
        void *outcome;

        pthread_join(threads[i], &outcome);
        assert_non_null(outcome);
    }
    assert_int_equal(times_made, 2);
}

/* Nobody has so much memory; those who waited find that out for themselves. */
static void *ask_for_too_much(void *context)
{
    struct cop_cached cached;
    struct cop_error error;

    return cop_cache_open(&cached, "huge", 1, SIZE_MAX / 4, make, context, NULL, &error)
               ? &times_made
               : NULL;
}

static void cache_fails_for_all_who_waited(void **context)
{
    pthread_t threads[ASKERS];
    void *outcome;

    (void)context;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip(); /* which end a program that asks for so much */
#endif
    for (int i = 0; i < ASKERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask_for_too_much, NULL), 0);
    for (int i = 0; i < ASKERS; i++) {
        pthread_join(threads[i], &outcome);
        assert_null(outcome);
    }
}

/* Never ends by itself. */
static bool make_until_stopped(const void *context, unsigned char *bytes, size_t size,
                               const atomic_bool *stop)
{
    (void)bytes;
    (void)size;
    atomic_fetch_add((atomic_int *)(uintptr_t)context, 1);
    while (!atomic_load(stop))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return false;
}

struct stopped {
    pthread_t thread;
    atomic_bool stop;
    atomic_int *begun;
    bool is_open;
    struct cop_error error;
};

static void *ask_for_endless(void *context)
{
    struct stopped *asker = context;
    struct cop_cached cached;

    asker->is_open = cop_cache_open(&cached, "table", 1, SIZE, make_until_stopped, asker->begun,
                                    &asker->stop, &asker->error);
    return NULL;
}

static void end(struct stopped *asker)
{
    atomic_store(&asker->stop, true);
    pthread_join(asker->thread, NULL);
    assert_false(asker->is_open);
    assert_non_null(strstr(asker->error.message, "stopped"));
}

static void wait_until(const atomic_int *begun, int count)
{
    while (atomic_load(begun) < count)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* One makes and one waits. Who waits can be stopped alone; when who makes is stopped, another one
 * begins; and after all are gone the table can still be had. */
static void cache_can_be_stopped(void **context)
{
    atomic_int begun = 0;
    struct stopped askers[3] = {{.begun = &begun}, {.begun = &begun}, {.begun = &begun}};

    (void)context;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pthread_create(&askers[i].thread, NULL, ask_for_endless, &askers[i]), 0);
        wait_until(&begun, 1);
    }
    end(&askers[1]);
    assert_int_equal(atomic_load(&begun), 1);
    end(&askers[0]);
    wait_until(&begun, 2);
    end(&askers[2]);
    assert_int_equal(atomic_load(&begun), 2);
    assert_true(use("table", 1, SIZE, 7));
}

/* ---- Damage ---- */

/* In the header, at the beginning, in the middle and at the end. */
static void cache_makes_a_damaged_table_again(void **context)
{
    static const long places[] = {0, 9, 13, 17, 25, 40, 64, 65, 50000, 64 + SIZE - 1};

    (void)context;
    assert_true(use("table", 1, SIZE, 7));
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        FILE *file = open_table("table", "r+");
        int byte;

        assert_int_equal(fseek(file, places[i], SEEK_SET), 0);
        byte = getc(file);
        assert_int_equal(fseek(file, places[i], SEEK_SET), 0);
        assert_int_not_equal(putc(byte ^ 64, file), EOF);
        assert_int_equal(fclose(file), 0);
        assert_true(use("table", 1, SIZE, 7));
        assert_int_equal(times_made, 2 + (int)i);
        assert_true(use("table", 1, SIZE, 7));
        assert_int_equal(times_made, 2 + (int)i);
    }
}

static void cache_makes_a_table_of_the_wrong_length_again(void **context)
{
    static const long lengths[] = {0, 1, 63, 64, 64 + SIZE - 1, 64 + SIZE + 1};

    (void)context;
    assert_true(use("table", 1, SIZE, 7));
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        FILE *file = open_table("table", "r+");

        assert_int_equal(ftruncate(fileno(file), lengths[i]), 0);
        assert_int_equal(fclose(file), 0);
        assert_true(use("table", 1, SIZE, 7));
        assert_int_equal(times_made, 2 + (int)i);
    }
}

static void cache_makes_another_version_or_size_again(void **context)
{
    (void)context;
    assert_true(use("table", 1, SIZE, 7));
    assert_true(use("table", 2, SIZE, 8));
    assert_int_equal(times_made, 2);
    assert_true(use("table", 2, SIZE / 2, 9));
    assert_int_equal(times_made, 3);
    assert_true(use("table", 2, SIZE / 2, 9));
    assert_int_equal(times_made, 3);
}

static void cache_without_a_place_uses_memory(void **context)
{
    (void)context;
    setenv("COPPICE_CACHE", "/dev/null/nowhere", 1);
    assert_false(use("table", 1, SIZE, 7));
    assert_false(use("table", 1, SIZE, 7));
    assert_int_equal(times_made, 2);
    unsetenv("COPPICE_CACHE");
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    assert_false(use("table", 1, SIZE, 7));
    assert_int_equal(times_made, 3);
}

/* A folder where the file should be, which no one can write over. */
static void cache_with_something_in_its_way_uses_memory(void **context)
{
    char path[128];

    (void)context;
    snprintf(path, sizeof path, "%s/table", folder);
    assert_int_equal(mkdir(path, 0777), 0);
    assert_false(use("table", 1, SIZE, 7));
    assert_int_equal(times_made, 1);
}

static void cache_does_not_keep_a_table_without_a_name(void **context)
{
    (void)context;
    assert_false(use(NULL, 1, SIZE, 7));
    assert_false(use(NULL, 1, SIZE, 7));
    assert_int_equal(times_made, 2);
}

static void cache_finds_its_folder(void **context)
{
    char path[128];

    (void)context;
    unsetenv("COPPICE_CACHE");
    setenv("XDG_CACHE_HOME", folder, 1);
    assert_true(use("table", 1, SIZE, 7));
    snprintf(path, sizeof path, "%s/coppice/table", folder);
    assert_int_equal(access(path, R_OK), 0);
    setenv("XDG_CACHE_HOME", "relative", 1); /* which the standard says to ignore */
    setenv("HOME", folder, 1);
    assert_true(use("table", 1, SIZE, 7));
    snprintf(path, sizeof path, "%s/.cache/coppice/table", folder);
    assert_int_equal(access(path, R_OK), 0);
    unsetenv("XDG_CACHE_HOME");
    assert_true(use("table", 1, SIZE, 7));
    assert_int_equal(times_made, 2);
}

/* Nothing but the table and what is locked. */
static void cache_leaves_no_temporary_files(void **context)
{
    (void)context;
    assert_true(use("table", 1, SIZE, 7));
    assert_int_equal(remove_folder(folder), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(cache_makes_a_table_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cache_shares_a_table_that_is_open, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cache_makes_a_table_once_for_all_threads, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(cache_shares_a_table_that_cannot_be_kept, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(cache_can_be_opened_and_closed_by_many_threads, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(cache_fails_for_all_who_waited, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cache_can_be_stopped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cache_makes_a_damaged_table_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cache_makes_a_table_of_the_wrong_length_again, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(cache_makes_another_version_or_size_again, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(cache_without_a_place_uses_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cache_with_something_in_its_way_uses_memory, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(cache_does_not_keep_a_table_without_a_name, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(cache_finds_its_folder, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cache_leaves_no_temporary_files, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
