/* The writer of JSON: what it writes byte by byte, and whatever it is given, that jansson reads it
 * back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>
#include <math.h>

#include "base/json.h"
#include "coppice/rng.h"

/* U+FFFD, which stands for what is no character. */
#define NONE "\xef\xbf\xbd"

static void assert_text(struct cop_text *text, const char *expected)
{
    assert_string_equal(text->bytes, expected);
    cop_text_free(text);
}

/* ---- Layout ---- */

static void items_are_separated_and_named(void **unused)
{
    struct cop_text text = COP_TEXT;
    struct cop_json json = {.text = &text};

    (void)unused;
    cop_json_object(&json, NULL);
    cop_json_add_string(&json, "game", "othello");
    cop_json_add_integer(&json, "ply", -3);
    cop_json_add_unsigned(&json, "seed", UINT64_MAX);
    cop_json_add_flag(&json, "over", false);
    cop_json_add_null(&json, "result");
    cop_json_add_string(&json, "title", NULL);
    cop_json_array(&json, "empty");
    cop_json_end(&json);
    cop_json_object(&json, "none");
    cop_json_end(&json);
    cop_json_array(&json, "list");
    cop_json_add_bytes(&json, NULL, "abc", 2);
    cop_json_array(&json, NULL);
    cop_json_add_flag(&json, NULL, true);
    cop_json_end(&json);
    cop_json_add_written(&json, NULL, "{\"x\": 1}");
    cop_json_end(&json);
    cop_json_end(&json);
    assert_int_equal(json.depth, 0);
    assert_text(&text, "{\"game\": \"othello\", \"ply\": -3, \"seed\": 18446744073709551615, "
                       "\"over\": false, \"result\": null, \"title\": null, \"empty\": [], "
                       "\"none\": {}, \"list\": [\"ab\", [true], {\"x\": 1}]}");
}

static void what_is_spread_has_a_line_for_each_item(void **unused)
{
    struct cop_text text = COP_TEXT;
    struct cop_json json = {.text = &text};

    (void)unused;
    cop_json_object(&json, NULL);
    cop_json_spread(&json, 2);
    cop_json_add_integer(&json, "a", 1);
    cop_json_array(&json, "b");
    cop_json_spread(&json, 4);
    for (int i = 0; i < 2; i++) {
        cop_json_object(&json, NULL);
        cop_json_add_integer(&json, "i", i);
        cop_json_add_integer(&json, "j", i);
        cop_json_end(&json);
    }
    cop_json_end(&json);
    cop_json_array(&json, "c");
    cop_json_spread(&json, 4);
    cop_json_end(&json);
    cop_json_end(&json);
    assert_text(&text, "{\n  \"a\": 1,\n  \"b\": [\n    {\"i\": 0, \"j\": 0},\n"
                       "    {\"i\": 1, \"j\": 1}\n  ],\n  \"c\": [\n  ]\n}");
}

static void a_line_is_broken_where_one_asks_for_it(void **unused)
{
    struct cop_text text = COP_TEXT;
    struct cop_json json = {.text = &text};

    (void)unused;
    cop_json_object(&json, NULL);
    cop_json_add_integer(&json, "a", 1);
    cop_json_line(&json, 0);
    cop_json_array(&json, "b");
    cop_json_line(&json, 2);
    cop_json_add_integer(&json, NULL, 2);
    cop_json_add_integer(&json, NULL, 3);
    cop_json_end(&json);
    cop_json_end(&json);
    assert_text(&text, "{\"a\": 1,\n\"b\": [\n  2, 3]}");
}

static void what_is_tight_has_no_blanks(void **unused)
{
    struct cop_text text = COP_TEXT;
    struct cop_json json = {.text = &text};

    (void)unused;
    cop_json_object(&json, NULL);
    cop_json_array(&json, "cells");
    cop_json_tighten(&json);
    for (int i = 0; i < 2; i++) {
        cop_json_object(&json, NULL);
        cop_json_add_integer(&json, "x", i);
        cop_json_add_integer(&json, "y", i);
        cop_json_end(&json);
    }
    cop_json_end(&json);
    cop_json_add_integer(&json, "z", 1);
    cop_json_end(&json);
    assert_text(&text, "{\"cells\": [{\"x\":0,\"y\":0},{\"x\":1,\"y\":1}], \"z\": 1}");
}

static void numbers_that_are_not_finite_are_null(void **unused)
{
    const double numbers[] = {0.1, NAN, INFINITY, -INFINITY, 1e300};
    struct cop_text text = COP_TEXT;
    struct cop_json json = {.text = &text};

    (void)unused;
    cop_json_array(&json, NULL);
    cop_json_add_numbers(&json, NULL, numbers, 5, 9);
    cop_json_add_fixed(&json, NULL, 2.0 / 3, 4);
    cop_json_add_fixed(&json, NULL, NAN, 4);
    cop_json_add_number(&json, NULL, 2.0 / 3, 17);
    cop_json_end(&json);
    assert_text(&text, "[[0.1, null, null, null, 1e+300], 0.6667, null, 0.66666666666666663]");
}

/* ---- Strings ---- */

/* Written in an array, read by jansson, and what it then is. */
static void assert_read(const char *bytes, size_t length, const char *expected)
{
    struct cop_text text = COP_TEXT;
    struct cop_json json = {.text = &text};
    json_error_t error;
    json_t *list;

    cop_json_array(&json, NULL);
    cop_json_add_bytes(&json, NULL, bytes, length);
    cop_json_end(&json);
    list = json_loadb(text.bytes, text.length, JSON_ALLOW_NUL, &error);
    if (list == NULL)
        fail_msg("%s: %s", error.text, text.bytes);
    if (expected != NULL)
        assert_string_equal(json_string_value(json_array_get(list, 0)), expected);
    json_decref(list);
    cop_text_free(&text);
}

static const struct {
    const char *given, *read;
} strings[] = {
    {"", ""},
    {"plain", "plain"},
    {"a \"b\" \\ /", "a \"b\" \\ /"},
    {"\x01\x1f\n\r\t\x7f", "\x01\x1f\n\r\t\x7f"},
    {"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8e\xb2", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8e\xb2"},
    {"\xef\xbf\xbf \xf4\x8f\xbf\xbf", "\xef\xbf\xbf \xf4\x8f\xbf\xbf"},
    {"a\xff"
     "b\xfe",
     "a" NONE "b" NONE},
    {"\x80\xbf", NONE NONE}, /* nothing that they continue */
    {"\xc3", NONE},          /* broken off at the end */
    {"\xe2\x82x", NONE "x"}, /* and in the middle */
    {"\xf0\x9f\x8e\"", NONE "\""},
    {"\xc0\xaf", NONE NONE}, /* longer than needed */
    {"\xe0\x80\xaf", NONE NONE NONE},
    {"\xf0\x80\x80\xaf", NONE NONE NONE NONE},
    {"\xed\xa0\x80", NONE NONE NONE}, /* halves of pairs */
    {"\xed\xbf\xbf", NONE NONE NONE},
    {"\xf4\x90\x80\x80", NONE NONE NONE NONE}, /* beyond the last character */
    {"\xf5\x80\x80\x80", NONE NONE NONE NONE},
    {"\xe2\xe2\x82\xac", NONE "\xe2\x82\xac"},
};

static void strings_are_read_back_as_characters(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++)
        assert_read(strings[i].given, strlen(strings[i].given), strings[i].read);
}

static void names_are_strings_too(void **unused)
{
    struct cop_text text = COP_TEXT;
    struct cop_json json = {.text = &text};

    (void)unused;
    cop_json_object(&json, NULL);
    cop_json_add_integer(&json, "a\"\xff", 1);
    cop_json_end(&json);
    assert_text(&text, "{\"a\\\"" NONE "\": 1}");
}

/* Nothing that bytes can be makes what is written unreadable. */
static void any_bytes_are_read_back(void **unused)
{
    struct cop_rng rng;
    char bytes[24];

    (void)unused;
    cop_rng_seed(&rng, 1);
    for (int i = 0; i < 50000; i++) {
        size_t length = cop_rng_below(&rng, sizeof bytes);

        for (size_t j = 0; j < length; j++)
            bytes[j] = (char)(cop_rng_below(&rng, 4) > 0 ? 0x80 + cop_rng_below(&rng, 0x80)
                                                         : cop_rng_below(&rng, 0x80));
        assert_read(bytes, length, NULL);
    }
}

/* What is UTF-8 already is not changed: every character there is. */
static void every_character_stays_itself(void **unused)
{
    (void)unused;
    for (uint32_t code = 1; code < 0x110000; code += code < 0x3000 ? 1 : 37) {
        char bytes[5] = {0};

        if (code >= 0xd800 && code < 0xe000)
            continue;
        if (code < 0x80) {
            bytes[0] = (char)code;
        } else if (code < 0x800) {
            bytes[0] = (char)(0xc0 | code >> 6);
            bytes[1] = (char)(0x80 | (code & 63));
        } else if (code < 0x10000) {
            bytes[0] = (char)(0xe0 | code >> 12);
            bytes[1] = (char)(0x80 | (code >> 6 & 63));
            bytes[2] = (char)(0x80 | (code & 63));
        } else {
            bytes[0] = (char)(0xf0 | code >> 18);
            bytes[1] = (char)(0x80 | (code >> 12 & 63));
            bytes[2] = (char)(0x80 | (code >> 6 & 63));
            bytes[3] = (char)(0x80 | (code & 63));
        }
        assert_read(bytes, strlen(bytes), bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_are_separated_and_named),
        cmocka_unit_test(what_is_spread_has_a_line_for_each_item),
        cmocka_unit_test(a_line_is_broken_where_one_asks_for_it),
        cmocka_unit_test(what_is_tight_has_no_blanks),
        cmocka_unit_test(numbers_that_are_not_finite_are_null),
        cmocka_unit_test(strings_are_read_back_as_characters),
        cmocka_unit_test(names_are_strings_too),
        cmocka_unit_test(any_bytes_are_read_back),
        cmocka_unit_test(every_character_stays_itself),
    };

    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
