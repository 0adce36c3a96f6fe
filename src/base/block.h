/* block.h - large blocks of memory that are touched at random: trees and tables.
 *
 * The system is asked to use huge pages: a walk through a tree of 20 MB then misses the translation
 * cache far less often. Pages are taken from the system when they are first written, so that a
 * generous limit costs nothing until it is used. A table that is used everywhere at once has all
 * its pages cleared in the first moments of a search, at about a gigabyte a second: growing.h has
 * tables that do not. */
#ifndef COPPICE_BASE_BLOCK_H
#define COPPICE_BASE_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "coppice/error.h"

/* How large a table should be that may have `memory` bytes, for searches of so many nodes or
 * seconds; 0 means that there is no such limit. */
size_t cop_block_room(size_t memory, int64_t nodes, double seconds);

/* NULL if the system refuses, or for no bytes at all. The bytes are zero. */
void *cop_block_allocate(size_t size);

/* The same in a file of this folder that no longer has a name: what memory has no room for is on
 * the disk, and gone when the program ends, however it ends. The disk gives all of the bytes at
 * once, so that a full one is an error here and not a signal later. */
void *cop_block_on_disk(const char *folder, size_t size, struct cop_error *error);

void cop_block_clear(void *block, size_t size); /* all bytes are zero again; NULL is fine */
void cop_block_free(void *block, size_t size);  /* NULL is fine */

#endif
