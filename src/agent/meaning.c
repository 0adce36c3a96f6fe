/* meaning.c - what a report means to people: chances, points, and what is certain.
 *
 * A search's values are whatever it counts in. Here they become one scale for every search and
 * game, so that nobody else has to know which search it was. */
#include <math.h>

#include "coppice/agent.h"
#include "coppice/fit.h"

/* The value that is asked about, and what is known of it. */
struct finding {
    double value, sway;
    enum cop_proof proof;
    enum cop_value_kind kind;
};

static struct finding finding_of(const struct cop_report *report,
                                 const struct cop_candidate *candidate)
{
    if (candidate != NULL)
        return (struct finding){candidate->value, candidate->sway, candidate->proof,
                                candidate->kind};
    return (struct finding){report->value[report->player], report->scale.sway, report->proof,
                            isfinite(report->value[report->player]) ? COP_VALUE_EXACT
                                                                    : COP_VALUE_NONE};
}

/* How far from a lost to a won game a value is. Some searches have no range of their own: rewards
 * are from 0 to 1. */
static double share_of(const struct cop_report *report, double value)
{
    double range = report->upper > report->lower ? report->upper - report->lower : 1;

    return fmin(fmax((value - report->lower) / range, 0), 1);
}

/* Points at the end tell who has won, unless they are an expectation over what chance may do. */
static bool is_margin(const struct cop_game *game, const struct cop_report *report)
{
    return report->scale.rates_ends && game->players == 2 && !game->has_chance;
}

/* The chance of the player to move, from that player's value alone. */
static double mover_chance(const struct cop_game *game, const struct cop_report *report,
                           const struct finding *finding)
{
    double number = finding->value + report->scale.origin;

    if (finding->proof == COP_PROVEN_WIN)
        return 1;
    if (finding->proof == COP_PROVEN_LOSS)
        return 0;
    if (finding->proof == COP_PROVEN_EXACT && is_margin(game, report))
        return number > 0 ? 1 : number < 0 ? 0 : 0.5;
    if (finding->proof == COP_PROVEN_EXACT && !report->scale.rates_ends)
        return share_of(report, finding->value);
    if (report->scale.chance.version > 0)
        return cop_chance_at(&report->scale.chance, number + finding->sway);
    return share_of(report, finding->value);
}

/* Of several players each has the part of all that his value has, where all are known; 0 where only
 * the searching player's is. */
static double all_shares(const struct cop_game *game, const struct cop_report *report)
{
    double sum = 0;

    for (int i = 0; i < game->players; i++) {
        if (!isfinite(report->value[i]))
            return 0;
        sum += share_of(report, report->value[i]);
    }
    return sum;
}

static double chance_of_many(const struct cop_game *game, const struct cop_report *report,
                             const struct finding *finding, bool is_position, int player)
{
    double own = mover_chance(game, report, finding), sum = all_shares(game, report);
    double others = sum - share_of(report, report->value[report->player]);
    bool is_sure = finding->proof == COP_PROVEN_WIN || finding->proof == COP_PROVEN_LOSS;

    if (sum > 0 && !is_sure)
        own = fmin(own / sum, 1);
    if (player == report->player)
        return own;
    if (!is_position || sum <= 0 || others <= 0)
        return (1 - own) / (game->players - 1);
    return (1 - own) * share_of(report, report->value[player]) / others;
}

double cop_report_chance(const struct cop_game *game, const struct cop_report *report,
                         const struct cop_candidate *candidate, int player)
{
    struct finding finding = finding_of(report, candidate);
    double own;

    if (game->players == 1 && report->has_total)
        return NAN; /* there is nobody to lose to */
    if ((finding.kind == COP_VALUE_NONE || !isfinite(finding.value)) &&
        finding.proof == COP_UNPROVEN)
        return NAN;
    if (game->players > 2)
        return chance_of_many(game, report, &finding, candidate == NULL, player);
    own = mover_chance(game, report, &finding);
    return player == report->player ? own : 1 - own;
}

/* ---- Words ---- */

/* The points at the end of the best game that was found; false where none is known. */
static bool find_total(const struct cop_report *report, const struct cop_candidate *candidate,
                       double *total)
{
    *total = candidate != NULL ? candidate->total : report->total;
    return candidate != NULL ? candidate->has_total : report->has_total;
}

static double points_of(const struct cop_report *report, double value)
{
    return (value + report->scale.origin) / (report->scale.point > 0 ? report->scale.point : 1);
}

/* "Black by 8". */
static void write_margin(const struct cop_game *game, const struct cop_report *report,
                         double points, struct cop_text *text)
{
    cop_text_add(text, "%s by %g",
                 cop_player_name(game, points > 0 ? report->player : 1 - report->player),
                 fabs(points));
}

/* The shares of several players, and expectations, are numbers. */
static void write_exact(const struct cop_game *game, const struct cop_report *report,
                        const struct finding *finding, struct cop_text *text)
{
    double points = points_of(report, finding->value);
    double chance = mover_chance(game, report, finding);

    if (is_margin(game, report) && points != 0)
        write_margin(game, report, points, text);
    else if (game->players == 2 && !game->has_chance && chance == 0.5)
        cop_text_add(text, "proven draw");
    else
        cop_text_add(text, "proven %.3g", finding->value);
}

/* "wins in 5" until the end, "wins, capture in 12" until the next capture, "proven win". */
static void write_outcome(const struct cop_game *game, const struct cop_report *report,
                          const struct cop_candidate *candidate, bool is_win, struct cop_text *text)
{
    int distance = candidate != NULL ? candidate->distance : report->distance;
    int stage_distance = candidate != NULL ? candidate->stage_distance : report->stage_distance;

    if (distance > 0)
        cop_text_add(text, "%s in %d", is_win ? "wins" : "loses", distance);
    else if (stage_distance > 0)
        cop_text_add(text, "%s, %s in %d", is_win ? "wins" : "loses",
                     game->rules->indexing->stage_end, stage_distance);
    else
        cop_text_add(text, "proven %s", is_win ? "win" : "loss");
}

bool cop_report_words(const struct cop_game *game, const struct cop_report *report,
                      const struct cop_candidate *candidate, struct cop_text *text)
{
    struct finding finding = finding_of(report, candidate);
    double total;

    if (finding.proof == COP_UNPROVEN)
        return false;
    if (find_total(report, candidate, &total)) {
        cop_text_add(text, "%g points at most, proven", total);
        return true;
    }
    if (report->has_margin && report->margin != 0 &&
        (candidate == NULL || candidate->move == report->best))
        write_margin(game, report, report->margin, text);
    else if (finding.proof == COP_PROVEN_EXACT)
        write_exact(game, report, &finding, text);
    else
        write_outcome(game, report, candidate, finding.proof == COP_PROVEN_WIN, text);
    return true;
}

bool cop_report_points(const struct cop_game *game, const struct cop_report *report,
                       const struct cop_candidate *candidate, struct cop_text *text)
{
    struct finding finding = finding_of(report, candidate);
    double total;

    if (find_total(report, candidate, &total)) {
        cop_text_add(text, "%g points", total);
        return true;
    }
    if (game->players > 2 || report->scale.unit == NULL || finding.kind == COP_VALUE_NONE ||
        finding.proof == COP_PROVEN_WIN || finding.proof == COP_PROVEN_LOSS)
        return false;
    cop_text_add(text, "%+.1f %s", points_of(report, finding.value) + 0.0, report->scale.unit);
    return true;
}

int cop_candidate_line(const struct cop_report *report, const struct cop_candidate *candidate,
                       const cop_move **line)
{
    if (candidate->move == report->best && report->line_length > 0) {
        *line = report->line;
        return report->line_length;
    }
    *line = candidate->line_length > 0 ? candidate->line : &candidate->move;
    return candidate->line_length > 0 ? candidate->line_length : 1;
}
