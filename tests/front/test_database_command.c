/* `coppice database` from outside: what it builds, tells and refuses; that neither a kill nor a
 * full disk loses what was finished. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "folder.h"
#include "front.h"

#define SMALL  "fanorona(width=3, height=3)"
#define FOLDER "--folder", folder

static char folder[FOLDER_ROOM];

static int make_folder(void **context)
{
    (void)context;
    return folder_make(folder);
}

static int remove_folder(void **context)
{
    (void)context;
    return folder_remove(folder);
}

static void build(const char *game, const char *pieces)
{
    struct program program;

    run(&program, "database", "build", game, "--pieces", pieces, "--quiet", FOLDER);
    assert_done(&program);
    program_free(&program);
}

static void databases_are_built_listed_verified_and_asked(void **context)
{
    struct program program;

    (void)context;
    build(SMALL, "4");
    run(&program, "database", "list", SMALL, FOLDER);
    assert_done(&program);
    assert_contains(program.output, "1-1");
    assert_contains(program.output, "3-1");
    program_free(&program);
    run(&program, "database", "list", FOLDER);
    assert_done(&program);
    assert_contains(program.output, "fanorona-3x3");
    program_free(&program);
    run(&program, "database", "verify", SMALL, "--all", FOLDER);
    assert_done(&program);
    assert_contains(program.output, "2-2: ");
    program_free(&program);
    run(&program, "database", "probe", SMALL, "--position", "w1b/3/3 w", FOLDER);
    assert_done(&program);
    assert_contains(program.output, "White to move: win\n");
    assert_contains(program.output, "    a3-b3A  win\n");
    program_free(&program);
}

/* The command says what the page says. */
static void distances_are_told_to_the_capture(void **context)
{
    struct program program;

    (void)context;
    run(&program, "database", "build", "fanorona", "--pieces", "2", "--distance", "--quiet",
        FOLDER);
    assert_done(&program);
    program_free(&program);
    run(&program, "database", "probe", "fanorona", "--position", "9/9/3w5/9/5b3 w", FOLDER);
    assert_done(&program);
    assert_contains(program.output, "White to move: win, capture in 3\n");
    assert_contains(program.output, "    d3-e3  win, capture in 3\n");
    assert_contains(program.output, "    d3-d4  draw\n");
    program_free(&program);
    setenv("COPPICE_DATABASES", folder, 1);
    run(&program, "search", "fanorona", "--position", "9/9/3w5/9/5b3 w", "--agent", "mc", "--limit",
        "sims=100");
    unsetenv("COPPICE_DATABASES");
    assert_done(&program);
    assert_contains(program.output, "wins, capture in 3");
    program_free(&program);
}

static void an_unknown_position_is_no_success(void **context)
{
    struct program program;

    (void)context;
    build(SMALL, "3");
    run(&program, "database", "probe", SMALL, FOLDER);
    assert_int_equal(program.status, 1);
    assert_contains(program.output, "White to move: unknown");
    assert_contains(program.errors, "class 4-4, of which there is no file; it is made by: coppice "
                                    "database build \"fanorona(width=3, height=3)\" --pieces 8");
    program_free(&program);
    run(&program, "database", "probe", "fanorona", FOLDER);
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, "this position has no number");
    program_free(&program);
}

/* Five stones are more than a hundred positions for a search alone. */
static void searches_ask_the_folder_of_the_environment(void **context)
{
    static const char *const words[] = {
        "solve",   "fanorona(width=5)", "--by",    "pn", "--position", "w1b1w/5/1b3/5/4b w",
        "--limit", "nodes=100",         "--quiet", NULL};
    struct program program;

    (void)context;
    build("fanorona(width=5)", "4");
    setenv("COPPICE_DATABASES", "/nowhere", 1);
    program_run(&program, words);
    assert_int_equal(program.status, 1);
    program_free(&program);
    setenv("COPPICE_DATABASES", folder, 1);
    program_run(&program, words);
    unsetenv("COPPICE_DATABASES");
    assert_done(&program);
    assert_contains(program.output, "White wins");
    program_free(&program);
}

static void a_kill_loses_only_the_stage_in_progress(void **context)
{
    struct program program;

    (void)context;
    program_start(&program,
                  (const char *const[]){"database", "build", "fanorona", "--pieces", "6",
                                        "--threads", "1", "--folder", folder, NULL},
                  -1);
    program_wait_for_error(&program, "1-2 2-1: finished");
    kill(program.id, SIGKILL);
    program_finish(&program);
    program_free(&program);
    run(&program, "database", "list", "fanorona", FOLDER);
    assert_done(&program);
    assert_contains(program.output, "2-1");
    program_free(&program);
    run(&program, "database", "build", "fanorona", "--pieces", "3", FOLDER);
    assert_done(&program);
    assert_string_equal(program.errors, ""); /* there was nothing left to build */
    program_free(&program);
}

static void a_full_disk_is_told_and_loses_nothing(void **context)
{
    struct rlimit old, small;
    struct program program;

    (void)context;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = old;
    small.rlim_cur = 4000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    run(&program, "database", "build", "fanorona", "--pieces", "4", "--quiet", FOLDER);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, "1-3.values");
    program_free(&program);
    run(&program, "database", "verify", "fanorona", FOLDER);
    assert_done(&program);
    assert_contains(program.output, "2-1: ");
    program_free(&program);
    build("fanorona", "4");
}

/* A file that is left out was not verified. */
static void a_damaged_file_is_no_success(void **context)
{
    char path[FOLDER_ROOM + 32];
    struct program program;

    (void)context;
    build("fanorona", "4");
    snprintf(path, sizeof path, "%s/fanorona-9x5/2-2.values", folder);
    assert_int_equal(truncate(path, 3), 0);
    run(&program, "database", "verify", "fanorona", FOLDER);
    assert_int_equal(program.status, 1);
    assert_contains(program.output, "1-3: ");
    assert_contains(program.errors, "2-2.values: this is no database file, or it is cut off\n");
    assert_contains(program.errors, "coppice: what could be read is right; the files named above");
    program_free(&program);
    run(&program, "database", "build", "fanorona", "--pieces", "4", FOLDER);
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, "2-2.values: this is no database file, or it is cut off\n");
    assert_null(strstr(program.errors, "\n\n"));
    program_free(&program);
}

/* It goes on without the file, and says which. */
static void a_search_names_the_files_that_it_cannot_use(void **context)
{
    static const char *const commands[][6] = {
        {"solve", "fanorona", "--by", "dfpn", "--limit", "nodes=10"},
        {"search", "fanorona", "--agent", "mc", "--limit", "sims=10"},
    };
    char path[FOLDER_ROOM + 32];
    struct program program;

    (void)context;
    build("fanorona", "2");
    snprintf(path, sizeof path, "%s/fanorona-9x5/1-1.values", folder);
    setenv("COPPICE_DATABASES", folder, 1);
    for (int i = 0; i < 4; i++) {
        const char *const *words = commands[i % 2];

        run(&program, words[0], words[1], words[2], words[3], words[4], words[5], "--quiet");
        assert_int_equal(program.status, i % 2 == 0 ? 1 : 0);
        if (i < 2)
            assert_string_equal(program.errors, "");
        else
            assert_contains(program.errors, "1-1.values: this is no database file");
        program_free(&program);
        if (i == 1)
            assert_int_equal(truncate(path, 3), 0);
    }
    unsetenv("COPPICE_DATABASES");
}

static void what_memory_has_no_room_for_is_built_on_the_disk(void **context)
{
    struct program program;

    (void)context;
    run(&program, "database", "build", "fanorona", "--pieces", "4", "--memory", "20K", "--quiet",
        FOLDER);
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, "build it --on-disk");
    program_free(&program);
    run(&program, "database", "build", "fanorona", "--pieces", "4", "--memory", "20K", "--on-disk",
        "--quiet", FOLDER);
    assert_done(&program);
    program_free(&program);
    run(&program, "database", "verify", "fanorona", FOLDER);
    assert_done(&program);
    assert_contains(program.output, "2-2: ");
    program_free(&program);
}

static void mistakes_are_refused_in_words(void **context)
{
    struct program program;

    (void)context;
    run(&program, "database", "burn", "fanorona");
    assert_refused(&program, 2, "build, list, verify or probe");
    run(&program, "database", "build");
    assert_refused(&program, 2, "say which game");
    run(&program, "database", "build", "fanorona");
    assert_refused(&program, 2, "--pieces 5");
    run(&program, "database", "build", "samegame", "--pieces", "3");
    assert_refused(&program, 2, "its positions have no numbers");
    run(&program, "database", "list", "fanorona", FOLDER);
    assert_refused(&program, 1, "there is no database in");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(databases_are_built_listed_verified_and_asked, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(distances_are_told_to_the_capture, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(an_unknown_position_is_no_success, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(searches_ask_the_folder_of_the_environment, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_kill_loses_only_the_stage_in_progress, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_full_disk_is_told_and_loses_nothing, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_damaged_file_is_no_success, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_search_names_the_files_that_it_cannot_use, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(what_memory_has_no_room_for_is_built_on_the_disk,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(mistakes_are_refused_in_words, make_folder, remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
