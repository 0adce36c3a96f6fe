/* test_front.c - the program from outside: what it prints, what it refuses, how it ends. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "front.h"

/* ---- Help ---- */

static void help_is_printed_without_arguments(void **unused)
{
    struct program bare, help, option;

    (void)unused;
    program_run(&bare, (const char *const[]){NULL});
    run(&help, "help");
    run(&option, "--help");
    assert_done(&bare);
    assert_done(&help);
    assert_done(&option);
    assert_contains(bare.output, "coppice COMMAND");
    assert_contains(bare.output, "perft");
    assert_contains(bare.output, "othello");
    assert_contains(bare.output, "random");
    assert_string_equal(bare.output, help.output);
    assert_string_equal(bare.output, option.output);
    program_free(&bare);
    program_free(&help);
    program_free(&option);
}

static void version_is_printed(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "--version");
    assert_done(&program);
    assert_memory_equal(program.output, "coppice 1.", 10);
    program_free(&program);
}

static void command_help_is_the_same_both_ways(void **unused)
{
    struct program topic, option;

    (void)unused;
    run(&topic, "help", "perft");
    run(&option, "perft", "othello", "--help");
    assert_done(&topic);
    assert_done(&option);
    assert_contains(topic.output, "coppice perft GAME DEPTH");
    assert_contains(topic.output, "divide");
    assert_string_equal(topic.output, option.output);
    program_free(&topic);
    program_free(&option);
}

static void help_knows_games_agents_limits_and_options(void **unused)
{
    static const char *const topics[][2] = {
        {"othello", "Othello"},     {"random", "random"},
        {"limits", "threads"},      {"size", "othello"},
        {"divide", "perft"},        {"OTHELLO", "size"},
        {"seed", "list of limits"}, {"position", "In the command search"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        struct program program;

        run(&program, "help", topics[i][0]);
        assert_done(&program);
        assert_contains(program.output, topics[i][1]);
        program_free(&program);
    }
}

static void help_fits_a_terminal(void **unused)
{
    static const char *const topics[] = {"othello", "connect4", "limits", "mcts", "search"};

    (void)unused;
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        struct program program;

        run(&program, "help", topics[i]);
        assert_done(&program);
        for (char *line = strtok(program.output, "\n"); line != NULL; line = strtok(NULL, "\n"))
            if (strlen(line) > 80 && strncmp(line, "    ", 4) != 0)
                fail_msg("help %s: \"%s\" is too long", topics[i], line);
        program_free(&program);
    }
}

static void help_suggests_a_near_topic(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "help", "othelo");
    assert_refused(&program, 2, "no help on \"othelo\" (did you mean othello?)");
}

static char *read_page(const char *path)
{
    char *bytes = calloc(1, 1 << 20);
    FILE *file = fopen(path, "r");

    assert_non_null(bytes);
    assert_non_null(file);
    assert_true(fread(bytes, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return bytes;
}

/* A page of the documents is what `coppice COMMAND --markdown` writes. */
static void assert_up_to_date(const char *page, const char *command)
{
    struct program program;
    char *committed = read_page(page);

    run(&program, command, "--markdown");
    assert_done(&program);
    if (strcmp(program.output, committed) != 0)
        fail_msg("renew it: build/coppice %s --markdown > %s", command, page);
    program_free(&program);
    free(committed);
}

static void pages_that_the_program_writes_are_up_to_date(void **unused)
{
    (void)unused;
    assert_up_to_date("docs/command-line.md", "help");
    assert_up_to_date("docs/levels.md", "levels");
    assert_up_to_date("docs/methods.md", "methods");
    assert_up_to_date("docs/strength.md", "strength");
}

/* A row with few games must not hide behind one with many. */
static void the_fewest_games_of_a_round_robin_are_told(void **unused)
{
    char *page = read_page("docs/strength.md"), *rest = page, *line;
    int won, drawn, lost, told, fewest = 0, tables = 0;

    (void)unused;
    while ((line = strtok_r(rest, "\n", &rest)) != NULL) {
        if (sscanf(line, "| %*[^|]| %*[^|]| %d | %d | %d |", &won, &drawn, &lost) == 3) {
            int games = won + drawn + lost;

            fewest = fewest == 0 || games < fewest ? games : fewest;
        } else if (sscanf(line, "A move in 250ms, processor=on, %d games", &told) == 1) {
            assert_int_equal(told, fewest);
            fewest = 0;
            tables++;
        }
    }
    assert_true(tables > 1);
    free(page);
}

/* The page is that of data/ladder, and so are the pictures that it shows. */
static void the_page_of_the_ladder_is_up_to_date(void **unused)
{
    char *page = read_page("docs/ladder.md");
    int pictures = 0;
    struct program program;

    (void)unused;
    run(&program, "ladder", "show", "--markdown", "--data", "data/ladder");
    assert_done(&program);
    if (strcmp(program.output, page) != 0)
        fail_msg("renew it: build/coppice ladder show --markdown > docs/ladder.md");
    program_free(&program);
    for (const char *at = page; (at = strstr(at, "(ladder-")) != NULL; pictures++) {
        char game[64], path[96], *drawn, *kept;

        at += strlen("(ladder-");
        snprintf(game, sizeof game, "%.*s", (int)strcspn(at, "."), at);
        snprintf(path, sizeof path, "docs/ladder-%s.svg", game);
        run(&program, "ladder", "show", game, "--data", "data/ladder", "--svg",
            "/tmp/coppice-test-ladder.svg");
        assert_done(&program);
        program_free(&program);
        drawn = read_page("/tmp/coppice-test-ladder.svg");
        kept = read_page(path);
        if (strcmp(drawn, kept) != 0)
            fail_msg("renew it: build/coppice ladder show %s --svg %s", game, path);
        remove("/tmp/coppice-test-ladder.svg");
        free(drawn);
        free(kept);
    }
    assert_true(pictures >= 3);
    free(page);
}

static void mistakes_with_the_ladder_are_explained(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "ladder", "climb");
    assert_refused(&program, 2, "there are show, run and add");
    run(&program, "ladder", "show", "othelo");
    assert_refused(&program, 2, "othelo");
    run(&program, "ladder", "show", "samegame");
    assert_refused(&program, 2, "nobody is on the ladder of samegame");
    run(&program, "ladder", "show", "--json");
    assert_refused(&program, 2, "which game?");
    run(&program, "ladder", "run");
    assert_refused(&program, 2, "coppice ladder run GAME");
    run(&program, "ladder", "add", "othello", "one");
    assert_refused(&program, 2, "coppice ladder add GAME NAME AGENT");
    run(&program, "ladder", "add", "othello", "random", "random", "--once");
    assert_refused(&program, 2, "has a player \"random\" already");
    run(&program, "ladder", "add", "samegame", "one", "random");
    assert_refused(&program, 2, "games of two players");
    run(&program, "ladder", "run", "othello", "--data", "/nowhere");
    assert_refused(&program, 2, "cannot open /nowhere: No such file or directory");
}

static void methods_are_listed_for_all_games_and_for_one(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "methods");
    assert_done(&program);
    assert_contains(program.output, "  mcts  Monte-Carlo tree search, UCT; fits all games\n");
    assert_contains(program.output, "does not fit focus 3 (");
    program_free(&program);
    run(&program, "methods", "focus(players=3)");
    assert_done(&program);
    assert_contains(program.output, "alpha-beta; does not fit: focus(players=3) has 3 players");
    program_free(&program);
    run(&program, "methods", "nogame");
    assert_refused(&program, 2, "nogame");
    run(&program, "methods", "--markdown", "focus");
    assert_refused(&program, 2, "leave \"focus\" out");
}

static void levels_are_listed_for_people_and_programs(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "levels", "othello");
    assert_done(&program);
    assert_non_null(strstr(program.output, "\n  very easy  looks one move ahead"));
    assert_non_null(strstr(program.output, "against a beginner"));
    program_free(&program);
    run(&program, "levels", "rolit(players=3)", "--json");
    assert_done(&program);
    assert_non_null(strstr(program.output, "\"name\": \"strongest\""));
    assert_non_null(strstr(program.output, "\"name\": \"beginner\""));
    program_free(&program);
    run(&program, "help", "levels");
    assert_done(&program);
    assert_non_null(strstr(program.output, "\nothello\n"));
    assert_non_null(strstr(program.output, "\nfocus(players=4)\n"));
    program_free(&program);
    run(&program, "levels", "--json");
    assert_refused(&program, 2, "Name one for --json");
    run(&program, "levels", "othelo");
    assert_refused(&program, 2, "othelo");
}

/* ---- The frame ---- */

static void unknown_command_suggests_a_near_one(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "serach");
    assert_refused(&program, 2, "there is no command or game \"serach\" (did you mean search?)");
    run(&program, "otello");
    assert_refused(&program, 2, "there is no command or game \"otello\" (did you mean othello?)");
}

static void unknown_option_suggests_a_near_one(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "perft", "othello", "2", "--divid");
    assert_refused(&program, 2, "there is no option \"divid\" (did you mean divide?)");
    run(&program, "perft", "othello", "2", "--divid=on");
    assert_refused(&program, 2, "there is no option \"divid\"");
    run(&program, "perft", "othello", "2", "--no-moves");
    assert_refused(&program, 2, "there is no option \"no-moves\"");
    run(&program, "perft", "othello", "2", "-d");
    assert_refused(&program, 2, "there is no option \"-d\"");
}

static void usage_errors_say_where_help_is(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "perft", "othello", "2", "--divid");
    assert_refused(&program, 2, "\nTry: coppice help perft\n");
    run(&program, "nonsense");
    assert_refused(&program, 2, "\nTry: coppice help\n");
    run(&program, "help", "nonsense");
    assert_refused(&program, 2, "\nTry: coppice help\n");
}

static void option_without_its_value_is_refused(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "perft", "othello", "2", "--moves");
    assert_refused(&program, 2, "--moves needs a value");
}

static void words_are_counted(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "perft", "othello");
    assert_refused(&program, 2, "coppice perft GAME DEPTH");
    run(&program, "perft", "othello", "2", "3");
    assert_refused(&program, 2, "\"3\" is one word too many");
    run(&program, "games", "all");
    assert_refused(&program, 2, "\"all\" is one word too many");
}

static void options_stand_anywhere_in_every_form(void **unused)
{
    static const char *const forms[][8] = {
        {"perft", "othello", "2", "--moves", "d3", "--json", NULL},
        {"perft", "--moves=d3", "othello", "--json=on", "2", NULL},
        {"perft", "--json", "--moves", "d3", "--", "othello", "2", NULL},
        {"perft", "--no-json", "--moves", "c4", "othello", "2", "--JSON=yes", "--moves=d3"},
    };
    char *expected = NULL;

    (void)unused;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        const char *arguments[9] = {NULL};
        struct program program;
        json_t *value;
        char *counts;

        memcpy(arguments, forms[i], sizeof forms[i]);
        program_run(&program, arguments);
        assert_done(&program);
        value = read_json(program.output);
        counts = json_dumps(json_object_get(value, "position"), JSON_ENCODE_ANY);
        if (expected == NULL)
            expected = strdup(counts);
        assert_string_equal(counts, expected);
        free(counts);
        json_decref(value);
        program_free(&program);
    }
    free(expected);
}

static void two_dashes_end_the_options(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "perft", "othello", "--", "--divide");
    assert_refused(&program, 2, "depth=--divide is not allowed");
}

/* ---- How it ends ---- */

static void full_disk_is_an_error(void **unused)
{
    struct program program;
    int full = open("/dev/full", O_WRONLY);

    (void)unused;
    assert_true(full >= 0);
    program_start(&program, (const char *const[]){"games", NULL}, full);
    program_finish(&program);
    close(full);
    assert_refused(&program, 1, "cannot write the output: No space left on device");
}

/* The first write already fails, long before the end. */
static void full_disk_is_an_error_in_the_middle(void **unused)
{
    struct program program;
    int full = open("/dev/full", O_WRONLY);

    (void)unused;
    assert_true(full >= 0);
    program_start(&program, (const char *const[]){"perft", "connect4", "3", NULL}, full);
    program_finish(&program);
    close(full);
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, "cannot write the output");
    program_free(&program);
}

static void closed_pipe_ends_quietly(void **unused)
{
    struct program program;
    int ends[2];

    (void)unused;
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    program_start(&program, (const char *const[]){"games", NULL}, ends[1]);
    close(ends[1]);
    program_finish(&program);
    assert_int_equal(program.status, 1);
    assert_string_equal(program.errors, "");
    program_free(&program);
}

static void file_size_limit_is_an_error_not_a_death(void **unused)
{
    const char *path = getenv("COPPICE");
    char command[4200];
    char file[64];
    int status;

    (void)unused;
    write_file(file, "");
    snprintf(command, sizeof command, "ulimit -f 0; exec '%s' games > %s 2>/dev/null", path, file);
    status = system(command);
    unlink(file);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
}

static void closed_output_is_an_error(void **unused)
{
    const char *path = getenv("COPPICE");
    char command[4200];
    int status;

    (void)unused;
    snprintf(command, sizeof command, "exec '%s' games >&- 2>/dev/null", path);
    status = system(command);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
}

/* ---- games and perft ---- */

static void games_are_listed_as_json(void **unused)
{
    struct program program;
    json_t *list;
    size_t index;
    json_t *row;
    int found = 0;

    (void)unused;
    run(&program, "games", "--json");
    assert_done(&program);
    list = read_json(program.output);
    json_array_foreach(list, index, row)
    {
        assert_true(json_integer_value(json_object_get(row, "players")) >= 1);
        if (strcmp(json_string_value(json_object_get(row, "name")), "othello") == 0)
            found++;
    }
    assert_int_equal(found, 1);
    json_decref(list);
    program_free(&program);
}

static void perft_counts_each_depth(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "perft", "connect4", "4");
    assert_done(&program);
    assert_string_equal(program.output, " 1  7\n 2  49\n 3  343\n 4  2401\n");
    assert_contains(program.errors, "depth 4: ");
    program_free(&program);
    run(&program, "perft", "othello", "0");
    assert_done(&program);
    assert_string_equal(program.output, " 0  1\n");
    program_free(&program);
}

static void perft_divides_into_the_whole(void **unused)
{
    struct program program;
    json_t *value, *row;
    size_t index;
    json_int_t sum = 0;

    (void)unused;
    run(&program, "perft", "othello", "5", "--divide", "--json");
    assert_done(&program);
    value = read_json(program.output);
    json_array_foreach(json_object_get(value, "moves"), index, row) sum +=
        json_integer_value(json_object_get(row, "count"));
    assert_int_equal(sum, 1396);
    assert_int_equal(json_integer_value(json_object_get(value, "count")), 1396);
    json_decref(value);
    program_free(&program);
}

static void perft_starts_from_a_position(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "perft", "connect4", "1", "--position", "7/7/7/7/7/7 X", "--moves",
        "d d d d d d");
    assert_done(&program);
    assert_string_equal(program.output, " 1  6\n");
    program_free(&program);
}

static void perft_refuses_a_bad_depth(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "perft", "othello", "deep");
    assert_refused(&program, 2, "perft: depth=deep is not allowed");
    run(&program, "perft", "othello", "-1");
    assert_refused(&program, 2, "perft: depth=-1 is not allowed");
    run(&program, "perft", "othello", "61");
    assert_refused(&program, 2, "from 0 to 60");
}

static void perft_ends_when_interrupted(void **unused)
{
    struct program program;

    (void)unused;
    program_start(&program, (const char *const[]){"perft", "breakthrough", "40", NULL}, -1);
    program_wait_for_error(&program, "depth 2: ");
    kill(program.id, SIGINT);
    program_finish(&program);
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, "interrupted");
    assert_contains(program.output, " 1  22\n 2  484\n");
    program_free(&program);
}

/* ---- What a user can get wrong about games, positions and agents ---- */

static void unknown_game_suggests_a_near_one(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "perft", "otello", "2");
    assert_refused(&program, 2, "there is no game \"otello\" (did you mean othello?)");
}

static void game_options_are_checked(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "perft", "othello(size=5)", "2");
    assert_refused(&program, 2, "othello: size=5 is not allowed; it must be one of 4, 6, 8");
    run(&program, "perft", "othello(sise=6)", "2");
    assert_refused(&program, 2, "there is no option \"sise\" (did you mean size?)");
    run(&program, "perft", "othello(size=6", "2");
    assert_refused(&program, 2, "othello(size=6");
}

static void unknown_agent_is_refused(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "search", "othello", "--agent", "randon");
    assert_refused(&program, 2, "there is no agent \"randon\" (did you mean random?)");
}

static void limits_are_checked(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "search", "othello", "--agent", "random", "--limit", "threads=1000");
    assert_refused(&program, 2, "limit: threads=1000 is not allowed");
    run(&program, "search", "othello", "--agent", "random", "--limit", "simms=10");
    assert_refused(&program, 2, "there is no option \"simms\" (did you mean sims?)");
    run(&program, "search", "othello", "--agent", "random", "--limit", "clock=5m");
    assert_refused(&program, 2, "a clock is for whole games");
}

static void illegal_move_is_refused_with_the_legal_ones(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "search", "othello", "--agent", "random", "--moves", "d3 a1");
    assert_refused(&program, 2, "move 2: \"a1\" is not a legal move for White; legal: c3");
}

static void bad_position_is_refused(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "search", "connect4", "--agent", "random", "--position", "nonsense");
    assert_refused(&program, 2, "connect4: ");
}

static void finished_game_cannot_be_searched(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "search", "connect4", "--agent", "random", "--moves", "a b a b a b a");
    assert_refused(&program, 2, "the game is over");
}

static void missing_file_is_named(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "search", "othello", "--sgf", "/nowhere/game.sgf");
    assert_refused(&program, 1, "cannot open /nowhere/game.sgf: No such file or directory");
    run(&program, "search", "othello", "--sgf", "/");
    assert_refused(&program, 1, "cannot read /: Is a directory");
}

static void corrupt_file_is_refused_with_line_and_column(void **unused)
{
    struct program program;
    char path[64];

    (void)unused;
    write_file(path, "(;FF[4]KG[othello]\n;B[d3];W[a1])\n");
    run(&program, "search", "othello", "--agent", "random", "--sgf", path);
    assert_contains(program.errors, path);
    assert_refused(&program, 1, "line 2, column 10: ");
    unlink(path);
    write_file(path, "(;FF[4]KG[othello]\n;B[d3]");
    run(&program, "search", "othello", "--agent", "random", "--sgf", path);
    assert_refused(&program, 1, "line 2, column 7: ");
    unlink(path);
    write_file(path, "");
    run(&program, "search", "othello", "--agent", "random", "--sgf", path);
    assert_refused(&program, 1, "line 1, column 1: ");
    unlink(path);
}

static void file_of_another_game_is_refused(void **unused)
{
    struct program program;
    char path[64];

    (void)unused;
    write_file(path, "(;FF[4]KG[othello(size=6)];B[c2])\n");
    run(&program, "search", "othello", "--agent", "random", "--sgf", path);
    assert_refused(&program, 1, "is a game of othello(size=6), not of othello");
    unlink(path);
}

static void two_starts_are_refused(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "perft", "othello", "1", "--position", "x", "--sgf", "y");
    assert_refused(&program, 2, "give one of them");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_is_printed_without_arguments),
        cmocka_unit_test(version_is_printed),
        cmocka_unit_test(command_help_is_the_same_both_ways),
        cmocka_unit_test(help_knows_games_agents_limits_and_options),
        cmocka_unit_test(help_fits_a_terminal),
        cmocka_unit_test(help_suggests_a_near_topic),
        cmocka_unit_test(pages_that_the_program_writes_are_up_to_date),
        cmocka_unit_test(the_fewest_games_of_a_round_robin_are_told),
        cmocka_unit_test(the_page_of_the_ladder_is_up_to_date),
        cmocka_unit_test(mistakes_with_the_ladder_are_explained),
        cmocka_unit_test(methods_are_listed_for_all_games_and_for_one),
        cmocka_unit_test(levels_are_listed_for_people_and_programs),
        cmocka_unit_test(unknown_command_suggests_a_near_one),
        cmocka_unit_test(unknown_option_suggests_a_near_one),
        cmocka_unit_test(usage_errors_say_where_help_is),
        cmocka_unit_test(option_without_its_value_is_refused),
        cmocka_unit_test(words_are_counted),
        cmocka_unit_test(options_stand_anywhere_in_every_form),
        cmocka_unit_test(two_dashes_end_the_options),
        cmocka_unit_test(full_disk_is_an_error),
        cmocka_unit_test(full_disk_is_an_error_in_the_middle),
        cmocka_unit_test(closed_pipe_ends_quietly),
        cmocka_unit_test(file_size_limit_is_an_error_not_a_death),
        cmocka_unit_test(closed_output_is_an_error),
        cmocka_unit_test(games_are_listed_as_json),
        cmocka_unit_test(perft_counts_each_depth),
        cmocka_unit_test(perft_divides_into_the_whole),
        cmocka_unit_test(perft_starts_from_a_position),
        cmocka_unit_test(perft_refuses_a_bad_depth),
        cmocka_unit_test(perft_ends_when_interrupted),
        cmocka_unit_test(unknown_game_suggests_a_near_one),
        cmocka_unit_test(game_options_are_checked),
        cmocka_unit_test(unknown_agent_is_refused),
        cmocka_unit_test(limits_are_checked),
        cmocka_unit_test(illegal_move_is_refused_with_the_legal_ones),
        cmocka_unit_test(bad_position_is_refused),
        cmocka_unit_test(finished_game_cannot_be_searched),
        cmocka_unit_test(missing_file_is_named),
        cmocka_unit_test(corrupt_file_is_refused_with_line_and_column),
        cmocka_unit_test(file_of_another_game_is_refused),
        cmocka_unit_test(two_starts_are_refused),
    };

    return cmocka_run_group_tests_name("front", tests, NULL, NULL);
}
