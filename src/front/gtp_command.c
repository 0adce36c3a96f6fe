/* gtp_command.c - `coppice gtp`: the line protocol on standard input and output. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "front/commands.h"
#include "front/gtp/gtp.h"

static const struct cop_option options[] = {
    {"game", COP_SPEC, "othello", .help = "the game to begin with, such as othello(size=6)"},
    {"agent", COP_SPEC, "", .help = "who thinks: mcts(c=0.5), ...; else what suits the game"},
    {"limit", COP_WORDS, "1s", .help = "for each move, until the controller sets a time"},
    {NULL},
};

/* Standard input, read without stdio, so that we know whether there is more. */
struct input {
    const atomic_bool *interrupted;
    struct cop_text line; /* of a line that is too long, only its beginning */
    char block[4096];
    size_t at, filled;
    bool has_ended;
};

static bool has_input(void *context, bool waits)
{
    const struct input *input = context;
    struct pollfd end = {.fd = STDIN_FILENO, .events = POLLIN};

    if (input->at < input->filled || input->has_ended || atomic_load(input->interrupted))
        return true;
    return poll(&end, 1, waits ? -1 : 0) != 0;
}

static void say(void *context, const char *bytes, size_t length)
{
    (void)context;
    fwrite(bytes, 1, length, stdout);
    fflush(stdout);
}

static bool fill(struct input *input)
{
    ssize_t count = -1;

    while (count < 0 && !atomic_load(input->interrupted)) {
        count = read(STDIN_FILENO, input->block, sizeof input->block);
        if (count < 0 && errno != EINTR)
            break;
    }
    input->at = 0;
    input->filled = count > 0 ? (size_t)count : 0;
    input->has_ended = count <= 0;
    return !input->has_ended;
}

/* The next line, also one that the end of the input cuts short; false if there is nothing left. */
static bool read_line(struct input *input)
{
    bool is_whole = false;

    cop_text_clear(&input->line);
    while (!is_whole && (input->at < input->filled || fill(input))) {
        const char *start = input->block + input->at;
        size_t there = input->filled - input->at;
        const char *end = memchr(start, '\n', there);
        size_t length = end != NULL ? (size_t)(end - start) : there;

        if (input->line.length <= COP_GTP_LINE_MAX)
            cop_text_add_bytes(&input->line, start, length);
        is_whole = end != NULL;
        input->at += length + is_whole;
    }
    return is_whole || input->line.length > 0;
}

static int run(const struct cop_arguments *arguments)
{
    const struct cop_settings *settings = arguments->options;
    struct input input = {.interrupted = arguments->interrupted, .line = COP_TEXT};
    struct cop_gtp_host host = {
        .say = say, .has_input = has_input, .stop = arguments->interrupted, .context = &input};
    struct cop_error error;
    struct cop_gtp *gtp = cop_gtp_open(cop_words(settings, "game"), cop_words(settings, "agent"),
                                       cop_words(settings, "limit"), &host, &error);

    if (gtp == NULL)
        return cop_complain(COP_USAGE, &error);
    while (!atomic_load(arguments->interrupted) && !ferror(stdout) && read_line(&input))
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
