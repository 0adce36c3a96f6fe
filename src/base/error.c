/* error.c - formatting of error messages. */
#include "coppice/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool cop_fail(struct cop_error *error, const char *format, ...)
{
    va_list arguments;

    if (error == NULL)
        return false;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return false;
}

bool cop_fail_in(struct cop_error *error, const char *format, ...)
{
    char rest[sizeof error->message];
    va_list arguments;
    size_t used;

    if (error == NULL)
        return false;
    memcpy(rest, error->message, sizeof rest);
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    used = strlen(error->message);
    snprintf(error->message + used, sizeof error->message - used, ": %s", rest);
    return false;
}
