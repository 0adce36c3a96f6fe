/* test_nearer.c - replies that win games that can go on for ever: they are found for every position
 * that a retrograde analysis of small Fanorona boards calls won or lost, whatever the table has
 * forgotten, and the walk of a proof takes them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "endless_truth.h"
#include "proof/walk.h"
#include "search/proof/nearer.h"
#include "slow_build.h"

static bool reply(void *context, const void *state, cop_move *move, struct cop_error *error)
{
    *move = proof_nearer_reply(context, state);
    return *move != COP_NO_MOVE || cop_fail(error, "there is no reply");
}

/* Positions that looking for the replies may take, twice what the dearest one takes here and as
 * many as depth first with other moves asked about on each way took. */
enum { DEAREST = 24000 };

/* The claim is about the player to move, so that the claimant is the other one where he loses.
 * `room` is the memory for the replies, 0 for as much as it takes; little of it is told as such. */
static void prove(const struct truth *truth, int position, size_t memory, size_t room)
{
    const struct cop_game *game = truth->game;
    const void *state = state_of(truth, position);
    const struct dfpn_config config = {.epsilon = 0.25};
    const struct cop_run_terms terms = {.tickets = 100000000};
    int player = game->rules->turn(game, state);
    bool is_lost = payoff_of(truth, position) == 0;
    struct cop_proof_walk walk = {
        .game = game,
        .terms.claim = {COP_STAKE_PAYOFF, player, is_lost, is_lost ? 0 : 1},
        .reply = reply};
    struct proof_nearer nearer;
    struct cop_error error = {""};
    struct cop_run run;
    struct cop_pace pace;
    struct dfpn dfpn;
    int64_t created;
    cop_move best;

    cop_run_begin(&run, &terms);
    cop_pace_begin(&pace, true, 1);
    assert_true(dfpn_open(&dfpn, game, &config, memory, &run, &pace, &error));
    dfpn.goal = proof_goal_for(game, COP_STAKE_PAYOFF, player);
    proof_goal_begin(&dfpn.goal, is_lost ? nextafter(0, 1) : 1);
    assert_int_equal(dfpn_ask(&dfpn, state, &best), is_lost ? PROOF_FALSE : PROOF_TRUE);
    proof_nearer_open(&nearer, &dfpn, is_lost ? 1 - player : player, room);
    walk.context = &nearer;
    created = dfpn.created;
    if (proof_nearer_find(&nearer, state)) {
        if (!cop_proof_go(&walk, state, &error))
            fail_msg("position %d: %s", position, error.message);
    } else if (room == 0 || !nearer.is_over) {
        fail_msg("position %d: no replies with a table of %zu bytes", position, memory);
    }
    assert_true(dfpn.created - created < DEAREST);
    proof_nearer_close(&nearer);
    dfpn_close(&dfpn);
}

/* Every so many positions that are no draws. */
static void prove_some(const struct board *board, int step, size_t memory, size_t room)
{
    struct truth truth = open_truth(board);
    int met = 0;

    for (int i = 0; i < truth.count; i++)
        if (is_going(&truth, i) && !is_drawn(&truth, i) && met++ % step == 0)
            prove(&truth, i, memory, room);
    assert_true(met > 100);
    close_truth(&truth);
}

static void wins_have_replies_that_end(void **context)
{
    (void)context;
    prove_some(&small_board, is_slow_build() ? 61 : 3, 1 << 20, 0);
    prove_some(&wide_and_few_board, is_slow_build() ? 197 : 41, 1 << 20, 0);
}

/* A table of four kilobytes has forgotten most of what led to a win. */
static void forgotten_wins_are_found_again(void **context)
{
    (void)context;
    prove_some(&small_board, is_slow_build() ? 61 : 3, 1 << 12, 0);
    prove_some(&wide_and_few_board, is_slow_build() ? 997 : 97, 1 << 12, 0);
}

/* From room for nothing to room for all: either there are replies, or it says that it is over. */
static void little_room_is_told(void **context)
{
    (void)context;
    for (size_t room = 1; room < 1 << 17; room *= 4)
        prove_some(&wide_and_few_board, 197, 1 << 20, room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_have_replies_that_end),
        cmocka_unit_test(forgotten_wins_are_found_again),
        cmocka_unit_test(little_room_is_told),
    };

    return cmocka_run_group_tests_name("nearer", tests, NULL, NULL);
}
