/* work.c - searches, solvers and contests in threads of their own.
 *
 * Python waits in short turns, so that an interrupt from the keyboard is heard, and takes what
 * there is to tell when it comes to it: of several reports the newest. The thread and Python share
 * what is guarded by the lock; all else is the thread's until it is over. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "coppice/coppice.h"
#include "shim.h"
#include "support.h"

struct shim_work {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t has_news;
    atomic_bool stop;
    bool (*carry_out)(struct shim_work *work, struct cop_error *error);

    const struct cop_game *game;
    const void *state;
    struct cop_limits limits;
    double period;
    struct shim_agent *owner; /* of the agent of a search */
    struct cop_agent *agent;
    enum cop_stake stake;       /* of a solver */
    struct cop_contest contest; /* of a contest; its texts and limits are copies */

    /* Under the lock. */
    bool is_over, has_failed, is_new;
    struct cop_error error;
    struct shim_report *report;
    struct shim_solution solution;
    int done, total;

    /* What a contest leaves. */
    char *json;
    struct shim_game_result *games;
    int game_count, game_room;
};

/* ---- The thread's side ---- */

static void tell(struct shim_work *work)
{
    work->is_new = true;
    pthread_cond_broadcast(&work->has_news);
    pthread_mutex_unlock(&work->lock);
}

static void *carry_out(void *context)
{
    struct shim_work *work = context;
    struct cop_error error = {""};
    bool is_good = work->carry_out(work, &error);

    pthread_mutex_lock(&work->lock);
    work->is_over = true;
    work->has_failed = !is_good;
    work->error = error;
    tell(work);
    return NULL;
}

static void tell_report(void *context, const struct cop_report *report)
{
    struct shim_work *work = context;
    struct shim_report *copy = shim_report_copy(work->game, report);

    pthread_mutex_lock(&work->lock);
    shim_report_free(work->report);
    work->report = copy;
    tell(work);
}

static bool think(struct shim_work *work, struct cop_error *error)
{
    struct cop_watch watch = {.stop = &work->stop, .context = work};
    struct cop_report *report = shim_allocate(sizeof *report);
    bool is_good;

    if (work->period > 0) {
        watch.period = work->period;
        watch.progress = tell_report;
    }
    is_good = cop_agent_think(work->agent, work->state, &work->limits, &watch, report, error);
    if (is_good)
        tell_report(work, report);
    free(report);
    return is_good;
}

static void tell_solution(void *context, const struct cop_solution *solution)
{
    struct shim_work *work = context;

    pthread_mutex_lock(&work->lock);
    work->solution = (struct shim_solution){
        .lower = solution->lower,
        .upper = solution->upper,
        .seconds = solution->seconds,
        .best = solution->best,
        .positions = solution->positions,
        .memory_is_full = solution->memory_is_full,
    };
    tell(work);
}

static bool solve(struct shim_work *work, struct cop_error *error)
{
    struct cop_solution solution = {0};
    struct cop_solve_limits limits = {
        .time = work->limits.time,
        .processor = work->limits.processor,
        .positions = work->limits.nodes,
        .memory = work->limits.means.memory,
        .threads = work->limits.means.threads,
        .stop = &work->stop,
        .period = work->period,
        .progress = work->period > 0 ? tell_solution : NULL,
        .context = work,
    };

    if (!cop_solve(work->game, work->state, work->stake, &limits, &solution, error))
        return false;
    tell_solution(work, &solution);
    return true;
}

static void tell_count(void *context, int done, int total)
{
    struct shim_work *work = context;

    pthread_mutex_lock(&work->lock);
    work->done = done;
    work->total = total;
    tell(work);
}

static void keep_game(void *context, const struct cop_contest_game *game)
{
    struct shim_work *work = context;
    struct shim_game_result *result;

    if (work->game_count == work->game_room) {
        work->game_room = work->game_room * 2 + 16;
        work->games = realloc(work->games, (size_t)work->game_room * sizeof *work->games);
        if (work->games == NULL)
            abort();
    }
    result = &work->games[work->game_count++];
    *result = (struct shim_game_result){
        .meeting = game->meeting,
        .number = game->number,
        .plies = game->plies,
        .loser = game->loser,
        .sgf = shim_copy(game->sgf),
        .ending = shim_copy(game->ending),
        .reason = shim_copy(game->reason),
    };
    memcpy(result->agents, game->agents, sizeof result->agents);
    memcpy(result->payoffs, game->payoffs, sizeof result->payoffs);
    memcpy(result->scores, game->scores, sizeof result->scores);
}

static bool contest(struct shim_work *work, struct cop_error *error)
{
    struct cop_contest_watch watch = {
        .stop = &work->stop, .played = tell_count, .game = keep_game, .context = work};
    struct cop_text json = COP_TEXT;
    bool is_good = cop_contest_play(&work->contest, &watch, &json, error);

    work->json = shim_keep(&json);
    return is_good;
}

/* ---- Beginning ---- */

static void free_contest(struct cop_contest *contest)
{
    for (int i = 0; i < contest->agent_count; i++)
        free((char *)contest->agents[i]);
    free((void *)contest->agents);
    free((void *)contest->limits);
    free((char *)contest->results);
}

static void free_work(struct shim_work *work)
{
    for (int i = 0; i < work->game_count; i++) {
        free(work->games[i].sgf);
        free(work->games[i].ending);
        free(work->games[i].reason);
    }
    free(work->games);
    free(work->json);
    free_contest(&work->contest);
    shim_report_free(work->report);
    pthread_cond_destroy(&work->has_news);
    pthread_mutex_destroy(&work->lock);
    free(work);
}

/* Its memory, and the agent. */
static void give_back(struct shim_work *work)
{
    if (work->owner != NULL)
        shim_agent_give_back(work->owner);
    free_work(work);
}

static struct shim_work *new_work(const struct cop_game *game)
{
    struct shim_work *work = shim_allocate(sizeof *work);
    pthread_condattr_t attributes;

    work->game = game;
    atomic_init(&work->stop, false);
    pthread_mutex_init(&work->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&work->has_news, &attributes);
    pthread_condattr_destroy(&attributes);
    return work;
}

static bool begin(struct shim_place *place, struct shim_work *work, char *message)
{
    int reason = pthread_create(&work->thread, NULL, carry_out, work);

    if (reason == 0) {
        *place = (struct shim_place){.work = work, .process = (int)getpid()};
        return true;
    }
    give_back(work);
    return cop_fail((struct cop_error *)message, "no thread could be started: %s",
                    strerror(reason));
}

bool shim_think(struct shim_place *place, const struct cop_game *game, struct shim_agent *agent,
                const void *state, const struct shim_limits *limits, double period, char *message)
{
    struct cop_agent *own = shim_agent_take(agent, message);
    struct shim_work *work;

    if (own == NULL)
        return false;
    work = new_work(game);
    work->carry_out = think;
    work->owner = agent;
    work->agent = own;
    work->state = state;
    work->limits = shim_limits_of(limits);
    work->period = period;
    return begin(place, work, message);
}

bool shim_solve(struct shim_place *place, const struct cop_game *game, const void *state,
                bool of_score, const struct shim_limits *limits, double period, char *message)
{
    struct shim_work *work = new_work(game);

    work->carry_out = solve;
    work->state = state;
    work->stake = of_score ? COP_STAKE_SCORE : COP_STAKE_PAYOFF;
    work->limits = shim_limits_of(limits);
    work->period = period;
    return begin(place, work, message);
}

bool shim_contest(struct shim_place *place, const struct cop_game *game, int agent_count,
                  const char *const *agents, const struct shim_limits *limits, int games,
                  int opening_plies, int threads, uint64_t seed, double elo0, double elo1,
                  const char *results, char *message)
{
    struct shim_work *work = new_work(game);
    const char **specs = shim_allocate((size_t)agent_count * sizeof *specs);
    struct cop_limits *own = shim_allocate((size_t)agent_count * sizeof *own);

    for (int i = 0; i < agent_count; i++) {
        specs[i] = shim_copy(agents[i]);
        own[i] = shim_limits_of(&limits[i]);
    }
    work->carry_out = contest;
    work->contest = (struct cop_contest){
        .game = game,
        .agent_count = agent_count,
        .agents = specs,
        .limits = own,
        .games = games,
        .opening_plies = opening_plies,
        .threads = threads,
        .seed = seed,
        .elo0 = elo0,
        .elo1 = elo1,
        .results = results != NULL ? shim_copy(results) : NULL,
    };
    return begin(place, work, message);
}

/* ---- Python's side ---- */

static struct timespec later(double seconds)
{
    struct timespec when;
    long nanoseconds;

    clock_gettime(CLOCK_MONOTONIC, &when);
    nanoseconds = when.tv_nsec + (long)((seconds - (double)(long)seconds) * 1e9);
    when.tv_sec += (long)seconds + nanoseconds / 1000000000;
    when.tv_nsec = nanoseconds % 1000000000;
    return when;
}

enum shim_news shim_work_wait(struct shim_work *work, double seconds)
{
    struct timespec until = later(seconds);
    enum shim_news news = SHIM_NOTHING_NEW;
    int reason = 0;

    pthread_mutex_lock(&work->lock);
    while (!work->is_new && !work->is_over && reason != ETIMEDOUT)
        reason = pthread_cond_timedwait(&work->has_news, &work->lock, &until);
    if (work->is_over)
        news = SHIM_OVER;
    else if (work->is_new)
        news = SHIM_NEWS;
    work->is_new = false;
    pthread_mutex_unlock(&work->lock);
    return news;
}

void shim_work_stop(struct shim_work *work)
{
    atomic_store(&work->stop, true);
}

struct shim_report *shim_work_report(struct shim_work *work)
{
    struct shim_report *report;

    pthread_mutex_lock(&work->lock);
    report = work->report;
    work->report = NULL;
    pthread_mutex_unlock(&work->lock);
    return report;
}

struct shim_solution shim_work_solution(struct shim_work *work)
{
    struct shim_solution solution;

    pthread_mutex_lock(&work->lock);
    solution = work->solution;
    pthread_mutex_unlock(&work->lock);
    return solution;
}

void shim_work_count(struct shim_work *work, int *done, int *total)
{
    pthread_mutex_lock(&work->lock);
    *done = work->done;
    *total = work->total;
    pthread_mutex_unlock(&work->lock);
}

bool shim_work_failed(struct shim_work *work, char *message)
{
    bool has_failed;

    pthread_mutex_lock(&work->lock);
    has_failed = work->has_failed;
    memcpy(message, work->error.message, SHIM_MESSAGE);
    pthread_mutex_unlock(&work->lock);
    return has_failed;
}

const char *shim_work_json(struct shim_work *work)
{
    return work->json;
}

const struct shim_game_result *shim_work_games(struct shim_work *work, int *count)
{
    *count = work->game_count;
    return work->games;
}

/* ---- The end ---- */

/* The only ones who meet here are a thread that closes its work and the program that ends, so that
 * a wait is rare and need not be short. */
static bool hold(struct shim_place *place)
{
    const struct timespec while_somebody_else_has_it = {.tv_nsec = 1000000};

    if (place->process != (int)getpid())
        return false;
    while (__atomic_exchange_n(&place->is_held, true, __ATOMIC_ACQUIRE))
        nanosleep(&while_somebody_else_has_it, NULL);
    return true;
}

static void let_go(struct shim_place *place)
{
    __atomic_store_n(&place->is_held, false, __ATOMIC_RELEASE);
}

static void close_work(struct shim_work *work)
{
    shim_work_stop(work);
    pthread_join(work->thread, NULL);
    give_back(work);
}

void shim_work_close(struct shim_place *place)
{
    if (!hold(place))
        return;
    if (place->work != NULL)
        close_work(place->work);
    place->work = NULL;
    let_go(place);
}

void shim_work_end(struct shim_place *place)
{
    struct shim_work *work;

    if (!hold(place))
        return;
    work = place->work;
    if (work != NULL) {
        shim_work_stop(work);
        pthread_mutex_lock(&work->lock);
        while (!work->is_over)
            pthread_cond_wait(&work->has_news, &work->lock);
        pthread_cond_broadcast(&work->has_news);
        pthread_mutex_unlock(&work->lock);
    }
    let_go(place);
}
