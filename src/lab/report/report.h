/* report.h - all results of a budget, published beside measured, as a page or as Markdown. */
#ifndef COPPICE_LAB_REPORT_H
#define COPPICE_LAB_REPORT_H

#include "lab/run/results.h"

/* One standalone page: styles and plots inside, no scripts. */
void cop_report_html(const struct cop_results *results, int count, struct cop_text *text);

void cop_report_markdown(const struct cop_results *results, int count, struct cop_text *text);

#endif
