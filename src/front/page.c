/* page.c - paragraphs and rows, broken at blanks. */
#include "front/page.h"

#include <string.h>

#include "front/command.h"

/* Columns of the first `length` bytes: characters of UTF-8. */
static int count_columns(const char *bytes, size_t length)
{
    int columns = 0;

    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)bytes[i] & 0xc0) != 0x80;
    return columns;
}

/* Where the second column of a row starts, or 0 for a line that is not a row. */
static int find_indent(const char *line, size_t length)
{
    size_t at = strspn(line, " ");

    if (at != 2)
        return 0;
    while (at + 1 < length && !(line[at] == ' ' && line[at + 1] == ' '))
        at++;
    if (at + 1 >= length)
        return 4;
    return (int)(at + strspn(line + at, " "));
}

static void wrap_line(const char *line, size_t length, int columns, struct cop_text *text)
{
    int indent = find_indent(line, length);
    size_t at = (size_t)(indent > 4 ? indent : 0);
    int used = count_columns(line, at);

    cop_text_add_bytes(text, line, at);
    while (at < length) {
        size_t blanks = strspn(line + at, " ");
        size_t word = strcspn(line + at + blanks, " \n");
        int wide = count_columns(line + at, blanks + word);

        if (used > indent && used + wide > columns) {
            cop_text_add(text, "\n%*s", indent, "");
            at += blanks;
            used = indent + wide - (int)blanks;
            blanks = 0;
        } else {
            used += wide;
        }
        cop_text_add_bytes(text, line + at, blanks + word);
        at += blanks + word;
    }
}

static bool is_prose(const char *line)
{
    return *line != '\0' && strchr(" -\n", *line) == NULL;
}

/* The line at `page`, with the lines that continue it if it is prose. Returns where the next one
 * starts. */
static const char *take_line(const char *page, struct cop_text *line)
{
    bool may_continue = *page == '-' || is_prose(page);

    cop_text_clear(line);
    do {
        size_t length = strcspn(page, "\n");

        cop_text_add(line, line->length > 0 ? " " : "");
        cop_text_add_bytes(line, page, length);
        page += length + (page[length] == '\n');
    } while (may_continue && is_prose(page));
    return page;
}

void cop_page_wrap(const char *page, int columns, struct cop_text *text)
{
    struct cop_text line = COP_TEXT;
    bool was_empty = false;

    while (*page != '\0') {
        page = take_line(page, &line);
        if (line.length == 0 && was_empty)
            continue;
        was_empty = line.length == 0;
        if (strncmp(line.bytes, "    ", 4) == 0)
            cop_text_add_bytes(text, line.bytes, line.length);
        else
            wrap_line(line.bytes, line.length, columns, text);
        cop_text_add(text, "\n");
    }
    cop_text_free(&line);
}

void cop_page_print(struct cop_text *page)
{
    struct cop_text text = COP_TEXT;

    cop_page_wrap(page->bytes, COP_PAGE_COLUMNS, &text);
    cop_print(&text);
    cop_text_free(page);
}
