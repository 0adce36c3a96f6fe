/* instructions.c - a portable program makes way for the one that this processor is faster with.
 *
 * Both are the same but for the engine that they link (src/x86-64-v3), so whatever goes wrong here
 * is no error: the portable one does the work. */
#include "front/instructions.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "coppice/version.h"

#ifdef COPPICE_SWIFT

enum { PATH_ROOM = 4096 };

static bool is_portable_wanted(void)
{
    const char *wish = getenv("COPPICE_INSTRUCTIONS");

    return wish != NULL && strcmp(wish, "portable") == 0;
}

/* It lies beside a program that was built, and where an installed one expects it. */
void cop_choose_instructions(char **arguments)
{
    static const char *const places[] = {".", COPPICE_SWIFT_FOLDER};
    char folder[PATH_ROOM], path[2 * PATH_ROOM];
    ssize_t length;
    char *slash;

    if (strcmp(cop_build_instructions(), "portable") != 0 || is_portable_wanted() ||
        !__builtin_cpu_supports("x86-64-v3"))
        return;
    length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    folder[length > 0 ? length : 0] = '\0';
    slash = strrchr(folder, '/');
    if (slash == NULL)
        return;
    *slash = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        snprintf(path, sizeof path, "%s/%s/%s", folder, places[i], COPPICE_SWIFT);
        execv(path, arguments);
    }
}

#else

void cop_choose_instructions(char **arguments)
{
    (void)arguments;
}

#endif
