/* test_solves.c - runs that solve, and that count what databases know: right numbers where all of
 * them are known, limits that come first, files, and whoever changes them. */
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
#include "lab/experiment/plan.h"
#include "lab/report/report.h"
#include "lab/run/measure.h"
#include "lab/run/solve_measure.h"
#include "lab_check.h"

#define HEAD                                                                             \
    "id = \"test/solves\"; title = \"t\"; source = \"s\"; specification = \"x.md 1\";\n" \
    "description = \"d\"; runs = (\n"
#define BOARD "fanorona(width=3, height=3, repetition=off, quiet=0)"
#define LARGE "fanorona(width=5, height=5, repetition=off, quiet=0)"
#define COUNT(pieces, value) \
    "{ label = \"" pieces " " value "\"; count = \"positions(" pieces ", " value ")\"; }"
#define COUNTS_OF(pieces) COUNT(pieces, "win") ", " COUNT(pieces, "draw") ", " COUNT(pieces, "loss")
/* It would break the strings after a macro into pieces of three letters. */
/* clang-format off */
#define COUNTS                                                                                     \
    "{ name = \"counts\"; kind = \"counts\"; game = \"" BOARD "\"; nodes_per_second = 1e6;\n"      \
    "  counts = ( "                                                                                \
    COUNTS_OF("2") ", " COUNTS_OF("3") ", " COUNTS_OF("4") ", " COUNTS_OF("5") ", "                \
    COUNTS_OF("6") ", " COUNTS_OF("7") ", " COUNTS_OF("8") ", " COUNTS_OF("9") ",\n"               \
    "  { label = \"all 4\"; count = \"positions(4)\"; },\n"                                        \
    "  { label = \"ways 4\"; count = \"arrangements(4)\"; },\n"                                    \
    "  { label = \"folded\"; count = \"classes(1-1)\"; },\n"                                       \
    "  { label = \"unturned\"; count = \"classes(1-2, win, 3)\"; },\n"                             \
    "  { label = \"turned too\"; count = \"classes(1-2, win)\"; } );\n"                            \
    "  quick = { expected = 20000.0; }; },\n"
/* clang-format on */
#define SOLVES(solves, limit)                                                               \
    "{ name = \"small\"; kind = \"solve\"; game = \"" BOARD "\"; nodes_per_second = 1e6;\n" \
    "  curve = 16; solves = ( " solves " );\n"                                              \
    "  quick = { limit = \"" limit "\"; expected = 1000.0; }; },\n"
#define ALL                                                                                        \
    "{ label = \"0\"; by = \"pn\"; }, { label = \"5\"; by = \"pn(second=tree)\"; pieces = 5; },\n" \
    "{ label = \"d\"; by = \"dfpn\"; pieces = 3; }, { label = \"few\"; by = \"pn\"; "              \
    "limit = \"nodes=50\"; }"
#define DRAWN                                                                               \
    "{ name = \"large\"; kind = \"solve\"; game = \"" LARGE "\"; nodes_per_second = 1e6;\n" \
    "  curve = 30; solves = ( { label = \"5\"; by = \"pn(second=tree)\"; pieces = 5;\n"     \
    "    limit = \"nodes=400k, memory=64M\"; } );\n"                                        \
    "  quick = { limit = \"nodes=10k\"; expected = 1000.0; }; } );\n"
#define BEGIN "{ title = \"So\"; budgets = [\"quick\"]; claim = \""
#define REST(claim)                                                              \
    "published = ( { run = \"small\"; entrant = \"0\"; nodes = 122; },\n"        \
    "  { run = \"small\"; entrant = \"0\"; question = \"1\"; peak = 0.5; } );\n" \
    "claims = ( " VALUES NODES ENOUGH MORE LESS BEGIN claim "\"; } );\n"
#define VALUES BEGIN "value(small, 0) within [1, 1] and value(small, d) within [1, 1]\"; },\n"
#define NODES  BEGIN "nodes(small, 0) within [122, 610]\"; },\n"
#define ENOUGH BEGIN "nodes(small, few) < 1000\"; },\n"
#define MORE   BEGIN "nodes(small, few) > 40\"; },\n"
#define LESS   BEGIN "nodes(small, few) < 45\"; },\n"

static const char all[] = HEAD COUNTS SOLVES(ALL, "nodes=10k") DRAWN REST("peak(large, 5, 1) < 1");

static struct cop_interval measure(const struct cop_results *results, const char *name,
                                   const char *run, const char *of, const char *third)
{
    struct cop_measure words = {name, third[0] ? 3 : 2, {run, of, third}};

    return cop_measure_interval(results, &words);
}

static double count(const struct cop_results *results, const char *label)
{
    return measure(results, "count", "counts", label, "").value;
}

/* samegame-and-fanorona.md 3.7: of all positions of 3 x 3 points 11,113 are won, 366 drawn and
 * 7,181 lost; choosing 4 of 9 points and 14 ways to share them are 1,764. Of two stones on 3 x 3
 * points, folded by eight symmetries, there are 12 positions (corner, edge, centre and the rest).
 */
static void what_databases_know_is_counted(void **state)
{
    static const char *const values[] = {"win", "draw", "loss"};
    static const double sums[] = {11113, 366, 7181};
    struct cop_results results;

    (void)state;
    lab_run(all, &results);
    for (int v = 0; v < 3; v++) {
        double sum = 0;

        for (int pieces = 2; pieces <= 9; pieces++) {
            char label[20];

            snprintf(label, sizeof label, "%d %s", pieces, values[v]);
            sum += count(&results, label);
        }
        assert_float_equal(sum, sums[v], 0);
    }
    assert_float_equal(count(&results, "all 4"), 1764, 0);
    assert_float_equal(count(&results, "ways 4"), 1764, 0);
    assert_float_equal(count(&results, "folded"), 12, 0);
    assert_true(count(&results, "unturned") > 0 &&
                count(&results, "unturned") <= count(&results, "turned too"));
    cop_results_free(&results);
}

static void solvers_find_what_is_known(void **state)
{
    struct cop_results results;

    (void)state;
    lab_run(all, &results);
    assert_float_equal(measure(&results, "value", "small", "0", "").value, 1, 0);
    assert_float_equal(measure(&results, "value", "small", "5", "").value, 1, 0);
    assert_float_equal(measure(&results, "solved", "small", "d", "").value, 1, 0);
    assert_float_equal(measure(&results, "nodes", "small", "0", "").value, 173, 0);
    assert_float_equal(measure(&results, "nodes", "small", "0", "1").value, 173, 0);
    assert_true(measure(&results, "nodes", "small", "5", "").value < 173);
    assert_true(results.runs[1].solved[0].numbers == 0 && results.runs[1].solved[1].numbers > 0);
    assert_int_equal(results.claims[0].truth, COP_TRUE);
    assert_int_equal(results.claims[1].truth, COP_TRUE);
    cop_results_free(&results);
}

/* "More than 40" is sure, "less than 45" surely wrong; that less than 1000 are enough is not known,
 * and a lower limit would not make it known. */
static void what_a_limit_has_cut_short_is_a_lower_bound(void **state)
{
    struct cop_results results;
    struct cop_interval nodes;

    (void)state;
    lab_run(all, &results);
    nodes = measure(&results, "nodes", "small", "few", "");
    assert_float_equal(nodes.low, 50, 0);
    assert_true(isinf(nodes.high));
    assert_true(isinf(measure(&results, "total_seconds", "small", "few", "").high));
    assert_float_equal(measure(&results, "solved", "small", "few", "").value, 0, 0);
    assert_float_equal(measure(&results, "value", "small", "few", "").low, 0, 0);
    assert_float_equal(measure(&results, "value", "small", "few", "").high, 1, 0);
    assert_true(isnan(measure(&results, "peak", "small", "few", "1").value));
    assert_int_equal(results.claims[2].truth, COP_UNDECIDED);
    assert_int_equal(results.claims[3].truth, COP_TRUE);
    assert_int_equal(results.claims[4].truth, COP_FALSE);
    cop_results_free(&results);
}

/* The board of 5 x 5 points is a draw, so that "White wins" is asked first and denied. */
static void curves_are_thin_and_end_at_nought(void **state)
{
    struct cop_results results;
    const struct cop_solved *solved;
    const struct cop_question *question;

    (void)state;
    lab_run(all, &results);
    solved = &results.runs[2].solved[0];
    assert_int_equal(solved->question_count, 2);
    question = &solved->questions[0];
    assert_true(question->count >= 15 && question->count <= 31);
    assert_int_equal(cop_answered_by(question), COP_POINT_DISPROOF);
    assert_int_equal(cop_answered_by(&solved->questions[1]), -1);
    for (int i = 1; i < question->count; i++)
        assert_true(cop_point(question, i, COP_POINT_NODES) >
                    cop_point(question, i - 1, COP_POINT_NODES));
    assert_int_equal(results.claims[5].truth, COP_TRUE);
    assert_true(measure(&results, "peak", "large", "5", "1").value > 0);
    assert_float_equal(measure(&results, "value", "large", "5", "").high, 0.5, 0);
    cop_results_free(&results);
}

static void whoever_changes_a_number_is_found_out(void **state)
{
    struct cop_results results;
    struct cop_text said = COP_TEXT;

    (void)state;
    lab_run(all, &results);
    cop_results_free(&results);
    if (lab_differences(all, &said) != 0)
        fail_msg("%s", said.bytes);
    lab_change("test/solves", "\"solved\"", "\"nodes\": 173", "\"nodes\": 174");
    assert_true(lab_differences(all, &said) > 0);
    assert_non_null(strstr(said.bytes, "nodes is stored as 174, and comes out as 173"));
    cop_text_clear(&said);
    lab_change("test/solves", "\"solved\"", "\"nodes\": 174", "\"nodes\": 173");
    lab_change("test/solves", "\"all 4\": {\"count\"", "1764", "1765");
    assert_true(lab_differences(all, &said) > 0);
    assert_non_null(strstr(said.bytes, "count is stored as 1765, and comes out as 1764"));
    cop_text_free(&said);
}

/* A second run finds everything in the store. */
static void nothing_is_solved_twice(void **state)
{
    struct cop_results first, second;

    (void)state;
    lab_run(all, &first);
    lab_run(all, &second);
    assert_float_equal(first.runs[2].solved[0].seconds, second.runs[2].solved[0].seconds, 0);
    assert_int_equal(first.runs[2].solved[0].questions[0].count,
                     second.runs[2].solved[0].questions[0].count);
    cop_results_free(&first);
    cop_results_free(&second);
}

static void without_a_folder_for_databases_nothing_is_solved(void **state)
{
    struct cop_results results;
    struct cop_error error = {""};

    (void)state;
    setenv("TMPDIR", "/nowhere/at/all", 1);
    assert_false(lab_try(all, &results, &error));
    unsetenv("TMPDIR");
    assert_non_null(strstr(error.message, "a folder for databases cannot be made"));
    assert_non_null(strstr(error.message, "TMPDIR"));
    cop_results_free(&results);
}

static void a_file_that_does_not_fit_is_refused(void **state)
{
    struct cop_results results;

    (void)state;
    lab_run(all, &results);
    cop_results_free(&results);
    lab_change("test/solves", "\"asked\"", "\"proof\": [", "\"proof\": [1, ");
    assert_false(lab_load("test/solves", &results));
}

static void reports_have_the_numbers(void **state)
{
    struct cop_results results;
    struct cop_text page = COP_TEXT, notes = COP_TEXT;

    (void)state;
    lab_run(all, &results);
    cop_report_html(&results, 1, &page);
    cop_report_markdown(&results, 1, &notes);
    assert_non_null(strstr(notes.bytes, "| 0 | 1.000 | 1.000 | 122 | 173 |"));
    assert_non_null(strstr(notes.bytes, "at least 50"));
    assert_non_null(strstr(page.bytes, "large, 5, question 1</title>"));
    assert_non_null(strstr(page.bytes, "large, 5, question 2 as far as its limit</title>"));
    assert_null(strstr(page.bytes, "nan"));
    assert_null(strstr(notes.bytes, "nan"));
    cop_text_free(&page);
    cop_text_free(&notes);
    cop_results_free(&results);
}

static void slips_are_told(void **state)
{
    static const char *const slips[][2] = {
        {HEAD COUNTS SOLVES("{ label = \"a\"; by = \"auto\"; pieces = 2; }", "nodes=10k")
             DRAWN REST("solved(small, a) > 0"),
         "auto asks no databases"},
        {HEAD COUNTS SOLVES("{ label = \"0\"; by = \"guess\"; }", "nodes=10k")
             DRAWN REST("solved(small, 0) > 0"),
         "is no solver"},
        {HEAD COUNTS SOLVES(ALL, "sims=10k") DRAWN REST("solved(small, 0) > 0"),
         "limited by nodes"},
        {HEAD COUNTS SOLVES(ALL, "nodes=10k") DRAWN REST("peak(small, 0, 0) > 0"), "no question"},
        {HEAD "{ name = \"c\"; kind = \"counts\"; game = \"fanorona\"; nodes_per_second = 1e6;\n"
              "  counts = ( { label = \"x\"; count = \"classes(99-1)\"; } );\n"
              "  quick = { expected = 1.0; }; },\n" SOLVES(ALL, "nodes=10k")
                  DRAWN REST("solved(small, 0) > 0"),
         "no class of positions \"99-1\""},
        {HEAD "{ name = \"c\"; kind = \"counts\"; game = \"connect4\"; nodes_per_second = 1e6;\n"
              "  counts = ( { label = \"x\"; count = \"classes(2)\"; } );\n"
              "  quick = { expected = 1.0; }; },\n" SOLVES(ALL, "nodes=10k")
                  DRAWN REST("solved(small, 0) > 0"),
         "have no numbers"},
    };

    (void)state;
    lab_assert_refused(slips, sizeof slips / sizeof *slips);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_databases_know_is_counted),
        IN_FOLDER(solvers_find_what_is_known),
        IN_FOLDER(what_a_limit_has_cut_short_is_a_lower_bound),
        IN_FOLDER(curves_are_thin_and_end_at_nought),
        IN_FOLDER(whoever_changes_a_number_is_found_out),
        IN_FOLDER(nothing_is_solved_twice),
        IN_FOLDER(without_a_folder_for_databases_nothing_is_solved),
        IN_FOLDER(a_file_that_does_not_fit_is_refused),
        IN_FOLDER(reports_have_the_numbers),
        cmocka_unit_test(slips_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
