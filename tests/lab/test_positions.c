/* test_positions.c - runs over a list of positions: the list's file, what its searches measure,
 * that they can be interrupted, and that numbers about a part of the list have intervals. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "base/allocate.h"
#include "folder.h"
#include "lab/experiment/experiment.h"
#include "lab/report/report.h"
#include "lab/run/files.h"
#include "lab/run/measure.h"
#include "lab/run/run.h"

static char folder[FOLDER_ROOM];
static atomic_bool stop;

static const char positions[] = "# Four by four, after some moves.\n"
                                "\n"
                                "one  4/4/4/4 X\n"
                                "two\t4/4/4/XO2 X\n"
                                "three 4/4/X3/OX2 O\n"
                                "four 4/4/4/XOXO X\n";

static const char experiment_text[] =
    "id = \"test/places\";\ntitle = \"Places\";\nsource = \"Table 0\";\n"
    "specification = \"none\";\ndescription = \"Nothing.\";\n"
    "runs = ( { name = \"all\"; kind = \"positions\"; game = \"connect4(width=4, height=4)\";\n"
    "  positions = \"four\"; baseline = \"full\"; judge = \"maxn(eval=none)\";\n"
    "  entrants = (\n"
    "    { label = \"full\"; agent = \"maxn(eval=none, shallow=off, table=off)\"; },\n"
    "    { label = \"cut\"; agent = \"alphabeta(eval=none, table=off)\"; },\n"
    "    { label = \"less\"; agent = \"alphabeta(eval=none, table=off)\"; limit = \"depth=2\"; } "
    ");\n"
    "  quick = { limit = \"depth=5\"; positions = 4; expected = 1000.0; };\n"
    "  standard = { limit = \"depth=5\"; positions = 2; expected = 1000.0; };\n"
    "  full = { limit = \"depth=5\"; positions = 4; expected = 1000.0; };\n"
    "  nodes_per_second = 1e6; } );\n"
    "published = ( { run = \"all\"; entrant = \"cut\"; position = \"two\"; nodes = 7; },\n"
    "  { run = \"all\"; entrant = \"less\"; against = \"cut\"; saved = 0.5; },\n"
    "  { run = \"all\"; entrant = \"cut\"; saved = 0.5; } );\n"
    "claims = ( { title = \"Cuts save\"; claim = \"saved(all, cut) > 10%\"; },\n"
    "  { title = \"And change nothing\"; claim = \"difference(all, cut) <= 0.000001\"; } );\n";

static void write_data(const char *text)
{
    char *path = cop_path("%s/data/four.txt", folder);
    struct cop_error error;

    if (!cop_lab_file_write(path, text, &error))
        fail_msg("%s", error.message);
    free(path);
}

static int make_folder(void **state)
{
    (void)state;
    atomic_store(&stop, false);
    if (folder_make(folder) != 0)
        return -1;
    write_data(positions);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    return folder_remove(folder);
}

static struct cop_experiment *read_experiment(const char *text, struct cop_error *error)
{
    return cop_experiment_read(text, "x.cfg", folder, error);
}

struct counter {
    int calls, stop_after;
};

static void count_progress(void *context, const struct cop_lab_progress *progress)
{
    struct counter *counter = context;

    assert_true(progress->done >= 1 && progress->done <= progress->total);
    if (++counter->calls == counter->stop_after)
        atomic_store(&stop, true);
}

static bool run_places(enum cop_budget budget, int threads, struct counter *counter,
                       struct cop_results *results)
{
    struct cop_error error = {""};
    struct cop_experiment *experiment = read_experiment(experiment_text, &error);
    struct cop_lab_order order = {.budget = budget,
                                  .results = folder,
                                  .threads = threads,
                                  .command = "coppice lab run test/places",
                                  .stop = &stop,
                                  .progress = count_progress,
                                  .context = counter};
    bool is_complete = false;

    if (!experiment || !cop_lab_run(experiment, &order, results, &is_complete, &error))
        fail_msg("%s", error.message);
    cop_experiment_free(experiment);
    return is_complete;
}

static struct cop_interval measure(const struct cop_results *results, const char *name,
                                   const char *entrant, const char *third)
{
    struct cop_measure words = {name, third ? 3 : 2, {"all", entrant, third}};

    return cop_measure_interval(results, &words);
}

static const struct cop_found *found(const struct cop_results *results, int entrant, int position)
{
    return &results->runs[0].found[entrant * results->runs[0].position_count + position];
}

/* -- the list -- */

static void assert_list_refused(const char *text, const char *part)
{
    struct cop_error error = {""};

    write_data(text);
    assert_null(read_experiment(experiment_text, &error));
    if (!strstr(error.message, part))
        fail_msg("\"%s\" does not say %s", error.message, part);
}

static void mistakes_in_a_list_are_found_with_their_line(void **state)
{
    (void)state;
    assert_list_refused("", "four.txt has no positions");
    assert_list_refused("# x\none 4/4/4/4 X\none 4/4/4/XO2 X\n", "four.txt:3: ");
    assert_list_refused("one 4/4/4/4 X\none 4/4/4/XO2 X\n", "\"one\" is used twice");
    assert_list_refused("one 4/4/4/4 X\ntwo 4/4/XO2 X\n", "four.txt:2: ");
    assert_list_refused("one XXXX/4/4/4 O\n", "four.txt:1: ");
    assert_list_refused("one 4/4/4/4 X\n", "there are only 1 positions");
}

static void assert_slip(const char *right, const char *wrong, const char *part)
{
    const char *at = strstr(experiment_text, right);
    struct cop_text text = COP_TEXT;
    struct cop_error error = {""};

    assert_non_null(at);
    cop_text_add_bytes(&text, experiment_text, (size_t)(at - experiment_text));
    cop_text_add(&text, "%s%s", wrong, at + strlen(right));
    assert_null(read_experiment(text.bytes, &error));
    if (!strstr(error.message, part))
        fail_msg("\"%s\" does not say %s", error.message, part);
    cop_text_free(&text);
}

static void slips_of_the_pen_are_found(void **state)
{
    (void)state;
    assert_slip("positions = \"four\"", "positions = \"five\"", "five.txt");
    assert_slip("baseline = \"full\"", "baseline = \"half\"", "\"half\" is no entrant");
    assert_slip("judge = \"maxn(eval=none)\"", "judge = \"maxm\"", "maxm");
    assert_slip("limit = \"depth=2\"", "limit = \"1s\"", "counts nothing");
    assert_slip(" expected = 1000.0;", "", "give expected");
    assert_slip("position = \"two\"", "position = \"six\"", "no position \"six\"");
    assert_slip("against = \"cut\"", "against = \"cat\"", "no entrant \"cat\"");
    assert_slip("saved(all, cut)", "saved(all)", "saved(run, entrant[, baseline])");
    assert_slip("saved(all, cut)", "score(all, cut)", "no measure \"score\"");
}

static void a_run_needs_a_folder_for_its_list(void **state)
{
    struct cop_error error = {""};

    (void)state;
    assert_null(cop_experiment_read(experiment_text, "x.cfg", NULL, &error));
    assert_non_null(strstr(error.message, "cannot be taken"));
}

/* -- searches -- */

static void measures_follow_from_what_was_found(void **state)
{
    struct counter counter = {0, 0};
    struct cop_results results;
    double full = 0, cut = 0, cuts = 0, least = 1;

    (void)state;
    assert_true(run_places(COP_QUICK, 1, &counter, &results));
    assert_true(counter.calls >= 12);
    for (int p = 0; p < 4; p++) {
        double saved =
            1 - (double)found(&results, 1, p)->nodes / (double)found(&results, 0, p)->nodes;

        full += (double)found(&results, 0, p)->nodes;
        cut += (double)found(&results, 1, p)->nodes;
        cuts += saved;
        least = fmin(least, saved);
        assert_float_equal(found(&results, 0, p)->value, found(&results, 1, p)->value, 1e-9);
    }
    assert_true(cut < full);
    assert_float_equal(measure(&results, "nodes", "cut", NULL).value, cut / 4, 1e-6);
    assert_float_equal(measure(&results, "total", "cut", NULL).value, cut, 1e-6);
    assert_float_equal(measure(&results, "saved", "cut", NULL).value, 1 - cut / full, 1e-9);
    assert_float_equal(measure(&results, "mean_saved", "cut", NULL).value, cuts / 4, 1e-9);
    assert_float_equal(measure(&results, "least_saved", "cut", NULL).value, least, 1e-9);
    assert_float_equal(measure(&results, "nodes", "cut", "two").value,
                       (double)found(&results, 1, 1)->nodes, 1e-9);
    assert_float_equal(
        measure(&results, "saved_at", "cut", "two").value,
        1 - (double)found(&results, 1, 1)->nodes / (double)found(&results, 0, 1)->nodes, 1e-9);
    assert_float_equal(measure(&results, "depth", "less", "one").value, 2, 1e-9);
    assert_true(measure(&results, "saved", "less", "cut").value > 0);
    assert_int_equal(results.claims[0].truth, COP_TRUE);
    assert_int_equal(results.claims[1].truth, COP_TRUE);
    cop_results_free(&results);
}

/* The whole list is no sample: nothing is left to doubt. */
static void the_whole_list_has_no_errors_and_a_part_has(void **state)
{
    struct counter counter = {0, 0};
    struct cop_results all, part;

    (void)state;
    assert_true(run_places(COP_QUICK, 1, &counter, &all));
    assert_true(run_places(COP_STANDARD, 1, &counter, &part));
    assert_float_equal(measure(&all, "nodes", "cut", NULL).low,
                       measure(&all, "nodes", "cut", NULL).high, 1e-9);
    assert_int_equal(part.runs[0].position_count, 2);
    assert_string_equal(part.runs[0].position_names[1], "three");
    assert_true(measure(&part, "nodes", "cut", NULL).low <
                measure(&part, "nodes", "cut", NULL).value);
    assert_true(measure(&part, "changed", "less", NULL).high > 0.5);
    cop_results_free(&all);
    cop_results_free(&part);
}

/* A move that the baseline did not choose is worth what the judge says. */
static void errors_are_about_the_chosen_move(void **state)
{
    struct counter counter = {0, 0};
    struct cop_results results;
    double error = 0;

    (void)state;
    assert_true(run_places(COP_QUICK, 1, &counter, &results));
    for (int p = 0; p < 4; p++) {
        assert_false(isnan(found(&results, 2, p)->worth));
        assert_true(found(&results, 2, p)->worth <= found(&results, 0, p)->value + 1e-9);
        error += fabs(found(&results, 2, p)->value - found(&results, 2, p)->worth) / 4;
    }
    assert_float_equal(measure(&results, "error", "less", NULL).value, error, 1e-9);
    assert_float_equal(measure(&results, "error", "full", NULL).value, 0, 1e-9);
    assert_float_equal(measure(&results, "exact", "full", NULL).value, 1, 1e-9);
    assert_true(measure(&results, "regret", "less", NULL).value >= -1e-9);
    cop_results_free(&results);
}

/* Of problems: who was right, what a wrong answer costs, and who was better. Two of the four moves
 * are made to cost one point and two. */
static void answers_are_compared_with_the_best(void **state)
{
    struct counter counter = {0, 0};
    struct cop_results results;

    (void)state;
    assert_true(run_places(COP_QUICK, 1, &counter, &results));
    for (int p = 0; p < 4; p++)
        results.runs[0].found[2 * 4 + p].worth = found(&results, 0, p)->value - (p < 2 ? p + 1 : 0);
    assert_float_equal(measure(&results, "right", "less", NULL).value, 0.5, 1e-9);
    assert_float_equal(measure(&results, "right", "less", "one").value, 0, 1e-9);
    assert_float_equal(measure(&results, "right", "full", NULL).value, 1, 1e-9);
    assert_float_equal(measure(&results, "mistake", "less", NULL).value, 1.5, 1e-9);
    assert_true(isnan(measure(&results, "mistake", "full", NULL).value));
    assert_float_equal(measure(&results, "better", "full", "less").value, 0.5, 1e-9);
    assert_float_equal(measure(&results, "better", "less", "full").value, 0, 1e-9);
    results.runs[0].found[2 * 4].worth = NAN; /* nobody has judged it */
    assert_true(isnan(measure(&results, "right", "less", NULL).value));
    assert_true(isnan(measure(&results, "better", "full", "less").value));
    cop_results_free(&results);
}

/* The experiment with another limit of its last entrant, and a judge whom only nodes or time end.
 */
static bool is_read_with(const char *of_baseline, const char *of_last, struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    struct cop_experiment *experiment;

    cop_text_add(&text,
                 "id = \"test/places\";\ntitle = \"Places\";\nsource = \"Table 0\";\n"
                 "specification = \"none\";\ndescription = \"Nothing.\";\n"
                 "runs = ( { name = \"all\"; kind = \"positions\"; game = \"connect4\";\n"
                 "  positions = \"four\"; baseline = \"exact\"; judge = \"solver\";\n"
                 "  entrants = ( { label = \"exact\"; agent = \"alphabeta\"; limit = \"%s\"; },\n"
                 "    { label = \"tree\"; agent = \"mcts\"; limit = \"%s\"; } );\n"
                 "  full = { limit = \"nodes=10\"; positions = 1; expected = 10.0; };\n"
                 "  nodes_per_second = 1e6; } );\n"
                 "published = ();\nclaims = ( { title = \"Any\"; claim = \"right(all, tree) > 0\"; "
                 "budgets = [\"full\"]; } "
                 ");\n",
                 of_baseline, of_last);
    write_data("one 7/7/7/7/7/7 X\n");
    experiment = read_experiment(text.bytes, error);
    cop_text_free(&text);
    cop_experiment_free(experiment);
    return experiment != NULL;
}

static void the_judge_has_the_limits_of_the_baseline(void **state)
{
    struct cop_error error = {""};

    (void)state;
    if (!is_read_with("nodes=100", "sims=10", &error))
        fail_msg("%s", error.message);
    assert_false(is_read_with("depth=3", "sims=10", &error));
    assert_non_null(strstr(error.message, "solver"));
}

/* An exact search tells of every root move what a full search tells. */
static void an_exact_judge_knows_every_move(void **state)
{
    struct cop_game *game = cop_game_open("ontop", NULL);
    struct cop_limits limits;
    struct cop_agent *agents[2];
    struct cop_report reports[2];
    void *start = cop_allocate(game->state_size);

    (void)state;
    assert_true(cop_limits_parse("depth=2, memory=1M", &limits, NULL));
    assert_true(cop_position_read(game, "B B Cf3g3/0 Ad4e4/1 Ad5e5/0 De6f6/1 Cc3d3/0 Dc6d6/1",
                                  start, NULL));
    agents[0] = cop_agent_open(game, "star2(exact=on)", &limits.means, NULL);
    agents[1] = cop_agent_open(game, "expectimax", &limits.means, NULL);
    for (int i = 0; i < 2; i++)
        assert_true(cop_agent_think(agents[i], start, &limits, NULL, &reports[i], NULL));
    assert_int_equal(reports[0].candidate_count, 46);
    for (int i = 0; i < reports[0].candidate_count; i++) {
        assert_int_equal(reports[0].candidates[i].kind, COP_VALUE_EXACT);
        assert_float_equal(reports[0].candidates[i].value, reports[1].candidates[i].value, 1e-9);
    }
    for (int i = 0; i < 2; i++)
        cop_agent_close(agents[i]);
    free(start);
    cop_game_close(game);
}

static void assert_same_searches(const struct cop_results *left, const struct cop_results *right)
{
    for (int i = 0; i < 12; i++) {
        const struct cop_found *a = &left->runs[0].found[i], *b = &right->runs[0].found[i];

        assert_true(a->is_done && b->is_done);
        assert_int_equal(a->move, b->move);
        assert_int_equal(a->nodes, b->nodes);
        assert_int_equal(a->depth, b->depth);
        assert_float_equal(a->value, b->value, 1e-12);
        assert_float_equal(a->worth, b->worth, 1e-12);
    }
}

static void forget_searches(void)
{
    char *path = cop_path("%s/quick/games.db", folder);

    assert_int_equal(remove(path), 0);
    free(path);
}

static void threads_and_interruptions_change_nothing(void **state)
{
    struct counter counter = {0, 0}, early = {0, 5}, rest = {0, 0};
    struct cop_results whole, parts;

    (void)state;
    assert_true(run_places(COP_QUICK, 1, &counter, &whole));
    forget_searches();
    assert_false(run_places(COP_QUICK, 1, &early, &parts));
    cop_results_free(&parts);
    atomic_store(&stop, false);
    assert_true(run_places(COP_QUICK, 3, &rest, &parts));
    assert_int_equal(rest.calls, counter.calls - 5);
    assert_same_searches(&whole, &parts);
    cop_results_free(&whole);
    cop_results_free(&parts);
}

/* The judge's answers are kept, too: a second run has nothing to do, and finds the same. */
static void finished_searches_are_not_made_again(void **state)
{
    struct counter counter = {0, 0}, again = {0, 0};
    struct cop_results first, second;

    (void)state;
    assert_true(run_places(COP_QUICK, 1, &counter, &first));
    assert_true(run_places(COP_QUICK, 1, &again, &second));
    assert_int_equal(again.calls, 0);
    assert_same_searches(&first, &second);
    cop_results_free(&first);
    cop_results_free(&second);
}

static void searches_that_cannot_be_read_are_refused(void **state)
{
    struct counter counter = {0, 0};
    struct cop_error error = {""};
    struct cop_experiment *experiment = read_experiment(experiment_text, &error);
    struct cop_lab_order order = {
        .budget = COP_QUICK, .results = folder, .threads = 1, .command = "x", .stop = &stop};
    struct cop_results results;
    char *path = cop_path("%s/quick/games.db", folder);
    sqlite3 *database;
    bool is_complete;

    (void)state;
    assert_true(run_places(COP_QUICK, 1, &counter, &results));
    cop_results_free(&results);
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, "UPDATE searches SET found = '{}' WHERE number = 2",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(database);
    assert_false(cop_lab_run(experiment, &order, &results, &is_complete, &error));
    assert_non_null(strstr(error.message, "search 2 of"));
    assert_non_null(strstr(error.message, "cannot be read"));
    cop_results_free(&results);
    cop_experiment_free(experiment);
    free(path);
}

/* -- numbers -- */

/* Results of two entrants, a (the baseline) and b, in `count` positions of `total`. */
static struct cop_lab_run_result *open_pair(struct cop_results *results, int count, int total)
{
    struct cop_lab_run_result *run = cop_allocate(sizeof *run);

    *results = (struct cop_results){.run_count = 1, .runs = run};
    run->kind = COP_LAB_RUN_POSITIONS;
    run->name = cop_copy_string("all");
    run->baseline = cop_copy_string("a");
    run->entrant_count = 2;
    run->entrants = cop_allocate(2 * sizeof *run->entrants);
    run->entrants[0].label = cop_copy_string("a");
    run->entrants[1].label = cop_copy_string("b");
    run->position_count = count;
    run->position_total = total;
    run->found = cop_allocate(2 * (size_t)count * sizeof *run->found);
    return run;
}

static void a_line_is_found_through_two_entrants(void **state)
{
    static const double x[] = {-2, -1, 0, 1, 2}, y[] = {-3, -2.5, 1, 1.5, 3};
    struct cop_results results;
    struct cop_lab_run_result *run = open_pair(&results, 5, 5);
    double slope = 16.0 / 10, rest = 0;

    (void)state;
    for (int i = 0; i < 5; i++) {
        run->found[i].value = x[i];
        run->found[5 + i].value = y[i];
        rest += (y[i] - slope * x[i]) * (y[i] - slope * x[i]);
    }
    assert_float_equal(measure(&results, "slope", "a", "b").value, slope, 1e-12);
    assert_float_equal(measure(&results, "scatter", "a", "b").value, sqrt(rest / 3), 1e-12);
    assert_float_equal(measure(&results, "correlation", "a", "b").value, 16 / sqrt(10 * 27.5),
                       1e-12);
    cop_results_free(&results);
}

static void deviations_are_those_of_the_errors(void **state)
{
    struct cop_results results;
    struct cop_lab_run_result *run = open_pair(&results, 4, 4);

    (void)state;
    for (int i = 0; i < 4; i++) {
        run->found[4 + i].value = i;
        run->found[4 + i].worth = i % 2 ? i + 3 : i - 1;
    }
    assert_float_equal(measure(&results, "error", "b", NULL).value, 2, 1e-12);
    assert_float_equal(measure(&results, "error_deviation", "b", NULL).value, sqrt(4.0 / 3), 1e-12);
    assert_float_equal(measure(&results, "exact", "b", NULL).value, 0, 1e-12);
    cop_results_free(&results);
}

/* About 95 of 100 intervals of a part must contain what the whole has. */
static void intervals_of_a_part_cover_the_whole(void **state)
{
    enum { TOTAL = 100, PART = 50, TRIES = 1000 };
    double a[TOTAL], b[TOTAL], a_sum = 0, b_sum = 0;
    struct cop_rng rng;
    int covered = 0;

    (void)state;
    cop_rng_seed(&rng, 5);
    for (int i = 0; i < TOTAL; i++) {
        a[i] = 1000 + (double)cop_rng_below(&rng, 9000);
        b[i] = a[i] * (0.3 + 0.4 * cop_rng_unit(&rng));
        b[i] = floor(b[i]);
        a_sum += a[i];
        b_sum += b[i];
    }
    for (int t = 0; t < TRIES; t++) {
        struct cop_results results;
        struct cop_lab_run_result *run = open_pair(&results, PART, TOTAL);
        struct cop_interval saved;
        int left = PART, at = 0;

        for (int i = 0; i < TOTAL && left > 0; i++) {
            if ((int)cop_rng_below(&rng, (uint32_t)(TOTAL - i)) >= left)
                continue;
            run->found[at].nodes = (int64_t)a[i];
            run->found[PART + at++].nodes = (int64_t)b[i];
            left--;
        }
        saved = measure(&results, "saved", "b", NULL);
        covered += saved.low <= 1 - b_sum / a_sum && 1 - b_sum / a_sum <= saved.high;
        cop_results_free(&results);
    }
    assert_in_range(covered, 915, 975);
}

/* -- results -- */

static void results_survive_being_written_down(void **state)
{
    struct counter counter = {0, 0};
    struct cop_results results, loaded;
    struct cop_text text = COP_TEXT, again = COP_TEXT;

    (void)state;
    assert_true(run_places(COP_QUICK, 1, &counter, &results));
    assert_true(cop_results_load(&loaded, folder, "quick", "test/places", NULL));
    assert_int_equal(loaded.runs[0].kind, COP_LAB_RUN_POSITIONS);
    assert_string_equal(loaded.runs[0].entrants[2].limit, "depth=2");
    cop_report_markdown(&results, 1, &text);
    cop_report_markdown(&loaded, 1, &again);
    assert_string_equal(text.bytes, again.bytes);
    assert_non_null(strstr(text.bytes, "4 of the 4 positions of four, compared with full"));
    assert_non_null(strstr(text.bytes, "| nodes of cut, two | 7.000 |"));
    cop_text_clear(&text);
    cop_report_html(&loaded, 1, &text);
    assert_non_null(strstr(text.bytes, "nodes of cut, two"));
    cop_text_free(&text);
    cop_text_free(&again);
    cop_results_free(&results);
    cop_results_free(&loaded);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(mistakes_in_a_list_are_found_with_their_line),
        IN_FOLDER(slips_of_the_pen_are_found),
        IN_FOLDER(a_run_needs_a_folder_for_its_list),
        IN_FOLDER(measures_follow_from_what_was_found),
        IN_FOLDER(the_whole_list_has_no_errors_and_a_part_has),
        IN_FOLDER(errors_are_about_the_chosen_move),
        IN_FOLDER(answers_are_compared_with_the_best),
        IN_FOLDER(the_judge_has_the_limits_of_the_baseline),
        cmocka_unit_test(an_exact_judge_knows_every_move),
        IN_FOLDER(threads_and_interruptions_change_nothing),
        IN_FOLDER(finished_searches_are_not_made_again),
        IN_FOLDER(searches_that_cannot_be_read_are_refused),
        cmocka_unit_test(a_line_is_found_through_two_entrants),
        cmocka_unit_test(deviations_are_those_of_the_errors),
        cmocka_unit_test(intervals_of_a_part_cover_the_whole),
        IN_FOLDER(results_survive_being_written_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
