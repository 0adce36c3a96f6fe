/* position_lines.h - files with one thing a line, first its name: positions as `coppice positions`
 * and `coppice parts` write them, games as names and moves. Blank lines and those that begin with #
 * are skipped. */
#ifndef COPPICE_FRONT_POSITION_LINES_H
#define COPPICE_FRONT_POSITION_LINES_H

#include <stdbool.h>

#include "coppice/error.h"

struct cop_position_lines {
    int count;
    const char **names, **words; /* what is behind each name */
    char *text;                  /* that they are in */
};

/* On failure there is nothing to free. */
bool cop_position_lines_read(const char *path, struct cop_position_lines *lines,
                             struct cop_error *error);
/* The same from a text, which is changed and freed with the lines. */
void cop_position_lines_split(char *text, struct cop_position_lines *lines);
void cop_position_lines_free(struct cop_position_lines *lines);

#endif
