/* agents.c - limits, agents and what they report, for Python. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/coppice.h"
#include "shim.h"
#include "support.h"

static_assert((int)SHIM_LINE == (int)COP_LINE_MAX, "as long lines");

/* ---- Limits ---- */

bool shim_limits_read(const char *words, struct shim_limits *limits, char *message)
{
    struct cop_error *error = (struct cop_error *)message;
    struct cop_limits read;
    struct cop_settings *settings;

    if (!cop_limits_parse(words, &read, error))
        return false;
    settings = cop_settings_parse("limit", cop_limit_options(), words, error);
    if (settings == NULL)
        return false;
    *limits = (struct shim_limits){
        .time = read.time,
        .clock = read.clock,
        .sims = read.sims,
        .nodes = read.nodes,
        .depth = read.depth,
        .processor = read.processor,
        .threads = read.means.threads,
        .memory = read.means.memory,
        .seed = read.means.seed,
        .gives_means = cop_given(settings, "threads") || cop_given(settings, "memory") ||
                       cop_given(settings, "seed"),
        .gives_clock = cop_given(settings, "clock"),
    };
    cop_settings_free(settings);
    return true;
}

struct cop_limits shim_limits_of(const struct shim_limits *limits)
{
    return (struct cop_limits){
        .time = limits->time,
        .clock = limits->clock,
        .sims = limits->sims,
        .nodes = limits->nodes,
        .depth = limits->depth,
        .processor = limits->processor,
        .means = {.threads = limits->threads, .memory = limits->memory, .seed = limits->seed},
    };
}

/* ---- Agents ---- */

enum { TURN_FREE, TURN_TAKEN, TURN_OVER };

struct shim_agent {
    struct cop_agent *agent; /* NULL when it is over */
    char *name;
    atomic_int turn;
};

struct shim_agent *shim_agent_open(const struct cop_game *game, const char *spec,
                                   const struct shim_limits *means, char *message)
{
    struct cop_limits limits = shim_limits_of(means);
    struct cop_agent *opened =
        cop_agent_open(game, spec, &limits.means, (struct cop_error *)message);
    struct shim_agent *agent;

    if (opened == NULL)
        return NULL;
    agent = shim_allocate(sizeof *agent);
    agent->agent = opened;
    agent->name = shim_copy(cop_agent_name(opened));
    atomic_init(&agent->turn, TURN_FREE);
    return agent;
}

void shim_agent_close(struct shim_agent *agent)
{
    cop_agent_close(agent->agent);
    free(agent->name);
    free(agent);
}

const char *shim_agent_name(const struct shim_agent *agent)
{
    return agent->name;
}

bool shim_agent_check(const struct cop_game *game, const char *spec,
                      const struct shim_limits *limits, char *message)
{
    struct cop_limits own = shim_limits_of(limits);

    return cop_agent_check(game, spec, &own, NULL, (struct cop_error *)message);
}

struct cop_agent *shim_agent_take(struct shim_agent *agent, char *message)
{
    int turn = TURN_FREE;

    if (atomic_compare_exchange_strong(&agent->turn, &turn, TURN_TAKEN))
        return agent->agent;
    cop_fail((struct cop_error *)message,
             turn == TURN_OVER
                 ? "this agent, %.200s, was closed"
                 : "%.200s is in use already: by another thread, by a search that was not closed, "
                   "or by the process that this one was forked from; open an agent for each",
             agent->name);
    return NULL;
}

void shim_agent_give_back(struct shim_agent *agent)
{
    atomic_store(&agent->turn, TURN_FREE);
}

bool shim_agent_is_over(const struct shim_agent *agent)
{
    return atomic_load(&agent->turn) == TURN_OVER;
}

bool shim_agent_end(struct shim_agent *agent, char *message)
{
    struct cop_agent *own = shim_agent_take(agent, message);

    if (own == NULL)
        return shim_agent_is_over(agent);
    agent->agent = NULL;
    atomic_store(&agent->turn, TURN_OVER);
    cop_agent_close(own);
    return true;
}

bool shim_agent_start(struct shim_agent *agent, uint64_t seed, char *message)
{
    struct cop_agent *own = shim_agent_take(agent, message);

    if (own == NULL)
        return false;
    cop_agent_start(own, seed);
    shim_agent_give_back(agent);
    return true;
}

bool shim_agent_played(struct shim_agent *agent, const void *before, uint32_t move, char *message)
{
    struct cop_agent *own = shim_agent_take(agent, message);

    if (own == NULL)
        return false;
    cop_agent_played(own, before, move);
    shim_agent_give_back(agent);
    return true;
}

/* ---- Reports ---- */

static char *certain_words(const struct cop_game *game, const struct cop_report *report,
                           const struct cop_candidate *candidate)
{
    struct cop_text text = COP_TEXT;

    cop_report_words(game, report, candidate, &text);
    return shim_keep(&text);
}

static char *expected_points(const struct cop_game *game, const struct cop_report *report)
{
    struct cop_text text = COP_TEXT;

    cop_report_points(game, report, NULL, &text);
    return shim_keep(&text);
}

static struct shim_candidate copy_candidate(const struct cop_game *game,
                                            const struct cop_report *report,
                                            const struct cop_candidate *from)
{
    struct shim_candidate to = {
        .move = from->move,
        .visits = from->visits,
        .value = from->value,
        .chance = cop_report_chance(game, report, from, report->player),
        .low = from->low,
        .high = from->high,
        .prior = from->prior,
        .total = from->total,
        .kind = from->kind,
        .proof = from->proof,
        .distance = from->distance,
        .is_pruned = from->is_pruned,
        .has_total = from->has_total,
        .words = certain_words(game, report, from),
    };
    const cop_move *line;

    to.line_length = cop_candidate_line(report, from, &line);
    to.line = shim_allocate((size_t)to.line_length * sizeof *to.line);
    memcpy(to.line, line, (size_t)to.line_length * sizeof *to.line);
    return to;
}

static void copy_numbers(const struct cop_game *game, const struct cop_report *from,
                         struct shim_report *to)
{
    *to = (struct shim_report){
        .best = from->best,
        .player = from->player,
        .proof = from->proof,
        .distance = from->distance,
        .depth = from->depth,
        .line_length = from->line_length,
        .turn_length = from->turn_length,
        .candidate_count = from->candidate_count,
        .lower = from->lower,
        .upper = from->upper,
        .seconds = from->seconds,
        .total = from->total,
        .sims = from->sims,
        .nodes = from->nodes,
        .opening_games = from->opening_games,
        .has_total = from->has_total,
        .is_from_book = from->is_from_book,
        .is_from_openings = from->is_from_openings,
        .stopped_early = from->stopped_early,
        .memory_is_full = from->memory_is_full,
    };
    for (int player = 0; player < game->players; player++) {
        to->values[player] = from->value[player];
        to->chances[player] = cop_report_chance(game, from, NULL, player);
    }
    memcpy(to->line, from->line, (size_t)from->line_length * sizeof *to->line);
}

struct shim_report *shim_report_copy(const struct cop_game *game, const struct cop_report *report)
{
    struct shim_report *copy = shim_allocate(sizeof *copy);

    copy_numbers(game, report, copy);
    copy->words = certain_words(game, report, NULL);
    copy->points = expected_points(game, report);
    copy->candidates = shim_allocate((size_t)report->candidate_count * sizeof *copy->candidates);
    for (int i = 0; i < report->candidate_count; i++)
        copy->candidates[i] = copy_candidate(game, report, &report->candidates[i]);
    return copy;
}

void shim_report_free(struct shim_report *report)
{
    if (report == NULL)
        return;
    for (int i = 0; i < report->candidate_count; i++) {
        free(report->candidates[i].line);
        free(report->candidates[i].words);
    }
    free(report->candidates);
    free(report->words);
    free(report->points);
    free(report);
}
