/* folder.h - a folder for the files of a test, removed with whatever is in it. */
#ifndef COPPICE_TESTS_FOLDER_H
#define COPPICE_TESTS_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FOLDER_ROOM = 64 };

/* As a set-up and a tear-down of cmocka return it: 0 if it was done. */
static inline int folder_make(char folder[FOLDER_ROOM])
{
    strcpy(folder, "/tmp/coppice-test-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static inline int folder_remove(const char *folder)
{
    char command[FOLDER_ROOM + 16];

    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 && access(folder, F_OK) != 0 ? 0 : -1;
}

#endif
