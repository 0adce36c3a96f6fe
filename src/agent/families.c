/* families.c - two small tables, read line by line whenever somebody asks: that is seldom. */
#include "agent/families.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/embedded.h"

extern const struct cop_embedded cop_data_strength_entrants;
extern const struct cop_embedded cop_data_strength_matches;

enum { FIELDS_MAX = 12, LINE_MAX_BYTES = 1024 };

/* The columns of matches.txt. */
enum { GAME, LIMIT, FIRST, SECOND, WON, DRAWN, LOST, SCORE, LOW, HIGH, COMMIT, DATE };

struct line {
    char bytes[LINE_MAX_BYTES];
    char *fields[FIELDS_MAX];
    int count;
};

/* The next line that is no remark, cut at its tabs; NULL when there is none. */
static const char *next_line(const struct cop_embedded *table, const char *at, struct line *line)
{
    const char *end = (const char *)table->bytes + table->size;

    while (at < end) {
        size_t length = strcspn(at, "\n");
        bool is_remark = at[0] == '#' || length == 0;

        snprintf(line->bytes, sizeof line->bytes, "%.*s", (int)length, at);
        at += length + (at + length < end);
        if (is_remark)
            continue;
        line->count = 0;
        for (char *field = line->bytes; field != NULL && line->count < FIELDS_MAX;) {
            line->fields[line->count++] = field;
            field = strchr(field, '\t');
            if (field != NULL)
                *field++ = '\0';
        }
        return at;
    }
    return NULL;
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
    const struct cop_embedded *table = &cop_data_strength_entrants;
    struct line line;

    for (const char *at = next_line(table, (const char *)table->bytes, &line); at != NULL;
         at = next_line(table, at, &line)) {
        if (line.count != 3 || strcmp(line.fields[0], game) != 0 ||
            families->count == COP_FAMILIES_MAX)
            continue;
        copy_field(families->of[families->count].name, line.fields[1]);
        copy_field(families->of[families->count++].agent, line.fields[2]);
    }
}

static void add_match(const struct line *line, int players, struct cop_families *families)
{
    int first = family_named(families, line->fields[FIRST]);
    int second = family_named(families, line->fields[SECOND]);

    if (first < 0 || (second < 0 && strcmp(line->fields[SECOND], "all") != 0) ||
        families->match_count == COP_FAMILIES_MAX * COP_FAMILIES_MAX)
        return;
    families->matches[families->match_count++] = (struct cop_family_match){
        .first = first,
        .second = second,
        .won = (int)strtol(line->fields[WON], NULL, 10),
        .drawn = (int)strtol(line->fields[DRAWN], NULL, 10),
        .lost = (int)strtol(line->fields[LOST], NULL, 10),
        .score = strtod(line->fields[SCORE], NULL),
        .low = strtod(line->fields[LOW], NULL),
        .high = strtod(line->fields[HIGH], NULL),
        .even = second < 0 ? 1.0 / players : 0.5,
    };
    copy_field(families->limit, line->fields[LIMIT]);
    copy_field(families->commit, line->fields[COMMIT]);
}

bool cop_families_find(const char *game, int players, struct cop_families *families)
{
    const struct cop_embedded *table = &cop_data_strength_matches;
    struct line line;

    *families = (struct cop_families){.count = 0};
    read_entrants(game, families);
    for (const char *at = next_line(table, (const char *)table->bytes, &line); at != NULL;
         at = next_line(table, at, &line))
        if (line.count == FIELDS_MAX && strcmp(line.fields[GAME], game) == 0)
            add_match(&line, players, families);
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
    const struct cop_embedded *table = &cop_data_strength_entrants;
    bool is_passed = game == NULL;
    struct line line;

    for (const char *at = next_line(table, (const char *)table->bytes, &line); at != NULL;
         at = next_line(table, at, &line)) {
        bool is_it = game != NULL && strcmp(line.fields[0], game) == 0;

        if (is_passed && !is_it)
            return cop_copy_string(line.fields[0]);
        is_passed = is_passed || is_it;
    }
    return NULL;
}
