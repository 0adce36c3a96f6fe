/* contract.c - whether a row of rules, and a game that it has opened, keep what game.h asks of
 * them.
 *
 * Rules may come from elsewhere, as a plug-in or from another language, and were perhaps never
 * tried: what can be seen without playing is looked at before anybody relies on it. */
#include "game/contract.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { NAME_MAX_LENGTH = 40 };

/* ---- Functions that must be there ---- */

struct needed {
    const char *name;
    size_t offset;
};

#define NEEDED(type, member)                   \
    {                                          \
#member, offsetof(struct type, member) \
    }

static const struct needed to_play[] = {
    NEEDED(cop_rules, open),
    NEEDED(cop_rules, start),
    NEEDED(cop_rules, turn),
    NEEDED(cop_rules, moves),
    NEEDED(cop_rules, play),
    NEEDED(cop_rules, payoff),
    NEEDED(cop_rules, key),
    NEEDED(cop_rules, write_move),
    NEEDED(cop_rules, write_position),
    NEEDED(cop_rules, read_position),
    {NULL, 0},
};

static const struct needed to_show[] = {
    NEEDED(cop_rules, title),
    NEEDED(cop_rules, summary),
    NEEDED(cop_rules, scene),
    NEEDED(cop_rules, path),
    {NULL, 0},
};

static const struct needed of_indexing[] = {
    NEEDED(cop_indexing, classes), NEEDED(cop_indexing, stage),
    NEEDED(cop_indexing, pieces),  NEEDED(cop_indexing, name),
    NEEDED(cop_indexing, count),   NEEDED(cop_indexing, place),
    NEEDED(cop_indexing, state),   {NULL, 0},
};

static const struct needed of_marking[] = {
    NEEDED(cop_marking, size), NEEDED(cop_marking, begin), NEEDED(cop_marking, play),
    NEEDED(cop_marking, of),   NEEDED(cop_marking, find),  {NULL, 0},
};

static const struct needed of_features[] = {
    NEEDED(cop_features, count),
    NEEDED(cop_features, phases),
    NEEDED(cop_features, phase),
    NEEDED(cop_features, list),
    {NULL, 0},
};

static const struct needed of_sums[] = {NEEDED(cop_sums, turn_to), {NULL, 0}};

static const struct needed of_evaluator[] = {
    NEEDED(cop_evaluator, help), NEEDED(cop_evaluator, evaluate), {NULL, 0}};
static const struct needed of_policy[] = {
    NEEDED(cop_policy, help), NEEDED(cop_policy, pick), {NULL, 0}};
static const struct needed of_ordering[] = {
    NEEDED(cop_ordering, help), NEEDED(cop_ordering, rate), {NULL, 0}};
static const struct needed of_oracle[] = {
    NEEDED(cop_oracle, help), NEEDED(cop_oracle, probe), {NULL, 0}};
static const struct needed of_belief[] = {
    NEEDED(cop_belief, help), NEEDED(cop_belief, chances), NEEDED(cop_belief, sample), {NULL, 0}};
static const struct needed of_recipe[] = {
    NEEDED(cop_recipe, agent), NEEDED(cop_recipe, options), NEEDED(cop_recipe, help), {NULL, 0}};

/* Pointers to functions and to data look alike here: all bits zero is NULL for both. */
static bool is_null(const void *row, size_t offset)
{
    static const char nothing[sizeof(void *)];

    return memcmp((const char *)row + offset, nothing, sizeof nothing) == 0;
}

/* `owner` is a phrase such as "the evaluator lines". */
static bool has_all(const void *row, const struct needed *needed, const char *owner,
                    struct cop_error *error)
{
    for (; needed->name != NULL; needed++)
        if (is_null(row, needed->offset))
            return cop_fail(error, "%s lacks \"%s\"", owner, needed->name);
    return true;
}

static bool has_part(const void *part, const struct needed *needed, const char *owner,
                     struct cop_error *error)
{
    return part == NULL || has_all(part, needed, owner, error);
}

/* A table of rows, each of `size` bytes with its name first; it ends where that is NULL. */
static bool have_all(const void *rows, size_t size, const struct needed *needed, const char *kind,
                     struct cop_error *error)
{
    const char *row = rows;
    char owner[80];

    for (; row != NULL && !is_null(row, 0); row += size) {
        const char *name;

        memcpy(&name, row, sizeof name);
        snprintf(owner, sizeof owner, "the %s \"%.40s\"", kind, name);
        if (!has_all(row, needed, owner, error))
            return false;
    }
    return true;
}

#define ROWS(table) (table), sizeof *(table)

/* Weights that correct an evaluator find it by its name. Whether it is sure is asked without
 * preparations. */
static bool corrects_an_evaluator(const struct cop_rules *rules, struct cop_error *error)
{
    const char *base = rules->features != NULL ? rules->features->base : NULL;

    if (base == NULL)
        return true;
    for (const struct cop_evaluator *row = rules->evaluators; row != NULL && row->name != NULL;
         row++)
        if (strcmp(row->name, base) == 0 &&
            (row->sure <= 0 || (row->is_zero_sum && row->prepare == NULL)))
            return true;
    return cop_fail(error,
                    "the features correct \"%.40s\", which is no evaluator of the game; one that "
                    "is sure must be zero-sum and have nothing to prepare",
                    base);
}

static bool check_tables(const struct cop_rules *rules, struct cop_error *error)
{
    return have_all(ROWS(rules->evaluators), of_evaluator, "evaluator", error) &&
           have_all(ROWS(rules->policies), of_policy, "policy", error) &&
           have_all(ROWS(rules->orderings), of_ordering, "ordering", error) &&
           have_all(ROWS(rules->oracles), of_oracle, "oracle", error) &&
           have_all(ROWS(rules->beliefs), of_belief, "belief", error) &&
           have_all(ROWS(rules->recipes), of_recipe, "recipe", error) &&
           corrects_an_evaluator(rules, error) &&
           has_part(rules->indexing, of_indexing, "the indexing", error) &&
           has_part(rules->marking, of_marking, "the marking", error) &&
           has_part(rules->features, of_features, "the features", error) &&
           has_part(rules->sums, of_sums, "the sums", error);
}

/* Functions that make sense only together. */
static bool check_pairs(const struct cop_rules *rules, struct cop_error *error)
{
    const struct {
        const char *both;
        bool has_first, has_second;
    } pairs[] = {
        {"can_solve and solve", rules->can_solve != NULL, rules->solve != NULL},
        {"turned and turned_move", rules->turned != NULL, rules->turned_move != NULL},
        {"view and sample", rules->view != NULL, rules->sample != NULL},
    };

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (pairs[i].has_first != pairs[i].has_second)
            return cop_fail(error, "it has only one of %s: there are both or neither",
                            pairs[i].both);
    return true;
}

/* ---- Options ---- */

static bool check_option(const struct cop_option *option, struct cop_error *error)
{
    if (option->kind < COP_FLAG || option->kind > COP_TABLE)
        return cop_fail(error, "the option \"%.40s\" is of no kind that there is", option->name);
    if (option->kind == COP_CHOICE && option->choices == NULL)
        return cop_fail(error, "the option \"%.40s\" lacks its choices", option->name);
    if (option->kind == COP_TABLE && option->table == NULL)
        return cop_fail(error, "the option \"%.40s\" lacks its table", option->name);
    if (option->kind != COP_TABLE && option->help == NULL)
        return cop_fail(error, "the option \"%.40s\" lacks its help", option->name);
    return true;
}

static bool check_rows(const struct cop_option *options, int level, struct cop_error *error)
{
    if (level == COP_OPTION_LEVELS)
        return cop_fail(error, "its tables of options include each other too deeply");
    for (; options != NULL && options->name != NULL; options++)
        if (!check_option(options, error) ||
            (options->kind == COP_TABLE && !check_rows(options->table, level + 1, error)))
            return false;
    return true;
}

/* Rows first, as the rest is only looked at where they are whole; then that every default can be
 * read, by reading them. */
static bool check_options(const struct cop_rules *rules, struct cop_error *error)
{
    struct cop_settings *defaults;

    if (!check_rows(rules->options, 0, error))
        return false;
    for (struct cop_option_walk one = cop_options_walk(rules->options); cop_options_next(&one);) {
        struct cop_option_walk later = one;

        while (cop_options_next(&later))
            if (strcasecmp(one.option->name, later.option->name) == 0)
                return cop_fail(error, "the option \"%.40s\" is there twice", one.option->name);
    }
    defaults = cop_settings_parse(rules->name, rules->options, NULL, error);
    cop_settings_free(defaults);
    return defaults != NULL;
}

/* ---- Rows and games ---- */

/* As specs have it, where names come in small letters. */
static bool check_name(const char *name, struct cop_error *error)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    size_t length = name != NULL ? strlen(name) : 0;

    if (length == 0)
        return cop_fail(error, "a game has no name");
    return (length <= NAME_MAX_LENGTH && islower((unsigned char)name[0]) &&
            strspn(name, letters) == length) ||
           cop_fail(error,
                    "\"%.60s\" cannot be the name of a game: it is written with at most %d small "
                    "letters, digits and underlines, and begins with a letter",
                    name, NAME_MAX_LENGTH);
}

/* Whoever knows what those are for is of a later version than we. */
static bool reserves_nothing(const struct cop_rules *rules, struct cop_error *error)
{
    for (size_t i = 0; i < sizeof rules->reserved / sizeof rules->reserved[0]; i++)
        if (rules->reserved[i] != NULL)
            return cop_fail(error, "it sets what is reserved for later versions");
    return true;
}

static bool is_whole(const struct cop_rules *rules, struct cop_error *error)
{
    return reserves_nothing(rules, error) && has_all(rules, to_play, "it", error) &&
           has_all(rules, to_show, "it", error) && check_pairs(rules, error) &&
           check_tables(rules, error) && check_options(rules, error);
}

bool cop_rules_check(const struct cop_rules *rules, struct cop_error *error)
{
    return check_name(rules->name, error) &&
           (is_whole(rules, error) || cop_fail_in(error, "the game %s", rules->name));
}

bool cop_rules_can_open(const struct cop_rules *rules, struct cop_error *error)
{
    return has_all(rules, to_play, "it", error) || cop_fail_in(error, "the game %s", rules->name);
}

bool cop_game_check(const struct cop_game *game, struct cop_error *error)
{
    const struct cop_rules *rules = game->rules;

    if (game->state_size == 0 || game->state_size > COP_STATE_MAX)
        return cop_fail(error, "%s: a state has %zu bytes, and it must be 1 to %d", game->name,
                        game->state_size, COP_STATE_MAX);
    if (game->players < 1 || game->players > COP_PLAYERS_MAX)
        return cop_fail(error, "%s: there are %d players, and it must be 1 to %d", game->name,
                        game->players, COP_PLAYERS_MAX);
    if (game->max_moves <= 0 || game->max_plies < 0)
        return cop_fail(error, "%s: max_moves is %d and max_plies %d; there must be moves",
                        game->name, game->max_moves, game->max_plies);
    if (!(game->score_low <= game->score_high))
        return cop_fail(error, "%s: score_low is above score_high", game->name);
    if (game->has_chance && rules->chances == NULL)
        return cop_fail(error, "%s: it has chance, but lacks \"chances\"", game->name);
    if (game->is_hidden && (rules->view == NULL || rules->sample == NULL))
        return cop_fail(error, "%s: pieces are hidden, but \"view\" or \"sample\" is missing",
                        game->name);
    if ((rules->turned == NULL) != (game->symmetries == 0))
        return cop_fail(error, "%s: \"turned\" and game->symmetries are there together or not",
                        game->name);
    return true;
}
