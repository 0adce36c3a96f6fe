/* test_proof_command.c - `coppice solve --proof` and `coppice proof check` from outside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <unistd.h>

#include "folder.h"
#include "front.h"

static void a_written_proof_is_checked_and_said_in_a_sentence(void **unused)
{
    struct program program;
    json_t *value;
    char path[64];

    (void)unused;
    write_file(path, "");
    run(&program, "solve", "fanorona(width=3, height=5)", "--by", "dfpn", "--proof", path);
    assert_done(&program);
    assert_contains(program.output, "value 1: White wins\n");
    program_free(&program);
    run(&program, "proof", "check", path);
    assert_done(&program);
    assert_contains(program.output, "this proves: White wins fanorona(width=3)\n");
    assert_contains(program.output, " positions, ");
    program_free(&program);
    run(&program, "proof", "check", path, "--json");
    assert_done(&program);
    value = read_json(program.output);
    assert_string_equal(json_string_value(json_object_get(value, "proves")),
                        "White wins fanorona(width=3)");
    assert_int_equal(json_integer_value(json_object_get(value, "claims")), 1);
    json_decref(value);
    program_free(&program);
    unlink(path);
}

static void another_position_is_part_of_the_sentence(void **unused)
{
    struct program program;
    char path[64];

    (void)unused;
    write_file(path, "");
    run(&program, "solve", "connect4(width=4, height=4)", "--moves", "abab", "--by", "pn",
        "--proof", path, "--quiet");
    assert_done(&program);
    program_free(&program);
    run(&program, "proof", "check", path);
    assert_done(&program);
    assert_contains(program.output,
                    "this proves: Yellow draws connect4(width=4, height=4) from \"");
    program_free(&program);
    unlink(path);
}

static void a_proof_by_databases_says_what_it_rests_on(void **unused)
{
    char folder[FOLDER_ROOM], path[64];
    struct program program;
    json_t *value;

    (void)unused;
    write_file(path, "");
    assert_int_equal(folder_make(folder), 0);
    run(&program, "database", "build", "fanorona(width=3, height=3)", "--pieces", "4", "--folder",
        folder, "--quiet");
    assert_done(&program);
    program_free(&program);
    setenv("COPPICE_DATABASES", folder, 1);
    run(&program, "solve", "fanorona(width=3, height=3)", "--by", "dfpn", "--proof", path);
    unsetenv("COPPICE_DATABASES");
    assert_done(&program);
    program_free(&program);
    run(&program, "proof", "check", path, "--folder", folder);
    assert_done(&program);
    assert_contains(program.output, "this proves, by the databases fanorona-3x3, 5 classes to 4 "
                                    "pieces: White wins fanorona(width=3, height=3)\n");
    program_free(&program);
    run(&program, "proof", "check", path, "--folder", folder, "--json");
    assert_done(&program);
    value = read_json(program.output);
    assert_string_equal(json_string_value(json_object_get(value, "rests_on")),
                        "the databases fanorona-3x3, 5 classes to 4 pieces");
    json_decref(value);
    program_free(&program);
    run(&program, "proof", "check", path, "--folder", "/nowhere");
    assert_refused(&program, 1, "/nowhere/fanorona-3x3/1-1.values, which is missing");
    unlink(path);
    assert_int_equal(folder_remove(folder), 0);
}

static void what_is_no_proof_is_refused_with_the_reason(void **unused)
{
    struct program program;
    char path[64];

    (void)unused;
    write_file(path, "coppice-proof 1\ngame connect4\n");
    run(&program, "proof", "check", path);
    assert_refused(&program, 1, "cut off or changed");
    unlink(path);
    run(&program, "proof", "check", path);
    assert_refused(&program, 1, path);
    run(&program, "proof", "shred", path);
    assert_refused(&program, 2, "coppice proof check FILE");
}

static void a_solver_that_writes_no_proofs_says_so_before_it_begins(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "solve", "connect4", "--proof", "/nowhere/at/all");
    assert_refused(&program, 2, "--by dfpn");
    run(&program, "solve", "fanorona(width=3, height=5)", "--position", "b2/3/3/3/2w w", "--moves",
        "c1-c2", "--by", "dfpn", "--proof", "/nowhere/at/all");
    assert_refused(&program, 2, "past");
}

/* The disk was found full only then: the value is known and told all the same. */
static void a_proof_that_cannot_be_kept_is_status_one(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "solve", "fanorona(width=3, height=3)", "--by", "dfpn", "--quiet", "--proof",
        "/dev/full");
    assert_int_equal(program.status, 1);
    assert_contains(program.output, "value 1: White wins\n");
    assert_contains(program.errors, "cannot write /dev/full: No space left on device");
    program_free(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_written_proof_is_checked_and_said_in_a_sentence),
        cmocka_unit_test(another_position_is_part_of_the_sentence),
        cmocka_unit_test(a_proof_by_databases_says_what_it_rests_on),
        cmocka_unit_test(what_is_no_proof_is_refused_with_the_reason),
        cmocka_unit_test(a_solver_that_writes_no_proofs_says_so_before_it_begins),
        cmocka_unit_test(a_proof_that_cannot_be_kept_is_status_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
