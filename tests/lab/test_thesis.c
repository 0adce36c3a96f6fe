/* test_thesis.c - where experiments were published, and where they are found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "folder.h"
#include "lab/experiment/experiment.h"
#include "lab/experiment/thesis.h"
#include "lab/run/files.h"

static char folder[FOLDER_ROOM];

static int make_folder(void **context)
{
    char path[FOLDER_ROOM + 8];

    (void)context;
    if (folder_make(folder) != 0)
        return -1;
    snprintf(path, sizeof path, "%s/t", folder);
    return mkdir(path, 0777);
}

static int remove_folder(void **context)
{
    (void)context;
    return folder_remove(folder);
}

static void every_folder_of_experiments_names_its_thesis(void **context)
{
    struct cop_error error;
    char **ids;
    int count = cop_experiment_list("lab", &ids, &error);

    (void)context;
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        struct cop_thesis thesis;

        ids[i][strcspn(ids[i], "/")] = '\0';
        if (!cop_thesis_load("lab", ids[i], &thesis, &error))
            fail_msg("%s", error.message);
        assert_true(strlen(thesis.author) > 5 && strlen(thesis.title) > 10);
        assert_true(strlen(thesis.published) > 5 && thesis.year >= 2000);
        cop_thesis_free(&thesis);
        free(ids[i]);
    }
    free(ids);
}

static void assert_refused(const char *words, const char *part)
{
    struct cop_thesis thesis;
    struct cop_error error;
    char path[FOLDER_ROOM + 16];
    FILE *file;

    snprintf(path, sizeof path, "%s/t/thesis.conf", folder);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(words, file);
    fclose(file);
    assert_false(cop_thesis_load(folder, "t", &thesis, &error));
    if (strstr(error.message, part) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", part, error.message);
    assert_null(thesis.author);
}

static void a_bad_file_is_told_with_its_line(void **context)
{
    struct cop_thesis thesis;
    struct cop_error error;

    (void)context;
    assert_false(cop_thesis_load(folder, "nothing", &thesis, &error));
    assert_non_null(strstr(error.message, "nothing/thesis.conf"));
    assert_refused("author = \"A\"; title = \"T\"; published = \"P\";", "year");
    assert_refused("author = \"A\";\nautor = \"B\";", ":2: there is no key \"autor\"");
    assert_refused("author = 7;", "author must be a text");
    assert_refused("author = \"A\"; title = \"T\"; published = \"P\"; year = 20180;", "year");
    assert_refused("author = ", "thesis.conf:1");
    assert_refused("@include \"/etc/passwd\"", "@include");
}

static void assert_found(const char *given, const char *expected)
{
    char *found = cop_lab_folder_find(given);

    assert_string_equal(found, expected);
    free(found);
}

/* The last one is this test's own place in the build folder. */
static void the_lab_is_found_from_anywhere(void **context)
{
    char here[4096], expected[4200];
    char *found;

    (void)context;
    assert_non_null(getcwd(here, sizeof here));
    snprintf(expected, sizeof expected, "%s/lab", here);
    unsetenv("COPPICE_LAB");
    assert_found("/given", "/given");
    assert_found("", "lab");
    setenv("COPPICE_LAB", "/named", 1);
    assert_found("", "/named");
    assert_found("/given", "/given");
    unsetenv("COPPICE_LAB");
    assert_int_equal(chdir(folder), 0);
    found = cop_lab_folder_find("");
    assert_int_equal(chdir(here), 0);
    assert_string_equal(found, expected);
    free(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_folder_of_experiments_names_its_thesis),
        cmocka_unit_test(a_bad_file_is_told_with_its_line),
        cmocka_unit_test(the_lab_is_found_from_anywhere),
    };

    return cmocka_run_group_tests_name("thesis", tests, make_folder, remove_folder);
}
