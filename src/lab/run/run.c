#include "lab/run/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "coppice/coppice.h"
#include "lab/run/counts.h"
#include "lab/run/files.h"
#include "lab/run/games.h"
#include "lab/run/matches.h"
#include "lab/run/measure.h"
#include "lab/run/observation.h"
#include "lab/run/position_searches.h"
#include "lab/run/searches.h"
#include "lab/run/solves.h"
#include "lab/run/starts.h"
#include "lab/run/verdicts.h"

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

/* What is counted has no agent, and a solver is no agent. */
static char *name_of_agent(const struct cop_lab_run *run, int entrant, enum cop_budget budget,
                           struct cop_error *error)
{
    struct cop_text spec = COP_TEXT;
    char *name = NULL;

    if (run->kind != COP_LAB_RUN_COUNTS && run->kind != COP_LAB_RUN_SOLVES)
        return canonical_agent(run, entrant, budget, error);
    if (cop_lab_run_agent(run, entrant, budget, &spec, error))
        name = cop_copy_string(spec.bytes);
    cop_text_free(&spec);
    return name;
}

bool cop_lab_run_describe_result(const struct cop_lab_run *run, enum cop_budget budget,
                                 struct cop_lab_run_result *result, struct cop_error *error)
{
    result->kind = run->kind;
    result->is_course = run->is_course;
    result->is_by_turn = run->is_by_turn;
    result->until_repeat = run->until_repeat;
    result->factor = run->factor;
    result->is_timed = run->is_timed;
    result->curve = run->curve;
    result->anchor = run->anchor[0] ? cop_copy_string(run->anchor) : NULL;
    result->anchor_elo = run->anchor_elo;
    result->name = cop_copy_string(run->name);
    result->game = cop_copy_string(run->game->name);
    result->limit = cop_copy_string(run->efforts[budget].limit);
    result->full_limit = cop_copy_string(
        run->efforts[COP_FULL].is_used ? run->efforts[COP_FULL].limit : run->efforts[budget].limit);
    result->position = cop_copy_string(run->position);
    result->moves = cop_copy_string(run->moves);
    result->opening_plies = run->opening_plies;
    cop_lab_starts_fill(&result->starts, run, cop_lab_run_starts(run, budget));
    result->seed = run->seed;
    result->games = run->efforts[budget].count;
    result->entrants = cop_allocate((size_t)run->entrant_count * sizeof *result->entrants);
    for (int i = 0; i < run->entrant_count; i++) {
        struct cop_entrant *entrant = &result->entrants[result->entrant_count];
        struct cop_text limit = COP_TEXT;

        if (!run->entrants[i].at[budget])
            continue;
        entrant->agent = name_of_agent(run, i, budget, error);
        if (!entrant->agent)
            return false;
        entrant->label = cop_copy_string(run->entrants[i].label);
        entrant->pieces = run->entrants[i].pieces;
        if (!cop_lab_run_limit(run, i, budget, &limit, error))
            return false;
        entrant->limit = cop_copy_string(limit.bytes);
        cop_text_free(&limit);
        result->entrant_count++;
    }
    return true;
}

/* How each kind of run is carried out. */
static bool (*const carry_out[COP_LAB_RUN_KINDS])(const struct cop_lab_run *run,
                                                  struct cop_search_work *work,
                                                  struct cop_lab_run_result *result,
                                                  struct cop_error *error) = {
    [COP_LAB_RUN_MATCH] = cop_lab_play,
    [COP_LAB_RUN_SEARCHES] = cop_lab_search,
    [COP_LAB_RUN_POSITIONS] = cop_lab_search_positions,
    [COP_LAB_RUN_COUNTS] = cop_lab_count,
    [COP_LAB_RUN_SOLVES] = cop_lab_solve,
};

static bool do_runs(const struct cop_experiment *experiment, const struct cop_lab_order *order,
                    struct cop_store *store, struct cop_makers *makers, struct cop_results *results,
                    struct cop_error *error)
{
    results->runs = cop_allocate((size_t)experiment->run_count * sizeof *results->runs);
    for (int i = 0; i < experiment->run_count; i++) {
        const struct cop_lab_run *run = &experiment->runs[i];
        struct cop_lab_run_result *result = &results->runs[results->run_count];
        struct cop_search_work work = {experiment, run, order, store, makers, 0, 0};

        if (!run->efforts[order->budget].is_used)
            continue;
        results->run_count++;
        if (!cop_lab_run_describe_result(run, order->budget, result, error))
            return false;
        if (!carry_out[run->kind](run, &work, result, error))
            return cop_fail_in(error, "%s, run %s", experiment->id, run->name);
        if (atomic_load(order->stop))
            return true;
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
            .of = cop_measure_object(published->entrant, published->third),
            .origin = cop_copy_string(published->origin),
            .published = published_interval(published),
            .measured =
                is_measured ? cop_kept_interval(cop_measure_interval(results, &measure)) : nothing};
    }
}

static double thinking_seconds(const struct cop_results *results)
{
    double seconds = 0;

    for (int i = 0; i < results->run_count; i++) {
        const struct cop_lab_run_result *run = &results->runs[i];

        for (int f = 0; f < run->entrant_count * run->position_count; f++)
            seconds += run->found[f].seconds;
        for (int e = 0; e < run->entrant_count && run->counted; e++)
            seconds += run->counted[e].seconds;
        for (int e = 0; e < run->entrant_count && run->solved; e++)
            seconds += run->solved[e].seconds + run->solved[e].build_seconds;
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

bool cop_lab_summarize(const struct cop_experiment *experiment, enum cop_budget budget,
                       struct cop_results *results, struct cop_error *error)
{
    struct cop_evidence evidence = {results, cop_measure_interval, cop_measure_correlation};

    if (!cop_results_are_whole(results))
        return cop_fail(error,
                        "the results of %s at %s were written by an earlier program, which did not "
                        "keep single observations; run the experiment again",
                        results->id, results->budget);
    for (int i = 0; i < results->run_count; i++) {
        cop_lab_run_free_measured(&results->runs[i]);
        cop_measure_all(results, &results->runs[i]);
    }
    cop_results_free_values(results);
    cop_results_free_claims(results);
    results->seconds = thinking_seconds(results);
    fill_values(experiment, budget, results);
    return cop_lab_judge(experiment, budget, &evidence, results, error);
}

static void set_words(char **place, const char *words)
{
    free(*place);
    *place = cop_copy_string(words);
}

void cop_lab_describe(const struct cop_experiment *experiment, struct cop_results *results)
{
    set_words(&results->id, experiment->id);
    set_words(&results->title, experiment->title);
    set_words(&results->source, experiment->source);
    set_words(&results->specification, experiment->specification);
    set_words(&results->description, experiment->description);
}

/* Everything that needs the store. */
static bool observe(const struct cop_experiment *experiment, const struct cop_lab_order *order,
                    struct cop_results *results, struct cop_error *error)
{
    char *path = cop_path("%s/%s/games.db", order->results, cop_budget_name(order->budget));
    struct cop_makers makers = {0};
    struct cop_store *store = NULL;
    bool is_good;

    if (!cop_ranks_leads(order->ranks))
        store = cop_store_open(NULL, error);
    else if (cop_lab_folder_make(path, error))
        store = cop_store_open(path, error);
    is_good = store && cop_makers_open(&makers, store, order->commit, order->command, error) &&
              do_runs(experiment, order, store, &makers, results, error) &&
              cop_makers_write(&makers, store, results, error);
    cop_makers_close(&makers);
    cop_store_close(store);
    free(path);
    return is_good;
}

bool cop_lab_run(const struct cop_experiment *experiment, const struct cop_lab_order *order,
                 struct cop_results *results, bool *is_complete, struct cop_error *error)
{
    *results = (struct cop_results){0};
    *is_complete = false;
    cop_lab_describe(experiment, results);
    set_words(&results->budget, cop_budget_name(order->budget));
    set_words(&results->command, order->command);
    set_words(&results->version, cop_version());
    set_words(&results->machine, "");
    set_words(&results->date, "");
    if (!observe(experiment, order, results, error))
        return false;
    if (atomic_load(order->stop) || !cop_ranks_leads(order->ranks))
        return true;
    *is_complete = true;
    return cop_lab_summarize(experiment, order->budget, results, error) &&
           cop_results_save_games(results, order->results, error) &&
           cop_results_save(results, order->results, error);
}
