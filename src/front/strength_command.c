/* strength_command.c - `coppice strength`: which family of searches plays a game best. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/families.h"
#include "front/commands.h"
#include "front/page.h"

static const struct cop_option options[] = {
    {"markdown", COP_FLAG, "off", .help = "write tables for docs/strength.md"},
    {NULL},
};

static int games_of(const struct cop_family_match *match)
{
    return match->won + match->drawn + match->lost;
}

static int fewest_games(const struct cop_families *families)
{
    int fewest = games_of(&families->matches[0]);

    for (int i = 1; i < families->match_count; i++)
        if (games_of(&families->matches[i]) < fewest)
            fewest = games_of(&families->matches[i]);
    return fewest;
}

static void add_verdict(const struct cop_families *families, struct cop_text *text)
{
    int best = cop_families_best(families), beaten = 0;

    if (families->match_count == 0) {
        cop_text_add(text, "Not played yet.\n");
        return;
    }
    for (int i = 0; best >= 0 && i < families->count; i++)
        beaten += cop_families_is_better(families, best, i);
    if (best < 0)
        cop_text_add(text, "Each is beaten by another.\n");
    else if (beaten == families->count - 1)
        cop_text_add(text, "Best: %s.\n", families->of[best].name);
    else
        cop_text_add(text, "Not decided; none is shown to be better than %s.\n",
                     families->of[best].name);
}

static void add_match_line(const struct cop_families *families, int number, const char *form,
                           struct cop_text *text)
{
    const struct cop_family_match *match = &families->matches[number];

    cop_text_add(text, form, families->of[match->first].name,
                 match->second < 0 ? "all others" : families->of[match->second].name, match->won,
                 match->drawn, match->lost, match->score, match->low, match->high);
}

/* ---- One game ---- */

static void add_plain(const struct cop_game *game, const struct cop_families *families,
                      struct cop_text *text)
{
    cop_text_add(text, "%s%s%s%s\n", text->length > 0 ? "\n" : "", game->name,
                 families->match_count > 0 ? ", a move in " : "", families->limit);
    for (int i = 0; i < families->count; i++)
        cop_text_add(text, "  %-12s %s\n", families->of[i].name, families->of[i].agent);
    for (int i = 0; i < families->match_count; i++)
        add_match_line(families, i,
                       "  %s against %s: won %d, drawn %d, lost %d; score %.3f (%.3f to %.3f)\n",
                       text);
    cop_text_add(text, "  ");
    add_verdict(families, text);
}

static void add_markdown(const struct cop_game *game, const struct cop_families *families,
                         struct cop_text *text)
{
    cop_text_add(text, "\n## %s\n\n| family | agent |\n|---|---|\n",
                 game->players > 2 ? game->name : game->rules->title);
    for (int i = 0; i < families->count; i++)
        cop_text_add(text, "| %s | `%s` |\n", families->of[i].name, families->of[i].agent);
    if (families->match_count > 0)
        cop_text_add(
            text, "\n| | against | won | drawn | lost | score |\n|---|---|---:|---:|---:|---|\n");
    for (int i = 0; i < families->match_count; i++)
        add_match_line(families, i, "| %s | %s | %d | %d | %d | %.3f (%.3f to %.3f) |\n", text);
    cop_text_add(text, "\n");
    if (families->match_count > 0)
        cop_text_add(text,
                     "A move in %s, %d games a row or more, the last by the program of commit %s. ",
                     families->limit, fewest_games(families), families->commit);
    add_verdict(families, text);
}

typedef void add_game(const struct cop_game *game, const struct cop_families *families,
                      struct cop_text *text);

static bool visit(const char *spec, add_game *add, struct cop_text *text, struct cop_error *error)
{
    struct cop_game *game = cop_game_open(spec, error);
    struct cop_families families;
    bool is_there;

    if (game == NULL)
        return false;
    is_there = cop_families_find(game->name, game->players, &families) ||
               cop_fail(error, "nobody has been entered for %s; coppice strength lists the games",
                        game->name);
    if (is_there)
        add(game, &families, text);
    cop_game_close(game);
    return is_there;
}

static bool visit_all(add_game *add, struct cop_text *text, struct cop_error *error)
{
    char *game = cop_families_next_game(NULL);
    bool is_good = true;

    while (game != NULL && is_good) {
        char *next;

        is_good = visit(game, add, text, error);
        next = cop_families_next_game(game);
        free(game);
        game = next;
    }
    free(game);
    return is_good;
}

static void begin_markdown(struct cop_text *text)
{
    cop_text_add(
        text,
        "# Which family of searches plays a game best\n\n"
        "This page is written by `coppice strength --markdown`; a test checks that it is up to "
        "date. For each game the best\nconfiguration that we know of each family "
        "([data/strength/entrants.txt](../data/strength/entrants.txt)) plays each other at equal "
        "time, with openings of two\nrandom plies in all seatings "
        "([data/strength/matches.txt](../data/strength/matches.txt), by `scripts/strength.py`, "
        "which "
        "goes on where it stopped). A score is the\nshare of the points with its 95 %% interval; "
        "with more than two players it is to be compared with the share of one seat. A test\n"
        "holds the levels of play to this table: nobody may be shown to be better than the agent "
        "of the strong levels.\n[measurements.md](measurements.md) has what single options are "
        "worth.\n");
}

static int run(const struct cop_arguments *arguments)
{
    bool is_markdown = cop_flag(arguments->options, "markdown");
    add_game *add = is_markdown ? add_markdown : add_plain;
    struct cop_text text = COP_TEXT;
    struct cop_error error;
    bool is_good;

    if (is_markdown && arguments->word_count == 0)
        begin_markdown(&text);
    is_good = arguments->word_count > 0 ? visit(arguments->words[0], add, &text, &error)
                                        : visit_all(add, &text, &error);
    if (!is_good) {
        cop_text_free(&text);
        return cop_complain(COP_USAGE, &error);
    }
    if (is_markdown)
        cop_print(&text);
    else
        cop_page_print(&text);
    return COP_DONE;
}

const struct cop_command cop_strength_command = {
    .name = "strength",
    .words = "[GAME]",
    .summary = "Shows which family of searches plays a game best",
    .help = "For each game the best configuration that we know of each family of searches has\n"
            "played each other at equal time. Of several that matches do not tell apart none is\n"
            "called the best.\n"
            "\n"
            "    coppice strength othello\n"
            "    python3 scripts/strength.py build/coppice stores --only othello",
    .words_low = 0,
    .words_high = 1,
    .options = options,
    .run = run,
};
