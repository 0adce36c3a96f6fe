/* solve_command.c - `coppice solve`: what a position is worth, for certain. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agent/report_view.h"
#include "agent/solvers.h"
#include "base/file.h"
#include "base/json.h"
#include "front/commands.h"
#include "front/live.h"
#include "front/setup_options.h"
#include "proof/check.h"

static const struct cop_option options[] = {
    {"limit", COP_WORDS, "60s",
     .help = "when it gives up: 60s, nodes=10M, memory=1G, threads=2 (coppice help limits)"},
    {"by", COP_SPEC, "auto",
     .help = "which solver: auto, the game's own or else alpha-beta; pn(...), proof-number search "
             "and PN2, or dfpn(...) (coppice help pn, dfpn)"},
    {"score", COP_FLAG, "off", .help = "the game's own points at the end instead of the payoff"},
    {"proof", COP_WORDS, "",
     .help =
         "a file for the proof of what was found out, with --by pn or dfpn; coppice proof check "
         "FILE looks whether it is one"},
    {"keep", COP_WORDS, "",
     .help = "a file for what the search knows, with --by dfpn: the same command goes on from it "
             "after the limit, Ctrl-C or whatever has ended the program"},
    {"keep-every", COP_DURATION, "10m", 1, 1e9, .help = "how often that file is written"},
    COP_SETUP_OPTIONS,
    {"json", COP_FLAG, "off", .help = "write the result as one JSON object"},
    {"quiet", COP_FLAG, "off", .help = "no progress on standard error"},
    {NULL},
};

/* Seconds between two looks at the solver. */
static const double live_period = 0.1, line_period = 1.0;

/* One call of the command. */
struct session {
    const struct cop_setup *setup;
    struct cop_live live;
    struct cop_limits limits;
    bool by_score;
    const char *solver;         /* its spec */
    const char *proof;          /* the file; or empty */
    struct cop_keeping keeping; /* its path is empty: nothing is kept */
};

static bool is_known(const struct cop_solution *solution)
{
    return solution->lower == solution->upper;
}

static const char *mover_name(const struct session *session)
{
    const struct cop_game *game = session->setup->game;

    return cop_player_name(game, game->rules->turn(game, cop_course_now(&session->setup->course)));
}

/* ---- For people ---- */

/* What a payoff means, or how many points; bounds that say nothing are "unknown". */
static void add_value(const struct session *session, const struct cop_solution *solution,
                      struct cop_text *text)
{
    const char *name = mover_name(session);

    if (!is_known(solution)) {
        cop_text_add(text, "unknown, from %g to %g", solution->lower, solution->upper);
        if (!session->by_score && solution->upper < 1)
            cop_text_add(text, ": %s does not win", name);
        else if (!session->by_score && solution->lower > 0)
            cop_text_add(text, ": %s does not lose", name);
    } else if (session->by_score) {
        cop_text_add(text, "%g points for %s", solution->lower, name);
    } else {
        static const char *const meanings[] = {
            [COP_LOSS] = "loses", [COP_DRAW] = "draws", [COP_WIN] = "wins"};

        cop_text_add(text, "%g: %s %s", solution->lower, name,
                     meanings[cop_result_of(solution->lower)]);
    }
}

static bool has_numbers(const struct cop_solution *solution)
{
    return solution->proof > 0 || solution->disproof > 0;
}

/* "  proof 12, disproof 345"; what cannot be is "never". */
static void add_numbers(const struct cop_solution *solution, struct cop_text *text)
{
    const uint32_t numbers[] = {solution->proof, solution->disproof};
    static const char *const names[] = {"  proof ", ", disproof "};

    for (int i = 0; i < 2; i++) {
        cop_text_add(text, "%s", names[i]);
        if (numbers[i] == UINT32_MAX)
            cop_text_add(text, "never");
        else
            cop_text_add(text, "%" PRIu32, numbers[i]);
    }
}

static void add_effort(const struct cop_solution *solution, struct cop_text *text)
{
    cop_text_add(text, "positions %" PRId64, solution->positions);
    if (solution->seconds > 0.001) {
        cop_text_add(text, " (");
        cop_add_short(text, (double)solution->positions / solution->seconds);
        cop_text_add(text, "/s)");
    }
    if (has_numbers(solution))
        add_numbers(solution, text);
    cop_text_add(text, "  %.2f s\n", solution->seconds);
}

static void add_words(const struct session *session, const struct cop_solution *solution,
                      bool was_interrupted, struct cop_text *text)
{
    const struct cop_game *game = session->setup->game;

    cop_text_add(text, "%s, %s to move\nvalue ", game->name, mover_name(session));
    add_value(session, solution, text);
    if (solution->best != COP_NO_MOVE) {
        cop_text_add(text, "\nbest ");
        game->rules->write_move(game, cop_course_now(&session->setup->course), solution->best,
                                text);
    }
    cop_text_add(text, "\n");
    add_effort(solution, text);
    if (solution->memory_is_full)
        cop_text_add(text, "the memory is full; give more, as in --limit memory=4G\n");
    if (was_interrupted)
        cop_text_add(text, "interrupted before the limit\n");
}

static void show_progress(void *context, const struct cop_solution *so_far)
{
    struct session *session = context;
    struct cop_text text = COP_TEXT;

    cop_text_add(&text, "value ");
    add_value(session, so_far, &text);
    cop_text_add(&text, "  ");
    if (so_far->written > 0)
        cop_text_add(&text, "replies written %" PRId64 "  ", so_far->written);
    add_effort(so_far, &text);
    if (session->live.is_terminal)
        cop_live_draw(&session->live, text.bytes);
    else
        fputs(text.bytes, stderr);
    cop_text_free(&text);
}

/* ---- For programs ---- */

static void add_json(const struct session *session, const struct cop_solution *solution,
                     bool was_interrupted, struct cop_text *text)
{
    const struct cop_game *game = session->setup->game;
    const void *state = cop_course_now(&session->setup->course);
    struct cop_text position = COP_TEXT, limit = COP_TEXT, best = COP_TEXT;
    struct cop_json json = {.text = text};

    game->rules->write_position(game, state, &position);
    cop_limits_write(&session->limits, &limit);
    if (solution->best != COP_NO_MOVE)
        game->rules->write_move(game, state, solution->best, &best);
    cop_json_object(&json, NULL);
    cop_json_spread(&json, 2);
    cop_json_add_string(&json, "game", game->name);
    cop_json_add_string(&json, "position", position.bytes);
    cop_json_add_integer(&json, "player", game->rules->turn(game, state) + 1);
    cop_json_add_string(&json, "limit", limit.bytes);
    cop_json_add_string(&json, "stake", session->by_score ? "score" : "payoff");
    cop_json_add_flag(&json, "known", is_known(solution));
    cop_json_add_number(&json, "lower", solution->lower, 17);
    cop_json_add_number(&json, "upper", solution->upper, 17);
    cop_json_add_string(&json, "best", solution->best != COP_NO_MOVE ? best.bytes : NULL);
    cop_json_add_integer(&json, "positions", solution->positions);
    if (has_numbers(solution)) {
        cop_json_add_integer(&json, "proof", solution->proof);
        cop_json_add_integer(&json, "disproof", solution->disproof);
        cop_json_add_flag(&json, "memory_is_full", solution->memory_is_full);
    }
    cop_json_add_fixed(&json, "seconds", solution->seconds, 6);
    cop_json_add_flag(&json, "interrupted", was_interrupted);
    cop_json_end(&json);
    cop_text_add(text, "\n");
    cop_text_free(&position);
    cop_text_free(&limit);
    cop_text_free(&best);
}

/* ---- The command ---- */

/* Limits that mean something to a solver. */
static bool read_limits(const char *words, struct cop_limits *limits, struct cop_error *error)
{
    if (!cop_limits_parse(words, limits, error))
        return false;
    if (limits->clock > 0.0 || limits->sims > 0 || limits->depth > 0)
        return cop_fail(error,
                        "clock, sims and depth do not limit a solver; give it a time such as "
                        "60s, or nodes=10M");
    return true;
}

static bool ask_solver(const struct session *session, const struct cop_solve_limits *limits,
                       struct cop_solution *solution, struct cop_error *error)
{
    const struct cop_game *game = session->setup->game;
    const void *state = cop_course_now(&session->setup->course);
    enum cop_stake stake = session->by_score ? COP_STAKE_SCORE : COP_STAKE_PAYOFF;

    return cop_solve_by(session->solver, game, state, stake, limits, solution, error);
}

/* The file, and whether it is a proof: nobody should have to find out later that it is not. */
static bool write_proof(const struct session *session, const struct cop_solve_limits *limits,
                        struct cop_solution *solution, struct cop_error *error)
{
    const struct cop_game *game = session->setup->game;
    const void *state = cop_course_now(&session->setup->course);
    enum cop_stake stake = session->by_score ? COP_STAKE_SCORE : COP_STAKE_PAYOFF;
    struct cop_proved proved = {.sentence = COP_TEXT, .rests = COP_TEXT};
    struct cop_text file = COP_TEXT;
    bool is_written =
        cop_solver_write(session->solver, game, state, stake, limits, solution, &file, error);

    if (is_written && file.length == 0)
        is_written = cop_fail(error, "%s was not written: nothing was found out", session->proof);
    is_written = is_written && cop_file_write(session->proof, file.bytes, file.length, error);
    cop_text_free(&file);
    is_written = is_written &&
                 cop_proof_check(session->proof, cop_game_open, NULL, limits->stop, &proved, error);
    cop_proved_free(&proved);
    return is_written;
}

static int solve(struct session *session, const struct cop_arguments *arguments)
{
    struct cop_keeping *keeping = &session->keeping;
    struct cop_solve_limits terms = {.time = session->limits.time,
                                     .processor = session->limits.processor,
                                     .positions = session->limits.nodes,
                                     .memory = session->limits.means.memory,
                                     .threads = session->limits.means.threads,
                                     .stop = arguments->interrupted,
                                     .keeping = keeping->path[0] != '\0' ? keeping : NULL};
    struct cop_text text = COP_TEXT;
    struct cop_solution solution;
    struct cop_error error;
    bool is_done, was_interrupted, is_written = true;

    if (!cop_flag(arguments->options, "quiet")) {
        cop_live_open(&session->live);
        terms.period = session->live.is_terminal ? live_period : line_period;
        terms.progress = show_progress;
        terms.context = session;
    }
    is_done = ask_solver(session, &terms, &solution, &error);
    if (is_done && session->proof[0] != '\0')
        is_written = write_proof(session, &terms, &solution, &error);
    cop_live_erase(&session->live);
    if (!is_done)
        return cop_complain(COP_USAGE, &error);
    was_interrupted = atomic_load(arguments->interrupted) && !is_known(&solution);
    if (cop_flag(arguments->options, "json"))
        add_json(session, &solution, was_interrupted, &text);
    else
        add_words(session, &solution, was_interrupted, &text);
    cop_print(&text);
    if (!is_written)
        return cop_complain(COP_FAILED, &error);
    if (keeping->has_failed)
        return cop_complain(COP_FAILED, &keeping->error);
    return is_known(&solution) ? COP_DONE : COP_FAILED;
}

/* Either would be written over by the other. */
static int complain_of_one_file(void)
{
    struct cop_error error;

    cop_fail(&error, "--proof and --keep name the same file");
    return cop_complain(COP_USAGE, &error);
}

static int run(const struct cop_arguments *arguments)
{
    static const char *const files[] = {"proof", "keep", NULL};
    struct session session = {.by_score = cop_flag(arguments->options, "score")};
    struct cop_error error;
    struct cop_setup setup;
    int status;

    if (!read_limits(cop_words(arguments->options, "limit"), &session.limits, &error) ||
        !cop_solver_check(cop_words(arguments->options, "by"), &error))
        return cop_complain(COP_USAGE, &error);
    status = cop_setup_open(&setup, arguments->words[0], arguments->options, &error);
    if (status != COP_DONE)
        return cop_complain(status, &error);
    cop_setup_warn(setup.game);
    session.setup = &setup;
    session.solver = cop_words(arguments->options, "by");
    session.proof = cop_words(arguments->options, "proof");
    session.keeping = (struct cop_keeping){.path = cop_words(arguments->options, "keep"),
                                           .period = cop_real(arguments->options, "keep-every")};
    if (session.proof[0] != '\0' &&
        !cop_solver_writes(session.solver, setup.game, cop_course_now(&setup.course), &error))
        status = cop_complain(COP_USAGE, &error);
    else if (session.proof[0] != '\0' && strcmp(session.proof, session.keeping.path) == 0)
        status = complain_of_one_file();
    else if (!cop_may_write(arguments->options, files, &error))
        status = cop_complain(COP_FAILED, &error);
    else
        status = solve(&session, arguments);
    cop_setup_close(&setup);
    return status;
}

const struct cop_command cop_solve_command = {
    .name = "solve",
    .words = "[GAME]",
    .summary = "Finds out what a position is worth when both sides play best",
    .help = "The value is for the player to move, from 0 (loss) to 1 (win), or in points with\n"
            "--score; the best move makes sure of it. A solver of the game's own is used where\n"
            "there is one (connect4; othello, 8 x 8), else all of the game is searched by\n"
            "alpha-beta with a table: for games of one or two players without chance, secrets\n"
            "and cycles.\n"
            "\n"
            "The status is 0 if the value is known and 1 if the limit or Ctrl-C came first; then\n"
            "what is known is printed, a lowest and a highest value. A limit without an end\n"
            "(threads=2) lets it run as long as it takes. Progress goes to standard error.\n"
            "\n"
            "    coppice solve connect4 --moves 4444 --limit 5m,memory=1G\n"
            "    coppice solve \"othello(size=4)\" --score\n"
            "    coppice solve \"breakthrough(width=4, height=5)\" --json --quiet\n"
            "    coppice solve \"fanorona(width=5, height=3)\" --by \"pn(second=tree)\"\n"
            "    coppice solve \"fanorona(width=3, height=5)\" --by dfpn --proof 3x5.proof\n"
            "    coppice solve connect4 --by dfpn --limit memory=4G --keep connect4.search",
    .words_low = 0,
    .words_high = 1,
    .options = options,
    .run = run,
};
