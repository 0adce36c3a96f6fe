/* block.h - large blocks of memory that are touched at random: trees and tables.
 *
 * The system is asked to use huge pages: a walk through a tree of 20 MB then misses the translation
 * cache far less often. Pages are taken from the system when they are first written, so that a
 * generous limit costs nothing until it is used. */
#ifndef COPPICE_BASE_BLOCK_H
#define COPPICE_BASE_BLOCK_H

#include <stddef.h>

/* NULL if the system refuses, or for no bytes at all. The bytes are zero. */
void *cop_block_allocate(size_t size);
void cop_block_clear(void *block, size_t size); /* all bytes are zero again; NULL is fine */
void cop_block_free(void *block, size_t size);  /* NULL is fine */

#endif
