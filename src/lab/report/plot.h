/* plot.h - published and measured numbers as SVG: dots with their intervals, one row each, or pairs
 * of them in a square.
 *
 * The picture takes its text colour from where it stands (currentColor), so that it suits light and
 * dark pages; it needs no style sheet, script or font, and has no names that another picture on the
 * same page could have. It is as wide as a phone, so that its letters can be read there; elsewhere
 * several of them stand side by side. */
#ifndef COPPICE_LAB_PLOT_H
#define COPPICE_LAB_PLOT_H

#include <stdbool.h>

#include "coppice/text.h"
#include "match/statistics.h"

enum { COP_PLOT_WIDTH = 360, COP_PLOT_LETTERS = 13 };

/* Begins a picture of that width, with a title for people who cannot see it; `</svg>` ends it. */
void cop_plot_begin(const char *title, int height, struct cop_text *text);

struct cop_plot_row {
    const char *label;
    struct cop_interval published, measured; /* a value that is not a number is not drawn */
};

struct cop_plot {
    const char *title; /* also what a screen reader says */
    const char *axis;
    double mark; /* a line across all rows; not a number: none */
    int row_count;
    const struct cop_plot_row *rows;
};

/* Adds nothing if there is no number to draw. */
void cop_plot_write(const struct cop_plot *plot, struct cop_text *text);

/* Pairs of shares in a square: on the diagonal they are equal. */
struct cop_scatter_dot {
    struct cop_interval x, y;
    bool is_marked; /* drawn as one that differs */
};

struct cop_scatter {
    const char *title, *x_axis, *y_axis;
    bool is_file; /* the picture stands alone: it is light or dark by itself */
    int dot_count;
    const struct cop_scatter_dot *dots;
};

/* Adds nothing if there is no dot. */
void cop_scatter_write(const struct cop_scatter *scatter, struct cop_text *text);

#endif
