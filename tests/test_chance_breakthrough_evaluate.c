/* test_chance_breakthrough_evaluate.c - ChanceBreakthrough: evaluator, noisy moves and ordering
 * (chance-and-multiplayer.md 1.3.5, 2.1). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "greedy.h"
#include "slow_build.h"

enum { STATE_ROOM = 64, MOVES_ROOM = 80, WHITE = 0, BLACK = 1 };

struct state {
    _Alignas(16) unsigned char bytes[STATE_ROOM];
};

static struct cop_game *open_game(const char *spec)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    else
        assert_true(game->state_size <= STATE_ROOM && game->max_moves <= MOVES_ROOM);
    return game;
}

static struct state position_of(const struct cop_game *game, const char *words)
{
    struct state state = {{0}};
    struct cop_error error;

    if (!cop_position_read(game, words, &state, &error))
        fail_msg("%s: %s", words, error.message);
    return state;
}

static double value_of(const struct cop_game *game, const struct state *state)
{
    double of_player[2];

    evaluator_of(game, "stones")->evaluate(game, NULL, state, of_player);
    assert_true(of_player[0] == -of_player[1]);
    return of_player[0];
}

/* ---- Values ---- */

static void assert_value(const char *words, double expected)
{
    struct cop_game *game = open_game("chancebreakthrough");
    struct state state = position_of(game, words);

    if (value_of(game, &state) != expected)
        fail_msg("%s: %g and not %g", words, value_of(game, &state), expected);
    cop_game_close(game);
}

static void chance_breakthrough_counts_stones_and_rows(void **context)
{
    struct cop_game *game = open_game("chancebreakthrough");
    struct state state = {{0}};
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 1);
    game->rules->start(game, &state, &rng);
    assert_true(value_of(game, &state) == 0);
    cop_game_close(game);
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
static double slow_value(const char *text, int rows)
{
    int stones[2] = {0, 0}, reached[2] = {0, 0}, row = rows;

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

static void chance_breakthrough_values_agree_with_a_slow_version(void **context)
{
    static const struct {
        const char *spec;
        int rows;
    } variants[] = {{"chancebreakthrough", 8},
                    {"chancebreakthrough(width=5, height=6)", 6},
                    {"chancebreakthrough(width=3, height=4)", 4}};
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 2);
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        struct cop_game *game = open_game(variants[i].spec);

        for (int round = 0; round < (is_slow_build() ? 20 : 200); round++) {
            struct state state = {{0}};
            cop_move moves[MOVES_ROOM];

            game->rules->start(game, &state, &rng);
            while (game->rules->turn(game, &state) != COP_OVER) {
                struct cop_text text = COP_TEXT;

                game->rules->write_position(game, &state, &text);
                if (value_of(game, &state) != slow_value(text.bytes, variants[i].rows))
                    fail_msg("%s: %g", text.bytes, value_of(game, &state));
                cop_text_free(&text);
                game->rules->play(game, &state, cop_random_move(game, &state, &rng, moves));
            }
        }
        cop_game_close(game);
    }
}

/* The board upside down with the colours changed. */
static void chance_breakthrough_sides_are_alike(void **context)
{
    (void)context;
    assert_value("8/bb6/3b4/8/2W5/8/W6W/8 w 20", 50 * (4 - 3));
    assert_value("8/b6b/8/2b5/8/3W4/WW6/8 b 20", 50 * (3 - 4));
}

/* ---- Moves ---- */

static void write_list(const struct cop_game *game, const struct state *state,
                       const cop_move *moves, int count, struct cop_text *text)
{
    for (int i = 0; i < count; i++) {
        cop_text_add(text, i > 0 ? " " : "");
        game->rules->write_move(game, state, moves[i], text);
    }
}

static const char battle[] = "8/W7/1b6/b7/1W5b/8/2b3W1/8 w 20";

static void chance_breakthrough_noisy_moves_capture_or_win(void **context)
{
    struct cop_game *game = open_game("chancebreakthrough");
    struct state state = position_of(game, battle);
    struct cop_text text = COP_TEXT;
    cop_move moves[MOVES_ROOM];
    int count = evaluator_of(game, "stones")->noisy(game, &state, moves);

    (void)context;
    write_list(game, &state, moves, count, &text);
    assert_string_equal(text.bytes, "b4xa5 a7a8 a7b8");
    cop_text_free(&text);
    state = position_of(game, "8/W7/1b6/b7/1W5b/8/2b3W1/8 w 20 @");
    assert_int_equal(evaluator_of(game, "stones")->noisy(game, &state, moves), 0);
    cop_game_close(game);
}

/* Puts the list into the order of its ratings; equals stay as they are. */
static void sort_moves(cop_move *moves, float *rating, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && rating[j] > rating[j - 1]; j--) {
            cop_move move = moves[j];
            float rate = rating[j];

            moves[j] = moves[j - 1];
            rating[j] = rating[j - 1];
            moves[j - 1] = move;
            rating[j - 1] = rate;
        }
}

static void chance_breakthrough_orders_wins_captures_steps_roll(void **context)
{
    struct cop_game *game = open_game("chancebreakthrough");
    struct state state = position_of(game, battle);
    struct cop_text text = COP_TEXT;
    cop_move moves[MOVES_ROOM];
    float rating[MOVES_ROOM];
    int count = game->rules->moves(game, &state, moves);

    (void)context;
    ordering_of(game, "advance")->rate(game, &state, moves, count, rating);
    sort_moves(moves, rating, count);
    write_list(game, &state, moves, count, &text);
    assert_string_equal(text.bytes, "a7a8 a7b8 b4xa5 b4b5 b4c5 g2f3 g2g3 g2h3 @");
    cop_text_free(&text);
    cop_game_close(game);
}

/* The last stone of the enemy is worth the game. */
static void chance_breakthrough_knows_the_last_stone(void **context)
{
    struct cop_game *game = open_game("chancebreakthrough");
    struct state state = position_of(game, "8/8/8/8/8/1b6/W7/8 w 20");
    cop_move moves[MOVES_ROOM];
    float rating[MOVES_ROOM];
    int count = game->rules->moves(game, &state, moves);

    (void)context;
    ordering_of(game, "advance")->rate(game, &state, moves, count, rating);
    sort_moves(moves, rating, count);
    assert_true(rating[0] > 18 && rating[1] < 9);
    cop_game_close(game);
}

static void chance_breakthrough_greedy_player_beats_random(void **context)
{
    struct cop_game *game = open_game("chancebreakthrough");
    double share =
        greedy_against_random(game, evaluator_of(game, "stones"), is_slow_build() ? 10 : 60, 3);

    (void)context;
    if (share < 0.9)
        fail_msg("only %g", share);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chance_breakthrough_counts_stones_and_rows),
        cmocka_unit_test(chance_breakthrough_values_stay_below_a_win),
        cmocka_unit_test(chance_breakthrough_values_agree_with_a_slow_version),
        cmocka_unit_test(chance_breakthrough_sides_are_alike),
        cmocka_unit_test(chance_breakthrough_noisy_moves_capture_or_win),
        cmocka_unit_test(chance_breakthrough_orders_wins_captures_steps_roll),
        cmocka_unit_test(chance_breakthrough_knows_the_last_stone),
        cmocka_unit_test(chance_breakthrough_greedy_player_beats_random),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
