/* test_faults.c - files of databases that are damaged, another game's, or changed while they are
 * read. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "base/file.h"
#include "built.h"
#include "database/derive.h"
#include "database/verify.h"

enum { FAULTY_MAX = 1 << 20 };

/* The file of a class with one byte changed, or cut off there. */
static void harm(const struct fixture *fixture, const struct cop_game *game, int class_number,
                 size_t at, bool is_cut)
{
    struct cop_text path = path_of(fixture, game, class_number);
    struct cop_error error;
    size_t length;
    char *bytes = cop_file_read(path.bytes, FAULTY_MAX, &length, &error);

    assert_non_null(bytes);
    assert_true(at < length);
    bytes[at] ^= 1;
    assert_true(cop_file_write(path.bytes, bytes, is_cut ? at : length, &error));
    free(bytes);
    cop_text_free(&path);
}

static size_t size_of(const struct fixture *fixture, const struct cop_game *game, int class_number)
{
    struct cop_database *database = cop_database_open(game, fixture->folder, NULL);
    size_t size = cop_database_file_of(database, class_number, COP_DATABASE_VALUES)->size;

    cop_database_close(database);
    return size;
}

/* Any harm to the header or the directory, and any cut: the file is left out with a sentence, the
 * others still answer, and a build does not write over it. */
static void database_leaves_out_what_is_damaged(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=3, height=3)");
    int class_number = class_named(game, "2-2");
    size_t size, header = 248 + 24;

    build(fixture, game, 5, 1, false);
    size = size_of(fixture, game, class_number);
    for (size_t at = 0; at < size; at += at < header ? 1 : 16)
        for (int is_cut = at < header ? 0 : 1; is_cut < 2; is_cut++) {
            struct cop_text faults = COP_TEXT, path = path_of(fixture, game, class_number);
            struct cop_database *database;

            harm(fixture, game, class_number, at, is_cut);
            database = cop_database_open(game, fixture->folder, &faults);
            assert_null(cop_database_file_of(database, class_number, COP_DATABASE_VALUES));
            assert_non_null(cop_database_file_of(database, 0, COP_DATABASE_VALUES));
            assert_non_null(strstr(faults.bytes, path.bytes));
            assert_int_equal(cop_database_value(database, class_number, 0), COP_UNKNOWN);
            assert_int_not_equal(cop_database_value(database, 0, 0), COP_UNKNOWN);
            cop_database_close(database);
            assert_int_equal(remove(path.bytes), 0);
            build(fixture, game, 5, 1, false);
            cop_text_free(&faults);
            cop_text_free(&path);
        }
    cop_game_close(game);
}

static void database_names_the_damaged_block(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=5, height=5)");
    int class_number = class_named(game, "3-2");
    struct cop_database *database;
    struct cop_verified verified;
    struct cop_error error;
    struct cop_rng rng;

    build(fixture, game, 5, 1, false);
    harm(fixture, game, class_number, size_of(fixture, game, class_number) - 5, false);
    cop_rng_seed(&rng, 1);
    database = cop_database_open(game, fixture->folder, NULL);
    assert_false(
        cop_database_verify(database, game, class_number, 1, &rng, NULL, &verified, &error));
    assert_non_null(strstr(error.message, "3-2.values: block "));
    assert_int_equal(cop_database_value(database, class_number,
                                        game->rules->indexing->count(game, class_number) - 1),
                     COP_UNKNOWN);
    cop_database_close(database);
    cop_game_close(game);
}

/* Two classes lead to each other: the harm of one is not blamed on the other. */
static void database_blames_the_file_that_has_the_fault(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=3, height=3)");
    int checked = class_named(game, "2-3"), harmed = class_named(game, "3-2");
    static const char *const faults[] = {"3-2.values: block 0 of 1 is damaged",
                                         "lead to class 3-2, whose file of values is missing"};

    build(fixture, game, 5, 1, false);
    for (int way = 0; way < 2; way++) {
        struct cop_database *database;
        struct cop_verified verified;
        struct cop_error error;
        struct cop_rng rng;

        harm(fixture, game, harmed, way == 0 ? size_of(fixture, game, harmed) - 1 : 0, false);
        cop_rng_seed(&rng, 1);
        database = cop_database_open(game, fixture->folder, NULL);
        assert_false(
            cop_database_verify(database, game, checked, 0, &rng, NULL, &verified, &error));
        if (strstr(error.message, faults[way]) == NULL)
            fail_msg("%s", error.message);
        cop_database_close(database);
    }
    cop_game_close(game);
}

/* What a running program gets to see of a file that others change. */
enum harm { CUT_AFTER_HEADER, CUT_TO_NOTHING, OVERWRITTEN, GONE, HARMS };

static void change(const char *path, enum harm harm, size_t size)
{
    int handle = open(path, O_RDWR);
    unsigned char *noise = cop_allocate(size);

    memset(noise, 0xa5, size);
    assert_true(handle >= 0);
    if (harm == CUT_AFTER_HEADER)
        assert_int_equal(ftruncate(handle, 248 + 2 * 24), 0);
    if (harm == CUT_TO_NOTHING)
        assert_int_equal(ftruncate(handle, 0), 0);
    if (harm == OVERWRITTEN)
        assert_int_equal(pwrite(handle, noise, size, 0), (ssize_t)size);
    if (harm == GONE)
        assert_int_equal(remove(path), 0);
    assert_int_equal(close(handle), 0);
    free(noise);
}

/* One number of each block: distances have two of them, with a byte for each number. */
static void expect_blocks(const struct cop_database *database, const struct cop_game *game,
                          int class_number, bool are_known)
{
    int64_t share = cop_database_share(COP_DATABASE_DISTANCES);
    int64_t count = game->rules->indexing->count(game, class_number);

    assert_true(count > share);
    for (int64_t number = 0; number < count; number += share)
        assert_true((cop_database_distance(database, class_number, number) >= 0) == are_known);
}

static void write_again(const char *path, const char *bytes, size_t length)
{
    struct cop_error error;

    if (!cop_file_write(path, bytes, length, &error))
        fail_msg("%s", error.message);
}

static void expect_harm_is_outlived(const struct fixture *fixture, const struct cop_game *game,
                                    const char *path, enum harm harm, size_t size)
{
    int class_number = class_named(game, "3-2"), other = class_named(game, "2-3");
    struct cop_database *fresh = cop_database_open(game, fixture->folder, NULL);
    struct cop_database *used = cop_database_open(game, fixture->folder, NULL);
    char block[COP_DATABASE_BLOCK];
    struct cop_error error;

    expect_blocks(used, game, class_number, true);
    change(path, harm, size);
    expect_blocks(fresh, game, class_number, false);
    expect_blocks(fresh, game, other, true);
    expect_blocks(used, game, class_number, true);
    assert_false(cop_database_file_read(
        cop_database_file_of(fresh, class_number, COP_DATABASE_DISTANCES), 0, block, &error));
    assert_non_null(strstr(error.message, path));
    cop_database_close(fresh);
    cop_database_close(used);
}

/* A program goes on without a file that was cut off, written over or removed while it ran, and
 * still has what it has read; the other files answer as before. */
static void database_outlives_its_files(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=5, height=5)");
    struct cop_text folder = COP_TEXT, path = COP_TEXT;
    struct cop_error error;
    size_t length;
    char *bytes;

    build(fixture, game, 5, 1, true);
    assert_true(cop_database_folder(game, fixture->folder, &folder));
    cop_database_path(game, folder.bytes, class_named(game, "3-2"), COP_DATABASE_DISTANCES, &path);
    bytes = cop_file_read(path.bytes, FAULTY_MAX, &length, &error);
    assert_non_null(bytes);
    for (enum harm harm = CUT_AFTER_HEADER; harm < HARMS; harm++) {
        write_again(path.bytes, bytes, length);
        expect_harm_is_outlived(fixture, game, path.bytes, harm, length);
    }
    free(bytes);
    cop_text_free(&path);
    cop_text_free(&folder);
    cop_game_close(game);
}

static void database_refuses_the_files_of_others(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=3, height=3)");
    struct cop_text from = path_of(fixture, game, 1), to = path_of(fixture, game, 2);
    struct cop_text faults = COP_TEXT;
    struct cop_database *database;

    build(fixture, game, 3, 1, false);
    assert_int_equal(rename(from.bytes, to.bytes), 0);
    database = cop_database_open(game, fixture->folder, &faults);
    assert_null(cop_database_file_of(database, 2, COP_DATABASE_VALUES));
    assert_non_null(strstr(faults.bytes, "not what its name says"));
    cop_database_close(database);
    cop_text_free(&faults);
    cop_text_free(&from);
    cop_text_free(&to);
    cop_game_close(game);
}

/* ---- Values and distances that are wrong in files that are whole ---- */

/* All that a file has, to be changed and written again. */
struct table {
    struct cop_database_about about;
    struct cop_text path;
    unsigned char *bytes;
};

static struct table table_of(const struct fixture *fixture, const struct cop_game *game,
                             const char *class_name, enum cop_database_kind kind)
{
    struct cop_database *database = cop_database_open(game, fixture->folder, NULL);
    const struct cop_database_file *file =
        cop_database_file_of(database, class_named(game, class_name), kind);
    struct table table = {.path = COP_TEXT};
    struct cop_error error;

    assert_non_null(file);
    table.about = file->about;
    cop_text_add(&table.path, "%s", file->path);
    table.bytes = cop_allocate((size_t)file->block_count * COP_DATABASE_BLOCK);
    for (int64_t block = 0; block < file->block_count; block++)
        assert_true(
            cop_database_file_read(file, block, table.bytes + block * COP_DATABASE_BLOCK, &error));
    cop_database_close(database);
    return table;
}

static void put_back(struct table *table)
{
    struct cop_error error;

    if (!cop_database_file_write(table->path.bytes, &table->about, table->bytes, &error))
        fail_msg("%s", error.message);
    cop_text_free(&table->path);
    free(table->bytes);
}

/* What verifying all of a class says; "" if it is good. */
static const char *verdict_on(const struct fixture *fixture, const struct cop_game *game,
                              const char *class_name, struct cop_error *error)
{
    struct cop_database *database = cop_database_open(game, fixture->folder, NULL);
    struct cop_verified verified;

    if (cop_database_verify(database, game, class_named(game, class_name), 0, NULL, NULL, &verified,
                            error))
        error->message[0] = '\0';
    cop_database_close(database);
    return error->message;
}

static void verifying_finds_a_wrong_distance(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=5, height=3)");
    struct cop_error error;
    int changed = 0;

    build(fixture, game, 4, 1, true);
    assert_string_equal(verdict_on(fixture, game, "3-1", &error), "");
    for (int64_t number = 0; number < 1404; number += 100)
        for (int by = -1; by <= 1; by += 2) {
            struct table table = table_of(fixture, game, "3-1", COP_DATABASE_DISTANCES);

            if (table.bytes[number] <= 1 || table.bytes[number] + by == table.about.longest + 1) {
                put_back(&table);
                continue;
            }
            table.bytes[number] = (unsigned char)(table.bytes[number] + by);
            put_back(&table);
            assert_non_null(strstr(verdict_on(fixture, game, "3-1", &error), "distance"));
            table = table_of(fixture, game, "3-1", COP_DATABASE_DISTANCES);
            table.bytes[number] = (unsigned char)(table.bytes[number] - by);
            put_back(&table);
            changed++;
        }
    assert_true(changed > 2);
    assert_string_equal(verdict_on(fixture, game, "3-1", &error), "");
    cop_game_close(game);
}

static void verifying_names_the_damaged_block_of_distances(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=3, height=3)");
    struct table table;
    struct cop_error error;
    size_t length;
    char *bytes;

    build(fixture, game, 5, 1, true);
    table = table_of(fixture, game, "3-2", COP_DATABASE_DISTANCES);
    bytes = cop_file_read(table.path.bytes, FAULTY_MAX, &length, &error);
    assert_non_null(bytes);
    bytes[length - 1] ^= 1;
    write_again(table.path.bytes, bytes, length);
    assert_non_null(
        strstr(verdict_on(fixture, game, "3-2", &error), "3-2.distances: block 0 of 1 is damaged"));
    assert_non_null(
        strstr(verdict_on(fixture, game, "2-3", &error), "3-2.distances: block 0 of 1 is damaged"));
    assert_int_equal(remove(table.path.bytes), 0);
    assert_non_null(strstr(verdict_on(fixture, game, "2-3", &error),
                           "lead to class 3-2, whose file of distances is missing"));
    free(bytes);
    free(table.bytes);
    cop_text_free(&table.path);
    cop_game_close(game);
}

/* The longest distance says whether wins are certain under a limit of quiet moves. */
static void verifying_finds_what_a_file_says_wrongly_of_itself(void **context)
{
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=5, height=3)");
    struct cop_error error;
    struct table table;

    build(fixture, game, 4, 1, true);
    table = table_of(fixture, game, "3-1", COP_DATABASE_VALUES);
    table.about.longest--;
    put_back(&table);
    assert_non_null(strstr(verdict_on(fixture, game, "3-1", &error), "takes 5 moves at most"));
    table = table_of(fixture, game, "3-1", COP_DATABASE_VALUES);
    table.about.longest++;
    table.about.of_value[COP_KNOWN_DRAW]--;
    put_back(&table);
    assert_non_null(strstr(verdict_on(fixture, game, "3-1", &error), "2 numbers are a draw"));
    cop_game_close(game);
}

/* Two classes whose draws are said to be wins and losses, as far as they follow from each other. */
struct circle {
    struct cop_database *database;
    int classes[2];
    struct table tables[2];
};

static enum cop_known value_in(const struct circle *circle, int side, int64_t number)
{
    return (enum cop_known)(circle->tables[side].bytes[number / 4] >> 2 * (number % 4) & 3);
}

static enum cop_known value_of(const void *context, int class_number, int64_t number)
{
    const struct circle *circle = context;

    for (int side = 0; side < 2; side++)
        if (class_number == circle->classes[side])
            return value_in(circle, side, number);
    return cop_database_value(circle->database, class_number, number);
}

static void say(struct circle *circle, int side, int64_t number, enum cop_known value)
{
    struct table *table = &circle->tables[side];
    enum cop_known before = value_in(circle, side, number);

    table->bytes[number / 4] ^= (unsigned char)((before ^ value) << 2 * (number % 4));
    table->about.of_value[before]--;
    table->about.of_value[value]++;
}

/* Takes back what does not follow, until all does; how many draws are left that are called wins or
 * losses. */
static int64_t close_circle(struct circle *circle, const struct cop_game *game)
{
    static const enum cop_known said[] = {COP_KNOWN_WIN, COP_KNOWN_LOSS};
    const struct cop_values values = {value_of, circle, COP_AIM_ALL};
    struct cop_deriver *deriver = cop_deriver_open(game);
    int64_t left = 0;

    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        left = 0;
        for (int side = 0; side < 2; side++)
            for (int64_t number = 0; number < circle->tables[side].about.count; number++) {
                int class_number = circle->classes[side];

                if (cop_database_value(circle->database, class_number, number) != COP_KNOWN_DRAW ||
                    value_in(circle, side, number) != said[side])
                    continue;
                if (cop_derive(deriver, &values, class_number, number) == said[side]) {
                    left++;
                    continue;
                }
                say(circle, side, number, COP_KNOWN_DRAW);
                is_changed = true;
            }
    }
    cop_deriver_close(deriver);
    return left;
}

/* Calls all draws wins of the one side, or losses of the other, and writes what is left of that. */
static int64_t write_circle(const struct fixture *fixture, const struct cop_game *game,
                            const char *const names[2])
{
    struct circle circle = {.database = cop_database_open(game, fixture->folder, NULL)};
    int64_t left;

    for (int side = 0; side < 2; side++) {
        circle.classes[side] = class_named(game, names[side]);
        circle.tables[side] = table_of(fixture, game, names[side], COP_DATABASE_VALUES);
        for (int64_t number = 0; number < circle.tables[side].about.count; number++)
            if (value_in(&circle, side, number) == COP_KNOWN_DRAW &&
                game->rules->indexing->still(game, circle.classes[side], number, &(int){0}) != 0)
                say(&circle, side, number, side == 0 ? COP_KNOWN_WIN : COP_KNOWN_LOSS);
    }
    left = close_circle(&circle, game);
    for (int side = 0; side < 2; side++)
        put_back(&circle.tables[side]);
    cop_database_close(circle.database);
    return left;
}

/* Wins that follow from nothing but each other are believed where there are no distances, as
 * docs/databases.md says; with distances they are found out. */
static void verifying_finds_wins_in_a_circle_by_their_distances(void **context)
{
    static const char *const names[] = {"2-1", "1-2"};
    const struct fixture *fixture = *context;
    struct cop_game *game = open_game("fanorona(width=3, height=3)");
    struct cop_error error;

    for (int way = 0; way < 2; way++) {
        build(fixture, game, 3, 1, way == 1);
        assert_true(write_circle(fixture, game, names) > 0);
        for (int side = 0; side < 2; side++) {
            const char *verdict = verdict_on(fixture, game, names[side], &error);

            if (way == 0)
                assert_string_equal(verdict, "");
            else
                assert_non_null(strstr(verdict, "distance"));
        }
    }
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(database_leaves_out_what_is_damaged, database_fixture_open,
                                        database_fixture_close),
        cmocka_unit_test_setup_teardown(database_names_the_damaged_block, database_fixture_open,
                                        database_fixture_close),
        cmocka_unit_test_setup_teardown(database_blames_the_file_that_has_the_fault,
                                        database_fixture_open, database_fixture_close),
        cmocka_unit_test_setup_teardown(database_outlives_its_files, database_fixture_open,
                                        database_fixture_close),
        cmocka_unit_test_setup_teardown(database_refuses_the_files_of_others, database_fixture_open,
                                        database_fixture_close),
        cmocka_unit_test_setup_teardown(verifying_finds_a_wrong_distance, database_fixture_open,
                                        database_fixture_close),
        cmocka_unit_test_setup_teardown(verifying_names_the_damaged_block_of_distances,
                                        database_fixture_open, database_fixture_close),
        cmocka_unit_test_setup_teardown(verifying_finds_what_a_file_says_wrongly_of_itself,
                                        database_fixture_open, database_fixture_close),
        cmocka_unit_test_setup_teardown(verifying_finds_wins_in_a_circle_by_their_distances,
                                        database_fixture_open, database_fixture_close),
    };

    return cmocka_run_group_tests_name("database-faults", tests, NULL, NULL);
}
