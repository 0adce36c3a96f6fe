/* keep.h - tables as files: ID.sgf, an ordinary record, and ID.json with what SGF cannot say.
 *
 * One thread writes what has changed; several changes of a table in a short time are written as
 * one. Both files are written whole or not at all (docs/formats.md). */
#ifndef COPPICE_SERVE_KEEP_H
#define COPPICE_SERVE_KEEP_H

#include "serve/house.h"

/* Lists the folder's tables into the house, without their games. */
bool cop_keep_start(struct cop_house *house, struct cop_error *error);

/* Writes what is left, without the lock held. */
void cop_keep_end(struct cop_house *house);

void cop_keep_changed(struct cop_table *table);
void cop_keep_remove(struct cop_table *table); /* its files */

/* Reads the game of a table that waits on disk. */
bool cop_keep_read(struct cop_table *table, struct cop_error *error);

#endif
