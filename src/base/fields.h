/* fields.h - tables of text: a row a line, fields with a tab between them, remarks after a #.
 *
 *     for (struct cop_fields row = cop_fields_of(bytes, size); cop_fields_next(&row);)
 *         use(row.of[0], row.count);
 *
 * A walk that goes to the end frees what it holds; one that ends earlier calls cop_fields_free. The
 * fields are valid until the next row. */
#ifndef COPPICE_BASE_FIELDS_H
#define COPPICE_BASE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

enum { COP_FIELDS_MAX = 16 };

struct cop_fields {
    const char *at, *end;
    int line;  /* of the row, from 1 */
    int count; /* of fields; one more than COP_FIELDS_MAX where there are too many */
    char *of[COP_FIELDS_MAX];
    char *bytes; /* the row, cut into its fields */
};

struct cop_fields cop_fields_of(const void *bytes, size_t size);

/* The next line that is neither empty nor a remark; false when there is none. */
bool cop_fields_next(struct cop_fields *row);
void cop_fields_free(struct cop_fields *row);

#endif
