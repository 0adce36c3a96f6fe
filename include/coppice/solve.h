/* solve.h - what a position is worth when both sides play best, known for certain.
 *
 * A game may have a solver of its own (cop_rules.solve). It need not answer everything: whether it
 * does for a stake (a payoff, or points) in a variant of the game is what cop_rules.can_solve says.
 * Where it does, cop_solve takes it, or else searches the whole tree by alpha-beta with a table;
 * callers need not know which. The general search is for games of one player, or of two whose gain
 * is each other's loss, without chance and hidden pieces, and of bounded length.
 *
 * A solver that runs into its limit has not failed: it says what it knows, a value between `lower`
 * and `upper`. Games' own solvers are exact; the general one trusts cop_rules.key to tell positions
 * apart. */
#ifndef COPPICE_SOLVE_H
#define COPPICE_SOLVE_H

#include "atomic.h"
#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Both bounds are for the player to move: a payoff from 0 to 1, or points. */
struct cop_solution {
    double lower, upper; /* equal: the value is known */
    cop_move best;       /* a move that makes sure of `lower`; COP_NO_MOVE while none is known */
    int64_t positions;   /* looked into, each as often as it was */
    double seconds;
    /* Of proof-number searches: how many positions must at least be answered for a yes and for a no
     * to the present question, UINT32_MAX where that cannot be; both 0: there are no such numbers.
     */
    uint32_t proof, disproof;
    bool memory_is_full; /* which ended it */
    int64_t written;     /* replies of the present claim, while a proof is written down */
    void *reserved[4];   /* for later versions: NULL */
};

/* Where a search that may take days is kept, so that another sitting goes on from there. It is
 * written about every `period` seconds and when it ends. A file that cannot be written does not end
 * the search. */
struct cop_keeping {
    const char *path;
    double period;
    bool has_failed; /* the last time, for the reason in `error` */
    struct cop_error error;
    void *reserved[2]; /* for later versions: NULL */
};

/* How much a solver may do, 0 meaning "no such limit", and who looks on: a flag that ends it, and a
 * call about every `period` seconds. All from `stop` on are optional. */
struct cop_solve_limits {
    double time;    /* seconds, */
    bool processor; /* of the processor, as in struct cop_limits */
    int64_t positions;
    size_t memory; /* bytes for its table, less if the other limits leave no time to fill it; at
                      least COP_SOLVE_MEMORY are taken */
    int threads;   /* at least 1; no more are used than there are processors, and one by a solver
                      that knows no threads */
    const atomic_bool *stop;
    double period;
    void (*progress)(void *context, const struct cop_solution *so_far);
    void *context;
    struct cop_keeping *keeping; /* for searches that can be kept: df-PN */

    /* Called by `pn`, and by no other solver, whenever its tree has grown and the numbers above are
     * mended: what is seen here does not depend on the clock. */
    void (*step)(void *context, const struct cop_solution *so_far);
    const char *databases; /* where pn and dfpn look for databases; NULL: where all searches do */
    void *reserved[8];     /* for later versions: NULL */
};

enum { COP_SOLVE_MEMORY = 65536 };

/* The stake is what the value is. Points of two players must add to the same in every finished
 * game.
 *
 * False and a message for a game that cannot be solved so, a finished one, or without memory. */
bool cop_solve(const struct cop_game *game, const void *state, enum cop_stake stake,
               const struct cop_solve_limits *limits, struct cop_solution *solution,
               struct cop_error *error);

#ifdef __cplusplus
}
#endif

#endif
