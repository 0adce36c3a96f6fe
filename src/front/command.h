/* command.h - what a command of the program is: one row of the table in program.c.
 *
 * The frame (program.c, command.c) splits `coppice NAME WORD... --key value --key=value --flag`,
 * checks the keys against the command's option table and the number of words, prints help from the
 * same tables, and turns errors into a message on standard error and a status. A command's file has
 * its table, its run function, and nothing global. Only front/ prints or exits. */
#ifndef COPPICE_FRONT_COMMAND_H
#define COPPICE_FRONT_COMMAND_H

#include <stdatomic.h>

#include "base/ranks.h"
#include "coppice/coppice.h"

enum { COP_DONE = 0, COP_FAILED = 1, COP_USAGE = 2 }; /* exit status */

enum { COP_ANY_WORDS = 1 << 20 }; /* words_high of a command that takes as many as there are */

struct cop_arguments {
    int word_count;
    const char *const *words;           /* what is not an option; ends with NULL */
    const struct cop_settings *options; /* the last value of each */
    int given_count;                    /* every --key value in order, for repeated ones */
    const char *const *given_keys, *const *given_values;
    const atomic_bool *interrupted; /* set by SIGINT and SIGTERM */
    struct cop_ranks *ranks;        /* that run the command together; NULL: we alone */
};

struct cop_command {
    const char *name;    /* "match" */
    const char *words;   /* "GAME AGENT AGENT..." */
    const char *summary; /* one line, without a full stop */
    const char *help;    /* paragraphs; lines that start with four blanks are examples */
    int words_low, words_high;
    const struct cop_option *options; /* may be NULL */
    int (*run)(const struct cop_arguments *arguments);
    bool is_shared; /* can be run by several ranks together */
};

extern const struct cop_command *const cop_all_commands[]; /* NULL-terminated, in program.c */
const struct cop_command *cop_command_find(const char *name);

/* Whether the word is a game, "othello" or "twixt(size=12)", which stands for playing it. Whether
 * the options in the brackets are good is not asked. */
bool cop_names_game(const char *word);

/* Splits the `count` arguments after the command's name, checks them, and runs the command (or
 * prints its help for --help). Returns the exit status. */
int cop_command_run(const struct cop_command *command, int count, char *const *arguments,
                    const atomic_bool *interrupted, struct cop_ranks *ranks);

/* The same without running it: would the command take these arguments? */
bool cop_command_check(const struct cop_command *command, int count, char *const *arguments,
                       struct cop_error *error);

/* The whole program; returns its exit status. */
int cop_program(int count, char **arguments);

/* A command's help page. */
void cop_command_describe(const struct cop_command *command, struct cop_text *text);

/* "coppice: MESSAGE" on standard error; returns the status. After a command that ended with
 * COP_USAGE the frame adds how to get help. */
int cop_complain(int status, const struct cop_error *error);

/* Can the files be written that these options name, where they are given? Asked before work that
 * takes long. `names` ends with NULL. */
bool cop_may_write(const struct cop_settings *options, const char *const *names,
                   struct cop_error *error);

/* Writes the text to standard output and frees it. Whether it arrived is checked once, when the
 * program ends; a command that runs for long may look at ferror(stdout) to end earlier. */
void cop_print(struct cop_text *text);

/* Clears the `interrupted` flag and catches the next SIGINT and SIGTERM with it. A second signal
 * before this call ends the program at once. The frame calls it before the command runs; a command
 * that goes on after an interruption (a game at the terminal) calls it again. */
void cop_catch_interrupts(void);

#endif
