/* file.h - files that are read whole, and written whole or not at all. */
#ifndef COPPICE_BASE_FILE_H
#define COPPICE_BASE_FILE_H

#include <stddef.h>

#include "coppice/error.h"

/* The whole of an ordinary file of at most `most` bytes, with a final NUL that *length does not
 * count (`length` may be NULL); the caller frees it. Anything else, a pipe, a device, a folder, is
 * refused without waiting for it. NULL and a message that names the file, and nothing of what is in
 * it. */
char *cop_file_read(const char *path, size_t most, size_t *length, struct cop_error *error);

/* Writes a temporary file beside `path` and renames it, so that whoever reads `path`, also after a
 * crash or on a full disk, finds the old contents or the new ones. What is not an ordinary file (a
 * pipe, a symbolic link, /dev/stdout) is written directly. The message of a failure names the file.
 */
bool cop_file_write(const char *path, const char *bytes, size_t length, struct cop_error *error);

#endif
