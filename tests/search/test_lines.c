/* The best k root moves get the values that looking at everything finds, and lines; of the others
 * there are true bounds. A limit in the middle of a depth leaves what the last depth said. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "depth_bench.h"
#include "random_tree.h"
#include "slow_build.h"

enum { MOVES_MAX = 512 };

static int rounds(int count)
{
    return is_slow_build() ? count / 10 : count;
}

/* What each root move is worth to a depth, in the order of moves(). */
static int value_moves(struct brute *brute, const void *state, int depth, double *values)
{
    const struct cop_game *game = brute->game;
    cop_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    void *child = calloc(1, game->state_size);
    int count = game->rules->moves(game, state, moves);

    assert_true(count <= MOVES_MAX);
    for (int i = 0; i < count; i++) {
        memcpy(child, state, game->state_size);
        game->rules->play(game, child, moves[i]);
        values[i] = brute_search(brute, child, depth - 1);
    }
    free(moves);
    free(child);
    return count;
}

static double kth_best(const double *values, int count, int k)
{
    for (int i = 0; i < count; i++) {
        int better = 0, equal = 0;

        for (int j = 0; j < count; j++) {
            better += values[j] > values[i];
            equal += values[j] == values[i];
        }
        if (better < k && better + equal >= k)
            return values[i];
    }
    return -INFINITY; /* there are fewer */
}

static void check_line(const struct cop_game *game, const void *state,
                       const struct cop_candidate *candidate)
{
    cop_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    void *now = malloc(game->state_size);

    assert_true(candidate->line_length >= 1 && candidate->line_length <= COP_LINE_MAX);
    assert_int_equal(candidate->line[0], candidate->move);
    memcpy(now, state, game->state_size);
    for (int i = 0; i < candidate->line_length; i++) {
        int count = game->rules->moves(game, now, moves);
        bool is_legal = false;

        for (int j = 0; j < count; j++)
            is_legal = is_legal || moves[j] == candidate->line[i];
        assert_true(is_legal);
        game->rules->play(game, now, candidate->line[i]);
    }
    free(moves);
    free(now);
}

/* Every move against its true value. */
static void check_moves(const struct cop_game *game, const void *state, const char *spec, int lines,
                        const struct cop_report *report, const double *values)
{
    double last = kth_best(values, report->candidate_count, lines);
    int exact = 0, with_line = 0;

    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *candidate = &report->candidates[i];
        bool is_exact = candidate->kind == COP_VALUE_EXACT;

        exact += is_exact;
        with_line += candidate->line_length > 0;
        if (is_exact ? !(fabs(candidate->value - values[i]) < 1e-9)
                     : candidate->kind != COP_VALUE_AT_MOST || candidate->value < values[i] - 1e-9)
            fail_msg("%s, move %d: kind %d, %.12g where it is %.12g", spec, i, candidate->kind,
                     candidate->value, values[i]);
        if (!is_exact && (values[i] > last + 1e-9 || candidate->value > last + 1e-9))
            fail_msg("%s, move %d of value %g: only at most %g, and %g is shown", spec, i,
                     values[i], candidate->value, last);
        if (candidate->line_length > 0)
            check_line(game, state, candidate);
    }
    assert_true(exact >= lines || exact == report->candidate_count);
    if (lines > 1)
        assert_int_equal(with_line,
                         lines < report->candidate_count ? lines : report->candidate_count);
}

static void compare(const char *trees, const char *evaluator, enum family family,
                    const char *const *kinds, const char *means)
{
    struct cop_game *game = cop_game_open_rules(&random_tree_rules, trees, NULL);
    struct cop_rng rng;

    assert_non_null(game);
    cop_rng_seed(&rng, 3);
    for (int i = 0; kinds[i] != NULL; i++) {
        for (int lines = 1; lines <= 4; lines++) {
            struct tree_search *agent;
            char spec[120];

            snprintf(spec, sizeof spec, kinds[i], evaluator, lines);
            agent = depth_bench_open(game, spec, means);
            for (int seed = 0; seed < rounds(200); seed++) {
                uint32_t state[RANDOM_TREE_STATE];
                double values[MOVES_MAX];
                char limit[64];
                struct cop_report report;
                struct brute brute;
                int depth = 1 + (int)cop_rng_below(&rng, 4);

                random_tree_plant(game, (uint64_t)seed);
                random_tree_start(game, state);
                brute = (struct brute){.game = game,
                                       .evaluator = depth_bench_evaluator(game, evaluator),
                                       .family = family,
                                       .root = game->rules->turn(game, state)};
                snprintf(limit, sizeof limit, "%s, depth=%d", means, depth);
                report = depth_bench_search(agent, state, limit);
                assert_int_equal(report.candidate_count, value_moves(&brute, state, depth, values));
                check_moves(game, state, spec, lines, &report, values);
            }
            depth_bench_close(agent);
        }
    }
    cop_game_close(game);
}

static const char *const chance_kinds[] = {"expectimax(eval=%s, lines=%d)",
                                           "star1(eval=%s, lines=%d)",
                                           "star2(eval=%s, lines=%d)",
                                           "star2.5(eval=%s, lines=%d, probes=3)",
                                           "paranoid(eval=%s, lines=%d, etc=on, aspiration=10)",
                                           NULL};

static void the_best_moves_have_their_values_with_chance(void **context)
{
    (void)context;
    compare("levels=4, width=5", "pair", FAMILY_PARANOID, chance_kinds, "threads=1, memory=64K");
}

static void two_threads_find_the_same(void **context)
{
    (void)context;
    compare("levels=4, width=5", "pair", FAMILY_PARANOID, chance_kinds, "threads=2, memory=1M");
}

static void the_best_moves_have_their_values_among_many(void **context)
{
    static const char *const paranoid[] = {"paranoid(eval=%s, lines=%d)", NULL};
    static const char *const replies[] = {"brs(eval=%s, lines=%d)", NULL};

    (void)context;
    compare("players=3, levels=4", "many", FAMILY_PARANOID, paranoid, "memory=64K");
    compare("players=3, levels=4, replies=on", "many", FAMILY_REPLY, replies, "memory=64K");
}

/* Positions some random moves into a game, against plain minimax. */
static void compare_game(const char *name, const char *evaluator, const char *kind, int depth)
{
    struct cop_game *game = cop_game_open(name, NULL);
    cop_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    void *state = calloc(1, game->state_size);
    struct cop_rng rng;

    cop_rng_seed(&rng, 5);
    for (int round = 0; round < rounds(30); round++) {
        int lines = 1 + round % 4;
        struct tree_search *agent;
        struct cop_report report;
        struct brute brute = {.game = game, .evaluator = depth_bench_evaluator(game, evaluator)};
        double values[MOVES_MAX];
        char spec[120], limit[40];

        game->rules->start(game, state, &rng);
        cop_playout(game, state, &rng, 1 + (int)cop_rng_below(&rng, 8), moves);
        if (game->rules->turn(game, state) < 0)
            continue;
        brute.root = game->rules->turn(game, state);
        snprintf(spec, sizeof spec, kind, evaluator, lines);
        snprintf(limit, sizeof limit, "memory=1M, threads=%d, depth=%d", 1 + round % 2, depth);
        agent = depth_bench_open(game, spec, limit);
        report = depth_bench_search(agent, state, limit);
        value_moves(&brute, state, report.depth, values);
        check_moves(game, state, spec, lines, &report, values);
        depth_bench_close(agent);
    }
    free(moves);
    free(state);
    cop_game_close(game);
}

static void games_agree_with_minimax(void **context)
{
    (void)context;
    compare_game("connect4(width=5, height=4)", "lines", "alphabeta(eval=%s, lines=%d)", 5);
    compare_game("othello(size=4)", "margin", "alphabeta(eval=%s, lines=%d)", 4);
    /* Without a table: it may know a position from nearer the root, and so look deeper. */
    compare_game("breakthrough(width=3, height=5)", "runners",
                 "alphabeta(eval=%s, lines=%d, quiet=off, table=off)", 4);
    compare_game("amazons(size=4)", "classic", "paranoid(eval=%s, lines=%d)", 2);
}

/* ---- Limits in the middle of a depth ---- */

static bool is_same_line(const struct cop_candidate *one, const struct cop_candidate *other)
{
    return one->line_length == other->line_length &&
           (one->line_length == 0 ||
            memcmp(one->line, other->line, (size_t)one->line_length * sizeof *one->line) == 0);
}

/* All rows are those of the completed depth, but for a move that the next depth found better. */
static void check_kept(const struct cop_report *cut, const struct cop_report *whole, int64_t nodes)
{
    assert_int_equal(cut->candidate_count, whole->candidate_count);
    for (int i = 0; i < whole->candidate_count; i++) {
        const struct cop_candidate *one = &cut->candidates[i], *other = &whole->candidates[i];

        if (cut->best != whole->best && one->move == cut->best) {
            assert_int_equal(one->kind, COP_VALUE_EXACT);
            continue;
        }
        if (one->value != other->value || one->kind != other->kind || !is_same_line(one, other))
            fail_msg("%lld nodes, depth %d, move %d: %g (%d) and not %g (%d)", (long long)nodes,
                     cut->depth, i, one->value, one->kind, other->value, other->kind);
    }
    if (cut->best == whole->best && cut->proof == COP_UNPROVEN)
        assert_true(cut->value[0] == whole->value[0]);
}

static void limits_leave_what_the_last_depth_said(void **context)
{
    struct cop_game *game = cop_game_open("othello(size=6)", NULL);
    struct tree_search *agent = depth_bench_open(game, "alphabeta(lines=3)", "memory=8M");
    struct tree_search *other = depth_bench_open(game, "alphabeta(lines=3)", "memory=8M");
    cop_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    void *state = calloc(1, game->state_size);
    struct cop_rng rng;
    int within = 0;

    (void)context;
    cop_rng_seed(&rng, 2);
    game->rules->start(game, state, &rng);
    cop_playout(game, state, &rng, 6, moves);
    for (int64_t nodes = 20; nodes < 20000; nodes += nodes / 6 + 1) {
        char limit[40];
        struct cop_report cut, whole;

        snprintf(limit, sizeof limit, "nodes=%lld", (long long)nodes);
        cut = depth_bench_search(agent, state, limit);
        if (cut.depth == 0)
            continue;
        snprintf(limit, sizeof limit, "depth=%d", cut.depth);
        whole = depth_bench_search(other, state, limit);
        assert_int_equal(cut.depth, whole.depth);
        check_kept(&cut, &whole, nodes);
        within += cut.nodes > whole.nodes;
    }
    assert_true(within > 10); /* or no limit fell into a depth */
    free(moves);
    depth_bench_close(agent);
    depth_bench_close(other);
    free(state);
    cop_game_close(game);
}

/* More lines cost nodes and change neither the move nor its value. */
static void lines_do_not_change_the_choice(void **context)
{
    struct cop_game *game = cop_game_open("othello(size=6)", NULL);
    struct tree_search *one = depth_bench_open(game, "alphabeta", "memory=8M");
    struct tree_search *four = depth_bench_open(game, "alphabeta(lines=4)", "memory=8M");
    cop_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    void *state = calloc(1, game->state_size);
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 9);
    for (int round = 0; round < rounds(40); round++) {
        struct cop_report a, b;

        game->rules->start(game, state, &rng);
        cop_playout(game, state, &rng, 2 + round % 16, moves);
        if (game->rules->turn(game, state) < 0)
            continue;
        a = depth_bench_search(one, state, "depth=5");
        b = depth_bench_search(four, state, "depth=5");
        assert_true(a.value[0] == b.value[0]);
        assert_true(a.candidate_count < 2 || a.nodes <= b.nodes);
    }
    depth_bench_close(one);
    depth_bench_close(four);
    free(moves);
    free(state);
    cop_game_close(game);
}

/* ---- Trees of simulations ---- */

static int64_t visits_of_shown(const struct cop_game *game, const void *state,
                               const struct cop_report *report, int lines)
{
    int64_t least = INT64_MAX;
    int shown = 0;

    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *candidate = &report->candidates[i];

        if (candidate->line_length == 0)
            continue;
        check_line(game, state, candidate);
        shown++;
        least = candidate->visits < least ? candidate->visits : least;
        if (candidate->move == report->best)
            assert_memory_equal(candidate->line, report->line,
                                (size_t)report->line_length * sizeof *report->line);
    }
    assert_int_equal(shown, lines < report->candidate_count ? lines : report->candidate_count);
    return least;
}

static void check_simulated(const char *spec, const char *agent_spec, int lines)
{
    struct cop_game *game = cop_game_open(spec, NULL);
    struct cop_means means = {.threads = 1, .memory = 32 << 20, .seed = 5};
    struct cop_limits limits = {.sims = 2000, .means = means};
    struct cop_agent *agent = cop_agent_open(game, agent_spec, &means, NULL);
    void *state = calloc(1, game->state_size);
    cop_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    struct cop_report report;
    struct cop_rng rng;

    assert_non_null(agent);
    cop_rng_seed(&rng, 11);
    game->rules->start(game, state, &rng);
    for (int decisions = 0; decisions < 6 && game->rules->turn(game, state) != COP_OVER;) {
        if (game->rules->turn(game, state) >= 0) {
            int64_t least;

            assert_true(cop_agent_think(agent, state, &limits, NULL, &report, NULL));
            least = visits_of_shown(game, state, &report, lines);
            for (int i = 0; i < report.candidate_count; i++)
                assert_true(report.candidates[i].line_length > 0 ||
                            report.candidates[i].visits <= least);
            decisions++;
        }
        game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
    }
    cop_agent_close(agent);
    cop_game_close(game);
    free(state);
    free(moves);
}

static void simulated_lines_begin_with_their_moves_and_are_legal(void **unused)
{
    (void)unused;
    check_simulated("othello", "mcts(lines=3)", 3);
    check_simulated("connect4", "mcts(lines=5, reuse=on)", 5);
    check_simulated("rolit(players=3)", "mcts(lines=2)", 2);
    check_simulated("ontop", "mcts(lines=3)", 3);
    check_simulated("fanorona", "mcts(lines=3, turn=whole)", 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simulated_lines_begin_with_their_moves_and_are_legal),
        cmocka_unit_test(the_best_moves_have_their_values_with_chance),
        cmocka_unit_test(two_threads_find_the_same),
        cmocka_unit_test(the_best_moves_have_their_values_among_many),
        cmocka_unit_test(games_agree_with_minimax),
        cmocka_unit_test(limits_leave_what_the_last_depth_said),
        cmocka_unit_test(lines_do_not_change_the_choice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
