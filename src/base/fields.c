/* fields.c - one row at a time, copied and cut at its tabs. */
#include "base/fields.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

struct cop_fields cop_fields_of(const void *bytes, size_t size)
{
    return (struct cop_fields){.at = bytes, .end = (const char *)bytes + size};
}

void cop_fields_free(struct cop_fields *row)
{
    free(row->bytes);
    row->bytes = NULL;
    row->at = row->end;
    row->count = 0;
}

static void cut(struct cop_fields *row)
{
    row->count = 0;
    for (char *field = row->bytes; field != NULL && row->count <= COP_FIELDS_MAX; row->count++) {
        if (row->count < COP_FIELDS_MAX)
            row->of[row->count] = field;
        field = strchr(field, '\t');
        if (field != NULL)
            *field++ = '\0';
    }
}

bool cop_fields_next(struct cop_fields *row)
{
    while (row->at < row->end) {
        const char *start = row->at;
        const char *stop = memchr(start, '\n', (size_t)(row->end - start));
        size_t length = (size_t)((stop != NULL ? stop : row->end) - start);

        row->at = stop != NULL ? stop + 1 : row->end;
        row->line++;
        if (length > 0 && start[length - 1] == '\r')
            length--;
        if (length == 0 || start[0] == '#')
            continue;
        free(row->bytes);
        row->bytes = cop_allocate(length + 1);
        memcpy(row->bytes, start, length);
        cut(row);
        return true;
    }
    cop_fields_free(row);
    return false;
}
