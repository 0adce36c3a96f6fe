/* launch.h - a command run by us alone, or by all the processes that mpirun has started. */
#ifndef COPPICE_FRONT_LAUNCH_H
#define COPPICE_FRONT_LAUNCH_H

#include "front/command.h"

/* What the launcher says in the environment of a process. */
struct cop_launch {
    int rank, size; /* size: 0 if it does not say */
};

/* False: nobody has launched us as one of several. Only asks the environment. */
bool cop_launched(struct cop_launch *launch);

/* As cop_command_run, but a command that can be shared is shared by all ranks, of which only the
 * first one says anything. */
int cop_command_launch(const struct cop_command *command, int count, char *const *arguments,
                       const atomic_bool *interrupted);

#endif
