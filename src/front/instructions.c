/* instructions.c - a portable program makes way for the one that this processor is fastest with.
 *
 * They are the same but for the engine that they link (src/instructions), so whatever goes wrong
 * here is no error: the next one does the work, and the portable one at last. */
#include "front/instructions.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "coppice/version.h"

#ifdef COPPICE_SWIFT_FOLDER

enum { PATH_ROOM = 4096 };

struct level {
    const char *name;
    bool fits; /* whether this processor can run it */
};

/* The folder that this program lies in; false where the system does not say. */
static bool folder_of_program(char folder[PATH_ROOM])
{
    ssize_t length = readlink("/proc/self/exe", folder, PATH_ROOM - 1);
    char *slash;

    folder[length > 0 ? length : 0] = '\0';
    slash = strrchr(folder, '/');
    if (slash != NULL)
        *slash = '\0';
    return slash != NULL;
}

/* It lies beside a program that was built, and where an installed one expects it. */
static void become(const char *folder, const char *level, char **arguments)
{
    static const char *const places[] = {".", COPPICE_SWIFT_FOLDER};
    char path[2 * PATH_ROOM];

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(path, sizeof path, "%s/%s/coppice-%s", folder, places[i], level);
        execv(path, arguments);
    }
}

void cop_choose_instructions(char **arguments)
{
    const struct level levels[] = {
        {"x86-64-v4", __builtin_cpu_supports("x86-64-v4")},
        {"x86-64-v3", __builtin_cpu_supports("x86-64-v3")},
        {"portable", false},
    };
    enum { LEVELS = sizeof levels / sizeof levels[0] };
    const char *wish = getenv("COPPICE_INSTRUCTIONS");
    char folder[PATH_ROOM];
    size_t first = 0;

    if (strcmp(cop_build_instructions(), "portable") != 0 || !folder_of_program(folder))
        return;
    for (size_t i = 0; wish != NULL && i < LEVELS; i++) {
        if (strcmp(wish, levels[i].name) == 0)
            first = i;
    }
    for (size_t i = first; i < LEVELS; i++) {
        if (levels[i].fits)
            become(folder, levels[i].name, arguments);
    }
}

#else

void cop_choose_instructions(char **arguments)
{
    (void)arguments;
}

#endif
