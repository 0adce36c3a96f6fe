/* choices.c - a list of words with a common beginning. */
#include "front/choices.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"

void cop_choices_add(struct cop_choices *choices, const char *word)
{
    if (strncasecmp(word, choices->beginning, strlen(choices->beginning)) != 0)
        return;
    if (choices->count == choices->room) {
        choices->room = choices->room > 0 ? 2 * choices->room : 32;
        choices->words =
            cop_reallocate(choices->words, (size_t)choices->room * sizeof *choices->words);
    }
    choices->words[choices->count++] = cop_copy_string(word);
}

void cop_choices_add_files(struct cop_choices *choices)
{
    choices->are_files = true;
}

void cop_choices_free(struct cop_choices *choices)
{
    for (int i = 0; i < choices->count; i++)
        free(choices->words[i]);
    free(choices->words);
    *choices = (struct cop_choices){.words = NULL};
}

size_t cop_choices_common(const struct cop_choices *choices)
{
    size_t common = choices->count > 0 ? strlen(choices->words[0]) : 0;

    for (int i = 1; i < choices->count; i++) {
        size_t same = 0;

        while (same < common && choices->words[i][same] == choices->words[0][same])
            same++;
        common = same;
    }
    return common;
}

void cop_choices_write(const struct cop_choices *choices, int columns, struct cop_text *text)
{
    enum { READABLE = 200, GAP = 2 };
    int longest = 1, in_line;

    if (choices->count > READABLE) {
        cop_text_add(text, "%d choices; type more of the word.\n", choices->count);
        return;
    }
    for (int i = 0; i < choices->count; i++)
        if ((int)strlen(choices->words[i]) > longest)
            longest = (int)strlen(choices->words[i]);
    in_line = columns / (longest + GAP) > 0 ? columns / (longest + GAP) : 1;
    for (int i = 0; i < choices->count; i++) {
        bool ends_line = (i + 1) % in_line == 0 || i + 1 == choices->count;

        cop_text_add(text, "%*s%-*s%s", GAP, "", ends_line ? 0 : longest, choices->words[i],
                     ends_line ? "\n" : "");
    }
}
