/* test_amazons_evaluate.c - the Amazons: the evaluators and orderings of amazons-play.md 2.9, with
 * the check values of 4.5. */
#include "image.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "amazons_records.h"
#include "games/amazons/board.h"
#include "games/amazons/rays.h"
#include "plain_amazons.h"

enum { FAR = 1000 };

/* ---- The same, square by square ---- */

struct parts {
    int queen, king;
    double mobility, phase;
    double of_amazon[2][AMAZONS_SQUARES_MAX]; /* m, in the order of squares */
    int amazons[2];
};

struct map {
    int distance[AMAZONS_SIDE_MAX][AMAZONS_SIDE_MAX];
};

static bool is_empty(const struct judge *judge, int column, int row)
{
    const struct amazons_board *board = amazons_board_of(judge->game);

    return column >= 0 && column < board->columns && row >= 0 && row < board->rows &&
           amazons_has(amazons_empty(board, (const void *)judge->state),
                       row * AMAZONS_STRIDE + column);
}

static bool is_amazon(const struct judge *judge, int side, int column, int row)
{
    return amazons_has(amazons_of((const void *)judge->state, side), row * AMAZONS_STRIDE + column);
}

/* Moves of `reach` squares at most, until nothing gets shorter. */
static struct map measure(const struct judge *judge, int side, int reach)
{
    const struct amazons_board *board = amazons_board_of(judge->game);
    struct map map = {{{0}}};
    bool has_changed = true;

    for (int row = 0; row < board->rows; row++)
        for (int column = 0; column < board->columns; column++)
            map.distance[row][column] = is_amazon(judge, side, column, row) ? 0 : FAR;
    while (has_changed) {
        has_changed = false;
        for (int i = 0; i < board->rows * board->columns * 9; i++) {
            int column = i / 9 % board->columns, row = i / 9 / board->columns;
            int dx = i % 3 - 1, dy = i / 3 % 3 - 1;
            int next = map.distance[row][column] + 1;

            for (int k = 1; (dx != 0 || dy != 0) && k <= reach; k++) {
                int x = column + k * dx, y = row + k * dy;

                if (next >= FAR || !is_empty(judge, x, y))
                    break;
                if (map.distance[y][x] > next) {
                    map.distance[y][x] = next;
                    has_changed = true;
                }
            }
        }
    }
    return map;
}

static int neighbours(const struct judge *judge, int column, int row)
{
    int count = 0;

    for (int i = 0; i < 9; i++)
        count += i != 4 && is_empty(judge, column + i % 3 - 1, row + i / 3 - 1);
    return count;
}

static double mobility(const struct judge *judge, const struct map *other, int column, int row)
{
    double sum = 0;

    for (int i = 0; i < 9; i++)
        for (int k = 1; i != 4; k++) {
            int x = column + k * (i % 3 - 1), y = row + k * (i / 3 - 1);

            if (!is_empty(judge, x, y))
                break;
            if (other->distance[y][x] < FAR)
                sum += pow(0.5, k) * neighbours(judge, x, y);
        }
    return sum;
}

static int compare(int white, int black)
{
    return (white < black) - (black < white);
}

static struct parts take_apart(const struct judge *judge)
{
    const struct amazons_board *board = amazons_board_of(judge->game);
    struct map queens[2], kings[2];
    struct parts parts = {0};

    for (int side = 0; side < 2; side++) {
        queens[side] = measure(judge, side, FAR);
        kings[side] = measure(judge, side, 1);
    }
    for (int row = 0; row < board->rows; row++)
        for (int column = 0; column < board->columns; column++) {
            int white = queens[0].distance[row][column], black = queens[1].distance[row][column];

            for (int side = 0; side < 2; side++)
                if (is_amazon(judge, side, column, row)) {
                    double m = mobility(judge, &queens[1 - side], column, row);

                    parts.of_amazon[side][parts.amazons[side]++] = m;
                    parts.mobility += (side == 0 ? -30 : 30) / (5 + m);
                }
            if (!is_empty(judge, column, row))
                continue;
            parts.queen += compare(white, black);
            parts.king += compare(kings[0].distance[row][column], kings[1].distance[row][column]);
            if (white < FAR && black < FAR)
                parts.phase += pow(0.5, abs(white - black));
        }
    return parts;
}

static double combine(const struct parts *parts)
{
    double phase = fmin(1, parts->phase / 40);

    return parts->queen + phase * parts->king + 0.8 * phase * parts->mobility;
}

/* ---- The specification's numbers ---- */

/* The first moves of a game; a turn is two blanks apart from the next. */
static void play_record(struct judge *judge, const char *id, int plies)
{
    char moves[2048];
    int i = 0;
    size_t length = 0;

    while (strcmp(amazons_records[i].id, id) != 0)
        assert_true(++i < AMAZONS_RECORDS);
    for (const char *at = amazons_records[i].moves; *at != '\0' && plies > 0; at++) {
        moves[length++] = *at;
        plies -= at[1] == ' ' || at[1] == '\0';
    }
    moves[length] = '\0';
    assert_int_equal(plies, 0);
    judge_play(judge, moves);
}

struct check {
    const char *record; /* or NULL, and then the moves */
    int plies;
    const char *moves;
    int queen, king;
    double mobility, phase, complex;
};

static const struct check checks[] = {
    {NULL, 0, "", 0, 0, 0, 70, 0},
    {NULL, 0, "d1d8-b6", 16, 28, 0.934201, 66, 44.747361},
    {NULL, 0, "d1d8-b6 g10g3-i5", 0, 0, 0, 66, 0},
    {NULL, 0, "d1d7-g7", 17, 23, 0.737056, 57.25, 40.589645},
    {NULL, 0, "d1d9-g9", 15, 25, 1.122160, 64.5, 40.897728},
    {NULL, 0, "g1g9-d9", 15, 25, 1.122160, 64.5, 40.897728},
    {"P3", 10, "", -6, -4, -0.191619, 62, -10.153295},
    {"P3", 20, "", -2, -1, -0.839666, 48.25, -3.671733},
    {"P3", 30, "", -7, -3, 2.050528, 36.625, -8.244864},
    {"P3", 40, "", -1, 4, 3.904281, 27.375, 3.875094},
    {"P3", 50, "", 1, -3, -0.777778, 7.75, 0.298194},
    {"P3", 60, "", 5, 5, 0, 1, 5.125},
    {"A1", 10, "", -10, -2, -0.695562, 56.25, -12.556449},
    {"A1", 20, "", -6, 4, -0.675995, 50.5, -2.540796},
    {"A1", 30, "", 5, 15, -0.203511, 33.3125, 17.356598},
    {"A1", 40, "", 9, 8, -1.908425, 22.5625, 12.651323},
    {"A1", 58, "", 11, 11, 0, 0, 11},
    {"P11", 20, "", 0, -5, 0.090827, 48.5, -4.927339},
    {"P11", 40, "", 3, 5, 6.061628, 20.125, 7.955430},
};

static void set_up(struct judge *judge, const struct check *check)
{
    judge_set_up(judge, "3B2B3/10/10/B8B/10/10/W8W/10/10/3W2W3 w");
    if (check->record != NULL)
        play_record(judge, check->record, check->plies);
    else
        judge_play(judge, check->moves);
}

static void amazons_values_are_those_of_the_specification(void **context)
{
    struct judge complex = judge_open("amazons", "complex");
    struct judge classic = judge_open("amazons", "classic");

    (void)context;
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        const struct check *check = &checks[i];
        struct parts parts;

        set_up(&complex, check);
        set_up(&classic, check);
        parts = take_apart(&complex);
        assert_true(judge_of(&classic, 0) == check->queen);
        assert_true(fabs(judge_of(&complex, 0) - check->complex) < 1e-6);
        assert_int_equal(parts.queen, check->queen);
        assert_int_equal(parts.king, check->king);
        assert_true(parts.phase == check->phase);
        assert_true(fabs(parts.mobility - check->mobility) < 1e-6);
    }
    judge_close(&complex);
    judge_close(&classic);
}

static void assert_mobility(const struct parts *parts, int side, const double *sorted)
{
    for (int i = 0; i < 4; i++)
        if (fabs(parts->of_amazon[side][i] - sorted[i]) > 1e-5)
            fail_msg("amazon %d of side %d has mobility %.6f", i, side, parts->of_amazon[side][i]);
}

/* In the order of squares, from the bottom row. */
static void amazons_mobility_is_that_of_the_specification(void **context)
{
    struct judge judge = judge_open("amazons", "complex");
    struct parts parts = take_apart(&judge);

    (void)context;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 4; i++)
            assert_true(parts.of_amazon[side][i] == 26.55859375);
    judge_play(&judge, "d1d8-b6");
    parts = take_apart(&judge);
    assert_mobility(&parts, 0, (double[]){27.66797, 25.74609, 26.52734, 41.99219});
    assert_mobility(&parts, 1, (double[]){17.15234, 26.60156, 21.09375, 26.08984});
    judge_set_up(&judge,
                 "1W5x2/1x2x2B2/1Bxxx2W2/3x3x1x/Wx1x1x3x/2xx2x1x1/xxx1x3x1/1Bx2xWB2/2xxx2x2/"
                 "4x1x3 w");
    parts = take_apart(&judge);
    assert_mobility(&parts, 0, (double[]){9.5, 5.5625, 18.25, 6.34375});
    assert_mobility(&parts, 1, (double[]){0, 16.375, 9, 17.25});
    judge_close(&judge);
}

/* The three readings of the printed sigmoid, at 16 points and what complex adds to them. */
static void amazons_ratios_squash_the_complex_value(void **context)
{
    static const struct {
        const char *name;
        double factor;
    } rows[] = {{"ratio", 0.1}, {"ratio_wide", 0.025}, {"ratio_printed", 10}};

    (void)context;
    for (size_t row = 0; row < 3; row++) {
        struct judge ratio = judge_open("amazons", rows[row].name);

        for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
            double most = 1 - 1e-9, expected;

            set_up(&ratio, &checks[i]);
            expected = fmax(-most, fmin(most, tanh(rows[row].factor * checks[i].complex)));
            if (fabs(judge_of(&ratio, 0) - expected) > 1e-5)
                fail_msg("%s: %.9f, not %.9f", rows[row].name, judge_of(&ratio, 0), expected);
        }
        judge_close(&ratio);
    }
}

/* ---- What holds everywhere ---- */

static const char *const specs[] = {
    "amazons(size=6)",
    "amazons(size=5, split=on)",
    "amazons(width=3, height=7)",
    "amazons(size=6, setup=\"W1B1W1/1x1x1B/2W3/6/B1xx1W/1B3W b\")",
};

static void check_slowly(const struct judge *judge)
{
    static const int hows[] = {IMAGE_MIRROR, IMAGE_UPSIDE_DOWN, IMAGE_COLOURS,
                               IMAGE_MIRROR | IMAGE_UPSIDE_DOWN | IMAGE_COLOURS, 0};
    const struct amazons_position *position = (const void *)judge->state;
    bool is_classic = strcmp(judge->evaluator->name, "classic") == 0;
    struct parts parts = take_apart(judge);
    double value = is_classic ? parts.queen : combine(&parts);

    if (fabs(judge_of(judge, 0) - value) > 1e-9)
        fail_msg("%s gives %.12g, not %.12g", judge->evaluator->name, judge_of(judge, 0), value);
    if (parts.phase == 0)
        assert_true(judge_of(judge, 0) == parts.queen);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < parts.amazons[side]; i++)
            assert_true(parts.of_amazon[side][i] >= 0);
    if (position->landed == AMAZONS_NOWHERE)
        assert_symmetric(judge, hows, "WBwb", 1e-9);
}

static void amazons_sets_agree_with_distances_square_by_square(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
        for (int row = 0; row < 2; row++) {
            struct judge judge = judge_open(specs[i], row == 0 ? "complex" : "classic");

            assert_in_bounds(&judge, is_slow_build() ? 2 : 8, check_slowly);
            judge_close(&judge);
        }
}

static void amazons_full_board_agrees_too(void **context)
{
    struct judge judge = judge_open("amazons", "complex");

    (void)context;
    assert_in_bounds(&judge, is_slow_build() ? 1 : 3, check_slowly);
    judge_close(&judge);
}

/* ---- The plain form ---- */

/* Any amazons and burnt squares, from nearly none to nearly everywhere. */
static void scatter(const struct amazons_board *board, struct amazons_position *position,
                    struct cop_rng *rng)
{
    amazons_set planes[2] = {0, 0}, left = board->squares;
    uint32_t burnt = cop_rng_below(rng, 100), amazons = 1 + cop_rng_below(rng, 20);

    for (; left != 0; left &= left - 1) {
        bool is_burnt = cop_rng_below(rng, 100) < burnt;
        uint32_t draw = cop_rng_below(rng, 100); /* amazons of White, then as many of Black */

        for (int side = 0; side < 2; side++)
            if (is_burnt || draw / amazons == (uint32_t)side)
                planes[side] |= left & -left;
    }
    *position = board->start;
    amazons_put(position, AMAZONS_WHITE, planes[0]);
    amazons_put(position, AMAZONS_BLACK, planes[1]);
}

static void assert_plain(const struct cop_game *game, const struct amazons_position *position)
{
    const struct amazons_board *board = amazons_board_of(game);
    const struct cop_evaluator *row = game->rules->evaluators; /* complex, then classic */
    double values[2], complex = amazons_plain_complex(board, position);

    row[0].evaluate(game, NULL, position, values);
    assert_true(values[0] == fmin(249, fmax(-249, complex)));
    row[1].evaluate(game, NULL, position, values);
    assert_true(values[0] == fmin(99, fmax(-99, amazons_plain_classic(board, position))));
}

static void amazons_values_are_those_of_the_plain_form_bit_for_bit(void **context)
{
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 5);
    for (int i = 1; i < 100; i++) {
        struct cop_text spec = COP_TEXT;
        struct cop_game *game;

        cop_text_add(&spec, "amazons(width=%d, height=%d)", i % 10 + 1, i / 10 + 1);
        game = cop_game_open(spec.bytes, NULL);
        assert_non_null(game);
        for (int k = 0; k < (is_slow_build() ? 20 : 200); k++) {
            struct amazons_position position;

            scatter(amazons_board_of(game), &position, &rng);
            assert_plain(game, &position);
        }
        cop_game_close(game);
        cop_text_free(&spec);
    }
}

/* Of any queens on any board; the fast form may be the plain one. */
static void amazons_queens_reach_what_the_plain_form_says(void **context)
{
    struct cop_game *game = cop_game_open("amazons", NULL);
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 6);
    for (int i = 0; i < 20000; i++) {
        struct amazons_position position;
        amazons_set empty;

        scatter(amazons_board_of(game), &position, &rng);
        empty = amazons_empty(amazons_board_of(game), &position);
        for (int side = 0; side < 2; side++) {
            amazons_set from = amazons_of(&position, side);
            struct amazons_rays rays = amazons_rays_of(empty);
            struct amazons_rays_plain plain = amazons_rays_of_plain(empty);

            assert_true(amazons_queen_moves(from, &rays) ==
                        amazons_queen_moves_plain(from, &plain));
        }
    }
    cop_game_close(game);
}

static void amazons_ratio_stays_inside_its_bounds(void **context)
{
    struct judge judge = judge_open("amazons(size=8)", "ratio_printed");

    (void)context;
    assert_in_bounds(&judge, 3, NULL);
    judge_close(&judge);
}

/* As they count at the end; and never outside the bounds. */
static void amazons_komi_and_passes_count_for_black(void **context)
{
    struct judge judge = judge_open("amazons(komi=2.5, passes=3)", "classic");

    (void)context;
    assert_true(judge_of(&judge, 0) == -5.5);
    judge_close(&judge);
    judge = judge_open("amazons(komi=100, passes=100)", "classic");
    assert_true(judge_of(&judge, 0) == -99);
    judge_close(&judge);
    judge = judge_open("amazons(komi=2.5, passes=3)", "complex");
    assert_true(judge_of(&judge, 1) == 5.5);
    judge_close(&judge);
}

/* White reaches a1 to c1 alone, Black e1 alone, and the rest nobody: 3 - 1, with any evaluator. */
static void amazons_separated_squares_are_points(void **context)
{
    struct judge judge = judge_open("amazons(width=7, height=1)", "complex");

    (void)context;
    judge_set_up(&judge, "3WxB1 w");
    assert_true(judge_of(&judge, 0) == 2);
    judge_close(&judge);
}

/* ---- Orderings ---- */

/* From a1 White reaches nine squares, and as many from a3, b2, c3 and d4, but fewer from the
 * border: so these first, with arrows beside c2 that are not in her own way. */
static void amazons_orders_by_reach_and_pressure(void **context)
{
    struct judge judge = judge_open("amazons(size=4)", "complex");

    (void)context;
    judge_set_up(&judge, "4/4/2B1/W3 w");
    assert_order(&judge, "reach", "a1a3-b3 a1a3-d3 a1b2-b3 a1c3-b3 a1c3-d3 a1c3-d2 a1d4-d3 ");
    judge_close(&judge);
    judge = judge_open("amazons(size=4, split=on)", "complex");
    judge_set_up(&judge, "4/4/2B1/W3 w");
    assert_order(&judge, "reach", "a1a3 a1b2 a1c3 a1d4 ");
    judge_play(&judge, "a1a3");
    /* Her own way counts half: 8 - 4/3, 8 - 2, 8 - 2, 8 - 4. */
    assert_order(&judge, "reach", "d3 c3 c1 b3 ");
    judge_close(&judge);
}

static void amazons_orders_by_the_classic_value(void **context)
{
    struct judge judge = judge_open("amazons(width=5, height=1)", "classic");

    (void)context;
    /* Black has e1. The first two leave White a square of her own, the others none. */
    judge_set_up(&judge, "W2B1 w");
    assert_order(&judge, "classic", "a1b1-c1 a1c1-a1 a1b1-a1 a1c1-b1");
    judge_set_up(&judge, "WB3 b");
    assert_order(&judge, "classic", "b1c1-b1 b1d1-b1 ");
    judge_close(&judge);
}

static void amazons_greedy_player_beats_random_ones(void **context)
{
    static const char *const names[] = {"complex", "classic", "ratio"};

    (void)context;
    for (int i = 0; i < 3; i++) {
        struct judge judge = judge_open("amazons(size=6)", names[i]);
        double share = greedy_share(&judge, 24);

        if (share < 0.85)
            fail_msg("%s: greedy has only %.3f", names[i], share);
        judge_close(&judge);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amazons_values_are_those_of_the_specification),
        cmocka_unit_test(amazons_mobility_is_that_of_the_specification),
        cmocka_unit_test(amazons_ratios_squash_the_complex_value),
        cmocka_unit_test(amazons_sets_agree_with_distances_square_by_square),
        cmocka_unit_test(amazons_full_board_agrees_too),
        cmocka_unit_test(amazons_values_are_those_of_the_plain_form_bit_for_bit),
        cmocka_unit_test(amazons_queens_reach_what_the_plain_form_says),
        cmocka_unit_test(amazons_ratio_stays_inside_its_bounds),
        cmocka_unit_test(amazons_komi_and_passes_count_for_black),
        cmocka_unit_test(amazons_separated_squares_are_points),
        cmocka_unit_test(amazons_orders_by_reach_and_pressure),
        cmocka_unit_test(amazons_orders_by_the_classic_value),
        cmocka_unit_test(amazons_greedy_player_beats_random_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
