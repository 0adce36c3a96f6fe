/* test_example.c - the game of docs/adding-a-game.md: its rules, its place in the registry after
 * one row more, and the program that plays it through the library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "brute.h"
#include "program.h"

enum { FILE_MAX = 1 << 16 };

extern const struct cop_rules cop_tictactoe;

static struct cop_game *open_example(void)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open_rules(&cop_tictactoe, NULL, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    return game;
}

/* 255168 games in all, of which 127872 fill the board. */
static void tictactoe_perft_is_known(void **unused)
{
    static const int64_t known[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
    struct cop_game *game = open_example();
    unsigned char state[16] = {0};

    (void)unused;
    game->rules->start(game, state, NULL);
    for (int depth = 0; depth < 10; depth++)
        assert_int_equal(cop_perft(game, state, depth), known[depth]);
    cop_game_close(game);
}

static void tictactoe_is_a_draw(void **unused)
{
    struct cop_game *game = open_example();
    unsigned char state[16] = {0};
    double value[2];

    (void)unused;
    game->rules->start(game, state, NULL);
    brute_value(game, state, value);
    assert_float_equal(value[0], 0.5, 0);
    cop_game_close(game);
}

static void tictactoe_refuses_boards_that_cannot_arise(void **unused)
{
    static const char *const wrong[] = {"xx.......", "ooo.xx.xx", "xxxooo...",
                                        "xo",        "xo......?", "oxxxoxox.o"};
    struct cop_game *game = open_example();

    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        unsigned char state[16] = {0};
        struct cop_error error = {""};

        assert_false(cop_position_read(game, wrong[i], state, &error));
        assert_non_null(strstr(error.message, wrong[i]));
    }
    cop_game_close(game);
}

/* Whoever has two in an open line is ahead, by as much for either player. */
static void tictactoe_evaluator_counts_open_lines(void **unused)
{
    static const struct {
        const char *board;
        double value; /* for X */
    } cases[] = {
        {".........", 0},  {"....x....", 4}, /* four lines of one */
        {"o...x....", 1},                    /* three are left, and two of O's own */
        {"xx.......", 7},  /* a pair, and three lines of one: to the right, and upwards twice */
        {"xxo.oo..x", -6}, /* two pairs of O's against two lines of one of X's */
    };
    struct cop_game *game = open_example();
    const struct cop_evaluator *evaluator = &game->rules->evaluators[0];

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint16_t board[2] = {0, 0};
        double value[2];

        for (int cell = 0; cell < 9; cell++)
            if (cases[i].board[cell] != '.')
                board[cases[i].board[cell] == 'o'] |= (uint16_t)(1 << cell);
        evaluator->evaluate(game, NULL, board, value);
        assert_float_equal(value[0], cases[i].value, 0);
        assert_float_equal(value[1], -cases[i].value, 0);
    }
    cop_game_close(game);
}

/* X has a1 and b1: c1 completes a line; of the others the middle is in most lines. */
static void tictactoe_ordering_tries_a_finished_line_first(void **unused)
{
    struct cop_game *game = open_example();
    unsigned char state[16] = {0};
    cop_move moves[9];
    float rating[9];
    int count;
    struct cop_error error = {""};

    (void)unused;
    game->rules->start(game, state, NULL);
    assert_true(cop_moves_play(game, state, "a1 a3 b1 b3", NULL, NULL, &error));
    count = game->rules->moves(game, state, moves);
    game->rules->orderings[0].rate(game, state, moves, count, rating);
    assert_int_equal(moves[0], 3); /* c1 */
    for (int i = 1; i < count; i++)
        assert_true(rating[i] < rating[0]);
    assert_int_equal(moves[2], 5); /* b2 */
    assert_true(rating[2] > rating[1] && rating[2] > rating[3]);
    cop_game_close(game);
}

/* This program is linked with a registry that has one row more, as the document says. */
static void one_row_registers_a_game(void **unused)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open("TicTacToe", &error);

    (void)unused;
    assert_non_null(game);
    assert_string_equal(game->name, "tictactoe");
    cop_game_close(game);
    game = cop_game_open("othello(size=6)", &error);
    assert_non_null(game);
    cop_game_close(game);
}

static char *read_whole(const char *path)
{
    FILE *file = fopen(path, "r");
    char *bytes = calloc(1, FILE_MAX);

    if (file == NULL || bytes == NULL)
        fail_msg("cannot read %s", path);
    assert_true(fread(bytes, 1, FILE_MAX - 1, file) > 0);
    fclose(file);
    return bytes;
}

static void document_quotes_the_example(void **unused)
{
    char *document = read_whole("docs/adding-a-game.md");
    char *sources[] = {read_whole("examples/tictactoe.c"), read_whole("examples/selfplay.c")};
    int quotes = 0;

    (void)unused;
    for (char *at = strstr(document, "\n```c\n"); at != NULL; at = strstr(at, "\n```c\n")) {
        char *quote = at + strlen("\n```c\n");
        char *end = strstr(quote, "```");

        assert_non_null(end);
        *end = '\0';
        if (strstr(sources[0], quote) == NULL && strstr(sources[1], quote) == NULL)
            fail_msg("the examples do not contain:\n%s", quote);
        quotes++;
        at = end + 1;
    }
    assert_true(quotes >= 8);
    free(document);
    free(sources[0]);
    free(sources[1]);
}

static void mcts_draws_against_itself(void **unused)
{
    struct program selfplay;
    const char *end;

    (void)unused;
    program_run(&selfplay, (const char *const[]){NULL});
    assert_string_equal(selfplay.errors, "");
    assert_int_equal(selfplay.status, 0);
    end = strstr(selfplay.output, "draw\n");
    assert_non_null(end);
    assert_string_equal(end, "draw\n");
    program_free(&selfplay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tictactoe_perft_is_known),
        cmocka_unit_test(tictactoe_is_a_draw),
        cmocka_unit_test(tictactoe_refuses_boards_that_cannot_arise),
        cmocka_unit_test(tictactoe_evaluator_counts_open_lines),
        cmocka_unit_test(tictactoe_ordering_tries_a_finished_line_first),
        cmocka_unit_test(one_row_registers_a_game),
        cmocka_unit_test(document_quotes_the_example),
        cmocka_unit_test(mcts_draws_against_itself),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
