/* test_pool.c - ratings of many agents: known values, what cannot be rated, and how often the
 * intervals of simulated pools contain the truth. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "coppice/rng.h"
#include "match/pool.h"

enum { AGENTS = 4 };

static void near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g is not within %g of %.9g", value, tolerance, expected);
}

/* Two agents are as far apart as their score says, and the interval is that of a share of games. */
static void two_agents_have_their_scores_difference(void **unused)
{
    struct cop_interval ratings[2];
    struct cop_pool pool;

    (void)unused;
    cop_pool_open(&pool, 2);
    cop_pool_add(&pool, 0, 1, 400, 300);
    cop_pool_rate(&pool, 0, 1500, ratings);
    near(ratings[0].value, 1500, 0);
    near(ratings[0].low, 1500, 0);
    near(ratings[0].high, 1500, 0);
    near(ratings[1].value, 1500 - cop_elo(0.75), 1e-6);
    /* 1 / sqrt(400 * 0.75 * 0.25) in natural units */
    near(ratings[1].high - ratings[1].value, 1.959964 * 400 / log(10) / sqrt(75), 1e-3);
    cop_pool_close(&pool);
}

/* Scores that the model gives exactly are explained exactly, whoever is the anchor. */
static void consistent_results_give_back_their_ratings(void **unused)
{
    static const double truth[AGENTS] = {0, 120, -300, 55};
    struct cop_interval ratings[AGENTS];
    struct cop_pool pool;

    (void)unused;
    cop_pool_open(&pool, AGENTS);
    for (int i = 0; i < AGENTS; i++)
        for (int j = i + 1; j < AGENTS; j++)
            cop_pool_add(&pool, i, j, 100, 100 * cop_elo_score(truth[i] - truth[j]));
    for (int anchor = 0; anchor < AGENTS; anchor++) {
        cop_pool_rate(&pool, anchor, truth[anchor], ratings);
        for (int i = 0; i < AGENTS; i++)
            near(ratings[i].value, truth[i], 1e-6);
    }
    cop_pool_close(&pool);
}

/* Agents that never met are compared through those that both met. */
static void a_chain_is_enough(void **unused)
{
    struct cop_interval ratings[3];
    struct cop_pool pool;

    (void)unused;
    cop_pool_open(&pool, 3);
    cop_pool_add(&pool, 0, 1, 100, 75);
    cop_pool_add(&pool, 1, 2, 100, 75);
    cop_pool_rate(&pool, 0, 0, ratings);
    near(ratings[2].value, -2 * cop_elo(0.75), 1e-6);
    near(ratings[2].high - ratings[2].value, sqrt(2) * (ratings[1].high - ratings[1].value), 1e-6);
    cop_pool_close(&pool);
}

static void who_only_wins_is_above_all(void **unused)
{
    struct cop_interval ratings[5];
    struct cop_pool pool;

    (void)unused;
    cop_pool_open(&pool, 5);
    cop_pool_add(&pool, 0, 1, 10, 6);
    cop_pool_add(&pool, 2, 0, 10, 10); /* 2 only wins */
    cop_pool_add(&pool, 2, 1, 10, 10);
    cop_pool_add(&pool, 3, 1, 10, 0); /* 3 only loses */
    cop_pool_rate(&pool, 0, 0, ratings);
    near(ratings[1].value, -cop_elo(0.6), 1e-6);
    assert_true(ratings[2].value == INFINITY && ratings[2].low == -INFINITY);
    assert_true(ratings[3].value == -INFINITY);
    assert_true(isnan(ratings[4].value) && ratings[4].high == INFINITY);
    cop_pool_close(&pool);
}

/* A lopsided start does not send Newton's method away. */
static void one_point_of_a_thousand_is_rated(void **unused)
{
    struct cop_interval ratings[2];
    struct cop_pool pool;

    (void)unused;
    cop_pool_open(&pool, 2);
    cop_pool_add(&pool, 0, 1, 100000, 0.5);
    cop_pool_rate(&pool, 0, 0, ratings);
    near(ratings[1].value, -cop_elo(0.5 / 100000), 1e-3);
    cop_pool_close(&pool);
}

/* In pools with known ratings 95 % of the intervals contain the truth; more where there are draws.
 * 3 sigma of 3,000 intervals are 1.2 %. */
static void intervals_keep_their_promise(void **unused)
{
    static const double truth[AGENTS] = {0, 80, -150, 200};
    struct cop_rng rng;

    (void)unused;
    cop_rng_seed(&rng, 5);
    for (int draws = 0; draws < 2; draws++) {
        int inside = 0, all = 0;

        for (int round = 0; round < 1000; round++) {
            struct cop_interval ratings[AGENTS];
            struct cop_pool pool;

            cop_pool_open(&pool, AGENTS);
            for (int i = 0; i < AGENTS; i++)
                for (int j = i + 1; j < AGENTS; j++)
                    for (int game = 0; game < 100; game++) {
                        double share = cop_elo_score(truth[i] - truth[j]);
                        double points = draws ? (cop_rng_unit(&rng) < share) / 2.0 +
                                                    (cop_rng_unit(&rng) < share) / 2.0
                                              : cop_rng_unit(&rng) < share;

                        cop_pool_add(&pool, i, j, 1, points);
                    }
            cop_pool_rate(&pool, 0, 0, ratings);
            for (int i = 1; i < AGENTS; i++, all++)
                inside += ratings[i].low <= truth[i] && truth[i] <= ratings[i].high;
            cop_pool_close(&pool);
        }
        near((double)inside / all, draws ? 0.985 : 0.95, 0.015);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_agents_have_their_scores_difference),
        cmocka_unit_test(consistent_results_give_back_their_ratings),
        cmocka_unit_test(a_chain_is_enough),
        cmocka_unit_test(who_only_wins_is_above_all),
        cmocka_unit_test(one_point_of_a_thousand_is_rated),
        cmocka_unit_test(intervals_keep_their_promise),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
