/* position_searches.c - a job is one position for one entrant, or for the judge. Threads take them
 * one after the other, entrant by entrant, so that a thread has one agent open at a time; an agent
 * forgets everything between two positions. */
#include "lab/run/position_searches.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/run/files.h"

enum { JUDGE = -1 };

struct job {
    int entrant, position;
};

struct shared {
    const struct cop_experiment *experiment;
    const struct cop_lab_run *run;
    const struct cop_lab_order *order;
    struct cop_lab_run_result *result;
    struct cop_limits *limits; /* of each entrant of the result */
    const int *places;         /* of the positions in the file */
    int baseline;              /* the entrant */
    struct job *jobs;
    int job_count;
    pthread_mutex_t lock; /* guards what follows, and all that is found */
    int next, done, total;
    FILE *journal; /* or NULL */
    bool has_failed;
    struct cop_error *error;
};

static struct cop_found *found_by(const struct shared *shared, int entrant, int position)
{
    return &shared->result->found[(ptrdiff_t)entrant * shared->result->position_count + position];
}

/* -- the journal of an unfinished run -- */

/* Says all that decides what is found. */
static uint64_t identity(const struct shared *shared)
{
    const struct cop_game *game = shared->run->game;
    const struct cop_lab_run_result *result = shared->result;
    struct cop_text text = COP_TEXT;
    uint64_t sum = cop_mix((uint64_t)shared->run->seed);

    cop_text_add(&text, "%s ", game->name);
    for (int e = 0; e < result->entrant_count; e++) {
        cop_text_add(&text, "%s ", result->entrants[e].agent);
        cop_limits_write(&shared->limits[e], &text);
    }
    for (size_t i = 0; i < text.length; i++)
        sum = cop_mix(sum ^ (unsigned char)text.bytes[i]);
    for (int i = 0; i < result->position_count; i++)
        sum = cop_mix(sum ^ game->rules->key(game, cop_positions_state(&shared->run->positions,
                                                                       shared->places[i])));
    cop_text_free(&text);
    return sum;
}

static void write_found(FILE *file, int entrant, int position, const struct cop_found *found)
{
    fprintf(file, "%d %d %" PRIu32 " %d %" PRId64 " %.17g %.6f\n", entrant, position, found->move,
            found->depth, found->nodes, found->value, found->seconds);
    fflush(file);
}

/* A line of the journal: entrant, position, move, depth, nodes, value and seconds. */
enum { JOURNAL_NUMBERS = 7 };

static bool read_numbers(const char *line, double numbers[JOURNAL_NUMBERS])
{
    for (int i = 0; i < JOURNAL_NUMBERS; i++) {
        char *end;

        numbers[i] = strtod(line, &end);
        if (end == line)
            return false;
        line = end;
    }
    return *line == '\n';
}

/* Takes over what an earlier run of the same searches has found; a line that was cut off ends it.
 */
static void read_journal(struct shared *shared, const char *text)
{
    char first[64];

    snprintf(first, sizeof first, "searches %016" PRIx64 "\n", identity(shared));
    if (strncmp(text, first, strlen(first)) != 0)
        return;
    for (const char *line = text + strlen(first); strchr(line, '\n');
         line = strchr(line, '\n') + 1) {
        double numbers[JOURNAL_NUMBERS];

        if (!read_numbers(line, numbers) || numbers[0] < 0 ||
            numbers[0] >= shared->result->entrant_count || numbers[1] < 0 ||
            numbers[1] >= shared->result->position_count)
            return;
        *found_by(shared, (int)numbers[0], (int)numbers[1]) =
            (struct cop_found){.is_done = true,
                               .worth = NAN,
                               .move = (cop_move)numbers[2],
                               .depth = (int)numbers[3],
                               .nodes = (int64_t)numbers[4],
                               .value = numbers[5],
                               .seconds = numbers[6]};
    }
}

/* Writes the journal anew with what is known, and leaves it open. */
static bool open_journal(struct shared *shared, const char *path)
{
    char *text = cop_lab_file_read(path, NULL);

    if (text)
        read_journal(shared, text);
    free(text);
    if (!cop_lab_folder_make(path, shared->error))
        return false;
    shared->journal = fopen(path, "w");
    if (!shared->journal)
        return cop_fail(shared->error, "cannot write %s: %s", path, strerror(errno));
    fprintf(shared->journal, "searches %016" PRIx64 "\n", identity(shared));
    for (int e = 0; e < shared->result->entrant_count; e++)
        for (int p = 0; p < shared->result->position_count; p++)
            if (found_by(shared, e, p)->is_done)
                write_found(shared->journal, e, p, found_by(shared, e, p));
    return true;
}

/* -- searching -- */

/* The next job, or NULL if there is none or the work is to end. */
static const struct job *take_job(struct shared *shared)
{
    const struct job *job = NULL;

    pthread_mutex_lock(&shared->lock);
    if (!shared->has_failed && !atomic_load(shared->order->stop) &&
        shared->next < shared->job_count)
        job = &shared->jobs[shared->next++];
    pthread_mutex_unlock(&shared->lock);
    return job;
}

static void fail_job(struct shared *shared, const struct cop_error *error)
{
    pthread_mutex_lock(&shared->lock);
    if (!shared->has_failed && shared->error)
        *shared->error = *error;
    shared->has_failed = true;
    pthread_mutex_unlock(&shared->lock);
}

/* What the judge says of the moves that entrants chose in a position. */
static void note_worth(struct shared *shared, int position, const struct cop_report *report)
{
    for (int e = 0; e < shared->result->entrant_count; e++) {
        struct cop_found *found = found_by(shared, e, position);

        for (int i = 0; i < report->candidate_count; i++)
            if (report->candidates[i].move == found->move &&
                report->candidates[i].kind == COP_VALUE_EXACT)
                found->worth = report->candidates[i].value;
    }
}

static void note_found(struct shared *shared, const struct job *job, int turn,
                       const struct cop_report *report)
{
    struct cop_found *found = found_by(shared, job->entrant, job->position);

    *found = (struct cop_found){.is_done = true,
                                .move = report->best,
                                .depth = report->depth,
                                .nodes = report->nodes > 0 ? report->nodes : report->sims,
                                .value = report->value[turn],
                                .seconds = report->seconds,
                                .worth = NAN};
    write_found(shared->journal, job->entrant, job->position, found);
}

static void finish_job(struct shared *shared, const struct job *job, int turn,
                       const struct cop_report *report)
{
    pthread_mutex_lock(&shared->lock);
    if (!atomic_load(shared->order->stop)) { /* else what is reported was cut short */
        struct cop_lab_progress progress = {shared->experiment, shared->run, ++shared->done,
                                            shared->total};

        if (job->entrant == JUDGE)
            note_worth(shared, job->position, report);
        else
            note_found(shared, job, turn, report);
        if (shared->order->progress)
            shared->order->progress(shared->order->context, &progress);
    }
    pthread_mutex_unlock(&shared->lock);
}

static bool search(struct shared *shared, struct cop_agent *agent, const struct job *job,
                   struct cop_error *error)
{
    const struct cop_game *game = shared->run->game;
    const void *state = cop_positions_state(&shared->run->positions, shared->places[job->position]);
    const struct cop_limits *limits =
        &shared->limits[job->entrant == JUDGE ? shared->baseline : job->entrant];
    struct cop_watch watch = {.stop = shared->order->stop};
    struct cop_report report = {0};

    cop_agent_start(agent, cop_mix(cop_mix((uint64_t)shared->run->seed) +
                                   (uint64_t)shared->places[job->position]));
    if (!cop_agent_think(agent, state, limits, &watch, &report, error))
        return false;
    finish_job(shared, job, game->rules->turn(game, state), &report);
    return true;
}

static void *work(void *context)
{
    struct shared *shared = context;
    struct cop_agent *agent = NULL;
    const struct job *job;
    int entrant = 0;
    struct cop_error error;
    bool is_good = true;

    while (is_good && (job = take_job(shared)) != NULL) {
        if (!agent || entrant != job->entrant) {
            int limits = job->entrant == JUDGE ? shared->baseline : job->entrant;

            cop_agent_close(agent);
            entrant = job->entrant;
            agent = cop_agent_open(shared->run->game,
                                   entrant == JUDGE ? shared->run->judge
                                                    : shared->result->entrants[entrant].agent,
                                   &shared->limits[limits].means, &error);
        }
        is_good = agent && search(shared, agent, job, &error);
        if (!is_good)
            fail_job(shared, &error);
    }
    cop_agent_close(agent);
    return NULL;
}

/* Does all jobs; false if something failed. */
static bool do_jobs(struct shared *shared)
{
    int threads =
        shared->order->threads < shared->job_count ? shared->order->threads : shared->job_count;
    pthread_t *others = cop_allocate((size_t)(threads + 1) * sizeof *others);
    int started = 0;

    shared->next = 0;
    while (started < threads - 1 && pthread_create(&others[started], NULL, work, shared) == 0)
        started++;
    work(shared);
    for (int i = 0; i < started; i++)
        pthread_join(others[i], NULL);
    free(others);
    return !shared->has_failed;
}

static void list_searches(struct shared *shared)
{
    shared->job_count = 0;
    for (int e = 0; e < shared->result->entrant_count; e++)
        for (int p = 0; p < shared->result->position_count; p++)
            if (!found_by(shared, e, p)->is_done)
                shared->jobs[shared->job_count++] = (struct job){e, p};
    shared->done = shared->total - shared->job_count;
}

/* A move that the baseline chose too is worth what it said; of others the judge must say it. */
static void list_doubts(struct shared *shared)
{
    shared->job_count = 0;
    for (int p = 0; p < shared->result->position_count; p++) {
        const struct cop_found *base = found_by(shared, shared->baseline, p);
        bool is_doubtful = false;

        for (int e = 0; e < shared->result->entrant_count; e++) {
            struct cop_found *found = found_by(shared, e, p);

            if (found->move == base->move)
                found->worth = base->value;
            else
                is_doubtful = true;
        }
        if (is_doubtful && shared->run->judge[0])
            shared->jobs[shared->job_count++] = (struct job){JUDGE, p};
    }
    shared->total += shared->job_count;
}

static bool search_all(struct shared *shared)
{
    char *path =
        cop_path("%s/%s/%s.%s.searches", shared->order->results,
                 cop_budget_name(shared->order->budget), shared->experiment->id, shared->run->name);
    bool is_good = open_journal(shared, path);

    if (is_good) {
        list_searches(shared);
        is_good = do_jobs(shared);
    }
    if (is_good && !atomic_load(shared->order->stop)) {
        list_doubts(shared);
        is_good = do_jobs(shared);
    }
    if (shared->journal)
        fclose(shared->journal);
    if (is_good && !atomic_load(shared->order->stop))
        remove(path);
    free(path);
    return is_good;
}

/* -- a run -- */

/* The limits of the entrants that take part at this budget, and which of them is the baseline. */
static bool find_entrants(struct shared *shared, struct cop_error *error)
{
    const struct cop_lab_run *run = shared->run;
    int at = 0;

    for (int i = 0; i < run->entrant_count; i++) {
        if (!run->entrants[i].at[shared->order->budget])
            continue;
        if (!cop_lab_run_limits(run, i, shared->order->budget, &shared->limits[at], error))
            return false;
        if (strcmp(run->entrants[i].label, run->baseline) == 0)
            shared->baseline = at;
        at++;
    }
    return true;
}

static void name_positions(const struct cop_lab_run *run, enum cop_budget budget, int *places,
                           struct cop_lab_run_result *result)
{
    int count = run->efforts[budget].count;

    result->position_file = cop_copy_string(run->position_file);
    result->baseline = cop_copy_string(run->baseline);
    result->position_total = run->positions.count;
    result->position_names = cop_allocate((size_t)count * sizeof *result->position_names);
    for (int i = 0; i < count; i++) {
        places[i] = cop_lab_run_position(run, budget, i);
        result->position_names[i] = cop_copy_string(run->positions.names[places[i]]);
    }
    result->position_count = count;
    result->found =
        cop_allocate((size_t)count * (size_t)result->entrant_count * sizeof *result->found);
}

bool cop_lab_search_positions(const struct cop_experiment *experiment,
                              const struct cop_lab_run *run, const struct cop_lab_order *order,
                              struct cop_lab_run_result *result, struct cop_error *error)
{
    size_t count = (size_t)run->efforts[order->budget].count;
    size_t searches = count * (size_t)result->entrant_count;
    int *places = cop_allocate(count * sizeof *places);
    struct shared shared = {.experiment = experiment,
                            .run = run,
                            .order = order,
                            .result = result,
                            .places = places,
                            .total = (int)searches,
                            .lock = PTHREAD_MUTEX_INITIALIZER,
                            .error = error};
    bool is_good;

    shared.limits = cop_allocate((size_t)result->entrant_count * sizeof *shared.limits);
    shared.jobs = cop_allocate(searches * sizeof *shared.jobs);
    name_positions(run, order->budget, places, result);
    is_good = find_entrants(&shared, error) && search_all(&shared);
    pthread_mutex_destroy(&shared.lock);
    free(shared.limits);
    free(shared.jobs);
    free(places);
    return is_good;
}
