/* store.h - what must not be lost, in one SQLite file.
 *
 * Each change is one transaction, so that a killed program loses at most what it had not finished.
 * Several threads may share a store; calls are serialised inside. A file that is not ours, damaged,
 * of a newer version, locked, unwritable, or on a full disk is an error that says which.
 * store/results.h has what is kept there; docs/formats.md has the tables. */
#ifndef COPPICE_STORE_STORE_H
#define COPPICE_STORE_STORE_H

#include "coppice/error.h"

struct cop_store;

/* NULL opens a store in memory. A file that does not exist is made; its directory is not. */
struct cop_store *cop_store_open(const char *path, struct cop_error *error);
void cop_store_close(struct cop_store *store); /* NULL is fine */

/* A store of games that is there, to be read and nothing else: nothing is made or changed, its
 * pages are not looked through first, and another program may write to it all the while. */
struct cop_store *cop_store_open_games(const char *path, struct cop_error *error);

/* For messages: the file's path, or "memory". */
const char *cop_store_name(const struct cop_store *store);

#endif
