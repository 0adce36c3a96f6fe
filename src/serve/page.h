/* page.h - the files of the browser page, inside the program.
 *
 * The build makes a table of them from web/; a program built without npm has page_none.c instead,
 * which is empty. */
#ifndef COPPICE_SERVE_PAGE_H
#define COPPICE_SERVE_PAGE_H

#include <stdbool.h>
#include <stddef.h>

struct cop_page_file {
    const char *path, *type; /* "/assets/app.js", "text/javascript; charset=utf-8" */
    const unsigned char *bytes;
    size_t length;
    bool is_gzip; /* the bytes are compressed */
};

extern const struct cop_page_file cop_page_files[]; /* ends with path NULL */

#endif
