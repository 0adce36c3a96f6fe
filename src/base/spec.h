/* spec.h - the grammar of specs, read one item at a time (option.h has the grammar).
 *
 * A reader walks over text that belongs to the caller. Whoever reads a table's items decides what
 * their values mean; brackets inside a value are only checked and brought into canonical form, with
 * one blank after each comma, names and keys in small letters, and quotes only where needed. */
#ifndef COPPICE_BASE_SPEC_H
#define COPPICE_BASE_SPEC_H

#include "coppice/error.h"
#include "coppice/text.h"

enum { COP_SPEC_LENGTH_MAX = 4096, COP_SPEC_DEPTH_MAX = 32 };

struct cop_reader {
    const char *owner; /* begins every message */
    const char *words;
    size_t at;
    struct cop_error *error;
};

/* How a value was written. */
enum cop_form { COP_BARE, COP_QUOTED, COP_BRACKETS };

struct cop_item {
    struct cop_text key;   /* in small letters; empty if there was none */
    struct cop_text value; /* bare: as written; quoted: its meaning; brackets: canonical */
    enum cop_form form;
};

/* False and a message if the text is too long. */
bool cop_reader_begin(struct cop_reader *reader, const char *owner, const char *words,
                      struct cop_error *error);
/* The next byte that is not a blank, or NUL at the end; the reader then stands on it. */
char cop_reader_peek(struct cop_reader *reader);
/* "OWNER: cannot read "WORDS" at column N: WHY"; returns false. */
bool cop_reader_fail(const struct cop_reader *reader, const char *why);

/* Replaces the item's texts. The caller frees them with cop_item_free, also after a failure. */
bool cop_reader_item(struct cop_reader *reader, struct cop_item *item);
void cop_item_free(struct cop_item *item);

/* Adds all of the reader's text, which must be one spec, in canonical form. */
bool cop_reader_spec(struct cop_reader *reader, struct cop_text *text);

/* Adds a bare or quoted value, with quotes where it needs them. */
void cop_text_add_value(struct cop_text *text, const char *value);

#endif
