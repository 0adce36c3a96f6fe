/* games_command.c - `coppice games`: what can be played. */
#include <stdio.h>
#include <string.h>

#include "agent/write_json.h"
#include "front/commands.h"

static const struct cop_option options[] = {
    {"json", COP_FLAG, "off", .help = "write a JSON array instead of a table"},
    {NULL},
};

/* "width, height", for the list. */
static void add_option_names(const struct cop_rules *rules, struct cop_text *text)
{
    const char *before = "";

    for (struct cop_option_walk walk = cop_options_walk(rules->options); cop_options_next(&walk);) {
        cop_text_add(text, "%s%s", before, walk.option->name);
        before = ", ";
    }
}

static void write_table(struct cop_text *text)
{
    int name_width = 0;

    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++)
        if ((int)strlen((*at)->name) > name_width)
            name_width = (int)strlen((*at)->name);
    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++) {
        cop_text_add(text, "%-*s  %s\n", name_width, (*at)->name, (*at)->summary);
        if ((*at)->options != NULL && (*at)->options[0].name != NULL) {
            cop_text_add(text, "%-*s  options: ", name_width, "");
            add_option_names(*at, text);
            cop_text_add(text, "\n");
        }
    }
}

static int run(const struct cop_arguments *arguments)
{
    struct cop_text text = COP_TEXT;
    struct cop_error error;

    if (!cop_flag(arguments->options, "json")) {
        write_table(&text);
    } else if (!cop_json_games(&text, &error)) {
        cop_text_free(&text);
        return cop_complain(COP_FAILED, &error);
    }
    cop_print(&text);
    return COP_DONE;
}

const struct cop_command cop_games_command = {
    .name = "games",
    .words = "",
    .summary = "Lists the games",
    .help = "A game is named by its word and, where it has options, by them in brackets:\n"
            "\n"
            "    coppice games --json\n"
            "    coppice show othello\n"
            "    coppice show \"connect4(width=8, height=7)\"\n"
            "\n"
            "`coppice help GAME` teaches a game's rules, notation and options.",
    .words_low = 0,
    .words_high = 0,
    .options = options,
    .run = run,
};
