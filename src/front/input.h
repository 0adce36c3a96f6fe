/* input.h - standard input line by line for line protocols, read without stdio, so that we know
 * whether there is more. */
#ifndef COPPICE_FRONT_INPUT_H
#define COPPICE_FRONT_INPUT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "coppice/text.h"

struct cop_input {
    const atomic_bool *interrupted;
    size_t line_max; /* of a line that is longer, only some beginning that is too long is kept */
    struct cop_text line; /* the last one that was read, without its end */
    char block[4096];
    size_t at, filled;
    bool has_ended;
};

/* The next line, also one that the end of the input cuts short; false if there is nothing left or
 * we were interrupted. */
bool cop_input_read(struct cop_input *input);

/* Is there more to read, the end included? With `waits` it comes back when there is, or when it is
 * interrupted. `context` is the input: it is a host's has_input. */
bool cop_input_has_more(void *context, bool waits);

/* Writes to standard output at once: a host's `say`. */
void cop_output_say(void *context, const char *bytes, size_t length);

#endif
