/* block.c - blocks straight from the system. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise */
#include "base/block.h"

#include <sys/mman.h>

void *cop_block_allocate(size_t size)
{
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (block == MAP_FAILED)
        return NULL;
#ifdef MADV_HUGEPAGE
    madvise(block, size, MADV_HUGEPAGE); /* a wish; a refusal changes nothing but speed */
#endif
    return block;
}

void cop_block_free(void *block, size_t size)
{
    if (block != NULL)
        munmap(block, size);
}
