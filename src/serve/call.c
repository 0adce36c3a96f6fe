/* call.c - reading the parts of a request, and saying what is wrong with them. */
#include "serve/call.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/json.h"
#include "game/picture.h"

/* ---- Replies ---- */

struct cop_text *cop_answer(struct cop_call *call, int status)
{
    cop_text_clear(&call->reply->text);
    call->reply->status = status;
    call->reply->type = "application/json";
    return &call->reply->text;
}

/* Messages repeat what came from outside, perhaps cut in the middle of a character: what is no
 * character becomes a question mark. */
static void add_clean(struct cop_json *json, const char *message)
{
    struct cop_text clean = COP_TEXT;

    while (*message != '\0') {
        int length = cop_character_length(message);

        if (length > 0)
            cop_text_add_bytes(&clean, message, (size_t)length);
        else
            cop_text_add(&clean, isspace((unsigned char)*message) ? " " : "?");
        message += length > 0 ? length : 1;
    }
    cop_json_add_string(json, "error", clean.bytes);
    cop_text_free(&clean);
}

/* A sentence starts with a capital, unless its first word is a name such as connect4, and has an
 * end. */
static void add_sentence(struct cop_json *json, char *message)
{
    size_t length = strlen(message);

    if (message[strspn(message, "abcdefghijklmnopqrstuvwxyz")] == ' ')
        message[0] = (char)toupper((unsigned char)message[0]);
    if (length > 0 && strchr(".?!", message[length - 1]) == NULL)
        strcpy(message + length, ".");
    add_clean(json, message);
}

bool cop_refuse(struct cop_call *call, int status, const char *format, ...)
{
    char message[1024];
    struct cop_json json = {.text = cop_answer(call, status)};
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message - 1, format, arguments);
    va_end(arguments);
    cop_json_object(&json, NULL);
    add_sentence(&json, message);
    cop_json_end(&json);
    cop_text_add(json.text, "\n");
    return false;
}

/* ---- Queries ---- */

static int hexadecimal(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    digit = (char)tolower((unsigned char)digit);
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

char *cop_decode(const char *bytes, size_t length, bool is_query)
{
    char *words = cop_allocate(length + 1);
    size_t written = 0;

    for (size_t i = 0; i < length; i++) {
        char byte = bytes[i];

        if (byte == '%') {
            int high = i + 2 < length ? hexadecimal(bytes[i + 1]) : -1;
            int low = high >= 0 ? hexadecimal(bytes[i + 2]) : -1;

            if (low < 0 || high * 16 + low == 0) {
                free(words);
                return NULL;
            }
            byte = (char)(high * 16 + low);
            i += 2;
        } else if (byte == '+' && is_query) {
            byte = ' ';
        }
        words[written++] = byte;
    }
    return words;
}

char *cop_query(const struct cop_call *call, const char *key)
{
    const char *at = call->query;
    size_t key_length = strlen(key);

    while (*at != '\0') {
        size_t length = strcspn(at, "&");

        if (length > key_length && strncmp(at, key, key_length) == 0 && at[key_length] == '=')
            return cop_decode(at + key_length + 1, length - key_length - 1, true);
        at += length + (at[length] == '&');
    }
    return NULL;
}

bool cop_query_number(struct cop_call *call, const char *key, int low, int high, int otherwise,
                      int *number)
{
    char *words = cop_query(call, key);
    char *end = words;
    long value;

    *number = otherwise;
    if (words == NULL)
        return true;
    errno = 0;
    value = strtol(words, &end, 10);
    if (end == words || *end != '\0' || errno != 0 || value < low || value > high) {
        cop_refuse(call, 400, "%s=%.40s is not understood; it is a number from %d to %d", key,
                   words, low, high);
        free(words);
        return false;
    }
    *number = (int)value;
    free(words);
    return true;
}

/* ---- Bodies ---- */

bool cop_body_number(struct cop_call *call, const char *key, json_int_t low, json_int_t high,
                     json_int_t otherwise, json_int_t *number)
{
    const json_t *value = json_object_get(call->body, key);

    *number = otherwise;
    if (value == NULL || json_is_null(value))
        return true;
    *number = json_integer_value(value);
    if (!json_is_integer(value) || *number < low || *number > high)
        return cop_refuse(call, 400, "\"%s\" must be a whole number from %lld to %lld", key,
                          (long long)low, (long long)high);
    return true;
}

bool cop_body_words(struct cop_call *call, const char *key, const char **words)
{
    const json_t *value = json_object_get(call->body, key);

    *words = json_string_value(value);
    if (value != NULL && !json_is_null(value) && !json_is_string(value))
        return cop_refuse(call, 400, "\"%s\" must be a string", key);
    return true;
}
