/* bounds.c - what is certain, and how far up it reaches.
 *
 * Every node has a lower and an upper bound for each player's reward. The end of a game and what an
 * oracle knows are exact; above them
 *   - the player to move is sure of the best lower bound among the children, and cannot get more
 *     than the best upper one;
 *   - the others get something between the bounds of those children that the player may still
 *     choose. So a player who is indifferent between two moves (a kingmaker) leaves the others'
 *     rewards open, as nobody can say which one will be played;
 *   - at a node of chance bounds are expectations.
 * Moves that are no children yet can be anything. Pruned children were never refuted and count as
 * any others (uct-star.md 2.13 F6).
 *
 * A node is closed where nothing can be found out any more: all rewards are known, or all children
 * are closed. What is closed is not visited again; its known rewards stand in for visits, because
 * the rewards of simulations are moved into the bounds of the nodes they pass on their way up.
 *
 * The bounds of two players who share 1 are those of the first one's share, from which all rewards
 * follow; so one player's best is the other's worst whatever a draw is worth. Chance mixes rewards,
 * not shares, so where the two are not the same thing there is a row for each player, as there is
 * for rewards from points and with other numbers of players.
 *
 * Bounds only ever become tighter, each number for itself. A thread that writes an older number
 * over a newer one loosens it until the next time; it is never wrong. */
#include <math.h>

#include "search/mcts/search.h"

typedef _Atomic double bound;

struct row {
    double low[COP_PLAYERS_MAX], high[COP_PLAYERS_MAX];
};

static bound *column_of(const struct mcts *mcts, const struct tree *tree, const struct node *node)
{
    return node_column(tree, mcts->bounds_column, node);
}

static double load(const bound *number)
{
    return atomic_load_explicit(number, memory_order_relaxed);
}

static struct row anything(const struct mcts *mcts)
{
    struct row row = {{0}, {0}};

    for (int i = 0; i < mcts->bounds_width; i++) {
        row.low[i] = mcts->bounds_are_payoffs ? 0 : mcts->config.worst;
        row.high[i] = mcts->bounds_are_payoffs ? 1 : mcts->config.best;
    }
    return row;
}

static struct row row_of(const struct mcts *mcts, const struct tree *tree, const struct node *node)
{
    const bound *column = column_of(mcts, tree, node);
    struct row row;

    if (!(node_flags(node) & NODE_BOUNDED))
        return anything(mcts);
    for (int i = 0; i < mcts->bounds_width; i++) {
        row.low[i] = load(&column[2 * i]);
        row.high[i] = load(&column[2 * i + 1]);
    }
    return row;
}

/* Of two players who share 1 the second's row is the first's turned round. */
static bool is_turned(const struct mcts *mcts, int player)
{
    return player >= mcts->bounds_width;
}

static double reward_of(const struct mcts *mcts, double number)
{
    return mcts->bounds_are_payoffs ? cop_rollout_weigh(&mcts->rollout, number) : number;
}

double bound_low(const struct mcts *mcts, const struct tree *tree, const struct node *node,
                 int player)
{
    struct row row;

    if (mcts->bounds_column == NO_COLUMN)
        return mcts->config.worst;
    row = row_of(mcts, tree, node);
    return reward_of(mcts, is_turned(mcts, player) ? 1 - row.high[0] : row.low[player]);
}

double bound_high(const struct mcts *mcts, const struct tree *tree, const struct node *node,
                  int player)
{
    struct row row;

    if (mcts->bounds_column == NO_COLUMN)
        return mcts->config.best;
    row = row_of(mcts, tree, node);
    return reward_of(mcts, is_turned(mcts, player) ? 1 - row.low[0] : row.high[player]);
}

/* ---- From the children to their parent ---- */

static bool is_known(const struct mcts *mcts, const struct row *row)
{
    for (int i = 0; i < mcts->bounds_width; i++)
        if (row->low[i] != row->high[i])
            return false;
    return true;
}

/* The best of the first player's bounds, or for the second player, who shares 1 with the first, the
 * least. */
static struct row chosen_by(const struct mcts *mcts, const struct tree *tree,
                            const struct node *node, int player)
{
    struct family family = node_family(tree, node);
    struct row row = anything(mcts), some;
    bool is_first = !has_untried_moves(node);
    int at = is_turned(mcts, player) ? 0 : player;

    for (uint32_t i = 0; i < family.count; i++) {
        some = row_of(mcts, tree, &family.first[i]);
        if (is_turned(mcts, player)) {
            row.low[0] = is_first ? some.low[0] : fmin(row.low[0], some.low[0]);
            row.high[0] = is_first ? some.high[0] : fmin(row.high[0], some.high[0]);
        } else {
            row.low[at] = is_first ? some.low[at] : fmax(row.low[at], some.low[at]);
            row.high[at] = is_first ? some.high[at] : fmax(row.high[at], some.high[at]);
        }
        is_first = false;
    }
    return row;
}

/* What the others get: anything between the bounds of the children that `player` may choose. */
static void bound_others(const struct mcts *mcts, const struct tree *tree, const struct node *node,
                         int player, struct row *row)
{
    struct family family = node_family(tree, node);
    bool is_first = true;

    if (has_untried_moves(node))
        return;
    for (uint32_t i = 0; i < family.count; i++) {
        struct row some = row_of(mcts, tree, &family.first[i]);

        if (some.high[player] < row->low[player])
            continue;
        for (int other = 0; other < mcts->bounds_width; other++) {
            if (other == player)
                continue;
            row->low[other] = is_first ? some.low[other] : fmin(row->low[other], some.low[other]);
            row->high[other] =
                is_first ? some.high[other] : fmax(row->high[other], some.high[other]);
        }
        is_first = false;
    }
}

/* A mean of equal numbers is that number, however the probabilities are rounded. */
struct mean {
    double sum, least, most;
};

static void add_to_mean(struct mean *mean, bool is_first, double probability, double number)
{
    mean->sum = (is_first ? 0 : mean->sum) + probability * number;
    mean->least = is_first ? number : fmin(mean->least, number);
    mean->most = is_first ? number : fmax(mean->most, number);
}

static double mean_value(const struct mean *mean)
{
    return mean->least == mean->most ? mean->least : fmin(fmax(mean->sum, mean->least), mean->most);
}

static struct row expected(const struct mcts *mcts, const struct tree *tree,
                           const struct node *node)
{
    struct family family = node_family(tree, node);
    struct mean low[COP_PLAYERS_MAX], high[COP_PLAYERS_MAX];
    struct row row = anything(mcts);

    for (uint32_t i = 0; i < family.count; i++) {
        const struct node *child = &family.first[i];
        struct row some = row_of(mcts, tree, child);
        double probability = node_chance(mcts, tree, child);

        for (int player = 0; player < mcts->bounds_width; player++) {
            add_to_mean(&low[player], i == 0, probability, some.low[player]);
            add_to_mean(&high[player], i == 0, probability, some.high[player]);
        }
    }
    for (int player = 0; player < mcts->bounds_width && family.count > 0; player++) {
        row.low[player] = mean_value(&low[player]);
        row.high[player] = mean_value(&high[player]);
    }
    return row;
}

static bool children_are_closed(const struct tree *tree, const struct node *node)
{
    struct family family = node_family(tree, node);

    for (uint32_t i = 0; i < family.count; i++)
        if (!(node_flags(&family.first[i]) & NODE_CLOSED))
            return false;
    return !has_untried_moves(node);
}

/* Writes what is tighter than before; false if nothing is. */
static bool tighten(const struct mcts *mcts, const struct tree *tree, struct node *node,
                    const struct row *row, bool is_closed)
{
    struct row old = row_of(mcts, tree, node);
    bound *column = column_of(mcts, tree, node);
    bool is_tighter = false;
    unsigned flags = NODE_BOUNDED;

    for (int i = 0; i < mcts->bounds_width; i++) {
        is_tighter |= row->low[i] > old.low[i] || row->high[i] < old.high[i];
        old.low[i] = fmax(old.low[i], row->low[i]);
        old.high[i] = fmin(old.high[i], row->high[i]);
        atomic_store_explicit(&column[2 * i], old.low[i], memory_order_relaxed);
        atomic_store_explicit(&column[2 * i + 1], old.high[i], memory_order_relaxed);
    }
    if (is_closed || is_known(mcts, &old))
        flags |= NODE_CLOSED;
    is_tighter |= (node_flags(node) & NODE_CLOSED) != (flags & NODE_CLOSED);
    atomic_fetch_or_explicit(&node->flags, (uint8_t)flags, memory_order_release);
    return is_tighter;
}

/* Children that cannot be better than what the player is sure of need no more visits. */
static void mark_useless(const struct mcts *mcts, const struct tree *tree, const struct node *node,
                         int player)
{
    struct family family = node_family(tree, node);
    double sure = bound_low(mcts, tree, node, player);

    if (sure <= mcts->config.worst)
        return;
    for (uint32_t i = 0; i < family.count; i++) {
        struct node *child = &family.first[i];

        if (!(node_flags(child) & (NODE_CLOSED | NODE_USELESS)) &&
            bound_high(mcts, tree, child, player) <= sure)
            atomic_fetch_or_explicit(&child->flags, NODE_USELESS, memory_order_relaxed);
    }
}

static bool update_bounds(const struct worker *worker, struct node *node)
{
    const struct mcts *mcts = worker->mcts;
    const struct tree *tree = worker->tree;
    int turn = node_turn(node);
    struct row row;

    if (turn == COP_CHANCE) {
        row = expected(mcts, tree, node);
    } else {
        row = chosen_by(mcts, tree, node, turn);
        if (mcts->bounds_width > 1)
            bound_others(mcts, tree, node, turn, &row);
    }
    if (!tighten(mcts, tree, node, &row, children_are_closed(tree, node)))
        return false;
    if (turn >= 0)
        mark_useless(mcts, tree, node, turn);
    return true;
}

/* ---- For the rest of the search ---- */

void settle_end(struct worker *worker, struct node *node, const void *state)
{
    const struct mcts *mcts = worker->mcts;
    double numbers[COP_PLAYERS_MAX];
    struct row row;

    if (mcts->bounds_are_payoffs)
        mcts->game->rules->payoff(mcts->game, state, numbers);
    else
        cop_rollout_reward(&mcts->rollout, state, numbers);
    if (mcts->config.proves_wins && numbers[0] > 0 && numbers[0] < 1)
        return;
    for (int i = 0; i < mcts->bounds_width; i++)
        row.low[i] = row.high[i] = numbers[i];
    tighten(mcts, worker->tree, node, &row, true);
}

bool settle_by_look(struct worker *worker, struct node *node, const void *state)
{
    const struct mcts *mcts = worker->mcts;
    int player = mcts->game->rules->turn(mcts->game, state);
    struct cop_lookout lookout = {.after = worker->leaf, .moves = worker->moves};
    struct row row = anything(mcts);

    if (cop_winning_move(mcts->game, state, &lookout) == COP_NO_MOVE)
        return false;
    row.low[0] = row.high[0] = player == 0 ? 1 : 0; /* the first player's share */
    tighten(mcts, worker->tree, node, &row, true);
    return true;
}

bool settle_by_ends(struct worker *worker, struct node *node, const void *state)
{
    const struct mcts *mcts = worker->mcts;
    struct row row = anything(mcts);
    double share;

    if (mcts->game->rules->moves_left(mcts->game, state) > mcts->config.exact ||
        !exact_value(worker->exact, state, mcts->config.exact_nodes, &share) ||
        (mcts->config.proves_wins && share > 0 && share < 1))
        return false;
    row.low[0] = row.high[0] = share;
    tighten(mcts, worker->tree, node, &row, true);
    return true;
}

/* What an oracle says of one player, in the numbers of the bounds. */
static struct cop_bounds ask_oracle(const struct mcts *mcts, const void *state, int player)
{
    enum cop_stake stake = mcts->rollout.from_score ? COP_STAKE_SCORE : COP_STAKE_PAYOFF;
    struct cop_bounds bounds = cop_oracles_probe(&mcts->oracles, state, stake, player);

    if (stake == COP_STAKE_SCORE)
        return cop_rollout_bounds(&mcts->rollout, bounds);
    if (!mcts->bounds_are_payoffs) {
        bounds.low = cop_rollout_weigh(&mcts->rollout, bounds.low);
        bounds.high = cop_rollout_weigh(&mcts->rollout, bounds.high);
    }
    return bounds;
}

/* A bound that is not exact is left alone: no child vouches for it, and children that only reach it
 * would all be useless. */
bool settle_by_oracle(struct worker *worker, struct node *node, const void *state)
{
    const struct mcts *mcts = worker->mcts;
    struct row row;

    for (int i = 0; i < mcts->bounds_width; i++) {
        struct cop_bounds bounds = ask_oracle(mcts, state, i);

        if (bounds.low < bounds.high ||
            (mcts->config.proves_wins && bounds.low > 0 && bounds.low < 1))
            return false;
        row.low[i] = row.high[i] = bounds.low;
    }
    tighten(mcts, worker->tree, node, &row, true);
    return true;
}

static bool is_decided(const struct mcts *mcts, const struct tree *tree, const struct node *root)
{
    return (node_flags(root) & NODE_CLOSED) ||
           (mcts->config.stop && !mcts->config.groups && node_turn(root) >= 0 &&
            root->move_count > 1 && count_open_children(mcts, tree, root) == 1);
}

void carry_bounds(struct worker *worker, int depth)
{
    bool is_new = true;
    int at = depth;

    while (is_new && --at >= 0)
        is_new = update_bounds(worker, worker->path[at]);
    if (at <= 0 && is_decided(worker->mcts, worker->tree, worker->path[0]))
        cop_run_finish(&worker->mcts->run, COP_RUN_KNOWN);
}

void closed_rewards(const struct worker *worker, const struct node *node, double *rewards)
{
    const struct mcts *mcts = worker->mcts;

    for (int player = 0; player < mcts->game->players; player++) {
        double low = bound_low(mcts, worker->tree, node, player);

        rewards[player] = low + 0.5 * (bound_high(mcts, worker->tree, node, player) - low);
    }
}

void clamp_gained(struct worker *worker, const struct node *node)
{
    const struct mcts *mcts = worker->mcts;

    if (!(node_flags(node) & NODE_BOUNDED) || mcts->config.closes_only)
        return;
    for (int player = 0; player < mcts->game->players; player++) {
        int64_t low = worker->weight * fixed_point(bound_low(mcts, worker->tree, node, player));
        int64_t high = worker->weight * fixed_point(bound_high(mcts, worker->tree, node, player));
        int64_t gained = worker->gained[player];

        worker->gained[player] = gained < low ? low : gained > high ? high : gained;
    }
}

static bool is_open(const struct mcts *mcts, const struct tree *tree, const struct node *child,
                    int player, double sure)
{
    double most = bound_high(mcts, tree, child, player);
    unsigned flags = node_flags(child);

    if (flags & (NODE_PRUNED | NODE_USELESS))
        return false;
    return most > mcts->config.worst && (!(flags & NODE_CLOSED) || most >= sure);
}

int count_open_children(const struct mcts *mcts, const struct tree *tree, const struct node *node)
{
    struct family family = node_family(tree, node);
    int turn = node_turn(node), count = 0;
    double sure = bound_low(mcts, tree, node, turn);

    for (uint32_t i = 0; i < family.count; i++)
        count += is_open(mcts, tree, &family.first[i], turn, sure);
    return has_untried_moves(node) ? count + 1 : count;
}
