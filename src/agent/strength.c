/* strength.c - the table of matches, read line by line whenever somebody asks: that is seldom. */
#include "agent/strength.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"

extern const struct cop_embedded cop_data_levels_matches;

enum { LINE_MAX_BYTES = 256 };

/* The next line of the table without its end; NULL when there is none. */
static const char *next_line(const char *at, char line[LINE_MAX_BYTES])
{
    const char *bytes = (const char *)cop_data_levels_matches.bytes;
    const char *end = bytes + cop_data_levels_matches.size;
    size_t length;

    if (at == end)
        return NULL;
    length = strcspn(at, "\n");
    snprintf(line, LINE_MAX_BYTES, "%.*s", (int)length, at);
    return at + length + (at + length < end);
}

/* So many numbers from a line, which has nothing else. */
static bool read_numbers(const char *words, double *numbers, int count)
{
    char *rest;

    for (int i = 0; i < count; i++) {
        numbers[i] = strtod(words, &rest);
        if (rest == words)
            return false;
        words = rest;
    }
    return words[strspn(words, " \t\r")] == '\0';
}

/* "GAME\tLEVEL\tOPPONENT\tPART\tWON\tDRAWN\tLOST\tSCORE\tLOW\tHIGH". */
static bool read_match(const char *game, const char *level, const char *opponent,
                       struct cop_strength *found)
{
    char line[LINE_MAX_BYTES], key[LINE_MAX_BYTES];
    const char *at = (const char *)cop_data_levels_matches.bytes;
    int length = snprintf(key, sizeof key, "%s\t%s\t%s\t", game, level, opponent);
    double row[7];

    do {
        at = next_line(at, line);
    } while (at != NULL && strncmp(line, key, (size_t)length) != 0);
    if (at == NULL || !read_numbers(line + length, row, 7))
        return false;
    found->part = (int)row[0];
    found->won = (int)row[1];
    found->drawn = (int)row[2];
    found->lost = (int)row[3];
    found->score = row[4];
    found->low = row[5];
    found->high = row[6];
    return true;
}

/* Other boards and rules of a game have the levels of its usual ones, for as many players. */
bool cop_strength_find(const struct cop_game *game, const char *level, const char *opponent,
                       struct cop_strength *found)
{
    char usual[LINE_MAX_BYTES];

    found->is_usual = read_match(game->name, level, opponent, found);
    if (found->is_usual)
        return true;
    snprintf(usual, sizeof usual, "%s(players=%d)", game->rules->name, game->players);
    return read_match(usual, level, opponent, found) ||
           (game->players <= 2 && read_match(game->rules->name, level, opponent, found));
}

/* ---- Words ---- */

static void add_score(const struct cop_strength *strength, const char *opponent, bool is_alone,
                      struct cop_text *text)
{
    const char *article = strcmp(opponent, "beginner") == 0 ? "a " : "";
    double share = round(100 * strength->score);

    if (is_alone)
        cop_text_add(text, "does better than %s%s on %.0f of 100 boards", article, opponent, share);
    else
        cop_text_add(text, "%.0f %% against %s%s", share, article, opponent);
    if (strength->part > 1)
        cop_text_add(text, " (with 1/%d of the time)", strength->part);
}

/* What the matches do not show, and where they were played. */
static void add_doubts(const char *below, const struct cop_strength *strength, bool is_lower,
                       struct cop_text *text)
{
    if (is_lower && strength->high >= 0.5)
        cop_text_add(text, "; not measured to lose to a beginner");
    if (!is_lower && strength->low <= 0.5)
        cop_text_add(text, "; not measured to be stronger than %s", below);
    if (!strength->is_usual)
        cop_text_add(text, "; measured on the usual board");
}

void cop_strength_words(const struct cop_game *game, enum cop_level level, struct cop_text *text)
{
    struct cop_preset levels[COP_PRESETS];
    struct cop_strength beginner, below;
    const char *name, *lower;
    bool has_beginner, has_below, is_alone = game->players == 1;

    cop_presets_for(game, levels);
    name = levels[level].name;
    lower = level > 0 ? levels[level - 1].name : "";
    has_beginner = cop_strength_find(game, name, "beginner", &beginner);
    has_below = level > 0 && cop_strength_find(game, name, lower, &below);
    if (!has_beginner && !has_below) {
        cop_text_add(text, level > 0 ? "not measured to be stronger than %s" : "not measured",
                     lower);
        return;
    }
    if (!is_alone)
        cop_text_add(text, "scores ");
    if (has_beginner)
        add_score(&beginner, "beginner", is_alone, text);
    if (has_beginner && has_below)
        cop_text_add(text, " and ");
    if (has_below)
        add_score(&below, lower, is_alone, text);
    if (level == 0)
        add_doubts(lower, &beginner, true, text);
    else if (has_below)
        add_doubts(lower, &below, false, text);
}
