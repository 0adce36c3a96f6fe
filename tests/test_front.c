/* test_front.c - the program from outside: what it prints, what it refuses, how it ends. */
#define _XOPEN_SOURCE 700 /* pseudo-terminals */

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "program.h"

static void assert_contains(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", part, text);
}

/* The program must have refused with this status and a message that contains `part`, and must not
 * have printed a result. */
static void assert_refused(struct program *program, int status, const char *part)
{
    assert_contains(program->errors, part);
    assert_int_equal(program->status, status);
    assert_string_equal(program->output, "");
    assert_memory_equal(program->errors, "coppice: ", 9);
    program_free(program);
}

static void assert_done(const struct program *program)
{
    assert_int_equal(program->status, 0);
}

static json_t *read_json(const char *text)
{
    json_error_t error;
    json_t *value = json_loads(text, 0, &error);

    if (value == NULL)
        fail_msg("line %d: %s in %s", error.line, error.text, text);
    return value;
}

/* A new file with these words; its name needs 64 bytes. The test unlinks it. */
static void write_file(char *path, const char *words)
{
    FILE *file;
    int descriptor;

    strcpy(path, "/tmp/coppice-test-XXXXXX");
    descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    file = fdopen(descriptor, "w");
    assert_non_null(file);
    fputs(words, file);
    assert_int_equal(fclose(file), 0);
}

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
    assert_memory_equal(program.output, "coppice 0.", 10);
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

static void command_line_reference_is_up_to_date(void **unused)
{
    struct program program;
    FILE *file = fopen("docs/command-line.md", "r");
    char *committed = calloc(1, 1 << 20);

    (void)unused;
    assert_non_null(file);
    assert_non_null(committed);
    assert_true(fread(committed, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    run(&program, "help", "--markdown");
    assert_done(&program);
    if (strcmp(program.output, committed) != 0)
        fail_msg("renew it: build/coppice help --markdown > docs/command-line.md");
    program_free(&program);
    free(committed);
}

/* ---- The frame ---- */

static void unknown_command_suggests_a_near_one(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "serach");
    assert_refused(&program, 2, "there is no command \"serach\" (did you mean search?)");
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

/* ---- search ---- */

static void search_starts_from_a_file(void **unused)
{
    struct program program;
    char path[64];
    json_t *value;

    (void)unused;
    write_file(path, "(;FF[4]KG[connect4];B[a];W[a];B[a];W[a];B[a];W[a])\n");
    run(&program, "search", "connect4", "--agent", "random", "--sgf", path, "--moves", "b",
        "--json");
    assert_done(&program);
    value = read_json(program.output);
    assert_int_equal(json_array_size(json_object_get(value, "candidates")), 6);
    assert_int_equal(json_integer_value(json_object_get(value, "player")), 2);
    json_decref(value);
    program_free(&program);
    unlink(path);
}

static void agent_options_are_checked(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "search", "othello", "--agent", "mcts(cc=1)");
    assert_refused(&program, 2, "mcts: there is no option \"cc\" (did you mean c?)");
    run(&program, "search", "othello", "--agent", "mcts(c=-1)");
    assert_refused(&program, 2, "mcts: c=-1 is not allowed");
    run(&program, "search", "othello", "--agent", "mcts(c=1");
    assert_refused(&program, 2, "mcts(c=1");
    run(&program, "search", "othello", "--agent", "mcts(playout=nonsense)");
    assert_refused(&program, 2, "nonsense");
}

/* Everything but the time, which differs from run to run. */
static char *search_result(const char *limit)
{
    struct program program;
    json_t *value;
    char *result;

    run(&program, "search", "breakthrough(width=5, height=5)", "--limit", limit, "--json",
        "--quiet");
    assert_done(&program);
    assert_string_equal(program.errors, "");
    value = read_json(program.output);
    json_object_del(value, "seconds");
    json_object_del(value, "sims_per_second");
    result = json_dumps(value, JSON_SORT_KEYS);
    json_decref(value);
    program_free(&program);
    return result;
}

static void search_with_a_seed_repeats_itself(void **unused)
{
    char *first = search_result("sims=3000, seed=5");
    char *second = search_result("sims=3000, seed=5");
    char *other = search_result("sims=3000, seed=6");

    (void)unused;
    assert_string_equal(first, second);
    assert_string_not_equal(first, other);
    free(first);
    free(second);
    free(other);
}

static void search_finds_the_winning_move(void **unused)
{
    struct program program;
    json_t *value, *row;
    size_t index;
    json_int_t visits = 0;

    (void)unused;
    run(&program, "search", "connect4", "--moves", "a b a b a b", "--agent", "mcts(solver=on)",
        "--limit", "sims=2000", "--json");
    assert_done(&program);
    value = read_json(program.output);
    assert_string_equal(json_string_value(json_object_get(value, "best")), "a");
    assert_string_equal(json_string_value(json_object_get(value, "proof")), "win");
    assert_string_equal(json_string_value(json_object_get(value, "agent")), "mcts(solver=on)");
    assert_string_equal(json_string_value(json_array_get(json_object_get(value, "line"), 0)), "a");
    assert_false(json_boolean_value(json_object_get(value, "interrupted")));
    json_array_foreach(json_object_get(value, "candidates"), index, row) visits +=
        json_integer_value(json_object_get(row, "visits"));
    assert_true(visits <= json_integer_value(json_object_get(value, "sims")));
    json_decref(value);
    program_free(&program);
}

static void search_prints_a_table(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "search", "othello", "--limit", "sims=1000", "--rows", "2", "--quiet");
    assert_done(&program);
    assert_string_equal(program.errors, "");
    assert_contains(program.output, "othello, Black to move: mcts, sims=1000\nbest ");
    assert_contains(program.output, "\nline ");
    assert_contains(program.output, "#");
    assert_contains(program.output, "\n  and 2 more moves\n");
    program_free(&program);
}

static void search_without_an_end_gets_a_second(void **unused)
{
    struct program program;
    json_t *value;

    (void)unused;
    run(&program, "search", "othello", "--agent", "random", "--limit", "seed=3", "--json");
    assert_done(&program);
    value = read_json(program.output);
    assert_string_equal(json_string_value(json_object_get(value, "limit")), "time=1s, seed=3");
    json_decref(value);
    program_free(&program);
}

static void interrupted_search_gives_its_answer(void **unused)
{
    static const int signals[] = {SIGINT, SIGTERM};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct program program;
        json_t *value;

        program_start(&program,
                      (const char *const[]){"search", "othello", "--limit", "1h", "--json", NULL},
                      -1);
        program_wait_for_error(&program, "best ");
        kill(program.id, signals[i]);
        program_finish(&program);
        assert_done(&program);
        value = read_json(program.output);
        assert_true(json_boolean_value(json_object_get(value, "interrupted")));
        assert_true(json_integer_value(json_object_get(value, "sims")) > 0);
        json_decref(value);
        program_free(&program);
    }
}

static void full_disk_does_not_hide_behind_a_search(void **unused)
{
    struct program program;
    int full = open("/dev/full", O_WRONLY);

    (void)unused;
    assert_true(full >= 0);
    program_start(&program, (const char *const[]){"search", "othello", "--limit", "sims=100", NULL},
                  full);
    program_finish(&program);
    close(full);
    assert_refused(&program, 1, "cannot write the output: No space left on device");
}

/* Runs a search whose standard error is a terminal of 40 columns and returns what it drew. */
static char *draw_on_terminal(void)
{
    static const struct winsize size = {.ws_row = 12, .ws_col = 40};
    char *drawn = calloc(1, 1 << 20);
    size_t length = 0;
    ssize_t count;
    int status, terminal, line = posix_openpt(O_RDWR | O_NOCTTY);
    pid_t id;

    assert_true(drawn != NULL && line >= 0 && grantpt(line) == 0 && unlockpt(line) == 0);
    terminal = open(ptsname(line), O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0);
    ioctl(terminal, TIOCSWINSZ, &size);
    id = fork();
    if (id == 0) {
        setenv("TERM", "xterm", 1);
        setenv("LC_ALL", "C", 1);
        dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
        dup2(terminal, STDERR_FILENO);
        close(line);
        execl(getenv("COPPICE"), "coppice", "search", "breakthrough", "--limit", "600ms", NULL);
        _exit(127);
    }
    close(terminal);
    while (length < (1 << 20) - 1 &&
           (count = read(line, drawn + length, (1 << 20) - 1 - length)) > 0)
        length += (size_t)count;
    close(line);
    assert_int_equal(waitpid(id, &status, 0), id);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return drawn;
}

static void progress_is_redrawn_in_place_and_fits(void **unused)
{
    char *drawn = draw_on_terminal();
    int up = 0, lines = 0;

    (void)unused;
    assert_contains(drawn, "breakthrough, White to move");
    for (char *line = strtok(drawn, "\r\n"); line != NULL; line = strtok(NULL, "\r\n")) {
        char *escape = strstr(line, "\x1b[");

        if (escape != NULL) {
            up += atoi(escape + 2);
            continue;
        }
        assert_true(strlen(line) <= 39);
        lines++;
    }
    assert_true(lines > 0);
    assert_true(up > 0);
    free(drawn);
}

/* ---- bench ---- */

static void bench_signature_is_the_committed_one(void **unused)
{
    struct program program;
    json_t *value;
    long long committed = 0;
    FILE *file = fopen("bench/signature", "r");

    (void)unused;
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lld", &committed), 1);
    fclose(file);
    run(&program, "bench", "signature", "--json");
    assert_done(&program);
    value = read_json(program.output);
    if (json_integer_value(json_object_get(value, "signature")) != committed)
        fail_msg("the signature is %lld and bench/signature says %lld; if the searches were meant "
                 "to change, write the new one there and into the commit's message",
                 (long long)json_integer_value(json_object_get(value, "signature")), committed);
    json_decref(value);
    program_free(&program);
}

static void bench_measures_one_game(void **unused)
{
    struct program program;
    json_t *value, *row;

    (void)unused;
    run(&program, "bench", "games", "--game", "othello(size=4)", "--seconds", "0", "--json");
    assert_done(&program);
    value = read_json(program.output);
    assert_int_equal(json_array_size(json_object_get(value, "games")), 1);
    row = json_array_get(json_object_get(value, "games"), 0);
    assert_string_equal(json_string_value(json_object_get(row, "game")), "othello(size=4)");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(row, "playouts"), "count")),
                     10000);
    assert_true(json_integer_value(json_object_get(value, "cores")) >= 1);
    json_decref(value);
    program_free(&program);
}

static void bench_refuses_what_it_does_not_know(void **unused)
{
    struct program program;

    (void)unused;
    run(&program, "bench", "serch");
    assert_refused(&program, 2, "(did you mean search?)");
    run(&program, "bench", "games", "--game", "otello");
    assert_refused(&program, 2, "(did you mean othello?)");
    run(&program, "bench", "games", "--seconds", "soon");
    assert_refused(&program, 2, "bench: seconds=soon is not allowed");
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
        cmocka_unit_test(command_line_reference_is_up_to_date),
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
        cmocka_unit_test(search_starts_from_a_file),
        cmocka_unit_test(agent_options_are_checked),
        cmocka_unit_test(search_with_a_seed_repeats_itself),
        cmocka_unit_test(search_finds_the_winning_move),
        cmocka_unit_test(search_prints_a_table),
        cmocka_unit_test(search_without_an_end_gets_a_second),
        cmocka_unit_test(interrupted_search_gives_its_answer),
        cmocka_unit_test(full_disk_does_not_hide_behind_a_search),
        cmocka_unit_test(progress_is_redrawn_in_place_and_fits),
        cmocka_unit_test(bench_signature_is_the_committed_one),
        cmocka_unit_test(bench_measures_one_game),
        cmocka_unit_test(bench_refuses_what_it_does_not_know),
    };

    return cmocka_run_group_tests_name("front", tests, NULL, NULL);
}
