/* test_skipped.c - what Meson reads of a program in which one case passes, one is skipped and one
 * fails: this program itself, called with a word. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *program;

static void passes(void **context)
{
    (void)context;
}

static void is_skipped(void **context)
{
    (void)context;
    skip();
}

static void fails(void **context)
{
    (void)context;
    fail();
}

static int run_three(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes),
        cmocka_unit_test(is_skipped),
        cmocka_unit_test(fails),
    };

    return cmocka_run_group_tests_name("three", tests, NULL, NULL);
}

static void a_skipped_case_is_ok_for_meson(void **context)
{
    char command[1100], output[2000];
    FILE *said;
    size_t length;

    (void)context;
    snprintf(command, sizeof command, "CMOCKA_MESSAGE_OUTPUT=TAP '%s' three 2>/dev/null", program);
    said = popen(command, "r");
    assert_non_null(said);
    length = fread(output, 1, sizeof output - 1, said);
    output[length] = '\0';
    pclose(said);
    assert_non_null(strstr(output, "1..3\n"));
    assert_non_null(strstr(output, "\nok 1 - passes\n"));
    assert_non_null(strstr(output, "\nok 2 # SKIP is_skipped\n"));
    assert_non_null(strstr(output, "\nnot ok 3 - fails\n"));
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_skipped_case_is_ok_for_meson)};

    if (count > 1)
        return run_three();
    program = words[0];
    return cmocka_run_group_tests_name("skipped", tests, NULL, NULL);
}
