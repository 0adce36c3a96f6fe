/* heat_plot.h - thermographs as SVG, a panel for each part: the tax upwards, the value to the left
 * for the first player as is the custom, two walls and the mast in which they end. It takes its
 * colour from where it stands and needs no script, style sheet or font. */
#ifndef COPPICE_FRONT_HEAT_PLOT_H
#define COPPICE_FRONT_HEAT_PLOT_H

#include "agent/parts.h"

/* False, and nothing is written: no part has a thermograph. */
bool cop_heat_plot(const struct cop_parts *parts, struct cop_text *text);

#endif
