/* cache.c - tables that take long to make, made once and kept as files. */
#include "base/cache.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/file.h"
#include "coppice/text.h"

enum { FORMAT = 1, LANES = 4 };

/* In the machine's own order of bytes: a file from another kind of machine has another magic. */
struct header {
    uint64_t magic;
    uint32_t format, version;
    uint64_t size; /* of what follows */
    uint64_t checksum;
    uint64_t zeros[4];
};
static_assert(sizeof(struct header) == 64, "tables begin on a line of the processor's cache");

static const uint64_t magic = 0x6568636163706f63u; /* "copcache" */

/* Four sums side by side, as one would wait for its own multiplication. A changed word changes its
 * sum for good, as every step can be undone. */
static uint64_t checksum_of(const unsigned char *bytes, size_t size)
{
    const uint64_t odd = 0x9e3779b97f4a7c15u;
    uint64_t sums[LANES] = {1, 2, 3, 4}, words[LANES] = {0}, sum = size;

    for (; size > 0; size -= size < sizeof words ? size : sizeof words, bytes += sizeof words) {
        if (size < sizeof words)
            memset(words, 0, sizeof words);
        memcpy(words, bytes, size < sizeof words ? size : sizeof words);
        for (int lane = 0; lane < LANES; lane++) {
            uint64_t mixed = (sums[lane] ^ words[lane]) * odd;

            sums[lane] = mixed << 29 | mixed >> 35;
        }
    }
    for (int lane = 0; lane < LANES; lane++) {
        sum = (sum ^ sums[lane]) * odd;
        sum ^= sum >> 32;
    }
    return sum;
}

static struct header header_of(uint32_t version, const unsigned char *bytes, size_t size)
{
    struct header header = {
        .magic = magic, .format = FORMAT, .version = version, .size = size, .zeros = {0}};

    header.checksum = checksum_of(bytes, size);
    return header;
}

/* ---- Folders ---- */

static bool has_value(const char *variable)
{
    return variable != NULL && variable[0] != '\0';
}

/* Makes the folder of a path, and those it is in, as far as they are missing. */
static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777); /* if it fails, so will opening the file */
        *slash = '/';
    }
}

bool cop_cache_path(const char *name, struct cop_text *path)
{
    const char *own = getenv("COPPICE_CACHE"), *shared = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");

    if (has_value(own))
        cop_text_add(path, "%s/%s", own, name);
    else if (shared != NULL && shared[0] == '/')
        cop_text_add(path, "%s/coppice/%s", shared, name);
    else if (has_value(home))
        cop_text_add(path, "%s/.cache/coppice/%s", home, name);
    else
        return false;
    make_folders(path->bytes);
    return true;
}

/* ---- Files ---- */

static void free_block(const struct cop_cached *cached)
{
    if (cached->is_mapped)
        munmap(cached->block, sizeof(struct header) + cached->size);
    else
        free(cached->block);
}

static bool is_whole(const struct header *header, uint32_t version, size_t size)
{
    struct header expected;

    if (header->magic != magic || header->size != size)
        return false;
    expected = header_of(version, (const unsigned char *)(header + 1), size);
    return memcmp(header, &expected, sizeof expected) == 0;
}

static bool map_file(struct cop_cached *cached, const char *path, uint32_t version, size_t size)
{
    size_t total = sizeof(struct header) + size;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    struct stat facts;
    void *block = MAP_FAILED;

    if (file < 0)
        return false;
    if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size == (off_t)total)
        block = mmap(NULL, total, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (block == MAP_FAILED)
        return false;
    if (!is_whole(block, version, size)) {
        munmap(block, total);
        return false;
    }
    *cached = (struct cop_cached){(unsigned char *)block + sizeof(struct header), size, block,
                                  .is_mapped = true};
    return true;
}

/* What is asked for. */
struct order {
    uint32_t version;
    size_t size;
    cop_cache_make *make;
    const void *context;
    const atomic_bool *stop;
};

static bool is_stopped(const struct order *order)
{
    return order->stop != NULL && atomic_load(order->stop);
}

static bool fail_stopped(struct cop_error *error)
{
    return cop_fail(error, "stopped while a table was being made");
}

/* In memory, with its header. */
static bool make_table(struct cop_cached *cached, const struct order *order,
                       struct cop_error *error)
{
    const size_t size = order->size;
    struct header *header = calloc(1, sizeof *header + size);

    if (header == NULL)
        return cop_fail(error, "out of memory: a table needs %zu bytes", size);
    if (!order->make(order->context, (unsigned char *)(header + 1), size, order->stop)) {
        free(header);
        return fail_stopped(error);
    }
    *header = header_of(order->version, (const unsigned char *)(header + 1), size);
    cached->block = header;
    cached->bytes = (const unsigned char *)(header + 1);
    cached->size = size;
    cached->is_mapped = false;
    return true;
}

/* Replaces a table in memory by its file, if that can be written. */
static void keep_table(struct cop_cached *cached, const char *path, uint32_t version)
{
    struct cop_cached kept;
    struct cop_error ignored;

    if (!cop_file_write(path, cached->block, sizeof(struct header) + cached->size, &ignored) ||
        !map_file(&kept, path, version, cached->size))
        return;
    free_block(cached);
    *cached = kept;
}

static const struct timespec look_again = {.tv_nsec = 10000000};

/* Another program's lock is looked at again and again, as waiting for it could not be stopped. */
static bool lock_file(int file, const struct order *order)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

    while (fcntl(file, F_SETLK, &whole) != 0) {
        if ((errno != EACCES && errno != EAGAIN && errno != EINTR) || is_stopped(order))
            return false;
        nanosleep(&look_again, NULL);
    }
    return true;
}

/* Waits until no other program makes this table; closing the file, or the end of the program, lets
 * the next one go on. Without locks (-1) a table may be made twice, and nothing else happens. */
static int lock_path(struct cop_text *path, const struct order *order)
{
    size_t length = path->length;
    int file;

    cop_text_add(path, ".lock");
    file = open(path->bytes, O_RDWR | O_CREAT | O_NOCTTY | O_NONBLOCK, 0666);
    path->length = length;
    path->bytes[length] = '\0';
    if (file >= 0 && !lock_file(file, order)) {
        close(file);
        file = -1;
    }
    return file;
}

/* From its file, or made and then kept in it; `path` may be empty. */
static bool find_or_make(struct cop_cached *cached, struct cop_text *path,
                         const struct order *order, struct cop_error *error)
{
    bool has_path = path->length > 0;
    bool is_there = has_path && map_file(cached, path->bytes, order->version, order->size);
    bool is_made = false;

    if (!is_there) {
        int lock = has_path ? lock_path(path, order) : -1;

        is_there = lock >= 0 && map_file(cached, path->bytes, order->version, order->size);
        is_made = !is_there && make_table(cached, order, error);
        if (is_made && has_path)
            keep_table(cached, path->bytes, order->version);
        if (lock >= 0)
            close(lock);
    }
    return is_there || is_made;
}

/* ---- Tables that are open in this process ---- */

/* The lock on a file keeps programs apart, but not the threads of one, and each mapping would be
 * checked and counted on its own. So a process has a list of what it has open. It is the one piece
 * of state that belongs to the whole process: whoever opens a table knows only its name. */
struct cop_opened {
    struct cop_opened *next;
    char *key; /* the path, or the name of a table that has none */
    uint32_t version;
    size_t size;
    int users;     /* those who wait for it as well */
    bool is_done;  /* else somebody is making it */
    bool is_ready; /* and he did not fail */
    struct cop_cached table;
};

static pthread_mutex_t opened_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened_changed = PTHREAD_COND_INITIALIZER;
static struct cop_opened *opened_tables;

static struct cop_opened *find_opened(const char *key, uint32_t version, size_t size)
{
    struct cop_opened *at = opened_tables;

    /* What has failed is no longer in the list when it is freed: finish() takes it out. */
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc) */
    while (at != NULL && (at->version != version || at->size != size || strcmp(at->key, key) != 0))
        at = at->next;
    return at;
}

static struct cop_opened *add_opened(const char *key, uint32_t version, size_t size)
{
    struct cop_opened *opened = cop_allocate(sizeof *opened);

    opened->key = cop_copy_string(key);
    opened->version = version;
    opened->size = size;
    opened->users = 1;
    opened->next = opened_tables;
    opened_tables = opened;
    return opened;
}

static void take_out(const struct cop_opened *opened)
{
    struct cop_opened **at = &opened_tables;

    while (*at != opened)
        at = &(*at)->next;
    *at = opened->next;
}

/* One user less; the last one frees it. */
static void leave(struct cop_opened *opened)
{
    if (--opened->users > 0)
        return;
    if (opened->is_ready) {
        take_out(opened);
        free_block(&opened->table);
    }
    free(opened->key);
    free(opened);
}

/* Until somebody else is done, or the flag is raised, which nobody announces. */
static void wait_for(const struct cop_opened *opened, const struct order *order)
{
    while (!opened->is_done && !is_stopped(order)) {
        struct timespec until;

        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += look_again.tv_nsec;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
        pthread_cond_timedwait(&opened_changed, &opened_lock, &until);
    }
}

/* Somebody else's table, when he is done with it. NULL if there is none; it is then for the caller
 * to make, also if it was somebody else's who failed. */
static struct cop_opened *join(const char *key, const struct order *order)
{
    struct cop_opened *opened;

    while ((opened = find_opened(key, order->version, order->size)) != NULL) {
        opened->users++;
        wait_for(opened, order);
        if (opened->is_ready)
            return opened;
        leave(opened);
        if (is_stopped(order))
            break;
    }
    return NULL;
}

/* The caller's own work is over, and those who wait for it are told. */
static void finish(struct cop_opened *opened, bool is_ready)
{
    opened->is_done = true;
    opened->is_ready = is_ready;
    if (!is_ready)
        take_out(opened);
    pthread_cond_broadcast(&opened_changed);
}

static bool share(struct cop_cached *cached, const char *key, struct cop_text *path,
                  const struct order *order, struct cop_error *error)
{
    struct cop_opened *opened;
    bool is_ready = true;

    pthread_mutex_lock(&opened_lock);
    opened = join(key, order);
    if (opened == NULL && is_stopped(order)) {
        pthread_mutex_unlock(&opened_lock);
        return fail_stopped(error);
    }
    if (opened == NULL) {
        opened = add_opened(key, order->version, order->size);
        pthread_mutex_unlock(&opened_lock);
        is_ready = find_or_make(&opened->table, path, order, error);
        pthread_mutex_lock(&opened_lock);
        finish(opened, is_ready);
    }
    if (is_ready) {
        *cached = opened->table;
        cached->opened = opened;
    } else {
        leave(opened);
    }
    pthread_mutex_unlock(&opened_lock);
    return is_ready;
}

bool cop_cache_open(struct cop_cached *cached, const char *name, uint32_t version, size_t size,
                    cop_cache_make *make, const void *context, const atomic_bool *stop,
                    struct cop_error *error)
{
    const struct order order = {version, size, make, context, stop};
    struct cop_text path = COP_TEXT;
    bool is_ready;

    *cached = (struct cop_cached){0};
    if (name == NULL)
        return make_table(cached, &order, error);
    is_ready = share(cached, cop_cache_path(name, &path) ? path.bytes : name, &path, &order, error);
    cop_text_free(&path);
    return is_ready;
}

void cop_cache_close(struct cop_cached *cached)
{
    if (cached->opened != NULL) {
        pthread_mutex_lock(&opened_lock);
        leave(cached->opened);
        pthread_mutex_unlock(&opened_lock);
    } else {
        free_block(cached);
    }
    *cached = (struct cop_cached){0};
}
