/* plots.h - which plots an experiment has: the same for the report and for the page.
 *
 * There is a plot for each measure of which something was published, and one of the scores of every
 * match. Runs have plots of their own; those of which one or two numbers are to be shown share one.
 * Not drawn are times and speeds, which are of another machine; exact counts and what
 * solvers found, but for the course of their numbers; simulations that were
 * played with another limit than the published; and numbers of single positions, which are in the
 * tables. */
#ifndef COPPICE_LAB_PLOTS_H
#define COPPICE_LAB_PLOTS_H

#include "coppice/text.h"
#include "lab/run/results.h"

struct cop_results_plot {
    char *title;
    struct cop_text svg;
};

struct cop_results_plots {
    int count;
    struct cop_results_plot *list;
};

void cop_results_plots_make(const struct cop_results *results, struct cop_results_plots *plots);
void cop_results_plots_free(struct cop_results_plots *plots);

#endif
