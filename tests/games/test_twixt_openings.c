/* test_twixt_openings.c - TwixT: what is known of first pegs that may be taken over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../tools/first_pegs.h"
#include "base/file.h"

enum { SIZE = 12, HOLES = SIZE * (SIZE - 2) };

static struct cop_game *open_game(const char *spec)
{
    struct cop_error error = {{0}};
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    return game;
}

/* What the game knows of the position. */
static int ask(const struct cop_game *game, const void *state, struct cop_opening_move *out,
               double *others)
{
    return game->rules->opening(game, state, out, others);
}

static const struct cop_opening_move *find_move(const struct cop_opening_move *list, int count,
                                                cop_move move)
{
    for (int i = 0; i < count; i++)
        if (list[i].move == move)
            return &list[i];
    return NULL;
}

/* White has what Black leaves, Black what he takes or leaves, and a third move is not known. */
static void both_sides_go_by_the_same_number(void **unused)
{
    struct cop_game *game = open_game("twixt(swap=on)");
    struct cop_opening_move pegs[HOLES + 1], swap[HOLES + 1];
    struct twixt_position start, offered;
    cop_move reply[HOLES + 1]; /* taking over is the last */
    double others;
    int count, replies, taken = 0;

    (void)unused;
    game->rules->start(game, &start, NULL);
    count = ask(game, &start, pegs, &others);
    assert_int_equal(count, HOLES);
    assert_true(others == 0);
    for (int i = 0; i < count; i++) {
        double best;

        memcpy(&offered, &start, game->state_size);
        game->rules->play(game, &offered, pegs[i].move);
        assert_int_equal(ask(game, &offered, swap, &others), 1);
        assert_int_equal(swap->move, TWIXT_SWAP);
        assert_int_equal(swap->games, pegs[i].games);
        assert_true(swap->chance > 0 && swap->chance < 1);
        assert_float_equal(swap->chance + others, 1, 1e-9);
        best = swap->chance > others ? swap->chance : others;
        assert_float_equal(pegs[i].chance, 1 - best, 1e-9);
        taken += swap->chance > others;
        replies = game->rules->moves(game, &offered, reply);
        game->rules->play(game, &offered, i % 2 == 0 ? TWIXT_SWAP : reply[i % (replies - 1)]);
        assert_int_equal(ask(game, &offered, swap, &others), 0);
    }
    assert_in_range(taken, 1, HOLES - 1);
    cop_game_close(game);
}

static void mirrored_pegs_are_worth_the_same(void **unused)
{
    struct cop_game *game = open_game("twixt(swap=on)");
    const struct twixt_board *board = twixt_board_of(game);
    struct cop_opening_move pegs[HOLES + 1];
    struct twixt_position start;
    double others;
    int count;

    (void)unused;
    game->rules->start(game, &start, NULL);
    count = ask(game, &start, pegs, &others);
    for (int i = 0; i < count; i++) {
        int hole = (int)pegs[i].move - 1;
        int column = hole % board->stride, row = hole / board->stride;
        cop_move sides = (cop_move)twixt_hole(board, SIZE - 1 - column, row) + 1;
        cop_move ends = (cop_move)twixt_hole(board, column, SIZE - 1 - row) + 1;

        assert_true(find_move(pegs, count, sides)->chance == pegs[i].chance);
        assert_true(find_move(pegs, count, ends)->chance == pegs[i].chance);
    }
    cop_game_close(game);
}

static void without_a_swap_or_data_nothing_is_known(void **unused)
{
    static const char *const specs[] = {"twixt", "twixt(size=9, swap=on)",
                                        "twixt(size=4, swap=on)"};

    (void)unused;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct cop_game *game = open_game(specs[i]);
        struct cop_opening_move known[TWIXT_HOLES_MAX + 1];
        struct twixt_position position;
        double others = 5;

        game->rules->start(game, &position, NULL);
        assert_int_equal(ask(game, &position, known, &others), 0);
        game->rules->play(game, &position, 3);
        assert_int_equal(ask(game, &position, known, &others), 0);
        assert_true(others == 0);
        cop_game_close(game);
    }
}

/* A swap that games have shown to be bad is no more than the last of all moves in every order. */
static void orderings_have_bad_swaps_last(void **unused)
{
    struct cop_game *game = open_game("twixt(swap=on)");
    struct cop_opening_move pegs[HOLES + 1], swap;
    struct twixt_position start, offered;
    double others;
    int count;

    (void)unused;
    game->rules->start(game, &start, NULL);
    count = ask(game, &start, pegs, &others);
    for (int i = 0; i < count; i++)
        for (const struct cop_ordering *order = game->rules->orderings; order->name != NULL;
             order++) {
            cop_move moves[TWIXT_HOLES_MAX + 1];
            float rating[TWIXT_HOLES_MAX + 1], of_swap = 0;
            int all, above = 0;

            memcpy(&offered, &start, game->state_size);
            game->rules->play(game, &offered, pegs[i].move);
            ask(game, &offered, &swap, &others);
            all = game->rules->moves(game, &offered, moves);
            order->rate(game, &offered, moves, all, rating);
            for (int k = 0; k < all; k++)
                if (moves[k] == TWIXT_SWAP)
                    of_swap = rating[k];
            for (int k = 0; k < all; k++)
                above += rating[k] > of_swap;
            if (swap.chance < 0.5)
                assert_in_range(above, all - 10, all - 1);
            else
                assert_int_equal(above, 0);
        }
    cop_game_close(game);
}

/* ---- The data ---- */

static char *read_data(size_t *length)
{
    struct cop_error error = {{0}};
    char *text = cop_file_read("data/twixt/openings.txt", 1 << 20, length, &error);

    if (text == NULL)
        fail_msg("%s", error.message);
    return text;
}

static void the_data_are_what_their_counts_give(void **unused)
{
    static struct first_pegs_of_boards boards;
    struct cop_text again = COP_TEXT;
    struct cop_error error = {{0}};
    size_t length;
    char *text = read_data(&length);

    (void)unused;
    if (!first_pegs_read(&boards, text, length, &error))
        fail_msg("%s", error.message);
    first_pegs_write(&boards, &again);
    assert_string_equal(again.bytes, text);
    cop_text_free(&again);
    free(text);
}

static void assert_refused(struct twixt_board *board, const char *text, const char *part)
{
    struct cop_error error = {{0}};

    memset(board->first, 0, sizeof board->first);
    assert_false(twixt_read_openings(board, text, strlen(text), &error));
    if (strstr(error.message, part) == NULL)
        fail_msg("'%s' instead of '%s'", error.message, part);
}

static void damaged_data_are_refused(void **unused)
{
    static const char whole[] = "4\t0\t1\t2\t1\t500\n4\t1\t1\t2\t1\t600\n";
    static struct twixt_board board;
    struct cop_game *game = open_game("twixt(size=4, swap=on)");
    struct cop_error error;

    (void)unused;
    board = *twixt_board_of(game);
    assert_refused(&board, "4\t0\t1\t2\t1\n", "line 1 of the openings: a class has six numbers");
    assert_refused(&board, "\n4\t0\t1\t2\tx\t500\n", "line 2 of the openings: there is a number");
    assert_refused(&board, "4\t0\t1\t2\t1\t1000\n", "too large");
    assert_refused(&board, "4\t0\t1\t2\t5\t500\n", "no such class or result");
    assert_refused(&board, "4\t0\t0\t2\t1\t500\n", "no such class or result");
    assert_refused(&board, "4\t2\t1\t2\t1\t500\n", "no such class or result");
    assert_refused(&board, "4\t0\t1\t2\t1\t0\n", "no such class or result");
    assert_refused(&board, "4\t0\t1\t2\t1\t500\n", "have 4 of the 8 holes of size 4");
    memset(board.first, 0, sizeof board.first);
    assert_true(twixt_read_openings(&board, whole, strlen(whole), &error));
    assert_int_equal(board.first[2][1].chance, 600);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_sides_go_by_the_same_number),
        cmocka_unit_test(mirrored_pegs_are_worth_the_same),
        cmocka_unit_test(without_a_swap_or_data_nothing_is_known),
        cmocka_unit_test(orderings_have_bad_swaps_last),
        cmocka_unit_test(the_data_are_what_their_counts_give),
        cmocka_unit_test(damaged_data_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
