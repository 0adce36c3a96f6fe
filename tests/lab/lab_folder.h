/* lab_folder.h - a folder for the results of a test, removed with whatever is in it. */
#ifndef COPPICE_TESTS_LAB_FOLDER_H
#define COPPICE_TESTS_LAB_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LAB_FOLDER_ROOM = 64 };

/* As a set-up and a tear-down of cmocka return it: 0 if it was done. */
static inline int lab_folder_make(char folder[LAB_FOLDER_ROOM])
{
    strcpy(folder, "/tmp/coppice-lab-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static inline int lab_folder_remove(const char *folder)
{
    char command[LAB_FOLDER_ROOM + 16];

    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 && access(folder, F_OK) != 0 ? 0 : -1;
}

#endif
