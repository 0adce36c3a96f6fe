/* tree.c - taking, keeping and forgetting nodes. */
#include "search/mcts/tree.h"

#include <string.h>

#include "base/block.h"

int tree_add_column(struct tree *tree, size_t size)
{
    assert(tree->nodes == NULL && tree->column_count < COLUMNS_MAX && size % 8 == 0);
    tree->columns[tree->column_count].size = size;
    return tree->column_count++;
}

/* What one node takes, with its columns, and with a second place for a kept tree. */
static size_t bytes_for_node(const struct tree *tree, bool reuse)
{
    size_t size = sizeof(struct node);

    for (int i = 0; i < tree->column_count; i++)
        size += tree->columns[i].size;
    return reuse ? 2 * size : size;
}

static bool allocate_columns(struct tree *tree, bool reuse)
{
    for (int i = 0; i < tree->column_count; i++) {
        struct column *column = &tree->columns[i];

        column->bytes = cop_block_allocate(tree->capacity * column->size);
        column->spare = reuse ? cop_block_allocate(tree->capacity * column->size) : NULL;
        if (column->bytes == NULL || (reuse && column->spare == NULL))
            return false;
    }
    return true;
}

bool tree_open(struct tree *tree, size_t memory, uint32_t least, bool reuse,
               struct cop_error *error)
{
    size_t size = bytes_for_node(tree, reuse), nodes = memory / size;

    tree->capacity = nodes > UINT32_MAX ? UINT32_MAX : (uint32_t)nodes;
    if (tree->capacity < least)
        return cop_fail(error, "memory=%zuK is too little for a tree; give at least memory=%zuK",
                        memory >> 10, (size * least >> 10) + 1);
    tree->nodes = cop_block_allocate(tree->capacity * sizeof *tree->nodes);
    tree->spare = reuse ? cop_block_allocate(tree->capacity * sizeof *tree->spare) : NULL;
    if (tree->nodes == NULL || (reuse && tree->spare == NULL) || !allocate_columns(tree, reuse)) {
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
    cop_block_free(tree->nodes, tree->capacity * sizeof *tree->nodes);
    cop_block_free(tree->spare, tree->capacity * sizeof *tree->spare);
    for (int i = 0; i < tree->column_count; i++) {
        cop_block_free(tree->columns[i].bytes, tree->capacity * tree->columns[i].size);
        cop_block_free(tree->columns[i].spare, tree->capacity * tree->columns[i].size);
    }
    *tree = (struct tree){0};
}

void tree_clear(struct tree *tree, uint32_t first, uint32_t count)
{
    memset(&tree->nodes[first], 0, count * sizeof *tree->nodes);
    for (int i = 0; i < tree->column_count; i++) {
        const struct column *column = &tree->columns[i];

        memset(column->bytes + first * column->size, 0, count * column->size);
    }
}

/* Whatever a word holds, numbers or small fields, each is written at once by who changes it. */
typedef uint64_t __attribute__((may_alias)) word;

static void copy_words(void *to, const void *from, size_t size)
{
    const word *source = from;
    word *target = to;

    for (size_t i = 0; i < size / sizeof *source; i++)
        __atomic_store_n(&target[i], __atomic_load_n(&source[i], __ATOMIC_RELAXED),
                         __ATOMIC_RELAXED);
}

void tree_copy(struct tree *tree, uint32_t from, uint32_t to, uint32_t count)
{
    copy_words(&tree->nodes[to], &tree->nodes[from], count * sizeof *tree->nodes);
    for (int i = 0; i < tree->column_count; i++) {
        const struct column *column = &tree->columns[i];

        copy_words(column->bytes + to * column->size, column->bytes + from * column->size,
                   count * column->size);
    }
}

void tree_reset(struct tree *tree)
{
    tree_clear(tree, 0, 2);
    tree->root = 1;
    atomic_store_explicit(&tree->used, 2, memory_order_relaxed);
    atomic_store_explicit(&tree->empty, 0, memory_order_relaxed);
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
    struct family family = node_family(tree, &tree->nodes[tree->root]);

    for (uint32_t i = 0; i < family.count; i++) {
        if (family.first[i].move == move) {
            tree->root = node_index(tree, &family.first[i]);
            return true;
        }
    }
    return false;
}

/* Copies nodes to the other half of the memory. */
static void move_out(struct tree *tree, uint32_t from, uint32_t to, uint32_t count)
{
    memcpy(&tree->spare[to], &tree->nodes[from], count * sizeof *tree->nodes);
    for (int i = 0; i < tree->column_count; i++) {
        const struct column *column = &tree->columns[i];

        memcpy(column->spare + to * column->size, column->bytes + from * column->size,
               count * column->size);
    }
}

static void exchange_halves(struct tree *tree)
{
    struct node *nodes = tree->nodes;

    tree->nodes = tree->spare;
    tree->spare = nodes;
    for (int i = 0; i < tree->column_count; i++) {
        unsigned char *bytes = tree->columns[i].bytes;

        tree->columns[i].bytes = tree->columns[i].spare;
        tree->columns[i].spare = bytes;
    }
}

/* Cheney's way: the copy is its own queue. Nodes before `scan` have their children copied, nodes
 * from `scan` on still point into the old half. Room that a family has for more members is empty:
 * what an earlier tree left there would be taken for nodes. */
void tree_compact(struct tree *tree)
{
    uint32_t used = 2;
    int64_t empty = 0;

    memset(&tree->spare[0], 0, sizeof tree->spare[0]);
    move_out(tree, tree->root, 1, 1);
    for (uint32_t scan = 1; scan < used; scan++) {
        struct node *node = &tree->spare[scan];
        uint32_t count = node->child_count, room;

        if (!node_has_children(node))
            continue;
        room = family_room(count, node->move_count);
        move_out(tree, node->children, used, count);
        memset(&tree->spare[used + count], 0, (room - count) * sizeof *tree->spare);
        node->children = used;
        used += room;
        empty += room - count;
    }
    exchange_halves(tree);
    tree->root = 1;
    atomic_store_explicit(&tree->used, used, memory_order_relaxed);
    atomic_store_explicit(&tree->empty, tree->counts_empty ? empty : 0, memory_order_relaxed);
}
