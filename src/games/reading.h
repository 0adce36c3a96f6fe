/* reading.h - the small steps of reading a position: each moves `*at` past what it has read. */
#ifndef COPPICE_GAMES_READING_H
#define COPPICE_GAMES_READING_H

#include <ctype.h>
#include <stdbool.h>

/* Digits, of a number of at most `highest`. */
static inline bool read_number(const char **at, int highest, int *number)
{
    if (!isdigit((unsigned char)**at))
        return false;
    for (*number = 0; isdigit((unsigned char)**at); (*at)++) {
        *number = 10 * *number + (**at - '0');
        if (*number > highest)
            return false;
    }
    return true;
}

/* True if there was at least one. */
static inline bool skip_blanks(const char **at)
{
    const char *first = *at;

    while (isspace((unsigned char)**at))
        (*at)++;
    return *at > first;
}

#endif
