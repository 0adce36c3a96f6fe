/* hunt_command.c - `coppice hunt`: the best games of boards, searched for as long as one likes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "base/file.h"
#include "front/commands.h"
#include "front/commit.h"
#include "front/hunt_report.h"
#include "front/live.h"
#include "lab/run/maker.h"
#include "match/best_table.h"

enum { TABLE_MAX = 16 << 20 };

static const struct cop_option options[] = {
    {"boards", COP_WORDS, "",
     .help = "a file with a board a line: a name and a position, or the spec of a game; without "
             "it the game's own start"},
    {"agent", COP_WORDS, "",
     .help = "who searches; repeated: these in turn; begin=best tells one that has the option "
             "`begin` the best game so far"},
    {"store", COP_WORDS, "", .help = "the file that keeps the best games and all effort"},
    {"limit", COP_DURATION, "0", 0, 1e8, .help = "how long this hunt may take, such as 2h"},
    {"searches", COP_INTEGER, "0", 0, 1e9, .help = "it ends after so many searches"},
    {"share", COP_WORDS, "60s",
     .help = "limits of one search, or of each move of an agent that decides single moves; with "
             "clock=60s whole games are played, move by move"},
    {"again", COP_REAL, "0", 0, 1,
     .help = "the share of searches that begin after some moves of a board's best game"},
    {"list", COP_FLAG, "off", .help = "what was found so far, without a search"},
    {"export", COP_WORDS, "", .help = "write the best games to this file, a line for each board"},
    {"import", COP_WORDS, "", .help = "take over the games of such a file where they are better"},
    {"json", COP_FLAG, "off", .help = "write what was found as one JSON object"},
    {"quiet", COP_FLAG, "off", .help = "no progress on standard error"},
    {NULL},
};

/* Seconds between two signs of life. */
static const double live_period = 0.1, line_period = 10.0;

/* One call of the command. */
struct session {
    const struct cop_arguments *arguments;
    struct cop_boards boards;
    char **agents; /* canonical */
    int agent_count;
    struct cop_hunt_plan plan;
    struct cop_store *store;
    int64_t hunt;
    struct cop_hunt_sum sum;

    struct cop_live live;
    double started, shown;
};

/* ---- Words ---- */

static bool is_set(const struct session *session, const char *option)
{
    return cop_words(session->arguments->options, option)[0] != '\0';
}

/* Whether something is asked for that needs no search. */
static bool only_looks(const struct session *session)
{
    return cop_flag(session->arguments->options, "list") || is_set(session, "export") ||
           is_set(session, "import");
}

static bool add_agent(struct session *session, const char *spec, struct cop_error *error)
{
    struct cop_text name = COP_TEXT;

    for (int i = 0; i < session->boards.game_count; i++) {
        cop_text_clear(&name);
        if (!cop_agent_check(session->boards.games[i], spec, &session->plan.share, &name, error)) {
            cop_text_free(&name);
            return false;
        }
    }
    session->agents = cop_reallocate(session->agents,
                                     (size_t)(session->agent_count + 1) * sizeof *session->agents);
    session->agents[session->agent_count++] = cop_copy_string(name.bytes);
    cop_text_free(&name);
    return true;
}

static bool read_agents(struct session *session, struct cop_error *error)
{
    const struct cop_arguments *arguments = session->arguments;

    for (int i = 0; i < arguments->given_count; i++)
        if (strcmp(arguments->given_keys[i], "agent") == 0 &&
            !add_agent(session, arguments->given_values[i], error))
            return false;
    session->plan.agents = (const char *const *)session->agents;
    session->plan.agent_count = session->agent_count;
    return true;
}

static bool read_ends(struct session *session, struct cop_error *error)
{
    const struct cop_settings *settings = session->arguments->options;

    session->plan.seconds = cop_real(settings, "limit");
    session->plan.searches = (int)cop_integer(settings, "searches");
    session->plan.again = cop_real(settings, "again");
    if (session->agent_count == 0)
        return cop_fail(error, "say who searches, such as --agent \"mcts(reward=score)\", or look "
                               "at what there is with --list");
    if (session->plan.seconds <= 0 && session->plan.searches <= 0)
        return cop_fail(error, "this hunt would never end; say how long it may take, such as "
                               "--limit 2h, or --searches 100");
    return true;
}

static bool read_words(struct session *session, struct cop_error *error)
{
    const struct cop_settings *settings = session->arguments->options;
    const char *boards = cop_words(settings, "boards");

    if (!is_set(session, "store"))
        return cop_fail(error, "say where the best games are kept: --store FILE");
    if (!cop_boards_read(&session->boards, session->arguments->words[0],
                         boards[0] != '\0' ? boards : NULL, error))
        return false;
    if (only_looks(session) && !cop_given(settings, "agent"))
        return true;
    return cop_limits_parse(cop_words(settings, "share"), &session->plan.share, error) &&
           read_agents(session, error) && read_ends(session, error);
}

/* ---- The store ---- */

static bool open_store(struct session *session, struct cop_error *error)
{
    const char *path = cop_words(session->arguments->options, "store");
    struct cop_text boards = COP_TEXT;
    struct cop_makers makers;
    bool is_good;

    if (session->agent_count == 0 && !is_set(session, "import") && access(path, F_OK) != 0)
        return cop_fail(error, "there is no '%s' yet; a hunt with --agent makes it", path);
    session->store = cop_store_open(path, error);
    if (session->store == NULL)
        return false;
    cop_boards_write(&session->boards, &boards);
    is_good = cop_hunt_open(session->store, boards.bytes, &session->hunt, error) &&
              cop_makers_open(&makers, session->store, cop_program_commit(), "coppice hunt", error);
    if (is_good)
        cop_makers_close(&makers);
    cop_text_free(&boards);
    return is_good;
}

static int choose_given(void *context, const struct cop_standing *standings)
{
    (void)standings;
    return *(const int *)context;
}

/* A game of a table is a search that took no time. */
static bool import_game(void *context, const struct cop_best_game *best, struct cop_error *error)
{
    struct session *session = context;
    int wanted = best->board;
    struct cop_hunted search = {.agent = best->agent,
                                .limit = "",
                                .game = best->game,
                                .points = best->points,
                                .plies = best->plies};
    bool is_best;

    return cop_hunt_begin(session->store, session->hunt, session->boards.count, choose_given,
                          &wanted, &search.board, &search.number, error) &&
           cop_hunt_add(session->store, session->hunt, &search, &is_best, error);
}

static bool import_table(struct session *session, struct cop_error *error)
{
    const char *path = cop_words(session->arguments->options, "import");
    char *text;
    bool is_good;

    if (path[0] == '\0')
        return true;
    text = cop_file_read(path, TABLE_MAX, NULL, error);
    if (text == NULL)
        return false;
    is_good = cop_best_read(&session->boards, text, import_game, session, error) ||
              cop_fail_in(error, "%s", path);
    free(text);
    return is_good;
}

static bool export_table(const struct session *session, struct cop_error *error)
{
    const char *path = cop_words(session->arguments->options, "export");
    struct cop_text text = COP_TEXT;
    bool is_good = true;

    if (path[0] != '\0')
        is_good =
            cop_hunt_write_table(&session->boards, session->store, session->hunt, &text, error) &&
            cop_file_write(path, text.bytes, text.length, error);
    cop_text_free(&text);
    return is_good;
}

/* ---- Progress ---- */

static void write_progress(const struct session *session, const struct cop_hunt_news *news,
                           struct cop_text *text)
{
    cop_text_add(text, "%d searches, total %.10g on %d of %d boards", news->searches,
                 session->sum.points, session->sum.boards, session->boards.count);
    if (session->plan.seconds > 0) {
        double left = session->plan.seconds - (cop_now() - session->started);

        cop_text_add(text, ", ");
        cop_write_span(left > 0 ? left : 0, text);
        cop_text_add(text, " to go");
    }
    if (news->is_best)
        cop_text_add(text, "; board %s: %.10g by %s",
                     session->boards.boards[news->search->board].name, news->search->points,
                     news->search->agent);
    cop_text_add(text, "\n");
}

/* A better game is always told, the rest now and then. */
static void report_search(void *context, const struct cop_hunt_news *news)
{
    struct session *session = context;
    double period = session->live.is_terminal ? live_period : line_period;
    struct cop_text text = COP_TEXT;

    if (cop_flag(session->arguments->options, "quiet") ||
        (!news->is_best && cop_now() - session->shown < period))
        return;
    /* Other processes find games, too. */
    cop_hunt_sum(&session->boards, session->store, session->hunt, &session->sum, NULL);
    write_progress(session, news, &text);
    cop_live_tell(&session->live, &text);
    session->shown = cop_now();
}

/* ---- Running ---- */

static bool hunt(struct session *session, struct cop_error *error)
{
    struct cop_text unsaved = COP_TEXT;
    bool is_good;

    session->plan.boards = &session->boards;
    session->plan.stop = session->arguments->interrupted;
    session->plan.report = report_search;
    session->plan.context = session;
    cop_live_open(&session->live);
    session->started = cop_now();
    is_good = cop_hunt_run(&session->plan, session->store, session->hunt, &unsaved, error);
    cop_live_erase(&session->live);
    if (unsaved.length > 0)
        fprintf(stderr, "This game could not be stored; put it into a file and --import it:\n%s",
                unsaved.bytes);
    cop_text_free(&unsaved);
    return is_good;
}

static bool print_report(const struct session *session, struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    bool is_good =
        cop_flag(session->arguments->options, "json")
            ? cop_hunt_write_json(&session->boards, session->store, session->hunt, &text, error)
            : cop_hunt_write(&session->boards, session->store, session->hunt, &text, error);

    if (is_good)
        cop_print(&text);
    else
        cop_text_free(&text);
    return is_good;
}

/* Whatever happened to the hunt, what was found is told. */
static int work(struct session *session, struct cop_error *error)
{
    static const char *const files[] = {"export", NULL};
    struct cop_error other;
    bool is_good;

    if (!cop_may_write(session->arguments->options, files, error))
        return COP_FAILED;
    if (!import_table(session, error))
        return COP_FAILED;
    is_good = session->agent_count == 0 || hunt(session, error);
    if (!print_report(session, is_good ? error : &other) || !is_good)
        return COP_FAILED;
    return export_table(session, error) ? COP_DONE : COP_FAILED;
}

static int run(const struct cop_arguments *arguments)
{
    struct session session = {.arguments = arguments};
    struct cop_error error;
    int status = COP_USAGE;

    if (read_words(&session, &error))
        status = open_store(&session, &error) ? work(&session, &error) : COP_FAILED;
    for (int i = 0; i < session.agent_count; i++)
        free(session.agents[i]);
    free(session.agents);
    cop_store_close(session.store);
    cop_boards_free(&session.boards);
    return status == COP_DONE ? COP_DONE : cop_complain(status, &error);
}

const struct cop_command cop_hunt_command = {
    .name = "hunt",
    .words = "GAME",
    .summary = "Searches the best games of boards for one player, and keeps them",
    .help =
        "For puzzles with points. Every search is for the board that had the least of them, with\n"
        "a seed of its own, so the same command goes on where it ended, whatever ended it; any\n"
        "number of processes may hunt in one store. A game is played again by the rules before\n"
        "it is stored. Several agents take turns, and what each has gained is told.\n"
        "\n"
        "    coppice hunt samegame --boards boards.txt --agent nmcs --limit 2h --store best.db\n"
        "    coppice hunt samegame --boards boards.txt --store best.db --list\n"
        "    coppice hunt samegame --boards boards.txt --store best.db --export best.txt",
    .words_low = 1,
    .words_high = 1,
    .options = options,
    .run = run,
};
