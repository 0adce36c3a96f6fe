/* hunt.h - agents search the best games of boards, for as long as they are let, and a store keeps
 * what they find.
 *
 * A hunt is many searches. Each is for the board that had the least of them, by an agent in turn,
 * and with a seed of its own: who goes on with a hunt goes on to new seeds. Several processes may
 * hunt in one store; nothing else joins them. */
#ifndef COPPICE_MATCH_HUNT_H
#define COPPICE_MATCH_HUNT_H

#include "coppice/agent.h"
#include "match/boards.h"
#include "store/hunts.h"

/* One search that has ended and been stored. */
struct cop_hunt_news {
    const struct cop_hunted *search;
    bool is_best; /* of its board, from now on */
    int searches; /* of this run so far */
};

struct cop_hunt_plan {
    const struct cop_boards *boards;
    /* Checked against the boards' games and the limits. One that has the option `begin` may say
     * begin=best, and is then told the best game so far. */
    const char *const *agents;
    int agent_count;
    /* For one search, which has ended when its agent reports a whole game. One that does not plays
     * move by move, and then these are the limits for each move. A clock is for a whole game: with
     * it every agent is asked again after each of its turns. */
    struct cop_limits share;
    /* So many of all searches begin after some moves of the board's best game, drawn by their seed,
     * and look for a better end. */
    double again;
    double seconds; /* for all; 0: no such end */
    int searches;   /* likewise */
    const atomic_bool *stop;
    void (*report)(void *context, const struct cop_hunt_news *news); /* may be NULL */
    void *context;
};

/* Boards that had the least search come first; what has led to better games counts half. */
int cop_hunt_choose(const struct cop_standing *standings, int count);

/* Hunts until an end of the plan. On failure `unsaved` (an empty text) gets a game that was found
 * and could not be stored, as a table of best games (best_table.h). */
bool cop_hunt_run(const struct cop_hunt_plan *plan, struct cop_store *store, int64_t hunt,
                  struct cop_text *unsaved, struct cop_error *error);

#endif
