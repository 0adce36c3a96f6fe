/* command.h - what a command of the program is: one row of the table in main.c.
 *
 * The frame (main.c, command.c) splits `coppice NAME WORD... --key value --key=value --flag`,
 * checks the keys against the command's option table and the number of words, prints help from the
 * same tables, and turns errors into a message on standard error and a status. A command's file has
 * its table, its run function, and nothing global. Only front/ prints or exits. */
#ifndef COPPICE_FRONT_COMMAND_H
#define COPPICE_FRONT_COMMAND_H

#include <stdatomic.h>

#include "coppice/coppice.h"

enum { COP_DONE = 0, COP_FAILED = 1, COP_USAGE = 2 }; /* exit status */

struct cop_arguments {
    int word_count;
    const char *const *words;           /* what is not an option */
    const struct cop_settings *options; /* the last value of each */
    int given_count;                    /* every --key value in order, for repeated ones */
    const char *const *given_keys, *const *given_values;
    const atomic_bool *interrupted; /* set by SIGINT and SIGTERM */
};

struct cop_command {
    const char *name;    /* "match" */
    const char *words;   /* "GAME AGENT AGENT..." */
    const char *summary; /* one line */
    const char *help;    /* paragraphs and examples */
    int words_low, words_high;
    const struct cop_option *options;
    int (*run)(const struct cop_arguments *arguments);
};

extern const struct cop_command *const cop_all_commands[]; /* NULL-terminated, in main.c */

/* "coppice: MESSAGE" on standard error; returns the status. A usage error adds how to get help. */
int cop_complain(int status, const struct cop_error *error);

/* True if standard output is a terminal (and then whether colours are wanted: NO_COLOR, TERM). */
bool cop_is_terminal(void);
bool cop_wants_colour(void);

#endif
