/* json.c - JSON written item by item. */
#include "base/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/* ---- Strings ---- */

/* The characters of UTF-8 by their first byte: how many bytes they have, and between which bounds
 * the second is. The bounds leave out longer forms than needed, halves of pairs (U+D800 to U+DFFF)
 * and what is beyond U+10FFFF; further bytes are 80 to BF. */
static const struct {
    unsigned char first, last; /* bytes that begin such a character */
    unsigned char low, high;   /* its second byte */
    int length;
} forms[] = {
    {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
    {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
    {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

/* How many bytes belong to the character at `at`, or to the beginning of one that breaks off;
 * at least 1. */
static size_t character(const char *at, size_t left, bool *is_whole)
{
    const unsigned char *bytes = (const unsigned char *)at;
    size_t count = 1;

    *is_whole = bytes[0] < 0x80;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0] && !*is_whole; i++) {
        if (bytes[0] < forms[i].first || bytes[0] > forms[i].last)
            continue;
        while (count < left && count < (size_t)forms[i].length &&
               bytes[count] >= (count == 1 ? forms[i].low : 0x80) &&
               bytes[count] <= (count == 1 ? forms[i].high : 0xbf))
            count++;
        *is_whole = count == (size_t)forms[i].length;
        break;
    }
    return count;
}

/* What stands for a character that cannot stand for itself. */
static void add_escape(struct cop_text *text, unsigned char byte, bool is_whole)
{
    if (!is_whole)
        cop_text_add_bytes(text, "\xef\xbf\xbd", 3);
    else if (byte == '"' || byte == '\\')
        cop_text_add(text, "\\%c", byte);
    else
        cop_text_add(text, "\\u%04x", byte);
}

static void add_quoted(struct cop_text *text, const char *bytes, size_t length)
{
    size_t plain = 0; /* where the bytes begin that are still to be copied */

    cop_text_add_bytes(text, "\"", 1);
    for (size_t at = 0, count; at < length; at += count) {
        unsigned char byte = (unsigned char)bytes[at];
        bool is_whole;

        count = character(bytes + at, length - at, &is_whole);
        if (is_whole && byte >= 0x20 && byte != '"' && byte != '\\')
            continue;
        cop_text_add_bytes(text, bytes + plain, at - plain);
        add_escape(text, byte, is_whole);
        plain = at + count;
    }
    cop_text_add_bytes(text, bytes + plain, length - plain);
    cop_text_add_bytes(text, "\"", 1);
}

void cop_text_add_json(struct cop_text *text, const char *string)
{
    add_quoted(text, string, strlen(string));
}

/* ---- What is between the items ---- */

static void put(struct cop_json *json, const char *words)
{
    cop_text_add_bytes(json->text, words, strlen(words));
}

static struct cop_json_level *level_of(struct cop_json *json)
{
    return json->depth > 0 ? &json->levels[json->depth - 1] : NULL;
}

static bool is_tight(struct cop_json *json)
{
    const struct cop_json_level *level = level_of(json);

    return level != NULL && level->is_tight;
}

static void break_line(struct cop_json *json)
{
    if (json->breaks)
        cop_text_add(json->text, "\n%*s", json->indent, "");
    json->breaks = false;
}

/* Before every item. */
static void begin_item(struct cop_json *json, const char *name)
{
    struct cop_json_level *level = level_of(json);

    assert((level != NULL && level->is_object) == (name != NULL));
    if (level != NULL && level->is_spread)
        cop_json_line(json, level->indent);
    if (level != NULL && level->has_items)
        put(json, json->breaks || level->is_tight ? "," : ", ");
    if (level != NULL)
        level->has_items = true;
    break_line(json);
    if (name == NULL)
        return;
    cop_text_add_json(json->text, name);
    put(json, is_tight(json) ? ":" : ": ");
}

void cop_json_line(struct cop_json *json, int indent)
{
    json->breaks = true;
    json->indent = indent;
}

void cop_json_spread(struct cop_json *json, int indent)
{
    assert(json->depth > 0 && indent >= 2);
    level_of(json)->is_spread = true;
    level_of(json)->indent = indent;
}

void cop_json_tighten(struct cop_json *json)
{
    assert(json->depth > 0);
    level_of(json)->is_tight = true;
}

static void open_level(struct cop_json *json, const char *name, bool is_object)
{
    bool was_tight = is_tight(json);

    begin_item(json, name);
    assert(json->depth < COP_JSON_DEPTH);
    json->levels[json->depth++] =
        (struct cop_json_level){.is_object = is_object, .is_tight = was_tight};
    put(json, is_object ? "{" : "[");
}

void cop_json_object(struct cop_json *json, const char *name)
{
    open_level(json, name, true);
}

void cop_json_array(struct cop_json *json, const char *name)
{
    open_level(json, name, false);
}

void cop_json_end(struct cop_json *json)
{
    assert(json->depth > 0);
    if (level_of(json)->is_spread)
        cop_json_line(json, level_of(json)->indent - 2);
    break_line(json);
    put(json, level_of(json)->is_object ? "}" : "]");
    json->depth--;
}

/* ---- Items ---- */

void cop_json_add_bytes(struct cop_json *json, const char *name, const char *bytes, size_t length)
{
    begin_item(json, name);
    add_quoted(json->text, bytes, length);
}

void cop_json_add_string(struct cop_json *json, const char *name, const char *string)
{
    if (string != NULL)
        cop_json_add_bytes(json, name, string, strlen(string));
    else
        cop_json_add_null(json, name);
}

void cop_json_add_integer(struct cop_json *json, const char *name, int64_t number)
{
    begin_item(json, name);
    cop_text_add(json->text, "%" PRId64, number);
}

void cop_json_add_unsigned(struct cop_json *json, const char *name, uint64_t number)
{
    begin_item(json, name);
    cop_text_add(json->text, "%" PRIu64, number);
}

void cop_json_add_flag(struct cop_json *json, const char *name, bool is_set)
{
    begin_item(json, name);
    put(json, is_set ? "true" : "false");
}

void cop_json_add_null(struct cop_json *json, const char *name)
{
    begin_item(json, name);
    put(json, "null");
}

void cop_json_add_number(struct cop_json *json, const char *name, double number, int digits)
{
    begin_item(json, name);
    if (isfinite(number))
        cop_text_add(json->text, "%.*g", digits, number);
    else
        put(json, "null");
}

void cop_json_add_fixed(struct cop_json *json, const char *name, double number, int decimals)
{
    begin_item(json, name);
    if (isfinite(number))
        cop_text_add(json->text, "%.*f", decimals, number);
    else
        put(json, "null");
}

void cop_json_add_numbers(struct cop_json *json, const char *name, const double *numbers, int count,
                          int digits)
{
    cop_json_array(json, name);
    for (int i = 0; i < count; i++)
        cop_json_add_number(json, NULL, numbers[i], digits);
    cop_json_end(json);
}

void cop_json_add_written(struct cop_json *json, const char *name, const char *value)
{
    begin_item(json, name);
    put(json, value);
}
