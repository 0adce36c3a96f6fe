/* paths.h - options of an agent by their path: `c` of mcts(c=0.5), `playout.epsilon` of
 * mcts(playout=greedy(epsilon=0.1)).
 *
 * Each name before a dot is an option whose value is a spec of its own: a policy of the game for
 * `playout`, an agent for `of`. */
#ifndef COPPICE_AGENT_PATHS_H
#define COPPICE_AGENT_PATHS_H

#include "coppice/agent.h"

/* The option that the path leads to, and whether the spec gives it a value (may be NULL). NULL and
 * a message if there is none. */
const struct cop_option *cop_path_find(const struct cop_game *game, const char *spec,
                                       const char *path, bool *is_given, struct cop_error *error);

/* Adds the spec with that option set to the value. What equals its default is not written. */
bool cop_path_set(const struct cop_game *game, const char *spec, const char *path,
                  const char *value, struct cop_text *text, struct cop_error *error);

#endif
