/* test_endless.c - proof searches in games that can go on for ever: every answer of theirs is that
 * of a retrograde analysis of all positions of small Fanorona boards, which are full of cycles
 * (samegame-and-fanorona.md 6.2, 8.4). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "endless_truth.h"
#include "search/proof/prove.h"
#include "slow_build.h"

/* ---- The searches ---- */

static const struct cop_prover provers[] = {
    {.is_depth_first = true, .dfpn = {.epsilon = 0}},
    {.is_depth_first = true, .dfpn = {.epsilon = 0.25}},
    {.is_depth_first = true, .dfpn = {.epsilon = 0.25, .is_weak = true}},
    {.is_depth_first = true, .dfpn = {.epsilon = 1, .start = {PROOF_MOBILITY}}},
    {.pn = {.second = PN_ALONE}},
    {.pn = {.second = PN_ALONE, .is_delayed = true}},
    {.pn = {.second = PN_AS_FIRST, .second_least = 10}},
    {.is_depth_first = true, .dfpn = {.epsilon = 0.25, .start = {PROOF_EVALUATOR, 3, 0.25, ""}}},
};
enum { PROVERS = sizeof provers / sizeof provers[0] };

static void ask(const struct truth *truth, int position, const struct cop_prover *prover,
                size_t memory)
{
    struct cop_solve_limits limits = {.memory = memory, .threads = 1, .positions = 3000000};
    struct cop_solution solution;
    struct cop_error error;

    if (!cop_prove(truth->game, state_of(truth, position), COP_STAKE_PAYOFF, prover, &limits,
                   &solution, &error))
        fail_msg("%s", error.message);
    if (solution.lower != solution.upper)
        fail_msg("prover %d, position %d: %g to %g after %lld positions", (int)(prover - provers),
                 position, solution.lower, solution.upper, (long long)solution.positions);
    if (solution.lower != payoff_of(truth, position))
        fail_msg("position %d is worth %g and not %g", position, payoff_of(truth, position),
                 solution.lower);
}

/* The four first moves: two win, two lose. */
static void check_first_moves(const struct truth *truth)
{
    static const char *const winning[] = {"c1-b2A", "c2-b2A"}, *const losing[] = {"a1-b2A",
                                                                                  "b1-b2A"};
    const struct cop_game *game = truth->game;
    _Alignas(max_align_t) unsigned char start[COP_STATE_MAX], next[COP_STATE_MAX];
    struct cop_rng rng;
    cop_move moves[64];
    int found = 0;

    cop_rng_seed(&rng, 1);
    game->rules->start(game, start, &rng);
    for (int i = 0, count = game->rules->moves(game, start, moves); i < count; i++) {
        struct cop_text name = COP_TEXT;
        enum truth_value value;

        memcpy(next, start, game->state_size);
        game->rules->write_move(game, start, moves[i], &name);
        game->rules->play(game, next, moves[i]);
        value = value_after(truth, next, 0);
        for (int j = 0; j < 2; j++) {
            found += strcmp(name.bytes, winning[j]) == 0 && value == WON;
            found += strcmp(name.bytes, losing[j]) == 0 && value == LOST;
        }
        cop_text_free(&name);
    }
    assert_int_equal(found, 4);
}

/* Every so many positions, by one search after the other. */
static void ask_some(const struct truth *truth, int step)
{
    for (int i = 0; i < truth->count; i += step)
        if (is_going(truth, i))
            ask(truth, i, &provers[i / step % PROVERS], 64 << 20);
}

/* Drawn positions are those where everything hangs on what comes back: by every search, and by
 * tables that forget. */
static void ask_draws(const struct truth *truth, int step)
{
    int met = 0;

    for (int i = 0; i < truth->count; i++) {
        if (!is_going(truth, i) || !is_drawn(truth, i))
            continue;
        if (met++ % step > 0)
            continue;
        for (int j = 0; j < PROVERS; j++)
            ask(truth, i, &provers[j], 64 << 20);
        ask(truth, i, &provers[met % 4], 1 << 12);
    }
    assert_true(met > 100);
}

static void proofs_of_the_smallest_board_are_right(void **context)
{
    struct truth truth = open_truth(&small_board);

    (void)context;
    check_first_moves(&truth);
    ask_some(&truth, is_slow_build() ? 61 : 7);
    ask_draws(&truth, is_slow_build() ? 10 : 1);
    close_truth(&truth);
}

static void proofs_of_endings_of_a_wider_board_are_right(void **context)
{
    struct truth truth = open_truth(is_slow_build() ? &wide_and_few_board : &wide_board);

    (void)context;
    ask_some(&truth, is_slow_build() ? 197 : 97);
    ask_draws(&truth, is_slow_build() ? 97 : 41);
    close_truth(&truth);
}

static void searches_of_everything_refuse_endless_games(void **context)
{
    struct cop_game *game = cop_game_open(small_board.spec, NULL);
    struct cop_solve_limits limits = {.memory = 1 << 20, .threads = 1};
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_solution solution;
    struct cop_rng rng;
    struct cop_error error = {""};

    (void)context;
    assert_true(game->is_endless);
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    assert_false(cop_solve(game, state, COP_STAKE_PAYOFF, &limits, &solution, &error));
    assert_non_null(strstr(error.message, "for ever"));
    assert_false(cop_prove(game, state, COP_STAKE_SCORE, &provers[0], &limits, &solution, &error));
    assert_non_null(strstr(error.message, "points"));
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_of_the_smallest_board_are_right),
        cmocka_unit_test(proofs_of_endings_of_a_wider_board_are_right),
        cmocka_unit_test(searches_of_everything_refuse_endless_games),
    };

    return cmocka_run_group_tests_name("endless", tests, NULL, NULL);
}
