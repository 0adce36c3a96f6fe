/* test_dice.c - Dice: the checks of chance-and-multiplayer.md 4.2 and 4.3 that concern its rules,
 * the counts of 1.2.4, and a comparison with the rules said plainly. Exact values are in
 * test_dice_values.c. */
#include "reference_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"
#include "games/list.h"

enum { SIZE_MOST = 11, MOVES_MOST = SIZE_MOST };

static struct cop_game *open_dice(int size, const char *more)
{
    char spec[60];

    snprintf(spec, sizeof spec, "dice(size=%d%s)", size, more);
    return open_or_fail(spec);
}

/* ---- Counts ---- */

/* 1.2.4: every second ply is a roll, and without full lines each empty cell is reached by one. */
static void dice_perft(void **context)
{
    static const struct {
        const char *spec;
        int64_t counts[9];
    } cases[] = {
        {"dice(size=5)", {5, 25, 125, 600, 3000, 13800, 69000, 303600, 0}},
        {"dice(size=5, full=reroll)", {5, 25, 125, 600, 3000, 13800, 69000, 303600, 0}},
        {"dice(size=3)", {3, 9, 27, 72, 216, 504, 0}},
        {"dice", {11, 121, 1331, 14520, 159720, 1727880, 0}},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_perft(cases[i].spec, cases[i].counts);
}

/* ---- Lines ---- */

/* The cells of line `line`, in the order columns, rows, diagonals: the one at `place`. */
static int cell_of_line(int size, int line, int place)
{
    if (line < size)
        return place * size + line;
    if (line < 2 * size)
        return (line - size) * size + place;
    return place * size + (line == 2 * size ? place : size - 1 - place);
}

static bool is_in_line(int size, int line, int cell)
{
    for (int place = 0; place < size; place++)
        if (cell_of_line(size, line, place) == cell)
            return true;
    return false;
}

/* A position in which `mover` has rolled the line to which the last cell of a line belongs. */
static void write_almost(int size, int line, int missing, int mover, char *words)
{
    char at[SIZE_MOST * SIZE_MOST];
    int others = size - 1 + mover, placed = 0, last = size * size - 1;

    memset(at, '.', sizeof at);
    for (int place = 0; place < size; place++)
        if (place != missing)
            at[cell_of_line(size, line, place)] = mover == 0 ? 'x' : 'o';
    /* Not one whole line of the other: all but one in the first cells, one in the last. */
    while (is_in_line(size, line, last))
        last--;
    at[last] = mover == 0 ? 'o' : 'x';
    for (int cell = 0; placed < others - 1; cell++)
        if (!is_in_line(size, line, cell)) {
            at[cell] = mover == 0 ? 'o' : 'x';
            placed++;
        }
    for (int row = size - 1; row >= 0; row--) {
        memcpy(words, at + row * size, (size_t)size);
        words += size;
        *words++ = row > 0 ? '/' : ' ';
    }
    missing = cell_of_line(size, line, missing);
    sprintf(words, "%c %d", "xo"[mover], 1 + (mover == 0 ? missing % size : missing / size));
}

static void dice_every_line_wins_for_both(void **context)
{
    (void)context;
    for (int size = 3; size <= SIZE_MOST; size++) {
        struct cop_game *game = open_dice(size, "");

        for (int line = 0; line < 2 * size + 2; line++)
            for (int missing = 0; missing < size; missing++)
                for (int mover = 0; mover < 2; mover++) {
                    char words[SIZE_MOST * (SIZE_MOST + 1) + 8], cell[16];
                    int last = cell_of_line(size, line, missing);
                    struct any_state state;

                    write_almost(size, line, missing, mover, words);
                    state = position_or_fail(game, words);
                    assert_int_equal(turn_of(game, &state), mover);
                    snprintf(cell, sizeof cell, "%c%d", 'a' + last % size, last / size + 1);
                    state = child(game, &state, named(game, &state, cell));
                    assert_over(game, &state, mover == 0 ? 1 : 0);
                }
        cop_game_close(game);
    }
}

/* ---- Rolls ---- */

static void assert_chances(const struct cop_game *game, const struct any_state *state,
                           const double *expected, int count)
{
    double probability[MOVES_MOST];
    cop_move moves[MOVES_MOST];

    assert_int_equal(turn_of(game, state), COP_CHANCE);
    assert_int_equal(game->rules->moves(game, state, moves), count);
    game->rules->chances(game, state, probability);
    for (int i = 0; i < count; i++)
        assert_true(fabs(probability[i] - expected[i]) < 1e-15);
}

static void dice_rolls_before_every_move(void **context)
{
    static const double even[] = {1 / 3.0, 1 / 3.0, 1 / 3.0};
    struct cop_game *game = open_dice(3, "");
    struct any_state state = start_of(game);

    (void)context;
    assert_position(game, &state, ".../.../... x ?");
    assert_moves(game, &state, "1: 2: 3:");
    assert_chances(game, &state, even, 3);
    state = after_moves(game, "2:");
    assert_int_equal(turn_of(game, &state), 0);
    assert_position(game, &state, ".../.../... x 2");
    assert_moves(game, &state, "b1 b2 b3");
    state = after_moves(game, "2: b3");
    assert_chances(game, &state, even, 3);
    assert_position(game, &state, ".x./.../... o ?");
    state = after_moves(game, "2: b3 3:");
    assert_int_equal(turn_of(game, &state), 1);
    assert_moves(game, &state, "a3 c3");
    cop_game_close(game);
}

static void dice_full_lines_pass(void **context)
{
    static const double one[] = {1 / 3.0, 1 / 3.0, 1 / 3.0}, two[] = {1 / 3.0, 2 / 3.0};
    struct cop_game *game = open_dice(3, "");
    struct any_state state = position_or_fail(game, "x../o../xo. x ?"), after;

    (void)context;
    assert_moves(game, &state, "-- 2: 3:");
    assert_chances(game, &state, one, 3);
    after = child(game, &state, named(game, &state, "--"));
    assert_position(game, &after, "x../o../xo. o ?");
    assert_moves(game, &after, "1: 2: 3:");
    state = position_or_fail(game, "xx./ox./oo. x ?");
    assert_moves(game, &state, "-- 3:");
    assert_chances(game, &state, two, 2);
    cop_game_close(game);
}

static void dice_rerolls_full_lines_if_asked(void **context)
{
    static const double even[] = {0.5, 0.5}, sure[] = {1};
    struct cop_game *game = open_dice(3, ", full=reroll");
    struct any_state state = position_or_fail(game, "x../o../xo. x ?");

    (void)context;
    assert_moves(game, &state, "2: 3:");
    assert_chances(game, &state, even, 2);
    state = position_or_fail(game, "xx./ox./oo. x ?");
    assert_moves(game, &state, "3:");
    assert_chances(game, &state, sure, 1);
    assert_int_equal(game->max_plies, 18);
    cop_game_close(game);
}

/* ---- Ends ---- */

static void dice_dead_positions_are_drawn(void **context)
{
    struct cop_game *game = open_dice(3, ""), *long_game = open_dice(3, ", dead_draw=off");
    const char *dead = "xoo/oxx/x.o x ?", *full = "xox/oxo/oxo o ?";
    struct any_state state = position_or_fail(game, dead);

    (void)context;
    assert_over(game, &state, 0.5);
    assert_position(game, &state, dead);
    state = position_or_fail(long_game, dead);
    assert_not_over(long_game, &state);
    state = position_or_fail(long_game, full);
    assert_over(long_game, &state, 0.5);
    state = position_or_fail(game, full);
    assert_over(game, &state, 0.5);
    cop_game_close(game);
    cop_game_close(long_game);
}

/* ---- The rules said plainly ---- */

/* A board as its text has it, rows from the top. */
struct plain {
    int size;
    char at[SIZE_MOST][SIZE_MOST + 1];
    char mover;
    char roll[4];
};

static void read_plain(const struct cop_game *game, const struct any_state *state, int size,
                       struct plain *plain)
{
    struct cop_text text = COP_TEXT;
    const char *at;

    game->rules->write_position(game, state, &text);
    at = text.bytes;
    plain->size = size;
    for (int row = 0; row < size; row++, at += size + 1) {
        memcpy(plain->at[row], at, (size_t)size);
        assert_int_equal(at[size], row + 1 < size ? '/' : ' ');
    }
    plain->mover = at[0];
    snprintf(plain->roll, sizeof plain->roll, "%s", at + 2);
    cop_text_free(&text);
}

static char plain_cell(const struct plain *plain, int line, int place)
{
    int cell = cell_of_line(plain->size, line, place);

    return plain->at[plain->size - 1 - cell / plain->size][cell % plain->size];
}

static int plain_count(const struct plain *plain, int line, char what)
{
    int count = 0;

    for (int place = 0; place < plain->size; place++)
        count += plain_cell(plain, line, place) == what;
    return count;
}

/* The first player's payoff, or -1 if the game goes on. */
static double plain_result(const struct plain *plain, bool adjudicates)
{
    bool is_dead = true, is_full = true;

    for (int line = 0; line < 2 * plain->size + 2; line++) {
        int first = plain_count(plain, line, 'x'), second = plain_count(plain, line, 'o');

        if (first == plain->size || second == plain->size)
            return first == plain->size ? 1 : 0;
        is_dead = is_dead && first > 0 && second > 0;
        is_full = is_full && first + second == plain->size;
    }
    return is_full || (adjudicates && is_dead) ? 0.5 : -1;
}

static void check_plain_rolls(const struct cop_game *game, const struct any_state *state,
                              const struct plain *plain, bool rerolls)
{
    int first = plain->mover == 'x' ? 0 : plain->size, full = 0, count = 0;
    double expected[MOVES_MOST] = {0};

    for (int i = 0; i < plain->size; i++)
        full += plain_count(plain, first + i, '.') == 0;
    for (int i = 0; i < plain->size; i++)
        if (plain_count(plain, first + i, '.') > 0) {
            char word[16];
            cop_move moves[MOVES_MOST];

            snprintf(word, sizeof word, "%d:", i + 1);
            game->rules->moves(game, state, moves);
            assert_int_equal(named(game, state, word), moves[count]);
            expected[count++] = 1.0 / (rerolls ? plain->size - full : plain->size);
        }
    if (full > 0 && !rerolls)
        expected[count++] = (double)full / plain->size;
    assert_chances(game, state, expected, count);
}

static void check_plain_moves(const struct cop_game *game, const struct any_state *state,
                              const struct plain *plain)
{
    int line = (int)strtol(plain->roll, NULL, 10) - 1 + (plain->mover == 'x' ? 0 : plain->size);
    cop_move moves[MOVES_MOST];
    int count = game->rules->moves(game, state, moves), at = 0;

    assert_int_equal(turn_of(game, state), plain->mover == 'o');
    assert_int_equal(count, plain_count(plain, line, '.'));
    for (int place = 0; place < plain->size; place++) {
        int cell = cell_of_line(plain->size, line, place);
        char word[16];

        if (plain_cell(plain, line, place) != '.')
            continue;
        snprintf(word, sizeof word, "%c%d", 'a' + cell % plain->size, cell / plain->size + 1);
        assert_int_equal(named(game, state, word), moves[at++]);
    }
}

static void check_plain_game(const struct cop_game *game, int size, bool rerolls, bool adjudicates,
                             struct cop_rng *rng)
{
    struct any_state state = start_of(game);

    for (;;) {
        cop_move scratch[MOVES_MOST];
        struct plain plain = {0}, after = {0};
        double result;

        read_plain(game, &state, size, &plain);
        result = plain_result(&plain, adjudicates);
        if (result >= 0) {
            assert_over(game, &state, result);
            assert_string_equal(plain.roll, "?");
            return;
        }
        if (plain.roll[0] == '?')
            check_plain_rolls(game, &state, &plain, rerolls);
        else
            check_plain_moves(game, &state, &plain);
        state = child(game, &state, cop_random_move(game, &state, rng, scratch));
        read_plain(game, &state, size, &after);
        if (plain.roll[0] == '?')
            assert_memory_equal(plain.at, after.at, sizeof after.at);
        assert_int_equal(after.mover == plain.mover, plain.roll[0] == '?' && after.roll[0] != '?');
    }
}

static void dice_plays_by_the_plain_rules(void **context)
{
    static const char *const variants[] = {"", ", full=reroll", ", dead_draw=off",
                                           ", full=reroll, dead_draw=off"};
    int games = is_slow_build() ? 8 : 60;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 21);
    for (int size = 2; size <= SIZE_MOST; size++)
        for (int i = 0; i < 4; i++) {
            struct cop_game *game = open_dice(size, variants[i]);

            for (int round = 0; round < games; round++)
                check_plain_game(game, size, i % 2 == 1, i < 2, &rng);
            cop_game_close(game);
        }
}

/* ---- Random play ---- */

/* Playouts, also ones that are cut, draw what random_move draws from the same seed. */
static void dice_playouts_are_random_moves(void **context)
{
    static const char *const specs[] = {"dice", "dice(size=5)", "dice(size=2)",
                                        "dice(size=3, full=reroll)", "dice(size=8, dead_draw=off)"};

    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
        assert_playouts_are_random_moves(specs[i], 300);
}

static void dice_golden_playthroughs(void **context)
{
    (void)context;
    assert_golden("dice(size=5)",
                  "5: e5 4: b4 5: e1 4: a4 1: a1 2: a2 5: e3 1: d1 1: a3 5: d5 1: a5 4: c4 5: e4 "
                  "2: d2 3: c3 2: b2 "
                  "-- 5: b5 -- 5: c5 -- -- 5: e2",
                  "xooox/ooo.x/x.x.x/oo.ox/x..ox o ?");
}

static void dice_agents_play_to_the_end(void **context)
{
    static const char *const agents[] = {"random", "mc", "mcts"};
    struct cop_limits limits;
    struct cop_error error;

    (void)context;
    assert_true(cop_limits_parse("sims=50, seed=3", &limits, &error));
    for (int i = 0; i < 6; i++) {
        struct cop_game *game = open_dice(i < 3 ? 5 : SIZE_MOST, "");
        struct any_state state = start_of(game);
        struct cop_agent *agent = cop_agent_open(game, agents[i % 3], &limits.means, &error);
        cop_move scratch[MOVES_MOST];
        struct cop_rng rng;

        assert_non_null(agent);
        cop_rng_seed(&rng, 8);
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
        cop_game_close(game);
    }
}

/* ---- Texts and pictures ---- */

static void dice_turns_are_read_as_one_word(void **context)
{
    struct cop_game *game = open_or_fail("dice");
    struct any_state apart = after_moves(game, "3: c7 7: d7 11: k1"), joined;

    (void)context;
    joined = after_moves(game, "3:c7 7:d7 11:k1");
    assert_memory_equal(&joined, &apart, sizeof apart);
    joined = after_moves(game, "3 C7 7 d7 11 k1");
    assert_memory_equal(&joined, &apart, sizeof apart);
    assert_non_null(strstr(cop_dice.notation, "3:c7 7:d7 11:k1"));
    cop_game_close(game);
}

static void dice_passes_are_read_with_their_roll(void **context)
{
    struct cop_game *game = open_dice(3, "");
    struct any_state state = position_or_fail(game, "x../o../xo. x ?"), before = state;
    struct cop_error error;

    (void)context;
    assert_int_equal(named(game, &state, "1:--"), named(game, &state, "--"));
    assert_true(cop_moves_play(game, &state, "1:-- 2:c2", NULL, NULL, &error));
    assert_position(game, &state, "x../o.o/xo. x ?");
    state = before;
    assert_false(cop_moves_play(game, &state, "2:--", NULL, NULL, &error));
    assert_non_null(strstr(error.message, "\"--\" is not a legal move"));
    cop_game_close(game);
}

static void dice_refuses_wrong_moves(void **context)
{
    static const char *const wrong[] = {"c3",    "0:",    "4:",  "1:b1", "1:a4",
                                        "--",    "1:--",  "01:", "1;a1", "1:a1 1:a1",
                                        "1::a1", "1:a1b", "-1:", "1:1:"};
    struct cop_game *game = open_dice(3, "");

    (void)context;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        refusal_of_moves(game, wrong[i]);
    assert_non_null(strstr(refusal_of_moves(game, "4:"), "legal: 1:, 2:, 3:"));
    cop_game_close(game);
}

static void dice_positions_round_trip(void **context)
{
    struct cop_game *game = open_dice(3, "");
    struct any_state state = position_or_fail(game, " .../.../X..  O  2 ");

    (void)context;
    assert_position(game, &state, ".../.../x.. o 2");
    assert_non_null(strstr(cop_dice.notation, ".../.../x.. o 2"));
    assert_positions_round_trip("dice", 10);
    assert_positions_round_trip("dice(size=5)", 30);
    assert_positions_round_trip("dice(size=2, full=reroll)", 50);
    assert_positions_round_trip("dice(size=4, dead_draw=off)", 50);
    cop_game_close(game);
}

static void dice_refuses_wrong_positions(void **context)
{
    static const struct {
        const char *words, *reason;
    } cases[] = {
        {"", "3 rows of 3 cells"},
        {".../.../.. x ?", "row 1 is not so"},
        {"..../.../... x ?", "row 3 is not so"},
        {".../.-./... x ?", "row 2 is not so"},
        {".../.../.../... x ?", "who moves, x or o"},
        {".../.../...x ?", "who moves, x or o"},
        {".../.../...", "who moves, x or o"},
        {".../.../... . ?", "who moves, x or o"},
        {".../.../... x", "the line that was rolled, 1 to 3"},
        {".../.../... x?", "the line that was rolled, 1 to 3"},
        {".../.../... x 0", "the line that was rolled, 1 to 3"},
        {".../.../... x 4", "the line that was rolled, 1 to 3"},
        {".../.../... x 11", "the line that was rolled, 1 to 3"},
        {".../.../... x 99999999999999999999", "the line that was rolled, 1 to 3"},
        {".../.../... x 1 1", "the line that was rolled, 1 to 3"},
        {".../.../... x ??", "the line that was rolled, 1 to 3"},
        {".../.../... o ?", "x has too few checkers"},
        {".../.../x.. x ?", "o has too few checkers for one who could not pass, as no row is full"},
        {"x../o../x.. x ?", "o has too few checkers"},
        {"xo./oo./... o ?", "x has too few checkers for one who could not pass, as no column"},
        {"xxx/.../oo. x ?", "x has filled a line and cannot be to move"},
        {"xxx/.../xxx o ?", "x cannot have filled all those lines with one checker"},
        {"xxx/.../oo. o 2", "the game is over"},
        {"xoo/oxx/x.o x 2", "the game is over"},
        {"x../o../xo. x 1", "column 1 is full"},
        {"xox/o../.x. o 3", "row 3 is full"},
    };
    struct cop_game *game = open_dice(3, ""), *reroll = open_dice(3, ", full=reroll");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *message = refusal_of_position(game, cases[i].words);

        if (strstr(message, cases[i].reason) == NULL)
            fail_msg("\"%s\": %s", cases[i].words, message);
    }
    position_or_fail(game, "x../oo./xo. x ?");
    assert_non_null(strstr(refusal_of_position(reroll, "x../oo./xo. x ?"), "nobody passes"));
    cop_game_close(game);
    cop_game_close(reroll);
}

static void dice_refuses_wrong_options(void **context)
{
    static const char *const wrong[] = {"dice(size=1)", "dice(size=12)", "dice(full=stop)",
                                        "dice(sides=6)"};

    (void)context;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct cop_error error;

        assert_null(cop_game_open(wrong[i], &error));
        assert_true(strlen(error.message) > 10);
    }
}

static void dice_scene_shows_the_roll(void **context)
{
    struct cop_game *game = open_dice(5, "");
    struct any_state state = after_moves(game, "2:b4 1:");
    struct cop_scene scene = {0};
    int tinted = 0, cell;

    (void)context;
    game->rules->scene(game, &state, -1, &scene);
    assert_int_equal(scene.cell_count, 25 + 1);
    assert_int_equal(scene.piece_count, 2);
    assert_int_equal(scene.pieces[0].kind, COP_DISC);
    assert_string_equal(scene.cells[scene.pieces[0].cell].name, "b4");
    assert_int_equal(scene.pieces[1].kind, COP_DIE);
    assert_string_equal(scene.pieces[1].label, "1");
    for (int i = 0; i < 25; i++)
        if (scene.cells[i].home >= 0) {
            assert_int_equal(scene.cells[i].home, 1);
            assert_int_equal(scene.cells[i].name[1], '1');
            tinted++;
        }
    assert_int_equal(tinted, 5);
    assert_int_equal(game->rules->path(game, &state, named(game, &state, "e1"), &cell), 1);
    assert_string_equal(scene.cells[cell].name, "e1");
    state = after_moves(game, "2:b4");
    assert_int_equal(game->rules->path(game, &state, named(game, &state, "3:"), &cell), 1);
    assert_string_equal(scene.cells[cell].name, "a3");
    state = start_of(game);
    assert_int_equal(game->rules->path(game, &state, named(game, &state, "3:"), &cell), 1);
    assert_string_equal(scene.cells[cell].name, "c1");
    cop_scene_free(&scene);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dice_perft),
        cmocka_unit_test(dice_every_line_wins_for_both),
        cmocka_unit_test(dice_rolls_before_every_move),
        cmocka_unit_test(dice_full_lines_pass),
        cmocka_unit_test(dice_rerolls_full_lines_if_asked),
        cmocka_unit_test(dice_dead_positions_are_drawn),
        cmocka_unit_test(dice_plays_by_the_plain_rules),
        cmocka_unit_test(dice_playouts_are_random_moves),
        cmocka_unit_test(dice_golden_playthroughs),
        cmocka_unit_test(dice_agents_play_to_the_end),
        cmocka_unit_test(dice_turns_are_read_as_one_word),
        cmocka_unit_test(dice_passes_are_read_with_their_roll),
        cmocka_unit_test(dice_refuses_wrong_moves),
        cmocka_unit_test(dice_positions_round_trip),
        cmocka_unit_test(dice_refuses_wrong_positions),
        cmocka_unit_test(dice_refuses_wrong_options),
        cmocka_unit_test(dice_scene_shows_the_roll),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
