/* test_connect4.c - Connect Four: the checks of uct-star.md 4.1, the facts of 1.1.5, and the
 * comparison with the slow reference. */
#include "reference_check.h"

#include <string.h>

enum { COLUMNS = 7 };

static void connect4_perft(void **context)
{
    static const int64_t all[] = {7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572, 0};
    static const int64_t fewer[] = {7, 49, 343, 2401, 16807, 117649, 823536, 0};

    (void)context;
    assert_perft("connect4", is_slow_build() ? fewer : all);
}

/* Adds the games that end at each ply up to `depth`. */
static void count_endings(const struct cop_game *game, const struct any_state *state, int ply,
                          int depth, int64_t *endings)
{
    cop_move moves[COLUMNS];
    int count = game->rules->moves(game, state, moves);

    if (count == 0)
        endings[ply]++;
    for (int i = 0; i < count && ply < depth; i++) {
        struct any_state next = *state;

        game->rules->play(game, &next, moves[i]);
        count_endings(game, &next, ply + 1, depth, endings);
    }
}

static void connect4_shortest_games_take_seven_plies(void **context)
{
    struct cop_game *game = open_or_fail("connect4");
    struct any_state state = start_of(game);
    int64_t endings[10] = {0};
    int depth = is_slow_build() ? 7 : 9;

    (void)context;
    count_endings(game, &state, 0, depth, endings);
    for (int ply = 0; ply < 7; ply++)
        assert_int_equal(endings[ply], 0);
    assert_int_equal(endings[7], 13032);
    if (depth >= 9) {
        assert_int_equal(endings[8], 44430);
        assert_int_equal(endings[9], 1086882);
    }
    cop_game_close(game);
}

static void connect4_vertical_line_wins(void **context)
{
    struct cop_game *game = open_or_fail("connect4");
    struct any_state state = after_moves(game, "1212121");

    (void)context;
    assert_over(game, &state, 1);
    state = after_moves(game, "121212");
    assert_not_over(game, &state);
    cop_game_close(game);
}

static void connect4_horizontal_line_wins(void **context)
{
    struct cop_game *game = open_or_fail("connect4");
    struct any_state state = after_moves(game, "1122334");

    (void)context;
    assert_over(game, &state, 1);
    cop_game_close(game);
}

static void connect4_diagonal_line_wins(void **context)
{
    struct cop_game *game = open_or_fail("connect4");
    struct any_state state = after_moves(game, "1223343446");

    (void)context;
    assert_not_over(game, &state);
    state = after_moves(game, "12233434464");
    assert_over(game, &state, 1);
    cop_game_close(game);
}

static void connect4_full_column_is_no_move(void **context)
{
    struct cop_game *game = open_or_fail("connect4");
    struct any_state state = after_moves(game, "111111");

    (void)context;
    assert_moves(game, &state, "b c d e f g");
    assert_non_null(strstr(refusal_of_moves(game, "1111111"), "move 7"));
    cop_game_close(game);
}

static void connect4_full_board_without_line_is_a_draw(void **context)
{
    struct cop_game *game = open_or_fail("connect4");
    struct any_state state = after_moves(game, "625272241371115271562771766635553444446333");

    (void)context;
    assert_over(game, &state, 0.5);
    cop_game_close(game);
}

static void connect4_last_stone_can_win(void **context)
{
    static const char moves[] = "727512113112543374177647236262654436653455";
    struct cop_game *game = open_or_fail("connect4");
    struct any_state state = after_moves(game, moves);
    char fewer[sizeof moves];

    (void)context;
    assert_int_equal(strlen(moves), 42);
    assert_over(game, &state, 0);
    memcpy(fewer, moves, sizeof moves);
    fewer[41] = '\0';
    state = after_moves(game, fewer);
    assert_not_over(game, &state);
    cop_game_close(game);
}

static void connect4_lines_do_not_wrap_between_columns(void **context)
{
    struct cop_game *game = open_or_fail("connect4");
    struct any_state state = position_or_fail(game, "X6/X6/X6/O6/X6/OXOO3 O");

    (void)context;
    assert_not_over(game, &state);
    state = position_or_fail(game, "O6/O6/O6/X6/O6/XOXX1XX O");
    assert_not_over(game, &state);
    cop_game_close(game);
}

static void connect4_two_lines_at_once_win_once(void **context)
{
    struct cop_game *game = open_or_fail("connect4");
    struct any_state state = position_or_fail(game, "7/7/7/7/OOO1OOO/XXX1XXX X");

    (void)context;
    game->rules->play(game, &state, 4);
    assert_over(game, &state, 1);
    assert_position(game, &state, "7/7/7/7/OOO1OOO/XXXXXXX O");
    state = position_or_fail(game, "7/7/7/7/OOO1OOO/XXXXXXX O");
    assert_over(game, &state, 1);
    cop_game_close(game);
}

static void connect4_equals_the_reference(void **context)
{
    static const int sizes[][2] = {{7, 6}, {4, 4}, {5, 4},  {6, 5},
                                   {8, 7}, {9, 6}, {12, 4}, {4, 15}};

    (void)context;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char spec[64];

        snprintf(spec, sizeof spec, "connect4(width=%d, height=%d)", sizes[i][0], sizes[i][1]);
        assert_equals_reference(spec, &reference_connect4, sizes[i][0], sizes[i][1], 2000);
    }
}

static void connect4_playout_is_moves_and_play(void **context)
{
    (void)context;
    assert_playout_is_moves_and_play("connect4", 2000);
    assert_playout_is_moves_and_play("connect4(width=5, height=4)", 1000);
    assert_playout_is_moves_and_play("connect4(width=12, height=4)", 1000);
    assert_playout_is_moves_and_play("connect4(width=8, height=7)", 1000);
}

static void connect4_random_moves_are_uniform(void **context)
{
    struct cop_game *game = open_or_fail("connect4");
    struct any_state state = start_of(game);

    (void)context;
    assert_uniform(game, &state);
    state = after_moves(game, "4444441235221");
    assert_uniform(game, &state);
    cop_game_close(game);
}

static void connect4_random_games_have_known_statistics(void **context)
{
    static const struct statistics published = {21.3, 7.4, 6.76, 0.555, 0.0026, 200000};

    (void)context;
    assert_statistics("connect4", &published);
}

static void connect4_golden_playthrough(void **context)
{
    (void)context;
    assert_golden("connect4", "f f f b g a e a b a c a", "7/7/O6/O4X1/OX3O1/OOX1XXX X");
}

static void connect4_accepts_letters_and_numbers(void **context)
{
    struct cop_game *game = open_or_fail("connect4(width=12, height=4)");
    struct any_state state = after_moves(game, "a 2 C 10 l");

    (void)context;
    assert_position(game, &state, "12/12/12/XOX6O1X O");
    assert_non_null(strstr(refusal_of_moves(game, "m"), "\"m\""));
    refusal_of_moves(game, "0");
    refusal_of_moves(game, "-1");
    refusal_of_moves(game, "1x");
    cop_game_close(game);
}

static void connect4_refuses_impossible_positions(void **context)
{
    static const struct {
        const char *words, *reason;
    } cases[] = {
        {"7/7/7/7/3X3/7 O", "d2 hangs in the air"},
        {"7/7/7/7/7/X6 X", "1 X and 0 O with X to move"},
        {"7/7/7/7/7/7 O", "0 X and 0 O with O to move"},
        {"7/7/7/7/OOO4/XXXX3 X", "4 X and 3 O"},
        {"7/7/7/7/XXX1X2/OOOOX2 O", "O has a line of four already"},
        {"7/7/X6/X6/X1O4/XOOOO2 X", "one more when O moves"},
        {"7/7/X1O4/X1O4/X1O4/X1O4 X", "X has a line of four already"},
        {"7/7/6X/OO4X/OOO3X/XXXXOOX O", "cannot all come from one last stone"},
        {"7/7/7/7/7 X", "the text has 5 rows and the board has 6"},
        {"7/7/7/7/7/7/7 X", "more than the board's 6 rows"},
        {"7/7/7/7/7/6 X", "row 6 from the top has 6 of 7"},
        {"7/7/7/7/7/8 X", "row 6 from the top does not have 7"},
        {"7/7/7/7/7/3Y3 X", "'Y' in row 6"},
        {"7/7/7/7/7/7", "who moves, X or O"},
        {"7/7/7/7/7/7 Z", "who moves, X or O"},
        {"7/7/7/7/7/7 X X", "who moves, X or O"},
        {"", "row 1 from the top has 0 of 7 cells"},
    };
    struct cop_game *game = open_or_fail("connect4");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *message = refusal_of_position(game, cases[i].words);

        if (strstr(message, cases[i].reason) == NULL)
            fail_msg("\"%s\" was refused with: %s", cases[i].words, message);
    }
    cop_game_close(game);
}

static void connect4_positions_come_back_from_text(void **context)
{
    static const char *const specs[] = {"connect4", "connect4(width=12, height=4)",
                                        "connect4(width=4, height=15)"};

    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
        assert_positions_round_trip(specs[i], 200);
}

static void connect4_size_must_fit_one_word(void **context)
{
    struct cop_error error;

    (void)context;
    assert_null(cop_game_open("connect4(width=8, height=8)", &error));
    assert_non_null(strstr(error.message, "width=8, height=8 does not fit"));
    assert_non_null(strstr(error.message, "at most 7"));
    assert_null(cop_game_open("connect4(width=3)", &error));
    assert_non_null(strstr(error.message, "width"));
    assert_null(cop_game_open("connect4(columns=7)", &error));
    assert_non_null(strstr(error.message, "columns"));
}

static bool wins(const struct cop_game *game, const struct any_state *state, cop_move move)
{
    struct any_state next = *state;
    int mover = game->rules->turn(game, state);
    double of_player[2];

    game->rules->play(game, &next, move);
    if (game->rules->turn(game, &next) != COP_OVER)
        return false;
    game->rules->payoff(game, &next, of_player);
    return of_player[mover] == 1;
}

/* The moves that the policy may choose from, found by trying them. */
static int decisive_moves(const struct cop_game *game, const struct any_state *state, cop_move *out)
{
    cop_move moves[COLUMNS];
    int all = game->rules->moves(game, state, moves), count = 0;
    struct any_state handed_over = *state;

    for (int i = 0; i < all; i++)
        if (wins(game, state, moves[i]))
            out[count++] = moves[i];
    game->rules->give_turn(game, &handed_over, 1 - game->rules->turn(game, state));
    for (int i = 0, has_win = count; i < all && has_win == 0; i++)
        if (wins(game, &handed_over, moves[i]))
            out[count++] = moves[i];
    if (count == 0) {
        memcpy(out, moves, (size_t)all * sizeof *out);
        count = all;
    }
    return count;
}

static void connect4_decisive_wins_or_blocks(void **context)
{
    struct cop_game *game = open_or_fail("connect4");
    const struct cop_policy *policy = &game->rules->policies[0];
    int narrowed = 0;
    struct cop_rng rng;

    (void)context;
    assert_string_equal(policy->name, "decisive");
    cop_rng_seed(&rng, 3);
    for (int i = 0; i < 1000; i++) {
        struct any_state state = start_of(game);
        cop_move good[COLUMNS], scratch[COLUMNS];

        cop_playout(game, &state, &rng, i % 30, scratch);
        while (game->rules->turn(game, &state) != COP_OVER) {
            int count = decisive_moves(game, &state, good);
            cop_move picked = policy->pick(game, NULL, &state, NULL, &rng);
            bool is_good = false;

            for (int j = 0; j < count; j++)
                is_good = is_good || good[j] == picked;
            assert_true(is_good);
            narrowed += count < game->rules->moves(game, &state, scratch);
            game->rules->play(game, &state, picked);
        }
    }
    assert_true(narrowed > 1000);
    cop_game_close(game);
}

static void connect4_gives_the_turn(void **context)
{
    struct cop_game *game = open_or_fail("connect4");
    struct any_state state = after_moves(game, "444"), same = state;

    (void)context;
    game->rules->give_turn(game, &state, 1);
    assert_memory_equal(&state, &same, sizeof state);
    game->rules->give_turn(game, &state, 0);
    assert_int_equal(game->rules->turn(game, &state), 0);
    assert_true(game->rules->key(game, &state) != game->rules->key(game, &same));
    assert_position(game, &state, "7/7/7/3X3/3O3/3X3 X");
    game->rules->give_turn(game, &state, 1);
    assert_memory_equal(&state, &same, sizeof state);
    cop_game_close(game);
}

static void connect4_scene_is_a_rack_of_holes(void **context)
{
    struct cop_game *game = open_or_fail("connect4");
    struct any_state state = after_moves(game, "4456");
    struct cop_scene scene = {0};
    int cells[COP_PATH_MAX];

    (void)context;
    game->rules->scene(game, &state, -1, &scene);
    assert_int_equal(scene.cell_count, 42);
    assert_int_equal(scene.piece_count, 4);
    assert_string_equal(scene.owners[0], "yellow");
    for (int i = 0; i < scene.cell_count; i++)
        assert_int_equal(scene.cells[i].shape, COP_HOLE);
    assert_int_equal(game->rules->path(game, &state, 4, cells), 1);
    assert_string_equal(scene.cells[cells[0]].name, "d3");
    assert_int_equal(game->rules->path(game, &state, 7, cells), 1);
    assert_string_equal(scene.cells[cells[0]].name, "g1");
    cop_scene_free(&scene);
    cop_game_close(game);
}

static void connect4_drops_where_any_cell_of_a_column_is_clicked(void **context)
{
    struct cop_game *game = open_or_fail("connect4");
    struct any_state state = after_moves(game, "444444 5");
    int cells[COP_PATH_MAX];

    (void)context;
    game->rules->path(game, &state, 5, cells);
    for (int row = 0; row < 6; row++) {
        assert_int_equal(game->rules->click(game, &state, 7 * row + 4), cells[0]);
        assert_int_equal(game->rules->click(game, &state, 7 * row + 3), 7 * row + 3); /* full */
    }
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(connect4_perft),
        cmocka_unit_test(connect4_shortest_games_take_seven_plies),
        cmocka_unit_test(connect4_vertical_line_wins),
        cmocka_unit_test(connect4_horizontal_line_wins),
        cmocka_unit_test(connect4_diagonal_line_wins),
        cmocka_unit_test(connect4_full_column_is_no_move),
        cmocka_unit_test(connect4_full_board_without_line_is_a_draw),
        cmocka_unit_test(connect4_last_stone_can_win),
        cmocka_unit_test(connect4_lines_do_not_wrap_between_columns),
        cmocka_unit_test(connect4_two_lines_at_once_win_once),
        cmocka_unit_test(connect4_equals_the_reference),
        cmocka_unit_test(connect4_playout_is_moves_and_play),
        cmocka_unit_test(connect4_random_moves_are_uniform),
        cmocka_unit_test(connect4_random_games_have_known_statistics),
        cmocka_unit_test(connect4_golden_playthrough),
        cmocka_unit_test(connect4_accepts_letters_and_numbers),
        cmocka_unit_test(connect4_refuses_impossible_positions),
        cmocka_unit_test(connect4_positions_come_back_from_text),
        cmocka_unit_test(connect4_size_must_fit_one_word),
        cmocka_unit_test(connect4_decisive_wins_or_blocks),
        cmocka_unit_test(connect4_gives_the_turn),
        cmocka_unit_test(connect4_scene_is_a_rack_of_holes),
        cmocka_unit_test(connect4_drops_where_any_cell_of_a_column_is_clicked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
