/* listener.h - somebody who wants to be told what happens at a table: server-sent events.
 *
 * A listener keeps no events, only fingerprints of what it has been told. What comes next is
 * written when it is ready to read, from the table as it is then: a slow reader costs nothing and
 * gets the newest report, and each move as a change of its own unless it is far behind. */
#ifndef COPPICE_SERVE_LISTENER_H
#define COPPICE_SERVE_LISTENER_H

#include "serve/write_state.h"

struct cop_listener {
    struct cop_listener *next;
    struct cop_table *table; /* used */
    int asked;               /* the viewer, or COP_NOBODY for the usual one */
    struct cop_told told;    /* the last state */
    int ply;                 /* of that state */
    uint64_t report_number, failure_number;
    bool wants_comment;
    void (*wake)(void *context); /* there is something to tell; NULL until somebody reads */
    void *context;
};

/* NULL if there are too many. With the lock held, as all of these. */
struct cop_listener *cop_listener_open(struct cop_table *table, int asked);
void cop_listener_close(struct cop_listener *listener);

/* Writes one event; false if there is nothing to tell. *is_over if there never will be. */
bool cop_listener_next(struct cop_listener *listener, struct cop_text *event, bool *is_over);

/* There is something to tell. */
void cop_listeners_wake(const struct cop_table *table);

/* A sign of life for all listeners, so that vanished ones are noticed. */
void cop_listeners_comment(struct cop_house *house);

#endif
