/* tree.c - taking, keeping and forgetting nodes. */
#include "search/mcts/tree.h"

#include <string.h>

#include "base/block.h"

static size_t nodes_size(const struct tree *tree)
{
    return tree->capacity * sizeof(struct node);
}

static size_t proofs_size(const struct tree *tree)
{
    return tree->proof_capacity * (size_t)tree->players * sizeof(double);
}

bool tree_open(struct tree *tree, size_t memory, uint32_t least, bool reuse, int players,
               struct cop_error *error)
{
    size_t row = (size_t)players * sizeof(double);
    size_t nodes = memory / sizeof(struct node) / (reuse ? 2 : 1);

    if (nodes > UINT32_MAX)
        nodes = UINT32_MAX;
    /* A sixteenth of the memory goes to proven rewards; few rows differ. */
    *tree = (struct tree){
        .capacity = (uint32_t)(nodes - nodes / 16),
        .proof_capacity = (uint32_t)(nodes / 16 * sizeof(struct node) / row),
        .players = players,
    };
    if (tree->capacity < least)
        return cop_fail(error, "memory=%zuK is too little for a tree; give at least memory=%zuK",
                        memory >> 10, memory * least / (tree->capacity + 1) / 1024 + 64);
    tree->nodes = cop_block_allocate(nodes_size(tree));
    tree->proofs = cop_block_allocate(proofs_size(tree));
    tree->spare = reuse ? cop_block_allocate(nodes_size(tree)) : NULL;
    if (tree->nodes == NULL || tree->proofs == NULL || (reuse && tree->spare == NULL)) {
        tree_close(tree);
        return cop_fail(error,
                        "the system has no %zu MB for a search tree; give a smaller "
                        "limit, for example memory=64M",
                        memory >> 20);
    }
    tree_reset(tree);
    return true;
}

void tree_close(struct tree *tree)
{
    cop_block_free(tree->nodes, nodes_size(tree));
    cop_block_free(tree->spare, nodes_size(tree));
    cop_block_free(tree->proofs, proofs_size(tree));
    *tree = (struct tree){0};
}

void tree_reset(struct tree *tree)
{
    memset(&tree->nodes[0], 0, 2 * sizeof(struct node));
    tree->root = 1;
    atomic_store_explicit(&tree->used, 2, memory_order_relaxed);
    atomic_store_explicit(&tree->proof_used, 1, memory_order_relaxed);
}

uint32_t tree_take(struct tree *tree, uint32_t count)
{
    uint32_t used = atomic_load_explicit(&tree->used, memory_order_relaxed);

    do {
        if (count > tree->capacity - used)
            return 0;
    } while (!atomic_compare_exchange_weak_explicit(&tree->used, &used, used + count,
                                                    memory_order_relaxed, memory_order_relaxed));
    return used;
}

bool tree_advance(struct tree *tree, cop_move move)
{
    const struct node *root = &tree->nodes[tree->root];

    if (!node_has_children(root))
        return false;
    for (uint32_t i = 0; i < root->child_count; i++) {
        if (tree->nodes[root->children + i].move == move) {
            tree->root = root->children + i;
            return true;
        }
    }
    return false;
}

/* Cheney's way: the copy is its own queue. Nodes before `scan` have their children copied, nodes
 * from `scan` on still point into the old half. */
void tree_compact(struct tree *tree)
{
    struct node *from = tree->nodes, *to = tree->spare;
    uint32_t used = 2;

    memset(&to[0], 0, sizeof to[0]);
    memcpy(&to[1], &from[tree->root], sizeof to[1]);
    for (uint32_t scan = 1; scan < used; scan++) {
        struct node *node = &to[scan];

        if (!node_has_children(node))
            continue;
        memcpy(&to[used], &from[node->children], node->child_count * sizeof *to);
        node->children = used;
        used += node->child_count;
    }
    tree->nodes = to;
    tree->spare = from;
    tree->root = 1;
    atomic_store_explicit(&tree->used, used, memory_order_relaxed);
}

uint32_t tree_proof(struct tree *tree, struct proof_cache *cache, const double *rewards)
{
    size_t row = (size_t)tree->players * sizeof(double);
    uint32_t proof;

    for (int i = 0; i < PROOF_CACHE_SIZE; i++) {
        if (cache->proofs[i] != 0 &&
            memcmp(proof_rewards(tree, cache->proofs[i]), rewards, row) == 0)
            return cache->proofs[i];
    }
    proof = atomic_fetch_add_explicit(&tree->proof_used, 1, memory_order_relaxed);
    if (proof >= tree->proof_capacity) {
        atomic_store_explicit(&tree->proof_used, tree->proof_capacity, memory_order_relaxed);
        return 0;
    }
    memcpy(tree->proofs + (size_t)proof * (size_t)tree->players, rewards, row);
    cache->proofs[cache->next++ % PROOF_CACHE_SIZE] = proof;
    return proof;
}
