/* position_lines.c - a text cut into lines, and each line into its name and the rest. */
#include "front/position_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/file.h"

static const size_t largest_file = (size_t)1 << 30;

/* The next line without its end, or NULL. */
static char *next_line(char **rest)
{
    while (**rest != '\0') {
        char *line = *rest, *end = line + strcspn(line, "\r\n");

        *rest = end + (*end != '\0');
        *end = '\0';
        line += strspn(line, " \t");
        if (*line != '\0' && *line != '#')
            return line;
    }
    return NULL;
}

/* Cuts the first word off; what follows it. */
static char *cut_word(char *line)
{
    char *end = line + strcspn(line, " \t");

    if (*end != '\0')
        *end++ = '\0';
    return end + strspn(end, " \t");
}

void cop_position_lines_split(char *text, struct cop_position_lines *lines)
{
    char *rest = text, *line;
    int room = 0;

    *lines = (struct cop_position_lines){.text = text};
    while ((line = next_line(&rest)) != NULL) {
        if (lines->count == room) {
            room = 2 * room + 64;
            lines->names = cop_reallocate(lines->names, (size_t)room * sizeof *lines->names);
            lines->words = cop_reallocate(lines->words, (size_t)room * sizeof *lines->words);
        }
        lines->words[lines->count] = cut_word(line);
        lines->names[lines->count++] = line;
    }
}

bool cop_position_lines_read(const char *path, struct cop_position_lines *lines,
                             struct cop_error *error)
{
    char *text = cop_file_read(path, largest_file, NULL, error);

    if (text == NULL)
        return false;
    cop_position_lines_split(text, lines);
    if (lines->count > 0)
        return true;
    cop_position_lines_free(lines);
    return cop_fail(error, "%s has no lines of a name and a position", path);
}

void cop_position_lines_free(struct cop_position_lines *lines)
{
    free(lines->names);
    free(lines->words);
    free(lines->text);
    *lines = (struct cop_position_lines){0};
}
