/* live.h - what the terminal can do; progress on standard error, redrawn in place on a terminal and
 * as plain lines otherwise. */
#ifndef COPPICE_FRONT_LIVE_H
#define COPPICE_FRONT_LIVE_H

#include <stdbool.h>

#include "coppice/scene.h"

struct cop_live {
    bool is_terminal;
    int columns, rows; /* of the terminal */
    int drawn;         /* lines that the next drawing replaces */
};

void cop_live_open(struct cop_live *live);

/* Replaces the last drawing with `picture`, lines with an end each; what does not fit is cut. Only
 * on a terminal. */
void cop_live_draw(struct cop_live *live, const char *picture);

/* Progress: in the place of the last drawing on a terminal, as lines of its own elsewhere. Frees
 * the text. */
void cop_live_tell(struct cop_live *live, struct cop_text *text);

/* Takes the last drawing away. */
void cop_live_erase(struct cop_live *live);

/* A time as 1:02:03 or 2:03; and a bar of which so much is full, from 0 to 1. */
void cop_write_span(double seconds, struct cop_text *text);
void cop_write_bar(double share, struct cop_text *text);

/* True if standard output is a terminal (and then whether colours are wanted: NO_COLOR, TERM). */
bool cop_is_terminal(void);
bool cop_wants_colour(void);

/* How a board is drawn on standard output, with what the terminal offers. */
struct cop_drawing cop_terminal_drawing(void);

/* The size of the terminal that is standard output; 80 x 24 where it is none. */
void cop_terminal_size(int *columns, int *rows);

/* Whether the locale's characters are UTF-8, so that blocks and boards can be drawn with them. */
bool cop_is_unicode(void);

#endif
