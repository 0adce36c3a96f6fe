/* keep.h - the thread that writes tables into the folder, and what is waited for.
 *
 * A table counts its changes (`changes`), and which of them were on their way to the disk
 * (`changes_tried`) and have arrived there (`changes_kept`). Invariant: a table whose changes are
 * not all kept is in memory and is tried again, after a pause that grows to half a minute, or at
 * once if a person waits for it; `is_unsaved` says that the last try failed.
 *
 * The thread takes all tables that wait at once, writes their files, syncs the folder once and
 * tells those who wait: so many tables share the price of the disk. */
#ifndef COPPICE_SERVE_KEEP_H
#define COPPICE_SERVE_KEEP_H

#include "serve/house.h"

/* Lists the folder's tables into the house, without their games, removes what killed servers have
 * left half written, and starts the thread. */
bool cop_keep_start(struct cop_house *house, struct cop_error *error);

/* Writes what is left, without the lock held. */
void cop_keep_end(struct cop_house *house);

void cop_keep_changed(struct cop_table *table);
bool cop_keep_is_done(const struct cop_table *table); /* nothing of it is on its way */

/* Have so many of its changes been written, or could not be? */
bool cop_keep_has_tried(const struct cop_table *table, uint64_t changes);

/* Somebody waits for what has changed so far: it is tried now. */
void cop_keep_hurry(struct cop_table *table);

/* Gives the lock away until something was written, or until `end`, or for no reason. */
void cop_keep_pause(struct cop_house *house, double end);

/* Gives the lock away until all that has changed so far is on the disk, or could not be written, or
 * the disk takes too long, or the table is gone. The caller uses the table. */
void cop_keep_wait(struct cop_table *table);

/* The disk takes too long for these changes: the table says that it is not saved until it is. */
void cop_keep_doubt(struct cop_table *table, uint64_t changes);

/* Removes the files of a table that is gone. */
bool cop_keep_remove(struct cop_table *table, struct cop_error *error);

#endif
