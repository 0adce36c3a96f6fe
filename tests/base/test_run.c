/* Where a search ends: tickets are exact, every thread sees the end, nothing is forgotten. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/run.h"

static int64_t steps_of(struct cop_run *run, int64_t weight, int64_t most)
{
    struct cop_pace pace;
    int64_t steps = 0;

    cop_pace_begin(&pace, true, weight);
    while (steps < most && cop_run_step(run, &pace))
        steps++;
    return steps;
}

static void one_thread_gets_exactly_its_tickets(void **context)
{
    static const int64_t limits[] = {1, 2, 7, 8, 9, 4095, 4096, 4097, 100000};
    atomic_bool stop = false;

    (void)context;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        for (int timed = 0; timed < 2; timed++) {
            struct cop_run_terms terms = {.tickets = limits[i], .stop = timed ? &stop : NULL};
            struct cop_run run;

            cop_run_begin(&run, &terms);
            assert_int_equal(steps_of(&run, 1, INT64_MAX), limits[i]);
        }
    }
}

static void a_heavy_step_costs_its_weight(void **context)
{
    static const int64_t cases[][3] = {{12, 4, 3}, {13, 4, 3}, {4, 4, 1}, {3, 4, 1}, {1, 64, 1}};

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_run_terms terms = {.tickets = cases[i][0]};
        struct cop_run run;

        cop_run_begin(&run, &terms);
        assert_int_equal(steps_of(&run, cases[i][1], INT64_MAX), cases[i][2]);
    }
}

static void steps_taken_many_at_a_time_are_as_many(void **context)
{
    static const int64_t limits[] = {1, 2, 4095, 4096, 4097, 100000};
    atomic_bool stop = false;

    (void)context;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        for (int timed = 0; timed < 2; timed++) {
            struct cop_run_terms terms = {.tickets = limits[i], .stop = timed ? &stop : NULL};
            int64_t all = 0, steps;
            struct cop_run run;
            struct cop_pace pace;

            cop_run_begin(&run, &terms);
            cop_pace_begin(&pace, true, 1);
            while ((steps = cop_run_steps(&run, &pace)) > 0)
                all += steps;
            assert_int_equal(all, limits[i]);
        }
    }
}

static void a_set_flag_ends_before_the_first_step(void **context)
{
    atomic_bool stop = true;
    struct cop_run_terms terms = {.stop = &stop};
    struct cop_run run;

    (void)context;
    cop_run_begin(&run, &terms);
    assert_int_equal(steps_of(&run, 1, 1000), 0);
    assert_int_equal(cop_run_ended(&run), COP_RUN_STOPPED);
}

static void the_first_reason_stays(void **context)
{
    struct cop_run run;

    (void)context;
    cop_run_begin(&run, &(struct cop_run_terms){0});
    cop_run_finish(&run, COP_RUN_KNOWN);
    cop_run_finish(&run, COP_RUN_LIMIT);
    assert_int_equal(cop_run_ended(&run), COP_RUN_KNOWN);
    assert_int_equal(steps_of(&run, 1, 1000), 0);
}

static void what_is_left_may_be_unknown(void **context)
{
    struct cop_run run;

    (void)context;
    cop_run_begin(&run, &(struct cop_run_terms){.seconds = 1});
    assert_int_equal(cop_run_left(&run, 8), COP_RUN_UNKNOWN);
    cop_run_begin(&run, &(struct cop_run_terms){.tickets = 10});
    assert_int_equal(cop_run_left(&run, 8), 2);
    assert_int_equal(cop_run_left(&run, 12), 0);
}

/* ---- Threads ---- */

enum { THREADS = 8 };

struct team {
    struct cop_run run;
    _Atomic int64_t steps[THREADS];
    bool waits_for_flag;
};

static void count_steps(void *context, int number)
{
    struct team *team = context;
    struct cop_pace pace;

    cop_pace_begin(&pace, number == 0, 1);
    while (cop_run_step(&team->run, &pace))
        team->steps[number]++;
}

static int64_t all_steps(const struct team *team)
{
    int64_t steps = 0;

    for (int i = 0; i < THREADS; i++)
        steps += team->steps[i];
    return steps;
}

static void threads_share_exactly_their_tickets(void **context)
{
    (void)context;
    for (int64_t tickets = 1; tickets < 200000; tickets = tickets * 5 + 1) {
        struct cop_run_terms terms = {.tickets = tickets};
        struct team team = {.waits_for_flag = false};
        struct cop_error error;

        cop_run_begin(&team.run, &terms);
        assert_true(cop_run_threads(&team.run, THREADS, count_steps, &team, &error));
        assert_int_equal(all_steps(&team), tickets);
        assert_int_equal(cop_run_ended(&team.run), COP_RUN_LIMIT);
    }
}

static void one_who_knows_ends_it_for_all(void *context, int number)
{
    struct team *team = context;

    if (number == THREADS - 1)
        cop_run_finish(&team->run, COP_RUN_KNOWN);
    else
        count_steps(context, number);
}

static void a_thread_that_knows_ends_all(void **context)
{
    struct team team = {.waits_for_flag = false};
    struct cop_error error;

    (void)context;
    cop_run_begin(&team.run, &(struct cop_run_terms){0});
    assert_true(cop_run_threads(&team.run, THREADS, one_who_knows_ends_it_for_all, &team, &error));
    assert_int_equal(cop_run_ended(&team.run), COP_RUN_KNOWN);
}

/* Without tickets, flag or knowledge only the clock is left, and every thread must see it. */
static void every_thread_sees_the_clock(void **context)
{
    struct cop_run_terms terms = {.seconds = 0.02};
    struct team team = {.waits_for_flag = false};
    struct cop_error error;

    (void)context;
    cop_run_begin(&team.run, &terms);
    assert_true(cop_run_threads(&team.run, THREADS, count_steps, &team, &error));
    assert_int_equal(cop_run_ended(&team.run), COP_RUN_LIMIT);
    assert_true(cop_run_seconds(&team.run) >= 0.02);
}

/* ---- The processor's clock ---- */

static void sleep_a_millisecond(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* A thread that sleeps is as one that others keep from its processor. */
static void what_is_not_worked_does_not_count(void **context)
{
    struct cop_run_terms terms = {.seconds = 0.05, .processor = true};
    struct cop_run run;
    struct cop_pace pace;

    (void)context;
    cop_run_begin(&run, &terms);
    cop_pace_begin(&pace, true, 1);
    while (cop_run_seconds(&run) < 0.1) {
        pace.left = 0; /* so that every step looks */
        assert_true(cop_run_step(&run, &pace));
        sleep_a_millisecond();
    }
    assert_true(cop_run_used(&run, &pace) < 0.05);
    while (cop_run_step(&run, &pace)) {
    }
    assert_int_equal(cop_run_ended(&run), COP_RUN_LIMIT);
    assert_true(cop_run_used(&run, &pace) >= 0.05);
}

static void work_or_sleep(void *context, int number)
{
    struct team *team = context;
    struct cop_pace pace;

    cop_pace_begin(&pace, number == 0, 1);
    while (cop_run_step(&team->run, &pace)) {
        if (number == 0)
            sleep_a_millisecond();
        team->steps[number]++;
    }
}

/* Threads have clocks of their own, and whoever is at work ends the run for those who sleep. */
static void the_thread_that_works_most_ends_all(void **context)
{
    struct cop_run_terms terms = {.seconds = 0.05, .processor = true};
    struct team team = {.waits_for_flag = false};
    struct cop_error error;

    (void)context;
    cop_run_begin(&team.run, &terms);
    assert_true(cop_run_threads(&team.run, THREADS, work_or_sleep, &team, &error));
    assert_int_equal(cop_run_ended(&team.run), COP_RUN_LIMIT);
    assert_true(cop_run_seconds(&team.run) >= 0.05);
}

/* ---- Extensions and progress ---- */

static void a_run_can_be_extended(void **context)
{
    struct cop_run run;
    int64_t steps;

    (void)context;
    cop_run_begin(&run, &(struct cop_run_terms){.tickets = 100});
    steps = steps_of(&run, 1, INT64_MAX);
    cop_run_finish(&run, COP_RUN_LIMIT);
    cop_run_extend(&run, 1, 50, steps);
    assert_int_equal(steps_of(&run, 1, INT64_MAX), 50);
    cop_run_begin(&run, &(struct cop_run_terms){.tickets = 100});
    cop_run_finish(&run, COP_RUN_KNOWN);
    cop_run_extend(&run, 1, 50, 0);
    assert_int_equal(steps_of(&run, 1, INT64_MAX), 0);
}

/* The next question has what the last one has left. */
static void a_run_whose_question_is_answered_can_go_on(void **context)
{
    struct cop_run run;
    int64_t steps;

    (void)context;
    cop_run_begin(&run, &(struct cop_run_terms){.tickets = 10000});
    steps = steps_of(&run, 1, 100);
    cop_run_finish(&run, COP_RUN_KNOWN);
    assert_true(cop_run_resume(&run, steps));
    assert_int_equal(steps_of(&run, 1, INT64_MAX), 9900);
    cop_run_finish(&run, COP_RUN_LIMIT);
    assert_false(cop_run_resume(&run, 0));
    assert_int_equal(cop_run_ended(&run), COP_RUN_LIMIT);
}

static void count_call(void *context)
{
    ++*(int *)context;
}

static void progress_is_shown_and_only_by_the_first(void **context)
{
    int calls = 0;
    struct cop_run_terms terms = {.seconds = 0.02, .progress = count_call, .context = &calls};
    struct cop_run run;
    struct cop_pace pace;

    (void)context;
    cop_run_begin(&run, &terms);
    cop_pace_begin(&pace, false, 1);
    while (cop_run_step(&run, &pace))
        continue;
    assert_int_equal(calls, 0);
    cop_run_begin(&run, &terms);
    assert_true(steps_of(&run, 1, INT64_MAX) > 0);
    assert_true(calls > 0);
}

static void who_looks_on_is_told_even_if_it_ends_there(void **context)
{
    atomic_bool stop = true;
    int calls = 0;
    struct cop_run_terms terms = {.stop = &stop, .progress = count_call, .context = &calls};
    struct cop_run run;

    (void)context;
    cop_run_begin(&run, &terms);
    assert_int_equal(steps_of(&run, 1, 1000), 0);
    assert_int_equal(calls, 1);
}

/* The look at the clock follows the steps: after quick ones slow ones are noticed soon. */
static void slow_steps_after_quick_ones_do_not_outlast_the_limit(void **context)
{
    struct cop_run_terms terms = {.seconds = 0.03};
    struct cop_run run;
    struct cop_pace pace = {.weight = 1, .is_first = true, .period = 8, .left = 8};
    int slow = 0;

    (void)context;
    cop_run_begin(&run, &terms);
    pace.last = cop_now();
    while (cop_run_step(&run, &pace)) {
        double until = cop_now() + 2e-3;

        slow++;
        while (cop_now() < until)
            continue;
    }
    assert_true(slow <= 8 + 15); /* those begun without a look, and those that fit into the time */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_gets_exactly_its_tickets),
        cmocka_unit_test(a_heavy_step_costs_its_weight),
        cmocka_unit_test(steps_taken_many_at_a_time_are_as_many),
        cmocka_unit_test(a_set_flag_ends_before_the_first_step),
        cmocka_unit_test(the_first_reason_stays),
        cmocka_unit_test(what_is_left_may_be_unknown),
        cmocka_unit_test(threads_share_exactly_their_tickets),
        cmocka_unit_test(a_thread_that_knows_ends_all),
        cmocka_unit_test(every_thread_sees_the_clock),
        cmocka_unit_test(what_is_not_worked_does_not_count),
        cmocka_unit_test(the_thread_that_works_most_ends_all),
        cmocka_unit_test(a_run_can_be_extended),
        cmocka_unit_test(a_run_whose_question_is_answered_can_go_on),
        cmocka_unit_test(progress_is_shown_and_only_by_the_first),
        cmocka_unit_test(who_looks_on_is_told_even_if_it_ends_there),
        cmocka_unit_test(slow_steps_after_quick_ones_do_not_outlast_the_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
