/* built.h - databases that a test builds, in a folder of its own. */
#ifndef COPPICE_TESTS_DATABASE_BUILT_H
#define COPPICE_TESTS_DATABASE_BUILT_H

#include "database/build.h"
#include "folder.h"

struct fixture {
    char folder[FOLDER_ROOM];
};

int database_fixture_open(void **context);
int database_fixture_close(void **context);

/* These fail the test where they cannot do it. */
struct cop_game *open_game(const char *spec);
void build(const struct fixture *fixture, const struct cop_game *game, int pieces, int threads,
           bool keeps_distances);
int class_named(const struct cop_game *game, const char *name);

/* Of the values of a class; to be freed. */
struct cop_text path_of(const struct fixture *fixture, const struct cop_game *game,
                        int class_number);

#endif
