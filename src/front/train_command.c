/* train_command.c - `coppice train`: an evaluator learns from games that were played. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "base/file.h"
#include "front/commands.h"
#include "front/live.h"
#include "lab/report/lines.h"
#include "tune/train.h"

enum { PART_MAX = 1 << 30 };

static const struct cop_option options[] = {
    {"games", COP_WORDS, "", .help = "a store of games (coppice match --store); may be repeated"},
    {"out", COP_WORDS, "", .help = "the file for the weights; its name ends with .weights"},
    {"skip", COP_INTEGER, "0", 0, 1e6,
     .help = "nothing is learned from so many moves at the beginning of a game, as those of a "
             "random opening"},
    {"exact", COP_INTEGER, "0", 0, 1e6,
     .help = "when no more moves are left the game's own solver says how the game would end, where "
             "it can; 0: what happened counts"},
    {"settled", COP_FLAG, "on",
     .help = "positions are first followed through captures and the like to where they are quiet, "
             "where the game has an evaluator that names such moves"},
    {"most", COP_INTEGER, "0", 0, 1e9, .help = "no more games than this of each store; 0: all"},
    {"passes", COP_INTEGER, "30", 1, 10000, .help = "how often all positions are looked at"},
    {"patience", COP_INTEGER, "3", 1, 10000,
     .help = "so many passes without a gain on games that are held out end it"},
    {"rate", COP_REAL, "0.2", 1e-6, 10, .help = "how much of an error the first pass mends"},
    {"held", COP_REAL, "0.1", 0.001, 0.9, .help = "the share of the games that is held out"},
    {"beside", COP_INTEGER, "1", 0, 1000,
     .help = "a phase learns from the positions of so many phases beside it too"},
    {"seed", COP_INTEGER, "1", 0, INFINITY, .help = "same seed, same games: same weights"},
    {"threads", COP_INTEGER, "0", 0, 1024,
     .help = "phases learned at the same time; 0 is one for each core"},
    {"plot", COP_WORDS, "", .help = "write how well each phase was learned to this file, as SVG"},
    {"json", COP_FLAG, "off", .help = "write the result as one JSON object"},
    {"quiet", COP_FLAG, "off", .help = "no progress on standard error"},
    {NULL},
};

/* Seconds between two signs of life. */
static const double live_period = 0.1, line_period = 10.0;

/* One call of the command. */
struct session {
    const struct cop_arguments *arguments;
    const char *out;
    struct cop_text part; /* the file of what was learned before an interruption */
    struct cop_game *game;
    struct cop_samples samples;
    struct cop_training training;
    struct cop_trained trained;
    struct cop_live live;
    double started, shown;
};

/* ---- Words ---- */

static bool ends_with(const char *word, const char *ending)
{
    size_t length = strlen(word), of_ending = strlen(ending);

    return length > of_ending && strcmp(word + length - of_ending, ending) == 0;
}

static bool read_words(struct session *session, struct cop_error *error)
{
    const struct cop_settings *settings = session->arguments->options;

    session->out = cop_words(settings, "out");
    if (!ends_with(session->out, ".weights"))
        return cop_fail(error,
                        "say where the weights go: --out FILE.weights (by this ending agents know "
                        "such a file)");
    if (!cop_given(settings, "games"))
        return cop_fail(error, "say from which games to learn: --games FILE, which `coppice match "
                               "... --store FILE` has written");
    session->game = cop_game_open(session->arguments->words[0], error);
    if (session->game == NULL)
        return false;
    cop_text_add(&session->part, "%s.part", session->out);
    return cop_trained_open(&session->trained, session->game, error);
}

static bool may_write(const struct session *session, struct cop_error *error)
{
    static const char *const files[] = {"out", "plot", NULL};

    return cop_may_write(session->arguments->options, files, error) &&
           cop_file_may_write(session->part.bytes, error);
}

static bool read_games(struct session *session, struct cop_error *error)
{
    const struct cop_arguments *arguments = session->arguments;
    const struct cop_sample_terms terms = {.skip = (int)cop_integer(arguments->options, "skip"),
                                           .exact = (int)cop_integer(arguments->options, "exact"),
                                           .most = (int)cop_integer(arguments->options, "most"),
                                           .is_settled = cop_flag(arguments->options, "settled"),
                                           .stop = arguments->interrupted};

    session->samples.game = session->game;
    for (int i = 0; i < arguments->given_count; i++)
        if (strcmp(arguments->given_keys[i], "games") == 0 &&
            !cop_samples_read(&session->samples, arguments->given_values[i], &terms, error))
            return false;
    if (atomic_load(arguments->interrupted))
        return cop_fail(error, "interrupted while the games were read");
    return session->samples.game_count >= 2 ||
           cop_fail(error, "%d games are too few to learn from; %d were not played to their end",
                    session->samples.game_count, session->samples.left_out);
}

/* ---- Progress ---- */

static int count_done(const struct session *session)
{
    int done = 0;

    for (int i = 0; i < session->trained.weights->phases; i++)
        done += session->trained.is_done[i] ? 1 : 0;
    return done;
}

static void tell(struct session *session, int phase, int pass,
                 const struct cop_phase_result *so_far)
{
    struct cop_text text = COP_TEXT;

    cop_write_span(cop_now() - session->started, &text);
    cop_text_add(&text,
                 "  %d of %d phases learned; phase %d, pass %d: loss %.4f, held out %.4f (best, "
                 "pass %d)\n",
                 count_done(session), session->trained.weights->phases, phase + 1, pass,
                 so_far->learned, so_far->held, so_far->best);
    cop_live_tell(&session->live, &text);
}

static void passed(void *context, int phase, int pass, const struct cop_phase_result *so_far)
{
    struct session *session = context;
    double now = cop_now();

    if (cop_flag(session->arguments->options, "quiet") ||
        now - session->shown < (session->live.is_terminal ? live_period : line_period))
        return;
    session->shown = now;
    tell(session, phase, pass, so_far);
}

/* What is done is kept at once. */
static bool finished(void *context, int phase, struct cop_error *error)
{
    struct session *session = context;
    struct cop_text bytes = COP_TEXT;
    bool is_good;

    (void)phase;
    cop_trained_write(&session->training, &session->trained, &bytes);
    is_good = cop_file_replace(session->part.bytes, bytes.bytes, bytes.length, error);
    cop_text_free(&bytes);
    return is_good;
}

/* ---- Learning ---- */

static void read_part(struct session *session)
{
    size_t length;
    bool is_there = access(session->part.bytes, F_OK) == 0, is_ours;
    char *bytes = is_there ? cop_file_read(session->part.bytes, PART_MAX, &length, NULL) : NULL;

    is_ours =
        bytes != NULL && cop_trained_read(&session->training, &session->trained, bytes, length);
    free(bytes);
    if (!is_there || cop_flag(session->arguments->options, "quiet"))
        return;
    if (is_ours)
        fprintf(stderr, "note: %d of %d phases were learned before, in '%s'\n", count_done(session),
                session->trained.weights->phases, session->part.bytes);
    else
        fprintf(stderr, "note: '%s' is of other games or options, and is written over\n",
                session->part.bytes);
}

static bool keep_weights(struct session *session, struct cop_error *error)
{
    struct cop_text bytes = COP_TEXT;
    bool is_good = cop_weights_write(session->game, session->trained.weights, &bytes, error) &&
                   cop_file_write(session->out, bytes.bytes, bytes.length, error);

    cop_text_free(&bytes);
    if (is_good)
        unlink(session->part.bytes);
    return is_good;
}

static bool learn(struct session *session, struct cop_error *error)
{
    const struct cop_settings *settings = session->arguments->options;
    int threads = (int)cop_integer(settings, "threads");

    session->training = (struct cop_training){
        .samples = &session->samples,
        .passes = (int)cop_integer(settings, "passes"),
        .patience = (int)cop_integer(settings, "patience"),
        .rate = cop_real(settings, "rate"),
        .held = cop_real(settings, "held"),
        .beside = (int)cop_integer(settings, "beside"),
        .seed = (uint64_t)cop_integer(settings, "seed"),
        .threads = threads > 0 ? threads : (int)sysconf(_SC_NPROCESSORS_ONLN),
        .stop = session->arguments->interrupted,
        .passed = passed,
        .finished = finished,
        .context = session,
    };
    read_part(session);
    if (!cop_train(&session->training, &session->trained, error))
        return false;
    if (count_done(session) < session->trained.weights->phases)
        return cop_fail(error,
                        "interrupted; the same command goes on with the phases that are learned, "
                        "which are in '%s'",
                        session->part.bytes);
    return keep_weights(session, error);
}

/* ---- Results ---- */

static bool is_margin(const struct session *session)
{
    return session->game->rules->features->target == COP_TARGET_MARGIN;
}

/* Squares of margins are told as points. */
static double told(const struct session *session, double loss)
{
    return is_margin(session) ? sqrt(loss) : loss;
}

static void write_table(const struct session *session, struct cop_text *text)
{
    const struct cop_weights *weights = session->trained.weights;

    cop_text_add(text, "%s: %d games, %lld positions, %d features in %d phases\n",
                 session->game->name, session->samples.game_count,
                 (long long)session->samples.count, weights->count, weights->phases);
    if (session->samples.left_out > 0)
        cop_text_add(text, "%d games were left out: they were not played to their end\n",
                     session->samples.left_out);
    cop_text_add(text, "\nphase  positions  held out  passes  %s\n",
                 is_margin(session) ? "error in points: if all were alike, learned, held out"
                                    : "deviance: if all were alike, learned, held out");
    for (int i = 0; i < weights->phases; i++) {
        const struct cop_phase_result *phase = &session->trained.phases[i];

        if (phase->passes == 0)
            cop_text_add(text, "%5d %10lld %9lld       0  nobody came there\n", i + 1,
                         (long long)phase->positions, (long long)phase->held_out);
        else
            cop_text_add(text, "%5d %10lld %9lld %3d/%-3d  %8.3f %8.3f %8.3f\n", i + 1,
                         (long long)phase->positions, (long long)phase->held_out, phase->best,
                         phase->passes, told(session, phase->plain), told(session, phase->learned),
                         told(session, phase->held));
    }
    cop_text_add(text, "\nThe weights are in %s. Try them: alphabeta(eval=\"%s\")\n", session->out,
                 session->out);
}

static void write_json(const struct session *session, struct cop_text *text)
{
    const struct cop_weights *weights = session->trained.weights;

    cop_text_add(text, "{\"game\": ");
    cop_text_add_json(text, session->game->name);
    cop_text_add(text, ", \"out\": ");
    cop_text_add_json(text, session->out);
    cop_text_add(text, ", \"games\": %d, \"left_out\": %d, \"positions\": %lld, \"features\": %d",
                 session->samples.game_count, session->samples.left_out,
                 (long long)session->samples.count, weights->count);
    cop_text_add(text, ", \"phases\": [");
    for (int i = 0; i < weights->phases; i++) {
        const struct cop_phase_result *phase = &session->trained.phases[i];

        cop_text_add(text,
                     "%s{\"positions\": %lld, \"held_out\": %lld, \"passes\": %d, \"best\": %d, "
                     "\"plain\": %.6g, \"learned\": %.6g, \"held\": %.6g}",
                     i > 0 ? ", " : "", (long long)phase->positions, (long long)phase->held_out,
                     phase->passes, phase->best, phase->plain, phase->learned, phase->held);
    }
    cop_text_add(text, "]}\n");
}

static bool write_plot(const struct session *session, struct cop_error *error)
{
    const char *path = cop_words(session->arguments->options, "plot");
    int phases = session->trained.weights->phases;
    struct cop_interval *points = cop_allocate(3 * (size_t)phases * sizeof *points);
    struct cop_lines lines = {.title = "What is left unexplained",
                              .x_axis = "phase",
                              .y_axis = is_margin(session) ? "error in points" : "deviance",
                              .line_count = 3,
                              .point_count = phases};
    static const char *const names[3] = {"if all were alike", "learned", "held out"};
    struct cop_text text = COP_TEXT;
    bool is_good = true;

    for (int i = 0; i < phases; i++) {
        const struct cop_phase_result *phase = &session->trained.phases[i];
        const double of[3] = {phase->plain, phase->learned, phase->held};

        for (int line = 0; line < 3; line++) {
            double value = told(session, of[line]);

            points[line * phases + i] = (struct cop_interval){value, value, value};
        }
    }
    for (int line = 0; line < 3; line++)
        lines.lines[line] = (struct cop_line){names[line], points + (ptrdiff_t)line * phases};
    if (path[0] != '\0') {
        cop_lines_write(&lines, &text);
        is_good = cop_file_write(path, text.bytes, text.length, error);
    }
    cop_text_free(&text);
    free(points);
    return is_good;
}

static bool report(struct session *session, struct cop_error *error)
{
    struct cop_text text = COP_TEXT;

    if (cop_flag(session->arguments->options, "json"))
        write_json(session, &text);
    else
        write_table(session, &text);
    cop_live_erase(&session->live);
    cop_print(&text);
    return write_plot(session, error);
}

static int run_train(const struct cop_arguments *arguments)
{
    struct session session = {
        .arguments = arguments, .part = COP_TEXT, .started = cop_now(), .shown = cop_now()};
    struct cop_error error = {{0}};
    int status = COP_USAGE;

    cop_live_open(&session.live);
    if (read_words(&session, &error)) {
        status = COP_FAILED;
        if (may_write(&session, &error) && read_games(&session, &error) &&
            learn(&session, &error) && report(&session, &error))
            status = COP_DONE;
    }
    cop_trained_close(&session.trained);
    cop_samples_free(&session.samples);
    cop_game_close(session.game);
    cop_text_free(&session.part);
    return status == COP_DONE ? status : cop_complain(status, &error);
}

const struct cop_command cop_train_command = {
    .name = "train",
    .words = "GAME",
    .summary = "an evaluator learns from games that were played",
    .help =
        "Finds the weights of a game's features by what became of the positions of played "
        "games: a file that agents take as evaluator.\n"
        "\n"
        "The games come from stores of matches. Each phase of the game is learned by itself; "
        "some games are held out, and the pass over the others that does best on them is kept. "
        "What is learned is kept at once in OUT.part, and after an interruption the same "
        "command goes on with the next phase. The same games and options give the same weights "
        "on any number of threads.\n"
        "\n"
        "    coppice match othello \"alphabeta(noise=50)\" \"alphabeta(noise=51)\" --limit "
        "depth=5 --games 20000 --opening-plies 10 --store games.db\n"
        "    coppice train othello --games games.db --skip 10 --out othello.weights\n"
        "    coppice match othello \"alphabeta(eval='othello.weights')\" alphabeta --limit 0.1s "
        "--opening-plies 8\n",
    .words_low = 1,
    .words_high = 1,
    .options = options,
    .run = run_train,
};
