/* test_explore_command.c - `coppice explore` on the built program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "folder.h"
#include "front.h"

static char folder[FOLDER_ROOM], store[FOLDER_ROOM + 16], index_file[FOLDER_ROOM + 16];

static void play(const char *game, const char *games)
{
    struct program program;

    run(&program, "match", game, "random", "mc", "--limit", "sims=1", "--games", games, "--store",
        store, "--resume", "--quiet");
    assert_done(&program);
    program_free(&program);
}

static int begin(void **context)
{
    (void)context;
    if (folder_make(folder) != 0)
        return -1;
    snprintf(store, sizeof store, "%s/games.db", folder);
    snprintf(index_file, sizeof index_file, "%s/index.db", folder);
    setenv("COPPICE_CACHE", folder, 1);
    play("connect4", "6");
    return 0;
}

static int end(void **context)
{
    (void)context;
    return folder_remove(folder);
}

static void people_get_a_board_and_a_table(void **context)
{
    struct program program;

    (void)context;
    run(&program, "explore", "connect4", "--games", store);
    assert_done(&program);
    assert_contains(program.output, "Connect Four, connect4: 6 games known");
    assert_contains(program.output, "Yellow to move");
    assert_contains(program.output, "move           games   share   Yellow      Red  draws");
    assert_contains(program.output, "random");
    assert_string_equal(program.errors, "");
    program_free(&program);
}

static void programs_get_the_same_numbers_and_new_games_are_added(void **context)
{
    struct program program;
    json_t *answer;

    (void)context;
    run(&program, "explore", "connect4", "--games", store, "--json", "--index", index_file);
    assert_done(&program);
    answer = read_json(program.output);
    assert_int_equal(json_integer_value(json_object_get(answer, "known")), 6);
    assert_int_equal(json_integer_value(json_object_get(answer, "games")), 6);
    assert_string_equal(json_string_value(json_object_get(answer, "game")), "connect4");
    json_decref(answer);
    program_free(&program);
    play("connect4", "8");
    run(&program, "explore", "connect4", "--games", store, "--json", "--index", index_file,
        "--count", "1");
    assert_done(&program);
    answer = read_json(program.output);
    assert_int_equal(json_integer_value(json_object_get(answer, "games")), 8);
    assert_int_equal(json_array_size(json_object_get(answer, "moves")), 1);
    assert_true(json_integer_value(json_object_get(answer, "more")) > 0);
    json_decref(answer);
    program_free(&program);
}

static void a_position_that_nobody_reached_says_so(void **context)
{
    struct program program;

    (void)context;
    run(&program, "explore", "connect4", "--games", store, "--moves", "aaaaaabbbbbb");
    assert_done(&program);
    assert_contains(program.output, "None of the games came through this position.");
    program_free(&program);
    run(&program, "explore", "othello", "--games", store);
    assert_done(&program);
    assert_contains(program.output, "There is no finished game of othello here.");
    program_free(&program);
}

/* Whole shares of several players, points of one, outcomes of chance with what was to be expected.
 */
static void every_kind_of_game_has_its_columns(void **context)
{
    struct program program;

    (void)context;
    play("focus(players=3)", "6");
    run(&program, "explore", "focus(players=3)", "--games", store);
    assert_done(&program);
    assert_contains(program.output, "      Red    Green     Blue  Red");
    program_free(&program);
    play("dice", "2");
    run(&program, "explore", "dice", "--games", store);
    assert_done(&program);
    assert_contains(program.output, "expected");
    program_free(&program);
    run(&program, "match", "morpion", "random", "--limit", "sims=1", "--games", "3", "--store",
        store, "--resume", "--quiet");
    assert_done(&program);
    program_free(&program);
    run(&program, "explore", "morpion", "--games", store);
    assert_done(&program);
    assert_contains(program.output, "mean points (95 %)");
    program_free(&program);
}

static void wrong_words_are_refused(void **context)
{
    struct program program;
    char path[64];

    (void)context;
    run(&program, "explore", "connect4");
    assert_refused(&program, 2, "--games FILE");
    run(&program, "explore", "connect4", "--games", "/nowhere/games.db");
    assert_refused(&program, 1, "/nowhere/games.db");
    run(&program, "explore", "chess", "--games", store);
    assert_refused(&program, 2, "chess");
    run(&program, "explore", "connect4", "--games", store, "--moves", "z");
    assert_refused(&program, 2, "not a legal move");
    run(&program, "explore", "connect4", "--games", store, "--position", "z");
    assert_refused(&program, 2, "");
    run(&program, "explore", "connect4", "--games", store, "--count", "0");
    assert_refused(&program, 2, "count");
    run(&program, "explore", "connect4", "--games", store, "--index", folder);
    assert_refused(&program, 1, "a directory");
    run(&program, "explore", "connect4", "--games", store, "--index", store);
    assert_refused(&program, 1, "a store of games, not a Coppice index of positions");
    run(&program, "explore", "connect4", "--book", store);
    assert_refused(&program, 1, "not a Coppice book");
    run(&program, "explore", "connect4", "--games", index_file);
    assert_refused(&program, 1, "an index of positions, not a Coppice store");
    write_file(path, "(;KG[connect4]RE[B+R];B[z])");
    run(&program, "explore", "connect4", "--games", path);
    assert_done(&program);
    assert_contains(program.errors, "1 game is left out; the first: ");
    program_free(&program);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_get_a_board_and_a_table),
        cmocka_unit_test(programs_get_the_same_numbers_and_new_games_are_added),
        cmocka_unit_test(a_position_that_nobody_reached_says_so),
        cmocka_unit_test(every_kind_of_game_has_its_columns),
        cmocka_unit_test(wrong_words_are_refused),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
