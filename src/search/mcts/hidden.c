/* hidden.c - simulations of games with hidden pieces.
 *
 * Every simulation draws one full state from what the player to move knows, so that it can neither
 * peek nor assume. The tree is shared by all of them: a node's children are the union of the moves
 * seen there, only those legal in the drawn state take part in a selection, and a move's bound
 * counts the occasions on which it could have been chosen instead of its parent's visits. */
#include <math.h>
#include <string.h>

#include "base/logarithm.h"
#include "search/mcts/search.h"

/* The child for a move, made if it is new; NULL if memory is full. */
static struct node *child_for(struct worker *worker, struct node *node, cop_move move)
{
    struct family family = node_family(worker->tree, node);

    for (uint32_t i = 0; i < family.count; i++)
        if (family.first[i].move == move)
            return family.first + i;
    if (!node_has_children(node) && !make_room(worker, node))
        return NULL;
    return add_child(worker, node, move);
}

/* How often the move could have been chosen. */
static int64_t *occasions_of(const struct worker *worker, const struct node *child)
{
    return node_column(worker->tree, worker->mcts->occasions_column, child);
}

struct choice hidden_choice(const struct worker *worker, const struct node *node,
                            const struct node *child, int player, int plies)
{
    double rate = config_rate(&worker->mcts->config, plies);
    int64_t occasions = *occasions_of(worker, child);
    double ln_occasions = cop_ln((uint64_t)(occasions > 0 ? occasions : 1));

    return (struct choice){.worker = worker,
                           .node = node,
                           .player = player,
                           .ln_visits = (float)ln_occasions,
                           .visits = (float)node_visits(node),
                           .scale = (float)(fabs(rate) * ln_occasions),
                           .way = rate < 0 ? -1 : 1,
                           .first_play = (float)worker->mcts->config.first_play};
}

static double bound_of(const struct worker *worker, const struct node *node,
                       const struct node *child, int player, int plies)
{
    const struct mcts *mcts = worker->mcts;
    double rate = config_rate(&mcts->config, plies);
    int64_t visits = node_visits(child), occasions = *occasions_of(worker, child);
    double ln_occasions = cop_ln((uint64_t)(occasions > 0 ? occasions : 1));
    double bound = mcts->config.first_play;

    if (visits > 0)
        bound = node_value(child) +
                (rate < 0 ? -1 : 1) * interval_radius(fabs(rate), ln_occasions, (double)visits);
    if (mcts->parts.judging_count > 0 && isfinite(bound)) {
        struct choice choice = hidden_choice(worker, node, child, player, plies);

        bound += parts_bonus(&mcts->parts, &choice, child, (float)bound);
    }
    return bound;
}

/* Makes sure of a child for each of the legal moves listed by the worker. */
static bool know_all(struct worker *worker, struct node *node, int count)
{
    for (int i = 0; i < count; i++) {
        struct node *child = child_for(worker, node, worker->moves[i]);

        if (child == NULL)
            return false;
        ++*occasions_of(worker, child);
    }
    return true;
}

/* Among the legal moves listed by the worker; untried ones and ties in random order. */
static struct node *select_legal(struct worker *worker, struct node *node, int player, int count,
                                 int plies)
{
    const struct mcts_config *config = &worker->mcts->config;
    struct node *best = NULL;
    double best_bound = -INFINITY;
    uint32_t ties = 0;

    if (config->select == SELECT_RANDOM)
        return child_for(worker, node, worker->moves[cop_rng_below(&worker->rng, (uint32_t)count)]);
    if (!know_all(worker, node, count))
        return NULL;
    for (int i = 0; i < count; i++) {
        struct node *child = child_for(worker, node, worker->moves[i]);
        double bound = bound_of(worker, node, child, player, plies);

        ties = bound > best_bound ? 1 : ties + (bound == best_bound);
        if (bound > best_bound ||
            (bound == best_bound && config->shuffle && cop_rng_below(&worker->rng, ties) == 0)) {
            best_bound = bound;
            best = child;
        }
    }
    return best;
}

static cop_move view_hash(const struct worker *worker, int player)
{
    const struct cop_game *game = worker->mcts->game;
    const unsigned char *bytes = worker->leaf;
    uint64_t hash = 0;

    game->rules->view(game, worker->state, player, worker->leaf);
    for (size_t i = 0; i < game->state_size; i++)
        hash = cop_mix(hash ^ bytes[i]);
    return (cop_move)hash;
}

/* From a node to what its player sees there; NULL if memory is full. */
static struct node *observe(struct worker *worker, struct node *node, int player)
{
    struct node *seen = child_for(worker, node, view_hash(worker, player));

    node->turn = COP_CHANCE;
    return seen;
}

/* One step down, or NULL where the tree ends. */
static struct node *step(struct worker *worker, struct node *node, int turn, int plies)
{
    const struct cop_game *game = worker->mcts->game;
    struct node *next;

    if (turn == COP_CHANCE) {
        cop_move move = cop_random_move(game, worker->state, &worker->rng, worker->moves);

        next = child_for(worker, node, move);
    } else {
        next = select_legal(worker, node, turn,
                            game->rules->moves(game, worker->state, worker->moves), plies);
    }
    node->turn = (int8_t)turn;
    return next;
}

/* `plies` are moves, of which the path has more nodes if views are kept apart. */
static bool leads_on(const struct worker *worker, const struct node *node, int depth, int plies)
{
    const struct mcts *mcts = worker->mcts;

    return (depth == 0 || node_visits(node) >= mcts->config.expand) &&
           depth + 1 < worker->path_room && (mcts->depth_limit == 0 || plies < mcts->depth_limit) &&
           mcts->game->rules->turn(mcts->game, worker->state) != COP_OVER;
}

bool simulate_hidden(struct worker *worker)
{
    struct mcts *mcts = worker->mcts;
    const struct cop_game *game = mcts->game;
    struct node *node = tree_root(worker->tree), *next;
    int depth = 0, plies = 0, owner = -1;

    cop_believed_sample(mcts->config.belief, game, mcts->root_state,
                        game->rules->turn(game, mcts->root_state), worker->state, &worker->rng);
    for (; leads_on(worker, node, depth, plies); plies++) {
        int turn = game->rules->turn(game, worker->state);

        if (mcts->config.views && depth > 0 && turn >= 0) {
            next = observe(worker, node, turn);
            if (next == NULL)
                break;
            go_through(worker, depth++, node, owner);
            node = next;
        }
        next = step(worker, node, turn, plies);
        if (next == NULL)
            break;
        go_through(worker, depth++, node, owner);
        if (turn >= 0)
            owner = turn;
        game->rules->play(game, worker->state, next->move);
        node = next;
    }
    go_through(worker, depth, node, owner);
    worker->trace.length = 0;
    play_out(worker, worker->state, plies);
    parts_update(&mcts->parts, worker, depth);
    back_up(worker, depth, plies);
    return true;
}
