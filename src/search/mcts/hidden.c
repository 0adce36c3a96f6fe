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

static struct node *find_child(const struct tree *tree, const struct node *node, cop_move move)
{
    struct node *children = node_children(tree, node);

    for (uint32_t i = 0; i < node->child_count; i++) {
        if (children[i].move == move)
            return &children[i];
    }
    return NULL;
}

/* Gives the node a child for every move in the worker's list; false if memory is full. The block of
 * children moves to a larger place; nobody else looks at this tree. */
static bool add_missing(struct worker *worker, struct node *node, int count)
{
    struct tree *tree = worker->tree;
    uint32_t known = node->child_count, missing = 0, first;
    struct node *children;

    for (int i = 0; i < count; i++) {
        if (find_child(tree, node, worker->moves[i]) == NULL)
            worker->missing[missing++] = worker->moves[i];
    }
    if (missing == 0)
        return true;
    first = tree_take(tree, known + missing);
    if (first == 0) {
        atomic_store_explicit(&worker->mcts->is_full, true, memory_order_relaxed);
        return false;
    }
    children = tree->nodes + first;
    memcpy(children, node_children(tree, node), known * sizeof *children);
    memset(children + known, 0, missing * sizeof *children);
    for (uint32_t i = 0; i < missing; i++)
        children[known + i].move = worker->missing[i];
    node->children = first;
    node->child_count = (uint16_t)(known + missing);
    return true;
}

static double hidden_bound(const struct mcts_config *config, const struct node *child)
{
    uint32_t visits = node_visits(child);
    uint32_t occasions = atomic_load_explicit(&child->proof, memory_order_relaxed);

    if (visits == 0)
        return config->first_play;
    return node_value(child) + interval_radius(config->c, cop_ln(occasions), visits);
}

/* Among the legal moves listed by the worker; untried ones and ties in random order. */
static struct node *select_legal(struct worker *worker, const struct node *node, int count)
{
    const struct mcts_config *config = &worker->mcts->config;
    struct node *best = NULL;
    double best_bound = -INFINITY;
    uint32_t ties = 0;

    if (config->select_randomly)
        return find_child(worker->tree, node,
                          worker->moves[cop_rng_below(&worker->rng, (uint32_t)count)]);
    for (int i = 0; i < count; i++) {
        struct node *child = find_child(worker->tree, node, worker->moves[i]);
        double bound;

        atomic_fetch_add_explicit(&child->proof, 1, memory_order_relaxed);
        bound = hidden_bound(config, child);
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
    worker->moves[0] = view_hash(worker, player);
    if (!add_missing(worker, node, 1))
        return NULL;
    node->turn = COP_CHANCE;
    return find_child(worker->tree, node, worker->moves[0]);
}

/* One step down, or NULL where the tree ends. */
static struct node *step(struct worker *worker, struct node *node)
{
    const struct cop_game *game = worker->mcts->game;
    int turn = game->rules->turn(game, worker->state);
    int count;

    if (turn == COP_CHANCE) {
        worker->moves[0] = cop_random_move(game, worker->state, &worker->rng, worker->moves);
        count = 1;
    } else {
        count = game->rules->moves(game, worker->state, worker->moves);
    }
    if (!add_missing(worker, node, count))
        return NULL;
    node->turn = (int8_t)turn;
    return turn == COP_CHANCE ? find_child(worker->tree, node, worker->moves[0])
                              : select_legal(worker, node, count);
}

static bool leads_on(const struct worker *worker, const struct node *node, int depth)
{
    const struct mcts *mcts = worker->mcts;

    return (depth == 0 || node_visits(node) >= mcts->config.expand) &&
           depth + 1 < worker->path_room &&
           mcts->game->rules->turn(mcts->game, worker->state) != COP_OVER;
}

bool simulate_hidden(struct worker *worker)
{
    struct mcts *mcts = worker->mcts;
    const struct cop_game *game = mcts->game;
    struct node *node = tree_root(worker->tree), *next;
    int depth = 0, owner = -1;

    game->rules->sample(game, mcts->root_state, game->rules->turn(game, mcts->root_state),
                        worker->state, &worker->rng);
    while (leads_on(worker, node, depth)) {
        int turn = game->rules->turn(game, worker->state);

        if (mcts->config.views && depth > 0 && turn >= 0) {
            next = observe(worker, node, turn);
            if (next == NULL)
                break;
            pass(worker, depth++, node, owner);
            node = next;
        }
        next = step(worker, node);
        if (next == NULL)
            break;
        pass(worker, depth++, node, owner);
        if (turn >= 0)
            owner = turn;
        game->rules->play(game, worker->state, next->move);
        node = next;
    }
    pass(worker, depth, node, owner);
    play_out(worker, worker->state);
    back_up(worker, depth);
    return true;
}
