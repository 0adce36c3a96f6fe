/* run.h - where a search ends.
 *
 * A *run* is one search from its limits to its end. It owns the clock, the stop flag, the tickets,
 * the progress and the threads, and nothing else decides when a search is over: not the searches,
 * nor the solvers that games have of their own.
 *
 * A search goes in *steps*: a simulation, a node, a position. Each thread has a *pace*, which hands
 * out steps: mostly it only counts down, and every tenth of a millisecond or so, however
 * long a step takes, it looks at the clock, at the caller's flag and at the tickets. So every
 * thread sees the end by itself, and nobody waits for another one to look.
 *
 * The first thread is the one that began the run.
 *
 * Tickets are the steps that a limit allows. With one thread exactly that many are handed out, so
 * that a search with a limit in counts does not depend on the clock. */
#ifndef COPPICE_BASE_RUN_H
#define COPPICE_BASE_RUN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "coppice/error.h"

/* What ends a run and who looks on; 0 and NULL mean that there is no such thing. */
struct cop_run_terms {
    double seconds;
    bool processor; /* the seconds are those that each thread was at work (clock.h), and the thread
                       that first has used them up ends the run for all */
    int64_t tickets;
    const atomic_bool *stop;
    double period; /* seconds between two calls of `progress`, which the first thread makes, even
                      when it then sees the end */
    void (*progress)(void *context);
    void *context;
    const atomic_bool *known; /* somebody else has found all that there is to find */
};

enum cop_run_end {
    COP_RUN_GOES_ON,
    COP_RUN_LIMIT,   /* a limit was reached */
    COP_RUN_STOPPED, /* the caller's flag was set */
    COP_RUN_KNOWN    /* nothing is left to find out */
};

enum { COP_RUN_UNKNOWN = -1 };

struct cop_run {
    struct cop_run_terms terms;
    double began, next_progress;
    double work_began; /* by the processor's clock of the thread that began the run */
    int threads;
    atomic_int end;        /* enum cop_run_end; changes once, unless the run is extended */
    char apart[128];       /* what threads change, away from what all of them read */
    _Atomic int64_t taken; /* tickets handed out */
};

/* One thread's share of a run. `weight` is how many tickets a step costs. */
struct cop_pace {
    int64_t left, period, weight;
    double last;
    double work_began; /* likewise of this thread, from its first look on */
    bool is_first;
};

void cop_run_begin(struct cop_run *run, const struct cop_run_terms *terms);
void cop_pace_begin(struct cop_pace *pace, bool is_first, int64_t weight);

/* Ends the run; the first reason that is given stays. */
void cop_run_finish(struct cop_run *run, enum cop_run_end end);

/* Lets a run that has reached its limit go on for so much longer. `done` is the number of tickets
 * that were really used. */
void cop_run_extend(struct cop_run *run, double seconds, int64_t tickets, int64_t done);

/* Lets a run whose question was answered, COP_RUN_KNOWN, go on with the next one: the clock has not
 * stopped meanwhile, and `done` tickets are spent. False if it has ended for another reason. Only
 * while no thread is at work. */
bool cop_run_resume(struct cop_run *run, int64_t done);

static inline enum cop_run_end cop_run_ended(const struct cop_run *run)
{
    return (enum cop_run_end)atomic_load_explicit(&run->end, memory_order_relaxed);
}

double cop_run_seconds(const struct cop_run *run); /* since it began, by the wall's clock */

/* What this thread has used of the terms' seconds. */
double cop_run_used(const struct cop_run *run, const struct cop_pace *pace);

/* For a thread that is long about one step: ends the run if it is over by the clock or a flag. */
void cop_run_look(struct cop_run *run, struct cop_pace *pace);

/* How many more steps a run may make after `done`; COP_RUN_UNKNOWN where no tickets are counted, as
 * under a limit of time. */
int64_t cop_run_left(const struct cop_run *run, int64_t done);

/* May this thread make one more step? */
bool cop_run_refill(struct cop_run *run, struct cop_pace *pace);

static inline bool cop_run_step(struct cop_run *run, struct cop_pace *pace)
{
    if (pace->left > 0 && cop_run_ended(run) == COP_RUN_GOES_ON) {
        pace->left--;
        return true;
    }
    return cop_run_refill(run, pace);
}

/* How many steps may this thread make before it must ask again? 0: none. For steps so short that
 * even counting them down one by one would be felt; all of them are the thread's to use. */
static inline int64_t cop_run_steps(struct cop_run *run, struct cop_pace *pace)
{
    int64_t steps = cop_run_step(run, pace) ? pace->left + 1 : 0;

    pace->left = 0;
    return steps;
}

/* So many of the threads that are wanted do some good: never more than there are processors, as
 * threads that wait for each other's processor see the end of a run late. */
int cop_run_thread_count(int wanted);

/* Calls work(context, i) for i = 0 .. count - 1, each in a thread of its own, 0 in this one, and
 * returns when all have returned. Without enough threads the run is ended, nothing is done, and the
 * message says so. */
bool cop_run_threads(struct cop_run *run, int count, void (*work)(void *context, int number),
                     void *context, struct cop_error *error);

#endif
