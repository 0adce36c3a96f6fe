/* help_command.c - `coppice help`: everything the tables know, as pages for the terminal and as the
 * reference in docs/command-line.md. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "book/grow.h"
#include "front/commands.h"
#include "front/help.h"
#include "front/live.h"
#include "front/page.h"
#include "game/lesson.h"

enum { NAMES_MAX = 512 };

static const struct cop_option options[] = {
    {"markdown", COP_FLAG, "off", .help = "write the whole reference as Markdown"},
    {"man", COP_FLAG, "off", .help = "write the whole reference as a manual page"},
    {"pictures", COP_WORDS, "",
     .help = "write the pictures of all games' rules into this folder, as SVG"},
    {NULL},
};

/* A table of options and whose it is. */
struct owner {
    const char *kind, *name;
    const struct cop_option *options;
};

/* Calls `visit` for every table of options there is, in the order of the reference. */
static void visit_owners(void (*visit)(void *context, const struct owner *owner), void *context)
{
    for (const struct cop_command *const *at = cop_all_commands; *at != NULL; at++)
        if ((*at)->options != NULL)
            visit(context, &(struct owner){"command", (*at)->name, (*at)->options});
    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++)
        if ((*at)->options != NULL)
            visit(context, &(struct owner){"game", (*at)->name, (*at)->options});
    for (const struct cop_agent_kind *const *at = cop_all_agents(); *at != NULL; at++)
        if ((*at)->options != NULL)
            visit(context, &(struct owner){"agent", (*at)->name, (*at)->options});
    for (const struct cop_book_kind *at = cop_book_kinds; at->name != NULL; at++)
        visit(context, &(struct owner){"builder", at->name, at->options});
    visit(context, &(struct owner){"list of", "limits", cop_limit_options()});
}

/* One option of a table, described as in the table's own page. */
static void describe_option(const struct cop_option *option, struct cop_text *text)
{
    struct cop_option alone[] = {*option, {NULL}};

    cop_options_describe(alone, text);
}

/* ---- Pages ---- */

static void write_overview(struct cop_text *text)
{
    cop_text_add(text, "Coppice %s, a game-search engine.\n\n", cop_version());
    cop_text_add(text, "coppice COMMAND ...      runs one of these:\n");
    for (const struct cop_command *const *at = cop_all_commands; *at != NULL; at++)
        cop_text_add(text, "  %-10s  %s\n", (*at)->name, (*at)->summary);
    cop_text_add(text,
                 "\ncoppice GAME ...         plays one of these, as coppice play GAME does:\n  ");
    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++)
        cop_text_add(text, "%s%s", at == cop_all_rules() ? "" : ", ", (*at)->name);
    cop_text_add(text, "\n\ncoppice --plugin FILE ...  has the games of that shared object too");
    cop_text_add(text, "\n\nAgents: ");
    for (const struct cop_agent_kind *const *at = cop_all_agents(); *at != NULL; at++)
        cop_text_add(text, "%s%s", at == cop_all_agents() ? "" : ", ", (*at)->name);
    cop_text_add(text,
                 "\n\n`coppice help TOPIC` explains a command, a game, an agent, `limits`, or "
                 "any option.\nThe status is 0 when done, 1 when the run failed, 2 when the "
                 "command line was wrong.\n");
}

static void add_rows(const struct cop_option *rows, const char *title, struct cop_text *text)
{
    if (rows == NULL || rows[0].name == NULL)
        return;
    cop_text_add(text, "\n%s\n", title);
    cop_options_describe(rows, text);
}

/* Lines that are kept as they are stand apart by four blanks. */
static void add_kept(const char *lines, struct cop_text *text)
{
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");

        cop_text_add(text, "%s%.*s\n", length > 0 ? "    " : "", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

/* The boards of a lesson, each beneath what it shows. */
static void add_pictures(const struct cop_rules *rules, struct cop_text *text)
{
    enum { INDENT = 4 };
    struct cop_drawing drawing = cop_terminal_drawing();
    struct cop_text board = COP_TEXT;
    struct cop_error error;

    drawing.columns -= INDENT;
    drawing.colour = false; /* a page is broken at blanks, and escapes would count as columns */
    for (int i = 0; i < cop_lesson_pictures(rules); i++) {
        cop_text_clear(&board);
        cop_text_add(text, "\n%s\n\n", rules->pictures[i].caption);
        if (cop_lesson_draw_text(rules, i, &drawing, &board, &error))
            add_kept(board.bytes, text);
        else
            cop_text_add(text, "(%s)\n", error.message);
    }
    cop_text_free(&board);
}

static void add_recipes(const struct cop_rules *rules, struct cop_text *text)
{
    const struct cop_recipe *row = rules->recipes;

    if (row != NULL && row->name != NULL)
        cop_text_add(text, "\nReady-made agents:\n");
    for (; row != NULL && row->name != NULL; row++)
        cop_text_add(text, "  %s(preset=%s)  %s:\n    %s(%s)\n", row->agent, row->name, row->help,
                     row->agent, row->options);
}

static void add_policy_options(const struct cop_policy *policy, struct cop_text *text)
{
    struct cop_text title = COP_TEXT;

    cop_text_add(&title, "Options of the policy %s:", policy->name);
    add_rows(policy->options, title.bytes, text);
    cop_text_free(&title);
}

static void write_game(const struct cop_rules *rules, struct cop_text *text)
{
    cop_text_add(text, "%s, written %s: %s.\n", rules->title, rules->name, rules->summary);
    if (rules->lesson != NULL)
        cop_text_add(text, "\n%s", rules->lesson);
    add_pictures(rules, text);
    if (rules->notation != NULL)
        cop_text_add(text, "\n%s", rules->notation);
    add_rows(rules->options, "Options, written in brackets after the name:", text);
    if (rules->policies != NULL && rules->policies[0].name != NULL)
        cop_text_add(text, "\nPlayout policies:\n");
    for (const struct cop_policy *row = rules->policies; row != NULL && row->name; row++)
        cop_text_add(text, "  %-10s  %s\n", row->name, row->help);
    for (const struct cop_policy *row = rules->policies; row != NULL && row->name; row++)
        add_policy_options(row, text);
    if (rules->evaluators != NULL && rules->evaluators[0].name != NULL)
        cop_text_add(text, "\nEvaluators:\n");
    for (const struct cop_evaluator *row = rules->evaluators; row != NULL && row->name; row++)
        cop_text_add(text, "  %-10s  %s\n", row->name, row->help);
    if (rules->orderings != NULL && rules->orderings[0].name != NULL)
        cop_text_add(text, "\nMove orderings:\n");
    for (const struct cop_ordering *row = rules->orderings; row != NULL && row->name; row++)
        cop_text_add(text, "  %-10s  %s\n", row->name, row->help);
    add_recipes(rules, text);
}

static void write_agent(const struct cop_agent_kind *kind, struct cop_text *text)
{
    cop_text_add(text, "%s, written %s: %s.\n", kind->title, kind->name, kind->summary);
    add_rows(kind->options, "Options, written in brackets after the name:", text);
}

const char cop_limits_lesson[] =
    "A limit is a list: `1s, threads=2` or `sims=10k, seed=7`. A search ends when it reaches any\n"
    "of its limits. The first option's name may be left out.";

static void write_limits(struct cop_text *text)
{
    cop_text_add(text, "limits: when a search ends, and what it may use\n\n%s\n",
                 cop_limits_lesson);
    add_rows(cop_limit_options(), "Options:", text);
}

/* ---- Topics ---- */

/* A search for an option's name over all tables. */
struct option_search {
    const char *name;
    struct cop_text *text;
    int found;
};

static void match_option(void *context, const struct owner *owner)
{
    struct option_search *search = context;
    const struct cop_option *option =
        cop_options_find(owner->options, search->name, strlen(search->name));

    if (option != NULL) {
        cop_text_add(search->text, "%sIn the %s %s:\n", search->found > 0 ? "\n" : "", owner->kind,
                     owner->name);
        describe_option(option, search->text);
        search->found++;
    }
}

static bool write_builder(const char *topic, struct cop_text *text)
{
    for (const struct cop_book_kind *at = cop_book_kinds; at->name != NULL; at++)
        if (strcasecmp(topic, at->name) == 0) {
            cop_text_add(text, "%s, written %s: %s; for `coppice book build --by`.\n", at->title,
                         at->name, at->summary);
            add_rows(at->options, "Options, written in brackets after the name:", text);
            return true;
        }
    return false;
}

/* Writes the page of `topic`; false if there is none. */
static bool write_topic(const char *topic, struct cop_text *text)
{
    const struct cop_command *command = cop_command_find(topic);
    const struct cop_rules *rules = cop_rules_find(topic);
    const struct cop_agent_kind *kind = cop_agent_kind_find(topic);
    struct option_search search = {.name = topic, .text = text};

    if (command != NULL) {
        cop_command_describe(command, text);
        if (kind != NULL) { /* gtp is both */
            cop_text_add(text, "\nAn agent is called so, too:\n\n");
            write_agent(kind, text);
        }
        if (strcmp(command->name, "levels") == 0) {
            cop_text_add(text, "\n");
            cop_help_levels(text);
        }
        return true;
    }
    if (rules != NULL) {
        write_game(rules, text);
        return true;
    }
    if (kind != NULL) {
        write_agent(kind, text);
        return true;
    }
    if (write_builder(topic, text))
        return true;
    if (strcasecmp(topic, "limits") == 0 || strcasecmp(topic, "limit") == 0) {
        write_limits(text);
        return true;
    }
    visit_owners(match_option, &search);
    return search.found > 0;
}

struct names {
    const char *list[NAMES_MAX];
    int count;
};

static void add_name(struct names *names, const char *name)
{
    if (names->count < NAMES_MAX)
        names->list[names->count++] = name;
}

static void add_owner_names(void *context, const struct owner *owner)
{
    add_name(context, owner->name);
    for (struct cop_option_walk walk = cop_options_walk(owner->options); cop_options_next(&walk);)
        add_name(context, walk.option->name);
}

static bool fail_unknown(const char *topic, struct cop_error *error)
{
    struct names names = {.count = 0};

    for (const struct cop_command *const *at = cop_all_commands; *at != NULL; at++)
        add_name(&names, (*at)->name);
    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++)
        add_name(&names, (*at)->name);
    for (const struct cop_agent_kind *const *at = cop_all_agents(); *at != NULL; at++)
        add_name(&names, (*at)->name);
    visit_owners(add_owner_names, &names);
    return cop_fail(error,
                    "there is no help on \"%.60s\"%s; a topic is a command, a game, an agent, "
                    "limits, or an option",
                    topic, cop_nearest(topic, names.list, names.count));
}

/* ---- The reference ---- */

/* Paragraphs as they are; lines that start with a blank become a fenced block. Empty lines wait
 * until it is known on which side of a fence they belong. */
static void add_markdown_prose(const char *prose, struct cop_text *text)
{
    bool is_fenced = false;
    int empty = 0;

    while (*prose != '\0') {
        size_t length = strcspn(prose, "\n");
        bool is_example = *prose == ' ';

        if (length == 0) {
            empty++;
        } else {
            if (is_fenced && !is_example)
                cop_text_add(text, "```\n");
            for (; empty > 0; empty--)
                cop_text_add(text, "\n");
            if (is_example && !is_fenced)
                cop_text_add(text, "```text\n");
            is_fenced = is_example;
            cop_text_add(text, "%.*s\n", (int)length, prose);
        }
        prose += length + (prose[length] == '\n');
    }
    cop_text_add(text, is_fenced ? "```\n" : "");
}

static void add_markdown_options(const struct cop_option *rows, struct cop_text *text)
{
    if (rows == NULL || rows[0].name == NULL)
        return;
    cop_text_add(text, "\n```text\n");
    cop_options_describe(rows, text);
    cop_text_add(text, "```\n");
}

static void add_markdown_commands(struct cop_text *text)
{
    cop_text_add(text, "\n## Commands\n");
    for (const struct cop_command *const *at = cop_all_commands; *at != NULL; at++) {
        cop_text_add(text, "\n### coppice %s%s%s\n\n%s.\n\n", (*at)->name,
                     (*at)->words[0] != '\0' ? " " : "", (*at)->words, (*at)->summary);
        add_markdown_prose((*at)->help, text);
        add_markdown_options((*at)->options, text);
    }
}

static void write_markdown(struct cop_text *text)
{
    cop_text_add(text, "# The command line\n\n"
                       "This page is written by `coppice help --markdown` from the program's own "
                       "tables; a test checks that it is up to date.\n\n"
                       "Options are written `--name value` or `--name=value`, anywhere after the "
                       "command; an on/off option is `--name`, `--no-name` or `--name=off`; `--` "
                       "ends them. The status is 0 when done, 1 when the run failed, 2 when the "
                       "command line was wrong.\n\n"
                       "`coppice --plugin FILE COMMAND ...` loads games of your own first "
                       "([library.md](library.md#a-game-of-your-own-as-a-plug-in)), as often as "
                       "it is given; so do the files that the environment variable "
                       "COPPICE_PLUGINS names, with colons between. Every command has them like "
                       "any other game.\n");
    add_markdown_commands(text);
    cop_text_add(text, "\n## Games\n");
    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++) {
        cop_text_add(text, "\n### %s\n\n%s: %s.\n", (*at)->name, (*at)->title, (*at)->summary);
        add_markdown_options((*at)->options, text);
    }
    cop_text_add(text, "\n## Agents\n");
    for (const struct cop_agent_kind *const *at = cop_all_agents(); *at != NULL; at++) {
        cop_text_add(text, "\n### %s\n\n%s: %s.\n", (*at)->name, (*at)->title, (*at)->summary);
        add_markdown_options((*at)->options, text);
    }
    cop_text_add(text, "\n## Builders of opening books\n");
    for (const struct cop_book_kind *at = cop_book_kinds; at->name != NULL; at++) {
        cop_text_add(text, "\n### %s\n\n%s: %s.\n", at->name, at->title, at->summary);
        add_markdown_options(at->options, text);
    }
    cop_text_add(text, "\n## Limits\n\n%s\n", cop_limits_lesson);
    add_markdown_options(cop_limit_options(), text);
}

/* ---- Pictures ---- */

/* "FOLDER/rules-othello-1.svg" */
static bool write_picture(const char *folder, const struct cop_rules *rules, int index,
                          struct cop_error *error)
{
    struct cop_text path = COP_TEXT, picture = COP_TEXT;
    bool is_written;

    cop_text_add(&path, "%s/rules-%s-%d.svg", folder, rules->name, index + 1);
    is_written = cop_lesson_draw_svg(rules, index, &picture, error) &&
                 cop_file_write(path.bytes, picture.bytes, picture.length, error);
    cop_text_free(&picture);
    cop_text_free(&path);
    return is_written;
}

static int write_pictures(const char *folder)
{
    struct cop_error error;

    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++)
        for (int i = 0; i < cop_lesson_pictures(*at); i++)
            if (!write_picture(folder, *at, i, &error))
                return cop_complain(COP_FAILED, &error);
    return COP_DONE;
}

/* The whole reference has no topic, and is written in one form. */
static bool is_one_page(const struct cop_arguments *arguments, struct cop_error *error)
{
    static const char *const forms[] = {"markdown", "man", "pictures"};
    const char *given = NULL;

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        bool is_given = strcmp(forms[i], "pictures") == 0 ? cop_given(arguments->options, forms[i])
                                                          : cop_flag(arguments->options, forms[i]);

        if (is_given && given != NULL)
            return cop_fail(error, "--%s and --%s are two runs; give one of them", given, forms[i]);
        if (is_given)
            given = forms[i];
    }
    return given == NULL || arguments->word_count == 0 ||
           cop_fail(error, "--%s is about everything; leave \"%.60s\" out", given,
                    arguments->words[0]);
}

static int run(const struct cop_arguments *arguments)
{
    struct cop_text text = COP_TEXT;
    struct cop_error error;

    if (!is_one_page(arguments, &error))
        return cop_complain(COP_USAGE, &error);
    if (cop_given(arguments->options, "pictures"))
        return write_pictures(cop_words(arguments->options, "pictures"));
    if (cop_flag(arguments->options, "markdown") || cop_flag(arguments->options, "man")) {
        if (cop_flag(arguments->options, "man"))
            cop_help_man(&text);
        else
            write_markdown(&text);
        cop_print(&text);
        return COP_DONE;
    }
    if (arguments->word_count == 0) {
        write_overview(&text);
    } else if (!write_topic(arguments->words[0], &text)) {
        fail_unknown(arguments->words[0], &error);
        return cop_complain(COP_USAGE, &error);
    }
    cop_page_print(&text);
    return COP_DONE;
}

const struct cop_command cop_help_command = {
    .name = "help",
    .words = "[TOPIC]",
    .summary = "Explains a command, a game, an agent, the limits or an option",
    .help = "An option's name is looked up in every table that has it.\n"
            "\n"
            "    coppice help othello\n"
            "    coppice help mcts\n"
            "    coppice help c_form",
    .words_low = 0,
    .words_high = 1,
    .options = options,
    .run = run,
};
