#include "base/jobs.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/allocate.h"

enum { POLL_NANOSECONDS = 20 * 1000 * 1000 };

struct crew {
    const struct cop_jobs *jobs;
    struct cop_error *error;
    atomic_bool halt;

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t ended; /* a worker has ended */
    int next, workers;
    bool has_failed;
};

/* Ends the work; the first reason given is kept. Called with the lock held. */
static void fail(struct crew *crew, const struct cop_error *error)
{
    if (!crew->has_failed && crew->error)
        *crew->error = *error;
    crew->has_failed = true;
    atomic_store(&crew->halt, true);
}

/* The next job that is needed, or -1. */
static int take(struct crew *crew)
{
    const struct cop_jobs *jobs = crew->jobs;
    int job = -1;

    pthread_mutex_lock(&crew->lock);
    if (jobs->stop && atomic_load(jobs->stop))
        atomic_store(&crew->halt, true);
    while (job < 0 && crew->next < jobs->count && !atomic_load(&crew->halt)) {
        int offered = crew->next++;

        if (!jobs->is_needed || jobs->is_needed(jobs->context, offered))
            job = offered;
    }
    pthread_mutex_unlock(&crew->lock);
    return job;
}

static void hand_in(struct crew *crew, void *worker, int job)
{
    const struct cop_jobs *jobs = crew->jobs;
    struct cop_error error = {{0}};
    bool is_enough = false;

    pthread_mutex_lock(&crew->lock);
    if (!jobs->hand_in(jobs->context, worker, job, &is_enough, &error))
        fail(crew, &error);
    else if (is_enough)
        atomic_store(&crew->halt, true);
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
        fail(crew, &error);
    crew->workers--;
    pthread_cond_signal(&crew->ended);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* Until all workers have ended; passes the caller's wish to stop on to them. */
static void wait_for_workers(struct crew *crew)
{
    const atomic_bool *stop = crew->jobs->stop;

    pthread_mutex_lock(&crew->lock);
    while (crew->workers > 0) {
        struct timespec until;

        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += POLL_NANOSECONDS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&crew->ended, &crew->lock, &until);
        if (stop && atomic_load(stop))
            atomic_store(&crew->halt, true);
    }
    pthread_mutex_unlock(&crew->lock);
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
            fail(crew, &error);
        }
        pthread_mutex_unlock(&crew->lock);
        if (refused != 0)
            return started;
    }
    return wanted;
}

bool cop_jobs_run(const struct cop_jobs *jobs, struct cop_error *error)
{
    int wanted = jobs->threads < jobs->count ? jobs->threads : jobs->count;
    pthread_t *threads = cop_allocate((size_t)(wanted + 1) * sizeof *threads);
    struct crew crew = {.jobs = jobs, .error = error};
    pthread_condattr_t monotonic;
    int started;

    atomic_store(&crew.halt, jobs->stop && atomic_load(jobs->stop));
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&crew.ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&crew.lock, NULL);
    started = start_workers(&crew, threads, wanted);
    wait_for_workers(&crew);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&crew.lock);
    pthread_cond_destroy(&crew.ended);
    free(threads);
    return !crew.has_failed;
}
