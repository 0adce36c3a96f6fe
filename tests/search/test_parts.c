/* test_parts.c - the parts of a tree search: bounds, children one by one, history and RAVE by their
 * formulas, playouts that are cut, judged, traced and guided; and what each promises with the
 * others.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tree_bench.h"

extern const struct cop_rules cop_tictactoe;

static struct bench set_up(const char *spec, const char *agent, const char *limits)
{
    struct cop_error error = {""};
    struct cop_game *game = strcmp(spec, "tictactoe") == 0
                                ? cop_game_open_rules(&cop_tictactoe, "", &error)
                                : cop_game_open(spec, &error);

    return bench_open(game, &error, "", agent, limits);
}

static struct cop_report run(const char *game, const char *agent, const char *limits)
{
    struct bench bench = set_up(game, agent, limits);
    struct cop_report report = tree_bench_search(bench.mcts, bench.state, limits);

    bench_close(&bench);
    return report;
}

/* ---- Bounds ---- */

/* The longest line fills the board, so that a leaf at depth max_plies must be proven too. */
static void tic_tac_toe_is_proven(void **unused)
{
    struct cop_report report = run("tictactoe", "solver=on, stop=off", "sims=100k, seed=1");

    (void)unused;
    assert_int_equal(report.proof, COP_PROVEN_EXACT);
    assert_true(report.value[0] == 0.5 && report.value[1] == 0.5);
    assert_true(report.stopped_early);
    assert_true(report.sims < 50000);
}

static void check_bounds(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    const struct tree *tree = &mcts->trees[0];
    int *closed = context;

    (void)owner;
    for (int player = 0; player < 2; player++) {
        double low = bound_low(mcts, tree, node, player);
        double high = bound_high(mcts, tree, node, player);

        assert_true(low <= high && low >= 0 && high <= 1);
        if (node_flags(node) & NODE_CLOSED)
            assert_true(low == high);
    }
    *closed += (node_flags(node) & NODE_CLOSED) != 0;
}

static void bounds_are_in_order_everywhere(void **unused)
{
    struct bench bench = set_up("connect4(width=5, height=4)", "solver=on, stop=off", "");
    int closed = 0;

    (void)unused;
    tree_bench_search(bench.mcts, bench.state, "sims=20k, seed=3");
    tree_bench_walk(bench.mcts, check_bounds, &closed);
    assert_true(closed > 100);
    bench_close(&bench);
}

struct settled {
    const struct node *nodes[1000];
    int64_t visits[1000];
    int count;
};

static void note_settled(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    struct settled *settled = context;
    struct family family = node_family(&mcts->trees[0], node);

    (void)owner;
    if (node_turn(node) < 0 || (node_flags(node) & NODE_CLOSED))
        return;
    for (uint32_t i = 0; i < family.count && settled->count < 1000; i++) {
        if (node_flags(&family.first[i]) & NODE_CLOSED) {
            settled->nodes[settled->count] = &family.first[i];
            settled->visits[settled->count++] = node_visits(&family.first[i]);
        }
    }
}

static void what_is_settled_is_not_visited_again(void **unused)
{
    struct bench bench = set_up("connect4(width=5, height=4)", "solver=on, stop=off", "");
    struct settled settled = {.count = 0};

    (void)unused;
    tree_bench_search(bench.mcts, bench.state, "sims=10k, seed=1");
    tree_bench_walk(bench.mcts, note_settled, &settled);
    assert_true(settled.count > 10);
    for (int i = 0; i < 2000; i++)
        assert_true(simulate(&bench.mcts->workers[0]));
    for (int i = 0; i < settled.count; i++)
        assert_int_equal(node_visits(settled.nodes[i]), settled.visits[i]);
    bench_close(&bench);
}

static void a_single_move_is_worth_what_its_child_is(void **unused)
{
    struct bench bench = set_up("connect4(width=4, height=4)", "solver=on", "");
    struct cop_report report;

    (void)unused;
    free(bench.state);
    bench.state = tree_bench_state(bench.game, "111122223334444");
    report = tree_bench_search(bench.mcts, bench.state, "sims=100");
    assert_int_equal(report.candidate_count, 1);
    assert_true(report.value[bench.game->rules->turn(bench.game, bench.state)] ==
                report.candidates[0].value);
    bench_close(&bench);
}

/* ---- Counters ---- */

static void counts_beyond_32_bits_stay_counts(void **unused)
{
    struct bench bench = set_up("connect4", "", "");
    struct tree *tree = &bench.mcts->trees[0];
    struct node *child;
    const int64_t many = INT64_C(3) << 32;

    (void)unused;
    tree_bench_search(bench.mcts, bench.state, "sims=100, seed=1");
    child = node_family(tree, tree_root(tree)).first;
    for (int i = 0; i < 7; i++) {
        atomic_store(&child[i].visits, many);
        atomic_store(&child[i].reward, (int64_t)(0.5 * REWARD_ONE) * many);
    }
    atomic_store(&tree_root(tree)->visits, 7 * many);
    for (int i = 0; i < 100; i++)
        assert_true(simulate(&bench.mcts->workers[0]));
    assert_int_equal(node_visits(tree_root(tree)), 7 * many + 100);
    for (int i = 0; i < 7; i++)
        assert_true(fabs(node_value(&child[i]) - 0.5) < 1e-6);
    bench_close(&bench);
}

static void rewards_are_rounded_alike_on_both_sides_of_zero(void **unused)
{
    (void)unused;
    assert_int_equal(fixed_point(0.3), -fixed_point(-0.3));
    assert_int_equal(fixed_point(1), (int64_t)REWARD_ONE);
    assert_int_equal(fixed_point(-1), -(int64_t)REWARD_ONE);
}

/* ---- Children one by one ---- */

static void check_family(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    struct family family = node_family(&mcts->trees[0], node);

    (void)owner;
    (void)context;
    for (uint32_t i = 0; i < family.count; i++)
        for (uint32_t j = i + 1; j < family.count; j++)
            assert_true(family.first[i].move != family.first[j].move);
    if (node->move_count > 0)
        assert_true(node->child_count <= node->move_count);
}

static void children_come_one_by_one_and_all_come(void **unused)
{
    struct bench bench = set_up("othello", "children=tried", "");
    struct cop_report report = tree_bench_search(bench.mcts, bench.state, "sims=2000, seed=1");
    struct node *root = tree_root(&bench.mcts->trees[0]);

    (void)unused;
    assert_int_equal(root->child_count, 4);
    assert_int_equal(root->move_count, 4);
    for (int i = 0; i < report.candidate_count; i++)
        assert_true(report.candidates[i].visits > 100);
    tree_bench_walk(bench.mcts, check_family, NULL);
    bench_close(&bench);
}

static void many_moves_do_not_fill_the_memory(void **unused)
{
    struct cop_report report = run("amazons", "", "sims=2000, memory=64M, seed=1");

    (void)unused;
    assert_false(report.memory_is_full);
    assert_true(report.nodes < 10 * 2000);
}

/* The best move of both ways to make children is the same in the long run. */
static void both_ways_agree_where_one_move_wins(void **unused)
{
    static const char *const agents[] = {"children=all", "children=tried"};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct bench bench = set_up("connect4", agents[i], "");
        struct cop_report report;

        free(bench.state);
        bench.state = tree_bench_state(bench.game, "4455");
        report = tree_bench_search(bench.mcts, bench.state, "sims=20k, seed=2");
        assert_true(report.value[0] > 0.8);
        bench_close(&bench);
    }
}

/* ---- Hidden pieces ---- */

static void views_take_memory_in_proportion_to_what_is_seen(void **unused)
{
    int64_t few = run("stratego", "hidden=views", "sims=1000, seed=1").nodes;
    int64_t more = run("stratego", "hidden=views", "sims=4000, seed=1").nodes;

    (void)unused;
    assert_true(more < 8 * few);
    assert_true(more < 200 * 4000);
}

static void limits_of_depth_hold_with_hidden_pieces(void **unused)
{
    static const char *const agents[] = {"hidden=shared", "hidden=views"};

    (void)unused;
    for (int i = 0; i < 2; i++)
        assert_true(run("stratego", agents[i], "sims=500, depth=2, seed=1").depth <= 2);
}

/* ---- The end ---- */

static void a_tree_that_cannot_grow_reaches_its_limit_of_nodes(void **unused)
{
    struct cop_report report = run("tictactoe", "stop=off", "nodes=100, depth=2");

    (void)unused;
    assert_true(report.sims <= 108);
}

static void an_unreachable_leader_is_unknown_without_a_count(void **unused)
{
    struct cop_report report = run("othello", "unreachable=on", "nodes=20000, seed=1");

    (void)unused;
    assert_true(report.sims > 1000);
    assert_false(report.stopped_early);
}

/* ---- Progressive history ---- */

static const struct part_use *part_of(const struct mcts *mcts, const struct mcts_part *part)
{
    for (int i = 0; i < mcts->parts.count; i++)
        if (mcts->parts.uses[i].part == part)
            return &mcts->parts.uses[i];
    fail_msg("the part is not in use");
    return NULL;
}

/* A made-up simulation: the first child of the root, with this reward for player 0. */
static void pretend(struct bench *bench, const struct part_use *use, struct node *child,
                    double reward, int times)
{
    struct worker *worker = &bench->mcts->workers[0];

    worker->weight = 1;
    worker->path[0] = tree_root(worker->tree);
    worker->path[1] = child;
    worker->owners[0] = -1;
    worker->owners[1] = 0;
    worker->gained[0] = fixed_point(reward);
    worker->gained[1] = fixed_point(1 - reward);
    for (int i = 0; i < times; i++)
        use->part->update(use, worker, 1);
}

static float bonus_of(const struct bench *bench, const struct part_use *use,
                      const struct node *child, float value, float scale)
{
    struct choice choice = {.worker = &bench->mcts->workers[0],
                            .node = tree_root(&bench->mcts->trees[0]),
                            .player = 0,
                            .visits = (float)node_visits(tree_root(&bench->mcts->trees[0])),
                            .way = 1,
                            .scale = scale};

    return use->part->bonus(use, &choice, child, value);
}

/* twixt.md 3.3.1: w h / (n + 1) and w h / (n - s + 1); h is one half where nothing is known. */
static void history_adds_exactly_its_formula(void **unused)
{
    static const struct sample samples[] = {{6, 8}, {1, 4}, {0, 0}};
    static const char *const agents[] = {"history=visits, history_weight=15",
                                         "history=losses, history_weight=15"};
    static const double divisors[] = {9, 3};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct bench bench = set_up("connect4", agents[i], "");
        struct node *children = tree_bench_plant(bench.mcts, 12, samples, 3);
        const struct part_use *use = part_of(bench.mcts, &mcts_history);

        use->part->begin(use, false);
        assert_true(fabsf(bonus_of(&bench, use, &children[2], 0, 0) - 15 * 0.5f) < 1e-5f);
        pretend(&bench, use, &children[0], 1, 3);
        pretend(&bench, use, &children[0], 0, 1);
        assert_true(fabs(bonus_of(&bench, use, &children[0], 0, 0) - 15 * 0.75 / divisors[i]) <
                    1e-5);
        use->part->begin(use, true); /* a kept tree keeps what was learned */
        assert_true(fabs(bonus_of(&bench, use, &children[0], 0, 0) - 15 * 0.75 / divisors[i]) <
                    1e-5);
        use->part->begin(use, false);
        assert_true(fabs(bonus_of(&bench, use, &children[0], 0, 0) - 15 * 0.5 / divisors[i]) <
                    1e-5);
        bench_close(&bench);
    }
}

static void history_orders_untried_children(void **unused)
{
    static const struct sample samples[] = {{0, 0}, {0, 0}, {0, 0}};
    struct bench bench = set_up("connect4", "history=losses", "");
    struct node *children = tree_bench_plant(bench.mcts, 1, samples, 3);
    const struct part_use *use = part_of(bench.mcts, &mcts_history);

    (void)unused;
    pretend(&bench, use, &children[1], 1, 5);
    assert_ptr_equal(select_child(&bench.mcts->workers[0], tree_root(&bench.mcts->trees[0]), 0),
                     &children[1]);
    bench_close(&bench);
}

/* ---- RAVE ---- */

/* amazons-play.md 8: sum R = 12 of V = 4 and W = 10 with Rave = 2 and n = 50 make 32/14; with n = 3
 * 18/7. Rewards here are at most 1, so that all are a fourth of that. */
static void rave_counts_as_visits_exactly_as_printed(void **unused)
{
    static const struct sample samples[] = {{3, 4}, {1, 4}};
    static const int seen[] = {50, 3};
    static const double means[] = {32.0 / 14 / 4, 18.0 / 7 / 4};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct bench bench = set_up("connect4", "rave=table, rave_weight=10", "");
        struct node *children = tree_bench_plant(bench.mcts, 8, samples, 2);
        const struct part_use *use = part_of(bench.mcts, &mcts_rave);

        pretend(&bench, use, &children[0], 0.5, seen[i]);
        assert_true(fabs(0.75 + bonus_of(&bench, use, &children[0], 0, 0) - means[i]) < 1e-6);
        assert_true(bonus_of(&bench, use, &children[1], 0, 0) == 0);
        bench_close(&bench);
    }
}

static void rave_is_added_or_mixed_as_printed(void **unused)
{
    static const struct sample samples[] = {{3, 4}, {1, 4}};
    struct bench bench = set_up("connect4", "rave=table, rave_form=add, rave_weight=2", "");
    struct node *children = tree_bench_plant(bench.mcts, 8, samples, 2);
    const struct part_use *use = part_of(bench.mcts, &mcts_rave);
    double share = sqrt(100.0 / (3 * 8 + 100));

    (void)unused;
    pretend(&bench, use, &children[0], 0.25, 4);
    assert_true(fabs(bonus_of(&bench, use, &children[0], 0.9f, 0) - 0.5) < 1e-6);
    bench_close(&bench);
    bench = set_up("connect4", "rave=table, rave_form=mix, rave_k=100", "");
    children = tree_bench_plant(bench.mcts, 8, samples, 2);
    use = part_of(bench.mcts, &mcts_rave);
    pretend(&bench, use, &children[0], 0.25, 4);
    assert_true(fabs(bonus_of(&bench, use, &children[0], 0.9f, 1.0f) -
                     share * (0.25 + sqrt(1.0 / 4) - 0.9)) < 1e-6);
    bench_close(&bench);
}

/* Of a negative c both bounds are lower ones, unless the statistics' has a c of its own
 * (amazons-play.md 2.14, variant 1); with k = 0 only the child's own counts, also at a
 * node that was not visited. */
static void mixed_bounds_are_the_same_bound_twice(void **unused)
{
    static const struct sample samples[] = {{3, 4}, {1, 4}};
    double radius = sqrt(log(8) / 4), share = sqrt(100.0 / (3 * 8 + 100));
    double own = 0.75 - 0.5 * radius, other = 0.25 - 0.5 * radius;
    struct bench bench = set_up("connect4", "rave=table, rave_form=mix, rave_k=100, c=-0.5", "");
    struct node *children = tree_bench_plant(bench.mcts, 8, samples, 2);
    const struct node *root = tree_root(&bench.mcts->trees[0]);

    (void)unused;
    pretend(&bench, part_of(bench.mcts, &mcts_rave), &children[0], 0.25, 4);
    assert_true(fabs((double)selection_value(bench.worker, root, &children[0], 0) -
                     ((1 - share) * own + share * other)) < 1e-5);
    bench_close(&bench);
    bench = set_up("connect4", "rave=table, rave_form=mix, rave_k=100, c=-0.5, rave_c=2", "");
    children = tree_bench_plant(bench.mcts, 8, samples, 2);
    root = tree_root(&bench.mcts->trees[0]);
    pretend(&bench, part_of(bench.mcts, &mcts_rave), &children[0], 0.25, 4);
    assert_true(fabs((double)selection_value(bench.worker, root, &children[0], 0) -
                     ((1 - share) * own + share * (0.25 + 2 * radius))) < 1e-5);
    bench_close(&bench);
    bench = set_up("connect4", "rave=table, rave_form=mix, rave_k=0, c=0", "");
    children = tree_bench_plant(bench.mcts, 0, samples, 2);
    root = tree_root(&bench.mcts->trees[0]);
    pretend(&bench, part_of(bench.mcts, &mcts_rave), &children[0], 0.25, 4);
    assert_true(fabs((double)selection_value(bench.worker, root, &children[0], 0) - 0.75) < 1e-6);
    bench_close(&bench);
}

/* A node with too few visits has its moves' statistics from the same player's node above it. */
static void grave_asks_above_where_visits_are_few(void **unused)
{
    static const struct sample samples[] = {{3, 4}, {1, 4}};
    struct bench bench =
        set_up("connect4", "rave=node, rave_form=add, rave_weight=2, rave_ref=50", "");
    struct worker *worker = &bench.mcts->workers[0];
    struct tree *tree = &bench.mcts->trees[0];
    struct node *children = tree_bench_plant(bench.mcts, 50, samples, 2), *below;
    const struct part_use *use = part_of(bench.mcts, &mcts_rave);
    _Atomic int64_t *column;
    uint32_t first = tree_take(tree, 2);

    (void)unused;
    memset(node_column(tree, use->column, children), 0, 2 * tree->columns[use->column].size);
    column = node_column(tree, use->column, &children[0]);
    column[0] = fixed_point(0.25) * 4;
    column[1] = 4;
    /* Below the second child the first player is to move again, with the same two moves. */
    tree_clear(tree, first, 2);
    below = &tree->nodes[first];
    below[0].move = children[0].move;
    below[1].move = children[1].move + 1;
    children[1].children = first;
    children[1].child_count = children[1].move_count = 2;
    children[1].turn = 0;
    assert_true(use->part->arrive(use, worker, tree_root(tree), 0));
    assert_true(fabs(bonus_of(&bench, use, &children[0], 0, 0) - 0.5) < 1e-6);
    assert_true(use->part->arrive(use, worker, &children[1], 1));
    assert_true(fabs(bonus_of(&bench, use, &below[0], 0, 0) - 0.5) < 1e-6);
    assert_true(bonus_of(&bench, use, &below[1], 0, 0) == 0);
    /* With enough visits it knows itself, which is nothing yet. */
    atomic_store(&children[1].visits, 50);
    assert_true(use->part->arrive(use, worker, &children[1], 1));
    assert_true(bonus_of(&bench, use, &below[0], 0, 0) == 0);
    /* The next descent begins without what this one has asked. */
    atomic_store(&tree_root(tree)->visits, 10);
    assert_true(use->part->arrive(use, worker, tree_root(tree), 0));
    assert_true(bonus_of(&bench, use, &children[0], 0, 0) == 0);
    bench_close(&bench);
}

/* By node: a sister whose move comes later in the simulation learns from it, another does not. */
static void rave_by_node_learns_from_later_moves(void **unused)
{
    static const struct sample samples[] = {{3, 4}, {1, 4}, {1, 4}};
    struct bench bench = set_up("connect4", "rave=node, rave_form=add, rave_weight=1", "");
    struct node *children = tree_bench_plant(bench.mcts, 12, samples, 3);
    const struct part_use *use = part_of(bench.mcts, &mcts_rave);
    struct cop_trace *trace = &bench.mcts->workers[0].trace;

    (void)unused;
    trace->length = 2;
    trace->players[0] = 1;
    trace->moves[0] = children[2].move; /* the other player's: nothing for player 0 */
    trace->players[1] = 0;
    trace->moves[1] = children[1].move;
    pretend(&bench, use, &children[0], 1, 2);
    assert_true(fabsf(bonus_of(&bench, use, &children[0], 0, 0) - 1) < 1e-6f);
    assert_true(fabsf(bonus_of(&bench, use, &children[1], 0, 0) - 1) < 1e-6f);
    assert_true(bonus_of(&bench, use, &children[2], 0, 0) == 0);
    bench_close(&bench);
}

/* ---- Playouts ---- */

static struct cop_rollout open_rollout(const struct cop_game *game, const char *inside)
{
    struct cop_error error = {""};
    struct cop_settings *settings =
        cop_settings_parse("playouts", cop_rollout_options, inside, &error);
    struct cop_rollout rollout = {.game = NULL};

    if (settings == NULL || !cop_rollout_open(&rollout, game, settings, NULL, &error))
        fail_msg("%s", error.message);
    cop_settings_free(settings);
    return rollout;
}

/* How many plies a playout has that begins so far from the root, by its trace. */
static int plies_of(const char *inside, int plies)
{
    struct cop_game *game = cop_game_open("othello", NULL);
    struct cop_rollout rollout = open_rollout(game, inside);
    cop_move moves[256], traced[256];
    int8_t players[256];
    struct cop_trace trace = {traced, players, 0, 256};
    void *state = tree_bench_state(game, "");
    struct cop_rng rng;
    double rewards[2];

    cop_rng_seed(&rng, 1);
    cop_rollout_run(&rollout, state, plies, &rng, &(struct cop_rollout_room){moves, NULL, &trace},
                    rewards);
    assert_true(fabs(rewards[0] + rewards[1] - 1) < 1e-9);
    cop_rollout_close(&rollout);
    free(state);
    cop_game_close(game);
    return trace.length;
}

static void playouts_are_cut_where_they_should_be(void **unused)
{
    (void)unused;
    assert_int_equal(plies_of("playout_limit=7", 0), 7);
    assert_int_equal(plies_of("line_limit=10", 4), 6);
    assert_int_equal(plies_of("line_limit=10", 10), 0);
    assert_int_equal(plies_of("line_limit=10", 13), 0);
    assert_int_equal(plies_of("playout_limit=3, line_limit=10", 4), 3);
    assert_int_equal(plies_of("playout_limit=9, line_limit=10", 4), 6);
    assert_int_equal(plies_of("playout_limit=3, even_cut=on", 4), 4);
    assert_int_equal(plies_of("playout_limit=3, even_cut=on", 5), 3);
    assert_int_equal(plies_of("line_limit=10, even_cut=on", 11), 1);
    assert_int_equal(plies_of("line_limit=10, even_cut=on", 12), 0);
    assert_true(plies_of("", 0) > 50);
}

static void a_cut_game_is_judged_by_the_evaluator(void **unused)
{
    struct cop_game *game = cop_game_open("othello", NULL);
    struct cop_rollout rollout = open_rollout(game, "judge=discs, line_limit=1");
    const struct cop_evaluator *evaluator = &rollout.judge.evaluator;
    void *state = tree_bench_state(game, "d3");
    double rewards[2], values[2];
    struct cop_rng rng;
    cop_move moves[64];

    (void)unused;
    cop_rng_seed(&rng, 1);
    cop_rollout_run(&rollout, state, 1, &rng, &(struct cop_rollout_room){.moves = moves}, rewards);
    evaluator->evaluate(game, rollout.judge.prepared, state, values);
    assert_true(fabs(rewards[0] - (values[0] - evaluator->lower) /
                                      (evaluator->upper - evaluator->lower)) < 1e-12);
    assert_true(rewards[0] > 0.5); /* Black has turned a disc */
    cop_rollout_close(&rollout);
    free(state);
    cop_game_close(game);
}

static void a_greedy_policy_takes_its_options(void **unused)
{
    struct cop_game *game = cop_game_open("breakthrough", NULL);
    struct cop_error error = {""};

    (void)unused;
    assert_true(cop_agent_check(game, "mcts(playout=greedy(epsilon=0.2))", NULL, NULL, &error));
    assert_false(cop_agent_check(game, "mcts(playout=greedy(epsilon=2))", NULL, NULL, &error));
    assert_non_null(strstr(error.message, "epsilon"));
    assert_false(cop_agent_check(game, "mcts(playout=greedy(order=nonsense))", NULL, NULL, &error));
    assert_non_null(strstr(error.message, "nonsense"));
    assert_false(cop_agent_check(game, "mcts(playout=decisive(epsilon=1))", NULL, NULL, &error));
    assert_false(cop_agent_check(game, "mcts(playout=nonsense)", NULL, NULL, &error));
    assert_non_null(strstr(error.message, "uniform, decisive, greedy"));
    cop_game_close(game);
}

/* A position with a win in one: a player who always takes the best rated move makes it. */
static void greedy_playouts_differ_from_uniform_ones(void **unused)
{
    double uniform = run("breakthrough", "", "sims=2000, seed=1").value[0];
    double greedy = run("breakthrough", "playout=greedy(epsilon=0)", "sims=2000, seed=1").value[0];

    (void)unused;
    assert_true(fabs(uniform - greedy) > 1e-6);
}

/* ---- Shares ---- */

/* The best of all children that are not settled, one by one. */
static float highest_bound(const struct worker *worker, const struct node *node, int depth)
{
    struct family family = node_family(worker->tree, node);
    float highest = -INFINITY;

    for (uint32_t i = 0; i < family.count; i++)
        if ((node_flags(&family.first[i]) & NODE_CLOSED) == 0)
            highest = fmaxf(highest, selection_value(worker, node, &family.first[i], depth));
    return highest;
}

static void check_choice(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    struct worker *worker = &mcts->workers[0];
    int *choices = context;

    (void)owner;
    if (node_has_children(node) && (node_flags(node) & NODE_CLOSED) == 0) {
        struct node *child = select_child(worker, (struct node *)(uintptr_t)node, 1);
        float bound = highest_bound(worker, node, 1);

        assert_true(selection_value(worker, node, child, 1) == bound);
        ++*choices;
    }
}

/* Where shares are all that counts, not every child is looked at (select.c). */
static void puct_follows_the_highest_bound_of_all_children(void **unused)
{
    static const char *const rows[][2] = {
        {"breakthrough(width=5, height=5)", "select=puct, prior=order, solver=on, c=0.3"},
        {"breakthrough(width=5, height=5)", "select=puct, prior=evaluate, first_play=0.4, c=2"},
        {"connect4", "select=puct, prior=order, c=5, prior_temperature=0.001"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bench bench = set_up(rows[i][0], rows[i][1], "");
        int choices = 0;

        assert_true(bench.mcts->share_column != NO_COLUMN);
        tree_bench_search(bench.mcts, bench.state, "sims=3000, seed=4");
        tree_bench_walk(bench.mcts, check_choice, &choices);
        assert_true(choices > 50);
        bench_close(&bench);
    }
}

/* Cold nodes have tried any of their children, so that all must be looked at. */
static void puct_looks_at_all_children_that_playouts_have_tried(void **unused)
{
    struct bench bench =
        set_up("breakthrough(width=5, height=5)", "select=puct, prior=order, warm=20", "");
    int choices = 0;

    (void)unused;
    tree_bench_search(bench.mcts, bench.state, "sims=3000, seed=4");
    bench.mcts->config.warm = 0; /* so that every node is asked for its best child */
    tree_bench_walk(bench.mcts, check_choice, &choices);
    assert_true(choices > 50);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tic_tac_toe_is_proven),
        cmocka_unit_test(bounds_are_in_order_everywhere),
        cmocka_unit_test(what_is_settled_is_not_visited_again),
        cmocka_unit_test(a_single_move_is_worth_what_its_child_is),
        cmocka_unit_test(counts_beyond_32_bits_stay_counts),
        cmocka_unit_test(rewards_are_rounded_alike_on_both_sides_of_zero),
        cmocka_unit_test(children_come_one_by_one_and_all_come),
        cmocka_unit_test(many_moves_do_not_fill_the_memory),
        cmocka_unit_test(both_ways_agree_where_one_move_wins),
        cmocka_unit_test(views_take_memory_in_proportion_to_what_is_seen),
        cmocka_unit_test(limits_of_depth_hold_with_hidden_pieces),
        cmocka_unit_test(a_tree_that_cannot_grow_reaches_its_limit_of_nodes),
        cmocka_unit_test(an_unreachable_leader_is_unknown_without_a_count),
        cmocka_unit_test(history_adds_exactly_its_formula),
        cmocka_unit_test(history_orders_untried_children),
        cmocka_unit_test(rave_counts_as_visits_exactly_as_printed),
        cmocka_unit_test(rave_is_added_or_mixed_as_printed),
        cmocka_unit_test(mixed_bounds_are_the_same_bound_twice),
        cmocka_unit_test(grave_asks_above_where_visits_are_few),
        cmocka_unit_test(rave_by_node_learns_from_later_moves),
        cmocka_unit_test(playouts_are_cut_where_they_should_be),
        cmocka_unit_test(a_cut_game_is_judged_by_the_evaluator),
        cmocka_unit_test(a_greedy_policy_takes_its_options),
        cmocka_unit_test(greedy_playouts_differ_from_uniform_ones),
        cmocka_unit_test(puct_follows_the_highest_bound_of_all_children),
        cmocka_unit_test(puct_looks_at_all_children_that_playouts_have_tried),
    };

    return cmocka_run_group_tests_name("parts", tests, NULL, NULL);
}
