/* test_threads.c - proofs written from what several threads have left in df-PN's table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "agent/solvers.h"
#include "base/allocate.h"
#include "proofs.h"

static const struct {
    const char *spec, *solver;
    enum cop_stake stake;
    double value;
} cases[] = {
    {"connect4(width=4, height=4)", "dfpn", COP_STAKE_PAYOFF, 0.5},
    {"othello(size=4)", "dfpn(weak=on)", COP_STAKE_SCORE, -10},
    {"breakthrough(width=4, height=4)", "dfpn(start=evaluator)", COP_STAKE_PAYOFF, 0},
    {"fanorona(width=3, height=5)", "dfpn(start=mobility)", COP_STAKE_PAYOFF, 1},
    {"fanorona(width=5, height=3, repetition=off, quiet=0)", "dfpn", COP_STAKE_PAYOFF, 1},
};

static void prove(const char *spec, const char *solver, enum cop_stake stake, double value,
                  size_t memory)
{
    const struct cop_solve_limits limits = {.memory = memory, .threads = 2};
    struct cop_game *game = cop_game_open(spec, NULL);
    void *state = cop_allocate(game->state_size);
    struct cop_text file = COP_TEXT;
    struct cop_error error = {""};
    struct cop_solution solution;
    struct cop_proved proved = {.replies = 0};
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    if (!cop_solve_by(solver, game, state, stake, &limits, &solution, &error) ||
        !cop_solver_write(solver, game, state, stake, &limits, &solution, &file, &error) ||
        !proofs_check(file.bytes, file.length, &proved, &error))
        fail_msg("%s by %s: %s", spec, solver, error.message);
    assert_true(solution.lower == value && solution.upper == value);
    assert_true(proved.replies > 0);
    cop_proved_free(&proved);
    cop_text_free(&file);
    free(state);
    cop_game_close(game);
}

/* With room for everything, and with a table that has forgotten most of it. */
static void what_threads_have_found_is_written_down(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        prove(cases[i].spec, cases[i].solver, cases[i].stake, cases[i].value, 16 << 20);
        prove(cases[i].spec, cases[i].solver, cases[i].stake, cases[i].value, 1 << 19);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_threads_have_found_is_written_down),
    };

    return cmocka_run_group_tests_name("proof-threads", tests, proofs_open, proofs_close);
}
