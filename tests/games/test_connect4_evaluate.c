/* test_connect4_evaluate.c - Connect Four: the evaluator, its features and the ordering. */
#include "image.h"

#include <string.h>

#include "brute.h"
#include "games/connect4/board.h"

static const char *const specs[] = {"connect4", "connect4(width=4, height=4)",
                                    "connect4(width=9, height=6)", "connect4(width=6, height=5)"};

/* ---- The same, line by line ---- */

static int stone_at(const struct judge *judge, int column, int row)
{
    const struct board *board = board_of(judge->game);

    for (int player = 0; player < 2; player++)
        if ((stones_of(board, (const void *)judge->state, player) & cell_of(board, column, row)) !=
            0)
            return player;
    return -1;
}

static bool is_cell(const struct board *board, int column, int row)
{
    return column >= 0 && column < board->width && row >= 0 && row < board->height;
}

/* Lines with stones of this player only; and, marked, the cells that complete one. */
static int count_lines(const struct judge *judge, int player, bool completes[12][15])
{
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    const struct board *board = board_of(judge->game);
    int sum = 0;

    memset(completes, 0, sizeof(bool[12][15]));
    for (int i = 0; i < 4 * board->width * board->height; i++) {
        int column = i / 4 % board->width, row = i / 4 / board->width;
        int dx = steps[i % 4][0], dy = steps[i % 4][1], own = 0, other = 0;

        if (!is_cell(board, column + 3 * dx, row + 3 * dy))
            continue;
        for (int k = 0; k < 4; k++) {
            int stone = stone_at(judge, column + k * dx, row + k * dy);

            own += stone == player;
            other += stone == 1 - player;
        }
        if (other > 0)
            continue;
        sum += (own >= 1) + 4 * (own >= 2);
        for (int k = 0; k < 4 && own == 3; k++)
            if (stone_at(judge, column + k * dx, row + k * dy) < 0)
                completes[column + k * dx][row + k * dy] = true;
    }
    return sum;
}

static int landing_row(const struct judge *judge, int column)
{
    const struct board *board = board_of(judge->game);
    int row = 0;

    while (row < board->height && stone_at(judge, column, row) >= 0)
        row++;
    return row;
}

static int slow_value(const struct judge *judge)
{
    const struct board *board = board_of(judge->game);
    int mover = judge->rules->turn(judge->game, judge->state), wins = 0, losses = 0, value;
    bool own[12][15], enemy[12][15];
    int counts[2] = {0, 0};

    counts[0] = count_lines(judge, mover, own);
    counts[1] = count_lines(judge, 1 - mover, enemy);
    for (int column = 0; column < board->width; column++) {
        int top = landing_row(judge, column);

        if (top < board->height) {
            wins += own[column][top];
            losses +=
                enemy[column][top] * (1 + (top + 1 < board->height && enemy[column][top + 1]));
        }
        for (int row = 0; row < board->height; row++)
            for (int side = 0; side < 2; side++) {
                int player = side == 0 ? mover : 1 - mover;
                bool is_timely = board->height % 2 == 0 && row % 2 == player;

                if (side == 0 ? own[column][row] : enemy[column][row])
                    counts[side] += 16 + (is_timely ? 24 : 0);
            }
    }
    value = counts[0] - counts[1];
    value = value > 900 ? 900 : value < -900 ? -900 : value;
    return wins > 0 ? 989 : losses > 1 ? -988 : value;
}

static void check_slowly(const struct judge *judge)
{
    static const int hows[] = {IMAGE_MIRROR, 0};
    int mover = judge->rules->turn(judge->game, judge->state);

    if (judge_of(judge, mover) != slow_value(judge))
        fail_msg("the value is %g, not %d", judge_of(judge, mover), slow_value(judge));
    assert_symmetric(judge, hows, "XO", 0);
}

static void connect4_bits_agree_with_lines_one_by_one(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct judge judge = judge_open(specs[i], "lines");

        assert_in_bounds(&judge, is_slow_build() ? 5 : 40, check_slowly);
        judge_close(&judge);
    }
}

/* d1 is in 7 lines: 4 across, 1 upright, 1 on each slant. d2 takes d1's upright line and is in 4
 * across, its own upright one, and 2 and 2 slanting. */
static void connect4_counts_lines_by_hand(void **context)
{
    struct judge judge = judge_open("connect4", "lines");

    (void)context;
    assert_judged(&judge, (double[]){0, 0});
    judge_play(&judge, "d");
    assert_judged(&judge, (double[]){7, -7});
    judge_play(&judge, "d");
    assert_judged(&judge, (double[]){6 - 9, 9 - 6});
    judge_close(&judge);
}

/* ---- Features ---- */

/* A column from the bottom: 1 for an own stone, 0 for another's, and 1 above them. */
static uint32_t column_code(const struct judge *judge, int player, int column)
{
    uint32_t code = 0, bit = 1;

    for (int row = 0; row < 6 && stone_at(judge, column, row) >= 0; row++, bit <<= 1)
        code |= stone_at(judge, column, row) == player ? bit : 0;
    return code | bit;
}

static uint32_t up_to_three(int count)
{
    return (uint32_t)(count < 3 ? count : 3);
}

/* Column by column: pairs of neighbours, cells that complete a line, and how many there are. */
static void check_features(const struct judge *judge)
{
    enum { PAIR = 128 * 128, THREAT = 64 * 64, OF_PLAYER = 6 * PAIR + 7 * THREAT + 256 };
    bool completes[2][12][15];
    uint32_t numbers[COP_FEATURES_MAX];

    for (int player = 0; player < 2; player++)
        count_lines(judge, player, completes[player]);
    for (int player = 0; player < 2; player++) {
        uint32_t first = (uint32_t)(player * OF_PLAYER);
        int counts[4] = {0};

        assert_int_equal(judge->rules->features->list(judge->game, judge->state, player, numbers),
                         14);
        for (int i = 0; i < 6; i++, first += PAIR)
            assert_int_equal(numbers[i], first + column_code(judge, player, i) +
                                             128 * column_code(judge, player, i + 1));
        for (int i = 0; i < 7; i++, first += THREAT) {
            uint32_t cells[2] = {0};

            for (int k = 0; k < 12; k++)
                if (completes[k < 6 ? player : 1 - player][i][k % 6]) {
                    cells[k / 6] |= 1u << k % 6;
                    counts[k / 6 * 2 + k % 2]++;
                }
            assert_int_equal(numbers[6 + i], first + cells[0] + 64 * cells[1]);
        }
        assert_int_equal(numbers[13], first + up_to_three(counts[0]) + 4 * up_to_three(counts[1]) +
                                          16 * up_to_three(counts[2]) +
                                          64 * up_to_three(counts[3]));
    }
    assert_int_equal(judge->rules->features->count(judge->game), 2 * OF_PLAYER);
}

static void connect4_features_agree_with_columns_one_by_one(void **context)
{
    struct judge judge = judge_open("connect4", "lines");

    (void)context;
    assert_in_bounds(&judge, is_slow_build() ? 5 : 40, check_features);
    judge_close(&judge);
}

/* What it calls decided is: the mover wins at once, or cannot stop the other's next move. */
static void check_decided(const struct judge *judge)
{
    int mover = judge->rules->turn(judge->game, judge->state);
    double of_player[2];

    if (judge_of(judge, mover) > -988 && judge_of(judge, mover) < 989)
        return;
    brute_value(judge->game, judge->state, of_player);
    assert_true(of_player[mover] == (judge_of(judge, mover) > 0 ? 1 : 0));
}

static void connect4_decided_positions_are_decided(void **context)
{
    struct judge judge = judge_open("connect4(width=5, height=4)", "lines");

    (void)context;
    /* From the middle of the game on there is little to look at. */
    assert_in_bounds(&judge, is_slow_build() ? 5 : 60, check_decided);
    judge_close(&judge);
}

static void connect4_sees_wins_and_double_threats(void **context)
{
    struct judge judge = judge_open("connect4", "lines");

    (void)context;
    judge_set_up(&judge, "7/7/7/7/OOO4/XXX4 X");
    assert_judged(&judge, (double[]){989, -989});
    judge_set_up(&judge, "7/7/7/7/1OO4/1XXX1XO O");
    assert_judged(&judge, (double[]){988, -988}); /* a1 and e1 */
    judge_close(&judge);
}

static void connect4_orders_wins_stops_and_the_middle(void **context)
{
    struct judge judge = judge_open("connect4", "lines");

    (void)context;
    assert_order(&judge, "threats", "d c e b f a g");
    judge_set_up(&judge, "7/7/7/7/OOO4/XXX4 X");
    assert_order(&judge, "threats", "d ");
    judge_set_up(&judge, "7/7/7/7/OO5/XXX1XO1 O");
    assert_order(&judge, "threats", "d ");
    /* A stone on d1 would let O complete a line on d2. */
    judge_set_up(&judge, "7/7/7/X6/OOO4/XXO1X2 X");
    assert_order(&judge, "threats", "c e b f a g d");
    judge_close(&judge);
}

static void connect4_greedy_player_beats_random_ones(void **context)
{
    struct judge judge = judge_open("connect4", "lines");
    double share = greedy_share(&judge, 60);

    (void)context;
    if (share < 0.95)
        fail_msg("greedy has only %.3f", share);
    judge_close(&judge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(connect4_bits_agree_with_lines_one_by_one),
        cmocka_unit_test(connect4_counts_lines_by_hand),
        cmocka_unit_test(connect4_features_agree_with_columns_one_by_one),
        cmocka_unit_test(connect4_decided_positions_are_decided),
        cmocka_unit_test(connect4_sees_wins_and_double_threats),
        cmocka_unit_test(connect4_orders_wins_stops_and_the_middle),
        cmocka_unit_test(connect4_greedy_player_beats_random_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
