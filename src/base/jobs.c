/* jobs.c - the threads, and the jobs of a process that has no others to help it. */
#include "base/jobs.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/allocate.h"
#include "base/crew.h"

enum { POLL_NANOSECONDS = 20 * 1000 * 1000 };

void cop_crew_fail(struct crew *crew, const struct cop_error *error)
{
    if (!crew->has_failed && crew->error)
        *crew->error = *error;
    crew->has_failed = true;
    atomic_store(&crew->halt, true);
}

bool cop_crew_has_more(struct crew *crew)
{
    const struct cop_jobs *jobs = crew->jobs;

    while (crew->next < jobs->count && jobs->is_needed &&
           !jobs->is_needed(jobs->context, crew->next))
        crew->next++;
    return crew->next < jobs->count;
}

void cop_crew_look_at_stop(struct crew *crew)
{
    if (crew->jobs->stop && atomic_load(crew->jobs->stop))
        atomic_store(&crew->halt, true);
}

/* The next job for this worker, or -1. */
static int take(struct crew *crew)
{
    int job = -1;

    pthread_mutex_lock(&crew->lock);
    cop_crew_look_at_stop(crew);
    if (crew->orders)
        job = cop_crew_wait_for_order(crew);
    else if (!atomic_load(&crew->halt) && cop_crew_has_more(crew))
        job = crew->next++;
    pthread_mutex_unlock(&crew->lock);
    return job;
}

void cop_crew_hand_in(struct crew *crew, void *worker, int job)
{
    const struct cop_jobs *jobs = crew->jobs;
    struct cop_error error = {{0}};
    bool is_enough = false;

    if (!jobs->hand_in(jobs->context, worker, job, &is_enough, &error))
        cop_crew_fail(crew, &error);
    else if (is_enough)
        atomic_store(&crew->halt, true);
}

static void hand_in(struct crew *crew, void *worker, int job)
{
    pthread_mutex_lock(&crew->lock);
    if (crew->orders)
        cop_crew_send_in(crew, worker, job);
    else
        cop_crew_hand_in(crew, worker, job);
    pthread_mutex_unlock(&crew->lock);
}

static void *work(void *argument)
{
    struct crew *crew = argument;
    const struct cop_jobs *jobs = crew->jobs;
    void *worker = cop_allocate(jobs->worker_size + 1);
    enum cop_job_end end = COP_JOB_DONE;
    struct cop_error error = {{0}};
    int job;

    while (end == COP_JOB_DONE && (job = take(crew)) >= 0) {
        end = jobs->work(jobs->context, worker, job, &crew->halt, &error);
        if (end == COP_JOB_DONE)
            hand_in(crew, worker, job);
    }
    if (jobs->close)
        jobs->close(jobs->context, worker);
    free(worker);
    pthread_mutex_lock(&crew->lock);
    if (end == COP_JOB_FAILED)
        cop_crew_fail(crew, &error);
    crew->workers--;
    pthread_cond_signal(&crew->news);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

void cop_crew_rest(struct crew *crew, long nanoseconds)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += nanoseconds;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&crew->news, &crew->lock, &until);
    cop_crew_look_at_stop(crew);
}

void cop_crew_wait(struct crew *crew)
{
    while (crew->workers > 0)
        cop_crew_rest(crew, POLL_NANOSECONDS);
}

/* Returns how many could be started. */
static int start_workers(struct crew *crew, pthread_t *threads, int wanted)
{
    for (int started = 0; started < wanted; started++) {
        struct cop_error error;
        int refused;

        pthread_mutex_lock(&crew->lock);
        refused = pthread_create(&threads[started], NULL, work, crew);
        if (refused == 0) {
            crew->workers++;
        } else {
            cop_fail(&error, "cannot start thread %d of %d: %s; ask for fewer", started + 1, wanted,
                     strerror(refused));
            cop_crew_fail(crew, &error);
        }
        pthread_mutex_unlock(&crew->lock);
        if (refused != 0)
            return started;
    }
    return wanted;
}

static void open_crew(struct crew *crew)
{
    pthread_condattr_t monotonic;

    atomic_store(&crew->halt, false);
    cop_crew_look_at_stop(crew);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&crew->news, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&crew->lock, NULL);
    if (crew->jobs->ranks)
        cop_crew_join_ranks(crew);
}

static void close_crew(struct crew *crew)
{
    if (crew->jobs->ranks)
        cop_crew_leave_ranks(crew);
    pthread_mutex_destroy(&crew->lock);
    pthread_cond_destroy(&crew->news);
}

bool cop_jobs_run(const struct cop_jobs *jobs, struct cop_error *error)
{
    int wanted = jobs->threads < jobs->count ? jobs->threads : jobs->count;
    pthread_t *threads = cop_allocate((size_t)(wanted + 1) * sizeof *threads);
    struct crew crew = {.jobs = jobs, .error = error};
    int started;

    open_crew(&crew);
    started = start_workers(&crew, threads, wanted);
    pthread_mutex_lock(&crew.lock);
    if (crew.orders)
        cop_crew_follow(&crew);
    else if (crew.hands)
        cop_crew_lead(&crew);
    cop_crew_wait(&crew);
    pthread_mutex_unlock(&crew.lock);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    close_crew(&crew);
    free(threads);
    return !crew.has_failed;
}
