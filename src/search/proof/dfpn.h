/* dfpn.h - df-PN: proof-number search depth first, with a table (amazons-endgame-and-books.md 2.6,
 * 2.7).
 *
 * It looks into the same leaves as proof-number search would, but goes up only when a number has
 * passed its threshold, so that the way to the leaf is all that it holds; what it has left is in a
 * table of fixed size, and is looked into again where the table has forgotten it. Positions that
 * are reached in several ways are one there.
 *
 * In a game that can go on for ever a position that comes back on the way is a draw, and an answer
 * may rest on that. Such an answer is the position's own only if it rests on nothing before it:
 * each says on which ply of the way it rests, and one that rests on the way before it is kept for
 * that way alone (docs/solve.md has the argument). Numbers that are no answer yet are taken over
 * only from positions that were met no nearer to the root; else two positions of a cycle would
 * raise each other's numbers for ever, and nothing new would be looked at. In all other games the
 * key tells different pasts apart where the rules look back, so that no answer is taken from
 * another past. */
#ifndef COPPICE_SEARCH_PROOF_DFPN_H
#define COPPICE_SEARCH_PROOF_DFPN_H

#include "base/run.h"
#include "search/proof/goal.h"
#include "search/proof/start.h"
#include "search/proof/table.h"
#include "search/proof/way.h"

struct dfpn_config {
    double epsilon; /* a child is left when it is this much dearer than the second, and one */
    bool is_weak;   /* only the largest number of the children counts whole, others as one */
    struct proof_start_config start;
};

/* Of an answer that holds whatever the way. */
#define DFPN_FREE INT32_MAX

struct dfpn_child {
    cop_move move;
    struct proof_numbers numbers;
    int rests;     /* an answer: the first ply of the way that it rests on, or DFPN_FREE */
    int far;       /* an answer that rests on nothing: so many plies at most from where it shows */
    int busy;      /* threads that are at work below it, as far as is known */
    uint32_t work; /* that it has taken so far, as in the table */
    uint64_t key;
};

/* One position of the way, while it is looked into. */
struct dfpn_node {
    int ply;
    bool is_or, is_marked; /* for other threads */
    size_t first;          /* of its children */
    int count, best;       /* of them; the one that is looked into */
    uint64_t key;
    uint32_t work;  /* that it had taken before */
    int64_t before; /* positions that were created by then */
    struct proof_numbers thresholds;
};

/* Bytes between what different threads write all the time: two cache lines. */
enum { DFPN_APART = 128 };

struct dfpn {
    const struct cop_game *game;
    struct dfpn_config config;
    struct proof_start start;
    struct proof_goal goal;
    struct cop_run *run;
    struct cop_pace *pace;
    struct proof_table *table;
    bool owns_table;
    unsigned char *states;   /* of each ply of the way */
    struct proof_way way;    /* their keys, if the game is endless */
    struct dfpn_node *nodes; /* likewise */
    int states_room;
    struct dfpn_child *children; /* of all nodes of the way, one family after the other */
    size_t children_room;
    cop_move *moves, *replies;
    _Atomic int64_t created; /* by this thread, for others to read */
    unsigned answers;        /* of the table, that this thread has looked for on its way */
    int back_to;   /* the ply whose answer another thread has found, or one that none has */
    int64_t until; /* positions that may have been created when the question is given up */
    struct proof_numbers root;
    char apart[DFPN_APART]; /* from the next thread's */
};

bool dfpn_open(struct dfpn *dfpn, const struct cop_game *game, const struct dfpn_config *config,
               size_t memory, struct cop_run *run, struct cop_pace *pace, struct cop_error *error);
void dfpn_close(struct dfpn *dfpn);

/* Another thread's part in the search of `first`, with its own pace (crew.h). */
void dfpn_join(struct dfpn *dfpn, const struct dfpn *first, struct cop_pace *pace);

/* As pn_ask; memory is never full. */
enum proof_answer dfpn_ask(struct dfpn *dfpn, const void *state, cop_move *best);

/* The steps of it, for several threads: to be called for each of them, after proof_table_begin;
 * then by each of them, who ends the run as known when it has the answer; and for each of them
 * again. */
void dfpn_begin(struct dfpn *dfpn, const void *state);
void dfpn_look(struct dfpn *dfpn);
enum proof_answer dfpn_answer(struct dfpn *dfpn, cop_move *best);

/* The same question about a position of the same game, with what the table knows of it. */
enum proof_answer dfpn_ask_again(struct dfpn *dfpn, const void *state, cop_move *best);

/* The same, given up after so many positions; what was found out meanwhile stays in the table. */
enum proof_answer dfpn_ask_within(struct dfpn *dfpn, const void *state, int64_t positions);

/* All moves that are known to decide what was asked last, if the player to move has them; how many.
 */
int dfpn_deciding_moves(const struct dfpn *dfpn, cop_move *out);

/* The same, in the order of how far at most it is from there to the end. */
int dfpn_nearest_moves(const struct dfpn *dfpn, cop_move *out);

/* ---- For tests ---- */

/* The numbers of a node from those of its children, and the thresholds of the child that is looked
 * into next, `best`, in a node with these thresholds. */
struct dfpn_choice {
    struct proof_numbers numbers, thresholds;
    int best;
};
struct dfpn_choice dfpn_choose(const struct dfpn_config *config, bool is_or,
                               const struct dfpn_child *children, int count,
                               struct proof_numbers thresholds);

#endif
