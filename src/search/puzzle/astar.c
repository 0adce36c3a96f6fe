/* astar.c - A* (samegame-and-fanorona.md 4.8): always looks into the position that promises most.
 *
 * All positions met are kept, each once: one that is reached again counts only if it was reached
 * with more points, and is then looked into again. When nothing promises more than the best game
 * so far, that is the best there is; when the memory is full, the search ends with what it has. */
#include "search/puzzle/astar.h"

#include <stdlib.h>
#include <string.h>

#include "base/block.h"
#include "search/puzzle/dive.h"

enum { CLOSED = 0xffffffffu }; /* heap_at of a position that waits for nothing */

struct spot {
    uint64_t key;
    double points, most;
    uint32_t from; /* the root is its own */
    cop_move move;
    uint32_t heap_at;
    uint32_t unused;
};

struct astar {
    struct cop_oracles oracles;
    unsigned char *block;
    size_t bytes, stride;
    uint32_t room, count, waiting, slots;
    struct spot *spots;
    unsigned char *states;
    uint32_t *heap;  /* those that wait, the most promising first */
    uint32_t *table; /* numbers plus 1, by keys */
    void *state, *next;
    cop_move *moves;
};

static const struct cop_option options[] = {
    {"Game", COP_TABLE, .table = cop_puzzle_options},
    {NULL},
};

/* ---- Memory ---- */

static size_t bytes_for(const struct astar *astar, uint32_t room, uint32_t slots)
{
    return room * (sizeof(struct spot) + astar->stride + sizeof *astar->heap) +
           slots * sizeof *astar->table;
}

static void close_astar(struct puzzle_walker *walker)
{
    struct astar *astar = walker->own;

    if (astar == NULL)
        return;
    cop_block_free(astar->block, astar->bytes);
    free(astar->state);
    free(astar->next);
    free(astar->moves);
    free(astar);
}

/* As many positions as the memory holds, a table of at least twice as many places with them. */
static bool open_block(struct astar *astar, size_t memory, struct cop_error *error)
{
    enum { LEAST = 16, MOST = 1 << 28 };
    uint32_t slots = 2 * LEAST;

    if (bytes_for(astar, LEAST, slots) > memory)
        return cop_fail(error, "it needs %zu bytes of memory, and has %zu; raise memory=",
                        bytes_for(astar, LEAST, slots), memory);
    while (slots < MOST && bytes_for(astar, slots, 2 * slots) <= memory)
        slots *= 2;
    astar->slots = slots;
    astar->room = slots / 2;
    astar->bytes = bytes_for(astar, astar->room, slots);
    astar->block = cop_block_allocate(astar->bytes);
    if (astar->block == NULL)
        return cop_fail(error, "not enough memory");
    astar->spots = (struct spot *)(void *)astar->block;
    astar->states = (unsigned char *)(astar->spots + astar->room);
    astar->heap = (uint32_t *)(void *)(astar->states + astar->room * astar->stride);
    astar->table = astar->heap + astar->room;
    return true;
}

static bool open_astar(struct puzzle_walker *walker, size_t memory, struct cop_error *error)
{
    const struct cop_game *game = walker->game;
    struct astar *astar = walker->own = calloc(1, sizeof *astar);

    if (astar == NULL)
        return cop_fail(error, "not enough memory");
    astar->stride = (game->state_size + 15) / 16 * 16;
    astar->state = malloc(game->state_size);
    astar->next = malloc(game->state_size);
    astar->moves = calloc((size_t)game->max_moves, sizeof *astar->moves);
    if (astar->state == NULL || astar->next == NULL || astar->moves == NULL)
        return cop_fail(error, "not enough memory");
    return open_block(astar, memory, error) && puzzle_bounds_open(&astar->oracles, game, error);
}

/* ---- The heap ---- */

/* Of equal promises the one with more points is nearer to an end. */
static bool is_before(const struct astar *astar, uint32_t left, uint32_t right)
{
    const struct spot *a = &astar->spots[left], *b = &astar->spots[right];

    if (a->most != b->most)
        return a->most > b->most;
    return a->points != b->points ? a->points > b->points : left < right;
}

static void put(struct astar *astar, uint32_t at, uint32_t number)
{
    astar->heap[at] = number;
    astar->spots[number].heap_at = at;
}

static void rise(struct astar *astar, uint32_t at)
{
    uint32_t number = astar->heap[at];

    for (; at > 0 && is_before(astar, number, astar->heap[(at - 1) / 2]); at = (at - 1) / 2)
        put(astar, at, astar->heap[(at - 1) / 2]);
    put(astar, at, number);
}

static void sink(struct astar *astar, uint32_t at)
{
    uint32_t number = astar->heap[at];

    for (uint32_t child = 2 * at + 1; child < astar->waiting; child = 2 * at + 1) {
        if (child + 1 < astar->waiting &&
            is_before(astar, astar->heap[child + 1], astar->heap[child]))
            child++;
        if (!is_before(astar, astar->heap[child], number))
            break;
        put(astar, at, astar->heap[child]);
        at = child;
    }
    put(astar, at, number);
}

static uint32_t take_first(struct astar *astar)
{
    uint32_t first = astar->heap[0];

    astar->waiting--;
    if (astar->waiting > 0) {
        put(astar, 0, astar->heap[astar->waiting]);
        sink(astar, 0);
    }
    astar->spots[first].heap_at = CLOSED;
    return first;
}

static void let_wait(struct astar *astar, uint32_t number)
{
    if (astar->spots[number].heap_at == CLOSED) {
        astar->waiting++;
        put(astar, astar->waiting - 1, number);
    }
    rise(astar, astar->spots[number].heap_at);
}

/* ---- The search ---- */

static uint32_t find(const struct astar *astar, uint64_t key)
{
    uint32_t mask = astar->slots - 1, slot = (uint32_t)cop_mix(key) & mask;

    while (astar->table[slot] != 0 && astar->spots[astar->table[slot] - 1].key != key)
        slot = (slot + 1) & mask;
    return slot;
}

/* A position with these points and this promise, from another one by this move. */
static bool take_in(struct puzzle_walker *walker, const void *state, struct spot spot)
{
    struct astar *astar = walker->own;
    uint32_t slot = find(astar, spot.key), number;

    if (astar->table[slot] != 0) {
        number = astar->table[slot] - 1;
        if (spot.points <= astar->spots[number].points)
            return true;
        spot.heap_at = astar->spots[number].heap_at;
    } else if (astar->count < astar->room) {
        number = astar->count++;
        astar->table[slot] = number + 1;
    } else {
        return false;
    }
    astar->spots[number] = spot;
    memcpy(astar->states + number * astar->stride, state, walker->game->state_size);
    let_wait(astar, number);
    return true;
}

static void retrace(struct puzzle_walker *walker, uint32_t from, cop_move move)
{
    const struct spot *spots = ((const struct astar *)walker->own)->spots;
    int length = 1;

    for (uint32_t at = from; spots[at].from != at; at = spots[at].from)
        length++;
    walker->way_length = length;
    walker->way[--length] = move;
    for (uint32_t at = from; spots[at].from != at; at = spots[at].from)
        walker->way[--length] = spots[at].move;
}

/* False if the memory is full. */
static bool meet(struct puzzle_walker *walker, uint32_t from, cop_move move)
{
    const struct cop_game *game = walker->game;
    struct astar *astar = walker->own;
    struct spot spot = {.from = from, .move = move, .heap_at = CLOSED};

    memcpy(astar->next, astar->state, game->state_size);
    game->rules->play(game, astar->next, move);
    if (game->rules->turn(game, astar->next) == COP_OVER) {
        retrace(walker, from, move);
        puzzle_offer(walker, puzzle_total(walker, astar->next));
        return true;
    }
    spot.most = puzzle_most(&astar->oracles, astar->next);
    if (spot.most <= puzzle_best_total(walker))
        return true;
    spot.points = puzzle_total(walker, astar->next);
    spot.key = puzzle_rest(game, astar->next);
    return take_in(walker, astar->next, spot);
}

/* Looks into the most promising position. False if the search has ended, or the memory is full. */
static bool expand_first(struct puzzle_walker *walker)
{
    const struct cop_game *game = walker->game;
    struct astar *astar = walker->own;
    uint32_t number = take_first(astar);
    int count;

    memcpy(astar->state, astar->states + number * astar->stride, game->state_size);
    count = game->rules->moves(game, astar->state, astar->moves);
    for (int i = 0; i < count; i++) {
        if (!puzzle_step(walker))
            return false;
        puzzle_count(&walker->nodes);
        if (!meet(walker, number, astar->moves[i])) {
            puzzle_is_full(walker);
            return false;
        }
    }
    return true;
}

static void search(struct puzzle_walker *walker)
{
    const struct cop_game *game = walker->game;
    struct astar *astar = walker->own;
    const void *root = walker->puzzle->root;
    struct spot spot = {.key = puzzle_rest(game, root),
                        .points = puzzle_total(walker, root),
                        .most = puzzle_most(&astar->oracles, root),
                        .heap_at = CLOSED};

    astar->count = astar->waiting = 0;
    memset(astar->table, 0, astar->slots * sizeof *astar->table);
    take_in(walker, root, spot);
    while (astar->waiting > 0 && astar->spots[astar->heap[0]].most > puzzle_best_total(walker))
        if (!expand_first(walker))
            return;
    puzzle_exhausted(walker);
}

static const struct puzzle_method method = {
    .open = open_astar, .close = close_astar, .search = search, .is_single = true};

const struct cop_agent_kind cop_astar_agent = {
    .name = "astar",
    .title = "A*",
    .summary = "for one player: always looks into the position that promises most",
    .options = options,
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES,
    .own = &method,
    COP_PUZZLE_AGENT,
};
