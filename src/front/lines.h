/* lines.h - what a person types: with editing and a history at a terminal, plain lines from a pipe.
 */
#ifndef COPPICE_FRONT_LINES_H
#define COPPICE_FRONT_LINES_H

#include <stdatomic.h>

struct cop_lines;

/* One reader at a time. `interrupted` is the flag that signals set: it ends a read. */
struct cop_lines *cop_lines_open(const atomic_bool *interrupted);
void cop_lines_close(struct cop_lines *lines);

/* The next line without its end, until the next call; NULL at the end of the input, after an
 * interruption, or if standard output cannot be written. The prompt is for terminals only. */
const char *cop_lines_read(struct cop_lines *lines, const char *prompt);

#endif
