/* test_book.c - books in memory and in files: what is asked is answered, mirror images too, what is
 * saved comes back, and what is no book, or another game's, is refused in words. */
#include "book_support.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "folder.h"

static char folder[FOLDER_ROOM];
static char path[FOLDER_ROOM + 16];

static int make_folder(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "%s", "");
    if (folder_make(folder) != 0)
        return -1;
    snprintf(path, sizeof path, "%s/a.book", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return folder_remove(folder);
}

/* The usual start of 6 x 6 has amazons on a3, c1, d1, f3. */
static const char lines66[] = "# a remark\n"
                              "Root;0.5;100\n"
                              "c1c4-e4;1.5;60\n"
                              "c1c4-e4 a4a6-b6;1;59\n"
                              "c1c4-c2;2;30\n"
                              "c1c4-c5;9;11\n"
                              "c1b2-b3;?;12\n";

static void save(struct cop_book *book)
{
    struct cop_error error = {{0}};
    struct cop_book_file *file = cop_book_file_build(path, &book->about, &error);

    if (file == NULL || !cop_book_save(book, file, &error))
        fail_msg("%s", error.message);
    cop_book_file_close(file);
}

static void refuses(const char *spec, const char *words)
{
    struct cop_game *game = open_game(spec);
    struct cop_error error = {{0}};

    assert_null(cop_book_open(path, game, &error));
    if (strstr(error.message, words) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", words, error.message);
    cop_game_close(game);
}

static void make_small_book(void)
{
    struct cop_game *game = open_game("amazons(size=6)");
    struct cop_book_lines lines;
    struct cop_book *book = book_from_lines(game, lines66, &lines);

    save(book);
    cop_book_close(book);
    cop_game_close(game);
}

static void moves_come_by_visits_and_the_choice_by_value(void **state)
{
    struct cop_game *game = open_game("amazons(size=6)");
    struct cop_book_lines lines;
    struct cop_book *book = book_from_lines(game, lines66, &lines);
    struct cop_book_taste taste = COP_BOOK_TASTE;
    struct cop_book_move moves[8], chosen;
    char start[64];

    (void)state;
    play_words(game, "", start);
    assert_int_equal(cop_book_moves(book, start, moves, 8), 4);
    assert_int_equal(moves[0].visits, 60);
    assert_int_equal(moves[3].visits, 11);
    assert_true(isnan(moves[2].value));
    assert_int_equal(cop_book_moves(book, start, moves, 2), 2);
    /* 11 and 12 visits are less than a fifth of 60, so 2.0 is the best value. */
    assert_true(cop_book_choose(book, start, &taste, &chosen));
    assert_int_equal(chosen.visits, 30);
    taste.share = 0.1;
    assert_true(cop_book_choose(book, start, &taste, &chosen));
    assert_int_equal(chosen.visits, 11);
    taste.least = 61;
    assert_false(cop_book_choose(book, start, &taste, &chosen));
    cop_book_close(book);
    cop_game_close(game);
}

static void variety_draws_among_good_moves_only(void **state)
{
    struct cop_game *game = open_game("amazons(size=6)");
    struct cop_book_lines lines;
    struct cop_book *book = book_from_lines(game, lines66, &lines);
    struct cop_book_taste taste = COP_BOOK_TASTE;
    struct cop_book_move chosen;
    int times[2] = {0};
    char start[64];

    (void)state;
    play_words(game, "", start);
    taste.variety = 0.6;
    for (taste.seed = 0; taste.seed < 100; taste.seed++) {
        assert_true(cop_book_choose(book, start, &taste, &chosen));
        assert_true(chosen.visits == 60 || chosen.visits == 30);
        times[chosen.visits == 60]++;
    }
    assert_true(times[0] > 20 && times[1] > 20);
    taste.variety = 0.4;
    for (taste.seed = 0; taste.seed < 20; taste.seed++) {
        assert_true(cop_book_choose(book, start, &taste, &chosen));
        assert_int_equal(chosen.visits, 30);
    }
    cop_book_close(book);
    cop_game_close(game);
}

static void values_are_the_movers(void **state)
{
    struct cop_game *game = open_game("amazons(size=6)");
    struct cop_book_lines lines;
    struct cop_book *book = book_from_lines(game, lines66, &lines);
    struct cop_book_move moves[8];
    struct cop_book_place place;
    char at[64];

    (void)state;
    play_words(game, "c1c4-e4", at);
    assert_int_equal(cop_book_moves(book, at, moves, 8), 1);
    assert_float_equal(moves[0].value, -1, 1e-12); /* Black's */
    assert_true(cop_book_find(book, at, &place));
    assert_float_equal(place.value, -1.5, 1e-12);
    assert_int_equal(place.depth, 1);
    play_words(game, "c1c4-e4 a4a6-b6", at);
    assert_int_equal(cop_book_moves(book, at, moves, 8), 0);
    play_words(game, "c1c3-e3", at);
    assert_false(cop_book_find(book, at, &place));
    cop_book_close(book);
    cop_game_close(game);
}

static void mirrored_positions_answer_with_mirrored_moves(void **state)
{
    struct cop_game *game = open_game("amazons(size=6)");
    struct cop_book_lines lines;
    struct cop_book *book = book_from_lines(game, lines66, &lines);
    struct cop_book_move moves[8];
    struct cop_text word = COP_TEXT;
    char at[64];

    (void)state;
    play_words(game, "d1d4-b4", at); /* the image of c1c4-e4 */
    assert_int_equal(cop_book_moves(book, at, moves, 8), 1);
    game->rules->write_move(game, at, moves[0].move, &word);
    assert_string_equal(word.bytes, "f4f6-e6");
    cop_text_free(&word);
    cop_book_close(book);
    cop_game_close(game);
}

static void saving_and_loading_keeps_everything(void **state)
{
    struct cop_game *game = open_game("amazons(size=6)");
    struct cop_text before = COP_TEXT, after = COP_TEXT;
    struct cop_error error = {{0}};
    struct cop_book_lines lines;
    struct cop_book *book = book_from_lines(game, lines66, &lines), *again;

    (void)state;
    assert_int_equal(lines.taken, 6);
    assert_int_equal(lines.unlisted, 0);
    save(book);
    again = cop_book_open(path, game, &error);
    if (again == NULL)
        fail_msg("%s", error.message);
    assert_true(cop_book_make_states(again, &error));
    cop_book_write_lines(book, 0, &before);
    cop_book_write_lines(again, 0, &after);
    assert_string_equal(before.bytes, after.bytes);
    assert_string_equal(cop_book_about(again)->builder, "import");
    assert_int_equal(cop_book_about(again)->iterations, 100);
    cop_text_free(&before);
    cop_text_free(&after);
    cop_book_close(book);
    cop_book_close(again);
    cop_game_close(game);
}

/* Lines that are written are read back as the same book. */
static void lines_come_back(void **state)
{
    struct cop_game *game = open_game("amazons(size=6)");
    struct cop_text first = COP_TEXT, second = COP_TEXT;
    struct cop_book_lines lines;
    struct cop_book *book = book_from_lines(game, lines66, &lines), *again;

    (void)state;
    cop_book_write_lines(book, 0, &first);
    again = book_from_lines(game, first.bytes, &lines);
    cop_book_write_lines(again, 0, &second);
    assert_string_equal(first.bytes, second.bytes);
    assert_non_null(strstr(first.bytes, "c1b2-b3;?;12\n"));
    cop_text_clear(&second);
    cop_book_write_lines(again, 30, &second);
    assert_string_equal(second.bytes, "Root;0.5;100\nc1c4-e4;1.5;60\nc1c4-e4 a4a6-b6;1;59\n"
                                      "c1c4-c2;2;30\n");
    cop_text_free(&first);
    cop_text_free(&second);
    cop_book_close(book);
    cop_book_close(again);
    cop_game_close(game);
}

static void bad_lines_are_named(void **state)
{
    static const struct {
        const char *text, *words;
    } bad[] = {
        {"Root;0.5;100\nc1c4-e4;1.5\n", "line 2: a line is written MOVES;MEAN;VISITS"},
        {"c1c4-e4;1.5;60;7\n", "line 1: a line is written"},
        {"c1c4-e4;;60\n", "\"\" is no mean"},
        {"c1c4-e4;high;60\n", "\"high\" is no mean"},
        {"c1c4-e4;inf;60\n", "is no mean"},
        {"c1c4-e4;1;-60\n", "is no number of visits"},
        {"c1c4-e4;1;6.5\n", "is no number of visits"},
        {";1;6\n", "there are no moves"},
        {"\n\nc1c4-d9;1;6\n", "line 3: "},
    };
    struct cop_game *game = open_game("amazons(size=6)");
    struct cop_book_about about = about_import(game);

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct cop_book *book = cop_book_begin(game, &about);
        struct cop_book_lines lines;
        struct cop_error error = {{0}};

        assert_false(cop_book_read_lines(book, bad[i].text, &lines, &error));
        if (strstr(error.message, bad[i].words) == NULL)
            fail_msg("\"%s\" is not in \"%s\"", bad[i].words, error.message);
        cop_book_close(book);
    }
    cop_game_close(game);
}

static void other_games_and_variants_are_refused(void **state)
{
    (void)state;
    make_small_book();
    refuses("amazons", "is about amazons(size=6), not amazons");
    refuses("othello", "is about amazons(size=6), not othello");
    refuses("stratego", "opening books are for games of two");
    refuses("focus(players=3)", "opening books are for games of two");
}

static void write_bytes(const char *bytes, size_t length)
{
    struct cop_error error = {{0}};

    if (!cop_file_write(path, bytes, length, &error))
        fail_msg("%s", error.message);
}

static void meddle(const char *sql)
{
    sqlite3 *database;

    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(database));
    sqlite3_close(database);
}

static void what_is_no_book_is_refused(void **state)
{
    (void)state;
    refuses("amazons(size=6)", "cannot read the book");
    write_bytes("Root;1;2\n and more than enough words to be no database at all, whatever it is",
                80 - 5);
    refuses("amazons(size=6)", "is not a Coppice book");
    write_bytes("", 0);
    refuses("amazons(size=6)", "is empty");
    unlink(path);
    make_small_book();
    meddle("PRAGMA user_version=99");
    refuses("amazons(size=6)", "newer Coppice (book version 99");
    unlink(path);
    make_small_book();
    meddle("DELETE FROM book");
    refuses("amazons(size=6)", "never begun");
}

static void stores_of_games_are_refused_as_such(void **state)
{
    struct cop_store *store;
    struct cop_error error = {{0}};

    (void)state;
    store = cop_store_open(path, &error);
    assert_non_null(store);
    cop_store_close(store);
    refuses("amazons(size=6)", "is a store of games, not a Coppice book");
    unlink(path);
    make_small_book();
    assert_null(cop_store_open(path, &error));
    assert_non_null(strstr(error.message, "is an opening book, not a Coppice store"));
}

static void torn_files_are_refused(void **state)
{
    (void)state;
    make_small_book();
    assert_int_equal(truncate(path, 3 * 4096 + 100), 0);
    refuses("amazons(size=6)", "is damaged");
}

static void meddled_rows_are_refused(void **state)
{
    static const struct {
        const char *sql, *words;
    } bad[] = {
        {"UPDATE moves SET child = 77 WHERE child = 1", "the move c1c4-e4"},
        {"UPDATE moves SET child = 0 WHERE child = 1", "is damaged"},
        {"UPDATE nodes SET depth = 5 WHERE id = 1", "is damaged"},
        {"UPDATE nodes SET id = 77 WHERE id = 3", "is damaged"},
        {"UPDATE nodes SET visits = -1 WHERE id = 3", "position 3 of the book is damaged"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        make_small_book();
        meddle(bad[i].sql);
        refuses("amazons(size=6)", bad[i].words);
        unlink(path);
    }
}

/* Nobody who only asks plays them, and who builds is told. */
static void illegal_moves_are_never_answered(void **state)
{
    struct cop_game *game = open_game("amazons(size=6)");
    struct cop_error error = {{0}};
    struct cop_book_move moves[8];
    struct cop_book *book;
    char start[64];

    (void)state;
    make_small_book();
    meddle("UPDATE moves SET move = 'c1c4-a1' WHERE child = 1");
    book = cop_book_open(path, game, &error);
    assert_non_null(book);
    play_words(game, "", start);
    assert_int_equal(cop_book_moves(book, start, moves, 8), 3);
    assert_false(cop_book_make_states(book, &error));
    assert_non_null(strstr(error.message, "position 0 of the book"));
    cop_book_close(book);
    cop_game_close(game);
}

static void positions_that_are_none_are_named(void **state)
{
    struct cop_game *game = open_game("amazons(size=6)");
    struct cop_error error = {{0}};
    struct cop_book *book;

    (void)state;
    make_small_book();
    meddle("UPDATE nodes SET position = 'nonsense' WHERE id = 2");
    book = cop_book_open(path, game, &error);
    assert_non_null(book);
    assert_false(cop_book_make_states(book, &error));
    assert_non_null(strstr(error.message, "position 2 of the book"));
    cop_book_close(book);
    cop_game_close(game);
}

static void one_builder_at_a_time(void **state)
{
    struct cop_game *game = open_game("amazons(size=6)");
    struct cop_book_about about = about_import(game);
    struct cop_error error = {{0}};
    struct cop_book_file *file, *reader;

    (void)state;
    make_small_book();
    file = cop_book_file_build(path, &about, &error);
    assert_non_null(file);
    assert_null(cop_book_file_build(path, &about, &error));
    assert_non_null(strstr(error.message, "another program is building the book"));
    reader = cop_book_file_read_only(path, &error);
    assert_non_null(reader);
    cop_book_file_close(reader);
    cop_book_file_close(file);
    file = cop_book_file_build(path, &about, &error);
    assert_non_null(file);
    cop_book_file_close(file);
    cop_game_close(game);
}

static void books_are_read_where_nothing_can_be_written(void **state)
{
    struct cop_game *game = open_game("amazons(size=6)");
    struct cop_error error = {{0}};
    struct cop_book *book;
    char name[FOLDER_ROOM + 32];

    (void)state;
    make_small_book();
    snprintf(name, sizeof name, "%s-wal", path);
    assert_int_not_equal(access(name, F_OK), 0); /* one file is left */
    chmod(path, 0444);
    chmod(folder, 0555);
    book = cop_book_open(path, game, &error);
    chmod(folder, 0755);
    if (book == NULL)
        fail_msg("%s", error.message);
    cop_book_close(book);
    cop_game_close(game);
}

/* The limit on the size of files stands for a full disk. */
static void full_disk_is_said_and_loses_nothing(void **state)
{
    pid_t child;
    int status;

    (void)state;
    make_small_book();
    child = fork();
    if (child == 0) {
        struct cop_game *game = open_game("amazons(size=6)");
        struct cop_error error = {{0}};
        struct cop_book_about about = about_import(game);
        struct cop_book_file *file = cop_book_file_build(path, &about, &error);
        struct cop_book *book = cop_book_new(game, &about);
        struct rlimit limit;
        bool is_good =
            file != NULL && cop_book_load(book, file, &error) && cop_book_make_states(book, &error);

        getrlimit(RLIMIT_FSIZE, &limit);
        limit.rlim_cur = 64 << 10;
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &limit);
        for (int i = 0; is_good && i < 500; i++) {
            cop_move moves[2000];
            int count = game->rules->moves(game, cop_book_state(book, 0), moves);

            cop_book_join(book, 0, moves[i % count]);
            is_good = cop_book_save(book, file, &error);
        }
        _Exit(!is_good && strstr(error.message, "the disk is full") != NULL ? 0 : 1);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    {
        struct cop_game *game = open_game("amazons(size=6)");
        struct cop_error error = {{0}};
        struct cop_book *book = cop_book_open(path, game, &error);

        if (book == NULL || !cop_book_make_states(book, &error))
            fail_msg("%s", error.message);
        assert_true(cop_book_size(book) > 6);
        cop_book_close(book);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_come_by_visits_and_the_choice_by_value),
        cmocka_unit_test(variety_draws_among_good_moves_only),
        cmocka_unit_test(values_are_the_movers),
        cmocka_unit_test(mirrored_positions_answer_with_mirrored_moves),
        cmocka_unit_test(lines_come_back),
        cmocka_unit_test(bad_lines_are_named),
        cmocka_unit_test_setup_teardown(saving_and_loading_keeps_everything, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(other_games_and_variants_are_refused, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(what_is_no_book_is_refused, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(stores_of_games_are_refused_as_such, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(torn_files_are_refused, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(meddled_rows_are_refused, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(illegal_moves_are_never_answered, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(positions_that_are_none_are_named, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(one_builder_at_a_time, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(books_are_read_where_nothing_can_be_written, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(full_disk_is_said_and_loses_nothing, make_folder,
                                        remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
