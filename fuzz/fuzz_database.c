/* fuzz_database.c - any bytes as a database file: what is wrong is told, and nothing outside the
 * file is read. Checksums keep nearly all inputs out, so each is tried a second time with those
 * that its contents ask for (docs/formats.md). */
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/allocate.h"
#include "database/file.h"
#include "input_file.h"

enum { HEADER = 248, BLOCK_COUNT = 72, CHECKSUM = 240, ENTRY = 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_true)
{
    if (!is_true)
        abort();
}

static uint64_t word_at(const unsigned char *bytes, size_t at)
{
    uint64_t word;

    memcpy(&word, bytes + at, sizeof word);
    return word;
}

static void put_word(unsigned char *bytes, size_t at, uint64_t word)
{
    memcpy(bytes + at, &word, sizeof word);
}

/* Checksums that fit, as far as there is room for what they are about. */
static void mend(unsigned char *bytes, size_t size)
{
    uint64_t blocks = size < HEADER ? 0 : word_at(bytes, BLOCK_COUNT);

    if (size < HEADER || blocks > (size - HEADER) / ENTRY)
        return;
    for (uint64_t i = 0; i < blocks; i++) {
        size_t entry = HEADER + i * ENTRY;
        uint64_t offset = word_at(bytes, entry), length = word_at(bytes, entry + 8);

        if (length <= size && offset <= size - length)
            put_word(bytes, entry + 16, XXH64(bytes + offset, length, 0));
    }
    put_word(bytes, CHECKSUM, 0);
    put_word(bytes, CHECKSUM, XXH64(bytes + HEADER, blocks * ENTRY, XXH64(bytes, HEADER, 0)));
}

static void read_file(const void *bytes, size_t size)
{
    unsigned char *block = cop_allocate(COP_DATABASE_BLOCK);
    struct cop_error error = {""};
    struct cop_database_file file;

    if (cop_database_file_open(&file, input_file("1-1.values", bytes, size), &error)) {
        for (int64_t i = 0; i < file.block_count; i++)
            check(cop_database_file_read(&file, i, block, &error) ||
                  strstr(error.message, "block") != NULL);
        cop_database_file_close(&file);
    } else {
        check(error.message[0] != '\0');
    }
    free(block);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned char *mended = cop_allocate(size + 1);

    read_file(data, size);
    if (size > 0)
        memcpy(mended, data, size);
    mend(mended, size);
    read_file(mended, size);
    free(mended);
    return 0;
}
