/* search_sets.h - searches that are no part of a game: made by threads, kept in the store as they
 * are done, and not made again if they are there.
 *
 * A *set* is one agent's searches, each with a number that decides its position and its seed. What
 * a set's searches find follows from its identity and their numbers alone. */
#ifndef COPPICE_LAB_SEARCH_SETS_H
#define COPPICE_LAB_SEARCH_SETS_H

#include <jansson.h>

#include "lab/run/maker.h"
#include "lab/run/run.h"
#include "store/results.h"

struct cop_search_set {
    const struct cop_game *game;
    const char *agent; /* its spec */
    struct cop_limits limits;
    int64_t seed;         /* of the run */
    const char *identity; /* says all of the above, and what positions there are */
    int count;
    const int *numbers; /* of the searches that are wanted, ascending; NULL: 0 .. count - 1 */
    void *context;
    const void *(*state)(const void *context, int number);
    /* What is kept of a search, as an object of names and values. */
    json_t *(*observe)(const void *context, const void *state, const struct cop_report *report);
    /* Takes over what search numbers[i] found, now or earlier; false if it cannot be understood. */
    bool (*take)(void *context, int i, const json_t *found);
};

struct cop_search_work {
    const struct cop_experiment *experiment;
    const struct cop_lab_run *run; /* for progress */
    const struct cop_lab_order *order;
    struct cop_store *store;
    struct cop_makers *makers;
    int done, total; /* of the run, counted up */
};

/* Ends early if *order->stop is set. */
bool cop_search_sets_run(struct cop_search_work *work, const struct cop_search_set *sets, int count,
                         struct cop_error *error);

/* One search made again, past the store; NULL if it failed or was stopped. */
json_t *cop_search_again(const struct cop_search_set *set, int number, const atomic_bool *stop,
                         struct cop_error *error);

#endif
