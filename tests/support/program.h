/* program.h - runs the built program for a test and keeps what it said.
 *
 * The program's path is in the environment variable COPPICE. Its output and errors go to unlinked
 * temporary files, so that nothing it writes can block it; it gets its own arguments, no shell, no
 * input, the C locale and the default signal actions. */
#ifndef COPPICE_TESTS_PROGRAM_H
#define COPPICE_TESTS_PROGRAM_H

#include <sys/types.h>

struct program {
    pid_t id;
    int status;            /* the exit status, or 128 + the signal that ended it */
    char *output, *errors; /* filled in by program_finish */
    int output_file, errors_file;
};

/* Arguments end with NULL; COPPICE is put before them. `output` is a file descriptor for standard
 * output, or -1 to keep it for the test. */
void program_start(struct program *program, const char *const *arguments, int output);

/* Waits until standard error, or standard output, contains the text (fails the test after a minute
 * without it). */
void program_wait_for_error(const struct program *program, const char *text);
void program_wait_for_output(const struct program *program, const char *text);

/* Waits for the end and fills in the rest. */
void program_finish(struct program *program);
void program_free(struct program *program);

/* Starts and finishes. */
void program_run(struct program *program, const char *const *arguments);

/* run(&program, "perft", "othello", "3") */
#define run(program, ...) program_run(program, (const char *const[]){__VA_ARGS__, NULL})

#endif
