/* choices.h - the words that could stand where a person types one. */
#ifndef COPPICE_FRONT_CHOICES_H
#define COPPICE_FRONT_CHOICES_H

#include <stdbool.h>
#include <stddef.h>

#include "coppice/text.h"

struct cop_choices {
    const char *beginning; /* of the word, as typed; only words that begin so are kept */
    char **words;
    int count, room;
    bool are_files; /* the word is a file's name: any of the file system's */
};

/* The case of letters does not matter for the beginning. */
void cop_choices_add(struct cop_choices *choices, const char *word);
void cop_choices_add_files(struct cop_choices *choices);
void cop_choices_free(struct cop_choices *choices);

/* How many characters all of them begin with; 0 without any. */
size_t cop_choices_common(const struct cop_choices *choices);

/* In columns that fit; if there are too many to read, only how they may go on and how many do so,
 * "d1... 544", or how many there are. */
void cop_choices_write(const struct cop_choices *choices, int columns, struct cop_text *text);

#endif
