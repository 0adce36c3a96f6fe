/* ladder_command.c - `coppice ladder`: how strong players are on one scale, over the commits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "front/commands.h"
#include "front/commit.h"
#include "front/ladder_page.h"
#include "front/live.h"
#include "match/ladder_run.h"

#define FOLDER "data/ladder"

static const struct cop_option options[] = {
    {"games", COP_INTEGER, "40", 2, 1e6, .help = "run: games that everybody shall have at least"},
    {"limit", COP_WORDS, "",
     .help = "run: for each move of players without a limit of their own; without it 100ms, "
             "processor=on. add: the player's own limit"},
    {"only", COP_WORDS, "", .help = "run: games for this player alone, against all others"},
    {"threads", COP_INTEGER, "1", 1, 1024, .help = "run: games played at the same time"},
    {"time", COP_DURATION, "0", 0, 1e8, .help = "run: ends after so long; 0 is when it is done"},
    {"fixed", COP_FLAG, "off", .help = "add: a player by counts that never changes"},
    {"once", COP_FLAG, "off", .help = "add: a player that belongs to the commit that measures it"},
    {"anchor", COP_FLAG, "off", .help = "add: the fixed player that is rated 0"},
    {"data", COP_WORDS, "",
     .help = "the folder of players.txt and matches.txt; without it data/ladder where that is, "
             "else the tables in the program, which can be shown only"},
    {"svg", COP_WORDS, "", .help = "show: draw the ratings over commits to this file"},
    {"json", COP_FLAG, "off", .help = "show: write one JSON object"},
    {"markdown", COP_FLAG, "off", .help = "show: write docs/ladder.md"},
    {"quiet", COP_FLAG, "off", .help = "no progress on standard error"},
    {NULL},
};

/* The folder in use; NULL: the tables in the program. */
static const char *folder_of(const struct cop_arguments *arguments)
{
    const char *folder = cop_words(arguments->options, "data");

    if (folder[0] != '\0')
        return folder;
    return access(FOLDER "/players.txt", R_OK) == 0 ? FOLDER : NULL;
}

/* Closing *lock, -1 for none, gives the folder back. */
static bool read_for_writing(const struct cop_arguments *arguments, struct cop_ladder *ladder,
                             int *lock, struct cop_error *error)
{
    const char *folder = folder_of(arguments);

    if (folder == NULL)
        return cop_fail(error, "there is no " FOLDER " here to write to; go to the source tree, or "
                               "give a folder with players.txt and matches.txt: --data FOLDER");
    *lock = cop_ladder_own(folder, error);
    return *lock >= 0 && cop_ladder_read(ladder, folder, error);
}

static void give_back(int lock)
{
    if (lock >= 0)
        close(lock);
}

/* ---- Show ---- */

typedef void add_game(const struct cop_ladder *ladder, const char *game, struct cop_text *text);

/* All games in the order of the table. */
static void visit_all(const struct cop_ladder *ladder, add_game *add, struct cop_text *text)
{
    for (int i = 0; i < ladder->rung_count; i++) {
        const char *game = ladder->rungs[i].game;
        int first = 0;

        while (strcmp(ladder->rungs[first].game, game) != 0)
            first++;
        if (first == i)
            add(ladder, game, text);
    }
}

static bool draw(const struct cop_ladder *ladder, const char *game, const char *path,
                 struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    bool is_done;

    cop_ladder_plot(ladder, game, &text);
    is_done = cop_file_write(path, text.bytes, text.length, error);
    cop_text_free(&text);
    return is_done;
}

static int show_game(const struct cop_arguments *arguments, const struct cop_ladder *ladder,
                     const char *spec, add_game *add, struct cop_text *text)
{
    const char *svg = cop_words(arguments->options, "svg");
    struct cop_error error;
    struct cop_game *game = cop_game_open(spec, &error);
    int status = COP_DONE;

    if (game == NULL)
        return cop_complain(COP_USAGE, &error);
    if (!cop_ladder_has(ladder, game->name)) {
        cop_fail(&error, "nobody is on the ladder of %s; coppice ladder show lists those that are",
                 game->name);
        status = COP_USAGE;
    } else if (svg[0] != '\0' && !draw(ladder, game->name, svg, &error)) {
        status = COP_FAILED;
    }
    if (status == COP_DONE)
        add(ladder, game->name, text);
    cop_game_close(game);
    return status == COP_DONE ? COP_DONE : cop_complain(status, &error);
}

static int show(const struct cop_arguments *arguments)
{
    const struct cop_settings *settings = arguments->options;
    bool is_markdown = cop_flag(settings, "markdown"), is_json = cop_flag(settings, "json");
    add_game *add = is_markdown ? cop_ladder_add_markdown
                    : is_json   ? cop_ladder_add_json
                                : cop_ladder_add_plain;
    const char *game = arguments->word_count > 1 ? arguments->words[1] : NULL;
    struct cop_text text = COP_TEXT;
    struct cop_ladder ladder;
    struct cop_error error;
    int status = COP_DONE;

    if (game == NULL && (is_json || cop_words(settings, "svg")[0] != '\0')) {
        cop_fail(&error, "which game? Name one for --json and --svg: coppice ladder show othello");
        return cop_complain(COP_USAGE, &error);
    }
    if (arguments->word_count > 2) {
        cop_fail(&error, "ladder show takes one game, not \"%.40s\" too", arguments->words[2]);
        return cop_complain(COP_USAGE, &error);
    }
    if (!cop_ladder_read(&ladder, folder_of(arguments), &error))
        return cop_complain(COP_FAILED, &error);
    if (game != NULL) {
        status = show_game(arguments, &ladder, game, add, &text);
    } else {
        if (is_markdown)
            cop_ladder_begin_markdown(&text);
        visit_all(&ladder, add, &text);
    }
    cop_print(&text);
    cop_ladder_close(&ladder);
    return status;
}

/* ---- Add ---- */

static enum cop_rung_kind kind_of(const struct cop_settings *settings)
{
    if (cop_flag(settings, "anchor"))
        return COP_RUNG_ANCHOR;
    if (cop_flag(settings, "fixed"))
        return COP_RUNG_FIXED;
    return cop_flag(settings, "once") ? COP_RUNG_ONCE : COP_RUNG_CURRENT;
}

static bool add_rung(const struct cop_arguments *arguments, const struct cop_game *game,
                     struct cop_ladder *ladder, struct cop_error *error)
{
    const char *limit = cop_words(arguments->options, "limit");
    struct cop_rung rung = {.kind = kind_of(arguments->options),
                            .game = game->name,
                            .name = (char *)arguments->words[2],
                            .mark = (char *)"-",
                            .limit = (char *)(limit[0] != '\0' ? limit : "-"),
                            .agent = (char *)arguments->words[3]};
    struct cop_ladder_side side;
    char mark[9];
    bool is_good;

    if (!cop_rung_check(&rung, game, cop_ladder_limit, &side, error))
        return false;
    if (rung.agent[0] != '@')
        rung.agent = side.agent;
    if (limit[0] != '\0')
        rung.limit = side.limit;
    is_good = !cop_rung_is_fixed(&rung) ||
              cop_rung_mark(game, &side, arguments->interrupted, mark, error);
    if (is_good && cop_rung_is_fixed(&rung))
        rung.mark = mark;
    is_good = is_good && cop_ladder_add(ladder, &rung, error) &&
              cop_ladder_save_players(ladder, folder_of(arguments), error);
    cop_ladder_side_free(&side);
    return is_good;
}

static int add(const struct cop_arguments *arguments)
{
    struct cop_ladder ladder = {0};
    struct cop_text text = COP_TEXT;
    struct cop_game *game = NULL;
    struct cop_error error;
    int lock = -1, status = COP_USAGE;
    bool is_done;

    if (arguments->word_count != 4) {
        cop_fail(&error, "it is written: coppice ladder add GAME NAME AGENT");
        return cop_complain(COP_USAGE, &error);
    }
    game = cop_game_open(arguments->words[1], &error);
    is_done = game != NULL && read_for_writing(arguments, &ladder, &lock, &error) &&
              add_rung(arguments, game, &ladder, &error);
    if (!is_done && atomic_load(arguments->interrupted))
        status = COP_FAILED;
    if (is_done)
        cop_text_add(&text,
                     "%s is on the ladder of %s; coppice ladder run \"%s\" --only %s plays its "
                     "games\n",
                     arguments->words[2], game->name, game->name, arguments->words[2]);
    cop_print(&text);
    cop_ladder_close(&ladder);
    give_back(lock);
    cop_game_close(game);
    return is_done ? COP_DONE : cop_complain(status, &error);
}

/* ---- Run ---- */

struct session {
    const struct cop_arguments *arguments;
    struct cop_ladder ladder;
    const char *folder;
    struct cop_live live;
    double started, end; /* seconds; end 0: none */
    int before;          /* games that were there */
};

static bool save_round(void *context, int have, int want, struct cop_error *error)
{
    struct session *session = context;
    struct cop_text text = COP_TEXT;
    int played;

    if (session->before < 0)
        session->before = have;
    if (!cop_ladder_save_matches(&session->ladder, session->folder, error))
        return false;
    if (cop_flag(session->arguments->options, "quiet"))
        return true;
    played = have - session->before;
    cop_text_add(&text, "%d of %d games", have, want);
    if (played > 0 && have < want) {
        cop_text_add(&text, ", about ");
        cop_write_span((cop_now() - session->started) / played * (want - have), &text);
        cop_text_add(&text, " to go");
    }
    cop_text_add(&text, "\n");
    cop_live_tell(&session->live, &text);
    return true;
}

static void note(void *context, const char *words)
{
    const struct session *session = context;

    if (!cop_flag(session->arguments->options, "quiet"))
        fprintf(stderr, "note: %s\n", words);
}

static bool play(struct session *session, const struct cop_game *game, struct cop_error *error)
{
    const struct cop_settings *settings = session->arguments->options;
    const char *limit = cop_words(settings, "limit"), *only = cop_words(settings, "only");
    const char *commit = cop_program_commit();
    time_t now = time(NULL);
    struct tm day;
    char date[16];
    struct cop_ladder_plan plan = {
        .game = game,
        .limit = limit[0] != '\0' ? limit : cop_ladder_limit,
        .only = only[0] != '\0' ? only : NULL,
        .games = (int)cop_integer(settings, "games"),
        .threads = (int)cop_integer(settings, "threads"),
        .commit = commit,
        .date = date,
        .stop = session->arguments->interrupted,
        .until = session->end,
        .save = save_round,
        .note = note,
        .context = session,
    };

    gmtime_r(&now, &day);
    strftime(date, sizeof date, "%Y-%m-%d", &day);
    if (commit[0] == '\0' || commit[strlen(commit) - 1] == '+' || strcmp(commit, "unknown") == 0)
        note(session, "the program is not exactly that of a commit, so that nobody can build this "
                      "player again");
    return cop_ladder_run(&session->ladder, &plan, error);
}

static int run_ladder(const struct cop_arguments *arguments)
{
    struct session session = {
        .arguments = arguments, .folder = folder_of(arguments), .started = cop_now(), .before = -1};
    double seconds = cop_real(arguments->options, "time");
    struct cop_game *game = NULL;
    struct cop_text text = COP_TEXT;
    struct cop_error error;
    int lock = -1;
    bool is_done;

    if (arguments->word_count != 2) {
        cop_fail(&error, "it is written: coppice ladder run GAME");
        return cop_complain(COP_USAGE, &error);
    }
    cop_live_open(&session.live);
    session.end = seconds > 0 ? session.started + seconds : 0;
    game = cop_game_open(arguments->words[1], &error);
    is_done = game != NULL && read_for_writing(arguments, &session.ladder, &lock, &error) &&
              play(&session, game, &error);
    cop_live_erase(&session.live);
    if (is_done)
        cop_ladder_add_plain(&session.ladder, game->name, &text);
    cop_print(&text);
    cop_ladder_close(&session.ladder);
    give_back(lock);
    cop_game_close(game);
    return is_done ? COP_DONE : cop_complain(COP_USAGE, &error);
}

/* ---- The command ---- */

static int run(const struct cop_arguments *arguments)
{
    static const struct {
        const char *word;
        int (*run)(const struct cop_arguments *arguments);
    } parts[] = {{"show", show}, {"run", run_ladder}, {"add", add}};
    struct cop_error error;

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strcmp(arguments->words[0], parts[i].word) == 0)
            return parts[i].run(arguments);
    cop_fail(&error, "ladder: \"%.40s\" is not known; there are show, run and add",
             arguments->words[0]);
    return cop_complain(COP_USAGE, &error);
}

const struct cop_command cop_ladder_command = {
    .name = "ladder",
    .words = "show|run|add [GAME [NAME AGENT]]",
    .summary = "Keeps the strength of players on one scale, over the commits",
    .help = "Each game of two has a ladder: players that never change, the levels of past\n"
            "releases, and the levels of today, rated on one scale from games at equal processor\n"
            "time. `run` plays until everybody has enough games, against opponents of about its\n"
            "strength, notes them with the program's commit in data/ladder, and goes on where it\n"
            "was after an interruption of any kind. `add` puts one more player on the ladder.\n"
            "Ratings have their 95 % intervals; who has no games is not measured\n"
            "(docs/ladder.md).\n"
            "\n"
            "    coppice ladder show othello\n"
            "    coppice ladder run othello --games 40\n"
            "    coppice ladder add othello my-idea \"alphabeta(aspiration=on)\"\n"
            "    coppice ladder run othello --only my-idea --time 10m",
    .words_low = 1,
    .words_high = 4,
    .options = options,
    .run = run,
};
