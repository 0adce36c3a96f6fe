/* levels_command.c - `coppice levels`: opponents by how well they play. */
#include <stdio.h>
#include <string.h>

#include "agent/strength.h"
#include "base/json.h"
#include "front/commands.h"
#include "front/help.h"
#include "front/page.h"

static const struct cop_option options[] = {
    {"json", COP_FLAG, "off", .help = "write one JSON object instead of a table"},
    {"markdown", COP_FLAG, "off", .help = "write tables for docs/levels.md"},
    {NULL},
};

/* ---- For people ---- */

static void add_levels(const struct cop_game *game, struct cop_text *text)
{
    struct cop_preset levels[COP_PRESETS];

    cop_presets_for(game, levels);
    cop_text_add(text, "%s%s\n", text->length > 0 ? "\n" : "", game->name);
    for (int i = 0; i < COP_PRESETS; i++) {
        cop_text_add(text, "  %-9s  %s; ", levels[i].name, levels[i].help);
        cop_strength_words(game, (enum cop_level)i, text);
        cop_text_add(text, " (%s, %s)\n", levels[i].agent, levels[i].limit);
    }
}

static void add_markdown(const struct cop_game *game, struct cop_text *text)
{
    struct cop_preset levels[COP_PRESETS];

    cop_presets_for(game, levels);
    cop_text_add(text,
                 "\n## %s\n\n| level | how it plays | how strong it is | agent and limit |\n"
                 "|---|---|---|---|\n",
                 game->players > 2 ? game->name : game->rules->title);
    for (int i = 0; i < COP_PRESETS; i++) {
        cop_text_add(text, "| %s | %s | ", levels[i].name, levels[i].help);
        cop_strength_words(game, (enum cop_level)i, text);
        cop_text_add(text, " | `%s`, `%s` |\n", levels[i].agent, levels[i].limit);
    }
}

/* ---- For programs ---- */

static void add_json_level(struct cop_json *json, const struct cop_preset *level,
                           const char *strength)
{
    cop_json_object(json, NULL);
    cop_json_add_string(json, "name", level->name);
    cop_json_add_string(json, "agent", level->agent);
    cop_json_add_string(json, "limit", level->limit);
    cop_json_add_string(json, "help", level->help);
    cop_json_add_string(json, "strength", strength);
    cop_json_end(json);
}

/* The beginner is the last. */
static void add_json(const struct cop_game *game, struct cop_text *text)
{
    struct cop_preset levels[COP_PRESETS], beginner = cop_preset_beginner(game);
    struct cop_json json = {.text = text};

    cop_presets_for(game, levels);
    cop_json_object(&json, NULL);
    cop_json_add_string(&json, "game", game->name);
    cop_json_array(&json, "levels");
    for (int i = 0; i < COP_PRESETS; i++) {
        struct cop_text strength = COP_TEXT;

        cop_strength_words(game, (enum cop_level)i, &strength);
        add_json_level(&json, &levels[i], strength.bytes);
        cop_text_free(&strength);
    }
    add_json_level(&json, &beginner, NULL);
    cop_json_end(&json);
    cop_json_end(&json);
    cop_text_add(text, "\n");
}

/* ---- The command ---- */

/* All games, and those for several as they are with more than two. */
static void visit_games(void (*add)(const struct cop_game *game, struct cop_text *text),
                        struct cop_text *text)
{
    for (const struct cop_rules *const *at = cop_all_rules(); *at != NULL; at++) {
        struct cop_game *game = cop_game_open((*at)->name, NULL);
        const struct cop_option *players =
            cop_options_find((*at)->options, "players", strlen("players"));
        int most = players != NULL ? (int)players->high : 0;

        if (game != NULL)
            add(game, text);
        cop_game_close(game);
        for (int count = 3; count <= most; count++) {
            char inside[32];

            snprintf(inside, sizeof inside, "players=%d", count);
            game = cop_game_open_rules(*at, inside, NULL);
            if (game != NULL)
                add(game, text);
            cop_game_close(game);
        }
    }
}

static void write_markdown(struct cop_text *text)
{
    cop_text_add(text, "# Levels of play\n\n"
                       "This page is written by `coppice levels --markdown`; a test checks that it "
                       "is up to date. What is said of the\nstrength was measured by matches: "
                       "[measurements.md](measurements.md) says how.\n");
    visit_games(add_markdown, text);
}

void cop_help_levels(struct cop_text *text)
{
    visit_games(add_levels, text);
}

static int write_game(const char *spec, bool is_json, struct cop_text *text)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        return cop_complain(COP_USAGE, &error);
    if (is_json)
        add_json(game, text);
    else
        add_levels(game, text);
    cop_game_close(game);
    return COP_DONE;
}

static int run(const struct cop_arguments *arguments)
{
    bool is_json = cop_flag(arguments->options, "json");
    struct cop_text text = COP_TEXT;
    struct cop_error error;
    int status = COP_DONE;

    if (cop_flag(arguments->options, "markdown")) {
        write_markdown(&text);
        is_json = true; /* not for a terminal's width either */
    } else if (arguments->word_count > 0) {
        status = write_game(arguments->words[0], is_json, &text);
    } else if (is_json) {
        cop_fail(&error, "which game? Name one for --json: coppice levels othello --json");
        return cop_complain(COP_USAGE, &error);
    } else {
        cop_help_levels(&text);
    }
    if (is_json)
        cop_print(&text);
    else
        cop_page_print(&text);
    return status;
}

const struct cop_command cop_levels_command = {
    .name = "levels",
    .words = "[GAME]",
    .summary = "Shows the levels of play and how strong they are",
    .help =
        "There are five opponents for every game, from one that a beginner beats to the\n"
        "strongest. Each is an agent with a limit. What is said of their strength was measured\n"
        "by matches (docs/measurements.md): between neighbours, and against a model of a beginner\n"
        "that looks one move ahead with the game's own judgement and plays any move three\n"
        "times in ten. A score is the share of the points, a draw counting as half a win.\n"
        "\n"
        "The weak levels look at so many moves on any machine, the strong ones as far as\n"
        "their time goes: a faster machine makes them stronger, and so do more cores, which\n"
        "all think with them on the page and at the terminal. Matches had one core.\n"
        "\n"
        "    coppice levels othello\n"
        "    coppice play othello --level easy\n"
        "    coppice levels \"focus(players=4)\" --json",
    .words_low = 0,
    .words_high = 1,
    .options = options,
    .run = run,
};
