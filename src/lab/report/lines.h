/* lines.h - numbers in the course of a game as SVG: a line for each series with a band for its
 * intervals, and published numbers as dots beside it. Colours are as in plot.h. */
#ifndef COPPICE_LAB_LINES_H
#define COPPICE_LAB_LINES_H

#include "coppice/text.h"
#include "lab/run/results.h"

enum { COP_LINES_MAX = 8 };

struct cop_line {
    const char *label;
    const struct cop_interval *points; /* at 1, 2, ...; not a number: nothing there */
};

struct cop_lines {
    const char *title; /* also what a screen reader says */
    const char *x_axis, *y_axis;
    int line_count, point_count;
    struct cop_line lines[COP_LINES_MAX];
    const double *published; /* as many as points; NULL: none */
};

/* Adds nothing if there is no number to draw. */
void cop_lines_write(const struct cop_lines *lines, struct cop_text *text);

/* Picture number 0, 1, ... of a run that looked at courses: its title, which is the caller's, and
 * the picture, which stays empty where it would say nothing. False if there is none of that number.
 */
bool cop_course_plot(const struct cop_results *results, const struct cop_lab_run_result *run,
                     int picture, char **title, struct cop_text *text);
/* The same of a run that solves: a picture for each question whose numbers were written down. */
bool cop_curve_plot(const struct cop_lab_run_result *run, int picture, char **title,
                    struct cop_text *text);
bool cop_is_drawn_by_ply(const char *measure);

#endif
