/* uci_command.c - `coppice uci`: a protocol in the manner of UCI on standard input and output. */
#include <stdio.h>

#include "front/commands.h"
#include "front/input.h"
#include "front/uci/uci.h"

static const struct cop_option options[] = {
    {"game", COP_SPEC, "othello", .help = "the game to begin with, such as othello(size=6)"},
    {"agent", COP_SPEC, "", .help = "who thinks: mcts(c=0.5), ...; else what suits the game"},
    {"limit", COP_WORDS, "", .help = "threads, memory and seed of searches: threads=2, memory=1G"},
    {NULL},
};

static int run(const struct cop_arguments *arguments)
{
    const struct cop_settings *settings = arguments->options;
    struct cop_input input = {
        .interrupted = arguments->interrupted, .line_max = COP_UCI_LINE_MAX, .line = COP_TEXT};
    struct cop_uci_host host = {
        .say = cop_output_say, .stop = arguments->interrupted, .context = &input};
    struct cop_error error;
    struct cop_uci *uci = cop_uci_open(cop_words(settings, "game"), cop_words(settings, "agent"),
                                       cop_words(settings, "limit"), &host, &error);
    bool goes_on = true;

    if (uci == NULL)
        return cop_complain(COP_USAGE, &error);
    while (goes_on && !ferror(stdout) && cop_input_read(&input))
        goes_on = cop_uci_hear(uci, input.line.bytes, input.line.length);
    cop_uci_close(uci, goes_on && !atomic_load(arguments->interrupted));
    cop_text_free(&input.line);
    return COP_DONE;
}

const struct cop_command cop_uci_command = {
    .name = "uci",
    .words = "",
    .summary = "Speaks a protocol in the manner of UCI, for games of two without hidden pieces",
    .help =
        "For programs: a controller writes commands to standard input and reads the answers from\n"
        "standard output, also while the engine thinks. docs/uci.md lists the commands. Positions\n"
        "and moves are in the game's own notation; w is the player who moves first.\n"
        "\n"
        "    coppice uci --game breakthrough --agent alphabeta\n"
        "    printf 'position startpos moves d3\\ngo nodes 10000\\n' | coppice uci\n"
        "    coppice match othello mcts 'uci(command=\"coppice uci --agent mc\")' --limit 100ms",
    .words_low = 0,
    .words_high = 0,
    .options = options,
    .run = run,
};
