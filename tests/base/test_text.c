/* Texts, escapes and error messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "coppice/coppice.h"

static void empty_text_is_a_string(void **unused)
{
    struct cop_text text = COP_TEXT;

    (void)unused;
    assert_string_equal(text.bytes, "");
    cop_text_clear(&text);
    cop_text_add(&text, "%s", "");
    cop_text_add_bytes(&text, "xyz", 0);
    assert_string_equal(text.bytes, "");
    assert_int_equal(text.length, 0);
    cop_text_free(&text);
}

static void text_grows_and_stays_terminated(void **unused)
{
    struct cop_text text = COP_TEXT;

    (void)unused;
    for (int i = 0; i < 10000; i++) {
        cop_text_add(&text, "%d,", i % 10);
        assert_int_equal(text.length, 2 * (size_t)(i + 1));
        assert_int_equal(text.bytes[text.length], '\0');
    }
    assert_int_equal(strlen(text.bytes), 20000);
    assert_int_equal(text.bytes[19998], '9');
    cop_text_clear(&text);
    assert_string_equal(text.bytes, "");
    cop_text_add(&text, "again");
    assert_string_equal(text.bytes, "again");
    cop_text_free(&text);
    assert_string_equal(text.bytes, "");
}

static void text_keeps_nul_bytes_among_others(void **unused)
{
    struct cop_text text = COP_TEXT;

    (void)unused;
    cop_text_add_bytes(&text, "a\0b", 3);
    assert_int_equal(text.length, 3);
    assert_memory_equal(text.bytes, "a\0b", 4);
    cop_text_free(&text);
}

static void xml_escapes_its_five_characters(void **unused)
{
    struct cop_text text = COP_TEXT;

    (void)unused;
    cop_text_add_xml(&text, "<a & \"b\" 'c'> \xc3\xa9");
    assert_string_equal(text.bytes, "&lt;a &amp; &quot;b&quot; &#39;c&#39;&gt; \xc3\xa9");
    cop_text_free(&text);
}

static void json_escapes_quotes_and_control_characters(void **unused)
{
    struct cop_text text = COP_TEXT;

    (void)unused;
    cop_text_add_json(&text, "a\"b\\c\n\x01\xc3\xa9");
    assert_string_equal(text.bytes, "\"a\\\"b\\\\c\\u000a\\u0001\xc3\xa9\"");
    cop_text_free(&text);
}

static void sgf_escapes_brackets_backslashes_and_colons(void **unused)
{
    struct cop_text text = COP_TEXT;

    (void)unused;
    cop_text_add_sgf(&text, "a]b\\c:d[e");
    assert_string_equal(text.bytes, "a\\]b\\\\c\\:d[e");
    cop_text_free(&text);
}

static void failing_returns_false_with_a_message(void **unused)
{
    struct cop_error error = {"old"};

    (void)unused;
    assert_false(cop_fail(&error, "size=%d", 5));
    assert_string_equal(error.message, "size=5");
    assert_false(cop_fail_in(&error, "line %d", 3));
    assert_string_equal(error.message, "line 3: size=5");
    assert_false(cop_fail(NULL, "nobody listens"));
    assert_false(cop_fail_in(NULL, "nobody listens"));
}

static void long_messages_are_cut_not_overrun(void **unused)
{
    struct cop_error error;
    char words[2000];

    (void)unused;
    memset(words, 'x', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    cop_fail(&error, "%s", words);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    cop_fail_in(&error, "%s", words);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
}

static void copies_of_strings_are_equal_and_apart(void **unused)
{
    const char *original = "coppice";
    char *copy = cop_copy_string(original), *part = cop_copy_bytes(original, 3);

    (void)unused;
    assert_string_equal(copy, original);
    assert_ptr_not_equal(copy, original);
    assert_string_equal(part, "cop");
    assert_null(cop_copy_string(NULL));
    free(copy);
    copy = cop_copy_trimmed("\t two words\r\n");
    assert_string_equal(copy, "two words");
    free(copy);
    copy = cop_copy_trimmed(" \n ");
    assert_string_equal(copy, "");
    free(copy);
    free(part);
}

static void version_has_three_numbers(void **unused)
{
    const char *version = cop_version();
    int dots = 0;

    (void)unused;
    assert_int_equal(strspn(version, "0123456789."), strlen(version));
    for (const char *at = version; *at != '\0'; at++)
        dots += *at == '.';
    assert_int_equal(dots, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_text_is_a_string),
        cmocka_unit_test(text_grows_and_stays_terminated),
        cmocka_unit_test(text_keeps_nul_bytes_among_others),
        cmocka_unit_test(xml_escapes_its_five_characters),
        cmocka_unit_test(json_escapes_quotes_and_control_characters),
        cmocka_unit_test(sgf_escapes_brackets_backslashes_and_colons),
        cmocka_unit_test(failing_returns_false_with_a_message),
        cmocka_unit_test(long_messages_are_cut_not_overrun),
        cmocka_unit_test(copies_of_strings_are_equal_and_apart),
        cmocka_unit_test(version_has_three_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
