/* test_courses.c - games looked at ply by ply: what is seen, what is measured of it by hand-made
 * numbers, that files keep it, and that whoever changes it is found out. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "coppice/coppice.h"
#include "lab/report/report.h"
#include "lab/run/courses.h"
#include "lab/run/endings.h"
#include "lab/run/measure.h"
#include "lab_check.h"

/* -- by hand: four games of a against b -- */

enum { GAMES = 4, PLY_WIDTH = COP_PLY_VARIABLES + 2 };

/* Of each ply: moves, outcomes, points of a and of b. */
static double first[] = {4, 5, 0, 0, 3, 4, 1, 0, 1, 1, 1, 3};
static double second[] = {4, 5, 2, 0, 1, 3, 2, 1};
static double third[] = {4, 5, 0, 0, 5, 4, 3, 0, 3, 2, 3, 1};
static double fourth[] = {4, 5, 1, 1, 3, 3, 1, 2};

struct by_hand {
    struct cop_entrant entrants[2];
    struct cop_played courses[GAMES];
    struct cop_fixture_result fixture;
    struct cop_lab_run_result run;
    struct cop_results results;
};

static void open_by_hand(struct by_hand *hand)
{
    static double rows[GAMES * 2 * COP_MATCH_VARIABLES];

    *hand = (struct by_hand){.entrants = {{.label = "a"}, {.label = "b"}},
                             .courses = {{3, first}, {2, second}, {3, third}, {2, fourth}}};
    hand->fixture = (struct cop_fixture_result){.entrant_count = 2,
                                                .entrants = {0, 1},
                                                .rows = rows,
                                                .course_count = GAMES,
                                                .courses = hand->courses};
    hand->run = (struct cop_lab_run_result){.kind = COP_LAB_RUN_MATCH,
                                            .is_course = true,
                                            .factor = 2,
                                            .name = "m",
                                            .games = GAMES,
                                            .entrant_count = 2,
                                            .entrants = hand->entrants,
                                            .fixture_count = 1,
                                            .fixtures = &hand->fixture};
    hand->results = (struct cop_results){.run_count = 1, .runs = &hand->run};
    for (int i = 0; i < GAMES; i++) { /* a wins the games with three plies */
        rows[2 * i * COP_MATCH_VARIABLES + COP_MATCH_PAYOFF] = i % 2 == 0;
        rows[(2 * i + 1) * COP_MATCH_VARIABLES + COP_MATCH_PAYOFF] = i % 2 == 1;
    }
    cop_lab_add_up_games(&hand->run, &hand->fixture, GAMES);
}

static void assert_measure(struct by_hand *hand, struct cop_measure measure, double value,
                           double deviation)
{
    struct cop_interval interval = cop_measure_interval(&hand->results, &measure);

    assert_float_equal(interval.value, value, 1e-12);
    assert_float_equal((interval.high - interval.low) / 2, 1.959964 * deviation, 1e-9);
}

static void measures_by_hand(void **state)
{
    struct by_hand hand;
    struct cop_measure length = {"length", 1, {"m"}}, score = {"score", 2, {"m", "a"}};

    (void)state;
    open_by_hand(&hand);
    /* 3, 2, 3, 2: mean 2.5, variance 1/3, of the mean 1/12 */
    assert_measure(&hand, length, 2.5, sqrt(1.0 / 12));
    assert_measure(&hand, (struct cop_measure){"longest", 1, {"m"}}, 3, 0);
    assert_measure(&hand, (struct cop_measure){"branching", 2, {"m", "1"}}, 4, 0);
    /* 3, 1, 5, 3: mean 3, squares 0 + 4 + 4 + 0 */
    assert_measure(&hand, (struct cop_measure){"branching", 2, {"m", "2"}}, 3,
                   sqrt(8.0 / (GAMES * (GAMES - 1))));
    /* At ply 3 only two games, 1 and 3: squares 1 + 1 */
    assert_measure(&hand, (struct cop_measure){"branching", 2, {"m", "3"}}, 2, sqrt(2.0 / (2 * 1)));
    /* All plies: 8, 5, 12, 7 moves in 3, 2, 3, 2 plies: 32 / 10; what is left over is
     * -1.6, -1.4, 2.4, 0.6, each times 4 / 10: squares 0.16 * 10.64 */
    assert_measure(&hand, (struct cop_measure){"branching", 1, {"m"}}, 3.2,
                   sqrt(0.16 * 10.64 / (GAMES * (GAMES - 1))));
    /* 10, 8, 11, 8 outcomes: 37 / 10 */
    assert_float_equal(
        cop_measure_interval(&hand.results, &(struct cop_measure){"chances", 1, {"m"}}).value, 3.7,
        1e-12);
    /* (3.2 * 3.7 * 2)^3 */
    assert_float_equal(
        cop_measure_interval(&hand.results, &(struct cop_measure){"states", 2, {"m", "3"}}).value,
        3 * log10(3.2 * 3.7 * 2), 1e-12);
    /* Points of a after ply 2: 1, 2, 3, 1; leads 1, 1, 3, -1 */
    assert_measure(&hand, (struct cop_measure){"points", 3, {"m", "a", "2"}}, 1.75,
                   sqrt(2.75 / (GAMES * (GAMES - 1))));
    assert_measure(&hand, (struct cop_measure){"lead", 3, {"m", "a", "2"}}, 1,
                   sqrt(8.0 / (GAMES * (GAMES - 1))));
    assert_true(
        isnan(cop_measure_interval(&hand.results, &(struct cop_measure){"branching", 2, {"m", "4"}})
                  .value));
    /* a wins the long games and no other */
    assert_float_equal(cop_measure_correlation(&hand.results, &length, &score), 1, 1e-9);
    /* One game alone has no error to tell, so it can be anything. */
    hand.courses[2].plies = 2;
    assert_true(
        isinf(cop_measure_interval(&hand.results, &(struct cop_measure){"branching", 2, {"m", "3"}})
                  .high));
    cop_sample_close(&hand.fixture.sample);
}

/* The error of the logarithm follows from those of both means, which go together. */
static void an_estimate_of_states_has_the_error_of_its_means(void **state)
{
    struct by_hand hand;
    struct cop_measure states = {"states", 2, {"m", "2"}}, branching = {"branching", 1, {"m"}},
                       chances = {"chances", 1, {"m"}};
    struct cop_interval all, moves, outcomes;
    double left, right, together;

    (void)state;
    open_by_hand(&hand);
    all = cop_measure_interval(&hand.results, &states);
    moves = cop_measure_interval(&hand.results, &branching);
    outcomes = cop_measure_interval(&hand.results, &chances);
    left = (moves.high - moves.value) / moves.value;
    right = (outcomes.high - outcomes.value) / outcomes.value;
    together = cop_measure_correlation(&hand.results, &branching, &chances);
    assert_float_equal(
        all.high - all.value,
        2 / log(10) * sqrt(left * left + right * right + 2 * together * left * right), 1e-6);
    cop_sample_close(&hand.fixture.sample);
}

/* -- in files -- */

#define EXPERIMENT(kind, claim, row)                                                           \
    "id = \"test/plies\";\ntitle = \"Plies\";\nsource = \"Table 0\";\n"                        \
    "specification = \"none\";\ndescription = \"Nothing.\";\nruns = (\n"                       \
    "{ name = \"match\"; kind = \"" kind "\"; game = \"ontop\"; moves_per_game = 16.0;\n"      \
    "  sims_per_second = 1e5; entrants = ( { label = \"a\"; agent = \"random\"; },\n"          \
    "  { label = \"b\"; agent = \"random\"; } ); quick = { limit = \"sims=1\"; games = 8; }; " \
    "} );\npublished = ( { run = \"match\"; " row " } );\n"                                    \
    "claims = ( { title = \"So\"; claim = \"" claim "\"; budgets = [\"quick\"]; } );\n"

static const char plies[] =
    EXPERIMENT("course", "branching(match, 1) within [24, 24]", "ply = \"2\"; branching = 28.7;");

/* In OnTop a tile of one of five types is drawn before the first ply, which has 24 moves, and the
 * points after the last ply are the result. */
static void plies_are_seen_as_they_were_played(void **state)
{
    struct cop_results results;
    const struct cop_fixture_result *fixture;

    (void)state;
    lab_run(plies, &results);
    fixture = &results.runs[0].fixtures[0];
    assert_int_equal(fixture->course_count, 8);
    for (int i = 0; i < 8; i++) {
        assert_true(fixture->courses[i].plies >= 26 && fixture->courses[i].plies <= 34);
        assert_float_equal(cop_ply_value(fixture, i, 1, COP_PLY_MOVES), 24, 0);
        assert_float_equal(cop_ply_value(fixture, i, 1, COP_PLY_OUTCOMES), 5, 0);
        assert_float_equal(cop_ply_value(fixture, i, 1, COP_PLY_VARIABLES), -20, 0);
    }
    assert_int_equal(results.claims[0].truth, COP_TRUE);
    assert_string_equal(results.values[0].of, "2");
    assert_true(results.values[0].measured.value > 20 && results.values[0].measured.value < 36);
    cop_results_free(&results);
}

static void courses_are_written_and_read(void **state)
{
    struct cop_results made, read;
    struct cop_text said = COP_TEXT;

    (void)state;
    lab_run(plies, &made);
    assert_true(lab_load("test/plies", &read));
    assert_true(read.runs[0].is_course && cop_results_are_whole(&read));
    assert_int_equal(made.runs[0].measured_count, read.runs[0].measured_count);
    for (int i = 0; i < 8; i++) {
        const struct cop_played *left = &made.runs[0].fixtures[0].courses[i];
        const struct cop_played *right = &read.runs[0].fixtures[0].courses[i];

        assert_int_equal(left->plies, right->plies);
        assert_memory_equal(left->values, right->values,
                            (size_t)left->plies * PLY_WIDTH * sizeof(double));
    }
    assert_int_equal(lab_differences(plies, &said), 0);
    cop_text_free(&said);
    cop_results_free(&made);
    cop_results_free(&read);
}

static void reports_draw_lines_by_ply(void **state)
{
    struct cop_results results;
    struct cop_text page = COP_TEXT, notes = COP_TEXT;

    (void)state;
    lab_run(plies, &results);
    cop_report_html(&results, 1, &page);
    assert_non_null(strstr(page.bytes, "match, legal moves by ply</title>"));
    assert_non_null(strstr(page.bytes, "match, lead in points by ply</title>"));
    assert_null(strstr(page.bytes, "nan"));
    assert_null(strstr(page.bytes, "\"inf"));
    cop_report_markdown(&results, 1, &notes);
    assert_non_null(strstr(notes.bytes, "| branching 2 | 28.7 |"));
    assert_non_null(strstr(notes.bytes, "| length |"));
    cop_text_free(&page);
    cop_text_free(&notes);
    cop_results_free(&results);
}

static void a_changed_ply_is_found_out(void **state)
{
    struct cop_results results;
    struct cop_text said = COP_TEXT;

    (void)state;
    lab_run(plies, &results);
    cop_results_free(&results);
    lab_change("test/plies", "\"courses\"", "[24, ", "[22, ");
    assert_true(lab_differences(plies, &said) > 0);
    assert_non_null(strstr(said.bytes, "number 1 of moves is stored as 22, and comes out as 24"));
    cop_text_free(&said);
}

static void a_file_whose_games_do_not_fit_is_refused(void **state)
{
    struct cop_results results;

    (void)state;
    lab_run(plies, &results);
    cop_results_free(&results);
    lab_change("test/plies", "\"outcomes\"", "[5, ", "[");
    assert_false(lab_load("test/plies", &results));
}

/* What a match has stored is enough: nothing is played again. */
static void a_stored_match_can_be_looked_at_later(void **state)
{
    static const char match[] =
        EXPERIMENT("match", "score(match, a) >= 0", "entrant = \"a\"; score = 0.5;");
    struct cop_results before, after;

    (void)state;
    lab_run_as("before", match, &before);
    lab_run(plies, &after);
    assert_int_equal(after.maker_count, 1);
    assert_string_equal(after.makers[0].command, "before");
    assert_true(after.runs[0].fixtures[0].courses[7].plies > 0);
    cop_results_free(&before);
    cop_results_free(&after);
}

static void slips_about_plies_are_told(void **state)
{
    static const char *const slips[][2] = {
        {EXPERIMENT("match", "length(match) > 0", "entrant = \"a\"; score = 0.5;"),
         "needs a run of the kind \"course\""},
        {EXPERIMENT("course", "branching(match, 0) > 0", "entrant = \"a\"; score = 0.5;"),
         "\"0\" is no ply"},
        {EXPERIMENT("course", "branching(match, two) > 0", "entrant = \"a\"; score = 0.5;"),
         "\"two\" is no ply"},
        {EXPERIMENT("course", "lead(match, c, 3) > 0", "entrant = \"a\"; score = 0.5;"),
         "no entrant"},
        {EXPERIMENT("course", "longest(match) > 0", "entrant = \"a\"; score = 0.5;"),
         "gets easier"},
        {EXPERIMENT("curse", "length(match) > 0", "entrant = \"a\"; score = 0.5;"), "kind must be"},
    };

    (void)state;
    lab_assert_refused(slips, sizeof slips / sizeof *slips);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measures_by_hand),
        cmocka_unit_test(an_estimate_of_states_has_the_error_of_its_means),
        IN_FOLDER(plies_are_seen_as_they_were_played),
        IN_FOLDER(courses_are_written_and_read),
        IN_FOLDER(reports_draw_lines_by_ply),
        IN_FOLDER(a_changed_ply_is_found_out),
        IN_FOLDER(a_file_whose_games_do_not_fit_is_refused),
        IN_FOLDER(a_stored_match_can_be_looked_at_later),
        cmocka_unit_test(slips_about_plies_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
