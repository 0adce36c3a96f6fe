/* match.c - running a plan: worker threads take the missing games one by one.
 *
 * Each worker has agents of its own. All that workers share is in `struct run`, behind one lock,
 * except `halt`, which searches poll. The thread that called cop_match_run only waits; it looks at
 * the caller's stop flag a few times a second and passes it on. */
#include "match/match.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/allocate.h"
#include "match/play.h"
#include "match/schedule.h"
#include "match/tally.h"

enum { POLL_NANOSECONDS = 20 * 1000 * 1000, THREADS_MAX = 1024 };

/* What is known of a game: nothing, or how it ended for the first agent. */
enum progress { MISSING, LOST, DRAWN, WON, PLAYED };

struct run {
    const struct cop_match_plan *plan;
    const struct cop_match_watch *watch;
    struct cop_store *store;
    struct cop_error *error;
    int64_t match;
    int total;
    atomic_bool halt;

    pthread_mutex_t lock;
    pthread_cond_t ended;    /* a worker has ended */
    unsigned char *progress; /* of game fixture * plan->games + number */
    int done, next, workers;
    bool failed;
    struct cop_sprt sprt;
};

/* The agents that a worker has open. They stay open while they are needed, so that both games of a
 * pair use the same ones. */
struct worker {
    struct run *run;
    struct cop_agent *agents[COP_PLAYERS_MAX];
    int which[COP_PLAYERS_MAX]; /* the plan's number of each */
};

static bool has_sprt(const struct cop_match_plan *plan)
{
    return plan->elo0 != plan->elo1;
}

bool cop_match_check(const struct cop_match_plan *plan, struct cop_error *error)
{
    int players = plan->game->players;

    if (plan->agent_count < (players > 1 ? 2 : 1))
        return cop_fail(error, "a match of %s needs at least %s", plan->game->name,
                        players > 1 ? "two agents" : "one agent");
    if (plan->games < 1 || (int64_t)plan->games * cop_match_fixture_count(plan) > INT32_MAX / 2)
        return cop_fail(error, "a match has 1 to %d games in all, not %d in each of %d fixtures",
                        INT32_MAX / 2, plan->games, cop_match_fixture_count(plan));
    if (plan->threads < 1 || plan->threads > THREADS_MAX)
        return cop_fail(error, "a match is played by 1 to %d threads, not %d", (int)THREADS_MAX,
                        plan->threads);
    if (plan->opening_plies < 0)
        return cop_fail(error, "an opening has 0 or more plies, not %d", plan->opening_plies);
    if (has_sprt(plan) && (plan->agent_count != 2 || players != 2))
        return cop_fail(error, "a sequential test needs two agents and a game of two players");
    if (has_sprt(plan) && !(plan->elo0 < plan->elo1))
        return cop_fail(error, "a sequential test needs elo0 < elo1, not %g and %g", plan->elo0,
                        plan->elo1);
    return true;
}

/* Ends the run; the first reason given is kept. Called with the lock held. */
static void fail(struct run *run, const struct cop_error *error)
{
    if (!run->failed && run->error != NULL)
        *run->error = *error;
    run->failed = true;
    atomic_store(&run->halt, true);
}

/* The test looks at games in the order of their numbers, so that it ends at the same game whatever
 * the number of threads. */
static void test(struct run *run)
{
    if (!has_sprt(run->plan))
        return;
    while (run->sprt.verdict == COP_GO_ON && run->sprt.games < run->plan->games &&
           run->progress[run->sprt.games] != MISSING)
        cop_sprt_add(&run->sprt, run->plan,
                     (enum cop_result)(run->progress[run->sprt.games] - LOST + COP_LOSS));
    if (run->sprt.verdict != COP_GO_ON)
        atomic_store(&run->halt, true);
}

static void mark(struct run *run, const struct cop_game_result *result)
{
    enum progress progress = PLAYED;

    if (has_sprt(run->plan))
        progress = (enum progress)(LOST + (cop_sprt_outcome(result) - COP_LOSS));
    run->progress[(size_t)result->fixture * (size_t)run->plan->games + (size_t)result->number] =
        (unsigned char)progress;
    run->done++;
}

/* A file changed by hand may hold anything. */
static void mark_stored(void *context, const struct cop_game_result *result)
{
    struct run *run = context;

    if (result->number >= 0 && result->fixture < cop_match_fixture_count(run->plan))
        mark(run, result);
}

/* The next game that nobody has played or taken; false if there is none. */
static bool take(struct run *run, int *fixture, int *number)
{
    bool found = false;

    pthread_mutex_lock(&run->lock);
    while (!found && run->next < run->total && !atomic_load(&run->halt)) {
        cop_schedule_game(run->plan, run->next++, fixture, number);
        found =
            run->progress[(size_t)*fixture * (size_t)run->plan->games + (size_t)*number] == MISSING;
    }
    pthread_mutex_unlock(&run->lock);
    return found;
}

static void hand_in(struct run *run, const struct cop_game_result *result)
{
    struct cop_error error;

    pthread_mutex_lock(&run->lock);
    if (!cop_store_add_game(run->store, run->match, result, &error)) {
        fail(run, &error);
    } else {
        mark(run, result);
        if (run->watch != NULL && run->watch->report != NULL)
            run->watch->report(run->watch->context, result, run->done, run->total);
        test(run);
    }
    pthread_mutex_unlock(&run->lock);
}

static void close_agents(struct worker *worker)
{
    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        cop_agent_close(worker->agents[i]);
}

/* Puts an open agent of the right kind at each seat: first those that are open already. */
static bool seat_agents(struct worker *worker, const int *wanted, struct cop_play *play,
                        struct cop_error *error)
{
    const struct cop_match_plan *plan = worker->run->plan;
    int seats = plan->game->players;
    bool is_taken[COP_PLAYERS_MAX] = {false};

    for (int seat = 0; seat < seats; seat++)
        for (int i = 0; i < seats && play->agents[seat] == NULL; i++)
            if (worker->agents[i] != NULL && !is_taken[i] && worker->which[i] == wanted[seat]) {
                play->agents[seat] = worker->agents[i];
                is_taken[i] = true;
            }
    for (int seat = 0, i = 0; seat < seats; seat++) {
        const struct cop_limits *limits = &plan->limits[wanted[seat]];

        play->limits[seat] = limits;
        if (play->agents[seat] != NULL)
            continue;
        while (is_taken[i])
            i++;
        cop_agent_close(worker->agents[i]);
        worker->agents[i] =
            cop_agent_open(plan->game, plan->agents[wanted[seat]], &limits->means, error);
        if (worker->agents[i] == NULL)
            return false;
        worker->which[i] = wanted[seat];
        is_taken[i] = true;
        play->agents[seat] = worker->agents[i];
    }
    return true;
}

static enum cop_play_end play_one(struct worker *worker, int fixture, int number,
                                  struct cop_game_result *result, struct cop_text *sgf,
                                  struct cop_error *error)
{
    const struct cop_match_plan *plan = worker->run->plan;
    int seating[COP_PLAYERS_MAX];
    struct cop_play play = {
        .game = plan->game,
        .opening_plies = plan->opening_plies,
        .opening_seed = cop_schedule_opening_seed(plan, fixture, number),
        .game_seed = cop_schedule_game_seed(plan, fixture, number),
        .stop = &worker->run->halt,
    };
    enum cop_play_end end;

    cop_match_seating(plan, fixture, number, seating);
    if (!seat_agents(worker, seating, &play, error))
        return COP_PLAY_FAILED;
    end = cop_play(&play, result, sgf, error);
    result->fixture = fixture;
    result->number = number;
    for (int seat = 0; seat < result->seat_count; seat++)
        result->seats[seat].agent = seating[seat];
    return end;
}

static void *work(void *argument)
{
    struct worker worker = {.run = argument};
    struct run *run = argument;
    struct cop_text sgf = COP_TEXT;
    struct cop_error error = {{0}};
    enum cop_play_end end = COP_PLAY_FINISHED;
    int fixture, number;

    while (end == COP_PLAY_FINISHED && take(run, &fixture, &number)) {
        struct cop_game_result result;

        end = play_one(&worker, fixture, number, &result, &sgf, &error);
        if (end == COP_PLAY_FINISHED)
            hand_in(run, &result);
    }
    close_agents(&worker);
    cop_text_free(&sgf);
    pthread_mutex_lock(&run->lock);
    if (end == COP_PLAY_FAILED)
        fail(run, &error);
    run->workers--;
    pthread_cond_signal(&run->ended);
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

/* Until all workers have ended; passes the caller's wish to stop on to them. */
static void wait_for_workers(struct run *run)
{
    const atomic_bool *stop = run->watch != NULL ? run->watch->stop : NULL;

    pthread_mutex_lock(&run->lock);
    while (run->workers > 0) {
        struct timespec until;

        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += POLL_NANOSECONDS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&run->ended, &run->lock, &until);
        if (stop != NULL && atomic_load(stop))
            atomic_store(&run->halt, true);
    }
    pthread_mutex_unlock(&run->lock);
}

static void start_workers(struct run *run, pthread_t *threads, int wanted, int *started)
{
    struct cop_error error;

    for (*started = 0; *started < wanted; ++*started) {
        int refused;

        pthread_mutex_lock(&run->lock);
        refused = pthread_create(&threads[*started], NULL, work, run);
        if (refused == 0) {
            run->workers++;
        } else {
            cop_fail(&error, "cannot start thread %d of %d: %s; ask for fewer", *started + 1,
                     wanted, strerror(refused));
            fail(run, &error);
        }
        pthread_mutex_unlock(&run->lock);
        if (refused != 0)
            return;
    }
}

static void play_missing(struct run *run)
{
    int missing = run->total - run->done;
    int wanted = run->plan->threads < missing ? run->plan->threads : missing;
    pthread_t *threads = cop_allocate((size_t)wanted * sizeof *threads);
    pthread_condattr_t monotonic;
    int started;

    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&run->ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&run->lock, NULL);
    start_workers(run, threads, wanted, &started);
    wait_for_workers(run);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&run->lock);
    pthread_cond_destroy(&run->ended);
    free(threads);
}

/* A mistake in the last agent's spec should not come to light after hours of other fixtures. */
static bool try_agents(const struct cop_match_plan *plan, struct cop_error *error)
{
    for (int i = 0; i < plan->agent_count; i++) {
        if (!cop_agent_check(plan->game, plan->agents[i], &plan->limits[i], NULL, error))
            return false;
    }
    return true;
}

bool cop_match_run(const struct cop_match_plan *plan, struct cop_store *store,
                   const struct cop_match_watch *watch, struct cop_error *error)
{
    struct run run = {.plan = plan, .watch = watch, .store = store, .error = error};
    struct cop_text identity = COP_TEXT;
    bool good;

    if (!cop_match_check(plan, error) || !try_agents(plan, error))
        return false;
    run.total = plan->games * cop_match_fixture_count(plan);
    run.progress = cop_allocate((size_t)run.total);
    cop_match_identity(plan, &identity);
    good = cop_store_match(store, identity.bytes, &run.match, error) &&
           cop_store_each_game(store, run.match, -1, plan->games, mark_stored, &run, error);
    if (good) {
        test(&run);
        if (run.done < run.total && !atomic_load(&run.halt))
            play_missing(&run);
        good = !run.failed;
    }
    cop_text_free(&identity);
    free(run.progress);
    return good;
}
