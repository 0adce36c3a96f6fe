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
 * crash or on a full disk, finds the old contents or the new ones; when it returns, the new ones
 * are on the disk. What is not an ordinary file (a pipe, a symbolic link, /dev/stdout) is written
 * directly. A database is not written over. The message of a failure names the file. */
bool cop_file_write(const char *path, const char *bytes, size_t length, struct cop_error *error);

/* Is it one of SQLite's, as stores of games and books are? Whoever would put a picture or a record
 * in its place has mistaken it for something else, and days of work would be lost. False and a
 * message if it is. */
bool cop_file_is_no_database(const char *path, struct cop_error *error);

/* Could it be written now? For whoever asks before hours of work and not after them; the message is
 * that of cop_file_write. What is there stays as it is, and nothing new is left. */
bool cop_file_may_write(const char *path, struct cop_error *error);

/* For whoever writes many files of one folder: the same, but it takes the place of whatever is
 * there, and the new name is only sure to be on the disk after cop_folder_sync. */
bool cop_file_replace(const char *path, const char *bytes, size_t length, struct cop_error *error);
bool cop_folder_sync(const char *folder, struct cop_error *error);

/* Holds the file or folder at `path` against everybody else who calls this, in this program or
 * another, until the descriptor is closed, also by the program's end. -1 if that cannot be: with a
 * message, or, if somebody else holds it, with `held` as the message. */
int cop_file_lock(const char *path, const char *held, struct cop_error *error);

/* Is this the name of a temporary file that such a write leaves when the program is killed? `name`
 * has no folder; it then begins with the name of the file that was to be written. */
bool cop_file_is_temporary(const char *name);

/* Removes such files of `path`, as far as that can be done. For whoever alone may write it. */
void cop_file_tidy(const char *path);

#endif
