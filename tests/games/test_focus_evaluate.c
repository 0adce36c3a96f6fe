/* test_focus_evaluate.c - Focus: the evaluator by hand and the ordering of
 * chance-and-multiplayer.md 1.5.5, and the features. */
#include "judge_check.h"

#include <stdio.h>
#include <string.h>

#include "games/focus/board.h"

static const char *const specs[] = {"focus",
                                    "focus(players=3)",
                                    "focus(players=4)",
                                    "focus(version=full, limit=120)",
                                    "focus(players=3, version=full, hand=on, limit=120)",
                                    "focus(players=4, version=full, limit=120)"};

static void focus_starts_six_captures_away_from_a_win(void **context)
{
    static const double starts[3] = {-6000 + 18, -6000 + 12, -6000 + 13};

    (void)context;
    for (int i = 0; i < 3; i++) {
        struct judge judge = judge_open(specs[i], "captures");

        for (int player = 0; player < judge.game->players; player++)
            assert_true(judge_of(&judge, player) == starts[i]);
        judge_close(&judge);
    }
}

/* d4 has, from the bottom, R G R G G: Red 1 + 9, Green 4 + 16 + 25. e5 has R: 1. */
static void focus_counts_squares_of_heights(void **context)
{
    struct judge judge = judge_open("focus", "captures");

    (void)context;
    judge_set_up(&judge, "----/------/--------/----R---/---[RGRGG]----/--------/------/---- 0,0 "
                         "-,2/1,- R 20");
    assert_judged(&judge, (double[]){-4000 + 11, -5000 + 45});
    judge_close(&judge);
}

/* min(10 - total, what is missing of 3 from each): 10 - 7 = 3 and 3; 10 - 2 = 8 and 2 + 2. */
static void focus_takes_the_closer_of_two_conditions(void **context)
{
    struct judge judge = judge_open("focus(players=3)", "captures");

    (void)context;
    judge_set_up(&judge, "----/------/--------/----R---/---G----/---B----/------/---- 0,0,0 "
                         "-,7,0/1,-,1/2,4,- R 20");
    assert_judged(&judge, (double[]){-3000 + 1, -4000 + 1, -1000 + 1});
    judge_close(&judge);
    judge = judge_open("focus(players=4)", "captures");
    judge_set_up(&judge, "----/------/--------/----R---/---G----/---B----/------/---- 0,0,0,0 "
                         "-,4,0,0/1,-,1,1/0,8,-,1/0,0,0,- R 20");
    assert_judged(&judge, (double[]){-4000 + 1, -3000 + 1, -1000 + 1, -6000});
    judge_close(&judge);
}

/* Red is opposed by two stacks and three in reserve, Green by two stacks. */
static void focus_full_version_counts_what_others_can_move(void **context)
{
    struct judge judge = judge_open("focus(version=full)", "captures");

    (void)context;
    judge_set_up(&judge, "----/------/--------/----R---/---[RG]----/---[GR]-G--/------/---- 0,3 "
                         "-,9/9,- R 20");
    assert_judged(&judge, (double[]){-5000 + 1 + 1 + 4, -2000 + 4 + 1 + 1});
    judge_close(&judge);
}

/* The same numbers, piece by piece. */
static void check_slowly(const struct judge *judge)
{
    const struct focus_board *board = focus_board_of(judge->game);
    const struct focus_position *position = (const void *)judge->state;

    for (int player = 0; player < board->players; player++) {
        int heights = 0, total = 0, each = 0, movable = 0, missing;

        for (int square = 0; square < FOCUS_SQUARES; square++) {
            uint32_t stack = position->stacks[square];
            int height = focus_height(stack);

            for (int i = 0; i < height; i++)
                if (focus_owner(stack, i) == player)
                    heights += (height - i) * (height - i);
            movable += height > 0 && focus_owner(stack, 0) != player;
        }
        for (int other = 0; other < board->players; other++) {
            int captured = position->taken[player][other];

            if (other == player)
                continue;
            movable += position->taken[other][other];
            total += captured;
            each += captured < board->each ? board->each - captured : 0;
        }
        missing = board->total - total;
        if (board->players > 2 && each < missing)
            missing = each;
        if (board->is_full)
            missing = movable;
        assert_true(judge_of(judge, player) == heights - 1000 * missing);
    }
}

static void focus_table_agrees_with_a_count_of_pieces(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct judge judge = judge_open(specs[i], "captures");

        assert_in_bounds(&judge, is_slow_build() ? 2 : 10, check_slowly);
        judge_close(&judge);
    }
}

/* Turning the board by 180 degrees and exchanging the colours changes nothing but the colours. */
static void focus_value_is_symmetric(void **context)
{
    struct judge judge = judge_open("focus", "captures");

    (void)context;
    judge_set_up(&judge, "R---/G-----/-[RG]------/----R---/---[GGR]----/--------/------/---G 2,1 "
                         "-,3/1,- R 20");
    assert_judged(&judge, (double[]){-3000 + 1 + 1 + 1 + 9, -5000 + 1 + 4 + 1 + 4 + 1});
    judge_set_up(&judge, "R---/------/--------/----[RRG]---/---G----/------[GR]-/-----R/---G 1,2 "
                         "-,1/3,- G 20");
    assert_judged(&judge, (double[]){-5000 + 1 + 4 + 1 + 4 + 1, -3000 + 1 + 1 + 1 + 9});
    judge_close(&judge);
}

/* ---- Features ---- */

/* Squares that turns and mirrors exchange have a kind, in the order of a corner's rows. */
static uint32_t kind_of(int square)
{
    static const int of_corner[8][2] = {{0, 2}, {0, 3}, {1, 1}, {1, 2},
                                        {1, 3}, {2, 2}, {2, 3}, {3, 3}};
    int column = focus_column(square), row = focus_row(square);
    int across = column < 4 ? column : 7 - column, down = row < 4 ? row : 7 - row;
    uint32_t kind = 0;

    while (!((of_corner[kind][0] == across && of_corner[kind][1] == down) ||
             (of_corner[kind][0] == down && of_corner[kind][1] == across)))
        kind++;
    return kind;
}

/* A 1 and then the pieces from the bottom, 1 for the player's own. */
static uint32_t pile_on(const struct focus_position *position, int square, int player)
{
    uint32_t pile = 1;

    for (int i = focus_height(position->stacks[square]) - 1; i >= 0; i--)
        pile = 2 * pile + (focus_owner(position->stacks[square], i) == player);
    return pile;
}

/* The most pieces that the player can land on a square, by his moves if it were his turn. */
static void find_landings(const struct judge *judge, int player, uint32_t *of_square)
{
    struct focus_position position = *(const struct focus_position *)judge->state;
    cop_move moves[512];
    int count;

    for (int square = 0; square < FOCUS_SQUARES; square++)
        of_square[square] = 0;
    position.turn = (uint8_t)player;
    count = judge->rules->moves(judge->game, &position, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] != COP_PASS) {
            uint32_t *most = &of_square[focus_target(moves[i])];
            uint32_t pieces = (uint32_t)focus_count(moves[i]);

            *most = pieces > *most ? pieces : *most;
        }
}

/* The most pieces of the other that one of these moves captures. */
static uint32_t find_prey(const struct judge *judge, int player)
{
    struct focus_position position = *(const struct focus_position *)judge->state;
    cop_move moves[512];
    uint32_t most = 0;
    int count;

    position.turn = (uint8_t)player;
    count = judge->rules->moves(judge->game, &position, moves);
    for (int i = 0; i < count; i++) {
        struct focus_position next = position;
        uint32_t prey;

        judge->rules->play(judge->game, &next, moves[i]);
        prey = (uint32_t)(next.taken[player][1 - player] - position.taken[player][1 - player]);
        most = prey > most ? prey : most;
    }
    return most;
}

static void check_features(const struct judge *judge)
{
    enum { PREYS = 8 * 64 * 64, RESERVES = PREYS + 7 * 7 * 6 * 6, ALL = RESERVES + 64 };
    const struct focus_position *position = (const void *)judge->state;
    uint32_t numbers[COP_FEATURES_MAX], landings[2][FOCUS_SQUARES];

    for (int player = 0; player < 2; player++)
        find_landings(judge, player, landings[player]);
    for (int player = 0; player < 2; player++) {
        int other = 1 - player;
        uint32_t own_missing = (uint32_t)(6 - position->taken[player][other]);
        uint32_t other_missing = (uint32_t)(6 - position->taken[other][player]);
        uint32_t own_reserve = position->taken[player][player];
        uint32_t other_reserve = position->taken[other][other];

        assert_int_equal(judge->rules->features->list(judge->game, judge->state, player, numbers),
                         FOCUS_SQUARES + 2);
        for (int square = 0; square < FOCUS_SQUARES; square++)
            assert_int_equal(numbers[square],
                             kind_of(square) * 64 * 64 + pile_on(position, square, player) * 64 +
                                 landings[player][square] + 8 * landings[other][square]);
        assert_int_equal(numbers[FOCUS_SQUARES], PREYS + (own_missing * 7 + other_missing) * 36 +
                                                     find_prey(judge, player) * 6 +
                                                     find_prey(judge, other));
        assert_int_equal(numbers[FOCUS_SQUARES + 1], RESERVES +
                                                         8 * (own_reserve < 7 ? own_reserve : 7) +
                                                         (other_reserve < 7 ? other_reserve : 7));
    }
    assert_int_equal(judge->rules->features->count(judge->game), ALL);
}

static void focus_features_agree_with_moves_one_by_one(void **context)
{
    struct judge judge = judge_open("focus", "captures");

    (void)context;
    assert_in_bounds(&judge, is_slow_build() ? 2 : 20, check_features);
    judge_close(&judge);
}

/* Weights are for the game as most people play it. */
static void focus_learns_the_usual_game_of_two_only(void **context)
{
    static const char *const others[] = {"focus(version=full)", "focus(limit=120)",
                                         "focus(players=3)", "focus(players=4)"};

    (void)context;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        struct judge judge = judge_open(others[i], "captures");

        assert_int_equal(judge.rules->features->count(judge.game), 0);
        judge_close(&judge);
    }
}

/* First the pieces involved: 1 + 2 for d4-d3 and d5-d4, where d4-d3 keeps as many stacks as it
 * loses; 2 for d4-d6 and its like, then d4-d5, which loses one; then all to empty squares. */
static void focus_tries_tall_moves_first(void **context)
{
    struct judge judge = judge_open("focus", "captures");

    (void)context;
    judge_set_up(&judge, "----/------/--------/---R----/---[GR]----/---[GG]-G--/------/---- 0,0 "
                         "-,0/0,- R 20");
    assert_order(&judge, "tall",
                 "d4-d3 d5-d4 d4-d6 d4-f4 d4-d2 d4-b4 d4-d5 d5-d6 d5-e5 d4-e4 d5-c5 d4-c4");
    judge_set_up(&judge, "----/------/--------/---R----/---[GR]----/---[GG]-G--/------/---- 1,0 "
                         "-,0/0,- R 20");
    assert_order(&judge, "tall", "+d3 d4-d3 +d4 d5-d4 +f3 d4-d6");
    judge_close(&judge);
}

static void focus_greedy_player_beats_random_ones(void **context)
{
    static const double least[3] = {0.9, 0.8, 0.7};

    (void)context;
    for (int i = 0; i < 3; i++) {
        struct judge judge = judge_open(specs[i], "captures");
        double share = greedy_share(&judge, is_slow_build() ? 12 : 36);

        if (share < least[i])
            fail_msg("%s: greedy has only %.3f", specs[i], share);
        judge_close(&judge);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(focus_starts_six_captures_away_from_a_win),
        cmocka_unit_test(focus_counts_squares_of_heights),
        cmocka_unit_test(focus_takes_the_closer_of_two_conditions),
        cmocka_unit_test(focus_full_version_counts_what_others_can_move),
        cmocka_unit_test(focus_table_agrees_with_a_count_of_pieces),
        cmocka_unit_test(focus_value_is_symmetric),
        cmocka_unit_test(focus_features_agree_with_moves_one_by_one),
        cmocka_unit_test(focus_learns_the_usual_game_of_two_only),
        cmocka_unit_test(focus_tries_tall_moves_first),
        cmocka_unit_test(focus_greedy_player_beats_random_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
