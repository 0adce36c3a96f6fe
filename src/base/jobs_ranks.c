/* jobs_ranks.c - the same jobs on several ranks.
 *
 * A follower says that it is here, and the leader sends it jobs: one for each of its threads and,
 * as long as there are plenty, twice as many again, so that no thread waits for the next one to
 * travel, which takes two rests of those below. Towards the end nobody has jobs in reserve that
 * somebody else could be doing.
 *
 * The leader waits for no follower that does nothing: one that comes too late is told that these
 * jobs are over. It is always the leader who ends them. */
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "base/crew.h"
#include "base/ranks_private.h"

/* MPI has no way to sleep until a message comes. So whoever waits for one looks often while
 * messages come, and less and less often when they do not. */
enum { SHORTEST_REST = 100 * 1000, LONGEST_REST = 5 * 1000 * 1000 };

/* A signal to all reaches a follower earlier than the leader: how long that may take, in seconds.
 */
static const double signal_delay = 1.0;

struct crew_hand {
    int threads; /* 0: not here */
    int given;   /* jobs that it has */
};

struct crew_orders {
    int *jobs; /* to do, first to last */
    int count;
    pthread_cond_t came;
    bool are_over; /* there will be no more */

    struct found {
        int job;
        struct cop_text bytes;
    } * found; /* to be sent, first to last */
    int found_count;
    bool has_told; /* why it cannot go on */
};

void cop_crew_join_ranks(struct crew *crew)
{
    struct cop_ranks *ranks = crew->jobs->ranks;

    ranks->run++;
    if (cop_ranks_leads(ranks)) {
        crew->hands = cop_allocate((size_t)cop_ranks_count(ranks) * sizeof *crew->hands);
        return;
    }
    crew->orders = cop_allocate(sizeof *crew->orders);
    pthread_cond_init(&crew->orders->came, NULL);
}

void cop_crew_leave_ranks(struct crew *crew)
{
    struct crew_orders *orders = crew->orders;

    free(crew->hands);
    if (!orders)
        return;
    for (int i = 0; i < orders->found_count; i++)
        cop_text_free(&orders->found[i].bytes);
    pthread_cond_destroy(&orders->came);
    free(orders->found);
    free(orders->jobs);
    free(orders);
}

static void post(struct crew *crew, int to, enum cop_letter_kind kind, int number,
                 const struct cop_text *words)
{
    struct cop_ranks *ranks = crew->jobs->ranks;

    cop_ranks_send(ranks, to, (struct cop_letter){kind, ranks->run, number},
                   words ? words->bytes : NULL, words ? words->length : 0);
}

static void rest(struct crew *crew, bool has_mail, long *length)
{
    *length = has_mail ? SHORTEST_REST : *length * 2;
    if (*length > LONGEST_REST)
        *length = LONGEST_REST;
    cop_crew_rest(crew, *length);
}

/* Which program works on what: two lines and more that must be the same everywhere. */
static void write_identity(const struct crew *crew, struct cop_text *text)
{
    cop_text_add(text, "%s\n%s", crew->jobs->ranks->program, crew->jobs->identity);
}

/* -- the leader -- */

/* Ends the work because of a follower, which is named before the words. */
static void fail_because(struct crew *crew, int rank, const char *words)
{
    struct cop_text name = COP_TEXT;
    struct cop_error error;

    cop_ranks_name(crew->jobs->ranks, rank, &name);
    cop_fail(&error, "%s%s", name.bytes, words);
    cop_text_free(&name);
    cop_crew_fail(crew, &error);
}

static void fail_with(struct crew *crew, int rank, const char *message)
{
    struct cop_text words = COP_TEXT;

    cop_text_add(&words, ": %s", message);
    fail_because(crew, rank, words.bytes);
    cop_text_free(&words);
}

static void welcome(struct crew *crew, const struct cop_mail *mail)
{
    struct cop_ranks *ranks = crew->jobs->ranks;
    const char *theirs = cop_ranks_read_host(ranks, mail->from, mail->words);
    size_t first_line = strlen(ranks->program) + 1;
    struct cop_text ours = COP_TEXT;

    write_identity(crew, &ours);
    if (strncmp(ours.bytes, theirs, first_line) != 0)
        fail_because(crew, mail->from,
                     " runs another program than rank 0; install the same one on all machines");
    else if (strcmp(ours.bytes, theirs) != 0)
        fail_because(crew, mail->from,
                     " was given something else to do than rank 0; start all ranks with the same "
                     "words and, for the lab, the same experiment files");
    else
        crew->hands[mail->from].threads = mail->letter.number;
    cop_text_free(&ours);
}

static void take_found(struct crew *crew, void *worker, const struct cop_mail *mail)
{
    const struct cop_jobs *jobs = crew->jobs;

    crew->hands[mail->from].given--;
    if (crew->has_failed)
        return;
    if (jobs->read(jobs->context, worker, mail->words, mail->length))
        cop_crew_hand_in(crew, worker, mail->letter.number);
    else
        fail_because(crew, mail->from, " has sent what cannot be read");
}

/* Either everybody was told to end, which we shall hear soon, or only that one. */
static void take_stopped(struct crew *crew, int rank)
{
    double begin = cop_now();

    while (!atomic_load(&crew->halt) && cop_now() - begin < signal_delay)
        cop_crew_rest(crew, LONGEST_REST);
    if (!atomic_load(&crew->halt))
        fail_because(crew, rank, " was told to end; the same command goes on with what is missing");
}

static void read_mail(struct crew *crew, void *worker, const struct cop_mail *mail)
{
    struct cop_ranks *ranks = crew->jobs->ranks;
    bool is_late = mail->letter.run < ranks->run;

    if (is_late && mail->letter.kind == COP_LETTER_HERE)
        cop_ranks_send(ranks, mail->from,
                       (struct cop_letter){COP_LETTER_END, mail->letter.run, true}, NULL, 0);
    else if (is_late)
        return;
    else if (mail->letter.kind == COP_LETTER_HERE)
        welcome(crew, mail);
    else if (mail->letter.kind == COP_LETTER_DONE)
        take_found(crew, worker, mail);
    else if (mail->letter.kind == COP_LETTER_FAILED)
        fail_with(crew, mail->from, mail->words);
    else if (mail->letter.kind == COP_LETTER_STOPPED)
        take_stopped(crew, mail->from);
}

/* A follower's command does not end while we have jobs, unless it failed. */
static void look_for_lost(struct crew *crew)
{
    const struct cop_ranks *ranks = crew->jobs->ranks;

    for (int rank = 1; rank < ranks->wire->size && !crew->has_failed; rank++) {
        const struct cop_partner *partner = &ranks->partners[rank];

        if (partner->has_left && partner->status != 0)
            fail_with(crew, rank, partner->why.message);
        else if (partner->has_left)
            fail_because(crew, rank, " has less to do than rank 0; start all ranks alike");
    }
}

static int all_threads(const struct crew *crew)
{
    int sum = crew->jobs->threads;

    for (int rank = 1; rank < cop_ranks_count(crew->jobs->ranks); rank++)
        sum += crew->hands[rank].threads;
    return sum;
}

static void give_jobs(struct crew *crew)
{
    int plenty = 4 * all_threads(crew);

    for (int rank = 1; rank < cop_ranks_count(crew->jobs->ranks); rank++) {
        struct crew_hand *hand = &crew->hands[rank];

        while (!atomic_load(&crew->halt) && cop_crew_has_more(crew) &&
               hand->given < hand->threads * (crew->jobs->count - crew->next > plenty ? 3 : 1)) {
            post(crew, rank, COP_LETTER_JOB, crew->next++, NULL);
            hand->given++;
        }
    }
}

static bool is_over(struct crew *crew)
{
    if (crew->workers > 0)
        return false;
    if (atomic_load(&crew->halt))
        return true;
    for (int rank = 1; rank < cop_ranks_count(crew->jobs->ranks); rank++)
        if (crew->hands[rank].given > 0)
            return false;
    return !cop_crew_has_more(crew);
}

void cop_crew_lead(struct crew *crew)
{
    const struct cop_jobs *jobs = crew->jobs;
    void *worker = cop_allocate(jobs->worker_size + 1);
    long length = SHORTEST_REST;
    bool is_good;

    while (!is_over(crew)) {
        struct cop_mail mail;
        bool has_mail = false;

        while (cop_ranks_receive(jobs->ranks, &mail)) {
            read_mail(crew, worker, &mail);
            free(mail.bytes);
            has_mail = true;
        }
        look_for_lost(crew);
        give_jobs(crew);
        if (!is_over(crew))
            rest(crew, has_mail, &length);
    }
    is_good = !crew->has_failed && !(jobs->stop && atomic_load(jobs->stop));
    for (int rank = 1; rank < cop_ranks_count(jobs->ranks); rank++)
        if (crew->hands[rank].threads > 0)
            post(crew, rank, COP_LETTER_END, is_good, NULL);
    if (jobs->close)
        jobs->close(jobs->context, worker);
    free(worker);
}

/* -- followers -- */

int cop_crew_wait_for_order(struct crew *crew)
{
    struct crew_orders *orders = crew->orders;
    int job;

    while (orders->count == 0 && !orders->are_over && !atomic_load(&crew->halt))
        pthread_cond_wait(&orders->came, &crew->lock);
    if (orders->are_over || atomic_load(&crew->halt))
        return -1;
    job = orders->jobs[0];
    memmove(orders->jobs, orders->jobs + 1, (size_t)--orders->count * sizeof *orders->jobs);
    return job;
}

void cop_crew_send_in(struct crew *crew, void *worker, int job)
{
    const struct cop_jobs *jobs = crew->jobs;
    struct crew_orders *orders = crew->orders;
    struct found found = {job, COP_TEXT};

    jobs->write(jobs->context, worker, &found.bytes);
    orders->found =
        cop_reallocate(orders->found, (size_t)(orders->found_count + 1) * sizeof *orders->found);
    orders->found[orders->found_count++] = found;
    pthread_cond_signal(&crew->news);
}

static void send_found(struct crew *crew)
{
    struct crew_orders *orders = crew->orders;

    for (int i = 0; i < orders->found_count; i++) {
        post(crew, 0, COP_LETTER_DONE, orders->found[i].job, &orders->found[i].bytes);
        cop_text_free(&orders->found[i].bytes);
    }
    orders->found_count = 0;
}

static void add_order(struct crew_orders *orders, int job)
{
    orders->jobs = cop_reallocate(orders->jobs, (size_t)(orders->count + 1) * sizeof *orders->jobs);
    orders->jobs[orders->count++] = job;
    pthread_cond_signal(&orders->came);
}

static void obey(struct crew *crew, const struct cop_letter *letter)
{
    struct cop_ranks *ranks = crew->jobs->ranks;

    if (letter->run != ranks->run)
        return;
    if (letter->kind == COP_LETTER_JOB)
        add_order(crew->orders, letter->number);
    if (letter->kind == COP_LETTER_END) {
        crew->orders->are_over = true;
        ranks->has_failed_jobs = !letter->number;
    }
}

/* The leader hears once why nothing more comes from here. */
static void tell_troubles(struct crew *crew)
{
    struct crew_orders *orders = crew->orders;
    struct cop_text words = COP_TEXT;

    if (orders->has_told || !atomic_load(&crew->halt))
        return;
    orders->has_told = true;
    pthread_cond_broadcast(&orders->came);
    if (crew->has_failed)
        cop_text_add(&words, "%s", crew->error ? crew->error->message : "a job has failed");
    post(crew, 0, crew->has_failed ? COP_LETTER_FAILED : COP_LETTER_STOPPED, 0, &words);
    cop_text_free(&words);
}

static void say_here(struct crew *crew)
{
    struct cop_text words = COP_TEXT;

    cop_ranks_host(&words);
    write_identity(crew, &words);
    post(crew, 0, COP_LETTER_HERE, crew->workers, &words);
    cop_text_free(&words);
}

void cop_crew_follow(struct crew *crew)
{
    struct crew_orders *orders = crew->orders;
    struct cop_ranks *ranks = crew->jobs->ranks;
    long length = SHORTEST_REST;
    struct cop_error error;

    say_here(crew);
    while (!orders->are_over) {
        struct cop_mail mail;
        bool has_mail = false;

        while (cop_ranks_receive(ranks, &mail)) {
            obey(crew, &mail.letter);
            free(mail.bytes);
            has_mail = true;
        }
        if (!orders->are_over && ranks->is_dismissed)
            orders->are_over = ranks->has_failed_jobs = true;
        send_found(crew);
        tell_troubles(crew);
        if (!orders->are_over)
            rest(crew, has_mail, &length);
    }
    atomic_store(&crew->halt, true);
    pthread_cond_broadcast(&orders->came);
    if (ranks->has_failed_jobs) {
        cop_fail(&error, "rank 0 has ended the command");
        cop_crew_fail(crew, &error);
    }
}
