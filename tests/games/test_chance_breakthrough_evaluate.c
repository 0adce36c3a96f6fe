/* test_chance_breakthrough_evaluate.c - ChanceBreakthrough: evaluator, noisy moves and ordering
 * (chance-and-multiplayer.md 1.3.5, 2.1). */
#include "judge_check.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "game/learned.h"
#include "greedy.h"

enum { MOVES_ROOM = 80 };

static double value_of(const struct judge *judge)
{
    assert_true(judge_of(judge, 0) == -judge_of(judge, 1));
    return judge_of(judge, 0);
}

static struct judge judge_at(const char *words)
{
    struct judge judge = judge_open("chancebreakthrough", "stones");

    judge_set_up(&judge, words);
    return judge;
}

/* ---- Values ---- */

static void assert_value(const char *words, double expected)
{
    struct judge judge = judge_at(words);

    if (value_of(&judge) != expected)
        fail_msg("%s: %g and not %g", words, value_of(&judge), expected);
    judge_close(&judge);
}

static void chance_breakthrough_counts_stones_and_rows(void **context)
{
    struct judge judge = judge_open("chancebreakthrough", "stones");

    (void)context;
    assert_true(value_of(&judge) == 0);
    judge_close(&judge);
    /* Rows 2 and 2; then 3 against 2; then 3 against 5 and a stone more for Black. */
    assert_value("8/b7/8/8/8/8/W7/8 w 20", 0);
    assert_value("8/b7/8/8/8/W7/8/8 b 20", 50);
    assert_value("8/b7/8/8/b7/W7/8/8 b 20", 50 * (3 - 5) - 200);
    assert_value("8/b7/8/8/8/8/W7/8 w 20 @", 0);
}

/* Eight stones more are still no win. */
static void chance_breakthrough_values_stay_below_a_win(void **context)
{
    (void)context;
    assert_value("b7/8/8/8/8/8/WWWWWWWW/8 w 20", 1400 + 50);
    assert_value("b7/8/8/8/8/8/WWWWWWWW/W7 w 20", 1499);
    assert_value("b7/bbbbbbbb/8/8/8/8/8/W7 w 20", -1499);
}

/* From the text, "bb6/8/..." with a digit for empty squares; rows from the top. */
static double slow_value(const char *text)
{
    int stones[2] = {0, 0}, reached[2] = {0, 0}, rows = 1, row;

    for (const char *at = text; *at != ' '; at++)
        rows += *at == '/';
    row = rows;
    for (; *text != ' '; text++) {
        bool is_black = *text == 'b' || *text == 'B';

        if (*text == '/')
            row--;
        if (!isalpha((unsigned char)*text))
            continue;
        stones[is_black]++;
        reached[is_black] = (int)fmax(reached[is_black], is_black ? rows + 1 - row : row);
    }
    return fmin(fmax(200 * (stones[0] - stones[1]) + 50 * (reached[0] - reached[1]), -1499), 1499);
}

static void check_slowly(const struct judge *judge)
{
    struct cop_text text = COP_TEXT;

    judge->rules->write_position(judge->game, judge->state, &text);
    if (value_of(judge) != slow_value(text.bytes))
        fail_msg("%s: %g", text.bytes, value_of(judge));
    cop_text_free(&text);
}

static void chance_breakthrough_values_agree_with_a_slow_version(void **context)
{
    static const char *const specs[] = {"chancebreakthrough",
                                        "chancebreakthrough(width=5, height=6)",
                                        "chancebreakthrough(width=3, height=4)"};

    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct judge judge = judge_open(specs[i], "stones");

        assert_in_bounds(&judge, is_slow_build() ? 20 : 200, check_slowly);
        judge_close(&judge);
    }
}

/* Rows and who is next, as Breakthrough has them. */
static void set_up_without_dice(struct judge *plain, const struct judge *judge)
{
    struct cop_text text = COP_TEXT;
    char *mover;

    judge->rules->write_position(judge->game, judge->state, &text);
    mover = strchr(text.bytes, ' ') + 1;
    if (strchr(mover, '@') != NULL)
        *mover = *mover == 'w' ? 'b' : 'w';
    mover[1] = '\0';
    judge_set_up(plain, text.bytes);
    cop_text_free(&text);
}

static int runners, others; /* positions with one and without */

/* What Breakthrough proves in so many plies is worth 1,000, 30 less for each; all else the same. */
static void check_runners(const struct judge *judge)
{
    struct judge plain =
        judge_open(strstr(judge->game->name, "width=5") != NULL ? "breakthrough(width=5, height=6)"
                                                                : "breakthrough",
                   "runners");
    double value, expected;

    set_up_without_dice(&plain, judge);
    value = judge_of(&plain, 0);
    expected = fmin(fmax(value, -1499), 1499);
    if (fabs(value) > 8000) {
        expected = copysign(1000 - 30 * (9000 - fabs(value)), value);
        runners++;
    } else {
        others++;
    }
    if (value_of(judge) != expected)
        fail_msg("%g where Breakthrough has %g", value_of(judge), value);
    judge_close(&plain);
}

static void chance_breakthrough_runners_are_those_of_breakthrough(void **context)
{
    static const char *const specs[] = {"chancebreakthrough",
                                        "chancebreakthrough(width=5, height=6)"};

    (void)context;
    runners = others = 0;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct judge judge = judge_open(specs[i], "runners");

        assert_in_bounds(&judge, is_slow_build() ? 5 : 40, check_runners);
        judge_close(&judge);
    }
    assert_true(runners > 20 && others > 20);
}

/* ---- Features ---- */

enum { STONES = 55, RACES = 15 }; /* features of the stones; ways in which the race can stand */

/* Breakthrough's of the same stones, and after them the race: who has a runner, and how far it is.
 */
static void check_features(const struct judge *judge)
{
    struct judge plain = judge_open("breakthrough", "runners");
    uint32_t numbers[COP_FEATURES_MAX], expected[COP_FEATURES_MAX];
    int all = judge->rules->features->count(judge->game);

    set_up_without_dice(&plain, judge);
    assert_int_equal(all, plain.rules->features->count(plain.game) + RACES);
    assert_int_equal(judge->rules->features->phase(judge->game, judge->state),
                     plain.rules->features->phase(plain.game, plain.state));
    for (int player = 0; player < 2; player++) {
        double value = judge_of(&plain, player);
        int steps = fabs(value) <= 8000 ? 0 : ((int)(9000 - fabs(value)) + 1) / 2;

        assert_int_equal(judge->rules->features->list(judge->game, judge->state, player, numbers),
                         STONES + 1);
        assert_int_equal(plain.rules->features->list(plain.game, plain.state, player, expected),
                         STONES);
        assert_memory_equal(numbers, expected, STONES * sizeof *numbers);
        assert_int_equal(numbers[STONES], all - RACES + RACES / 2 + (value > 0 ? steps : -steps));
        runners += steps != 0;
        others += steps == 0;
    }
    judge_close(&plain);
}

static void chance_breakthrough_features_are_stones_and_runners(void **context)
{
    struct judge judge = judge_open("chancebreakthrough", "runners");
    struct judge small = judge_open("chancebreakthrough(width=7)", "runners");

    (void)context;
    runners = others = 0;
    assert_in_bounds(&judge, is_slow_build() ? 5 : 20, check_features);
    assert_true(runners > 20 && others > 20);
    assert_int_equal(small.rules->features->count(small.game), 0);
    judge_close(&judge);
    judge_close(&small);
}

/* Weights are logarithms of odds, and their sum is judged by the share that they promise: means of
 * that are what rolls are worth. */
static void chance_breakthrough_weights_are_judged_by_their_promise(void **context)
{
    struct judge judge = judge_open("chancebreakthrough", "runners");
    struct cop_error error = {""};
    struct cop_weights *weights = cop_weights_make(judge.game, &error);
    struct cop_evaluator row = cop_learned_evaluator(judge.game);
    double value[2];

    (void)context;
    assert_non_null(weights);
    assert_int_equal(row.chance.version, 0); /* between the bounds values are shares */
    for (int phase = 0; phase < weights->phases; phase++)
        weights->base_worth[phase] = 5 * COP_BASE_WORTH; /* a stone is half a logarithm */
    judge_set_up(&judge, "b7/bbbbbbbb/8/8/8/8/8/W7 w 20");
    for (int i = 0; i < 2; i++) {
        double odds = 5 * judge_of(&judge, 0) / 1000, share = 1 / (1 + exp(-odds));

        cop_learned_evaluate(judge.game, weights, judge.state, value);
        assert_true(fabs(value[0] - (COP_LEARNED_WON - 1) * (2 * share - 1)) < 1e-6);
        assert_true(value[1] == -value[0]);
        assert_true(fabs((value[0] - row.lower) / (row.upper - row.lower) - share) < 1e-4);
        assert_true(share < 0.05 || i == 1);
        judge_set_up(&judge, "8/b7/8/8/8/8/W6W/8 w 20");
    }
    cop_weights_free(weights);
    judge_close(&judge);
}

/* The board upside down with the colours changed. */
static void chance_breakthrough_sides_are_alike(void **context)
{
    (void)context;
    assert_value("8/bb6/3b4/8/2W5/8/W6W/8 w 20", 50 * (4 - 3));
    assert_value("8/b6b/8/2b5/8/3W4/WW6/8 b 20", 50 * (3 - 4));
}

/* ---- Moves ---- */

static const char battle[] = "8/W7/1b6/b7/1W5b/8/2b3W1/8 w 20";

static void chance_breakthrough_noisy_moves_capture_or_win(void **context)
{
    struct judge judge = judge_at(battle);
    struct cop_text text = COP_TEXT;
    cop_move moves[MOVES_ROOM];
    int count = judge.evaluator->noisy(judge.game, judge.state, moves);

    (void)context;
    for (int i = 0; i < count; i++) {
        cop_text_add(&text, i > 0 ? " " : "");
        judge.rules->write_move(judge.game, judge.state, moves[i], &text);
    }
    assert_string_equal(text.bytes, "b4xa5 a7a8 a7b8");
    cop_text_free(&text);
    judge_set_up(&judge, "8/W7/1b6/b7/1W5b/8/2b3W1/8 w 20 @");
    assert_int_equal(judge.evaluator->noisy(judge.game, judge.state, moves), 0);
    judge_close(&judge);
}

static void chance_breakthrough_orders_wins_captures_steps_roll(void **context)
{
    struct judge judge = judge_at(battle);

    (void)context;
    assert_order(&judge, "advance", "a7a8 a7b8 b4xa5 b4b5 b4c5 g2f3 g2g3 g2h3 @");
    judge_close(&judge);
}

/* The last stone of the enemy is worth the game. */
static void chance_breakthrough_knows_the_last_stone(void **context)
{
    struct judge judge = judge_at("8/8/8/8/8/1b6/W7/8 w 20");
    cop_move moves[MOVES_ROOM];
    float rating[MOVES_ROOM];
    int count = judge.rules->moves(judge.game, judge.state, moves), decisive = 0;

    (void)context;
    ordering_of(judge.game, "advance")->rate(judge.game, judge.state, moves, count, rating);
    for (int i = 0; i < count; i++) {
        decisive += isinf(rating[i]) != 0;
        assert_true(isinf(rating[i]) || rating[i] < 9);
    }
    assert_int_equal(decisive, 1);
    assert_order(&judge, "advance", "a2xb3");
    judge_close(&judge);
}

static void chance_breakthrough_greedy_player_beats_random(void **context)
{
    struct judge judge = judge_open("chancebreakthrough", "stones");
    double share = greedy_against_random(judge.game, judge.evaluator, is_slow_build() ? 10 : 60, 3);

    (void)context;
    if (share < 0.9)
        fail_msg("only %g", share);
    judge_close(&judge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chance_breakthrough_counts_stones_and_rows),
        cmocka_unit_test(chance_breakthrough_values_stay_below_a_win),
        cmocka_unit_test(chance_breakthrough_values_agree_with_a_slow_version),
        cmocka_unit_test(chance_breakthrough_runners_are_those_of_breakthrough),
        cmocka_unit_test(chance_breakthrough_features_are_stones_and_runners),
        cmocka_unit_test(chance_breakthrough_weights_are_judged_by_their_promise),
        cmocka_unit_test(chance_breakthrough_sides_are_alike),
        cmocka_unit_test(chance_breakthrough_noisy_moves_capture_or_win),
        cmocka_unit_test(chance_breakthrough_orders_wins_captures_steps_roll),
        cmocka_unit_test(chance_breakthrough_knows_the_last_stone),
        cmocka_unit_test(chance_breakthrough_greedy_player_beats_random),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
