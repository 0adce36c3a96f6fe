/* run.c - clock, tickets and threads of one search. */
#include "base/run.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/machine.h"

/* Often enough that nobody is late by ten milliseconds even where steps become a hundred times
 * slower from one look to the next; too seldom to cost anything. */
static const double look_interval = 0.1e-3;

/* Where nobody looks at a clock, threads only share the tickets. */
enum { PERIOD_MAX = 1 << 20, PERIOD_UNTIMED = 1 << 12 };

void cop_run_begin(struct cop_run *run, const struct cop_run_terms *terms)
{
    run->terms = *terms;
    run->threads = 1;
    run->began = cop_now();
    run->work_began = terms->processor ? cop_processor_now() : 0;
    run->next_progress = run->began + terms->period;
    atomic_store(&run->end, COP_RUN_GOES_ON);
    atomic_store(&run->taken, 0);
}

void cop_pace_begin(struct cop_pace *pace, bool is_first, int64_t weight)
{
    *pace = (struct cop_pace){.period = 1, .weight = weight, .is_first = is_first};
}

void cop_run_finish(struct cop_run *run, enum cop_run_end end)
{
    int going_on = COP_RUN_GOES_ON;

    atomic_compare_exchange_strong(&run->end, &going_on, (int)end);
}

void cop_run_extend(struct cop_run *run, double seconds, int64_t tickets, int64_t done)
{
    int limit = COP_RUN_LIMIT;

    if (run->terms.seconds > 0)
        run->terms.seconds += seconds;
    if (run->terms.tickets > 0)
        run->terms.tickets += tickets;
    atomic_store(&run->taken, done);
    atomic_compare_exchange_strong(&run->end, &limit, COP_RUN_GOES_ON);
}

bool cop_run_resume(struct cop_run *run, int64_t done)
{
    int known = COP_RUN_KNOWN;

    if (!atomic_compare_exchange_strong(&run->end, &known, COP_RUN_GOES_ON))
        return false;
    atomic_store(&run->taken, done);
    return true;
}

double cop_run_seconds(const struct cop_run *run)
{
    return cop_now() - run->began;
}

/* Threads other than the first are made for the run: all their work since the first look is its. */
double cop_run_used(const struct cop_run *run, const struct cop_pace *pace)
{
    if (!run->terms.processor)
        return cop_run_seconds(run);
    return cop_processor_now() - (pace->is_first ? run->work_began : pace->work_began);
}

int64_t cop_run_left(const struct cop_run *run, int64_t done)
{
    if (run->terms.tickets == 0)
        return COP_RUN_UNKNOWN;
    return done < run->terms.tickets ? run->terms.tickets - done : 0;
}

static bool has_clock(const struct cop_run *run)
{
    return run->terms.seconds > 0 || run->terms.stop != NULL || run->terms.known != NULL ||
           run->terms.progress != NULL;
}

/* Doubles while looks come too soon, and follows at once where steps have become slower. */
static void adapt(struct cop_pace *pace, double now)
{
    double elapsed = now - pace->last;

    if (pace->last == 0)
        pace->period = 1;
    else if (elapsed < look_interval / 2 && pace->period < PERIOD_MAX)
        pace->period *= 2;
    else if (elapsed > look_interval)
        pace->period = (int64_t)((double)pace->period * look_interval / elapsed);
    if (pace->period < 1)
        pace->period = 1;
    pace->last = now;
}

void cop_run_look(struct cop_run *run, struct cop_pace *pace)
{
    const struct cop_run_terms *terms = &run->terms;
    double now = cop_now();

    if (pace->last == 0 && terms->processor)
        pace->work_began = cop_processor_now();
    adapt(pace, now);
    if (pace->is_first && terms->progress != NULL && now >= run->next_progress) {
        run->next_progress = now + terms->period;
        terms->progress(terms->context);
    }
    if (terms->stop != NULL && atomic_load_explicit(terms->stop, memory_order_relaxed))
        cop_run_finish(run, COP_RUN_STOPPED);
    else if (terms->known != NULL && atomic_load_explicit(terms->known, memory_order_relaxed))
        cop_run_finish(run, COP_RUN_KNOWN);
    else if (terms->seconds > 0 && cop_run_used(run, pace) >= terms->seconds)
        cop_run_finish(run, COP_RUN_LIMIT);
}

/* At most half of a thread's fair share at once, so that all threads end together. A step that is
 * begun counts whole: what is left of the tickets may be less than its weight only for the first
 * one, as a search must make a step to have an answer. */
static int64_t take_tickets(struct cop_run *run, const struct cop_pace *pace)
{
    int64_t limit = run->terms.tickets, weight = pace->weight;
    int64_t taken = atomic_load_explicit(&run->taken, memory_order_relaxed), steps;

    do {
        steps = (limit - taken) / weight;
        if (steps <= 0 && taken > 0)
            return 0;
        if (run->threads > 1)
            steps /= 2 * run->threads;
        if (steps > pace->period)
            steps = pace->period;
        if (steps < 1)
            steps = 1;
    } while (!atomic_compare_exchange_weak_explicit(&run->taken, &taken, taken + steps * weight,
                                                    memory_order_relaxed, memory_order_relaxed));
    return steps;
}

bool cop_run_refill(struct cop_run *run, struct cop_pace *pace)
{
    pace->left = 0;
    if (has_clock(run))
        cop_run_look(run, pace);
    else
        pace->period = PERIOD_UNTIMED;
    if (cop_run_ended(run) != COP_RUN_GOES_ON)
        return false;
    pace->left = run->terms.tickets > 0 ? take_tickets(run, pace) : pace->period;
    if (pace->left == 0)
        return false; /* others may still have some */
    pace->left--;
    return true;
}

int cop_run_thread_count(int wanted)
{
    int cores = cop_machine_cores();

    return wanted < 1 ? 1 : wanted < cores ? wanted : cores;
}

struct member {
    pthread_t thread;
    void (*work)(void *context, int number);
    void *context;
    int number;
};

static void *run_member(void *argument)
{
    const struct member *member = argument;

    member->work(member->context, member->number);
    return NULL;
}

bool cop_run_threads(struct cop_run *run, int count, void (*work)(void *context, int number),
                     void *context, struct cop_error *error)
{
    struct member *members = calloc(count > 1 ? (size_t)count : 1, sizeof *members);
    bool is_complete;
    int started = 1;

    run->threads = count;
    for (; members != NULL && started < count; started++) {
        members[started] = (struct member){.work = work, .context = context, .number = started};
        if (pthread_create(&members[started].thread, NULL, run_member, &members[started]) != 0)
            break;
    }
    is_complete = members != NULL && started == count;
    if (is_complete)
        work(context, 0);
    else
        cop_run_finish(run, COP_RUN_STOPPED);
    for (int i = 1; members != NULL && i < started; i++)
        pthread_join(members[i].thread, NULL);
    free(members);
    cop_run_finish(run, COP_RUN_LIMIT); /* where nothing else has ended it, the tickets have */
    return is_complete || cop_fail(error, "the system does not allow %d threads; use fewer", count);
}
