/* test_lab_command.c - `coppice lab` as a user meets it. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "front.h"
#include "odd_words.h"

/* Each case has a folder with the experiments lab/t/small and lab/t/long and a place for results.
 */
static char folder[64], lab[96], results[96], page[96], notes[96];

static const char experiment[] =
    "id = \"t/%s\"; title = \"A test\"; source = \"Table 0\"; specification = \"none\";\n"
    "description = \"Nothing.\";\n"
    "runs = ( { name = \"duel\"; game = \"connect4\"; moves_per_game = 17.0;\n"
    "  sims_per_second = 1e6; entrants = ( { label = \"tree\"; agent = \"mcts\"; },\n"
    "    { label = \"dice\"; agent = \"random\"; } );\n"
    "  quick = { limit = \"sims=%s\"; games = %s; }; } );\n"
    "published = ( { run = \"duel\"; entrant = \"tree\"; score = 0.9; } );\n"
    "claims = ( { title = \"The tree wins\"; claim = \"score(%s, tree) > 0.5\";\n"
    "  budgets = [\"quick\"]; } );\n";

static void write_experiment(const char *name, const char *sims, const char *games, const char *run)
{
    char path[160];
    FILE *file;

    snprintf(path, sizeof path, "%s/t/%s.cfg", lab, name);
    file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, experiment, name, sims, games, run);
    assert_int_equal(fclose(file), 0);
}

static int make_folder(void **state)
{
    char path[128];

    (void)state;
    strcpy(folder, "/tmp/coppice-test-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(lab, sizeof lab, "%s/lab", folder);
    snprintf(results, sizeof results, "%s/results", folder);
    snprintf(page, sizeof page, "%s/report.html", folder);
    snprintf(notes, sizeof notes, "%s/report.md", folder);
    mkdir(lab, 0777);
    snprintf(path, sizeof path, "%s/t", lab);
    mkdir(path, 0777);
    write_experiment("small", "100", "20", "duel");
    write_experiment("long", "5000", "1000", "duel");
    return 0;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"lab/t/small.cfg",
                                        "lab/t/long.cfg",
                                        "lab/t",
                                        "lab",
                                        "results/quick/t/small.json",
                                        "results/quick/t/small.games.txt",
                                        "game.sgf",
                                        "results/quick/t",
                                        "results/quick/games.db",
                                        "results/quick/games.db-wal",
                                        "results/quick/games.db-shm",
                                        "results/quick",
                                        "results",
                                        "report.html",
                                        "report.md"};
    char path[160];

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
    return rmdir(folder);
}

static bool exists(const char *name)
{
    char path[160];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static char *read_whole(const char *path)
{
    char *text = calloc(1, 1 << 20);
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

/* The same experiment under another title. */
static void replace_title(const char *path, const char *title)
{
    char *text = read_whole(path);
    const char *after = strstr(text, "\"; source");
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_non_null(after);
    fprintf(file, "id = \"t/long\"; title = \"%s%s", title, after);
    assert_int_equal(fclose(file), 0);
    free(text);
}

static void the_list_has_ids_and_costs(void **state)
{
    struct program program;

    (void)state;
    run(&program, "lab", "list", "--lab", lab, "--threads", "2");
    assert_done(&program);
    assert_contains(program.output, "t/small");
    assert_contains(program.output, "20   68k     0 s"); /* 20 games, 2 * 17 moves, 100 sims */
    assert_contains(program.output, "A test");
    program_free(&program);
}

static void the_list_is_readable_whatever_a_title_is(void **state)
{
    struct program program;
    char path[160];
    json_t *list;

    (void)state;
    snprintf(path, sizeof path, "%s/t/long.cfg", lab);
    replace_title(path, "a \\\"b\\\" \\\\ " ODD_WORDS);
    run(&program, "lab", "list", "--lab", lab, "--json");
    assert_done(&program);
    list = read_json(program.output);
    assert_int_equal(json_array_size(list), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 0), "title")),
                        "a \"b\" \\ " ODD_WORDS_READ);
    json_decref(list);
    program_free(&program);
}

static void the_list_is_json_on_request(void **state)
{
    struct program program;
    json_t *list, *row, *cost;
    size_t index;
    int found = 0;

    (void)state;
    run(&program, "lab", "list", "--lab", lab, "--threads", "2", "--json");
    assert_done(&program);
    list = read_json(program.output);
    assert_int_equal(json_array_size(list), 2);
    json_array_foreach(list, index, row)
    {
        if (strcmp(json_string_value(json_object_get(row, "id")), "t/small") != 0)
            continue;
        found++;
        assert_string_equal(json_string_value(json_object_get(row, "title")), "A test");
        cost = json_object_get(json_object_get(row, "budgets"), "quick");
        assert_int_equal(json_integer_value(json_object_get(cost, "games")), 20);
        assert_int_equal(json_integer_value(json_object_get(cost, "sims")), 68000);
        assert_true(json_is_real(json_object_get(cost, "seconds")));
    }
    assert_int_equal(found, 1);
    json_decref(list);
    program_free(&program);
    run(&program, "lab", "report", "--results", results, "--json");
    assert_refused(&program, 2, "--json is for lab list");
}

/* program.h hides COPPICE_LAB from the program, so `env` starts it here. */
static void a_folder_can_be_named_by_the_environment(void **state)
{
    const char *path = getenv("COPPICE");
    char *coppice = strdup(path ? path : "");
    char variable[128];
    struct program program;

    (void)state;
    snprintf(variable, sizeof variable, "COPPICE_LAB=%s", lab);
    setenv("COPPICE", "/usr/bin/env", 1);
    run(&program, variable, coppice, "lab", "show", "t/small", "--budget", "quick");
    setenv("COPPICE", coppice, 1);
    free(coppice);
    assert_done(&program);
    assert_contains(program.output, "run duel: connect4, 20 games in each pairing, sims=100");
    assert_contains(program.output, "score(duel, tree) > 0.5");
    program_free(&program);
}

static void the_experiments_of_this_folder_are_found(void **state)
{
    struct program program;

    (void)state;
    run(&program, "lab", "list");
    assert_done(&program);
    assert_contains(program.output, "uct-star/table-10");
    program_free(&program);
}

static void a_budget_says_which_claims_it_cannot_decide(void **state)
{
    static const char claim[] = "s = 100, p = 0.35: the score is within 0.5 +- 0.1";
    struct program program;

    (void)state;
    run(&program, "lab", "list");
    assert_done(&program);
    assert_contains(program.output, claim);
    assert_contains(program.output, ": needs 93, has 30 at quick, 40 at standard\n");
    program_free(&program);
    run(&program, "lab", "show", "uct-star/table-09", "--budget", "standard");
    assert_done(&program);
    assert_contains(program.output, "(this budget cannot decide it: it has 40 games or searches "
                                    "of 93)");
    program_free(&program);
    run(&program, "lab", "show", "uct-star/table-04", "--budget", "quick");
    assert_done(&program);
    assert_contains(program.output, "none at this budget, which only measures");
    program_free(&program);
    run(&program, "lab", "list", "--json");
    assert_done(&program);
    assert_contains(program.output, "\"needs\": 93");
    program_free(&program);
}

static void what_is_solved_is_shown_with_its_databases(void **state)
{
    struct program program;

    (void)state;
    run(&program, "lab", "show", "fanorona/table-4.5", "--budget", "standard");
    assert_done(&program);
    assert_contains(program.output, ", solved, giving up at nodes=20M, memory=2G\n");
    assert_contains(program.output, "pn(second=tree), databases of up to 5 pieces\n");
    program_free(&program);
}

static void a_run_ends_with_verdicts_and_a_report_can_be_made(void **state)
{
    struct program program;
    char *text;

    (void)state;
    run(&program, "lab", "run", "t/small", "--lab", lab, "--results", results, "--budget", "quick");
    assert_done(&program);
    assert_contains(program.output, "reproduced       The tree wins");
    assert_contains(program.output, "score(duel, tree) = ");
    program_free(&program);
    assert_true(exists("results/quick/t/small.json"));

    run(&program, "lab", "report", "--results", results, "--budget", "quick");
    assert_done(&program);
    assert_contains(program.output, "| The tree wins | **reproduced** |");
    program_free(&program);

    run(&program, "lab", "report", "--results", results, "--budget", "quick", "--html", page,
        "--markdown", notes);
    assert_done(&program);
    assert_string_equal(program.output, "");
    program_free(&program);
    text = read_whole(page);
    assert_contains(text, "</html>");
    free(text);
    text = read_whole(notes);
    assert_contains(text, "# Published and measured");
    free(text);
}

/* Exchanges one part of a stored result. */
static void change_results(const char *old, const char *new)
{
    char path[160], *text, *at;
    FILE *file;

    snprintf(path, sizeof path, "%s/quick/t/small.json", results);
    text = read_whole(path);
    at = strstr(text, old);
    assert_non_null(at);
    file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    fclose(file);
    free(text);
}

static void what_is_stored_can_be_judged_and_verified(void **state)
{
    struct program program;

    (void)state;
    run(&program, "lab", "run", "t/small", "--lab", lab, "--results", results, "--budget", "quick");
    assert_done(&program);
    program_free(&program);
    run(&program, "lab", "verify", "t", "--lab", lab, "--results", results, "--budget", "quick");
    assert_done(&program);
    assert_contains(program.output, "this program is of the commit ");
    assert_contains(program.output, "t/small: as stored, 4 of ");
    program_free(&program);
    change_results("\"verdict\": \"reproduced\"", "\"verdict\": \"undecided\"");
    run(&program, "lab", "verify", "--lab", lab, "--results", results, "--budget", "quick");
    assert_int_equal(program.status, 1);
    assert_contains(program.output, "t/small: \"The tree wins\" is stored as undecided");
    assert_contains(program.output, "t/small: DIFFERENT");
    program_free(&program);
    run(&program, "lab", "judge", "t/small", "--lab", lab, "--results", results, "--budget",
        "quick");
    assert_done(&program);
    assert_contains(program.output, "\"The tree wins\" was undecided, is reproduced");
    program_free(&program);
    run(&program, "lab", "verify", "t/small", "--lab", lab, "--results", results, "--budget",
        "quick");
    assert_done(&program);
    program_free(&program);
    /* A slip beside a good word must not come out as in order. */
    run(&program, "lab", "verify", "t", "s", "--lab", lab, "--results", results, "--budget",
        "quick");
    assert_refused(&program, 1, "there are no results of \"s\"");
}

/* Runs `coppice lab games` on what was run here. */
#define LAB_GAMES(...)                                                                         \
    run(&program, "lab", "games", __VA_ARGS__, "--lab", lab, "--results", results, "--budget", \
        "quick")

static void the_games_behind_a_claim_are_listed_shown_and_written(void **state)
{
    struct program program;
    char path[160], *text;

    (void)state;
    run(&program, "lab", "run", "t/small", "--lab", lab, "--results", results, "--budget", "quick");
    assert_done(&program);
    program_free(&program);
    LAB_GAMES("t/small", "--claim", "1");
    assert_done(&program);
    assert_contains(program.output, "run duel: connect4, 20 games\n");
    assert_contains(program.output, "     1  Yellow tree, Red dice  ");
    assert_contains(program.output, "     2  Yellow dice, Red tree  ");
    assert_contains(program.output, "wins: four in a row, ");
    program_free(&program);
    LAB_GAMES("t/small", "duel", "--number", "20");
    assert_done(&program);
    assert_contains(program.output, "t/small (quick), run duel, game 20: Yellow dice, Red tree");
    program_free(&program);
    snprintf(path, sizeof path, "%s/game.sgf", folder);
    LAB_GAMES("t/small", "--number", "3", "--sgf", path);
    assert_done(&program);
    assert_string_equal(program.output, "");
    program_free(&program);
    text = read_whole(path);
    assert_contains(text, "KG[connect4]");
    assert_contains(text, "run duel, game 3");
    free(text);
    run(&program, "show", "connect4", "--sgf", path);
    assert_done(&program);
    assert_contains(program.output, "Over. ");
    program_free(&program);
    run(&program, "lab", "verify", "t/small", "--lab", lab, "--results", results, "--budget",
        "quick");
    assert_done(&program);
    assert_contains(program.output, "20 games played through");
    program_free(&program);
}

/* Of searches there are no games, but the positions they are about. */
static void positions_behind_a_claim_are_listed(void **state)
{
    struct program program;

    (void)state;
    run(&program, "lab", "games", "chance/table-5.10", "depth5");
    assert_done(&program);
    assert_contains(program.output, "run depth5: chancebreakthrough, 30 positions of data/");
    assert_contains(program.output, "\n     1  ");
    program_free(&program);
    run(&program, "lab", "games", "uct-star/figure-13", "s1");
    assert_done(&program);
    assert_contains(program.output, " searches of the position at the start\n");
    program_free(&program);
    run(&program, "lab", "games", "uct-star/figure-13", "--number", "1");
    assert_refused(&program, 1, "there are no games here, only searches of positions");
}

static void games_that_are_not_there_are_told(void **state)
{
    struct program program;
    char path[160];

    (void)state;
    LAB_GAMES("t/small");
    assert_refused(&program, 1, "small.json");
    run(&program, "lab", "run", "t/small", "--lab", lab, "--results", results, "--budget", "quick");
    assert_done(&program);
    program_free(&program);
    LAB_GAMES("t/small", "other");
    assert_refused(&program, 1, "has no run \"other\"; its runs are duel");
    LAB_GAMES("t/small", "--claim", "2");
    assert_refused(&program, 1, "has 1 claims at the budget quick, not number 2");
    LAB_GAMES("t/small", "--number", "21");
    assert_refused(&program, 1, "has 20 games that are kept, not number 21");
    LAB_GAMES("t/small", "duel", "more");
    assert_refused(&program, 2, "no more words");
    snprintf(path, sizeof path, "%s/results/quick/t/small.games.txt", folder);
    assert_int_equal(remove(path), 0);
    LAB_GAMES("t/small");
    assert_done(&program);
    assert_contains(program.output, "only the results are kept");
    program_free(&program);
    snprintf(path, sizeof path, "%s/game.sgf", folder);
    LAB_GAMES("t/small", "--sgf", path);
    assert_refused(&program, 1, "are not kept; run the experiment again");
}

static void mistakes_in_a_file_stop_a_run_before_it_begins(void **state)
{
    struct program program;
    json_t *list;

    (void)state;
    write_experiment("small", "100", "20", "dual");
    run(&program, "lab", "run", "all", "--lab", lab, "--results", results, "--budget", "quick");
    assert_contains(program.errors, "small.cfg:8: ");
    assert_refused(&program, 1, "there is no run \"dual\"");
    assert_false(exists("results/quick"));
    run(&program, "lab", "run", "t", "--lab", lab, "--results", results, "--budget", "quick");
    assert_refused(&program, 1, "there is no run \"dual\"");
    run(&program, "lab", "run", "s", "--lab", lab, "--results", results, "--budget", "quick");
    assert_refused(&program, 1, "there is no folder of experiments \"s\"");
    run(&program, "lab", "list", "--lab", lab);
    assert_int_equal(program.status, 1);
    assert_contains(program.output, "t/long");
    program_free(&program);
    run(&program, "lab", "list", "--lab", lab, "--json");
    assert_int_equal(program.status, 1);
    list = read_json(program.output);
    assert_int_equal(json_array_size(list), 1);
    json_decref(list);
    program_free(&program);
}

static void what_is_not_there_is_named(void **state)
{
    struct program program;

    (void)state;
    run(&program, "lab", "show", "t/none", "--lab", lab);
    assert_refused(&program, 1, "t/none.cfg: No such file");
    run(&program, "lab", "list", "--lab", "/nowhere");
    assert_refused(&program, 1, "there are no experiments in the folder \"/nowhere\"");
    run(&program, "lab", "report", "--results", results);
    assert_refused(&program, 1, "there are no results of the budget standard");
    run(&program, "lab", "run", "t/small", "--lab", lab, "--results", "/dev/null/x", "--budget",
        "quick");
    assert_refused(&program, 1, "cannot make the folder /dev/null");
}

static void wrong_words_are_refused_with_help(void **state)
{
    struct program program;

    (void)state;
    run(&program, "lab");
    assert_refused(&program, 2, "lab");
    run(&program, "lab", "dance");
    assert_refused(
        &program, 2,
        "lab does one of list, show, run, report, judge, verify and games, not \"dance\"");
    run(&program, "lab", "run", "--lab", lab);
    assert_refused(&program, 2, "lab run needs the id of an experiment");
    run(&program, "lab", "list", "x");
    assert_refused(&program, 2, "lab list takes no further words");
    run(&program, "lab", "list", "--budget", "huge");
    assert_refused(&program, 2, "huge");
}

static void an_interrupted_run_keeps_its_games(void **state)
{
    struct program program;

    (void)state;
    program_start(&program,
                  (const char *const[]){"lab", "run", "t/long", "--lab", lab, "--results", results,
                                        "--budget", "quick", NULL},
                  -1);
    program_wait_for_error(&program, "t/long duel  1 of 1000");
    kill(program.id, SIGINT);
    program_finish(&program);
    assert_int_equal(program.status, 1);
    assert_contains(program.errors, "interrupted; the games so far are kept");
    assert_string_equal(program.output, "");
    program_free(&program);
    assert_true(exists("results/quick/games.db"));
    assert_false(exists("results/quick/t/long.json"));
    program_start(&program,
                  (const char *const[]){"lab", "run", "t/long", "--lab", lab, "--results", results,
                                        "--budget", "quick", NULL},
                  -1);
    program_wait_for_error(&program, "t/long duel  ");
    kill(program.id, SIGINT);
    program_finish(&program);
    assert_null(strstr(program.errors, "t/long duel  1 of 1000"));
    program_free(&program);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(the_list_has_ids_and_costs),
        IN_FOLDER(the_list_is_json_on_request),
        IN_FOLDER(the_list_is_readable_whatever_a_title_is),
        IN_FOLDER(a_folder_can_be_named_by_the_environment),
        cmocka_unit_test(what_is_solved_is_shown_with_its_databases),
        cmocka_unit_test(the_experiments_of_this_folder_are_found),
        cmocka_unit_test(a_budget_says_which_claims_it_cannot_decide),
        IN_FOLDER(a_run_ends_with_verdicts_and_a_report_can_be_made),
        IN_FOLDER(what_is_stored_can_be_judged_and_verified),
        IN_FOLDER(the_games_behind_a_claim_are_listed_shown_and_written),
        IN_FOLDER(games_that_are_not_there_are_told),
        cmocka_unit_test(positions_behind_a_claim_are_listed),
        IN_FOLDER(mistakes_in_a_file_stop_a_run_before_it_begins),
        IN_FOLDER(what_is_not_there_is_named),
        IN_FOLDER(wrong_words_are_refused_with_help),
        IN_FOLDER(an_interrupted_run_keeps_its_games),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
