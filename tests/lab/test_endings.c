/* test_endings.c - how games ended: what is kept of it, what is measured, and that whoever changes
 * it in a file is found out. */
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

#include "base/allocate.h"
#include "lab/report/report.h"
#include "lab/run/endings.h"
#include "lab/run/files.h"
#include "lab/run/measure.h"
#include "lab_check.h"

/* -- by hand -- */

/* Ten games of a against b: who won, and by which phrase. */
static const struct {
    int winner; /* 2: drawn */
    const char *phrase;
} played[10] = {{0, "early"}, {0, "full"},  {0, "full"}, {0, "early"}, {0, "full"},
                {0, "full"},  {1, "early"}, {1, "full"}, {2, "full"},  {2, NULL}};

static void fill_by_hand(struct cop_lab_run_result *run, struct cop_fixture_result *fixture)
{
    fixture->rows = cop_allocate(10 * 2 * COP_MATCH_VARIABLES * sizeof(double));
    fixture->endings = cop_allocate(10 * sizeof(int));
    for (int i = 0; i < 10; i++) {
        for (int seat = 0; seat < 2; seat++) {
            double *own = fixture->rows + (ptrdiff_t)(2 * i + seat) * COP_MATCH_VARIABLES;

            own[COP_MATCH_WINS] = played[i].winner == seat;
            own[COP_MATCH_PAYOFF] = played[i].winner == 2 ? 0.5 : played[i].winner == seat;
        }
        fixture->endings[i] = cop_lab_note_ending(run, played[i].phrase);
    }
    cop_lab_add_up_games(run, fixture, 10);
}

static void assert_interval(struct cop_results *results, struct cop_measure measure, double low,
                            double value, double high)
{
    struct cop_interval interval = cop_measure_interval(results, &measure);

    assert_float_equal(interval.value, value, 1e-12);
    assert_float_equal(interval.low, low, 5e-5);
    assert_float_equal(interval.high, high, 5e-5);
}

/* Wilson's interval of k out of n: (p + z2/2n -+ z sqrt(p(1-p)/n + z2/4n2)) / (1 + z2/n), where
 * z2 = 3.8415. For 2 of 6 the middle is 0.6535/1.6402 = 0.3984, the reach 0.4947/1.6402 = 0.3016;
 * for 3 of 10 the middle 0.4921/1.3841 = 0.3555, the reach 0.3429/1.3841 = 0.2477. */
static void shares_of_endings_by_hand(void **state)
{
    struct cop_entrant entrants[2] = {{.label = "a"}, {.label = "b"}};
    struct cop_fixture_result fixture = {.entrant_count = 2, .entrants = {0, 1}};
    struct cop_lab_run_result run = {.kind = COP_LAB_RUN_MATCH,
                                     .name = "m",
                                     .entrant_count = 2,
                                     .entrants = entrants,
                                     .fixture_count = 1,
                                     .fixtures = &fixture};
    struct cop_results results = {.run_count = 1, .runs = &run};
    struct cop_measure early = {"ended", 2, {"m", "early"}}, full = {"ended", 2, {"m", "full"}};
    struct cop_measure nobody = {"ended", 2, {"m", "earyl"}};
    struct cop_measure own = {"won_by", 3, {"m", "a", "early"}};

    (void)state;
    fill_by_hand(&run, &fixture);
    assert_int_equal(run.ending_count, 2);
    assert_interval(&results, early, 0.1078, 0.3, 0.6032);
    assert_interval(&results, own, 0.0968, 2.0 / 6, 0.7000);
    assert_interval(&results, (struct cop_measure){"won_by", 3, {"m", "b", "full"}}, 0.0945, 0.5,
                    0.9055);
    assert_true(isnan(cop_measure_interval(&results, &nobody).value)); /* a slip of the pen */
    /* covariance -0.3 * 0.6, variances 0.3 * 0.7 and 0.6 * 0.4 */
    assert_float_equal(cop_measure_correlation(&results, &early, &full), -0.18 / sqrt(0.21 * 0.24),
                       1e-9);
    assert_true(fabs(cop_measure_correlation(&results, &early, &own)) > 0.5);
    for (int i = 0; i < run.ending_count; i++)
        free(run.endings[i]);
    free(run.endings);
    free(fixture.rows);
    free(fixture.endings);
    cop_sample_close(&fixture.sample);
}

/* -- in files -- */

#define EXPERIMENT(claim, row)                                                                   \
    "id = \"test/ends\";\ntitle = \"Ends\";\nsource = \"Table 0\";\n"                            \
    "specification = \"none\";\ndescription = \"Nothing.\";\nruns = (\n"                         \
    "{ name = \"match\"; game = \"connect4(width=4, height=4)\"; moves_per_game = 8.0;\n"        \
    "  sims_per_second = 1e5; entrants = ( { label = \"a\"; agent = \"random\"; },\n"            \
    "  { label = \"b\"; agent = \"random\"; } ); quick = { limit = \"sims=1\"; games = 24; };\n" \
    "} );\npublished = ( { run = \"match\"; " row " } );\n"                                      \
    "claims = ( { title = \"So\"; claim = \"" claim "\"; budgets = [\"quick\"]; } );\n"

static const char ends[] =
    EXPERIMENT("ended(match, 'four in a row') > 0",
               "entrant = \"a\"; ending = \"four in a row\"; won_by = 0.9; games = 50;");

static void endings_are_measured_written_and_read(void **state)
{
    struct cop_results made, read;
    const struct cop_interval *ended, *won;
    struct cop_text report = COP_TEXT, said = COP_TEXT;

    (void)state;
    lab_run(ends, &made);
    assert_true(lab_load("test/ends", &read));
    ended = cop_lab_run_measured(&read.runs[0], "ended", "four in a row");
    won = cop_lab_run_measured(&read.runs[0], "won_by", "a, four in a row");
    assert_true(ended && ended->value > 0.3 && ended->value < 1);
    assert_true(won && won->value == 1); /* there is no other way to win */
    assert_int_equal(made.claims[0].truth, COP_TRUE);
    assert_string_equal(made.values[0].of, "a, four in a row");
    assert_float_equal(made.values[0].measured.value, 1, 1e-12);
    assert_memory_equal(made.runs[0].fixtures[0].endings, read.runs[0].fixtures[0].endings,
                        24 * sizeof(int));
    cop_report_markdown(&read, 1, &report);
    assert_non_null(strstr(report.bytes, "ended four in a row"));
    assert_non_null(strstr(report.bytes, "by a, four in a row | 0.9"));
    assert_int_equal(lab_differences(ends, &said), 0);
    cop_text_free(&report);
    cop_text_free(&said);
    cop_results_free(&made);
    cop_results_free(&read);
}

static void a_changed_ending_is_found_out(void **state)
{
    struct cop_results results;
    struct cop_text said = COP_TEXT;

    (void)state;
    lab_run(ends, &results);
    lab_change("test/ends", "", "\"four in a row\": [", "\"five in a row\": [");
    assert_true(lab_differences(ends, &said) > 0);
    assert_non_null(strstr(said.bytes, "ended is stored as \"five in a row\", and comes out as "
                                       "\"four in a row\""));
    cop_text_free(&said);
    cop_results_free(&results);
}

static void a_game_that_ended_twice_is_refused(void **state)
{
    struct cop_results results;

    (void)state;
    lab_run(ends, &results);
    cop_results_free(&results);
    lab_change("test/ends", "", "\"four in a row\": [", "\"four in a row\": [3, 3, ");
    assert_false(lab_load("test/ends", &results));
}

/* Before endings were kept: all else is as it was, and of endings nothing is known. */
static void a_file_without_endings_is_read(void **state)
{
    char *path = lab_path("test/ends"), *text, *at, *end;
    struct cop_results results;
    struct cop_text said = COP_TEXT;
    struct cop_measure measure = {"ended", 2, {"match", "four in a row"}};

    (void)state;
    lab_run(ends, &results);
    cop_results_free(&results);
    text = cop_lab_file_read(path, NULL);
    at = strstr(text, ",\n     \"ended\": {");
    assert_non_null(at);
    end = strchr(at + 2, '}');
    end[1] = '\0';
    lab_change("test/ends", "", at, "");
    assert_true(lab_load("test/ends", &results));
    assert_null(results.runs[0].fixtures[0].endings);
    assert_true(isnan(cop_measure_interval(&results, &measure).value));
    assert_true(lab_differences(ends, &said) > 0); /* the claim has nothing to rest on any more */
    assert_null(strstr(said.bytes, "game 0"));
    cop_results_free(&results);
    cop_text_free(&said);
    free(text);
    free(path);
}

static void slips_about_endings_are_told(void **state)
{
    static const char *const slips[][2] = {
        {EXPERIMENT("won_by(match, a) > 0", "entrant = \"a\"; score = 0.5;"), "won_by is written"},
        {EXPERIMENT("won_by(match, c, x) > 0", "entrant = \"a\"; score = 0.5;"), "no entrant"},
        {EXPERIMENT("ended(match, a, x) > 0", "entrant = \"a\"; score = 0.5;"), "ended is written"},
    };

    (void)state;
    lab_assert_refused(slips, sizeof slips / sizeof *slips);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_of_endings_by_hand),
        IN_FOLDER(endings_are_measured_written_and_read),
        IN_FOLDER(a_changed_ending_is_found_out),
        IN_FOLDER(a_game_that_ended_twice_is_refused),
        IN_FOLDER(a_file_without_endings_is_read),
        cmocka_unit_test(slips_about_endings_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
