/* jobs.h - numbered jobs done by several threads, one after the other, until all are done.
 *
 * A worker is a thread with memory of its own (`worker_size` bytes, zero at first): opened agents,
 * and what its last job gave. What all share is behind one lock: `is_needed` and `hand_in` are
 * called one at a time, `work` is not. The calling thread does no jobs; it looks at the caller's
 * stop flag a few times a second and passes it on as `halt`, which long jobs should poll.
 *
 * What a job gives must follow from its number alone. Then it does not matter how many threads
 * there are, in which order they finish, or how often the whole was interrupted.
 *
 * With several ranks (ranks.h) each has its own threads. All of them call cop_jobs_run with the
 * same jobs; the leader asks `is_needed` and calls `hand_in`, the followers do `work`. What they
 * found goes to the leader through `write` and `read`. A follower knows nothing of what the others
 * have found. */
#ifndef COPPICE_BASE_JOBS_H
#define COPPICE_BASE_JOBS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/ranks.h"
#include "coppice/error.h"

enum cop_job_end { COP_JOB_FAILED, COP_JOB_STOPPED, COP_JOB_DONE };

struct cop_jobs {
    int count; /* jobs 0 .. count - 1 are offered in this order */
    int threads;
    const atomic_bool *stop; /* the caller's wish to end; may be NULL */
    size_t worker_size;
    void *context;

    /* False: somebody has done it before. May be NULL. */
    bool (*is_needed)(void *context, int job);
    /* Leaves what it found in `worker`. Stopped: it was cut short and does not count. */
    enum cop_job_end (*work)(void *context, void *worker, int job, const atomic_bool *halt,
                             struct cop_error *error);
    /* Takes a done job over; *is_enough ends the whole without a failure. */
    bool (*hand_in)(void *context, void *worker, int job, bool *is_enough, struct cop_error *error);
    void (*close)(void *context, void *worker); /* may be NULL */

    struct cop_ranks *ranks; /* NULL: this process does all, and the rest may be left out */
    const char *identity;    /* all that decides what the jobs are: the same on every rank */
    /* What a worker found, as bytes; and in the leader, in a worker that does nothing else. */
    void (*write)(void *context, const void *worker, struct cop_text *bytes);
    bool (*read)(void *context, void *worker, const char *bytes, size_t length);
};

/* False if a job failed, with the first message. Ending early on request is no failure, except on a
 * follower, who has nothing to go on with then. */
bool cop_jobs_run(const struct cop_jobs *jobs, struct cop_error *error);

#endif
