/* test_chance_breakthrough.c - ChanceBreakthrough: the checks of chance-and-multiplayer.md 4.2 that
 * concern its rules, the counts of 1.3.4, and exact values of a small board. Its steps are those of
 * Breakthrough, which test_breakthrough.c compares with a reference. */
#include "reference_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "brute.h"
#include "coppice/agent.h"
#include "games/list.h"

enum { MOVES_MOST = 64 };

static const char start_text[] = "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w 0";

static struct any_state play_words(const struct cop_game *game, const struct any_state *state,
                                   const char *words)
{
    struct any_state next = *state;
    struct cop_error error;

    if (!cop_moves_play(game, &next, words, NULL, NULL, &error))
        fail_msg("%s: %s", words, error.message);
    return next;
}

static char *position_text(const struct cop_game *game, const struct any_state *state)
{
    struct cop_text text = COP_TEXT;
    char *copy;

    game->rules->write_position(game, state, &text);
    copy = strdup(text.bytes);
    cop_text_free(&text);
    assert_non_null(copy);
    return copy;
}

/* ---- Counts ---- */

/* How a turn is counted: without rolls, by outcomes as they are listed, or by squares. */
enum counting { STEPS_ONLY, OUTCOMES, SQUARES };

/* Sequences of `depth` turns, a roll and its outcome being one. */
static int64_t count_turns(const struct cop_game *game, const struct any_state *state, int depth,
                           enum counting counting)
{
    double probability[MOVES_MOST];
    cop_move moves[MOVES_MOST];
    int count = game->rules->moves(game, state, moves);
    bool is_chance = turn_of(game, state) == COP_CHANCE;
    int64_t sum = 0;

    if (depth == 0)
        return 1;
    if (is_chance)
        game->rules->chances(game, state, probability);
    for (int i = 0; i < count; i++) {
        struct any_state next = child(game, state, moves[i]);
        bool is_roll = turn_of(game, &next) == COP_CHANCE;
        int64_t below;

        if (is_roll && counting == STEPS_ONLY)
            continue;
        below = count_turns(game, &next, depth - !is_roll, counting);
        sum += is_chance && counting == SQUARES ? below * lround(64 * probability[i]) : below;
    }
    return sum;
}

/* 1.3.4; counted by squares the first turn has 22 steps and 64 rolls. */
static void chance_breakthrough_counts_turns(void **context)
{
    static const int64_t steps[] = {22, 484, 11132, 256036}, outcomes[] = {55, 2993, 162281};
    struct cop_game *game = open_or_fail("chancebreakthrough");
    struct any_state state = start_of(game);

    (void)context;
    for (int depth = 1; depth <= 4; depth++)
        assert_int_equal(count_turns(game, &state, depth, STEPS_ONLY), steps[depth - 1]);
    for (int depth = 1; depth <= 3; depth++)
        assert_int_equal(count_turns(game, &state, depth, OUTCOMES), outcomes[depth - 1]);
    assert_int_equal(count_turns(game, &state, 1, SQUARES), 86);
    cop_game_close(game);
}

/* A roll and its outcome are two plies: 22 + 1, then 22 times that and 33 outcomes. */
static void chance_breakthrough_perft(void **context)
{
    static const int64_t counts[] = {23, 22 * 23 + 33, 0};

    (void)context;
    assert_perft("chancebreakthrough", counts);
}

/* ---- Rolls ---- */

/* The number of outcomes, and the probability of an empty square in parts of all squares. */
static void check_events(const char *spec, const char *words, int stones, int empty)
{
    struct cop_game *game = open_or_fail(spec);
    struct any_state state = position_or_fail(game, words);
    double probability[MOVES_MOST];
    cop_move moves[MOVES_MOST];
    int count;

    state = play_words(game, &state, "@");
    assert_int_equal(turn_of(game, &state), COP_CHANCE);
    count = game->rules->moves(game, &state, moves);
    assert_int_equal(count, stones + (empty > 0));
    game->rules->chances(game, &state, probability);
    for (int i = 0; i < stones; i++)
        assert_true(probability[i] == 1.0 / (stones + empty));
    if (empty > 0)
        assert_true(probability[stones] == (double)empty / (stones + empty));
    cop_game_close(game);
}

static void chance_breakthrough_empty_squares_are_one_outcome(void **context)
{
    (void)context;
    check_events("chancebreakthrough", start_text, 32, 32);
    check_events("chancebreakthrough", "8/8/8/3b4/3w4/8/8/8 b 40", 2, 62);
    check_events("chancebreakthrough(width=3, height=5)", "b2/1b1/3/3/www w 2", 5, 10);
    check_events("chancebreakthrough(width=4, height=4)", "bbbb/bbbb/wwww/wwww w 0", 16, 0);
}

static void chance_breakthrough_rolls_empty_a_square(void **context)
{
    static const struct {
        const char *words, *after;
    } cases[] = {
        {"@ @a2", "bbbbbbbb/bbbbbbbb/8/8/8/8/1wwwwwww/wwwwwwww b 1"},
        {"@ @h8", "bbbbbbb1/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww b 1"},
        {"@ @--", "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww b 1"},
        {"@", "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w 0 @"},
        {"d2d3 @", "bbbbbbbb/bbbbbbbb/8/8/8/3w4/www1wwww/wwwwwwww b 1 @"},
        {"d2d3 @ @d3 @", "bbbbbbbb/bbbbbbbb/8/8/8/8/www1wwww/wwwwwwww w 2 @"},
    };
    struct cop_game *game = open_or_fail("chancebreakthrough");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct any_state state = after_moves(game, cases[i].words);

        assert_position(game, &state, cases[i].after);
    }
    cop_game_close(game);
}

/* 1.3.2: whoever has no stone loses, also by a roll of his own. */
static void chance_breakthrough_last_stone_decides(void **context)
{
    static const struct {
        const char *words, *moves;
        double payoff; /* of White, or -1 if the game goes on */
    } cases[] = {
        {"8/8/8/3bb3/3w4/8/8/8 w 9", "@d4", 0},    {"8/8/8/3bb3/3w4/8/8/8 b 9", "@d4", 0},
        {"8/8/8/3b4/3ww3/8/8/8 b 9", "@d5", 1},    {"8/8/8/3b4/3ww3/8/8/8 w 9", "@d5", 1},
        {"8/8/8/3b4/3ww3/8/8/8 w 9", "@d4", -1},   {"8/8/8/3b4/3ww3/8/8/8 w 9", "@--", -1},
        {"8/8/8/3b4/2w5/8/8/8 w 9", "c4xd5", 1},   {"8/1w6/8/3bb3/8/8/8/8 w 9", "b7c8", 1},
        {"b7/1w6/8/3bb3/8/8/8/8 w 9", "b7xa8", 1}, {"8/8/8/3ww3/8/8/3b4/8 b 9", "d2d1", 0},
    };
    struct cop_game *game = open_or_fail("chancebreakthrough");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct any_state state = position_or_fail(game, cases[i].words), again;
        char *text;

        state = play_words(game, &state, cases[i].moves);
        if (cases[i].payoff < 0)
            assert_not_over(game, &state);
        else
            assert_over(game, &state, cases[i].payoff);
        text = position_text(game, &state);
        again = position_or_fail(game, text);
        assert_memory_equal(&again, &state, sizeof state);
        free(text);
    }
    cop_game_close(game);
}

static void chance_breakthrough_is_drawn_at_the_limit(void **context)
{
    struct cop_game *game = open_or_fail("chancebreakthrough(limit=3)");
    struct any_state state = after_moves(game, "@-- @--");

    (void)context;
    assert_not_over(game, &state);
    state = after_moves(game, "@-- @-- @");
    assert_not_over(game, &state);
    state = after_moves(game, "@-- @-- @--");
    assert_over(game, &state, 0.5);
    assert_position(game, &state, "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww b 3");
    state = position_or_fail(game, "8/8/8/3b4/2w5/8/8/8 w 2");
    state = play_words(game, &state, "c4xd5");
    assert_over(game, &state, 1);
    assert_int_equal(game->max_plies, 6);
    cop_game_close(game);
    game = open_or_fail("chancebreakthrough");
    assert_int_equal(game->max_plies, 600);
    cop_game_close(game);
}

/* ---- Steps ---- */

static void chance_breakthrough_steps_forward(void **context)
{
    static const struct {
        const char *words, *moves;
    } cases[] = {
        {"8/8/8/3b4/3w4/8/8/8 w 0", "@ d4c5 d4e5"},
        {"8/8/8/3b4/3w4/8/8/8 b 0", "@ d5c4 d5e4"},
        {"8/8/8/4b3/3w4/8/8/8 w 0", "@ d4c5 d4d5 d4xe5"},
        {"8/7b/8/8/8/8/w7/8 w 0", "@ a2a3 a2b3"},
        {"8/7b/8/8/8/8/w7/8 b 0", "@ h7g6 h7h6"},
        {"8/8/8/8/8/1b6/b7/1w6 w 0", "@ b1b2 b1c2 b1xa2"},
    };
    struct cop_game *game = open_or_fail("chancebreakthrough");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct any_state state = position_or_fail(game, cases[i].words);

        assert_moves(game, &state, cases[i].moves);
    }
    cop_game_close(game);
}

/* In every position of random games the moves are those of Breakthrough, then the roll. */
static void chance_breakthrough_has_the_steps_of_breakthrough(void **context)
{
    struct cop_game *game = open_or_fail("chancebreakthrough(width=6, height=5)");
    struct cop_game *plain = open_or_fail("breakthrough(width=6, height=5)");
    int games = is_slow_build() ? 200 : 2000;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 5);
    for (int round = 0; round < games; round++) {
        struct any_state state = start_of(game);

        while (turn_of(game, &state) != COP_OVER) {
            cop_move moves[MOVES_MOST], steps[MOVES_MOST];
            int count = game->rules->moves(game, &state, moves);

            if (turn_of(game, &state) != COP_CHANCE) {
                char *text = position_text(game, &state);
                struct any_state same;

                *strrchr(text, ' ') = '\0';
                same = position_or_fail(plain, text);
                assert_int_equal(plain->rules->moves(plain, &same, steps), count - 1);
                assert_memory_equal(steps, moves, sizeof *moves * (size_t)(count - 1));
                free(text);
            }
            state = child(game, &state, cop_random_move(game, &state, &rng, moves));
        }
    }
    cop_game_close(game);
    cop_game_close(plain);
}

/* ---- Exact values ---- */

/* The rules said plainly for two columns and four rows: cells row by row from White's side, 0 for
 * empty, 1 for White, 2 for Black, the board a number of base 3. */
enum { WIDTH = 2, HEIGHT = 4, CELLS = WIDTH * HEIGHT, BOARDS = 6561, LIMIT_MOST = 30 };

struct plain {
    int limit;
    double *values; /* of White, by turns taken and board; below 0: not known yet */
};

static int place_value(int cell)
{
    int value = 1;

    while (cell-- > 0)
        value *= 3;
    return value;
}

static int cell_at(int board, int cell)
{
    return board / place_value(cell) % 3;
}

static int put(int board, int cell, int what)
{
    return board + (what - cell_at(board, cell)) * place_value(cell);
}

/* White's payoff of a position that ends the game, or -1. */
static double plain_end(const struct plain *plain, int board, int turns)
{
    int count[3] = {0};

    for (int cell = 0; cell < CELLS; cell++)
        count[cell_at(board, cell)]++;
    for (int column = 0; column < WIDTH; column++) {
        if (cell_at(board, CELLS - 1 - column) == 1)
            return 1;
        if (cell_at(board, column) == 2)
            return 0;
    }
    if (count[1] == 0 || count[2] == 0)
        return count[2] == 0 ? 1 : 0;
    return turns == plain->limit ? 0.5 : -1;
}

static double plain_value(struct plain *plain, int board, int turns)
{
    double *known = &plain->values[turns * BOARDS + board], best, sum = 0;
    int own = 1 + turns % 2, forward = own == 1 ? 1 : -1;

    if (*known >= 0)
        return *known;
    *known = plain_end(plain, board, turns);
    if (*known >= 0)
        return *known;
    for (int cell = 0; cell < CELLS; cell++)
        sum += plain_value(plain, put(board, cell, 0), turns + 1);
    best = sum / CELLS;
    for (int cell = 0; cell < CELLS; cell++)
        for (int right = -1; right <= 1; right++) {
            int column = cell % WIDTH + right, row = cell / WIDTH + forward;
            int target, value;

            if (cell_at(board, cell) != own || column < 0 || column >= WIDTH)
                continue;
            target = row * WIDTH + column;
            value = cell_at(board, target);
            if (value == own || (right == 0 && value != 0))
                continue;
            sum = plain_value(plain, put(put(board, cell, 0), target, own), turns + 1);
            best = own == 1 ? fmax(best, sum) : fmin(best, sum);
        }
    *known = best;
    return best;
}

static double small_value(int limit)
{
    struct plain plain = {.limit = limit};
    double value;

    plain.values = malloc(sizeof *plain.values * BOARDS * (size_t)(limit + 1));
    assert_non_null(plain.values);
    for (int i = 0; i < BOARDS * (limit + 1); i++)
        plain.values[i] = -1;
    /* White on the lower half, Black on the upper one. */
    value = plain_value(&plain, 40 + 81 * 80, 0);
    free(plain.values);
    return value;
}

static void chance_breakthrough_small_board_has_the_plain_value(void **context)
{
    static const int limits[] = {1, 2, 3, 4, 7, 12, LIMIT_MOST};

    (void)context;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct cop_game *game;
        struct any_state state;
        double of_player[2], expected;
        char spec[64];

        snprintf(spec, sizeof spec, "chancebreakthrough(width=2, height=4, limit=%d)", limits[i]);
        game = open_or_fail(spec);
        state = start_of(game);
        brute_value(game, &state, of_player);
        expected = small_value(limits[i]);
        if (fabs(of_player[0] - expected) > 1e-12 || fabs(of_player[1] - 1 + expected) > 1e-12)
            fail_msg("%s: %.14f instead of %.14f", spec, of_player[0], expected);
        cop_game_close(game);
    }
}

/* ---- Random play ---- */

/* Playouts, also ones that are cut, draw what random_move draws from the same seed. */
static void chance_breakthrough_playouts_are_random_moves(void **context)
{
    static const char *const specs[] = {"chancebreakthrough",
                                        "chancebreakthrough(width=2, height=4)",
                                        "chancebreakthrough(width=5, height=6, limit=25)"};

    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
        assert_playouts_are_random_moves(specs[i], 500);
}

static void chance_breakthrough_random_moves_are_uniform(void **context)
{
    struct cop_game *game = open_or_fail("chancebreakthrough");
    struct any_state state = start_of(game);

    (void)context;
    assert_uniform(game, &state);
    state = position_or_fail(game, "8/8/8/3b4/2wbw3/8/8/8 w 7");
    assert_uniform(game, &state);
    cop_game_close(game);
}

static void chance_breakthrough_golden_playthrough(void **context)
{
    (void)context;
    assert_golden("chancebreakthrough",
                  "e2f3 d7e6 b2c3 e8d7 @ @g1 h7h6 c1b2 d7c6 c2b3 c6c5 f1e2 c8d7 c3c4 c7b6 "
                  "b2c3 e6d5 d1c2 e7f6 c3d4 d5xc4 d2c3 b7c6 h2g3 b8c7 a1b2 f8e7 g3g4 a7a6 "
                  "g2g3 h6g5 e1d2 f6e5 g3h4 a6a5 e2d3 g8h7 g4f5 e5xd4 @ @h8 c4xb3 d2e3 g7f6 "
                  "c3b4 a5xb4 f3g4 e7d6 f2g3 b4a3 b2xa3 a8b7 h4xg5 c5b4 e3f4 h7g6 g5xf6 b6c5 "
                  "g4h5 b7a6 f4e5 c6d5 d3e4 @ @g6 c2xb3 @ @d6 e5e6 c7b6 h1h2 f7xe6 b1b2 c5c4 "
                  "f6g7 b6a5 h5g6 c4xb3 a3a4 b3xa2 b2c3 d8e7 c3xb4 d5xe4 g7g8",
                  "6w1/3bb3/b3b1w1/b4w2/ww1bb3/6w1/b6w/8 b 81");
}

static void chance_breakthrough_decisive_wins_or_captures(void **context)
{
    static const struct {
        const char *words, *move;
    } cases[] = {
        {"bbbb4/8/8/8/8/4w3/3b3w/ww2w2w w 8", "e1xd2"},
        {"8/w7/8/8/8/8/7b/8 b 8", NULL},
        {"b7/w7/8/8/8/8/7b/6w1 w 8", "a7b8"},
    };
    struct cop_game *game = open_or_fail("chancebreakthrough");
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int round = 0; round < 20; round++) {
            struct any_state state = position_or_fail(game, cases[i].words);
            cop_move move = game->rules->policies[0].pick(game, NULL, &state, NULL, &rng);
            struct cop_text text = COP_TEXT;

            game->rules->write_move(game, &state, move, &text);
            state = child(game, &state, move);
            if (cases[i].move != NULL)
                assert_string_equal(text.bytes, cases[i].move);
            else
                assert_int_equal(turn_of(game, &state), COP_OVER);
            cop_text_free(&text);
        }
    cop_game_close(game);
}

static void chance_breakthrough_agents_play_to_the_end(void **context)
{
    static const char *const agents[] = {"random", "mc", "mcts", "mcts(playout=decisive)"};
    struct cop_game *game = open_or_fail("chancebreakthrough(width=5, height=5)");
    struct cop_limits limits;
    struct cop_error error;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 8);
    assert_true(cop_limits_parse("sims=50, seed=3", &limits, &error));
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++) {
        struct any_state state = start_of(game);
        struct cop_agent *agent = cop_agent_open(game, agents[i], &limits.means, &error);
        cop_move scratch[MOVES_MOST];

        assert_non_null(agent);
        cop_agent_start(agent, 3);
        while (turn_of(game, &state) != COP_OVER) {
            struct cop_report report;
            cop_move move;

            if (turn_of(game, &state) == COP_CHANCE) {
                move = cop_random_move(game, &state, &rng, scratch);
            } else {
                assert_true(cop_agent_think(agent, &state, &limits, NULL, &report, &error));
                move = report.best;
            }
            cop_agent_played(agent, &state, move);
            state = child(game, &state, move);
        }
        cop_agent_close(agent);
    }
    cop_game_close(game);
}

static void chance_breakthrough_gives_the_turn(void **context)
{
    struct cop_game *game = open_or_fail("chancebreakthrough");
    struct any_state state = after_moves(game, "d2d3"), before = state;

    (void)context;
    game->rules->give_turn(game, &state, 0);
    assert_int_equal(turn_of(game, &state), 0);
    assert_true(game->rules->key(game, &state) != game->rules->key(game, &before));
    game->rules->give_turn(game, &state, 1);
    assert_memory_equal(&state, &before, sizeof state);
    cop_game_close(game);
}

/* ---- Texts and pictures ---- */

static void chance_breakthrough_reads_rolls_in_several_ways(void **context)
{
    static const char *const same[] = {"@ @d2 @ @-- d1d2", "@d2 @-- d1d2", "@@d2@@--d1d2",
                                       "@D2 @e5 D1-D2", "@ d2 @ @e5 d1d2"};
    struct cop_game *game = open_or_fail("chancebreakthrough");
    struct any_state first = after_moves(game, same[0]);

    (void)context;
    for (size_t i = 1; i < sizeof same / sizeof same[0]; i++) {
        struct any_state state = after_moves(game, same[i]);

        assert_memory_equal(&state, &first, sizeof first);
    }
    cop_game_close(game);
}

static void chance_breakthrough_refuses_wrong_moves(void **context)
{
    static const char *const wrong[] = {"d2xd3", "d2", "--", "d7d6",   "@i1", "@a9",
                                        "@a0",   "@e", "@@", "@d2d3x", "d2@"};
    struct cop_game *game = open_or_fail("chancebreakthrough");

    (void)context;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        refusal_of_moves(game, wrong[i]);
    assert_non_null(strstr(refusal_of_moves(game, "@ d9"), "not an outcome"));
    cop_game_close(game);
}

static void chance_breakthrough_positions_round_trip(void **context)
{
    struct cop_game *game = open_or_fail("chancebreakthrough");
    struct any_state state = start_of(game);

    (void)context;
    assert_position(game, &state, start_text);
    assert_non_null(strstr(cop_chancebreakthrough.notation, start_text));
    state = position_or_fail(game, " 8/8/8/3B4/3W4/8/8/8   B ");
    assert_position(game, &state, "8/8/8/3b4/3w4/8/8/8 b 0");
    state = position_or_fail(game, "8/8/8/3b4/3w4/8/8/8 b @");
    assert_position(game, &state, "8/8/8/3b4/3w4/8/8/8 b 0 @");
    assert_positions_round_trip("chancebreakthrough", 30);
    assert_positions_round_trip("chancebreakthrough(width=3, height=4, limit=9)", 100);
    cop_game_close(game);
}

static void chance_breakthrough_refuses_wrong_positions(void **context)
{
    static const struct {
        const char *words, *reason;
    } cases[] = {
        {"", "row 1 from the top has 0 of 8"},
        {"8/8/8/8/8/8/8/8 w 0", "no stones"},
        {"w7/8/8/8/8/8/7b/8 w 0", "White has won already"},
        {"8/7w/8/8/8/8/8/b7 b 0", "Black has won already"},
        {"ww6/8/8/8/8/8/7b/8 b 0", "White has 2 stones on the far row"},
        {"bbbbbbbb/bbbbbbbb/7b/8/8/8/8/w7 w 0", "Black has 17 stones"},
        {"8/8/8/3b4/3w4/8/8/8", "who moves, w or b"},
        {"8/8/8/3b4/3w4/8/8/8 x 0", "who moves, w or b"},
        {"8/8/8/3b4/3w4/8/8/8 w 301", "than the 300 after which"},
        {"8/8/8/3b4/3w4/8/8/8 w 99999999999999999999", "than the 300 after which"},
        {"8/8/8/3b4/3w4/8/8/8 w -1", "the number of turns taken"},
        {"8/8/8/3b4/3w4/8/8/8 w 1 2", "the number of turns taken"},
        {"8/8/8/3b4/3w4/8/8/8 w 1 @@", "the number of turns taken"},
        {"8/8/8/3b4/3w4/8/8/8 w 1 @e5", "the number of turns taken"},
        {"8/8/8/3b4/3w4/8/8/8 w 300 @", "the game is over"},
        {"8/8/8/8/3w4/8/8/8 w 3 @", "the game is over"},
    };
    struct cop_game *game = open_or_fail("chancebreakthrough");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *message = refusal_of_position(game, cases[i].words);

        if (strstr(message, cases[i].reason) == NULL)
            fail_msg("\"%s\": %s", cases[i].words, message);
    }
    cop_game_close(game);
}

static void chance_breakthrough_scene_has_a_die(void **context)
{
    struct cop_game *game = open_or_fail("chancebreakthrough(width=6, height=5)");
    struct any_state state = after_moves(game, "a2a3 @");
    struct cop_scene scene = {0};
    cop_move move;
    int cell;

    (void)context;
    game->rules->scene(game, &state, -1, &scene);
    assert_int_equal(scene.cell_count, 31);
    assert_int_equal(scene.piece_count, 25);
    assert_int_equal(scene.pieces[24].kind, COP_DIE);
    assert_int_equal(scene.pieces[24].owner, 1);
    assert_true(cop_move_read(game, &state, "@a3", &move, NULL));
    assert_int_equal(game->rules->path(game, &state, move, &cell), 1);
    assert_string_equal(scene.cells[cell].name, "a3");
    assert_true(cop_move_read(game, &state, "@--", &move, NULL));
    assert_int_equal(game->rules->path(game, &state, move, &cell), 1);
    assert_int_equal(cell, scene.pieces[24].cell);
    cop_scene_free(&scene);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chance_breakthrough_counts_turns),
        cmocka_unit_test(chance_breakthrough_perft),
        cmocka_unit_test(chance_breakthrough_empty_squares_are_one_outcome),
        cmocka_unit_test(chance_breakthrough_rolls_empty_a_square),
        cmocka_unit_test(chance_breakthrough_last_stone_decides),
        cmocka_unit_test(chance_breakthrough_is_drawn_at_the_limit),
        cmocka_unit_test(chance_breakthrough_steps_forward),
        cmocka_unit_test(chance_breakthrough_has_the_steps_of_breakthrough),
        cmocka_unit_test(chance_breakthrough_small_board_has_the_plain_value),
        cmocka_unit_test(chance_breakthrough_playouts_are_random_moves),
        cmocka_unit_test(chance_breakthrough_random_moves_are_uniform),
        cmocka_unit_test(chance_breakthrough_golden_playthrough),
        cmocka_unit_test(chance_breakthrough_decisive_wins_or_captures),
        cmocka_unit_test(chance_breakthrough_agents_play_to_the_end),
        cmocka_unit_test(chance_breakthrough_gives_the_turn),
        cmocka_unit_test(chance_breakthrough_reads_rolls_in_several_ways),
        cmocka_unit_test(chance_breakthrough_refuses_wrong_moves),
        cmocka_unit_test(chance_breakthrough_positions_round_trip),
        cmocka_unit_test(chance_breakthrough_refuses_wrong_positions),
        cmocka_unit_test(chance_breakthrough_scene_has_a_die),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
