/* help_man.c - the manual page, from the tables of commands, games, agents and limits. */
#include <string.h>

#include "book/grow.h"
#include "front/commands.h"
#include "front/help.h"

/* ---- Words ---- */

/* Words as roff takes them: its own signs are escaped, and a minus is one that can be copied. */
static void add_words(struct cop_text *text, const char *words, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (words[i] == '\\')
            cop_text_add(text, "\\e");
        else if (words[i] == '-')
            cop_text_add(text, "\\-");
        else if (words[i] == '\'')
            cop_text_add(text, "\\(aq");
        else
            cop_text_add_bytes(text, words + i, 1);
}

/* A line of its own; a point at its start would be an order. */
static void add_line(struct cop_text *text, const char *words, size_t length)
{
    if (length > 0 && words[0] == '.')
        cop_text_add(text, "\\&");
    add_words(text, words, length);
    cop_text_add(text, "\n");
}

/* Paragraphs; lines that start with a blank are examples and stay as they are. */
static void add_prose(struct cop_text *text, const char *prose)
{
    bool is_example = false, is_first = true, was_empty = true;

    while (*prose != '\0') {
        size_t length = strcspn(prose, "\n");
        bool starts_example = *prose == ' ' && !is_example;
        bool ends_example = is_example && length > 0 && *prose != ' ';

        cop_text_add(text, ends_example ? ".EE\n.RE\n" : "");
        is_example = starts_example || (is_example && !ends_example);
        if (starts_example)
            cop_text_add(text, ".PP\n.RS 4\n.EX\n");
        else if (was_empty && length > 0 && !is_example && !is_first)
            cop_text_add(text, ".PP\n");
        if (length > 0) {
            size_t blanks = is_example ? strspn(prose, " ") : 0;

            add_line(text, prose + blanks, length - blanks);
            is_first = false;
        }
        was_empty = length == 0;
        prose += length + (prose[length] == '\n');
    }
    cop_text_add(text, is_example ? ".EE\n.RE\n" : "");
}

/* ---- Tables ---- */

/* `dashes` is "--" for options of commands. What help says of a row follows its name there. */
static void add_option(struct cop_text *text, const char *dashes, const struct cop_option *option)
{
    struct cop_option alone[] = {*option, {NULL}};
    struct cop_text row = COP_TEXT;
    const char *said;

    cop_options_describe(alone, &row);
    said = row.bytes + strspn(row.bytes, " ");
    said += strcspn(said, " ");
    said += strspn(said, " ");
    cop_text_add(text, ".TP\n.B ");
    add_words(text, dashes, strlen(dashes));
    add_words(text, option->name, strlen(option->name));
    cop_text_add(text, "\n");
    add_line(text, said, strcspn(said, "\n"));
    cop_text_free(&row);
}

/* The table's own options, then those of each included table under its title. */
static void add_options(struct cop_text *text, const char *dashes, const struct cop_option *options)
{
    const char *title = NULL;

    for (int is_included = 0; is_included <= 1; is_included++)
        for (struct cop_option_walk walk = cop_options_walk(options); cop_options_next(&walk);) {
            if ((walk.title != NULL) != is_included)
                continue;
            if (walk.title != title)
                cop_text_add(text, ".PP\n%s:\n", walk.title);
            title = walk.title;
            add_option(text, dashes, walk.option);
        }
}

static void add_command(struct cop_text *text, const struct cop_command *command)
{
    cop_text_add(text, ".SS \"coppice %s%s", command->name, command->words[0] != '\0' ? " " : "");
    add_words(text, command->words, strlen(command->words));
    cop_text_add(text, "\"\n%s.\n%s", command->summary, command->help[0] != '\0' ? ".PP\n" : "");
    add_prose(text, command->help);
    add_options(text, "--", command->options);
}

static void add_named(struct cop_text *text, const char *name, const char *title,
                      const char *summary, const struct cop_option *options)
{
    cop_text_add(text, ".SS ");
    add_line(text, name, strlen(name));
    cop_text_add(text, "%s: ", title);
    add_words(text, summary, strlen(summary));
    cop_text_add(text, ".\n");
    add_options(text, "", options);
}

/* ---- The page ---- */

static void add_start(struct cop_text *text)
{
    cop_text_add(
        text,
        ".\\\" Written by coppice help --man from the program's own tables.\n"
        ".TH COPPICE 1 \"\" \"Coppice %s\" \"User Commands\"\n"
        ".SH NAME\ncoppice \\- plays, searches and studies board games\n"
        ".SH SYNOPSIS\n.B coppice\n.RB [ \\-\\-plugin\n.IR FILE ]...\n.I COMMAND\n.RI [ WORD ]...\n"
        ".RB [ \\-\\-option\n.IR VALUE ]...\n"
        ".SH DESCRIPTION\n"
        "Options are written \\fB\\-\\-name value\\fR or \\fB\\-\\-name=value\\fR, anywhere "
        "after the command;\nan on/off option is \\fB\\-\\-name\\fR, "
        "\\fB\\-\\-no\\-name\\fR or \\fB\\-\\-name=off\\fR;\n\\fB\\-\\-\\fR ends them.\n"
        "A game or an agent is written with its options in brackets,\n"
        "\\fBothello(size=6)\\fR, which a shell wants in quotes.\n.PP\n"
        "\\fB\\-\\-plugin FILE\\fR before the command loads games of your own from a shared "
        "object, as often as it is given;\nso do the files that the environment variable "
        "COPPICE_PLUGINS names, with colons between.\n",
        cop_version());
}

void cop_help_man(struct cop_text *text)
{
    add_start(text);
    cop_text_add(text, ".SH COMMANDS\n");
    for (const struct cop_command *const *at = cop_all_commands; *at != NULL; at++)
        add_command(text, *at);
    cop_text_add(text, ".SH GAMES\n");
    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++)
        add_named(text, (*at)->name, (*at)->title, (*at)->summary, (*at)->options);
    cop_text_add(text, ".SH AGENTS\n");
    for (const struct cop_agent_kind *const *at = cop_all_agents(); *at != NULL; at++)
        add_named(text, (*at)->name, (*at)->title, (*at)->summary, (*at)->options);
    cop_text_add(text, ".SH BUILDERS OF OPENING BOOKS\n");
    for (const struct cop_book_kind *at = cop_book_kinds; at->name != NULL; at++)
        add_named(text, at->name, at->title, at->summary, at->options);
    cop_text_add(text, ".SH LIMITS\n");
    add_prose(text, cop_limits_lesson);
    add_options(text, "", cop_limit_options());
    cop_text_add(text, ".SH EXIT STATUS\n"
                       "0 when done, 1 when the run failed, 2 when the command line was wrong.\n");
}
