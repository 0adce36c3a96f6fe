/* test_agreement.c - published numbers are counted as compatible or different by their intervals,
 * and of equal ones about one in twenty comes out as different. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "coppice/rng.h"
#include "lab/report/glance.h"
#include "lab/report/plots.h"
#include "lab/report/report.h"
#include "match/statistics.h"

static const struct cop_interval unknown = {NAN, NAN, NAN};

static struct cop_interval share(int games, double value)
{
    return cop_score_interval(games, value * games, value * games);
}

static struct cop_interval plain(double value)
{
    return (struct cop_interval){value, value, value};
}

/* An experiment with one run of so many entrants. */
static struct cop_results open_results(const char *id, int entrants)
{
    struct cop_results results = {.id = cop_copy_string(id),
                                  .title = cop_copy_string("T"),
                                  .source = cop_copy_string("S"),
                                  .specification = cop_copy_string(""),
                                  .description = cop_copy_string(""),
                                  .budget = cop_copy_string("quick"),
                                  .command = cop_copy_string("c"),
                                  .version = cop_copy_string("1"),
                                  .machine = cop_copy_string("m"),
                                  .date = cop_copy_string("d"),
                                  .run_count = 1};
    struct cop_lab_run_result *run = results.runs = cop_allocate(sizeof *run);

    run->kind = COP_LAB_RUN_MATCH;
    run->name = cop_copy_string("run");
    run->game = cop_copy_string("othello");
    run->limit = cop_copy_string("sims=1");
    run->full_limit = cop_copy_string("sims=1");
    run->position = cop_copy_string("");
    run->moves = cop_copy_string("");
    run->entrants = cop_allocate((size_t)entrants * sizeof *run->entrants);
    for (; run->entrant_count < entrants; run->entrant_count++)
        run->entrants[run->entrant_count] = (struct cop_entrant){
            cop_copy_string("x"), cop_copy_string("random"), cop_copy_string("")};
    return results;
}

static enum cop_agreement add(struct cop_results *results, const char *name,
                              struct cop_interval published, struct cop_interval measured)
{
    struct cop_value_result *value;

    results->values = cop_reallocate(results->values,
                                     (size_t)(results->value_count + 1) * sizeof *results->values);
    value = &results->values[results->value_count++];
    *value = (struct cop_value_result){cop_copy_string("run"),
                                       cop_copy_string(name),
                                       cop_copy_string("x"),
                                       cop_copy_string("thesis"),
                                       published,
                                       measured};
    return cop_value_agreement(results, value);
}

static void shares_are_compared_by_their_difference(void **state)
{
    struct cop_results results = open_results("a/b", 2);

    (void)state;
    /* 0.53 lies outside of ours, 0.4 to 0.5, but rests on few games itself. */
    assert_int_equal(add(&results, "score", share(100, 0.53), share(400, 0.45)), COP_COMPATIBLE);
    assert_int_equal(add(&results, "score", share(4000, 0.53), share(400, 0.45)), COP_DIFFERENT);
    assert_int_equal(add(&results, "score", plain(0.53), share(400, 0.45)), COP_DIFFERENT);
    assert_int_equal(add(&results, "score", plain(0.47), share(400, 0.45)), COP_COMPATIBLE);
    assert_int_equal(add(&results, "score", share(50, 1), share(50, 1)), COP_COMPATIBLE);
    assert_int_equal(add(&results, "score", share(50, 1), share(50, 0)), COP_DIFFERENT);
    cop_results_free(&results);
}

static void what_cannot_be_compared_is_not(void **state)
{
    struct cop_results results = open_results("a/b", 2);

    (void)state;
    assert_int_equal(add(&results, "seconds", plain(3), share(9, 0.5)), COP_NOT_COMPARED);
    assert_int_equal(add(&results, "nodes", plain(3), plain(4)), COP_NOT_COMPARED);
    assert_int_equal(add(&results, "score", plain(0.5), unknown), COP_NOT_COMPARED);
    assert_int_equal(add(&results, "sims", plain(3), (struct cop_interval){-INFINITY, 3, INFINITY}),
                     COP_NOT_COMPARED);
    cop_results_free(&results);
}

/* A score in a round robin says how somebody did against all others. */
static void another_field_of_entrants_is_not_compared_nor_shown(void **state)
{
    struct cop_results results = open_results("a/b", 3);
    struct cop_text text = COP_TEXT;

    (void)state;
    assert_int_equal(add(&results, "score", plain(0.777), share(90, 0.5)), COP_DIFFERENT);
    assert_int_equal(add(&results, "score", plain(0.777), unknown), COP_NOT_COMPARED);
    assert_true(cop_is_another_field(&results, "run"));
    assert_int_equal(cop_value_agreement(&results, &results.values[0]), COP_NOT_COMPARED);
    cop_report_markdown(&results, 1, &text);
    cop_report_html(&results, 1, &text);
    assert_null(strstr(text.bytes, "0.777"));
    cop_text_free(&text);
    cop_results_free(&results);
}

static void sentences_say_how_many_and_by_which_rule(void **state)
{
    struct cop_results results = open_results("a/b", 2);
    struct cop_agreement_counts counts = {0};
    struct cop_text text = COP_TEXT;

    (void)state;
    cop_agreement_write(&counts, &text);
    assert_string_equal(text.bytes, "");
    add(&results, "score", share(4000, 0.53), share(400, 0.45));
    add(&results, "score", share(400, 0.45), share(400, 0.45));
    add(&results, "score", plain(0.45), share(400, 0.45));
    add(&results, "saved", plain(0.45), share(400, 0.45));
    cop_count_agreement(&results, &counts);
    cop_agreement_write(&counts, &text);
    assert_string_equal(text.bytes,
                        "Of 3 published win rates 2 are compatible with ours, 1 differs "
                        "significantly (2 by the difference of two shares, 1 by our interval). "
                        "Of 1 other published numbers 1 is compatible with ours, 0 differ "
                        "significantly (by our interval).");
    cop_text_clear(&text);
    cop_report_markdown(&results, 1, &text);
    assert_non_null(strstr(text.bytes, "| **all** | | **0** | **0** | **0** | **2** | **1** | "
                                       "**1** | **0** |"));
    cop_text_free(&text);
    cop_results_free(&results);
}

/* Both the thesis and we play games of the same truth. */
static void equal_win_rates_differ_once_in_twenty(void **state)
{
    static const double truths[] = {0.5, 0.3, 0.85};
    enum { TRIES = 2000, THEIRS = 150, OURS = 300 };
    struct cop_rng rng;

    (void)state;
    cop_rng_seed(&rng, 3);
    for (size_t t = 0; t < sizeof truths / sizeof *truths; t++) {
        struct cop_results results = open_results("a/b", 2);
        int different = 0;

        for (int i = 0; i < TRIES; i++) {
            double theirs = 0, ours = 0;

            for (int g = 0; g < THEIRS; g++)
                theirs += cop_rng_unit(&rng) < truths[t];
            for (int g = 0; g < OURS; g++)
                ours += cop_rng_unit(&rng) < truths[t];
            different += add(&results, "score", share(THEIRS, theirs / THEIRS),
                             share(OURS, ours / OURS)) == COP_DIFFERENT;
        }
        assert_in_range(different, TRIES / 40, TRIES * 7 / 100);
        cop_results_free(&results);
    }
}

static void a_plot_has_a_mark_for_each_win_rate(void **state)
{
    struct cop_results results[2] = {open_results("a/b", 2), open_results("a/c", 2)};
    struct cop_text text = COP_TEXT;

    (void)state;
    assert_int_equal(cop_thesis_count(results, 2), 2);
    cop_agreement_plot(results, 2, true, &text);
    assert_string_equal(text.bytes, "");
    add(&results[0], "score", share(4000, 0.53), share(400, 0.45));
    add(&results[1], "score", share(400, 0.45), share(400, 0.45));
    add(&results[1], "saved", plain(0.45), share(400, 0.45));
    cop_agreement_plot(results, 2, true, &text);
    assert_non_null(strstr(text.bytes, "1 compatible"));
    assert_non_null(strstr(text.bytes, "1 differ significantly"));
    assert_non_null(strstr(text.bytes, "prefers-color-scheme"));
    cop_text_clear(&text);
    cop_report_html(results, 2, &text);
    assert_non_null(strstr(text.bytes, "a: published against measured"));
    assert_null(strstr(text.bytes, "svg{color")); /* inside a page it takes the page's colours */
    cop_text_free(&text);
    for (int i = 0; i < 2; i++)
        cop_results_free(&results[i]);
}

static void theses_are_told_apart_by_their_whole_names(void **state)
{
    struct cop_results results[3] = {open_results("a/b", 2), open_results("ab/c", 2),
                                     open_results("ab/d", 2)};

    (void)state;
    assert_int_equal(cop_thesis_count(results, 3), 1);
    assert_int_equal(cop_thesis_count(results + 1, 2), 2);
    assert_int_equal(cop_thesis_count(results, 0), 0);
    for (int i = 0; i < 3; i++)
        cop_results_free(&results[i]);
}

static void add_claim(struct cop_results *results, enum cop_truth truth, bool is_by_construction)
{
    results->claims = cop_reallocate(results->claims,
                                     ((size_t)results->claim_count + 1) * sizeof *results->claims);
    results->claims[results->claim_count++] =
        (struct cop_claim_result){.title = cop_copy_string("t"),
                                  .words = cop_copy_string("1 < 2"),
                                  .note = cop_copy_string(""),
                                  .findings = cop_copy_string(""),
                                  .truth = truth,
                                  .is_by_construction = is_by_construction};
}

static int occurrences(const char *text, const char *words)
{
    int count = 0;

    for (const char *at = strstr(text, words); at; at = strstr(at + 1, words))
        count++;
    return count;
}

static void a_glance_counts_claims_and_says_them_in_words(void **state)
{
    struct cop_results results = open_results("a/b", 2);
    struct cop_glance glance = {0};
    struct cop_text text = COP_TEXT;

    (void)state;
    cop_glance_bar(&glance, &text);
    assert_string_equal(text.bytes, ""); /* nothing to show */
    add_claim(&results, COP_TRUE, false);
    add_claim(&results, COP_TRUE, false);
    add_claim(&results, COP_FALSE, false);
    add_claim(&results, COP_TRUE, true);
    add(&results, "score", share(400, 0.45), share(400, 0.45));
    cop_glance_add(&glance, &results);
    cop_glance_write(&glance, &text);
    assert_string_equal(text.bytes, "2 of 3 claims reproduced, 0 undecided, 1 not reproduced; 1 "
                                    "more holds by construction");
    cop_text_clear(&text);
    cop_glance_numbers(&glance, &text);
    assert_string_equal(text.bytes, "Compatible with ours: 1 of 1 published win rates");
    cop_text_clear(&text);
    cop_glance_bar(&glance, &text);
    assert_non_null(strstr(text.bytes, ">2 reproduced<"));
    assert_non_null(strstr(text.bytes, ">1 not reproduced<"));
    assert_non_null(strstr(text.bytes, ">1 by construction<"));
    assert_null(strstr(text.bytes, "undecided<")); /* there are none: no part of the bar */
    assert_null(strstr(text.bytes, " id="));
    cop_text_clear(&text);
    cop_report_html(&results, 1, &text);
    assert_non_null(strstr(text.bytes, ">2 reproduced<"));
    cop_text_free(&text);
    cop_results_free(&results);
}

static void measure(struct cop_lab_run_result *run, const char *name, const char *of)
{
    run->measured =
        cop_reallocate(run->measured, ((size_t)run->measured_count + 1) * sizeof *run->measured);
    run->measured[run->measured_count++] =
        (struct cop_measured){cop_copy_string(name), cop_copy_string(of), share(400, 0.45)};
}

/* Times are of another machine, single positions are in the tables, and a limit that was not the
 * published one gives other numbers of simulations. */
static void plots_are_of_what_can_be_compared(void **state)
{
    struct cop_results results = open_results("a/b", 2);
    struct cop_lab_run_result *run = results.runs;
    struct cop_results_plots plots;

    (void)state;
    cop_results_plots_make(&results, &plots);
    assert_int_equal(plots.count, 0);
    measure(run, "score", "x");
    measure(run, "sims", "x");
    measure(run, "seconds", "x");
    add(&results, "score", share(400, 0.45), share(400, 0.45));
    add(&results, "sims", plain(0.45), share(400, 0.45));
    add(&results, "seconds", plain(0.45), share(400, 0.45));
    add(&results, "value", plain(0.45), share(400, 0.45)); /* not measured of an entrant */
    cop_results_plots_make(&results, &plots);
    assert_int_equal(plots.count, 2);
    assert_string_equal(plots.list[0].title, "run, score");
    assert_string_equal(plots.list[1].title, "run, simulations");
    assert_non_null(strstr(plots.list[0].svg.bytes, "currentColor"));
    assert_non_null(strstr(plots.list[0].svg.bytes, "viewBox=\"0 0 360 "));
    assert_null(strstr(plots.list[0].svg.bytes, " id="));
    cop_results_plots_free(&plots);
    free(run->full_limit);
    run->full_limit = cop_copy_string("sims=2");
    cop_results_plots_make(&results, &plots);
    assert_int_equal(plots.count, 1);
    cop_results_plots_free(&plots);
    cop_results_free(&results);
}

static void runs_with_one_number_each_share_a_plot(void **state)
{
    struct cop_results results = open_results("a/b", 2), other = open_results("a/b", 2);
    struct cop_results_plots plots;

    (void)state;
    results.runs = cop_reallocate(results.runs, 2 * sizeof *results.runs);
    results.runs[results.run_count++] = other.runs[0];
    other.run_count = 0;
    free(other.runs);
    other.runs = NULL;
    cop_results_free(&other);
    free(results.runs[1].name);
    results.runs[1].name = cop_copy_string("second");
    for (int i = 0; i < 2; i++)
        measure(&results.runs[i], "score", "x");
    cop_results_plots_make(&results, &plots);
    assert_int_equal(plots.count, 1);
    assert_string_equal(plots.list[0].title, "score");
    assert_int_equal(occurrences(plots.list[0].svg.bytes, ">second: x<"), 2);
    cop_results_plots_free(&plots);
    cop_results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_are_compared_by_their_difference),
        cmocka_unit_test(what_cannot_be_compared_is_not),
        cmocka_unit_test(another_field_of_entrants_is_not_compared_nor_shown),
        cmocka_unit_test(sentences_say_how_many_and_by_which_rule),
        cmocka_unit_test(equal_win_rates_differ_once_in_twenty),
        cmocka_unit_test(a_plot_has_a_mark_for_each_win_rate),
        cmocka_unit_test(theses_are_told_apart_by_their_whole_names),
        cmocka_unit_test(a_glance_counts_claims_and_says_them_in_words),
        cmocka_unit_test(plots_are_of_what_can_be_compared),
        cmocka_unit_test(runs_with_one_number_each_share_a_plot),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
