/* test_jobs.c - every job is done once, whatever the number of threads; failures and wishes to end
 * are kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/jobs.h"

enum { JOBS = 200 };

struct work {
    int done[JOBS];
    int handed_in, enough_after, fails_at;
    atomic_int closed;
    atomic_bool stop;
};

struct worker {
    int found;
};

static bool is_even(void *context, int job)
{
    (void)context;
    return job % 2 == 0;
}

static enum cop_job_end square(void *context, void *memory, int job, const atomic_bool *halt,
                               struct cop_error *error)
{
    const struct work *work = context;
    struct worker *worker = memory;

    if (job == work->fails_at) {
        cop_fail(error, "job %d has failed", job);
        return COP_JOB_FAILED;
    }
    worker->found = job * job;
    return atomic_load(halt) ? COP_JOB_STOPPED : COP_JOB_DONE;
}

static bool take_over(void *context, void *memory, int job, bool *is_enough,
                      struct cop_error *error)
{
    struct work *work = context;
    const struct worker *worker = memory;

    (void)error;
    assert_int_equal(worker->found, job * job);
    work->done[job]++;
    *is_enough = ++work->handed_in == work->enough_after;
    return true;
}

static void close_worker(void *context, void *memory)
{
    struct work *work = context;

    (void)memory;
    atomic_fetch_add(&work->closed, 1);
}

static struct cop_jobs jobs_of(struct work *work, int threads)
{
    return (struct cop_jobs){.count = JOBS,
                             .threads = threads,
                             .stop = &work->stop,
                             .worker_size = sizeof(struct worker),
                             .context = work,
                             .is_needed = is_even,
                             .work = square,
                             .hand_in = take_over,
                             .close = close_worker};
}

static void every_needed_job_is_done_once(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 8; threads++) {
        struct work work = {.fails_at = -1};
        struct cop_jobs jobs = jobs_of(&work, threads);

        assert_true(cop_jobs_run(&jobs, NULL));
        for (int i = 0; i < JOBS; i++)
            assert_int_equal(work.done[i], i % 2 == 0);
        assert_int_equal(atomic_load(&work.closed), threads);
    }
}

static void no_jobs_are_done_at_once(void **state)
{
    struct work work = {.fails_at = -1};
    struct cop_jobs jobs = jobs_of(&work, 3);

    (void)state;
    jobs.count = 0;
    assert_true(cop_jobs_run(&jobs, NULL));
    assert_int_equal(work.handed_in, 0);
}

static void a_failure_ends_the_work_and_is_told(void **state)
{
    struct work work = {.fails_at = 40};
    struct cop_jobs jobs = jobs_of(&work, 1);
    struct cop_error error = {""};

    (void)state;
    assert_false(cop_jobs_run(&jobs, &error));
    assert_string_equal(error.message, "job 40 has failed");
    assert_int_equal(work.handed_in, 20);
}

static void enough_is_enough(void **state)
{
    struct work work = {.fails_at = -1, .enough_after = 7};
    struct cop_jobs jobs = jobs_of(&work, 1);

    (void)state;
    assert_true(cop_jobs_run(&jobs, NULL));
    assert_int_equal(work.handed_in, 7);
}

static void a_wish_to_stop_is_no_failure(void **state)
{
    struct work work = {.fails_at = -1};
    struct cop_jobs jobs = jobs_of(&work, 2);

    (void)state;
    atomic_store(&work.stop, true);
    assert_true(cop_jobs_run(&jobs, NULL));
    assert_int_equal(work.handed_in, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_needed_job_is_done_once),
        cmocka_unit_test(no_jobs_are_done_at_once),
        cmocka_unit_test(a_failure_ends_the_work_and_is_told),
        cmocka_unit_test(enough_is_enough),
        cmocka_unit_test(a_wish_to_stop_is_no_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
