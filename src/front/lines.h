/* lines.h - what a person types: with editing and a history at a terminal, plain lines from a pipe.
 */
#ifndef COPPICE_FRONT_LINES_H
#define COPPICE_FRONT_LINES_H

#include <stdatomic.h>

#include "front/choices.h"

struct cop_lines;

/* Adds what could stand in the place of the last word of `line`, which ends at the cursor. */
typedef void cop_completer(void *context, const char *line, struct cop_choices *choices);

/* One reader at a time. `interrupted` is the flag that signals set: it ends a read. */
struct cop_lines *cop_lines_open(const atomic_bool *interrupted);
void cop_lines_close(struct cop_lines *lines);

/* Asks `complete` when a person at a terminal presses TAB. */
void cop_lines_complete(struct cop_lines *lines, cop_completer *complete, void *context);

/* Forgets every line so far: another person will type. */
void cop_lines_forget(struct cop_lines *lines);

/* The next line without its end, until the next call; NULL at the end of the input, after an
 * interruption, or if standard output cannot be written. The prompt is for terminals only. */
const char *cop_lines_read(struct cop_lines *lines, const char *prompt);

#endif
