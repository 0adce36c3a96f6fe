/* input_file.c - see input_file.h. */
#define _DEFAULT_SOURCE /* mkdtemp */
#define _XOPEN_SOURCE   700
#include "input_file.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static char folder[4096];

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

static void remove_folder(void)
{
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

const char *input_folder(void)
{
    const char *place = getenv("TMPDIR");

    if (folder[0] != '\0')
        return folder;
    snprintf(folder, sizeof folder, "%s/coppice-fuzz-XXXXXX", place != NULL ? place : "/tmp");
    if (mkdtemp(folder) == NULL)
        abort();
    atexit(remove_folder);
    return folder;
}

void input_clear(void)
{
    input_folder();
    remove_folder();
    if (mkdir(folder, 0700) != 0)
        abort();
}

const char *input_path(const char *name, char *room, size_t size)
{
    snprintf(room, size, "%s/%s", input_folder(), name);
    return room;
}

const char *input_file(const char *name, const void *bytes, size_t size)
{
    static char path[8192];
    FILE *file;

    file = fopen(input_path(name, path, sizeof path), "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        abort();
    return path;
}
