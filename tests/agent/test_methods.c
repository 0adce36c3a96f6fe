/* Methods against games: what the table says is what happens when an agent is opened and asked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "agent/methods.h"
#include "agent/notes.h"
#include "base/allocate.h"

/* Enough for every kind, and little for all of them. */
static const char limit_words[] = "sims=50, depth=1, nodes=20k, memory=256M";

static int set_up(void **context)
{
    struct cop_error error;

    *context = cop_methods_open(&error);
    if (*context == NULL)
        fail_msg("%s", error.message);
    return 0;
}

static int tear_down(void **context)
{
    cop_methods_close(*context);
    return 0;
}

static struct cop_limits limits_of(const char *words)
{
    struct cop_limits limits;

    assert_true(cop_limits_parse(words, &limits, NULL));
    return limits;
}

/* The first position with a decision. */
static void *first_decision(const struct cop_game *game)
{
    void *state = cop_allocate(game->state_size);
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    while (game->rules->turn(game, state) == COP_CHANCE)
        game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
    free(moves);
    return state;
}

static bool is_legal(const struct cop_game *game, const void *state, cop_move move)
{
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    int count = game->rules->moves(game, state, moves), i = 0;

    while (i < count && moves[i] != move)
        i++;
    free(moves);
    return i < count;
}

static void search(const struct cop_game *game, const char *spec, const void *state)
{
    struct cop_limits limits = limits_of(limit_words);
    struct cop_report report;
    struct cop_error error = {""};
    struct cop_agent *agent = cop_agent_open(game, spec, &limits.means, &error);

    if (agent == NULL)
        fail_msg("%s does not open in %s: %s", spec, game->name, error.message);
    cop_agent_start(agent, 1);
    if (!cop_agent_think(agent, state, &limits, NULL, &report, &error))
        fail_msg("%s does not search in %s: %s", spec, game->name, error.message);
    if (!is_legal(game, state, report.best))
        fail_msg("%s plays no legal move in %s", spec, game->name);
    cop_agent_close(agent);
}

static void assert_refused(const struct cop_game *game, const char *spec)
{
    struct cop_limits limits = limits_of(limit_words);
    struct cop_error error = {""};
    struct cop_agent *agent = cop_agent_open(game, spec, &limits.means, &error);

    if (agent != NULL)
        fail_msg("%s opens in %s", spec, game->name);
    assert_true(error.message[0] != '\0');
}

/* It can be opened, and is said to change nothing (tests/search/test_idle.c asks whether that is
 * so). */
static bool is_noted(const struct cop_game *game, const char *spec)
{
    struct cop_text notes = COP_TEXT;
    bool is_noted;

    cop_agent_notes(game, spec, NULL, &notes);
    is_noted = notes.length > 0;
    cop_text_free(&notes);
    return is_noted;
}

static void every_cell_is_true(void **context)
{
    const struct cop_methods *methods = *context;

    for (int g = 0; g < methods->game_count; g++) {
        const struct cop_game *game = methods->games[g];
        void *state = first_decision(game);

        for (int m = 0; m < methods->method_count; m++) {
            struct cop_text spec = COP_TEXT;

            cop_method_spec(&cop_all_methods[m], game, &spec);
            if (methods->reasons[m * methods->game_count + g] == 0 || is_noted(game, spec.bytes))
                search(game, spec.bytes, state);
            else
                assert_refused(game, spec.bytes);
            cop_text_free(&spec);
        }
        free(state);
    }
}

/* A method that fits nowhere is a mistake in its row. */
static void every_method_fits_somewhere(void **context)
{
    const struct cop_methods *methods = *context;

    for (int m = 0; m < methods->method_count; m++) {
        int fitting = 0;

        for (int g = 0; g < methods->game_count; g++)
            fitting += methods->reasons[m * methods->game_count + g] == 0;
        if (fitting == 0)
            fail_msg("%s fits no game", cop_all_methods[m].spec);
    }
}

static bool is_in_row(const char *beginning)
{
    for (const struct cop_method *at = cop_all_methods; at->spec != NULL; at++)
        if (strncmp(at->spec, beginning, strlen(beginning)) == 0 &&
            strchr("(", at->spec[strlen(beginning)]) != NULL)
            return true;
    return false;
}

static void every_agent_has_a_row(void **context)
{
    (void)context;
    for (const struct cop_agent_kind *const *at = cop_all_agents(); *at != NULL; at++)
        if (!(*at)->is_external && !is_in_row((*at)->name))
            fail_msg("%s is in no row of methods.c", (*at)->name);
}

static bool is_given_somewhere(const char *option)
{
    char inside[2][80];

    snprintf(inside[0], sizeof inside[0], "(%s=", option);
    snprintf(inside[1], sizeof inside[1], " %s=", option);
    for (const struct cop_method *at = cop_all_methods; at->spec != NULL; at++)
        if (strncmp(at->spec, "mcts(", 5) == 0 &&
            (strstr(at->spec, inside[0]) != NULL || strstr(at->spec, inside[1]) != NULL))
            return true;
    return false;
}

/* Whoever adds a part adds a row: each table of options that mcts includes has an option in one.
 * Threads are left out, because a spec does not say how many there are, and opening books, because
 * they are files of whoever builds them. */
static void every_part_of_mcts_has_a_row(void **context)
{
    const struct cop_option *tables = cop_agent_kind_find("mcts")->options;

    (void)context;
    for (; tables->name != NULL; tables++) {
        bool is_shown =
            strcmp(tables->name, "Threads") == 0 || strcmp(tables->name, "Openings") == 0;

        assert_int_equal(tables->kind, COP_TABLE);
        for (struct cop_option_walk walk = cop_options_walk(tables->table);
             cop_options_next(&walk);)
            is_shown = is_shown || is_given_somewhere(walk.option->name);
        if (!is_shown)
            fail_msg("%s is in no row of methods.c", tables->name);
    }
}

/* What a game says it has can be used, by name. The evaluator `large` takes a minute to make: it is
 * checked and not opened. */
static void what_games_know_can_be_used(void **context)
{
    const struct cop_methods *methods = *context;

    for (int g = 0; g < methods->game_count; g++) {
        const struct cop_game *game = methods->games[g];
        const struct cop_evaluator *evaluator = NULL;
        const struct cop_policy *policy = game->rules->policies;
        const struct cop_recipe *recipe = game->rules->recipes;
        void *state = first_decision(game);
        char spec[200];

        while ((evaluator = cop_evaluator_after(game, evaluator)) != NULL) {
            snprintf(spec, sizeof spec, "%s(eval=%s)", game->players > 2 ? "maxn" : "star1",
                     evaluator->name);
            if (strcmp(evaluator->name, "large") == 0)
                assert_true(cop_agent_check(game, spec, NULL, NULL, NULL));
            else
                search(game, spec, state);
        }
        for (; policy != NULL && policy->name != NULL; policy++) {
            snprintf(spec, sizeof spec, "mcts(playout=%s)", policy->name);
            search(game, spec, state);
        }
        for (; recipe != NULL && recipe->name != NULL; recipe++) {
            snprintf(spec, sizeof spec, "%s(preset=%s)", recipe->agent, recipe->name);
            if (cop_agent_check(game, spec, NULL, NULL, NULL))
                search(game, spec, state);
            else
                assert_true(strchr(game->name, '(') != NULL); /* presets are for the game itself */
        }
        free(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cell_is_true),
        cmocka_unit_test(every_method_fits_somewhere),
        cmocka_unit_test(every_agent_has_a_row),
        cmocka_unit_test(every_part_of_mcts_has_a_row),
        cmocka_unit_test(what_games_know_can_be_used),
    };

    return cmocka_run_group_tests_name("methods", tests, set_up, tear_down);
}
