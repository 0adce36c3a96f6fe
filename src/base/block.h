/* block.h - large blocks of memory that are touched at random: trees and tables.
 *
 * A block starts on a huge page, and the system is asked to use such pages: a walk through a tree
 * of 20 MB then misses the translation cache far less often. Pages are taken from the system when
 * they are first written, so that a generous limit costs nothing until it is used. */
#ifndef COPPICE_BASE_BLOCK_H
#define COPPICE_BASE_BLOCK_H

#include <stddef.h>

/* NULL if the system refuses. The bytes are not cleared. free() it. */
void *cop_block_allocate(size_t size);

#endif
