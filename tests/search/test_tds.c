/* test_tds.c - temperatures found beside a stack of coupons, against thermographs and what is
 * printed (amazons-endgame-and-books.md 4.5). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "amazons_problems.h"
#include "base/allocate.h"
#include "search/sum/tds.h"
#include "search/sum/thermometer.h"
#include "tiny/tiny.h"

enum { MEMORY = 16 << 20 };

struct bench {
    struct cop_game *game;
    struct cop_tds *tds;
    struct cop_judge judge;
    struct cop_run run;
    struct cop_pace pace;
    struct cop_tds_terms terms;
    struct cop_tds_found found;
    unsigned char state[COP_STATE_MAX];
};

static void limit(struct bench *bench, int64_t nodes)
{
    struct cop_run_terms terms = {.tickets = nodes};

    cop_run_begin(&bench->run, &terms);
    cop_pace_begin(&bench->pace, true, 1);
}

static void set_up_rules(struct bench *bench, struct cop_game *game)
{
    struct cop_error error = {""};

    memset(bench, 0, sizeof *bench);
    assert_non_null(game);
    bench->game = game;
    bench->tds = cop_tds_open(game, MEMORY);
    assert_non_null(bench->tds);
    assert_true(cop_judge_find(&bench->judge, game, "", &error));
    assert_true(cop_judge_prepare(&bench->judge, game, NULL, &error));
    bench->terms = (struct cop_tds_terms){.delta = 0.5, .judge = &bench->judge};
    limit(bench, 0);
}

static void set_up(struct bench *bench, const char *spec)
{
    struct cop_error error = {""};

    set_up_rules(bench, cop_game_open(spec, &error));
}

static void tear_down(struct bench *bench)
{
    cop_tds_close(bench->tds);
    cop_game_close(bench->game);
}

static void put(struct bench *bench, const char *position)
{
    struct cop_error error = {""};

    if (!cop_position_read(bench->game, position, bench->state, &error))
        fail_msg("%s", error.message);
}

static void look(struct bench *bench)
{
    cop_tds_search(bench->tds, bench->state, &bench->terms, &bench->run, &bench->pace,
                   &bench->found);
}

/* ---- What is printed ---- */

static const struct amazons_problem *problem_of(const char *id)
{
    for (int i = 0; i < AMAZONS_PROBLEMS; i++)
        if (strcmp(amazons_problems[i].id, id) == 0)
            return &amazons_problems[i];
    fail_msg("there is no problem %s", id);
    return NULL;
}

static void problems_have_their_printed_temperatures(void **context)
{
    char words[AMAZONS_PROBLEM_ROOM];
    static const struct {
        const char *id;
        double by_halves, by_quarters;
    } rows[] = {{"P06", 0.5, 0.5}, {"P08", 0.5, 0.5}, {"P11", 1, 1},     {"P15", 0, 0},
                {"P16", 0, 0},     {"P01", -1, -0.5}, {"P02", -1, -0.5}, {"P04", -1, -0.5},
                {"P03", -1, -1},   {"P05", -1, -1},   {"P07", -1, -1},   {"P09", -1, -1},
                {"P10", -1, -1},   {"P12", -1, -1},   {"P13", -1, -1},   {"P14", -1, -1},
                {"P17", -1, -1}};
    struct bench bench;

    (void)context;
    set_up(&bench, "amazons");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int halves = 0; halves < 2; halves++) {
            const struct amazons_problem *problem = problem_of(rows[i].id);

            put(&bench, amazons_problem_words(problem, 0, words));
            bench.terms.delta = halves ? 0.5 : 0.25;
            look(&bench);
            assert_true(bench.found.is_exact);
            if (bench.found.temperature != (halves ? rows[i].by_halves : rows[i].by_quarters) ||
                bench.found.mean != problem->mean)
                fail_msg("%s by %g: temperature %g, mean %g", rows[i].id, bench.terms.delta,
                         bench.found.temperature, bench.found.mean);
        }
    tear_down(&bench);
}

static void rectangles_have_their_printed_temperatures(void **context)
{
    struct bench bench;

    (void)context;
    set_up(&bench, "amazons(width=3, height=2)");
    put(&bench, "2B/W2 w");
    for (bench.terms.delta = 0.25; bench.terms.delta <= 0.5; bench.terms.delta *= 2) {
        look(&bench);
        assert_true(bench.found.is_exact && bench.found.temperature == 1 && bench.found.mean == 0);
    }
    tear_down(&bench);
    set_up(&bench, "amazons(width=4, height=2)");
    put(&bench, "3B/W3 w");
    bench.terms.delta = 0.25;
    look(&bench);
    assert_true(bench.found.is_exact && bench.found.temperature == 3 && bench.found.mean == 0);
    tear_down(&bench);
}

/* {1|-1} and {2|-2} beside a stack from 6 down. */
static void switches_refuse_the_coupon_below_their_temperature(void **context)
{
    struct bench bench;

    (void)context;
    for (int width = 4; width <= 5; width++) {
        char spec[60], position[20];

        snprintf(spec, sizeof spec, "amazons(width=%d, height=1)", width);
        snprintf(position, sizeof position, "W%dB w", width - 2);
        set_up(&bench, spec);
        put(&bench, position);
        bench.terms.top = 6;
        for (bench.terms.delta = 0.5; bench.terms.delta >= 0.125; bench.terms.delta /= 2) {
            look(&bench);
            assert_true(bench.found.has_refused);
            assert_true(bench.found.refused == width - 3 - bench.terms.delta);
        }
        tear_down(&bench);
    }
}

/* ---- Against thermographs ---- */

/* A temperature is that of the thermograph, up to delta above it, and the mean the same. */
static void compare(struct bench *bench, struct cop_thermometer *thermometer)
{
    struct cop_thermograph graph = {0};
    double delta = bench->terms.delta;

    assert_true(cop_thermometer_read(thermometer, bench->state, &bench->run, &bench->pace, &graph));
    look(bench);
    assert_true(bench->found.is_exact);
    assert_true(bench->found.mean == graph.mean);
    assert_true(bench->found.temperature >=
                graph.temperature - (graph.temperature < -1 + delta ? delta : 0));
    assert_true(bench->found.temperature < graph.temperature + delta ||
                bench->found.temperature == graph.temperature);
    cop_thermograph_free(&graph);
}

static void dominoes_agree_with_their_thermographs(void **context)
{
    struct cop_error error = {""};
    struct cop_thermometer *thermometer;
    struct bench bench;
    struct cop_rng rng;

    (void)context;
    set_up_rules(&bench, cop_game_open_rules(&tiny_domino, "rows=3, columns=4", &error));
    thermometer = cop_thermometer_open(bench.game, 0);
    cop_rng_seed(&rng, 11);
    bench.terms.delta = 0.125;
    for (int i = 0; i < 40; i++) {
        char words[] = "..../..../.... U";

        for (int square = 0; square < 14; square++)
            if (words[square] == '.' && cop_rng_below(&rng, 10) < 3)
                words[square] = '#';
        put(&bench, words);
        compare(&bench, thermometer);
    }
    cop_thermometer_close(thermometer);
    tear_down(&bench);
}

/* ---- Limits ---- */

static void it_deepens_until_a_limit_and_keeps_what_it_has(void **context)
{
    struct bench bench;
    int shallow;

    (void)context;
    set_up(&bench, "amazons(width=4, height=3)");
    put(&bench, "3B/4/W3 w");
    limit(&bench, 3000);
    look(&bench);
    assert_true(bench.found.depth >= 1 && !bench.found.is_exact);
    assert_true(bench.found.temperature > 0 && bench.found.best[0] != COP_NO_MOVE &&
                bench.found.best[1] != COP_NO_MOVE);
    shallow = bench.found.depth;
    limit(&bench, 300000);
    look(&bench);
    assert_true(bench.found.depth > shallow);
    limit(&bench, 1);
    look(&bench);
    assert_int_equal(bench.found.depth, 0);
    tear_down(&bench);
}

static void a_depth_is_kept(void **context)
{
    struct bench bench;

    (void)context;
    set_up(&bench, "amazons(width=4, height=3)");
    put(&bench, "3B/4/W3 w");
    bench.terms.depth = 2;
    look(&bench);
    assert_int_equal(bench.found.depth, 2);
    assert_false(bench.found.is_exact);
    tear_down(&bench);
}

/* 2 x 4: the only good move is A1-C1 with a shot at C2 (4.5). */
static void the_move_that_refuses_the_coupon_is_the_good_one(void **context)
{
    struct cop_text text = COP_TEXT;
    struct bench bench;

    (void)context;
    set_up(&bench, "amazons(width=4, height=2)");
    put(&bench, "3B/W3 w");
    look(&bench);
    bench.game->rules->write_move(bench.game, bench.state, bench.found.best[0], &text);
    assert_string_equal(text.bytes, "a1c1-c2");
    cop_text_free(&text);
    tear_down(&bench);
}

static void a_low_stack_is_told_by_its_first_coupon(void **context)
{
    struct bench bench;

    (void)context;
    set_up(&bench, "amazons(width=6, height=1)");
    put(&bench, "W4B w");
    bench.terms.top = 1;
    look(&bench);
    assert_true(bench.found.has_refused && bench.found.refused == 1);
    bench.terms.top = 0;
    look(&bench);
    assert_true(bench.found.temperature == 3);
    tear_down(&bench);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(problems_have_their_printed_temperatures),
        cmocka_unit_test(rectangles_have_their_printed_temperatures),
        cmocka_unit_test(switches_refuse_the_coupon_below_their_temperature),
        cmocka_unit_test(dominoes_agree_with_their_thermographs),
        cmocka_unit_test(it_deepens_until_a_limit_and_keeps_what_it_has),
        cmocka_unit_test(a_depth_is_kept),
        cmocka_unit_test(the_move_that_refuses_the_coupon_is_the_good_one),
        cmocka_unit_test(a_low_stack_is_told_by_its_first_coupon),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
