/* test_othello.c - Othello: the checks of uct-star.md 4.2, the facts of 1.2.5, the comparison with
 * the slow reference, and of the vectors with plain words. */
#include "reference_check.h"

#include <stdlib.h>
#include <string.h>

#include "games/othello/board.h"

enum { MOVES_MAX = 64 };

static const char game_with_pass[] = "d3 c3 f5 d2 d1 e1 b2 b4 f1 f6 g7 d6 d7 -- a5";

static void assert_discs(const struct cop_game *game, const struct any_state *state, int black,
                         int white)
{
    struct cop_text text = COP_TEXT;
    int seen[2] = {0, 0};

    game->rules->write_position(game, state, &text);
    for (const char *at = text.bytes; *at != ' '; at++) {
        seen[0] += *at == 'X';
        seen[1] += *at == 'O';
    }
    cop_text_free(&text);
    assert_int_equal(seen[0], black);
    assert_int_equal(seen[1], white);
    if (game->rules->turn(game, state) != COP_OVER)
        assert_true(game->rules->score(game, state, 0) == black - white);
}

static void assert_points(const char *spec, const char *position, double black)
{
    struct cop_game *game = open_or_fail(spec);
    struct any_state state = position_or_fail(game, position);

    assert_int_equal(game->rules->turn(game, &state), COP_OVER);
    assert_true(game->rules->score(game, &state, 0) == black);
    assert_true(game->rules->score(game, &state, 1) == -black);
    cop_game_close(game);
}

static void othello_empty_squares_are_the_winners(void **context)
{
    (void)context;
    assert_points("othello(size=4)", "-XX--XX--XX--XX- X", 16);
    assert_points("othello(size=4)", "-OO--OO--OO--OO- X", -16);
    assert_points("othello(size=4)", "XXXXXXXXXXXXOO-- X", 12);
    assert_points("othello(size=4)", "XXXXXXXXXXXXOOOO X", 8);
    assert_points("othello(empties=nobody, size=4)", "-XX--XX--XX--XX- X", 8);
    assert_points("othello(empties=nobody, size=4)", "XXXXXXXXXXXXOO-- X", 10);
}

static void othello_empty_squares_of_a_draw_are_shared(void **context)
{
    (void)context;
    assert_points("othello(size=4)", "O--O-XX--XX-O--O X", 0);
    assert_points("othello(size=4, empties=nobody)", "O--O-XX--XX-O--O X", 0);
}

static void othello_perft(void **context)
{
    static const int64_t all[] = {4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571056, 0};
    static const int64_t fewer[] = {4, 12, 56, 244, 1396, 8200, 55092, 390216, 0};

    (void)context;
    assert_perft("othello", is_slow_build() ? fewer : all);
}

static void othello_opens_with_four_moves(void **context)
{
    struct cop_game *game = open_or_fail("othello");
    struct any_state state = start_of(game);

    (void)context;
    assert_moves(game, &state, "c4 d3 e6 f5");
    assert_position(game, &state,
                    "---------------------------OX------XO--------------------------- X");
    cop_game_close(game);
}

static void othello_turns_what_it_encloses(void **context)
{
    struct cop_game *game = open_or_fail("othello");
    struct any_state state = after_moves(game, "d3");

    (void)context;
    assert_moves(game, &state, "c3 c5 e3");
    assert_position(game, &state,
                    "-------------------X-------XX------XO--------------------------- O");
    assert_discs(game, &state, 4, 1);
    cop_game_close(game);
}

static void othello_wipe_out_ends_the_game(void **context)
{
    struct cop_game *game = open_or_fail("othello");
    struct any_state state = after_moves(game, "d3 c3 b3 d2 e1 d6 d7 e3");

    (void)context;
    assert_not_over(game, &state);
    state = after_moves(game, "d3 c3 b3 d2 e1 d6 d7 e3 f4");
    assert_over(game, &state, 1);
    assert_discs(game, &state, 13, 0);
    cop_game_close(game);
}

static void othello_passes_when_no_flip(void **context)
{
    struct cop_game *game = open_or_fail("othello");
    struct any_state state = after_moves(game, "d3c3f5d2d1e1b2b4f1f6g7d6d7");
    struct any_state with, without;
    int cells[COP_PATH_MAX];

    (void)context;
    assert_int_equal(game->rules->turn(game, &state), 1);
    assert_moves(game, &state, "--");
    assert_int_equal(game->rules->path(game, &state, COP_PASS, cells), 0);
    with = after_moves(game, game_with_pass);
    assert_over(game, &with, 1);
    assert_discs(game, &with, 18, 0);
    without = after_moves(game, "d3c3f5d2d1e1b2b4f1f6g7d6d7a5");
    assert_memory_equal(&with, &without, sizeof with);
    with = after_moves(game, "d3c3f5d2d1e1b2b4f1f6g7d6d7 pass a5");
    assert_memory_equal(&with, &without, sizeof with);
    cop_game_close(game);
}

/* The line of OT-06, and what it has after every ten plies. */
static void othello_plays_the_optimal_line(void **context)
{
    static const char line[] = "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1"
                               "F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6";
    static const int discs[6][2] = {{6, 8}, {13, 11}, {22, 12}, {25, 19}, {26, 28}, {32, 32}};
    static const int counts[6] = {11, 11, 14, 10, 4, 0};
    struct cop_game *game = open_or_fail("othello");
    struct any_state state;

    (void)context;
    for (int tens = 1; tens <= 6; tens++) {
        char part[sizeof line];
        cop_move moves[MOVES_MAX];

        snprintf(part, sizeof part, "%.*s", 20 * tens, line);
        state = after_moves(game, part);
        assert_discs(game, &state, discs[tens - 1][0], discs[tens - 1][1]);
        assert_int_equal(game->rules->moves(game, &state, moves), counts[tens - 1]);
        if (tens < 6) /* without a pass, Black moves after every even ply */
            assert_int_equal(game->rules->turn(game, &state), 0);
    }
    assert_over(game, &state, 0.5);
    cop_game_close(game);
}

struct tally {
    int64_t passes[10], endings[10], wipe_outs;
};

static void count_events(const struct cop_game *game, const struct any_state *state, int ply,
                         struct tally *tally)
{
    cop_move moves[MOVES_MAX];
    int count = game->rules->moves(game, state, moves);

    if (count == 0) {
        tally->endings[ply]++;
        tally->wipe_outs += game->rules->score(game, state, 0) == 64;
    }
    if (count == 1 && moves[0] == COP_PASS)
        tally->passes[ply]++;
    for (int i = 0; i < count && ply < 9; i++) {
        struct any_state next = *state;

        game->rules->play(game, &next, moves[i]);
        count_events(game, &next, ply + 1, tally);
    }
}

static void othello_shortest_games_are_wipe_outs(void **context)
{
    struct cop_game *game = open_or_fail("othello");
    struct any_state state = start_of(game);
    struct tally tally = {{0}, {0}, 0};

    (void)context;
    count_events(game, &state, 0, &tally);
    for (int ply = 0; ply < 9; ply++)
        assert_int_equal(tally.endings[ply], 0);
    assert_int_equal(tally.endings[9], 228);
    assert_int_equal(tally.wipe_outs, 228);
    for (int ply = 0; ply < 8; ply++)
        assert_int_equal(tally.passes[ply], 0);
    assert_int_equal(tally.passes[8], 24);
    cop_game_close(game);
}

/* Minimax over a small board with a window; states need no memory at this size. */
static double best_margin(const struct cop_game *game, const struct any_state *state, double low,
                          double high)
{
    cop_move moves[MOVES_MAX];
    int mover = game->rules->turn(game, state);
    int count = game->rules->moves(game, state, moves);

    if (mover == COP_OVER)
        return game->rules->score(game, state, 0);
    for (int i = 0; i < count && low < high; i++) {
        struct any_state next = *state;
        double value;

        game->rules->play(game, &next, moves[i]);
        value = best_margin(game, &next, low, high);
        if (mover == 0 && value > low)
            low = value;
        if (mover == 1 && value < high)
            high = value;
    }
    return mover == 0 ? low : high;
}

static void othello_small_board_is_lost_by_eight(void **context)
{
    struct cop_game *game = open_or_fail("othello(size=4, empties=nobody)");
    struct any_state state = start_of(game);

    (void)context;
    assert_true(best_margin(game, &state, -16, 16) == -8);
    cop_game_close(game);
    game = open_or_fail("othello(size=4)");
    state = start_of(game);
    assert_true(best_margin(game, &state, -16, 16) == -10);
    cop_game_close(game);
}

static void othello_pass_needs_a_reason(void **context)
{
    struct cop_game *game = open_or_fail("othello");

    (void)context;
    assert_non_null(strstr(refusal_of_moves(game, "--"), "not a legal move"));
    assert_non_null(strstr(refusal_of_moves(game, "d3 pass"), "move 2"));
    assert_non_null(strstr(refusal_of_moves(game, "d3 d3"), "move 2"));
    refusal_of_moves(game, "a1");
    refusal_of_moves(game, "i9");
    cop_game_close(game);
}

static void othello_full_board_is_over(void **context)
{
    struct cop_game *game = open_or_fail("othello(size=4)");
    struct any_state state = position_or_fail(game, "XXXXXXXXXOOOOOOO X");

    (void)context;
    assert_over(game, &state, 1);
    state = position_or_fail(game, "XXXXXXXXOOOOOOOO O");
    assert_over(game, &state, 0.5);
    assert_true(game->rules->score(game, &state, 0) == 0);
    state = position_or_fail(game, "-XX--XX--XX--XX- X");
    assert_over(game, &state, 1);
    cop_game_close(game);
}

static void othello_equals_the_reference(void **context)
{
    (void)context;
    assert_equals_reference("othello", &reference_othello, 8, 8, 2000);
    assert_equals_reference("othello(size=6)", &reference_othello, 6, 6, 2000);
    assert_equals_reference("othello(size=4)", &reference_othello, 4, 4, 2000);
}

static void othello_playout_is_moves_and_play(void **context)
{
    (void)context;
    assert_playout_is_moves_and_play("othello", 2000);
    assert_playout_is_moves_and_play("othello(size=6)", 1000);
    assert_playout_is_moves_and_play("othello(size=4)", 1000);
}

static void othello_random_moves_are_uniform(void **context)
{
    struct cop_game *game = open_or_fail("othello");
    struct any_state state = start_of(game);

    (void)context;
    assert_uniform(game, &state);
    state = after_moves(game, "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1");
    assert_uniform(game, &state);
    cop_game_close(game);
}

static void othello_random_games_have_known_statistics(void **context)
{
    static const struct statistics published = {60.4, 1.3, 8.48, 0.453, 0.042, 200000};

    (void)context;
    assert_statistics("othello", &published);
}

/* 0.44 passes and 1.73 forced placements per random game, between 9 and 67 plies in 200,000. */
static void othello_random_games_pass_as_often_as_known(void **context)
{
    enum { GAMES = 4000 };
    struct cop_game *game = open_or_fail("othello");
    double passes = 0, forced = 0;
    cop_move moves[MOVES_MAX];
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 8);
    for (int i = 0; i < GAMES; i++) {
        struct any_state state = start_of(game);
        int count;

        while ((count = game->rules->moves(game, &state, moves)) > 0) {
            passes += moves[0] == COP_PASS;
            forced += count == 1 && moves[0] != COP_PASS;
            game->rules->play(game, &state, moves[cop_rng_below(&rng, (uint32_t)count)]);
        }
    }
    assert_true(passes / GAMES > 0.44 - 0.08 && passes / GAMES < 0.44 + 0.08);
    assert_true(forced / GAMES > 1.73 - 0.12 && forced / GAMES < 1.73 + 0.12);
    cop_game_close(game);
}

static void othello_golden_playthrough(void **context)
{
    (void)context;
    assert_golden("othello",
                  "e6 f6 f5 f4 g7 c5 c4 c3 b3 a3 c2 c1 g5 h6 b2 e7 a2 a1 d7 f8 b1 a4 g6 b4 g8 h7 "
                  "e3 c7 g4 h4 d3 d1 f3 f7 h3 d2 h8 h2 e2 d6 e8 e1 b7 g2 f2 b8 c6 g3 h5 f1 g1 d8 "
                  "a5 h1 c8 a6 a8 a7 b6 b5",
                  "OOOOOOOOOXXOOXXOOOXOXXXOOOOXXOXOOOOOOXOXOXOOXOXXOXXOOXXXXXXXXXXX X");
}

/* Boards that no game reaches are included: the vectors must be right on all of them. */
static void othello_vectors_equal_plain_words(void **context)
{
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 4);
    for (int i = 0; i < 200000; i++) {
        uint64_t own = cop_rng_next(&rng), enemy = cop_rng_next(&rng) & ~own;
        uint64_t square;

        if (i % 3 == 1)
            own &= cop_rng_next(&rng);
        if (i % 3 == 2) {
            enemy |= cop_rng_next(&rng) & ~own;
            own &= cop_rng_next(&rng);
            own &= cop_rng_next(&rng);
        }
        square = (uint64_t)1 << cop_rng_below(&rng, 64);
        own &= ~square;
        enemy &= ~square;
        assert_true(othello_ends(own, enemy) == othello_ends_plain(own, enemy));
        assert_true(othello_flips(own, enemy, square) == othello_flips_plain(own, enemy, square));
    }
}

static void othello_positions_come_back_from_text(void **context)
{
    (void)context;
    assert_positions_round_trip("othello", 200);
    assert_positions_round_trip("othello(size=6)", 200);
    assert_positions_round_trip("othello(size=4)", 200);
}

static void othello_refuses_malformed_positions(void **context)
{
    static const struct {
        const char *words, *reason;
    } cases[] = {
        {"", "character 1 is none"},
        {"-----OX--XO----", "character 16 is none"},
        {"-----OX--XO---- X", "character 16 is none"},
        {"-----OX--XO----- ", "who moves, X or O"},
        {"-----OX--XO----- W", "who moves, X or O"},
        {"-----OX--XO----- X O", "who moves, X or O"},
        {"-----OX--XO------ X", "who moves, X or O"},
        {"-----OX--XY----- X", "character 11 is none"},
        {"------X--XO----- X", "in the middle are never empty"},
    };
    struct cop_game *game = open_or_fail("othello(size=4)");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *message = refusal_of_position(game, cases[i].words);

        if (strstr(message, cases[i].reason) == NULL)
            fail_msg("\"%s\" was refused with: %s", cases[i].words, message);
    }
    cop_game_close(game);
}

static void othello_size_is_four_six_or_eight(void **context)
{
    struct cop_error error;

    (void)context;
    assert_null(cop_game_open("othello(size=5)", &error));
    assert_non_null(strstr(error.message, "size=5"));
    assert_non_null(strstr(error.message, "4, 6, 8"));
    assert_null(cop_game_open("othello(10)", &error));
}

static void othello_gives_the_turn(void **context)
{
    struct cop_game *game = open_or_fail("othello");
    struct any_state state = after_moves(game, "d3"), before = state;

    (void)context;
    game->rules->give_turn(game, &state, 0);
    assert_int_equal(game->rules->turn(game, &state), 0);
    assert_moves(game, &state, "e6 f5 f6");
    assert_true(game->rules->key(game, &state) != game->rules->key(game, &before));
    game->rules->give_turn(game, &state, 1);
    assert_memory_equal(&state, &before, sizeof state);
    state = after_moves(game, game_with_pass);
    before = state;
    game->rules->give_turn(game, &state, 1);
    assert_memory_equal(&state, &before, sizeof state);
    cop_game_close(game);
}

static void othello_scene_counts_from_the_top(void **context)
{
    struct cop_game *game = open_or_fail("othello(size=6)");
    struct any_state state = start_of(game);
    struct cop_scene scene = {0};
    cop_move moves[MOVES_MAX];
    int cells[COP_PATH_MAX];

    (void)context;
    game->rules->scene(game, &state, -1, &scene);
    assert_int_equal(scene.cell_count, 36);
    assert_int_equal(scene.piece_count, 4);
    assert_string_equal(scene.cells[0].name, "a1");
    assert_moves(game, &state, "b3 c2 d5 e4");
    assert_int_equal(game->rules->moves(game, &state, moves), 4);
    assert_int_equal(game->rules->path(game, &state, moves[0], cells), 1);
    assert_string_equal(scene.cells[cells[0]].name, "c2");
    cop_scene_free(&scene);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(othello_empty_squares_are_the_winners),
        cmocka_unit_test(othello_empty_squares_of_a_draw_are_shared),
        cmocka_unit_test(othello_perft),
        cmocka_unit_test(othello_opens_with_four_moves),
        cmocka_unit_test(othello_turns_what_it_encloses),
        cmocka_unit_test(othello_wipe_out_ends_the_game),
        cmocka_unit_test(othello_passes_when_no_flip),
        cmocka_unit_test(othello_plays_the_optimal_line),
        cmocka_unit_test(othello_shortest_games_are_wipe_outs),
        cmocka_unit_test(othello_small_board_is_lost_by_eight),
        cmocka_unit_test(othello_pass_needs_a_reason),
        cmocka_unit_test(othello_full_board_is_over),
        cmocka_unit_test(othello_equals_the_reference),
        cmocka_unit_test(othello_playout_is_moves_and_play),
        cmocka_unit_test(othello_random_moves_are_uniform),
        cmocka_unit_test(othello_random_games_have_known_statistics),
        cmocka_unit_test(othello_random_games_pass_as_often_as_known),
        cmocka_unit_test(othello_golden_playthrough),
        cmocka_unit_test(othello_vectors_equal_plain_words),
        cmocka_unit_test(othello_positions_come_back_from_text),
        cmocka_unit_test(othello_refuses_malformed_positions),
        cmocka_unit_test(othello_size_is_four_six_or_eight),
        cmocka_unit_test(othello_gives_the_turn),
        cmocka_unit_test(othello_scene_counts_from_the_top),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
