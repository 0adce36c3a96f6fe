/* `coppice hunt` from outside: what it keeps, prints, takes over and refuses; that a kill loses
 * nothing that was told, and that several processes share one store. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "folder.h"
#include "front.h"

#define GAME "samegame(width=6, height=6, colours=3)"
#define BOARDS \
    "a 012010/120121/001122/210200/112200/010212\nb 000111/112220/000112/222002/111001/220112\n"

static char folder[FOLDER_ROOM], boards[FOLDER_ROOM + 16], store[FOLDER_ROOM + 16],
    table[FOLDER_ROOM + 16];

static int make_folder(void **context)
{
    FILE *file;

    (void)context;
    if (folder_make(folder) != 0)
        return -1;
    snprintf(boards, sizeof boards, "%s/boards.txt", folder);
    snprintf(store, sizeof store, "%s/best.db", folder);
    snprintf(table, sizeof table, "%s/best.txt", folder);
    file = fopen(boards, "w");
    return file != NULL && fputs(BOARDS, file) >= 0 && fclose(file) == 0 ? 0 : -1;
}

static int remove_folder(void **context)
{
    (void)context;
    return folder_remove(folder);
}

#define HUNT "hunt", GAME, "--boards", boards, "--store", store

/* What the store says, as JSON. */
static json_t *look(void)
{
    struct program program;
    json_t *json;

    run(&program, HUNT, "--list", "--json");
    assert_done(&program);
    json = read_json(program.output);
    program_free(&program);
    return json;
}

static int searches_of(json_t *json)
{
    json_t *board;
    size_t i;
    int searches = 0;

    json_array_foreach(json_object_get(json, "boards"), i, board) searches +=
        (int)json_integer_value(json_object_get(board, "searches"));
    return searches;
}

static void a_hunt_is_told_and_goes_on(void **context)
{
    struct program program;
    json_t *json;
    double total;

    (void)context;
    run(&program, HUNT, "--agent", "random", "--agent", "mcts(c=0.05)", "--share", "sims=50",
        "--searches", "4");
    assert_done(&program);
    assert_contains(program.output, "on 2 of 2 boards");
    assert_contains(program.output, "mcts(c=0.05)");
    assert_contains(program.errors, "board a: ");
    program_free(&program);
    json = look();
    assert_int_equal(searches_of(json), 4);
    total = json_number_value(json_object_get(json, "total"));
    assert_contains(json_string_value(
                        json_object_iter_value(json_object_iter(json_object_get(json, "origins")))),
                    "\"commit\"");
    json_decref(json);
    run(&program, HUNT, "--agent", "random", "--share", "sims=50", "--searches", "3", "--quiet");
    assert_done(&program);
    assert_string_equal(program.errors, "");
    program_free(&program);
    json = look();
    assert_int_equal(searches_of(json), 7);
    assert_true(json_number_value(json_object_get(json, "total")) >= total);
    json_decref(json);
}

static void games_are_written_and_taken_over(void **context)
{
    struct program program;
    json_t *json;
    double total;

    (void)context;
    run(&program, HUNT, "--agent", "random", "--share", "sims=1", "--searches", "4", "--export",
        table);
    assert_done(&program);
    program_free(&program);
    json = look();
    total = json_number_value(json_object_get(json, "total"));
    json_decref(json);
    unlink(store);
    run(&program, HUNT, "--import", table);
    assert_done(&program);
    program_free(&program);
    json = look();
    assert_float_equal(json_number_value(json_object_get(json, "total")), total, 0);
    json_decref(json);
}

static void searches_begin_in_the_best_game(void **context)
{
    struct program program;
    json_t *json, *board;
    size_t i;
    int before = 0, after = 0;

    (void)context;
    run(&program, HUNT, "--agent", "random", "--share", "sims=1", "--searches", "2", "--again",
        "1");
    assert_done(&program);
    program_free(&program);
    json = look();
    before = (int)json_number_value(json_object_get(json, "total"));
    json_array_foreach(json_object_get(json, "boards"), i, board)
        assert_int_equal(json_integer_value(json_object_get(board, "after")), 0);
    json_decref(json);
    run(&program, HUNT, "--agent", "random", "--agent", "nmcs(level=1, begin=best)", "--share",
        "sims=20", "--searches", "40", "--again", "1");
    assert_done(&program);
    assert_contains(program.output, "nmcs(level=1, begin=best)");
    program_free(&program);
    json = look();
    assert_true(json_number_value(json_object_get(json, "total")) > before);
    json_array_foreach(json_object_get(json, "boards"), i, board) after +=
        (int)json_integer_value(json_object_get(board, "after"));
    assert_true(after > 0);
    json_decref(json);
}

static void start_hunt(struct program *program, const char *searches)
{
    const char *const arguments[] = {HUNT,      "--agent",    "random", "--share",
                                     "sims=10", "--searches", searches, NULL};

    program_start(program, arguments, -1);
}

/* What was told as found is in the store. */
static double total_told(const char *errors)
{
    const char *line = errors, *last = NULL;

    while ((line = strstr(line, "total ")) != NULL)
        last = line++;
    assert_non_null(last);
    return strtod(last + strlen("total "), NULL);
}

static void a_kill_loses_nothing_that_was_told(void **context)
{
    struct program program;
    json_t *json;

    (void)context;
    start_hunt(&program, "100000000");
    program_wait_for_error(&program, "on 2 of 2 boards");
    kill(program.id, SIGKILL);
    program_finish(&program);
    assert_int_equal(program.status, 128 + SIGKILL);
    json = look();
    assert_true(json_number_value(json_object_get(json, "total")) >= total_told(program.errors));
    program_free(&program);
    json_decref(json);
    start_hunt(&program, "100000000");
    program_wait_for_error(&program, "searches, total");
    kill(program.id, SIGINT);
    program_finish(&program);
    assert_int_equal(program.status, 0); /* to end a hunt is no failure */
    assert_contains(program.output, "on 2 of 2 boards");
    program_free(&program);
}

static void processes_share_a_store(void **context)
{
    struct program programs[3];
    json_t *json;

    (void)context;
    for (int i = 0; i < 3; i++)
        start_hunt(&programs[i], "20");
    for (int i = 0; i < 3; i++) {
        program_finish(&programs[i]);
        assert_done(&programs[i]);
        program_free(&programs[i]);
    }
    json = look();
    assert_int_equal(searches_of(json), 60);
    json_decref(json);
}

static void a_full_disk_is_told_and_loses_nothing(void **context)
{
    struct rlimit old, small;
    struct program program;
    json_t *json;

    (void)context;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = old;
    small.rlim_cur = 150 * 1000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    start_hunt(&program, "100000");
    program_finish(&program);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, "the disk is full or failing");
    json = look();
    assert_true(searches_of(json) > 0);
    assert_true(json_number_value(json_object_get(json, "total")) >= total_told(program.errors));
    program_free(&program);
    json_decref(json);
}

static void mistakes_are_refused_in_words(void **context)
{
    struct program program;
    char missing[FOLDER_ROOM + 16];
    FILE *file;

    (void)context;
    snprintf(missing, sizeof missing, "%s/missing", folder);
    run(&program, HUNT, "--agent", "random");
    assert_refused(&program, 2, "this hunt would never end");
    run(&program, HUNT, "--limit", "1s");
    assert_refused(&program, 2, "say who searches");
    run(&program, HUNT, "--agent", "random", "--agent", "nobody", "--limit", "1s");
    assert_refused(&program, 2, "nobody");
    run(&program, HUNT, "--agent", "mcts", "--share", "threads=1", "--limit", "1s");
    assert_refused(&program, 2, "a search without an end");
    run(&program, "hunt", GAME, "--agent", "random", "--limit", "1s");
    assert_refused(&program, 2, "--store FILE");
    run(&program, "hunt", "connect4", "--store", store, "--list");
    assert_refused(&program, 2, "has 2 players");
    run(&program, "hunt", GAME, "--boards", missing, "--store", store, "--list");
    assert_refused(&program, 2, "missing");
    run(&program, "hunt", GAME, "--boards", boards, "--store", missing, "--list");
    assert_refused(&program, 1, "there is no '");
    run(&program, HUNT, "--import", missing);
    assert_refused(&program, 1, "missing");
    run(&program, "hunt", GAME, "--boards", boards, "--store", boards, "--list");
    assert_refused(&program, 1, "is not a Coppice store");
    run(&program, HUNT, "--agent", "random", "--share", "sims=1", "--searches", "1", "--quiet");
    assert_done(&program);
    program_free(&program);
    run(&program, "hunt", GAME, "--store", store, "--list");
    assert_refused(&program, 1, "has the best games of other boards");
    file = fopen(table, "w");
    assert_non_null(file);
    fprintf(file, "a\t9999\t1\tsomebody\ta2\ntotal\t9999\t1\n");
    fclose(file);
    run(&program, HUNT, "--import", table);
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, "line 1: board a: after its 1 moves the game is not over");
    program_free(&program);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_hunt_is_told_and_goes_on),      CASE(games_are_written_and_taken_over),
        CASE(searches_begin_in_the_best_game), CASE(a_kill_loses_nothing_that_was_told),
        CASE(processes_share_a_store),         CASE(a_full_disk_is_told_and_loses_nothing),
        CASE(mistakes_are_refused_in_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
