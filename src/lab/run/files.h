/* files.h - the lab's small needs of the file system: whole files, folders of files. */
#ifndef COPPICE_LAB_FILES_H
#define COPPICE_LAB_FILES_H

#include "coppice/error.h"

/* A path by printf's rules; the caller frees it. */
__attribute__((format(printf, 1, 2), nonnull(1))) char *cop_path(const char *format, ...);

/* A whole text file with a final NUL; the caller frees it. NULL and a message that names it. */
char *cop_lab_file_read(const char *path, struct cop_error *error);

bool cop_lab_file_exists(const char *path);

/* Writes the file whole or not at all; missing folders on the way are made. */
bool cop_lab_file_write(const char *path, const char *bytes, struct cop_error *error);

/* Makes the folder that the path's last part is in. */
bool cop_lab_folder_make(const char *path, struct cop_error *error);

/* The folder of experiments: the given one unless that is "", else that of COPPICE_LAB, else ./lab,
 * else where this program was installed together with it or built, wherever that was moved to, else
 * where it was meant to be installed. The caller frees it. */
char *cop_lab_folder_find(const char *given);

/* The files FOLDER/NAME/NAME2SUFFIX, as "NAME/NAME2", sorted; the caller frees each and the list.
 */
int cop_lab_file_list(const char *folder, const char *suffix, char ***names);

#endif
