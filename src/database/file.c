/* file.c - database files: a header, a directory of the blocks, the blocks. */
#include "database/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#define XXH_INLINE_ALL
#define XXH_DEBUGLEVEL 1 /* its assertions tell an analyser what it relies on */
#include <xxhash.h>

#include "base/allocate.h"
#include "base/file.h"

enum { VERSION = 1, LEVEL = 6 };

/* In the machine's own order of bytes: elsewhere the magic is another one. */
static const uint64_t magic = 0x3173657361626463u; /* "cdbases1" */

struct header {
    uint64_t magic;
    uint32_t version, kind;
    uint32_t class_number, stage, longest, block_size;
    int64_t count, of_value[4];
    int64_t block_count;
    char tables[128], class_name[32];
    uint64_t checksum; /* of the header, with 0 here, and the directory */
};
static_assert(sizeof(struct header) == 248, "a header has no gaps");

struct cop_database_entry {
    uint64_t offset, size, checksum; /* of the block as it is in the file */
};

int64_t cop_database_share(enum cop_database_kind kind)
{
    return kind == COP_DATABASE_VALUES ? (int64_t)COP_DATABASE_BLOCK * 4 : COP_DATABASE_BLOCK;
}

static int64_t blocks_for(int64_t count, enum cop_database_kind kind)
{
    int64_t share = cop_database_share(kind);

    return (count + share - 1) / share;
}

/* Bytes of a block before it is compressed. */
static size_t block_bytes(const struct cop_database_about *about, int64_t block)
{
    int64_t share = cop_database_share(about->kind), left = about->count - block * share;

    left = left < share ? left : share;
    return (size_t)(about->kind == COP_DATABASE_VALUES ? (left + 3) / 4 : left);
}

static uint64_t checksum_of(const struct header *header, const struct cop_database_entry *directory)
{
    struct header plain = *header;

    plain.checksum = 0;
    return XXH64(directory, (size_t)header->block_count * sizeof *directory,
                 XXH64(&plain, sizeof plain, 0));
}

/* ---- Writing ---- */

static struct header header_for(const struct cop_database_about *about)
{
    struct header header = {.magic = magic,
                            .version = VERSION,
                            .kind = (uint32_t)about->kind,
                            .class_number = (uint32_t)about->class_number,
                            .stage = (uint32_t)about->stage,
                            .longest = (uint32_t)about->longest,
                            .block_size = COP_DATABASE_BLOCK,
                            .count = about->count,
                            .block_count = blocks_for(about->count, about->kind)};

    memcpy(header.of_value, about->of_value, sizeof header.of_value);
    memcpy(header.tables, about->tables, sizeof header.tables);
    memcpy(header.class_name, about->class_name, sizeof header.class_name);
    return header;
}

/* Appends the blocks and fills in their entries; false if memory is short. */
static bool compress_blocks(const struct cop_database_about *about, const unsigned char *values,
                            struct cop_database_entry *directory, size_t begin,
                            struct cop_text *bytes)
{
    size_t room = ZSTD_compressBound(COP_DATABASE_BLOCK);
    ZSTD_CCtx *context = ZSTD_createCCtx();
    char *packed = cop_allocate(room);
    bool is_good = context != NULL;

    for (int64_t block = 0; is_good && block < blocks_for(about->count, about->kind); block++) {
        size_t size = ZSTD_compressCCtx(context, packed, room, values + block * COP_DATABASE_BLOCK,
                                        block_bytes(about, block), LEVEL);

        is_good = !ZSTD_isError(size);
        if (!is_good)
            break;
        directory[block] =
            (struct cop_database_entry){begin + bytes->length, size, XXH64(packed, size, 0)};
        cop_text_add_bytes(bytes, packed, size);
    }
    ZSTD_freeCCtx(context);
    free(packed);
    return is_good;
}

bool cop_database_file_write(const char *path, const struct cop_database_about *about,
                             const void *values, struct cop_error *error)
{
    struct header header = header_for(about);
    size_t directory_size = (size_t)header.block_count * sizeof(struct cop_database_entry);
    struct cop_database_entry *directory = cop_allocate(directory_size + 1);
    struct cop_text blocks = COP_TEXT, whole = COP_TEXT;
    bool is_good =
        compress_blocks(about, values, directory, sizeof header + directory_size, &blocks);

    if (is_good) {
        header.checksum = checksum_of(&header, directory);
        cop_text_add_bytes(&whole, (const char *)&header, sizeof header);
        cop_text_add_bytes(&whole, (const char *)directory, directory_size);
        cop_text_add_bytes(&whole, blocks.bytes, blocks.length);
        is_good = cop_file_write(path, whole.bytes, whole.length, error);
    } else {
        cop_fail(error, "cannot compress %.300s: out of memory", path);
    }
    cop_text_free(&blocks);
    cop_text_free(&whole);
    free(directory);
    return is_good;
}

/* ---- Opening ---- */

/* Always false. */
static bool refuse(const char *path, const char *why, struct cop_error *error)
{
    cop_fail(error, "%.300s: %s", path, why);
    return false;
}

/* A handle of an ordinary file that is not empty, or -1. */
static int open_bytes(const char *path, size_t *size, struct cop_error *error)
{
    int handle = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat about;

    if (handle < 0) {
        refuse(path, strerror(errno), error);
        return -1;
    }
    if (fstat(handle, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size <= 0) {
        close(handle);
        refuse(path, "this is no database file: it is empty or not an ordinary file", error);
        return -1;
    }
    *size = (size_t)about.st_size;
    return handle;
}

/* All bytes that were asked for, or false: the file ends before, or cannot be read. */
static bool read_bytes(int handle, uint64_t offset, void *out, size_t size)
{
    unsigned char *at = out;

    while (size > 0) {
        ssize_t got = pread(handle, at, size, (off_t)offset);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        offset += (uint64_t)got;
        size -= (size_t)got;
    }
    return true;
}

static const char cut_off[] = "this database file is cut off; remove it and build it again";
static const char damaged[] =
    "the header of this database file is damaged; remove it and build it again";

/* Numbers that go together; what they say is then trusted because of the checksum. */
static const char *fault_of_header(const struct header *header, size_t size_of_file)
{
    uint64_t room = size_of_file - sizeof *header;

    if (header->magic != magic)
        return "this is no database file";
    if (header->version != VERSION)
        return "this database file is of another version; build it again";
    if (header->kind > COP_DATABASE_DISTANCES || header->block_size != COP_DATABASE_BLOCK ||
        header->count < 0 || header->count > (int64_t)1 << 48 ||
        header->block_count != blocks_for(header->count, (enum cop_database_kind)header->kind))
        return damaged;
    if ((uint64_t)header->block_count > room / sizeof(struct cop_database_entry))
        return cut_off;
    return NULL;
}

static const char *fault_of_directory(const struct header *header,
                                      const struct cop_database_entry *directory,
                                      size_t size_of_file)
{
    if (header->checksum != checksum_of(header, directory) ||
        header->tables[sizeof header->tables - 1] != '\0' ||
        header->class_name[sizeof header->class_name - 1] != '\0')
        return damaged;
    for (int64_t i = 0; i < header->block_count; i++) {
        if (directory[i].size > ZSTD_COMPRESSBOUND(COP_DATABASE_BLOCK))
            return damaged;
        if (directory[i].size > size_of_file ||
            directory[i].offset > size_of_file - directory[i].size)
            return cut_off;
    }
    return NULL;
}

static struct cop_database_about about_of(const struct header *header)
{
    struct cop_database_about about = {.kind = (enum cop_database_kind)header->kind,
                                       .class_number = (int)header->class_number,
                                       .stage = (int)header->stage,
                                       .longest = (int)header->longest,
                                       .count = header->count};

    memcpy(about.of_value, header->of_value, sizeof header->of_value);
    memcpy(about.tables, header->tables, sizeof header->tables);
    memcpy(about.class_name, header->class_name, sizeof header->class_name);
    return about;
}

static const char *read_header(struct cop_database_file *file, int handle)
{
    struct header header;
    const char *fault;
    size_t size;

    if (file->size < sizeof header || !read_bytes(handle, 0, &header, sizeof header))
        return "this is no database file, or it is cut off";
    fault = fault_of_header(&header, file->size);
    if (fault != NULL)
        return fault;
    size = (size_t)header.block_count * sizeof *file->directory;
    file->directory = malloc(size + 1);
    if (file->directory == NULL)
        return "there is no memory for the directory of this database file";
    if (!read_bytes(handle, sizeof header, file->directory, size))
        return cut_off;
    file->block_count = header.block_count;
    file->about = about_of(&header);
    return fault_of_directory(&header, file->directory, file->size);
}

bool cop_database_file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool cop_database_file_open(struct cop_database_file *file, const char *path,
                            struct cop_error *error)
{
    const char *fault;
    int handle;

    *file = (struct cop_database_file){0};
    handle = open_bytes(path, &file->size, error);
    if (handle < 0)
        return false;
    fault = read_header(file, handle);
    close(handle);
    if (fault != NULL) {
        cop_database_file_close(file);
        return refuse(path, fault, error);
    }
    file->path = cop_copy_string(path);
    return true;
}

void cop_database_file_close(struct cop_database_file *file)
{
    free(file->directory);
    free(file->path);
    *file = (struct cop_database_file){0};
}

/* ---- Reading ---- */

/* The block as it is in the file, which need not be what it was when it was opened. */
static bool read_packed(const struct cop_database_file *file,
                        const struct cop_database_entry *entry, unsigned char *packed,
                        struct cop_error *error)
{
    int handle = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool is_read;

    if (handle < 0)
        return refuse(file->path, strerror(errno), error);
    is_read = read_bytes(handle, entry->offset, packed, (size_t)entry->size);
    close(handle);
    return is_read || refuse(file->path, cut_off, error);
}

bool cop_database_file_read(const struct cop_database_file *file, int64_t block, void *out,
                            struct cop_error *error)
{
    const struct cop_database_entry *entry = &file->directory[block];
    size_t size = block_bytes(&file->about, block);
    unsigned char packed[ZSTD_COMPRESSBOUND(COP_DATABASE_BLOCK)];

    if (!read_packed(file, entry, packed, error))
        return false;
    if (XXH64(packed, (size_t)entry->size, 0) != entry->checksum ||
        ZSTD_decompress(out, size, packed, (size_t)entry->size) != size)
        return cop_fail(error,
                        "%.300s: block %lld of %lld is damaged; remove the file and build it again",
                        file->path, (long long)block, (long long)file->block_count);
    return true;
}

bool cop_database_file_sum(const struct cop_database_file *file, uint64_t *sum,
                           struct cop_error *error)
{
    unsigned char *bytes = cop_allocate(COP_DATABASE_BLOCK);
    bool is_good = true;

    *sum = (uint64_t)file->about.longest;
    for (int64_t block = 0; is_good && block < file->block_count; block++) {
        is_good = cop_database_file_read(file, block, bytes, error);
        if (is_good)
            *sum = XXH64(bytes, block_bytes(&file->about, block), *sum);
    }
    free(bytes);
    return is_good;
}
