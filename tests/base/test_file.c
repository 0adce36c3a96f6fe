/* test_file.c - files read whole, whatever their name leads to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

static char folder[] = "/tmp/coppice-file-XXXXXX";

static int set_up(void **context)
{
    (void)context;
    strcpy(folder, "/tmp/coppice-file-XXXXXX");
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static const char *in_folder(const char *name)
{
    static char path[400];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int tear_down(void **context)
{
    DIR *entries = opendir(folder);
    struct dirent *entry;

    (void)context;
    while ((entry = readdir(entries)) != NULL)
        if (entry->d_name[0] != '.')
            unlink(in_folder(entry->d_name));
    closedir(entries);
    return rmdir(folder);
}

static void file_that_was_written_is_read_back(void **context)
{
    static const char *const contents[] = {"", "a", "two\nlines\n"};
    struct cop_error error;
    size_t length;

    (void)context;
    for (int i = 0; i < 3; i++) {
        char *bytes;

        assert_true(cop_file_write(in_folder("file"), contents[i], strlen(contents[i]), &error));
        bytes = cop_file_read(in_folder("file"), 10, &length, &error);
        assert_non_null(bytes);
        assert_string_equal(bytes, contents[i]);
        assert_int_equal(length, strlen(contents[i]));
        free(bytes);
    }
}

static void assert_unreadable(const char *path, size_t most, const char *why)
{
    struct cop_error error;

    assert_null(cop_file_read(path, most, NULL, &error));
    if (strstr(error.message, why) == NULL || strstr(error.message, path) == NULL)
        fail_msg("%s: %s", path, error.message);
}

static void file_with_too_many_bytes_is_refused(void **context)
{
    struct cop_error error;

    (void)context;
    assert_true(cop_file_write(in_folder("file"), "secret", 6, &error));
    assert_unreadable(in_folder("file"), 5, "more than 5 bytes");
    assert_null(strstr(error.message, "secret"));
}

/* A pipe without a writer would keep whoever opens it waiting for ever. */
static void file_that_is_not_ordinary_is_refused_at_once(void **context)
{
    (void)context;
    assert_int_equal(mkfifo(in_folder("pipe"), 0666), 0);
    assert_unreadable(in_folder("pipe"), 100, "not an ordinary file");
    assert_unreadable("/dev/zero", 100, "not an ordinary file");
    assert_unreadable(folder, 100, "not an ordinary file");
    assert_unreadable(in_folder("missing"), 100, "No such file");
}

static void file_takes_the_place_of_a_pipe(void **context)
{
    struct cop_error error;
    char *bytes;

    (void)context;
    assert_int_equal(mkfifo(in_folder("pipe"), 0666), 0);
    assert_true(cop_file_replace(in_folder("pipe"), "new", 3, &error));
    assert_true(cop_folder_sync(folder, &error));
    bytes = cop_file_read(in_folder("pipe"), 10, NULL, &error);
    assert_non_null(bytes);
    assert_string_equal(bytes, "new");
    free(bytes);
}

static int entries_in_folder(void)
{
    DIR *entries = opendir(folder);
    int count = 0;

    while (readdir(entries) != NULL)
        count++;
    closedir(entries);
    return count - 2;
}

/* What may be written is asked without a trace; what may not has the reason of the real write. */
static void whether_a_file_may_be_written_is_known_before(void **context)
{
    struct cop_error before, after;
    char *bytes;

    (void)context;
    assert_true(cop_file_may_write(in_folder("new"), &before));
    assert_int_equal(entries_in_folder(), 0);
    assert_true(cop_file_write(in_folder("old"), "old", 3, &before));
    assert_true(cop_file_may_write(in_folder("old"), &before));
    assert_int_equal(entries_in_folder(), 1);
    bytes = cop_file_read(in_folder("old"), 10, NULL, &before);
    assert_string_equal(bytes, "old");
    free(bytes);
    assert_int_equal(mkfifo(in_folder("pipe"), 0666), 0);
    assert_true(cop_file_may_write(in_folder("pipe"), &before)); /* and nobody is waited for */
    for (int i = 0; i < 3; i++) {
        const char *path = i == 0 ? in_folder("none/file") : i == 1 ? folder : in_folder("old/x");

        assert_false(cop_file_may_write(path, &before));
        assert_false(cop_file_write(path, "", 0, &after));
        assert_string_equal(before.message, after.message);
    }
}

/* A store that was named for a picture's file, also by another name. */
static void a_database_is_not_written_over(void **context)
{
    static const char database[] = "SQLite format 3";
    struct cop_error error;
    size_t length;
    char *bytes;

    (void)context;
    assert_true(cop_file_write(in_folder("store"), database, sizeof database, &error));
    assert_int_equal(symlink("store", in_folder("other")), 0);
    for (int i = 0; i < 2; i++) {
        const char *path = in_folder(i == 0 ? "store" : "other");

        assert_false(cop_file_may_write(path, &error));
        assert_false(cop_file_write(path, "new", 3, &error));
        assert_non_null(strstr(error.message, "it is a database"));
        bytes = cop_file_read(in_folder("store"), 100, &length, &error);
        assert_int_equal(length, sizeof database);
        assert_memory_equal(bytes, database, length);
        free(bytes);
    }
    assert_true(cop_file_write(in_folder("text"), database, sizeof database - 1, &error));
    assert_true(cop_file_write(in_folder("text"), "new", 3, &error));
}

static void temporary_files_are_told_by_their_names(void **context)
{
    static const char *const temporary[] = {"game.sgf.1234-0.tmp", "x.7-99.tmp"};
    static const char *const others[] = {
        "game.sgf",         "game.tmp",       "1234-0.tmp",      ".1234-0.tmp", "game.1234.tmp",
        "game.-0.tmp",      "game.1234-.tmp", "game.12-3-4.tmp", ".tmp",        "",
        "game.1234-0.tmp2", "game1234-0.tmp"};

    (void)context;
    for (size_t i = 0; i < sizeof temporary / sizeof temporary[0]; i++)
        assert_true(cop_file_is_temporary(temporary[i]));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (cop_file_is_temporary(others[i]))
            fail_msg("%s", others[i]);
}

static void only_what_writes_of_the_path_have_left_is_removed(void **context)
{
    static const char *const names[] = {
        "list.txt.12-0.tmp", "list.txt.7-99.tmp",   "list.txt",          "list.12-0.tmp",
        "list.txt.old",      "my-list.txt.1-0.tmp", "list.txt.x.1-0.tmp"};
    enum { REMOVED = 2, NAMES = sizeof names / sizeof names[0] };

    (void)context;
    for (int i = 0; i < NAMES; i++)
        assert_true(cop_file_write(in_folder(names[i]), "", 0, NULL));
    cop_file_tidy(in_folder("list.txt"));
    for (int i = 0; i < NAMES; i++)
        assert_int_equal(access(in_folder(names[i]), F_OK) == 0, i >= REMOVED);
    cop_file_tidy(in_folder("none/list.txt")); /* no folder, no harm */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(file_that_was_written_is_read_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(file_with_too_many_bytes_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(file_that_is_not_ordinary_is_refused_at_once, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(file_takes_the_place_of_a_pipe, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_what_writes_of_the_path_have_left_is_removed, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(whether_a_file_may_be_written_is_known_before, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_database_is_not_written_over, set_up, tear_down),
        cmocka_unit_test(temporary_files_are_told_by_their_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
