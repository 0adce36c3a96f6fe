/* options.c - what a controller can set. Ranges and defaults are those of the tables that every
 * front end reads: limits, agents and games. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "agent/presets.h"
#include "base/allocate.h"
#include "front/gtp/commands.h"
#include "front/uci/engine.h"

struct option {
    const char *name; /* the table ends with NULL */
    void (*list)(const struct cop_uci *uci, const struct option *option, struct cop_text *text);
    bool (*set)(struct cop_uci *uci, const struct option *option, const char *value,
                struct cop_error *error);
    const char *key; /* of spins: the row of the table, */
    double unit;     /* and what one is there */
};

/* ---- The game ---- */

bool cop_uci_fits(const struct cop_game *game, struct cop_error *error)
{
    if (game->players == 2 && !game->is_hidden)
        return true;
    return cop_fail(error,
                    "%s cannot be played over this protocol, which is for two players who see the "
                    "whole board; coppice gtp plays every game",
                    game->name);
}

/* The agent that was asked for, with MultiPV as its `lines` where it has these. */
static bool open_agent(struct cop_uci *uci, const char *spec, int lines, struct cop_error *error)
{
    char number[16], *wished = NULL;
    bool is_done;

    snprintf(number, sizeof number, "%d", lines);
    if (lines > 1)
        wished = cop_agent_wish(spec[0] != '\0' ? spec : cop_preset_agent(uci->board->game),
                                "lines", number);
    is_done = cop_gtp_set_agent(uci->board, wished != NULL ? wished : spec, error);
    free(wished);
    if (is_done)
        uci->lines = lines;
    return is_done;
}

static void list_variants(const struct cop_uci *uci, const struct option *option,
                          struct cop_text *text)
{
    cop_text_add(text, "option name %s type combo default %s", option->name,
                 uci->board->game->name);
    for (int i = 0; cop_all_rules()[i] != NULL; i++) {
        struct cop_game *game = cop_game_open(cop_all_rules()[i]->name, NULL);

        if (game != NULL && cop_uci_fits(game, NULL))
            cop_text_add(text, " var %s", game->name);
        cop_game_close(game);
    }
    cop_text_add(text, "\n");
}

/* Not only what the list has: any spec, such as othello(size=6). Its usual agent may be another
 * one, so that MultiPV begins anew. */
static bool set_variant(struct cop_uci *uci, const struct option *option, const char *value,
                        struct cop_error *error)
{
    struct cop_game *game = cop_game_open(value, error);
    bool fits = game != NULL && cop_uci_fits(game, error);

    (void)option;
    cop_game_close(game);
    if (!fits || !open_agent(uci, uci->agent, 1, error) ||
        !cop_gtp_set_game(uci->board, value, error))
        return false;
    uci->has_position = true;
    return true;
}

/* ---- The agent ---- */

static void list_agent(const struct cop_uci *uci, const struct option *option,
                       struct cop_text *text)
{
    cop_text_add(text, "option name %s type string default %s\n", option->name,
                 cop_agent_name(uci->board->agent));
}

/* Commands for the shell come from whoever started us; so it is over GTP. */
static bool set_agent(struct cop_uci *uci, const struct option *option, const char *value,
                      struct cop_error *error)
{
    const char *spec = strcmp(value, "<empty>") == 0 ? "" : value;

    (void)option;
    if (cop_agent_is_external(value))
        return cop_fail(error,
                        "\"%.40s\" runs another program; name it on the command line: "
                        "coppice uci --agent ...",
                        value);
    if (!open_agent(uci, spec, uci->lines, error))
        return false;
    free(uci->agent);
    uci->agent = cop_copy_string(spec);
    return true;
}

static const struct cop_option *lines_of(const struct cop_uci *uci)
{
    const struct cop_option *row = NULL;
    char *name, *inside;

    if (cop_spec_split("agent", cop_agent_name(uci->board->agent), &name, &inside, NULL)) {
        row = cop_options_find(cop_agent_kind_find(name)->options, "lines", strlen("lines"));
        free(name);
        free(inside);
    }
    return row;
}

static bool read_whole(const char *value, double low, double high, double *number,
                       struct cop_error *error)
{
    *number = strtod(value, NULL);
    return (value[0] != '\0' && strspn(value, "0123456789") == strlen(value) && *number >= low &&
            *number <= high) ||
           cop_fail(error, "\"%.40s\" is not a whole number from %.0f to %.0f", value, low, high);
}

static void list_lines(const struct cop_uci *uci, const struct option *option,
                       struct cop_text *text)
{
    const struct cop_option *row = lines_of(uci);

    if (row != NULL)
        cop_text_add(text, "option name %s type spin default %s min %.0f max %.0f\n", option->name,
                     row->initial, row->low, row->high);
}

static bool set_lines(struct cop_uci *uci, const struct option *option, const char *value,
                      struct cop_error *error)
{
    const struct cop_option *row = lines_of(uci);
    double number;

    (void)option;
    if (row == NULL)
        return cop_fail(error, "%s has no values of several moves to show",
                        cop_agent_name(uci->board->agent));
    return read_whole(value, row->low, row->high, &number, error) &&
           open_agent(uci, uci->agent, (int)number, error);
}

/* ---- Limits ---- */

static void list_limit(const struct cop_uci *uci, const struct option *option,
                       struct cop_text *text)
{
    const struct cop_option *row =
        cop_options_find(cop_limit_options(), option->key, strlen(option->key));
    const struct cop_means *means = &uci->board->limits.means;
    double now = strcmp(option->key, "threads") == 0 ? means->threads : (double)means->memory;

    cop_text_add(text, "option name %s type spin default %.0f min %.0f max %.0f\n", option->name,
                 floor(now / option->unit), ceil(row->low / option->unit),
                 floor(row->high / option->unit));
}

static bool set_limit(struct cop_uci *uci, const struct option *option, const char *value,
                      struct cop_error *error)
{
    const struct cop_option *row =
        cop_options_find(cop_limit_options(), option->key, strlen(option->key));
    struct cop_limits limits = uci->board->limits;
    struct cop_text words = COP_TEXT;
    double number;
    bool is_done;

    if (!read_whole(value, ceil(row->low / option->unit), floor(row->high / option->unit), &number,
                    error))
        return false;
    if (strcmp(option->key, "threads") == 0)
        limits.means.threads = (int)number;
    else
        limits.means.memory = (size_t)(number * option->unit);
    cop_limits_write(&limits, &words);
    is_done = cop_gtp_set_limits(uci->board, words.bytes, error);
    cop_text_free(&words);
    return is_done;
}

/* Has 64 bits, which a spin of a controller may not. */
static void list_seed(const struct cop_uci *uci, const struct option *option, struct cop_text *text)
{
    cop_text_add(text, "option name %s type string default %" PRIu64 "\n", option->name,
                 uci->board->seed);
}

static bool set_seed(struct cop_uci *uci, const struct option *option, const char *value,
                     struct cop_error *error)
{
    uint64_t seed;

    (void)option;
    if (!cop_gtp_read_seed(value, &seed, error))
        return false;
    cop_gtp_start(uci->board, seed);
    return true;
}

/* ---- Words ---- */

/* own|squares|fairy as the items of a combo. */
static void list_moves(const struct cop_uci *uci, const struct option *option,
                       struct cop_text *text)
{
    (void)uci;
    cop_text_add(text, "option name %s type combo default %.*s", option->name,
                 (int)strcspn(cop_dialect_choices, "|"), cop_dialect_choices);
    for (const char *at = cop_dialect_choices; *at != '\0';) {
        size_t length = strcspn(at, "|");

        cop_text_add(text, " var %.*s", (int)length, at);
        at += length + (at[length] == '|');
    }
    cop_text_add(text, "\n");
}

static bool set_moves(struct cop_uci *uci, const struct option *option, const char *value,
                      struct cop_error *error)
{
    int choice = 0;

    (void)option;
    for (const char *at = cop_dialect_choices; *at != '\0'; choice++) {
        size_t length = strcspn(at, "|");

        if (strlen(value) == length && strncasecmp(at, value, length) == 0) {
            uci->dialect = (enum cop_dialect)choice;
            return true;
        }
        at += length + (at[length] == '|');
    }
    return cop_fail(error, "it is one of %s, not \"%.40s\"", cop_dialect_choices, value);
}

static void list_wdl(const struct cop_uci *uci, const struct option *option, struct cop_text *text)
{
    (void)uci;
    cop_text_add(text, "option name %s type check default false\n", option->name);
}

static bool set_wdl(struct cop_uci *uci, const struct option *option, const char *value,
                    struct cop_error *error)
{
    bool is_on = strcasecmp(value, "true") == 0;

    (void)option;
    if (!is_on && strcasecmp(value, "false") != 0)
        return cop_fail(error, "it is true or false, not \"%.40s\"", value);
    uci->shows_wdl = is_on;
    return true;
}

static const struct option options[] = {
    {"UCI_Variant", list_variants, set_variant, NULL, 0},
    {"Agent", list_agent, set_agent, NULL, 0},
    {"Threads", list_limit, set_limit, "threads", 1},
    {"Hash", list_limit, set_limit, "memory", 1 << 20},
    {"Seed", list_seed, set_seed, NULL, 0},
    {"MultiPV", list_lines, set_lines, NULL, 0},
    {"UCI_ShowWDL", list_wdl, set_wdl, NULL, 0},
    {"Moves", list_moves, set_moves, NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};

void cop_uci_list_options(const struct cop_uci *uci, struct cop_text *text)
{
    for (const struct option *at = options; at->name != NULL; at++)
        at->list(uci, at, text);
}

bool cop_uci_set_option(struct cop_uci *uci, const char *name, const char *value,
                        struct cop_error *error)
{
    for (const struct option *at = options; at->name != NULL; at++)
        if (strcasecmp(at->name, name) == 0)
            return at->set(uci, at, value, error) || cop_fail_in(error, "%s", at->name);
    return cop_fail(error, "there is no option \"%.40s\"; uci lists those that there are", name);
}
