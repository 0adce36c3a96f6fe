/* test_tiny.c - the tiny games do what searches are tested with, and brute force finds what can be
 * worked out by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "brute.h"
#include "tiny/tiny.h"

enum { STATE_ROOM = 64 };

static struct cop_game *open_game(const char *spec)
{
    struct cop_error error = {""};
    struct cop_game *game = tiny_open(spec, &error);

    if (game == NULL || game->state_size > STATE_ROOM) {
        fail_msg("%s: %s", spec, error.message);
        abort(); /* not reached, but checkers do not know that */
    }
    return game;
}

static void set_position(const struct cop_game *game, const char *text, void *state)
{
    struct cop_error error = {""};

    if (!cop_position_read(game, text, state, &error))
        fail_msg("%s", error.message);
}

static void play_words(const struct cop_game *game, const char *words, void *state)
{
    struct cop_error error = {""};

    if (!cop_moves_play(game, state, words, NULL, NULL, &error))
        fail_msg("%s", error.message);
}

/* The value of a position for one player. */
static double value_of(const char *spec, const char *position, int player)
{
    struct cop_game *game = open_game(spec);
    unsigned char state[STATE_ROOM];
    double value[COP_PLAYERS_MAX];

    set_position(game, position, state);
    brute_value(game, state, value);
    cop_game_close(game);
    return value[player];
}

static void race_is_won_by_the_safe_die_one_step_from_the_finish(void **unused)
{
    (void)unused;
    assert_float_equal(value_of("tiny_race(n=6)", "5 5 6 choose", 0), 1, 1e-12);
}

/* The last turn, one step behind with two to go: 1 draws, 2 wins. */
static void race_value_counts_draws_as_half(void **unused)
{
    (void)unused;
    assert_float_equal(value_of("tiny_race(n=2)", "1 0 3 choose", 1), 0.4 * 0.5 + 0.6, 1e-12);
}

static void race_die_depends_on_the_distance(void **unused)
{
    struct cop_game *game = open_game("tiny_race(n=6)");
    unsigned char state[STATE_ROOM];
    double value[2];

    (void)unused;
    set_position(game, "5 2 11 choose", state); /* only a 4 wins */
    assert_int_equal(brute_move_values(game, state, value), 2);
    assert_float_equal(value[0], 0, 1e-12);
    assert_float_equal(value[1], 0.4, 1e-12);
    set_position(game, "5 4 11 choose", state); /* 1 draws, 2 wins; 0 loses, 4 wins */
    brute_move_values(game, state, value);
    assert_float_equal(value[0], 0.8, 1e-12);
    assert_float_equal(value[1], 0.4, 1e-12);
    cop_game_close(game);
}

static void race_ends_for_whoever_is_ahead_when_turns_run_out(void **unused)
{
    struct cop_game *game = open_game("tiny_race(n=2)");
    unsigned char state[STATE_ROOM];
    double payoff[2];

    (void)unused;
    set_position(game, "0 0 0 choose", state);
    play_words(game, "safe +1 risky +0 risky +0 risky +0", state);
    assert_int_equal(game->rules->turn(game, state), COP_OVER);
    game->rules->payoff(game, state, payoff);
    assert_float_equal(payoff[0], 1, 0);
    cop_game_close(game);
}

static void three_is_won_by_taking_the_rest(void **unused)
{
    (void)unused;
    assert_float_equal(value_of("tiny_three", "5 0 1 b", 1), 1, 0);
    assert_float_equal(value_of("tiny_three", "5 0 1 b", 0), 0, 0);
}

/* With four stones Cy loses anyway: taking one gives the game to Bob, taking two to Ann. */
static void three_has_a_kingmaker(void **unused)
{
    struct cop_game *game = open_game("tiny_three");
    unsigned char state[STATE_ROOM];
    double of_move[3], value[3];

    (void)unused;
    set_position(game, "2 2 1 c", state);
    assert_int_equal(brute_move_values(game, state, of_move), 2);
    assert_float_equal(of_move[0], 0, 0);
    assert_float_equal(of_move[1], 0, 0);
    play_words(game, "1", state);
    brute_value(game, state, value);
    assert_float_equal(value[1], 1, 0);
    set_position(game, "2 2 1 c", state);
    play_words(game, "2", state);
    brute_value(game, state, value);
    assert_float_equal(value[0], 1, 0);
    cop_game_close(game);
}

/* Ann takes the last two stones: half for the last one, and four of nine of the other half. */
static void three_shares_are_between_loss_and_win(void **unused)
{
    static const char *const spec = "tiny_three(payoff=shared)";
    static const char *const position = "2 3 2 a";
    double sum = 0;

    (void)unused;
    assert_float_equal(value_of(spec, position, 0), 0.5 + 4 / 18.0, 1e-12);
    for (int player = 0; player < 3; player++)
        sum += value_of(spec, position, player);
    assert_float_equal(sum, 1, 1e-12);
}

static double puzzle_best(const char *position)
{
    struct cop_game *game = open_game("tiny_puzzle");
    unsigned char state[STATE_ROOM];
    double best;

    set_position(game, position, state);
    best = brute_best_score(game, state);
    cop_game_close(game);
    return best;
}

static void puzzle_best_score_joins_groups(void **unused)
{
    (void)unused;
    assert_float_equal(puzzle_best("aabba 0"), 1 + 4, 0);
    assert_float_equal(puzzle_best("aabba 3"), 3 + 1 + 4, 0);
    assert_float_equal(puzzle_best("abcabc 0"), 0, 0);
    assert_float_equal(puzzle_best("aaaaaaaaaa 0"), 81, 0);
}

static void puzzle_greed_is_worse_than_best(void **unused)
{
    struct cop_game *game = open_game("tiny_puzzle");
    unsigned char state[STATE_ROOM];

    (void)unused;
    set_position(game, "aabba 0", state);
    while (game->rules->turn(game, state) == 0)
        game->rules->play(game, state,
                          game->rules->policies[0].pick(game, NULL, state, NULL, NULL));
    assert_float_equal(game->rules->score(game, state, 0), 2, 0);
    cop_game_close(game);
}

static void puzzle_group_is_named_by_any_of_its_blocks(void **unused)
{
    struct cop_game *game = open_game("tiny_puzzle");
    struct cop_error error;
    unsigned char state[STATE_ROOM];
    cop_move first, second;

    (void)unused;
    set_position(game, "abbba 0", state);
    assert_true(cop_move_read(game, state, "2", &first, &error));
    assert_true(cop_move_read(game, state, "4", &second, &error));
    assert_int_equal(first, second);
    assert_false(cop_move_read(game, state, "5", &second, &error));
    cop_game_close(game);
}

static void coin_views_differ_only_for_the_keeper(void **unused)
{
    struct cop_game *game = open_game("tiny_coin");
    unsigned char heads[STATE_ROOM], tails[STATE_ROOM], seen[2][STATE_ROOM];

    (void)unused;
    for (int guessed = 0; guessed < 2; guessed++) {
        set_position(game, guessed ? "heads tails -" : "heads - -", heads);
        set_position(game, guessed ? "tails tails -" : "tails - -", tails);
        game->rules->view(game, heads, 0, seen[0]);
        game->rules->view(game, tails, 0, seen[1]);
        assert_memory_equal(seen[0], seen[1], game->state_size);
        assert_memory_not_equal(seen[0], heads, game->state_size);
        game->rules->view(game, heads, 1, seen[0]);
        assert_memory_equal(seen[0], heads, game->state_size);
    }
    cop_game_close(game);
}

/* What a guess is worth to somebody who does not see the coin, against a keeper who does. */
static double guess_value(const struct cop_game *game, const char *guess)
{
    static const char *const sides[] = {"heads - -", "tails - -"};
    double heads = cop_real(game->settings, "heads");
    double sum = 0;

    for (int side = 0; side < 2; side++) {
        unsigned char state[STATE_ROOM];
        double value[2];

        set_position(game, sides[side], state);
        play_words(game, guess, state);
        brute_value(game, state, value);
        sum += (side == 0 ? heads : 1 - heads) * value[0];
    }
    return sum;
}

static void coin_guess_depends_on_probability(void **unused)
{
    struct cop_game *likely = open_game("tiny_coin");
    struct cop_game *doubtful = open_game("tiny_coin(heads=0.6)");

    (void)unused;
    assert_float_equal(guess_value(likely, "heads"), 0.7 * 0.8, 1e-12);
    assert_float_equal(guess_value(likely, "tails"), 0.3 * 0.8, 1e-12);
    assert_float_equal(guess_value(likely, "pass"), 0.5, 1e-12);
    assert_true(guess_value(doubtful, "heads") < guess_value(doubtful, "pass"));
    cop_game_close(likely);
    cop_game_close(doubtful);
}

static void coin_is_guessed_right_by_whoever_peeks(void **unused)
{
    (void)unused;
    assert_float_equal(value_of("tiny_coin", "tails - -", 0), 0.8, 1e-12);
    assert_float_equal(value_of("tiny_coin(heads=0.6)", "tails - -", 0), 0.8, 1e-12);
}

static void coin_samples_follow_the_probability(void **unused)
{
    enum { DRAWS = 4000 };
    struct cop_game *game = open_game("tiny_coin");
    unsigned char heads[STATE_ROOM], seen[STATE_ROOM], sample[STATE_ROOM];
    struct cop_rng rng;
    int count = 0;

    (void)unused;
    cop_rng_seed(&rng, 1);
    set_position(game, "heads - -", heads);
    game->rules->view(game, heads, 0, seen);
    for (int i = 0; i < DRAWS; i++) {
        game->rules->sample(game, seen, 0, sample, &rng);
        count += memcmp(sample, heads, game->state_size) == 0;
    }
    assert_true(fabs(count - 0.7 * DRAWS) < 4 * sqrt(0.7 * 0.3 * DRAWS));
    cop_game_close(game);
}

static void nim_moves_again_after_emptying_a_heap(void **unused)
{
    struct cop_game *game = open_game("tiny_nim");
    unsigned char state[STATE_ROOM];

    (void)unused;
    set_position(game, "3333 0-0 A", state);
    play_words(game, "a1", state);
    assert_int_equal(game->rules->turn(game, state), 1);
    play_words(game, "a2", state);
    assert_int_equal(game->rules->turn(game, state), 1);
    assert_float_equal(game->rules->score(game, state, 1), 1, 0);
    cop_game_close(game);
}

static void nim_values_by_hand(void **unused)
{
    (void)unused;
    /* One stone each: the first player empties heap after heap. */
    assert_float_equal(value_of("tiny_nim(heaps=2, stones=1)", "11 0-0 A", 0), 1, 0);
    /* Three stones in one heap: whatever is left, the opponent takes it. */
    assert_float_equal(value_of("tiny_nim(heaps=1)", "3 0-0 A", 0), 0, 0);
    /* So it ends level if the other heap is the mover's, and is lost if it is not. */
    assert_float_equal(value_of("tiny_nim(heaps=2)", "30 1-0 A", 0), 0.5, 0);
    assert_float_equal(value_of("tiny_nim(heaps=2)", "30 0-1 A", 0), 0, 0);
}

static void nim_greedy_empties_a_heap(void **unused)
{
    struct cop_game *game = open_game("tiny_nim");
    unsigned char state[STATE_ROOM];
    struct cop_text text = COP_TEXT;
    struct cop_rng rng;

    (void)unused;
    cop_rng_seed(&rng, 1);
    set_position(game, "3323 0-0 B", state);
    game->rules->write_move(game, state,
                            game->rules->policies[0].pick(game, NULL, state, NULL, &rng), &text);
    assert_string_equal(text.bytes, "c2");
    cop_text_free(&text);
    cop_game_close(game);
}

/* The plainest of all searches, to check the one that remembers. */
static void solve_plainly(const struct cop_game *game, const unsigned char *state, double *value)
{
    cop_move moves[16];
    int count = game->rules->moves(game, state, moves);
    int mover = game->rules->turn(game, state);

    if (count == 0)
        game->rules->payoff(game, state, value);
    for (int i = 0; i < count; i++) {
        unsigned char next[STATE_ROOM];
        double of_next[COP_PLAYERS_MAX];

        memcpy(next, state, game->state_size);
        game->rules->play(game, next, moves[i]);
        solve_plainly(game, next, of_next);
        if (i == 0 || of_next[mover] > value[mover])
            memcpy(value, of_next, (size_t)game->players * sizeof *value);
    }
}

static void brute_force_equals_a_search_without_memory(void **unused)
{
    static const char *const specs[] = {"tiny_nim(heaps=3)", "tiny_three(n=11)",
                                        "tiny_three(n=10, payoff=shared)"};

    (void)unused;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct cop_game *game = open_game(specs[i]);
        unsigned char state[STATE_ROOM];
        double plain[COP_PLAYERS_MAX] = {0}, remembered[COP_PLAYERS_MAX] = {0};
        struct cop_rng rng;

        cop_rng_seed(&rng, 1);
        game->rules->start(game, state, &rng);
        solve_plainly(game, state, plain);
        brute_value(game, state, remembered);
        for (int player = 0; player < game->players; player++)
            assert_float_equal(plain[player], remembered[player], 1e-12);
        cop_game_close(game);
    }
}

/* Each row: a game, and a position that has one thing wrong. */
static void impossible_positions_are_refused(void **unused)
{
    static const char *const rows[][2] = {
        {"tiny_race", "6 6 4 choose"},    {"tiny_race", "1 1 1 choose"},
        {"tiny_race", "1 1 4 lucky"},     {"tiny_race", "7 1 4 choose"},
        {"tiny_race", "6 1 3 safe"},      {"tiny_race", "1 1 4 choose x"},
        {"tiny_three", "5 5 0 a"},        {"tiny_three", "5 4 0 c"},
        {"tiny_three", "1 1 1 d"},        {"tiny_three", "1 1 -1 a"},
        {"tiny_puzzle", "aabbd 0"},       {"tiny_puzzle", "aaaaaaaaaaa 0"},
        {"tiny_puzzle", "aaaaaaaaaa 1"},  {"tiny_puzzle", "aab -1"},
        {"tiny_puzzle", "aab"},           {"tiny_coin", "? - -"},
        {"tiny_coin", "heads - stand"},   {"tiny_coin", "heads pass double"},
        {"tiny_coin", "heads stand -"},   {"tiny_coin", "heads heads heads"},
        {"tiny_nim", "333 0-0 A"},        {"tiny_nim", "3334 0-0 A"},
        {"tiny_nim", "3330 0-0 A"},       {"tiny_nim", "3333 0-0 C"},
        {"tiny_nim", "3333 0-0 A and B"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cop_game *game = open_game(rows[i][0]);
        unsigned char state[STATE_ROOM];
        struct cop_error error = {""};

        if (cop_position_read(game, rows[i][1], state, &error))
            fail_msg("%s reads \"%s\"", rows[i][0], rows[i][1]);
        assert_true(strlen(error.message) > 20);
        cop_game_close(game);
    }
}

static void tiny_open_names_what_it_does_not_know(void **unused)
{
    struct cop_error error = {""};

    (void)unused;
    assert_null(tiny_open("tiny_chess", &error));
    assert_non_null(strstr(error.message, "tiny_chess"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(race_is_won_by_the_safe_die_one_step_from_the_finish),
        cmocka_unit_test(race_value_counts_draws_as_half),
        cmocka_unit_test(race_die_depends_on_the_distance),
        cmocka_unit_test(race_ends_for_whoever_is_ahead_when_turns_run_out),
        cmocka_unit_test(three_is_won_by_taking_the_rest),
        cmocka_unit_test(three_has_a_kingmaker),
        cmocka_unit_test(three_shares_are_between_loss_and_win),
        cmocka_unit_test(puzzle_best_score_joins_groups),
        cmocka_unit_test(puzzle_greed_is_worse_than_best),
        cmocka_unit_test(puzzle_group_is_named_by_any_of_its_blocks),
        cmocka_unit_test(coin_views_differ_only_for_the_keeper),
        cmocka_unit_test(coin_guess_depends_on_probability),
        cmocka_unit_test(coin_is_guessed_right_by_whoever_peeks),
        cmocka_unit_test(coin_samples_follow_the_probability),
        cmocka_unit_test(nim_moves_again_after_emptying_a_heap),
        cmocka_unit_test(nim_values_by_hand),
        cmocka_unit_test(nim_greedy_empties_a_heap),
        cmocka_unit_test(brute_force_equals_a_search_without_memory),
        cmocka_unit_test(impossible_positions_are_refused),
        cmocka_unit_test(tiny_open_names_what_it_does_not_know),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
