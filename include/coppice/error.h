/* error.h - how a function says what went wrong.
 *
 * A function that can fail returns false (or NULL) and fills in the caller's `struct cop_error`
 * with one sentence that a person can act on: what was given, what is wrong, what would be right.
 * A NULL error is allowed where the caller does not care why. */
#ifndef COPPICE_ERROR_H
#define COPPICE_ERROR_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cop_error {
    char message[512];
};

/* Writes the message and returns false, so that `return cop_fail(error, ...)` reads as it acts. */
__attribute__((format(printf, 2, 3))) bool cop_fail(struct cop_error *error, const char *format,
                                                    ...);

/* Puts "CONTEXT: " before the message already there; returns false. */
__attribute__((format(printf, 2, 3))) bool cop_fail_in(struct cop_error *error, const char *format,
                                                       ...);

#ifdef __cplusplus
}
#endif

#endif
