/* text.c - strings that grow by doubling. */
#include "coppice/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make_room(struct cop_text *text, size_t more)
{
    size_t need = text->length + more + 1;
    size_t room = text->room > 0 ? text->room : 64;
    char *bytes;

    if (need <= text->room)
        return;
    while (room < need)
        room *= 2;
    bytes = realloc(text->room > 0 ? text->bytes : NULL, room);
    if (bytes == NULL)
        abort();
    text->bytes = bytes;
    text->room = room;
    text->bytes[text->length] = '\0';
}

void cop_text_add(struct cop_text *text, const char *format, ...)
{
    va_list arguments, again;
    int length;

    assert(format != NULL);
    va_start(arguments, format);
    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length > 0) {
        make_room(text, (size_t)length);
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

void cop_text_add_bytes(struct cop_text *text, const char *bytes, size_t length)
{
    if (length == 0)
        return;
    make_room(text, length);
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void cop_text_clear(struct cop_text *text)
{
    text->length = 0;
    if (text->room > 0)
        text->bytes[0] = '\0';
}

void cop_text_free(struct cop_text *text)
{
    if (text->room > 0)
        free(text->bytes);
    *text = (struct cop_text)COP_TEXT;
}

void cop_text_add_xml(struct cop_text *text, const char *string)
{
    for (const char *at = string; *at != '\0'; at++) {
        switch (*at) {
        case '&':
            cop_text_add(text, "&amp;");
            break;
        case '<':
            cop_text_add(text, "&lt;");
            break;
        case '>':
            cop_text_add(text, "&gt;");
            break;
        case '"':
            cop_text_add(text, "&quot;");
            break;
        case '\'':
            cop_text_add(text, "&#39;");
            break;
        default:
            cop_text_add_bytes(text, at, 1);
        }
    }
}

void cop_text_add_sgf(struct cop_text *text, const char *string)
{
    for (const char *at = string; *at != '\0'; at++) {
        if (*at == ']' || *at == '\\' || *at == ':')
            cop_text_add_bytes(text, "\\", 1);
        cop_text_add_bytes(text, at, 1);
    }
}
