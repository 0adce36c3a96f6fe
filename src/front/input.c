/* input.c - a block of bytes at a time, and the lines in it. */
#include "front/input.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool cop_input_has_more(void *context, bool waits)
{
    const struct cop_input *input = context;
    struct pollfd end = {.fd = STDIN_FILENO, .events = POLLIN};

    if (input->at < input->filled || input->has_ended || atomic_load(input->interrupted))
        return true;
    return poll(&end, 1, waits ? -1 : 0) != 0;
}

void cop_output_say(void *context, const char *bytes, size_t length)
{
    (void)context;
    fwrite(bytes, 1, length, stdout);
    fflush(stdout);
}

static bool fill(struct cop_input *input)
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

bool cop_input_read(struct cop_input *input)
{
    bool is_whole = false;

    cop_text_clear(&input->line);
    while (!is_whole && (input->at < input->filled || fill(input))) {
        const char *start = input->block + input->at;
        size_t there = input->filled - input->at;
        const char *end = memchr(start, '\n', there);
        size_t length = end != NULL ? (size_t)(end - start) : there;

        if (input->line.length <= input->line_max)
            cop_text_add_bytes(&input->line, start, length);
        is_whole = end != NULL;
        input->at += length + is_whole;
    }
    return is_whole || input->line.length > 0;
}
