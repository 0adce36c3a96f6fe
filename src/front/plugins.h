/* plugins.h - `--plugin FILE` before the command, and COPPICE_PLUGINS. */
#ifndef COPPICE_FRONT_PLUGINS_H
#define COPPICE_FRONT_PLUGINS_H

#include "coppice/error.h"

/* Takes `--plugin FILE` or `--plugin=FILE` from the front. Returns how many words that were, 0
 * where something else stands there; *path is "" where the file is missing. */
int cop_take_plugin(int count, char *const *words, const char **path);

/* Loads the games of COPPICE_PLUGINS, and of each --plugin before the command. Returns how many
 * words those were, or -1 and a message. */
int cop_load_plugins(int count, char *const *words, struct cop_error *error);

#endif
