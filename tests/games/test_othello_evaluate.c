/* test_othello_evaluate.c - Othello: what its evaluators and its ordering make of positions. */
#include "judge_check.h"

#include <stdio.h>
#include <string.h>

#include "games/othello/position.h"

static const char *const specs[] = {"othello", "othello(size=6)", "othello(size=4)"};

static void count(const struct judge *judge, int *features)
{
    othello_count(judge->game->own, (const void *)judge->state, features);
}

/* Both have four placements and ten empty squares beside the other's discs. */
static void othello_start_is_only_a_turn(void **context)
{
    struct judge judge = judge_open("othello", "margin");
    int features[OTHELLO_FEATURES];

    (void)context;
    count(&judge, features);
    for (int i = 0; i < OTHELLO_FEATURES; i++)
        assert_int_equal(features[i], i == OTHELLO_TURN);
    assert_judged(&judge, (double[]){60, -60});
    judge_close(&judge);
    judge = judge_open("othello", "discs");
    judge_play(&judge, "d3");
    assert_judged(&judge, (double[]){3, -3});
    judge_close(&judge);
}

/* Black has a1 and, joined to it, b1 and a2; White has b2, where the corner is taken, and near the
 * empty corner h8 both g7 and h7. */
static void othello_counts_corners_and_what_is_near(void **context)
{
    struct judge judge = judge_open("othello", "margin");
    int features[OTHELLO_FEATURES];

    (void)context;
    judge_set_up(&judge, "XX------"
                         "XO------"
                         "--------"
                         "---OX---"
                         "---XO---"
                         "--------"
                         "------OO"
                         "-------- O");
    count(&judge, features);
    assert_int_equal(features[OTHELLO_DISCS], 5 - 5);
    assert_int_equal(features[OTHELLO_CORNER], 1);
    assert_int_equal(features[OTHELLO_BESIDE], -1);
    assert_int_equal(features[OTHELLO_DIAGONAL], -1);
    assert_int_equal(features[OTHELLO_FIRM], 2);
    assert_int_equal(features[OTHELLO_TURN], -1);
    judge_close(&judge);
}

/* All of a border but its far corner hangs together with the near one; a gap ends that. */
static void othello_border_is_firm_up_to_a_gap(void **context)
{
    struct judge judge = judge_open("othello", "margin");
    int features[OTHELLO_FEATURES];

    (void)context;
    judge_set_up(&judge, "XXXXXXX-"
                         "--------"
                         "--------"
                         "---OX---"
                         "---XO---"
                         "--------"
                         "--------"
                         "OOO-OOOO X");
    count(&judge, features);
    assert_int_equal(features[OTHELLO_FIRM], 6 - (2 + 3));
    judge_close(&judge);
}

/* Square by square. */
static void count_slowly(const struct judge *judge, int *features)
{
    const struct othello_position *position = (const void *)judge->state;
    const struct othello_board *board = judge->game->own;
    int size = board->size, last = size - 1;
    char at[8][8];

    memset(features, 0, OTHELLO_FEATURES * sizeof *features);
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            at[row][column] = (position->discs[0] & othello_square(column, row)) != 0   ? 'X'
                              : (position->discs[1] & othello_square(column, row)) != 0 ? 'O'
                                                                                        : '-';
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            int here = (at[row][column] == 'X') - (at[row][column] == 'O');
            int corner_row = row < size / 2 ? 0 : last,
                corner_column = column < size / 2 ? 0 : last;
            bool is_near = at[corner_row][corner_column] == '-';
            int rows_away = row - corner_row, columns_away = column - corner_column;
            bool has_black = false, has_white = false;

            features[OTHELLO_DISCS] += here;
            if (rows_away == 0 && columns_away == 0)
                features[OTHELLO_CORNER] += here;
            if (is_near && rows_away * rows_away + columns_away * columns_away == 1)
                features[OTHELLO_BESIDE] += here;
            if (is_near && rows_away * rows_away == 1 && columns_away * columns_away == 1)
                features[OTHELLO_DIAGONAL] += here;
            for (int i = row - 1; i <= row + 1 && here == 0; i++)
                for (int j = column - 1; j <= column + 1; j++)
                    if (i >= 0 && i < size && j >= 0 && j < size) {
                        has_black |= at[i][j] == 'X';
                        has_white |= at[i][j] == 'O';
                    }
            features[OTHELLO_OPENINGS] += has_white - has_black;
        }
}

static void check_slowly(const struct judge *judge)
{
    static const enum othello_feature compared[] = {OTHELLO_DISCS, OTHELLO_OPENINGS, OTHELLO_CORNER,
                                                    OTHELLO_BESIDE, OTHELLO_DIAGONAL};
    int features[OTHELLO_FEATURES], slow[OTHELLO_FEATURES];

    count(judge, features);
    count_slowly(judge, slow);
    for (size_t i = 0; i < sizeof compared / sizeof compared[0]; i++)
        assert_int_equal(features[compared[i]], slow[compared[i]]);
}

static void othello_counts_agree_with_a_slow_count(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct judge judge = judge_open(specs[i], "margin");

        assert_in_bounds(&judge, is_slow_build() ? 10 : 100, check_slowly);
        judge_close(&judge);
        judge = judge_open(specs[i], "discs");
        assert_in_bounds(&judge, 10, NULL);
        judge_close(&judge);
    }
}

/* Mirrored, turned, and with the colours exchanged. */
static void check_symmetry(const struct judge *judge)
{
    const struct othello_position *position = (const void *)judge->state;
    int size = ((const struct othello_board *)judge->game->own)->size;
    double expected = judge_of(judge, 0);

    for (int image = 0; image < 16; image++) {
        struct judge other = *judge;
        char text[80], *at = text;
        bool has_exchanged = (image & 8) != 0;

        for (int i = 0; i < size * size; i++) {
            int row = i / size, column = i % size;
            int from_row = (image & 1) != 0 ? size - 1 - row : row;
            int from_column = (image & 2) != 0 ? size - 1 - column : column;
            uint64_t square = (image & 4) != 0 ? othello_square(from_row, from_column)
                                               : othello_square(from_column, from_row);

            *at++ = (position->discs[has_exchanged] & square) != 0    ? 'X'
                    : (position->discs[!has_exchanged] & square) != 0 ? 'O'
                                                                      : '-';
        }
        snprintf(at, 3, " %c", (position->turn == 1) != has_exchanged ? 'O' : 'X');
        judge_set_up(&other, text);
        assert_true(judge_of(&other, has_exchanged) == expected);
    }
}

static void othello_value_is_symmetric(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct judge judge = judge_open(specs[i], "margin");

        assert_in_bounds(&judge, is_slow_build() ? 2 : 10, check_symmetry);
        judge_close(&judge);
    }
}

/* a1 is a corner; b2 may give it away. The other three leave White one placement each. */
static void othello_tries_corners_first_and_their_neighbours_last(void **context)
{
    struct judge judge = judge_open("othello", "margin");

    (void)context;
    judge_set_up(&judge, "-OX-----"
                         "--------"
                         "--------"
                         "---OX---"
                         "---XO---"
                         "-----O--"
                         "--------"
                         "-------- X");
    assert_order(&judge, "squares", "a1 ");
    judge_set_up(&judge, "--------"
                         "--------"
                         "--O-----"
                         "---XX---"
                         "---XO---"
                         "--------"
                         "--------"
                         "-------- X");
    assert_order(&judge, "squares", "f5 e6 f6 b2");
    judge_close(&judge);
}

static void othello_greedy_player_beats_random_ones(void **context)
{
    (void)context;
    for (int i = 0; i < 2; i++) {
        struct judge judge = judge_open(specs[i], "margin");
        double share = greedy_share(&judge, is_slow_build() ? 20 : 60);

        if (share < 0.9)
            fail_msg("%s: greedy has only %.3f", specs[i], share);
        judge_close(&judge);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(othello_start_is_only_a_turn),
        cmocka_unit_test(othello_counts_corners_and_what_is_near),
        cmocka_unit_test(othello_border_is_firm_up_to_a_gap),
        cmocka_unit_test(othello_counts_agree_with_a_slow_count),
        cmocka_unit_test(othello_value_is_symmetric),
        cmocka_unit_test(othello_tries_corners_first_and_their_neighbours_last),
        cmocka_unit_test(othello_greedy_player_beats_random_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
