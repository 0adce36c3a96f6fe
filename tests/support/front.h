/* front.h - what the tests of commands share: looks at what the program said. */
#ifndef COPPICE_TESTS_FRONT_H
#define COPPICE_TESTS_FRONT_H

#include <jansson.h>

#include "program.h"

void assert_contains(const char *text, const char *part);

void assert_done(const struct program *program);

/* The program must have refused with this status and a message that contains `part`, and must not
 * have printed a result. Frees it. */
void assert_refused(struct program *program, int status, const char *part);

/* Fails the test if the text is not JSON. */
json_t *read_json(const char *text);

/* What the program wrote into a file, which is not empty; the test frees it. And of a file of games
 * only the lines with moves, without who played them. */
char *read_written(const char *path);
char *read_moves(const char *path);

/* A new file with these words; its name needs 64 bytes. The test unlinks it. */
void write_file(char *path, const char *words);

#endif
