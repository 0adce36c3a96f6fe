/* process.h - another program, spoken to line by line.
 *
 * It runs under the shell in a process group of its own, so that a Ctrl-C meant for us does not
 * reach it, and so that its end is the end of everything it has started. What it writes to its
 * standard error is not shown; the last line of it is part of the message when it ends. */
#ifndef COPPICE_AGENT_PROCESS_H
#define COPPICE_AGENT_PROCESS_H

#include <stdatomic.h>

#include "coppice/error.h"

struct cop_process;

/* How long to wait: until a moment of cop_now(), or until the flag, if there is one, is set. */
struct cop_patience {
    double until;
    const atomic_bool *stop;
};

struct cop_process *cop_process_start(const char *command, struct cop_error *error);

bool cop_process_send(struct cop_process *process, const char *words,
                      const struct cop_patience *patience, struct cop_error *error);

/* The next line without its end, valid until the next call; NULL and a message if the program
 * ended, fell silent, or does not end its line. */
const char *cop_process_line(struct cop_process *process, const struct cop_patience *patience,
                             struct cop_error *error);

/* Says `farewell`, closes the program's input, gives it a second to leave, and kills what is still
 * there. NULL is fine for both. */
void cop_process_end(struct cop_process *process, const char *farewell);

#endif
