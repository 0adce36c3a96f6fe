/* json.h - JSON written item by item onto a text.
 *
 *     struct cop_json json = {.text = &text};
 *
 *     cop_json_object(&json, NULL);
 *     cop_json_add_string(&json, "game", "othello");
 *     cop_json_array(&json, "scores");
 *     cop_json_add_integer(&json, NULL, 40);
 *     cop_json_end(&json);
 *     cop_json_end(&json);
 *
 * makes {"game": "othello", "scores": [40]}. A writer begins where the text ends, so that it can
 * also write one value in the middle of what others write. Every item of an object has a name and
 * no other item has one; that, and an end for each beginning, is asserted.
 *
 * Whatever bytes a string has, what is written is valid JSON in UTF-8: bytes that are no characters
 * become U+FFFD. A number that is not finite becomes null. */
#ifndef COPPICE_BASE_JSON_H
#define COPPICE_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "coppice/text.h"

enum { COP_JSON_DEPTH = 16 };

/* An object or array that has not ended. */
struct cop_json_level {
    bool is_object, is_tight, has_items;
    bool is_spread; /* over lines, each item after `indent` blanks */
    int indent;
};

struct cop_json {
    struct cop_text *text;
    struct cop_json_level levels[COP_JSON_DEPTH];
    int depth;
    bool breaks; /* the next item or end is on a line of its own */
    int indent;  /* that begins with so many blanks */
};

/* Beginnings and ends. */
void cop_json_object(struct cop_json *json, const char *name);
void cop_json_array(struct cop_json *json, const char *name);
void cop_json_end(struct cop_json *json);

/* The next item, or end, begins on a new line after so many blanks. */
void cop_json_line(struct cop_json *json, int indent);

/* Every item of what was begun last begins so, and its end on a line with two blanks less. */
void cop_json_spread(struct cop_json *json, int indent);

/* What was begun last, and all in it, is written without blanks: for lists of many small things. */
void cop_json_tighten(struct cop_json *json);

/* Items. A string that is NULL is written as null. */
void cop_json_add_string(struct cop_json *json, const char *name, const char *string);
void cop_json_add_bytes(struct cop_json *json, const char *name, const char *bytes, size_t length);
void cop_json_add_integer(struct cop_json *json, const char *name, int64_t number);
void cop_json_add_unsigned(struct cop_json *json, const char *name, uint64_t number);
void cop_json_add_flag(struct cop_json *json, const char *name, bool is_set);
void cop_json_add_null(struct cop_json *json, const char *name);

/* As many significant digits, or as many decimals. */
void cop_json_add_number(struct cop_json *json, const char *name, double number, int digits);
void cop_json_add_fixed(struct cop_json *json, const char *name, double number, int decimals);

/* Several numbers as an array. */
void cop_json_add_numbers(struct cop_json *json, const char *name, const double *numbers, int count,
                          int digits);

/* A value that is JSON already. */
void cop_json_add_written(struct cop_json *json, const char *name, const char *value);

#endif
