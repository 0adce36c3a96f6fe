/* test_statistics.c - intervals, Elo and the sequential test: known values and simulations. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coppice/rng.h"
#include "match/statistics.h"

static void near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g is not within %g of %.9g", value, tolerance, expected);
}

/* A sample of wins, draws and losses. */
static struct cop_interval score_of(int64_t wins, int64_t draws, int64_t losses)
{
    return cop_score_interval(wins + draws + losses, (double)wins + 0.5 * (double)draws,
                              (double)wins + 0.25 * (double)draws);
}

static void wilson_interval_has_its_published_values(void **state)
{
    struct cop_interval interval = score_of(47, 0, 3);

    (void)state;
    near(interval.value, 0.94, 1e-12);
    near(interval.low, 0.8378, 5e-4);
    near(interval.high, 0.9794, 5e-4);
    interval = score_of(10, 0, 10); /* 0.2993 .. 0.7007 */
    near(interval.low, 0.2993, 1e-4);
    near(interval.high, 0.7007, 1e-4);
}

/* uct-star.md 3.0: half-widths of a rate near one half, without draws. */
static void half_widths_agree_with_the_specification(void **state)
{
    static const struct {
        int games;
        double half;
    } rows[] = {{50, 0.139},  {100, 0.098}, {200, 0.069}, {250, 0.062},
                {500, 0.044}, {700, 0.037}, {1000, 0.031}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int n = rows[i].games;
        struct cop_interval wilson = score_of(n / 2, 0, n / 2);
        struct cop_interval normal = cop_mean_interval(n, 0.5 * n, 0.5 * n);

        near((normal.high - normal.low) / 2, rows[i].half, 0.0015);
        assert_true((wilson.high - wilson.low) / 2 < rows[i].half + 0.0005);
        near((wilson.high - wilson.low) / 2, rows[i].half, 0.006);
    }
}

static void results_all_alike_do_not_make_certain(void **state)
{
    struct cop_interval won = score_of(20, 0, 0), drawn = score_of(0, 20, 0);
    struct cop_interval nothing = cop_score_interval(0, 0, 0);

    (void)state;
    assert_true(won.value == 1 && won.high == 1);
    near(won.low, 0.8389, 1e-3);
    assert_true(drawn.value == 0.5 && drawn.low < 0.47 && drawn.high > 0.53);
    assert_true(drawn.low > 0.3 && drawn.high < 0.7);
    assert_true(nothing.low == 0 && nothing.high == 1);
}

static void draws_narrow_the_interval(void **state)
{
    struct cop_interval decisive = score_of(500, 0, 500), drawish = score_of(100, 800, 100);

    (void)state;
    assert_true(drawish.high - drawish.low < 0.5 * (decisive.high - decisive.low));
}

static void interval_is_symmetric_and_holds_its_value(void **state)
{
    (void)state;
    for (int wins = 0; wins <= 6; wins++)
        for (int draws = 0; wins + draws <= 6; draws++) {
            int losses = 6 - wins - draws;
            struct cop_interval one = score_of(wins, draws, losses);
            struct cop_interval other = score_of(losses, draws, wins);

            assert_true(0 <= one.low && one.low <= one.value);
            assert_true(one.value <= one.high && one.high <= 1);
            near(one.low, 1 - other.high, 1e-12);
            near(one.high, 1 - other.low, 1e-12);
        }
}

/* Simulates matches with known chances; returns the share of intervals that hold the truth. */
static double coverage(double win, double draw, int games, uint64_t seed)
{
    enum { SAMPLES = 5000 };
    double truth = win + 0.5 * draw;
    struct cop_rng rng;
    int held = 0;

    cop_rng_seed(&rng, seed);
    for (int sample = 0; sample < SAMPLES; sample++) {
        int64_t wins = 0, draws = 0;
        struct cop_interval interval;

        for (int game = 0; game < games; game++) {
            double ticket = cop_rng_unit(&rng);

            wins += ticket < win;
            draws += ticket >= win && ticket < win + draw;
        }
        interval = score_of(wins, draws, games - wins - draws);
        held += interval.low <= truth && truth <= interval.high;
    }
    return (double)held / SAMPLES;
}

static void interval_holds_the_truth_in_93_of_100_samples(void **state)
{
    static const double chances[][2] = {{0.5, 0},   {0.3, 0.4}, {0.05, 0.9}, {0.9, 0},
                                        {0.1, 0.1}, {0.8, 0.1}, {0.01, 0.98}};
    static const int games[] = {20, 50, 100, 400};

    (void)state;
    for (size_t i = 0; i < sizeof chances / sizeof chances[0]; i++)
        for (size_t j = 0; j < sizeof games / sizeof games[0]; j++) {
            double share = coverage(chances[i][0], chances[i][1], games[j], 17 * i + j);

            if (share < 0.93)
                fail_msg("%.3f of the intervals hold a score with win %.2f, draw %.2f in %d games",
                         share, chances[i][0], chances[i][1], games[j]);
        }
}

static void mean_interval_is_the_normal_one(void **state)
{
    struct cop_interval interval = cop_mean_interval(4, 1 + 2 + 3 + 4, 1 + 4 + 9 + 16);
    struct cop_interval single = cop_mean_interval(1, 7, 49);

    (void)state;
    near(interval.value, 2.5, 1e-12);
    near(interval.high - interval.value, 1.96 * 1.2909944 / 2, 1e-4);
    assert_true(single.value == 7 && isinf(single.low) && isinf(single.high));
    assert_true(isinf(cop_mean_interval(0, 0, 0).low));
}

static void elo_is_the_logistic_curve(void **state)
{
    struct cop_interval elo = cop_elo_interval((struct cop_interval){0.5, 0.75, 1});

    (void)state;
    near(cop_elo(0.75), 190.85, 0.005);
    near(cop_elo(0.25), -190.85, 0.005);
    near(cop_elo(0.5), 0, 1e-12);
    near(cop_elo_score(cop_elo(0.62)), 0.62, 1e-12);
    assert_true(cop_elo(1) == INFINITY && cop_elo(0) == -INFINITY);
    near(elo.low, 0, 1e-12);
    near(elo.value, 190.85, 0.005);
    assert_true(elo.high == INFINITY);
}

/* Without draws the ratio is the binomial one, which is a line of algebra. */
static void sprt_ratio_without_draws_is_binomial(void **state)
{
    double s0 = cop_elo_score(0), s1 = cop_elo_score(50);
    double expected = 60 * log(s1 / s0) + 40 * log((1 - s1) / (1 - s0));

    (void)state;
    near(cop_sprt_ratio(60, 0, 40, 0, 50), expected, 0.01);
    near(cop_sprt_ratio(0, 0, 0, 0, 50), 0, 0);
    assert_true(isfinite(cop_sprt_ratio(100, 0, 0, 0, 50)));
    assert_true(cop_sprt_ratio(100, 0, 0, 0, 50) > 0);
    near(cop_sprt_ratio(30, 40, 30, -20, 20), 0, 1e-9);
    near(cop_sprt_ratio(40, 30, 20, -20, 20), -cop_sprt_ratio(20, 30, 40, -20, 20), 1e-9);
}

static void sprt_bounds_are_log_19(void **state)
{
    (void)state;
    assert_int_equal(cop_sprt_verdict(2.94), COP_GO_ON);
    assert_int_equal(cop_sprt_verdict(2.945), COP_ACCEPT_H1);
    assert_int_equal(cop_sprt_verdict(-2.94), COP_GO_ON);
    assert_int_equal(cop_sprt_verdict(-2.945), COP_ACCEPT_H0);
}

/* The share of simulated tests that accept H1 when the true difference is `elo`. */
static double acceptance(double elo, double draws_share, uint64_t seed)
{
    enum { TESTS = 400 };
    double win = cop_elo_score(elo) - draws_share / 2;
    struct cop_rng rng;
    int accepted = 0;

    cop_rng_seed(&rng, seed);
    for (int test = 0; test < TESTS; test++) {
        int64_t wins = 0, draws = 0, losses = 0;
        enum cop_verdict verdict = COP_GO_ON;

        while (verdict == COP_GO_ON) {
            double ticket = cop_rng_unit(&rng);

            if (ticket < win)
                wins++;
            else if (ticket < win + draws_share)
                draws++;
            else
                losses++;
            verdict = cop_sprt_verdict(cop_sprt_ratio(wins, draws, losses, 0, 80));
        }
        accepted += verdict == COP_ACCEPT_H1;
    }
    return (double)accepted / TESTS;
}

/* 5 % and three standard errors of 400 tests. */
static void sprt_errs_in_5_of_100_tests(void **state)
{
    (void)state;
    assert_true(acceptance(0, 0, 1) <= 0.083);
    assert_true(acceptance(80, 0, 2) >= 0.917);
    assert_true(acceptance(0, 0.5, 3) <= 0.083);
    assert_true(acceptance(80, 0.5, 4) >= 0.917);
    assert_true(acceptance(-40, 0.2, 5) <= 0.02);
}

/* amazons-play.md 3.15, the thesis's Table A.1: the score expected of a difference in Elo. */
static void expected_scores_are_those_of_the_published_table(void **unused)
{
    static const struct {
        double difference, score;
    } rows[] = {{0, 0.50},   {20, 0.53},  {40, 0.56},  {60, 0.59},  {80, 0.61},
                {100, 0.64}, {120, 0.67}, {140, 0.69}, {160, 0.72}, {180, 0.74},
                {200, 0.76}, {300, 0.85}, {400, 0.91}};

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        near(cop_elo_score(rows[i].difference), rows[i].score, 0.005);
        near(cop_elo_score(-rows[i].difference), 1 - rows[i].score, 0.005);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_interval_has_its_published_values),
        cmocka_unit_test(half_widths_agree_with_the_specification),
        cmocka_unit_test(results_all_alike_do_not_make_certain),
        cmocka_unit_test(draws_narrow_the_interval),
        cmocka_unit_test(interval_is_symmetric_and_holds_its_value),
        cmocka_unit_test(interval_holds_the_truth_in_93_of_100_samples),
        cmocka_unit_test(mean_interval_is_the_normal_one),
        cmocka_unit_test(elo_is_the_logistic_curve),
        cmocka_unit_test(sprt_ratio_without_draws_is_binomial),
        cmocka_unit_test(sprt_bounds_are_log_19),
        cmocka_unit_test(sprt_errs_in_5_of_100_tests),
        cmocka_unit_test(expected_scores_are_those_of_the_published_table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
