/* door.h - who is connected, from where, and how long it may take: nobody keeps the others out.
 *
 * libmicrohttpd ends a connection that is silent. It does not end one that sends a byte from time
 * to time, and when it has as many as it takes, the next ones wait outside. So each connection is a
 * *guest* here. What a guest does has a total time; whoever takes longer is shown out. When there
 * are too many of one address, or altogether, the one that has kept us waiting longest goes, and
 * the new one stays: a person who opens the page always gets in. Guests who listen to events stay
 * as long as they like, but there are never so many of one address that nothing else finds room.
 *
 * Showing out is shutting the socket down, which libmicrohttpd notices; it alone closes sockets.
 * All of this may be called by several threads; times are those of cop_now(). */
#ifndef COPPICE_SERVE_DOOR_H
#define COPPICE_SERVE_DOOR_H

#include <stdbool.h>
#include <sys/socket.h>

#include "coppice/error.h"

struct cop_door;
struct cop_guest;

enum cop_guest_task {
    COP_GUEST_ARRIVES, /* its first header is on its way */
    COP_GUEST_SENDS,   /* a body */
    COP_GUEST_WAITS,   /* for our answer, which takes what it takes */
    COP_GUEST_READS,   /* our answer */
    COP_GUEST_RESTS,   /* between two requests; the next header has to be there in time */
    COP_GUEST_LISTENS, /* to events */
    COP_GUEST_TASKS
};

struct cop_door_limits {
    int guests, guests_of_one;       /* at once, and of one address */
    int listeners_of_one;            /* fewer than guests_of_one */
    double seconds[COP_GUEST_TASKS]; /* for each task in all; 0: no limit */
};

struct cop_door *cop_door_open(const struct cop_door_limits *limits);
void cop_door_close(struct cop_door *door); /* when no guest can come any more */

/* `handle` is the guest's socket; it must be open until cop_door_leave, which frees the guest. */
struct cop_guest *cop_door_enter(struct cop_door *door, int handle, const struct sockaddr *address,
                                 double now);
void cop_door_leave(struct cop_door *door, struct cop_guest *guest);

/* The guest begins with something else. */
void cop_door_turn(struct cop_door *door, struct cop_guest *guest, enum cop_guest_task task,
                   double now);

/* May this guest listen to events, or do enough of its address? */
bool cop_door_has_ear(struct cop_door *door, const struct cop_guest *guest);

/* Shows out whose time is up; returns how many. cop_door_watch does it every second from a thread
 * of its own, until the door is closed, and calls `also` for whoever else looks at the clock. */
int cop_door_sweep(struct cop_door *door, double now);
bool cop_door_watch(struct cop_door *door, void (*also)(void *context), void *context,
                    struct cop_error *error);

#endif
