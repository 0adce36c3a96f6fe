/* test_fanorona_evaluate.c - Fanorona: the evaluators, their noisy moves and the ordering. */
#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "games/fanorona/board.h"

static const char *const specs[] = {"fanorona", "fanorona(width=5, height=5)",
                                    "fanorona(width=3, height=3)",
                                    "fanorona(width=15, height=3, quiet=20)"};

/* ---- The same, point by point ---- */

static bool is_point(const struct fanorona_board *board, int column, int row)
{
    return column >= 0 && column < board->columns && row >= 0 && row < board->rows;
}

static int stone_at(const struct judge *judge, int column, int row)
{
    const struct fanorona_board *board = board_of(judge->game);
    const struct fanorona_position *position = (const void *)judge->state;

    for (int side = 0; side < 2; side++)
        if ((position->stones[side] & bit_at(point_at(board, column, row))) != 0)
            return side;
    return -1;
}

static int steps_from(const struct judge *judge, int column, int row)
{
    int count = 0;

    for (int i = 0; i < 9; i++) {
        int dx = i % 3 - 1, dy = i / 3 - 1;
        bool is_line = (dx == 0) != (dy == 0) || (i != 4 && (column + row) % 2 == 0);

        if (is_line && is_point(board_of(judge->game), column + dx, row + dy) &&
            stone_at(judge, column + dx, row + dy) < 0)
            count++;
    }
    return count;
}

static void check_slowly(const struct judge *judge)
{
    static const int hows[] = {IMAGE_MIRROR, IMAGE_UPSIDE_DOWN, IMAGE_COLOURS,
                               IMAGE_MIRROR | IMAGE_UPSIDE_DOWN | IMAGE_COLOURS, 0};
    const struct fanorona_board *board = board_of(judge->game);
    const struct fanorona_position *position = (const void *)judge->state;
    bool is_material = strcmp(judge->evaluator->name, "material") == 0;
    int ahead = 0, steps = 0;

    for (int row = 0; row < board->rows; row++)
        for (int column = 0; column < board->columns; column++) {
            int side = stone_at(judge, column, row);
            int sign = side < 0 ? 0 : side == WHITE ? 1 : -1;

            ahead += sign;
            steps += sign * steps_from(judge, column, row);
        }
    assert_true(judge_of(judge, 0) == (is_material ? ahead : 16 * ahead + steps));
    /* Turns that are half done are written with the points of their stone. */
    if (position->visited == 0)
        assert_symmetric(judge, hows, "WBwb", 0);
}

static void fanorona_bits_agree_with_points_one_by_one(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
        for (int row = 0; row < 2; row++) {
            struct judge judge = judge_open(specs[i], row == 0 ? "material" : "mobility");

            assert_in_bounds(&judge, is_slow_build() ? 2 : 10, check_slowly);
            judge_close(&judge);
        }
}

/* The start is the same for both but for who moves. After a first capture of two stones White is
 * two ahead. */
static void fanorona_counts_stones_by_hand(void **context)
{
    struct judge judge = judge_open("fanorona", "material");

    (void)context;
    assert_judged(&judge, (double[]){0, 0});
    judge_set_up(&judge, "9/9/4W4/9/B7B w");
    assert_judged(&judge, (double[]){-1, 1});
    judge_close(&judge);
    judge = judge_open("fanorona", "mobility");
    judge_set_up(&judge, "9/9/4W4/9/B7B w"); /* eight steps in the middle, three in corners */
    assert_judged(&judge, (double[]){-16 + 8 - 6, 16 - 8 + 6});
    judge_close(&judge);
}

static int quiet_states, noisy_states;

/* All captures, in the order of moves(), and nothing else. */
static void check_noisy(const struct judge *judge)
{
    cop_move *moves = calloc((size_t)judge->game->max_moves, sizeof *moves);
    cop_move *noisy = calloc((size_t)judge->game->max_moves, sizeof *noisy);
    int count = judge->rules->moves(judge->game, judge->state, moves), expected = 0;
    int found = judge->evaluator->noisy(judge->game, judge->state, noisy);
    const struct fanorona_position *position = (const void *)judge->state;
    int enemies = bit_count(position->stones[1 - position->next]);

    for (int i = 0; i < count; i++) {
        uint64_t after[JUDGE_STATE_WORDS];
        const struct fanorona_position *next = (const void *)after;

        memcpy(after, judge->state, judge->game->state_size);
        judge->rules->play(judge->game, after, moves[i]);
        if (bit_count(next->stones[1 - position->next]) == enemies)
            continue;
        assert_true(expected < found);
        assert_int_equal(noisy[expected++], moves[i]);
    }
    assert_int_equal(found, expected);
    quiet_states += found == 0;
    noisy_states += found > 0;
    free(moves);
    free(noisy);
}

static void fanorona_noisy_moves_are_captures(void **context)
{
    struct judge judge = judge_open("fanorona", "material");

    (void)context;
    quiet_states = noisy_states = 0;
    assert_in_bounds(&judge, is_slow_build() ? 3 : 10, check_noisy);
    assert_true(quiet_states > 0 && noisy_states > 0);
    judge_close(&judge);
}

/* A for the stones ahead, W for those behind; to stop is last. */
static void fanorona_orders_by_stones_taken(void **context)
{
    struct judge judge = judge_open("fanorona", "material");

    (void)context;
    judge_set_up(&judge, "9/9/2BW1BBB1/9/9 w");
    assert_order(&judge, "captures", "d3-e3A d3-e3W");
    judge_set_up(&judge, "9/9/BBBW1B3/9/9 w");
    assert_order(&judge, "captures", "d3-e3W d3-e3A");
    judge_close(&judge);
}

static void fanorona_greedy_player_beats_random_ones(void **context)
{
    static const char *const names[] = {"material", "mobility"};

    (void)context;
    for (int i = 0; i < 2; i++) {
        struct judge judge = judge_open("fanorona", names[i]);
        double share = greedy_share(&judge, is_slow_build() ? 12 : 40);

        if (share < 0.75)
            fail_msg("%s: greedy has only %.3f", names[i], share);
        judge_close(&judge);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fanorona_bits_agree_with_points_one_by_one),
        cmocka_unit_test(fanorona_counts_stones_by_hand),
        cmocka_unit_test(fanorona_noisy_moves_are_captures),
        cmocka_unit_test(fanorona_orders_by_stones_taken),
        cmocka_unit_test(fanorona_greedy_player_beats_random_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
