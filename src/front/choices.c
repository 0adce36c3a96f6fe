/* choices.c - a list of words with a common beginning. */
#include "front/choices.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/allocate.h"

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

enum { READABLE = 100 };

static void write_columns(const struct cop_choices *choices, int columns, struct cop_text *text)
{
    enum { GAP = 2 };
    int longest = 1, in_line;

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

/* Where the next part of a move ends, letters and then digits: the "d1" of "d1c2-c5". */
static size_t find_part(const char *word, size_t from)
{
    from += strcspn(word + from, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    while (isalpha((unsigned char)word[from]))
        from++;
    while (isdigit((unsigned char)word[from]))
        from++;
    return from;
}

/* Words that go on alike, and how many they are. */
struct parts {
    struct cop_choices choices;
    int counts[READABLE + 1];
};

/* Adds "d1..." once for all words that go on so. */
static void add_part(struct parts *parts, const char *word, size_t typed)
{
    size_t end = find_part(word, typed);
    struct cop_text part = COP_TEXT;
    int at = 0;

    cop_text_add(&part, "%.*s%s", (int)end, word, word[end] != '\0' ? "..." : "");
    while (at < parts->choices.count && strcmp(parts->choices.words[at], part.bytes) != 0)
        at++;
    if (at == parts->choices.count)
        cop_choices_add(&parts->choices, part.bytes);
    parts->counts[at]++;
    cop_text_free(&part);
}

/* "d1... 544": what is left out of how many. */
static void add_counts(struct parts *parts)
{
    for (int i = 0; i < parts->choices.count; i++) {
        struct cop_text text = COP_TEXT;

        if (parts->counts[i] == 1)
            continue;
        cop_text_add(&text, "%s %d", parts->choices.words[i], parts->counts[i]);
        free(parts->choices.words[i]);
        parts->choices.words[i] = cop_copy_string(text.bytes);
        cop_text_free(&text);
    }
}

void cop_choices_write(const struct cop_choices *choices, int columns, struct cop_text *text)
{
    struct parts parts = {.choices = {.beginning = ""}};

    if (choices->count <= READABLE) {
        write_columns(choices, columns, text);
        return;
    }
    for (int i = 0; i < choices->count && parts.choices.count <= READABLE; i++)
        add_part(&parts, choices->words[i], strlen(choices->beginning));
    if (parts.choices.count <= READABLE) {
        add_counts(&parts);
        write_columns(&parts.choices, columns, text);
    } else {
        cop_text_add(text, "%d choices; type more of the word.\n", choices->count);
    }
    cop_choices_free(&parts.choices);
}
