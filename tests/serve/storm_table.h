/* storm_table.h - what a client of a storm has been promised of a table.
 *
 * A promise is what an answer has told and called saved: it must be there whatever happens to the
 * server. A request that was sent and not answered is *open*: the server may have done it or not,
 * and what it would have changed is no promise until the table is seen again. */
#ifndef COPPICE_TESTS_STORM_TABLE_H
#define COPPICE_TESTS_STORM_TABLE_H

#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "coppice/error.h"
#include "coppice/game.h"

enum storm_request {
    STORM_NOTHING,
    STORM_MOVE,
    STORM_UNDO,
    STORM_BACK,
    STORM_RESIGN,
    STORM_SEATS,
    STORM_DELETE
};

struct storm_table {
    char id[20], game[320];
    int players;
    bool is_shared;      /* others change it too: nothing is promised but that it goes */
    atomic_bool is_gone; /* its deletion was answered */
    enum storm_request open;
    int open_ply; /* that an open STORM_BACK goes back to */

    /* The promise, if there is one. */
    bool is_promised;
    int ply;
    uint64_t *moves; /* a fingerprint for each ply; 0: it was not told */
    int resigned;    /* a player, or -1 */
    uint64_t seats[COP_PLAYERS_MAX];
    bool has_agents;

    json_t *state;  /* the last that was seen, promised or not; may be NULL */
    uint64_t exact; /* what was certain of the moves at its beginning; 0: nobody asked */
};

void storm_table_free(struct storm_table *table);

/* A STATE was seen. */
void storm_table_see(struct storm_table *table, json_t *state);

/* The answer to a change, which takes the place of the old promise. It may be brief and have only
 * the ply. If it is not saved, there is no promise any more. */
void storm_table_promise(struct storm_table *table, json_t *answer);

/* Does the STATE of a server that was started anew keep the promise? */
bool storm_table_check(const struct storm_table *table, const json_t *state,
                       struct cop_error *error);

#endif
