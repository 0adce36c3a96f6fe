/* test_thermometer.c - thermographs against canonical forms, and against what is known of the
 * Amazons' regions (amazons-endgame-and-books.md 4.5 and annex B). */
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
#include "canonical.h"
#include "search/sum/thermometer.h"
#include "tiny/tiny.h"

struct bench {
    struct cop_game *game;
    struct cop_thermometer *thermometer;
    struct cop_run run;
    struct cop_pace pace;
    struct cop_thermograph found;
    unsigned char state[COP_STATE_MAX];
};

static void limit(struct bench *bench, int64_t positions)
{
    struct cop_run_terms terms = {.tickets = positions};

    cop_run_begin(&bench->run, &terms);
    cop_pace_begin(&bench->pace, true, 1);
}

static void set_up(struct bench *bench, struct cop_game *game)
{
    memset(bench, 0, sizeof *bench);
    assert_non_null(game);
    bench->game = game;
    bench->thermometer = cop_thermometer_open(game, 0);
    limit(bench, 0);
}

static void set_up_amazons(struct bench *bench, const char *spec)
{
    struct cop_error error = {""};

    set_up(bench, cop_game_open(spec, &error));
}

static void tear_down(struct bench *bench)
{
    cop_thermograph_free(&bench->found);
    cop_thermometer_close(bench->thermometer);
    cop_game_close(bench->game);
}

static void put(struct bench *bench, const char *position)
{
    struct cop_error error = {""};

    if (!cop_position_read(bench->game, position, bench->state, &error))
        fail_msg("%s", error.message);
}

static bool can_read(struct bench *bench)
{
    return cop_thermometer_read(bench->thermometer, bench->state, &bench->run, &bench->pace,
                                &bench->found);
}

static void read_or_fail(struct bench *bench, const char *position)
{
    put(bench, position);
    assert_true(can_read(bench));
}

/* ---- Walls ---- */

static void walls_merge_to_the_higher_one_and_the_lower_one(void **context)
{
    static const struct cop_corner one[] = {{-1, 3}, {1, 1}, {2, 1}};
    static const struct cop_corner other[] = {{-1, 2}, {0, 2}, {3, -1}};
    struct cop_wall walls[2] = {{0}}, merged = {0}, spare = {0};

    (void)context;
    for (int sign = -1; sign <= 1; sign += 2) {
        cop_wall_option(&walls[0], one, 3, 1, 0, 0);
        cop_wall_option(&walls[1], other, 3, 1, 0, 0);
        cop_wall_option(&merged, one, 3, 1, 0, 0);
        cop_wall_merge(&merged, &walls[1], sign, &spare);
        for (double tax = -1; tax <= 6; tax += 0.125) {
            double values[2] = {cop_wall_at(&walls[0], tax), cop_wall_at(&walls[1], tax)};

            assert_true(cop_wall_at(&merged, tax) ==
                        (sign > 0 ? fmax(values[0], values[1]) : fmin(values[0], values[1])));
        }
    }
    cop_wall_free(&walls[0]);
    cop_wall_free(&walls[1]);
    cop_wall_free(&merged);
    cop_wall_free(&spare);
}

static void walls_meet_where_the_left_one_is_no_longer_above(void **context)
{
    static const struct cop_corner left[] = {{-1, 5}, {0, 5}, {1, 4}}, right[] = {{-1, -2}};
    struct cop_wall walls[2] = {{0}};
    double tax;

    (void)context;
    /* Less the tax and plus the tax: 4 - t and -2 + t from 1 on. */
    cop_wall_option(&walls[0], left, 3, 1, 0, -1);
    cop_wall_option(&walls[1], right, 1, 1, 0, 1);
    tax = cop_walls_meet(&walls[0], &walls[1]);
    assert_true(tax == 3);
    assert_true(cop_wall_at(&walls[0], tax) == cop_wall_at(&walls[1], tax));
    assert_true(cop_wall_at(&walls[0], tax - 0.25) > cop_wall_at(&walls[1], tax - 0.25));
    cop_wall_cut(&walls[0], tax);
    assert_true(cop_wall_at(&walls[0], tax + 7) == cop_wall_at(&walls[0], tax));
    cop_wall_free(&walls[0]);
    cop_wall_free(&walls[1]);
}

/* ---- Against canonical forms ---- */

static void compare_walls(struct bench *bench, struct canonical *canonical, int value)
{
    for (double tax = -1; tax <= 6; tax += 1.0 / 16) {
        assert_true(cop_wall_at(&bench->found.left, tax) == canonical_left(canonical, value, tax));
        assert_true(cop_wall_at(&bench->found.right, tax) ==
                    canonical_right(canonical, value, tax));
    }
    assert_true(canonical_left(canonical, value, bench->found.temperature) == bench->found.mean);
    if (bench->found.temperature > -1)
        assert_true(canonical_left(canonical, value, bench->found.temperature - 1.0 / 64) !=
                    canonical_right(canonical, value, bench->found.temperature - 1.0 / 64));
}

static void compare_position(struct bench *bench, const char *position, const char *words)
{
    struct canonical *canonical = canonical_open(bench->game);
    struct cop_text text = COP_TEXT;
    int value;

    read_or_fail(bench, position);
    value = canonical_of(canonical, bench->state);
    compare_walls(bench, canonical, value);
    canonical_write(canonical, value, &text);
    if (words != NULL)
        assert_string_equal(text.bytes, words);
    cop_text_free(&text);
    canonical_close(canonical);
}

static void dominoes_have_the_walls_of_their_canonical_forms(void **context)
{
    struct cop_error error = {""};
    struct bench bench;
    struct cop_rng rng;

    (void)context;
    set_up(&bench, cop_game_open_rules(&tiny_domino, "rows=4, columns=4", &error));
    cop_rng_seed(&rng, 7);
    for (int i = 0; i < 60; i++) {
        char words[] = "..../..../..../.... U";

        for (int square = 0; square < 19; square++)
            if (words[square] == '.' && cop_rng_below(&rng, 10) < 4)
                words[square] = '#';
        compare_position(&bench, words, NULL);
    }
    compare_position(&bench, "..##/..##/####/#### U", "{1|-1}");
    compare_position(&bench, ".###/..##/####/#### U", "*");
    compare_position(&bench, ".###/.###/..##/#### U", "1/2");
    tear_down(&bench);
}

/* ---- The Amazons ---- */

static void strips_have_their_known_values(void **context)
{
    static const struct {
        const char *strip, *value;
    } rows[] = {{"W1B", "*"},   {"W2B", "{1|-1}"}, {"W3B", "{2|-2}"}, {"1WB1", "0"},
                {"2WB", "2"},   {"1WB2", "-1"},    {"1W1B", "1*"},    {"2W1B", "2*"},
                {"1W1B1", "*"}, {"W1B2", "-2*"},   {"1W2B", "{2|0}"}, {"2W2B", "{3|1}"}};

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char spec[60], position[60];
        struct bench bench;
        int width = 0;

        for (const char *at = rows[i].strip; *at != '\0'; at++)
            width += *at >= '0' && *at <= '9' ? *at - '0' : 1;
        snprintf(spec, sizeof spec, "amazons(width=%d, height=1)", width);
        snprintf(position, sizeof position, "%s w", rows[i].strip);
        set_up_amazons(&bench, spec);
        compare_position(&bench, position, rows[i].value);
        tear_down(&bench);
    }
}

static void a_strip_of_n_squares_has_the_temperature_of_one_less(void **context)
{
    (void)context;
    for (int empties = 1; empties <= 8; empties++) {
        char spec[60], position[20];
        struct bench bench;

        snprintf(spec, sizeof spec, "amazons(width=%d, height=1)", empties + 2);
        snprintf(position, sizeof position, "W%dB w", empties);
        set_up_amazons(&bench, spec);
        read_or_fail(&bench, position);
        assert_true(bench.found.mean == 0 && bench.found.temperature == empties - 1);
        tear_down(&bench);
    }
}

/* White in the lower left corner, Black in the upper right one. */
static void rectangles_have_their_known_values(void **context)
{
    static const struct {
        int rows, columns;
        double temperature, stop;
    } rows[] = {{1, 3, 0, 0}, {1, 8, 5, 5}, {2, 2, -1, 0},  {2, 3, 1, 1},
                {2, 4, 3, 3}, {2, 5, 5, 5}, {3, 3, 2.75, 1}};

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cop_text position = COP_TEXT;
        char spec[60];
        struct bench bench;

        snprintf(spec, sizeof spec, "amazons(width=%d, height=%d)", rows[i].columns, rows[i].rows);
        set_up_amazons(&bench, spec);
        for (int row = 0; row < rows[i].rows; row++) {
            bool is_first = row == 0, is_last = row == rows[i].rows - 1;
            int empties = rows[i].columns - is_first - is_last;

            cop_text_add(&position, "%s%s%d%s", row > 0 ? "/" : "", is_last ? "W" : "", empties,
                         is_first ? "B" : "");
        }
        cop_text_add(&position, " w");
        read_or_fail(&bench, position.bytes);
        assert_true(bench.found.mean == 0);
        assert_true(bench.found.temperature == rows[i].temperature);
        assert_true(cop_wall_at(&bench.found.left, 0) == rows[i].stop);
        assert_true(cop_wall_at(&bench.found.right, 0) == -rows[i].stop);
        cop_text_free(&position);
        tear_down(&bench);
    }
}

static void small_rectangles_have_their_canonical_forms(void **context)
{
    struct bench bench;

    (void)context;
    set_up_amazons(&bench, "amazons(width=3, height=2)");
    compare_position(&bench, "2B/W2 w", NULL);
    compare_position(&bench, "W1B/2x w", NULL);
    tear_down(&bench);
    if (getenv("COPPICE_SLOW") == NULL)
        return;
    set_up_amazons(&bench, "amazons(width=3, height=3)");
    compare_position(&bench, "2B/3/W2 w", NULL);
    tear_down(&bench);
}

/* The others have from 20,000 to 300,000 positions; COPPICE_SLOW in the environment adds them. */
static bool is_quick(const struct amazons_problem *problem)
{
    static const char *const slow[] = {"P40", "P41", "P42", "P43", "P48", "P57", "P60", "P61",
                                       "P63", "P70", "P71", "P73", "P74", "P80", "P82"};

    for (size_t i = 0; i < sizeof slow / sizeof slow[0]; i++)
        if (strcmp(slow[i], problem->id) == 0)
            return getenv("COPPICE_SLOW") != NULL;
    return problem->has_heat;
}

static void problems_have_their_means_and_temperatures(void **context)
{
    char words[AMAZONS_PROBLEM_ROOM];
    struct bench bench;
    int count = 0;

    (void)context;
    set_up_amazons(&bench, "amazons");
    for (int i = 0; i < AMAZONS_PROBLEMS; i++) {
        const struct amazons_problem *problem = &amazons_problems[i];

        if (!is_quick(problem))
            continue;
        read_or_fail(&bench, amazons_problem_words(problem, 0, words));
        if (bench.found.mean != problem->mean || bench.found.temperature != problem->temperature)
            fail_msg("%s: mean %g, temperature %g", problem->id, bench.found.mean,
                     bench.found.temperature);
        count++;
    }
    assert_true(count >= 52);
    tear_down(&bench);
}

static void problems_of_up_to_five_squares_have_their_canonical_forms(void **context)
{
    char words[AMAZONS_PROBLEM_ROOM];
    static const struct {
        const char *id, *value;
    } rows[] = {{"P01", "1/2"},   {"P02", "-1/2"}, {"P06", "{1*|0}"},
                {"P11", "{3|1}"}, {"P15", "-4*"},  {"P16", "*"}};
    struct bench bench;

    (void)context;
    set_up_amazons(&bench, "amazons");
    for (int i = 0; amazons_problems[i].empty <= 5; i++) {
        const char *value = NULL;

        for (size_t j = 0; j < sizeof rows / sizeof rows[0]; j++)
            if (strcmp(rows[j].id, amazons_problems[i].id) == 0)
                value = rows[j].value;
        compare_position(&bench, amazons_problem_words(&amazons_problems[i], 0, words), value);
    }
    tear_down(&bench);
}

/* ---- Moves ---- */

static void the_best_move_at_a_tax_is_on_the_wall(void **context)
{
    char words[AMAZONS_PROBLEM_ROOM];
    struct bench bench;
    cop_move *moves;
    double *values;

    (void)context;
    set_up_amazons(&bench, "amazons");
    moves = cop_allocate((size_t)bench.game->max_moves * sizeof *moves);
    values = cop_allocate((size_t)bench.game->max_moves * sizeof *values);
    for (int i = 0; amazons_problems[i].empty <= 8; i++) {
        read_or_fail(&bench, amazons_problem_words(&amazons_problems[i], 0, words));
        for (int player = 0; player < 2; player++) {
            const struct cop_wall *wall = player == 0 ? &bench.found.left : &bench.found.right;
            double tax = bench.found.temperature - 0.125, best = player == 0 ? -100 : 100;
            int count;

            if (bench.found.temperature < 0)
                continue; /* a tax below -1 means nothing, and numbers may have no move at all */
            count = cop_thermometer_rate(bench.thermometer, bench.state, player, tax, &bench.run,
                                         &bench.pace, moves, values);
            assert_true(count > 0);
            for (int j = 0; j < count; j++)
                best = player == 0 ? fmax(best, values[j]) : fmin(best, values[j]);
            assert_true(best == cop_wall_at(wall, tax));
        }
    }
    free(moves);
    free(values);
    tear_down(&bench);
}

/* ---- Sums ---- */

/* G - G is 0, wherever and however it lies, and two stars together are 0. */
static void a_game_and_its_opposite_are_nothing(void **context)
{
    struct bench bench;

    (void)context;
    set_up_amazons(&bench, "amazons");
    read_or_fail(&bench, "1W2Bxxxxx/xxxxxxxxxx/xxxxxxxWxx/xxxxxxx1xx/xxxxxxx1xx/xxxxxxxBxx/"
                         "xxxxxxx1xx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx w");
    assert_true(bench.found.mean == 0 && bench.found.temperature == -1);
    read_or_fail(&bench, "W1Bxxxxxxx/xxxxxxxxxx/xxxxxxxWxx/xxxxxxx1xx/xxxxxxxBxx/xxxxxxxxxx/"
                         "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx w");
    assert_true(bench.found.mean == 0 && bench.found.temperature == -1);
    tear_down(&bench);
}

static void what_is_settled_shifts_the_rest(void **context)
{
    struct bench bench;

    (void)context;
    set_up_amazons(&bench, "amazons");
    read_or_fail(&bench, "W2Bxxxxxx/xxxxxxxxxx/xxxxxW3x/xxxxxxxxxx/1Bxxxxxxxx/xxxxxxxxxx/"
                         "xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx w");
    assert_true(bench.found.mean == 2 && bench.found.temperature == 1);
    assert_true(cop_wall_at(&bench.found.left, 0) == 3);
    assert_true(cop_wall_at(&bench.found.right, 0) == 1);
    tear_down(&bench);
}

/* ---- Ends ---- */

static void a_reading_ends_at_its_limit_and_can_go_on(void **context)
{
    struct bench bench;
    int64_t first;

    (void)context;
    set_up_amazons(&bench, "amazons(width=5, height=2)");
    put(&bench, "4B/W4 w");
    limit(&bench, 20);
    assert_false(can_read(&bench));
    first = cop_thermometer_positions(bench.thermometer);
    assert_true(first > 0 && first <= 20);
    limit(&bench, 0);
    assert_true(can_read(&bench));
    assert_true(bench.found.temperature == 5);
    tear_down(&bench);
}

static void a_raised_flag_ends_a_reading(void **context)
{
    atomic_bool stop = true;
    struct cop_run_terms terms = {.stop = &stop};
    struct bench bench;

    (void)context;
    set_up_amazons(&bench, "amazons(width=5, height=3)");
    put(&bench, "4B/5/W4 w");
    cop_run_begin(&bench.run, &terms);
    cop_pace_begin(&bench.pace, true, 1);
    assert_false(can_read(&bench));
    tear_down(&bench);
}

static void too_little_memory_ends_a_reading(void **context)
{
    struct cop_error error = {""};
    struct bench bench = {.game = cop_game_open("amazons(width=5, height=2)", &error)};

    (void)context;
    bench.thermometer = cop_thermometer_open(bench.game, 200000);
    limit(&bench, 0);
    put(&bench, "4B/W4 w");
    assert_false(can_read(&bench));
    assert_true(cop_thermometer_is_full(bench.thermometer));
    tear_down(&bench);
}

static void games_that_are_no_sums_are_refused_with_a_reason(void **context)
{
    static const struct {
        const char *spec, *reason;
    } rows[] = {{"othello", "does not fall into parts"},
                {"amazons(split=on)", "with split=off they are one"},
                {"amazons(passes=2)", "a pass is a move in no part"},
                {"amazons(komi=1)", "points are added at the end"}};

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cop_error error = {""};
        struct cop_game *game = cop_game_open(rows[i].spec, &error);

        assert_non_null(game);
        assert_false(cop_sum_fits(game, &error));
        assert_non_null(strstr(error.message, rows[i].reason));
        cop_game_close(game);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_merge_to_the_higher_one_and_the_lower_one),
        cmocka_unit_test(walls_meet_where_the_left_one_is_no_longer_above),
        cmocka_unit_test(dominoes_have_the_walls_of_their_canonical_forms),
        cmocka_unit_test(strips_have_their_known_values),
        cmocka_unit_test(a_strip_of_n_squares_has_the_temperature_of_one_less),
        cmocka_unit_test(rectangles_have_their_known_values),
        cmocka_unit_test(small_rectangles_have_their_canonical_forms),
        cmocka_unit_test(problems_have_their_means_and_temperatures),
        cmocka_unit_test(problems_of_up_to_five_squares_have_their_canonical_forms),
        cmocka_unit_test(the_best_move_at_a_tax_is_on_the_wall),
        cmocka_unit_test(a_game_and_its_opposite_are_nothing),
        cmocka_unit_test(what_is_settled_shifts_the_rest),
        cmocka_unit_test(a_reading_ends_at_its_limit_and_can_go_on),
        cmocka_unit_test(a_raised_flag_ends_a_reading),
        cmocka_unit_test(too_little_memory_ends_a_reading),
        cmocka_unit_test(games_that_are_no_sums_are_refused_with_a_reason),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
