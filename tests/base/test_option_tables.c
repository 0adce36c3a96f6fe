/* Tables of options that include other tables: walked, set, written and described as one. */
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "coppice/option.h"

static const struct cop_option reward_options[] = {
    {"win", COP_REAL, "1", 0, 1, NULL, "reward of a won game"},
    {NULL},
};

static const struct cop_option playout_options[] = {
    {"playout", COP_WORDS, "uniform", 0, 0, NULL, "how games are played out"},
    {"limit", COP_INTEGER, "0", 0, 100, NULL, "plies of a playout"},
    {"Rewards", COP_TABLE, .table = reward_options},
    {NULL},
};

static const struct cop_option no_options[] = {{NULL}};

static const struct cop_option whole[] = {
    {"c", COP_REAL, "0.7", 0, 9, NULL, "weight of exploration"},
    {"Playouts", COP_TABLE, .table = playout_options},
    {"Nothing", COP_TABLE, .table = no_options},
    {"solver", COP_FLAG, "off", 0, 0, NULL, "prove wins and losses"},
    {NULL},
};

static void assert_walk(const struct cop_option *options, const char *expected)
{
    struct cop_text text = COP_TEXT;

    for (struct cop_option_walk walk = cop_options_walk(options); cop_options_next(&walk);)
        cop_text_add(&text, "%s:%s ", walk.title != NULL ? walk.title : "", walk.option->name);
    assert_string_equal(text.bytes, expected);
    cop_text_free(&text);
}

static void walk_goes_through_included_tables_in_order(void **unused)
{
    (void)unused;
    assert_walk(whole, ":c Playouts:playout Playouts:limit Rewards:win :solver ");
    assert_walk(playout_options, ":playout :limit Rewards:win ");
    assert_walk(no_options, "");
    assert_walk(NULL, "");
}

static void options_are_found_by_name_wherever_they_stand(void **unused)
{
    (void)unused;
    assert_ptr_equal(cop_options_find(whole, "WIN", 3), &reward_options[0]);
    assert_ptr_equal(cop_options_find(whole, "limit=7", 5), &playout_options[1]);
    assert_ptr_equal(cop_options_find(whole, "solver", 6), &whole[3]);
    assert_null(cop_options_find(whole, "lim", 3));
    assert_null(cop_options_find(whole, "Playouts", 8));
    assert_null(cop_options_find(NULL, "c", 1));
}

static void included_options_are_set_and_written_as_their_own(void **unused)
{
    struct cop_error error = {""};
    struct cop_settings *settings =
        cop_settings_parse("mcts", whole, "2, solver=on, limit=9, win=0.5, playout=greedy", &error);
    struct cop_settings *copy;
    struct cop_text text = COP_TEXT;

    (void)unused;
    assert_non_null(settings);
    assert_true(cop_real(settings, "c") == 2);
    assert_true(cop_real(settings, "win") == 0.5);
    assert_int_equal(cop_integer(settings, "limit"), 9);
    assert_string_equal(cop_words(settings, "playout"), "greedy");
    assert_true(cop_settings_set(settings, "mcts", "limit", "8", &error));
    copy = cop_settings_copy(settings);
    cop_settings_free(settings);
    cop_settings_write(copy, &text);
    assert_string_equal(text.bytes, "c=2, playout=greedy, limit=8, win=0.5, solver=on");
    cop_text_free(&text);
    cop_settings_free(copy);
}

static void included_options_are_checked_and_titles_are_no_options(void **unused)
{
    struct cop_error error = {""};

    (void)unused;
    assert_null(cop_settings_parse("mcts", whole, "win=2", &error));
    assert_string_equal(error.message,
                        "mcts: win=2 is not allowed; it must be a number from 0 to 1");
    assert_null(cop_settings_parse("mcts", whole, "rewards=1", &error));
    assert_string_equal(error.message, "mcts: there is no option \"rewards\"; the options are c, "
                                       "playout, limit, win, solver");
}

static void description_groups_included_options_under_their_titles(void **unused)
{
    struct cop_text text = COP_TEXT;

    (void)unused;
    cop_options_describe(whole, &text);
    assert_string_equal(
        text.bytes,
        "  c        weight of exploration (a number from 0 to 9; default 0.7)\n"
        "  solver   prove wins and losses (on or off; default off)\n"
        "\nPlayouts:\n"
        "  playout  how games are played out (a word or text in double quotes; default uniform)\n"
        "  limit    plies of a playout (a whole number from 0 to 100; default 0)\n"
        "\nRewards:\n"
        "  win      reward of a won game (a number from 0 to 1; default 1)\n");
    cop_text_free(&text);
}

/* A bug of whoever wrote the table: only the first of the two could ever be set. */
static void name_that_occurs_twice_ends_the_program(void **unused)
{
    static const struct cop_option twice[] = {
        {"Win", COP_FLAG, "off", 0, 0, NULL, "the same name"},
        {"Rewards", COP_TABLE, .table = reward_options},
        {NULL},
    };
    pid_t child = fork();
    int status;

    (void)unused;
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        if (freopen("/dev/null", "w", stderr) != NULL)
            cop_settings_parse("twice", twice, "", NULL);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walk_goes_through_included_tables_in_order),
        cmocka_unit_test(options_are_found_by_name_wherever_they_stand),
        cmocka_unit_test(included_options_are_set_and_written_as_their_own),
        cmocka_unit_test(included_options_are_checked_and_titles_are_no_options),
        cmocka_unit_test(description_groups_included_options_under_their_titles),
        cmocka_unit_test(name_that_occurs_twice_ends_the_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
