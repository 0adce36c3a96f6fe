/* fail_allocation.h - a system that refuses one request for memory.
 *
 * Linked into a program with allocation_wraps (tests/meson.build), it stands between the program
 * and malloc, calloc, aligned_alloc and mmap.
 * What ends the program by design is not refused: text, and cop_allocate with its kin, which are
 * for small things only. Their largest request is kept, so that a test can hold them to that. */
#ifndef COPPICE_TESTS_FAIL_ALLOCATION_H
#define COPPICE_TESTS_FAIL_ALLOCATION_H

#include <stdbool.h>
#include <stddef.h>

/* The n-th request from now is refused, counting from 1; 0: none is. Counts anew. */
void fail_allocation(long n);

/* Was there such a request? */
bool has_allocation_failed(void);

/* The largest request since the last call that could not be refused. */
size_t largest_unrefused(void);

#endif
