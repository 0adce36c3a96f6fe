/* prepare.c - what evaluators and oracles make before they can be asked. */
#include "game/prepare.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/allocate.h"

struct preparation {
    struct preparation *next;
    const void *row;
    void *prepared;
    void (*release)(void *prepared);
};

/* The lock is held while something is made: what one game prepares is made one after the other. */
struct cop_preparations {
    pthread_mutex_t lock;
    struct preparation *first;
};

struct cop_preparations *cop_preparations_open(void)
{
    struct cop_preparations *preparations = cop_allocate(sizeof *preparations);

    pthread_mutex_init(&preparations->lock, NULL);
    return preparations;
}

void cop_preparations_close(struct cop_preparations *preparations)
{
    struct preparation *next;

    if (preparations == NULL)
        return;
    for (struct preparation *at = preparations->first; at != NULL; at = next) {
        next = at->next;
        if (at->release != NULL)
            at->release(at->prepared);
        free(at);
    }
    pthread_mutex_destroy(&preparations->lock);
    free(preparations);
}

static bool is_raised(const atomic_bool *stop)
{
    return stop != NULL && atomic_load(stop);
}

/* False if the flag was raised first. */
static bool lock_unless(struct cop_preparations *preparations, const atomic_bool *stop)
{
    enum { LOOK = 10000000, SECOND = 1000000000 }; /* nanoseconds */

    while (!is_raised(stop)) {
        struct timespec until;

        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += (until.tv_nsec + LOOK) / SECOND;
        until.tv_nsec = (until.tv_nsec + LOOK) % SECOND;
        if (pthread_mutex_timedlock(&preparations->lock, &until) == 0)
            return true;
    }
    return false;
}

static void keep(struct cop_preparations *preparations, const struct preparation *made)
{
    struct preparation *kept = cop_allocate(sizeof *kept);

    *kept = *made;
    kept->next = preparations->first;
    preparations->first = kept;
}

const void *cop_prepared(const struct cop_game *game, const void *row, cop_prepare *prepare,
                         void (*release)(void *prepared), const atomic_bool *stop,
                         struct cop_error *error)
{
    struct cop_preparations *preparations = game->preparations;
    const struct preparation *at;
    struct preparation made = {.row = row, .release = release};

    if (!lock_unless(preparations, stop)) {
        cop_fail(error, "%s: stopped while it was being prepared", game->rules->name);
        return NULL;
    }
    at = preparations->first;
    while (at != NULL && at->row != row)
        at = at->next;
    if (at == NULL) {
        made.prepared = prepare(game, stop, error);
        if (made.prepared != NULL)
            keep(preparations, &made);
        at = &made;
    }
    pthread_mutex_unlock(&preparations->lock);
    return at->prepared;
}
