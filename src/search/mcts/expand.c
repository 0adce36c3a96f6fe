/* expand.c - a node gets all its children at once. */
#include <string.h>

#include "search/mcts/search.h"

enum { SUPPLY_NODES = 512 };

/* Untried children are tried in the order in which they lie, and exact ties go to the first; in
 * random order, neither favours a corner of the board (uct-star.md 2.0.6). */
static void shuffle(cop_move *moves, int count, struct cop_rng *rng)
{
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = cop_rng_below(rng, (uint32_t)i + 1);
        cop_move move = moves[i];

        moves[i] = moves[j];
        moves[j] = move;
    }
}

/* Threads that share a tree take nodes in larger pieces, or its counter would be their bottleneck.
 */
static uint32_t take_nodes(struct worker *worker, uint32_t count)
{
    struct supply *supply = &worker->supply;
    uint32_t first;

    if (!worker->is_shared)
        return tree_take(worker->tree, count);
    if (count > supply->end - supply->next) {
        uint32_t piece = count > SUPPLY_NODES ? count : SUPPLY_NODES;

        first = tree_take(worker->tree, piece);
        if (first == 0)
            return 0;
        *supply = (struct supply){first, first + piece};
    }
    first = supply->next;
    supply->next += count;
    return first;
}

static void fill(struct worker *worker, struct node *children, int count, bool by_chance)
{
    for (int i = 0; i < count; i++) {
        struct node *child = &children[i];

        memset(child, 0, sizeof *child);
        child->move = worker->moves[i];
        if (by_chance)
            child->prior = (float)worker->chances[i];
    }
}

bool expand(struct worker *worker, struct node *node, const void *state)
{
    const struct cop_game *game = worker->mcts->game;
    int turn = game->rules->turn(game, state);
    uint32_t first;
    int count;

    atomic_store_explicit(&node->turn, (int8_t)turn, memory_order_relaxed);
    if (turn == COP_OVER) {
        atomic_store_explicit(&node->children, GAME_OVER, memory_order_release);
        return true;
    }
    count = game->rules->moves(game, state, worker->moves);
    first = take_nodes(worker, (uint32_t)count);
    if (first == 0) {
        atomic_store_explicit(&worker->mcts->is_full, true, memory_order_relaxed);
        return false;
    }
    if (turn == COP_CHANCE)
        game->rules->chances(game, state, worker->chances);
    else if (worker->mcts->config.shuffle)
        shuffle(worker->moves, count, &worker->rng);
    fill(worker, worker->tree->nodes + first, count, turn == COP_CHANCE);
    atomic_store_explicit(&node->child_count, (uint16_t)count, memory_order_relaxed);
    atomic_store_explicit(&node->children, first, memory_order_release);
    return true;
}
