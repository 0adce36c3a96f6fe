/* test_start.c - the numbers that positions begin with: the formula of start.h worked out by hand,
 * and answers that are the same whatever they are (samegame-and-fanorona.md 6.7). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "agent/solvers.h"
#include "base/allocate.h"
#include "coppice/agent.h"
#include "search/proof/prove.h"
#include "slow_build.h"

/* ---- Numbers ---- */

/* Othello on 4 x 4 squares after one move: Black has four discs and White one, so that `score` says
 * 3 of 16 for Black. White to move has three moves. */
static struct proof_numbers numbers_of(const struct proof_start_config *config, int player)
{
    struct cop_game *game = cop_game_open("othello(size=4)", NULL);
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    struct proof_numbers numbers;
    struct proof_start start;
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    game->rules->moves(game, state, moves);
    game->rules->play(game, state, moves[0]);
    assert_int_equal(game->rules->turn(game, state), 1);
    assert_int_equal(game->rules->score(game, state, 0), 3);
    assert_int_equal(game->rules->moves(game, state, moves), 3);
    assert_true(proof_start_open(&start, game, config, NULL, NULL));
    numbers = proof_start_numbers(&start, state, player, moves);
    free(moves);
    cop_game_close(game);
    return numbers;
}

static void assert_numbers(const struct proof_start_config *config, int player, uint32_t proof,
                           uint32_t disproof)
{
    struct proof_numbers numbers = numbers_of(config, player);

    assert_int_equal(numbers.proof, proof);
    assert_int_equal(numbers.disproof, disproof);
}

static void ones_and_moves_are_counted(void **context)
{
    static const struct proof_start_config ones = {PROOF_ONES}, mobility = {PROOF_MOBILITY};

    (void)context;
    assert_numbers(&ones, 0, 1, 1);
    assert_numbers(&ones, 1, 1, 1);
    assert_numbers(&mobility, 0, 3, 1); /* all of White's moves must fail */
    assert_numbers(&mobility, 1, 1, 3);
}

/* 3 of 16 is half a step of 3 of 8: s is 1/2 for Black and -1/2 for White. With a scale of 4 a
 * number is multiplied by 1 + 4 * 1/2 or 1 + 4 * 3/2. */
static void an_advantage_makes_its_answer_cheaper(void **context)
{
    static const struct proof_start_config config = {PROOF_EVALUATOR, 4, 0.375, "score"};

    (void)context;
    assert_numbers(&config, 0, 3 * 3, 7);
    assert_numbers(&config, 1, 7, 3 * 3);
}

/* More than a step is no more than sure: 1 + 4 * 0 and 1 + 4 * 2. */
static void more_than_sure_is_sure(void **context)
{
    static const struct proof_start_config config = {PROOF_EVALUATOR, 4, 0.125, "score"};

    (void)context;
    assert_numbers(&config, 0, 3, 9);
    assert_numbers(&config, 1, 9, 3);
}

/* The whole way is 16: 1 + 4 * 13/16 = 4.25 and 1 + 4 * 19/16 = 5.75, times 3, rounded. */
static void numbers_are_rounded_at_the_end(void **context)
{
    static const struct proof_start_config config = {PROOF_EVALUATOR, 4, 1, "score"};

    (void)context;
    assert_numbers(&config, 0, 13, 6);
    assert_numbers(&config, 1, 6, 13);
}

/* Who knows nothing says the same of both answers. */
static void nothing_known_is_mobility_times_the_scale(void **context)
{
    static const struct proof_start_config config = {PROOF_EVALUATOR, 1, 0.5, "none"};
    static const struct proof_start_config without = {PROOF_EVALUATOR, 0, 0.5, "score"};

    (void)context;
    assert_numbers(&config, 0, 6, 2);
    assert_numbers(&without, 0, 3, 1);
}

/* ---- Answers ---- */

#define BY_EVALUATOR                                    \
    {                                                   \
        .by = PROOF_EVALUATOR, .scale = 3, .step = 0.25 \
    }
#define BY_SCALE                                       \
    {                                                  \
        .by = PROOF_EVALUATOR, .scale = 100, .step = 1 \
    }

static const struct cop_prover provers[] = {
    {.is_depth_first = true, .dfpn = {.epsilon = 0, .start = BY_EVALUATOR}},
    {.is_depth_first = true, .dfpn = {.epsilon = 0.25, .start = BY_SCALE}},
    {.is_depth_first = true, .dfpn = {.epsilon = 1, .is_weak = true, .start = BY_EVALUATOR}},
    {.pn = {.second = PN_ALONE, .start = BY_EVALUATOR}},
    {.pn = {.second = PN_ALONE, .is_delayed = true, .start = BY_SCALE}},
    {.pn = {.second = PN_AS_FIRST, .second_least = 10, .start = BY_EVALUATOR}},
};
enum { PROVERS = sizeof provers / sizeof provers[0] };

struct game_case {
    const char *spec;
    int least, plies; /* of the random beginnings */
    enum cop_stake stake;
};

static const struct game_case cases[] = {
    {"connect4(width=4, height=4)", 6, 4, COP_STAKE_PAYOFF},
    {"breakthrough(width=3, height=5)", 6, 8, COP_STAKE_PAYOFF},
    {"othello(size=4)", 4, 6, COP_STAKE_SCORE},
    {"fanorona(width=3, height=3)", 1, 8, COP_STAKE_PAYOFF},
    {"twixt(size=4)", 4, 4, COP_STAKE_PAYOFF},
};

static void solve_both(const struct game_case *one, uint64_t seed)
{
    struct cop_solve_limits limits = {.memory = 64 << 20, .threads = 1 + (int)(seed % 2)};
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open(one->spec, &error);
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_solution expected, proven;
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    game->rules->start(game, state, &rng);
    game->rules->playout(game, state, &rng, one->least + (int)(seed % (uint64_t)one->plies));
    for (int i = 0; i < PROVERS && game->rules->turn(game, state) != COP_OVER; i++) {
        assert_true(cop_solve(game, state, one->stake, &limits, &expected, &error));
        if (!cop_prove(game, state, one->stake, &provers[i], &limits, &proven, &error))
            fail_msg("%s", error.message);
        if (proven.lower != proven.upper || proven.lower != expected.lower)
            fail_msg("%s: proven %g to %g, solved %g", one->spec, proven.lower, proven.upper,
                     expected.lower);
    }
    cop_game_close(game);
}

static void evaluators_change_no_answer(void **context)
{
    uint64_t seeds = is_slow_build() ? 3 : 12;

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (uint64_t seed = 1; seed <= seeds; seed++)
            solve_both(&cases[i], seed);
}

/* An evaluator that knows who is ahead saves work, or none of this would be worth its while. */
static void lines_of_connect_four_save_half_of_the_work(void **context)
{
    struct cop_game *game = cop_game_open("connect4(width=5, height=4)", NULL);
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_solve_limits limits = {.memory = 64 << 20, .threads = 1};
    static const struct cop_prover two[] = {
        {.is_depth_first = true, .dfpn = {.epsilon = 0.25}},
        {.is_depth_first = true, .dfpn = {.epsilon = 0.25, .start = BY_EVALUATOR}},
    };
    struct cop_solution solutions[2];
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    for (int i = 0; i < 2; i++)
        assert_true(
            cop_prove(game, state, COP_STAKE_PAYOFF, &two[i], &limits, &solutions[i], NULL));
    assert_true(solutions[1].positions < solutions[0].positions / 2);
    cop_game_close(game);
}

/* ---- Options ---- */

static void assert_refused(const char *agent, const char *reason)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    struct cop_error error = {""};

    assert_false(cop_agent_check(game, agent, NULL, NULL, &error));
    if (strstr(error.message, reason) == NULL)
        fail_msg("%s: %s", agent, error.message);
    cop_game_close(game);
}

static void options_that_cannot_be_are_refused(void **context)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    struct cop_error error = {""};

    (void)context;
    assert_refused("dfpn(start=evaluator, eval=material)", "no evaluator \"material\"");
    assert_refused("pn(start=evaluator, eval=material)", "no evaluator \"material\"");
    assert_refused("dfpn(eval=lines)", "eval is for start=evaluator");
    assert_refused("pn(start=mobility, eval_scale=2)", "eval_scale is for start=evaluator");
    assert_refused("dfpn(start=ones, eval_step=0.5)", "eval_step is for start=evaluator");
    assert_refused(
        "dfpn(start=evaluator, eval=\"an evaluator with a name that nobody would give\")",
        "so long a name");
    assert_true(cop_agent_check(game, "dfpn(start=evaluator, eval=lines)", NULL, NULL, &error));
    assert_true(cop_agent_check(game, "pn(start=evaluator)", NULL, NULL, &error));
    cop_game_close(game);
}

static void a_solver_refuses_what_the_game_has_not(void **context)
{
    struct cop_game *game = cop_game_open("connect4(width=4, height=4)", NULL);
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_solve_limits limits = {.memory = 1 << 20, .threads = 2};
    static const char *const solvers[] = {"dfpn(start=evaluator, eval=material)",
                                          "pn(start=evaluator, eval=material)"};
    struct cop_solution solution;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    for (int i = 0; i < 2; i++) {
        struct cop_error error = {""};

        assert_false(
            cop_solve_by(solvers[i], game, state, COP_STAKE_PAYOFF, &limits, &solution, &error));
        assert_non_null(strstr(error.message, "give one of lines"));
    }
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ones_and_moves_are_counted),
        cmocka_unit_test(an_advantage_makes_its_answer_cheaper),
        cmocka_unit_test(more_than_sure_is_sure),
        cmocka_unit_test(numbers_are_rounded_at_the_end),
        cmocka_unit_test(nothing_known_is_mobility_times_the_scale),
        cmocka_unit_test(evaluators_change_no_answer),
        cmocka_unit_test(lines_of_connect_four_save_half_of_the_work),
        cmocka_unit_test(options_that_cannot_be_are_refused),
        cmocka_unit_test(a_solver_refuses_what_the_game_has_not),
    };

    return cmocka_run_group_tests_name("start", tests, NULL, NULL);
}
