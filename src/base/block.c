/* block.c - blocks straight from the system. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise, mkstemp */
#include "base/block.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "coppice/text.h"

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

/* Its bytes are all there and zero; -1 otherwise. */
static int open_scratch(const char *folder, size_t size, struct cop_error *error)
{
    struct cop_text path = COP_TEXT;
    int file, problem = 0;

    cop_text_add(&path, "%s/.scratch-XXXXXX", folder);
    file = mkstemp(path.bytes);
    if (file < 0) {
        cop_fail(error, "cannot make a file in %.300s: %s", folder, strerror(errno));
        cop_text_free(&path);
        return -1;
    }
    unlink(path.bytes);
    cop_text_free(&path);
    do
        problem = posix_fallocate(file, 0, (off_t)size);
    while (problem == EINTR);
    if (problem == 0)
        return file;
    cop_fail(error, "the disk of %.300s has no room for %.2f MB: %s", folder, (double)size / 1e6,
             strerror(problem));
    close(file);
    return -1;
}

void *cop_block_on_disk(const char *folder, size_t size, struct cop_error *error)
{
    int file = open_scratch(folder, size, error);
    void *block;

    if (file < 0)
        return NULL;
    block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (block == MAP_FAILED)
        cop_fail(error, "cannot map %.0f MB: %s", (double)size / 1e6, strerror(errno));
    close(file);
    return block == MAP_FAILED ? NULL : block;
}

/* Linux takes the pages back and gives zeros when they are next touched; others promise nothing. */
void cop_block_clear(void *block, size_t size)
{
    if (block == NULL)
        return;
#ifdef __linux__
    if (madvise(block, size, MADV_DONTNEED) == 0)
        return;
#endif
    memset(block, 0, size);
}

void cop_block_free(void *block, size_t size)
{
    if (block != NULL)
        munmap(block, size);
}
