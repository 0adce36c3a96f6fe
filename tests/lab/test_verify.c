/* test_verify.c - results come out again from the program, and verdicts from the results; whoever
 * changes a stored number is found out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "folder.h"
#include "lab/run/files.h"
#include "lab/run/games.h"
#include "lab/run/run.h"
#include "lab/run/verify.h"

/* A match, single searches, and positions with a judge: one run of each kind. */
#define HEAD(seed)                                                                        \
    "id = \"test/three\";\ntitle = \"Three\";\nsource = \"Table 0\";\n"                   \
    "specification = \"none\";\ndescription = \"Nothing.\";\nruns = (\n"                  \
    "{ name = \"match\"; game = \"connect4(width=4, height=4)\"; moves_per_game = 8.0;\n" \
    "  sims_per_second = 1e5; seed = " seed ";\n"                                         \
    "  entrants = ( { label = \"tree\"; agent = \"mcts\"; }, { label = \"mc*\"; agent = " \
    "\"mc\"; } );\n"                                                                      \
    "  quick = { limit = \"sims=30\"; games = 6; }; },\n"
#define SEARCHES                                                                     \
    "{ name = \"lone\"; kind = \"searches\"; game = \"connect4\"; moves = \"44\";\n" \
    "  agent = \"mcts(c=0.5, c_form=inside, prune=root, p=0.02, s=10)\";\n"          \
    "  sims_per_second = 1e5; quick = { limit = \"sims=200\"; searches = 5; }; },\n"
#define POSITIONS                                                                       \
    "{ name = \"all\"; kind = \"positions\"; game = \"connect4(width=4, height=4)\";\n" \
    "  positions = \"four\"; baseline = \"full\"; judge = \"maxn(eval=none)\";\n"       \
    "  entrants = (\n"                                                                  \
    "    { label = \"full\"; agent = \"maxn(eval=none, shallow=off, table=off)\"; },\n" \
    "    { label = \"less\"; agent = \"alphabeta(eval=none, table=off)\"; limit = "     \
    "\"depth=2\"; } );\n"                                                               \
    "  quick = { limit = \"depth=5\"; positions = 3; expected = 1000.0; };\n"           \
    "  nodes_per_second = 1e6; } );\n"
#define CLAIMS(band)                                                                        \
    "published = ( { run = \"match\"; entrant = \"tree\"; score = 0.5; games = 100; } );\n" \
    "claims = ( { title = \"More\"; claim = \"nodes(all, full) > " band "\"; budgets = "    \
    "[\"quick\"]; },\n"                                                                     \
    "  { title = \"Some\"; claim = \"score(match, tree) >= 0\"; budgets = [\"quick\"]; } );\n"

static const char today[] = HEAD("5") SEARCHES POSITIONS CLAIMS("1");
static const char other_seed[] = HEAD("6") SEARCHES POSITIONS CLAIMS("1");
static const char other_claim[] = HEAD("5") SEARCHES POSITIONS CLAIMS("1000000000");

static const char positions[] = "one  4/4/4/4 X\ntwo\t4/4/4/XO2 X\nthree 4/4/X3/OX2 O\n";

static char folder[FOLDER_ROOM];
static atomic_bool stop;

static void write_file(const char *name, const char *text)
{
    char *path = cop_path("%s/%s", folder, name);
    struct cop_error error;

    if (!cop_lab_file_write(path, text, &error))
        fail_msg("%s", error.message);
    free(path);
}

static char *read_results(void)
{
    char *path = cop_path("%s/quick/test/three.json", folder);
    char *text = cop_lab_file_read(path, NULL);

    assert_non_null(text);
    free(path);
    return text;
}

static struct cop_experiment *read_experiment(const char *text)
{
    struct cop_error error = {""};
    struct cop_experiment *experiment = cop_experiment_read(text, "x.cfg", folder, &error);

    if (!experiment)
        fail_msg("%s", error.message);
    return experiment;
}

static void run_all(void)
{
    struct cop_experiment *experiment = read_experiment(today);
    struct cop_lab_order order = {.budget = COP_QUICK,
                                  .results = folder,
                                  .threads = 2,
                                  .command = "coppice lab run test/three",
                                  .commit = "0123abc",
                                  .stop = &stop};
    struct cop_results results;
    struct cop_error error = {""};
    bool is_complete;

    if (!cop_lab_run(experiment, &order, &results, &is_complete, &error))
        fail_msg("%s", error.message);
    assert_true(is_complete);
    cop_results_free(&results);
    cop_experiment_free(experiment);
}

static int make_folder(void **state)
{
    (void)state;
    atomic_store(&stop, false);
    if (folder_make(folder) != 0)
        return -1;
    write_file("data/four.txt", positions);
    run_all();
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return folder_remove(folder);
}

static void load(struct cop_results *results)
{
    struct cop_error error = {""};

    if (!cop_results_load(results, folder, "quick", "test/three", &error) ||
        !cop_results_load_games(results, folder, "quick", "test/three", &error))
        fail_msg("%s", error.message);
}

static void note(void *context, const char *sentence)
{
    cop_text_add(context, "%s\n", sentence);
}

/* All observations made again; what is said goes to `said`. */
static struct cop_verified verify(const char *text, struct cop_text *said)
{
    struct cop_experiment *experiment = read_experiment(text);
    struct cop_verify_order order = {
        .budget = COP_QUICK, .threads = 2, .seed = 1, .stop = &stop, .say = note, .context = said};
    struct cop_results results;
    struct cop_verified verified;
    struct cop_error error = {""};

    load(&results);
    if (!cop_lab_verify(experiment, &results, &order, &verified, &error))
        fail_msg("%s", error.message);
    cop_results_free(&results);
    cop_experiment_free(experiment);
    return verified;
}

static void what_was_stored_comes_out_again(void **state)
{
    struct cop_text said = COP_TEXT;
    struct cop_verified verified = verify(today, &said);

    (void)state;
    assert_string_equal(said.bytes, "");
    assert_int_equal(verified.observations, 6 + 5 + 6);
    assert_int_equal(verified.compared, 6 + 5 + 6);
    assert_int_equal(verified.differences, 0);
    assert_int_equal(verified.games, 6);
    cop_text_free(&said);
}

/* The first game of the file, which is changed by `change`, and then looked at. */
static void assert_line_found_out(void (*change)(char *line), const char *words)
{
    char *path = cop_path("%s/quick/test/three.games.txt", folder);
    char *text = cop_lab_file_read(path, NULL), *line = strstr(text, "\nab ") + 1;
    struct cop_text said = COP_TEXT;

    change(line);
    write_file("quick/test/three.games.txt", text);
    assert_true(verify(today, &said).differences > 0);
    if (!strstr(said.bytes, words))
        fail_msg("\"%s\" does not say %s", said.bytes, words);
    cop_text_free(&said);
    free(text);
    free(path);
}

/* The first move becomes another legal one. */
static void change_move(char *line)
{
    line[3] = line[3] == 'a' ? 'b' : 'a';
}

static void change_seats(char *line)
{
    line[0] = 'b';
    line[1] = 'a';
}

static void a_changed_move_is_found_out(void **state)
{
    (void)state;
    assert_line_found_out(change_move, "tree against mc*, game 1: move 1 is stored as \"");
}

static void changed_seats_are_found_out(void **state)
{
    (void)state;
    assert_line_found_out(change_seats, "who sat where is stored as \"ba\"");
}

/* Who reads only what is stored finds that moves and payoffs do not belong together. */
static void moves_that_lead_elsewhere_are_found_out_without_playing(void **state)
{
    char *path = cop_path("%s/quick/test/three.games.txt", folder);
    char *text = cop_lab_file_read(path, NULL), *line = text;
    struct cop_text said = COP_TEXT;

    (void)state;
    while ((line = strstr(line, "\nab ")) != NULL)
        change_seats(++line);
    write_file("quick/test/three.games.txt", text);
    assert_true(verify(other_seed, &said).differences > 1); /* another run: nothing is played */
    assert_non_null(strstr(said.bytes, "its moves give "));
    cop_text_free(&said);
    free(text);
    free(path);
}

static void the_file_says_who_made_it(void **state)
{
    struct cop_results results;

    (void)state;
    load(&results);
    assert_int_equal(results.maker_count, 1);
    assert_string_equal(results.makers[0].commit, "0123abc");
    assert_string_equal(results.makers[0].command, "coppice lab run test/three");
    assert_true(results.makers[0].machine[0] != '\0' && results.makers[0].compiler[0] != '\0' &&
                results.makers[0].flags[0] != '\0' && results.makers[0].date[0] != '\0');
    assert_true(results.makers[0].observations >= 6 + 5 + 6);
    assert_true(cop_results_are_whole(&results));
    cop_results_free(&results);
}

/* Changes the first number of the column `name` after `after` in the file by 1. */
static void tamper(const char *after, const char *name)
{
    char *text = read_results();
    char *at = strstr(text, after);
    struct cop_text changed = COP_TEXT;
    double number;

    assert_non_null(at);
    at = strstr(at, name);
    assert_non_null(at);
    at = strchr(at, '[') + 1;
    number = strtod(at, NULL);
    cop_text_add_bytes(&changed, text, (size_t)(at - text));
    cop_text_add(&changed, "%.15g%s", number + 1, at + strcspn(at, ",]"));
    write_file("quick/test/three.json", changed.bytes);
    cop_text_free(&changed);
    free(text);
}

static void assert_found_out(const char *after, const char *name, const char *words)
{
    struct cop_text said = COP_TEXT;
    struct cop_verified verified;

    tamper(after, name);
    verified = verify(today, &said);
    assert_true(verified.differences > 0);
    if (!strstr(said.bytes, words))
        fail_msg("\"%s\" does not say %s", said.bytes, words);
    cop_text_free(&said);
}

static void a_changed_game_is_found_out(void **state)
{
    (void)state;
    assert_found_out("\"fixtures\"", "\"sims\"",
                     "run match, tree against mc*, game 1: sims of tree is stored as");
}

static void a_changed_search_is_found_out(void **state)
{
    (void)state;
    assert_found_out("\"searches\": {", "\"pruned\"", "run lone, search 0: pruned is stored as");
}

static void a_changed_position_is_found_out(void **state)
{
    (void)state;
    assert_found_out("\"found\"", "\"nodes\"", "run all, full in position one: nodes is stored as");
}

/* Nobody ran anything: the number does not follow from the observations beside it. */
static void a_changed_measure_is_found_out(void **state)
{
    (void)state;
    assert_found_out("\"values\"", "\"measured\"", "score(match, tree) is stored as");
}

static void a_changed_verdict_is_found_out_and_judged_anew(void **state)
{
    struct cop_text said = COP_TEXT, changed = COP_TEXT;
    char *text = read_results(), *at = strstr(text, "\"verdict\": \"reproduced\"");
    struct cop_experiment *experiment = read_experiment(today);
    struct cop_results results;
    struct cop_error error;

    (void)state;
    assert_non_null(at);
    cop_text_add_bytes(&changed, text, (size_t)(at - text));
    cop_text_add(&changed, "\"verdict\": \"undecided\"%s",
                 at + strlen("\"verdict\": \"reproduced\""));
    write_file("quick/test/three.json", changed.bytes);
    assert_int_equal(verify(today, &said).differences, 1);
    assert_non_null(strstr(said.bytes, "\"More\" is stored as undecided"));
    load(&results);
    assert_true(cop_lab_summarize(experiment, COP_QUICK, &results, &error));
    assert_true(cop_results_save(&results, folder, &error));
    cop_results_free(&results);
    free(text);
    text = read_results();
    assert_null(strstr(text, "undecided"));
    cop_text_clear(&said);
    assert_int_equal(verify(today, &said).differences, 0);
    cop_experiment_free(experiment);
    cop_text_free(&said);
    cop_text_free(&changed);
    free(text);
}

/* Judging again changes nothing in the file: what was computed with is what was kept. */
static void judging_again_writes_the_same_bytes(void **state)
{
    struct cop_experiment *experiment = read_experiment(today);
    char *before = read_results(), *after;
    struct cop_results results;
    struct cop_error error;

    (void)state;
    load(&results);
    assert_true(cop_lab_summarize(experiment, COP_QUICK, &results, &error));
    assert_true(cop_results_save(&results, folder, &error));
    after = read_results();
    assert_string_equal(before, after);
    cop_results_free(&results);
    cop_experiment_free(experiment);
    free(before);
    free(after);
}

static void a_claim_that_has_changed_is_told(void **state)
{
    struct cop_text said = COP_TEXT;
    struct cop_verified verified = verify(other_claim, &said);

    (void)state;
    assert_int_equal(verified.differences, 1);
    assert_non_null(strstr(said.bytes, "it is not reproduced"));
    cop_text_free(&said);
}

static void a_run_that_has_changed_is_not_made_again(void **state)
{
    struct cop_text said = COP_TEXT;
    struct cop_verified verified = verify(other_seed, &said);

    (void)state;
    assert_int_equal(verified.differences, 1);
    assert_non_null(
        strstr(said.bytes, "run match: the experiment has changed: the seed was \"5\""));
    assert_int_equal(verified.compared, 5 + 6);
    cop_text_free(&said);
}

static void a_sample_is_as_large_as_asked_and_costs_what_it_may(void **state)
{
    struct cop_experiment *experiment = read_experiment(today);
    struct cop_verify_order order = {
        .budget = COP_QUICK, .threads = 1, .sample = 4, .seed = 3, .stop = &stop};
    struct cop_verified verified;
    struct cop_results results;
    struct cop_error error;

    (void)state;
    load(&results);
    assert_true(cop_lab_verify(experiment, &results, &order, &verified, &error));
    assert_int_equal(verified.compared, 4);
    order.longest = 1e-9;
    assert_true(cop_lab_verify(experiment, &results, &order, &verified, &error));
    assert_true(verified.passed_over >= 6); /* a clock may say of a tiny search that it took none */
    cop_results_free(&results);
    cop_experiment_free(experiment);
}

static void remove_games(void)
{
    char *path = cop_path("%s/quick/test/three.games.txt", folder);

    assert_int_equal(remove(path), 0);
    free(path);
}

/* Judging is about numbers: whoever has no moves can judge and verify, and whoever has keeps them.
 */
static void results_without_moves_are_verified_by_their_numbers(void **state)
{
    struct cop_text said = COP_TEXT;
    struct cop_verified verified;

    (void)state;
    remove_games();
    verified = verify(today, &said);
    assert_string_equal(said.bytes, "");
    assert_int_equal(verified.compared, 6 + 5 + 6);
    assert_int_equal(verified.games, 0);
    cop_text_free(&said);
}

/* A file as the first program wrote it: it can be read and reported, and verify says what is left.
 */
static void the_first_format_is_read_but_has_nothing_to_verify(void **state)
{
    static const char old[] =
        "{\"format\": \"coppice lab results 1\", \"id\": \"test/three\", \"title\": \"T\",\n"
        "\"source\": \"S\", \"specification\": \"\", \"description\": \"\", \"budget\": "
        "\"quick\",\n"
        "\"command\": \"c\", \"version\": \"0\", \"machine\": \"m\", \"date\": \"d\",\n"
        "\"seconds\": 1.0, \"claims\": [], \"values\": [], \"runs\": [{\"name\": \"match\",\n"
        "\"kind\": \"match\", \"game\": \"connect4\", \"position\": \"\", \"moves\": \"\",\n"
        "\"limit\": \"sims=1\", \"full_limit\": \"sims=1\", \"opening_plies\": 0, \"seed\": 5,\n"
        "\"games\": 2, \"entrants\": [{\"label\": \"a\", \"agent\": \"mcts\"},\n"
        "{\"label\": \"b\", \"agent\": \"mc\"}], \"root_moves\": [], \"measured\": [],\n"
        "\"fixtures\": [{\"entrants\": [0, 1], \"count\": 2,\n"
        "\"sums\": [2, 2, 0, 9, 1, 4, 0, 7, 0, 0, 0, 8, 1, 4, 0, 6]}]}]}";
    struct cop_experiment *experiment = read_experiment(today);
    struct cop_text said = COP_TEXT;
    struct cop_results results;
    struct cop_error error = {""};

    (void)state;
    remove_games();
    write_file("quick/test/three.json", old);
    assert_int_equal(verify(today, &said).differences, 1);
    assert_non_null(strstr(said.bytes, "run it again"));
    load(&results);
    assert_false(cop_results_are_whole(&results));
    assert_float_equal(results.runs[0].fixtures[0].sample.sum[COP_MATCH_SIMS], 9, 1e-12);
    assert_false(cop_lab_summarize(experiment, COP_QUICK, &results, &error));
    assert_non_null(strstr(error.message, "run the experiment again"));
    cop_results_free(&results);
    cop_experiment_free(experiment);
    cop_text_free(&said);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_was_stored_comes_out_again),
        IN_FOLDER(the_file_says_who_made_it),
        IN_FOLDER(a_changed_game_is_found_out),
        IN_FOLDER(a_changed_move_is_found_out),
        IN_FOLDER(changed_seats_are_found_out),
        IN_FOLDER(moves_that_lead_elsewhere_are_found_out_without_playing),
        IN_FOLDER(a_changed_search_is_found_out),
        IN_FOLDER(a_changed_position_is_found_out),
        IN_FOLDER(a_changed_measure_is_found_out),
        IN_FOLDER(a_changed_verdict_is_found_out_and_judged_anew),
        IN_FOLDER(judging_again_writes_the_same_bytes),
        IN_FOLDER(a_claim_that_has_changed_is_told),
        IN_FOLDER(a_run_that_has_changed_is_not_made_again),
        IN_FOLDER(a_sample_is_as_large_as_asked_and_costs_what_it_may),
        IN_FOLDER(results_without_moves_are_verified_by_their_numbers),
        IN_FOLDER(the_first_format_is_read_but_has_nothing_to_verify),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
