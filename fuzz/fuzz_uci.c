/* fuzz_uci.c - any bytes as a controller's input: whatever it says, every line of the answer is one
 * of the protocol's, each `go` has one bestmove, and the engine stays ready. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "front/commands.h"
#include "front/uci/uci.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The views of positions that the protocol uses come with the program's table of commands. */
const struct cop_command *const cop_all_commands[] = {NULL};

static void check(bool is_true)
{
    if (!is_true)
        abort();
}

static void listen(void *context, const char *bytes, size_t length)
{
    cop_text_add_bytes(context, bytes, length);
}

static int count_of(const char *text, const char *part)
{
    int count = 0;

    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
        count++;
    return count;
}

/* The first word of a line, as the engine sees it. */
static bool is_go(const char *bytes, size_t length)
{
    size_t at = 0;

    while (at < length && ((unsigned char)bytes[at] <= ' ' || bytes[at] == 127))
        at++;
    return length - at >= 2 && memcmp(bytes + at, "go", 2) == 0 &&
           (length - at == 2 || (unsigned char)bytes[at + 2] <= ' ' || bytes[at + 2] == 127);
}

static void hear(struct cop_uci *uci, struct cop_text *said, const char *bytes, size_t length,
                 bool *goes_on)
{
    cop_text_clear(said);
    *goes_on = cop_uci_hear(uci, bytes, length);
    cop_uci_wait(uci);
    check(strlen(said->bytes) == said->length);
    check(said->length == 0 || said->bytes[said->length - 1] == '\n');
    if (length <= COP_UCI_LINE_MAX)
        check(count_of(said->bytes, "bestmove ") == is_go(bytes, length) ||
              strstr(said->bytes, "info string") != NULL); /* which may quote anything */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const atomic_bool stop = true; /* agents answer at once */
    struct cop_text said = COP_TEXT;
    struct cop_uci_host host = {listen, &stop, &said};
    struct cop_error error;
    struct cop_uci *uci = cop_uci_open("othello", "random", "memory=1M", &host, &error);
    const char *at = (const char *)data, *end = at + size;
    bool goes_on = true;

    check(uci != NULL);
    while (at < end && goes_on) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        size_t length = line_end != NULL ? (size_t)(line_end - at) : (size_t)(end - at);

        hear(uci, &said, at, length, &goes_on);
        at += length + 1;
    }
    if (goes_on) {
        hear(uci, &said, "isready", 7, &goes_on);
        check(strcmp(said.bytes, "readyok\n") == 0);
    }
    cop_uci_close(uci, true);
    cop_text_free(&said);
    return 0;
}
