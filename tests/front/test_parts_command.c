/* test_parts_command.c - `coppice parts` from outside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "front.h"

/* S01 of annex C: worth 10.5 or 11.5 to White. */
static const char sum[] = "x1Bxxx1x2/Wxxxx2x2/2x2x3x/1xxWxxxxx1/1xxxWxx1xx/xx1xxxxx2/xx2xBxx2/"
                          "1xxxx1xxx1/1B1xxx1BxW/3x2xx1x w";

static void parts_are_listed_the_hottest_first(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "parts", "amazons(width=8, height=1)", "--position", "W3Bx1W w", "--quiet");
    assert_done(&program);
    assert_contains(program.output, "White to move: 2 parts");
    assert_contains(program.output, "   1      3  both");
    assert_contains(program.output, "   2      1  White");
    assert_contains(program.output, "All means together: +1 for White");
    program_free(&program);
}

static void numbers_are_for_programs_too(void **unused)
{
    struct program program;
    json_t *answer, *parts;
    double means = 0;

    (void)unused;
    run(&program, "parts", "list", "amazons", "--position", sum, "--json", "--quiet");
    assert_done(&program);
    answer = read_json(program.output);
    parts = json_object_get(answer, "parts");
    assert_int_equal(json_array_size(parts), 4);
    for (size_t i = 0; i < 4; i++) {
        json_t *part = json_array_get(parts, i), *values = json_object_get(part, "values");

        assert_string_equal(json_string_value(json_object_get(part, "heat")), "exact");
        assert_int_equal(json_array_size(json_object_get(part, "walls")), 2);
        assert_int_equal(json_array_size(json_object_get(part, "best")), 2);
        means += json_number_value(json_object_get(part, "mean"));
        /* All are whole numbers here: who begins is half a move behind. */
        assert_true(json_number_value(json_array_get(values, 0)) + 1 ==
                    json_number_value(json_array_get(values, 1)));
    }
    assert_true(means == 11);
    json_decref(answer);
    program_free(&program);
}

static void what_takes_too_long_is_about_right_or_unknown(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "parts", "amazons(width=6, height=4)", "--position", "5B/6/6/W5 w", "--limit",
        "nodes=100000", "--values=off", "--quiet");
    assert_int_equal(program.status, 1);
    assert_contains(program.output, "~");
    program_free(&program);
    run(&program, "parts", "amazons(width=6, height=4)", "--position", "5B/6/6/W5 w", "--limit",
        "nodes=1", "--values=off", "--quiet");
    assert_int_equal(program.status, 1);
    assert_contains(program.output, "?");
    program_free(&program);
}

static void a_picture_has_the_walls(void **unused)
{
    char path[] = "/tmp/coppice-heat-XXXXXX", text[4096];
    int file = mkstemp(path);
    struct program program;
    FILE *picture;

    (void)unused;
    assert_true(file >= 0);
    close(file);
    run(&program, "parts", "amazons(width=5, height=1)", "--position", "W3B w", "--svg", path,
        "--quiet");
    assert_done(&program);
    program_free(&program);
    picture = fopen(path, "r");
    assert_non_null(picture);
    text[fread(text, 1, sizeof text - 1, picture)] = '\0';
    fclose(picture);
    assert_contains(text, "<svg");
    assert_contains(text, "part 1: mean 0, temperature 2");
    assert_contains(text, "</svg>");
    unlink(path);
}

static void mistakes_are_told(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "parts", "othello");
    assert_refused(&program, 2, "othello does not fall into parts");
    run(&program, "parts", "amazons(passes=1)");
    assert_refused(&program, 2, "a pass is a move in no part");
    run(&program, "parts", "amazons", "--delta", "0.3");
    assert_refused(&program, 2, "in steps of 1, 0.5, 0.25");
    run(&program, "parts", "amazons", "--limit", "depth=3");
    assert_refused(&program, 2, "do not limit thermographs");
    run(&program, "parts", "amazons", "--position", "nonsense");
    assert_refused(&program, 2, "amazons");
    run(&program, "parts");
    assert_refused(&program, 2, "which game?");
    run(&program, "parts", "tear", "amazons");
    assert_refused(&program, 2, "'tear' is nothing to do with parts");
    run(&program, "parts", "amazons(width=3, height=1)", "--position", "W1B w", "--svg",
        "/nowhere/heat.svg", "--quiet");
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, "/nowhere/heat.svg");
    program_free(&program);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_listed_the_hottest_first),
        cmocka_unit_test(numbers_are_for_programs_too),
        cmocka_unit_test(what_takes_too_long_is_about_right_or_unknown),
        cmocka_unit_test(a_picture_has_the_walls),
        cmocka_unit_test(mistakes_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
