/* test_claim.c - claims: what can be written, what is refused and where, and how intervals decide.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lab/claim/claim.h"
#include "lab/report/number.h"

/* -- a world of one run, `m`, with four entrants -- */

static const char *const labels[] = {"a", "b", "c", "d+e"};

static bool check(const void *context, const struct cop_measure *measure, struct cop_error *error)
{
    (void)context;
    if (strcmp(measure->words[0], "m") != 0)
        return cop_fail(error, "there is no run \"%s\"", measure->words[0]);
    if (strcmp(measure->name, "score") != 0 && strcmp(measure->name, "sims") != 0)
        return cop_fail(error, "there is no measure \"%s\"", measure->name);
    for (int i = 0; i < 4; i++)
        if (measure->word_count == 2 && strcmp(measure->words[1], labels[i]) == 0)
            return true;
    return cop_fail(error, "no such entrant");
}

static int entrants(const void *context, const char *run, const char *const **list,
                    struct cop_error *error)
{
    (void)context;
    if (strcmp(run, "m") != 0)
        return cop_fail(error, "there is no run \"%s\"", run);
    *list = labels;
    return 4;
}

static const struct cop_claim_names names = {NULL, check, entrants};

/* What was measured in it: the scores of a, b, c, d+e. */
struct world {
    struct cop_interval scores[4];
    double correlation; /* of a and b */
};

static int index_of(const struct cop_measure *measure)
{
    for (int i = 0; i < 4; i++)
        if (strcmp(measure->words[1], labels[i]) == 0)
            return i;
    return -1;
}

static struct cop_interval measure_of(const void *context, const struct cop_measure *measure)
{
    const struct world *world = context;

    return world->scores[index_of(measure)];
}

static double correlation_of(const void *context, const struct cop_measure *left,
                             const struct cop_measure *right)
{
    const struct world *world = context;

    return index_of(left) + index_of(right) == 1 ? world->correlation : 0;
}

static struct cop_claim *parse(const char *words)
{
    struct cop_error error = {""};
    struct cop_claim *claim = cop_claim_parse(words, &names, &error);

    if (!claim)
        fail_msg("%s: %s", words, error.message);
    return claim;
}

static enum cop_truth judge(const struct world *world, const char *words)
{
    struct cop_evidence evidence = {world, measure_of, correlation_of};
    struct cop_claim *claim = parse(words);
    struct cop_text findings = COP_TEXT;
    enum cop_truth truth = cop_claim_judge(claim, &evidence, &findings);

    cop_text_free(&findings);
    cop_claim_free(claim);
    return truth;
}

static void assert_written(const char *words, const char *expected)
{
    struct cop_text text = COP_TEXT;
    struct cop_claim *claim = parse(words);

    cop_claim_write(claim, &text);
    assert_string_equal(text.bytes, expected);
    cop_claim_free(claim);
    claim = parse(expected);
    cop_text_clear(&text);
    cop_claim_write(claim, &text);
    assert_string_equal(text.bytes, expected);
    cop_text_free(&text);
    cop_claim_free(claim);
}

static void assert_refused(const char *words, const char *part)
{
    struct cop_error error = {""};
    struct cop_claim *claim = cop_claim_parse(words, &names, &error);

    assert_null(claim);
    if (!strstr(error.message, part))
        fail_msg("%s: \"%s\" does not say \"%s\"", words, error.message, part);
}

/* -- reading -- */

static void claims_are_written_as_they_are_read(void **state)
{
    (void)state;
    assert_written("score(m,a)<=25%", "score(m, a) <= 0.25");
    assert_written("score(m, 'd+e') > -.5", "score(m, 'd+e') > -0.5");
    assert_written("not 1<2 and 2<3 or 3>=4", "not 1 < 2 and 2 < 3 or 3 >= 4");
    assert_written("1 < 2 and (2 < 3 or 3 < 4)", "1 < 2 and (2 < 3 or 3 < 4)");
    assert_written("1-(2-3)-4*(5+6)/7 < 0", "1 - (2 - 3) - 4 * (5 + 6) / 7 < 0");
    assert_written("1/(2/3) < -(4+5)", "1 / (2 / 3) < -(4 + 5)");
    assert_written("0.1 <= score(m,a) <= 0.25", "0.1 <= score(m, a) and score(m, a) <= 0.25");
    assert_written("score(m,a) within [0.4,0.6]", "score(m, a) within [0.4, 0.6]");
    assert_written("best(m) in {a, 'd+e'}", "best(m) in {a, 'd+e'}");
    assert_written("increasing(scores(m), allow=1)",
                   "increasing(score(m, a), score(m, b), score(m, c), score(m, 'd+e'), allow=1)");
    assert_written("decreasing(scores(m, a, b), slack=5%)",
                   "decreasing(score(m, a), score(m, b), slack=0.05)");
    assert_written("max(scores(m, b, c)) - min(1, abs(-2)) > 2*min(score(m,a), 1)",
                   "max(score(m, b), score(m, c)) - min(1, abs(-2)) > 2 * min(score(m, a), 1)");
}

static void mistakes_are_refused_with_their_place(void **state)
{
    (void)state;
    assert_refused("", "column 1");
    assert_refused("score(m, a)", "a comparison is needed");
    assert_refused("score(m, a) > ", "column 15");
    assert_refused("score(n, a) > 0", "there is no run \"n\"");
    assert_refused("score(m, z) > 0", "no such entrant");
    assert_refused("points(m, a) > 0", "there is no measure \"points\"");
    assert_refused("score(m, 'a) > 0", "not closed");
    assert_refused("score m > 0", "a name here is a function");
    assert_refused("1 < 2 3", "should end here");
    assert_refused("1 < 2 < ", "column 9");
    assert_refused("(1 < 2", "\")\" is missing");
    assert_refused("(1 < 2) + 1 > 0", "a number is needed");
    assert_refused("1 and 2 < 3", "a comparison is needed");
    assert_refused("not 1", "a comparison is needed");
    assert_refused("1 < 0x10", "decimal");
    assert_refused("1 < 2k", "a number ends with");
    assert_refused("abs(1, 2) > 0", "wrong number");
    assert_refused("increasing(1)", "wrong number");
    assert_refused("increasing(1, 2, allow=x)", "allow must be");
    assert_refused("increasing(1, 2, slack=x)", "slack is written");
    assert_refused("lower(score(m, a)) <= 0.5", "fewer games would make that easier");
    assert_refused("score(m, a) < margin(score(m, a))", "x within [LOW, HIGH]");
    assert_refused("score(m, a) * max(1, 2) > 0", "by a plain number only");
    assert_refused("1 / abs(score(m, a)) > 0", "by a plain number only");
    assert_refused("best(m)", "in {LABEL");
    assert_refused("best(m) in {a, b, c, 'd+e'}", "names every entrant");
    assert_refused("best(n) in {a}", "there is no run");
    assert_refused("score(m, a) within 0.4", "[LOW, HIGH]");
    assert_refused("score(m, a, b, c, a) > 0", "too many arguments");
}

static void deep_and_long_claims_are_refused(void **state)
{
    struct cop_text text = COP_TEXT;

    (void)state;
    for (int i = 0; i < 200; i++)
        cop_text_add(&text, "(");
    assert_refused(text.bytes, "too deeply");
    cop_text_clear(&text);
    for (int i = 0; i < 200; i++)
        cop_text_add(&text, "not ");
    assert_refused(text.bytes, "too deeply");
    cop_text_clear(&text);
    for (int i = 0; i < 5000; i++)
        cop_text_add(&text, "-");
    assert_refused(text.bytes, "longer than");
    cop_text_clear(&text);
    cop_text_add(&text, "0 < 1");
    for (int i = 0; i < 20; i++)
        cop_text_add(&text, " + abs(1)");
    assert_refused(text.bytes, "too many numbers at once");
    cop_text_free(&text);
}

/* -- judging -- */

static const struct world world = {
    {{0.4, 0.5, 0.6}, {0.7, 0.8, 0.9}, {0.55, 0.6, 0.65}, {0.1, 0.2, 0.3}}, 0};

static void a_comparison_needs_the_whole_interval(void **state)
{
    (void)state;
    assert_int_equal(judge(&world, "score(m, a) > 0.39"), COP_TRUE);
    assert_int_equal(judge(&world, "score(m, a) > 0.45"), COP_UNDECIDED);
    assert_int_equal(judge(&world, "score(m, a) > 0.61"), COP_FALSE);
    assert_int_equal(judge(&world, "score(m, a) < 0.39"), COP_FALSE);
    assert_int_equal(judge(&world, "0.3 < score(m, a) < 0.7"), COP_TRUE);
    assert_int_equal(judge(&world, "0.3 < score(m, a) < 0.5"), COP_UNDECIDED);
    assert_int_equal(judge(&world, "1 < 1"), COP_FALSE);
    assert_int_equal(judge(&world, "1 <= 1"), COP_TRUE);
}

static void three_valued_logic_is_kleenes(void **state)
{
    static const char *const words[] = {"2 < 1", "score(m, a) > 0.5", "1 < 2"};
    char text[200];

    (void)state;
    for (int left = COP_FALSE; left <= COP_TRUE; left++) {
        snprintf(text, sizeof text, "not %s", words[left]);
        assert_int_equal(judge(&world, text), COP_TRUE - left);
        for (int right = COP_FALSE; right <= COP_TRUE; right++) {
            snprintf(text, sizeof text, "%s and %s", words[left], words[right]);
            assert_int_equal(judge(&world, text), left < right ? left : right);
            snprintf(text, sizeof text, "%s or %s", words[left], words[right]);
            assert_int_equal(judge(&world, text), left > right ? left : right);
        }
    }
}

/* Independent errors of 0.1 each give a difference of 0.3 +- 0.1414. */
static void errors_of_a_difference_add_as_squares(void **state)
{
    (void)state;
    assert_int_equal(judge(&world, "score(m, b) - score(m, a) > 0.158"), COP_TRUE);
    assert_int_equal(judge(&world, "score(m, b) - score(m, a) > 0.159"), COP_UNDECIDED);
    assert_int_equal(judge(&world, "score(m, b) > score(m, a)"), COP_TRUE);
    assert_int_equal(judge(&world, "score(m, a) - score(m, a) >= 0"), COP_TRUE);
}

static void correlated_errors_widen_or_narrow_a_difference(void **state)
{
    struct world opposed = world, together = world;

    (void)state;
    opposed.correlation = -1; /* 0.3 +- 0.2 */
    together.correlation = 1; /* 0.3 +- 0 */
    assert_int_equal(judge(&opposed, "score(m, b) - score(m, a) > 0.0999"), COP_TRUE);
    assert_int_equal(judge(&opposed, "score(m, b) - score(m, a) > 0.1001"), COP_UNDECIDED);
    assert_int_equal(judge(&together, "score(m, b) - score(m, a) > 0.2999"), COP_TRUE);
    assert_int_equal(judge(&opposed, "score(m, b) + score(m, a) >= 1.2999"), COP_TRUE);
}

static void ratios_and_extremes_have_intervals(void **state)
{
    (void)state;
    assert_int_equal(judge(&world, "score(m, b) / score(m, a) > 1.2"), COP_TRUE);
    assert_int_equal(judge(&world, "score(m, b) / score(m, a) > 1.3"), COP_UNDECIDED);
    assert_int_equal(judge(&world, "max(scores(m)) > 0.67"), COP_TRUE);
    assert_int_equal(judge(&world, "min(scores(m)) < 0.33"), COP_TRUE);
    assert_int_equal(judge(&world, "abs(score(m, a) - 0.5) <= 0.1001"), COP_TRUE);
}

/* The largest of two is surely at least what both are surely at least, each made surer by half:
 * 0.1 * 2.2414 / 1.96 = 0.1144. */
static void an_extreme_of_equals_has_simultaneous_intervals(void **state)
{
    static const struct world equals = {
        {{0.4, 0.5, 0.6}, {0.4, 0.5, 0.6}, {0.4, 0.5, 0.6}, {0.4, 0.5, 0.6}}, 0};

    (void)state;
    assert_int_equal(judge(&equals, "max(scores(m, a, b)) > 0.385"), COP_TRUE);
    assert_int_equal(judge(&equals, "max(scores(m, a, b)) > 0.386"), COP_UNDECIDED);
    assert_int_equal(judge(&equals, "max(scores(m, a, b)) < 0.6001"), COP_TRUE);
    assert_int_equal(judge(&equals, "min(scores(m, a, b)) > 0.3999"), COP_TRUE);
    assert_int_equal(judge(&equals, "min(scores(m, a, b)) < 0.614"), COP_UNDECIDED);
    assert_int_equal(judge(&equals, "min(scores(m, a, b)) < 0.615"), COP_TRUE);
    assert_int_equal(judge(&equals, "-max(scores(m, a, b)) >= -0.6001"), COP_TRUE);
    assert_int_equal(judge(&equals, "1 - max(scores(m, a, b)) / -2 < 1.3001"), COP_TRUE);
}

static void a_band_wants_the_whole_interval_inside(void **state)
{
    (void)state;
    assert_int_equal(judge(&world, "score(m, a) within [0.39, 0.61]"), COP_TRUE);
    assert_int_equal(judge(&world, "score(m, a) within [0.41, 0.61]"), COP_UNDECIDED);
    assert_int_equal(judge(&world, "score(m, a) within [0.45, 0.56]"), COP_UNDECIDED);
    assert_int_equal(judge(&world, "score(m, a) within [0.52, 0.9]"), COP_UNDECIDED);
    assert_int_equal(judge(&world, "score(m, a) within [0.61, 0.9]"), COP_FALSE);
    assert_int_equal(judge(&world, "abs(score(m, a) - 0.5) < 0.1001"), COP_TRUE);
    assert_int_equal(judge(&world, "score(m, a) within [score(m, 'd+e'), 0.7]"), COP_TRUE);
    assert_int_equal(judge(&world, "score(m, a) within [score(m, c), 0.7]"), COP_UNDECIDED);
}

static void the_best_is_found_by_a_sure_difference(void **state)
{
    (void)state;
    assert_int_equal(judge(&world, "best(m) in {b}"), COP_TRUE);
    assert_int_equal(judge(&world, "best(m) in {a, b}"), COP_TRUE);
    assert_int_equal(judge(&world, "best(m) in {a, 'd+e'}"), COP_FALSE);
}

/* The steps of `world` in the order d+e, a, c, b are 0.3, 0.1 and 0.2, known to 0.14, 0.11, 0.11.
 */
static void a_series_wants_every_step_and_its_ends(void **state)
{
    (void)state;
    assert_int_equal(judge(&world, "increasing(scores(m, 'd+e', a, b))"), COP_TRUE);
    assert_int_equal(judge(&world, "increasing(scores(m, 'd+e', a, c, b))"), COP_UNDECIDED);
    assert_int_equal(judge(&world, "increasing(scores(m, 'd+e', a, c, b), slack=2%)"), COP_TRUE);
    assert_int_equal(judge(&world, "increasing(scores(m, 'd+e', a, c, b), allow=1)"), COP_TRUE);
    assert_int_equal(judge(&world, "decreasing(scores(m, b, c, a, 'd+e'), slack=2%)"), COP_TRUE);
    assert_int_equal(judge(&world, "increasing(scores(m, a, c), slack=5%)"), COP_UNDECIDED);
    assert_int_equal(judge(&world, "decreasing(scores(m, 'd+e', a, c, b))"), COP_FALSE);
    assert_int_equal(judge(&world, "increasing(scores(m, 'd+e', b, c))"), COP_FALSE);
    assert_int_equal(judge(&world, "increasing(scores(m, 'd+e', b, c), allow=1)"), COP_TRUE);
    assert_int_equal(judge(&world, "increasing(scores(m, 'd+e', b, c), slack=10%)"), COP_UNDECIDED);
}

static void what_could_not_be_measured_stays_undecided(void **state)
{
    struct world nothing = world;

    (void)state;
    nothing.scores[0] = (struct cop_interval){NAN, NAN, NAN};
    nothing.scores[1] = (struct cop_interval){-INFINITY, 0.8, INFINITY};
    assert_int_equal(judge(&nothing, "score(m, a) > 0"), COP_UNDECIDED);
    assert_int_equal(judge(&nothing, "score(m, a) < 0"), COP_UNDECIDED);
    assert_int_equal(judge(&nothing, "score(m, b) > 0"), COP_UNDECIDED);
    assert_int_equal(judge(&nothing, "score(m, b) / score(m, b) > 0"), COP_UNDECIDED);
    assert_int_equal(judge(&nothing, "score(m, a) within [0, 1]"), COP_UNDECIDED);
    assert_int_equal(judge(&nothing, "increasing(scores(m, a, b, c))"), COP_UNDECIDED);
    assert_int_equal(judge(&nothing, "1 / 0 - 1 / 0 > 0"), COP_UNDECIDED);
}

static void findings_name_each_number_once(void **state)
{
    struct cop_evidence evidence = {&world, measure_of, correlation_of};
    struct cop_claim *claim = parse("0.1 < score(m, a) < 0.9 and score(m, a) < score(m, b)");
    struct cop_text findings = COP_TEXT;

    (void)state;
    assert_int_equal(cop_claim_judge(claim, &evidence, &findings), COP_TRUE);
    assert_string_equal(findings.bytes, "score(m, a) = 0.500 (0.400 to 0.600); "
                                        "score(m, b) = 0.800 (0.700 to 0.900)");
    cop_text_free(&findings);
    cop_claim_free(claim);
}

static void numbers_are_written_for_people(void **state)
{
    static const struct {
        double number;
        const char *words;
    } rows[] = {{0, "0.000"},        {0.5, "0.500"},   {-0.125, "-0.125"}, {0.0023, "0.0023"},
                {12.34, "12.3"},     {477.4, "477"},   {999.7, "1,000"},   {1398791, "1,398,791"},
                {-12345, "-12,345"}, {NAN, "unknown"}, {INFINITY, "inf"}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cop_text text = COP_TEXT;

        cop_text_add_number(&text, rows[i].number);
        assert_string_equal(text.bytes, rows[i].words);
        cop_text_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_are_written_as_they_are_read),
        cmocka_unit_test(mistakes_are_refused_with_their_place),
        cmocka_unit_test(deep_and_long_claims_are_refused),
        cmocka_unit_test(a_comparison_needs_the_whole_interval),
        cmocka_unit_test(three_valued_logic_is_kleenes),
        cmocka_unit_test(errors_of_a_difference_add_as_squares),
        cmocka_unit_test(correlated_errors_widen_or_narrow_a_difference),
        cmocka_unit_test(ratios_and_extremes_have_intervals),
        cmocka_unit_test(an_extreme_of_equals_has_simultaneous_intervals),
        cmocka_unit_test(a_band_wants_the_whole_interval_inside),
        cmocka_unit_test(the_best_is_found_by_a_sure_difference),
        cmocka_unit_test(a_series_wants_every_step_and_its_ends),
        cmocka_unit_test(what_could_not_be_measured_stays_undecided),
        cmocka_unit_test(findings_name_each_number_once),
        cmocka_unit_test(numbers_are_written_for_people),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
