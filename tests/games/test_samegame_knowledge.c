/* test_samegame_knowledge.c - SameGame: bounds and judgements that searches rely on
 * (samegame-and-fanorona.md 8.1). */
#include "samegame_table.h"

#include <math.h>

static const char *const leftovers[] = {"above-two", "literal", "none"};

static struct cop_bounds bounds_of(const struct table *table)
{
    const struct cop_oracle *row = table->rules->oracles;
    struct cop_bounds bounds = {table->game->score_low, table->game->score_high};

    assert_true(row->probe(table->game, NULL, table->state, COP_STAKE_SCORE, 0, &bounds));
    return bounds;
}

/* [11] With the rule that the over-estimator was made for. */
static void samegame_bound_is_the_over_estimate(void **context)
{
    struct table table = open_table("width=7, height=6, colours=3");

    (void)context;
    for (int seed = 1; seed <= 100; seed++) {
        table_start(&table, (uint64_t)seed);
        while (table_list(&table) > 0) {
            struct reference_board board = table_reference(&table, 7, 6);

            assert_int_equal((int)bounds_of(&table).high, reference_over_estimate(&board));
            table.rules->play(table.game, table.state,
                              table.moves[cop_rng_below(&table.rng, (uint32_t)table.count)]);
        }
    }
    close_table(&table);
}

/* [11] On the way to any end the bounds only become narrower at the top, and hold what comes. */
static void samegame_bounds_hold_every_end(void **context)
{
    (void)context;
    for (int rule = 0; rule < 3; rule++) {
        char inside[80];
        struct table table;

        snprintf(inside, sizeof inside, "width=5, height=5, colours=4, leftover=%s",
                 leftovers[rule]);
        table = open_table(inside);
        for (int seed = 1; seed <= 500; seed++) {
            double promised = INFINITY, sure = -INFINITY;

            table_start(&table, (uint64_t)seed);
            while (table_list(&table) > 0) {
                struct cop_bounds bounds = bounds_of(&table);

                assert_true(bounds.high <= promised);
                promised = bounds.high;
                sure = fmax(sure, bounds.low);
                table.rules->play(table.game, table.state,
                                  table.moves[cop_rng_below(&table.rng, (uint32_t)table.count)]);
            }
            assert_true(table_score(&table) <= promised);
            assert_true(table_score(&table) >= sure);
        }
        close_table(&table);
    }
}

static void samegame_oracle_knows_nothing_of_payoffs(void **context)
{
    struct table table = open_table("");
    struct cop_bounds bounds = {0, 1};

    (void)context;
    table_start(&table, 1);
    assert_false(
        table.rules->oracles->probe(table.game, NULL, table.state, COP_STAKE_PAYOFF, 0, &bounds));
    close_table(&table);
}

static double judged(const struct table *table)
{
    double value;

    table->rules->evaluators->evaluate(table->game, NULL, table->state, &value);
    return value;
}

/* What a mirror image or other colours are worth does not differ. */
static void samegame_potential_is_that_of_the_mirror_image(void **context)
{
    struct table table = open_table("width=6, height=4, colours=3");
    static const char *const pairs[][2] = {
        {"012012/001122/220011/012210", "210210/221100/110022/012210"},
        {"012012/001122/220011/012210", "120120/112200/001122/120021"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        double value;

        table_set_up(&table, pairs[i][0]);
        value = judged(&table);
        table_set_up(&table, pairs[i][1]);
        assert_true(fabs(judged(&table) - value) < 1e-9);
    }
    close_table(&table);
}

/* The same board with more points is worth more by as much: a beam may then forget all but the one
 * with the most. */
static void samegame_potential_counts_points_one_by_one(void **context)
{
    struct table table = open_table("width=6, height=4, colours=3");
    double value;

    (void)context;
    table_set_up(&table, "....../001122/220011/012210 0");
    value = judged(&table);
    table_set_up(&table, "....../001122/220011/012210 9");
    assert_true(fabs(judged(&table) - value - 9) < 1e-9);
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samegame_bound_is_the_over_estimate),
        cmocka_unit_test(samegame_bounds_hold_every_end),
        cmocka_unit_test(samegame_oracle_knows_nothing_of_payoffs),
        cmocka_unit_test(samegame_potential_is_that_of_the_mirror_image),
        cmocka_unit_test(samegame_potential_counts_points_one_by_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
