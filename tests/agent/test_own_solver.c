/* The game's own solver is asked before a search that has a time, and only then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "search/own_solver.h"
#include "think.h"

static struct cop_report think(const char *spec, const char *game_spec, const char *moves,
                               const char *words)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open(game_spec, &error);
    struct cop_report report;
    struct cop_rng rng;
    void *state;

    assert_non_null(game);
    state = calloc(1, game->state_size);
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    if (!cop_moves_play(game, state, moves, NULL, NULL, &error))
        fail_msg("%s", error.message);
    cop_agent_close(think_once(game, state, spec, words, &report));
    report.candidates = NULL;
    free(state);
    cop_game_close(game);
    return report;
}

static const char won[] = "4444422611", lost[] = "235641723544";

/* With a minute's time the solver has more than it needs on any machine. */
static void what_the_solver_proves_is_played(void **unused)
{
    static const char *const agents[] = {"mcts", "alphabeta"};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct cop_report report = think(agents[i], "connect4", won, "1m");

        assert_int_equal(report.proof, COP_PROVEN_WIN);
        assert_int_equal(report.best, 2); /* b */
        assert_true(report.value[0] == 1 && report.value[1] == 0);
        assert_true(report.seconds < 60);
    }
}

static void a_lost_position_is_searched_and_called_lost(void **unused)
{
    struct cop_report report = think("mcts", "connect4", lost, "1s");

    (void)unused;
    assert_int_equal(report.proof, COP_PROVEN_LOSS);
    assert_true(report.value[0] == 0 && report.value[1] == 1);
    assert_true(report.sims > 0);
}

static void counts_and_the_option_leave_the_solver_alone(void **unused)
{
    (void)unused;
    assert_int_equal(think("mcts", "connect4", lost, "sims=100").proof, COP_UNPROVEN);
    assert_int_equal(think("mcts", "connect4", lost, "1m, sims=100").proof, COP_UNPROVEN);
    assert_int_equal(think("mcts(oracle=off)", "connect4", lost, "50ms").proof, COP_UNPROVEN);
}

/* An opening that cannot be solved in time is searched as ever. */
static void an_opening_is_searched(void **unused)
{
    struct cop_report report = think("mcts", "othello", "", "100ms");

    (void)unused;
    assert_int_equal(report.proof, COP_UNPROVEN);
    assert_true(report.sims > 0);
}

/* However long the limit, a search shows its own thoughts soon. */
static void a_long_limit_does_not_keep_people_waiting(void **unused)
{
    struct cop_game *game = cop_game_open("othello", NULL);
    struct cop_solver_record record = {0};
    struct cop_limits limits = {.time = 3600, .means = {.threads = 1, .memory = 1 << 24}};
    void *state = calloc(1, game->state_size);
    double began = cop_now(), payoff;
    int64_t positions;
    cop_move best;

    (void)unused;
    game->rules->start(game, state, NULL);
    assert_false(
        cop_own_solver_ask(game, state, &limits, NULL, &record, &payoff, &best, &positions));
    assert_true(cop_now() - began < 600);
    assert_false(cop_own_solver_may_know(game, &limits, &record)); /* it rests after a failure */
    free(state);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_solver_proves_is_played),
        cmocka_unit_test(a_lost_position_is_searched_and_called_lost),
        cmocka_unit_test(counts_and_the_option_leave_the_solver_alone),
        cmocka_unit_test(an_opening_is_searched),
        cmocka_unit_test(a_long_limit_does_not_keep_people_waiting),
    };

    return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
