/* strength.c - the table of matches, read line by line whenever somebody asks: that is seldom. */
#include "agent/strength.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "base/fields.h"

extern const struct cop_embedded cop_data_levels_matches;

/* The columns of matches.txt. */
enum { GAME, LEVEL, OPPONENT, PART, WON, DRAWN, LOST, SCORE, LOW, HIGH, COLUMNS };

static bool is_about(const struct cop_fields *row, const char *game, const char *level,
                     const char *opponent)
{
    return row->count == COLUMNS && strcmp(row->of[GAME], game) == 0 &&
           strcmp(row->of[LEVEL], level) == 0 && strcmp(row->of[OPPONENT], opponent) == 0;
}

static bool read_match(const char *game, const char *level, const char *opponent,
                       struct cop_strength *found)
{
    struct cop_fields row =
        cop_fields_of(cop_data_levels_matches.bytes, cop_data_levels_matches.size);

    while (cop_fields_next(&row)) {
        if (!is_about(&row, game, level, opponent))
            continue;
        found->part = (int)strtol(row.of[PART], NULL, 10);
        found->won = (int)strtol(row.of[WON], NULL, 10);
        found->drawn = (int)strtol(row.of[DRAWN], NULL, 10);
        found->lost = (int)strtol(row.of[LOST], NULL, 10);
        found->score = strtod(row.of[SCORE], NULL);
        found->low = strtod(row.of[LOW], NULL);
        found->high = strtod(row.of[HIGH], NULL);
        cop_fields_free(&row);
        return true;
    }
    return false;
}

/* Has the usual variant the same agents at all levels? Another board may have others. */
static bool has_agents_of(const struct cop_game *game, const char *usual_name)
{
    struct cop_preset levels[COP_PRESETS], usual_levels[COP_PRESETS];
    struct cop_game *usual = cop_game_open(usual_name, NULL);
    bool is_same = true;

    if (usual == NULL)
        return false;
    cop_presets_for(game, levels);
    cop_presets_for(usual, usual_levels);
    for (int i = 0; i < COP_PRESETS && is_same; i++)
        is_same = strcmp(levels[i].agent, usual_levels[i].agent) == 0;
    cop_game_close(usual);
    return is_same;
}

/* Other boards and rules of a game have the levels of its usual ones, for as many players. */
bool cop_strength_find(const struct cop_game *game, const char *level, const char *opponent,
                       struct cop_strength *found)
{
    char usual[256];

    found->is_usual = read_match(game->name, level, opponent, found);
    if (found->is_usual)
        return true;
    snprintf(usual, sizeof usual, "%s(players=%d)", game->rules->name, game->players);
    if (read_match(usual, level, opponent, found))
        return has_agents_of(game, usual);
    return game->players <= 2 && read_match(game->rules->name, level, opponent, found) &&
           has_agents_of(game, game->rules->name);
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
