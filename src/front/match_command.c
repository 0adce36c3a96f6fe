/* match_command.c - `coppice match`: games between agents, and what they prove. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "front/commands.h"
#include "front/live.h"
#include "front/match_export.h"
#include "front/position_lines.h"
#include "front/setup_options.h"
#include "match/report.h"

static const struct cop_option options[] = {
    {"games", COP_INTEGER, "100", 1, 1e9, .help = "games for each pair of agents"},
    {"limit", COP_WORDS, "sims=10k",
     .help = "for each move or game: sims=10k, 1s, clock=5m, ... (coppice help limits)"},
    {"limits-of", COP_WORDS, "", .help = "other limits for agent N: 2=sims=5k; may be repeated"},
    {"processor-time", COP_FLAG, "off",
     .help = "count times only while an agent's thread has a processor, as the limit processor=on "
             "does: equal work on a busy machine"},
    {"threads", COP_INTEGER, "1", 1, 1024, .help = "games played at the same time"},
    {"starts", COP_WORDS, "",
     .help = "a file of positions to start from, a name and a position a line (coppice positions, "
             "coppice parts join), each in all seatings"},
    {"opening-plies", COP_INTEGER, "0", 0, 1000, .help = "random plies before the agents play"},
    {"seed", COP_INTEGER, "1", 0, 0x1p53, .help = "where the random numbers start"},
    {"sprt", COP_WORDS, "",
     .help = "ELO0,ELO1: end as soon as the better of the two hypotheses is clear"},
    {"anchor", COP_WORDS, "1=0",
     .help = "N=ELO: of more than two agents, the rating that agent N has"},
    {"adjudicate", COP_FLAG, "off",
     .help = "end games whose result the game's oracles or databases know, with that result"},
    {"pin", COP_FLAG, "off", .help = "each thread keeps to processors of its own"},
    {"store", COP_WORDS, "", .help = "the file that keeps every finished game"},
    {"resume", COP_FLAG, "off", .help = "go on with the games already in the store"},
    {"sgf", COP_WORDS, "", .help = "write the games to this file, or one each to this directory"},
    {"pgn", COP_WORDS, "", .help = "the same in the manner of PGN"},
    {"json", COP_FLAG, "off", .help = "write the result as one JSON object"},
    {"quiet", COP_FLAG, "off", .help = "no progress on standard error"},
    {NULL},
};

/* Seconds between two signs of life; the first line comes earlier. */
static const double live_period = 0.1, line_period = 10.0, first_line = 1.0;

/* One call of the command. */
struct session {
    const struct cop_arguments *arguments;
    struct cop_game *game;
    struct cop_store *store;
    struct cop_match_plan plan;
    char **agents; /* canonical */
    struct cop_position_lines starts;
    struct cop_limits *limits;

    struct cop_live live;
    struct cop_tally *tallies; /* of this run and what was stored before */
    double started, shown;
    int done, before, total; /* games: now, when the run began, in all */
};

static bool has_end(const struct cop_limits *limits)
{
    return limits->time > 0 || limits->clock > 0 || limits->sims > 0 || limits->nodes > 0 ||
           limits->depth > 0;
}

static bool read_limits(const char *words, struct cop_limits *limits, struct cop_error *error)
{
    if (!cop_limits_parse(words, limits, error))
        return false;
    if (!has_end(limits))
        return cop_fail(
            error,
            "the limit '%.100s' never ends a search; give a time, clock, sims, nodes or "
            "depth",
            words);
    return true;
}

/* "2=sims=5k": the second agent's limits. */
static bool read_limits_of(struct session *session, const char *words, struct cop_error *error)
{
    char *rest;
    long number = strtol(words, &rest, 10);

    if (rest == words || *rest != '=')
        return cop_fail(error,
                        "--limits-of needs the agent's number and its limits, such as 2=sims=5k, "
                        "not '%.100s'",
                        words);
    if (number < 1 || number > session->plan.agent_count)
        return cop_fail(error, "--limits-of: there is no agent %ld; the agents are 1 to %d", number,
                        session->plan.agent_count);
    if (!read_limits(rest + 1, &session->limits[number - 1], error))
        return cop_fail_in(error, "--limits-of %ld", number);
    return true;
}

static bool read_all_limits(struct session *session, struct cop_error *error)
{
    const struct cop_arguments *arguments = session->arguments;
    struct cop_limits common;

    if (!read_limits(cop_words(arguments->options, "limit"), &common, error))
        return false;
    for (int i = 0; i < session->plan.agent_count; i++)
        session->limits[i] = common;
    for (int i = 0; i < arguments->given_count; i++)
        if (strcmp(arguments->given_keys[i], "limits-of") == 0 &&
            !read_limits_of(session, arguments->given_values[i], error))
            return false;
    for (int i = 0; i < session->plan.agent_count; i++)
        session->limits[i].processor |= cop_flag(arguments->options, "processor-time");
    return true;
}

static bool read_sprt(struct session *session, struct cop_error *error)
{
    const char *words = cop_words(session->arguments->options, "sprt");
    char *rest;

    if (words[0] == '\0')
        return true;
    session->plan.elo0 = strtod(words, &rest);
    if (rest != words && *rest == ',') {
        const char *second = rest + 1;

        session->plan.elo1 = strtod(second, &rest);
        if (rest != second && *rest == '\0' && isfinite(session->plan.elo0) &&
            isfinite(session->plan.elo1) && session->plan.elo0 < session->plan.elo1)
            return true;
    }
    return cop_fail(error,
                    "--sprt needs two Elo differences, the smaller first, such as 0,10, not "
                    "'%.100s'",
                    words);
}

static bool read_anchor(struct session *session, struct cop_error *error)
{
    const char *words = cop_words(session->arguments->options, "anchor");
    char *rest;
    long number = strtol(words, &rest, 10);

    if (rest != words && *rest == '=' && number >= 1 && number <= session->plan.agent_count) {
        const char *rating = rest + 1;

        session->plan.anchor = (int)number - 1;
        session->plan.anchor_elo = strtod(rating, &rest);
        if (rest != rating && *rest == '\0' && isfinite(session->plan.anchor_elo))
            return true;
    }
    return cop_fail(error,
                    "--anchor needs the number of an agent, 1 to %d, and its rating, such as "
                    "1=1500, not '%.100s'",
                    session->plan.agent_count, words);
}

/* Opening an agent is how its spec is checked; the canonical one goes into the plan. */
/* Whether another program can be started is found out only by starting it. */
static bool try_command(const struct session *session, int number, struct cop_error *error)
{
    struct cop_agent *agent = cop_agent_open(session->game, session->agents[number],
                                             &session->limits[number].means, error);

    cop_agent_close(agent);
    return agent != NULL;
}

static bool read_agents(struct session *session, struct cop_error *error)
{
    for (int i = 0; i < session->plan.agent_count; i++) {
        struct cop_text name = COP_TEXT;

        if (!cop_agent_check(session->game, session->arguments->words[i + 1], &session->limits[i],
                             &name, error))
            return false;
        session->agents[i] = cop_copy_string(name.bytes);
        cop_text_free(&name);
        if (cop_agent_is_external(session->agents[i]) && !try_command(session, i, error))
            return false;
    }
    return true;
}

static bool read_starts(struct session *session, struct cop_error *error)
{
    const char *path = cop_words(session->arguments->options, "starts");

    if (path[0] == '\0')
        return true;
    if (!cop_position_lines_read(path, &session->starts, error))
        return false;
    session->plan.starts = session->starts.words;
    session->plan.start_count = session->starts.count;
    return true;
}

static bool read_plan(struct session *session, struct cop_error *error)
{
    const struct cop_arguments *arguments = session->arguments;
    struct cop_match_plan *plan = &session->plan;

    session->game = cop_game_open(arguments->words[0], error);
    if (session->game == NULL)
        return false;
    plan->game = session->game;
    plan->agent_count = arguments->word_count - 1;
    session->agents = cop_allocate((size_t)plan->agent_count * sizeof *session->agents);
    session->limits = cop_allocate((size_t)plan->agent_count * sizeof *session->limits);
    session->tallies = cop_allocate((size_t)plan->agent_count * sizeof *session->tallies);
    plan->limits = session->limits;
    plan->games = (int)cop_integer(arguments->options, "games");
    plan->threads = (int)cop_integer(arguments->options, "threads");
    plan->opening_plies = (int)cop_integer(arguments->options, "opening-plies");
    plan->seed = (uint64_t)cop_integer(arguments->options, "seed");
    plan->adjudicate = cop_flag(arguments->options, "adjudicate");
    plan->pin = cop_flag(arguments->options, "pin");
    if (plan->pin && arguments->ranks != NULL)
        return cop_fail(error, "--pin is for one process; mpirun has options to bind its own");
    if (!read_starts(session, error) || !read_all_limits(session, error) ||
        !read_agents(session, error) || !read_sprt(session, error) || !read_anchor(session, error))
        return false;
    plan->agents = (const char *const *)session->agents;
    return cop_match_check(plan, error);
}

static void tally_game(void *context, const struct cop_game_result *result)
{
    struct session *session = context;

    for (int i = 0; i < session->plan.agent_count; i++)
        cop_tally_add(&session->tallies[i], &session->plan, result, i);
    session->done++;
}

/* Games that a judge ends are another match; whoever goes on with one is told if he forgot that. */
static bool is_judged_alike(const struct session *session, const char *path,
                            struct cop_error *error)
{
    struct cop_match_plan other = session->plan;
    int count = 0;

    other.adjudicate = !other.adjudicate;
    if (!cop_match_count(&other, session->store, &count, error))
        return false;
    return count == 0 ||
           cop_fail(error,
                    "'%s' has %d games of this match %s --adjudicate; go on as they began, or "
                    "choose another file",
                    path, count, other.adjudicate ? "with" : "without");
}

/* Opens the store and looks at what it has of this match. */
static bool open_store(struct session *session, struct cop_error *error)
{
    const char *path = cop_words(session->arguments->options, "store");
    bool resume = cop_flag(session->arguments->options, "resume");
    bool has_file = path[0] != '\0' && cop_ranks_leads(session->arguments->ranks);

    session->store = cop_store_open(has_file ? path : NULL, error);
    if (session->store == NULL ||
        !cop_match_each(&session->plan, session->store, tally_game, session, error) ||
        !is_judged_alike(session, path, error))
        return false;
    session->before = session->done;
    session->total = session->plan.games * cop_match_fixture_count(&session->plan);
    if (session->done > 0 && !resume)
        return cop_fail(error,
                        "'%s' has %d games of this match already; add --resume to go on with them, "
                        "or choose another file",
                        path, session->done);
    return true;
}

/* The first agent, or who scores best if there are many. */
static int leader_of(const struct session *session)
{
    int leader = 0;

    for (int i = 1; i < session->plan.agent_count && session->plan.agent_count > 2; i++) {
        const struct cop_tally *best = &session->tallies[leader], *other = &session->tallies[i];

        if (other->payoff * (double)best->games > best->payoff * (double)other->games)
            leader = i;
    }
    return leader;
}

static void write_pace(const struct session *session, struct cop_text *text)
{
    int played = session->done - session->before;

    cop_text_add(text, "%d/%d games", session->done, session->total);
    if (played > 0) {
        double pace = (cop_now() - session->started) / played;

        cop_text_add(text, ", about ");
        cop_write_span(pace * (session->total - session->done), text);
        cop_text_add(text, " to go");
    }
}

static void write_standing(const struct session *session, struct cop_text *text)
{
    int leader = leader_of(session);
    const struct cop_tally *tally = &session->tallies[leader];
    struct cop_interval score =
        cop_score_interval(tally->games, tally->payoff, tally->payoff_squares);

    if (tally->games == 0)
        return;
    cop_text_add(text, "agent %d scores ", leader + 1);
    cop_write_score(score, text);
    if (session->game->players == 2) {
        cop_text_add(text, ", Elo ");
        cop_write_elo(cop_elo_interval(score), text);
    }
}

static void show_progress(struct session *session)
{
    struct cop_text text = COP_TEXT;

    if (cop_flag(session->arguments->options, "quiet"))
        return;
    if (session->live.is_terminal) {
        cop_write_bar((double)session->done / session->total, &text);
        write_pace(session, &text);
        cop_text_add(&text, "\n");
        write_standing(session, &text);
        cop_text_add(&text, "\n");
        cop_live_draw(&session->live, text.bytes);
    } else {
        write_pace(session, &text);
        cop_text_add(&text, "; ");
        write_standing(session, &text);
        fprintf(stderr, "%s\n", text.bytes);
    }
    cop_text_free(&text);
    session->shown = cop_now();
}

static void report_game(void *context, const struct cop_game_result *result, int done, int total)
{
    struct session *session = context;
    double period = session->live.is_terminal ? live_period : line_period;

    tally_game(session, result);
    session->done = done;
    session->total = total;
    if (cop_now() - session->shown >= period)
        show_progress(session);
}

static int play(struct session *session, struct cop_error *error)
{
    struct cop_match_watch watch = {
        .stop = session->arguments->interrupted,
        .report = report_game,
        .context = session,
        .ranks = session->arguments->ranks,
    };
    bool good;

    cop_live_open(&session->live);
    session->started = cop_now();
    session->shown = session->started + first_line - line_period;
    if (session->live.is_terminal)
        show_progress(session);
    good = cop_match_run(&session->plan, session->store, &watch, error);
    cop_live_erase(&session->live);
    if (!good)
        return COP_FAILED;
    if (!atomic_load(session->arguments->interrupted))
        return COP_DONE;
    cop_fail(error, "interrupted after %d of %d games%s", session->done, session->total,
             cop_words(session->arguments->options, "store")[0] != '\0'
                 ? "; the same command with --resume goes on"
                 : "");
    return COP_FAILED;
}

/* Whatever happened, what is known is printed and exported. */
static int conclude(struct session *session, int status, struct cop_error *error)
{
    const struct cop_settings *settings = session->arguments->options;
    struct cop_text text = COP_TEXT;
    struct cop_error other;
    bool good;

    if (cop_flag(settings, "json"))
        good = cop_match_report_json(&session->plan, session->store, status != COP_DONE, &text,
                                     &other);
    else
        good = cop_match_report(&session->plan, session->store, &text, &other);
    cop_print(&text);
    for (int i = 0; i < COP_EXPORT_FORMS && good; i++) {
        const char *path = cop_words(settings, cop_export_words[i]);

        if (path[0] != '\0')
            good = cop_export_games(&session->plan, session->store, path, (enum cop_export_form)i,
                                    &other);
    }
    if (status != COP_DONE)
        return cop_complain(status, error);
    return good ? COP_DONE : cop_complain(COP_FAILED, &other);
}

static void note_unequal_seatings(const struct cop_match_plan *plan)
{
    int seatings = cop_match_seating_count(plan);

    if (plan->games % seatings != 0)
        fprintf(stderr,
                "note: %d games are not a multiple of %d, so not all seatings are played equally "
                "often\n",
                plan->games, seatings);
}

static void say_notes(const struct session *session)
{
    note_unequal_seatings(&session->plan);
    for (int i = 0; i < session->plan.agent_count; i++)
        cop_say_notes(session->game, session->agents[i], &session->limits[i]);
}

/* The second of two collections would take the place of the first. */
static bool have_two_places(const struct cop_settings *settings, struct cop_error *error)
{
    const char *sgf = cop_words(settings, "sgf"), *pgn = cop_words(settings, "pgn");
    struct stat about;

    return sgf[0] == '\0' || strcmp(sgf, pgn) != 0 ||
           (stat(sgf, &about) == 0 && !S_ISREG(about.st_mode)) ||
           cop_fail(error, "--sgf and --pgn cannot be the same file, '%s'", sgf);
}

static bool check_exports(const struct cop_settings *settings, struct cop_error *error)
{
    if (!have_two_places(settings, error))
        return false;
    for (int i = 0; i < COP_EXPORT_FORMS; i++) {
        const char *path = cop_words(settings, cop_export_words[i]);

        if (path[0] != '\0' && !cop_export_check(path, error))
            return false;
    }
    return true;
}

static int prepare_and_play(struct session *session)
{
    const struct cop_settings *settings = session->arguments->options;
    struct cop_error error;
    int status;

    if (!read_plan(session, &error))
        return cop_complain(COP_USAGE, &error);
    if (cop_flag(settings, "resume") && cop_words(settings, "store")[0] == '\0') {
        cop_fail(&error, "--resume needs the file with the games so far: --store FILE");
        return cop_complain(COP_USAGE, &error);
    }
    if ((cop_ranks_leads(session->arguments->ranks) && !check_exports(settings, &error)) ||
        !open_store(session, &error))
        return cop_complain(COP_FAILED, &error);
    if (!cop_flag(settings, "quiet"))
        say_notes(session);
    status = play(session, &error);
    if (!cop_ranks_leads(session->arguments->ranks))
        return status == COP_DONE ? COP_DONE : cop_complain(status, &error);
    return conclude(session, status, &error);
}

static int run(const struct cop_arguments *arguments)
{
    struct session session = {.arguments = arguments};
    int status = prepare_and_play(&session);

    for (int i = 0; session.agents != NULL && i < session.plan.agent_count; i++)
        free(session.agents[i]);
    free(session.agents);
    free(session.limits);
    free(session.tallies);
    cop_position_lines_free(&session.starts);
    cop_store_close(session.store);
    cop_game_close(session.game);
    return status;
}

const struct cop_command cop_match_command = {
    .name = "match",
    .words = "GAME AGENT AGENT...",
    .summary = "Plays games between agents and says who is better, by how much and how surely",
    .help =
        "Every opening is played in all seatings: with two players twice, colours swapped. More\n"
        "than two agents play a round robin. Games follow from the seed alone, whatever the\n"
        "number of threads. With --store every finished game is kept at once, and after an\n"
        "interruption of any kind the same command with --resume plays what is missing; so does\n"
        "a larger number of games. `mpirun -n 16 coppice match ...` plays the games of one match\n"
        "on many cores and machines (docs/cluster.md).\n"
        "\n"
        "    coppice match othello \"mcts(c=0.5)\" \"mcts(c=1)\" --games 1000 --limit sims=1k\n"
        "    coppice match connect4 mcts mc random --games 100 --threads 2 --store games.db\n"
        "    coppice match connect4 mcts mc --limits-of 1=sims=1k --sprt 0,20 --sgf games.sgf",
    .words_low = 2,
    .words_high = COP_ANY_WORDS,
    .options = options,
    .run = run,
    .is_shared = true,
};
