/* explore_private.h - what the files of the explorer share. */
#ifndef COPPICE_MATCH_EXPLORE_PRIVATE_H
#define COPPICE_MATCH_EXPLORE_PRIVATE_H

#include <pthread.h>

#include "match/explore.h"
#include "store/explored.h"

struct cop_explorer {
    struct cop_store *index;
    pthread_mutex_t lock;
    char **paths; /* absolute */
    int path_count;
};

/* What kind of source a path is. */
enum cop_source_kind { COP_SOURCE_STORE, COP_SOURCE_FILE, COP_SOURCE_FOLDER };
bool cop_source_kind_of(const char *path, enum cop_source_kind *kind, struct cop_error *error);

/* One of several games in the bytes of an SGF file, from *at on; *at is then behind it. False if
 * there is none. */
bool cop_next_record(const char *bytes, size_t length, size_t *at, size_t *from);

/* A file's games are within this, and so are the records of stores. */
enum { COP_EXPLORED_FILE_MAX = 64 << 20 };

#endif
