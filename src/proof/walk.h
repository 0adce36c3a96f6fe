/* walk.h - whether replies prove a claim: all that the other side can do is gone through, by the
 * rules alone or by rules and databases.
 *
 * A claim is that a player gets at least so much, or at most so much, however the other side plays.
 * The claimant, that player or the one who holds him to it, has one reply to each position that can
 * come about; of the other side every move is played. The walk goes depth first, to each position
 * once, and all ends that it meets must fulfil the claim. docs/solve.md says why that is a proof,
 * also where positions come back.
 *
 * What a database knows of a position after a move ends a line as the end of a game does.
 *
 * Nothing here searches. Whoever supplies the replies, a file or a search, need not be trusted. */
#ifndef COPPICE_PROOF_WALK_H
#define COPPICE_PROOF_WALK_H

#include "coppice/game.h"
#include "database/database.h"

struct cop_claim {
    enum cop_stake stake;
    int player;
    bool is_at_most;
    double value;
};

/* What a position is: with `pasts_forgotten` what was before it does not count (rules->forget),
 * which is for claims that a draw fulfils, and with `images_folded` it and its mirror images are
 * one (rules->turned). */
struct cop_proof_terms {
    struct cop_claim claim;
    bool pasts_forgotten, images_folded;
};

/* The claimant's reply; it is checked whether it is legal. */
typedef bool cop_proof_reply(void *context, const void *state, cop_move *move,
                             struct cop_error *error);

struct cop_proof_walk {
    const struct cop_game *game;
    struct cop_proof_terms terms;
    cop_proof_reply *reply;
    void *context;
    const struct cop_database *database; /* what is taken from files; NULL: by the rules alone */
    bool *is_used;              /* for each class of it: something was taken from there; or NULL */
    int64_t most_positions;     /* it fails when there are more; 0: no such limit */
    size_t memory;              /* for the positions; 0: as much as it takes */
    const atomic_bool *stop;    /* or NULL */
    int64_t positions, replies; /* so far, without games that are over and what the
                                  database knows */
};

/* May claims about the game be proved so? */
bool cop_proof_fits(const struct cop_game *game, const struct cop_proof_terms *terms,
                    struct cop_error *error);

/* True if the replies prove the claim for this position; else why not. */
bool cop_proof_go(struct cop_proof_walk *walk, const void *start, struct cop_error *error);

/* Does it fulfil the claim that the player gets so much? */
bool cop_claim_holds(const struct cop_claim *claim, double value);

#endif
