/* length.c - how long a search is: less than its limit where the answer cannot change any more,
 * more where it still changes.
 *
 * A search goes beyond its limit by tenths of it, whatever the limit counts. With one thread what
 * is found does not depend on the pieces: a search of 900 simulations that goes on by 100 is a
 * search of 1000. */
#include <math.h>

#include "search/mcts/search.h"

enum { ROBUST_TENTHS = 5 };

/* Before this part of its time is over, nobody can say how fast a search is. */
static const double speed_share = 0.05;

/* A tenth of a number that is limited, and half of a unit at most more. */
static int64_t tenth(int64_t limit)
{
    return (limit + 4) / 5 / 2;
}

/* ---- Less: the leader is out of reach ---- */

/* By the speed so far; COP_RUN_UNKNOWN without a limit of time, or too early to say. */
static int64_t sims_left_by_clock(const struct mcts *mcts, const struct cop_pace *pace,
                                  int64_t done)
{
    double limit = mcts->run.terms.seconds, passed;

    if (limit <= 0)
        return COP_RUN_UNKNOWN;
    limit += mcts->later_seconds;
    passed = cop_run_used(&mcts->run, pace);
    if (passed < speed_share * limit)
        return COP_RUN_UNKNOWN;
    return passed < limit ? (int64_t)ceil((double)done / passed * (limit - passed)) : 0;
}

static int64_t sims_left(const struct mcts *mcts, const struct cop_pace *pace)
{
    int64_t done = sims_done(mcts), counted = cop_run_left(&mcts->run, done), estimated;

    if (counted != COP_RUN_UNKNOWN)
        counted += mcts->later_sims;
    if (mcts->config.unreachable != UNREACHABLE_ESTIMATED)
        return counted;
    estimated = sims_left_by_clock(mcts, pace, done);
    if (counted == COP_RUN_UNKNOWN || (estimated != COP_RUN_UNKNOWN && estimated < counted))
        return estimated;
    return counted;
}

/* A lost move and a pruned one are not played, however often they were visited before. */
static bool is_out_of_the_running(const struct mcts *mcts, const struct tree *tree,
                                  const struct node *child)
{
    return (node_flags(child) & NODE_PRUNED) != 0 ||
           bound_high(mcts, tree, child, node_turn(tree_root(tree))) <= mcts->config.worst;
}

bool leader_is_out_of_reach(const struct mcts *mcts, const struct cop_pace *pace)
{
    const struct tree *tree = &mcts->trees[0];
    const struct family family = node_family(tree, tree_root(tree));
    int64_t most = 0, second = 0, left = sims_left(mcts, pace);

    if (left == COP_RUN_UNKNOWN)
        return false;
    for (uint32_t i = 0; i < family.count; i++) {
        int64_t visits = node_visits(&family.first[i]);

        if (is_out_of_the_running(mcts, tree, &family.first[i]))
            continue;
        if (visits > most) {
            second = most;
            most = visits;
        } else if (visits > second) {
            second = visits;
        }
    }
    return most - second > left;
}

/* ---- More: the answer is not settled ---- */

/* A limit so small that it has no tenth ends the search: going on makes a simulation at least. */
static bool has_tenths(const struct cop_limits *limits)
{
    return (limits->sims == 0 || tenth(limits->sims) > 0) &&
           (limits->nodes == 0 || tenth(limits->nodes) > 0);
}

static bool search_on(struct mcts *mcts, const struct cop_limits *limits, struct cop_error *error)
{
    mcts->node_limit += tenth(limits->nodes);
    cop_run_extend(&mcts->run, limits->time / 10, tenth(limits->sims), sims_done(mcts));
    return run_workers(mcts, error);
}

static bool is_at_its_limit(const struct mcts *mcts)
{
    return cop_run_ended(&mcts->run) == COP_RUN_LIMIT;
}

static cop_move choice(struct mcts *mcts)
{
    struct cop_report report;

    make_report(mcts, &report);
    return report.best;
}

/* The last tenth of the limit shows whether the choice still changes. */
static bool search_until_settled(struct mcts *mcts, const struct cop_limits *limits,
                                 struct cop_error *error)
{
    int tenths = (int)floor(10 * mcts->config.extend + 1e-9);
    cop_move before = COP_NO_MOVE, now = COP_NO_MOVE;

    mcts->later_seconds = limits->time / 10;
    mcts->later_sims = tenth(limits->sims);
    mcts->node_limit -= tenth(limits->nodes);
    mcts->run.terms.seconds -= mcts->later_seconds;
    mcts->run.terms.tickets -= mcts->later_sims;
    if (!run_workers(mcts, error))
        return false;
    mcts->later_seconds = 0;
    mcts->later_sims = 0;
    for (int i = 0; i <= tenths && is_at_its_limit(mcts); i++) {
        now = choice(mcts);
        if (i > 0 && now == before)
            break;
        before = now;
        if (!search_on(mcts, limits, error))
            return false;
    }
    return true;
}

/* Until the move with most visits is also the one of highest value. */
static bool search_until_robust(struct mcts *mcts, const struct cop_limits *limits,
                                struct cop_error *error)
{
    struct cop_report report;

    for (int i = 0; i < ROBUST_TENTHS && is_at_its_limit(mcts); i++) {
        make_report(mcts, &report);
        if (leader_is_robust(&report))
            break;
        if (!search_on(mcts, limits, error))
            return false;
    }
    return true;
}

/* ---- Again and again ---- */

/* A limit's part up to and with the tree of that number. */
static int64_t part_of(int64_t limit, int64_t number, int64_t count)
{
    return limit / count * number + limit % count * number / count;
}

/* Trees that know nothing of each other share the limit (samegame-and-fanorona.md 5.6). Each makes
 * one simulation at least. */
static bool search_with_restarts(struct mcts *mcts, const struct cop_limits *limits,
                                 struct cop_error *error)
{
    int64_t count = mcts->config.restarts;

    for (int64_t i = 1; i <= count; i++) {
        int64_t nodes = part_of(limits->nodes, i, count) - part_of(limits->nodes, i - 1, count);
        int64_t sims = part_of(limits->sims, i, count);

        if (limits->nodes > 0)
            mcts->node_limit = nodes > 0 ? nodes : 1;
        if (i > 1) {
            replant_roots(mcts);
            cop_run_extend(&mcts->run, 0, 0, sims_done(mcts));
        }
        if (limits->sims > 0)
            mcts->run.terms.tickets = sims > 0 ? sims : 1;
        if (limits->time > 0)
            mcts->run.terms.seconds = limits->time * (double)i / (double)count;
        if (!run_workers(mcts, error))
            return false;
        if (!is_at_its_limit(mcts))
            break;
    }
    return true;
}

bool search_to_the_end(struct mcts *mcts, const struct cop_limits *limits, struct cop_error *error)
{
    bool extends = mcts->config.extend > 0 && has_tenths(limits);
    bool is_robust = mcts->config.final == FINAL_ROBUST_MAX && has_tenths(limits);
    bool done = mcts->config.restarts > 1 ? search_with_restarts(mcts, limits, error)
                : extends                 ? search_until_settled(mcts, limits, error)
                                          : run_workers(mcts, error);

    return done && (!is_robust || search_until_robust(mcts, limits, error));
}
