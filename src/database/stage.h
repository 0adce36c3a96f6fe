/* stage.h - one stage of a database, built by rounds; build.c has the tables below it. */
#ifndef COPPICE_DATABASE_STAGE_H
#define COPPICE_DATABASE_STAGE_H

#include "database/build.h"
#include "database/table.h"

enum { COP_STAGE_CLASSES = 16 }; /* at most in one stage */

/* One call of cop_database_build. */
struct cop_build {
    const struct cop_build_plan *plan;
    struct cop_text folder;     /* of the game */
    struct cop_database *there; /* what was on the disk when it began */
    struct cop_table *tables;   /* for each class, as far as they are needed */
    struct cop_build_news news;
    double began, told;
    int lock;        /* on the folder; -1: none */
    bool is_on_disk; /* where blocks of this stage are */
    bool is_stopped;
};

/* Zeros for a table or a set, in memory or on the disk; freed by cop_block_free. */
void *cop_build_block(const struct cop_build *build, size_t size, struct cop_error *error);

/* Fills in the tables of these classes, which are all of a stage, and writes their files. True but
 * with build->is_stopped where it was stopped before. */
bool cop_stage_build(struct cop_build *build, const int *classes, int count,
                     struct cop_error *error);

#endif
