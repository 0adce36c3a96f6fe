/* test_bstar.c - B*: the worked example of the specification (uct-star.md 4.5), and sound intervals
 * against brute force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "brute.h"
#include "coppice/agent.h"
#include "search/bstar/tree.h"
#include "think.h"

/* ---- The example: three moves, each with two replies ---- */

enum { A = 1, B, C }; /* the root's children, which are the first to grow */

struct interval {
    double low, high;
};

static const struct interval example[3][2] = {
    {{2, 6}, {4, 9}}, {{5, 8}, {7, 10}}, {{1, 4}, {3, 3}}};

static void set(struct bstar_tree *tree, uint32_t node, struct interval interval)
{
    tree->nodes[node].low = interval.low;
    tree->nodes[node].high = interval.high;
}

/* The n-th reply to a move. */
static uint32_t reply(const struct bstar_tree *tree, uint32_t move, uint32_t n)
{
    return tree->nodes[move].first + n;
}

static void grow_example(struct bstar_tree *tree, const struct interval leaves[3][2])
{
    assert_true(bstar_tree_open(tree, 1 << 16));
    bstar_tree_clear(tree);
    assert_int_equal(bstar_grow(tree, 0, 3), A);
    for (uint32_t move = A; move <= C; move++) {
        assert_true(bstar_grow(tree, move, 2) > 0);
        for (uint32_t n = 0; n < 2; n++)
            set(tree, reply(tree, move, n), leaves[move - A][n]);
        bstar_back_up(tree, move);
    }
}

static void assert_interval(const struct bstar_tree *tree, uint32_t node, double low, double high)
{
    assert_true(tree->nodes[node].low == low && tree->nodes[node].high == high);
}

/* BS-01, BS-02 */
static void bounds_are_carried_up(void **unused)
{
    struct bstar_tree tree;

    (void)unused;
    grow_example(&tree, example);
    assert_interval(&tree, A, 2, 6);
    assert_interval(&tree, B, 5, 8);
    assert_interval(&tree, C, 1, 3);
    assert_interval(&tree, 0, 5, 8);
    assert_int_equal(bstar_best(&tree), B);
    assert_false(bstar_is_separated(&tree, B, true));
    assert_false(bstar_is_separated(&tree, B, false));
    bstar_tree_close(&tree);
}

/* BS-03 */
static void a_rival_is_disproved(void **unused)
{
    struct bstar_tree tree;

    (void)unused;
    grow_example(&tree, example);
    assert_int_equal(bstar_next(&tree, BSTAR_DISPROVE), reply(&tree, A, 0));
    set(&tree, reply(&tree, A, 0), (struct interval){2, 4});
    bstar_back_up(&tree, A);
    assert_interval(&tree, A, 2, 4);
    assert_true(bstar_is_separated(&tree, B, true));
    bstar_tree_close(&tree);
}

/* BS-04. One rival is left, and its interval is the wider one: disproving is nearer. */
static void the_best_is_proved(void **unused)
{
    struct bstar_tree tree;

    (void)unused;
    grow_example(&tree, example);
    assert_int_equal(bstar_next(&tree, BSTAR_MIXED), reply(&tree, A, 0));
    assert_int_equal(bstar_next(&tree, BSTAR_PROVE), reply(&tree, B, 0));
    set(&tree, reply(&tree, B, 0), (struct interval){6.5, 8});
    bstar_back_up(&tree, B);
    assert_interval(&tree, B, 6.5, 8);
    assert_true(bstar_is_separated(&tree, B, true));
    bstar_tree_close(&tree);
}

/* BS-05: fixed values make it minimax, and nothing is left to look into. */
static void fixed_values_are_minimax(void **unused)
{
    static const struct interval fixed[3][2] = {
        {{3, 3}, {5, 5}}, {{4, 4}, {9, 9}}, {{4, 4}, {2, 2}}};
    struct bstar_tree tree;

    (void)unused;
    grow_example(&tree, fixed);
    assert_interval(&tree, 0, 4, 4);
    assert_int_equal(bstar_best(&tree), B);
    assert_int_equal(bstar_next(&tree, BSTAR_MIXED), 0);
    bstar_tree_close(&tree);
}

/* BS-06: moves that are equal are never separated strictly. */
static void twins_are_not_separated(void **unused)
{
    static const struct interval twins[3][2] = {
        {{4, 6}, {5, 7}}, {{4, 6}, {5, 7}}, {{0, 1}, {0, 1}}};
    struct bstar_tree tree;

    (void)unused;
    grow_example(&tree, twins);
    assert_false(bstar_is_separated(&tree, bstar_best(&tree), false));
    for (uint32_t move = A; move <= B; move++) {
        set(&tree, reply(&tree, move, 0), (struct interval){5, 5});
        bstar_back_up(&tree, move);
    }
    assert_false(bstar_is_separated(&tree, bstar_best(&tree), true));
    assert_true(bstar_is_separated(&tree, bstar_best(&tree), false));
    assert_int_equal(bstar_next(&tree, BSTAR_MIXED), 0);
    bstar_tree_close(&tree);
}

/* A judgement that what follows contradicts gives way. */
static void what_is_found_counts(void **unused)
{
    struct bstar_tree tree;

    (void)unused;
    assert_true(bstar_tree_open(&tree, 1 << 16));
    bstar_tree_clear(&tree);
    assert_int_equal(bstar_grow(&tree, 0, 2), A);
    set(&tree, A, (struct interval){6, 8});
    set(&tree, B, (struct interval){1, 5});
    assert_true(bstar_grow(&tree, A, 1) > 0);
    set(&tree, reply(&tree, A, 0), (struct interval){2, 3});
    bstar_back_up(&tree, A);
    assert_interval(&tree, A, 2, 3);
    bstar_tree_close(&tree);
}

static void without_room_nothing_grows(void **unused)
{
    struct bstar_tree tree;

    (void)unused;
    assert_true(bstar_tree_open(&tree, 3 * sizeof(struct bstar_node)));
    bstar_tree_clear(&tree);
    assert_int_equal(bstar_grow(&tree, 0, 3), 0);
    assert_int_equal(bstar_grow(&tree, 0, 2), A);
    assert_int_equal(bstar_grow(&tree, A, 1), 0);
    assert_int_equal(tree.nodes[A].count, 0);
    bstar_tree_close(&tree);
}

/* ---- The agent ---- */

static void
think(const struct cop_game *game, const void *state, const char *spec, const char *limit,
      void (*look)(const struct cop_game *game, const void *state, const struct cop_report *report))
{
    struct cop_report report;
    struct cop_agent *agent = think_once(game, state, spec, limit, &report);

    look(game, state, &report);
    cop_agent_close(agent);
}

/* Sound intervals contain the truth, and a search that ended by itself has found a best move. */
static void agrees_with_brute_force(const struct cop_game *game, const void *state,
                                    const struct cop_report *report)
{
    double values[64], best = 0, chosen = -1;
    int count = brute_move_values(game, state, values);

    assert_int_equal(report->candidate_count, count);
    for (int i = 0; i < count; i++) {
        const struct cop_candidate *candidate = &report->candidates[i];

        assert_true(candidate->low <= values[i] && values[i] <= candidate->high);
        best = values[i] > best ? values[i] : best;
        if (candidate->move == report->best)
            chosen = values[i];
    }
    assert_true(!report->stopped_early || chosen == best);
    assert_true(report->proof != COP_PROVEN_WIN || best == 1);
    assert_true(report->proof != COP_PROVEN_LOSS || best == 0);
    assert_true(report->line_length > 0 && report->line[0] == report->best);
}

/* Judged intervals may be wrong, but what they call proven is. */
static void proofs_are_true(const struct cop_game *game, const void *state,
                            const struct cop_report *report)
{
    double values[64];
    int count = brute_move_values(game, state, values);

    for (int i = 0; i < count; i++) {
        const struct cop_candidate *candidate = &report->candidates[i];

        assert_true(candidate->proof != COP_PROVEN_WIN || values[i] == 1);
        assert_true(candidate->proof != COP_PROVEN_LOSS || values[i] == 0);
        assert_true(candidate->low <= values[i] && values[i] <= candidate->high);
    }
}

static const char *const small_games[] = {"breakthrough(width=4, height=4)",
                                          "connect4(width=4, height=4)", "othello(size=4)"};

enum { SMALL_GAMES = sizeof small_games / sizeof small_games[0], POSITIONS = 12 };

static void each_position(const char *spec, const char *limit,
                          void (*look)(const struct cop_game *game, const void *state,
                                       const struct cop_report *report))
{
    struct cop_error error;
    cop_move moves[256];
    uint64_t state[COP_STATE_MAX / sizeof(uint64_t)];
    struct cop_rng rng;

    cop_rng_seed(&rng, 7);
    for (int i = 0; i < SMALL_GAMES; i++) {
        struct cop_game *game = cop_game_open(small_games[i], &error);

        assert_non_null(game);
        for (int n = 0; n < POSITIONS; n++) {
            game->rules->start(game, state, &rng);
            cop_playout(game, state, &rng, 7 + n % 4, moves);
            if (game->rules->turn(game, state) >= 0)
                think(game, state, spec, limit, look);
        }
        cop_game_close(game);
    }
}

static void sound_intervals_contain_the_truth(void **unused)
{
    (void)unused;
    each_position("bstar(eval=none)", "nodes=200, memory=8M", agrees_with_brute_force);
    each_position("bstar(eval=none)", "nodes=100k, memory=8M", agrees_with_brute_force);
    each_position("bstar(eval=none, root=prove)", "nodes=100k, memory=8M", agrees_with_brute_force);
    each_position("bstar(eval=none, root=disprove, oracle=on)", "nodes=100k, memory=8M",
                  agrees_with_brute_force);
    each_position("bstar(eval=none, strict=on)", "nodes=100k, memory=8M", agrees_with_brute_force);
}

static void judged_intervals_prove_nothing_wrong(void **unused)
{
    (void)unused;
    each_position("bstar(width=0)", "nodes=5k, memory=8M", proofs_are_true);
    each_position("bstar(width=0.3, oracle=on)", "nodes=5k, memory=8M", proofs_are_true);
    each_position("bstar(width=1)", "nodes=5k, memory=8M", proofs_are_true);
}

/* One more node than a limit allows may not be looked at, and a root is always looked into. */
static void keeps_to_its_nodes(const struct cop_game *game, const void *state,
                               const struct cop_report *report)
{
    cop_move moves[256];
    int count = game->rules->moves(game, state, moves);

    assert_true(report->nodes <= 100 || report->nodes == count);
    assert_true(report->nodes >= count);
}

static void a_limit_of_nodes_is_kept(void **unused)
{
    (void)unused;
    each_position("bstar", "nodes=100, memory=8M", keeps_to_its_nodes);
    each_position("bstar", "nodes=1, memory=8M", keeps_to_its_nodes);
}

/* A line that is cut has a value that is nobody's bound. */
static void short_lines_are_not_passed(const struct cop_game *game, const void *state,
                                       const struct cop_report *report)
{
    assert_true(report->depth <= 3);
    proofs_are_true(game, state, report);
}

static void a_limit_of_depth_is_kept(void **unused)
{
    (void)unused;
    each_position("bstar(eval=none)", "nodes=100k, depth=3, memory=8M", short_lines_are_not_passed);
    each_position("bstar", "nodes=100k, depth=3, memory=8M", short_lines_are_not_passed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_carried_up),
        cmocka_unit_test(a_rival_is_disproved),
        cmocka_unit_test(the_best_is_proved),
        cmocka_unit_test(fixed_values_are_minimax),
        cmocka_unit_test(twins_are_not_separated),
        cmocka_unit_test(what_is_found_counts),
        cmocka_unit_test(without_room_nothing_grows),
        cmocka_unit_test(sound_intervals_contain_the_truth),
        cmocka_unit_test(judged_intervals_prove_nothing_wrong),
        cmocka_unit_test(a_limit_of_nodes_is_kept),
        cmocka_unit_test(a_limit_of_depth_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
