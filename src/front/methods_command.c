/* methods_command.c - `coppice methods`: which method fits which game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/methods.h"
#include "base/allocate.h"
#include "front/commands.h"
#include "front/page.h"

static const struct cop_option options[] = {
    {"markdown", COP_FLAG, "off", .help = "write the whole table as Markdown"},
    {NULL},
};

static int reason_of(const struct cop_methods *methods, int method, int game)
{
    return methods->reasons[method * methods->game_count + game];
}

/* ---- Markdown ---- */

/* "focus" and "focus 3", "amazons split=on". */
static void add_heading(const struct cop_game *game, struct cop_text *text)
{
    const char *inside = strchr(game->name, '(');

    cop_text_add(text, "%s", game->rules->name);
    if (inside == NULL)
        return;
    inside++;
    if (strncmp(inside, "players=", 8) == 0)
        inside += 8;
    cop_text_add(text, " %.*s", (int)strcspn(inside, ")"), inside);
}

static void add_table_head(const struct cop_methods *methods, const char *group,
                           struct cop_text *text)
{
    cop_text_add(text, "\n## %s\n\n| method | spec |", group);
    for (int g = 0; g < methods->game_count; g++) {
        cop_text_add(text, " ");
        add_heading(methods->games[g], text);
        cop_text_add(text, " |");
    }
    cop_text_add(text, "\n|---|---|");
    for (int g = 0; g < methods->game_count; g++)
        cop_text_add(text, "---|");
    cop_text_add(text, "\n");
}

/* Reasons are numbered anew in each table, so that a new row renumbers little. */
struct notes {
    int count;
    int *numbers; /* of a reason in this table; 0: it has none */
    int *reasons; /* in the order of their numbers */
};

static int number_of(struct notes *notes, int reason)
{
    if (notes->numbers[reason] == 0) {
        notes->reasons[notes->count++] = reason;
        notes->numbers[reason] = notes->count;
    }
    return notes->numbers[reason];
}

static void add_row(const struct cop_methods *methods, int method, struct notes *notes,
                    struct cop_text *text)
{
    cop_text_add(text, "| %s | `%s` |", cop_all_methods[method].title,
                 cop_all_methods[method].spec);
    for (int g = 0; g < methods->game_count; g++) {
        int reason = reason_of(methods, method, g);

        if (reason == 0)
            cop_text_add(text, " + |");
        else
            cop_text_add(text, " %d |", number_of(notes, reason));
    }
    cop_text_add(text, "\n");
}

/* The reasons of the table that ends here; the next one has others. */
static void add_notes(const struct cop_methods *methods, struct notes *notes, struct cop_text *text)
{
    if (notes->count > 0)
        cop_text_add(text, "\n");
    for (int i = 0; i < notes->count; i++)
        cop_text_add(text, "%d. %s\n", i + 1, methods->words[notes->reasons[i] - 1]);
    notes->count = 0;
    memset(notes->numbers, 0, (size_t)(methods->reason_count + 1) * sizeof *notes->numbers);
}

static void add_tables(const struct cop_methods *methods, struct cop_text *text)
{
    size_t room = (size_t)methods->reason_count + 1;
    struct notes notes = {.numbers = cop_allocate(room * sizeof *notes.numbers),
                          .reasons = cop_allocate(room * sizeof *notes.reasons)};

    for (int m = 0; m < methods->method_count; m++) {
        const char *group = cop_all_methods[m].group;

        if (m == 0 || strcmp(cop_all_methods[m - 1].group, group) != 0) {
            add_notes(methods, &notes, text);
            add_table_head(methods, group, text);
        }
        add_row(methods, m, &notes, text);
    }
    add_notes(methods, &notes, text);
    free(notes.numbers);
    free(notes.reasons);
}

/* The names of rows that games have of their own, in the cell of a table. */
#define ADD_NAMES(type, rows, text)                                                \
    do {                                                                           \
        const struct type *row_ = (rows);                                          \
                                                                                   \
        for (const char *comma = ""; row_ != NULL && row_->name != NULL; row_++) { \
            cop_text_add((text), "%s`%s`", comma, row_->name);                     \
            comma = ", ";                                                          \
        }                                                                          \
        cop_text_add((text), " | ");                                               \
    } while (0)

static void add_recipes(const struct cop_rules *rules, struct cop_text *text)
{
    const struct cop_recipe *row = rules->recipes;

    for (const char *comma = ""; row != NULL && row->name != NULL; row++) {
        cop_text_add(text, "%s`%s(preset=%s)`", comma, row->agent, row->name);
        comma = ", ";
    }
    cop_text_add(text, " |\n");
}

static void add_own(struct cop_text *text)
{
    cop_text_add(text,
                 "\n## What games know of their own\n\n"
                 "Evaluators stand in `eval`, `judge`, `prior_by` and `minimax_by`, orderings in "
                 "`order` and `prior_by`, policies in `playout`. `none` is an evaluator and an "
                 "ordering of every game, `uniform` a policy of every game, `score` an evaluator "
                 "of every game with points, and `greedy` a policy of every game with an "
                 "ordering.\n\n"
                 "| game | evaluators | orderings | policies | oracles | solver | presets |\n"
                 "|---|---|---|---|---|---|---|\n");
    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++) {
        cop_text_add(text, "| %s | ", (*at)->name);
        ADD_NAMES(cop_evaluator, (*at)->evaluators, text);
        ADD_NAMES(cop_ordering, (*at)->orderings, text);
        ADD_NAMES(cop_policy, (*at)->policies, text);
        ADD_NAMES(cop_oracle, (*at)->oracles, text);
        cop_text_add(text, "%s | ", (*at)->solve != NULL ? "its own" : "");
        add_recipes(*at, text);
    }
}

static void add_markdown(const struct cop_methods *methods, struct cop_text *text)
{
    cop_text_add(
        text,
        "# Methods and games\n\n"
        "This page is written by `coppice methods --markdown`; a test checks that it is up to "
        "date, opens every method for every game and searches with those that fit. `+` fits; a "
        "number is the reason why not, below each table, in the words of the program. Games "
        "stand as they are without options, and with the number of players or the option behind "
        "their name. GAME stands for the game, EVALUATOR for its first evaluator, N for the "
        "number of players.\n");
    add_tables(methods, text);
    add_own(text);
}

/* ---- For people ---- */

static void add_list(const struct cop_methods *methods, int method, bool wants_fitting,
                     struct cop_text *text)
{
    const char *comma = "";

    for (int g = 0; g < methods->game_count; g++) {
        int reason = reason_of(methods, method, g);

        if ((reason == 0) != wants_fitting)
            continue;
        cop_text_add(text, "%s", comma);
        add_heading(methods->games[g], text);
        if (!wants_fitting)
            cop_text_add(text, " (%d)", reason);
        comma = ", ";
    }
}

static void add_method(const struct cop_methods *methods, int method, struct cop_text *text)
{
    int fitting = 0;

    for (int g = 0; g < methods->game_count; g++)
        fitting += reason_of(methods, method, g) == 0;
    cop_text_add(text, "  %s  %s; ", cop_all_methods[method].spec, cop_all_methods[method].title);
    if (fitting == methods->game_count) {
        cop_text_add(text, "fits all games\n");
        return;
    }
    cop_text_add(text, "%s ", fitting == 0 ? "fits no game:" : "does not fit");
    add_list(methods, method, false, text);
    cop_text_add(text, "\n");
}

static void add_overview(const struct cop_methods *methods, struct cop_text *text)
{
    const char *group = "";

    for (int m = 0; m < methods->method_count; m++) {
        if (strcmp(cop_all_methods[m].group, group) != 0)
            cop_text_add(text, "%s%s:\n", m > 0 ? "\n" : "", cop_all_methods[m].group);
        group = cop_all_methods[m].group;
        add_method(methods, m, text);
    }
    cop_text_add(text, "\nReasons:\n");
    for (int i = 0; i < methods->reason_count; i++)
        cop_text_add(text, "  %d  %s\n", i + 1, methods->words[i]);
}

/* One game, also a variant that the table has not. */
static int write_game(const char *name, struct cop_text *text)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open(name, &error);
    struct cop_text spec = COP_TEXT;
    const char *group = "";

    if (game == NULL)
        return cop_complain(COP_USAGE, &error);
    for (const struct cop_method *method = cop_all_methods; method->spec != NULL; method++) {
        if (strcmp(method->group, group) != 0)
            cop_text_add(text, "%s%s:\n", group[0] != '\0' ? "\n" : "", method->group);
        group = method->group;
        cop_text_clear(&spec);
        cop_method_spec(method, game, &spec);
        cop_text_add(text, "  %s  %s; ", spec.bytes, method->title);
        if (cop_method_fits(game, spec.bytes, &error))
            cop_text_add(text, "fits\n");
        else
            cop_text_add(text, "does not fit: %s\n", error.message);
    }
    cop_text_free(&spec);
    cop_game_close(game);
    return COP_DONE;
}

static int write_all(bool is_markdown, struct cop_text *text)
{
    struct cop_error error;
    struct cop_methods *methods = cop_methods_open(&error);

    if (methods == NULL)
        return cop_complain(COP_FAILED, &error);
    if (is_markdown)
        add_markdown(methods, text);
    else
        add_overview(methods, text);
    cop_methods_close(methods);
    return COP_DONE;
}

static int run(const struct cop_arguments *arguments)
{
    bool is_markdown = cop_flag(arguments->options, "markdown");
    struct cop_text text = COP_TEXT;
    struct cop_error error;
    int status;

    if (is_markdown && arguments->word_count > 0) {
        cop_fail(&error, "--markdown writes the table of all games; leave \"%.60s\" out",
                 arguments->words[0]);
        return cop_complain(COP_USAGE, &error);
    }
    status = arguments->word_count > 0 ? write_game(arguments->words[0], &text)
                                       : write_all(is_markdown, &text);
    if (is_markdown)
        cop_print(&text);
    else
        cop_page_print(&text);
    return status;
}

const struct cop_command cop_methods_command = {
    .name = "methods",
    .words = "[GAME]",
    .summary = "Shows which agents and parts of searches fit which games, and why not",
    .help =
        "Every agent, and every part of a search that an option switches on, against all games:\n"
        "those for several players also with three and with as many as they take. What does not\n"
        "fit says why, in the words with which it would be refused. docs/methods.md is the same\n"
        "as a table.\n"
        "\n"
        "    coppice methods\n"
        "    coppice methods \"focus(players=3)\"\n"
        "    coppice methods --markdown",
    .words_low = 0,
    .words_high = 1,
    .options = options,
    .run = run,
};
