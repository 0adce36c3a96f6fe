/* parallel.c - the workers of a search: one, or several in one of three ways.
 *
 * tree: all workers share one tree. root: each has a tree of its own, and the root moves' counts
 * are added at the end. leaf: one worker descends, and the whole team plays out from its leaf.
 *
 * Simulations are handed out in small batches of tickets; between batches worker 0 looks at the
 * clock and the caller's wishes, and all look at the stop flag. */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "search/mcts/search.h"

enum { BATCH = 8, SPINS_BEFORE_YIELD = 2000 };

/* A team waits, spinning, for the next leaf: a playout lasts microseconds, a sleep would cost more.
 */
struct team {
    struct worker *helpers;
    int helper_count;
    const void *state;
    atomic_uint round;  /* goes up when there is a leaf to play out */
    atomic_int pending; /* helpers still playing */
    atomic_bool done;
};

void end_early(struct mcts *mcts)
{
    atomic_store_explicit(&mcts->ended_early, true, memory_order_relaxed);
    atomic_store_explicit(&mcts->stop, true, memory_order_relaxed);
}

static int take_tickets(struct mcts *mcts, int64_t weight)
{
    int64_t first, left;

    if (mcts->limits.sims == 0)
        return BATCH;
    first = atomic_fetch_add_explicit(&mcts->tickets, weight * BATCH, memory_order_relaxed);
    left = (mcts->limits.sims - first) / weight;
    return left > BATCH ? BATCH : left > 0 ? (int)left : 0;
}

/* With the most visited move to be played, the runner-up's chance ends when the simulations that
 * are left cannot make up for its arrears (uct-star.md 2.14). */
static bool leader_is_out_of_reach(const struct mcts *mcts)
{
    const struct tree *tree = &mcts->trees[0];
    const struct node *root = tree_root(tree), *children = node_children(tree, root);
    int64_t most = 0, second = 0;
    int64_t left = mcts->limits.sims - atomic_load_explicit(&mcts->tickets, memory_order_relaxed);

    for (uint32_t i = 0; i < root->child_count; i++) {
        int64_t visits = node_visits(&children[i]);

        if (visits > most) {
            second = most;
            most = visits;
        } else if (visits > second) {
            second = visits;
        }
    }
    return most - second > left;
}

static bool limit_is_reached(const struct mcts *mcts)
{
    const struct cop_limits *limits = &mcts->limits;
    const struct cop_watch *watch = mcts->watch;
    int64_t nodes = 0;

    if (watch != NULL && watch->stop != NULL && atomic_load(watch->stop))
        return true;
    if (limits->time > 0 && cop_now() - mcts->began >= limits->time)
        return true;
    for (int i = 0; limits->nodes > 0 && i < mcts->tree_count; i++)
        nodes += atomic_load_explicit(&mcts->trees[i].used, memory_order_relaxed);
    return limits->nodes > 0 && nodes >= limits->nodes;
}

static void show_progress(struct mcts *mcts, double *next)
{
    const struct cop_watch *watch = mcts->watch;
    struct cop_report report;
    double now;

    if (watch == NULL || watch->progress == NULL)
        return;
    now = cop_now();
    if (now < *next)
        return;
    *next = now + watch->period;
    make_report(mcts, &report);
    report.seconds = now - mcts->began;
    watch->progress(watch->context, &report);
}

static void look_around(struct mcts *mcts, double *next_progress)
{
    if (limit_is_reached(mcts))
        atomic_store_explicit(&mcts->stop, true, memory_order_relaxed);
    else if (mcts->config.unreachable && leader_is_out_of_reach(mcts))
        end_early(mcts);
    else
        show_progress(mcts, next_progress);
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct mcts *mcts = worker->mcts;
    bool (*run)(struct worker *) = mcts->game->is_hidden ? simulate_hidden : simulate;
    bool is_first = worker == mcts->workers;
    double next_progress = mcts->watch != NULL ? mcts->began + mcts->watch->period : 0;
    int batch;

    while (!atomic_load_explicit(&mcts->stop, memory_order_relaxed) &&
           (batch = take_tickets(mcts, worker->weight)) > 0) {
        for (int i = 0; i < batch; i++) {
            if (atomic_load_explicit(&mcts->stop, memory_order_relaxed))
                break;
            if (!run(worker)) {
                end_early(mcts);
                break;
            }
            atomic_store_explicit(&worker->sims, worker->sims + worker->weight,
                                  memory_order_relaxed);
        }
        if (is_first)
            look_around(mcts, &next_progress);
    }
    if (worker->is_shared)
        settle_postponed(worker);
    return NULL;
}

static void wait_a_little(int *spins)
{
    if (++*spins > SPINS_BEFORE_YIELD)
        sched_yield();
}

static void team_member_plays(struct worker *member, const void *state)
{
    struct team *team = member->team;

    member->team = NULL; /* this worker's own playout, not the team's */
    play_out(member, state);
    member->team = team;
}

static void *help(void *argument)
{
    struct worker *helper = argument;
    struct team *team = helper->team;
    unsigned seen = 0;
    int spins = 0;

    while (!atomic_load_explicit(&team->done, memory_order_acquire)) {
        unsigned round = atomic_load_explicit(&team->round, memory_order_acquire);

        if (round == seen) {
            wait_a_little(&spins);
            continue;
        }
        seen = round;
        spins = 0;
        team_member_plays(helper, team->state);
        atomic_fetch_sub_explicit(&team->pending, 1, memory_order_release);
    }
    return NULL;
}

void team_play_out(struct worker *worker, const void *state)
{
    struct team *team = worker->team;
    int spins = 0;

    team->state = state;
    atomic_store_explicit(&team->pending, team->helper_count, memory_order_relaxed);
    atomic_fetch_add_explicit(&team->round, 1, memory_order_release);
    team_member_plays(worker, state);
    while (atomic_load_explicit(&team->pending, memory_order_acquire) > 0)
        wait_a_little(&spins);
    for (int i = 0; i < team->helper_count; i++) {
        for (int player = 0; player < worker->mcts->game->players; player++)
            worker->gained[player] += team->helpers[i].gained[player];
    }
}

/* Starts threads for workers 1 .. threads - 1, lets this thread be worker 0, and waits for all. */
static bool run_together(struct mcts *mcts, void *(*others)(void *), struct team *team,
                         struct cop_error *error)
{
    pthread_t *threads = calloc((size_t)mcts->threads, sizeof *threads);
    int started = 1;
    bool failed = threads == NULL;

    while (!failed && started < mcts->threads) {
        if (pthread_create(&threads[started], NULL, others, &mcts->workers[started]) != 0)
            failed = true;
        else
            started++;
    }
    if (failed)
        atomic_store(&mcts->stop, true);
    else
        work(&mcts->workers[0]);
    if (team != NULL)
        atomic_store_explicit(&team->done, true, memory_order_release);
    for (int i = 1; i < started && threads != NULL; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    if (failed)
        return cop_fail(error, "the system does not allow %d threads; use fewer", mcts->threads);
    return true;
}

bool run_workers(struct mcts *mcts, struct cop_error *error)
{
    struct team team = {.helpers = mcts->workers + 1, .helper_count = mcts->threads - 1};
    bool done;

    if (mcts->threads == 1) {
        work(&mcts->workers[0]);
        return true;
    }
    if (mcts->config.parallel != PARALLEL_LEAF)
        return run_together(mcts, work, NULL, error);
    for (int i = 0; i < mcts->threads; i++)
        mcts->workers[i].team = &team;
    mcts->workers[0].weight = (uint32_t)mcts->threads;
    done = run_together(mcts, help, &team, error);
    for (int i = 0; i < mcts->threads; i++)
        mcts->workers[i].team = NULL;
    return done;
}
