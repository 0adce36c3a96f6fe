/* analysis.c - what the agent thinks: while it thinks, or after one search.
 *
 * An analysis has no limit of its own: it goes on until there is something else to hear. The
 * search asks us to look on from its own thread every so often; we look whether there is input, and
 * say a line whenever the controller's interval has passed. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

#include "agent/report_view.h"
#include "base/clock.h"
#include "front/gtp/commands.h"

static const double look = 0.05;        /* seconds between two looks for input */
static const double usual_interval = 1; /* between two lines */

struct analysis {
    struct cop_gtp *gtp;
    double interval, said;
    atomic_bool stop;
};

static struct cop_report_view view_of(const struct cop_gtp *gtp)
{
    return (struct cop_report_view){.game = gtp->game, .state = cop_gtp_state(gtp)};
}

static const char *const proofs[] = {
    [COP_UNPROVEN] = "",
    [COP_PROVEN_LOSS] = " proof loss",
    [COP_PROVEN_EXACT] = " proof exact",
    [COP_PROVEN_WIN] = " proof win",
};

/* info move d3 visits 836 winrate 4656 prior 839 order 0 pv d3 c5 info move ...
 *
 * A move of which only a bound is known has at_most in the place of winrate, so that no program
 * takes it for as good as the best one; one that nobody has looked at is left out. */
static void add_candidates(const struct cop_gtp *gtp, const struct cop_report *report,
                           struct cop_text *text)
{
    struct cop_report_view view = view_of(gtp);
    const struct cop_candidate **sorted = cop_report_sorted(report);

    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *candidate = sorted[i];
        double chance = cop_report_chance(gtp->game, report, candidate, report->player);

        if (!isfinite(chance))
            continue;
        cop_text_add(text, "%sinfo move ", text->length > 0 ? " " : "");
        cop_gtp_write_move(gtp, candidate->move, text);
        cop_text_add(text, " visits %" PRId64 " %s %.0f prior %.0f%s order %d pv ",
                     candidate->visits,
                     candidate->kind == COP_VALUE_AT_MOST ? "at_most" : "winrate", 1e4 * chance,
                     1e4 * fmin(fmax(candidate->prior, 0), 1), proofs[candidate->proof], i);
        cop_candidate_moves(&view, report, candidate, text);
    }
    cop_text_add(text, text->length > 0 ? "\n" : ""); /* an empty line would end the reply */
    free(sorted);
}

static void say_candidates(struct analysis *analysis, const struct cop_report *report)
{
    struct cop_gtp *gtp = analysis->gtp;
    struct cop_text text = COP_TEXT;

    if (report->candidate_count > 0)
        add_candidates(gtp, report, &text);
    gtp->host.say(gtp->host.context, text.bytes, text.length);
    cop_text_free(&text);
    analysis->said = cop_now();
}

static void look_on(void *context, const struct cop_report *report)
{
    struct analysis *analysis = context;
    const struct cop_gtp_host *host = &analysis->gtp->host;

    if (host->has_input(host->context, false) || (host->stop != NULL && atomic_load(host->stop)))
        atomic_store(&analysis->stop, true);
    else if (cop_now() - analysis->said >= analysis->interval)
        say_candidates(analysis, report);
}

/* [COLOUR] [[interval] CENTISECONDS], as other programs have it. */
static bool read_arguments(struct cop_gtp *gtp, const struct cop_gtp_call *call, double *interval,
                           struct cop_error *error)
{
    int at = 0;
    int turn = cop_gtp_turn(gtp);
    const char *word = call->count > 0 ? call->words[0] : "";
    bool is_number = word[0] >= '0' && word[0] <= '9';
    bool has_colour = call->count > 0 && !is_number && strcasecmp(word, "interval") != 0;
    const char *colour = has_colour ? word : turn >= 0 ? cop_gtp_colour(turn) : "b";

    if (!cop_gtp_check_decision(gtp, colour, error))
        return false;
    at += has_colour;
    if (at < call->count && strcasecmp(call->words[at], "interval") == 0)
        at++;
    *interval = 100 * usual_interval;
    if (at < call->count && !cop_gtp_read_number(call->words[at++], interval, error))
        return false;
    *interval /= 100;
    return at == call->count || cop_fail(error, "syntax error: [COLOUR] [interval CENTISECONDS]");
}

/* After a search that has found all there is to find, the reply still ends with the next line. */
static bool analyze(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    struct analysis analysis = {.gtp = gtp, .said = cop_now()};
    struct cop_limits limits = {.means = gtp->limits.means};
    struct cop_watch watch = {
        .stop = &analysis.stop, .period = look, .progress = look_on, .context = &analysis};
    struct cop_report report;

    if (!read_arguments(gtp, call, &analysis.interval, error))
        return false;
    cop_gtp_begin(gtp, call);
    atomic_init(&analysis.stop, gtp->host.stop != NULL && atomic_load(gtp->host.stop));
    if (!cop_gtp_think(gtp, &limits, &watch, &report, error))
        return false;
    say_candidates(&analysis, &report);
    gtp->host.has_input(gtp->host.context, true);
    return true;
}

/* ---- One search ---- */

static bool search(struct cop_gtp *gtp, const struct cop_gtp_call *call, struct cop_report *report,
                   struct cop_error *error)
{
    int turn = cop_gtp_turn(gtp);
    const char *colour = call->count > 0 ? call->words[0] : turn >= 0 ? cop_gtp_colour(turn) : "b";
    struct cop_limits limits;

    if (!cop_gtp_check_decision(gtp, colour, error))
        return false;
    limits = cop_gtp_limits_now(gtp);
    return cop_gtp_think(gtp, &limits, NULL, report, error);
}

/* Each move that has a value and its chance for who is to move, in hundredths: what GoGui writes on
 * the points. */
static bool values(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    const struct cop_candidate **sorted;
    struct cop_report report;

    if (!search(gtp, call, &report, error))
        return false;
    sorted = cop_report_sorted(&report);
    for (int i = 0; i < report.candidate_count; i++) {
        double chance = cop_report_chance(gtp->game, &report, sorted[i], report.player);

        if (!isfinite(chance) || sorted[i]->kind == COP_VALUE_AT_MOST)
            continue;
        cop_gtp_write_move(gtp, sorted[i]->move, call->reply);
        cop_text_add(call->reply, " %.0f\n", 100 * chance);
    }
    free(sorted);
    return true;
}

static void add_coloured(const struct cop_report_view *view, int index, const void *state,
                         cop_move move, void *context)
{
    struct cop_text *text = context;

    cop_text_add(text, "%s%s ", index > 0 ? " " : "",
                 cop_gtp_colour(view->game->rules->turn(view->game, state)));
    view->game->rules->write_move(view->game, state, move, text);
}

/* The line that the agent expects, with the colour before each move. */
static bool line(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    struct cop_report_view view = view_of(gtp);
    struct cop_report report;

    if (!search(gtp, call, &report, error))
        return false;
    cop_report_walk(&view, &report, add_coloured, call->reply);
    return true;
}

/* What the position is worth to who is to move: "61 %, +6.2 discs", "100 %, wins in 11". */
static bool judgement(struct cop_gtp *gtp, struct cop_gtp_call *call, struct cop_error *error)
{
    struct cop_report_view view = view_of(gtp);
    struct cop_report report;

    if (!search(gtp, call, &report, error))
        return false;
    cop_report_judgement(&view, &report, NULL, call->reply);
    return true;
}

const struct cop_gtp_command cop_gtp_analysis_commands[] = {
    {"coppice-analyze", "[COLOUR] [CENTISECONDS]", 0, 3, analyze},
    {"lz-analyze", "[COLOUR] [CENTISECONDS]", 0, 3, analyze},
    {"coppice-values", "[COLOUR]", 0, 1, values},
    {"coppice-line", "[COLOUR]", 0, 1, line},
    {"coppice-judgement", "[COLOUR]", 0, 1, judgement},
    {NULL},
};
