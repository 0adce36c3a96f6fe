/* report.c - one pass over the games fills the sums; the rest is layout. */
#include "match/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/json.h"
#include "match/pool.h"

/* A reason that was given for forfeits of one agent, and how often. */
struct forfeit {
    int agent;
    int64_t games;
    char *reason; /* without "forfeit: " */
};

/* A phrase of the rules for how games end, and how many did. */
struct ending {
    int64_t games;
    char *phrase;
};

enum { FORFEITS_SHOWN = 20, ENDINGS_SHOWN = 20 };

struct summary {
    struct cop_match_plan plan; /* its games end where a sequential test was decided */
    int fixtures, party;        /* party: agents in a fixture */
    struct cop_tally *agents;   /* over all fixtures */
    struct cop_tally *members;  /* of agent a in fixture f: [f * agent_count + a] */
    int64_t games, plies, time_losses, resignations, forfeits;
    struct forfeit reasons[FORFEITS_SHOWN];
    int reason_count;
    struct ending endings[ENDINGS_SHOWN];
    int ending_count;
    double first, first_squares; /* payoff of the first seat */
    bool has_sprt;
    struct cop_sprt sprt;
};

static void note_forfeit(struct summary *summary, int agent, const char *reason)
{
    struct forfeit *at = summary->reasons, *end = at + summary->reason_count;

    summary->forfeits++;
    while (at < end && (at->agent != agent || strcmp(at->reason, reason) != 0))
        at++;
    if (at < end) {
        at->games++;
    } else if (summary->reason_count < FORFEITS_SHOWN) {
        *at = (struct forfeit){agent, 1, cop_copy_string(reason)};
        summary->reason_count++;
    }
}

static void note_reason(struct summary *summary, const struct cop_game_result *result)
{
    size_t length = strlen(COP_REASON_FORFEIT);

    if (result->reason == NULL)
        return;
    if (strcmp(result->reason, COP_REASON_TIME) == 0)
        summary->time_losses++;
    else if (strcmp(result->reason, COP_REASON_RESIGNED) == 0)
        summary->resignations++;
    else if (strncmp(result->reason, COP_REASON_FORFEIT, length) == 0 && result->loser >= 0 &&
             result->loser < result->seat_count)
        note_forfeit(summary, result->seats[result->loser].agent, result->reason + length);
}

static void note_ending(struct summary *summary, const char *phrase)
{
    struct ending *at = summary->endings, *end = at + summary->ending_count;

    if (phrase == NULL)
        return;
    while (at < end && strcmp(at->phrase, phrase) != 0)
        at++;
    if (at < end) {
        at->games++;
    } else if (summary->ending_count < ENDINGS_SHOWN) {
        *at = (struct ending){1, cop_copy_string(phrase)};
        summary->ending_count++;
    }
}

/* The most frequent first; equally frequent ones by the alphabet, so that the order of games does
 * not matter. */
static int compare_endings(const void *left, const void *right)
{
    const struct ending *first = left, *second = right;

    if (first->games != second->games)
        return first->games > second->games ? -1 : 1;
    return strcmp(first->phrase, second->phrase);
}

static void sum_game(void *context, const struct cop_game_result *result)
{
    struct summary *summary = context;
    const struct cop_match_plan *plan = &summary->plan;
    double first = result->seats[0].payoff;

    if (result->fixture >= summary->fixtures)
        return;
    for (int agent = 0; agent < plan->agent_count; agent++) {
        cop_tally_add(&summary->agents[agent], plan, result, agent);
        cop_tally_add(&summary->members[result->fixture * plan->agent_count + agent], plan, result,
                      agent);
    }
    summary->games++;
    summary->plies += result->plies;
    note_reason(summary, result);
    note_ending(summary, result->ending);
    summary->first += first;
    summary->first_squares += first * first;
}

static bool summarise(struct summary *summary, const struct cop_match_plan *plan,
                      struct cop_store *store, struct cop_error *error)
{
    int players = plan->game->players;

    *summary = (struct summary){.plan = *plan};
    summary->has_sprt = plan->elo0 != plan->elo1;
    if (summary->has_sprt && !cop_match_sprt(plan, store, &summary->sprt, error))
        return false;
    if (summary->sprt.verdict != COP_GO_ON)
        summary->plan.games = summary->sprt.games;
    summary->fixtures = cop_match_fixture_count(plan);
    summary->party = plan->agent_count < players ? plan->agent_count : players;
    summary->agents = cop_allocate((size_t)plan->agent_count * sizeof *summary->agents);
    summary->members = cop_allocate((size_t)summary->fixtures * (size_t)plan->agent_count *
                                    sizeof *summary->members);
    if (!cop_match_each(&summary->plan, store, sum_game, summary, error))
        return false;
    qsort(summary->endings, (size_t)summary->ending_count, sizeof *summary->endings,
          compare_endings);
    return true;
}

static void forget(struct summary *summary)
{
    for (int i = 0; i < summary->reason_count; i++)
        free(summary->reasons[i].reason);
    for (int i = 0; i < summary->ending_count; i++)
        free(summary->endings[i].phrase);
    free(summary->agents);
    free(summary->members);
}

static struct cop_interval score_of(const struct cop_tally *tally)
{
    return cop_score_interval(tally->games, tally->payoff, tally->payoff_squares);
}

static double per_game(double sum, const struct cop_tally *tally)
{
    return tally->games > 0 ? sum / (double)tally->games : 0;
}

void cop_write_score(struct cop_interval score, struct cop_text *text)
{
    cop_text_add(text, "%.3f (%.3f-%.3f)", score.value, score.low, score.high);
}

void cop_write_elo(struct cop_interval elo, struct cop_text *text)
{
    cop_text_add(text, "%+.0f (%+.0f to %+.0f)", elo.value, elo.low, elo.high);
}

/* 290.1k: four digits are enough to compare. */
static void write_count(double count, struct cop_text *text)
{
    if (count >= 1e6)
        cop_text_add(text, "%.3gM", count / 1e6);
    else if (count >= 1e4)
        cop_text_add(text, "%.1fk", count / 1e3);
    else
        cop_text_add(text, "%.0f", count);
}

static bool limits_differ(const struct cop_match_plan *plan)
{
    struct cop_text first = COP_TEXT, other = COP_TEXT;
    bool differ = false;

    cop_limits_write(&plan->limits[0], &first);
    for (int i = 1; i < plan->agent_count && !differ; i++) {
        cop_text_clear(&other);
        cop_limits_write(&plan->limits[i], &other);
        differ = other.length != first.length;
        for (size_t at = 0; at < other.length && !differ; at++)
            differ = other.bytes[at] != first.bytes[at];
    }
    cop_text_free(&first);
    cop_text_free(&other);
    return differ;
}

static void write_heading(const struct summary *summary, struct cop_text *text)
{
    const struct cop_match_plan *plan = &summary->plan;

    cop_text_add(text, "%s: %" PRId64 " game%s", plan->game->name, summary->games,
                 summary->games == 1 ? "" : "s");
    if (!limits_differ(plan)) {
        cop_text_add(text, ", ");
        cop_limits_write(&plan->limits[0], text);
    }
    cop_text_add(text, ", %d opening pl%s, seed %llu\n\n", plan->opening_plies,
                 plan->opening_plies == 1 ? "y" : "ies", (unsigned long long)plan->seed);
}

static void write_row(const struct summary *summary, int agent, struct cop_text *text)
{
    const struct cop_match_plan *plan = &summary->plan;
    const struct cop_tally *tally = &summary->agents[agent];
    struct cop_interval score = score_of(tally);
    struct cop_text cell = COP_TEXT;

    cop_text_add(text, "%3d %6" PRId64, agent + 1, tally->games);
    if (summary->party > 1)
        cop_text_add(text, " %6" PRId64 " %6" PRId64 " %6" PRId64, tally->wins, tally->draws,
                     tally->losses);
    cop_write_score(score, &cell);
    cop_text_add(text, "  %-19s", cell.bytes);
    cop_text_clear(&cell);
    if (summary->party == 2)
        cop_write_elo(cop_elo_interval(score), &cell);
    else if (summary->party == 1)
        cop_text_add(&cell, "%.6g", per_game(tally->score, tally));
    if (summary->party <= 2)
        cop_text_add(text, "  %-20s", cell.bytes);
    cop_text_clear(&cell);
    write_count(per_game(tally->sims, tally), &cell);
    cop_text_add(text, " %9s %9.3f %6.1f%%  %s", cell.bytes, per_game(tally->seconds, tally),
                 tally->searches > 0 ? 100 * (double)tally->early_stops / (double)tally->searches
                                     : 0,
                 plan->agents[agent]);
    if (limits_differ(plan)) {
        cop_text_add(text, "; ");
        cop_limits_write(&plan->limits[agent], text);
    }
    cop_text_add(text, "\n");
    cop_text_free(&cell);
}

static void write_table(const struct summary *summary, struct cop_text *text)
{
    cop_text_add(text, "%3s %6s", "", "games");
    if (summary->party > 1)
        cop_text_add(text, " %6s %6s %6s", "won", "drawn", "lost");
    cop_text_add(text, "  %-19s", "score (95 %)");
    if (summary->party <= 2)
        cop_text_add(text, "  %-20s", summary->party == 2 ? "Elo (95 %)" : "points");
    cop_text_add(text, " %9s %9s %7s  agent\n", "sims/game", "s/game", "early");
    for (int agent = 0; agent < summary->plan.agent_count; agent++)
        write_row(summary, agent, text);
}

/* The fixture in which two agents meet, where fixtures are pairs. */
static const struct cop_tally *meeting(const struct summary *summary, int agent, int other)
{
    int low = agent < other ? agent : other, high = agent < other ? other : agent;
    int count = summary->plan.agent_count;
    int fixture = low * (2 * count - low - 1) / 2 + high - low - 1;

    return &summary->members[fixture * count + agent];
}

static bool is_pool(const struct summary *summary)
{
    return summary->party == 2 && summary->plan.agent_count > 2;
}

/* One rating for each agent; free() them. */
static struct cop_interval *rate_all(const struct summary *summary)
{
    int count = summary->plan.agent_count;
    struct cop_interval *ratings = cop_allocate((size_t)count * sizeof *ratings);
    struct cop_pool pool;

    cop_pool_open(&pool, count);
    for (int agent = 0; agent < count; agent++)
        for (int other = agent + 1; other < count; other++) {
            const struct cop_tally *tally = meeting(summary, agent, other);

            cop_pool_add(&pool, agent, other, (double)tally->games, tally->payoff);
        }
    cop_pool_rate(&pool, summary->plan.anchor, summary->plan.anchor_elo, ratings);
    cop_pool_close(&pool);
    return ratings;
}

static void write_rating(struct cop_interval rating, int anchor, struct cop_text *text)
{
    if (isnan(rating.value))
        cop_text_add(text, "   not known");
    else if (isinf(rating.value))
        cop_text_add(text, "   %s agent %d, too far to tell", rating.value > 0 ? "above" : "below",
                     anchor + 1);
    else if (rating.low == rating.high)
        cop_text_add(text, "   %+.0f (given)", rating.value);
    else {
        cop_text_add(text, "   ");
        cop_write_elo(rating, text);
    }
}

static void write_cross_table(const struct summary *summary, struct cop_text *text)
{
    int count = summary->plan.agent_count;
    struct cop_interval *ratings;

    if (!is_pool(summary))
        return;
    ratings = rate_all(summary);
    cop_text_add(text, "\nScores of rows against columns:\n   ");
    for (int other = 0; other < count; other++)
        cop_text_add(text, " %5d", other + 1);
    cop_text_add(text, "   Elo of all together (95 %%)\n");
    for (int agent = 0; agent < count; agent++) {
        cop_text_add(text, "%3d", agent + 1);
        for (int other = 0; other < count; other++) {
            const struct cop_tally *tally = other != agent ? meeting(summary, agent, other) : NULL;

            if (tally == NULL || tally->games == 0)
                cop_text_add(text, "     -");
            else
                cop_text_add(text, " %.3f", per_game(tally->payoff, tally));
        }
        write_rating(ratings[agent], summary->plan.anchor, text);
        cop_text_add(text, "\n");
    }
    free(ratings);
}

static const char *verdict_words(enum cop_verdict verdict)
{
    if (verdict == COP_GO_ON)
        return "undecided";
    return verdict == COP_ACCEPT_H1 ? "elo1 accepted" : "elo0 accepted";
}

static void write_notes(const struct summary *summary, struct cop_text *text)
{
    const struct cop_match_plan *plan = &summary->plan;
    const struct cop_sprt *sprt = &summary->sprt;

    if (summary->games > 0)
        cop_text_add(text, "\n%.1f plies a game", (double)summary->plies / (double)summary->games);
    if (summary->games > 0 && plan->game->players > 1) {
        cop_text_add(text, "; first player ");
        cop_write_score(cop_score_interval(summary->games, summary->first, summary->first_squares),
                        text);
    }
    if (summary->time_losses > 0)
        cop_text_add(text, "; %" PRId64 " lost on time", summary->time_losses);
    if (summary->resignations > 0)
        cop_text_add(text, "; %" PRId64 " resigned", summary->resignations);
    if (summary->forfeits > 0)
        cop_text_add(text, "; %" PRId64 " forfeited", summary->forfeits);
    if (summary->games > 0)
        cop_text_add(text, "\n");
    for (int i = 0; i < summary->ending_count; i++)
        cop_text_add(text, "%s%s %" PRId64 "%s", i == 0 ? "how they ended: " : "; ",
                     summary->endings[i].phrase, summary->endings[i].games,
                     i + 1 == summary->ending_count ? "\n" : "");
    for (int i = 0; i < summary->reason_count; i++) {
        const struct forfeit *forfeit = &summary->reasons[i];

        cop_text_add(text, "agent %d forfeited %" PRId64 " game%s: %s\n", forfeit->agent + 1,
                     forfeit->games, forfeit->games == 1 ? "" : "s", forfeit->reason);
    }
    if (summary->has_sprt)
        cop_text_add(text,
                     "sequential test of elo0=%g against elo1=%g: %s after %d games "
                     "(log-likelihood ratio %.2f, bounds -2.94 and 2.94)\n",
                     plan->elo0, plan->elo1, verdict_words(sprt->verdict), sprt->games,
                     sprt->ratio);
}

bool cop_match_report(const struct cop_match_plan *plan, struct cop_store *store,
                      struct cop_text *text, struct cop_error *error)
{
    struct summary summary;
    bool good = summarise(&summary, plan, store, error);

    if (good) {
        write_heading(&summary, text);
        write_table(&summary, text);
        write_cross_table(&summary, text);
        write_notes(&summary, text);
    }
    forget(&summary);
    return good;
}

/* ---- For programs ---- */

static void add_interval(struct cop_json *json, const char *name, struct cop_interval interval)
{
    cop_json_object(json, name);
    cop_json_add_number(json, "low", interval.low, 10);
    cop_json_add_number(json, "value", interval.value, 10);
    cop_json_add_number(json, "high", interval.high, 10);
    cop_json_end(json);
}

static void add_tally(const struct summary *summary, const struct cop_tally *tally,
                      struct cop_json *json)
{
    struct cop_interval score = score_of(tally);

    cop_json_add_integer(json, "games", tally->games);
    cop_json_add_integer(json, "wins", tally->wins);
    cop_json_add_integer(json, "draws", tally->draws);
    cop_json_add_integer(json, "losses", tally->losses);
    add_interval(json, "score", score);
    if (summary->party == 2)
        add_interval(json, "elo", cop_elo_interval(score));
    if (summary->plan.game->rules->score != NULL)
        add_interval(json, "points",
                     cop_mean_interval(tally->games, tally->score, tally->score_squares));
    add_interval(json, "sims_per_game",
                 cop_mean_interval(tally->games, tally->sims, tally->sims_squares));
    add_interval(json, "seconds_per_game",
                 cop_mean_interval(tally->games, tally->seconds, tally->seconds_squares));
    cop_json_add_integer(json, "searches", tally->searches);
    cop_json_add_integer(json, "early_stops", tally->early_stops);
}

static void add_agents(const struct summary *summary, struct cop_json *json)
{
    const struct cop_match_plan *plan = &summary->plan;
    struct cop_interval *ratings = is_pool(summary) ? rate_all(summary) : NULL;

    cop_json_array(json, "agents");
    for (int agent = 0; agent < plan->agent_count; agent++) {
        struct cop_text limit = COP_TEXT;

        cop_limits_write(&plan->limits[agent], &limit);
        cop_json_object(json, NULL);
        cop_json_add_string(json, "agent", plan->agents[agent]);
        cop_json_add_string(json, "limit", limit.bytes);
        add_tally(summary, &summary->agents[agent], json);
        if (ratings != NULL)
            add_interval(json, "rating", ratings[agent]);
        cop_json_end(json);
        cop_text_free(&limit);
    }
    cop_json_end(json);
    free(ratings);
}

static void add_fixtures(const struct summary *summary, struct cop_json *json)
{
    const struct cop_match_plan *plan = &summary->plan;

    cop_json_array(json, "fixtures");
    for (int fixture = 0; fixture < summary->fixtures; fixture++) {
        cop_json_array(json, NULL);
        for (int agent = 0; agent < plan->agent_count; agent++) {
            const struct cop_tally *tally = &summary->members[fixture * plan->agent_count + agent];

            if (tally->games == 0)
                continue;
            cop_json_object(json, NULL);
            cop_json_add_integer(json, "agent", agent + 1);
            add_tally(summary, tally, json);
            cop_json_end(json);
        }
        cop_json_end(json);
    }
    cop_json_end(json);
}

static void add_forfeits(const struct summary *summary, struct cop_json *json)
{
    cop_json_array(json, "forfeits");
    for (int i = 0; i < summary->reason_count; i++) {
        cop_json_object(json, NULL);
        cop_json_add_integer(json, "agent", summary->reasons[i].agent + 1);
        cop_json_add_integer(json, "games", summary->reasons[i].games);
        cop_json_add_string(json, "reason", summary->reasons[i].reason);
        cop_json_end(json);
    }
    cop_json_end(json);
}

static void add_endings(const struct summary *summary, struct cop_json *json)
{
    cop_json_array(json, "endings");
    for (int i = 0; i < summary->ending_count; i++) {
        cop_json_object(json, NULL);
        cop_json_add_string(json, "ending", summary->endings[i].phrase);
        cop_json_add_integer(json, "games", summary->endings[i].games);
        cop_json_end(json);
    }
    cop_json_end(json);
}

static void add_sprt(const struct summary *summary, struct cop_json *json)
{
    static const char *const words[] = {"undecided", "elo0", "elo1"};

    if (!summary->has_sprt)
        return;
    cop_json_object(json, "sprt");
    cop_json_add_number(json, "elo0", summary->plan.elo0, 10);
    cop_json_add_number(json, "elo1", summary->plan.elo1, 10);
    cop_json_add_integer(json, "games", summary->sprt.games);
    cop_json_add_number(json, "ratio", summary->sprt.ratio, 10);
    cop_json_add_string(json, "accepted", words[summary->sprt.verdict]);
    cop_json_end(json);
}

static void add_match(const struct summary *summary, bool was_interrupted, struct cop_json *json)
{
    const struct cop_match_plan *plan = &summary->plan;

    cop_json_object(json, NULL);
    cop_json_add_string(json, "game", plan->game->name);
    cop_json_add_integer(json, "games", summary->games);
    cop_json_add_integer(json, "games_per_fixture", plan->games);
    cop_json_add_integer(json, "opening_plies", plan->opening_plies);
    cop_json_add_unsigned(json, "seed", plan->seed);
    cop_json_add_flag(json, "interrupted", was_interrupted);
    cop_json_add_integer(json, "plies", summary->plies);
    cop_json_add_integer(json, "time_losses", summary->time_losses);
    cop_json_add_integer(json, "resignations", summary->resignations);
    add_forfeits(summary, json);
    add_endings(summary, json);
    add_interval(json, "first_player",
                 cop_score_interval(summary->games, summary->first, summary->first_squares));
    add_agents(summary, json);
    add_fixtures(summary, json);
    add_sprt(summary, json);
    cop_json_end(json);
}

bool cop_match_report_json(const struct cop_match_plan *plan, struct cop_store *store,
                           bool was_interrupted, struct cop_text *text, struct cop_error *error)
{
    struct cop_json json = {.text = text};
    struct summary summary;
    bool good = summarise(&summary, plan, store, error);

    if (good) {
        add_match(&summary, was_interrupted, &json);
        cop_text_add(text, "\n");
    }
    forget(&summary);
    return good;
}
