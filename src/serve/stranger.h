/* stranger.h - specs that somebody else has written: in a request, in a record, in a table's file.
 *
 * An option can name a file (COP_FILE, or the weights of an evaluator) or a command (external
 * agents). Whoever may write such a spec could have any file of this machine opened, so they are
 * refused before anything in them is. */
#ifndef COPPICE_SERVE_STRANGER_H
#define COPPICE_SERVE_STRANGER_H

#include "coppice/agent.h"

/* False and a message if a game's or an agent's spec, or one inside it, gives an option that names
 * a file, or names an agent that is another program. What is malformed or unknown is left to
 * whoever opens it. */
bool cop_stranger_check(const char *spec, struct cop_error *error);

/* A cop_game_opener that checks first. */
struct cop_game *cop_stranger_game_open(const char *spec, struct cop_error *error);

#endif
