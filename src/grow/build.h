/* build.h - a book built by worker threads, kept in its file round after round, and gone on with
 * whatever ended the last builder. */
#ifndef COPPICE_GROW_BUILD_H
#define COPPICE_GROW_BUILD_H

#include "book/grow.h"
#include "coppice/agent.h"

/* What was built so far. */
struct cop_grow_news {
    const struct cop_book *book;
    int64_t iterations; /* of all builders, */
    int64_t own;        /* and of this one */
    int64_t judged;     /* positions with a judgement */
    double seconds;     /* of this one, and how many are left; NaN: not known */
    double left;
};

struct cop_grow_plan {
    const char *path;
    const struct cop_game *game;
    /* As text; NULL: as the book in the file was begun with, or meta-uct, mcts, sims=5000 and 1
     * where there is none. Another than the book's is refused. */
    const char *builder, *judge, *limit;
    const int64_t *seed;
    int64_t iterations, judged; /* where it ends, in all; 0: no such end */
    int threads;
    const char *maker; /* who builds: a program and its command */
    const atomic_bool *stop;
    void (*report)(void *context, const struct cop_grow_news *news); /* after every round */
    void *context;
};

/* Can it be built at all? Everything is checked that can be before the file is looked at. */
bool cop_grow_check(const struct cop_grow_plan *plan, struct cop_error *error);

/* Builds until the plan's end or until the flag is raised, which is no failure. *is_complete: the
 * builder has nothing left to do. The last news of the whole go to `news`, whose book is NULL. */
bool cop_grow_run(const struct cop_grow_plan *plan, struct cop_grow_news *news, bool *is_complete,
                  struct cop_error *error);

#endif
