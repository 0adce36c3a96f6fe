/* gtp_command.c - `coppice gtp`: the line protocol on standard input and output. */
#include <stdio.h>

#include "front/commands.h"
#include "front/gtp/gtp.h"
#include "front/input.h"

static const struct cop_option options[] = {
    {"game", COP_SPEC, "othello", .help = "the game to begin with, such as othello(size=6)"},
    {"agent", COP_SPEC, "", .help = "who thinks: mcts(c=0.5), ...; else what suits the game"},
    {"limit", COP_WORDS, "1s", .help = "for each move, until the controller sets a time"},
    {NULL},
};

static int run(const struct cop_arguments *arguments)
{
    const struct cop_settings *settings = arguments->options;
    struct cop_input input = {
        .interrupted = arguments->interrupted, .line_max = COP_GTP_LINE_MAX, .line = COP_TEXT};
    struct cop_gtp_host host = {.say = cop_output_say,
                                .has_input = cop_input_has_more,
                                .stop = arguments->interrupted,
                                .context = &input};
    struct cop_error error;
    struct cop_gtp *gtp = cop_gtp_open(cop_words(settings, "game"), cop_words(settings, "agent"),
                                       cop_words(settings, "limit"), &host, &error);

    if (gtp == NULL)
        return cop_complain(COP_USAGE, &error);
    while (!atomic_load(arguments->interrupted) && !ferror(stdout) && cop_input_read(&input))
        if (!cop_gtp_hear(gtp, input.line.bytes, input.line.length))
            break;
    cop_gtp_close(gtp);
    cop_text_free(&input.line);
    return COP_DONE;
}

const struct cop_command cop_gtp_command = {
    .name = "gtp",
    .words = "",
    .summary = "Speaks the Go Text Protocol, version 2, for any of the games",
    .help =
        "For programs: a controller writes commands to standard input and reads the replies from\n"
        "standard output. docs/gtp.md lists the commands, those of GoGui for games other than Go\n"
        "and our own among them; so does the command list_commands. Moves are in the game's own\n"
        "notation; b is the player who moves first, then w, 3, 4, ...\n"
        "\n"
        "    coppice gtp --game othello --agent \"mcts(solver=on)\" --limit 2s\n"
        "    printf 'play b d3\\ngenmove w\\nshowboard\\n' | coppice gtp --limit sims=1k\n"
        "    coppice match othello mcts 'gtp(command=\"coppice gtp --agent mc\")' --limit 100ms",
    .words_low = 0,
    .words_high = 0,
    .options = options,
    .run = run,
};
