/* test_pgn.c - games in the manner of PGN: the moves come back, the tags hold any text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "coppice/coppice.h"
#include "game/pgn.h"

enum { PLIES_MOST = 400 };

/* A random game; `last` is where it ends. */
static void play_record(const struct cop_game *game, uint64_t seed, struct cop_record *record,
                        void *last)
{
    cop_move *room = cop_allocate((size_t)game->max_moves * sizeof *room);
    struct cop_rng rng;

    record->seed = seed;
    assert_true(cop_record_start(record, game, last, NULL));
    cop_rng_seed(&rng, seed);
    while (record->move_count < PLIES_MOST && game->rules->turn(game, last) != COP_OVER) {
        cop_move move = cop_random_move(game, last, &rng, room);

        cop_record_add(record, move, NULL);
        game->rules->play(game, last, move);
    }
    free(room);
}

static void check_lines(const char *moves)
{
    for (const char *at = moves; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n')
        assert_true(strcspn(at, "\n") <= 79 || strchr(at, ' ') == NULL);
}

static void check_game(const struct cop_game *game, uint64_t seed)
{
    _Alignas(max_align_t) unsigned char last[COP_STATE_MAX], again[COP_STATE_MAX];
    struct cop_record record = {0};
    struct cop_text text = COP_TEXT;
    struct cop_error error = {""};
    char *moves;

    play_record(game, seed, &record, last);
    if (!cop_record_write_pgn(&record, game, NULL, &text, &error))
        fail_msg("%s: %s", game->name, error.message);
    assert_true(cop_record_start(&record, game, again, NULL));
    moves = strstr(text.bytes, "\n\n");
    assert_non_null(moves);
    check_lines(moves + 2);
    moves[strlen(moves) - strlen("*\n")] = '\0'; /* the result: the record has none */
    if (!cop_moves_play(game, again, moves, NULL, NULL, &error))
        fail_msg("%s: %s in %s", game->name, error.message, moves);
    assert_memory_equal(again, last, game->state_size);
    cop_record_free(&record);
    cop_text_free(&text);
}

static void the_moves_of_every_game_come_back(void **unused)
{
    (void)unused;
    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++) {
        struct cop_game *game = cop_game_open((*at)->name, NULL);

        for (uint64_t seed = 1; seed <= 3; seed++)
            check_game(game, seed);
        cop_game_close(game);
    }
}

static void tags_hold_any_text(void **unused)
{
    static const char expected[] = "[Event \"?\"]\n"
                                   "[Site \"?\"]\n"
                                   "[Date \"????.??.??\"]\n"
                                   "[Round \"2.7\"]\n"
                                   "[White \"gtp(command=\\\"a \\\\ b\\\")\"]\n"
                                   "[Black \"two lines\"]\n"
                                   "[Result \"0-1\"]\n"
                                   "[Variant \"connect4\"]\n"
                                   "[SetUp \"1\"]\n"
                                   "[FEN \"%s\"]\n"
                                   "[Termination \"time\"]\n"
                                   "\n"
                                   "0-1\n";
    struct cop_game *game = cop_game_open("connect4", NULL);
    struct cop_pgn_place place = {2, 7, "time"};
    struct cop_record record = {.result = cop_copy_string("W+T")};
    struct cop_text text = COP_TEXT, wanted = COP_TEXT, position = COP_TEXT;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX] = {0};
    struct cop_rng rng = {0};

    (void)unused;
    game->rules->start(game, state, &rng);
    game->rules->write_position(game, state, &position);
    record.position = cop_copy_string(position.bytes);
    record.players[0] = cop_copy_string("gtp(command=\"a \\ b\")");
    record.players[1] = cop_copy_string("two\nlines");
    assert_true(cop_record_write_pgn(&record, game, &place, &text, NULL));
    cop_text_add(&wanted, expected, position.bytes);
    assert_string_equal(text.bytes, wanted.bytes);
    cop_record_free(&record);
    cop_text_free(&text);
    cop_text_free(&wanted);
    cop_text_free(&position);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_moves_of_every_game_come_back),
        cmocka_unit_test(tags_hold_any_text),
    };

    return cmocka_run_group_tests_name("pgn", tests, NULL, NULL);
}
