/* notes.h - options that change nothing where they are given, although elsewhere they would.
 *
 * What can do nothing beside other options is refused (cop_agent_check). One spec is used in many
 * games, though, with any number of threads and within any limits; so what depends on these is
 * taken, and said: to whoever asks for a search, and in the table of methods. */
#ifndef COPPICE_AGENT_NOTES_H
#define COPPICE_AGENT_NOTES_H

#include "coppice/agent.h"

/* Adds a line for each such option that the spec gives, as "parallel=root: ...". Nothing is known
 * of limits that are NULL. Nothing is added where the spec is refused. */
void cop_agent_notes(const struct cop_game *game, const char *spec, const struct cop_limits *limits,
                     struct cop_text *notes);

#endif
