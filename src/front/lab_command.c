/* lab_command.c - `coppice lab`: the published experiments, run again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/machine.h"
#include "front/commit.h"
#include "front/lab_session.h"
#include "front/lab_view.h"
#include "lab/report/agreement.h"
#include "lab/report/report.h"
#include "lab/run/files.h"
#include "lab/run/run.h"

static const struct cop_option options[] = {
    {"budget", COP_CHOICE, "standard", .choices = "quick|standard|full",
     .help = "how much work an experiment may cost"},
    {"threads", COP_INTEGER, "0", 0, 1024,
     .help = "games played at the same time; 0 is one for each core, or one by mpirun"},
    {"lab", COP_WORDS, "", .help = "the folder of experiments"},
    {"results", COP_WORDS, "lab/results", .help = "the folder for games and summaries"},
    {"html", COP_WORDS, "", .help = "report: write a page to this file"},
    {"markdown", COP_WORDS, "", .help = "report: write Markdown to this file"},
    {"plots", COP_WORDS, "",
     .help = "report: write published against measured to FOLDER/THESIS.svg"},
    {"json", COP_FLAG, "off", .help = "list: write a JSON array instead of a table"},
    {"sample", COP_INTEGER, "4", 0, 1000000,
     .help = "verify: how many games or searches of each experiment to make again; 0 is all"},
    {"longest", COP_REAL, "5", 0, 1e9,
     .help = "verify: pass over games and searches that took longer, in seconds; 0 is none"},
    {"seed", COP_INTEGER, "1", 0, 1e15, .help = "verify: which of them"},
    {"claim", COP_INTEGER, "0", 0, 10000,
     .help = "games: only the runs that this claim is about; 0 is all"},
    {"number", COP_INTEGER, "0", 0, 1e9, .help = "games: show this game of the run; 0 lists them"},
    {"sgf", COP_WORDS, "", .help = "games: write the game, or all of them, to this file"},
    {"quiet", COP_FLAG, "off", .help = "no progress on standard error"},
    {NULL},
};

/* Seconds between two signs of life. */
static const double live_period = 0.2, line_period = 15.0;

static void free_ids(char **ids, int count)
{
    for (int i = 0; i < count; i++)
        free(ids[i]);
    free(ids);
}

/* -- list and show -- */

typedef void lister(struct session *session, struct cop_experiment *const *experiments, int count,
                    struct cop_text *text);

static void list_short(struct cop_experiment *const *experiments, int count, struct cop_text *text)
{
    struct cop_text claims = COP_TEXT;

    for (int i = 0; i < count; i++)
        cop_lab_list_short(experiments[i], &claims);
    if (claims.length > 0)
        cop_text_add(text,
                     "\nClaims that a budget cannot decide: the games or searches that they need, "
                     "in each pairing, if all comes out as published, or for the interval to fit "
                     "the band.\n\n%s",
                     claims.bytes);
    cop_text_free(&claims);
}

static void list_as_table(struct session *session, struct cop_experiment *const *experiments,
                          int count, struct cop_text *text)
{
    double seconds[COP_BUDGETS] = {0};

    cop_lab_list_head(text);
    for (int i = 0; i < count; i++)
        cop_lab_list_row(experiments[i], session->cores, seconds, text);
    cop_lab_list_total(seconds, text);
    cop_text_add(
        text,
        "\ngames: games or searches; work: simulations if no search ends early, or nodes; time: "
        "what "
        "to expect of %d cores. Games that another experiment has played are not counted.\n",
        session->cores);
    list_short(experiments, count, text);
}

static void list_as_json(struct session *session, struct cop_experiment *const *experiments,
                         int count, struct cop_text *text)
{
    struct cop_json json = {.text = text};

    cop_json_array(&json, NULL);
    cop_json_spread(&json, 2);
    for (int i = 0; i < count; i++)
        cop_lab_list_json(experiments[i], session->cores, &json);
    cop_json_end(&json);
    cop_text_add(text, "\n");
}

/* A file with a mistake is told and left out. */
static int list(struct session *session)
{
    lister *write = cop_flag(session->arguments->options, "json") ? list_as_json : list_as_table;
    struct cop_experiment **experiments;
    struct cop_error error;
    struct cop_text text = COP_TEXT;
    char **ids;
    int count = cop_experiment_list(session->lab, &ids, &error), loaded = 0;
    int status = COP_DONE;

    if (count == 0) {
        free(ids);
        return cop_complain(COP_FAILED, &error);
    }
    experiments = cop_allocate((size_t)count * sizeof *experiments);
    for (int i = 0; i < count; i++) {
        experiments[loaded] = cop_experiment_load(session->lab, ids[i], &error);
        if (experiments[loaded])
            loaded++;
        else
            status = cop_complain(COP_FAILED, &error);
    }
    write(session, experiments, loaded, &text);
    cop_print(&text);
    for (int i = 0; i < loaded; i++)
        cop_experiment_free(experiments[i]);
    free(experiments);
    free_ids(ids, count);
    return status;
}

static int show(struct session *session)
{
    struct cop_error error;
    struct cop_text text = COP_TEXT;

    for (int i = 1; i < session->arguments->word_count; i++) {
        struct cop_experiment *experiment =
            cop_experiment_load(session->lab, session->arguments->words[i], &error);

        if (!experiment) {
            cop_text_free(&text);
            return cop_complain(COP_FAILED, &error);
        }
        if (i > 1)
            cop_text_add(&text, "\n\n");
        cop_lab_show(experiment, session->budget, session->cores, &text);
        cop_experiment_free(experiment);
    }
    cop_print(&text);
    return COP_DONE;
}

/* -- run -- */

static double expected_seconds(const struct session *session, const struct cop_lab_run *run)
{
    return cop_lab_run_seconds(run, session->budget) / session->cores;
}

/* Time left, from how fast the expected seconds have passed so far. */
static double time_left(const struct session *session, double here)
{
    double ours = session->passed + here - session->saved;
    double rest = session->total - session->passed - here;

    if (ours <= 0)
        return rest;
    return rest * (cop_now() - session->started) / ours;
}

static void show_progress(struct session *session, const struct cop_lab_progress *progress,
                          double here)
{
    struct cop_text text = COP_TEXT;
    int filled = (int)(20.0 * progress->done / progress->total);

    cop_text_add(&text, "%s %s  ", progress->experiment->id, progress->run->name);
    if (session->live.is_terminal)
        cop_text_add(&text, "[%.*s%.*s] ", filled, "####################", 20 - filled,
                     "....................");
    cop_text_add(&text, "%d of %d, all done in ", progress->done, progress->total);
    cop_text_add_time(&text, time_left(session, here));
    cop_text_add(&text, "\n");
    if (session->live.is_terminal)
        cop_live_draw(&session->live, text.bytes);
    else
        fputs(text.bytes, stderr);
    cop_text_free(&text);
}

static void on_progress(void *context, const struct cop_lab_progress *progress)
{
    struct session *session = context;
    double cost = expected_seconds(session, progress->run);
    double now = cop_now();
    double here;

    if (session->run != progress->run) {
        session->run = progress->run;
        session->before = progress->done - 1;
        session->saved += cost * session->before / progress->total;
    }
    here = cost * progress->done / progress->total;
    if (session->is_quiet ||
        now - session->shown < (session->live.is_terminal ? live_period : line_period))
        return;
    session->shown = now;
    show_progress(session, progress, here);
}

/* After an experiment: its runs are behind us, also those that had all their games. */
static void pass_experiment(struct session *session, const struct cop_experiment *experiment,
                            double passed_before, double saved_before)
{
    double cost = 0;

    for (int i = 0; i < experiment->run_count; i++)
        cost += expected_seconds(session, &experiment->runs[i]);
    session->passed = passed_before + cost;
    if (session->run == NULL)
        session->saved = saved_before + cost;
    session->run = NULL;
}

static int run_one(struct session *session, const struct cop_experiment *experiment)
{
    struct cop_text command = COP_TEXT;
    struct cop_lab_order order = {.budget = session->budget,
                                  .results = session->results,
                                  .threads = session->cores,
                                  .commit = cop_program_commit(),
                                  .ranks = session->arguments->ranks,
                                  .stop = session->arguments->interrupted,
                                  .progress = on_progress,
                                  .context = session};
    double passed = session->passed, saved = session->saved;
    struct cop_results results;
    struct cop_error error;
    bool is_complete, is_good;
    int status = COP_DONE;

    if (order.ranks)
        cop_text_add(&command, "mpirun -n %d ", cop_ranks_count(order.ranks));
    cop_text_add(&command, "coppice lab run %s --budget %s", experiment->id,
                 cop_budget_name(session->budget));
    order.command = command.bytes;
    is_good = cop_lab_run(experiment, &order, &results, &is_complete, &error);
    cop_live_erase(&session->live);
    if (!is_good) {
        status = cop_complain(COP_FAILED, &error);
    } else if (!cop_ranks_leads(order.ranks)) {
        status = COP_DONE;
    } else if (!is_complete) {
        cop_fail(&error, "interrupted; the games so far are kept, the same command goes on");
        status = cop_complain(COP_FAILED, &error);
    } else {
        struct cop_text text = COP_TEXT;

        cop_lab_verdicts(&results, &text);
        cop_print(&text);
        fflush(stdout);
    }
    pass_experiment(session, experiment, passed, saved);
    cop_results_free(&results);
    cop_text_free(&command);
    return status;
}

/* Loads all before anything runs, so that a mistake in the last file shows at once. */
static bool load_all(struct session *session, char *const *ids, int count,
                     struct cop_experiment **experiments)
{
    struct cop_error error;

    for (int i = 0; i < count; i++) {
        experiments[i] = cop_experiment_load(session->lab, ids[i], &error);
        if (!experiments[i]) {
            cop_complain(COP_FAILED, &error);
            return false;
        }
        for (int r = 0; r < experiments[i]->run_count; r++)
            session->total += expected_seconds(session, &experiments[i]->runs[r]);
    }
    return true;
}

/* Leaves those in the folder, "uct-star" for "uct-star/table-10"; returns how many. */
static int keep_folder(char **ids, int count, const char *folder)
{
    size_t length = strlen(folder);
    int kept = 0;

    for (int i = 0; i < count; i++) {
        if (strncmp(ids[i], folder, length) == 0 && ids[i][length] == '/')
            ids[kept++] = ids[i];
        else
            free(ids[i]);
    }
    return kept;
}

/* The ids on the command line; or all of them for "all", or those of a folder for its name. */
static int chosen_ids(struct session *session, char ***ids, struct cop_error *error)
{
    const struct cop_arguments *arguments = session->arguments;
    int count = arguments->word_count - 1;

    if (count == 1 && !strchr(arguments->words[1], '/')) {
        const char *folder = arguments->words[1];

        count = cop_experiment_list(session->lab, ids, error);
        if (count == 0 || strcmp(folder, "all") == 0)
            return count;
        count = keep_folder(*ids, count, folder);
        if (count == 0)
            cop_fail(error,
                     "there is no folder of experiments \"%.60s\"; coppice lab list shows them",
                     folder);
        return count;
    }
    *ids = cop_allocate((size_t)count * sizeof **ids);
    for (int i = 0; i < count; i++)
        (*ids)[i] = cop_copy_string(arguments->words[i + 1]);
    return count;
}

static int run(struct session *session)
{
    struct cop_experiment **experiments;
    struct cop_error error;
    char **ids;
    int count = chosen_ids(session, &ids, &error);
    int status = COP_DONE;

    if (count == 0) {
        free(ids);
        return cop_complain(COP_FAILED, &error);
    }
    experiments = cop_allocate((size_t)count * sizeof *experiments);
    if (!load_all(session, ids, count, experiments))
        status = COP_FAILED;
    session->started = cop_now();
    for (int i = 0; i < count && status == COP_DONE; i++)
        status = run_one(session, experiments[i]);
    for (int i = 0; i < count; i++)
        cop_experiment_free(experiments[i]);
    free(experiments);
    free_ids(ids, count);
    return status;
}

/* -- report -- */

typedef void writer(const struct cop_results *results, int count, struct cop_text *text);

static bool write_report(const char *path, writer *write, const struct cop_results *results,
                         int count, struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    bool is_good;

    if (!path[0])
        return true;
    write(results, count, &text);
    is_good = cop_file_write(path, text.bytes, text.length, error);
    cop_text_free(&text);
    return is_good;
}

/* One picture for each thesis that has published win rates. */
static bool write_plots(const char *folder, const struct cop_results *results, int count,
                        struct cop_error *error)
{
    bool is_good = true;

    for (int first = 0, same; first < count && is_good && folder[0]; first += same) {
        char *path = cop_path("%s/%.*s.svg", folder, (int)strcspn(results[first].id, "/"),
                              results[first].id);
        struct cop_text text = COP_TEXT;

        same = cop_thesis_count(results + first, count - first);
        cop_agreement_plot(results + first, same, true, &text);
        if (text.length > 0)
            is_good = cop_lab_file_write(path, text.bytes, error);
        cop_text_free(&text);
        free(path);
    }
    return is_good;
}

static int write_reports(struct session *session, const struct cop_results *results, int count)
{
    const char *html = cop_words(session->arguments->options, "html");
    const char *markdown = cop_words(session->arguments->options, "markdown");
    const char *plots = cop_words(session->arguments->options, "plots");
    struct cop_error error;

    if (!write_report(html, cop_report_html, results, count, &error) ||
        !write_report(markdown, cop_report_markdown, results, count, &error) ||
        !write_plots(plots, results, count, &error))
        return cop_complain(COP_FAILED, &error);
    if (!html[0] && !markdown[0] && !plots[0]) {
        struct cop_text text = COP_TEXT;

        cop_report_markdown(results, count, &text);
        cop_print(&text);
    }
    return COP_DONE;
}

static int report(struct session *session)
{
    const char *budget = cop_budget_name(session->budget);
    struct cop_results *results;
    struct cop_error error;
    char **ids;
    int count = cop_results_list(session->results, budget, &ids), loaded = 0;
    int status = COP_DONE;

    if (count == 0) {
        free(ids);
        return cop_lab_complain_empty(session);
    }
    results = cop_allocate((size_t)count * sizeof *results);
    while (loaded < count && status == COP_DONE) {
        if (cop_results_load(&results[loaded], session->results, budget, ids[loaded], &error))
            loaded++;
        else
            status = cop_complain(COP_FAILED, &error);
    }
    if (status == COP_DONE)
        status = write_reports(session, results, count);
    for (int i = 0; i < loaded; i++)
        cop_results_free(&results[i]);
    free(results);
    free_ids(ids, count);
    return status;
}

/* -- the command -- */

enum ids { NO_IDS, SOME_IDS, ANY_IDS };

static const struct {
    const char *name;
    enum ids ids;
    int (*run)(struct session *session);
} actions[] = {
    {"list", NO_IDS, list},
    {"show", SOME_IDS, show},
    {"run", SOME_IDS, run},
    {"report", NO_IDS, report},
    {"judge", ANY_IDS, cop_lab_judge_command},
    {"verify", ANY_IDS, cop_lab_verify_command},
    {"games", SOME_IDS, cop_lab_games_command},
};

enum { ACTIONS = sizeof actions / sizeof *actions };

static int act_in(const char *folder, const struct cop_arguments *arguments)
{
    struct session session = {.arguments = arguments,
                              .lab = folder,
                              .results = cop_words(arguments->options, "results"),
                              .budget = (enum cop_budget)cop_choice(arguments->options, "budget"),
                              .cores = (int)cop_integer(arguments->options, "threads"),
                              .is_quiet = cop_flag(arguments->options, "quiet")};
    struct cop_error error;

    if (cop_flag(arguments->options, "json") && strcmp(arguments->words[0], "list") != 0) {
        cop_fail(&error, "--json is for lab list; a run's results are JSON files, in %s/%s",
                 session.results, cop_budget_name(session.budget));
        return cop_complain(COP_USAGE, &error);
    }
    if (session.cores == 0)
        session.cores = arguments->ranks ? 1 : cop_machine_cores();
    cop_live_open(&session.live);
    for (int i = 0; i < ACTIONS; i++) {
        if (strcmp(arguments->words[0], actions[i].name) != 0)
            continue;
        if (!cop_ranks_leads(arguments->ranks) && actions[i].run != run)
            return COP_DONE; /* nothing to share */
        if (actions[i].ids == ANY_IDS ||
            (actions[i].ids == SOME_IDS) == (arguments->word_count > 1))
            return actions[i].run(&session);
        cop_fail(&error,
                 actions[i].ids == SOME_IDS ? "lab %s needs the id of an experiment; `coppice lab "
                                              "list` shows them"
                                            : "lab %s takes no further words",
                 actions[i].name);
        return cop_complain(COP_USAGE, &error);
    }
    cop_fail(&error,
             "lab does one of list, show, run, report, judge, verify and games, not \"%.60s\"",
             arguments->words[0]);
    return cop_complain(COP_USAGE, &error);
}

static int lab(const struct cop_arguments *arguments)
{
    char *folder = cop_lab_folder_find(cop_words(arguments->options, "lab"));
    int status = act_in(folder, arguments);

    free(folder);
    return status;
}

const struct cop_command cop_lab_command = {
    .name = "lab",
    .words = "list | show ID | run ID... | report | judge [ID...] | verify [ID...] | "
             "games ID [RUN]",
    .summary = "The published experiments, run again",
    .help =
        "An experiment is a file that says what was published, how to run it again, and what must "
        "come out the same. A run judges each claim: reproduced, not reproduced, or undecided at "
        "this budget. The budgets are quick (a minute each), standard, and full (the published "
        "numbers of games and simulations).\n\n"
        "Experiments are looked for in the folder --lab, else in that of the environment variable "
        "COPPICE_LAB, else in ./lab, else where the program was installed or built. Finished games "
        "and searches are kept in "
        "RESULTS/BUDGET/games.db: the same command goes on where an earlier one stopped. The "
        "summary of an experiment is RESULTS/BUDGET/ID.json, and a report is made from these "
        "files; without --html, --markdown and --plots it goes to standard output as Markdown.\n\n"
        "`run` takes experiments, a whole folder of them, or `all`. `mpirun -n 16 coppice lab run "
        "...` shares the work between many cores and machines (docs/cluster.md).\n\n"
        "`judge` makes all numbers and verdicts of stored summaries anew from their single "
        "observations, with the claims as they are now. `verify` makes a sample of these "
        "observations again, compares them with what is stored, and all that follows from them; "
        "what does not come out again is told, and the exit status is 1 then.\n\n"
        "`games` lists the games behind an experiment, one of its runs or a claim, in the order in "
        "which `show` lists the claims: who sat where, how it ended and after how many moves. "
        "--number shows one of them, --sgf writes it, or all, as SGF; of runs that search "
        "positions it lists these. The moves are in "
        "RESULTS/BUDGET/ID.games.txt, which `run` writes.\n\n"
        "    coppice lab list\n"
        "    coppice lab show uct-star/table-10 --budget full\n"
        "    coppice lab run uct-star/table-10 --budget quick\n"
        "    coppice lab run uct-star\n"
        "    coppice lab report --html report.html\n"
        "    coppice lab verify uct-star --sample 20\n"
        "    coppice lab games uct-star/table-10 connect4 --number 17 --sgf game.sgf",
    .words_low = 1,
    .words_high = COP_ANY_WORDS,
    .options = options,
    .run = lab,
    .is_shared = true,
};
