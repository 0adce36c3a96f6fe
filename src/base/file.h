/* file.h - files that are written whole or not at all. */
#ifndef COPPICE_BASE_FILE_H
#define COPPICE_BASE_FILE_H

#include <stddef.h>

#include "coppice/error.h"

/* Writes a temporary file beside `path` and renames it, so that whoever reads `path`, also after a
 * crash or on a full disk, finds the old contents or the new ones. What is not an ordinary file (a
 * pipe, a symbolic link, /dev/stdout) is written directly. The message of a failure names the file.
 */
bool cop_file_write(const char *path, const char *bytes, size_t length, struct cop_error *error);

#endif
