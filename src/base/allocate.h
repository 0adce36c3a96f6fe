/* allocate.h - small allocations that are not refused.
 *
 * As with text.h, running out of memory for a few bytes ends the program. A search's tree, which
 * can be too large for the machine, is not allocated here: failing there is an error for the user.
 */
#ifndef COPPICE_BASE_ALLOCATE_H
#define COPPICE_BASE_ALLOCATE_H

#include <stddef.h>

void *cop_allocate(size_t size); /* zeroed; free() it */
void *cop_reallocate(void *block, size_t size);
char *cop_copy_string(const char *string);              /* NULL gives NULL */
char *cop_copy_bytes(const char *bytes, size_t length); /* with a NUL added */
char *cop_copy_trimmed(const char *string);             /* without white space around it */

#endif
