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

/* The file has these words so many times. */
static void assert_file_has(const char *path, const char *words, int times)
{
    static char text[1 << 16];
    FILE *file = fopen(path, "r");
    int count = 0;

    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    for (const char *at = text; (at = strstr(at, words)) != NULL; at++)
        count++;
    assert_int_equal(count, times);
}

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
        "nodes=12000", "--values=off", "--quiet");
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

/* 10 moves of a tournament game on a small board; then what it gave, joined. */
static void parts_are_cut_and_joined(void **unused)
{
    char games[64], parts[64];
    struct program program;

    (void)unused;
    write_file(games, "# name and moves\n"
                      "one a1a2-b3 d4d3-c3 a2a1-b2 d3d2-c2\n"
                      "two a1a2-b3 d4d3-c3 a2a1-b2 d3d2-c2\n");
    run(&program, "parts", "cut", "amazons(size=4)", "--games", games, "--quiet");
    assert_done(&program);
    program_free(&program);
    write_file(parts, "p W1Bxx/xxxxx/xxxxx/xxxxx/xxxxx w\nq W2Bx/xxxxx/xxxxx/xxxxx/xxxxx b\n");
    run(&program, "parts", "join", "amazons(size=5)", "--from", parts, "--count", "3", "--seed",
        "2");
    assert_done(&program);
    assert_contains(program.output, "1:q+p ");
    assert_contains(program.output, "3:q+p ");
    program_free(&program);
    unlink(games);
    unlink(parts);
}

/* Each sum twice, with names of their own, or for the second player only. */
static void sums_are_joined_for_either_side_to_begin(void **unused)
{
    char parts[64];
    struct program program;

    (void)unused;
    write_file(parts, "p W1Bxx/xxxxx/xxxxx/xxxxx/xxxxx w\nq W2Bx/xxxxx/xxxxx/xxxxx/xxxxx b\n");
    run(&program, "parts", "join", "amazons(size=5)", "--from", parts, "--count", "1", "--turn",
        "both");
    assert_done(&program);
    assert_contains(program.output, "1.1:q+p ");
    assert_contains(program.output, " w\n1.2:q+p ");
    assert_contains(program.output, " b\n");
    program_free(&program);
    run(&program, "parts", "join", "amazons(size=5)", "--from", parts, "--count", "1", "--turn",
        "second");
    assert_done(&program);
    assert_contains(program.output, "1:q+p ");
    assert_contains(program.output, " b\n");
    program_free(&program);
    run(&program, "parts", "join", "amazons(size=5)", "--from", parts, "--turn", "third");
    assert_refused(&program, 2, "third");
    unlink(parts);
}

/* a is 2 moves of White's, b is 1* and c is -2* (amazons-endgame-and-books.md 4.5): a+c is even but
 * for who begins, 0.5 points, b+c is -1 and worth up to 1.5, a+b is 3*. */
static void only_balanced_sums_are_joined(void **unused)
{
    char parts[64];
    struct program program;

    (void)unused;
    write_file(parts, "a 2WBxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx w\n"
                      "b 1W1Bxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx w\n"
                      "c W1B2x/xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx w\n");
    run(&program, "parts", "join", "amazons(size=6)", "--from", parts, "--count", "20", "--balance",
        "0.5");
    assert_done(&program);
    assert_contains(program.output, "20:c+a ");
    assert_null(strchr(program.output, 'b'));
    assert_contains(program.errors, "20 sums; ");
    assert_null(strstr(program.errors, "; 0 others"));
    assert_contains(program.errors, " 0 not solved within the limit");
    program_free(&program);
    run(&program, "parts", "join", "amazons(size=6)", "--from", parts, "--count", "20", "--quiet",
        "--balance", "1.5", "--limit", "nodes=10k");
    assert_done(&program);
    assert_contains(program.output, ":c+a ");
    assert_contains(program.output, ":c+b ");
    assert_null(strstr(program.output, "a+b"));
    assert_null(strstr(program.output, "b+a"));
    assert_string_equal(program.errors, "");
    program_free(&program);
    run(&program, "parts", "join", "amazons(size=6)", "--from", parts, "--balance", "0.25");
    assert_refused(&program, 1, "none of 10000 sums was what was asked for");
    run(&program, "parts", "join", "amazons(size=6)", "--from", parts, "--limit", "nodes=10k");
    assert_refused(&program, 2, "give --balance too, such as 1.5");
    run(&program, "parts", "join", "amazons(size=6)", "--from", parts, "--balance", "1", "--limit",
        "sims=10");
    assert_refused(&program, 2, "nodes=1M, or a time such as 1s");
    run(&program, "parts", "join", "amazons(size=6)", "--from", parts, "--balance", "-1");
    assert_refused(&program, 2, "balance");
    unlink(parts);
}

/* Sums are played from, each with the sides exchanged, and the games are cut again. */
static void matches_start_from_sums(void **unused)
{
    static const char one[] = "W3Bx/xxxxxx/W2Bxx/xxxxxx/xxxxxx/xxxxxx w";
    static const char other[] = "xxxxxx/W3Bx/xxxxxx/xxW2B/xxxxxx/xxxxxx b";
    char list[64], games[64];
    struct program program;
    json_t *answer;

    (void)unused;
    write_file(list, "# two sums\none W3Bx/xxxxxx/W2Bxx/xxxxxx/xxxxxx/xxxxxx w\n"
                     "other xxxxxx/W3Bx/xxxxxx/xxW2B/xxxxxx/xxxxxx b\n");
    write_file(games, "");
    run(&program, "match", "amazons(size=6)", "hotstrat", "random", "--starts", list, "--games",
        "4", "--limit", "nodes=500", "--sgf", games, "--quiet", "--json");
    assert_done(&program);
    answer = read_json(program.output);
    json_decref(answer);
    program_free(&program);
    run(&program, "parts", "cut", "amazons(size=6)", "--games", games, "--least", "1", "--quiet");
    assert_done(&program);
    program_free(&program);
    run(&program, "show", "--sgf", games);
    assert_done(&program);
    program_free(&program);
    assert_file_has(games, one, 2);
    assert_file_has(games, other, 2);
    write_file(list, "over xxxxxx/xxxxxx/WBxxxx/xxxxxx/xxxxxx/xxxxxx w\n");
    run(&program, "match", "amazons(size=6)", "hotstrat", "random", "--starts", list, "--games",
        "2", "--limit", "nodes=500");
    assert_refused(&program, 2, "start 1: the game is over");
    unlink(list);
    write_file(list, "# nothing\n");
    run(&program, "match", "amazons(size=6)", "hotstrat", "random", "--starts", list, "--games",
        "2", "--limit", "nodes=500");
    assert_refused(&program, 2, "has no lines of a name and a position");
    unlink(list);
    unlink(games);
}

static void tables_are_built_verified_and_asked(void **unused)
{
    char folder[] = "/tmp/coppice-heat-XXXXXX", path[80];
    struct program program;

    (void)unused;
    assert_non_null(mkdtemp(folder));
    run(&program, "parts", "verify", "amazons", "--folder", folder, "--quiet");
    assert_refused(&program, 1, "there are no tables of thermographs of amazons");
    run(&program, "parts", "build", "amazons", "--cells", "4", "--folder", folder);
    assert_done(&program);
    assert_contains(program.errors, "3 cells: 11 parts");
    program_free(&program);
    run(&program, "parts", "verify", "amazons", "--sample", "1", "--folder", folder, "--quiet");
    assert_done(&program);
    assert_contains(program.output, "287 parts have their thermographs");
    program_free(&program);
    run(&program, "parts", "amazons(width=4, height=1)", "--position", "W2B w", "--folder", folder,
        "--limit", "nodes=1", "--quiet", "--values=off");
    assert_done(&program);
    program_free(&program);
    run(&program, "parts", "build", "othello", "--folder", folder);
    assert_refused(&program, 2, "othello does not fall into parts");
    run(&program, "parts", "build", "amazons", "--cells", "11");
    assert_refused(&program, 2, "cells");
    run(&program, "parts", "build");
    assert_refused(&program, 2, "say which game: coppice parts build GAME");
    for (int cells = 3; cells <= 4; cells++) {
        snprintf(path, sizeof path, "%s/amazons-heat/parts-%d.heat", folder, cells);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/amazons-heat", folder);
    rmdir(path);
    rmdir(folder);
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
    run(&program, "parts", "cut", "amazons");
    assert_refused(&program, 2, "say which games: --games FILE");
    run(&program, "parts", "cut");
    assert_refused(&program, 2, "say which game: coppice parts cut GAME");
    run(&program, "parts", "cut", "amazons", "--games", "/nowhere/games.sgf");
    assert_refused(&program, 1, "/nowhere/games.sgf");
    run(&program, "parts", "join", "amazons");
    assert_refused(&program, 2, "say which game and which parts");
    run(&program, "parts", "join", "othello", "--from", "/nowhere/parts");
    assert_refused(&program, 2, "no parts can be joined in othello");
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
        cmocka_unit_test(parts_are_cut_and_joined),
        cmocka_unit_test(sums_are_joined_for_either_side_to_begin),
        cmocka_unit_test(only_balanced_sums_are_joined),
        cmocka_unit_test(matches_start_from_sums),
        cmocka_unit_test(tables_are_built_verified_and_asked),
        cmocka_unit_test(mistakes_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
