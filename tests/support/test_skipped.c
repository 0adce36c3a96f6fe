/* test_skipped.c - what Meson reads of a program in which one case passes, one is skipped and one
 * fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char said[2000];

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

/* A process of its own runs them, as they print to standard output. */
static void listen_to_three(void)
{
    int ends[2], status;
    ssize_t length;
    size_t heard = 0;
    pid_t child;

    if (pipe(ends) != 0 || (child = fork()) < 0)
        exit(1);
    if (child == 0) {
        setenv("CMOCKA_MESSAGE_OUTPUT", "TAP", 1);
        dup2(ends[1], STDOUT_FILENO);
        exit(run_three());
    }
    close(ends[1]);
    while (heard < sizeof said - 1 &&
           (length = read(ends[0], said + heard, sizeof said - 1 - heard)) > 0)
        heard += (size_t)length;
    close(ends[0]);
    waitpid(child, &status, 0);
}

static void a_skipped_case_is_ok_for_meson(void **context)
{
    (void)context;
    assert_non_null(strstr(said, "1..3\n"));
    assert_non_null(strstr(said, "\nok 1 - passes\n"));
    assert_non_null(strstr(said, "\nok 2 # SKIP is_skipped\n"));
    assert_non_null(strstr(said, "\nnot ok 3 - fails\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_skipped_case_is_ok_for_meson)};

    listen_to_three();
    return cmocka_run_group_tests_name("skipped", tests, NULL, NULL);
}
