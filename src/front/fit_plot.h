/* fit_plot.h - what fits leave unexplained, as SVG: for each pair of depths a dot for each
 * position, shallow value to the right, the deep value less the one foretold upwards, and the
 * deviation as a band. It takes its colour from where it stands and needs no script, style sheet or
 * font. */
#ifndef COPPICE_FRONT_FIT_PLOT_H
#define COPPICE_FRONT_FIT_PLOT_H

#include "coppice/fit.h"
#include "coppice/text.h"

/* `pairs[i]` has fits->positions[i] elements. */
void cop_fit_plot(const struct cop_fits *fits, struct cop_fit_pair *const *pairs,
                  struct cop_text *text);

#endif
