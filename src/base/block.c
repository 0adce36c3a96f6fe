/* block.c - aligned blocks on huge pages, where the system has them. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/block.h"

#include <stdlib.h>
#include <sys/mman.h>

#define HUGE_PAGE ((size_t)2 << 20)

void *cop_block_allocate(size_t size)
{
    size_t rounded = (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void *block = rounded >= size ? aligned_alloc(HUGE_PAGE, rounded) : NULL;

#ifdef MADV_HUGEPAGE
    if (block != NULL)
        madvise(block, rounded, MADV_HUGEPAGE); /* a wish; a refusal changes nothing but speed */
#endif
    return block;
}
