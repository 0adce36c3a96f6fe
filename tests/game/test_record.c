/* Records and their SGF, on the heap game of take.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "coppice/coppice.h"
#include "take.h"

typedef struct {
    _Alignas(max_align_t) unsigned char bytes[COP_STATE_MAX];
} state_block;

static struct cop_game *open_take(const char *spec)
{
    struct cop_error error = {""};
    struct cop_game *game = take_open(spec, &error);

    if (game == NULL)
        print_error("%s\n", error.message);
    assert_non_null(game);
    return game;
}

/* Reads what must be readable. */
static struct cop_game *read_record(const char *sgf, struct cop_record *record)
{
    struct cop_error error = {""};
    struct cop_game *game;

    if (!cop_record_read_sgf(sgf, strlen(sgf), take_open, record, &game, &error))
        fail_msg("%s\n%s", error.message, sgf);
    return game;
}

static void write_record(const struct cop_record *record, const struct cop_game *game,
                         struct cop_text *text)
{
    struct cop_error error = {""};

    cop_text_clear(text);
    if (!cop_record_write_sgf(record, game, text, &error))
        fail_msg("%s", error.message);
}

/* SGF -> record -> SGF gives the same bytes. */
static void assert_fixed(const char *sgf)
{
    struct cop_record record;
    struct cop_game *game = read_record(sgf, &record);
    struct cop_text text = COP_TEXT;

    write_record(&record, game, &text);
    assert_string_equal(text.bytes, sgf);
    cop_text_free(&text);
    cop_record_free(&record);
    cop_game_close(game);
}

static void assert_refused(const char *sgf, const char *expected)
{
    struct cop_record record;
    struct cop_error error = {""};
    struct cop_game *game = (struct cop_game *)&record;

    assert_false(cop_record_read_sgf(sgf, strlen(sgf), take_open, &record, &game, &error));
    assert_string_equal(error.message, expected);
    assert_null(game);
    assert_null(record.game);
    assert_int_equal(record.move_count, 0);
}

static void record_is_written_as_documented(void **unused)
{
    struct cop_game *game = open_take("take(heap=9)");
    struct cop_record record = {0};
    struct cop_text text = COP_TEXT, expected = COP_TEXT;

    (void)unused;
    record.players[0] = cop_copy_string("mcts(c=0.5)");
    record.players[1] = cop_copy_string("random");
    record.result = cop_copy_string("W+");
    record.event = cop_copy_string("cup");
    record.date = cop_copy_string("2026-01-31");
    record.comment = cop_copy_string("two\nlines");
    cop_record_add(&record, 2, NULL);
    cop_record_add(&record, 2, "a [bracket]");
    cop_record_add(&record, COP_PASS, NULL);
    cop_record_add(&record, 3, NULL);
    write_record(&record, game, &text);
    cop_text_add(&expected,
                 "(;FF[4]CA[UTF-8]AP[Coppice:%s]GM[77]\n"
                 "KG[take(heap=9)]PB[mcts(c=0.5)]PW[random]RE[W+]EV[cup]DT[2026-01-31]"
                 "C[two\nlines]\n"
                 ";B[t2];W[t2]C[a [bracket\\]];B[--];W[t3])\n",
                 cop_version());
    assert_string_equal(text.bytes, expected.bytes);
    assert_fixed(text.bytes);
    cop_text_free(&text);
    cop_text_free(&expected);
    cop_record_free(&record);
    cop_game_close(game);
}

/* The names are those of who sat there last; the first node says so. */
static void who_made_a_move_is_read_and_written(void **unused)
{
    const char *sgf = "(;FF[4]KG[take(heap=9)]PB[human]PW[b]KW[last];B[t1]KW[mcts(c=1)]C[x];W[t2]"
                      ";B[t1])";
    struct cop_record record;
    struct cop_game *game = read_record(sgf, &record);
    struct cop_text text = COP_TEXT;
    struct cop_error error = {""};

    (void)unused;
    assert_string_equal(record.players[0], "human");
    assert_string_equal(record.makers[0], "mcts(c=1)");
    assert_null(record.makers[1]);
    assert_null(record.makers[2]);
    assert_true(cop_record_write_sgf(&record, game, &text, &error));
    assert_non_null(strstr(text.bytes, "PW[b]KW[last]"));
    assert_non_null(strstr(text.bytes, ";B[t1]KW[mcts(c=1)]C[x];W[t2];B[t1])"));
    assert_fixed(text.bytes);
    cop_text_free(&text);
    cop_record_free(&record);
    cop_game_close(game);
}

static void record_is_read_back_whole(void **unused)
{
    const char *sgf = "(;FF[4]KG[TAKE( heap=9 )]KP[7\\:1]KS[18446744073709551615]PB[a]PW[b]P3[c]"
                      "RE[0]EV[e]DT[d]C[x];W[t1]C[note];B[t2])";
    struct cop_record record;
    struct cop_game *game = read_record(sgf, &record);

    (void)unused;
    assert_string_equal(game->name, "take(heap=9)");
    assert_string_equal(record.game, "take(heap=9)");
    assert_string_equal(record.position, "7:1");
    assert_true(record.seed == UINT64_MAX);
    assert_string_equal(record.players[0], "a");
    assert_string_equal(record.players[1], "b");
    assert_string_equal(record.players[2], "c");
    assert_null(record.players[3]);
    assert_string_equal(record.result, "0");
    assert_string_equal(record.event, "e");
    assert_string_equal(record.date, "d");
    assert_string_equal(record.comment, "x");
    assert_int_equal(record.move_count, 2);
    assert_int_equal(record.moves[0], 1);
    assert_int_equal(record.moves[1], 2);
    assert_string_equal(record.notes[0], "note");
    assert_null(record.notes[1]);
    assert_int_equal(record.skipped, 0);
    cop_record_free(&record);
    assert_null(record.game);
    cop_game_close(game);
}

static void third_player_and_chance_have_their_own_properties(void **unused)
{
    struct cop_text sgf = COP_TEXT;

    (void)unused;
    cop_text_add(&sgf,
                 "(;FF[4]CA[UTF-8]AP[Coppice:%s]GM[77]\nKG[take(heap=12, players=3, dice=on)]KS[9]"
                 "PB[a]PW[b]P3[c]\n;B[t1];MC[d0];W[t2];MC[d1];M3[t1];MC[d0];B[t1])\n",
                 cop_version());
    assert_fixed(sgf.bytes);
    cop_text_free(&sgf);
}

static void seed_deals_the_same_start(void **unused)
{
    struct cop_game *game = open_take("take(dealt=on)");
    struct cop_record one = {.seed = 5}, other = {.seed = 6};
    state_block first, second, third;
    struct cop_error error;

    (void)unused;
    assert_true(cop_record_start(&one, game, first.bytes, &error));
    assert_true(cop_record_start(&one, game, second.bytes, &error));
    assert_true(cop_record_start(&other, game, third.bytes, &error));
    assert_memory_equal(first.bytes, second.bytes, game->state_size);
    assert_memory_not_equal(first.bytes, third.bytes, game->state_size);
    cop_game_close(game);
}

static void text_survives_brackets_breaks_and_unicode(void **unused)
{
    const char *words = "a]b\\c:d\n\xe2\x97\x8f \xc3\xa9 [x] \\";
    struct cop_game *game = open_take("take"), *again;
    struct cop_record record = {0}, copy;
    struct cop_text text = COP_TEXT;

    (void)unused;
    record.comment = cop_copy_string(words);
    record.event = cop_copy_string("one\r\ntwo\tthree");
    cop_record_add(&record, 1, words);
    write_record(&record, game, &text);
    again = read_record(text.bytes, &copy);
    assert_string_equal(copy.comment, words);
    assert_string_equal(copy.notes[0], words);
    assert_string_equal(copy.event, "one two three");
    assert_fixed(text.bytes);
    cop_record_free(&record);
    cop_record_free(&copy);
    cop_text_free(&text);
    cop_game_close(game);
    cop_game_close(again);
}

static void line_breaks_of_all_systems_are_read(void **unused)
{
    const char *sgf =
        "\xef\xbb\xbf (\r\n;\rKG\n[take]C[a\r\nb\rc\nd\\\r\ne]\r\n; B [ t1 ]\r\n)\r\n";
    struct cop_record record;
    struct cop_game *game = read_record(sgf, &record);

    (void)unused;
    assert_string_equal(record.comment, "a\nb\nc\nde");
    assert_int_equal(record.move_count, 1);
    cop_record_free(&record);
    cop_game_close(game);
}

static void further_games_are_skipped_and_counted(void **unused)
{
    const char *sgf = "(;KG[take];B[t1])(;KG[other](;B)(\\))(;KG[take])";
    struct cop_record record;
    struct cop_game *game = read_record(sgf, &record);

    (void)unused;
    assert_int_equal(record.move_count, 1);
    assert_int_equal(record.side_count, 0);
    assert_int_equal(record.skipped, 2);
    cop_record_free(&record);
    cop_game_close(game);
}

static void unknown_properties_and_empty_nodes_are_ignored(void **unused)
{
    const char *sgf = "(;KG[take]SZ[8]AB[aa][bb]VERYLONGNAME[x][y]ZZ9[];;C[lost];B[t1]BL[3.5];)";
    struct cop_record record;
    struct cop_game *game = read_record(sgf, &record);

    (void)unused;
    assert_int_equal(record.move_count, 1);
    assert_null(record.notes[0]);
    cop_record_free(&record);
    cop_game_close(game);
}

static void old_names_and_empty_passes_are_read(void **unused)
{
    const char *sgf = "(;KamaGame[take(heap=5)];Black[];White[t2]Comment[x])";
    struct cop_record record;
    struct cop_game *game = read_record(sgf, &record);

    (void)unused;
    assert_int_equal(record.move_count, 2);
    assert_true(record.moves[0] == COP_PASS);
    assert_string_equal(record.notes[1], "x");
    cop_record_free(&record);
    cop_game_close(game);
}

static void syntax_errors_have_line_and_column(void **unused)
{
    (void)unused;
    assert_refused("", "line 1, column 1: a game in SGF begins with \"(;\"");
    assert_refused("hello", "line 1, column 1: a game in SGF begins with \"(;\"");
    assert_refused("(", "line 1, column 2: \"(\" must be followed by \";\"");
    assert_refused("()", "line 1, column 2: \"(\" must be followed by \";\"");
    assert_refused("(;KG[take]\n;B[t1]",
                   "line 2, column 7: the file ends inside the game; a \")\" is missing");
    assert_refused("(;KG[take]\n\n  ;B[t1\n)", "line 3, column 5: this value is not closed; a "
                                               "\"]\" is missing");
    assert_refused("(;KG[take];B)", "line 1, column 13: a property needs a value in \"[\" and "
                                    "\"]\"");
    assert_refused("(;KG[take]!)", "line 1, column 11: \";\", \"(\", \")\" or a property was "
                                   "expected here");
    assert_refused("(;KG[take](;B[t1]);W[t1])",
                   "line 1, column 19: a node cannot follow a variation");
    assert_refused("(;KG[take](;B[t1])(;B[t2])", "line 1, column 27: the file ends inside the "
                                                 "game; a \")\" is missing");
    assert_refused("(;KG[take](;B[t1])\r\n(;B[t2]",
                   "line 2, column 8: the file ends inside the game; a \")\" is missing");
    assert_refused("(;KG[take](;B[t1])\r\n(;B[t2];W)",
                   "line 2, column 10: a property needs a value in \"[\" and \"]\"");
    assert_refused("(;KG[take])\r\n(;B[t2]",
                   "line 2, column 1: this game is not closed; a \")\" is missing");
    assert_refused("(;KG[take])\r\nx", "line 2, column 1: nothing can follow the end of the game");
    assert_refused("(;C[\xc3\xa9\xe2\x97\x8f]!", "line 1, column 8: \";\", \"(\", \")\" or a "
                                                 "property was expected here");
}

static void nul_bytes_are_refused(void **unused)
{
    struct cop_record record;
    struct cop_error error;
    struct cop_game *game;

    (void)unused;
    assert_false(cop_record_read_sgf("(;KG[t\0ke])", 12, take_open, &record, &game, &error));
    assert_string_equal(error.message, "line 1, column 7: a NUL byte; this is not a text file");
}

static void errors_of_the_game_have_line_and_column(void **unused)
{
    (void)unused;
    assert_refused("(;FF[4]GM[1]SZ[19];B[pd])",
                   "line 1, column 1: this is a record of Go by another "
                   "program; only records that Coppice has written, "
                   "with KG in their first node, can be read");
    assert_refused("(;FF[4])", "line 1, column 1: the file does not say which game it is; the "
                               "first node needs KG, such as KG[othello(size=6)]");
    assert_refused("(;FF[4]\nKG[chess])", "line 2, column 4: there is no game \"chess\"");
    assert_refused("(;KG[take(heap=99)])",
                   "line 1, column 6: take: heap=99 is not allowed; it must be a whole number "
                   "from 1 to 30");
    assert_refused("(;KG[take]KG[take])", "line 1, column 11: KG is given twice");
    assert_refused("(;KG[take]EV[a][b])", "line 1, column 11: EV has more than one value");
    assert_refused("(;KG[take]KP[x])",
                   "line 1, column 14: take: \"x\" is not a position such as 7:0");
    assert_refused("(;KG[take]KS[-1])", "line 1, column 14: KS must be a whole number below 2^64");
    assert_refused("(;KG[take]KS[18446744073709551616])",
                   "line 1, column 14: KS must be a whole number below 2^64");
    assert_refused("(;KG[take]\n;B[t1];W[t4])",
                   "line 2, column 10: \"t4\" is not a legal move for White; legal: t1, t2, t3");
    assert_refused("(;KG[take];B[some])",
                   "line 1, column 14: \"some\" is ambiguous: it can mean t2 or t3");
    assert_refused("(;KG[take];B[])",
                   "line 1, column 14: \"pass\" is not a legal move for Black; legal: t1, t2, t3");
    assert_refused("(;KG[take];W[t1])",
                   "line 1, column 12: Black moves next, which is written B and not W");
    assert_refused("(;KG[take(dice=on)];B[t1];W[t1])",
                   "line 1, column 27: Chance moves next, which is written MC and not W");
    assert_refused("(;KG[take];B[t1]B[t1])", "line 1, column 17: B is a second move in one node");
    assert_refused("(;KG[take];B[t1][t2])", "line 1, column 12: B has more than one value");
    assert_refused("(;KG[take];B[t1]C[a]C[b])", "line 1, column 21: C is given twice");
    assert_refused("(;KG[take(heap=1)];B[t1];W[t1])",
                   "line 1, column 26: W is a move after the end of the game");
}

static void illegal_records_are_not_written(void **unused)
{
    struct cop_game *game = open_take("take(heap=2)");
    struct cop_record record = {0};
    struct cop_text text = COP_TEXT;
    struct cop_error error;

    (void)unused;
    cop_record_add(&record, 1, NULL);
    cop_record_add(&record, 2, NULL);
    assert_false(cop_record_write_sgf(&record, game, &text, &error));
    assert_string_equal(error.message, "move 2 of the record is not legal in take(heap=2)");
    cop_text_free(&text);
    cop_record_free(&record);
    cop_game_close(game);
}

/* A random game with random notes. */
static void play_random_record(const struct cop_game *game, struct cop_rng *rng,
                               struct cop_record *record)
{
    struct cop_error error;
    state_block state;
    cop_move moves[3];

    record->seed = cop_rng_below(rng, 3);
    if (cop_rng_below(rng, 4) == 0)
        record->position = cop_copy_string("8:1");
    assert_true(cop_record_start(record, game, state.bytes, &error));
    while (game->rules->turn(game, state.bytes) != COP_OVER) {
        cop_move move = cop_random_move(game, state.bytes, rng, moves);

        cop_record_add(record, move, cop_rng_below(rng, 5) == 0 ? "good: \\ ] move" : NULL);
        game->rules->play(game, state.bytes, move);
    }
}

static void random_games_come_back_the_same(void **unused)
{
    static const char *const specs[] = {"take", "take(heap=30, dice=on)", "take(players=3)",
                                        "take(dealt=on, dice=on)"};
    struct cop_text text = COP_TEXT;
    struct cop_rng rng;

    (void)unused;
    cop_rng_seed(&rng, 11);
    for (int i = 0; i < 400; i++) {
        struct cop_game *game = open_take(specs[i % 4]), *again;
        struct cop_record record = {0}, copy;

        play_random_record(game, &rng, &record);
        write_record(&record, game, &text);
        again = read_record(text.bytes, &copy);
        assert_string_equal(again->name, game->name);
        assert_int_equal(copy.move_count, record.move_count);
        assert_memory_equal(copy.moves, record.moves,
                            sizeof *record.moves * (size_t)record.move_count);
        assert_true(copy.seed == record.seed);
        assert_fixed(text.bytes);
        cop_record_free(&record);
        cop_record_free(&copy);
        cop_game_close(game);
        cop_game_close(again);
    }
    cop_text_free(&text);
}

static const char sample[] = "(;FF[4]KG[take(heap=9, dice=on)]KP[9\\:0]KS[7]PB[a\\]b]C[x\ny]\n"
                             ";B[t2]C[n];MC[d1](;W[t1];MC[d0])(;W[t2]))";

/* A cut file never closes its first bracket, so every shorter one is an error. */
static void truncated_files_are_refused(void **unused)
{
    (void)unused;
    for (size_t length = 0; length < sizeof sample - 1; length++) {
        char *cut = malloc(length + 1); /* exactly as large, so that a sanitizer sees reading on */
        struct cop_record record;
        struct cop_error error;
        struct cop_game *game;

        memcpy(cut, sample, length);
        assert_false(cop_record_read_sgf(cut, length, take_open, &record, &game, &error));
        assert_memory_equal(error.message, "line ", 5);
        free(cut);
    }
}

static void damaged_files_are_errors_or_games_that_come_back(void **unused)
{
    static const char bytes[] = "()[];\\:BWCMKGP123 \n\rt\xc3";
    struct cop_text text = COP_TEXT;
    struct cop_rng rng;
    int readable = 0;

    (void)unused;
    cop_rng_seed(&rng, 12);
    for (int round = 0; round < 20000; round++) {
        char damaged[sizeof sample];
        struct cop_record record;
        struct cop_error error;
        struct cop_game *game;

        memcpy(damaged, sample, sizeof sample);
        for (uint32_t hits = 1 + cop_rng_below(&rng, 3); hits > 0; hits--)
            damaged[cop_rng_below(&rng, sizeof sample - 1)] =
                bytes[cop_rng_below(&rng, sizeof bytes - 1)];
        if (!cop_record_read_sgf(damaged, sizeof sample - 1, take_open, &record, &game, &error))
            continue;
        write_record(&record, game, &text);
        assert_fixed(text.bytes);
        cop_record_free(&record);
        cop_game_close(game);
        readable++;
    }
    assert_in_range(readable, 100, 19900);
    cop_text_free(&text);
}

/* By a game that is open already; another one's record is refused and nothing is left of it. */
static void a_known_game_reads_its_own_records(void **context)
{
    struct cop_game *game = open_take("take");
    struct cop_game *other = open_take("take(heap=9)");
    struct cop_record record;
    struct cop_error error = {""};
    struct cop_text sgf = COP_TEXT;

    (void)context;
    cop_text_add(&sgf, "(;KG[%s];B[1])", other->name);
    assert_true(cop_record_read_game("(;KG[take()];B[1])", 18, game, &record, &error));
    assert_int_equal(record.move_count, 1);
    cop_record_free(&record);
    if (!cop_record_read_game(sgf.bytes, sgf.length, other, &record, &error))
        fail_msg("%s", error.message);
    cop_record_free(&record);
    assert_false(cop_record_read_game(sgf.bytes, sgf.length, game, &record, &error));
    assert_non_null(strstr(error.message, "and not of take"));
    assert_int_equal(record.move_count, 0);
    assert_false(cop_record_read_game("(;KG[take];B[99])", 17, game, &record, &error));
    assert_true(cop_game_is(game, "take"));
    assert_false(cop_game_is(game, other->name));
    assert_true(cop_game_is(other, "take( heap = 9 )"));
    assert_false(cop_game_is(game, "take(heap=nonsense)"));
    assert_false(cop_game_is(game, "(("));
    assert_false(cop_game_is(game, "othello"));
    cop_text_free(&sgf);
    cop_game_close(game);
    cop_game_close(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_game_reads_its_own_records),
        cmocka_unit_test(record_is_written_as_documented),
        cmocka_unit_test(who_made_a_move_is_read_and_written),
        cmocka_unit_test(record_is_read_back_whole),
        cmocka_unit_test(third_player_and_chance_have_their_own_properties),
        cmocka_unit_test(seed_deals_the_same_start),
        cmocka_unit_test(text_survives_brackets_breaks_and_unicode),
        cmocka_unit_test(line_breaks_of_all_systems_are_read),
        cmocka_unit_test(further_games_are_skipped_and_counted),
        cmocka_unit_test(unknown_properties_and_empty_nodes_are_ignored),
        cmocka_unit_test(old_names_and_empty_passes_are_read),
        cmocka_unit_test(syntax_errors_have_line_and_column),
        cmocka_unit_test(nul_bytes_are_refused),
        cmocka_unit_test(errors_of_the_game_have_line_and_column),
        cmocka_unit_test(illegal_records_are_not_written),
        cmocka_unit_test(random_games_come_back_the_same),
        cmocka_unit_test(truncated_files_are_refused),
        cmocka_unit_test(damaged_files_are_errors_or_games_that_come_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
