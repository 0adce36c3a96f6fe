/* number.h - measured numbers as people read them: 0.513, 1,398,791, 0.513 (0.469 to 0.557). */
#ifndef COPPICE_LAB_NUMBER_H
#define COPPICE_LAB_NUMBER_H

#include "coppice/text.h"
#include "match/statistics.h"

/* Three decimals below 10, fewer above, and commas between thousands. */
void cop_text_add_number(struct cop_text *text, double number);

/* "VALUE (LOW to HIGH)", or the value alone if it has no interval. */
void cop_text_add_interval(struct cop_text *text, struct cop_interval interval);

#endif
