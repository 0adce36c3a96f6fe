/* page.h - pages of text made to fit a terminal. */
#ifndef COPPICE_FRONT_PAGE_H
#define COPPICE_FRONT_PAGE_H

#include "coppice/text.h"

enum { COP_PAGE_COLUMNS = 80 };

/* Fills paragraphs anew: lines that start with a character other than a blank or '-' are joined
 * and broken where the page ends. A line that starts with two blanks is a row, "  name  what it
 * is", and its continuation stands under `what`; one that starts with four is an example and stays
 * as it is. Several empty lines become one. */
void cop_page_wrap(const char *page, int columns, struct cop_text *text);

/* Wraps the page, prints it on standard output and frees it. */
void cop_page_print(struct cop_text *page);

#endif
