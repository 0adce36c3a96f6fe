/* prepare.c - what evaluators and oracles make before they can be asked. */
#include "game/prepare.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/allocate.h"

struct preparation {
    struct preparation *next;
    const void *row; /* NULL: */
    char *path;      /* of the file that it was read from */
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
        free(at->path);
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

/* What is made for a row of the game's, or from a file. */
struct wanted {
    const void *row;
    cop_prepare *prepare;
    const char *path;
    cop_prepare_file *read;
    void (*release)(void *prepared);
};

static const struct preparation *find_made(const struct cop_preparations *preparations,
                                           const struct wanted *wanted)
{
    const struct preparation *at = preparations->first;

    while (at != NULL && (at->row != wanted->row || (at->path == NULL) != (wanted->path == NULL) ||
                          (at->path != NULL && strcmp(at->path, wanted->path) != 0)))
        at = at->next;
    return at;
}

static const void *get_prepared(const struct cop_game *game, const struct wanted *wanted,
                                const atomic_bool *stop, struct cop_error *error)
{
    struct cop_preparations *preparations = game->preparations;
    struct preparation made = {.row = wanted->row, .release = wanted->release};
    const struct preparation *at;

    if (!lock_unless(preparations, stop)) {
        cop_fail(error, "%s: stopped while it was being prepared", game->rules->name);
        return NULL;
    }
    at = find_made(preparations, wanted);
    if (at == NULL) {
        made.prepared = wanted->path != NULL ? wanted->read(game, wanted->path, error)
                                             : wanted->prepare(game, stop, error);
        made.path = made.prepared != NULL ? cop_copy_string(wanted->path) : NULL;
        if (made.prepared != NULL)
            keep(preparations, &made);
        at = &made;
    }
    pthread_mutex_unlock(&preparations->lock);
    return at->prepared;
}

const void *cop_prepared(const struct cop_game *game, const void *row, cop_prepare *prepare,
                         void (*release)(void *prepared), const atomic_bool *stop,
                         struct cop_error *error)
{
    const struct wanted wanted = {.row = row, .prepare = prepare, .release = release};

    return get_prepared(game, &wanted, stop, error);
}

const void *cop_prepared_file(const struct cop_game *game, const char *path, cop_prepare_file *read,
                              void (*release)(void *prepared), const atomic_bool *stop,
                              struct cop_error *error)
{
    const struct wanted wanted = {.path = path, .read = read, .release = release};

    return get_prepared(game, &wanted, stop, error);
}
