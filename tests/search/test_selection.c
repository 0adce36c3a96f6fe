/* test_selection.c - which child a descent follows, by the formulas and the worked numbers of the
 * specifications: exploration that may be negative and differ by level, first plays, nodes that are
 * not warm yet, priors, widening, and memories that fade. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "search/mcts/mcts.h"
#include "tree_bench.h"

extern const struct cop_rules cop_tictactoe;

static struct bench set_up_with(const char *spec, const char *agent, const char *limits)
{
    struct cop_error error = {""};
    struct cop_game *game = strcmp(spec, "tictactoe") == 0
                                ? cop_game_open_rules(&cop_tictactoe, "", &error)
                                : cop_game_open(spec, &error);

    return bench_open(game, &error, "", agent, limits);
}

static struct bench set_up(const char *spec, const char *agent)
{
    return set_up_with(spec, agent, "");
}

static struct node *plant(struct bench *bench, uint32_t visits, const struct sample *samples,
                          int count)
{
    struct node *children = tree_bench_plant(bench->mcts, visits, samples, count);

    bench->root = tree_root(&bench->mcts->trees[0]);
    for (int i = 0; i < count; i++)
        children[i].move = (cop_move)(i + 1);
    memcpy(bench->worker->state, bench->state, bench->game->state_size);
    return children;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) < 6e-5;
}

/* ---- Exploration ---- */

/* Makes the history of a child's move `mean`, out of 100 simulations. */
static void pretend_history(struct bench *bench, const struct node *child, double mean)
{
    const struct part_use *use = &bench->mcts->parts.uses[0];
    struct worker *worker = bench->worker;

    worker->path[0] = bench->root;
    worker->owners[0] = -1;
    worker->path[1] = (struct node *)child;
    worker->owners[1] = 0;
    worker->trace.length = 0;
    worker->weight = 100;
    worker->gained[0] = fixed_point(mean) * 100;
    use->part->update(use, worker, 1);
    worker->weight = 1;
}

/* twixt.md 9.8. */
static void selection_values_are_those_of_the_table(void **unused)
{
    static const struct sample samples[] = {{24, 40}, {7, 10}, {1, 1}, {0, 4}, {0, 0}};
    static const double history[] = {0.55, 0.45, 0.60, 0.70, 0.50};
    static const struct {
        const char *agent;
        double values[4];
    } columns[] = {
        {"c=2.5", {1.4483, 2.3965, 6.3649, 2.6825}},
        {"c=2.5, history=losses", {1.9336, 4.0840, 15.3649, 4.7825}},
        {"c=1", {0.9393, 1.3786, 3.1460, 1.0730}},
        {"c=1, history=visits", {1.1405, 1.9923, 7.6460, 3.1730}},
        {"c=1, history=losses", {1.4246, 3.0661, 12.1460, 3.1730}},
        {"c=0", {0.6, 0.7, 1, 0}},
        {"c=0, history=losses", {1.0853, 2.3875, 10, 2.1}},
        {"c=-0.75", {0.3455, 0.1910, -0.6095, -0.8047}},
        {"c=-0.75, history=visits", {0.5467, 0.8047, 3.8905, 1.2953}},
        {"c=-0.75, history=losses", {0.8308, 1.8785, 8.3905, 1.2953}},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        struct bench bench = set_up("connect4", columns[i].agent);
        struct node *children = plant(&bench, 100, samples, 5);

        for (int j = 0; bench.mcts->parts.count > 0 && j < 5; j++)
            pretend_history(&bench, &children[j], history[j]);
        for (int j = 0; j < 4; j++)
            assert_true(is_near(selection_value(bench.worker, bench.root, &children[j], 0),
                                columns[i].values[j]));
        /* Whatever the values are, the child never tried comes first. */
        assert_ptr_equal(select_child(bench.worker, bench.root, 0), &children[4]);
        bench_close(&bench);
    }
}

/* The literal 1 + w h of an untried child: 8.5, below C but with a negative c. */
static void a_first_play_of_one_lets_history_decide(void **unused)
{
    static const struct sample samples[] = {{24, 40}, {7, 10}, {1, 1}, {0, 4}, {0, 0}};
    static const char *const agents[] = {"c=1, history=losses, first_play=1",
                                         "c=-0.75, history=losses, first_play=1"};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct bench bench = set_up("connect4", agents[i]);
        struct node *children = plant(&bench, 100, samples, 5);

        pretend_history(&bench, &children[2], 0.6);
        assert_true(is_near(selection_value(bench.worker, bench.root, &children[4], 0), 8.5));
        assert_ptr_equal(select_child(bench.worker, bench.root, 0), &children[i == 0 ? 2 : 4]);
        bench_close(&bench);
    }
}

static void levels_have_rates_of_their_own(void **unused)
{
    static const struct sample samples[] = {{24, 40}, {7, 10}};
    struct bench bench = set_up("connect4", "c=-0.75, c_levels=\"1 0\"");
    struct node *children = plant(&bench, 100, samples, 2);

    (void)unused;
    assert_true(is_near(selection_value(bench.worker, bench.root, &children[0], 0), 0.9393));
    assert_true(is_near(selection_value(bench.worker, bench.root, &children[0], 1), 0.6));
    assert_true(is_near(selection_value(bench.worker, bench.root, &children[0], 2), 0.3455));
    assert_true(is_near(selection_value(bench.worker, bench.root, &children[0], 9), 0.3455));
    bench_close(&bench);
}

/* amazons-play.md 4.6, with the sum of the children's visits on the parent. */
static void ucb_takes_the_arm_of_the_example(void **unused)
{
    static const struct sample samples[] = {{5, 10}, {3, 5}, {0.2, 1}};
    static const double values[] = {0.973898, 1.270194, 1.698598};
    struct bench bench = set_up("connect4", "c=0.9");
    struct node *children = plant(&bench, 16, samples, 3);

    (void)unused;
    for (int i = 0; i < 3; i++)
        assert_true(is_near(selection_value(bench.worker, bench.root, &children[i], 0), values[i]));
    bench_close(&bench);
}

/* ---- First plays, and nodes that are not warm ---- */

static void a_first_play_can_be_the_mean_of_the_others(void **unused)
{
    static const struct sample samples[] = {{24, 40}, {6, 10}, {0, 0}};
    struct bench bench = set_up("connect4", "c=0, first_play_of=parent, first_play=-0.1");
    struct node *children = plant(&bench, 50, samples, 3);

    (void)unused;
    assert_true(is_near(selection_value(bench.worker, bench.root, &children[2], 0), 0.6 - 0.1));
    bench_close(&bench);
}

/* Draws so often and counts. */
static void count_selections(struct bench *bench, const struct node *children, int times,
                             int *counts)
{
    for (int i = 0; i < times; i++)
        counts[select_child(bench->worker, bench->root, 0) - children]++;
}

static void a_cold_node_draws_as_playouts_do(void **unused)
{
    static const struct sample samples[7] = {{3, 3}, {0, 1}};
    static const char *const agents[] = {"warm=50", "warm_share=2"};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct bench bench = set_up("connect4", agents[i]);
        struct node *children = plant(&bench, 13, samples, 7);
        int counts[7] = {0};

        bench.root->move_count = 7;
        bench.game->rules->moves(bench.game, bench.state, bench.worker->moves);
        for (int j = 0; j < 7; j++)
            children[j].move = bench.worker->moves[j];
        count_selections(&bench, children, 7000, counts);
        for (int j = 0; j < 7; j++)
            assert_true(counts[j] > 850 && counts[j] < 1150);
        /* Warm: the first child that was never tried, every time. */
        atomic_store(&bench.root->visits, i == 0 ? 50 : 14);
        memset(counts, 0, sizeof counts);
        count_selections(&bench, children, 20, counts);
        assert_int_equal(counts[2], 20);
        bench_close(&bench);
    }
}

/* Untried children may lie anywhere once some were drawn: all of them are tried before any value
 * counts. */
static void after_warming_up_all_children_are_tried(void **unused)
{
    struct bench bench = set_up("twixt(size=6)", "warm=10, c=0");
    struct tree *tree = &bench.mcts->trees[0];
    struct family family;

    (void)unused;
    tree_bench_search(bench.mcts, bench.state, "sims=60, seed=5");
    family = node_family(tree, tree_root(tree));
    for (uint32_t i = 0; i < family.count; i++)
        assert_true(node_visits(&family.first[i]) > 0);
    bench_close(&bench);
}

/* ---- Priors ---- */

struct sums {
    struct bench *bench;
    int families;
};

static const struct part_use *prior_of(const struct mcts *mcts)
{
    for (int i = 0; i < mcts->parts.count; i++)
        if (mcts->parts.uses[i].part == &mcts_prior)
            return &mcts->parts.uses[i];
    return NULL;
}

/* Share and expectation. */
static const float *prior_column(const struct mcts *mcts, const struct node *node)
{
    return node_column(&mcts->trees[0], prior_of(mcts)->column, node);
}

static void check_shares(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    struct family family = node_family(&mcts->trees[0], node);
    double sum = 0;
    int *families = context;

    (void)owner;
    for (uint32_t i = 0; i < family.count; i++) {
        const float *prior = prior_column(mcts, &family.first[i]);

        sum += (double)prior[0];
        assert_true(prior[0] >= 0 && prior[1] >= 0 && prior[1] <= 1);
        if (i > 0)
            assert_true(prior[1] <= prior_column(mcts, &family.first[i - 1])[1]);
    }
    if (family.count > 0) {
        assert_true(fabs(sum - 1) < 1e-4);
        ++*families;
    }
}

static void shares_add_to_one_and_the_best_come_first(void **unused)
{
    static const char *const agents[] = {"prior=order, select=puct", "prior=evaluate, select=puct",
                                         "prior=order, select=puct, prior_temperature=0.001",
                                         "prior=evaluate, bias=1, prior_temperature=1000"};

    (void)unused;
    for (int i = 0; i < 4; i++) {
        struct bench bench = set_up("breakthrough(width=5, height=5)", agents[i]);
        int families = 0;

        tree_bench_search(bench.mcts, bench.state, "sims=500, seed=2");
        tree_bench_walk(bench.mcts, check_shares, &families);
        assert_true(families > 50);
        bench_close(&bench);
    }
}

/* By hand: mean + c share sqrt(N) / (1 + n), and the bias w e / (n + 1) or w e / (n - s + 1). */
static void puct_and_bias_add_exactly_their_formulas(void **unused)
{
    static const struct sample samples[] = {{24, 40}, {7, 10}, {0, 0}};
    static const float priors[][2] = {{0.5f, 0.8f}, {0.3f, 0.6f}, {0.2f, 0.4f}};
    static const struct {
        const char *agent;
        double values[3];
    } rows[] = {
        {"select=puct, prior=order, c=1.5, first_play=0",
         {0.6 + 1.5 * 0.5 * 10 / 41, 0.7 + 1.5 * 0.3 * 10 / 11, 1.5 * 0.2 * 10}},
        {"select=puct, prior=order, c=1.5", /* the parent's mean: 31 of 50 */
         {0.6 + 1.5 * 0.5 * 10 / 41, 0.7 + 1.5 * 0.3 * 10 / 11, 0.62 + 1.5 * 0.2 * 10}},
        {"prior=order, bias=2, c=0, first_play=0",
         {0.6 + 2 * 0.8 / 41, 0.7 + 2 * 0.6 / 11, 2 * 0.4}},
        {"prior=order, bias=2, bias_fade=losses, c=0, first_play=0",
         {0.6 + 2 * 0.8 / 17, 0.7 + 2 * 0.6 / 4, 2 * 0.4}},
        {"prior=order, first_play_of=prior, c=0", {0.6, 0.7, 0.4}},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bench bench = set_up("connect4", rows[i].agent);
        struct node *children = plant(&bench, 100, samples, 3);

        for (int j = 0; j < 3; j++)
            memcpy(node_column(&bench.mcts->trees[0], prior_of(bench.mcts)->column, &children[j]),
                   priors[j], sizeof priors[j]);
        for (int j = 0; j < 3; j++)
            assert_true(is_near(selection_value(bench.worker, bench.root, &children[j], 0),
                                rows[i].values[j]));
        bench_close(&bench);
    }
}

/* twixt.md 4.8: with rewards above 1 a child can lose less than nothing, and n - s + 1 stays above
 * 0. */
static void a_bias_bears_rewards_above_one(void **unused)
{
    static const struct sample samples[] = {{15, 10}, {9, 10}};
    static const float prior[] = {0.5f, 0.8f};
    struct bench bench =
        set_up("connect4", "prior=order, bias=2, bias_fade=losses, c=0, length_weight=2");
    struct node *children = plant(&bench, 100, samples, 2);

    (void)unused;
    for (int i = 0; i < 2; i++)
        memcpy(node_column(&bench.mcts->trees[0], prior_of(bench.mcts)->column, &children[i]),
               prior, sizeof prior);
    assert_true(
        is_near(selection_value(bench.worker, bench.root, &children[0], 0), 1.5 + 2 * 0.8 / 0.01));
    assert_true(
        is_near(selection_value(bench.worker, bench.root, &children[1], 0), 0.9 + 2 * 0.8 / 2));
    bench_close(&bench);
}

/* ---- Widening ---- */

static void check_width(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    struct family family = node_family(&mcts->trees[0], node);
    uint32_t tried = 0;
    int *narrow = context;

    (void)owner;
    for (uint32_t i = 0; i < family.count; i++)
        tried += node_visits(&family.first[i]) > 0;
    assert_true(tried <= 2 * sqrt((double)node_visits(node)) + 1);
    *narrow += tried > 2 && tried < family.count;
}

static void nodes_widen_with_their_visits(void **unused)
{
    static const char *const agents[] = {"widen=2, children=all", "widen=2, children=tried",
                                         "widen=2, prior=order"};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct bench bench = set_up("amazons(size=6)", agents[i]);
        int narrow = 0;

        if (i == 2) {
            bench_close(&bench);
            bench = set_up("othello", agents[i]);
        }
        tree_bench_search(bench.mcts, bench.state, "sims=2000, seed=2");
        tree_bench_walk(bench.mcts, check_width, &narrow);
        assert_true(i == 1 || narrow > 10);
        bench_close(&bench);
    }
}

/* ---- Memories that fade ---- */

static void go_to(struct bench *bench, struct node *child)
{
    bench->worker->weight = 1;
    go_through(bench->worker, 0, bench->root, -1);
    go_through(bench->worker, 1, child, 0);
}

static void come_back(struct bench *bench, double result)
{
    bench->worker->gained[0] = fixed_point(result);
    bench->worker->gained[1] = fixed_point(1 - result);
    back_up(bench->worker, 1, 1);
}

static void see(struct bench *bench, struct node *child, double result)
{
    go_to(bench, child);
    come_back(bench, result);
}

/* twixt.md 9.8: results 1, 1, 0, 1/2 with 0.9; amazons-play.md 4.6: 1, 0, 1 with 0.5. */
static void a_discounted_node_forgets_as_written(void **unused)
{
    static const struct sample samples[] = {{0, 0}, {0, 0}};
    static const double results[][4] = {{1, 1, 0, 0.5}, {1, 0, 1, -1}};
    static const double visits[][4] = {{1, 1.9, 2.71, 3.439}, {1, 1.5, 1.75, 0}};
    static const double means[][4] = {{1, 1, 0.6310, 0.5929}, {1, 0.5 / 1.5, 0.714286, 0}};
    static const char *const agents[] = {"discount=0.9", "discount=0.5"};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct bench bench = set_up("connect4", agents[i]);
        struct node *children = plant(&bench, 0, samples, 2);

        for (int j = 0; j < 4 && results[i][j] >= 0; j++) {
            struct tried tried;

            see(&bench, &children[0], results[i][j]);
            tried = node_tried(bench.worker, &children[0]);
            assert_true(is_near(tried.visits, visits[i][j]));
            assert_true(is_near(tried.reward / tried.visits, means[i][j]));
        }
        bench_close(&bench);
    }
}

/* Four playouts of one leaf are four visits, each with their mean. */
static void a_discount_counts_every_playout_of_a_leaf(void **unused)
{
    static const struct sample samples[] = {{0, 0}, {0, 0}};
    struct bench bench = set_up("connect4", "discount=0.9");
    struct node *children = plant(&bench, 0, samples, 2);
    struct tried apart, together;

    (void)unused;
    see(&bench, &children[0], 1);
    see(&bench, &children[1], 1);
    for (int i = 0; i < 4; i++)
        see(&bench, &children[0], 0.75);
    go_to(&bench, &children[1]);
    bench.worker->weight = 4;
    come_back(&bench, 4 * 0.75);
    apart = node_tried(bench.worker, &children[0]);
    together = node_tried(bench.worker, &children[1]);
    assert_true(is_near(apart.visits, together.visits) && is_near(apart.reward, together.reward));
    bench_close(&bench);
}

/* What another thread is about to find out looks like a loss, as it does without a discount, and is
 * never no number. */
static void a_discounted_visit_under_way_looks_like_a_loss(void **unused)
{
    static const struct sample samples[] = {{0, 0}, {0, 0}};
    struct bench bench = set_up_with("connect4", "discount=0.5, c=0, virtual_loss=3", "threads=2");
    struct node *children = plant(&bench, 0, samples, 2);
    struct tried tried;

    (void)unused;
    see(&bench, &children[0], 1);
    go_to(&bench, &children[1]);
    tried = node_tried(bench.worker, &children[1]);
    assert_true(is_near(tried.visits, 3) && tried.reward == 0);
    assert_true(selection_value(bench.worker, bench.root, &children[1], 0) == 0);
    assert_ptr_equal(select_child(&bench.mcts->workers[1], bench.root, 0), &children[0]);
    come_back(&bench, 1);
    tried = node_tried(bench.worker, &children[1]);
    assert_true(is_near(tried.visits, 1) && is_near(tried.reward, 1));
    assert_int_equal(node_visits(&children[1]), 1);
    bench_close(&bench);
}

/* The thesis's example: what won lately is preferred to what has won more often in all. */
static void late_results_turn_the_order_round(void **unused)
{
    static const struct sample samples[] = {{0, 0}, {0, 0}};
    struct bench bench = set_up("connect4", "discount=0.9825");
    struct node *children = plant(&bench, 0, samples, 2);
    struct tried tried[2];

    (void)unused;
    for (int i = 0; i < 150; i++)
        see(&bench, &children[0], i < 100 ? 0.95 : 0.5);
    for (int i = 0; i < 100; i++)
        see(&bench, &children[1], i < 50 ? 0.5 : 0.9);
    for (int i = 0; i < 2; i++)
        tried[i] = node_tried(bench.worker, &children[i]);
    assert_true(fabs((double)tried[0].visits - 53.10) < 0.01);
    assert_true(fabs((double)tried[1].visits - 47.37) < 0.01);
    assert_true(fabs((double)(tried[0].reward / tried[0].visits) - 0.666) < 0.001);
    assert_true(fabs((double)(tried[1].reward / tried[1].visits) - 0.783) < 0.001);
    bench_close(&bench);
}

/* What is played in the end goes by all visits, which a discount does not touch. */
static void a_discount_leaves_the_counts_alone(void **unused)
{
    struct bench bench = set_up("connect4", "discount=0.95, warm=50");
    struct cop_report report;
    int64_t visits = 0;

    (void)unused;
    report = tree_bench_search(bench.mcts, bench.state, "sims=3000, seed=2");
    for (int i = 0; i < report.candidate_count; i++) {
        visits += report.candidates[i].visits;
        assert_true(report.candidates[i].value >= 0 && report.candidates[i].value <= 1);
    }
    assert_int_equal(visits, 3000);
    bench_close(&bench);
}

/* ---- Minimax inside the tree ---- */

static const float *backed_column(const struct mcts *mcts, const struct node *node)
{
    for (int i = 0; i < mcts->parts.count; i++)
        if (mcts->parts.uses[i].part == &mcts_backup)
            return node_column(&mcts->trees[0], mcts->parts.uses[i].column, node);
    return NULL;
}

struct weights {
    double alpha, mix;
    int nodes;
};

/* Every node is as good as its best child, and its mix is made as written; a child's value in the
 * selection is made of both. */
static void check_backed(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    struct weights *weights = context;
    const struct worker *worker = &mcts->workers[0];
    struct family family = node_family(&mcts->trees[0], node);
    int mover = node_turn(node);
    double best[2] = {NAN, NAN}, mean;

    if (family.count == 0 || node_visits(node) < 2)
        return;
    for (uint32_t i = 0; i < family.count; i++) {
        const struct node *child = &family.first[i];
        const float *backed = backed_column(mcts, child);
        double own, share, chosen;

        if (isnan(best[0]) || (mover == 0 ? backed[0] > best[0] : backed[0] < best[0]))
            best[0] = (double)backed[0];
        if (node_visits(child) == 0)
            continue;
        if (isnan(best[1]) || (mover == 0 ? backed[1] > best[1] : backed[1] < best[1]))
            best[1] = (double)backed[1];
        own = weights->mix > 0 ? (mover == 0 ? (double)backed[1] : 1 - (double)backed[1])
                               : node_value(child);
        share = mover == 0 ? (double)backed[0] : 1 - (double)backed[0];
        chosen = (1 - weights->alpha) * own + weights->alpha * share +
                 0.7 * sqrt(log((double)node_visits(node)) / (double)node_visits(child));
        assert_true(fabs(selection_value(worker, node, (struct node *)child, 0) - chosen) < 1e-4);
    }
    if (owner < 0)
        return;
    mean = owner == 0 ? node_value(node) : 1 - node_value(node);
    if (weights->alpha > 0)
        assert_true((double)backed_column(mcts, node)[0] == best[0]);
    assert_true(fabs((double)backed_column(mcts, node)[1] -
                     ((1 - weights->mix) * mean + weights->mix * best[1])) < 1e-5);
    weights->nodes++;
}

static void the_best_child_counts_as_written(void **unused)
{
    static const struct {
        const char *agent;
        double alpha, mix;
    } rows[] = {{"minimax=0.4", 0.4, 0}, {"mix=0.3", 0, 0.3}, {"minimax=0.2, mix=0.5", 0.2, 0.5}};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct bench bench = set_up("breakthrough(width=4, height=5)", rows[i].agent);
        struct weights weights = {rows[i].alpha, rows[i].mix, 0};

        tree_bench_search(bench.mcts, bench.state, "sims=3000, seed=2");
        tree_bench_walk(bench.mcts, check_backed, &weights);
        assert_true(weights.nodes > 100);
        bench_close(&bench);
    }
}

/* ---- Draws ---- */

struct count {
    int after_states, lost_visits;
};

/* Visits of an outcome that went to no move below it. */
static void count_visits(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    struct count *count = context;
    struct family family = node_family(&mcts->trees[0], node);
    int64_t below = 0;

    (void)owner;
    if (node_visits(node) == 0)
        return;
    if (node_turn(node) == COP_CHANCE) {
        count->after_states++;
        return;
    }
    for (uint32_t i = 0; i < family.count; i++)
        below += node_visits(&family.first[i]);
    count->lost_visits += (int)(node_visits(node) - below);
}

/* ontop.md 7: the one node that a simulation adds is the position after a tile is laid. */
static void every_simulation_adds_a_move_when_outcomes_are_passed(void **unused)
{
    static const struct {
        const char *agent;
        bool passes;
    } rows[] = {{"outcomes=pass", true},
                {"outcomes=pass, first_play=1", true},
                {"outcomes=pass, warm_share=0.5", true},
                {"outcomes=pass, solver=on", true},
                {"outcomes=leaf", false}};

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bench bench = set_up("ontop", rows[i].agent);
        struct count count = {0, 0};
        struct cop_report report;

        free(bench.state);
        bench.state = tree_bench_state(bench.game, "A");
        report = tree_bench_search(bench.mcts, bench.state, "sims=700, seed=3");
        tree_bench_walk(bench.mcts, count_visits, &count);
        assert_int_equal(report.sims, 700);
        assert_int_equal(count.after_states == 700, rows[i].passes);
        assert_int_equal(count.lost_visits == 0, rows[i].passes);
        bench_close(&bench);
    }
}

/* ---- The solver's other forms ---- */

static void the_solver_of_wins_proves_no_draw(void **unused)
{
    struct bench bench = set_up("tictactoe", "solver=on, proof=wins, stop=off");
    struct cop_report report;

    (void)unused;
    report = tree_bench_search(bench.mcts, bench.state, "sims=30k, seed=1");
    assert_int_equal(report.proof, COP_UNPROVEN);
    bench_close(&bench);
    bench = set_up("connect4(width=4, height=4)", "solver=on, proof=wins, look_ahead=on");
    free(bench.state);
    bench.state = tree_bench_state(bench.game, "121212");
    report = tree_bench_search(bench.mcts, bench.state, "sims=10k, seed=1");
    assert_int_equal(report.proof, COP_PROVEN_WIN);
    bench_close(&bench);
}

struct looker {
    struct bench *bench;
    int settled, open;
};

/* Every node in which a move wins at once was settled by a look, and has no children. */
static void look_below(struct looker *looker, const struct node *node, const void *state, int depth)
{
    const struct cop_game *game = looker->bench->game;
    struct family family = node_family(&looker->bench->mcts->trees[0], node);
    void *next = malloc(game->state_size);

    if (depth > 0 && node_visits(node) > 0 && game->rules->turn(game, state) >= 0 &&
        game->rules->decisive(game, state) != COP_NO_MOVE) {
        assert_true(node_flags(node) & NODE_CLOSED);
        assert_int_equal(family.count, 0);
        looker->settled++;
    }
    looker->open += family.count > 0;
    for (uint32_t i = 0; i < family.count; i++) {
        memcpy(next, state, game->state_size);
        game->rules->play(game, next, family.first[i].move);
        look_below(looker, &family.first[i], next, depth + 1);
    }
    free(next);
}

static void a_look_ahead_settles_what_can_be_won_at_once(void **unused)
{
    static const char *const agents[] = {"solver=on, look_ahead=on, stop=off",
                                         "solver=on, look_ahead=on, proof=wins, stop=off"};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct bench bench = set_up("connect4", agents[i]);
        struct looker looker = {.bench = &bench};

        tree_bench_search(bench.mcts, bench.state, "sims=5k, seed=4");
        look_below(&looker, tree_root(&bench.mcts->trees[0]), bench.state, 0);
        assert_true(looker.settled > 100 && looker.open > 100);
        bench_close(&bench);
    }
}

/* ---- Kept trees ---- */

/* Before the inner chain all playouts below it were won, and a tree that is kept knows nothing
 * else: it is forgotten when the policy's playouts begin to mean something else. */
static void a_tree_is_not_kept_when_playouts_change_their_meaning(void **unused)
{
    static const char *const agents[] = {"reuse=on, playout=knowledge",
                                         "reuse=on, playout=knowledge(home=allowed)"};
    cop_move chain = COP_NO_MOVE;

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct bench bench = set_up("twixt(size=12)", agents[i]);
        struct cop_limits limits;
        struct cop_report report;
        struct cop_error error = {""};

        free(bench.state);
        bench.state = tree_bench_state(bench.game, "H8 F4 J4 I6 I5 H5 G6 I3 I2 D8 K6 G11 K11 E10");
        report = tree_bench_search(bench.mcts, bench.state, "sims=3000, seed=1");
        assert_true(cop_move_read(bench.game, bench.state, "J9", &chain, &error));
        for (int j = 0; j < report.candidate_count; j++)
            if (report.candidates[j].move == chain)
                assert_true(report.candidates[j].visits > 5);
        cop_mcts_agent.played(bench.mcts, bench.state, chain);
        bench.game->rules->play(bench.game, bench.state, chain);
        assert_true(cop_limits_parse("sims=1", &limits, NULL));
        assert_true(cop_mcts_agent.think(bench.mcts, bench.state, &limits, NULL, &report, &error));
        if (i == 0)
            assert_int_equal(node_visits(tree_root(&bench.mcts->trees[0])), 1);
        else
            assert_true(node_visits(tree_root(&bench.mcts->trees[0])) > 5);
        bench_close(&bench);
    }
}

/* What is written is read again, in stores and by the lab: it must mean the same. */
static void a_written_first_play_keeps_its_meaning(void **unused)
{
    static const char *const specs[] = {
        "mcts(select=puct, prior=order)",
        "mcts(select=puct, prior=order, first_play_of=number)",
        "mcts(select=puct, prior=order, first_play=0)",
        "mcts(select=puct, prior=order, first_play_of=parent)",
        "mcts(first_play_of=number)",
        "mcts(first_play_of=parent, first_play=0.1)",
    };
    struct cop_game *game = cop_game_open("othello", NULL);

    (void)unused;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct cop_text written = COP_TEXT;
        struct bench as_given, as_written;
        char inside[2][128] = {"", ""};

        assert_true(cop_agent_check(game, specs[i], NULL, &written, NULL));
        snprintf(inside[0], sizeof inside[0], "%.*s", (int)strlen(specs[i]) - 6, specs[i] + 5);
        if (written.length > 5)
            snprintf(inside[1], sizeof inside[1], "%.*s", (int)written.length - 6,
                     written.bytes + 5);
        as_given = set_up("othello", inside[0]);
        as_written = set_up("othello", inside[1]);
        assert_int_equal(as_given.mcts->config.first_play_of,
                         as_written.mcts->config.first_play_of);
        assert_true(as_given.mcts->config.first_play == as_written.mcts->config.first_play);
        bench_close(&as_given);
        bench_close(&as_written);
        cop_text_free(&written);
    }
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(selection_values_are_those_of_the_table),
        cmocka_unit_test(a_first_play_of_one_lets_history_decide),
        cmocka_unit_test(a_written_first_play_keeps_its_meaning),
        cmocka_unit_test(levels_have_rates_of_their_own),
        cmocka_unit_test(ucb_takes_the_arm_of_the_example),
        cmocka_unit_test(a_first_play_can_be_the_mean_of_the_others),
        cmocka_unit_test(a_cold_node_draws_as_playouts_do),
        cmocka_unit_test(after_warming_up_all_children_are_tried),
        cmocka_unit_test(shares_add_to_one_and_the_best_come_first),
        cmocka_unit_test(puct_and_bias_add_exactly_their_formulas),
        cmocka_unit_test(a_bias_bears_rewards_above_one),
        cmocka_unit_test(nodes_widen_with_their_visits),
        cmocka_unit_test(a_discounted_node_forgets_as_written),
        cmocka_unit_test(a_discount_counts_every_playout_of_a_leaf),
        cmocka_unit_test(a_discounted_visit_under_way_looks_like_a_loss),
        cmocka_unit_test(late_results_turn_the_order_round),
        cmocka_unit_test(a_discount_leaves_the_counts_alone),
        cmocka_unit_test(the_best_child_counts_as_written),
        cmocka_unit_test(the_solver_of_wins_proves_no_draw),
        cmocka_unit_test(every_simulation_adds_a_move_when_outcomes_are_passed),
        cmocka_unit_test(a_look_ahead_settles_what_can_be_won_at_once),
        cmocka_unit_test(a_tree_is_not_kept_when_playouts_change_their_meaning),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
