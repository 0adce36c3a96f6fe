/* searches.c - searches are jobs that threads take one after the other; each has its own seed, and
 * observations are added up in the order of the seeds. */
#include "lab/run/searches.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

struct shared {
    const struct cop_experiment *experiment;
    const struct cop_lab_run *run;
    const struct cop_lab_order *order;
    const void *state;
    const char *agent;
    struct cop_limits limits;
    double rate; /* c under the root; not a number if the agent has none */
    int count, move_count, width;
    double *observations; /* [count * width] */
    pthread_mutex_t lock; /* guards what follows */
    int next, done;
    bool has_failed;
    struct cop_error *error;
};

/* The exploration rate of an agent that has one, in the form sqrt(c ln N / n)
 * (uct-star.md 2.0.2). */
static double exploration_rate(const char *spec)
{
    char *name, *inside;
    const struct cop_agent_kind *kind;
    struct cop_settings *settings = NULL;
    double rate = NAN;

    if (!cop_spec_split("agent", spec, &name, &inside, NULL))
        return rate;
    kind = cop_agent_kind_find(name);
    if (kind && cop_options_find(kind->options, "c_form", strlen("c_form")) != NULL)
        settings = cop_settings_parse(kind->name, kind->options, inside, NULL);
    if (settings) {
        rate = cop_real(settings, "c");
        if (cop_choice(settings, "c_form") == 0)
            rate *= rate;
    }
    cop_settings_free(settings);
    free(name);
    free(inside);
    return rate;
}

/* Highest minus lowest upper bound among the live root moves that were visited. */
static double spread_of(const struct cop_report *report, double rate)
{
    double visits = 0, low = INFINITY, high = -INFINITY;

    for (int i = 0; i < report->candidate_count; i++)
        visits += (double)report->candidates[i].visits;
    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *move = &report->candidates[i];
        double bound;

        if (move->is_pruned || move->visits == 0)
            continue;
        bound = move->value + sqrt(rate * log(visits) / (double)move->visits);
        low = fmin(low, bound);
        high = fmax(high, bound);
    }
    return high >= low ? high - low : 0;
}

static void observe(const struct shared *shared, const struct cop_report *report, double *row)
{
    double visits = 0, most = 0;

    row[COP_SEARCH_EARLY] = report->stopped_early;
    row[COP_SEARCH_SIMS] = (double)report->sims;
    row[COP_SEARCH_SECONDS] = report->seconds;
    for (int i = 0; i < report->candidate_count && i < shared->move_count; i++) {
        const struct cop_candidate *move = &report->candidates[i];

        visits += (double)move->visits;
        most = fmax(most, (double)move->visits);
        row[COP_SEARCH_PRUNED] += move->is_pruned;
        row[COP_SEARCH_LIVE] += !move->is_pruned;
        row[COP_SEARCH_VARIABLES + i] = move->move == report->best;
        row[COP_SEARCH_VARIABLES + shared->move_count + i] = move->is_pruned;
    }
    row[COP_SEARCH_ANY_PRUNED] = row[COP_SEARCH_PRUNED] > 0;
    row[COP_SEARCH_SPREAD] = spread_of(report, shared->rate);
    row[COP_SEARCH_BEST_SHARE] = visits > 0 ? most / visits : 0;
}

/* The next search's number, or -1 if there is none or the work is to end. */
static int take_job(struct shared *shared)
{
    int job = -1;

    pthread_mutex_lock(&shared->lock);
    if (!shared->has_failed && !atomic_load(shared->order->stop) && shared->next < shared->count)
        job = shared->next++;
    pthread_mutex_unlock(&shared->lock);
    return job;
}

static void finish_job(struct shared *shared, const struct cop_error *error)
{
    pthread_mutex_lock(&shared->lock);
    if (error && !shared->has_failed) {
        shared->has_failed = true;
        if (shared->error)
            *shared->error = *error;
    } else if (!error && !atomic_load(shared->order->stop)) {
        struct cop_lab_progress progress = {shared->experiment, shared->run, ++shared->done,
                                            shared->count};

        if (shared->order->progress)
            shared->order->progress(shared->order->context, &progress);
    }
    pthread_mutex_unlock(&shared->lock);
}

static void *work(void *context)
{
    struct shared *shared = context;
    struct cop_watch watch = {.stop = shared->order->stop};
    struct cop_error error;
    struct cop_agent *agent =
        cop_agent_open(shared->run->game, shared->agent, &shared->limits.means, &error);
    int job;

    if (!agent) {
        finish_job(shared, &error);
        return NULL;
    }
    while ((job = take_job(shared)) >= 0) {
        uint64_t seed = cop_mix((uint64_t)shared->run->seed) + (uint64_t)job;
        struct cop_report report;
        bool is_good;

        cop_agent_start(agent, cop_mix(seed));
        is_good = cop_agent_think(agent, shared->state, &shared->limits, &watch, &report, &error);
        if (is_good)
            observe(shared, &report, shared->observations + (size_t)job * (size_t)shared->width);
        finish_job(shared, is_good ? NULL : &error);
    }
    cop_agent_close(agent);
    return NULL;
}

static void work_in_threads(struct shared *shared)
{
    int threads = shared->order->threads < shared->count ? shared->order->threads : shared->count;
    pthread_t *others = cop_allocate((size_t)threads * sizeof *others);
    int started = 0;

    while (started < threads - 1 && pthread_create(&others[started], NULL, work, shared) == 0)
        started++;
    work(shared);
    for (int i = 0; i < started; i++)
        pthread_join(others[i], NULL);
    free(others);
}

static void name_moves(const struct cop_lab_run *run, const void *state,
                       struct cop_lab_run_result *result)
{
    const struct cop_game *game = run->game;
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);

    result->move_count = game->rules->moves(game, state, moves);
    result->move_names = cop_allocate((size_t)result->move_count * sizeof *result->move_names);
    for (int i = 0; i < result->move_count; i++) {
        struct cop_text name = COP_TEXT;

        game->rules->write_move(game, state, moves[i], &name);
        result->move_names[i] = cop_copy_string(name.bytes);
        cop_text_free(&name);
    }
    free(moves);
}

static void add_up(const struct shared *shared, struct cop_lab_run_result *result)
{
    struct cop_sample *sample;

    result->fixture_count = 1;
    result->fixtures = cop_allocate(sizeof *result->fixtures);
    sample = &result->fixtures[0].sample;
    cop_sample_open(sample, shared->width);
    result->widest_spread = 0;
    result->least_best_share = 1;
    for (int i = 0; i < shared->count; i++) {
        const double *row = shared->observations + (size_t)i * (size_t)shared->width;

        cop_sample_add(sample, row);
        result->widest_spread = fmax(result->widest_spread, row[COP_SEARCH_SPREAD]);
        result->least_best_share = fmin(result->least_best_share, row[COP_SEARCH_BEST_SHARE]);
    }
}

bool cop_lab_search(const struct cop_experiment *experiment, const struct cop_lab_run *run,
                    const struct cop_lab_order *order, struct cop_lab_run_result *result,
                    struct cop_error *error)
{
    void *state = cop_allocate(run->game->state_size);
    struct shared shared = {.experiment = experiment,
                            .run = run,
                            .order = order,
                            .state = state,
                            .agent = result->entrants[0].agent,
                            .count = run->efforts[order->budget].count,
                            .lock = PTHREAD_MUTEX_INITIALIZER,
                            .error = error};
    bool is_good = cop_lab_run_start(run, state, error) &&
                   cop_lab_run_limits(run, 0, order->budget, &shared.limits, error);

    if (is_good) {
        name_moves(run, state, result);
        shared.rate = exploration_rate(shared.agent);
        shared.move_count = result->move_count;
        shared.width = COP_SEARCH_VARIABLES + 2 * result->move_count;
        shared.observations =
            cop_allocate((size_t)shared.count * (size_t)shared.width * sizeof *shared.observations);
        work_in_threads(&shared);
        is_good = !shared.has_failed;
        if (is_good && shared.done == shared.count)
            add_up(&shared, result);
        free(shared.observations);
    }
    pthread_mutex_destroy(&shared.lock);
    free(state);
    return is_good;
}
