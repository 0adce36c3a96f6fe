/* fail_allocation.c - see fail_allocation.h. */
#include "fail_allocation.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/types.h>

static atomic_long requests, refused_at;
static atomic_size_t largest;
static _Thread_local int spared; /* inside of a function that cannot say no */

void fail_allocation(long n)
{
    atomic_store(&requests, 0);
    atomic_store(&refused_at, n);
}

bool has_allocation_failed(void)
{
    return atomic_load(&refused_at) > 0 && atomic_load(&requests) >= atomic_load(&refused_at);
}

size_t largest_unrefused(void)
{
    return atomic_exchange(&largest, 0);
}

static void note_unrefused(size_t size)
{
    size_t before = atomic_load(&largest);

    while (size > before && !atomic_compare_exchange_weak(&largest, &before, size))
        continue;
}

static bool is_refused(size_t size)
{
    if (spared > 0) {
        note_unrefused(size);
        return false;
    }
    if (atomic_fetch_add(&requests, 1) + 1 != atomic_load(&refused_at))
        return false;
    errno = ENOMEM;
    return true;
}

/* ---- What the linker puts in place of the C library's ---- */

/* The names are the linker's. NOLINTBEGIN(bugprone-reserved-identifier) */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__real_mmap(void *place, size_t size, int protection, int flags, int file, off_t offset);
void *__real_cop_allocate(size_t size);
char *__real_cop_copy_string(const char *string);
char *__real_cop_copy_bytes(const char *bytes, size_t length);
char *__real_cop_copy_trimmed(const char *string);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_mmap(void *place, size_t size, int protection, int flags, int file, off_t offset);
void *__wrap_cop_allocate(size_t size);
char *__wrap_cop_copy_string(const char *string);
char *__wrap_cop_copy_bytes(const char *bytes, size_t length);
char *__wrap_cop_copy_trimmed(const char *string);

void *__wrap_malloc(size_t size)
{
    return is_refused(size) ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_refused(count * size) ? NULL : __real_calloc(count, size);
}

/* Only text and cop_reallocate ask for this. */
void *__wrap_realloc(void *block, size_t size)
{
    note_unrefused(size);
    return __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return is_refused(size) ? NULL : __real_aligned_alloc(alignment, size);
}

void *__wrap_mmap(void *place, size_t size, int protection, int flags, int file, off_t offset)
{
    return is_refused(size) ? MAP_FAILED
                            : __real_mmap(place, size, protection, flags, file, offset);
}

void *__wrap_cop_allocate(size_t size)
{
    void *block;

    spared++;
    block = __real_cop_allocate(size);
    spared--;
    return block;
}

char *__wrap_cop_copy_string(const char *string)
{
    char *copy;

    spared++;
    copy = __real_cop_copy_string(string);
    spared--;
    return copy;
}

char *__wrap_cop_copy_bytes(const char *bytes, size_t length)
{
    char *copy;

    spared++;
    copy = __real_cop_copy_bytes(bytes, length);
    spared--;
    return copy;
}

char *__wrap_cop_copy_trimmed(const char *string)
{
    char *copy;

    spared++;
    copy = __real_cop_copy_trimmed(string);
    spared--;
    return copy;
}
/* NOLINTEND(bugprone-reserved-identifier) */
