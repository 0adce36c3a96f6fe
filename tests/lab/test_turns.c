/* test_turns.c - courses by whole turns: what is counted, what is measured of it by hand-made
 * numbers, and where a course ends. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/coppice.h"
#include "lab/run/courses.h"
#include "lab/run/endings.h"
#include "lab/run/measure.h"
#include "lab_check.h"

/* -- by hand: two games of a against b -- */

enum { GAMES = 2 };

/* Of each turn: moves, outcomes, points of a and of b, pieces before it and how many it takes. */
static double first[] = {4, 1, 0, 0, 8, 1, 6, 1, 0, 0, 7, 2, 2, 1, 0, 0, 5, 0};
static double second[] = {4, 1, 0, 0, 8, 3, 3, 1, 0, 0, 5, 0};

static struct cop_interval measure(const struct cop_results *results, const char *name,
                                   const char *of)
{
    struct cop_measure words = {name, of[0] ? 2 : 1, {"m", of}};

    return cop_measure_interval(results, &words);
}

static void measures_by_hand(void **state)
{
    static double rows[GAMES * 2 * COP_MATCH_VARIABLES];
    struct cop_entrant entrants[2] = {{.label = "a"}, {.label = "b"}};
    struct cop_played courses[GAMES] = {{3, first}, {2, second}};
    struct cop_fixture_result fixture = {.entrant_count = 2,
                                         .entrants = {0, 1},
                                         .rows = rows,
                                         .is_by_turn = true,
                                         .course_count = GAMES,
                                         .courses = courses};
    struct cop_lab_run_result run = {.kind = COP_LAB_RUN_MATCH,
                                     .is_course = true,
                                     .is_by_turn = true,
                                     .factor = 1,
                                     .name = "m",
                                     .games = GAMES,
                                     .entrant_count = 2,
                                     .entrants = entrants,
                                     .fixture_count = 1,
                                     .fixtures = &fixture};
    struct cop_results results = {.run_count = 1, .runs = &run};
    struct cop_interval length;

    (void)state;
    cop_lab_add_up_games(&run, &fixture, GAMES);
    /* With more than 5 pieces: two turns and one. */
    length = measure(&results, "length_to", "5");
    assert_float_equal(length.value, 1.5, 1e-12);
    assert_float_equal((length.high - length.low) / 2, 1.959964 * 0.5, 1e-9);
    assert_float_equal(measure(&results, "length", "").value, 2.5, 1e-12);
    assert_float_equal(measure(&results, "length_to", "8").value, 0, 1e-12);
    assert_float_equal(measure(&results, "branching_to", "5").value, 14.0 / 3, 1e-12);
    assert_float_equal(measure(&results, "complexity", "5").value, 1.5 * log10(14.0 / 3), 1e-12);
    assert_float_equal(measure(&results, "complexity", "").value, 2.5 * log10(3.8), 1e-12);
    assert_true(measure(&results, "complexity", "").low < 2.5 * log10(3.8));
    assert_float_equal(measure(&results, "branching_with", "5").value, 2.5, 1e-12);
    assert_float_equal(measure(&results, "taking", "5").value, 0, 1e-12);
    assert_float_equal(measure(&results, "taking", "8").value, 1, 1e-12);
    /* Both of two: Wilson's interval begins at 2 / (2 + 1.96^2). */
    assert_float_equal(measure(&results, "taking", "8").low, 2 / (2 + 1.959964 * 1.959964), 1e-6);
    assert_float_equal(measure(&results, "taking", "8").high, 1, 1e-12);
    assert_float_equal(measure(&results, "pieces", "2").value, 6, 1e-12);
    assert_true(isnan(measure(&results, "taking", "6").value));
    cop_sample_close(&fixture.sample);
}

/* -- games -- */

#define EXPERIMENT_ON(sides, more, claim)                                                          \
    "id = \"test/turns\"; title = \"t\"; source = \"s\"; specification = \"x.md 1\";\n"            \
    "description = \"d\"; runs = ( { name = \"m\"; kind = \"course\"; " more "\n"                  \
    "  game = \"fanorona(" sides "repetition=off, quiet=90)\"; seed = 5; moves_per_game = 30.0;\n" \
    "  entrants = ( { label = \"a\"; agent = \"alphabeta(eval=material, noise=0.4)\"; },\n"        \
    "    { label = \"b\"; agent = \"alphabeta(eval=material, noise=0.3)\"; } );\n"                 \
    "  nodes_per_second = 1e6; quick = { limit = \"depth=2\"; games = 12; expected = 50.0; };\n"   \
    "  } );\n"                                                                                     \
    "claims = ( { title = \"So\"; claim = \"" claim "\"; budgets = [\"quick\"]; } );\n"

#define EXPERIMENT(more, claim) EXPERIMENT_ON("", more, claim)
#define SMALL(more)             EXPERIMENT_ON("width=5, height=5, ", more, "branching(m, 1) within [5, 5]")

static const char turns[] = EXPERIMENT("turns = true;", "branching(m, 1) within [5, 5]");
static const char small[] = SMALL("turns = true;");
static const char until[] = SMALL("turns = true; until_repeat = true;");

/* The start of 5 x 9 points has 44 stones and five turns (samegame-and-fanorona.md 3.6), each of
 * which takes something; whatever a turn takes is missing before the next. */
static void turns_are_seen_whole(void **state)
{
    struct cop_results results;
    struct cop_text said = COP_TEXT;
    const struct cop_fixture_result *fixture;

    (void)state;
    lab_run(turns, &results);
    assert_int_equal(results.claims[0].truth, COP_TRUE);
    fixture = &results.runs[0].fixtures[0];
    for (int i = 0; i < fixture->course_count; i++) {
        assert_float_equal(cop_ply_value(fixture, i, 1, cop_ply_pieces(fixture)), 44, 0);
        assert_true(cop_ply_value(fixture, i, 1, cop_ply_taken(fixture)) > 0);
        for (int ply = 1; ply < fixture->courses[i].plies; ply++)
            assert_float_equal(cop_ply_value(fixture, i, ply, cop_ply_pieces(fixture)) -
                                   cop_ply_value(fixture, i, ply, cop_ply_taken(fixture)),
                               cop_ply_value(fixture, i, ply + 1, cop_ply_pieces(fixture)), 0);
    }
    cop_results_free(&results);
    if (lab_differences(turns, &said) != 0)
        fail_msg("%s", said.bytes);
    cop_text_free(&said);
}

static void whoever_changes_pieces_is_found_out(void **state)
{
    struct cop_results results;
    struct cop_text said = COP_TEXT;

    (void)state;
    lab_run(turns, &results);
    cop_results_free(&results);
    lab_change("test/turns", "\"pieces\"", "[44, ", "[45, ");
    assert_true(lab_differences(turns, &said) > 0);
    assert_non_null(strstr(said.bytes, "number 1 of pieces is stored as 45, and comes out as 44"));
    cop_text_free(&said);
}

/* The same games, looked at no longer than until a position comes back: none gets longer, and some
 * that were played on get shorter. */
static void a_course_ends_where_a_position_comes_back(void **state)
{
    struct cop_results whole, cut;
    struct cop_text said = COP_TEXT;
    int shorter = 0;

    (void)state;
    lab_run(small, &whole);
    lab_run(until, &cut);
    for (int i = 0; i < 12; i++) {
        int before = whole.runs[0].fixtures[0].courses[i].plies;
        int after = cut.runs[0].fixtures[0].courses[i].plies;

        assert_true(after <= before && after > 0);
        shorter += after < before;
    }
    assert_true(shorter > 0);
    assert_true(lab_differences(small, &said) > 0);
    assert_non_null(strstr(said.bytes, "whether a repetition ends a course"));
    cop_text_free(&said);
    cop_results_free(&whole);
    cop_results_free(&cut);
}

static void slips_are_told(void **state)
{
    static const char *const slips[][2] = {
        {EXPERIMENT("", "pieces(m, 2) > 0"), "needs turns = true"},
        {EXPERIMENT("turns = true;", "length_to(m, two) > 0"), "no number of pieces"},
        {EXPERIMENT("turns = 1;", "length(m) > 0"), "turns is true or false"},
    };

    (void)state;
    lab_assert_refused(slips, sizeof slips / sizeof *slips);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measures_by_hand),
        IN_FOLDER(turns_are_seen_whole),
        IN_FOLDER(whoever_changes_pieces_is_found_out),
        IN_FOLDER(a_course_ends_where_a_position_comes_back),
        cmocka_unit_test(slips_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
