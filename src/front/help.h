/* help.h - what the pages of help share. */
#ifndef COPPICE_FRONT_HELP_H
#define COPPICE_FRONT_HELP_H

#include "coppice/text.h"

extern const char cop_limits_lesson[];

/* The levels of play of all games. */
void cop_help_levels(struct cop_text *text);

/* The whole reference as a manual page, coppice(1). */
void cop_help_man(struct cop_text *text);

#endif
