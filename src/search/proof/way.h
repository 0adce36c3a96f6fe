/* way.h - the positions from the root of a proof search to where it is, for games that can go on
 * for ever.
 *
 * Nobody wins such a game by going on, so that a position that comes back on the way is a draw to
 * the search. What it finds in this manner rests on the way: a proof tree may contain it as it is,
 * but a table must not give it to other ways (samegame-and-fanorona.md 6.4, 6.6). */
#ifndef COPPICE_SEARCH_PROOF_WAY_H
#define COPPICE_SEARCH_PROOF_WAY_H

#include "coppice/game.h"

enum { PROOF_WAY_MARKS = 4096, PROOF_WAY_FIRST = 64 };

struct proof_way {
    uint64_t *keys;                  /* of the positions at each ply */
    uint64_t *folded;                /* of all up to each ply, in their order */
    int room, length;                /* plies */
    uint16_t marks[PROOF_WAY_MARKS]; /* how many keys of the way end with these bits */
};

/* A way of zeros is empty, and can be closed. */
void proof_way_close(struct proof_way *way);

/* The way up to `ply` and no further, and then this position. */
void proof_way_put(struct proof_way *way, int ply, uint64_t key);

/* On which ply this position is; -1 if it is not on the way before `ply`. */
int proof_way_find(const struct proof_way *way, int ply, uint64_t key);

/* A key for a position at `ply` that is reached on this way and no other. */
uint64_t proof_way_key(const struct proof_way *way, int ply, uint64_t key);

#endif
