/* parts_command.c - `coppice parts`: positions taken apart and put together. */
#include "front/parts_command.h"

#include <string.h>

#include "front/commands.h"
#include "front/setup_options.h"

static const struct cop_option options[] = {
    {"limit", COP_WORDS, "10s",
     .help = "list: for each part's thermograph and each of its values: 10s, nodes=1M, memory=1G; "
             "join: for each value of a sum with --balance, nodes=1M unless given"},
    {"values", COP_FLAG, "on",
     .help = "list: how each part ends alone, each side beginning (--no-values: not)"},
    {"delta", COP_REAL, "0.25", 0.03125, 1,
     .help = "list: between coupons, where a thermograph takes too long: 1, 0.5, 0.25, ..."},
    {"svg", COP_WORDS, "", .help = "list: a file for a picture of the thermographs"},
    {"json", COP_FLAG, "off", .help = "list: write one JSON object"},
    {"games", COP_WORDS, "",
     .help = "cut: a file of games, SGF or lines of a name and moves; may be given several times"},
    {"least", COP_INTEGER, "2", 1, 1000, .help = "cut: parts with so many moves left or more"},
    {"most", COP_INTEGER, "1000", 1, 1000, .help = "cut: parts with so many or fewer"},
    {"from", COP_WORDS, "", .help = "join: a file of parts, a name and a position a line"},
    {"join", COP_INTEGER, "2", 1, 16, .help = "join: so many parts beside each other"},
    {"count", COP_INTEGER, "10", 1, 1000000, .help = "join: so many sums"},
    {"turn", COP_CHOICE, "first", .choices = "first|second|both",
     .help = "join: which player begins; both: each sum twice"},
    {"balance", COP_REAL, "0", 0, 1000,
     .help = "join: only sums that are worth so many points or fewer, for certain, whoever begins; "
             "0: any"},
    {"cells", COP_INTEGER, "6", 3, 10, .help = "build: all parts with so many cells or fewer"},
    {"threads", COP_INTEGER, "0", 0, 64, .help = "build, verify: 0 is one for each core"},
    {"sample", COP_INTEGER, "100", 1, 1e9, .help = "verify: one part in so many"},
    {"folder", COP_WORDS, "",
     .help = "build, verify, list: where tables are; without it what COPPICE_DATABASES names, "
             "else ~/.local/share/coppice/databases"},
    COP_SETUP_OPTIONS,
    {"quiet", COP_FLAG, "off", .help = "no progress on standard error"},
    {NULL},
};

static const struct {
    const char *name;
    int (*run)(const struct cop_arguments *arguments, const char *game, struct cop_error *error);
} actions[] = {
    {"list", cop_parts_list},   {"cut", cop_parts_cut},       {"join", cop_parts_join},
    {"build", cop_parts_build}, {"verify", cop_parts_verify},
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
        cop_fail(&error, "'%s' is nothing to do with parts: list, cut, join, build or verify",
                 arguments->words[0]);
        return cop_complain(COP_USAGE, &error);
    }
    status = actions[action < 0 ? 0 : action].run(arguments, game, &error);
    return status == COP_DONE || error.message[0] == '\0' ? status : cop_complain(status, &error);
}

const struct cop_command cop_parts_command = {
    .name = "parts",
    .words = "[list|cut|join|build|verify] GAME",
    .summary = "What the independent parts of a position are worth, and how urgent each is",
    .help = "Where a position has fallen into parts that have nothing to do with each other, each\n"
            "is worth a number of moves: the mean. A move in it gains what its temperature says;\n"
            "at -1 nobody gains by moving there. The best moves at that temperature follow, and\n"
            "how the part ends when it is played alone. Numbers are for the first player. They\n"
            "come from an exact thermograph, or, marked with ~, from a search with coupons where\n"
            "that takes longer than the limit. For games that whoever cannot move loses.\n"
            "\n"
            "`cut` follows games and cuts new parts out of them, in which both sides can move, as\n"
            "lines of a name and a position; `join` lays such parts beside each other at random,\n"
            "so that they do not touch; with --balance only sums of which the solver finds that\n"
            "they are nearly even. `build` finds the thermographs of all parts with few\n"
            "cells, pieces included, and keeps them in files that `list` asks; the same command\n"
            "goes on after the last finished file. `verify` finds a sample of them again by the\n"
            "rules alone.\n"
            "\n"
            "    coppice parts \"amazons(width=5, height=2)\" --position \"4B/W4 w\"\n"
            "    coppice parts amazons --sgf game.sgf --svg heat.svg\n"
            "    coppice parts amazons --sgf game.sgf --json --limit nodes=100k\n"
            "    coppice parts cut amazons --games games.sgf --most 22 > parts.txt\n"
            "    coppice parts join amazons --from parts.txt --join 3 --count 100 --seed 1\n"
            "    coppice parts join amazons --from parts.txt --balance 1.5 --turn both\n"
            "    coppice parts build amazons --cells 7 --threads 2\n"
            "    coppice parts verify amazons --sample 1000",
    .words_low = 0,
    .words_high = 2,
    .options = options,
    .run = run,
};
