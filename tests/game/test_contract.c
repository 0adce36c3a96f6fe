/* test_contract.c - rules that lack something are refused before anybody relies on them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/game.h"
#include "coppice/version.h"

extern const struct cop_rules cop_tictactoe;

static void assert_message(const struct cop_error *error, const char *part)
{
    if (strstr(error->message, part) == NULL)
        fail_msg("\"%s\" does not say: %s", error->message, part);
}

static void assert_refused(const struct cop_rules *rules, const char *part)
{
    struct cop_error error = {""};

    assert_false(cop_rules_check(rules, &error));
    assert_message(&error, part);
    assert_false(cop_rules_check(rules, NULL));
}

/* What headers say at compile time is what the library says of itself. */
static void macros_are_the_version_of_the_library(void **context)
{
    char version[40];

    (void)context;
    snprintf(version, sizeof version, "%d.%d.%d", COP_VERSION_MAJOR, COP_VERSION_MINOR,
             COP_VERSION_PATCH);
    assert_string_equal(version, cop_version());
}

static void whole_rules_pass(void **context)
{
    struct cop_error error;

    (void)context;
    assert_true(cop_rules_check(&cop_tictactoe, &error));
}

/* Every pointer of the row that is set is taken away in turn: what is needed is missed by its name,
 * and what is optional is not. */
static void what_is_needed_is_missed_by_its_name(void **context)
{
    static const struct {
        const char *name;
        size_t offset;
    } needed[] = {
#define MEMBER(name) {#name, offsetof(struct cop_rules, name)}
        MEMBER(open),  MEMBER(start),          MEMBER(turn),
        MEMBER(moves), MEMBER(play),           MEMBER(payoff),
        MEMBER(key),   MEMBER(write_move),     MEMBER(read_position),
        MEMBER(scene), MEMBER(write_position), MEMBER(path),
        MEMBER(title), MEMBER(summary),
    };
    static const size_t optional[] = {
        offsetof(struct cop_rules, prompt),    offsetof(struct cop_rules, ending),
        offsetof(struct cop_rules, lesson),    offsetof(struct cop_rules, evaluators),
        offsetof(struct cop_rules, orderings),
    };

    (void)context;
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        struct cop_rules rules = cop_tictactoe;
        char expected[60] = "the game tictactoe: it lacks \"";

        memset((char *)&rules + needed[i].offset, 0, sizeof(void *));
        strcat(strcat(expected, needed[i].name), "\"");
        assert_refused(&rules, expected);
    }
    for (size_t i = 0; i < sizeof optional / sizeof optional[0]; i++) {
        struct cop_rules rules = cop_tictactoe;

        memset((char *)&rules + optional[i], 0, sizeof(void *));
        assert_true(cop_rules_check(&rules, NULL));
    }
}

static void names_are_as_specs_have_them(void **context)
{
    static const char *const wrong[] = {
        "Tic",     "tic tac", "3tic",     "_t",
        "tic-tac", "tic(",    "\xc3\xa9", "averyveryverylongnameofagamethatnobodytypes",
    };
    struct cop_rules rules = cop_tictactoe;

    (void)context;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        rules.name = wrong[i];
        assert_refused(&rules, "cannot be the name of a game");
    }
    rules.name = "";
    assert_refused(&rules, "a game has no name");
    rules.name = NULL;
    assert_refused(&rules, "a game has no name");
    rules.name = "tic_tac_2";
    assert_true(cop_rules_check(&rules, NULL));
}

static int no_number(const struct cop_game *game)
{
    (void)game;
    return 1;
}

static int no_phase(const struct cop_game *game, const void *state)
{
    (void)game, (void)state;
    return 0;
}

static int no_features(const struct cop_game *game, const void *state, int player,
                       uint32_t *numbers)
{
    (void)game, (void)state, (void)player, (void)numbers;
    return 0;
}

static void *no_preparation(const struct cop_game *game, const atomic_bool *stop,
                            struct cop_error *error)
{
    (void)game, (void)stop, (void)error;
    return NULL;
}

static void tables_are_whole(void **context)
{
    struct cop_evaluator evaluators[] = {cop_tictactoe.evaluators[0], {NULL}};
    struct cop_ordering orderings[] = {cop_tictactoe.orderings[0], {NULL}};
    struct cop_policy policies[] = {{.name = "wild", .help = "as it comes"}, {NULL}};
    struct cop_belief beliefs[] = {{.name = "learned", .help = "what moves tell"}, {NULL}};
    struct cop_features features = {.count = no_number,
                                    .phases = no_number,
                                    .phase = no_phase,
                                    .list = no_features,
                                    .base = "nobody"};
    struct cop_indexing indexing = {NULL};
    struct cop_rules rules = cop_tictactoe;

    (void)context;
    rules.evaluators = evaluators;
    rules.orderings = orderings;
    evaluators[0].evaluate = NULL;
    assert_refused(&rules, "the evaluator \"lines\" lacks \"evaluate\"");
    evaluators[0] = cop_tictactoe.evaluators[0];
    orderings[0].rate = NULL;
    assert_refused(&rules, "the ordering \"lines\" lacks \"rate\"");
    rules = cop_tictactoe;
    rules.policies = policies;
    assert_refused(&rules, "the policy \"wild\" lacks \"pick\"");
    rules = cop_tictactoe;
    rules.indexing = &indexing;
    assert_refused(&rules, "the indexing lacks \"classes\"");
    rules = cop_tictactoe;
    rules.beliefs = beliefs;
    assert_refused(&rules, "the belief \"learned\" lacks \"chances\"");
    rules = cop_tictactoe;
    rules.features = &features;
    assert_refused(&rules, "the features correct \"nobody\"");
    /* Whether an evaluator is sure is asked of positions before anything is prepared. */
    features.base = "lines";
    evaluators[0].sure = 1;
    evaluators[0].prepare = no_preparation;
    rules.evaluators = evaluators;
    assert_refused(&rules, "must be zero-sum and have nothing to prepare");
    rules = cop_tictactoe;
    rules.reserved[3] = evaluators;
    assert_refused(&rules, "reserved for later versions");
}

static void options_are_whole(void **context)
{
    static const struct cop_option good = {"size", COP_INTEGER, "3", 3, 9, NULL, "cells in a row"};
    struct cop_option options[3] = {good, {NULL}, {NULL}};
    struct cop_option deep[] = {{"More", COP_TABLE, .table = options}, {NULL}};
    struct cop_rules rules = cop_tictactoe;

    (void)context;
    rules.options = options;
    assert_true(cop_rules_check(&rules, NULL));
    options[1] = good;
    assert_refused(&rules, "the option \"size\" is there twice");
    options[1] = (struct cop_option){NULL};
    options[0].initial = "30";
    assert_refused(&rules, "the default");
    options[0] = good;
    options[0].help = NULL;
    assert_refused(&rules, "the option \"size\" lacks its help");
    options[0] = good;
    options[0].kind = COP_CHOICE;
    assert_refused(&rules, "the option \"size\" lacks its choices");
    options[0].kind = (enum cop_option_kind)77;
    assert_refused(&rules, "is of no kind");
    options[0] = (struct cop_option){"More", COP_TABLE};
    assert_refused(&rules, "lacks its table");
    options[0].table = deep;
    rules.options = deep;
    assert_refused(&rules, "too deeply");
}

static size_t state_size;
static int players, max_moves;

static bool open_as_told(struct cop_game *game, struct cop_error *error)
{
    (void)error;
    game->state_size = state_size;
    game->players = players;
    game->max_moves = max_moves;
    return true;
}

static void games_that_open_wrongly_are_refused(void **context)
{
    static const struct {
        size_t size;
        int players, moves;
        const char *part;
    } cases[] = {
        {0, 2, 9, "a state has 0 bytes"}, {COP_STATE_MAX + 1, 2, 9, "a state has 4097 bytes"},
        {4, 0, 9, "there are 0 players"}, {4, COP_PLAYERS_MAX + 1, 9, "there are 9 players"},
        {4, 2, 0, "max_moves is 0"},
    };
    struct cop_rules rules = cop_tictactoe;
    struct cop_error error;

    (void)context;
    rules.open = open_as_told;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        state_size = cases[i].size;
        players = cases[i].players;
        max_moves = cases[i].moves;
        assert_null(cop_game_open_rules(&rules, NULL, &error));
        assert_message(&error, cases[i].part);
    }
    rules.moves = NULL;
    assert_null(cop_game_open_rules(&rules, NULL, &error));
    assert_message(&error, "the game tictactoe: it lacks \"moves\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(macros_are_the_version_of_the_library),
        cmocka_unit_test(whole_rules_pass),
        cmocka_unit_test(what_is_needed_is_missed_by_its_name),
        cmocka_unit_test(names_are_as_specs_have_them),
        cmocka_unit_test(tables_are_whole),
        cmocka_unit_test(options_are_whole),
        cmocka_unit_test(games_that_open_wrongly_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
