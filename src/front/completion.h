/* completion.h - what could stand at the end of a command line that is being typed.
 *
 * The shells' scripts are a few lines that ask the program, so that what they offer comes from the
 * tables of commands, games, agents and options and is never out of date. */
#ifndef COPPICE_FRONT_COMPLETION_H
#define COPPICE_FRONT_COMPLETION_H

#include "front/choices.h"

/* Fills in the choices for the last word of `line`, which starts with the program's name, is
 * written as for a shell and ends at the cursor. A choice that ends with a blank is a whole word;
 * the others may be typed on. Free them and `word`, the last word without its quotes. */
void cop_complete_line(const char *line, struct cop_choices *choices, char **word);

#endif
