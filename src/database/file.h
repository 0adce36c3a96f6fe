/* file.h - the values of one class in a file: compressed block by block, so that any of them can be
 * read without the others. docs/formats.md has the format.
 *
 * A file is written whole or not at all. It is not mapped: a mapped file that somebody cuts off
 * ends the program that looks at it. Nor does it stay open, since a server has many tables and each
 * of them many files: its directory is in memory, and a block is read by the file's name and
 * compared with its checksum there, so that a file which was changed in the meantime is found out.
 */
#ifndef COPPICE_DATABASE_FILE_H
#define COPPICE_DATABASE_FILE_H

#include "coppice/game.h"

/* Bytes of a block before it is compressed: of two bits for each number, or of one byte. */
enum { COP_DATABASE_BLOCK = 1 << 16 };

enum cop_database_kind { COP_DATABASE_VALUES, COP_DATABASE_DISTANCES };

/* Distances from here on are told as this. */
enum { COP_DATABASE_FAR = 255 };

/* What a file says of itself. */
struct cop_database_about {
    enum cop_database_kind kind;
    int class_number, stage;
    int longest; /* moves within the stage that a win or a loss takes at most */
    int64_t count;
    int64_t of_value[4]; /* how many numbers are lost, drawn and won, by enum cop_known */
    char tables[128];    /* the name of the tables: whose they are */
    char class_name[32];
};

struct cop_database_file {
    struct cop_database_about about;
    char *path; /* NULL: it is not open */
    size_t size;
    int64_t block_count;
    struct cop_database_entry *directory; /* where the blocks are */
};

/* How many numbers a block holds. */
int64_t cop_database_share(enum cop_database_kind kind);

/* Writes the file; `values` has two bits or a byte for each number, as `about` says. */
bool cop_database_file_write(const char *path, const struct cop_database_about *about,
                             const void *values, struct cop_error *error);

bool cop_database_file_exists(const char *path);

/* Reads the directory of a file and checks all but its blocks. False with a message that names the
 * file: it is none of ours, of another version, cut off or damaged. */
bool cop_database_file_open(struct cop_database_file *file, const char *path,
                            struct cop_error *error);
void cop_database_file_close(struct cop_database_file *file); /* of zeros: nothing */

/* The bytes of a block, COP_DATABASE_BLOCK or, of the last, fewer; the rest of `out` is not
 * touched. False with the file and the block in the message: it is damaged, or the file is not any
 * more what was opened. */
bool cop_database_file_read(const struct cop_database_file *file, int64_t block, void *out,
                            struct cop_error *error);

/* A number that tells its values from others, however they were compressed; every block is read.
 * False as above. */
bool cop_database_file_sum(const struct cop_database_file *file, uint64_t *sum,
                           struct cop_error *error);

#endif
