/* cache.h - tables that take long to make, made once and kept as files that all programs share.
 *
 * The folder is what COPPICE_CACHE names, else coppice in XDG_CACHE_HOME, else ~/.cache/coppice. A
 * file has a header with a version and a checksum; it is written whole or not at all, and mapped
 * read-only, so that any number of searches use the same memory. A file that is damaged, cut off or
 * of another version is made again. Where nothing can be kept, the table is made in memory: a cache
 * is never a reason to fail.
 *
 * All functions may be called by several threads at once. A table that is open is in the process's
 * memory once, however many have opened it, and while one thread makes it the others wait. */
#ifndef COPPICE_BASE_CACHE_H
#define COPPICE_BASE_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "coppice/atomic.h"
#include "coppice/error.h"

struct cop_opened; /* a table that is open in this process */

struct cop_cached {
    const unsigned char *bytes;
    size_t size;
    void *block; /* what is freed or unmapped */
    bool is_mapped;
    struct cop_opened *opened; /* whose block it is; NULL: this one's alone */
};

/* Fills in all of `bytes`, which are 0; false if it gave up because `stop` was raised. */
typedef bool cop_cache_make(const void *context, unsigned char *bytes, size_t size,
                            const atomic_bool *stop);

/* The table `name`, from its file or from `make`. Raise `version` when `make` changes. A name is
 * letters, digits, - and points; NULL is a table so quickly made that it is neither kept nor
 * shared. While one program makes a table, others that want it wait. Fails for lack of memory, and
 * soon after `stop` (NULL: nobody's) was raised, whoever was making it: the next begins anew. */
bool cop_cache_open(struct cop_cached *cached, const char *name, uint32_t version, size_t size,
                    cop_cache_make *make, const void *context, const atomic_bool *stop,
                    struct cop_error *error);
void cop_cache_close(struct cop_cached *cached);

/* Where a file of that name is kept, in a folder that is made if it is missing; false if there is
 * no place for it. */
struct cop_text;
bool cop_cache_path(const char *name, struct cop_text *path);

#endif
