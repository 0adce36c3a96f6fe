/* search_command.c - `coppice search`: one search of one position, watched. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/anatomy_view.h"
#include "agent/exact.h"
#include "agent/presets.h"
#include "agent/report_view.h"
#include "base/allocate.h"
#include "front/commands.h"
#include "front/live.h"
#include "front/setup_options.h"

static const struct cop_option options[] = {
    {"agent", COP_SPEC, "",
     .help = "who searches: mcts(c=0.5), mc, ... (coppice help mcts); else what suits the game"},
    {"limit", COP_WORDS, "1s", .help = "when it ends: 1s, sims=10k, ... (coppice help limits)"},
    COP_SETUP_OPTIONS,
    {"rows", COP_INTEGER, "15", 0, 1e6, .help = "moves in the table; 0 shows all"},
    {"show", COP_CHOICE, "moves", .choices = "moves|ownership|parts",
     .help = "ownership: below the moves whose each cell was where the games of the search ended; "
             "parts: what each part of a tree search says of the moves, and what it did"},
    {"json", COP_FLAG, "off", .help = "write the result as one JSON object"},
    {"quiet", COP_FLAG, "off", .help = "no progress on standard error"},
    {NULL},
};

enum show { SHOW_MOVES, SHOW_OWNERSHIP, SHOW_PARTS };

/* Seconds between two looks at the search. */
static const double live_period = 0.1, line_period = 1.0;

/* One call of the command. */
struct session {
    struct cop_report_view view;
    struct cop_ownership *ownership; /* or NULL */
    struct cop_anatomy *anatomy;     /* likewise */
    struct cop_exact exact;          /* what is known without the search */
    struct cop_live live;
};

static void show_progress(void *context, const struct cop_report *report)
{
    struct session *session = context;
    struct cop_report joined = *report;
    struct cop_candidate *candidates = cop_exact_join(&session->exact, &joined);
    struct cop_text text = COP_TEXT;
    int rows = session->live.rows - 6;

    if (session->live.is_terminal) {
        cop_report_table(&session->view, &joined,
                         rows < 1    ? 1
                         : rows > 12 ? 12
                                     : rows,
                         cop_is_unicode(), &text);
        cop_live_draw(&session->live, text.bytes);
    } else {
        cop_report_line(&session->view, &joined, &text);
        fprintf(stderr, "%s\n", text.bytes);
    }
    free(candidates);
    cop_text_free(&text);
}

static void show_ownership(const struct session *session, struct cop_text *text)
{
    if (session->ownership == NULL)
        return;
    cop_text_add(text, "\nwhose the cells were at the end of %lld games, in percent:\n",
                 (long long)session->ownership->playouts);
    cop_ownership_write(session->ownership, session->view.game, session->view.state, text);
}

static void show_result(const struct session *session, const struct cop_report *report,
                        const struct cop_arguments *arguments)
{
    bool was_interrupted = atomic_load(arguments->interrupted);
    struct cop_text text = COP_TEXT;

    if (cop_flag(arguments->options, "json")) {
        cop_report_json(&session->view, report, was_interrupted, &text);
    } else {
        cop_report_table(&session->view, report, (int)cop_integer(arguments->options, "rows"),
                         cop_is_unicode(), &text);
        cop_text_add(&text, was_interrupted ? "interrupted before the limit\n" : "");
        show_ownership(session, &text);
        if (session->anatomy != NULL)
            cop_anatomy_table(&session->view, report, session->anatomy,
                              (int)cop_integer(arguments->options, "rows"), cop_is_unicode(),
                              &text);
    }
    cop_print(&text);
}

/* A search that plays games out has played none where the answer was known before. */
static void complain_of_no_playouts(const char *spec, struct cop_error *error)
{
    struct cop_text name = COP_TEXT;
    const struct cop_agent_kind *kind;

    cop_text_add_bytes(&name, spec, strcspn(spec, "("));
    kind = cop_agent_kind_find(name.bytes);
    if (kind != NULL && cop_options_find(kind->options, "playout", strlen("playout")) != NULL)
        cop_fail(
            error,
            "show=ownership: %s has not played any games out, as the answer was known without; "
            "count its simulations, as --limit sims=1k does, to have them all the same",
            spec);
    else
        cop_fail(error, "show=ownership: %s has not played any games out; use mcts or mc", spec);
    cop_text_free(&name);
}

static int search(struct session *session, struct cop_agent *agent, const struct cop_limits *limits,
                  const struct cop_arguments *arguments)
{
    const struct cop_report_view *view = &session->view;
    struct cop_report report = {.best = COP_NO_MOVE};
    struct cop_error error;
    struct cop_watch watch = {.stop = arguments->interrupted,
                              .ownership = session->ownership,
                              .anatomy = session->anatomy};
    struct cop_candidate *candidates;
    bool is_decision = view->game->rules->turn(view->game, view->state) >= 0;
    bool is_done;

    if (!cop_flag(arguments->options, "quiet")) {
        cop_live_open(&session->live);
        watch.period = session->live.is_terminal ? live_period : line_period;
        watch.progress = show_progress;
        watch.context = session;
    }
    is_done = cop_exact_find(&session->exact, view->game, view->state, watch.stop, &error) &&
              cop_agent_think(agent, view->state, limits, &watch, &report, &error);
    cop_live_erase(&session->live);
    if (!is_done) /* a position without a decision was the wrong thing to ask for */
        return cop_complain(is_decision ? COP_FAILED : COP_USAGE, &error);
    if (session->ownership != NULL && session->ownership->cell_count == 0) {
        complain_of_no_playouts(view->agent, &error);
        return cop_complain(COP_USAGE, &error);
    }
    if (session->anatomy != NULL && !cop_anatomy_has_words(session->anatomy)) {
        cop_fail(&error, "show=parts: %s has told nothing of parts; use mcts", view->agent);
        return cop_complain(COP_USAGE, &error);
    }
    candidates = cop_exact_join(&session->exact, &report);
    show_result(session, &report, arguments);
    free(candidates);
    return COP_DONE;
}

/* Games with dice begin with a roll, and the one who asks may not know how a roll is written. */
static bool is_for_chance(const struct cop_game *game, const void *state, struct cop_error *error)
{
    struct cop_text outcome = COP_TEXT;
    cop_move *outcomes;

    if (game->rules->turn(game, state) != COP_CHANCE)
        return false;
    outcomes = cop_allocate((size_t)game->max_moves * sizeof *outcomes);
    game->rules->moves(game, state, outcomes);
    game->rules->write_move(game, state, outcomes[0], &outcome);
    cop_fail(error, "chance is to move: add what it brings to --moves, for example %s",
             outcome.bytes);
    cop_text_free(&outcome);
    free(outcomes);
    return true;
}

static int run_in(const struct cop_setup *setup, const struct cop_arguments *arguments)
{
    struct session session = {
        .view = {.game = setup->game, .state = cop_course_now(&setup->course)}};
    struct cop_anatomy anatomy = {0};
    struct cop_text limit = COP_TEXT;
    struct cop_limits limits;
    struct cop_error error;
    const char *spec = cop_words(arguments->options, "agent");
    struct cop_agent *agent;
    int status;

    if (!cop_search_limits_parse(cop_words(arguments->options, "limit"), &limits, &error))
        return cop_complain(COP_USAGE, &error);
    if (spec[0] == '\0')
        spec = cop_preset_agent(setup->game);
    if (!cop_agent_check(setup->game, spec, &limits, NULL, &error))
        return cop_complain(COP_USAGE, &error);
    if (cop_choice(arguments->options, "show") == SHOW_OWNERSHIP && setup->game->players < 2) {
        cop_fail(&error, "show=ownership: %s has one player, and nobody to share the cells with",
                 setup->game->name);
        return cop_complain(COP_USAGE, &error);
    }
    if (is_for_chance(setup->game, session.view.state, &error))
        return cop_complain(COP_USAGE, &error);
    agent = cop_agent_open(setup->game, spec, &limits.means, &error);
    if (agent == NULL)
        return cop_complain(COP_USAGE, &error);
    if (cop_given(arguments->options, "agent"))
        cop_say_notes(setup->game, spec, &limits);
    cop_limits_write(&limits, &limit);
    session.view.agent = cop_agent_name(agent);
    session.view.limit = limit.bytes;
    if (cop_choice(arguments->options, "show") == SHOW_OWNERSHIP)
        session.view.ownership = session.ownership = cop_allocate(sizeof *session.ownership);
    if (cop_choice(arguments->options, "show") == SHOW_PARTS)
        session.view.anatomy = session.anatomy = &anatomy;
    cop_agent_start(agent, limits.means.seed);
    status = search(&session, agent, &limits, arguments);
    cop_agent_close(agent);
    cop_exact_free(&session.exact);
    free(session.ownership);
    cop_anatomy_free(&anatomy);
    cop_text_free(&limit);
    return status;
}

static int run(const struct cop_arguments *arguments)
{
    struct cop_error error;
    struct cop_setup setup;
    int status = cop_setup_open(&setup, arguments->words[0], arguments->options, &error);

    if (status != COP_DONE)
        return cop_complain(status, &error);
    cop_setup_warn(setup.game);
    status = run_in(&setup, arguments);
    cop_setup_close(&setup);
    return status;
}

const struct cop_command cop_search_command = {
    .name = "search",
    .words = "[GAME]",
    .summary = "Searches one position and shows what it finds, while it finds it",
    .help =
        "Progress goes to standard error, redrawn in place on a terminal and a line each second\n"
        "otherwise; the result goes to standard output: the best move, its value from 0 (loss)\n"
        "to 1 (win) for the player to move, the expected line, and each move's visits.\n"
        "\n"
        "--show ownership counts, for searches that play games out, whose each cell of the board "
        "was\n"
        "where each of them ended: \"w87\" is White's in 87 of 100.\n"
        "\n"
        "--show parts tells of mcts what every part that is switched on (priors, history, RAVE,\n"
        "...) adds to each move's value in the selection when the search ends, how the tree lies\n"
        "level by level, and how simulations and playouts ended.\n"
        "\n"
        "A limit that never ends a search (threads=2) gets a second. Ctrl-C ends the search\n"
        "early; the result so far is printed and the status is 0, because it is an answer.\n"
        "\n"
        "    coppice search connect4 --limit 2s\n"
        "    coppice search othello --moves f5d6c3 --agent \"mcts(c=0.5, solver=on)\" "
        "--limit sims=100k,seed=7\n"
        "    coppice search breakthrough --agent mc --limit 500ms --json --quiet",
    .words_low = 0,
    .words_high = 1,
    .options = options,
    .run = run,
};
