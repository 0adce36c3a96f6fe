/* block.c - blocks straight from the system. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise */
#include "base/block.h"

#include <math.h>
#include <string.h>
#include <sys/mman.h>

/* Room for what a few searches within the limit can find: more only costs cache misses. In time,
 * some million nodes a second, of which those just above the leaves are not kept; and no more than
 * can be cleared in a part of the time. */
size_t cop_block_room(size_t memory, int64_t nodes, double seconds)
{
    const double least = 65536, bytes_for_node = 128, bytes_for_second = 160e6;
    double room = (double)memory;

    if (nodes > 0)
        room = fmin(room, (double)nodes * bytes_for_node);
    if (seconds > 0)
        room = fmin(room, seconds * bytes_for_second);
    return (size_t)fmax(room, least);
}

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
