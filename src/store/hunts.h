/* hunts.h - the searches for the best games of a list of boards, and the best games themselves.
 *
 * A store has one hunt, known by a text that says all its boards. Any number of processes may hunt
 * in one store: whoever begins a search takes a number that nobody else has, and when it has ended
 * it is added together with its game, if that is better than all before it. Games are texts: who
 * adds one has made sure that it can be played. */
#ifndef COPPICE_STORE_HUNTS_H
#define COPPICE_STORE_HUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"

/* What is known of one board. */
struct cop_standing {
    int begun, ended;    /* searches; those between are running, or were killed */
    double seconds;      /* of all that have ended */
    double idle_seconds; /* of those that ended after the best game was found */
    bool has_best;
    double points; /* of the best game, */
    int plies;
    const char *game;          /* its moves, */
    const char *agent, *limit; /* who found it, */
    int64_t seed, origin;      /* origin: as in results.h; 0: not told */
    int after;                 /* as in struct cop_hunted */
    const char *date;          /* and when */
};

/* A search that has ended. */
struct cop_hunted {
    int board;
    int number; /* that it was begun with */
    const char *agent, *limit;
    int64_t seed;
    int after; /* it began after so many moves of the best game of that time */
    double seconds;
    const char *game; /* NULL: it was ended before it had a whole game */
    double points;
    int plies;
};

/* What one agent, under one limit, has done. */
struct cop_hunter {
    const char *agent;
    int searches, finds; /* finds: searches that ended with the best game so far */
    double seconds;
    double gain; /* points by which its finds were better than what was there; the first games of
                    boards not counted */
};

/* The hunt of these boards, made if the store has none. A store with the hunt of others is refused.
 */
bool cop_hunt_open(struct cop_store *store, const char *boards, int64_t *hunt,
                   struct cop_error *error);

/* Begins a search: `choose` sees all boards, of which there are `count`, and answers which one it
 * is for. Nobody else begins one in the meantime. What standings point to is valid during the call.
 */
typedef int cop_choose_board(void *context, const struct cop_standing *standings);
bool cop_hunt_begin(struct cop_store *store, int64_t hunt, int count, cop_choose_board *choose,
                    void *context, int *board, int *number, struct cop_error *error);

/* Adds a search, all of it or nothing; *is_best says whether its game is the board's best now. */
bool cop_hunt_add(struct cop_store *store, int64_t hunt, const struct cop_hunted *search,
                  bool *is_best, struct cop_error *error);

/* All boards, and all agents in the order of their gain; what they point to is valid during the
 * call only, and `each` must not use the store. */
typedef void cop_each_standing(void *context, const struct cop_standing *standings);
bool cop_hunt_look(struct cop_store *store, int64_t hunt, int count, cop_each_standing *each,
                   void *context, struct cop_error *error);
typedef void cop_each_hunter(void *context, const struct cop_hunter *hunter);
bool cop_hunt_each_agent(struct cop_store *store, int64_t hunt, cop_each_hunter *each,
                         void *context, struct cop_error *error);

#endif
