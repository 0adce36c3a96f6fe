/* test_ranks.c - jobs shared by several ranks: each is done once and handed in by the leader, who
 * alone ends the work; whatever goes wrong on any rank ends all of them, and the leader can tell
 * it.
 *
 * The ranks here are threads, and what connects them is a queue for each. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "base/jobs.h"
#include "base/ranks.h"

enum { JOBS = 300, RANKS_MAX = 4, WIDE = 5000 };
/* Rounds that nobody comes to the end of, however slow the machine is. */
enum { MANY = 1000 };

/* -- a wire between threads -- */

struct message {
    struct message *next;
    int from;
    size_t length;
    char *bytes;
};

struct office {
    pthread_mutex_t lock;
    struct message *boxes[RANKS_MAX];
};

struct thread_wire {
    struct cop_wire wire;
    struct office *office;
};

static void send_bytes(struct cop_wire *base, int to, const void *bytes, size_t length)
{
    struct office *office = ((struct thread_wire *)base)->office;
    struct message *message = cop_allocate(sizeof *message);
    struct message **place;

    message->from = base->rank;
    message->length = length;
    message->bytes = cop_copy_bytes(bytes, length);
    pthread_mutex_lock(&office->lock);
    for (place = &office->boxes[to]; *place != NULL;)
        place = &(*place)->next;
    *place = message;
    pthread_mutex_unlock(&office->lock);
}

static bool receive_bytes(struct cop_wire *base, int *from, char **bytes, size_t *length)
{
    struct office *office = ((struct thread_wire *)base)->office;
    struct message *message;

    pthread_mutex_lock(&office->lock);
    message = office->boxes[base->rank];
    if (message != NULL)
        office->boxes[base->rank] = message->next;
    pthread_mutex_unlock(&office->lock);
    if (message == NULL)
        return false;
    *from = message->from;
    *bytes = message->bytes;
    *length = message->length;
    free(message);
    return true;
}

static bool is_sent(struct cop_wire *base)
{
    (void)base;
    return true;
}

static void close_wire(struct cop_wire *base)
{
    free(base);
}

/* All ranks come to their end in these tests. */
static void give_up(struct cop_wire *base, int status)
{
    (void)base;
    (void)status;
    abort();
}

static struct cop_wire *open_wire(struct office *office, int rank, int size)
{
    struct thread_wire *wire = cop_allocate(sizeof *wire);

    *wire = (struct thread_wire){
        {rank, size, send_bytes, receive_bytes, is_sent, close_wire, give_up}, office};
    return &wire->wire;
}

/* -- a command: some rounds of jobs -- */

struct rank {
    struct office *office;
    int number, count;
    /* how this rank is to behave */
    const char *program, *identity;
    int threads, rounds, fails_from, enough_after;
    int first_needed; /* jobs before it are stored */
    bool is_late, fails_before, stops;
    bool is_patient; /* works only after others have */
    atomic_bool stop;
    /* what became of it */
    int done[JOBS], handed_in, worked;
    atomic_int working, read;
    int status;
    struct cop_error error, end;
    char shared[32];
};

struct worker {
    int found;
    char wide[WIDE]; /* as long as a game */
};

static bool is_needed(void *context, int job)
{
    const struct rank *rank = context;

    return job >= rank->first_needed;
}

static enum cop_job_end work(void *context, void *memory, int job, const atomic_bool *halt,
                             struct cop_error *error)
{
    struct rank *rank = context;
    struct worker *worker = memory;

    while (rank->is_patient && atomic_load(&rank->read) == 0 && !atomic_load(halt))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    if (rank->fails_from >= 0 && job >= rank->fails_from) {
        cop_fail(error, "job %d has failed", job);
        return COP_JOB_FAILED;
    }
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    if (rank->stops && atomic_fetch_add(&rank->working, 1) == 3)
        atomic_store(&rank->stop, true);
    worker->found = job * job;
    memset(worker->wide, job & 0xff, WIDE);
    return atomic_load(halt) ? COP_JOB_STOPPED : COP_JOB_DONE;
}

static bool hand_in(void *context, void *memory, int job, bool *is_enough, struct cop_error *error)
{
    struct rank *rank = context;
    const struct worker *worker = memory;

    (void)error;
    assert_int_equal(rank->number, 0);
    assert_int_equal(worker->found, job * job);
    assert_int_equal((unsigned char)worker->wide[WIDE - 1], job & 0xff);
    rank->done[job]++;
    *is_enough = ++rank->handed_in == rank->enough_after;
    return true;
}

static void write_found(void *context, const void *memory, struct cop_text *bytes)
{
    struct rank *rank = context;

    rank->worked++;
    cop_text_add_bytes(bytes, memory, sizeof(struct worker));
}

static bool read_found(void *context, void *memory, const char *bytes, size_t length)
{
    struct rank *rank = context;

    if (length != sizeof(struct worker))
        return false;
    memcpy(memory, bytes, length);
    atomic_fetch_add(&rank->read, 1);
    return true;
}

static bool do_jobs(struct rank *rank, struct cop_ranks *ranks)
{
    struct cop_jobs jobs = {.count = JOBS,
                            .threads = rank->threads,
                            .stop = &rank->stop,
                            .worker_size = sizeof(struct worker),
                            .context = rank,
                            .is_needed = is_needed,
                            .work = work,
                            .hand_in = hand_in,
                            .ranks = ranks,
                            .identity = rank->identity,
                            .write = write_found,
                            .read = read_found};

    return cop_jobs_run(&jobs, &rank->error);
}

/* After each round everybody learns what the leader has. */
static bool do_rounds(struct rank *rank, struct cop_ranks *ranks)
{
    struct cop_text shared = COP_TEXT;
    bool is_good = true;

    for (int round = 0; round < rank->rounds && is_good; round++) {
        cop_text_clear(&shared);
        cop_text_add(&shared, "rank %d, round %d", rank->number, round);
        is_good = do_jobs(rank, ranks) && !atomic_load(&rank->stop) &&
                  cop_ranks_share(ranks, &shared, &rank->error);
    }
    snprintf(rank->shared, sizeof rank->shared, "%s", shared.bytes);
    cop_text_free(&shared);
    return is_good;
}

static void *run_rank(void *argument)
{
    struct rank *rank = argument;
    struct cop_wire *wire = open_wire(rank->office, rank->number, rank->count);
    struct cop_ranks *ranks = cop_ranks_open(wire, rank->program);
    bool is_good = !rank->fails_before;

    if (rank->is_late)
        nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    if (rank->fails_before)
        cop_fail(&rank->error, "there is no such file");
    is_good = is_good && do_rounds(rank, ranks);
    rank->status =
        cop_ranks_close(ranks, is_good ? 0 : 2, is_good ? "" : rank->error.message, &rank->end);
    return NULL;
}

static void open_ranks(struct office *office, struct rank *ranks, int count)
{
    memset(office, 0, sizeof *office);
    pthread_mutex_init(&office->lock, NULL);
    memset(ranks, 0, (size_t)count * sizeof *ranks);
    for (int i = 0; i < count; i++) {
        ranks[i].office = office;
        ranks[i].number = i;
        ranks[i].count = count;
        ranks[i].program = "coppice 1";
        ranks[i].identity = "three hundred squares\nseed 7";
        ranks[i].threads = 1 + i % 2;
        ranks[i].rounds = 1;
        ranks[i].fails_from = -1;
    }
}

static void set_rounds(struct rank *ranks, int count, int rounds)
{
    for (int i = 0; i < count; i++)
        ranks[i].rounds = rounds;
}

static void run_all(struct rank *ranks, int count)
{
    pthread_t threads[RANKS_MAX];

    for (int i = 0; i < count; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_rank, &ranks[i]), 0);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < count; i++)
        for (struct message *left = ranks->office->boxes[i]; left != NULL;) {
            struct message *next = left->next;

            free(left->bytes);
            free(left);
            left = next;
        }
    pthread_mutex_destroy(&ranks->office->lock);
    for (int i = 1; i < count; i++)
        assert_int_equal(ranks[i].status, 0);
}

static void every_job_is_done_once_by_any_number_of_ranks(void **state)
{
    struct rank ranks[RANKS_MAX];
    struct office office;

    (void)state;
    for (int count = 1; count <= RANKS_MAX; count++) {
        int elsewhere = 0;

        open_ranks(&office, ranks, count);
        ranks[0].is_patient = count > 1;
        run_all(ranks, count);
        assert_int_equal(ranks[0].status, 0);
        for (int job = 0; job < JOBS; job++)
            assert_int_equal(ranks[0].done[job], 1);
        for (int i = 1; i < count; i++)
            elsewhere += ranks[i].worked;
        assert_true(count == 1 || elsewhere > 0);
    }
}

static void rounds_keep_step_and_what_the_leader_knows_is_shared(void **state)
{
    struct rank ranks[3];
    struct office office;

    (void)state;
    open_ranks(&office, ranks, 3);
    set_rounds(ranks, 3, 5);
    run_all(ranks, 3);
    assert_int_equal(ranks[0].status, 0);
    for (int job = 0; job < JOBS; job++)
        assert_int_equal(ranks[0].done[job], 5);
    for (int i = 0; i < 3; i++)
        assert_string_equal(ranks[i].shared, "rank 0, round 4");
}

/* Only the leader knows what is stored: followers come to the same jobs, and there is nothing to do
 * for them. */
static void stored_jobs_are_not_done_again(void **state)
{
    struct rank ranks[3];
    struct office office;

    (void)state;
    for (int first = JOBS / 2; first <= JOBS; first += JOBS / 2) {
        open_ranks(&office, ranks, 3);
        ranks[0].first_needed = first;
        ranks[2].is_late = true;
        set_rounds(ranks, 3, 2);
        run_all(ranks, 3);
        assert_int_equal(ranks[0].status, 0);
        for (int job = 0; job < JOBS; job++)
            assert_int_equal(ranks[0].done[job], job < first ? 0 : 2);
    }
}

static void enough_on_the_leader_ends_all(void **state)
{
    struct rank ranks[3];
    struct office office;

    (void)state;
    open_ranks(&office, ranks, 3);
    ranks[0].enough_after = 20;
    run_all(ranks, 3);
    assert_int_equal(ranks[0].status, 0);
    assert_in_range(ranks[0].handed_in, 20, JOBS - 1);
}

static void a_job_that_fails_elsewhere_is_told_by_the_leader(void **state)
{
    struct rank ranks[3];
    struct office office;

    (void)state;
    open_ranks(&office, ranks, 3);
    ranks[0].is_patient = true;
    ranks[1].fails_from = ranks[2].fails_from = 0;
    run_all(ranks, 3);
    assert_int_equal(ranks[0].status, 2);
    assert_non_null(strstr(ranks[0].error.message, " on "));
    assert_non_null(strstr(ranks[0].error.message, " has failed"));
    assert_int_equal(ranks[0].handed_in, 0);
}

static void a_rank_that_cannot_begin_is_told_by_the_leader(void **state)
{
    struct rank ranks[3];
    struct office office;

    (void)state;
    open_ranks(&office, ranks, 3);
    set_rounds(ranks, 3, MANY);
    ranks[2].fails_before = true;
    run_all(ranks, 3);
    assert_int_equal(ranks[0].status, 2);
    assert_non_null(strstr(ranks[0].error.message, "rank 2 on "));
    assert_non_null(strstr(ranks[0].error.message, ": there is no such file"));
}

/* Also if the leader was ready before it could hear of it. */
static void a_rank_that_fails_when_all_is_done_is_told_all_the_same(void **state)
{
    struct rank ranks[2];
    struct office office;

    (void)state;
    open_ranks(&office, ranks, 2);
    ranks[0].rounds = 0;
    ranks[1].fails_before = true;
    run_all(ranks, 2);
    assert_int_equal(ranks[0].status, 1);
    assert_non_null(strstr(ranks[0].end.message, ": there is no such file"));
}

static void a_leader_that_cannot_begin_ends_all(void **state)
{
    struct rank ranks[3];
    struct office office;

    (void)state;
    open_ranks(&office, ranks, 3);
    ranks[0].fails_before = true;
    ranks[2].is_late = true;
    run_all(ranks, 3);
    assert_int_equal(ranks[0].status, 2);
    assert_string_equal(ranks[0].error.message, "there is no such file");
}

static void another_program_and_other_jobs_are_refused(void **state)
{
    struct rank ranks[2];
    struct office office;

    (void)state;
    open_ranks(&office, ranks, 2);
    set_rounds(ranks, 2, MANY);
    ranks[1].program = "coppice 2";
    run_all(ranks, 2);
    assert_int_equal(ranks[0].status, 2);
    assert_non_null(strstr(ranks[0].error.message, "runs another program than rank 0"));
    assert_int_equal(ranks[1].worked, 0);

    open_ranks(&office, ranks, 2);
    set_rounds(ranks, 2, MANY);
    ranks[1].identity = "three hundred squares\nseed 8";
    run_all(ranks, 2);
    assert_int_equal(ranks[0].status, 2);
    assert_non_null(strstr(ranks[0].error.message, "was given something else to do"));
    assert_int_equal(ranks[1].worked, 0);

    open_ranks(&office, ranks, 2);
    set_rounds(ranks, 2, MANY);
    ranks[1].rounds = 0;
    run_all(ranks, 2);
    assert_int_equal(ranks[0].status, 2);
    assert_non_null(strstr(ranks[0].error.message, "has less to do than rank 0"));
}

static void a_signal_to_the_leader_ends_all(void **state)
{
    struct rank ranks[3];
    struct office office;

    (void)state;
    open_ranks(&office, ranks, 3);
    set_rounds(ranks, 3, MANY);
    ranks[0].stops = true;
    run_all(ranks, 3);
    assert_int_equal(ranks[0].status, 2);
    assert_string_equal(ranks[0].error.message, "");
    assert_true(ranks[0].handed_in < MANY * JOBS);
}

static void a_signal_to_another_rank_ends_all_and_is_told(void **state)
{
    struct rank ranks[3];
    struct office office;

    (void)state;
    open_ranks(&office, ranks, 3);
    set_rounds(ranks, 3, MANY);
    ranks[1].stops = true;
    run_all(ranks, 3);
    assert_int_equal(ranks[0].status, 2);
    assert_non_null(strstr(ranks[0].error.message, "rank 1 on "));
    assert_non_null(strstr(ranks[0].error.message, " was told to end"));
}

static void without_ranks_one_leads_and_shares_with_nobody(void **state)
{
    struct cop_text text = COP_TEXT;

    (void)state;
    cop_text_add(&text, "as it was");
    assert_true(cop_ranks_leads(NULL));
    assert_int_equal(cop_ranks_count(NULL), 1);
    assert_true(cop_ranks_share(NULL, &text, NULL));
    assert_string_equal(text.bytes, "as it was");
    cop_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_job_is_done_once_by_any_number_of_ranks),
        cmocka_unit_test(rounds_keep_step_and_what_the_leader_knows_is_shared),
        cmocka_unit_test(stored_jobs_are_not_done_again),
        cmocka_unit_test(enough_on_the_leader_ends_all),
        cmocka_unit_test(a_job_that_fails_elsewhere_is_told_by_the_leader),
        cmocka_unit_test(a_rank_that_cannot_begin_is_told_by_the_leader),
        cmocka_unit_test(a_rank_that_fails_when_all_is_done_is_told_all_the_same),
        cmocka_unit_test(a_leader_that_cannot_begin_ends_all),
        cmocka_unit_test(another_program_and_other_jobs_are_refused),
        cmocka_unit_test(a_signal_to_the_leader_ends_all),
        cmocka_unit_test(a_signal_to_another_rank_ends_all_and_is_told),
        cmocka_unit_test(without_ranks_one_leads_and_shares_with_nobody),
    };

    return cmocka_run_group_tests_name("ranks", tests, NULL, NULL);
}
