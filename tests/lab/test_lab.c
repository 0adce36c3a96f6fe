/* test_lab.c - experiments from their files to their reports: what is checked when a file is read,
 * what a run measures, that it can be interrupted, and that results survive being written down. */
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

#include "base/allocate.h"
#include "folder.h"
#include "lab/experiment/experiment.h"
#include "lab/report/plot.h"
#include "lab/report/report.h"
#include "lab/run/files.h"
#include "lab/run/measure.h"
#include "lab/run/run.h"

/* -- a small experiment -- */

#define HEAD                                                                          \
    "id = \"test/small\";\ntitle = \"Small <&\\\"> | one\";\nsource = \"Table 0\";\n" \
    "specification = \"none\";\ndescription = \"Nothing.\";\n"
#define ENTRANTS                                                           \
    "  entrants = ( { label = \"weak\"; agent = \"mcts(expand=$s)\"; },\n" \
    "               { label = \"mc*\"; agent = \"mc\"; },\n"               \
    "               { label = \"third\"; agent = \"mc\"; budgets = [\"full\"]; } );\n"
#define MATCH                                                                             \
    "{ name = \"match\"; game = \"connect4(width=4, height=4)\"; moves_per_game = 8.0;\n" \
    "  sims_per_second = 1e5;\n" ENTRANTS                                                 \
    "  quick = { limit = \"sims=20\"; games = 12; with = { s = \"5\"; }; };\n"            \
    "  full = { limit = \"sims=50\"; games = 40; with = { s = \"7\"; }; }; }"
#define SEARCHES                                                                     \
    "{ name = \"lone\"; kind = \"searches\"; game = \"connect4\"; moves = \"44\";\n" \
    "  agent = \"mcts(c=0.5, c_form=inside, prune=root, p=0.02, s=10)\";\n"          \
    "  sims_per_second = 1e5; quick = { limit = \"sims=200\"; searches = 9; };\n"    \
    "  full = { limit = \"sims=200\"; searches = 9; }; }"
#define RUNS "runs = (\n" MATCH ",\n" SEARCHES " );\n"
#define PUBLISHED                                                                         \
    "published = ( { run = \"match\"; entrant = \"mc*\"; score = 0.75; games = 100; },\n" \
    "  { run = \"lone\"; sims = 150; origin = \"specification\"; },\n"                    \
    "  { run = \"lone\"; move = \"d\"; chosen = 0.5; } );\n"
#define CLAIM(words) "{ title = \"It is so\"; claim = \"" words "\"; budgets = [\"quick\"]; }"
#define CLAIMS                                                                                  \
    "claims = ( " CLAIM("score(match, 'mc*') >= 0") ", " CLAIM("sims(lone) > 1000") ", " CLAIM( \
        "score(match, weak) + score(match, 'mc*') within [0.9, 1.1]") " );\n"

static const char small[] = HEAD RUNS PUBLISHED CLAIMS;

static struct cop_experiment *read_small(void)
{
    struct cop_error error = {""};
    struct cop_experiment *experiment = cop_experiment_read(small, "small.cfg", NULL, &error);

    if (!experiment)
        fail_msg("%s", error.message);
    return experiment;
}

static void assert_refused(const char *text, const char *place, const char *part)
{
    struct cop_error error = {""};
    struct cop_experiment *experiment = cop_experiment_read(text, "x.cfg", NULL, &error);

    assert_null(experiment);
    if (strncmp(error.message, place, strlen(place)) != 0 || !strstr(error.message, part))
        fail_msg("\"%s\" is not about %s, %s", error.message, place, part);
}

/* The text of `small` with one part exchanged. */
static void assert_slip(const char *right, const char *wrong, const char *place, const char *part)
{
    const char *at = strstr(small, right);
    struct cop_text text = COP_TEXT;

    assert_non_null(at);
    cop_text_add_bytes(&text, small, (size_t)(at - small));
    cop_text_add(&text, "%s%s", wrong, at + strlen(right));
    assert_refused(text.bytes, place, part);
    cop_text_free(&text);
}

/* -- files -- */

static void an_experiment_is_read_whole(void **state)
{
    struct cop_experiment *experiment = read_small();
    const struct cop_lab_run *match = cop_experiment_run(experiment, "match");
    struct cop_text agent = COP_TEXT;

    (void)state;
    assert_string_equal(experiment->id, "test/small");
    assert_int_equal(experiment->run_count, 2);
    assert_int_equal(match->entrant_count, 3);
    assert_false(match->efforts[COP_STANDARD].is_used);
    assert_true(cop_lab_run_agent(match, 0, COP_QUICK, &agent, NULL));
    assert_string_equal(agent.bytes, "mcts(expand=5)");
    assert_int_equal(cop_lab_run_count(match, COP_QUICK), 12);
    assert_int_equal(cop_lab_run_count(match, COP_FULL), 3 * 40);
    assert_float_equal(cop_lab_run_work(match, COP_QUICK), 12 * 2 * 8 * 20, 1e-6);
    assert_float_equal(cop_lab_run_seconds(match, COP_QUICK), 12 * 2 * 8 * 20 / 1e5, 1e-9);
    assert_int_equal(cop_lab_run_count(match, COP_STANDARD), 0);
    assert_int_equal(experiment->published_count, 3);
    cop_text_free(&agent);
    cop_experiment_free(experiment);
}

static void slips_of_the_pen_are_found_with_their_line(void **state)
{
    (void)state;
    assert_refused("id = ;", "x.cfg:1: ", "syntax error");
    assert_refused("id = \"a/b\";\ntitel = \"x\";", "x.cfg:2: ", "did you mean title?");
    assert_refused("@include \"/etc/passwd\"", "x.cfg: ", "not allowed");
    assert_slip("title = \"Small <&\\\"> | one\"", "title = 7", "x.cfg:2: ", "must be a text");
    assert_slip("name = \"match\"; ", "name = \"a b\"; ", "x.cfg:7: ", "letters, digits");
    assert_slip("connect4(width=4", "conect4(width=4", "x.cfg:7: ", "conect4");
    assert_slip("moves_per_game = 8.0;", "moves_per_game = -1;", "x.cfg:7: ", "must be a number");
    assert_slip("label = \"mc*\"", "label = \"weak\"", "x.cfg:10: ", "used twice");
    assert_slip("agent = \"mc\"", "agent = \"mc(x=1)\"", "x.cfg:7: ", "mc*");
    assert_slip("agent = \"mc\"", "agent = \"gtp(true)\"", "x.cfg:7: ", "command for the shell");
    assert_slip("agent = \"mc\"", "agent = \"uci(true)\"", "x.cfg:7: ", "command for the shell");
    assert_slip("[\"full\"]", "[\"huge\"]", "x.cfg:11: ", "there is no budget \"huge\"");
    assert_slip("games = 12;", "games = 0;", "x.cfg:12: ", "games must be");
    assert_slip("games = 12;", "games = 1.5;", "x.cfg:12: ", "whole number");
    assert_slip("limit = \"sims=20\"", "limit = \"1s\"", "x.cfg:12: ", "sims=10k");
    assert_slip("with = { s = \"5\"; };", "", "x.cfg:7: ", "$s has no value");
    assert_slip("with = { s = \"5\"; };", "with = { s = \"5\"; t = \"6\"; };",
                "x.cfg:7: ", "no agent uses $t");
    assert_slip("kind = \"searches\"", "kind = \"search\"", "x.cfg:14: ", "kind must be");
    assert_slip("moves = \"44\"", "moves = \"9\"", "x.cfg:14: ", "9");
    assert_slip("name = \"lone\"", "name = \"match\"", "x.cfg:14: ", "there twice");
    assert_slip("runs = (\n", "runs = ( { name = \"a\"; from = \"b/c\"; },\n",
                "x.cfg:6: ", "cannot be taken");
}

static void unknown_names_are_found_before_anything_runs(void **state)
{
    (void)state;
    assert_slip("entrant = \"mc*\"; score", "entrant = \"mcx\"; score",
                "x.cfg:18: ", "no entrant \"mcx\"");
    assert_slip("score = 0.75", "scroe = 0.75", "x.cfg:18: ", "no measure \"scroe\"");
    assert_slip("move = \"d\"", "move = \"x\"", "x.cfg:20: ", "\"x\" is not a move");
    assert_slip("score(match, 'mc*') >= 0", "score(mach, 'mc*') >= 0",
                "x.cfg:21: ", "there is no run \"mach\"");
    assert_slip("score(match, 'mc*') >= 0", "score(match, third) >= 0",
                "x.cfg:21: ", "not part of the budget quick");
    assert_slip("score(match, 'mc*') >= 0", "score(match) >= 0",
                "x.cfg:21: ", "score(run, entrant[, opponent])");
    assert_slip("score(match, 'mc*') >= 0", "saved(match, weak, weak) > 0",
                "x.cfg:21: ", "with itself");
    assert_slip("budgets = [\"quick\"]", "budgets = [\"standard\"]",
                "x.cfg:21: ", "the run match is not part of the budget standard");
}

static struct cop_experiment *load(const char *id)
{
    struct cop_error error = {""};
    struct cop_experiment *experiment = cop_experiment_load("lab", id, &error);

    if (!experiment) {
        fail_msg("%s", error.message);
        abort();
    }
    return experiment;
}

/* The published tables against themselves: the scores of k players sum to k / 2
 * (uct-star.md 4.8). */
static void published_scores_sum_to_half_the_players(void **state)
{
    static const struct {
        const char *id, *run;
        double sum;
    } rows[] = {
        {"uct-star/table-01", "connect4", 3},        {"uct-star/table-01", "othello", 3},
        {"uct-star/table-01", "breakthrough", 3},    {"uct-star/table-02", "othello", 3},
        {"uct-star/table-02", "breakthrough", 3},    {"uct-star/table-04", "connect4", 1},
        {"uct-star/table-04", "othello", 1},         {"uct-star/table-04", "breakthrough", 1},
        {"uct-star/table-05", "connect4", 1},        {"uct-star/table-05", "othello", 1},
        {"uct-star/table-05", "breakthrough", 1},    {"uct-star/table-06", "connect4", 7.5},
        {"uct-star/table-06", "othello", 7.51},      {"uct-star/table-06", "breakthrough", 7.5},
        {"uct-star/table-07", "connect4", 3},        {"uct-star/table-08", "othello", 1.99},
        {"uct-star/table-08", "breakthrough", 2.99}, {"uct-star/table-10", "connect4", 1},
        {"uct-star/table-10", "othello", 1},         {"uct-star/table-10", "breakthrough", 1},
        {"uct-star/table-11", "connect4", 1},        {"uct-star/table-11", "othello", 1},
        {"uct-star/table-11", "breakthrough", 1}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cop_experiment *experiment = load(rows[i].id);
        double sum = 0;

        for (int p = 0; p < experiment->published_count; p++)
            if (strcmp(experiment->published[p].run, rows[i].run) == 0 &&
                strcmp(experiment->published[p].name, "score") == 0)
                sum += experiment->published[p].value;
        assert_float_equal(sum, rows[i].sum, 1e-9);
        cop_experiment_free(experiment);
    }
}

/* What a budget may cost on one core, in seconds: quick for each experiment, standard for each
 * thesis or chapter. */
static const double quick_seconds = 150, standard_seconds = 6 * 3600;

/* Every run takes part in the published experiment, and something is run at every budget. */
static void assert_plan_makes_sense(const struct cop_experiment *experiment, double *standard)
{
    double seconds[COP_BUDGETS] = {0}, all[COP_BUDGETS] = {0};

    for (int r = 0; r < experiment->run_count; r++) {
        assert_true(experiment->runs[r].efforts[COP_FULL].is_used);
        for (int b = 0; b < COP_BUDGETS; b++) {
            double cost = cop_lab_run_seconds(&experiment->runs[r], (enum cop_budget)b);

            assert_int_equal(cost > 0, experiment->runs[r].efforts[b].is_used);
            all[b] += cost;
            if (!experiment->runs[r].is_borrowed)
                seconds[b] += cost;
        }
    }
    assert_true(all[COP_QUICK] > 0 && all[COP_QUICK] <= all[COP_FULL]);
    if (seconds[COP_QUICK] > quick_seconds)
        fail_msg("%s takes %.0f s at the budget quick", experiment->id, seconds[COP_QUICK]);
    *standard += seconds[COP_STANDARD];
}

static void every_experiment_is_there_and_sound(void **state)
{
    static const struct {
        const char *folder;
        int count;
    } folders[] = {{"amazons/", 24}, {"uct-star/", 17}, {"ontop/", 20},   {"many-player/", 7},
                   {"chance/", 13},  {"twixt/", 20},    {"samegame/", 7}, {"fanorona/", 10}};
    enum { FOLDERS = sizeof folders / sizeof *folders };
    int counts[FOLDERS] = {0}, known = 0;
    double standard[FOLDERS] = {0};
    struct cop_error error = {""};
    char **ids;
    int count = cop_experiment_list("lab", &ids, &error);

    (void)state;
    for (int i = 0; i < count; i++) {
        struct cop_experiment *experiment = load(ids[i]);

        assert_true(experiment->claim_count > 0);
        for (int f = 0; f < FOLDERS; f++) {
            if (strncmp(ids[i], folders[f].folder, strlen(folders[f].folder)) != 0)
                continue;
            assert_plan_makes_sense(experiment, &standard[f]);
            counts[f]++;
        }
        cop_experiment_free(experiment);
        free(ids[i]);
    }
    for (int f = 0; f < FOLDERS; f++) {
        assert_int_equal(counts[f], folders[f].count);
        assert_true(standard[f] < standard_seconds);
        known += counts[f];
    }
    assert_int_equal(known, count);
    free(ids);
}

/* -- samples and measures -- */

static void a_sample_knows_the_errors_of_its_means(void **state)
{
    static const double rows[][2] = {{1, 10}, {2, 14}, {3, 12}, {6, 20}};
    static const double first[] = {1, 0}, second[] = {0, 1}, difference[] = {1, -1};
    struct cop_sample sample;

    (void)state;
    cop_sample_open(&sample, 2);
    assert_true(isnan(cop_sample_mean(&sample, 0)));
    for (int i = 0; i < 4; i++)
        cop_sample_add(&sample, rows[i]);
    assert_float_equal(cop_sample_mean(&sample, 0), 3, 1e-12);
    assert_float_equal(cop_sample_mean(&sample, 1), 14, 1e-12);
    assert_float_equal(cop_sample_covariance(&sample, first, first), 14.0 / 3 / 4, 1e-12);
    assert_float_equal(cop_sample_covariance(&sample, second, second), 56.0 / 3 / 4, 1e-12);
    assert_float_equal(cop_sample_covariance(&sample, first, second), 26.0 / 3 / 4, 1e-12);
    assert_float_equal(cop_sample_covariance(&sample, difference, difference), 18.0 / 3 / 4, 1e-12);
    cop_sample_close(&sample);
}

/* Results of one match of two entrants, a and b, without games. */
static struct cop_lab_run_result *open_duel(struct cop_results *results)
{
    struct cop_lab_run_result *run = cop_allocate(sizeof *run);

    *results = (struct cop_results){.run_count = 1, .runs = run};
    run->kind = COP_LAB_RUN_MATCH;
    run->name = cop_copy_string("m");
    run->entrant_count = 2;
    run->entrants = cop_allocate(2 * sizeof *run->entrants);
    run->entrants[0].label = cop_copy_string("a");
    run->entrants[1].label = cop_copy_string("b");
    run->fixture_count = 1;
    run->fixtures = cop_allocate(sizeof *run->fixtures);
    run->fixtures[0].entrant_count = 2;
    run->fixtures[0].entrants[1] = 1;
    cop_sample_open(&run->fixtures[0].sample, 2 * COP_MATCH_VARIABLES);
    return run;
}

/* A game of random length: both think of every move, b ends some of its searches halfway. */
static void add_random_game(struct cop_lab_run_result *run, struct cop_rng *rng)
{
    double row[2 * COP_MATCH_VARIABLES] = {0};
    double *a = row, *b = row + COP_MATCH_VARIABLES;
    int moves = 10 + (int)cop_rng_below(rng, 21);

    a[COP_MATCH_PAYOFF] = cop_rng_unit(rng) < 0.6;
    b[COP_MATCH_PAYOFF] = 1 - a[COP_MATCH_PAYOFF];
    a[COP_MATCH_SEARCHES] = b[COP_MATCH_SEARCHES] = moves;
    for (int i = 0; i < moves; i++) {
        bool is_early = cop_rng_unit(rng) < 0.3;

        a[COP_MATCH_SIMS] += 1000;
        b[COP_MATCH_SIMS] += is_early ? 500 : 1000;
        b[COP_MATCH_EARLY] += is_early;
    }
    a[COP_MATCH_SECONDS] = a[COP_MATCH_SIMS] * 2e-6;
    b[COP_MATCH_SECONDS] = b[COP_MATCH_SIMS] * 3e-6;
    cop_sample_add(&run->fixtures[0].sample, row);
}

static const struct cop_measure score_a = {"score", 2, {"m", "a"}};
static const struct cop_measure score_b = {"score", 2, {"m", "b"}};
static const struct cop_measure sims_a = {"sims", 2, {"m", "a"}};
static const struct cop_measure sims_b = {"sims", 2, {"m", "b"}};
static const struct cop_measure saved_b = {"saved", 3, {"m", "b", "a"}};
static const struct cop_measure early_b = {"early", 2, {"m", "b"}};
static const struct cop_measure cost_b = {"us_per_sim", 2, {"m", "b"}};

static void measures_are_what_they_say(void **state)
{
    struct cop_results results;
    struct cop_lab_run_result *run = open_duel(&results);
    struct cop_rng rng;
    const double *sum = run->fixtures[0].sample.sum;

    (void)state;
    assert_true(isnan(cop_measure_interval(&results, &score_a).value));
    cop_rng_seed(&rng, 1);
    for (int i = 0; i < 50; i++)
        add_random_game(run, &rng);
    assert_float_equal(cop_measure_interval(&results, &score_a).value, sum[COP_MATCH_PAYOFF] / 50,
                       1e-12);
    assert_float_equal(cop_measure_interval(&results, &sims_a).value, sum[COP_MATCH_SIMS] / 50,
                       1e-6);
    assert_float_equal(cop_measure_interval(&results, &saved_b).value,
                       1 - sum[COP_MATCH_VARIABLES + COP_MATCH_SIMS] / sum[COP_MATCH_SIMS], 1e-9);
    assert_float_equal(cop_measure_interval(&results, &cost_b).value, 3, 1e-9);
    assert_float_equal(cop_measure_interval(&results, &cost_b).low, 3, 1e-4);
    assert_float_equal(cop_measure_interval(&results, &early_b).value,
                       sum[COP_MATCH_VARIABLES + COP_MATCH_EARLY] / sum[COP_MATCH_SEARCHES], 1e-9);
    cop_results_free(&results);
}

static void what_is_measured_in_one_game_goes_together(void **state)
{
    struct cop_results results;
    struct cop_lab_run_result *run = open_duel(&results);
    struct cop_interval saved, a, b;
    struct cop_rng rng;
    double unpaired;

    (void)state;
    cop_rng_seed(&rng, 2);
    for (int i = 0; i < 100; i++)
        add_random_game(run, &rng);
    assert_float_equal(cop_measure_correlation(&results, &score_a, &score_b), -1, 1e-6);
    assert_float_equal(cop_measure_correlation(&results, &score_a, &score_a), 1, 1e-6);
    assert_true(cop_measure_correlation(&results, &sims_a, &sims_b) > 0.9);
    saved = cop_measure_interval(&results, &saved_b);
    a = cop_measure_interval(&results, &sims_a);
    b = cop_measure_interval(&results, &sims_b);
    unpaired = hypot((a.high - a.value) / a.value, (b.high - b.value) / b.value);
    assert_true(saved.high - saved.value < unpaired * b.value / a.value / 3);
    cop_results_free(&results);
}

/* 1 - (1 - 0.3 / 2) = 0.15 is saved; about 95 of 100 intervals must contain it. */
static void intervals_of_ratios_cover_the_truth(void **state)
{
    struct cop_rng rng;
    int covered = 0;

    (void)state;
    cop_rng_seed(&rng, 3);
    for (int i = 0; i < 1000; i++) {
        struct cop_results results;
        struct cop_lab_run_result *run = open_duel(&results);
        struct cop_interval saved;

        for (int game = 0; game < 60; game++)
            add_random_game(run, &rng);
        saved = cop_measure_interval(&results, &saved_b);
        covered += saved.low <= 0.15 && 0.15 <= saved.high;
        cop_results_free(&results);
    }
    assert_in_range(covered, 925, 970);
}

static void one_game_decides_nothing(void **state)
{
    struct cop_results results;
    struct cop_lab_run_result *run = open_duel(&results);
    struct cop_rng rng;

    (void)state;
    cop_rng_seed(&rng, 4);
    add_random_game(run, &rng);
    assert_true(isinf(cop_measure_interval(&results, &sims_a).high));
    assert_true(isinf(cop_measure_interval(&results, &saved_b).low));
    assert_true(cop_measure_interval(&results, &score_a).low < 0.5);
    cop_results_free(&results);
}

/* -- runs -- */

static char folder[FOLDER_ROOM];
static atomic_bool stop;

static int make_folder(void **state)
{
    (void)state;
    atomic_store(&stop, false);
    return folder_make(folder);
}

static int remove_folder(void **state)
{
    (void)state;
    return folder_remove(folder);
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

static bool run_small(struct cop_results *results, int threads, struct counter *counter)
{
    struct cop_experiment *experiment = read_small();
    struct cop_lab_order order = {.budget = COP_QUICK,
                                  .results = folder,
                                  .threads = threads,
                                  .command = "coppice lab run test/small --budget quick",
                                  .stop = &stop,
                                  .progress = count_progress,
                                  .context = counter};
    struct cop_error error = {""};
    bool is_complete;

    if (!cop_lab_run(experiment, &order, results, &is_complete, &error))
        fail_msg("%s", error.message);
    cop_experiment_free(experiment);
    return is_complete;
}

static void assert_same_runs(const struct cop_results *left, const struct cop_results *right)
{
    assert_int_equal(left->run_count, right->run_count);
    for (int r = 0; r < left->run_count; r++) {
        const struct cop_lab_run_result *a = &left->runs[r], *b = &right->runs[r];

        assert_int_equal(a->fixtures[0].sample.count, b->fixtures[0].sample.count);
        for (int m = 0; m < a->measured_count; m++)
            if (strcmp(a->measured[m].name, "seconds") != 0 &&
                strcmp(a->measured[m].name, "us_per_sim") != 0)
                assert_float_equal(a->measured[m].interval.value, b->measured[m].interval.value,
                                   1e-9);
    }
}

static void a_run_measures_values_and_judges_claims(void **state)
{
    struct counter counter = {0, 0};
    struct cop_results results;

    (void)state;
    assert_true(run_small(&results, 1, &counter));
    assert_int_equal(counter.calls, 12 + 9);
    assert_int_equal(results.runs[0].entrant_count, 2);
    assert_int_equal(results.runs[0].fixtures[0].sample.count, 12);
    assert_int_equal(results.runs[1].fixtures[0].sample.count, 9);
    assert_int_equal(results.runs[1].move_count, 7);
    assert_int_equal(results.value_count, 3);
    assert_float_equal(results.values[0].published.value, 0.75, 1e-12);
    assert_true(results.values[0].published.low < 0.7);
    assert_true(results.values[1].measured.value > 0 && results.values[1].measured.value <= 200);
    assert_int_equal(results.claim_count, 3);
    assert_int_equal(results.claims[0].truth, COP_TRUE);
    assert_int_equal(results.claims[1].truth, COP_FALSE);
    assert_int_equal(results.claims[2].truth, COP_TRUE); /* the two scores add to 1 exactly */
    cop_results_free(&results);
}

static void the_number_of_threads_changes_nothing(void **state)
{
    struct counter counter = {0, 0};
    struct cop_results one, two;

    (void)state;
    assert_true(run_small(&one, 1, &counter));
    assert_int_equal(remove_folder(state), 0);
    assert_int_equal(make_folder(state), 0);
    assert_true(run_small(&two, 3, &counter));
    assert_same_runs(&one, &two);
    cop_results_free(&one);
    cop_results_free(&two);
}

static void an_interrupted_run_goes_on_where_it_stopped(void **state)
{
    struct counter counter = {0, 5};
    struct cop_results whole, parts;
    int played;

    (void)state;
    assert_false(run_small(&parts, 1, &counter));
    played = counter.calls; /* a match looks at the flag now and then: it may have ended */
    assert_in_range(played, 5, 12);
    assert_false(cop_results_exist(folder, "quick", "test/small"));
    cop_results_free(&parts);
    atomic_store(&stop, false);
    counter = (struct counter){0, 0};
    assert_true(run_small(&parts, 1, &counter));
    assert_int_equal(counter.calls, 12 - played + 9);
    assert_true(cop_results_exist(folder, "quick", "test/small"));
    assert_int_equal(remove_folder(state), 0);
    assert_int_equal(make_folder(state), 0);
    assert_true(run_small(&whole, 1, &counter));
    assert_same_runs(&whole, &parts);
    cop_results_free(&whole);
    cop_results_free(&parts);
}

static void searches_stop_when_told(void **state)
{
    struct counter counter = {0, 12 + 3};
    struct cop_results results;

    (void)state;
    assert_false(run_small(&results, 1, &counter));
    assert_int_equal(counter.calls, 12 + 3);
    cop_results_free(&results);
}

/* -- results -- */

static void results_survive_being_written(void **state)
{
    struct counter counter = {0, 0};
    struct cop_results results, copy;
    struct cop_error error = {""};
    char **ids;

    (void)state;
    assert_true(run_small(&results, 1, &counter));
    if (!cop_results_load(&copy, folder, "quick", "test/small", &error))
        fail_msg("%s", error.message);
    assert_string_equal(copy.title, results.title);
    assert_string_equal(copy.command, results.command);
    assert_string_equal(copy.machine, results.machine);
    assert_same_runs(&results, &copy);
    assert_int_equal(copy.claim_count, results.claim_count);
    for (int i = 0; i < copy.claim_count; i++) {
        assert_int_equal(copy.claims[i].truth, results.claims[i].truth);
        assert_string_equal(copy.claims[i].findings, results.claims[i].findings);
    }
    assert_float_equal(copy.values[0].measured.low, results.values[0].measured.low, 1e-6);
    assert_int_equal(cop_results_list(folder, "quick", &ids), 1);
    assert_string_equal(ids[0], "test/small");
    free(ids[0]);
    free(ids);
    cop_results_free(&copy);
    cop_results_free(&results);
}

static void assert_bad_results(const char *words, const char *part)
{
    char *path = cop_path("%s/quick/test/small.json", folder);
    struct cop_results results;
    struct cop_error error = {""};

    assert_true(cop_lab_file_write(path, words, &error));
    assert_false(cop_results_load(&results, folder, "quick", "test/small", &error));
    assert_non_null(strstr(error.message, "small.json"));
    if (!strstr(error.message, part))
        fail_msg("\"%s\" does not say \"%s\"", error.message, part);
    free(path);
}

static void damaged_results_are_refused(void **state)
{
    struct counter counter = {0, 0};
    struct cop_results results;
    struct cop_error error = {""};
    char *path, *text;

    (void)state;
    assert_false(cop_results_load(&results, folder, "quick", "test/small", &error));
    assert_non_null(strstr(error.message, "cannot read"));
    assert_bad_results("", "small.json:1:");
    assert_bad_results("{", "small.json:1:");
    assert_bad_results("[]", "not a file of lab results");
    assert_bad_results("{\"format\": \"coppice lab results 1\"}", "not a file of lab results");
    assert_true(run_small(&results, 1, &counter));
    cop_results_free(&results);
    path = cop_path("%s/quick/test/small.json", folder);
    text = cop_lab_file_read(path, &error);
    text[strlen(text) / 2] = '\0';
    assert_bad_results(text, "small.json:");
    free(text);
    free(path);
}

/* -- reports -- */

/* Every tag that is opened is closed, in order; <meta> and <br> have no end. */
static void assert_balanced(const char *html)
{
    char stack[64][16];
    int depth = 0;

    for (const char *at = strchr(html, '<'); at; at = strchr(at + 1, '<')) {
        size_t length = strcspn(at + 1, " />");
        const char *end = strchr(at, '>');

        assert_non_null(end);
        if (at[1] == '!' || end[-1] == '/' || strncmp(at, "<meta", 5) == 0 ||
            strncmp(at, "<br", 3) == 0)
            continue;
        if (at[1] == '/') {
            length = (size_t)(end - at) - 2;
            assert_true(depth > 0);
            depth--;
            assert_int_equal(strlen(stack[depth]), length);
            assert_memory_equal(stack[depth], at + 2, length);
        } else {
            assert_true(depth < 64 && length < 16);
            snprintf(stack[depth++], 16, "%.*s", (int)length, at + 1);
        }
    }
    assert_int_equal(depth, 0);
}

static void a_page_is_well_formed_and_complete(void **state)
{
    struct counter counter = {0, 0};
    struct cop_results results;
    struct cop_text text = COP_TEXT;

    (void)state;
    assert_true(run_small(&results, 1, &counter));
    cop_report_html(&results, 1, &text);
    assert_balanced(text.bytes);
    assert_non_null(strstr(text.bytes, "Small &lt;&amp;&quot;&gt; | one"));
    assert_non_null(strstr(text.bytes, "<span class=\"verdict reproduced\">reproduced</span>"));
    assert_non_null(strstr(text.bytes, "<span class=\"verdict not\">not reproduced</span>"));
    assert_non_null(strstr(text.bytes, "<svg "));
    assert_non_null(strstr(text.bytes, "coppice lab games test/small --budget quick --claim 1<"));
    assert_non_null(strstr(text.bytes, "sims=20 for each move (published with sims=50)"));
    assert_non_null(strstr(text.bytes, results.command));
    assert_null(strstr(text.bytes, "<script"));
    cop_text_free(&text);
    cop_results_free(&results);
}

static int count_bars(const char *line, size_t length)
{
    int bars = 0;

    for (size_t i = 0; i < length; i++)
        bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
    return bars;
}

static void markdown_tables_have_equal_rows(void **state)
{
    struct counter counter = {0, 0};
    struct cop_results results;
    struct cop_text text = COP_TEXT;
    int bars = 0;

    (void)state;
    assert_true(run_small(&results, 1, &counter));
    cop_report_markdown(&results, 1, &text);
    for (const char *line = text.bytes; *line; line += strcspn(line, "\n") + 1) {
        int here = *line == '|' ? count_bars(line, strcspn(line, "\n")) : 0;

        if (here > 0 && bars > 0)
            assert_int_equal(here, bars);
        bars = here;
    }
    assert_non_null(strstr(text.bytes, "Small \\<&\"> \\| one"));
    assert_non_null(strstr(text.bytes, "| **not reproduced** |"));
    assert_non_null(strstr(text.bytes, "| mc\\* | 0.750 |"));
    cop_text_free(&text);
    cop_results_free(&results);
}

static void a_plot_without_numbers_is_nothing(void **state)
{
    struct cop_plot_row row = {"a", {NAN, NAN, NAN}, {NAN, NAN, NAN}};
    struct cop_plot plot = {"t", "x", 0.5, 1, &row};
    struct cop_text text = COP_TEXT;

    (void)state;
    cop_plot_write(&plot, &text);
    assert_string_equal(text.bytes, "");
    row.measured = (struct cop_interval){-INFINITY, 3, INFINITY};
    cop_plot_write(&plot, &text);
    assert_balanced(text.bytes);
    assert_null(strstr(text.bytes, "nan"));
    assert_null(strstr(text.bytes, "inf"));
    cop_text_free(&text);
}

static void equal_numbers_can_be_plotted(void **state)
{
    struct cop_plot_row row = {"a & b", {0, 0, 0}, {0, 0, 0}};
    struct cop_plot plot = {"t", "x", NAN, 1, &row};
    struct cop_text text = COP_TEXT;

    (void)state;
    cop_plot_write(&plot, &text);
    assert_balanced(text.bytes);
    assert_null(strstr(text.bytes, "nan"));
    assert_non_null(strstr(text.bytes, "a &amp; b"));
    cop_text_free(&text);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_experiment_is_read_whole),
        cmocka_unit_test(slips_of_the_pen_are_found_with_their_line),
        cmocka_unit_test(unknown_names_are_found_before_anything_runs),
        cmocka_unit_test(published_scores_sum_to_half_the_players),
        cmocka_unit_test(every_experiment_is_there_and_sound),
        cmocka_unit_test(a_sample_knows_the_errors_of_its_means),
        cmocka_unit_test(measures_are_what_they_say),
        cmocka_unit_test(what_is_measured_in_one_game_goes_together),
        cmocka_unit_test(intervals_of_ratios_cover_the_truth),
        cmocka_unit_test(one_game_decides_nothing),
        IN_FOLDER(a_run_measures_values_and_judges_claims),
        IN_FOLDER(the_number_of_threads_changes_nothing),
        IN_FOLDER(an_interrupted_run_goes_on_where_it_stopped),
        IN_FOLDER(searches_stop_when_told),
        IN_FOLDER(results_survive_being_written),
        IN_FOLDER(damaged_results_are_refused),
        IN_FOLDER(a_page_is_well_formed_and_complete),
        IN_FOLDER(markdown_tables_have_equal_rows),
        cmocka_unit_test(a_plot_without_numbers_is_nothing),
        cmocka_unit_test(equal_numbers_can_be_plotted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
