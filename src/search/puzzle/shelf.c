/* shelf.c - see shelf.h. */
#include "search/puzzle/shelf.h"

#include <assert.h>
#include <string.h>

static size_t rounded(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static uint32_t slots_for(uint32_t width)
{
    uint32_t slots = 4;

    while (slots < 2 * (uint64_t)width)
        slots *= 2;
    return slots;
}

size_t shelf_bytes(uint32_t width, size_t state_size)
{
    return rounded(width * sizeof(struct shelf_entry)) + width * rounded(state_size) +
           rounded(width * sizeof(uint32_t)) + rounded(slots_for(width) * sizeof(uint32_t));
}

void shelf_lay_out(struct shelf *shelf, unsigned char *bytes, uint32_t width, size_t state_size)
{
    *shelf = (struct shelf){.state_size = state_size,
                            .stride = rounded(state_size),
                            .width = width,
                            .slots = slots_for(width)};
    shelf->entries = (struct shelf_entry *)(void *)bytes;
    bytes += rounded(width * sizeof(struct shelf_entry));
    shelf->states = bytes;
    bytes += width * rounded(state_size);
    shelf->heap = (uint32_t *)(void *)bytes;
    bytes += rounded(width * sizeof(uint32_t));
    shelf->table = (uint32_t *)(void *)bytes;
    memset(shelf->table, 0, shelf->slots * sizeof *shelf->table);
}

void shelf_clear(struct shelf *shelf)
{
    if (shelf->count > 0)
        memset(shelf->table, 0, shelf->slots * sizeof *shelf->table);
    shelf->count = 0;
}

/* ---- The table ---- */

static uint32_t home_of(const struct shelf *shelf, uint64_t key)
{
    return (uint32_t)(cop_mix(key) & (shelf->slots - 1));
}

/* The slot of a key, or the free one where it would be. */
static uint32_t find(const struct shelf *shelf, uint64_t key)
{
    uint32_t slot = home_of(shelf, key);

    while (shelf->table[slot] != 0 && shelf->entries[shelf->table[slot] - 1].key != key)
        slot = (slot + 1) & (shelf->slots - 1);
    return slot;
}

/* Whoever stands behind the gap and would be found in it moves there, so that no search ends at a
 * gap too early. */
static void remove_key(struct shelf *shelf, uint64_t key)
{
    uint32_t mask = shelf->slots - 1, gap = find(shelf, key);

    assert(shelf->table[gap] != 0);
    for (uint32_t at = (gap + 1) & mask; shelf->table[at] != 0; at = (at + 1) & mask) {
        uint32_t home = home_of(shelf, shelf->entries[shelf->table[at] - 1].key);

        if (((at - home) & mask) >= ((at - gap) & mask)) {
            shelf->table[gap] = shelf->table[at];
            gap = at;
        }
    }
    shelf->table[gap] = 0;
}

/* ---- The heap ---- */

/* Keys decide between equal values, so that the order in which positions come does not. */
static bool is_worse(const struct shelf *shelf, uint32_t left, uint32_t right)
{
    const struct shelf_entry *a = &shelf->entries[left], *b = &shelf->entries[right];

    return a->value != b->value ? a->value < b->value : a->key < b->key;
}

static void put(struct shelf *shelf, uint32_t at, uint32_t number)
{
    shelf->heap[at] = number;
    shelf->entries[number].heap_at = at;
}

static void rise(struct shelf *shelf, uint32_t at)
{
    uint32_t number = shelf->heap[at];

    for (; at > 0 && is_worse(shelf, number, shelf->heap[(at - 1) / 2]); at = (at - 1) / 2)
        put(shelf, at, shelf->heap[(at - 1) / 2]);
    put(shelf, at, number);
}

static void sink(struct shelf *shelf, uint32_t at)
{
    uint32_t number = shelf->heap[at];

    for (uint32_t child = 2 * at + 1; child < shelf->count; child = 2 * at + 1) {
        if (child + 1 < shelf->count && is_worse(shelf, shelf->heap[child + 1], shelf->heap[child]))
            child++;
        if (!is_worse(shelf, shelf->heap[child], number))
            break;
        put(shelf, at, shelf->heap[child]);
        at = child;
    }
    put(shelf, at, number);
}

/* ---- Both together ---- */

static void fill(struct shelf *shelf, uint32_t number, const struct shelf_entry *entry,
                 const void *state)
{
    uint32_t heap_at = shelf->entries[number].heap_at;

    shelf->entries[number] = *entry;
    shelf->entries[number].heap_at = heap_at;
    memcpy(shelf->states + number * shelf->stride, state, shelf->state_size);
}

static enum shelf_outcome replace_equal(struct shelf *shelf, uint32_t number,
                                        const struct shelf_entry *entry, const void *state)
{
    if (entry->points <= shelf->entries[number].points)
        return SHELF_KNEW;
    fill(shelf, number, entry, state);
    rise(shelf, shelf->entries[number].heap_at);
    sink(shelf, shelf->entries[number].heap_at);
    return SHELF_TOOK;
}

static enum shelf_outcome push_out(struct shelf *shelf, const struct shelf_entry *entry,
                                   const void *state)
{
    uint32_t worst = shelf->heap[0];
    const struct shelf_entry *there = &shelf->entries[worst];

    if (entry->value < there->value || (entry->value == there->value && entry->key < there->key))
        return SHELF_REFUSED;
    remove_key(shelf, there->key);
    fill(shelf, worst, entry, state);
    shelf->table[find(shelf, entry->key)] = worst + 1;
    sink(shelf, 0);
    return SHELF_PUSHED;
}

enum shelf_outcome shelf_offer(struct shelf *shelf, const struct shelf_entry *entry,
                               const void *state)
{
    uint32_t slot = find(shelf, entry->key);

    if (shelf->table[slot] != 0)
        return replace_equal(shelf, shelf->table[slot] - 1, entry, state);
    if (shelf->count == shelf->width)
        return push_out(shelf, entry, state);
    shelf->table[slot] = shelf->count + 1;
    fill(shelf, shelf->count, entry, state);
    put(shelf, shelf->count, shelf->count);
    shelf->count++;
    rise(shelf, shelf->count - 1);
    return SHELF_TOOK;
}
