/* test_dfpn.c - df-PN: the worked numbers and thresholds of the specification
 * (amazons-endgame-and-books.md 4.4), and answers that are those of proof-number search and of a
 * search of everything, with small tables too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "coppice/agent.h"
#include "search/proof/prove.h"

static const struct dfpn_config plain = {.epsilon = 0}, weak = {.epsilon = 0, .is_weak = true};

static void assert_numbers(struct proof_numbers numbers, uint32_t proof, uint32_t disproof)
{
    assert_int_equal(numbers.proof, proof);
    assert_int_equal(numbers.disproof, disproof);
}

/* [2] An AND node over numbers 2 and 3; and with a third child that is proven. */
static void dfpn_adds_what_is_needed(void **context)
{
    static const struct dfpn_child children[] = {{1, {2, 1}}, {2, {3, 1}}, {3, {0, PROOF_NEVER}}};
    struct proof_numbers none = {PROOF_NEVER, PROOF_NEVER};

    (void)context;
    for (int count = 2; count <= 3; count++) {
        assert_int_equal(dfpn_choose(&plain, false, children, count, none).numbers.proof, 5);
        assert_int_equal(dfpn_choose(&weak, false, children, count, none).numbers.proof, 4);
    }
}

/* [3] An OR node with thresholds (never, 10). */
static void dfpn_hands_thresholds_down(void **context)
{
    static const struct dfpn_child children[] = {{1, {1, 3}}, {2, {2, 2}}, {3, {4, 1}}};
    struct proof_numbers thresholds = {PROOF_NEVER, 10};
    struct dfpn_choice choice = dfpn_choose(&plain, true, children, 3, thresholds);

    (void)context;
    assert_int_equal(choice.best, 0);
    assert_numbers(choice.numbers, 1, 6);
    assert_numbers(choice.thresholds, 3, 7);
    choice = dfpn_choose(&weak, true, children, 3, thresholds);
    assert_numbers(choice.numbers, 1, 5);
    assert_numbers(choice.thresholds, 3, 8);
}

/* 1 + epsilon: a second child of 8 is not gone to before the first has more than 8 * 1.25 + 1. */
static void dfpn_stays_a_little_longer_with_epsilon(void **context)
{
    static const struct dfpn_child children[] = {{1, {1, 1}}, {2, {8, 1}}};
    struct proof_numbers none = {PROOF_NEVER, PROOF_NEVER};
    const struct dfpn_config patient = {.epsilon = 0.25};

    (void)context;
    assert_int_equal(dfpn_choose(&plain, true, children, 2, none).thresholds.proof, 9);
    assert_int_equal(dfpn_choose(&patient, true, children, 2, none).thresholds.proof, 11);
}

/* [4] All answered: no, or yes by one child. */
static void dfpn_knows_when_it_is_over(void **context)
{
    static const struct dfpn_child lost[] = {{1, {PROOF_NEVER, 0}}, {2, {PROOF_NEVER, 0}}};
    static const struct dfpn_child won[] = {{1, {5, 7}}, {2, {0, PROOF_NEVER}}};
    struct proof_numbers none = {PROOF_NEVER, PROOF_NEVER};

    (void)context;
    assert_numbers(dfpn_choose(&plain, true, lost, 2, none).numbers, PROOF_NEVER, 0);
    assert_numbers(dfpn_choose(&weak, true, lost, 2, none).numbers, PROOF_NEVER, 0);
    assert_numbers(dfpn_choose(&plain, true, won, 2, none).numbers, 0, PROOF_NEVER);
    assert_numbers(dfpn_choose(&weak, true, won, 2, none).numbers, 0, PROOF_NEVER);
}

/* ---- Answers ---- */

static const struct cop_prover provers[] = {
    {.is_depth_first = true, .dfpn = {.epsilon = 0}},
    {.is_depth_first = true, .dfpn = {.epsilon = 0.25}},
    {.is_depth_first = true, .dfpn = {.epsilon = 0.25, .is_weak = true}},
    {.is_depth_first = true, .dfpn = {.epsilon = 1, .start = {PROOF_MOBILITY}}},
};

enum { PROVERS = sizeof provers / sizeof provers[0] };

struct game_case {
    const char *spec;
    int plies; /* of the random beginnings */
    enum cop_stake stake;
};

static const struct game_case cases[] = {
    {"connect4(width=4, height=4)", 8, COP_STAKE_PAYOFF},
    {"breakthrough(width=3, height=5)", 10, COP_STAKE_PAYOFF},
    {"othello(size=4)", 8, COP_STAKE_SCORE},
    {"fanorona(width=3, height=3)", 8, COP_STAKE_PAYOFF},
    {"fanorona(width=3, height=3, repetition=off, quiet=6)", 8, COP_STAKE_PAYOFF},
    {"twixt(size=4)", 6, COP_STAKE_PAYOFF},
};

static void solve_both(const struct game_case *one, uint64_t seed, size_t memory)
{
    struct cop_solve_limits wide = {.memory = 64 << 20, .threads = 1}, narrow = wide;
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open(one->spec, &error);
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_solution expected, proven;
    struct cop_rng rng;

    assert_non_null(game);
    narrow.memory = memory;
    cop_rng_seed(&rng, seed);
    game->rules->start(game, state, &rng);
    game->rules->playout(game, state, &rng, 1 + (int)(seed % (uint64_t)one->plies));
    if (game->rules->turn(game, state) != COP_OVER) {
        assert_true(cop_solve(game, state, one->stake, &wide, &expected, &error));
        if (!cop_prove(game, state, one->stake, &provers[seed % PROVERS], &narrow, &proven, &error))
            fail_msg("%s", error.message);
        assert_true(proven.lower == proven.upper);
        if (proven.lower != expected.lower)
            fail_msg("%s: proven %g, solved %g", one->spec, proven.lower, expected.lower);
        assert_true(proven.best != COP_NO_MOVE);
    }
    cop_game_close(game);
}

static void dfpn_agrees_with_a_search_of_everything(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (uint64_t seed = 1; seed <= 24; seed++)
            solve_both(&cases[i], seed, 64 << 20);
}

/* A table of a few entries forgets nearly everything, and finds it again. */
static void dfpn_agrees_with_a_table_that_forgets(void **context)
{
    (void)context;
    for (uint64_t seed = 1; seed <= 12; seed++)
        solve_both(&cases[0], seed, 1 << 12);
}

/* Games of the small Fanorona boards that White wins. */
static void dfpn_proves_small_fanorona(void **context)
{
    static const char *const boards[] = {"fanorona(width=5, height=3)",
                                         "fanorona(width=3, height=5)"};
    struct cop_solve_limits limits = {.memory = 64 << 20, .threads = 1};

    (void)context;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < PROVERS; j++) {
            struct cop_error error;
            struct cop_game *game = cop_game_open(boards[i], &error);
            _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
            struct cop_solution proven;
            struct cop_rng rng;

            cop_rng_seed(&rng, 1);
            game->rules->start(game, state, &rng);
            assert_true(
                cop_prove(game, state, COP_STAKE_PAYOFF, &provers[j], &limits, &proven, &error));
            assert_true(proven.lower == 1);
            cop_game_close(game);
        }
}

/* How many positions are in the table after 40,000 were made of the Amazons, whose first two
 * families have 2,176 and about 2,000 children, with room for so many from the start. */
static uint64_t kept_with_room(size_t room)
{
    const struct cop_run_terms terms = {.tickets = 40000};
    struct cop_game *game = cop_game_open("amazons", NULL);
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_run run;
    struct cop_pace pace;
    struct dfpn dfpn;
    struct cop_rng rng;
    cop_move best;
    uint64_t kept;
    void *in_the_way;

    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    cop_run_begin(&run, &terms);
    cop_pace_begin(&pace, true, 1);
    assert_true(dfpn_open(&dfpn, game, &plain, 1 << 20, &run, &pace, NULL));
    assert_true(room > dfpn.children_room);
    dfpn.children_room = room;
    dfpn.children = cop_reallocate(dfpn.children, room * sizeof *dfpn.children);
    in_the_way = cop_allocate(1 << 15); /* so that the children cannot grow where they are */
    dfpn.goal = proof_goal_for(game, COP_STAKE_PAYOFF, 0);
    proof_goal_begin(&dfpn.goal, 1);
    assert_int_equal(dfpn_ask(&dfpn, state, &best), PROOF_OPEN);
    assert_true(dfpn.children_room > 4096);
    kept = atomic_load(&dfpn.table->entries);
    dfpn_close(&dfpn);
    cop_game_close(game);
    free(in_the_way);
    return kept;
}

/* When the children are moved to a larger place, what is found of one goes there too, and it need
 * not be looked into again. */
static void dfpn_forgets_nothing_when_it_makes_room(void **context)
{
    uint64_t expected = kept_with_room(1 << 16);

    (void)context;
    assert_true(expected > 15);
    assert_int_equal(kept_with_room(4096), expected);
}

/* Numbers of one way, from a time when those of all ways were of no use, as the table still has
 * them when others are of use again. */
static void leave_old_numbers(struct dfpn *dfpn)
{
    const struct dfpn_node *root = dfpn->nodes;

    for (int i = 0; i < root->count; i++)
        proof_table_keep(dfpn->table, proof_way_key(&dfpn->way, 1, dfpn->children[i].key),
                         (struct proof_entry){.numbers = {1, 1}, .work = 1, .ply = 1});
    atomic_store(&dfpn->table->has_ways, true);
}

static void look_at(struct dfpn *dfpn, const void *state, int64_t positions)
{
    dfpn->until = atomic_load(&dfpn->created) + positions;
    dfpn_begin(dfpn, state);
    dfpn_look(dfpn);
    assert_false(proof_is_settled(dfpn->root));
}

/* A thread that asks the others what they know of a position is told what was found there last, and
 * nothing older: two threads would go on for ever with the old numbers. */
static void threads_are_told_what_was_found_last(void **context)
{
    const struct cop_run_terms terms = {.tickets = 1000000};
    struct cop_game *game =
        cop_game_open("fanorona(width=5, height=5, repetition=off, quiet=0)", NULL);
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct proof_numbers found[64];
    struct cop_run run;
    struct cop_pace pace;
    struct dfpn dfpn;
    struct cop_rng rng;
    int count, changed = 0;

    (void)context;
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    cop_run_begin(&run, &terms);
    cop_pace_begin(&pace, true, 1);
    assert_true(dfpn_open(&dfpn, game, &plain, 8 << 20, &run, &pace, NULL));
    dfpn.goal = proof_goal_for(game, COP_STAKE_PAYOFF, 0);
    proof_goal_begin(&dfpn.goal, 1);
    assert_true(proof_table_begin(dfpn.table, true));
    proof_table_join(dfpn.table);
    look_at(&dfpn, state, 1);
    leave_old_numbers(&dfpn);
    look_at(&dfpn, state, 20000);
    count = dfpn.nodes[0].count;
    assert_in_range(count, 2, 64);
    for (int i = 0; i < count; i++)
        found[i] = dfpn.children[i].numbers;
    look_at(&dfpn, state, 1);
    for (int i = 0; i < count; i++) {
        assert_numbers(dfpn.children[i].numbers, found[i].proof, found[i].disproof);
        changed += found[i].proof + found[i].disproof > 2;
    }
    assert_true(changed > 1);
    proof_table_leave(dfpn.table);
    dfpn_close(&dfpn);
    cop_game_close(game);
}

static void dfpn_keeps_its_limit(void **context)
{
    static const int64_t limits_of[] = {1, 5, 100, 5000};

    (void)context;
    for (int i = 0; i < 4; i++) {
        struct cop_solve_limits limits = {
            .memory = 1 << 20, .threads = 1, .positions = limits_of[i]};
        struct cop_error error;
        struct cop_game *game = cop_game_open("connect4", &error);
        _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
        struct cop_solution proven;
        struct cop_rng rng;

        cop_rng_seed(&rng, 1);
        game->rules->start(game, state, &rng);
        assert_true(
            cop_prove(game, state, COP_STAKE_PAYOFF, &provers[1], &limits, &proven, &error));
        assert_int_equal(proven.positions, limits_of[i]);
        assert_true(proven.lower == 0 && proven.upper == 1);
        assert_int_equal(proven.best, COP_NO_MOVE);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dfpn_adds_what_is_needed),
        cmocka_unit_test(dfpn_hands_thresholds_down),
        cmocka_unit_test(dfpn_stays_a_little_longer_with_epsilon),
        cmocka_unit_test(dfpn_knows_when_it_is_over),
        cmocka_unit_test(dfpn_agrees_with_a_search_of_everything),
        cmocka_unit_test(dfpn_agrees_with_a_table_that_forgets),
        cmocka_unit_test(dfpn_proves_small_fanorona),
        cmocka_unit_test(dfpn_forgets_nothing_when_it_makes_room),
        cmocka_unit_test(threads_are_told_what_was_found_last),
        cmocka_unit_test(dfpn_keeps_its_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
