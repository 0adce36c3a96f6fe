/* door.c - a list of guests. It is short, so it is simply walked. */
#include "serve/door.h"

#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/allocate.h"
#include "base/clock.h"

enum { SWEEP_SECONDS = 1 };

/* An address without its port: all of IPv4, and of IPv6 the half that names a network, because one
 * machine has as many addresses in its own network as it likes. */
struct origin {
    sa_family_t family;
    unsigned char bytes[8];
};

struct cop_guest {
    struct cop_guest *next;
    int handle;
    struct origin origin;
    enum cop_guest_task task;
    double since; /* it does this */
    bool is_out;  /* shown out, and not yet gone */
};

struct cop_door {
    struct cop_door_limits limits;
    pthread_mutex_t lock;
    struct cop_guest *guests;
    pthread_cond_t is_closing;
    pthread_t watcher;
    bool has_watcher, ends;
    void (*also)(void *context); /* what the watcher does besides */
    void *context;
};

struct cop_door *cop_door_open(const struct cop_door_limits *limits)
{
    struct cop_door *door = cop_allocate(sizeof *door);

    door->limits = *limits;
    pthread_mutex_init(&door->lock, NULL);
    pthread_cond_init(&door->is_closing, NULL);
    return door;
}

void cop_door_close(struct cop_door *door)
{
    pthread_mutex_lock(&door->lock);
    door->ends = true;
    pthread_cond_signal(&door->is_closing);
    pthread_mutex_unlock(&door->lock);
    if (door->has_watcher)
        pthread_join(door->watcher, NULL);
    while (door->guests != NULL)
        cop_door_leave(door, door->guests);
    pthread_cond_destroy(&door->is_closing);
    pthread_mutex_destroy(&door->lock);
    free(door);
}

/* ---- Guests ---- */

static struct origin origin_of(const struct sockaddr *address)
{
    struct origin origin = {.family = address->sa_family};

    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *place = (const struct sockaddr_in *)(const void *)address;

        memcpy(origin.bytes, &place->sin_addr, sizeof place->sin_addr);
    } else if (address->sa_family == AF_INET6) {
        const struct in6_addr *place =
            &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
        bool is_mapped = IN6_IS_ADDR_V4MAPPED(place);

        origin.family = is_mapped ? AF_INET : AF_INET6;
        memcpy(origin.bytes, place->s6_addr + (is_mapped ? 12 : 0), is_mapped ? 4 : 8);
    }
    return origin;
}

static bool is_same(const struct origin *one, const struct origin *other)
{
    return one->family == other->family && memcmp(one->bytes, other->bytes, sizeof one->bytes) == 0;
}

static int count_of(const struct cop_door *door, const struct origin *origin)
{
    int count = 0;

    for (const struct cop_guest *at = door->guests; at != NULL; at = at->next)
        count += !at->is_out && is_same(&at->origin, origin);
    return count;
}

static int count_all(const struct cop_door *door)
{
    int count = 0;

    for (const struct cop_guest *at = door->guests; at != NULL; at = at->next)
        count += !at->is_out;
    return count;
}

static void show_out(struct cop_guest *guest)
{
    guest->is_out = true;
    shutdown(guest->handle, SHUT_RDWR);
}

/* ---- Too many ---- */

/* Whoever is being answered, or listens, is not the one who keeps us waiting. */
static bool may_be_shown_out(const struct cop_guest *guest)
{
    return !guest->is_out && guest->task != COP_GUEST_WAITS && guest->task != COP_GUEST_LISTENS;
}

/* The one of this address that has kept us waiting longest; NULL if none has. */
static struct cop_guest *slowest_of(struct cop_door *door, const struct origin *origin)
{
    struct cop_guest *slowest = NULL;

    for (struct cop_guest *at = door->guests; at != NULL; at = at->next)
        if (may_be_shown_out(at) && is_same(&at->origin, origin) &&
            (slowest == NULL || at->since < slowest->since))
            slowest = at;
    return slowest;
}

/* The address that has most guests who could go. */
static struct cop_guest *slowest_of_the_crowd(struct cop_door *door)
{
    struct cop_guest *found = NULL;
    int most = 0;

    for (struct cop_guest *at = door->guests; at != NULL; at = at->next) {
        int count = may_be_shown_out(at) ? count_of(door, &at->origin) : 0;

        if (count > most) {
            most = count;
            found = at;
        }
    }
    return found != NULL ? slowest_of(door, &found->origin) : NULL;
}

/* The new guest is in the list already: where nobody else can go, it is the new one. */
static void make_room(struct cop_door *door, const struct cop_guest *guest)
{
    struct cop_guest *one = NULL;

    if (count_of(door, &guest->origin) > door->limits.guests_of_one)
        one = slowest_of(door, &guest->origin);
    else if (count_all(door) > door->limits.guests)
        one = slowest_of_the_crowd(door);
    if (one != NULL)
        show_out(one);
}

/* ---- Coming and going ---- */

struct cop_guest *cop_door_enter(struct cop_door *door, int handle, const struct sockaddr *address,
                                 double now)
{
    struct cop_guest *guest = cop_allocate(sizeof *guest);

    *guest = (struct cop_guest){
        .handle = handle, .origin = origin_of(address), .task = COP_GUEST_ARRIVES, .since = now};
    pthread_mutex_lock(&door->lock);
    guest->next = door->guests;
    door->guests = guest;
    make_room(door, guest);
    pthread_mutex_unlock(&door->lock);
    return guest;
}

void cop_door_leave(struct cop_door *door, struct cop_guest *guest)
{
    struct cop_guest **at = &door->guests;

    pthread_mutex_lock(&door->lock);
    while (*at != guest)
        at = &(*at)->next;
    *at = guest->next;
    pthread_mutex_unlock(&door->lock);
    free(guest);
}

void cop_door_turn(struct cop_door *door, struct cop_guest *guest, enum cop_guest_task task,
                   double now)
{
    pthread_mutex_lock(&door->lock);
    guest->task = task;
    guest->since = now;
    pthread_mutex_unlock(&door->lock);
}

bool cop_door_has_ear(struct cop_door *door, const struct cop_guest *guest)
{
    int count = 0;

    pthread_mutex_lock(&door->lock);
    for (const struct cop_guest *at = door->guests; at != NULL; at = at->next)
        count += at->task == COP_GUEST_LISTENS && is_same(&at->origin, &guest->origin);
    pthread_mutex_unlock(&door->lock);
    return count < door->limits.listeners_of_one;
}

/* ---- Time ---- */

int cop_door_sweep(struct cop_door *door, double now)
{
    int count = 0;

    pthread_mutex_lock(&door->lock);
    for (struct cop_guest *at = door->guests; at != NULL; at = at->next) {
        double seconds = door->limits.seconds[at->task];

        if (at->is_out || seconds <= 0 || now - at->since <= seconds)
            continue;
        show_out(at);
        count++;
    }
    pthread_mutex_unlock(&door->lock);
    return count;
}

static void *watch(void *context)
{
    struct cop_door *door = context;
    struct timespec next;

    pthread_mutex_lock(&door->lock);
    while (!door->ends) {
        clock_gettime(CLOCK_REALTIME, &next);
        next.tv_sec += SWEEP_SECONDS;
        if (pthread_cond_timedwait(&door->is_closing, &door->lock, &next) != ETIMEDOUT)
            continue;
        pthread_mutex_unlock(&door->lock);
        cop_door_sweep(door, cop_now());
        if (door->also != NULL)
            door->also(door->context);
        pthread_mutex_lock(&door->lock);
    }
    pthread_mutex_unlock(&door->lock);
    return NULL;
}

bool cop_door_watch(struct cop_door *door, void (*also)(void *context), void *context,
                    struct cop_error *error)
{
    int reason;

    door->also = also;
    door->context = context;
    reason = pthread_create(&door->watcher, NULL, watch, door);

    if (reason != 0)
        return cop_fail(error, "cannot start a thread for connections: %s", strerror(reason));
    door->has_watcher = true;
    return true;
}
