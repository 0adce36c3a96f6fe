#include "lab/run/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/allocate.h"
#include "base/machine.h"
#include "coppice/coppice.h"
#include "lab/run/files.h"
#include "lab/run/measure.h"
#include "lab/run/position_searches.h"
#include "lab/run/searches.h"
#include "lab/run/verdicts.h"
#include "match/match.h"

/* -- matches -- */

struct match_context {
    const struct cop_experiment *experiment;
    const struct cop_lab_run *run;
    const struct cop_lab_order *order;
    const struct cop_match_plan *plan;

    struct cop_lab_run_result *result;
    bool *has_played;
};

static void report_game(void *context, const struct cop_game_result *game, int done, int total)
{
    struct match_context *match = context;
    struct cop_lab_progress progress = {match->experiment, match->run, done, total};

    (void)game;
    *match->has_played = true;
    if (match->order->progress)
        match->order->progress(match->order->context, &progress);
}

/* One finished game is one observation of its fixture, with the variables of all who met. */
static void add_game(void *context, const struct cop_game_result *game)
{
    const struct match_context *match = context;
    struct cop_fixture_result *fixture = &match->result->fixtures[game->fixture];
    double row[COP_PLAYERS_MAX * COP_MATCH_VARIABLES] = {0};

    for (int i = 0; i < fixture->entrant_count; i++) {
        double *variables = row + (ptrdiff_t)i * COP_MATCH_VARIABLES;
        struct cop_tally tally = {0};

        cop_tally_add(&tally, match->plan, game, fixture->entrants[i]);
        variables[COP_MATCH_PAYOFF] = tally.payoff;
        variables[COP_MATCH_WINS] = (double)tally.wins;
        variables[COP_MATCH_DRAWS] = (double)tally.draws;
        variables[COP_MATCH_SIMS] = tally.sims;
        variables[COP_MATCH_SECONDS] = tally.seconds;
        variables[COP_MATCH_SEARCHES] = (double)tally.searches;
        variables[COP_MATCH_EARLY] = (double)tally.early_stops;
        for (int seat = 0; seat < game->seat_count; seat++)
            if (game->seats[seat].agent == fixture->entrants[i])
                variables[COP_MATCH_NODES] += (double)game->seats[seat].nodes;
    }
    cop_sample_add(&fixture->sample, row);
}

static void open_fixtures(const struct cop_match_plan *plan, struct cop_lab_run_result *result)
{
    result->fixture_count = cop_match_fixture_count(plan);
    result->fixtures = cop_allocate((size_t)result->fixture_count * sizeof *result->fixtures);
    for (int f = 0; f < result->fixture_count; f++) {
        struct cop_fixture_result *fixture = &result->fixtures[f];
        int seats[COP_PLAYERS_MAX];

        cop_match_fixture(plan, f, seats);
        for (int seat = 0; seat < plan->game->players; seat++) {
            bool is_new = true;

            for (int i = 0; i < fixture->entrant_count; i++)
                is_new = is_new && fixture->entrants[i] != seats[seat];
            if (is_new)
                fixture->entrants[fixture->entrant_count++] = seats[seat];
        }
        cop_sample_open(&fixture->sample, fixture->entrant_count * COP_MATCH_VARIABLES);
    }
}

static bool play_plan(struct match_context *match, struct cop_store *store, struct cop_error *error)
{
    struct cop_match_watch watch = {match->order->stop, report_game, match};

    if (!cop_match_run(match->plan, store, &watch, error))
        return false;
    open_fixtures(match->plan, match->result);
    return cop_match_each(match->plan, store, add_game, match, error);
}

static bool run_match(const struct cop_experiment *experiment, const struct cop_lab_run *run,
                      const struct cop_lab_order *order, struct cop_store *store,
                      struct cop_lab_run_result *result, bool *has_played, struct cop_error *error)
{
    int count = result->entrant_count;
    const char **agents = cop_allocate((size_t)count * sizeof *agents);
    struct cop_limits *limits = cop_allocate((size_t)count * sizeof *limits);
    struct cop_match_plan plan = {.game = run->game,
                                  .agent_count = count,
                                  .agents = agents,
                                  .limits = limits,
                                  .games = run->efforts[order->budget].count,
                                  .opening_plies = run->opening_plies,
                                  .threads = order->threads,
                                  .seed = (uint64_t)run->seed};
    struct match_context match = {experiment, run, order, &plan, result, has_played};
    bool is_good = true;

    for (int i = 0, at = 0; i < run->entrant_count && is_good; i++) {
        if (!run->entrants[i].at[order->budget])
            continue;
        agents[at] = result->entrants[at].agent;
        is_good = cop_lab_run_limits(run, i, order->budget, &limits[at++], error);
    }
    is_good = is_good && play_plan(&match, store, error);
    free(agents);
    free(limits);
    return is_good;
}

/* -- runs -- */

/* The canonical spec of an entrant's agent, which also is what its games are stored under. */
static char *canonical_agent(const struct cop_lab_run *run, int entrant, enum cop_budget budget,
                             struct cop_error *error)
{
    struct cop_text spec = COP_TEXT;
    struct cop_limits limits;
    struct cop_agent *agent = NULL;
    char *name = NULL;

    if (cop_lab_run_agent(run, entrant, budget, &spec, error) &&
        cop_lab_run_limits(run, entrant, budget, &limits, error))
        agent = cop_agent_open(run->game, spec.bytes, &limits.means, error);
    if (agent)
        name = cop_copy_string(cop_agent_name(agent));
    cop_agent_close(agent);
    cop_text_free(&spec);
    return name;
}

static bool describe_run(const struct cop_lab_run *run, enum cop_budget budget,
                         struct cop_lab_run_result *result, struct cop_error *error)
{
    result->kind = run->kind;
    result->name = cop_copy_string(run->name);
    result->game = cop_copy_string(run->game->name);
    result->limit = cop_copy_string(run->efforts[budget].limit);
    result->full_limit = cop_copy_string(
        run->efforts[COP_FULL].is_used ? run->efforts[COP_FULL].limit : run->efforts[budget].limit);
    result->position = cop_copy_string(run->position);
    result->moves = cop_copy_string(run->moves);
    result->opening_plies = run->opening_plies;
    result->seed = run->seed;
    result->games = run->efforts[budget].count;
    result->entrants = cop_allocate((size_t)run->entrant_count * sizeof *result->entrants);
    for (int i = 0; i < run->entrant_count; i++) {
        struct cop_entrant *entrant = &result->entrants[result->entrant_count];

        if (!run->entrants[i].at[budget])
            continue;
        entrant->agent = canonical_agent(run, i, budget, error);
        if (!entrant->agent)
            return false;
        entrant->label = cop_copy_string(run->entrants[i].label);
        entrant->limit = cop_copy_string(run->entrants[i].limit);
        result->entrant_count++;
    }
    return true;
}

static bool do_runs(const struct cop_experiment *experiment, const struct cop_lab_order *order,
                    struct cop_store *store, struct cop_results *results, bool *has_played,
                    struct cop_error *error)
{
    results->runs = cop_allocate((size_t)experiment->run_count * sizeof *results->runs);
    for (int i = 0; i < experiment->run_count; i++) {
        const struct cop_lab_run *run = &experiment->runs[i];
        struct cop_lab_run_result *result = &results->runs[results->run_count];
        bool is_good;

        if (!run->efforts[order->budget].is_used)
            continue;
        results->run_count++;
        if (!describe_run(run, order->budget, result, error))
            return false;
        if (run->kind == COP_LAB_RUN_MATCH)
            is_good = run_match(experiment, run, order, store, result, has_played, error);
        else if (run->kind == COP_LAB_RUN_SEARCHES)
            is_good = cop_lab_search(experiment, run, order, result, error);
        else
            is_good = cop_lab_search_positions(experiment, run, order, result, error);
        *has_played = *has_played || run->kind != COP_LAB_RUN_MATCH;
        if (!is_good)
            return cop_fail_in(error, "%s, run %s", experiment->id, run->name);
        if (atomic_load(order->stop))
            return true;
        cop_measure_all(results, result);
    }
    return true;
}

/* -- the summary -- */

/* A share rests on its games: as uct-star.md 3.0 does, the interval supposes that none was drawn.
 */
static struct cop_interval published_interval(const struct cop_published *published)
{
    double value = published->value;

    if (published->games > 0 && value >= 0 && value <= 1)
        return cop_score_interval(published->games, value * published->games,
                                  value * published->games);
    return (struct cop_interval){value, value, value};
}

/* Whom or what a published number is about: "Star2", "Star2, 7". */
static char *name_object(const struct cop_published *published)
{
    return published->third[0] ? cop_path("%s, %s", published->entrant, published->third)
                               : cop_copy_string(published->entrant);
}

static void fill_values(const struct cop_experiment *experiment, enum cop_budget budget,
                        struct cop_results *results)
{
    results->values =
        cop_allocate(((size_t)experiment->published_count + 1) * sizeof *results->values);
    for (int i = 0; i < experiment->published_count; i++) {
        const struct cop_published *published = &experiment->published[i];
        struct cop_measure measure = cop_published_measure(published);
        bool is_measured = cop_experiment_check(experiment, budget, &measure, NULL);
        struct cop_interval nothing = {NAN, NAN, NAN};

        results->values[results->value_count++] = (struct cop_value_result){
            .run = cop_copy_string(published->run),
            .name = cop_copy_string(published->name),
            .of = name_object(published),
            .origin = cop_copy_string(published->origin),
            .published = published_interval(published),
            .measured = is_measured ? cop_measure_interval(results, &measure) : nothing};
    }
}

static char *machine(void)
{
    struct cop_text text = COP_TEXT;
    char *copy;

    cop_machine_name(&text);
    cop_text_add(&text, ", %d cores", cop_machine_cores());
    copy = cop_copy_string(text.bytes);
    cop_text_free(&text);
    return copy;
}

static char *today(void)
{
    char date[32] = "";
    time_t now = time(NULL);
    struct tm parts;

    if (gmtime_r(&now, &parts))
        strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &parts);
    return cop_copy_string(date);
}

static void describe(const struct cop_experiment *experiment, const struct cop_lab_order *order,
                     struct cop_results *results)
{
    results->id = cop_copy_string(experiment->id);
    results->title = cop_copy_string(experiment->title);
    results->source = cop_copy_string(experiment->source);
    results->specification = cop_copy_string(experiment->specification);
    results->description = cop_copy_string(experiment->description);
    results->budget = cop_copy_string(cop_budget_name(order->budget));
    results->command = cop_copy_string(order->command);
    results->version = cop_copy_string(cop_version());
    results->machine = machine();
    results->date = today();
}

static double thinking_seconds(const struct cop_results *results)
{
    double seconds = 0;

    for (int i = 0; i < results->run_count; i++) {
        const struct cop_lab_run_result *run = &results->runs[i];

        for (int f = 0; f < run->entrant_count * run->position_count; f++)
            seconds += run->found[f].seconds;
        for (int f = 0; f < run->fixture_count; f++) {
            const struct cop_fixture_result *fixture = &run->fixtures[f];

            if (run->kind == COP_LAB_RUN_SEARCHES)
                seconds += fixture->sample.sum[COP_SEARCH_SECONDS];
            for (int e = 0; e < fixture->entrant_count; e++)
                seconds += fixture->sample.sum[e * COP_MATCH_VARIABLES + COP_MATCH_SECONDS];
        }
    }
    return seconds;
}

static void exchange(char **left, char **right)
{
    char *kept = *left;

    *left = *right;
    *right = kept;
}

/* If all games had been played before, the time and place of that stay. */
static void keep_origin(const char *directory, struct cop_results *results)
{
    struct cop_results old;

    if (!cop_results_load(&old, directory, results->budget, results->id, NULL))
        return;
    exchange(&results->version, &old.version);
    exchange(&results->machine, &old.machine);
    exchange(&results->date, &old.date);
    cop_results_free(&old);
}

bool cop_lab_run(const struct cop_experiment *experiment, const struct cop_lab_order *order,
                 struct cop_results *results, bool *is_complete, struct cop_error *error)
{
    char *path = cop_path("%s/%s/games.db", order->results, cop_budget_name(order->budget));
    struct cop_evidence evidence = {results, cop_measure_interval, cop_measure_correlation};
    struct cop_store *store = NULL;
    bool has_played = false;
    bool is_good;

    *results = (struct cop_results){0};
    *is_complete = false;
    describe(experiment, order, results);
    if (cop_lab_folder_make(path, error))
        store = cop_store_open(path, error);
    is_good = store && do_runs(experiment, order, store, results, &has_played, error);
    if (store)
        cop_store_close(store);
    free(path);
    if (!is_good || atomic_load(order->stop))
        return is_good;
    results->seconds = thinking_seconds(results);
    if (!has_played)
        keep_origin(order->results, results);
    fill_values(experiment, order->budget, results);
    *is_complete = true;
    return cop_lab_judge(experiment, order->budget, &evidence, results, error) &&
           cop_results_save(results, order->results, error);
}
