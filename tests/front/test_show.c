/* test_show.c - `coppice show` on the built program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "front.h"

static char folder[] = "/tmp/coppice-show-XXXXXX";

static int make_folder(void **context)
{
    (void)context;
    return mkdtemp(folder) == NULL ? -1 : 0;
}

static int remove_folder(void **context)
{
    (void)context;
    return rmdir(folder); /* fails if a temporary file was left in it */
}

/* "FOLDER/NAME", for the next call only. */
static const char *in_folder(const char *name)
{
    static char path[128];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static char *contents(const char *path)
{
    FILE *file = fopen(path, "r");
    char *words = calloc(1, 1 << 20);

    assert_non_null(file);
    assert_non_null(words);
    assert_true(fread(words, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return words;
}

static void show_draws_board_turn_position_and_moves(void **context)
{
    struct program program;

    (void)context;
    run(&program, "show", "othello", "--moves", "d3c3");
    assert_int_equal(program.status, 0);
    assert_string_equal(
        program.output,
        "Othello, othello\n\n"
        "  a  b  c  d  e  f  g  h\n"
        "1 .  .  .  .  .  .  .  .   Black 3\n"
        "2 .  .  .  .  .  .  .  .   White 3\n"
        "3 .  . [O] X  .  .  .  .\n"
        "4 .  .  .  O  X  .  .  .\n"
        "5 .  .  .  X  O  .  .  .\n"
        "6 .  .  .  .  .  .  .  .\n"
        "7 .  .  .  .  .  .  .  .\n"
        "8 .  .  .  .  .  .  .  .\n\n"
        "X Black   O White\n\n"
        "Black to move\n"
        "Position: ------------------OX-------OX------XO--------------------------- X\n"
        "Moves:\n"
        "  b3  c4  f5  e6\n");
    assert_string_equal(program.errors, "");
    program_free(&program);
}

static void show_wraps_many_moves(void **context)
{
    struct program program;
    const char *line;

    (void)context;
    run(&program, "show", "breakthrough");
    for (line = program.output; *line != '\0'; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 80);
    assert_contains(program.output, "White to move\n");
    assert_contains(program.output, "O White   X Black\n");
    program_free(&program);
}

static void show_says_who_has_won(void **context)
{
    struct program program;

    (void)context;
    run(&program, "show", "connect4", "--moves", "1122334");
    assert_int_equal(program.status, 0);
    assert_contains(program.output, "Over. Yellow wins: four in a row\n");
    assert_null(strstr(program.output, "Moves:"));
    program_free(&program);
    run(&program, "show", "othello(size=4)", "--position", "XXXXXXXXOOOOOOOO X");
    assert_contains(program.output, "Over. A draw: the board is full\n");
    program_free(&program);
    run(&program, "show", "othello(size=4)", "--position", "XXXXXXXXXXXXOOOO X");
    assert_contains(program.output, "Over. Black wins by 8: the board is full\n");
    program_free(&program);
}

static void show_json_says_all(void **context)
{
    struct program program;
    json_t *value;

    (void)context;
    run(&program, "show", "connect4", "--moves", "44", "--json");
    value = read_json(program.output);
    assert_string_equal(json_string_value(json_object_get(value, "game")), "connect4");
    assert_string_equal(json_string_value(json_object_get(value, "position")), "7/7/7/7/3O3/3X3 X");
    assert_int_equal(json_integer_value(json_object_get(value, "turn")), 1);
    assert_string_equal(json_string_value(json_object_get(value, "player")), "Yellow");
    assert_int_equal(json_array_size(json_object_get(value, "moves")), 7);
    json_decref(value);
    program_free(&program);

    run(&program, "show", "othello(size=4)", "--position", "XXXXXXXXXXXXOOOO X", "--json");
    value = read_json(program.output);
    assert_string_equal(json_string_value(json_object_get(value, "turn")), "over");
    assert_int_equal(json_array_size(json_object_get(value, "moves")), 0);
    assert_true(json_number_value(json_array_get(json_object_get(value, "payoffs"), 0)) == 1);
    assert_true(json_number_value(json_array_get(json_object_get(value, "scores"), 1)) == -8);
    json_decref(value);
    program_free(&program);
}

static void show_writes_a_picture(void **context)
{
    const char *path = in_folder("board.svg");
    struct program program;
    char *picture;

    (void)context;
    run(&program, "show", "othello", "--moves", "d3", "--svg", path);
    assert_int_equal(program.status, 0);
    assert_contains(program.output, "White to move\n");
    picture = contents(path);
    assert_memory_equal(picture, "<svg ", 5);
    assert_contains(picture, "<title>Othello</title>");
    assert_contains(picture, "<desc>White to move. Position: ");
    assert_contains(picture, "#ffd23e"); /* the last move */
    free(picture);
    program_free(&program);
    assert_int_equal(unlink(path), 0);
}

/* The picture that was there is replaced and keeps its mode. */
static void show_replaces_a_picture(void **context)
{
    const char *path = in_folder("board.svg");
    struct program program;
    struct stat status;
    char *picture;
    FILE *file = fopen(path, "w");

    (void)context;
    assert_non_null(file);
    fputs("old", file);
    fclose(file);
    assert_int_equal(chmod(path, 0640), 0);
    run(&program, "show", "connect4", "--svg", path);
    assert_int_equal(program.status, 0);
    program_free(&program);
    picture = contents(path);
    assert_contains(picture, "<title>Connect Four</title>");
    free(picture);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_int_equal(unlink(path), 0);
}

static void unwritable_picture_is_an_error(void **context)
{
    struct program program;

    (void)context;
    run(&program, "show", "othello", "--svg", in_folder("none/board.svg"));
    assert_refused(&program, 1, "none/board.svg: No such file or directory");
    run(&program, "show", "othello", "--svg", folder);
    assert_refused(&program, 1, "Is a directory");
    run(&program, "show", "othello", "--svg", "/dev/full");
    assert_refused(&program, 1, "cannot write /dev/full: No space left on device");
}

/* A disk that fills up in the middle: the old picture is still there and nothing else. */
static void failed_picture_leaves_the_old_one(void **context)
{
    const char *path = in_folder("board.svg");
    struct rlimit before, small;
    struct program program;
    char *picture;
    FILE *file = fopen(path, "w");

    (void)context;
    assert_non_null(file);
    fputs("old", file);
    fclose(file);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = (struct rlimit){.rlim_cur = 1024, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    run(&program, "show", "othello", "--svg", path);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_refused(&program, 1, "board.svg: File too large");
    picture = contents(path);
    assert_string_equal(picture, "old");
    free(picture);
    assert_int_equal(unlink(path), 0);
}

static void viewer_must_be_a_player(void **context)
{
    struct program program;

    (void)context;
    run(&program, "show", "connect4", "--viewer", "3");
    assert_refused(&program, 2, "viewer=3 is not allowed; connect4 has 2 players");
}

/* From here on with tiny games, for what the three games do not have. */

static int use_tiny_games(void **context)
{
    (void)context;
    return setenv("COPPICE", getenv("COPPICE_TINY"), 1);
}

static void hidden_things_are_not_shown(void **context)
{
    struct program program;

    (void)context;
    run(&program, "show", "tiny_coin(heads=1)", "--viewer", "1");
    assert_int_equal(program.status, 0);
    assert_contains(program.output, "Position: ? - -\n");
    assert_contains(program.output, "Moves:\n");
    program_free(&program);
    run(&program, "show", "tiny_coin(heads=1)");
    assert_contains(program.output, "Position: heads - -\n");
    program_free(&program);
    run(&program, "show", "tiny_coin(heads=1)", "--viewer", "2");
    assert_contains(program.output, "Position: heads - -\n");
    assert_null(strstr(program.output, "Moves:"));
    program_free(&program);
}

static void chance_is_to_move_sometimes(void **context)
{
    struct program program;

    (void)context;
    run(&program, "show", "tiny_race", "--moves", "safe");
    assert_int_equal(program.status, 0);
    assert_contains(program.output, "Chance to move\n");
    program_free(&program);
    run(&program, "show", "tiny_race", "--moves", "safe", "--json");
    assert_contains(program.output, "\"turn\": \"chance\"");
    program_free(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(show_draws_board_turn_position_and_moves),
        cmocka_unit_test(show_wraps_many_moves),
        cmocka_unit_test(show_says_who_has_won),
        cmocka_unit_test(show_json_says_all),
        cmocka_unit_test(show_writes_a_picture),
        cmocka_unit_test(show_replaces_a_picture),
        cmocka_unit_test(unwritable_picture_is_an_error),
        cmocka_unit_test(failed_picture_leaves_the_old_one),
        cmocka_unit_test(viewer_must_be_a_player),
        cmocka_unit_test_setup(hidden_things_are_not_shown, use_tiny_games),
        cmocka_unit_test_setup(chance_is_to_move_sometimes, use_tiny_games),
    };

    return cmocka_run_group_tests_name("show", tests, make_folder, remove_folder);
}
