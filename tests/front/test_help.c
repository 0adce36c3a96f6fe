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

/* What documents everything at once, and how: `help` with this option. */
struct document {
    const char *option, *text;
    const char *list, *topic, *command; /* what a heading begins with, and "Limits", its own: */
    const char *limits;
    const char *next;            /* heading, whichever it is */
    const char *dashes, *hyphen; /* before a command's option, and in names */
    char after;                  /* an option's name */
};

static const struct document reference = {
    .option = "--markdown",
    .list = "##",
    .topic = "###",
    .command = "coppice ",
    .limits = "Limits",
    .next = "\n#",
    .dashes = "",
    .hyphen = "-",
    .after = ' ',
};

static const struct document manual_page = {
    .option = "--man",
    .list = ".SH",
    .topic = ".SS",
    .command = "\"coppice ",
    .limits = "LIMITS",
    .next = ".S",
    .dashes = "\\-\\-",
    .hyphen = "\\-",
    .after = '\n',
};

/* The section of a table: from its heading to the next one. */
static char *take_section(const struct document *document, const struct table *table)
{
    bool is_command = strcmp(table->kind, "command") == 0;
    bool is_list = strcmp(table->kind, "list") == 0;
    const char *start, *end;
    char heading[128];

    snprintf(heading, sizeof heading, "\n%s %s%s%s", is_list ? document->list : document->topic,
             is_command ? document->command : "", is_list ? document->limits : table->name,
             is_command ? "" : "\n");
    start = strstr(document->text, heading);
    if (start == NULL) {
        fail_msg("help %s has no section %s", document->option, heading);
        return NULL;
    }
    start += strlen(heading);
    end = strstr(start, document->next);
    return cop_copy_bytes(start, end != NULL ? (size_t)(end - start) : strlen(start));
}

/* Its section has a row for each of its options. */
static void each_is_in_the_document(const struct table *table, void *context)
{
    const struct document *document = context;
    char *section = take_section(document, table);

    for (struct cop_option_walk walk = cop_options_walk(table->options); cop_options_next(&walk);) {
        const struct cop_option *at = walk.option;
        struct cop_text row = COP_TEXT;

        cop_text_add(&row, "%s", strcmp(table->kind, "command") == 0 ? document->dashes : "");
        for (const char *letter = at->name; *letter != '\0'; letter++)
            if (*letter == '-')
                cop_text_add(&row, "%s", document->hyphen);
            else
                cop_text_add(&row, "%c", *letter);
        cop_text_add(&row, "%c", document->after);
        if (strstr(section, row.bytes) == NULL)
            fail_msg("help %s: the section of %s has no row %s", document->option, table->name,
                     row.bytes);
        cop_text_free(&row);
    }
    free(section);
}

static void check_document(struct document document)
{
    struct program program;

    run(&program, "help", document.option);
    assert_done(&program);
    document.text = program.output;
    for_each_table(each_is_in_the_document, &document);
    program_free(&program);
}

static void every_option_is_in_the_reference(void **context)
{
    (void)context;
    check_document(reference);
}

static void every_option_is_in_the_manual_page(void **context)
{
    (void)context;
    check_document(manual_page);
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
