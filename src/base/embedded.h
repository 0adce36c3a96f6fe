/* embedded.h - a file of data/ that the build has put into the program (scripts/embed.py). */
#ifndef COPPICE_BASE_EMBEDDED_H
#define COPPICE_BASE_EMBEDDED_H

#include <stddef.h>

struct cop_embedded {
    const unsigned char *bytes;
    size_t size;
};

#endif
