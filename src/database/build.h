/* build.h - databases by retrograde analysis, for every game whose positions have numbers.
 *
 * Stage after stage, from the lowest: all numbers are looked at once, for what captures and ends
 * make of them; then what was found in one round makes others known in the next, so that a round's
 * number is the distance in moves within the stage. What nothing makes known is a draw.
 *
 * A stage that is finished is on the disk before the next begins, and is not built again; whatever
 * ends a build loses at most the stage in progress. */
#ifndef COPPICE_DATABASE_BUILD_H
#define COPPICE_DATABASE_BUILD_H

#include "database/database.h"

/* How far a build has come. */
struct cop_build_news {
    const char *stage;       /* its classes: "3-2 2-3" */
    int round;               /* 1: all numbers are looked at */
    int64_t done, total;     /* numbers of the round that were looked at, and all */
    int64_t built, to_build; /* numbers of finished stages, and of all that are built now */
    double seconds;
    bool is_finished; /* the stage is on the disk */
};

struct cop_build_plan {
    const struct cop_game *game;
    const char *folder; /* as cop_database_folder takes it */
    int pieces;         /* classes with more are left out */
    int threads;
    size_t memory;   /* 0: as much as it takes */
    bool is_on_disk; /* stages that take more are built in files; without a bound all are */
    bool keeps_distances;
    const atomic_bool *stop; /* may be NULL */
    double period;           /* seconds between two reports */
    void (*report)(void *context, const struct cop_build_news *news); /* may be NULL */
    void *context;
};

/* True if all classes are on the disk, or `stop` was raised, which *is_stopped tells. */
bool cop_database_build(const struct cop_build_plan *plan, bool *is_stopped,
                        struct cop_error *error);

#endif
