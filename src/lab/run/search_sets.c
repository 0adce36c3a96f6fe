#include "lab/run/search_sets.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "base/jobs.h"

/* A job is one search of one set. */
struct job {
    int set, at; /* at: its place in the set's numbers */
    bool is_done;
};

struct shared {
    struct cop_search_work *work;
    const struct cop_search_set *sets;
    int64_t *matches; /* the store's numbers of the sets */
    struct job *jobs;
    int job_count;
    struct cop_error *error;
    bool has_failed;
    int loading; /* the first job of the set that is being read */
};

struct worker {
    struct cop_agent *agent;
    int set; /* whose agent it is */
    char *found;
};

static int number_at(const struct cop_search_set *set, int i)
{
    return set->numbers ? set->numbers[i] : i;
}

static char *dump(json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(15)) : NULL;

    json_decref(json);
    return text;
}

/* What was found goes through its text also when it is new, so that it makes no difference whether
 * a search was made now or earlier. */
static bool take(struct shared *shared, struct job *job, const char *found, int64_t origin)
{
    const struct cop_search_set *set = &shared->sets[job->set];
    json_t *json = found ? json_loads(found, 0, NULL) : NULL;
    bool is_good = json && set->take(set->context, job->at, json);

    json_decref(json);
    if (!is_good)
        return cop_fail(shared->error,
                        "what search %d of %s found cannot be read in '%s'; remove that file and "
                        "run again",
                        number_at(set, job->at), set->agent, cop_store_name(shared->work->store));
    cop_makers_add(shared->work->makers, origin);
    job->is_done = true;
    shared->work->done++;
    return true;
}

/* -- what is there -- */

static void take_stored(void *context, int number, const char *found, int64_t origin)
{
    struct shared *shared = context;

    for (int i = shared->loading; i < shared->job_count; i++) {
        struct job *job = &shared->jobs[i];

        if (number_at(&shared->sets[job->set], job->at) > number)
            return;
        shared->loading = i + 1;
        if (number_at(&shared->sets[job->set], job->at) == number) {
            if (!take(shared, job, found, origin))
                shared->has_failed = true;
            return;
        }
    }
}

/* Adds the set's searches to the jobs, and takes over those that are in the store. */
static bool load_set(struct shared *shared, int index)
{
    const struct cop_search_set *set = &shared->sets[index];
    struct cop_store *store = shared->work->store;

    shared->loading = shared->job_count;
    for (int i = 0; i < set->count; i++)
        shared->jobs[shared->job_count++] = (struct job){index, i, false};
    return cop_store_match(store, set->identity, &shared->matches[index], shared->error) &&
           cop_store_each_search(store, shared->matches[index], take_stored, shared,
                                 shared->error) &&
           !shared->has_failed;
}

/* -- what is missing -- */

static bool is_missing(void *context, int job)
{
    const struct shared *shared = context;

    return !shared->jobs[job].is_done;
}

static bool search(const struct cop_search_set *set, struct cop_agent *agent, int number,
                   const atomic_bool *stop, char **found, struct cop_error *error)
{
    const void *state = set->state(set->context, number);
    struct cop_watch watch = {.stop = stop};
    struct cop_report report = {0};

    cop_agent_start(agent, cop_mix(cop_mix((uint64_t)set->seed) + (uint64_t)number));
    if (!cop_agent_think(agent, state, &set->limits, &watch, &report, error))
        return false;
    *found = dump(set->observe(set->context, state, &report));
    return *found || cop_fail(error, "out of memory");
}

static enum cop_job_end work_on(void *context, void *memory, int at, const atomic_bool *halt,
                                struct cop_error *error)
{
    const struct shared *shared = context;
    const struct job *job = &shared->jobs[at];
    const struct cop_search_set *set = &shared->sets[job->set];
    struct worker *worker = memory;

    if (!worker->agent || worker->set != job->set) {
        cop_agent_close(worker->agent);
        worker->agent = cop_agent_open(set->game, set->agent, &set->limits.means, error);
        worker->set = job->set;
    }
    free(worker->found);
    worker->found = NULL;
    if (!worker->agent ||
        !search(set, worker->agent, number_at(set, job->at), halt, &worker->found, error))
        return COP_JOB_FAILED;
    return atomic_load(halt) ? COP_JOB_STOPPED : COP_JOB_DONE;
}

static bool hand_in(void *context, void *memory, int at, bool *is_enough, struct cop_error *error)
{
    struct shared *shared = context;
    const struct worker *worker = memory;
    struct job *job = &shared->jobs[at];
    struct cop_search_work *work = shared->work;
    struct cop_lab_progress progress = {work->experiment, work->run, 0, work->total};

    (void)is_enough;
    shared->error = error;
    if (!cop_store_add_search(work->store, shared->matches[job->set],
                              number_at(&shared->sets[job->set], job->at), worker->found, error) ||
        !take(shared, job, worker->found, work->makers->own))
        return false;
    progress.done = work->done;
    if (work->order->progress)
        work->order->progress(work->order->context, &progress);
    return true;
}

static void write_found(void *context, const void *memory, struct cop_text *bytes)
{
    const struct worker *worker = memory;

    (void)context;
    cop_text_add(bytes, "%s", worker->found);
}

static bool read_found(void *context, void *memory, const char *bytes, size_t length)
{
    struct worker *worker = memory;

    (void)context;
    free(worker->found);
    worker->found = cop_copy_bytes(bytes, length);
    return length > 0;
}

static void close_worker(void *context, void *memory)
{
    struct worker *worker = memory;

    (void)context;
    cop_agent_close(worker->agent);
    free(worker->found);
}

/* Sets in turn, so that what slows the machine down for a while slows all of them down. */
static int compare_jobs(const void *left, const void *right)
{
    const struct job *first = left, *second = right;

    return first->at != second->at ? first->at - second->at : first->set - second->set;
}

/* Of all sets, and of which searches the jobs are. */
static void write_identity(const struct shared *shared, int set_count, struct cop_text *text)
{
    for (int i = 0; i < set_count; i++)
        cop_text_add(text, "%s\n", shared->sets[i].identity);
    for (int i = 0; i < shared->job_count; i++)
        cop_text_add(text, "%d ",
                     number_at(&shared->sets[shared->jobs[i].set], shared->jobs[i].at));
}

static bool do_jobs(struct shared *shared, const char *identity, struct cop_error *error)
{
    bool is_timed = shared->work->run->is_timed;
    struct cop_jobs jobs = {.ranks = is_timed ? NULL : shared->work->order->ranks,
                            .identity = identity,
                            .write = write_found,
                            .read = read_found,
                            .count = shared->job_count,
                            .threads = is_timed ? 1 : shared->work->order->threads,
                            .stop = shared->work->order->stop,
                            .worker_size = sizeof(struct worker),
                            .context = shared,
                            .is_needed = is_missing,
                            .work = work_on,
                            .hand_in = hand_in,
                            .close = close_worker};

    if (is_timed && !cop_ranks_leads(shared->work->order->ranks))
        return true; /* whoever searched beside would be measured too */
    if (is_timed)
        qsort(shared->jobs, (size_t)shared->job_count, sizeof *shared->jobs, compare_jobs);
    return cop_jobs_run(&jobs, error);
}

bool cop_search_sets_run(struct cop_search_work *work, const struct cop_search_set *sets, int count,
                         struct cop_error *error)
{
    struct shared shared = {.work = work, .sets = sets, .error = error};
    struct cop_text identity = COP_TEXT;
    size_t total = 1;
    bool is_good = true;

    for (int i = 0; i < count; i++)
        total += (size_t)sets[i].count;
    shared.jobs = cop_allocate(total * sizeof *shared.jobs);
    shared.matches = cop_allocate((size_t)(count + 1) * sizeof *shared.matches);
    for (int i = 0; i < count && is_good; i++)
        is_good = load_set(&shared, i);
    if (is_good) {
        write_identity(&shared, count, &identity);
        is_good = do_jobs(&shared, identity.bytes, error);
    }
    cop_text_free(&identity);
    free(shared.jobs);
    free(shared.matches);
    return is_good;
}

json_t *cop_search_again(const struct cop_search_set *set, int number, const atomic_bool *stop,
                         struct cop_error *error)
{
    struct cop_agent *agent = cop_agent_open(set->game, set->agent, &set->limits.means, error);
    char *found = NULL;
    json_t *json = NULL;

    if (agent && search(set, agent, number, stop, &found, error) && !(stop && atomic_load(stop)))
        json = json_loads(found, 0, NULL);
    cop_agent_close(agent);
    free(found);
    return json;
}
