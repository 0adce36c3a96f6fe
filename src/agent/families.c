/* families.c - two small tables, read line by line whenever somebody asks: that is seldom. */
#include "agent/families.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/embedded.h"
#include "base/fields.h"

extern const struct cop_embedded cop_data_strength_entrants;
extern const struct cop_embedded cop_data_strength_matches;

/* The columns of matches.txt. The agents follow: the two of a pairing, or all at the table. */
enum { GAME, LIMIT, FIRST, SECOND, WON, DRAWN, LOST, SCORE, LOW, HIGH, COMMIT, DATE, AGENTS };

static struct cop_fields rows_of(const struct cop_embedded *table)
{
    return cop_fields_of(table->bytes, table->size);
}

static void copy_field(char to[COP_FAMILY_WORDS], const char *field)
{
    snprintf(to, COP_FAMILY_WORDS, "%s", field);
}

static int family_named(const struct cop_families *families, const char *name)
{
    for (int i = 0; i < families->count; i++)
        if (strcmp(families->of[i].name, name) == 0)
            return i;
    return -1;
}

static void read_entrants(const char *game, struct cop_families *families)
{
    for (struct cop_fields row = rows_of(&cop_data_strength_entrants); cop_fields_next(&row);) {
        if (row.count != 3 || strcmp(row.of[0], game) != 0 || families->count == COP_FAMILIES_MAX)
            continue;
        copy_field(families->of[families->count].name, row.of[1]);
        copy_field(families->of[families->count++].agent, row.of[2]);
    }
}

/* Whether the row was played by those who are entered now: what other agents did tells nothing of
 * these. */
static bool is_of_entrants(const struct cop_fields *row, const struct cop_families *families,
                           int first, int second)
{
    if (first >= 0 && second >= 0)
        return row->count == AGENTS + 2 &&
               strcmp(row->of[AGENTS], families->of[first].agent) == 0 &&
               strcmp(row->of[AGENTS + 1], families->of[second].agent) == 0;
    if (first < 0 || strcmp(row->of[SECOND], "all") != 0 || row->count != AGENTS + families->count)
        return false;
    for (int i = 0; i < families->count; i++)
        if (strcmp(row->of[AGENTS + i], families->of[i].agent) != 0)
            return false;
    return true;
}

static void add_match(const struct cop_fields *row, int players, struct cop_families *families)
{
    int first = family_named(families, row->of[FIRST]);
    int second = family_named(families, row->of[SECOND]);

    if (!is_of_entrants(row, families, first, second) ||
        families->match_count == COP_FAMILIES_MAX * COP_FAMILIES_MAX)
        return;
    families->matches[families->match_count++] = (struct cop_family_match){
        .first = first,
        .second = second,
        .won = (int)strtol(row->of[WON], NULL, 10),
        .drawn = (int)strtol(row->of[DRAWN], NULL, 10),
        .lost = (int)strtol(row->of[LOST], NULL, 10),
        .score = strtod(row->of[SCORE], NULL),
        .low = strtod(row->of[LOW], NULL),
        .high = strtod(row->of[HIGH], NULL),
        .even = second < 0 ? 1.0 / players : 0.5,
    };
    copy_field(families->limit, row->of[LIMIT]);
    copy_field(families->commit, row->of[COMMIT]);
}

bool cop_families_find(const char *game, int players, struct cop_families *families)
{
    *families = (struct cop_families){.count = 0};
    read_entrants(game, families);
    for (struct cop_fields row = rows_of(&cop_data_strength_matches); cop_fields_next(&row);)
        if (row.count > AGENTS && strcmp(row.of[GAME], game) == 0)
            add_match(&row, players, families);
    return families->count > 0;
}

static const struct cop_family_match *score_against_all(const struct cop_families *families,
                                                        int family)
{
    for (int i = 0; i < families->match_count; i++)
        if (families->matches[i].first == family && families->matches[i].second < 0)
            return &families->matches[i];
    return NULL;
}

/* Of more than two at a table, intervals that do not meet. */
bool cop_families_is_better(const struct cop_families *families, int one, int other)
{
    const struct cop_family_match *of_one = score_against_all(families, one);
    const struct cop_family_match *of_other = score_against_all(families, other);

    if (of_one != NULL && of_other != NULL)
        return of_one->low > of_other->high;
    for (int i = 0; i < families->match_count; i++) {
        const struct cop_family_match *match = &families->matches[i];

        if (match->first == one && match->second == other)
            return match->low > match->even;
        if (match->first == other && match->second == one)
            return match->high < match->even;
    }
    return false;
}

int cop_families_best(const struct cop_families *families)
{
    for (int i = 0; families->match_count > 0 && i < families->count; i++) {
        bool is_best = true;

        for (int other = 0; other < families->count; other++)
            is_best = is_best && !cop_families_is_better(families, other, i);
        if (is_best)
            return i;
    }
    return -1;
}

char *cop_families_next_game(const char *game)
{
    bool is_passed = game == NULL;
    char *next = NULL;

    for (struct cop_fields row = rows_of(&cop_data_strength_entrants);
         next == NULL && cop_fields_next(&row);) {
        bool is_it = game != NULL && strcmp(row.of[0], game) == 0;

        if (is_passed && !is_it) {
            next = cop_copy_string(row.of[0]);
            cop_fields_free(&row);
        }
        is_passed = is_passed || is_it;
    }
    return next;
}
