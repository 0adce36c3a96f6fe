/* ladder_page.c - one row a player, the strongest first. */
#include "front/ladder_page.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

enum { COMMIT_DIGITS = 10 };

/* An interval that has no end on one side says so; a few games make a wide one. */
void cop_ladder_write_elo(const struct cop_ladder_player *player, struct cop_text *text)
{
    const struct cop_interval *elo = &player->elo;

    if (player->games == 0)
        cop_text_add(text, "not measured");
    else if (player->commit == NULL && player->rung->kind == COP_RUNG_ANCHOR)
        cop_text_add(text, "0, the anchor");
    else if (isnan(elo->value))
        cop_text_add(text, "not connected with the anchor");
    else if (isinf(elo->value))
        cop_text_add(text,
                     elo->value > 0 ? "above all that are rated" : "below all that are rated");
    else
        cop_text_add(text, "%.0f (%.0f to %.0f)", elo->value, elo->low, elo->high);
}

/* A commit's first digits, with its + if files had been changed. */
static void add_commit(const struct cop_ladder_player *player, struct cop_text *text)
{
    size_t length = player->commit != NULL ? strlen(player->commit) : 0;

    if (player->games == 0)
        cop_text_add(text, "-");
    else if (player->commit == NULL)
        cop_text_add(text, "all");
    else
        cop_text_add(text, "%.*s%s", (int)COMMIT_DIGITS, player->commit,
                     length > COMMIT_DIGITS && player->commit[length - 1] == '+' ? "+" : "");
}

static const char *date_of(const struct cop_ladder_player *player)
{
    return player->date != NULL ? player->date : "-";
}

static const char *limit_of(const struct cop_ladder_player *player)
{
    return strcmp(player->limit, "-") == 0 ? cop_ladder_limit : player->limit;
}

typedef void add_row(const struct cop_ladder_player *player, const char *elo, const char *commit,
                     struct cop_text *text);

static void visit(const struct cop_ladder *ladder, const char *game, add_row *add,
                  struct cop_text *text)
{
    struct cop_ladder_players players = cop_ladder_rate(ladder, game);

    for (int i = 0; i < players.count; i++) {
        struct cop_text elo = COP_TEXT, commit = COP_TEXT;

        cop_ladder_write_elo(&players.of[i], &elo);
        add_commit(&players.of[i], &commit);
        add(&players.of[i], elo.bytes, commit.bytes, text);
        cop_text_free(&elo);
        cop_text_free(&commit);
    }
    cop_ladder_players_free(&players);
}

/* ---- For people ---- */

static void add_plain_row(const struct cop_ladder_player *player, const char *elo,
                          const char *commit, struct cop_text *text)
{
    cop_text_add(text, "  %-22s %-26s %5d games  %-11s %s\n", player->name, elo, player->games,
                 commit, date_of(player));
    cop_text_add(text, "    %s, %s\n", player->agent, limit_of(player));
}

void cop_ladder_add_plain(const struct cop_ladder *ladder, const char *game, struct cop_text *text)
{
    cop_text_add(text, "%s%s\n", text->length > 0 ? "\n" : "", game);
    visit(ladder, game, add_plain_row, text);
}

/* ---- For the documents ---- */

static void add_markdown_row(const struct cop_ladder_player *player, const char *elo,
                             const char *commit, struct cop_text *text)
{
    cop_text_add(text, "| %s | %s | %d | %d | %d | %d | `%s`, `%s` | %s | %s |\n", player->name,
                 elo, player->games, player->won, player->drawn, player->lost, player->agent,
                 limit_of(player), commit, date_of(player));
}

static bool has_games(const struct cop_ladder *ladder, const char *game)
{
    for (int i = 0; i < ladder->match_count; i++)
        if (strcmp(ladder->matches[i].game, game) == 0)
            return true;
    return false;
}

void cop_ladder_plot_name(const char *game, struct cop_text *text)
{
    cop_text_add(text, "ladder-");
    for (const char *at = game; *at != '\0'; at++)
        if (isalnum((unsigned char)*at))
            cop_text_add(text, "%c", *at);
    cop_text_add(text, ".svg");
}

void cop_ladder_add_markdown(const struct cop_ladder *ladder, const char *game,
                             struct cop_text *text)
{
    cop_text_add(text, "\n## %s\n\n", game);
    if (!has_games(ladder, game)) {
        cop_text_add(text, "Not measured: `coppice ladder run \"%s\"`.\n", game);
        return;
    }
    cop_text_add(text, "![ratings over commits](");
    cop_ladder_plot_name(game, text);
    cop_text_add(text, ")\n\n"
                       "| player | Elo | games | won | drawn | lost | agent and limit | commit | "
                       "last played |\n|---|---|---:|---:|---:|---:|---|---|---|\n");
    visit(ladder, game, add_markdown_row, text);
}

void cop_ladder_begin_markdown(struct cop_text *text)
{
    cop_text_add(
        text,
        "# The ladder\n\n"
        "This page is written by `coppice ladder show --markdown`, and its pictures by `coppice "
        "ladder show GAME --svg FILE`; a test\nchecks that they are up to date. It says how strong "
        "players are on one scale per game, and how that changes from commit to\ncommit. The "
        "players are those of [data/ladder/players.txt](../data/ladder/players.txt), what came of "
        "their games is in\n[data/ladder/matches.txt](../data/ladder/matches.txt).\n\n"
        "- Whoever has a time for a move has %s: a tenth of a second of the processor, whatever "
        "else the machine does.\n"
        "- Every opening, four random plies, is played with both colours. Opponents are chosen "
        "near to one's own strength.\n"
        "- Ratings are Bradley and Terry's, with the anchor at 0, and come with their 95 %% "
        "interval for the distance from the anchor. Few\n  games make a wide one; who has no "
        "games is not measured, and who has won or lost all against those that are rated has no "
        "number.\n"
        "- A *fixed* player is limited by counts and plays the same moves at every commit (a mark "
        "of one of its games is checked before every\n  run), so that its games at all commits "
        "count as one player's. Any other player is another one at every commit. "
        "`release-0.1-...` are\n  the levels of release 0.1 as they were when they were measured, "
        "`strong` is the level of that name at each commit, and `uct-...` are\n  the plain "
        "tree searches of the UCT* thesis (Tables 5 to 8: constants and final choice) or, in "
        "games that it does not have,\n  our plain one.\n\n"
        "    coppice ladder show othello                         # the table\n"
        "    coppice ladder run othello --games 40               # plays what is missing of 40 "
        "games "
        "each; goes on after any interruption\n"
        "    coppice ladder add othello my-idea \"alphabeta(...)\" # one more player\n"
        "    coppice ladder run othello --only my-idea           # and its games\n\n"
        "`run` and `add` write to `data/ladder` of the source tree (or `--data FOLDER`); build "
        "again and renew this page afterwards.\n"
        "A change of a search or an evaluator is shown by an SPRT first (`coppice match --sprt`); "
        "the ladder keeps the whole way.\n",
        cop_ladder_limit);
}

/* ---- For programs ---- */

static void add_finite(struct cop_json *json, const char *key, double number)
{
    if (isfinite(number))
        cop_json_add_number(json, key, number, 6);
    else
        cop_json_add_null(json, key);
}

void cop_ladder_add_json(const struct cop_ladder *ladder, const char *game, struct cop_text *text)
{
    struct cop_ladder_players players = cop_ladder_rate(ladder, game);
    struct cop_json json = {.text = text};

    cop_json_object(&json, NULL);
    cop_json_add_string(&json, "game", game);
    cop_json_array(&json, "players");
    for (int i = 0; i < players.count; i++) {
        const struct cop_ladder_player *player = &players.of[i];

        cop_json_object(&json, NULL);
        cop_json_add_string(&json, "name", player->name);
        cop_json_add_string(&json, "agent", player->agent);
        cop_json_add_string(&json, "limit", limit_of(player));
        cop_json_add_string(&json, "commit", player->commit);
        cop_json_add_string(&json, "date", player->date);
        cop_json_add_integer(&json, "games", player->games);
        cop_json_add_integer(&json, "won", player->won);
        cop_json_add_integer(&json, "drawn", player->drawn);
        cop_json_add_integer(&json, "lost", player->lost);
        add_finite(&json, "elo", player->elo.value);
        add_finite(&json, "low", player->elo.low);
        add_finite(&json, "high", player->elo.high);
        cop_json_end(&json);
    }
    cop_json_end(&json);
    cop_json_end(&json);
    cop_text_add(text, "\n");
    cop_ladder_players_free(&players);
}
