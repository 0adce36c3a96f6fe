/* spec.c - the grammar of specs: a recursive descent whose depth is bounded. */
#include "base/spec.h"

#include <string.h>

static bool is_word_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || (byte != '\0' && strchr("_-.*+", byte) != NULL);
}

static bool is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static void lower(char *string)
{
    for (; *string != '\0'; string++) {
        if (*string >= 'A' && *string <= 'Z')
            *string = (char)(*string - 'A' + 'a');
    }
}

bool cop_reader_begin(struct cop_reader *reader, const char *owner, const char *words,
                      struct cop_error *error)
{
    *reader = (struct cop_reader){.owner = owner, .words = words, .error = error};
    if (strlen(words) > COP_SPEC_LENGTH_MAX)
        return cop_fail(error, "%s: \"%.40s...\" is longer than the %d bytes that are allowed",
                        owner, words, COP_SPEC_LENGTH_MAX);
    return true;
}

char cop_reader_peek(struct cop_reader *reader)
{
    while (is_blank(reader->words[reader->at]))
        reader->at++;
    return reader->words[reader->at];
}

bool cop_reader_fail(const struct cop_reader *reader, const char *why)
{
    const char *dots = strlen(reader->words) > 120 ? "..." : "";

    return cop_fail(reader->error, "%s: cannot read \"%.120s%s\" at column %zu: %s", reader->owner,
                    reader->words, dots, reader->at + 1, why);
}

static bool read_word(struct cop_reader *reader, struct cop_text *text)
{
    size_t start = reader->at;

    while (is_word_byte(reader->words[reader->at]))
        reader->at++;
    if (reader->at == start) {
        switch (reader->words[start]) {
        case '\0':
            return cop_reader_fail(reader, "something is missing at the end");
        case ',':
        case ')':
            return cop_reader_fail(reader, "a value is missing");
        case '(':
        case '=':
            return cop_reader_fail(reader, "a name is missing");
        default:
            return cop_reader_fail(reader, "this character needs double quotes around its value");
        }
    }
    cop_text_add_bytes(text, reader->words + start, reader->at - start);
    return true;
}

/* A backslash makes the next byte mean itself. */
static bool read_quoted(struct cop_reader *reader, struct cop_text *text)
{
    size_t start = reader->at++;

    for (;; reader->at++) {
        const char *byte = &reader->words[reader->at];

        if (*byte == '"')
            break;
        if (*byte == '\\')
            byte = &reader->words[++reader->at];
        if (*byte == '\0') {
            reader->at = start;
            return cop_reader_fail(reader, "the quotes are not closed");
        }
        cop_text_add_bytes(text, byte, 1);
    }
    reader->at++;
    return true;
}

static bool read_item(struct cop_reader *reader, struct cop_item *item, int depth);

/* The reader stands on the opening bracket; `text` already ends with the name. */
static bool read_brackets(struct cop_reader *reader, struct cop_text *text, int depth)
{
    struct cop_item item = {.key = COP_TEXT, .value = COP_TEXT};
    size_t opening = reader->at++;
    const char *before = "(";
    bool is_ok = true;

    if (depth >= COP_SPEC_DEPTH_MAX)
        return cop_reader_fail(reader, "brackets are nested too deeply");
    while (is_ok && cop_reader_peek(reader) != ')') {
        is_ok = read_item(reader, &item, depth + 1);
        if (!is_ok)
            break;
        cop_text_add(text, "%s%s%s", before, item.key.bytes, item.key.length > 0 ? "=" : "");
        if (item.form == COP_BRACKETS)
            cop_text_add(text, "%s", item.value.bytes);
        else
            cop_text_add_value(text, item.value.bytes);
        before = ", ";
        if (cop_reader_peek(reader) == ')')
            break;
        if (cop_reader_peek(reader) == '\0') {
            reader->at = opening;
            is_ok = cop_reader_fail(reader, "the bracket is not closed");
        } else if (cop_reader_peek(reader) != ',') {
            is_ok = cop_reader_fail(reader, "a comma or a closing bracket is missing");
        } else {
            reader->at++;
            if (cop_reader_peek(reader) == ')')
                is_ok = cop_reader_fail(reader, "a value is missing");
        }
    }
    if (is_ok) {
        reader->at++;
        if (before[0] == ',')
            cop_text_add(text, ")");
    }
    cop_item_free(&item);
    return is_ok;
}

/* The value after its key, if it had one. */
static bool read_value(struct cop_reader *reader, struct cop_item *item, int depth)
{
    if (cop_reader_peek(reader) == '"') {
        item->form = COP_QUOTED;
        return read_quoted(reader, &item->value);
    }
    item->form = COP_BARE;
    if (!read_word(reader, &item->value))
        return false;
    if (cop_reader_peek(reader) != '(')
        return true;
    item->form = COP_BRACKETS;
    lower(item->value.bytes);
    return read_brackets(reader, &item->value, depth);
}

static bool read_item(struct cop_reader *reader, struct cop_item *item, int depth)
{
    struct cop_text first;

    cop_text_clear(&item->key);
    cop_text_clear(&item->value);
    if (!read_value(reader, item, depth))
        return false;
    if (item->form != COP_BARE || cop_reader_peek(reader) != '=')
        return true;
    first = item->key; /* what looked like a value was the key */
    item->key = item->value;
    item->value = first;
    lower(item->key.bytes);
    reader->at++;
    return read_value(reader, item, depth);
}

bool cop_reader_item(struct cop_reader *reader, struct cop_item *item)
{
    return read_item(reader, item, 0);
}

void cop_item_free(struct cop_item *item)
{
    cop_text_free(&item->key);
    cop_text_free(&item->value);
}

bool cop_reader_spec(struct cop_reader *reader, struct cop_text *text)
{
    struct cop_item item = {.key = COP_TEXT, .value = COP_TEXT};
    bool is_ok;

    if (cop_reader_peek(reader) == '"')
        return cop_reader_fail(reader, "a name is missing");
    is_ok = read_value(reader, &item, 0);
    if (is_ok && cop_reader_peek(reader) != '\0')
        is_ok = cop_reader_fail(reader, "the text should end here");
    if (is_ok) {
        if (item.form == COP_BARE)
            lower(item.value.bytes);
        cop_text_add(text, "%s", item.value.bytes);
    }
    cop_item_free(&item);
    return is_ok;
}

void cop_text_add_value(struct cop_text *text, const char *value)
{
    bool is_word = value[0] != '\0';

    for (const char *at = value; *at != '\0'; at++)
        is_word = is_word && is_word_byte(*at);
    if (is_word) {
        cop_text_add(text, "%s", value);
        return;
    }
    cop_text_add(text, "\"");
    for (const char *at = value; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\')
            cop_text_add(text, "\\");
        cop_text_add_bytes(text, at, 1);
    }
    cop_text_add(text, "\"");
}
