/* allocate.c - small allocations that are not refused. */
#include "base/allocate.h"

#include <stdlib.h>
#include <string.h>

void *cop_allocate(size_t size)
{
    void *block = calloc(1, size > 0 ? size : 1);

    if (block == NULL)
        abort();
    return block;
}

void *cop_reallocate(void *block, size_t size)
{
    void *moved = realloc(block, size > 0 ? size : 1);

    if (moved == NULL)
        abort();
    return moved;
}

char *cop_copy_bytes(const char *bytes, size_t length)
{
    char *copy = cop_allocate(length + 1);

    if (length > 0)
        memcpy(copy, bytes, length);
    return copy;
}

char *cop_copy_string(const char *string)
{
    return string == NULL ? NULL : cop_copy_bytes(string, strlen(string));
}

char *cop_copy_trimmed(const char *string)
{
    static const char blanks[] = " \t\r\n\v\f";
    const char *start = string + strspn(string, blanks);
    size_t length = strlen(start);

    while (length > 0 && strchr(blanks, start[length - 1]) != NULL)
        length--;
    return cop_copy_bytes(start, length);
}
