/* database_command.c - `coppice database`: what positions with few pieces are worth, built once and
 * kept in files. */
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/report_view.h"
#include "base/allocate.h"
#include "database/build.h"
#include "database/verify.h"
#include "front/commands.h"
#include "front/live.h"
#include "front/setup_options.h"

static const struct cop_option options[] = {
    {"pieces", COP_INTEGER, "0", 0, 64,
     .help = "build: classes with so many pieces and fewer; verify: likewise, 0 is all there are"},
    {"folder", COP_WORDS, "",
     .help = "where databases are; without it what COPPICE_DATABASES names, else "
             "~/.local/share/coppice/databases"},
    {"threads", COP_INTEGER, "0", 0, 1024, .help = "build: threads; 0 is one for each core"},
    {"memory", COP_BYTES, "0", 0, 1e15,
     .help = "build: it refuses a stage that takes more; 0 is no such bound"},
    {"on-disk", COP_FLAG, "off",
     .help = "build: a stage that takes more than --memory is built in files of the folder, which "
             "is slow; without --memory every stage is"},
    {"distance", COP_FLAG, "off",
     .help = "build: keep also how many moves a win or a loss takes until pieces are taken"},
    {"sample", COP_INTEGER, "1000", 1, 1e12,
     .help = "verify: so many positions of each class, drawn at random"},
    {"all", COP_FLAG, "off", .help = "verify: every position"},
    COP_SETUP_OPTIONS,
    {"quiet", COP_FLAG, "off", .help = "no progress on standard error"},
    {NULL},
};

/* Seconds between two signs of life. */
static const double live_period = 0.2, line_period = 10.0;

/* One call of the command. */
struct session {
    const struct cop_arguments *arguments;
    const char *folder;
    struct cop_setup setup;
    const struct cop_game *game; /* NULL: none was named */
    struct cop_live live;
    bool lacks_files; /* some could not be read, and were named */
};

/* ---- build ---- */

static double rate_of(const struct cop_build_news *news)
{
    int64_t done = news->built + (news->round == 1 && !news->is_finished ? news->done : 0);

    return news->seconds > 0 ? (double)done / news->seconds : 0;
}

static void write_news(const struct cop_build_news *news, struct cop_text *text)
{
    double rate = rate_of(news);

    cop_text_add(text, "%s: ", news->stage);
    if (news->is_finished)
        cop_text_add(text, "finished, %" PRId64 " positions", news->total);
    else
        cop_text_add(text, "round %d, %.0f%% of %" PRId64 " positions", news->round,
                     100.0 * (double)news->done / (double)(news->total > 0 ? news->total : 1),
                     news->total);
    if (rate > 0) {
        cop_text_add(text, "; ");
        cop_add_short(text, rate);
        cop_text_add(text, "/s, about ");
        cop_write_span((double)(news->to_build - news->built) / rate, text);
        cop_text_add(text, " to go");
    }
    cop_text_add(text, "\n");
}

static void report(void *context, const struct cop_build_news *news)
{
    struct session *session = context;
    struct cop_text text = COP_TEXT;

    write_news(news, &text);
    if (session->live.is_terminal)
        cop_live_draw(&session->live, text.bytes);
    else
        fputs(text.bytes, stderr);
    cop_text_free(&text);
}

static int build(struct session *session, struct cop_error *error)
{
    const struct cop_settings *settings = session->arguments->options;
    int threads = (int)cop_integer(settings, "threads");
    struct cop_build_plan plan = {.game = session->game,
                                  .folder = session->folder,
                                  .pieces = (int)cop_integer(settings, "pieces"),
                                  .threads = threads > 0 ? threads : 1024,
                                  .memory = (size_t)cop_real(settings, "memory"),
                                  .is_on_disk = cop_flag(settings, "on-disk"),
                                  .keeps_distances = cop_flag(settings, "distance"),
                                  .stop = session->arguments->interrupted,
                                  .context = session};
    bool is_good, is_stopped;

    if (plan.pieces == 0) {
        cop_fail(error, "say how many pieces its positions have at most, such as --pieces 5");
        return COP_USAGE;
    }
    if (!cop_flag(settings, "quiet")) {
        cop_live_open(&session->live);
        plan.report = report;
        plan.period = session->live.is_terminal ? live_period : line_period;
    }
    is_good = cop_database_build(&plan, &is_stopped, error);
    cop_live_erase(&session->live);
    if (is_good && is_stopped)
        is_good = cop_fail(error, "interrupted; the same command goes on after the last stage");
    return is_good ? COP_DONE : COP_FAILED;
}

/* ---- list ---- */

static void write_files(const struct session *session, const struct cop_database *database,
                        struct cop_text *text)
{
    const struct cop_indexing *indexing = session->game->rules->indexing;

    cop_text_add(text, "%-6s %14s %14s %14s %14s %8s %12s\n", "class", "positions", "won", "drawn",
                 "lost", "longest", "bytes");
    for (int i = 0; i < indexing->classes(session->game); i++) {
        const struct cop_database_file *file =
            cop_database_file_of(database, i, COP_DATABASE_VALUES);

        if (file == NULL)
            continue;
        cop_text_add(
            text, "%-6s %14" PRId64 " %14" PRId64 " %14" PRId64 " %14" PRId64 " %8d %12zu%s\n",
            file->about.class_name, file->about.count - file->about.of_value[COP_UNKNOWN],
            file->about.of_value[COP_KNOWN_WIN], file->about.of_value[COP_KNOWN_DRAW],
            file->about.of_value[COP_KNOWN_LOSS], file->about.longest, file->size,
            cop_database_file_of(database, i, COP_DATABASE_DISTANCES) != NULL ? "  with distances"
                                                                              : "");
    }
}

/* The folders that are there, where no game is named. */
static int list_games(const struct session *session, struct cop_error *error)
{
    struct cop_text path = COP_TEXT, text = COP_TEXT;
    const struct dirent *entry;
    DIR *folder = NULL;

    if (cop_database_root(session->folder, &path))
        folder = opendir(path.bytes);
    if (folder == NULL) {
        cop_fail(error,
                 "there are no databases in '%.300s' yet; `coppice database build` makes "
                 "some",
                 path.bytes);
        cop_text_free(&path);
        return COP_FAILED;
    }
    cop_text_add(&text, "%s\n", path.bytes);
    while ((entry = readdir(folder)) != NULL)
        if (entry->d_name[0] != '.')
            cop_text_add(&text, "    %s\n", entry->d_name);
    closedir(folder);
    cop_text_free(&path);
    cop_print(&text);
    return COP_DONE;
}

/* Opens the game's files and says which are left out. */
static struct cop_database *open_files(struct session *session)
{
    struct cop_text faults = COP_TEXT;
    struct cop_database *database = cop_database_open(session->game, session->folder, &faults);

    session->lacks_files = faults.length > 0;
    fputs(faults.bytes, stderr);
    cop_text_free(&faults);
    return database;
}

static int complain_of_none(const struct session *session, struct cop_error *error)
{
    struct cop_text path = COP_TEXT;

    cop_database_folder(session->game, session->folder, &path);
    cop_fail(error, "there is no database in '%.300s'; `coppice database build` makes one",
             path.bytes);
    cop_text_free(&path);
    return COP_FAILED;
}

static int list(struct session *session, struct cop_error *error)
{
    struct cop_database *database;
    struct cop_text text = COP_TEXT;
    int status = COP_DONE;

    if (session->game == NULL)
        return list_games(session, error);
    database = open_files(session);
    if (cop_database_is_empty(database))
        status = complain_of_none(session, error);
    else
        write_files(session, database, &text);
    cop_database_close(database);
    cop_print(&text);
    return status;
}

/* ---- verify ---- */

static bool is_asked_for(const struct session *session, int class_number)
{
    int pieces = (int)cop_integer(session->arguments->options, "pieces");

    return pieces == 0 ||
           session->game->rules->indexing->pieces(session->game, class_number) <= pieces;
}

static bool verify_class(struct session *session, const struct cop_database *database,
                         int class_number, struct cop_rng *rng, struct cop_error *error)
{
    const struct cop_settings *settings = session->arguments->options;
    const struct cop_database_file *file =
        cop_database_file_of(database, class_number, COP_DATABASE_VALUES);
    int64_t sample = cop_flag(settings, "all") ? 0 : cop_integer(settings, "sample");
    struct cop_verified verified;
    struct cop_text text = COP_TEXT;

    if (!cop_database_verify(database, session->game, class_number, sample, rng,
                             session->arguments->interrupted, &verified, error))
        return false;
    cop_text_add(&text, "%s: %" PRId64 " positions follow from their moves%s\n",
                 file->about.class_name, verified.checked,
                 verified.has_distances ? ", and so do their distances" : "");
    cop_print(&text);
    return true;
}

static int verify(struct session *session, struct cop_error *error)
{
    struct cop_database *database = open_files(session);
    bool is_good = true;
    struct cop_rng rng;

    cop_rng_seed(&rng, (uint64_t)cop_integer(session->arguments->options, "seed"));
    if (cop_database_is_empty(database)) {
        cop_database_close(database);
        return complain_of_none(session, error);
    }
    for (int i = 0; is_good && i < session->game->rules->indexing->classes(session->game); i++)
        if (is_asked_for(session, i) &&
            cop_database_file_of(database, i, COP_DATABASE_VALUES) != NULL)
            is_good = verify_class(session, database, i, &rng, error);
    if (is_good && atomic_load(session->arguments->interrupted))
        is_good = cop_fail(error, "interrupted before all was verified");
    if (is_good && session->lacks_files)
        is_good = cop_fail(error, "what could be read is right; the files named above were not");
    cop_database_close(database);
    return is_good ? COP_DONE : COP_FAILED;
}

/* ---- probe ---- */

static const char *words_for(const struct cop_bounds *bounds)
{
    if (bounds->low >= 1)
        return "win";
    if (bounds->high <= 0)
        return "loss";
    if (bounds->low == bounds->high)
        return "draw";
    if (bounds->low > 0)
        return "at least a draw";
    return bounds->high < 1 ? "at most a draw" : "unknown";
}

static void write_distance(const struct session *session, const struct cop_database *database,
                           const void *state, struct cop_text *text)
{
    const struct cop_indexing *indexing = session->game->rules->indexing;
    struct cop_place place;
    int distance;

    if (!indexing->place(session->game, state, &place))
        return;
    distance = cop_database_distance(database, place.class_number, place.number);
    if (distance <= 0)
        return;
    if (indexing->stage_end != NULL)
        cop_text_add(text, ", %s in %d", indexing->stage_end, distance);
    else
        cop_text_add(text, ", %d moves within its stage", distance);
    if (distance == COP_DATABASE_FAR)
        cop_text_add(text, " or more");
}

/* A move, what it is worth, and how soon the stage ends where it wins or loses. */
static void write_move(const struct session *session, const struct cop_database *database,
                       const void *state, cop_move move, void *after, struct cop_text *text)
{
    const struct cop_game *game = session->game;
    int player = game->rules->turn(game, state), distance;
    struct cop_bounds bounds = {0, 1};

    memcpy(after, state, game->state_size);
    game->rules->play(game, after, move);
    cop_database_weigh(database, state, after, player, &bounds, &distance);
    cop_text_add(text, "    ");
    game->rules->write_move(game, state, move, text);
    cop_text_add(text, "  %s", words_for(&bounds));
    if (distance > 0 && game->rules->indexing->stage_end != NULL)
        cop_text_add(text, ", %s in %d", game->rules->indexing->stage_end, distance);
    cop_text_add(text, "\n");
}

static void write_moves(const struct session *session, const struct cop_database *database,
                        const void *state, struct cop_text *text)
{
    const struct cop_game *game = session->game;
    unsigned char *after = cop_allocate(game->state_size);
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->moves(game, state, moves);

    for (int i = 0; i < count; i++)
        write_move(session, database, state, moves[i], after, text);
    free(after);
    free(moves);
}

/* Why a position is unknown, and what can be done about it. */
static void explain(const struct session *session, const struct cop_database *database,
                    const void *state, struct cop_error *error)
{
    const struct cop_indexing *indexing = session->game->rules->indexing;
    struct cop_text name = COP_TEXT;
    struct cop_place place;

    if (!indexing->place(session->game, state, &place)) {
        cop_fail(error, "this position has no number, so that no database has it: it has too many "
                        "pieces, or is in the middle of a turn");
        return;
    }
    indexing->name(session->game, place.class_number, &name);
    if (cop_database_file_of(database, place.class_number, COP_DATABASE_VALUES) == NULL)
        cop_fail(error,
                 "this position is of class %s, of which there is no file; it is made by: coppice "
                 "database build \"%s\" --pieces %d",
                 name.bytes, session->game->name,
                 indexing->pieces(session->game, place.class_number));
    else
        cop_fail(error,
                 "the file of class %s cannot be read here; coppice database verify says why",
                 name.bytes);
    cop_text_free(&name);
}

static int probe(struct session *session, struct cop_error *error)
{
    const struct cop_game *game = session->game;
    const void *state = cop_course_now(&session->setup.course);
    int player = game->rules->turn(game, state);
    struct cop_bounds bounds = {0, 1};
    struct cop_text text = COP_TEXT;
    struct cop_database *database;

    if (player < 0) {
        cop_fail(error, "the game is over in this position");
        return COP_USAGE;
    }
    database = open_files(session);
    cop_database_bounds(database, state, player, &bounds);
    cop_text_add(&text, "%s to move: %s", cop_player_name(game, player), words_for(&bounds));
    write_distance(session, database, state, &text);
    cop_text_add(&text, "\n");
    write_moves(session, database, state, &text);
    cop_print(&text);
    if (bounds.low == 0 && bounds.high == 1)
        explain(session, database, state, error);
    cop_database_close(database);
    return bounds.low == 0 && bounds.high == 1 ? COP_FAILED : COP_DONE;
}

/* ---- The command ---- */

static const struct {
    const char *name;
    int (*run)(struct session *session, struct cop_error *error);
    bool needs_game;
} actions[] = {
    {"build", build, true},
    {"list", list, false},
    {"verify", verify, true},
    {"probe", probe, true},
};

enum { ACTIONS = sizeof actions / sizeof actions[0] };

static int find_action(const char *word)
{
    for (int i = 0; i < ACTIONS; i++)
        if (strcmp(actions[i].name, word) == 0)
            return i;
    return -1;
}

static int open_setup(struct session *session, struct cop_error *error)
{
    const struct cop_arguments *arguments = session->arguments;
    int status;

    if (arguments->words[1] == NULL)
        return COP_DONE;
    status = cop_setup_open(&session->setup, arguments->words[1], arguments->options, error);
    if (status != COP_DONE)
        return status;
    session->game = session->setup.game;
    return cop_database_fits(session->game, error) ? COP_DONE : COP_USAGE;
}

static int run(const struct cop_arguments *arguments)
{
    struct session session = {.arguments = arguments,
                              .folder = cop_words(arguments->options, "folder")};
    int action = find_action(arguments->words[0]), status;
    struct cop_error error = {""};

    if (action < 0) {
        cop_fail(&error, "'%s' is nothing to do with databases: build, list, verify or probe",
                 arguments->words[0]);
        return cop_complain(COP_USAGE, &error);
    }
    if (actions[action].needs_game && arguments->words[1] == NULL) {
        cop_fail(&error, "say which game: coppice database %s GAME", actions[action].name);
        return cop_complain(COP_USAGE, &error);
    }
    status = open_setup(&session, &error);
    if (status == COP_DONE)
        status = actions[action].run(&session, &error);
    if (session.game != NULL)
        cop_setup_close(&session.setup);
    return status == COP_DONE || error.message[0] == '\0' ? status : cop_complain(status, &error);
}

const struct cop_command cop_database_command = {
    .name = "database",
    .words = "build|list|verify|probe [GAME]",
    .summary = "What positions with few pieces are worth, built once and asked by every search",
    .help =
        "`build` finds out by retrograde analysis what all positions with so many pieces are\n"
        "worth, class after class: \"3-2\" are three pieces of the side to move and two of the\n"
        "other. A finished class is a file; the same command goes on after the last of them,\n"
        "whatever ended it. `list` tells what there is, `verify` derives positions from their\n"
        "moves again, by the rules alone, and `probe` tells the value of a position and of\n"
        "each of its moves; the status is 1 where it is not known.\n"
        "\n"
        "Searches find the files in the same folder and ask them (oracle=off does not).\n"
        "\n"
        "    coppice database build fanorona --pieces 5 --threads 2\n"
        "    coppice database list fanorona\n"
        "    coppice database verify fanorona --pieces 4 --all\n"
        "    coppice database probe fanorona --position \"9/9/3w5/9/5b3 w\"",
    .words_low = 1,
    .words_high = 2,
    .options = options,
    .run = run,
};
