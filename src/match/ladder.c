/* ladder.c - the tables of the ladder in memory and in files. */
#include "match/ladder.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/embedded.h"
#include "base/fields.h"
#include "base/file.h"

extern const struct cop_embedded cop_data_ladder_players;
extern const struct cop_embedded cop_data_ladder_matches;

enum { TABLE_MAX = 64 << 20, GAMES_MAX = 100000000 };

const char *const cop_ladder_limit = "100ms, processor=on";

/* The columns. */
enum { GAME, NAME, KIND, MARK, LIMIT, AGENT, PLAYER_COLUMNS };
enum {
    FIRST = 1,
    SECOND = 4,
    WON = 7,
    DRAWN,
    LOST,
    COMMIT,
    DATE,
    MATCH_COLUMNS
}; /* of a side: name, limit and agent */

static const char *const kinds[] = {"anchor", "fixed", "once", "current"};

bool cop_rung_is_fixed(const struct cop_rung *rung)
{
    return rung != NULL && (rung->kind == COP_RUNG_ANCHOR || rung->kind == COP_RUNG_FIXED);
}

/* ---- Rows ---- */

const struct cop_rung *cop_ladder_find(const struct cop_ladder *ladder, const char *game,
                                       const char *name)
{
    for (int i = 0; i < ladder->rung_count; i++)
        if (strcmp(ladder->rungs[i].game, game) == 0 && strcmp(ladder->rungs[i].name, name) == 0)
            return &ladder->rungs[i];
    return NULL;
}

bool cop_ladder_has(const struct cop_ladder *ladder, const char *game)
{
    for (int i = 0; i < ladder->rung_count; i++)
        if (strcmp(ladder->rungs[i].game, game) == 0)
            return true;
    return false;
}

static bool is_name(const char *word)
{
    for (const char *at = word; *at != '\0'; at++)
        if (!isalnum((unsigned char)*at) && strchr(".-_", *at) == NULL)
            return false;
    return word[0] != '\0';
}

/* Fields of a table end at a tab or with the line. */
static bool is_field(const char *words)
{
    return words[0] != '\0' && strpbrk(words, "\t\r\n") == NULL;
}

static bool has_anchor(const struct cop_ladder *ladder, const char *game)
{
    for (int i = 0; i < ladder->rung_count; i++)
        if (ladder->rungs[i].kind == COP_RUNG_ANCHOR && strcmp(ladder->rungs[i].game, game) == 0)
            return true;
    return false;
}

bool cop_ladder_add(struct cop_ladder *ladder, const struct cop_rung *rung, struct cop_error *error)
{
    const char *const words[] = {rung->game, rung->mark, rung->limit, rung->agent};

    if (!is_name(rung->name))
        return cop_fail(error,
                        "a name on the ladder is a word of letters, digits, '.', '-' and '_', not "
                        "\"%.60s\"",
                        rung->name);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!is_field(words[i]))
            return cop_fail(error, "a field of the ladder is one line without tabs, not \"%.60s\"",
                            words[i]);
    if (cop_ladder_find(ladder, rung->game, rung->name) != NULL)
        return cop_fail(error, "the ladder of %s has a player \"%s\" already; choose another name",
                        rung->game, rung->name);
    if (rung->kind == COP_RUNG_ANCHOR && has_anchor(ladder, rung->game))
        return cop_fail(error, "the ladder of %s has two anchors", rung->game);
    ladder->rungs =
        cop_reallocate(ladder->rungs, (size_t)(ladder->rung_count + 1) * sizeof *ladder->rungs);
    ladder->rungs[ladder->rung_count++] = (struct cop_rung){
        .kind = rung->kind,
        .game = cop_copy_string(rung->game),
        .name = cop_copy_string(rung->name),
        .mark = cop_copy_string(rung->mark),
        .limit = cop_copy_string(rung->limit),
        .agent = cop_copy_string(rung->agent),
    };
    return true;
}

static bool is_same_side(const struct cop_ladder_side *one, const struct cop_ladder_side *other)
{
    return strcmp(one->name, other->name) == 0 && strcmp(one->limit, other->limit) == 0 &&
           strcmp(one->agent, other->agent) == 0;
}

static struct cop_ladder_side copy_side(const struct cop_ladder_side *side)
{
    return (struct cop_ladder_side){cop_copy_string(side->name), cop_copy_string(side->limit),
                                    cop_copy_string(side->agent)};
}

void cop_ladder_note(struct cop_ladder *ladder, const struct cop_ladder_match *games)
{
    struct cop_ladder_match *match = ladder->matches, *end = match + ladder->match_count;

    while (match < end &&
           (strcmp(match->game, games->game) != 0 || strcmp(match->commit, games->commit) != 0 ||
            !is_same_side(&match->sides[0], &games->sides[0]) ||
            !is_same_side(&match->sides[1], &games->sides[1])))
        match++;
    if (match == end) {
        ladder->matches = cop_reallocate(ladder->matches, (size_t)(ladder->match_count + 1) *
                                                              sizeof *ladder->matches);
        match = &ladder->matches[ladder->match_count++];
        *match = (struct cop_ladder_match){.game = cop_copy_string(games->game),
                                           .commit = cop_copy_string(games->commit)};
        for (int i = 0; i < 2; i++)
            match->sides[i] = copy_side(&games->sides[i]);
    }
    match->won += games->won;
    match->drawn += games->drawn;
    match->lost += games->lost;
    free(match->date);
    match->date = cop_copy_string(games->date);
}

void cop_ladder_close(struct cop_ladder *ladder)
{
    for (int i = 0; i < ladder->rung_count; i++) {
        struct cop_rung *rung = &ladder->rungs[i];
        char *const words[] = {rung->game, rung->name, rung->mark, rung->limit, rung->agent};

        for (size_t word = 0; word < sizeof words / sizeof words[0]; word++)
            free(words[word]);
    }
    for (int i = 0; i < ladder->match_count; i++) {
        struct cop_ladder_match *match = &ladder->matches[i];

        free(match->game);
        free(match->commit);
        free(match->date);
        for (int side = 0; side < 2; side++) {
            free(match->sides[side].name);
            free(match->sides[side].limit);
            free(match->sides[side].agent);
        }
    }
    free(ladder->rungs);
    free(ladder->matches);
    *ladder = (struct cop_ladder){0};
}

/* ---- Reading ---- */

static bool read_rung(struct cop_ladder *ladder, const struct cop_fields *row,
                      struct cop_error *error)
{
    struct cop_rung rung = {.game = row->of[GAME],
                            .name = row->of[NAME],
                            .mark = row->of[MARK],
                            .limit = row->of[LIMIT],
                            .agent = row->of[AGENT]};
    int kind = 0;

    if (row->count != PLAYER_COLUMNS)
        return cop_fail(error, "a player has %d fields with tabs between them, not %d",
                        (int)PLAYER_COLUMNS, row->count);
    while (kind <= COP_RUNG_CURRENT && strcmp(kinds[kind], row->of[KIND]) != 0)
        kind++;
    if (kind > COP_RUNG_CURRENT)
        return cop_fail(error, "a player is anchor, fixed, once or current, not \"%.40s\"",
                        row->of[KIND]);
    rung.kind = (enum cop_rung_kind)kind;
    return cop_ladder_add(ladder, &rung, error);
}

static bool read_count(const char *word, int *count)
{
    char *rest;
    long number = strtol(word, &rest, 10);

    *count = (int)number;
    return isdigit((unsigned char)word[0]) && *rest == '\0' && number <= GAMES_MAX;
}

static bool read_match(struct cop_ladder *ladder, const struct cop_fields *row,
                       struct cop_error *error)
{
    struct cop_ladder_match match;

    if (row->count != MATCH_COLUMNS)
        return cop_fail(error, "a match has %d fields with tabs between them, not %d",
                        (int)MATCH_COLUMNS, row->count);
    match = (struct cop_ladder_match){
        .game = row->of[GAME],
        .commit = row->of[COMMIT],
        .date = row->of[DATE],
        .sides = {{row->of[FIRST], row->of[FIRST + 1], row->of[FIRST + 2]},
                  {row->of[SECOND], row->of[SECOND + 1], row->of[SECOND + 2]}},
    };
    if (!read_count(row->of[WON], &match.won) || !read_count(row->of[DRAWN], &match.drawn) ||
        !read_count(row->of[LOST], &match.lost))
        return cop_fail(error, "won, drawn and lost are numbers of games");
    cop_ladder_note(ladder, &match);
    return true;
}

bool cop_ladder_read_text(struct cop_ladder *ladder, const char *players, const char *matches,
                          struct cop_error *error)
{
    struct cop_fields row = cop_fields_of(players, strlen(players));
    bool is_good = true;

    *ladder = (struct cop_ladder){0};
    while (is_good && cop_fields_next(&row))
        is_good =
            read_rung(ladder, &row, error) || cop_fail_in(error, "players, line %d", row.line);
    cop_fields_free(&row);
    row = cop_fields_of(matches, strlen(matches));
    while (is_good && cop_fields_next(&row))
        is_good =
            read_match(ladder, &row, error) || cop_fail_in(error, "matches, line %d", row.line);
    cop_fields_free(&row);
    if (!is_good)
        cop_ladder_close(ladder);
    return is_good;
}

static char *path_of(const char *folder, const char *name)
{
    struct cop_text path = COP_TEXT;
    char *copy;

    cop_text_add(&path, "%s/%s", folder, name);
    copy = cop_copy_string(path.bytes);
    cop_text_free(&path);
    return copy;
}

static char *read_table(const char *folder, const char *name, struct cop_error *error)
{
    char *path = path_of(folder, name);
    char *bytes = cop_file_read(path, TABLE_MAX, NULL, error);

    free(path);
    return bytes;
}

bool cop_ladder_read(struct cop_ladder *ladder, const char *folder, struct cop_error *error)
{
    const struct cop_embedded *own[] = {&cop_data_ladder_players, &cop_data_ladder_matches};
    char *players, *matches = NULL;
    bool is_good = false;

    *ladder = (struct cop_ladder){0};
    if (folder == NULL) {
        players = cop_copy_bytes((const char *)own[0]->bytes, own[0]->size);
        matches = cop_copy_bytes((const char *)own[1]->bytes, own[1]->size);
    } else {
        players = read_table(folder, "players.txt", error);
        if (players != NULL)
            matches = read_table(folder, "matches.txt", error);
    }
    if (players != NULL && matches != NULL)
        is_good = cop_ladder_read_text(ladder, players, matches, error);
    free(players);
    free(matches);
    return is_good;
}

/* ---- Writing ---- */

/* What a program left in the folder that was killed while it wrote. */
static void tidy(const char *folder)
{
    static const char *const names[] = {"players.txt", "matches.txt"};

    for (int i = 0; i < 2; i++) {
        struct cop_text path = COP_TEXT;

        cop_text_add(&path, "%s/%s", folder, names[i]);
        cop_file_tidy(path.bytes);
        cop_text_free(&path);
    }
}

int cop_ladder_own(const char *folder, struct cop_error *error)
{
    struct cop_error held;
    int lock;

    cop_fail(&held,
             "another coppice ladder is writing to %.300s; wait until it ends, or give another "
             "folder: --data FOLDER",
             folder);
    lock = cop_file_lock(folder, held.message, error);
    if (lock >= 0)
        tidy(folder);
    return lock;
}

void cop_ladder_write_players(const struct cop_ladder *ladder, struct cop_text *text)
{
    cop_text_add(text,
                 "# Who is on the ladder of each game (docs/ladder.md). A fixed player is the same "
                 "at every commit, which its mark shows; one\n"
                 "# that is measured once belongs to the commit that did it; a current one is "
                 "rated anew at every commit. @strong is the\n"
                 "# agent of that level; the limit - is %s.\n"
                 "# game, name, kind, mark, limit, agent\n"
                 "# Added by: coppice ladder add GAME NAME AGENT\n",
                 cop_ladder_limit);
    for (int i = 0; i < ladder->rung_count; i++) {
        const struct cop_rung *rung = &ladder->rungs[i];

        cop_text_add(text, "%s\t%s\t%s\t%s\t%s\t%s\n", rung->game, rung->name, kinds[rung->kind],
                     rung->mark, rung->limit, rung->agent);
    }
}

void cop_ladder_write_matches(const struct cop_ladder *ladder, struct cop_text *text)
{
    cop_text_add(text,
                 "# What came of the games of the ladder (players.txt): openings of random plies, "
                 "each with both colours. Won, drawn and lost\n"
                 "# are the first one's; the commit is that of the program that played, with + if "
                 "files had been changed.\n"
                 "# game, name, limit, agent, name, limit, agent, won, drawn, lost, commit, date\n"
                 "# Made by: coppice ladder run GAME\n");
    for (int i = 0; i < ladder->match_count; i++) {
        const struct cop_ladder_match *match = &ladder->matches[i];

        cop_text_add(text, "%s", match->game);
        for (int side = 0; side < 2; side++)
            cop_text_add(text, "\t%s\t%s\t%s", match->sides[side].name, match->sides[side].limit,
                         match->sides[side].agent);
        cop_text_add(text, "\t%d\t%d\t%d\t%s\t%s\n", match->won, match->drawn, match->lost,
                     match->commit, match->date);
    }
}

static bool save(const char *folder, const char *name, struct cop_text *text,
                 struct cop_error *error)
{
    char *path = path_of(folder, name);
    bool is_done = cop_file_write(path, text->bytes, text->length, error);

    free(path);
    cop_text_free(text);
    return is_done;
}

bool cop_ladder_save_players(const struct cop_ladder *ladder, const char *folder,
                             struct cop_error *error)
{
    struct cop_text text = COP_TEXT;

    cop_ladder_write_players(ladder, &text);
    return save(folder, "players.txt", &text, error);
}

bool cop_ladder_save_matches(const struct cop_ladder *ladder, const char *folder,
                             struct cop_error *error)
{
    struct cop_text text = COP_TEXT;

    cop_ladder_write_matches(ladder, &text);
    return save(folder, "matches.txt", &text, error);
}
