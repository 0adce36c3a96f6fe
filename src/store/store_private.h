/* store_private.h - what the files of src/store share. */
#ifndef COPPICE_STORE_STORE_PRIVATE_H
#define COPPICE_STORE_STORE_PRIVATE_H

#include <pthread.h>
#include <sqlite3.h>

#include "store/store.h"

struct cop_store {
    sqlite3 *database;
    pthread_mutex_t lock; /* held during a transaction */
    char *name;
    int64_t origin; /* of what is added; 0: not told */
};

/* Turns SQLite's last error into a sentence about the file; returns false. */
bool cop_store_fail(const struct cop_store *store, struct cop_error *error);

/* Runs statements that answer nothing. */
bool cop_store_do(struct cop_store *store, const char *sql, struct cop_error *error);

/* Compiles one statement; the caller ends it with sqlite3_finalize. NULL on failure. */
sqlite3_stmt *cop_store_prepare(struct cop_store *store, const char *sql, struct cop_error *error);

/* Runs a statement that changes something and ends it. */
bool cop_store_finish(struct cop_store *store, sqlite3_stmt *statement, struct cop_error *error);

/* Binds the store's origin, or NULL if it was not told. */
void cop_store_bind_origin(const struct cop_store *store, sqlite3_stmt *statement, int place);

/* Begins a transaction with the lock held; ends it, keeping its changes only if `good` and the
 * commit succeeds, and gives the lock back. Returns whether the changes were kept. */
bool cop_store_begin(struct cop_store *store, struct cop_error *error);
bool cop_store_end(struct cop_store *store, bool good, struct cop_error *error);

#endif
