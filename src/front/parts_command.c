/* parts_command.c - `coppice parts`: positions taken apart and put together. */
#include "front/parts_command.h"

#include <string.h>

#include "front/commands.h"
#include "front/setup_options.h"

static const struct cop_option options[] = {
    {"limit", COP_WORDS, "10s",
     .help = "list: for each part's thermograph and each of its values: 10s, nodes=1M, memory=1G"},
    {"values", COP_FLAG, "on",
     .help = "list: how each part ends alone, each side beginning (--values=off: not)"},
    {"delta", COP_REAL, "0.25", 0.03125, 1,
     .help = "list: between coupons, where a thermograph takes too long: 1, 0.5, 0.25, ..."},
    {"svg", COP_WORDS, "", .help = "list: a file for a picture of the thermographs"},
    {"json", COP_FLAG, "off", .help = "list: write one JSON object"},
    COP_SETUP_OPTIONS,
    {"quiet", COP_FLAG, "off", .help = "no progress on standard error"},
    {NULL},
};

static const struct {
    const char *name;
    int (*run)(const struct cop_arguments *arguments, const char *game, struct cop_error *error);
} actions[] = {
    {"list", cop_parts_list},
};

enum { ACTIONS = sizeof actions / sizeof actions[0] };

static int find_action(const char *word)
{
    for (int i = 0; i < ACTIONS; i++)
        if (strcmp(actions[i].name, word) == 0)
            return i;
    return -1;
}

static int run(const struct cop_arguments *arguments)
{
    struct cop_error error = {""};
    int action = arguments->word_count > 0 ? find_action(arguments->words[0]) : -1, status;
    const char *game = arguments->words[action < 0 ? 0 : 1];

    if (action < 0 && arguments->word_count > 1) {
        cop_fail(&error, "'%s' is nothing to do with parts: list", arguments->words[0]);
        return cop_complain(COP_USAGE, &error);
    }
    status = actions[action < 0 ? 0 : action].run(arguments, game, &error);
    return status == COP_DONE || error.message[0] == '\0' ? status : cop_complain(status, &error);
}

const struct cop_command cop_parts_command = {
    .name = "parts",
    .words = "[list] GAME",
    .summary = "What the independent parts of a position are worth, and how urgent each is",
    .help = "Where a position has fallen into parts that have nothing to do with each other, each\n"
            "is worth a number of moves: the mean. A move in it gains what its temperature says;\n"
            "at -1 nobody gains by moving there. The best moves at that temperature follow, and\n"
            "how the part ends when it is played alone. Numbers are for the first player. They\n"
            "come from an exact thermograph, or, marked with ~, from a search with coupons where\n"
            "that takes longer than the limit. For games that whoever cannot move loses.\n"
            "\n"
            "    coppice parts \"amazons(width=5, height=2)\" --position \"4B/W4 w\"\n"
            "    coppice parts amazons --sgf game.sgf --svg heat.svg\n"
            "    coppice parts amazons --sgf game.sgf --json --limit nodes=100k",
    .words_low = 0,
    .words_high = 2,
    .options = options,
    .run = run,
};
