/* What all games share: opening, notation, random games, perft; on the heap game of take.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "take.h"

typedef struct {
    _Alignas(max_align_t) unsigned char bytes[COP_STATE_MAX];
} state_block;

static struct cop_game *open_take(const char *inside)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open_rules(&take_rules, inside, &error);

    if (game == NULL)
        print_error("%s\n", error.message);
    assert_non_null(game);
    return game;
}

static void start(const struct cop_game *game, state_block *state)
{
    struct cop_rng rng;

    memset(state, 0, sizeof *state);
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state->bytes, &rng);
}

static void assert_position(const struct cop_game *game, const state_block *state,
                            const char *expected)
{
    struct cop_text text = COP_TEXT;

    game->rules->write_position(game, state->bytes, &text);
    assert_string_equal(text.bytes, expected);
    cop_text_free(&text);
}

static void game_opens_under_its_canonical_name(void **unused)
{
    struct cop_game *plain = open_take(NULL), *large = open_take("dice=yes, HEAP=20");

    (void)unused;
    assert_string_equal(plain->name, "take");
    assert_string_equal(large->name, "take(heap=20, dice=on)");
    assert_true(large->has_chance);
    assert_ptr_equal(plain->rules, &take_rules);
    cop_game_close(plain);
    cop_game_close(large);
    cop_game_close(NULL);
}

static void wrong_options_do_not_open(void **unused)
{
    struct cop_error error;

    (void)unused;
    assert_null(cop_game_open_rules(&take_rules, "heap=31", &error));
    assert_string_equal(error.message,
                        "take: heap=31 is not allowed; it must be a whole number from 1 to 30");
    assert_null(cop_game_open_rules(&take_rules, "broken=on", &error));
    assert_string_equal(error.message, "take: this variant is broken");
}

static void players_have_names(void **unused)
{
    struct cop_game *game = open_take("players=3");

    (void)unused;
    assert_string_equal(cop_player_name(game, 0), "Black");
    assert_string_equal(cop_player_name(game, 1), "White");
    assert_string_equal(cop_player_name(game, 2), "Player 3");
    assert_string_equal(cop_player_name(game, COP_CHANCE), "Chance");
    cop_game_close(game);
}

static void only_all_or_nothing_is_a_win_or_a_loss(void **unused)
{
    (void)unused;
    assert_int_equal(cop_result_of(1), COP_WIN);
    assert_int_equal(cop_result_of(0), COP_LOSS);
    assert_int_equal(cop_result_of(0.5), COP_DRAW);
    assert_int_equal(cop_result_of(1.0 / 3), COP_DRAW);
    assert_int_equal(cop_result_of(0.99), COP_DRAW);
    assert_int_equal(cop_result_of(0.1 + 0.2 + 0.7 - 1e-15), COP_WIN);
    assert_int_equal(cop_result_of(0.3 - 0.1 - 0.2), COP_LOSS);
}

static void moves_are_read_as_written_or_as_accepted(void **unused)
{
    static const struct {
        const char *word;
        cop_move move;
    } cases[] = {{"t1", 1}, {"T2", 2}, {"3", 3}};
    struct cop_game *game = open_take("");
    state_block state;

    (void)unused;
    start(game, &state);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_error error;
        cop_move move = COP_NO_MOVE;

        assert_true(cop_move_read(game, state.bytes, cases[i].word, &move, &error));
        assert_int_equal(move, cases[i].move);
    }
    cop_game_close(game);
}

static void pass_is_read_under_both_names(void **unused)
{
    struct cop_game *game = open_take("heap=5");
    struct cop_error error;
    state_block state;
    cop_move move;

    (void)unused;
    start(game, &state);
    assert_true(cop_move_read(game, state.bytes, "--", &move, &error));
    assert_true(move == COP_PASS);
    assert_true(cop_move_read(game, state.bytes, "Pass", &move, &error));
    assert_true(move == COP_PASS);
    cop_game_close(game);
}

static void illegal_and_ambiguous_moves_say_what_is_legal(void **unused)
{
    struct cop_game *game = open_take(""), *dice = open_take("dice=on");
    struct cop_error error;
    state_block state;
    cop_move move = 77;

    (void)unused;
    start(game, &state);
    assert_false(cop_move_read(game, state.bytes, "t4", &move, &error));
    assert_string_equal(error.message, "\"t4\" is not a legal move for Black; legal: t1, t2, t3");
    assert_false(cop_move_read(game, state.bytes, "", &move, &error));
    assert_false(cop_move_read(game, state.bytes, "pass", &move, &error));
    assert_false(cop_move_read(game, state.bytes, "SOME", &move, &error));
    assert_string_equal(error.message, "\"SOME\" is ambiguous: it can mean t2 or t3");
    assert_int_equal(move, 77);

    assert_true(cop_moves_play(game, state.bytes, "3 3 3 1", NULL, NULL, &error));
    assert_false(cop_move_read(game, state.bytes, "t1", &move, &error));
    assert_string_equal(error.message, "\"t1\" cannot be played: the game is over");

    start(dice, &state);
    assert_true(cop_moves_play(dice, state.bytes, "t1", NULL, NULL, &error));
    assert_false(cop_move_read(dice, state.bytes, "t1", &move, &error));
    assert_string_equal(error.message, "\"t1\" is not an outcome for Chance; legal: d0, d1");
    cop_game_close(game);
    cop_game_close(dice);
}

static void move_lists_may_be_separated_or_run_together(void **unused)
{
    static const char *const lists[] = {"t1 t2 t1", "t1t2t1", "t1,t2 , t1\n", "  121 ",
                                        "1T21",     "t12t1",  "\t1,2,1,"};
    struct cop_game *game = open_take("");

    (void)unused;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        struct cop_error error = {""};
        state_block state;

        start(game, &state);
        assert_true(cop_moves_play(game, state.bytes, lists[i], NULL, NULL, &error));
        assert_position(game, &state, "6:1");
    }
    cop_game_close(game);
}

static void numbers_of_moves_are_skipped(void **unused)
{
    static const char *const lists[] = {
        "1. t1 2. t2 3. t1",  "1.t1 2.t2 3.t1",   "1. t1 t2 2. t1", "17. 1 17... 2 18. 1",
        "1. 1, 2. 2, 3. 1, ", "... t1 ... t2 t1", "1.1 2.2 3.1 4.",
    };
    struct cop_game *game = open_take("");

    (void)unused;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        struct cop_error error = {""};
        state_block state;

        start(game, &state);
        assert_true(cop_moves_play(game, state.bytes, lists[i], NULL, NULL, &error));
        assert_position(game, &state, "6:1");
    }
    cop_game_close(game);
}

static void number_or_point_alone_is_no_move(void **unused)
{
    struct cop_game *game = open_take("");
    struct cop_error error = {""};
    state_block state;

    (void)unused;
    start(game, &state);
    assert_false(cop_moves_play(game, state.bytes, "1. t1 2 . t2", NULL, NULL, &error));
    assert_string_equal(error.message,
                        "move 3: \".\" is not a legal move for Black; legal: t1, t2, t3");
    assert_false(cop_moves_play(game, state.bytes, "1. 17", NULL, NULL, &error));
    assert_string_equal(error.message,
                        "move 2: \"7\" is not a legal move for White; legal: t1, t2, t3");
    cop_game_close(game);
}

static void empty_move_list_changes_nothing(void **unused)
{
    struct cop_game *game = open_take("");
    struct cop_error error;
    state_block state;

    (void)unused;
    start(game, &state);
    assert_true(cop_moves_play(game, state.bytes, " ,\n", NULL, NULL, &error));
    assert_position(game, &state, "10:0");
    cop_game_close(game);
}

struct seen {
    int count;
    cop_move moves[16];
    int turns[16];
    const struct cop_game *game;
};

static void see(void *context, const void *state_before, cop_move move)
{
    struct seen *seen = context;

    seen->turns[seen->count] = seen->game->rules->turn(seen->game, state_before);
    seen->moves[seen->count++] = move;
}

static void forced_passes_may_be_left_out(void **unused)
{
    static const char *const lists[] = {"t2 t3 t1", "t2 t3 -- t1", "231", "23pass1", "23--1"};
    struct cop_game *game = open_take("");

    (void)unused;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        struct seen seen = {.game = game};
        struct cop_error error = {""};
        state_block state;

        start(game, &state);
        assert_true(cop_moves_play(game, state.bytes, lists[i], see, &seen, &error));
        assert_position(game, &state, "4:0");
        assert_int_equal(seen.count, 4);
        assert_true(seen.moves[2] == COP_PASS);
        assert_int_equal(seen.turns[2], 0);
        assert_int_equal(seen.turns[3], 1);
    }
    cop_game_close(game);
}

static void failing_move_is_numbered_and_leaves_the_state_before_it(void **unused)
{
    struct cop_game *game = open_take("");
    struct cop_error error;
    state_block state;

    (void)unused;
    start(game, &state);
    assert_false(cop_moves_play(game, state.bytes, "t1 t2 x9 t1", NULL, NULL, &error));
    assert_string_equal(error.message,
                        "move 3: \"x9\" is not a legal move for Black; legal: t1, t2, t3");
    assert_position(game, &state, "7:0");

    start(game, &state);
    assert_false(cop_moves_play(game, state.bytes, "23x", NULL, NULL, &error));
    assert_string_equal(error.message, "move 3: \"x\" is not a legal move for Black; legal: --");
    assert_position(game, &state, "5:0"); /* not passed for a word that means nothing */

    start(game, &state);
    assert_false(cop_moves_play(game, state.bytes, "1 some", NULL, NULL, &error));
    assert_string_equal(error.message, "move 2: \"some\" is ambiguous: it can mean t2 or t3");
    assert_position(game, &state, "9:1");
    cop_game_close(game);
}

static void position_is_trimmed_and_a_bad_one_changes_nothing(void **unused)
{
    struct cop_game *game = open_take("");
    struct cop_error error;
    state_block state;

    (void)unused;
    start(game, &state);
    assert_true(cop_position_read(game, " \t7:1 \n", state.bytes, &error));
    assert_position(game, &state, "7:1");
    assert_false(cop_position_read(game, "7:2", state.bytes, &error));
    assert_string_equal(error.message, "take: \"7:2\" is not a position such as 7:0");
    assert_position(game, &state, "7:1");
    cop_game_close(game);
}

/* Is `count` out of `tries` within 4 standard errors of `share`? The rng is seeded, so this never
 * fails by bad luck. */
static bool is_near(int count, int tries, double share)
{
    double expected = tries * share, off = count - expected;

    return off * off <= 16 * expected * (1 - share);
}

static void random_moves_are_uniform_and_chance_follows_its_odds(void **unused)
{
    enum { TRIES = 30000 };
    struct cop_game *game = open_take("dice=on");
    struct cop_error error;
    state_block state;
    struct cop_rng rng;
    cop_move moves[3];
    int seen[4] = {0}, rolled[3] = {0};

    (void)unused;
    start(game, &state);
    cop_rng_seed(&rng, 3);
    for (int i = 0; i < TRIES; i++)
        seen[cop_random_move(game, state.bytes, &rng, moves)]++;
    for (int move = 1; move <= 3; move++)
        assert_true(is_near(seen[move], TRIES, 1.0 / 3));
    assert_true(cop_moves_play(game, state.bytes, "t1", NULL, NULL, &error));
    for (int i = 0; i < TRIES; i++)
        rolled[cop_random_move(game, state.bytes, &rng, moves)]++;
    assert_true(is_near(rolled[1], TRIES, 0.25));
    assert_true(is_near(rolled[2], TRIES, 0.75));
    cop_game_close(game);
}

static void playouts_end_within_the_bound_and_obey_the_limit(void **unused)
{
    static const char *const variants[] = {"", "dice=on", "players=3, heap=30", "players=1"};

    (void)unused;
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        struct cop_game *game = open_take(variants[v]);
        struct cop_rng rng;
        cop_move moves[3];

        cop_rng_seed(&rng, 4);
        for (int i = 0; i < 1000; i++) {
            state_block state;
            int plies;

            start(game, &state);
            plies = cop_playout(game, state.bytes, &rng, i % 2 == 0 ? 0 : -1, moves);
            assert_in_range(plies, 1, game->max_plies);
            assert_int_equal(game->rules->turn(game, state.bytes), COP_OVER);
            start(game, &state);
            assert_int_equal(cop_playout(game, state.bytes, &rng, 2, moves), 2);
            assert_int_not_equal(game->rules->turn(game, state.bytes), COP_OVER);
        }
        cop_game_close(game);
    }
}

/* Rules with fast ways of their own, which leave a mark. */
static cop_move always_one(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    cop_move moves[3];

    (void)rng;
    game->rules->moves(game, state, moves);
    return moves[0];
}

static int no_playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    (void)game, (void)state, (void)rng;
    return limit;
}

static void fast_ways_of_the_rules_are_used(void **unused)
{
    struct cop_rules rules = take_rules;
    struct cop_error error;
    struct cop_rng rng = {7};
    state_block state;
    struct cop_game *game;

    (void)unused;
    rules.random_move = always_one;
    game = cop_game_open_rules(&rules, "", &error);
    start(game, &state);
    assert_int_equal(cop_playout(game, state.bytes, &rng, 0, NULL), 11); /* ten, and a pass */
    assert_int_equal(game->rules->turn(game, state.bytes), COP_OVER);
    rules.playout = no_playout;
    assert_int_equal(cop_playout(game, state.bytes, &rng, 5, NULL), 5);
    assert_int_equal(cop_playout(game, state.bytes, &rng, 0, NULL), INT32_MAX);
    cop_game_close(game);
}

/* Obviously right: no scratch, no shortcut. */
static int64_t count_slowly(const struct cop_game *game, const state_block *state, int depth)
{
    cop_move moves[3];
    int64_t sum = 0;
    int count;

    if (depth == 0)
        return 1;
    count = game->rules->moves(game, state->bytes, moves);
    for (int i = 0; i < count; i++) {
        state_block child = *state;

        game->rules->play(game, child.bytes, moves[i]);
        sum += count_slowly(game, &child, depth - 1);
    }
    return sum;
}

static void perft_counts_sequences_of_exactly_that_length(void **unused)
{
    static const char *const variants[] = {"heap=4", "", "dice=on, heap=7", "players=3"};
    static const int64_t four[] = {1, 3, 6, 4, 1, 0, 0};
    struct cop_game *small = open_take("heap=4");
    state_block state;

    (void)unused;
    start(small, &state);
    for (int depth = 0; depth < 7; depth++)
        assert_int_equal(cop_perft(small, state.bytes, depth), four[depth]);
    assert_int_equal(cop_perft(small, state.bytes, 2000000000), 0);
    cop_game_close(small);
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        struct cop_game *game = open_take(variants[v]);

        start(game, &state);
        for (int depth = 0; depth <= 12; depth++)
            assert_int_equal(cop_perft(game, state.bytes, depth),
                             count_slowly(game, &state, depth));
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_opens_under_its_canonical_name),
        cmocka_unit_test(wrong_options_do_not_open),
        cmocka_unit_test(players_have_names),
        cmocka_unit_test(only_all_or_nothing_is_a_win_or_a_loss),
        cmocka_unit_test(moves_are_read_as_written_or_as_accepted),
        cmocka_unit_test(pass_is_read_under_both_names),
        cmocka_unit_test(illegal_and_ambiguous_moves_say_what_is_legal),
        cmocka_unit_test(move_lists_may_be_separated_or_run_together),
        cmocka_unit_test(numbers_of_moves_are_skipped),
        cmocka_unit_test(number_or_point_alone_is_no_move),
        cmocka_unit_test(empty_move_list_changes_nothing),
        cmocka_unit_test(forced_passes_may_be_left_out),
        cmocka_unit_test(failing_move_is_numbered_and_leaves_the_state_before_it),
        cmocka_unit_test(position_is_trimmed_and_a_bad_one_changes_nothing),
        cmocka_unit_test(random_moves_are_uniform_and_chance_follows_its_odds),
        cmocka_unit_test(playouts_end_within_the_bound_and_obey_the_limit),
        cmocka_unit_test(fast_ways_of_the_rules_are_used),
        cmocka_unit_test(perft_counts_sequences_of_exactly_that_length),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
