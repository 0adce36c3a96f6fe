/* test_help.c - whatever can be typed is explained: help, reference, manual page and completion
 * against the tables that the program itself reads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wordexp.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "front.h"
#include "front/command.h"
#include "front/completion.h"

/* ---- Every table ---- */

/* A table of options: whose it is, and the line after which its options are completed. */
struct table {
    const char *kind, *name, *line;
    const struct cop_option *options;
};

static void for_each_table(void (*check)(const struct table *table, void *context), void *context)
{
    char line[128];

    for (const struct cop_command *const *at = cop_all_commands; *at != NULL; at++) {
        snprintf(line, sizeof line, "coppice %s --", (*at)->name);
        check(&(struct table){"command", (*at)->name, line, (*at)->options}, context);
    }
    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++) {
        snprintf(line, sizeof line, "coppice show \"%s(", (*at)->name);
        check(&(struct table){"game", (*at)->name, line, (*at)->options}, context);
    }
    for (const struct cop_agent_kind *const *at = cop_all_agents(); *at != NULL; at++) {
        snprintf(line, sizeof line, "coppice search othello --agent \"%s(", (*at)->name);
        check(&(struct table){"agent", (*at)->name, line, (*at)->options}, context);
    }
    check(&(struct table){"list", "limits", "coppice play --limit ", cop_limit_options()}, context);
}

static bool is_one_line(const char *help)
{
    size_t length = help != NULL ? strlen(help) : 0;

    return length > 0 && strchr(help, '\n') == NULL &&
           (help[length - 1] != '.' || (length > 3 && strcmp(help + length - 3, "...") == 0));
}

static void each_has_help(const struct table *table, void *context)
{
    (void)context;
    for (struct cop_option_walk walk = cop_options_walk(table->options); cop_options_next(&walk);)
        if (!is_one_line(walk.option->help))
            fail_msg("%s %s: the option %s needs one line of help without a full stop", table->kind,
                     table->name, walk.option->name);
}

static void every_option_has_help(void **context)
{
    (void)context;
    for_each_table(each_has_help, NULL);
}

/* The page of one topic has a row for each option. */
static void each_is_on_its_page(const struct table *table, void *context)
{
    struct program program;

    (void)context;
    run(&program, "help", table->name);
    assert_done(&program);
    for (struct cop_option_walk walk = cop_options_walk(table->options); cop_options_next(&walk);) {
        const struct cop_option *at = walk.option;
        char row[64];

        snprintf(row, sizeof row, "\n  %s ", at->name);
        if (strstr(program.output, row) == NULL)
            fail_msg("coppice help %s does not explain %s", table->name, at->name);
    }
    program_free(&program);
}

static void every_option_is_on_its_page(void **context)
{
    (void)context;
    for_each_table(each_is_on_its_page, NULL);
}

/* The section of a table in a reference: from its heading to the next one. */
static char *take_section(const char *reference, const char *heading, const char *next)
{
    const char *start = strstr(reference, heading), *end;

    if (start == NULL) {
        fail_msg("the reference has no section %s", heading);
        return NULL;
    }
    start += strlen(heading);
    end = strstr(start, next);
    return cop_copy_bytes(start, end != NULL ? (size_t)(end - start) : strlen(start));
}

static void assert_rows(const struct table *table, const char *reference, const char *heading,
                        const char *next, const char *format)
{
    char *section = take_section(reference, heading, next);

    for (struct cop_option_walk walk = cop_options_walk(table->options); cop_options_next(&walk);) {
        const struct cop_option *at = walk.option;
        struct cop_text name = COP_TEXT, row = COP_TEXT;

        for (const char *letter = at->name; *letter != '\0'; letter++)
            cop_text_add(&name, next[0] == '.' && *letter == '-' ? "\\%c" : "%c", *letter);
        cop_text_add(&row, "%s%s%s", strcmp(table->kind, "command") == 0 ? format : "", name.bytes,
                     next[0] == '.' ? "\n" : " ");
        if (strstr(section, row.bytes) == NULL)
            fail_msg("the section%s has no row %s", heading, row.bytes);
        cop_text_free(&name);
        cop_text_free(&row);
    }
    free(section);
}

static void each_is_in_the_reference(const struct table *table, void *context)
{
    bool is_command = strcmp(table->kind, "command") == 0;
    bool is_list = strcmp(table->kind, "list") == 0;
    char heading[128];

    snprintf(heading, sizeof heading, "\n%s %s%s%s", is_list ? "##" : "###",
             is_command ? "coppice " : "", is_list ? "Limits" : table->name,
             is_command ? "" : "\n");
    assert_rows(table, context, heading, "\n#", "");
}

static void every_option_is_in_the_reference(void **context)
{
    struct program program;

    (void)context;
    run(&program, "help", "--markdown");
    assert_done(&program);
    for_each_table(each_is_in_the_reference, program.output);
    program_free(&program);
}

static void each_is_in_the_manual_page(const struct table *table, void *context)
{
    bool is_command = strcmp(table->kind, "command") == 0;
    bool is_list = strcmp(table->kind, "list") == 0;
    char heading[128];

    snprintf(heading, sizeof heading, "\n%s %s%s%s", is_list ? ".SH" : ".SS",
             is_command ? "\"coppice " : "", is_list ? "LIMITS" : table->name,
             is_command ? "" : "\n");
    assert_rows(table, context, heading, ".S", "\\-\\-");
}

static void every_option_is_in_the_manual_page(void **context)
{
    struct program program;

    (void)context;
    run(&program, "help", "--man");
    assert_done(&program);
    for_each_table(each_is_in_the_manual_page, program.output);
    program_free(&program);
}

static bool has_choice(const struct cop_choices *choices, const char *beginning)
{
    for (int i = 0; i < choices->count; i++)
        if (strncmp(choices->words[i], beginning, strlen(beginning)) == 0)
            return true;
    return false;
}

static void each_is_completed(const struct table *table, void *context)
{
    bool is_command = strcmp(table->kind, "command") == 0;
    struct cop_choices choices;
    char *word;

    (void)context;
    cop_complete_line(table->line, &choices, &word);
    for (struct cop_option_walk walk = cop_options_walk(table->options); cop_options_next(&walk);) {
        const struct cop_option *at = walk.option;
        char choice[128];

        snprintf(choice, sizeof choice, "%s%s%s", word, at->name, is_command ? " " : "=");
        if (!has_choice(&choices, choice))
            fail_msg("after %s a shell does not offer %s", table->line, choice);
    }
    cop_choices_free(&choices);
    free(word);
}

static void every_option_is_completed(void **context)
{
    (void)context;
    for_each_table(each_is_completed, NULL);
}

/* ---- Examples ---- */

/* An example of a help text as the shell splits it, up to a pipe or a file for its output. */
static void check_example(const char *line, size_t length, const char *owner)
{
    char *words = cop_copy_bytes(line, length);
    const struct cop_command *command;
    struct cop_error error;
    wordexp_t split;

    words[strcspn(words, "|>")] = '\0';
    if (wordexp(words, &split, WRDE_NOCMD) != 0 || split.we_wordc < 2)
        fail_msg("%s: the example cannot be split: %s", owner, words);
    command = cop_command_find(split.we_wordv[1]);
    if (command == NULL)
        fail_msg("%s: the example has no command: %s", owner, words);
    if (!cop_command_check(command, (int)split.we_wordc - 2, split.we_wordv + 2, &error))
        fail_msg("%s: the example is refused: %s: %s", owner, words, error.message);
    wordfree(&split);
    free(words);
}

static void every_command_has_examples_that_parse(void **context)
{
    (void)context;
    for (const struct cop_command *const *at = cop_all_commands; *at != NULL; at++) {
        char start[64];

        snprintf(start, sizeof start, "    coppice %s", (*at)->name);
        if (strstr((*at)->help, start) == NULL)
            fail_msg("coppice help %s has no example of it", (*at)->name);
        for (const char *line = (*at)->help; *line != '\0';) {
            size_t length = strcspn(line, "\n");

            if (strncmp(line, "    coppice ", 12) == 0)
                check_example(line + 4, length - 4, (*at)->name);
            line += length + (line[length] == '\n');
        }
    }
}

static void a_bad_example_would_be_found(void **context)
{
    struct cop_error error;

    (void)context;
    assert_false(cop_command_check(cop_command_find("play"), 2,
                                   (char *const[]){"othello", "--limits=1s"}, &error));
    assert_contains(error.message, "limits");
    assert_false(
        cop_command_check(cop_command_find("perft"), 1, (char *const[]){"othello"}, &error));
    assert_contains(error.message, "something is missing");
}

/* ---- The manual page ---- */

/* A reader of manual pages has nothing to complain about but the date, which a page that is the
 * same in every build cannot have. */
static void the_manual_page_is_well_formed(void **context)
{
    static const char reader[] = "/usr/bin/mandoc";
    char *coppice = cop_copy_string(getenv("COPPICE"));
    struct program program;
    char path[64];

    (void)context;
    assert_non_null(coppice);
    if (access(reader, X_OK) != 0)
        skip();
    run(&program, "help", "--man");
    assert_done(&program);
    write_file(path, program.output);
    program_free(&program);
    setenv("COPPICE", reader, 1);
    run(&program, "-T", "lint", "-W", "error", path);
    setenv("COPPICE", coppice, 1);
    free(coppice);
    assert_string_equal(program.output, "");
    assert_int_equal(program.status, 0);
    program_free(&program);
    unlink(path);
}

/* ---- The version ---- */

static void the_version_tells_how_it_was_built(void **context)
{
    struct program program;
    json_t *facts;

    (void)context;
    run(&program, "version", "--json");
    assert_done(&program);
    facts = read_json(program.output);
    assert_string_equal(json_string_value(json_object_get(facts, "version")), cop_version());
    assert_non_null(strstr(json_string_value(json_object_get(facts, "compiler")), "."));
    assert_string_equal(json_string_value(json_object_get(facts, "instructions")),
                        cop_build_instructions());
    json_decref(facts);
    program_free(&program);
    run(&program, "version");
    assert_done(&program);
    assert_contains(program.output, "\ninstructions: ");
    assert_contains(program.output, "\npage: ");
    program_free(&program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_option_has_help),
        cmocka_unit_test(every_option_is_on_its_page),
        cmocka_unit_test(every_option_is_in_the_reference),
        cmocka_unit_test(every_option_is_in_the_manual_page),
        cmocka_unit_test(every_option_is_completed),
        cmocka_unit_test(every_command_has_examples_that_parse),
        cmocka_unit_test(a_bad_example_would_be_found),
        cmocka_unit_test(the_manual_page_is_well_formed),
        cmocka_unit_test(the_version_tells_how_it_was_built),
    };

    return cmocka_run_group_tests_name("help", tests, NULL, NULL);
}
