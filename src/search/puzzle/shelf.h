/* shelf.h - the best so many positions of a level, each once.
 *
 * A shelf is a table by keys and a heap with the worst position on top, so that a position that is
 * better than the worst takes its place in a few steps. Of two positions with one key only the one
 * with more points stays: nothing that the other leads to is better. A shelf does not allocate; its
 * owner gives it shelf_bytes of memory. */
#ifndef COPPICE_SEARCH_PUZZLE_SHELF_H
#define COPPICE_SEARCH_PUZZLE_SHELF_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coppice/game.h"

struct shelf_entry {
    uint64_t key;  /* of what is still to come */
    double value;  /* by which it is kept or not */
    double points; /* made so far */
    uint32_t from; /* where it comes from: its parent's place in the owner's records, */
    cop_move move; /* and the move */
    uint32_t heap_at;
    uint32_t place; /* its own place in the owner's records, when it has one */
};
static_assert(sizeof(struct shelf_entry) == 40, "a beam holds millions of them");

struct shelf {
    size_t state_size, stride;    /* from one state to the next, so that all are aligned */
    uint32_t width, count, slots; /* slots: a power of two, at least twice the width */
    struct shelf_entry *entries;
    unsigned char *states;
    uint32_t *heap;  /* numbers of entries, the worst first */
    uint32_t *table; /* numbers of entries plus 1; 0 is free */
};

/* Memory for a shelf of this width, a multiple of 16. */
size_t shelf_bytes(uint32_t width, size_t state_size);

/* Lays an empty shelf out in `bytes`, which are its owner's. */
void shelf_lay_out(struct shelf *shelf, unsigned char *bytes, uint32_t width, size_t state_size);

void shelf_clear(struct shelf *shelf);

/* Would a position of this value have to push another one out, and cannot? Then its key need not be
 * asked for. */
static inline bool shelf_is_above(const struct shelf *shelf, double value)
{
    return shelf->count == shelf->width && value < shelf->entries[shelf->heap[0]].value;
}

enum shelf_outcome {
    SHELF_TOOK,    /* there was room, or it replaced its equal with less points */
    SHELF_KNEW,    /* its equal is there, with as many points at least */
    SHELF_PUSHED,  /* it took the place of the worst */
    SHELF_REFUSED, /* it is worse than all */
};

/* Only key, value, points, from and move of `entry` are looked at. */
enum shelf_outcome shelf_offer(struct shelf *shelf, const struct shelf_entry *entry,
                               const void *state);

static inline const void *shelf_state(const struct shelf *shelf, uint32_t number)
{
    return shelf->states + number * shelf->stride;
}

#endif
