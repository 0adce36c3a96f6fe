/* test_amazons_play.c - margins, komi and random play of the Amazons: the checks of amazons-play.md
 * 4.4 and 4.7 and of amazons-endgame-and-books.md 4.2 and annex B, and the comparison with a slow
 * second version of the rules. */
#include "amazons_check.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/amazons/board.h"
#include "reference_amazons.h"

/* ---- Margins (amazons-play.md 1.4, 4.4) ---- */

static double margin_of(const char *rows, char mover)
{
    struct cop_game *game = open_or_fail("");
    char words[200];
    struct amazons_state state;
    double result;

    embed(rows, mover, words);
    state = position_or_fail(game, words);
    result = margin(game, &state);
    cop_game_close(game);
    return result;
}

/* With Black to move and no amazon of his, the margin is what White alone can do. */
static void amazons_fill_known_regions(void **context)
{
    static const struct {
        const char *rows;
        int moves;
    } regions[] = {
        {"W..", 2},
        {".W.", 2},
        {"W../...", 5},
        {"W../.../...", 8},
        {"x.x/xWx/.x.", 1},
        {"x.xxx/xWxxx/.x.xx/.xxxx/x.xxx", 3},
        {".x.xx/xWxxx/x.xx./xx..x/xxxx.", 4},
        {"..W.", 3},
        {"##W/..#/##.", 2},
        {"##./.W#/##.", 1},
        {"#.#W#/.#.#.", 3},
        {".#.#/.#W#/#.#.", 3},
        {"#.#./##.#/.#.#/#W##/#.##", 3},
        {".##/#../.##/#../.##/#W./.##", 5},
        {"#W.####./.##..##./##.##..#", 7},
        {"#....#/#.###./.#.W#.", 9},
    };

    (void)context;
    for (size_t i = 0; i < sizeof regions / sizeof regions[0]; i++)
        if (margin_of(regions[i].rows, 'b') != regions[i].moves + 0.5)
            fail_msg("%s: %g", regions[i].rows, margin_of(regions[i].rows, 'b'));
}

/* Whole boards with one side: nothing is wasted, and nothing takes long. */
static void amazons_fill_open_boards(void **context)
{
    struct cop_game *game = open_or_fail("");
    struct amazons_state state = position_or_fail(game, "10/10/10/10/10/10/10/10/10/W9 b");

    (void)context;
    assert_true(margin(game, &state) == 99.5);
    state = position_or_fail(game, "W8W/10/10/10/4W5/10/10/10/10/W8W b");
    assert_true(margin(game, &state) == 95.5);
    cop_game_close(game);
}

/* Ends of random games in which the greedy line wastes squares that need not be wasted. */
static void amazons_fill_longer_than_the_greedy_line(void **context)
{
    static const struct {
        const char *words;
        int moves;
    } ends[] = {
        {"BxxxxxxxxB/xxBx1xxBxx/1xxx1xxxxx/xWxWxx1x2/xxx1xxxxxx/2xxxxxxx1/xWxxxx1x2/x1x2xWx2/"
         "1xxx2x3/4xxx3 b",
         28},
        {"xBx1xBBx1W/xxxxxxxxx1/xx2xxx1xx/xxxx2x1x1/Bxxxxx1xx1/xxx1x2x1x/xxx2x1xx1/x2xxx2Wx/"
         "1xxWxxxx1x/2x1x1Wxx1 b",
         28},
        {"3x3xx1/xx2x5/Bxxxxx2xx/xxxW2xxxx/x2x1xxxxB/xx1xx1xxxx/1Wxxxxxxx1/xxx1x1Wxx1/Bxxxx1xxxx/"
         "xxxBxx1xW1 b",
         28},
        {"1xxxBxxx1x/1xxxxxxxxW/x3x1x1xx/1xxW1xx1xx/x1xxx2xxB/2x2xxxxx/xxxxx2xxx/xWxx3xxB/xxx1x3xB/"
         "Wxx2x2xx b",
         30},
    };
    struct cop_game *game = open_or_fail("");

    (void)context;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct amazons_state state = position_or_fail(game, ends[i].words);

        if (margin(game, &state) != ends[i].moves + 0.5)
            fail_msg("%s: %g", ends[i].words, margin(game, &state));
    }
    cop_game_close(game);
}

/* Random regions of a few squares, by trying every line. */
static void amazons_fill_is_the_longest_line(void **context)
{
    int regions = is_slow_build() ? 100 : 1000;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 4);
    for (int i = 0; i < regions; i++) {
        char rows[20] = "", words[200];
        struct plain plain;

        for (int cell = 0; cell < 16; cell++)
            rows[cell + cell / 4] = cop_rng_below(&rng, 2) == 0 ? 'x' : '.';
        for (int row = 1; row < 4; row++)
            rows[5 * row - 1] = '/';
        rows[19] = '\0';
        for (int amazons = 1 + (int)cop_rng_below(&rng, 2); amazons > 0; amazons--) {
            int cell = (int)cop_rng_below(&rng, 16);

            rows[cell + cell / 4] = 'W';
        }
        for (int empty = 0, cell = 0; cell < 19; cell++)
            if (rows[cell] == '.' && ++empty > 6)
                rows[cell] = 'x';
        embed(rows, 'b', words);
        plain_read(&plain, words);
        if (margin_of(rows, 'b') != plain_fill(&plain, 'W') + 0.5)
            fail_msg("%s: %g, and %d moves by trying all", rows, margin_of(rows, 'b'),
                     plain_fill(&plain, 'W'));
    }
}

/* Separated regions: the mover's moves less the opponent's, less half a point. */
static void amazons_separated_margin(void **context)
{
    (void)context;
    assert_true(margin_of("W..xB.", 'w') == 0.5);
    assert_true(margin_of("W..xB.", 'b') == 1.5);
    assert_true(margin_of("W.xB.", 'w') == -0.5);
    assert_true(margin_of("W.xB.", 'b') == 0.5);
    assert_true(margin_of("x.x.B/xWxxx/.x.x.", 'w') == -0.5); /* three squares, one move each */
    assert_true(margin_of("W.xB./..xxx/xxxxx/.....", 'w') == 1.5); /* nobody's squares */
}

/* Exact play by the rules of the engine: whether White can end with a margin, with a table of what
 * is known for one margin, the answer in the lowest bit of a key. */
struct solver {
    const struct cop_game *game;
    double target;
    uint64_t *table;
    size_t mask, count;
};

static uint64_t *find_known(const struct solver *solver, uint64_t key)
{
    size_t at = (size_t)(key >> 20) & solver->mask;

    while (solver->table[at] != 0 && (solver->table[at] | 1) != (key | 1))
        at = (at + 1) & solver->mask;
    return &solver->table[at];
}

/* The first four words of a state are the two planes of its squares. */
static int empty_squares(const struct cop_game *game, const struct amazons_state *state)
{
    const struct amazons_board *board = game->own;
    const uint64_t *words = state->words;

    return board->columns * board->rows - __builtin_popcountll(words[0] | words[2]) -
           __builtin_popcountll(words[1] | words[3]);
}

static bool white_reaches(struct solver *solver, const struct amazons_state *state)
{
    const struct cop_game *game = solver->game;
    int mover = game->rules->turn(game, state);
    uint64_t key = game->rules->key(game, state) & ~(uint64_t)1;
    bool answer = mover != WHITE;
    cop_move moves[512];
    int count;

    if (mover == COP_OVER)
        return margin(game, state) >= solver->target;
    if (fabs(solver->target) > empty_squares(game, state) + amazons_board_of(game)->passes + 0.5)
        return solver->target < 0;
    if (*find_known(solver, key) != 0)
        return (*find_known(solver, key) & 1) != 0;
    count = game->rules->moves(game, state, moves);
    assert_true(count <= 512);
    for (int i = 0; i < count && answer == (mover != WHITE); i++) {
        struct amazons_state next = *state;

        game->rules->play(game, &next, moves[i]);
        answer = white_reaches(solver, &next);
    }
    assert_true(++solver->count < solver->mask);
    *find_known(solver, key) = key | answer;
    return answer;
}

static bool white_can(const char *inside, const char *words, double target)
{
    struct solver solver = {.target = target, .mask = ((size_t)1 << 22) - 1};
    struct cop_game *game = open_or_fail(inside);
    struct amazons_state state = position_or_fail(game, words);
    bool answer;

    solver.game = game;
    solver.table = calloc(solver.mask + 1, sizeof *solver.table);
    assert_non_null(solver.table);
    answer = white_reaches(&solver, &state);
    free(solver.table);
    cop_game_close(game);
    return answer;
}

static void check_value(const char *inside, const char *words, double value)
{
    if (!white_can(inside, words, value))
        fail_msg("%s: White cannot reach %g", words, value);
    if (white_can(inside, words, value + 1))
        fail_msg("%s: White can reach more than %g", words, value);
}

/* Each from the side that moves first. */
struct small_board {
    const char *inside, *rows;
    double white_first, black_first;
    bool is_long;
};

static const struct small_board small_boards[] = {
    {"width=3, height=1", "W1B", 0.5, 0.5, false},
    {"width=4, height=1", "W2B", 1.5, 1.5, false},
    {"width=5, height=1", "W3B", 2.5, 2.5, false},
    {"width=4, height=1", "1WB1", -0.5, -0.5, false},
    {"width=5, height=1", "1W1B1", 0.5, 0.5, false},
    {"width=2, height=2", "W1/1B", -0.5, -0.5, false},
    {"width=4, height=2", "W3/3B", 3.5, 3.5, false},
    {"width=3, height=2", "2B/W2", 1.5, 1.5, false},
    {"width=3, height=3", "2B/3/W2", 0.5, 0.5, false},
    {"width=3, height=3", "3/3/W1B", 0.5, 0.5, false},
    {"width=3, height=3", "1B1/3/1W1", 0.5, 0.5, false},
    {"width=4, height=3", "3B/4/W3", 3.5, 3.5, false},
    {"width=3, height=4", "2B/3/3/W2", 3.5, 3.5, false},
    {"size=4", "3B/4/4/W3", 1.5, 1.5, true},
    {"size=4", "2B1/4/4/1W2", 1.5, 1.5, true},
    {"size=4", "x1Bx/xWx1/2x1/1xx1", -1.5, -1.5, false},
    {"size=4", "x1W1/Bxx1/x1x1/x2x", -1.5, -1.5, false},
};
enum { SMALL_BOARDS = sizeof small_boards / sizeof small_boards[0] };

static void amazons_small_boards_have_known_values(void **context)
{
    (void)context;
    for (int i = 0; i < SMALL_BOARDS; i++) {
        const struct small_board *board = &small_boards[i];
        char words[64];

        if (board->is_long && is_slow_build())
            continue;
        snprintf(words, sizeof words, "%s w", board->rows);
        check_value(board->inside, words, board->white_first);
        if (board->is_long) /* and the same from both sides */
            continue;
        snprintf(words, sizeof words, "%s b", board->rows);
        check_value(board->inside, words, -board->black_first);
    }
}

/* The smallest of amazons-endgame-and-books.md annex B and the warning of 1.4, with everything
 * outside the box burnt. */
static void amazons_problems_have_known_values(void **context)
{
    static const struct {
        const char *rows;
        double white_first, black_first; /* both for White */
    } problems[] = {
        {"1x/Wx/B1", 0.5, 0.5},        {"1B1/Wxx", -0.5, -0.5},
        {"1/W/B/1", -0.5, 0.5},        {"x1/xB/1x/Wx", -0.5, -0.5},
        {"B1/W1", -0.5, 0.5},          {"xx2/xWBx/1xxx/xWxx", 0.5, -0.5},
        {"xBx/1xx/Wx1/x1x", 0.5, 1.5}, {"2/1W/xB/x1", 1.5, -0.5},
        {"xBW1/2x1", -0.5, 0.5},       {"1xxxx/BW2x/xxxx1", 1.5, 2.5},
        {"x2/xWx/1xx/1Bx", 3.5, 0.5},  {"2xx/xxB1/xxxW/xxx1", -0.5, 0.5},
    };

    (void)context;
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        char plain[64] = "", words[200], *out = plain;
        struct plain reference;

        for (const char *at = problems[i].rows; *at != '\0'; at++)
            if (isdigit((unsigned char)*at))
                for (int run = *at - '0'; run > 0; run--)
                    *out++ = '.';
            else
                *out++ = *at;
        *out = '\0';
        embed(plain, 'w', words);
        check_value("", words, problems[i].white_first);
        plain_read(&reference, words);
        assert_true(plain_value(&reference) == problems[i].white_first);
        embed(plain, 'b', words);
        check_value("", words, problems[i].black_first);
    }
}

/* ---- Komi (amazons-play.md 1.6) ---- */

static void amazons_komi_is_a_bonus(void **context)
{
    struct cop_game *game = open_or_fail("size=4, komi=12");
    struct amazons_state state = position_or_fail(game, "BW2/xx2/4/4 b");

    (void)context;
    assert_true(margin(game, &state) == 0.5);
    assert_true(first_payoff(game, &state) == 1);
    cop_game_close(game);
    game = open_or_fail("size=4, komi=12.5");
    state = position_or_fail(game, "BW2/xx2/4/4 b");
    assert_true(first_payoff(game, &state) == 0.5);
    cop_game_close(game);
    game = open_or_fail("size=4, komi=13");
    state = position_or_fail(game, "BW2/xx2/4/4 b");
    assert_true(first_payoff(game, &state) == 0);
    assert_true(margin(game, &state) == -0.5);
    cop_game_close(game);
}

static void amazons_black_may_pass(void **context)
{
    struct cop_game *game = open_or_fail("size=4, passes=2");
    struct amazons_state state = start_of(game);

    (void)context;
    assert_position(game, &state, "3B/4/4/W3 w p2");
    assert_int_equal(count_moves(game, &state), 72);
    play_or_fail(game, &state, "a1a2-a1 pass a2a3-a2");
    assert_position(game, &state, "3B/W3/x3/x3 b p1");
    play_or_fail(game, &state, "pass a3a4-a3");
    assert_position(game, &state, "W2B/x3/x3/x3 b p0");
    refusal_of_moves(game, "pass");
    cop_game_close(game);
}

static void amazons_passes_are_moves_to_spare(void **context)
{
    struct cop_game *game = open_or_fail("size=4, passes=3");
    struct amazons_state state = position_or_fail(game, "BW2/xx2/4/4 b p1");

    (void)context;
    assert_int_equal(game->rules->turn(game, &state), BLACK);
    assert_int_equal(count_moves(game, &state), 1);
    play_or_fail(game, &state, "pass");
    assert_int_equal(game->rules->turn(game, &state), WHITE);
    state = position_or_fail(game, "BW2/xx2/4/4 b p0");
    assert_true(first_payoff(game, &state) == 1);
    state = position_or_fail(game, "WBxx/xxxx/4/4 w p3");
    assert_true(first_payoff(game, &state) == 0);
    assert_true(margin(game, &state) == -3.5);
    state = position_or_fail(game, "WBxx/xxxx/4/4 w");
    assert_true(margin(game, &state) == -3.5);
    assert_non_null(strstr(refusal_of_position(game, "3B/4/4/W3 w p4"), "p0 to p3"));
    assert_non_null(strstr(refusal_of_position(game, "3B/4/4/W3 w p"), "p0 to p3"));
    assert_non_null(strstr(refusal_of_position(game, "3B/4/4/W3 w p1 p2"), "means nothing"));
    assert_non_null(strstr(refusal_of_position(game, "3B/4/4/W3 w p-1"), "p0 to p3"));
    cop_game_close(game);
}

/* A mutual zugzwang is worth less against free passes. */
static void amazons_passes_spoil_a_zugzwang(void **context)
{
    (void)context;
    check_value("size=4", "x1Bx/xWx1/2x1/1xx1 b", 1.5);
    check_value("size=4, passes=1", "x1Bx/xWx1/2x1/1xx1 b p1", -1.5);
}

/* ---- Random play (amazons-play.md 4.7) ---- */

/* Chi-square of `draws` draws over `cells` equally likely results, as standard deviations. */
static double deviation(const int *drawn, int cells, int draws)
{
    double expected = (double)draws / cells, sum = 0;

    for (int i = 0; i < cells; i++)
        sum += (drawn[i] - expected) * (drawn[i] - expected) / expected;
    return (sum - (cells - 1)) / sqrt(2.0 * (cells - 1));
}

/* random_move and the first ply of a playout over moves(). */
static void check_uniform(const char *inside, const char *words)
{
    struct cop_game *game = open_or_fail(inside);
    struct amazons_state state = position_or_fail(game, words);
    cop_move *moves = room_for_moves(game);
    int count = game->rules->moves(game, &state, moves), draws = 60 * count;
    int *drawn = calloc(2 * (size_t)count, sizeof *drawn);
    struct amazons_state *after = calloc((size_t)count, sizeof *after);
    struct cop_rng rng;

    cop_rng_seed(&rng, 11);
    for (int i = 0; i < count; i++) {
        after[i] = state;
        game->rules->play(game, &after[i], moves[i]);
    }
    for (int draw = 0; draw < draws; draw++) {
        struct amazons_state next = state;
        cop_move move = game->rules->random_move(game, &state, &rng);
        int i = 0, j = 0;

        game->rules->playout(game, &next, &rng, 1);
        while (i < count && moves[i] != move)
            i++;
        while (j < count && memcmp(&after[j], &next, sizeof next) != 0)
            j++;
        assert_true(i < count && j < count);
        drawn[i]++;
        drawn[count + j]++;
    }
    if (deviation(drawn, count, draws) > 4.5 || deviation(drawn + count, count, draws) > 4.5)
        fail_msg("%s: %g and %g deviations of chi-square", words, deviation(drawn, count, draws),
                 deviation(drawn + count, count, draws));
    free(after);
    free(drawn);
    free(moves);
    cop_game_close(game);
}

/* Both ways to draw a full move, with and without a pass among them, and split turns. */
static void amazons_random_moves_are_uniform(void **context)
{
    (void)context;
    check_uniform("size=5", "2B2/5/W3B/5/2W2 w");
    check_uniform("size=5, passes=1", "2B2/5/W3B/5/2W2 b");
    check_uniform("size=4", "3B/x1x1/1x2/W1x1 w");
    check_uniform("size=4, passes=2", "3B/x1x1/1x2/W1x1 b");
    check_uniform("size=6, split=on", "2BB2/6/B4B/W4W/6/2WW2 w");
    check_uniform("size=6, split=on", "2BB2/6/B4B/W4W/6/2WW2 w c1");
    check_uniform("size=4, split=on, passes=2", "3B/x1x1/1x2/W1x1 b");
}

/* 4.7: each movement with 1/80, then each of its shots alike. */
static void amazons_two_steps_draw_movements_evenly(void **context)
{
    enum { DRAWS = 80000 };
    struct cop_game *game = open_or_fail("");
    struct amazons_state state = start_of(game);
    int drawn[80] = {0}, shots[100] = {0}, shown[100], cells = 0, total = 0, seen = 0;
    int first[80][2];
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 5);
    assert_string_equal(game->rules->policies[0].name, "two-step");
    for (int draw = 0; draw < DRAWS; draw++) {
        cop_move move = game->rules->policies[0].pick(game, NULL, &state, NULL, &rng);
        int path[COP_PATH_MAX], at = 0;

        game->rules->path(game, &state, move, path);
        while (at < seen && (first[at][0] != path[0] || first[at][1] != path[1]))
            at++;
        assert_true(at < 80);
        if (at == seen) {
            first[seen][0] = path[0];
            first[seen++][1] = path[1];
        }
        drawn[at]++;
        shots[path[2]] += path[0] == 93 && path[1] == 3 + 10; /* d1d9 */
    }
    assert_int_equal(seen, 80);
    assert_true(deviation(drawn, 80, DRAWS) < 4.5);
    for (int i = 0; i < 100; i++)
        if (shots[i] > 0) {
            shown[cells++] = shots[i];
            total += shots[i];
        }
    assert_int_equal(cells, 28); /* shots from d9 */
    assert_true(deviation(shown, cells, total) < 4.5);
    cop_game_close(game);
}

static double mean_plies(const char *inside, int games)
{
    struct cop_game *game = open_or_fail(inside);
    struct cop_rng rng;
    double sum = 0;

    cop_rng_seed(&rng, 1);
    for (int i = 0; i < games; i++) {
        struct amazons_state state = start_of(game);

        sum += cop_playout(game, &state, &rng, 0, NULL);
        assert_int_equal(game->rules->turn(game, &state), COP_OVER);
    }
    cop_game_close(game);
    return sum / games;
}

/* Two-step games last 68.2 turns; games that are uniform over full moves last longer. */
static void amazons_random_games_have_known_length(void **context)
{
    int games = is_slow_build() ? 2000 : 10000;

    (void)context;
    assert_true(fabs(mean_plies("split=on", games) / 2 - 68.2) < 0.6);
    assert_true(fabs(mean_plies("", games) - 71.5) < 0.6);
}

/* ---- The second version ---- */

static int compare_words(const void *left, const void *right)
{
    return strcmp(left, right);
}

static void write_all_moves(const struct cop_game *game, const struct amazons_state *state,
                            const cop_move *moves, int count, char (*words)[PLAIN_WORD])
{
    for (int i = 0; i < count; i++) {
        struct cop_text text = COP_TEXT;

        game->rules->write_move(game, state, moves[i], &text);
        assert_true(text.length < PLAIN_WORD);
        memcpy(words[i], text.bytes, text.length + 1);
        cop_text_free(&text);
    }
}

/* One random game on both sides: the same moves and, at the end, the same winner and margin. */
static void check_game(const struct cop_game *game, uint64_t seed)
{
    static char ours[PLAIN_MOVES][PLAIN_WORD], theirs[PLAIN_MOVES][PLAIN_WORD];
    static char named[PLAIN_MOVES][PLAIN_WORD];
    struct amazons_state state = start_of(game);
    cop_move *moves = room_for_moves(game);
    struct cop_text text = COP_TEXT;
    struct plain plain;
    struct cop_rng rng;
    int count;

    cop_rng_seed(&rng, seed);
    game->rules->write_position(game, &state, &text);
    plain_read(&plain, text.bytes);
    while ((count = game->rules->moves(game, &state, moves)) > 0) {
        int chosen = (int)cop_rng_below(&rng, (uint32_t)count);

        write_all_moves(game, &state, moves, count, named);
        memcpy(ours, named, sizeof named[0] * (size_t)count);
        assert_int_equal(plain_moves(&plain, theirs), count);
        qsort(ours, (size_t)count, sizeof ours[0], compare_words);
        qsort(theirs, (size_t)count, sizeof theirs[0], compare_words);
        for (int i = 0; i < count; i++)
            assert_string_equal(ours[i], theirs[i]);
        plain_play(&plain, named[chosen]);
        game->rules->play(game, &state, moves[chosen]);
    }
    assert_int_equal(plain_moves(&plain, theirs), 0);
    assert_true(first_payoff(game, &state) == (plain.mover == 'B'));
    if (fabs(margin(game, &state)) < 5) {
        double sign = plain.mover == 'B' ? 1 : -1;

        assert_true(margin(game, &state) ==
                    sign * (plain_fill(&plain, plain.mover == 'B' ? 'W' : 'B') + 0.5));
    }
    cop_text_free(&text);
    free(moves);
}

static void amazons_equal_the_second_version(void **context)
{
    static const struct {
        const char *inside;
        int games;
    } runs[] = {{"", 10},
                {"size=8", 20},
                {"size=7", 50},
                {"size=6", 200},
                {"size=5", 1000},
                {"size=4", 1000},
                {"width=3, height=10", 100},
                {"width=9, height=2", 100},
                {"size=6, setup=\"W1B1W1/1x1x1B/2W3/6/B1xx1W/1B3W b\"", 100}};

    (void)context;
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        struct cop_game *game = open_or_fail(runs[i].inside);
        int games = is_slow_build() ? runs[i].games / 10 : runs[i].games;

        for (int j = 0; j < games; j++)
            check_game(game, (uint64_t)j);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amazons_fill_known_regions),
        cmocka_unit_test(amazons_fill_open_boards),
        cmocka_unit_test(amazons_fill_longer_than_the_greedy_line),
        cmocka_unit_test(amazons_fill_is_the_longest_line),
        cmocka_unit_test(amazons_separated_margin),
        cmocka_unit_test(amazons_small_boards_have_known_values),
        cmocka_unit_test(amazons_problems_have_known_values),
        cmocka_unit_test(amazons_komi_is_a_bonus),
        cmocka_unit_test(amazons_black_may_pass),
        cmocka_unit_test(amazons_passes_are_moves_to_spare),
        cmocka_unit_test(amazons_passes_spoil_a_zugzwang),
        cmocka_unit_test(amazons_random_moves_are_uniform),
        cmocka_unit_test(amazons_two_steps_draw_movements_evenly),
        cmocka_unit_test(amazons_random_games_have_known_length),
        cmocka_unit_test(amazons_equal_the_second_version),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
