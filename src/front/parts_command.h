/* parts_command.h - what the files of `coppice parts` share. */
#ifndef COPPICE_FRONT_PARTS_COMMAND_H
#define COPPICE_FRONT_PARTS_COMMAND_H

#include "front/command.h"

/* The things to do: each takes the words behind its own. A status, and a message unless it is
 * COP_DONE or there is nothing more to say. */
int cop_parts_list(const struct cop_arguments *arguments, const char *game,
                   struct cop_error *error);
int cop_parts_cut(const struct cop_arguments *arguments, const char *game, struct cop_error *error);
int cop_parts_join(const struct cop_arguments *arguments, const char *game,
                   struct cop_error *error);
int cop_parts_build(const struct cop_arguments *arguments, const char *game,
                    struct cop_error *error);
int cop_parts_verify(const struct cop_arguments *arguments, const char *game,
                     struct cop_error *error);

/* A line of a name and a position on standard output. */
void cop_print_position(const struct cop_game *game, const void *state, const char *name);

#endif
