/* parallel.c - the workers of a search: one, or several in one of three ways.
 *
 * tree: all workers share one tree. root: each has a tree of its own, and the root moves' counts
 * are added at the end. leaf: one worker descends, and the whole team plays out from its leaf.
 *
 * There are as many workers as were asked for, and no more threads than processors: a thread lets
 * the workers that are its own simulate in turn. So eight trees are eight trees on any machine. */
#include <sched.h>

#include "search/mcts/search.h"

enum { BATCH = 8, SPINS_BEFORE_YIELD = 2000 };

/* A team waits, spinning, for the next leaf: a playout lasts microseconds, a sleep would cost more.
 */
struct team {
    const void *state;
    int depth;          /* of it, in plies from the root */
    atomic_uint round;  /* goes up when there is a leaf to play out */
    atomic_int pending; /* threads still playing */
    atomic_bool done;
};

/* A simulation is charged one node even if it adds none, or a tree that cannot grow would never
 * reach its limit; a tenth of one where the nodes that were made are to be counted. */
static int64_t nodes_charged(const struct mcts *mcts, int64_t sims)
{
    return mcts->config.completes ? sims / 10 : sims;
}

static bool nodes_are_used_up(const struct mcts *mcts)
{
    return mcts->node_limit > 0 &&
           (nodes_made(mcts) >= mcts->node_limit ||
            nodes_charged(mcts, sims_done(mcts) - mcts->sims_before) >= mcts->node_limit);
}

/* ---- Each tree its share ---- */

/* Trees of their own under a limit that counts have equal shares of it, so that what all of them
 * find does not depend on which thread was quicker. */
static bool has_shares(const struct mcts *mcts)
{
    return mcts->tree_count > 1;
}

static int64_t share_of(int64_t limit, int64_t number, int64_t count)
{
    return limit / count + (number < limit % count);
}

static void share_out(struct mcts *mcts)
{
    for (int i = 0; i < mcts->worker_count; i++) {
        struct worker *worker = &mcts->workers[i];
        int64_t sims = mcts->run.terms.tickets, nodes = mcts->node_limit;

        worker->quota = sims > 0 ? share_of(sims, i, mcts->worker_count) : INT64_MAX;
        worker->node_quota = nodes > 0 ? share_of(nodes, i, mcts->worker_count) : INT64_MAX;
    }
}

static bool has_done_its_share(const struct worker *worker)
{
    return has_shares(worker->mcts) &&
           (worker->sims >= worker->quota || tree_nodes(worker->tree) >= worker->node_quota ||
            nodes_charged(worker->mcts, worker->sims - worker->sims_before) >= worker->node_quota);
}

/* ---- Simulations ---- */

/* One simulation. A limit of nodes is looked at after each, so that a thread goes beyond it by one
 * expansion at most. */
static bool run_one(struct mcts *mcts, struct worker *worker)
{
    bool is_done = mcts->game->is_hidden ? simulate_hidden(worker) : simulate(worker);

    if (!is_done) {
        cop_run_finish(&mcts->run, COP_RUN_KNOWN);
        return false;
    }
    atomic_store_explicit(&worker->sims, worker->sims + worker->weight, memory_order_relaxed);
    if (!has_shares(mcts) && nodes_are_used_up(mcts))
        cop_run_finish(&mcts->run, COP_RUN_LIMIT);
    return true;
}

/* What can only be seen of many simulations is looked at every so many, so that it does not depend
 * on the clock. */
static bool run_batch(struct mcts *mcts, struct worker *worker, struct cop_pace *pace)
{
    for (int i = 0; i < BATCH && !has_done_its_share(worker); i++)
        if (!cop_run_step(&mcts->run, pace) || !run_one(mcts, worker))
            return false;
    if (mcts->config.unreachable != UNREACHABLE_OFF && leader_is_out_of_reach(mcts, pace))
        cop_run_finish(&mcts->run, COP_RUN_KNOWN);
    return true;
}

/* The next of a thread's workers that has something to do; -1 if none has. */
static int next_worker(const struct mcts *mcts, int number, int last)
{
    int next = last;

    do {
        next += mcts->threads;
        if (next >= mcts->worker_count)
            next = number;
        if (!has_done_its_share(&mcts->workers[next]))
            return next;
    } while (next != last);
    return -1;
}

/* A thread lets its workers simulate in turn. */
static void work(void *context, int number)
{
    struct mcts *mcts = context;
    struct cop_pace pace;
    int next = number;

    cop_pace_begin(&pace, number == 0, mcts->workers[number].weight);
    while (next >= 0 && run_batch(mcts, &mcts->workers[next], &pace))
        next = next_worker(mcts, number, next);
    for (int i = number; i < mcts->worker_count; i += mcts->threads)
        if (mcts->workers[i].is_shared)
            settle_postponed(&mcts->workers[i]);
}

static void wait_a_little(int *spins)
{
    if (++*spins > SPINS_BEFORE_YIELD)
        sched_yield();
}

/* Thread `number` of the team plays out for the members that are its own. */
static void play_share(struct mcts *mcts, int number, const void *state, int depth)
{
    for (int i = number; i < mcts->worker_count; i += mcts->threads)
        play_out_alone(&mcts->workers[i], state, depth);
}

static void help(struct mcts *mcts, int number)
{
    struct team *team = mcts->team;
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
        play_share(mcts, number, team->state, team->depth);
        atomic_fetch_sub_explicit(&team->pending, 1, memory_order_release);
    }
}

void team_play_out(struct worker *worker, const void *state, int depth)
{
    struct mcts *mcts = worker->mcts;
    struct team *team = mcts->team;
    int spins = 0;

    team->state = state;
    team->depth = depth;
    atomic_store_explicit(&team->pending, mcts->threads - 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&team->round, 1, memory_order_release);
    play_share(mcts, 0, state, depth);
    while (atomic_load_explicit(&team->pending, memory_order_acquire) > 0)
        wait_a_little(&spins);
    for (int i = 1; i < mcts->worker_count; i++) {
        for (int player = 0; player < mcts->game->players; player++)
            worker->gained[player] += mcts->workers[i].gained[player];
    }
}

/* One member descends, the others wait for leaves. */
static void lead_or_help(void *context, int number)
{
    struct mcts *mcts = context;
    struct team *team = mcts->team;
    struct cop_pace pace;

    if (number > 0) {
        help(mcts, number);
        return;
    }
    cop_pace_begin(&pace, true, mcts->workers[0].weight);
    while (run_batch(mcts, &mcts->workers[0], &pace))
        continue;
    atomic_store_explicit(&team->done, true, memory_order_release);
}

/* The shares count instead of the run's tickets, of which threads take several at once. */
static bool run_shares(struct mcts *mcts, struct cop_error *error)
{
    int64_t tickets = mcts->run.terms.tickets;
    bool done;

    share_out(mcts);
    mcts->run.terms.tickets = 0;
    done = cop_run_threads(&mcts->run, mcts->threads, work, mcts, error);
    mcts->run.terms.tickets = tickets;
    return done;
}

bool run_workers(struct mcts *mcts, struct cop_error *error)
{
    struct team team = {.state = NULL};
    bool done;

    if (has_shares(mcts))
        return run_shares(mcts, error);
    if (mcts->worker_count == 1 || mcts->config.parallel != PARALLEL_LEAF)
        return cop_run_threads(&mcts->run, mcts->threads, work, mcts, error);
    mcts->team = &team;
    mcts->workers[0].weight = mcts->worker_count;
    done = cop_run_threads(&mcts->run, mcts->threads, lead_or_help, mcts, error);
    mcts->team = NULL;
    return done;
}
