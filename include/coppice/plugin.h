/* plugin.h - games of one's own as shared objects, for `coppice --plugin FILE` and for programs.
 *
 * A plug-in is compiled against these headers and linked with nothing, because whoever loads it has
 * the library already:
 *
 *     cc -O2 -fPIC -shared mygame.c $(pkg-config --cflags coppice) -o mygame.so
 *
 * It has one line more than a game of the library:
 *
 *     COP_PLUGIN(&my_rules, &my_other_rules)
 *
 * A plug-in is a program: whoever loads it runs it, with all that he may do himself. */
#ifndef COPPICE_PLUGIN_H
#define COPPICE_PLUGIN_H

#include "game.h"
#include "version.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a plug-in exports under the name cop_plugin. The two numbers are the first in every version,
 * so that a plug-in for another one is told from garbage. */
struct cop_plugin {
    int version_major, version_minor;     /* of the headers it was compiled with */
    size_t rules_size;                    /* and their sizeof(struct cop_rules) */
    const struct cop_rules *const *rules; /* its games; ends with NULL */
};

#ifdef __cplusplus
#define COP_PLUGIN_LINKAGE extern "C"
#else
#define COP_PLUGIN_LINKAGE extern
#endif

#define COP_PLUGIN(...)                                                                           \
    static const struct cop_rules *const cop_plugin_rules[] = {__VA_ARGS__, NULL};                \
    COP_PLUGIN_LINKAGE __attribute__((visibility("default"))) const struct cop_plugin cop_plugin; \
    const struct cop_plugin cop_plugin = {COP_VERSION_MAJOR, COP_VERSION_MINOR,                   \
                                          sizeof(struct cop_rules), cop_plugin_rules};

/* Loads the file and adds its games to the registry, all or none, as cop_rules_add does; the
 * plug-in stays loaded. A file without a slash in its name is one of this folder. What is no
 * plug-in, is one for another version, or has a game that is not whole or whose name is taken is
 * refused with a message. */
bool cop_plugin_load(const char *path, struct cop_error *error);

/* The same for a list with colons between, as in the environment variable COPPICE_PLUGINS; empty
 * places are skipped, NULL is an empty list. Ends at the first that is refused. */
bool cop_plugins_load(const char *paths, struct cop_error *error);

#ifdef __cplusplus
}
#endif

#endif
