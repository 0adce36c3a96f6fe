/* plugins.c - games from shared objects that the command line or the environment names. */
#include "front/plugins.h"

#include <stdlib.h>
#include <string.h>

#include "coppice/plugin.h"

int cop_take_plugin(int count, char *const *words, const char **path)
{
    static const char option[] = "--plugin";
    const size_t length = sizeof option - 1;

    *path = "";
    if (count == 0 || strncmp(words[0], option, length) != 0)
        return 0;
    if (words[0][length] == '=') {
        *path = words[0] + length + 1;
        return 1;
    }
    if (words[0][length] != '\0')
        return 0;
    if (count > 1)
        *path = words[1];
    return count > 1 ? 2 : 1;
}

int cop_load_plugins(int count, char *const *words, struct cop_error *error)
{
    const char *path;
    int used = 0, taken;

    if (!cop_plugins_load(getenv("COPPICE_PLUGINS"), error)) {
        cop_fail_in(error, "COPPICE_PLUGINS");
        return -1;
    }
    while ((taken = cop_take_plugin(count - used, words + used, &path)) > 0) {
        if (path[0] == '\0') {
            cop_fail(error, "--plugin needs a file after it: coppice --plugin FILE COMMAND ...");
            return -1;
        }
        if (!cop_plugin_load(path, error))
            return -1;
        used += taken;
    }
    return used;
}
