/* block.c - blocks straight from the system. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise */
#include "base/block.h"

#include <string.h>
#include <sys/mman.h>

/* Pages that are zero and cost nothing until they are touched: anywhere, or instead of others. */
static void *take_pages(void *place, size_t size)
{
    int fixed = place != NULL ? MAP_FIXED : 0;
    void *block =
        mmap(place, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | fixed, -1, 0);

    if (block == MAP_FAILED)
        return NULL;
#ifdef MADV_HUGEPAGE
    madvise(block, size, MADV_HUGEPAGE); /* a wish; a refusal changes nothing but speed */
#endif
    return block;
}

void *cop_block_allocate(size_t size)
{
    return take_pages(NULL, size);
}

void cop_block_clear(void *block, size_t size)
{
    if (block != NULL && take_pages(block, size) == NULL)
        memset(block, 0, size);
}

void cop_block_free(void *block, size_t size)
{
    if (block != NULL)
        munmap(block, size);
}
