/* live.c - what the terminal can do, and a few lines of it redrawn in place. */
#include "front/live.h"

#include <langinfo.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "coppice/text.h"

bool cop_is_terminal(void)
{
    return isatty(STDOUT_FILENO) == 1;
}

bool cop_wants_colour(void)
{
    const char *refused = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");

    if (!cop_is_terminal() || (refused != NULL && refused[0] != '\0'))
        return false;
    return terminal != NULL && terminal[0] != '\0' && strcmp(terminal, "dumb") != 0;
}

bool cop_is_unicode(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static void measure(int stream, int *columns, int *rows)
{
    struct winsize size;

    *columns = 80;
    *rows = 24;
    if (ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        *columns = size.ws_col;
        *rows = size.ws_row;
    }
}

void cop_terminal_size(int *columns, int *rows)
{
    measure(STDOUT_FILENO, columns, rows);
}

struct cop_drawing cop_terminal_drawing(void)
{
    struct cop_drawing drawing = {.colour = cop_wants_colour(), .ascii = !cop_is_unicode()};
    int rows;

    cop_terminal_size(&drawing.columns, &rows);
    return drawing;
}

void cop_live_open(struct cop_live *live)
{
    const char *terminal = getenv("TERM");

    *live = (struct cop_live){.drawn = 0};
    live->is_terminal = isatty(STDERR_FILENO) == 1 && terminal != NULL && terminal[0] != '\0' &&
                        strcmp(terminal, "dumb") != 0;
    measure(STDERR_FILENO, &live->columns, &live->rows);
}

/* The bytes of `line` that fit into `columns`, one column for each character. */
static size_t fitting(const char *line, size_t length, int columns)
{
    size_t at = 0;

    for (; at < length; at++) {
        bool starts_character = ((unsigned char)line[at] & 0xc0) != 0x80;

        if (starts_character && columns-- == 0)
            break;
    }
    return at;
}

static void add_erasure(struct cop_live *live, struct cop_text *text)
{
    if (live->drawn > 0)
        cop_text_add(text, "\x1b[%dA\r\x1b[J", live->drawn);
    live->drawn = 0;
}

void cop_live_draw(struct cop_live *live, const char *picture)
{
    struct cop_text text = COP_TEXT;

    if (!live->is_terminal)
        return;
    add_erasure(live, &text);
    measure(STDERR_FILENO, &live->columns, &live->rows); /* a window can change its size */
    while (*picture != '\0' && live->drawn < live->rows - 1) {
        size_t length = strcspn(picture, "\n");

        cop_text_add_bytes(&text, picture, fitting(picture, length, live->columns - 1));
        cop_text_add(&text, "\n");
        live->drawn++;
        picture += length + (picture[length] == '\n');
    }
    fwrite(text.bytes, 1, text.length, stderr);
    cop_text_free(&text);
}

void cop_live_tell(struct cop_live *live, struct cop_text *text)
{
    if (live->is_terminal)
        cop_live_draw(live, text->bytes);
    else
        fprintf(stderr, "%s", text->bytes);
    cop_text_free(text);
}

void cop_live_erase(struct cop_live *live)
{
    struct cop_text text = COP_TEXT;

    add_erasure(live, &text);
    fwrite(text.bytes, 1, text.length, stderr);
    cop_text_free(&text);
}

void cop_write_span(double seconds, struct cop_text *text)
{
    int64_t whole = (int64_t)fmin(seconds + 0.5, 3.6e8);

    if (whole >= 3600)
        cop_text_add(text, "%lld:%02lld:%02lld", (long long)whole / 3600,
                     (long long)whole / 60 % 60, (long long)whole % 60);
    else
        cop_text_add(text, "%lld:%02lld", (long long)whole / 60, (long long)whole % 60);
}

void cop_write_bar(double share, struct cop_text *text)
{
    bool is_unicode = cop_is_unicode();
    int width = 24, full = (int)(share * width);

    for (int i = 0; i < width; i++)
        cop_text_add(text, "%s", i < full ? (is_unicode ? "█" : "#") : (is_unicode ? "░" : "-"));
    cop_text_add(text, " ");
}
