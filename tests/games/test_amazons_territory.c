/* test_amazons_territory.c - the Amazons: what the oracle `territory` says is so (amazons-play.md
 * 1.4, 4.3 and 4.4). */
#include "amazons_check.h"

#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"
#include "games/amazons/board.h"
#include "reference_amazons.h"

static struct cop_bounds ask(const struct cop_game *game, const struct amazons_state *state,
                             enum cop_stake stake, int player)
{
    struct cop_bounds bounds = {stake == COP_STAKE_SCORE ? game->score_low : 0,
                                stake == COP_STAKE_SCORE ? game->score_high : 1};

    amazons_oracles[0].probe(game, NULL, state, stake, player, &bounds);
    return bounds;
}

/* ---- The specification's numbers ---- */

static const struct {
    const char *id;
    double margin; /* White's */
    const char *position;
} ends[] = {
    {"A1", 10.5,
     "x1Bxxx1x2/xxxxx2x2/2x2x3x/1xxWxxxxx1/WxxxWxx1xx/xx1xxxxx1W/xx2xxxx2/1xxxxxxxx1/1B1xxxBBxx/"
     "3x2xx1x w"},
    {"A3", 17.5,
     "1xxxxx4/1xxBxxx3/xWxxx5/xxxx3xx1/Bx1x1xxWx1/3xxxxxxx/1x2xWxxBx/xxx1xx1xx1/Bxxxx1x1xx/"
     "xxWx2xx2 w"},
    {"A4", -30.5,
     "5x1xW1/5x1xxx/xx2x2xxB/xxxBxxxxx1/3xx3xx/1xxx1xxx2/1xWxxx2x1/1xx1x5/BxxWxBxxxx/xx2xxx1W1 b"},
    {"A5", 23.5,
     "2x1x5/xx1xx5/Bxx3x1x1/xxWxxxxxx1/xxxxB2xxx/xW1xxx1xxW/1xxxxxxxxx/3xxxxxxB/3xxBx3/3xxWxx2 b"},
    {"A6", -18.5,
     "2x1x1B1xx/1x3x2xW/x2x1x1xx1/xxxx1xxx1x/WxxxBxx1x1/xxWxxxxxxx/1xxx1xxW1x/2xxB1xxx1/B1x1x1xxx1/"
     "4x1x3 b"},
    {"A7", 25.5,
     "1xxxx1xBxx/xxBWxxxxxx/xxxx3xxW/xWxxx2x2/1xxx3x2/3xx1xxxx/4xxxWxx/4xBxxxB/4x1xxx1/4x5 w"},
    {"A8", -11.5,
     "4x5/xxxx6/WxB3xxxx/xxxx1xxxxW/xBxxxx1Bx1/xxxBxxxxxx/Wxx1x1xxW1/x1xxxxxxxx/2xxx2x2/4x3x1 b"},
    {"B1", 13.5,
     "xxBWxxxxBx/1xxxxxWxxx/xxxxxxxxx1/1xxxxxxxxx/xxxBxxxxxW/2xxxxxxxx/1xxxxxxxxx/2x1Wx1xxx/"
     "3xxxxxxx/4xxxBxx b"},
    {"B2", -5.5,
     "1xx2xWx2/xxWx2xx2/1xxxx2xxB/2xxx2xxW/xxBxx1xxxx/1xxxxxxxxx/xW2xBx1B1/1x1xx1xxxx/2xx6/x1x7 b"},
    {"B3", 5.5,
     "xxx2xxxxx/1xx2xx2x/WxBxxxxxxW/xxx1xxx2x/Bxxxx1xxxx/xxxxxx1xB1/1xWxx1xxx1/2xx1xxWxx/x1xxxBxx2/"
     "2xxxxx3 b"},
    {"B4", 2.5,
     "1xxxxx1x1B/1BxxWxxx2/1xxxxx1xxx/xxxx3xxx/2xxxxx1xx/1x2xxx1x1/xxxxWxWxx1/xx1xxxxxB1/"
     "xxx1Wxxxxx/B1xxxxxxxx w"},
    {"B5", -3.5,
     "1W2xxx3/3xx5/2xx1xxx2/1xx1xxxxx1/xxBxxxx1x1/1xxx1xxxxx/xxx2xBxxx/xxxxxxWxW1/xxWxxxxxxx/"
     "BxxxxxBxxx b"},
    {"B6", -14.5,
     "10/xxxxxxxxxx/xB2xxWx1x/Wxxx1xxx2/1xx3x1xB/1xx1x1x1xx/1xxx2xxxW/xxx1xxxxBx/1B2xW1xxx/3xxx4 "
     "w"},
    {"B7", 2.5,
     "1xBxxB1x2/x1xxWxxx2/1xx1xxxxx1/1xxxWxx1x1/xxxxxx3x/1xB1xxWxxx/1x2xxxBx1/1xx1xx1xx1/1xxxx1xx2/"
     "3x2x1xW w"},
    {"B8", -0.5,
     "xxWB3x2/x1xx2xx2/xxxxxxxx1W/1x2x1Wx2/2xxx2x1x/B1xxxx2x1/2xBxxxxx1/1xxxxW1xxx/3x1xxxx1/"
     "1x1x1x1Bx1 b"},
    {"B9", -1.5,
     "xxxxBxxxxx/xxxxxxxxxx/xxxxxxxBxx/xWxxWxx1xx/xxxxxxxxxx/xxBxxxxxxx/xxxxxxxWxx/xxxWxxxxxB/"
     "xxxxxxxxxx/1xxxxxxxxx w"},
    {"B11", 0.5,
     "xxxxxxxxxW/xxxxxxxxxB/xxWxxxxxxx/xxxxxBxxxB/xxxxxxxxxx/xxxxxxxxxx/xxxxxxxxxx/xxxWx1xxxx/"
     "xxxxxxxxxx/xxBxxWxxxx b"},
    {"B12", -23.5,
     "xxxxxx2B1/xxxxxx2x1/xxWx1xx2x/Bxxxxxxxx1/xxxxxxxxx1/xxxxWxxWx1/B1xxxxxxx1/xxxxx1x3/xxxxxB1x2/"
     "xWxxx1xx2 w"},
    {"P1", -3.5,
     "xxxW1xxxxx/Bxxxx1xxBx/xxx1xxxxxx/xx1x1xxxxx/1xx1xWxxxW/2xx1xxxxx/x1xxxxxxxx/1xxxWxxxxB/"
     "3xxxxxxx/3Bx5 b"},
    {"P4", -0.5,
     "2xx1xxB2/1Bxxxxxxxx/2xxBxxxx1/1xxxxWxx2/xxx1xxx1xx/1x1xxxW1xx/1xx1xxxxxx/x1Wxxxx1xx/"
     "xxxxxxB1xx/4xx1xxW b"},
    {"P5", 0.5,
     "xxWxxxWxxx/xxxxxxxxxx/xxxxxxBxxB/xxxWxxxxxx/xxxxxxxxxx/xxBxxxxxxx/xxxx1xxxxx/Wxxxxxxxxx/"
     "xxxxxxxxBx/xxxxxxxxxx b"},
    {"P6", 0.5,
     "2x1x2x2/4xxx3/xxxxx1xx2/4xx1xxW/WxxxxxBxxx/xx1xxxxx1x/xx1BxxWB1x/Wxx2xxx2/2x1xBx1xx/x1xx2xx2 "
     "b"},
    {"P7", 1.5,
     "2xx1x1xW1/x1xxx1xxxx/2xxBxxBxx/xW1xxxx1xx/xxxxx1xxxx/Bx1xB2xxx/x1xx1xxxW1/xxxx1xxx2/xxxxx2x2/"
     "W2xx1xxx1 b"},
    {"P9", -0.5,
     "xx1xx5/Bx2x1xW2/xWxxxxxxxx/xxxx1x1x2/2x1xxB2x/2x2xxxxx/1xx1Bx3W/Wx2xxxxxx/xxx3x1xB/2xx1x1x2 "
     "b"},
    {"P10", 6.5,
     "x2xx1Wx2/1x1x1xxB2/W1xx1xxxxx/x1xx2xWxx/xx1xxx1xx1/Bx1x2xxx1/xxxxxx1xx1/4Bxxx1x/xxxxxxxBxx/"
     "xW2x1xxxx w"},
    {"P11", 5.5,
     "2x4xxB/2xx1xxxx1/xxxx1xxWx1/xxx1x2xx1/1Wxxxx1xxx/2xxBxxxxx/1xWxxx2xx/3x1xxxxW/xxxx2xxxB/"
     "x3B3xx b"},
    {"P12", -0.5,
     "xxWxxxxxxx/xxxxxxxxxx/xxxxxxxBxx/xxxxxxxxxW/xBxxx1xxxx/xxxxxxxxxx/xxxxxxWxxx/xxx1xxxxxx/"
     "xxxxxxxxxx/BxxxWxxxBx w"},
};

/* Games that are over are counted without an oracle. */
static void amazons_ends_of_the_records_are_settled(void **context)
{
    struct cop_game *game = open_or_fail("");
    int asked = 0;

    (void)context;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct amazons_state state = position_or_fail(game, ends[i].position);
        struct cop_bounds white = ask(game, &state, COP_STAKE_SCORE, WHITE);
        struct cop_bounds black = ask(game, &state, COP_STAKE_PAYOFF, BLACK);

        if (game->rules->turn(game, &state) == COP_OVER)
            continue;
        asked++;
        if (white.low != ends[i].margin || white.high != ends[i].margin)
            fail_msg("%s: %g to %g, not %g", ends[i].id, white.low, white.high, ends[i].margin);
        assert_true(black.low == (ends[i].margin < 0) && black.high == (ends[i].margin < 0));
    }
    assert_int_equal(asked, 21);
    cop_game_close(game);
}

/* Rows of 4.4 with the margin of White moving first and of Black moving first, each the mover's. */
static const struct {
    const char *rows;
    double white, black;
    bool is_settled;
} smalls[] = {
    {"W.B", 0.5, 0.5, false},
    {"W..B", 1.5, 1.5, false},
    {"W...B", 2.5, 2.5, false},
    {".WB.", -0.5, -0.5, true},
    {".W.B.", 0.5, 0.5, false},
    {"W./.B", -0.5, -0.5, false},
    {"W.../...B", 3.5, 3.5, false},
    {"..B/.../W..", 0.5, 0.5, false},
    {"x.Bx/xWx./..x./.xx.", -1.5, -1.5, false},
    {"x.W./Bxx./x.x./x..x", -1.5, -1.5, false},
};

static void amazons_small_positions_are_within_bounds(void **context)
{
    struct cop_game *game = open_or_fail("");

    (void)context;
    for (size_t i = 0; i < sizeof smalls / sizeof smalls[0]; i++)
        for (int mover = 0; mover < 2; mover++) {
            double value = mover == WHITE ? smalls[i].white : smalls[i].black;
            struct amazons_state state;
            struct cop_bounds bounds;
            char words[200];

            embed(smalls[i].rows, mover == WHITE ? 'w' : 'b', words);
            state = position_or_fail(game, words);
            bounds = ask(game, &state, COP_STAKE_SCORE, mover);
            if (bounds.low > value || bounds.high < value)
                fail_msg("%s: %g to %g, not %g", smalls[i].rows, bounds.low, bounds.high, value);
            assert_int_equal(bounds.low == bounds.high, smalls[i].is_settled);
        }
    cop_game_close(game);
}

/* Of three squares only one can be used (4.4); with more room the other side has nothing to fear.
 */
static void amazons_defects_count(void **context)
{
    struct cop_game *game = open_or_fail("width=7, height=3");
    struct amazons_state state = position_or_fail(game, "x1xxxxx/xWxxB2/1x1xxxx w");
    struct cop_bounds bounds = ask(game, &state, COP_STAKE_SCORE, WHITE);

    (void)context;
    assert_true(bounds.low == -1.5 && bounds.high == -1.5); /* 1 - 2 - 0.5 */
    cop_game_close(game);
}

static void amazons_passes_and_komi_are_moves_of_black(void **context)
{
    struct cop_game *game = open_or_fail("width=7, height=1, passes=2");
    struct amazons_state state = position_or_fail(game, "3WxB1 w p2");
    struct cop_bounds bounds = ask(game, &state, COP_STAKE_SCORE, WHITE);

    (void)context;
    assert_true(bounds.low == -0.5 && bounds.high == -0.5); /* 3 - 1 - 2 - 0.5 */
    cop_game_close(game);
    game = open_or_fail("width=7, height=1, komi=1.5");
    state = position_or_fail(game, "3WxB1 w");
    bounds = ask(game, &state, COP_STAKE_PAYOFF, BLACK);
    assert_true(bounds.low == 0.5 && bounds.high == 0.5); /* 3 - 1 - 0.5 - 1.5 is a draw */
    cop_game_close(game);
}

/* One square is contested, but White has five for herself and Black can never have more than two.
 */
static void amazons_contested_squares_need_not_matter(void **context)
{
    struct cop_game *game = open_or_fail("width=10, height=1");
    struct amazons_state state = position_or_fail(game, "5W1B1x w");
    struct cop_bounds bounds = ask(game, &state, COP_STAKE_PAYOFF, WHITE);

    (void)context;
    assert_true(bounds.low == 1 && bounds.high == 1);
    state = position_or_fail(game, "2W1B5 w");
    bounds = ask(game, &state, COP_STAKE_PAYOFF, WHITE);
    assert_true(bounds.low == 0 && bounds.high == 0);
    state = position_or_fail(game, "2W3B2x w");
    bounds = ask(game, &state, COP_STAKE_PAYOFF, WHITE);
    assert_true(bounds.low == 0 && bounds.high == 1);
    cop_game_close(game);
}

/* Between movement and shot nothing is said. */
static void amazons_shots_that_are_due_are_not_judged(void **context)
{
    struct cop_game *game = open_or_fail("width=7, height=1, split=on");
    struct amazons_state state = position_or_fail(game, "1W2xB1 w b1");
    struct cop_bounds bounds = {0, 1};

    (void)context;
    assert_false(amazons_oracles[0].probe(game, NULL, &state, COP_STAKE_PAYOFF, WHITE, &bounds));
    cop_game_close(game);
}

/* ---- By trying everything ---- */

enum { CELLS = 12 };

/* Three rows of four with one or two amazons of each side and a few empty squares. */
static void scatter(char rows[15], struct cop_rng *rng)
{
    int cells[CELLS] = {0}, amazons = 1 + (int)cop_rng_below(rng, 2);
    int empty = 2 + (int)cop_rng_below(rng, 4);

    for (int i = 0; i < CELLS; i++) {
        int place = (int)cop_rng_below(rng, (uint32_t)i + 1);

        cells[i] = cells[place];
        cells[place] = i;
    }
    memset(rows, 'x', 14);
    rows[4] = rows[9] = '/';
    rows[14] = '\0';
    for (int i = 0; i < 2 * amazons + empty; i++)
        rows[cells[i] + cells[i] / 4] = i >= 2 * amazons ? '.' : i % 2 == 0 ? 'W' : 'B';
}

static bool is_contested(const struct amazons_board *board, const struct amazons_position *position)
{
    amazons_set empty = amazons_empty(board, position), reached[2];

    for (int side = 0; side < 2; side++)
        reached[side] =
            amazons_flood(amazons_of(position, side), empty | amazons_of(position, side)) & empty;
    return (reached[0] & reached[1]) != 0;
}

/* Bounds hold everywhere; where nothing is contested they nearly always meet. */
static void amazons_bounds_hold_whatever_is_played(void **context)
{
    int positions = is_slow_build() ? 40 : 150, settled = 0, exact = 0, narrow = 0;
    struct cop_game *game = open_or_fail("");
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 9);
    for (int i = 0; i < positions; i++) {
        char rows[15], words[200];
        struct amazons_state state;
        struct cop_bounds bounds;
        struct plain plain;
        double value;
        bool is_settled;

        scatter(rows, &rng);
        embed(rows, i % 2 == 0 ? 'w' : 'b', words);
        state = position_or_fail(game, words);
        if (game->rules->turn(game, &state) == COP_OVER)
            continue;
        plain_read(&plain, words);
        value = plain_value(&plain);
        bounds = ask(game, &state, COP_STAKE_SCORE, WHITE);
        if (bounds.low > value || bounds.high < value)
            fail_msg("%s: %g to %g, and %g by trying all", words, bounds.low, bounds.high, value);
        is_settled = !is_contested(amazons_board_of(game), (const void *)&state);
        settled += is_settled;
        exact += is_settled && bounds.low == bounds.high;
        bounds = ask(game, &state, COP_STAKE_PAYOFF, WHITE);
        assert_true(bounds.low <= (value > 0) && bounds.high >= (value > 0));
        narrow += !is_settled && bounds.low == bounds.high;
    }
    if (settled == 0 || exact < settled * 95 / 100 || narrow == 0)
        fail_msg("%d settled, %d of them exact; %d others decided", settled, exact, narrow);
    cop_game_close(game);
}

/* A search that is cut short says less and nothing wrong. */
static void amazons_fills_within_a_limit_are_bounds(void **context)
{
    struct cop_game *game = open_or_fail("");
    int shortened = 0;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 3);
    for (int i = 0; i < 200; i++) {
        amazons_set empty = 0, own = amazons_square(3 * AMAZONS_STRIDE + 3);
        struct amazons_moves few, many;

        for (int square = 0; square < 6 * AMAZONS_STRIDE; square++)
            if (square % AMAZONS_STRIDE < 6 && cop_rng_below(&rng, 100) < 45)
                empty |= amazons_square(square) & ~own;
        few = amazons_fill_within(empty, own, 1);
        many = amazons_fill_within(empty, own, 20000);
        assert_true(few.low <= many.low && many.high <= few.high);
        shortened += few.low < few.high;
    }
    assert_true(shortened > 0);
    cop_game_close(game);
}

/* ---- Searches ---- */

static struct cop_report think(const struct cop_game *game, const struct amazons_state *state,
                               const char *spec, const char *limit)
{
    struct cop_report report = {.best = COP_NO_MOVE};
    struct cop_limits limits;
    struct cop_agent *agent;

    assert_true(cop_limits_parse(limit, &limits, NULL));
    agent = cop_agent_open(game, spec, &limits.means, NULL);
    assert_non_null(agent);
    cop_agent_start(agent, 1);
    assert_true(cop_agent_think(agent, state, &limits, NULL, &report, NULL));
    cop_agent_close(agent);
    return report;
}

/* P4, decided by a defect, some moves before its end: only who asks can know it so soon. */
static void amazons_searches_see_the_end_from_afar(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct amazons_state state = position_or_fail(
        game, "2xx1xxB2/1Bxxxxxxxx/2xxBxxxx1/1xxxxWxx2/xxx1xxx1xx/1x1xxxW1xx/1xx1xxxxxx/"
              "x1Wxxxx1xx/xxxxxxB1xx/4xx1xxW b");

    (void)context;
    assert_int_equal(
        think(game, &state, "mcts(solver=on, oracle=on)", "sims=500, memory=16M").proof,
        COP_PROVEN_WIN);
    assert_int_equal(
        think(game, &state, "mcts(solver=on, oracle=off)", "sims=500, memory=16M").proof,
        COP_UNPROVEN);
    assert_int_equal(think(game, &state, "alphabeta(oracle=on)", "depth=2, memory=16M").proof,
                     COP_PROVEN_WIN);
    assert_int_equal(think(game, &state, "alphabeta(oracle=off)", "depth=2, memory=16M").proof,
                     COP_UNPROVEN);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amazons_ends_of_the_records_are_settled),
        cmocka_unit_test(amazons_small_positions_are_within_bounds),
        cmocka_unit_test(amazons_defects_count),
        cmocka_unit_test(amazons_passes_and_komi_are_moves_of_black),
        cmocka_unit_test(amazons_contested_squares_need_not_matter),
        cmocka_unit_test(amazons_shots_that_are_due_are_not_judged),
        cmocka_unit_test(amazons_bounds_hold_whatever_is_played),
        cmocka_unit_test(amazons_fills_within_a_limit_are_bounds),
        cmocka_unit_test(amazons_searches_see_the_end_from_afar),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
