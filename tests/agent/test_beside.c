/* The solver beside a search: what it says is what coppice solve says, of every move. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "agent/presets.h"
#include "coppice/solve.h"
#include "slow_build.h"

/* A game, a position and an adviser. */
struct bench {
    struct cop_game *game;
    struct cop_agent *agent;
    struct cop_limits limits;
    void *state, *child;
    cop_move *moves;
};

static struct bench set_up(const char *game, const char *agent, const char *words)
{
    struct bench bench = {.game = cop_game_open(game, NULL)};
    char *adviser;

    assert_true(cop_limits_parse(words, &bench.limits, NULL));
    adviser = cop_preset_adviser(bench.game, agent, &bench.limits);
    assert_non_null(strstr(adviser, "oracle=beside"));
    bench.limits.means.memory = 32 << 20;
    bench.agent = cop_agent_open(bench.game, adviser, &bench.limits.means, NULL);
    assert_non_null(bench.agent);
    bench.state = calloc(1, bench.game->state_size);
    bench.child = calloc(1, bench.game->state_size);
    bench.moves = calloc((size_t)bench.game->max_moves, sizeof *bench.moves);
    free(adviser);
    return bench;
}

static void tear_down(struct bench *bench)
{
    cop_agent_close(bench->agent);
    cop_game_close(bench->game);
    free(bench->state);
    free(bench->child);
    free(bench->moves);
}

/* Random moves until so many are played; false if the game was over before. */
static bool play_some(struct bench *bench, int plies, struct cop_rng *rng)
{
    const struct cop_game *game = bench->game;

    game->rules->start(game, bench->state, rng);
    for (int i = 0; i < plies; i++) {
        if (game->rules->turn(game, bench->state) == COP_OVER)
            return false;
        game->rules->play(game, bench->state,
                          cop_random_move(game, bench->state, rng, bench->moves));
    }
    return game->rules->turn(game, bench->state) != COP_OVER;
}

static double solve(const struct cop_game *game, const void *state, int player)
{
    struct cop_solve_limits limits = {.memory = 32 << 20, .threads = 1};
    struct cop_solution solution;
    double payoffs[COP_PLAYERS_MAX];

    if (game->rules->turn(game, state) == COP_OVER) {
        game->rules->payoff(game, state, payoffs);
        return payoffs[player];
    }
    assert_true(cop_solve(game, state, COP_STAKE_PAYOFF, &limits, &solution, NULL));
    assert_true(solution.lower == solution.upper);
    return game->rules->turn(game, state) == player ? solution.lower : 1 - solution.lower;
}

static enum cop_proof proof_of(double payoff)
{
    return payoff >= 1 ? COP_PROVEN_WIN : payoff <= 0 ? COP_PROVEN_LOSS : COP_PROVEN_EXACT;
}

/* The value of the position and of every move, and a best move that is one of the best. */
static void compare(struct bench *bench, const struct cop_report *report)
{
    const struct cop_game *game = bench->game;
    int player = game->rules->turn(game, bench->state);
    double payoff = solve(game, bench->state, player);

    assert_int_equal(report->proof, proof_of(payoff));
    assert_true(cop_report_chance(game, report, NULL, player) == payoff);
    assert_true(cop_report_chance(game, report, NULL, 1 - player) == 1 - payoff);
    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *candidate = &report->candidates[i];
        double worth;

        memcpy(bench->child, bench->state, game->state_size);
        game->rules->play(game, bench->child, candidate->move);
        worth = solve(game, bench->child, player);
        assert_int_equal(candidate->proof, proof_of(worth));
        assert_int_equal(candidate->kind, COP_VALUE_EXACT);
        assert_true(cop_report_chance(game, report, candidate, player) == worth);
        if (candidate->move == report->best)
            assert_true(worth == payoff);
    }
    assert_int_equal(report->line[0], report->best);
}

static void advise(const char *game, const char *agent, const char *words, int plies, int wanted)
{
    struct bench bench = set_up(game, agent, words);
    struct cop_rng rng;
    int seen = 0;

    cop_rng_seed(&rng, 17);
    while (seen < wanted) {
        struct cop_report report;

        if (!play_some(&bench, plies, &rng))
            continue;
        assert_true(cop_agent_think(bench.agent, bench.state, &bench.limits, NULL, &report, NULL));
        compare(&bench, &report);
        seen++;
    }
    tear_down(&bench);
}

static int rounds(int count)
{
    return is_slow_build() ? count / 5 : count;
}

static void a_counted_search_says_what_the_solver_says(void **unused)
{
    (void)unused;
    advise("connect4", "mcts(solver=on, reuse=on)", "sims=300", 14, rounds(15));
    advise("connect4", "alphabeta", "nodes=300", 18, rounds(15));
    advise("connect4", "mcts", "sims=1", 24, rounds(15));
    advise("othello", "alphabeta", "nodes=2000", 50, rounds(5));
    advise("othello", "mcts", "sims=100", 52, rounds(5));
}

/* The solver has long ended when the search has made a tenth of its count: it must not matter. */
static void a_counted_search_is_made_to_its_end(void **unused)
{
    struct bench bench = set_up("connect4(width=4, height=4)", "mcts", "sims=20k");
    struct cop_report report;

    (void)unused;
    bench.game->rules->start(bench.game, bench.state, NULL);
    assert_true(cop_moves_play(bench.game, bench.state, "ababab", NULL, NULL, NULL));
    for (int i = 0; i < 5; i++) {
        assert_true(cop_agent_think(bench.agent, bench.state, &bench.limits, NULL, &report, NULL));
        compare(&bench, &report);
        assert_int_equal(report.sims, 20000);
        assert_false(report.stopped_early);
    }
    tear_down(&bench);
}

/* A search that has a time ends before it, where the solver knows all there is to know; a minute is
 * enough on any machine. */
static void a_timed_search_ends_when_all_is_known(void **unused)
{
    struct bench bench = set_up("connect4", "mcts", "1m");
    struct cop_rng rng;
    int seen = 0;

    (void)unused;
    cop_rng_seed(&rng, 23);
    while (seen < 3) {
        struct cop_report report;

        if (!play_some(&bench, 26, &rng) ||
            solve(bench.game, bench.state, bench.game->rules->turn(bench.game, bench.state)) <= 0)
            continue;
        assert_true(cop_agent_think(bench.agent, bench.state, &bench.limits, NULL, &report, NULL));
        compare(&bench, &report);
        assert_true(report.stopped_early);
        seen++;
    }
    tear_down(&bench);
}

/* "wins in 11": the distance, and a line that long which begins with the best move. */
static void a_win_is_told_with_its_length(void **unused)
{
    struct bench bench = set_up("connect4", "mcts", "sims=100");
    struct cop_text words = COP_TEXT;
    struct cop_report report;

    (void)unused;
    bench.game->rules->start(bench.game, bench.state, NULL);
    assert_true(cop_moves_play(bench.game, bench.state, "daea", NULL, NULL, NULL));
    assert_true(cop_agent_think(bench.agent, bench.state, &bench.limits, NULL, &report, NULL));
    assert_int_equal(report.proof, COP_PROVEN_WIN);
    assert_int_equal(report.distance, 3);
    assert_int_equal(report.best, 3); /* c */
    assert_int_equal(report.line[0], report.best);
    assert_true(cop_report_words(bench.game, &report, NULL, &words));
    assert_string_equal(words.bytes, "wins in 3");
    cop_text_free(&words);
    tear_down(&bench);
}

/* The solver's time would not be counted; who asks for advice has not asked for a solver. */
static void advice_that_counts_the_processor_has_no_solver_beside_it(void **unused)
{
    static const char *const games[] = {"connect4", "othello", "amazons"};
    static const char *const agents[] = {"mcts", "alphabeta", "alphabeta(oracle=beside)"};

    (void)unused;
    for (int i = 0; i < 9; i++) {
        struct cop_game *game = cop_game_open(games[i / 3], NULL);
        struct cop_text text = COP_TEXT;
        struct cop_error error = {""};
        struct cop_limits limits;
        char *adviser;

        assert_true(cop_limits_parse("1s, processor=on", &limits, NULL));
        adviser = cop_preset_adviser(game, agents[i % 3], &limits);
        assert_int_equal(strstr(adviser, "oracle=beside") != NULL, i % 3 == 2);
        assert_int_equal(cop_agent_check(game, adviser, &limits, &text, &error), i % 3 != 2);
        free(adviser);
        cop_text_free(&text);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(advice_that_counts_the_processor_has_no_solver_beside_it),
        cmocka_unit_test(a_counted_search_says_what_the_solver_says),
        cmocka_unit_test(a_counted_search_is_made_to_its_end),
        cmocka_unit_test(a_timed_search_ends_when_all_is_known),
        cmocka_unit_test(a_win_is_told_with_its_length),
    };

    return cmocka_run_group_tests_name("beside", tests, NULL, NULL);
}
