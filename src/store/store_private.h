/* store_private.h - what the files of src/store share. */
#ifndef COPPICE_STORE_STORE_PRIVATE_H
#define COPPICE_STORE_STORE_PRIVATE_H

#include <pthread.h>
#include <sqlite3.h>

#include "store/store.h"

enum { COP_STORE_STEPS = 4 };

/* Whose file it is: a number that names the kind, its version, and the statements that bring a file
 * of each earlier version (0: a new one) up to date. */
struct cop_store_format {
    int application, version;
    const char *what; /* for messages: "store" */
    const char *steps[COP_STORE_STEPS];
    bool is_unchecked; /* its pages are not looked through when it is opened */
};

struct cop_store {
    const struct cop_store_format *format;
    bool is_reading; /* nothing may be written */
    sqlite3 *database;
    pthread_mutex_t lock; /* held during a transaction */
    char *name;
    int64_t origin; /* of what is added; 0: not told */
};

/* A file of that kind, made if there is none; and one that must be there and is only read, also
 * from where nothing can be written. */
struct cop_store *cop_store_open_as(const char *path, const struct cop_store_format *format,
                                    struct cop_error *error);
struct cop_store *cop_store_open_reading(const char *path, const struct cop_store_format *format,
                                         struct cop_error *error);

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
