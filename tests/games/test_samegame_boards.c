/* test_samegame_boards.c - SameGame's texts and boards: the standard ones, dealt ones, stored games
 * (samegame-and-fanorona.md 8.1, numbers in brackets), boards as others write them, and what is
 * refused. */
#include "samegame_table.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STANDARD_BOARDS = 20, DEALT_BOARDS = 250 };

/* ---- Boards and games ---- */

/* Where the boards are as they were supplied, one file each: a folder that not everybody has. */
static const char *supplied(void)
{
    return getenv("COPPICE_SAMEGAME_BOARDS");
}

static void read_whole(const char *folder, const char *name, char *out, size_t room)
{
    char path[500];
    FILE *file;
    size_t length;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "r");
    if (file == NULL)
        fail_msg("%s cannot be read", path);
    length = fread(out, 1, room - 1, file);
    assert_true(length < room - 1);
    out[length] = '\0';
    fclose(file);
}

static struct table open_standard(int number)
{
    char inside[40];
    struct table table;

    snprintf(inside, sizeof inside, "standard=%d", number);
    table = open_table(inside);
    table_start(&table, (uint64_t)number);
    return table;
}

/* [12] samegame-and-fanorona.md 2.6: blocks of each colour, first moves, over-estimate. */
static void samegame_standard_boards_have_their_numbers(void **context)
{
    static const int facts[STANDARD_BOARDS][7] = {
        {48, 50, 34, 49, 44, 44, 10417}, {46, 44, 39, 55, 41, 47, 10399},
        {48, 33, 51, 46, 47, 47, 10439}, {49, 42, 51, 40, 43, 44, 10335},
        {40, 41, 48, 56, 40, 45, 10441}, {42, 61, 42, 40, 40, 51, 10569},
        {49, 46, 37, 46, 47, 37, 10331}, {39, 55, 41, 56, 34, 42, 10639},
        {62, 46, 34, 44, 39, 44, 10693}, {43, 49, 48, 44, 41, 45, 10291},
        {45, 45, 45, 45, 45, 37, 10245}, {45, 45, 45, 45, 45, 48, 10245},
        {45, 45, 45, 45, 45, 50, 10245}, {45, 45, 45, 45, 45, 48, 10245},
        {45, 45, 45, 45, 45, 52, 10245}, {40, 65, 40, 40, 40, 42, 10745},
        {40, 40, 65, 40, 40, 38, 10745}, {40, 40, 40, 65, 40, 44, 10745},
        {40, 40, 40, 40, 65, 45, 10745}, {65, 40, 40, 40, 40, 45, 10745},
    };

    (void)context;
    for (int i = 0; i < STANDARD_BOARDS; i++) {
        struct table table = open_standard(i + 1);
        struct reference_board board;

        board = table_reference(&table, 15, 15);
        for (int colour = 0; colour < 5; colour++)
            assert_int_equal(reference_blocks_of(&board, colour), facts[i][colour]);
        assert_int_equal(table_list(&table), facts[i][5]);
        assert_int_equal(reference_over_estimate(&board), facts[i][6]);
        close_table(&table);
    }
}

/* The table that is built in is the boards as they were supplied. */
static void samegame_standard_boards_are_those_supplied(void **context)
{
    (void)context;
    if (supplied() == NULL)
        skip();
    for (int i = 1; i <= STANDARD_BOARDS; i++) {
        struct table table = open_standard(i), other = open_table("");
        char name[40], file[TEXT_MAX];

        snprintf(name, sizeof name, "standard-%02d.txt", i);
        read_whole(supplied(), name, file, sizeof file);
        table_set_up(&other, file);
        assert_memory_equal(table.state, other.state, table.game->state_size);
        close_table(&table);
        close_table(&other);
    }
}

static void check_against_reference(struct table *table, uint64_t seed)
{
    struct reference_board board = table_reference(table, 15, 15);
    char text[TEXT_MAX];

    assert_table_equals(table, &board, LEFTOVER_ABOVE_TWO, seed);
    table_write(table, text);
    assert_int_equal(strspn(text, "01234/"), 15 * 16 - 1);
}

/* The test boards are those of the seeds 1 to 250. */
static void samegame_dealt_boards_are_full_and_different(void **context)
{
    static uint64_t keys[DEALT_BOARDS];
    struct table table = open_table("");

    (void)context;
    for (int i = 0; i < DEALT_BOARDS; i++) {
        table_start(&table, (uint64_t)i + 1);
        check_against_reference(&table, (uint64_t)i + 1);
        keys[i] = table.rules->key(table.game, table.state);
        for (int j = 0; j < i; j++)
            assert_true(keys[j] != keys[i]);
    }
    close_table(&table);
}

static void samegame_reads_the_supplied_random_boards(void **context)
{
    struct table table = open_table("");

    (void)context;
    for (int i = 1; i <= DEALT_BOARDS && supplied() != NULL; i++) {
        char name[40], file[TEXT_MAX];

        snprintf(name, sizeof name, "random250/r%03d.txt", i);
        read_whole(supplied(), name, file, sizeof file);
        table_set_up(&table, file);
        check_against_reference(&table, (uint64_t)i);
    }
    close_table(&table);
    if (supplied() == NULL)
        skip();
}

/* A line of solutions.txt: board score moves "yes" : x,y ... All of them clear their board. */
static void replay(char *line, int board, int *total)
{
    int number, expected, moves, at = 0, plies = 0;
    struct table table;

    assert_int_equal(sscanf(line, "%d %d %d yes : %n", &number, &expected, &moves, &at), 3);
    assert_int_equal(number, board);
    table = open_standard(board);
    line += at;
    for (char *comma = strchr(line, ','); comma != NULL; comma = strchr(comma, ',')) {
        *comma = ':';
        plies++;
    }
    table_play(&table, line);
    assert_int_equal(plies, moves);
    assert_true(table_is_over(&table));
    assert_int_equal(table_score(&table), expected);
    assert_int_equal(expected % 2, 1);
    close_table(&table);
    *total += expected;
}

/* [13], [10] */
static void samegame_stored_games_have_their_scores(void **context)
{
    static char text[16384];
    char *line = text;
    int total = 0;

    (void)context;
    read_whole("tests/data/samegame", "solutions.txt", text, sizeof text);
    for (int board = 1; board <= STANDARD_BOARDS; board++) {
        char *end;

        line = strchr(line, '\n') + 1;
        end = strchr(line, '\n');
        *end = '\0';
        replay(line, board, &total);
        *end = '\n';
    }
    assert_int_equal(total, 75460);
}

/* ---- Boards as others write them ---- */

/* Blanks between the cells, in lines or in one; all digits in a row. */
static void samegame_reads_boards_as_others_write_them(void **context)
{
    static const char *const cases[] = {
        "0 1 2\n1 2 0\n", "0 1 2\r\n1 2 0\r\n", " 0 1 2 \n\n 1 2 0 ",
        "0 1 2 1 2 0",    "0\t1\t2\n1\t2\t0\n", "0 1 2/1 2 0",
        "012120",         "0 1 2 1 2 0\n 0",
    };
    struct table table = open_table("width=3, height=2, colours=3");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        table_set_up(&table, cases[i]);
        assert_table(&table, "012/120 0");
    }
    close_table(&table);
    table = open_table("width=1, height=3, colours=3");
    table_set_up(&table, "0 1 2");
    assert_table(&table, "0/1/2 0");
    close_table(&table);
}

/* ---- What is refused ---- */

static void samegame_refuses_impossible_positions(void **context)
{
    static const char *const cases[][2] = {
        {"012/120", NULL},
        {" 012 120 0 ", NULL},
        {"012\n120\n", NULL},
        {"012\r\n120\r\n0", NULL},
        {"0../120 0", NULL},
        {".../... 16", NULL},
        {"", "row 1 from the top must have 3 cells"},
        {"012", "row 2 from the top must have 3 cells"},
        {"0123/120", "row 1 from the top must have 3 cells"},
        {"01/120", "row 1 from the top must have 3 cells"},
        {"01x/120", "row 1 from the top must have 3 cells, each a digit below 4 or a point"},
        {"012/120/012", "after the 2 rows come the points so far or nothing, and not \"/012\""},
        {"012/120 -1", "after the 2 rows come the points"},
        {"012/120 0 0", "after the 2 rows come the points"},
        {"012/124", "c1 has the colour 4, and the 4 colours are 0 to 3"},
        {"012/1.0", "there is nothing under the block at b2"},
        {".1./.20", "column a is empty and column b is not"},
        {"012/120 1", "with 0 cells empty there are at most 0 points, not 1"},
        {"01./120 1", "with 1 cells empty there are at most 0 points, not 1"},
        {".../... 17", "with 6 cells empty there are at most 16 points, not 17"},
        {".../... 99999999999999999999", "with 6 cells empty there are at most 16 points"},
        {"0 1 2\n1 2", "cell 3 of row 2 from the top must be a digit below 4 or a point"},
        {"0 1 2\n1 2\n0", "row 2 from the top has 2 cells, and there are 3 columns"},
        {"0 1 2 1\n2 0", "row 2 from the top has 4 cells, and there are 3 columns"},
        {"0 1 2\n1 2 0 0 0", "after the 2 rows come the points so far or nothing, and not \"0 0\""},
        {"0 1 2\n1 20 0", "cell 2 of row 2 from the top must be a digit below 4 or a point, with"},
        {"0 1 x\n1 2 0", "cell 3 of row 1 from the top must be a digit below 4 or a point"},
        {"0 1 2\n1 2 5", "c1 has the colour 5, and the 4 colours are 0 to 3"},
        {"0121205", "row 1 from the top must have 3 cells"},
    };
    struct table table = open_table("width=3, height=2, colours=4");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_error error = {""};
        bool is_read = cop_position_read(table.game, cases[i][0], table.state, &error);

        if (is_read != (cases[i][1] == NULL))
            fail_msg("\"%s\": %s", cases[i][0], is_read ? "accepted" : error.message);
        if (!is_read && strstr(error.message, cases[i][1]) == NULL)
            fail_msg("\"%s\": %s", cases[i][0], error.message);
    }
    close_table(&table);
}

static void write_board(const char *path, const char *words)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(words, file);
    fclose(file);
}

static void samegame_refuses_files_that_are_no_boards(void **context)
{
    static const struct {
        const char *words, *options, *message; /* NULL: accepted */
    } cases[] = {
        {"012\n120\n", "", NULL},
        {"\n012\n120", ", width=3, height=2", NULL},
        {"056\n120\n", ", colours=7", NULL},
        {"0..\n120\n", "", NULL},
        {"012/120", "", NULL},
        {"056\n120\n", "", "b2 has the colour 5, and the 5 colours are 0 to 4"},
        {"012\n120\n", ", width=4", "the board has a width of 3, and the option width says 4"},
        {"012\n120\n", ", height=15", "the board has a height of 2, and the option height says 15"},
        {"", "", "its width 1 to 26; this one has a width of 0"},
        {"hello\n", "", "its width 1 to 26; this one has a width of 0"},
        {"000000000000000000000000000\n", "", "its width 1 to 26; this one has a width of 27"},
        {"0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n", "",
         "its height 1 to 15; this one has"},
        {"012\n12\n", "", "row 2 from the top must have 3 cells"},
        {"012\n120\n0", "", "row 3 from the top must have 3 cells"},
        {"012\nsecret\n", "", "row 2 from the top must have 3 cells"},
        {"012\n120 secret", "", "row 3 from the top must have 3 cells"},
        {"012\n1.0\n", "", "there is nothing under the block at b2"},
        {"0 1 2\n1 2 0\n", "", NULL},
        {"0 1 2 1 2 0\n", ", width=3, height=2", NULL},
        {"012120\n", ", width=3, height=2", NULL},
        {"0 1 2 1 2 0\n", "", "all cells stand in one line and are 6, and a board of 15 columns"},
        {"0 1 2\n1 2 0\n", ", width=4", "the board has a width of 3, and the option width says 4"},
        {"0 1 2\n1 2\n", "", "row 2 from the top has 2 cells, and there are 3 columns"},
        {"0 1 2\n1 2 0 secret", "", "there is more in it after its 2 rows of 3 cells"},
        {"0 1 2\n1 2 6\n", "", "c1 has the colour 6, and the 5 colours are 0 to 4"},
        {"012\n120\n", ", standard=7", "leave one of them out"},
    };
    char path[] = "/tmp/coppice-samegame-XXXXXX", inside[200], *big = malloc(8192);
    struct cop_error error;
    int file = mkstemp(path);

    (void)context;
    assert_true(file >= 0);
    close(file);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_game *game;

        write_board(path, cases[i].words);
        snprintf(inside, sizeof inside, "board=\"%s\"%s", path, cases[i].options);
        game = cop_game_open_rules(&cop_samegame, inside, &error);
        if ((game != NULL) != (cases[i].message == NULL))
            fail_msg("\"%s\": %s", cases[i].words, game != NULL ? "accepted" : error.message);
        if (game == NULL && strstr(error.message, cases[i].message) == NULL)
            fail_msg("\"%s\": %s", cases[i].words, error.message);
        if (game == NULL) {
            if (strstr(cases[i].options, "standard") == NULL)
                assert_non_null(strstr(error.message, path));
            assert_null(strstr(error.message, "secret"));
        }
        cop_game_close(game);
    }
    memset(big, '0', 8191);
    big[8191] = '\0';
    write_board(path, big);
    free(big);
    snprintf(inside, sizeof inside, "board=\"%s\"", path);
    assert_null(cop_game_open_rules(&cop_samegame, inside, &error));
    assert_non_null(strstr(error.message, "it has more than 4096 bytes"));
    unlink(path);
    assert_null(cop_game_open_rules(&cop_samegame, inside, &error));
    assert_non_null(strstr(error.message, "the board: cannot read /tmp/"));
    assert_null(cop_game_open_rules(&cop_samegame, "board=\"tests\"", &error));
    assert_non_null(strstr(error.message, "it is not an ordinary file"));
}

static void samegame_refuses_standard_boards_that_are_none(void **context)
{
    static const char *const cases[][2] = {
        {"standard=21", "standard"},
        {"standard=3, width=14", "the board has a width of 15, and the option width says 14"},
        {"standard=3, colours=4", "has the colour 4, and the 4 colours are 0 to 3"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_error error = {""};

        assert_null(cop_game_open_rules(&cop_samegame, cases[i][0], &error));
        if (strstr(error.message, cases[i][1]) == NULL)
            fail_msg("%s: %s", cases[i][0], error.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samegame_standard_boards_have_their_numbers),
        cmocka_unit_test(samegame_standard_boards_are_those_supplied),
        cmocka_unit_test(samegame_dealt_boards_are_full_and_different),
        cmocka_unit_test(samegame_reads_the_supplied_random_boards),
        cmocka_unit_test(samegame_stored_games_have_their_scores),
        cmocka_unit_test(samegame_reads_boards_as_others_write_them),
        cmocka_unit_test(samegame_refuses_impossible_positions),
        cmocka_unit_test(samegame_refuses_files_that_are_no_boards),
        cmocka_unit_test(samegame_refuses_standard_boards_that_are_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
