/* test_dialect.c - moves as other programs write them are read as the moves that were written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/coppice.h"
#include "game/dialect.h"

/* ---- Every move of random games, both ways ---- */

static void check_moves(enum cop_dialect dialect, const struct cop_game *game, const void *state)
{
    cop_move *moves = malloc((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->moves(game, state, moves);
    struct cop_text text = COP_TEXT;
    struct cop_error error = {""};

    for (int i = 0; i < count; i += 1 + count / 40) {
        cop_move read = COP_NO_MOVE;

        cop_text_clear(&text);
        cop_dialect_write(dialect, game, state, moves[i], &text);
        assert_null(strchr(text.bytes, ' '));
        if (!cop_dialect_read(dialect, game, state, text.bytes, &read, &error))
            fail_msg("%s: \"%s\": %s", game->name, text.bytes, error.message);
        assert_true(read == moves[i]);
    }
    cop_text_free(&text);
    free(moves);
}

static void play_games(const struct cop_game *game, enum cop_dialect dialect)
{
    unsigned char *state = calloc(1, game->state_size);
    cop_move *moves = malloc((size_t)game->max_moves * sizeof *moves);
    struct cop_rng rng;

    cop_rng_seed(&rng, 5);
    game->rules->start(game, state, &rng);
    for (int ply = 0; ply < 60 && game->rules->turn(game, state) != COP_OVER; ply++) {
        int count = game->rules->moves(game, state, moves);

        check_moves(dialect, game, state);
        game->rules->play(game, state, moves[cop_rng_below(&rng, (uint32_t)count)]);
    }
    free(moves);
    free(state);
}

static void what_is_written_is_read(void **context)
{
    static const char *const games[] = {
        "connect4",           "othello(size=6)", "breakthrough",     "amazons(size=6)",
        "fanorona",           "twixt(size=8)",   "focus(players=2)", "chinesecheckers",
        "dice(size=4)",       "ontop",           "rolit(players=2)", "amazons(size=6, split=on)",
        "chancebreakthrough",
    };

    (void)context;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct cop_error error = {""};
        struct cop_game *game = cop_game_open(games[i], &error);

        if (game == NULL)
            fail_msg("%s", error.message);
        for (int dialect = 0; dialect < 3; dialect++)
            play_games(game, (enum cop_dialect)dialect);
        cop_game_close(game);
    }
}

/* ---- The words themselves ---- */

static void moves_have_the_words_of_other_engines(void **context)
{
    static const struct {
        const char *game, *moves, *own, *squares, *fairy;
    } rows[] = {
        {"connect4", "d", "d", "d", "P@d2"},
        {"othello", "", "d3", "d3", "P@d3"},
        {"breakthrough", "", "a2a3", "a2a3", "a2a3"},
        {"amazons", "", "d1c1-b1", "d1c1b1", "d1c1,c1b1"},
        {"focus", "", "c7-c8", "c7c8", "c7c8"},
        {"chinesecheckers", "", "C2-D6", "c2d6", "c2d6"},
        {"fanorona", "", "d3-e3A", "d3e3a", "d3e3a"},
        {"twixt", "", "B2", "b2", "P@b2"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cop_error error = {""};
        struct cop_game *game = cop_game_open(rows[i].game, &error);
        unsigned char *state = calloc(1, game->state_size);
        const char *const words[] = {rows[i].own, rows[i].squares, rows[i].fairy};
        struct cop_rng rng;
        cop_move move;

        cop_rng_seed(&rng, 1);
        game->rules->start(game, state, &rng);
        assert_true(rows[i].moves[0] == '\0' ||
                    cop_moves_play(game, state, rows[i].moves, NULL, NULL, &error));
        assert_true(cop_move_read(game, state, rows[i].own, &move, &error));
        for (int dialect = 0; dialect < 3; dialect++) {
            struct cop_text text = COP_TEXT;

            cop_dialect_write((enum cop_dialect)dialect, game, state, move, &text);
            assert_string_equal(text.bytes, words[dialect]);
            cop_text_free(&text);
        }
        free(state);
        cop_game_close(game);
    }
}

/* A pass of Othello is 0000, and is understood in the other ways in which engines write it. */
static void a_pass_has_several_words(void **context)
{
    static const char *const words[] = {"0000", "@@@@", "c3c3"};
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open("othello(size=4)", &error);
    unsigned char *state = calloc(1, game->state_size);
    struct cop_text text = COP_TEXT;
    cop_move pass, read;

    (void)context;
    assert_true(cop_position_read(game, "XXXXXXXXXXXXXXO- O", state, &error));
    assert_true(cop_move_read(game, state, "pass", &pass, &error));
    cop_dialect_write(COP_DIALECT_FAIRY, game, state, pass, &text);
    assert_string_equal(text.bytes, "0000");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_true(cop_dialect_read(COP_DIALECT_FAIRY, game, state, words[i], &read, &error));
        assert_true(read == pass);
    }
    assert_false(cop_dialect_read(COP_DIALECT_FAIRY, game, state, "c3c4", &read, &error));
    assert_false(cop_dialect_read(COP_DIALECT_SQUARES, game, state, "c3c3", &read, &error));
    cop_text_free(&text);
    free(state);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(moves_have_the_words_of_other_engines),
        cmocka_unit_test(a_pass_has_several_words),
    };

    return cmocka_run_group_tests_name("dialect", tests, NULL, NULL);
}
