/* text.h - a string that grows.
 *
 * `text.bytes` is always a NUL-terminated string of `text.length` bytes, also when empty. A text
 * starts as `struct cop_text text = COP_TEXT;` and ends with cop_text_free. Running out of memory
 * while writing text ends the program: nothing sensible can be said without any. */
#ifndef COPPICE_TEXT_H
#define COPPICE_TEXT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct cop_text {
    char *bytes;
    size_t length, room;
};

#define COP_TEXT         \
    {                    \
        (char *)"", 0, 0 \
    }

__attribute__((format(printf, 2, 3))) void cop_text_add(struct cop_text *text, const char *format,
                                                        ...);
void cop_text_add_bytes(struct cop_text *text, const char *bytes, size_t length);
void cop_text_clear(struct cop_text *text);
void cop_text_free(struct cop_text *text);

/* Escapes for the three languages we write: XML/HTML (& < > " '), JSON (with the quotes; bytes that
 * are not UTF-8 become U+FFFD) and SGF. */
void cop_text_add_xml(struct cop_text *text, const char *string);
void cop_text_add_json(struct cop_text *text, const char *string);
void cop_text_add_sgf(struct cop_text *text, const char *string);

#ifdef __cplusplus
}
#endif

#endif
