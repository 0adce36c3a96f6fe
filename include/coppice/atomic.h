/* atomic.h - atomic_bool, for flags that one thread raises and another looks at, in C and in C++.
 *
 * C++ knows C's <stdatomic.h> only from C++23 on; until then its own header has the same type under
 * another name. Both are one byte, so that a flag of a C++ program can stop a search. */
#ifndef COPPICE_ATOMIC_H
#define COPPICE_ATOMIC_H

#ifdef __cplusplus
#include <atomic>

using std::atomic_bool;
static_assert(sizeof(atomic_bool) == 1, "the library sees the same flag");
#else
#include <stdatomic.h>
#endif

#endif
