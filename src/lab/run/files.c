#include "lab/run/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/file.h"
#include "coppice/text.h"

enum { FILE_SIZE_MAX = 64 << 20 };

char *cop_path(const char *format, ...)
{
    va_list arguments;
    int length;
    char *path;

    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    path = cop_allocate((size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(path, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return path;
}

char *cop_lab_file_read(const char *path, struct cop_error *error)
{
    return cop_file_read(path, FILE_SIZE_MAX, NULL, error);
}

bool cop_lab_folder_make(const char *path, struct cop_error *error)
{
    char *folder = cop_copy_string(path);

    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
            cop_fail(error, "cannot make the folder %s: %s", folder, strerror(errno));
            free(folder);
            return false;
        }
        *slash = '/';
    }
    free(folder);
    return true;
}

bool cop_lab_file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool cop_lab_file_write(const char *path, const char *bytes, struct cop_error *error)
{
    return cop_lab_folder_make(path, error) && cop_file_write(path, bytes, strlen(bytes), error);
}

static bool is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* PROGRAM/../../share/coppice/lab of an installed program, else the lab of the source tree that the
 * program was built in, some folders above it; NULL if there is neither. */
static char *find_beside_program(void)
{
    enum { ROOM = 4096 };
    char program[ROOM];
    ssize_t length = readlink("/proc/self/exe", program, ROOM - 1);
    char *slash, *folder;

    if (length <= 0)
        return NULL;
    program[length] = '\0';
    for (int above = 0; (slash = strrchr(program, '/')) != NULL && above < 5; above++) {
        *slash = '\0';
        folder = above == 1 ? cop_path("%s/share/coppice/lab", program)
                            : cop_path("%s/lab/data", program);
        if (is_folder(folder)) {
            folder[strlen(folder) - (above == 1 ? 0 : strlen("/data"))] = '\0';
            return folder;
        }
        free(folder);
    }
    return NULL;
}

char *cop_lab_folder_find(const char *given)
{
    const char *environment = getenv("COPPICE_LAB");
    char *beside;

    if (given[0] != '\0')
        return cop_copy_string(given);
    if (environment != NULL && environment[0] != '\0')
        return cop_copy_string(environment);
    if (is_folder("lab"))
        return cop_copy_string("lab");
    beside = find_beside_program();
    return beside != NULL ? beside : cop_copy_string(COPPICE_LAB_FOLDER);
}

static int by_name(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static void list_folder(const char *folder, const char *name, const char *suffix, char ***names,
                        int *count)
{
    char *path = cop_path("%s/%s", folder, name);
    DIR *directory = opendir(path);
    struct dirent *entry;

    while (directory && (entry = readdir(directory)) != NULL) {
        size_t length = strlen(entry->d_name), tail = strlen(suffix);

        if (entry->d_name[0] == '.' || length <= tail ||
            strcmp(entry->d_name + length - tail, suffix) != 0)
            continue;
        *names = cop_reallocate(*names, (size_t)(*count + 1) * sizeof **names);
        (*names)[(*count)++] = cop_path("%s/%.*s", name, (int)(length - tail), entry->d_name);
    }
    if (directory)
        closedir(directory);
    free(path);
}

int cop_lab_file_list(const char *folder, const char *suffix, char ***names)
{
    DIR *directory = opendir(folder);
    struct dirent *entry;
    int count = 0;

    *names = NULL;
    while (directory && (entry = readdir(directory)) != NULL)
        if (entry->d_name[0] != '.')
            list_folder(folder, entry->d_name, suffix, names, &count);
    if (directory)
        closedir(directory);
    if (count > 0)
        qsort(*names, (size_t)count, sizeof **names, by_name);
    return count;
}
