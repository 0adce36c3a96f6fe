/* expand.c - a node gets its children: all at once, or one by one as they are tried.
 *
 * With two thousand moves most children of most nodes are never visited. Made one by one they cost
 * neither memory nor the time to fill it, and a new one is drawn as a playout draws its moves,
 * without listing the others; only a node that has had most of its moves drawn lists the rest. */
#include <string.h>

#include "search/mcts/search.h"

enum { SUPPLY_NODES = 512, DRAWS = 4 };

bool claim_node(const struct worker *worker, struct node *node)
{
    unsigned before;

    if (!worker->is_shared)
        return true;
    before = atomic_fetch_or_explicit(&node->flags, NODE_CLAIMED, memory_order_acquire);
    return (before & NODE_CLAIMED) == 0;
}

void release_node(const struct worker *worker, struct node *node)
{
    if (worker->is_shared)
        atomic_fetch_and_explicit(&node->flags, (uint8_t)~NODE_CLAIMED, memory_order_release);
}

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

/* Threads that share a tree take nodes in larger pieces, or its counter would be their bottleneck;
 * not where nodes are limited, as what is taken and not used would count. 0 and a mark if memory is
 * full. */
static uint32_t take_nodes(struct worker *worker, uint32_t count)
{
    struct supply *supply = &worker->supply;
    uint32_t first;

    if (worker->is_shared && count > supply->end - supply->next) {
        bool is_exact = worker->mcts->node_limit > 0 || count > SUPPLY_NODES;
        uint32_t piece = is_exact ? count : SUPPLY_NODES;

        first = tree_take(worker->tree, piece);
        if (first != 0)
            *supply = (struct supply){first, first + piece};
    } else if (worker->is_shared) {
        first = supply->next;
    } else {
        first = tree_take(worker->tree, count);
    }
    if (first == 0)
        atomic_store_explicit(&worker->mcts->is_full, true, memory_order_relaxed);
    else if (worker->is_shared)
        supply->next = first + count;
    return first;
}

/* ---- All at once ---- */

static void fill(struct worker *worker, uint32_t first, int count, bool by_chance, unsigned flags)
{
    struct tree *tree = worker->tree;

    tree_clear(tree, first, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        struct node *child = &tree->nodes[first + (uint32_t)i];

        child->move = worker->moves[i];
        child->flags = (uint8_t)flags;
        if (by_chance)
            *(double *)node_column(tree, worker->mcts->chance_column, child) = worker->chances[i];
    }
}

/* What can be chosen at a node: moves, or their first parts, or the moves of one of those. */
static int list_children(struct worker *worker, const struct node *node, const void *state,
                         bool by_stems)
{
    const struct cop_game *game = worker->mcts->game;

    if (by_stems)
        return cop_stems(game, state, worker->moves);
    if (node_flags(node) & NODE_STEM)
        return cop_stem_moves(game, state, node->move, worker->moves);
    return game->rules->moves(game, state, worker->moves);
}

static bool make_all(struct worker *worker, struct node *node, const void *state, int turn)
{
    const struct cop_game *game = worker->mcts->game;
    bool by_stems =
        worker->mcts->config.groups && turn != COP_CHANCE && !(node_flags(node) & NODE_STEM);
    int count = list_children(worker, node, state, by_stems);
    uint32_t first = take_nodes(worker, (uint32_t)count);

    if (first == 0)
        return false;
    if (turn == COP_CHANCE)
        game->rules->chances(game, state, worker->chances);
    else if (worker->mcts->config.shuffle)
        shuffle(worker->moves, count, &worker->rng);
    if (turn != COP_CHANCE)
        parts_arrange(&worker->mcts->parts, worker, state, count);
    fill(worker, first, count, turn == COP_CHANCE, by_stems ? NODE_STEM : 0);
    if (turn != COP_CHANCE)
        parts_born(&worker->mcts->parts, worker, first, count);
    atomic_store_explicit(&node->move_count, (uint16_t)count, memory_order_relaxed);
    atomic_store_explicit(&node->child_count, (uint16_t)count, memory_order_relaxed);
    atomic_store_explicit(&node->children, first, memory_order_release);
    return true;
}

/* ---- One by one ---- */

/* Room that is taken, or filled by a node; by load and store where nobody else does. */
static void count_empty(const struct worker *worker, int64_t more)
{
    _Atomic int64_t *empty = &worker->tree->empty;

    if (!worker->tree->counts_empty)
        return;
    if (worker->is_shared)
        atomic_fetch_add_explicit(empty, more, memory_order_relaxed);
    else
        atomic_store_explicit(empty, atomic_load_explicit(empty, memory_order_relaxed) + more,
                              memory_order_relaxed);
}

bool make_room(struct worker *worker, struct node *node)
{
    uint32_t first = 0;

    if (!claim_node(worker, node))
        return true; /* another thread is about to */
    if (!node_is_expanded(node)) {
        first = take_nodes(worker, family_room(0, 0));
        if (first != 0) {
            count_empty(worker, family_room(0, 0));
            atomic_store_explicit(&node->children, first, memory_order_release);
        }
    }
    release_node(worker, node);
    return first != 0;
}

static void release_family(const struct worker *worker, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        release_node(worker, &worker->tree->nodes[first + i]);
}

static bool claim_family(const struct worker *worker, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!claim_node(worker, &worker->tree->nodes[first + i])) {
            release_family(worker, first, i);
            return false;
        }
    }
    return true;
}

/* Descents under way come back to the nodes left behind, and would be so for ever to the others. */
static void forget_under_way(const struct worker *worker, uint32_t first, uint32_t count)
{
    const struct mcts *mcts = worker->mcts;

    for (uint32_t i = 0; mcts->way_column != NO_COLUMN && i < count; i++)
        atomic_store_explicit(node_under_way(mcts, worker->tree, &worker->tree->nodes[first + i]),
                              0, memory_order_relaxed);
}

/* Moves a family to a larger place. The nodes left behind stay claimed for good: threads that are
 * still there can add to their counters, which is lost, but not to their families. */
static uint32_t grow(struct worker *worker, uint32_t first, uint32_t count, uint32_t moves)
{
    uint32_t place;

    if (!claim_family(worker, first, count))
        return 0;
    place = take_nodes(worker, family_room(count + 1, moves));
    if (place == 0) {
        release_family(worker, first, count);
        return 0;
    }
    count_empty(worker, family_room(count + 1, moves)); /* the new room, less those who move, and
                                                           what they leave */
    tree_copy(worker->tree, first, place, count);
    forget_under_way(worker, place, count);
    release_family(worker, place, count);
    return place;
}

struct node *add_child(struct worker *worker, struct node *node, cop_move move)
{
    struct tree *tree = worker->tree;
    uint32_t count = node->child_count, moves = node->move_count, first = node->children;
    struct node *child;

    if (count >= family_room(count, moves))
        first = grow(worker, first, count, moves);
    if (first == 0)
        return NULL;
    tree_clear(tree, first + count, 1);
    child = &tree->nodes[first + count];
    child->move = move;
    count_empty(worker, -1);
    atomic_store_explicit(&node->children, first, memory_order_release);
    atomic_store_explicit(&node->child_count, (uint16_t)(count + 1), memory_order_release);
    return child;
}

bool has_untried_moves(const struct node *node)
{
    uint32_t moves = atomic_load_explicit(&node->move_count, memory_order_relaxed);

    return moves == 0 || atomic_load_explicit(&node->child_count, memory_order_relaxed) < moves;
}

static struct node *find_child(const struct tree *tree, const struct node *node, cop_move move)
{
    struct family family = node_family(tree, node);

    for (uint32_t i = 0; i < family.count; i++)
        if (family.first[i].move == move)
            return family.first + i;
    return NULL;
}

static bool is_child(const struct tree *tree, const struct node *node, cop_move move)
{
    return find_child(tree, node, move) != NULL;
}

struct node *child_for_move(struct worker *worker, struct node *node, cop_move move)
{
    struct node *child = find_child(worker->tree, node, move);

    if (child != NULL || !has_untried_moves(node) ||
        atomic_load_explicit(&worker->mcts->is_full, memory_order_relaxed) ||
        !claim_node(worker, node))
        return child;
    child = find_child(worker->tree, node, move);
    if (child == NULL)
        child = add_child(worker, node, move);
    release_node(worker, node);
    return child;
}

/* All moves that are not children yet; returns the first of them. */
static struct node *add_the_rest(struct worker *worker, struct node *node, const void *state)
{
    const struct cop_game *game = worker->mcts->game;
    int count = game->rules->moves(game, state, worker->moves);
    uint32_t known = node->child_count;

    if (worker->mcts->config.shuffle)
        shuffle(worker->moves, count, &worker->rng);
    for (int i = 0; i < count; i++)
        if (!is_child(worker->tree, node, worker->moves[i]) &&
            add_child(worker, node, worker->moves[i]) == NULL)
            break;
    if (node->child_count == (uint32_t)count)
        atomic_store_explicit(&node->move_count, (uint16_t)count, memory_order_relaxed);
    return node->child_count > known ? node_family(worker->tree, node).first + known : NULL;
}

void complete_family(struct worker *worker, struct node *node, const void *state)
{
    if (atomic_load_explicit(&worker->mcts->is_full, memory_order_relaxed) ||
        !claim_node(worker, node))
        return;
    if (has_untried_moves(node))
        add_the_rest(worker, node, state);
    release_node(worker, node);
}

struct node *try_new_child(struct worker *worker, struct node *node, const void *state)
{
    const struct cop_game *game = worker->mcts->game;
    struct node *child = NULL;
    bool is_drawn = false;

    if (atomic_load_explicit(&worker->mcts->is_full, memory_order_relaxed) ||
        !claim_node(worker, node))
        return NULL;
    for (int i = 0; i < DRAWS && !is_drawn; i++) {
        cop_move move = cop_random_move(game, state, &worker->rng, worker->moves);

        is_drawn = !is_child(worker->tree, node, move);
        if (is_drawn)
            child = add_child(worker, node, move);
    }
    if (!is_drawn)
        child = add_the_rest(worker, node, state);
    release_node(worker, node);
    return child;
}

bool expand(struct worker *worker, struct node *node, const void *state)
{
    const struct cop_game *game = worker->mcts->game;
    int turn = game->rules->turn(game, state);

    atomic_store_explicit(&node->turn, (int8_t)turn, memory_order_relaxed);
    if (turn == COP_OVER) {
        atomic_store_explicit(&node->children, GAME_OVER, memory_order_release);
        return true;
    }
    if (worker->mcts->config.tries && turn != COP_CHANCE)
        return make_room(worker, node);
    return make_all(worker, node, state, turn);
}
