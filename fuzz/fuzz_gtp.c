/* fuzz_gtp.c - any bytes as a controller's input: whatever it says, every line that has a command
 * gets one well-formed reply, and the game goes on. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "front/commands.h"
#include "front/gtp/gtp.h"

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

static bool has_input(void *context, bool waits)
{
    (void)context, (void)waits;
    return true;
}

/* Begins with its status, ends with the only empty line in it. */
static void check_reply(const struct cop_text *reply)
{
    const char *end = strstr(reply->bytes, "\n\n");

    if (reply->length == 0)
        return;
    check(reply->bytes[0] == '=' || reply->bytes[0] == '?');
    check(strlen(reply->bytes) == reply->length);
    check(end != NULL && end + 2 == reply->bytes + reply->length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const atomic_bool stop = true; /* agents answer at once */
    struct cop_text reply = COP_TEXT;
    struct cop_gtp_host host = {listen, has_input, &stop, &reply};
    struct cop_error error;
    struct cop_gtp *gtp = cop_gtp_open("othello", "random", "sims=1", &host, &error);
    const char *at = (const char *)data, *end = at + size;
    bool goes_on = true;

    check(gtp != NULL);
    while (at < end && goes_on) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        size_t length = line_end != NULL ? (size_t)(line_end - at) : (size_t)(end - at);

        cop_text_clear(&reply);
        goes_on = cop_gtp_hear(gtp, at, length);
        check_reply(&reply);
        at += length + 1;
    }
    cop_text_clear(&reply);
    if (goes_on) {
        cop_gtp_hear(gtp, "1 name", 6);
        check(strcmp(reply.bytes, "=1 Coppice\n\n") == 0);
    }
    cop_gtp_close(gtp);
    cop_text_free(&reply);
    return 0;
}
