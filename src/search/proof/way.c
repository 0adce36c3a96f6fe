/* way.c - see way.h. Most positions are not on the way, and the marks say so at once. */
#include "search/proof/way.h"

#include <stdlib.h>

#include "base/allocate.h"

static uint16_t *mark_of(struct proof_way *way, uint64_t key)
{
    return &way->marks[cop_mix(key) % PROOF_WAY_MARKS];
}

void proof_way_close(struct proof_way *way)
{
    free(way->keys);
    free(way->folded);
    *way = (struct proof_way){.keys = NULL};
}

static void make_room(struct proof_way *way, int ply)
{
    while (ply >= way->room) {
        way->room = way->room == 0 ? PROOF_WAY_FIRST : 2 * way->room;
        way->keys = cop_reallocate(way->keys, (size_t)way->room * sizeof *way->keys);
        way->folded = cop_reallocate(way->folded, (size_t)way->room * sizeof *way->folded);
    }
}

void proof_way_put(struct proof_way *way, int ply, uint64_t key)
{
    make_room(way, ply);
    while (way->length > ply)
        (*mark_of(way, way->keys[--way->length]))--;
    way->keys[ply] = key;
    way->folded[ply] = cop_mix(key ^ (ply > 0 ? way->folded[ply - 1] : 1));
    way->length = ply + 1;
    (*mark_of(way, key))++;
}

int proof_way_find(const struct proof_way *way, int ply, uint64_t key)
{
    if (way->marks[cop_mix(key) % PROOF_WAY_MARKS] == 0)
        return -1;
    for (int i = (ply < way->length ? ply : way->length) - 1; i >= 0; i--)
        if (way->keys[i] == key)
            return i;
    return -1;
}

uint64_t proof_way_key(const struct proof_way *way, int ply, uint64_t key)
{
    return cop_mix(key ^ (ply > 0 ? way->folded[ply - 1] : 1)) ^ key;
}
