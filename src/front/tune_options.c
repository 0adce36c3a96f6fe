/* tune_options.c - one call of `coppice tune options` or `tune cem`, from its words to its files.
 */
#include "front/tune_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "base/file.h"
#include "front/live.h"
#include "front/setup_options.h"

/* For each point, and in the end, unless others are given; and what was published for the
 * cross-entropy method (samegame-and-fanorona.md 5.7). */
enum { GAMES = 20, CONFIRM = 400, CEM_GAMES = 30, CEM_SAMPLES = 100, CEM_ELITES = 10 };

static const struct cop_option spsa_options[] = {
    {"gain", COP_REAL, "0.3", 1e-6, 1e6, .help = "how far it goes along a slope (a)"},
    {"step", COP_REAL, "0.1", 1e-6, 0.5,
     .help = "how far its two points are from where it is, in ranges (c)"},
    {"steady", COP_REAL, "10", 0, 1e6,
     .help = "iterations after which it goes half as far or so (A)"},
    {NULL},
};

static const struct cop_option cem_options[] = {
    {"samples", COP_INTEGER, "20", 2, 10000,
     .help = "points of an iteration; of tune cem 100 unless given"},
    {"elites", COP_INTEGER, "5", 1, 9999,
     .help = "how many of them it follows; of tune cem 10 unless given"},
    {"smoothing", COP_REAL, "0.7", 0.01, 1,
     .help = "how much of the new mean and deviation is taken over"},
    {"enough", COP_REAL, "0.02", 0, 1,
     .help = "it ends when no deviation is more than this part of its range"},
    {NULL},
};

const struct cop_option cop_tune_options_table[] = {
    {"over", COP_WORDS, "",
     .help = "what is tuned: \"c=0..2, history_weight=0..40 from 15 by 5, final=visits|value\""},
    {"against", COP_WORDS, "",
     .help = "the opponent of all games; without it the agent with its defaults"},
    {"by", COP_CHOICE, "cem", .choices = "cem|spsa", .help = "the method"},
    {"iterations", COP_INTEGER, "20", 1, 100000, .help = "iterations at most"},
    {"confirm", COP_INTEGER, "", 0, 1e7,
     .help = "games of the found agent against the start in the end, 400 or a few more unless "
             "given; 0: none"},
    {"threads", COP_INTEGER, "1", 1, 1024, .help = "games played at the same time"},
    {"store", COP_WORDS, "",
     .help = "the file that keeps every finished game; with it the same command goes on after an "
             "interruption"},
    {"quiet", COP_FLAG, "off", .help = "no progress on standard error"},
    {"options by cem", COP_TABLE, .table = cem_options},
    {"options by spsa", COP_TABLE, .table = spsa_options},
    {NULL},
};

/* Seconds between two signs of life; the first comes after the first game. */
static const double live_period = 0.1, line_period = 10.0;

/* One call of the command. */
struct session {
    const struct cop_arguments *arguments;
    bool is_published; /* tune cem */
    struct cop_space space;
    struct cop_tuning tuning;
    struct cop_bout bout;
    struct cop_objective games; /* what the tuner's objective passes on to */
    char *against;
    int confirm; /* games of the match in the end */
    bool is_idle[COP_TUNED_MAX];
    struct cop_tuned_result result;

    struct cop_live live;
    int64_t before, done, total; /* games: of finished points, with those of this one, of all */
    int64_t seen;                /* played by this process */
    double started, shown;
};

/* ---- Words ---- */

static bool check_method(const struct session *session, bool is_cem, struct cop_error *error)
{
    const struct cop_arguments *arguments = session->arguments;
    const struct cop_option *others = is_cem ? spsa_options : cem_options;

    if (session->is_published && cop_given(arguments->options, "by"))
        return cop_fail(error, "tune cem is the method cem; leave --by out, or use tune options");
    for (; others->name != NULL; others++)
        if (cop_given(arguments->options, others->name))
            return cop_fail(error, "--%s is for --by %s and does nothing here; leave it out",
                            others->name, is_cem ? "spsa" : "cem");
    return true;
}

static int seatings_of(const struct cop_game *game)
{
    const struct cop_match_plan plan = {.game = game, .agent_count = game->players > 1 ? 2 : 1};

    return cop_match_seating_count(&plan);
}

/* Every seating as often as any other: else who begins more often would look better. */
static bool read_games(const struct session *session, const char *option, int fallback, int *games,
                       struct cop_error *error)
{
    const struct cop_settings *settings = session->arguments->options;
    int seatings = seatings_of(session->bout.game);

    *games = cop_given(settings, option) ? (int)cop_integer(settings, option)
                                         : (fallback + seatings - 1) / seatings * seatings;
    if (*games % seatings == 0)
        return true;
    return cop_fail(error,
                    "--%s %d: give a multiple of %d, so that all seatings are played equally "
                    "often",
                    option, *games, seatings);
}

static bool read_opponent(struct session *session, const char *words, struct cop_error *error)
{
    const struct cop_game *game = session->space.game;
    struct cop_text canonical = COP_TEXT;
    bool is_good;

    if (game->players == 1 && words[0] != '\0')
        return cop_fail(error, "--against: %s is played alone; what counts are its points",
                        game->name);
    is_good =
        words[0] == '\0' || cop_agent_check(game, words, &session->bout.limits, &canonical, error);
    if (is_good)
        session->against =
            cop_copy_string(words[0] != '\0' ? canonical.bytes : session->space.agent);
    cop_text_free(&canonical);
    session->bout.against = session->against;
    return is_good || cop_fail_in(error, "--against");
}

/* A number of the cross-entropy method. */
static int read_number(const struct session *session, const char *option, int published)
{
    const struct cop_settings *settings = session->arguments->options;

    return session->is_published && !cop_given(settings, option)
               ? published
               : (int)cop_integer(settings, option);
}

static void read_tuning(struct session *session)
{
    const struct cop_settings *settings = session->arguments->options;

    session->tuning = (struct cop_tuning){
        .space = &session->space,
        .by = (enum cop_tuner)cop_choice(settings, "by"),
        .iterations = (int)cop_integer(settings, "iterations"),
        .seed = (uint64_t)cop_integer(settings, "seed"),
        .samples = read_number(session, "samples", CEM_SAMPLES),
        .elites = read_number(session, "elites", CEM_ELITES),
        .smoothing = cop_real(settings, "smoothing"),
        .enough = cop_real(settings, "enough"),
        .spsa = {cop_real(settings, "gain"), cop_real(settings, "step"),
                 cop_real(settings, "steady")},
    };
}

static bool read_words(struct session *session, const struct cop_game *game,
                       struct cop_error *error)
{
    const struct cop_arguments *arguments = session->arguments;
    const struct cop_settings *settings = arguments->options;

    if (!cop_given(arguments->options, "limit"))
        return cop_fail(error, "say how long a move may take, such as --limit sims=500");
    session->bout = (struct cop_bout){
        .game = game,
        .opening_plies =
            cop_given(arguments->options, "opening") ? (int)cop_integer(settings, "opening") : 0,
        .threads = (int)cop_integer(settings, "threads"),
    };
    read_tuning(session);
    return cop_limits_parse(cop_words(settings, "limit"), &session->bout.limits, error) &&
           cop_space_read(&session->space, game, arguments->words[2], cop_words(settings, "over"),
                          &session->bout.limits, error) &&
           read_opponent(session, cop_words(settings, "against"), error) &&
           check_method(session, session->tuning.by == COP_BY_CEM, error) &&
           read_games(session, "games", session->is_published ? CEM_GAMES : GAMES,
                      &session->tuning.games, error) &&
           read_games(session, "confirm", CONFIRM, &session->confirm, error) &&
           cop_tuning_check(&session->tuning, error);
}

/* ---- Progress ---- */

static void show_progress(struct session *session)
{
    struct cop_text text = COP_TEXT;

    if (session->live.is_terminal)
        cop_write_bar((double)session->done / (double)session->total, &text);
    cop_text_add(&text, "%lld of at most %lld games", (long long)session->done,
                 (long long)session->total);
    if (session->seen > 0) {
        double pace = (cop_now() - session->started) / (double)session->seen;

        cop_text_add(&text, ", about ");
        cop_write_span(pace * (double)(session->total - session->done), &text);
        cop_text_add(&text, " to go");
    }
    cop_text_add(&text, "\n");
    cop_live_tell(&session->live, &text);
    session->shown = cop_now();
}

static void report_game(void *context, const struct cop_game_result *result, int done, int total)
{
    struct session *session = context;
    double period = session->live.is_terminal ? live_period : line_period;

    (void)result, (void)total;
    session->done = session->before + done;
    session->seen++;
    if (!cop_flag(session->arguments->options, "quiet") && cop_now() - session->shown >= period)
        show_progress(session);
}

/* The games of this point, counted when all of them are there. */
static bool measure(void *context, const char *spec, uint64_t seed, int games,
                    struct cop_worth *worth, struct cop_error *error)
{
    struct session *session = context;
    bool is_measured =
        session->games.measure(session->games.context, spec, seed, games, worth, error);

    session->before += games;
    session->done = session->before;
    return is_measured;
}

/* ---- Running ---- */

static bool open_games(struct session *session, struct cop_error *error)
{
    const char *path = cop_words(session->arguments->options, "store");

    session->bout.store = cop_store_open(path[0] != '\0' ? path : NULL, error);
    session->bout.watch = (struct cop_match_watch){
        .stop = session->arguments->interrupted, .report = report_game, .context = session};
    session->games = cop_objective_of_games(&session->bout);
    session->tuning.objective = (struct cop_objective){session, measure};
    session->total = cop_tuning_games(&session->tuning) + session->confirm;
    for (int i = 0; i < session->space.count; i++)
        session->total += cop_tune_idle_games(&session->space.tuned[i]);
    return session->bout.store != NULL;
}

static int interrupted(const struct session *session, struct cop_error *error)
{
    bool is_kept = cop_words(session->arguments->options, "store")[0] != '\0';

    cop_fail(error, "interrupted after %d iterations%s", session->result.step_count,
             is_kept ? "; the same command goes on"
                     : "; with --store FILE the same command could go on");
    return COP_FAILED;
}

/* A word as a shell takes it. */
static void add_word(const char *word, struct cop_text *text)
{
    const char *quote = strpbrk(word, " ()|,;<>*?&$~#\"") == NULL && word[0] != '\0' ? ""
                        : strchr(word, '"') != NULL                                  ? "'"
                                                                                     : "\"";

    cop_text_add(text, "%s%s%s", quote, word, quote);
}

/* The command that gives these numbers, without what changes nothing of them. */
static void write_command(const struct cop_arguments *arguments, bool is_published,
                          struct cop_text *text)
{
    static const char *const silent[] = {"store", "output", "svg", "threads", "quiet"};

    cop_text_add(text, "coppice tune %s ", is_published ? "cem" : "options");
    add_word(arguments->words[1], text);
    cop_text_add(text, " ");
    add_word(arguments->words[2], text);
    for (int i = 0; i < arguments->given_count; i++) {
        bool is_silent = false;

        for (size_t j = 0; j < sizeof silent / sizeof silent[0]; j++)
            is_silent = is_silent || strcmp(arguments->given_keys[i], silent[j]) == 0;
        if (is_silent)
            continue;
        cop_text_add(text, " --%s ", arguments->given_keys[i]);
        add_word(arguments->given_values[i], text);
    }
    cop_text_add(text, "\n\n");
}

static bool write_files(const struct session *session, const struct cop_text *report,
                        struct cop_error *error)
{
    const char *output = cop_words(session->arguments->options, "output");
    const char *svg = cop_words(session->arguments->options, "svg");
    struct cop_text text = COP_TEXT;
    bool is_written = true;

    if (output[0] != '\0') {
        write_command(session->arguments, session->is_published, &text);
        cop_text_add(&text, "%s", report->bytes);
        is_written = cop_file_write(output, text.bytes, text.length, error);
        cop_text_clear(&text);
    }
    if (is_written && svg[0] != '\0') {
        cop_tune_plot(&session->tuning, &session->result, &text);
        is_written = cop_file_write(svg, text.bytes, text.length, error);
    }
    cop_text_free(&text);
    return is_written;
}

/* False after a failure; *is_whole is false if it was interrupted. */
static bool conclude(struct session *session, struct cop_text *report, bool *is_whole,
                     struct cop_error *error)
{
    int games = session->confirm;
    const char *start = session->space.agent;
    struct cop_text found = COP_TEXT;
    struct cop_confirmed confirmed = {.games = games};
    bool is_good = cop_tuned_found(&session->tuning, &session->result, &found, error);
    bool differs = is_good && games > 0 && strcmp(found.bytes, start) != 0;

    if (differs)
        is_good =
            cop_tune_confirm(&session->bout, found.bytes, start,
                             cop_tuning_fresh_seed(&session->tuning), games, &confirmed, error);
    *is_whole = confirmed.games == games;
    if (is_good && *is_whole)
        cop_tune_write_found(&session->space, found.bytes, differs ? &confirmed : NULL, report);
    cop_text_free(&found);
    return is_good;
}

/* Whether it is a mistake only the user can say: a narrow range may happen to change nothing. */
static bool look_for_idle(struct session *session, struct cop_error *error)
{
    for (int i = 0; i < session->space.count; i++) {
        if (!cop_tune_idle(&session->tuning, &session->bout, i, &session->is_idle[i], error))
            return false;
        session->before += cop_tune_idle_games(&session->space.tuned[i]);
        if (session->is_idle[i] && !cop_flag(session->arguments->options, "quiet"))
            fprintf(stderr,
                    "note: %s does nothing here: %d games were the same with all its values; leave "
                    "it out\n",
                    session->space.tuned[i].path, (int)COP_IDLE_GAMES);
    }
    return true;
}

static int run(struct session *session, struct cop_text *report, struct cop_error *error)
{
    bool is_good, is_whole = false;

    cop_live_open(&session->live);
    session->started = cop_now();
    session->shown = session->started - line_period;
    is_good =
        look_for_idle(session, error) && cop_tune_run(&session->tuning, &session->result, error);
    if (is_good) {
        cop_tune_write(&session->tuning, &session->bout, session->is_idle, &session->result,
                       report);
        is_good = !session->result.is_finished || conclude(session, report, &is_whole, error);
    }
    cop_live_erase(&session->live);
    if (!is_good)
        return COP_FAILED;
    if (!is_whole)
        return interrupted(session, error);
    return write_files(session, report, error) ? COP_DONE : COP_FAILED;
}

int cop_tune_options(const struct cop_arguments *arguments, const struct cop_game *game,
                     bool is_published, struct cop_error *error)
{
    struct session session = {.arguments = arguments, .is_published = is_published};
    struct cop_text report = COP_TEXT;
    int status = COP_USAGE;
    bool is_read = read_words(&session, game, error);

    if (is_read && !cop_flag(arguments->options, "quiet"))
        cop_say_notes(game, session.space.agent, &session.bout.limits);
    if (is_read)
        status = open_games(&session, error) ? run(&session, &report, error) : COP_FAILED;
    cop_print(&report);
    cop_tuned_result_free(&session.result);
    cop_store_close(session.bout.store);
    cop_space_free(&session.space);
    free(session.against);
    return status;
}
