/* page_none.c - a program without the page. */
#include "serve/page.h"

const struct cop_page_file cop_page_files[] = {{.path = NULL}};
