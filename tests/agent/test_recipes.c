/* test_recipes.c - agents that games know by name: they open, are named by what they do, and give
 * way to what else is said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/agent.h"

static struct cop_limits limits_of(const char *words)
{
    struct cop_limits limits;

    assert_true(cop_limits_parse(words, &limits, NULL));
    return limits;
}

/* A search with it, so that what only an opened agent can find out is found out. */
static void try_recipe(const struct cop_rules *rules, const struct cop_recipe *recipe)
{
    struct cop_game *game = cop_game_open(rules->name, NULL);
    bool counts_sims = strcmp(recipe->agent, "mcts") == 0;
    struct cop_limits limits = limits_of(counts_sims ? "sims=200, seed=1" : "nodes=200, seed=1");
    struct cop_text spec = COP_TEXT, written = COP_TEXT, canonical = COP_TEXT;
    struct cop_error error = {""};
    struct cop_agent *agent;
    struct cop_report report;
    struct cop_rng rng;
    void *state = calloc(1, game->state_size);
    cop_move *moves = malloc((size_t)game->max_moves * sizeof *moves);

    cop_text_add(&spec, "%s(preset=%s)", recipe->agent, recipe->name);
    cop_text_add(&written, "%s(%s)", recipe->agent, recipe->options);
    if (!cop_agent_check(game, spec.bytes, &limits, &canonical, &error))
        fail_msg("%s in %s: %s", spec.bytes, rules->name, error.message);
    assert_null(strstr(canonical.bytes, "preset"));
    agent = cop_agent_open(game, written.bytes, &limits.means, &error);
    assert_non_null(agent);
    assert_string_equal(cop_agent_name(agent), canonical.bytes);
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    while (game->rules->turn(game, state) == COP_CHANCE)
        game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
    assert_true(cop_agent_think(agent, state, &limits, NULL, &report, &error));
    assert_true(counts_sims ? report.sims >= 200 : report.nodes >= 100);
    cop_agent_close(agent);
    cop_text_free(&spec);
    cop_text_free(&written);
    cop_text_free(&canonical);
    free(state);
    free(moves);
    cop_game_close(game);
}

static void every_recipe_is_a_player(void **unused)
{
    int count = 0;

    (void)unused;
    for (int i = 0; cop_all_rules()[i] != NULL; i++) {
        const struct cop_recipe *recipe = cop_all_rules()[i]->recipes;

        for (; recipe != NULL && recipe->name != NULL; recipe++) {
            try_recipe(cop_all_rules()[i], recipe);
            count++;
        }
    }
    assert_true(count >= 5);
}

static void what_is_given_counts_instead(void **unused)
{
    struct cop_game *game = cop_game_open("twixt", NULL);
    struct cop_limits limits = limits_of("sims=1");
    struct cop_text canonical = COP_TEXT;

    (void)unused;
    assert_true(cop_agent_check(game,
                                "mcts(c=0, preset=thesis, solver=off, proof=bounds, "
                                "look_ahead=off)",
                                &limits, &canonical, NULL));
    assert_non_null(strstr(canonical.bytes, "c=0,"));
    assert_null(strstr(canonical.bytes, "solver"));
    assert_non_null(strstr(canonical.bytes, "playout=knowledge"));
    cop_text_free(&canonical);
    cop_game_close(game);
}

static void unknown_names_are_told_what_there_is(void **unused)
{
    static const char *const rows[][3] = {
        {"twixt", "mcts(preset=clever)", "twixt has thesis, basic"},
        {"morpion", "mcts(preset=thesis)", "morpion has no presets"},
    };
    struct cop_limits limits = limits_of("sims=1");

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cop_game *game = cop_game_open(rows[i][0], NULL);
        struct cop_error error = {""};

        assert_false(cop_agent_check(game, rows[i][1], &limits, NULL, &error));
        if (strstr(error.message, rows[i][2]) == NULL)
            fail_msg("%s", error.message);
        cop_game_close(game);
    }
}

/* Who gave a preset has not named the evaluator that is missing. */
static void a_preset_of_another_board_is_named(void **context)
{
    struct cop_game *game = cop_game_open("focus(players=3)", NULL);
    struct cop_limits limits = limits_of("sims=10");
    struct cop_error error = {""};

    (void)context;
    assert_non_null(game);
    assert_false(cop_agent_check(game, "mcts(preset=strong)", &limits, NULL, &error));
    assert_string_equal(error.message,
                        "with preset=strong: mcts: judge: focus(players=3) has no evaluator "
                        "\"learned\"; give one of captures, score, none");
    assert_false(
        cop_agent_check(game, "mcts(judge=learned, playout_limit=1)", &limits, NULL, &error));
    assert_null(strstr(error.message, "preset"));
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_recipe_is_a_player),
        cmocka_unit_test(what_is_given_counts_instead),
        cmocka_unit_test(unknown_names_are_told_what_there_is),
        cmocka_unit_test(a_preset_of_another_board_is_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
