/* nearer.h - winning replies that come nearer to the win.
 *
 * In a game that can go on for ever df-PN knows of many positions that they are won, but a move
 * from one of them to another may keep the win and come no nearer to it. Here replies are chosen so
 * that no position can come back: a reply counts only when it leads to what was settled before it.
 * Where that cannot be had from one winning move, the next one is tried, and when none is left that
 * is known, others are asked about. */
#ifndef COPPICE_SEARCH_PROOF_NEARER_H
#define COPPICE_SEARCH_PROOF_NEARER_H

#include "base/byte_set.h"
#include "database/database.h"
#include "search/proof/dfpn.h"

struct proof_nearer {
    struct dfpn *dfpn; /* which has answered the question of the position that is begun with */
    int claimant;
    const struct cop_database *database; /* whose wins are nearer than anything; or NULL */
    struct cop_byte_set met;             /* positions, and at the end the replies */
    size_t memory;                       /* for the rest of what it keeps; 0: no such limit */
    bool is_over;                        /* the run has ended, or there was no memory */
};

/* So many bytes for what it keeps. */
void proof_nearer_open(struct proof_nearer *nearer, struct dfpn *dfpn, int claimant, size_t memory);
void proof_nearer_close(struct proof_nearer *nearer);

/* Finds a reply to all that can come about from here; false if it was over before, or if all other
 * moves were decided and do not win either, which a right answer does not leave. */
bool proof_nearer_find(struct proof_nearer *nearer, const void *state);

/* COP_NO_MOVE: there is none. */
cop_move proof_nearer_reply(struct proof_nearer *nearer, const void *state);

#endif
