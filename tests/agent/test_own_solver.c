/* The game's own solver is asked before a search that has a time, and only then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "coppice/solve.h"
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
    assert_false(
        cop_own_solver_may_know(game, state, &limits, &record)); /* it rests after a failure */
    free(state);
    cop_game_close(game);
}

/* ---- Connect Four: what is won or drawn stays so ---- */

/* The payoff of the player to move, however long it takes. */
static double value_of(const struct cop_game *game, const void *state)
{
    const struct cop_solve_limits limits = {.memory = 1 << 25, .threads = 1};
    int turn = game->rules->turn(game, state);
    struct cop_solution solution;
    double of_player[2];

    if (turn == COP_OVER) {
        game->rules->payoff(game, state, of_player);
        return of_player[0];
    }
    assert_true(cop_solve(game, state, COP_STAKE_PAYOFF, &limits, &solution, NULL));
    assert_true(solution.lower == solution.upper);
    return turn == 0 ? solution.lower : 1 - solution.lower;
}

/* An agent plays both sides, but what is lost anyhow is played at random. Returns how often a value
 * was lost. */
static int play_on(const struct cop_game *game, const char *opening, const char *words,
                   struct cop_rng *rng)
{
    uint64_t state[8] = {0}, next[8];
    int lost_values = 0;

    game->rules->start(game, state, NULL);
    assert_true(cop_moves_play(game, state, opening, NULL, NULL, NULL));
    while (game->rules->turn(game, state) != COP_OVER) {
        double value = value_of(game, state);
        cop_move moves[16], move = cop_random_move(game, state, rng, moves);

        if (value != game->rules->turn(game, state)) { /* he has something to lose */
            struct cop_report report;

            cop_agent_close(think_once(game, state, "mcts(solver=on, reuse=on)", words, &report));
            move = report.best;
            memcpy(next, state, sizeof next);
            game->rules->play(game, next, move);
            lost_values += value_of(game, next) != value;
        }
        game->rules->play(game, state, move);
    }
    return lost_values;
}

/* Random openings of eight plies; the first of them take the solver no more than some thousand
 * positions, so that its two seconds of processor are plenty anywhere. */
static const char *const openings[] = {
    "23425153", "52465473", "67215354", "61477767", "42732441", "36354574", /* the quick ones */
    "32461175", "13515211", "44121541", "75126651", "55412157", "57621556", "23156151", "45433272",
    "36435115", "61755773", "17134661", "16636567", "43646314", "32514127", "32624474", "12445327",
    "47536436", "42212226", "31245355", "32675566", "54444146", "41212421", "35111525", "13511725",
};
enum { QUICK = 6, OPENINGS = sizeof openings / sizeof *openings };

static void no_value_of_connect_four_is_lost(void **unused)
{
    bool is_slow = getenv("COPPICE_SLOW") != NULL;
    struct cop_game *game = cop_game_open("connect4", NULL);
    struct cop_rng rng;

    (void)unused;
    cop_rng_seed(&rng, 1);
    for (int i = 0; i < (is_slow ? OPENINGS : QUICK); i++) {
        const char *words = is_slow ? "1s, processor=on" : "10s, processor=on";
        int lost_values = play_on(game, openings[i], words, &rng);

        if (lost_values > 0)
            fail_msg("%s: %d moves gave something away", openings[i], lost_values);
    }
    cop_game_close(game);
}

/* A failure far from the end makes the solver rest, one within its reach does not. */
static void within_reach_the_solver_does_not_rest(void **unused)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    struct cop_limits limits = {.time = 1e-4, .means = {.threads = 1, .memory = 1 << 24}};
    struct cop_solver_record record = {0};
    uint64_t state[8] = {0};
    double payoff;
    int64_t positions;
    cop_move best;

    (void)unused;
    game->rules->start(game, state, NULL);
    assert_false(
        cop_own_solver_ask(game, state, &limits, NULL, &record, &payoff, &best, &positions));
    assert_false(cop_own_solver_may_know(game, state, &limits, &record));
    record = (struct cop_solver_record){.failures = 3, .rests = 2};
    assert_true(cop_moves_play(game, state, "13511725", NULL, NULL, NULL));
    assert_true(cop_own_solver_may_know(game, state, &limits, &record));
    assert_false(
        cop_own_solver_ask(game, state, &limits, NULL, &record, &payoff, &best, &positions));
    assert_true(cop_own_solver_may_know(game, state, &limits, &record));
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
        cmocka_unit_test(no_value_of_connect_four_is_lost),
        cmocka_unit_test(within_reach_the_solver_does_not_rest),
    };

    return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
