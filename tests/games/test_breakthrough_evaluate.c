/* test_breakthrough_evaluate.c - Breakthrough: the evaluator, its noisy moves and the ordering. */
#include "image.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/breakthrough/position.h"

enum { MOVES_MAX = 64 };

static const char *const specs[] = {"breakthrough", "breakthrough(width=4, height=5)",
                                    "breakthrough(width=5, height=4)",
                                    "breakthrough(width=2, height=8)"};

/* ---- The same, stone by stone ---- */

static bool has_stone(const struct judge *judge, int side, int column, int row)
{
    const struct board *board = board_of(judge->game);
    const struct position *position = (const void *)judge->state;

    return column >= 0 && column < board->columns && row >= 0 && row < board->rows &&
           (position->stones[side] & square_of(column, row)) != 0;
}

static bool is_beside(const struct judge *judge, int side, int column, int row)
{
    return has_stone(judge, side, column - 1, row) || has_stone(judge, side, column + 1, row);
}

static int worth_of(const struct judge *judge, int side)
{
    static const int advance[] = {0, 70, 40, 22, 12, 6, 2, 0};
    const struct board *board = board_of(judge->game);
    int up = side == WHITE ? 1 : -1, sum = 0;

    for (int row = 0; row < board->rows; row++)
        for (int column = 0; column < board->columns; column++) {
            int to_go = side == WHITE ? board->rows - 1 - row : row;
            bool is_protected = is_beside(judge, side, column, row - up);

            if (!has_stone(judge, side, column, row))
                continue;
            sum += 100 + advance[to_go] + (to_go == board->rows - 1 ? 8 : 0);
            if (is_protected)
                sum += 6;
            else if (is_beside(judge, 1 - side, column, row + up))
                sum -= 14;
        }
    return sum;
}

static void check_slowly(const struct judge *judge)
{
    static const int hows[] = {IMAGE_MIRROR, IMAGE_UPSIDE_DOWN | IMAGE_COLOURS,
                               IMAGE_MIRROR | IMAGE_UPSIDE_DOWN | IMAGE_COLOURS, 0};
    int mover = judge->rules->turn(judge->game, judge->state);
    int expected = worth_of(judge, mover) - worth_of(judge, 1 - mover) + 10;
    double value = judge_of(judge, mover);

    if (value > -8000 && value < 8000 && value != expected)
        fail_msg("the value is %g, not %d", value, expected);
    assert_symmetric(judge, hows, "wb", 0);
}

static void breakthrough_bits_agree_with_stones_one_by_one(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct judge judge = judge_open(specs[i], "runners");

        assert_in_bounds(&judge, is_slow_build() ? 5 : 40, check_slowly);
        judge_close(&judge);
    }
}

/* ---- Runners ---- */

/* Does the mover win? Looks at everything, but for so many positions only; -1 if that is too few.
 */
static int wins(const struct cop_game *game, const struct position *position, int *budget)
{
    cop_move moves[48];
    int count = game->rules->moves(game, position, moves);

    for (int i = 0; i < count; i++) {
        struct position next = *position;
        int answer;

        if (--*budget < 0)
            return -1;
        game->rules->play(game, &next, moves[i]);
        if (next.turn == COP_OVER)
            return 1;
        answer = wins(game, &next, budget);
        if (answer <= 0)
            return answer < 0 ? -1 : 1;
    }
    return 0;
}

static int won, lost; /* proved by a search, too */

static void check_proof(const struct judge *judge)
{
    int mover = judge->rules->turn(judge->game, judge->state), budget = 20000, answer;
    double value = judge_of(judge, mover);

    if (value > -8000 && value < 8000)
        return;
    answer = wins(judge->game, (const void *)judge->state, &budget);
    if (answer >= 0 && answer != (value > 0)) {
        struct cop_text text = COP_TEXT;

        judge->rules->write_position(judge->game, judge->state, &text);
        fail_msg("%s is not decided as %g says", text.bytes, value);
    }
    won += answer == 1;
    lost += answer == 0;
}

static void breakthrough_runners_are_unstoppable(void **context)
{
    static const char *const small[] = {"breakthrough(width=3, height=5)",
                                        "breakthrough(width=4, height=4)",
                                        "breakthrough(width=2, height=8)"};

    (void)context;
    won = lost = 0;
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
        struct judge judge = judge_open(small[i], "runners");

        assert_in_bounds(&judge, is_slow_build() ? 10 : 150, check_proof);
        judge_close(&judge);
    }
    assert_true(won > 20 && lost > 20);
}

/* The oracle knows what the evaluator is sure of, for both players, and nothing else. */
static void check_oracle(const struct judge *judge)
{
    const struct cop_oracle *oracle = judge->rules->oracles;
    int mover = judge->rules->turn(judge->game, judge->state);
    double value = judge_of(judge, mover);
    bool is_sure = value >= 8900 || value <= -8900;

    for (int player = 0; player < 2; player++) {
        struct cop_bounds bounds = {0, 1};
        double expected = (value > 0) == (player == mover) ? 1 : 0;

        assert_int_equal(
            oracle->probe(judge->game, NULL, judge->state, COP_STAKE_PAYOFF, player, &bounds),
            is_sure);
        assert_true(bounds.low == (is_sure ? expected : 0));
        assert_true(bounds.high == (is_sure ? expected : 1));
        assert_false(
            oracle->probe(judge->game, NULL, judge->state, COP_STAKE_SCORE, player, &bounds));
    }
}

static void breakthrough_oracle_knows_runners(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct judge judge = judge_open(specs[i], "runners");

        assert_in_bounds(&judge, is_slow_build() ? 5 : 40, check_oracle);
        judge_close(&judge);
    }
}

/* ---- Features ---- */

static int digit_at(const struct position *position, int player, int column, int row)
{
    uint64_t square = (uint64_t)1 << (8 * (player == 0 ? row : 7 - row) + column);

    return (position->stones[player] & square) != 0       ? 1
           : (position->stones[1 - player] & square) != 0 ? 2
                                                          : 0;
}

/* Square by square: fields of three columns and two rows, columns, and the rows at both ends. */
static void check_features(const struct judge *judge)
{
    const struct position *position = (const void *)judge->state;
    uint32_t numbers[COP_FEATURES_MAX], first = 0;

    for (int player = 0; player < 2; player++) {
        int at = 0, count = judge->rules->features->list(judge->game, position, player, numbers);

        first = 0;
        for (int row = 0; row < 7; row++)
            for (int column = 0; column < 6; column++, first += 729) {
                uint32_t number = first;

                for (int i = 5, power = 243; i >= 0; i--, power /= 3)
                    number +=
                        (uint32_t)(power * digit_at(position, player, column + i % 3, row + i / 3));
                assert_int_equal(numbers[at++], number);
            }
        for (int line = 0; line < 12; line++, first += 6561) {
            static const int ends[] = {0, 1, 6, 7};
            uint32_t number = first;

            for (int i = 7, power = 2187; i >= 0; i--, power /= 3)
                number +=
                    (uint32_t)(power * (line < 8 ? digit_at(position, player, line, i)
                                                 : digit_at(position, player, i, ends[line - 8])));
            assert_int_equal(numbers[at++], number);
        }
        assert_int_equal(numbers[at++], first + (position->turn == player ? 0 : 1));
        assert_int_equal(count, at);
    }
    assert_int_equal(judge->rules->features->count(judge->game), (int)first + 2);
}

static void breakthrough_features_agree_with_squares_one_by_one(void **context)
{
    struct judge judge = judge_open("breakthrough", "runners");

    (void)context;
    assert_in_bounds(&judge, is_slow_build() ? 5 : 40, check_features);
    judge_close(&judge);
}

/* Steps to go are counted in the value: 9000 less the moves until the win. */
static void breakthrough_counts_the_steps_of_runners(void **context)
{
    struct judge judge = judge_open("breakthrough", "runners");

    (void)context;
    judge_set_up(&judge, "8/8/w7/8/8/7b/8/8 w"); /* two steps each: who moves is first */
    assert_judged(&judge, (double[]){8997, -8997});
    judge_set_up(&judge, "8/8/w7/8/8/7b/8/8 b");
    assert_judged(&judge, (double[]){-8997, 8997});
    judge_set_up(&judge, "8/8/8/w7/8/7b/8/8 w"); /* White has one more to go */
    assert_judged(&judge, (double[]){-8996, 8996});
    judge_set_up(&judge, "8/4w3/8/8/8/8/3b4/8 b"); /* who moves, wins */
    assert_judged(&judge, (double[]){-8999, 8999});
    judge_set_up(&judge, "b7/8/8/8/w7/8/8/8 w"); /* might be stopped */
    assert_true(judge_of(&judge, 0) < 1000);
    judge_close(&judge);
}

static void breakthrough_counts_stones_by_hand(void **context)
{
    struct judge judge = judge_open("breakthrough", "runners");

    (void)context;
    assert_judged(&judge, (double[]){10, -10});
    /* Black: 108 for each of a8, d8, e8, for b7 100 + 2 + 6, for h7 102 and for d5, which hangs,
     * 112 -
     * 14. White: 106 for d3 and 112 + 6 for e4. */
    judge_set_up(&judge, "b2bb3/1b5b/8/3b4/4w3/3w4/8/8 w");
    assert_judged(&judge, (double[]){224 - 632 + 10, 632 - 224 - 10});
    judge_close(&judge);
}

/* ---- Moves ---- */

static void check_noisy(const struct judge *judge)
{
    const struct board *board = board_of(judge->game);
    const struct position *position = (const void *)judge->state;
    cop_move moves[48], noisy[48];
    int side = (int)position->turn;
    int count = judge->rules->moves(judge->game, judge->state, moves), expected = 0;
    int found_count = judge->evaluator->noisy(judge->game, judge->state, noisy);

    for (int i = 0; i < count; i++) {
        uint64_t to = (uint64_t)1 << (moves[i] & 63);

        if ((to & (position->stones[1 - side] | board->goal[side])) != 0) {
            assert_true(expected < found_count);
            assert_int_equal(noisy[expected++], moves[i]);
        }
    }
    assert_int_equal(found_count, expected);
}

static void breakthrough_noisy_moves_are_captures_and_wins(void **context)
{
    struct judge judge = judge_open("breakthrough", "runners");

    (void)context;
    assert_in_bounds(&judge, 10, check_noisy);
    judge_close(&judge);
}

static void breakthrough_orders_wins_captures_and_safe_steps(void **context)
{
    struct judge judge = judge_open("breakthrough", "runners");

    (void)context;
    judge_set_up(&judge, "b6b/2w5/8/3b4/4w3/1b6/w7/8 w");
    assert_order(&judge, "forward", "c7b8 c7c8 c7d8 a2xb3 e4xd5 ");
    /* c4 would hang on c5 and on b5; a4 and b4 are safe. */
    judge_set_up(&judge, "8/8/3b4/8/8/1w6/8/8 w");
    assert_order(&judge, "forward", "b3a4 b3b4 b3c4");
    judge_set_up(&judge, "8/8/8/3b4/8/1w6/8/8 w");
    assert_order(&judge, "forward", "b3a4 b3b4 b3c4");
    judge_close(&judge);
}

/* In random games exactly the moves that win at once are decisive. */
static void breakthrough_wins_are_decisive(void **context)
{
    struct judge judge = judge_open("breakthrough(width=4, height=5)", "runners");
    int wins = 0;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 3);
    for (int round = 0; round < 300; round++) {
        judge.rules->start(judge.game, judge.state, &rng);
        while (judge.rules->turn(judge.game, judge.state) != COP_OVER) {
            cop_move moves[MOVES_MAX];
            float rating[MOVES_MAX];
            int count = judge.rules->moves(judge.game, judge.state, moves);

            judge.rules->orderings[0].rate(judge.game, judge.state, moves, count, rating);
            for (int i = 0; i < count; i++) {
                uint64_t next[JUDGE_STATE_WORDS];

                memcpy(next, judge.state, sizeof next);
                judge.rules->play(judge.game, next, moves[i]);
                assert_int_equal(judge.rules->turn(judge.game, next) == COP_OVER,
                                 isinf(rating[i]) != 0);
                wins += isinf(rating[i]) != 0;
            }
            judge.rules->play(judge.game, judge.state, moves[cop_rng_below(&rng, (uint32_t)count)]);
        }
    }
    assert_true(wins > 300);
    judge_close(&judge);
}

static void breakthrough_greedy_player_beats_random_ones(void **context)
{
    struct judge judge = judge_open("breakthrough", "runners");
    double share = greedy_share(&judge, 60);

    (void)context;
    if (share < 0.95)
        fail_msg("greedy has only %.3f", share);
    judge_close(&judge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(breakthrough_bits_agree_with_stones_one_by_one),
        cmocka_unit_test(breakthrough_runners_are_unstoppable),
        cmocka_unit_test(breakthrough_oracle_knows_runners),
        cmocka_unit_test(breakthrough_features_agree_with_squares_one_by_one),
        cmocka_unit_test(breakthrough_counts_the_steps_of_runners),
        cmocka_unit_test(breakthrough_counts_stones_by_hand),
        cmocka_unit_test(breakthrough_noisy_moves_are_captures_and_wins),
        cmocka_unit_test(breakthrough_orders_wins_captures_and_safe_steps),
        cmocka_unit_test(breakthrough_wins_are_decisive),
        cmocka_unit_test(breakthrough_greedy_player_beats_random_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
