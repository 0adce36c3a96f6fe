/* pn.h - proof-number search and PN2, over a tree that is kept whole (samegame-and-fanorona.md 6.4,
 * 6.5).
 *
 * The search goes down to the leaf whose answer would help most, whichever it is, gives it its
 * children, and mends the numbers above. It ends when the root is answered. There is no table:
 * positions that are reached in two ways are two nodes, so that no answer can depend on a way that
 * was not gone. PN2 has a second search at each leaf of the first, which is thrown away when it has
 * grown as large as the first tree; what it found about the leaf's children is kept. */
#ifndef COPPICE_SEARCH_PROOF_PN_H
#define COPPICE_SEARCH_PROOF_PN_H

#include "base/run.h"
#include "search/proof/family.h"
#include "search/proof/goal.h"
#include "search/proof/start.h"
#include "search/proof/way.h"

/* How large the second search may grow: not at all (plain PN), as the first is, or by the share of
 * the first that the logistic function 1 / (1 + exp((a - x) / b)) gives. */
enum pn_second { PN_ALONE, PN_AS_FIRST, PN_LOGISTIC };

struct pn_config {
    bool is_delayed; /* leaves are judged when they are chosen, not when they are made */
    struct proof_start_config start;
    enum pn_second second;
    double second_a, second_b; /* of the logistic function, in nodes */
    int second_least;          /* nodes that a second search may have however small the first is */
};

struct pn {
    const struct cop_game *game;
    struct pn_config config;
    struct proof_start start;
    struct proof_goal goal;
    struct cop_run *run;
    struct cop_pace *pace;
    struct proof_tree trees[2];
    unsigned char *states; /* of the way from the root to the leaf of the second search */
    int states_room;
    struct proof_way way; /* if the game is endless */
    cop_move *moves, *replies;
    int64_t created; /* nodes, of both searches */
    bool is_full;    /* the first tree had no room left */
    /* Optional, set after opening: called when the first tree has grown and its numbers are right.
     */
    void (*stepped)(void *context);
    void *context;
};

/* What a search of the game needs at least, so that a position can have its children. */
size_t pn_least_memory(const struct cop_game *game, const struct pn_config *config);

/* `memory` is for both trees. False and a message without enough of it. */
bool pn_open(struct pn *pn, const struct cop_game *game, const struct pn_config *config,
             size_t memory, struct cop_run *run, struct cop_pace *pace, struct cop_error *error);
void pn_close(struct pn *pn);

/* Asks pn->goal of a position. PROOF_OPEN: the run has ended, or memory is full. `best` gets a move
 * of the player to move that decides the answer in his favour, or COP_NO_MOVE. */
enum proof_answer pn_ask(struct pn *pn, const void *state, cop_move *best);

/* Of the root, while it is asked and after. */
struct proof_numbers pn_root(const struct pn *pn);

#endif
