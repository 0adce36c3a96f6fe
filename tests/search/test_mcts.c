/* test_mcts.c - the tree's bookkeeping, selection, limits and final choice (uct-star.md 4.4). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/logarithm.h"
#include "tree_bench.h"

static struct cop_game *open_game(const char *spec)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    return game;
}

/* A game, a search on it and a state, in one go. */
static struct bench set_up(const char *game, const char *moves, const char *agent,
                           const char *limits)
{
    return bench_open(open_game(game), NULL, moves, agent, limits);
}

static int64_t child_visits(const struct mcts *mcts, const struct node *node)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < node->child_count; i++)
        sum += node_visits(&node_family(&mcts->trees[0], node).first[i]);
    return sum;
}

static int played_by(const struct bench *bench, const struct cop_report *report, const char *name)
{
    struct cop_text text = COP_TEXT;
    int is_it;

    bench->game->rules->write_move(bench->game, bench->state, report->best, &text);
    is_it = strcmp(text.bytes, name) == 0;
    cop_text_free(&text);
    return is_it;
}

/* MC-01 */
static void root_visits_are_the_simulations(void **unused)
{
    struct bench bench = set_up("connect4", "", "", "sims=5000");
    struct cop_report report = tree_bench_search(bench.mcts, bench.state, "sims=5000, seed=3");
    const struct node *root = tree_root(&bench.mcts->trees[0]);

    (void)unused;
    assert_int_equal(report.sims, 5000);
    assert_int_equal(node_visits(root), 5000);
    assert_int_equal(child_visits(bench.mcts, root), 5000);
    bench_close(&bench);
}

/* MC-02, MC-03 and MC-04: `context` counts the nodes looked at. The reward of a node's own first
 * playout is what its children do not explain. */
static void check_books(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    int64_t one = (int64_t)REWARD_ONE, rest = node_reward(node);

    if (owner < 0 || !node_is_expanded(node))
        return;
    ++*(int *)context;
    if (node_is_terminal(node)) {
        int64_t each = node_reward(node) / (node_visits(node) > 0 ? node_visits(node) : 1);

        assert_int_equal(node->child_count, 0);
        assert_int_equal(node_reward(node), each * node_visits(node));
        assert_true(each == 0 || each == one || each == one / 2);
        return;
    }
    assert_int_equal(node_visits(node), 1 + child_visits(mcts, node));
    for (uint32_t i = 0; i < node->child_count; i++) {
        const struct node *child = &node_family(&mcts->trees[0], node).first[i];

        rest -= node->turn == owner ? node_reward(child)
                                    : one * node_visits(child) - node_reward(child);
    }
    assert_true(rest == 0 || rest == one || rest == one / 2);
}

static void books_balance_at_every_node(void **unused)
{
    /* Othello OT-05's position has a forced pass four plies on. */
    const char *const cases[][2] = {{"connect4", "4444"},
                                    {"othello", "d3c3f5d2d1e1b2b4f1f6"},
                                    {"breakthrough(width=4, height=5)", ""}};

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct bench bench = set_up(cases[i][0], cases[i][1], "c=0.4", "sims=20k");
        int looked_at = 0;

        tree_bench_search(bench.mcts, bench.state, "sims=20k, seed=7");
        tree_bench_walk(bench.mcts, check_books, &looked_at);
        assert_true(looked_at > 30);
        bench_close(&bench);
    }
}

/* MC-05 */
static void a_single_move_costs_one_simulation_and_a_pass_none(void **unused)
{
    struct bench pass = set_up("othello", "d3c3f5d2d1e1b2b4f1f6g7d6d7", "", "sims=1000");
    struct cop_report report = tree_bench_search(pass.mcts, pass.state, "sims=1000");
    struct bench single;

    (void)unused;
    assert_int_equal(report.best, COP_PASS);
    assert_int_equal(report.sims, 0);
    bench_close(&pass);

    single = set_up("breakthrough", "", "", "sims=1000");
    assert_true(cop_position_read(single.game, "b7/w7/8/8/8/8/7b/8 w", single.state, NULL));
    report = tree_bench_search(single.mcts, single.state, "sims=1000");
    assert_int_equal(report.sims, 1);
    assert_true(played_by(&single, &report, "a7b8"));
    bench_close(&single);
}

/* MC-06 */
static void random_selection_treats_moves_alike(void **unused)
{
    struct bench bench = set_up("connect4", "", "select=random", "sims=70k");
    struct cop_report report = tree_bench_search(bench.mcts, bench.state, "sims=70k, seed=5");

    (void)unused;
    assert_int_equal(report.candidate_count, 7);
    for (int i = 0; i < 7; i++)
        assert_in_range(report.candidates[i].visits, 9600, 10400);
    bench_close(&bench);
}

static const struct sample worked_example[] = {{33, 50}, {15, 30}, {5, 20}};

/* UC-01 */
static void bounds_of_the_worked_example(void **unused)
{
    static const double upper[] = {0.8746, 0.7770, 0.5893}, lower[] = {0.4454, 0.2230, -0.0893};
    struct bench bench = set_up("connect4", "", "c=0.5, c_form=inside", "sims=1");
    struct node *children = tree_bench_plant(bench.mcts, 100, worked_example, 3);

    (void)unused;
    for (int i = 0; i < 3; i++) {
        double radius = interval_radius(0.5, cop_ln(100), node_visits(&children[i]));

        assert_float_equal(node_value(&children[i]) + radius, upper[i], 5e-5);
        assert_float_equal(node_value(&children[i]) - radius, lower[i], 5e-5);
    }
    assert_ptr_equal(select_child(&bench.mcts->workers[0], tree_root(&bench.mcts->trees[0]), 0),
                     &children[0]);
    bench_close(&bench);
}

/* UC-02 */
static void an_untried_child_goes_first(void **unused)
{
    static const struct sample samples[] = {{50, 50}, {15, 30}, {0, 0}, {0, 0}};
    struct bench bench = set_up("connect4", "", "", "sims=1");
    struct node *children = tree_bench_plant(bench.mcts, 80, samples, 4);
    struct node *root = tree_root(&bench.mcts->trees[0]);

    (void)unused;
    assert_ptr_equal(select_child(&bench.mcts->workers[0], root, 0), &children[2]);
    bench_close(&bench);

    bench = set_up("connect4", "", "c=0.01, first_play=0.9", "sims=1");
    children = tree_bench_plant(bench.mcts, 80, samples, 4);
    root = tree_root(&bench.mcts->trees[0]);
    assert_ptr_equal(select_child(&bench.mcts->workers[0], root, 0), &children[0]);
    atomic_store(&children[0].reward, 0);
    atomic_store(&children[1].reward, 0);
    assert_ptr_equal(select_child(&bench.mcts->workers[0], root, 0), &children[2]);
    bench_close(&bench);
}

static void hash_visits(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    uint64_t *hash = context;

    (void)mcts;
    (void)owner;
    *hash = cop_mix(*hash ^ node_visits(node) ^ ((uint64_t)node->move << 32));
}

static uint64_t tree_hash(const char *game, const char *agent, const char *limits)
{
    struct bench bench = set_up(game, "", agent, limits);
    uint64_t hash = 0;

    tree_bench_search(bench.mcts, bench.state, limits);
    tree_bench_walk(bench.mcts, hash_visits, &hash);
    bench_close(&bench);
    return hash;
}

/* UC-03 */
static void c_inside_and_outside_the_root_grow_the_same_tree(void **unused)
{
    const char *limits = "sims=20k, seed=11";

    (void)unused;
    assert_true(tree_hash("connect4", "c=0.5, c_form=inside", limits) ==
                tree_hash("connect4", "c=0.70710678, c_form=outside", limits));
    assert_true(tree_hash("connect4", "c=0.5, c_form=inside", limits) !=
                tree_hash("connect4", "c=0.5, c_form=outside", limits));
}

static void a_seed_determines_the_tree(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        const char *game = (const char *[]){"connect4", "othello", "breakthrough"}[i];

        assert_true(tree_hash(game, "", "sims=3k, seed=1") ==
                    tree_hash(game, "", "sims=3k, seed=1"));
        assert_true(tree_hash(game, "", "sims=3k, seed=1") !=
                    tree_hash(game, "", "sims=3k, seed=2"));
    }
}

/* UC-04 */
static void upper_bounds_even_out_and_the_centre_leads(void **unused)
{
    struct bench bench = set_up("connect4", "", "c=0.5, c_form=inside", "sims=100k");

    (void)unused;
    for (int seed = 1; seed <= (IS_WATCHED ? 1 : 5); seed++) {
        double highest = -INFINITY, lowest = INFINITY;
        char limits[64];
        struct cop_report report;

        snprintf(limits, sizeof limits, "sims=100k, seed=%d", seed);
        report = tree_bench_search(bench.mcts, bench.state, limits);
        for (int i = 0; i < 7; i++) {
            const struct cop_candidate *candidate = &report.candidates[i];
            double bound =
                candidate->value + interval_radius(0.5, cop_ln(100000), (double)candidate->visits);

            highest = fmax(highest, bound);
            lowest = fmin(lowest, bound);
        }
        assert_true(highest - lowest < 0.01);
        assert_true(report.candidates[3].visits > 60000);
    }
    bench_close(&bench);
}

/* UC-05, UC-06 */
static void wins_at_once_are_found(void **unused)
{
    struct bench bench = set_up("connect4", "121212", "c=0.5, c_form=inside", "sims=1k");
    struct cop_report report = tree_bench_search(bench.mcts, bench.state, "sims=1k, seed=1");

    (void)unused;
    assert_true(played_by(&bench, &report, "a"));
    bench_close(&bench);
    bench = set_up("connect4", "1212127", "c=0.5, c_form=inside", "sims=2k");
    report = tree_bench_search(bench.mcts, bench.state, "sims=2k, seed=1");
    assert_true(played_by(&bench, &report, "b"));
    bench_close(&bench);
}

static double play_game(const struct cop_game *game, struct mcts *players[2], uint64_t seed)
{
    void *state = tree_bench_state(game, "");
    double payoff[2];

    for (int ply = 0; game->rules->turn(game, state) != COP_OVER; ply++) {
        char limits[64];
        struct cop_report report;

        snprintf(limits, sizeof limits, "sims=1k, seed=%d", (int)(seed * 1000) + ply);
        report = tree_bench_search(players[game->rules->turn(game, state)], state, limits);
        game->rules->play(game, state, report.best);
    }
    game->rules->payoff(game, state, payoff);
    free(state);
    return payoff[0];
}

/* UC-07 */
static void uct_beats_random_selection(void **unused)
{
    struct cop_game *game = open_game("connect4");
    struct mcts *uct = tree_bench_open(game, "c=0.5, c_form=inside, final=value", "sims=1k");
    struct mcts *random = tree_bench_open(game, "select=random, final=value", "sims=1k");
    int games = IS_WATCHED ? 20 : 100;
    double score = 0;

    (void)unused;
    for (int i = 0; i < games; i += 2) {
        score += play_game(game, (struct mcts *[]){uct, random}, (uint64_t)i);
        score += 1 - play_game(game, (struct mcts *[]){random, uct}, (uint64_t)i + 1);
    }
    assert_true(score / games >= 0.6);
    tree_bench_close(uct);
    tree_bench_close(random);
    cop_game_close(game);
}

static void a_full_tree_searches_on(void **unused)
{
    struct bench bench = set_up("othello", "", "", "sims=20k, memory=256K");
    struct cop_report report = tree_bench_search(bench.mcts, bench.state, "sims=20k, seed=2");

    (void)unused;
    assert_true(report.memory_is_full);
    assert_int_equal(report.sims, 20000);
    assert_true(report.nodes * sizeof(struct node) <= 256 * 1024);
    assert_int_equal(node_visits(tree_root(&bench.mcts->trees[0])), 20000);
    bench_close(&bench);
}

static void limits_on_nodes_and_depth_hold(void **unused)
{
    struct bench bench = set_up("connect4", "", "", "sims=1");
    struct cop_report report = tree_bench_search(bench.mcts, bench.state, "nodes=5000");

    (void)unused;
    assert_in_range(report.nodes, 5000, 5000 + 7 - 1); /* an expansion has seven */
    report = tree_bench_search(bench.mcts, bench.state, "sims=5k, depth=2");
    assert_int_equal(report.depth, 2);
    assert_true(report.nodes <= 1 + 7 + 49);
    bench_close(&bench);
}

static void a_late_expansion_keeps_the_tree_small(void **unused)
{
    struct bench bench = set_up("connect4", "", "expand=20", "sims=10k");
    struct cop_report report = tree_bench_search(bench.mcts, bench.state, "sims=10k");

    (void)unused;
    assert_true(report.nodes < 10000 * 7 / 20 + 8);
    assert_int_equal(node_visits(tree_root(&bench.mcts->trees[0])), 10000);
    bench_close(&bench);
}

struct copy {
    uint64_t hash;
    int nodes;
};

static void hash_node(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    struct copy *copy = context;

    (void)owner;
    (void)mcts;
    copy->hash = cop_mix(copy->hash ^ node_visits(node) ^ ((uint64_t)node->child_count << 40));
    copy->hash = cop_mix(copy->hash ^ (uint64_t)node_reward(node));
    copy->nodes++;
}

static void the_tree_below_a_played_move_is_kept_whole(void **unused)
{
    struct bench bench = set_up("connect4", "", "reuse=on", "sims=20k");
    struct cop_report report = tree_bench_search(bench.mcts, bench.state, "sims=20k, seed=4");
    struct copy before = {0}, after = {0};
    cop_move reply = report.line[1];

    (void)unused;
    assert_true(tree_advance(&bench.mcts->trees[0], report.best));
    assert_true(tree_advance(&bench.mcts->trees[0], reply));
    tree_bench_walk(bench.mcts, hash_node, &before);
    tree_compact(&bench.mcts->trees[0]);
    tree_bench_walk(bench.mcts, hash_node, &after);
    assert_true(before.nodes > 1000);
    assert_true(before.hash == after.hash && before.nodes == after.nodes);
    assert_int_equal(after.nodes, atomic_load(&bench.mcts->trees[0].used) - 1);
    bench_close(&bench);
}

/* Families of children made one by one have room for more; what lies there from an earlier tree are
 * no nodes. */
static void a_kept_tree_has_nothing_of_an_earlier_one(void **unused)
{
    struct bench bench = set_up("connect4", "", "reuse=on, children=tried", "sims=2k");
    struct cop_report report = tree_bench_search(bench.mcts, bench.state, "sims=2k, seed=4");
    struct tree *tree = &bench.mcts->trees[0];
    struct copy before = {0}, after = {0};
    uint32_t used = atomic_load(&tree->used);

    (void)unused;
    assert_true(tree_advance(tree, report.best));
    tree_bench_walk(bench.mcts, hash_node, &before);
    for (uint32_t i = 0; i < used; i++)
        tree->spare[i] = tree->nodes[tree->root];
    tree_compact(tree);
    tree_bench_walk(bench.mcts, hash_node, &after);
    assert_true(before.hash == after.hash && before.nodes == after.nodes);
    assert_true(atomic_load(&tree->used) < used);
    bench_close(&bench);
}

static void reused_visits_count_in_the_next_search(void **unused)
{
    struct cop_game *game = open_game("connect4");
    struct cop_limits limits;
    struct cop_report report;
    void *state = tree_bench_state(game, "");
    struct cop_agent *agent;
    int64_t kept = 0, total = 0;

    (void)unused;
    assert_true(cop_limits_parse("sims=10k", &limits, NULL));
    agent = cop_agent_open(game, "mcts(reuse=on)", &limits.means, NULL);
    assert_true(cop_agent_think(agent, state, &limits, NULL, &report, NULL));
    for (int i = 0; i < 2; i++) {
        cop_move move = report.line[i];

        cop_agent_played(agent, state, move);
        game->rules->play(game, state, move);
    }
    assert_true(cop_agent_think(agent, state, &limits, NULL, &report, NULL));
    for (int i = 0; i < report.candidate_count; i++)
        total += report.candidates[i].visits;
    kept = total - 10000;
    assert_int_equal(report.sims, 10000);
    assert_true(kept > 100);
    cop_agent_close(agent);
    free(state);
    cop_game_close(game);
}

static void an_unreachable_leader_ends_the_search_with_the_same_move(void **unused)
{
    struct bench plain = set_up("connect4", "44", "", "sims=5k");
    struct bench quick = set_up("connect4", "44", "unreachable=on", "sims=5k");
    int64_t saved = 0;

    (void)unused;
    for (int seed = 1; seed <= 20; seed++) {
        char limits[64];
        struct cop_report whole, cut;

        snprintf(limits, sizeof limits, "sims=5k, seed=%d", seed);
        whole = tree_bench_search(plain.mcts, plain.state, limits);
        cut = tree_bench_search(quick.mcts, quick.state, limits);
        assert_int_equal(whole.best, cut.best);
        saved += whole.sims - cut.sims;
    }
    assert_true(saved > 20 * 100);
    bench_close(&plain);
    bench_close(&quick);
}

/* A root with most visits on the first child, the best mean on the second and the best lower bound
 * on the third. */
static cop_move chosen(const char *agent)
{
    static const struct sample samples[] = {{50, 100}, {9, 10}, {63, 80}, {0, 0}};
    struct bench bench = set_up("connect4(width=4, height=4)", "", agent, "sims=1");
    struct cop_report report;

    tree_bench_plant(bench.mcts, 190, samples, 4);
    memcpy(bench.mcts->root_state, bench.state, bench.game->state_size);
    make_report(bench.mcts, &report);
    bench_close(&bench);
    return report.best;
}

static void final_choices_differ_as_they_should(void **unused)
{
    struct cop_game *game = open_game("connect4(width=4, height=4)");
    void *state = tree_bench_state(game, "");
    cop_move moves[4];

    (void)unused;
    /* The planted moves are 1, 2, 3, 4: the game's moves must have the same numbers. */
    assert_int_equal(game->rules->moves(game, state, moves), 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(moves[i], i + 1);
    assert_int_equal(chosen("final=visits"), 1);
    assert_int_equal(chosen("final=value"), 2);
    assert_int_equal(chosen("final=robust-max"), 2);
    assert_int_equal(chosen("final=secure"), 3);
    assert_int_equal(chosen("final=secure, secure=0"), 2);
    free(state);
    cop_game_close(game);
}

static void robust_max_searches_on_until_visits_and_value_agree(void **unused)
{
    struct bench bench = set_up("connect4", "", "final=robust-max", "sims=300");
    int longer = 0;

    (void)unused;
    for (int seed = 1; seed <= 40; seed++) {
        char limits[64];
        struct cop_report report;

        snprintf(limits, sizeof limits, "sims=300, seed=%d", seed);
        report = tree_bench_search(bench.mcts, bench.state, limits);
        assert_true(report.sims <= 450);
        assert_true(report.sims == 450 || leader_is_robust(&report));
        longer += report.sims > 300;
    }
    assert_true(longer > 0);
    bench_close(&bench);
}

static void conflicting_options_are_refused(void **unused)
{
    struct cop_game *game = open_game("othello");
    static const char *const specs[] = {"mcts(unreachable=on, final=value)",
                                        "mcts(win=0.2, loss=0.8)", "mcts(playout=clever)",
                                        "mcts(c=-1, prune=root)", "mcts(prune=some)"};
    struct cop_limits limits;

    (void)unused;
    assert_true(cop_limits_parse("sims=1", &limits, NULL));
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct cop_error error = {""};

        assert_null(cop_agent_open(game, specs[i], &limits.means, &error));
        assert_true(strlen(error.message) > 20);
    }
    cop_game_close(game);
}

static void a_search_without_any_limit_is_refused(void **unused)
{
    struct cop_game *game = open_game("othello");
    void *state = tree_bench_state(game, "");
    struct cop_error error = {""};
    struct cop_report report;
    struct cop_limits limits;

    (void)unused;
    assert_true(cop_limits_parse("", &limits, NULL));
    for (int i = 0; i < 2; i++) {
        struct cop_agent *agent =
            cop_agent_open(game, i == 0 ? "mcts" : "mc", &limits.means, &error);

        assert_false(cop_agent_think(agent, state, &limits, NULL, &report, &error));
        assert_non_null(strstr(error.message, "give a limit"));
        cop_agent_close(agent);
    }
    free(state);
    cop_game_close(game);
}

static void the_logarithm_is_right(void **unused)
{
    (void)unused;
    assert_true(cop_ln(1) == 0);
    for (uint64_t n = 2; n < UINT64_C(1) << 40; n = n * 9 / 8 + 1)
        assert_true(fabs(cop_ln(n) - log((double)n)) < 1e-9);
    for (double x = 1; x < 1e12; x *= 1.01) {
        assert_true(fabs(cop_ln_real(x) - log(x)) < 1e-9);
        assert_true(cop_ln_real(floor(x)) == cop_ln((uint64_t)x));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(root_visits_are_the_simulations),
        cmocka_unit_test(books_balance_at_every_node),
        cmocka_unit_test(a_single_move_costs_one_simulation_and_a_pass_none),
        cmocka_unit_test(random_selection_treats_moves_alike),
        cmocka_unit_test(bounds_of_the_worked_example),
        cmocka_unit_test(an_untried_child_goes_first),
        cmocka_unit_test(c_inside_and_outside_the_root_grow_the_same_tree),
        cmocka_unit_test(a_seed_determines_the_tree),
        cmocka_unit_test(upper_bounds_even_out_and_the_centre_leads),
        cmocka_unit_test(wins_at_once_are_found),
        cmocka_unit_test(uct_beats_random_selection),
        cmocka_unit_test(a_full_tree_searches_on),
        cmocka_unit_test(limits_on_nodes_and_depth_hold),
        cmocka_unit_test(a_late_expansion_keeps_the_tree_small),
        cmocka_unit_test(the_tree_below_a_played_move_is_kept_whole),
        cmocka_unit_test(a_kept_tree_has_nothing_of_an_earlier_one),
        cmocka_unit_test(reused_visits_count_in_the_next_search),
        cmocka_unit_test(an_unreachable_leader_ends_the_search_with_the_same_move),
        cmocka_unit_test(final_choices_differ_as_they_should),
        cmocka_unit_test(robust_max_searches_on_until_visits_and_value_agree),
        cmocka_unit_test(conflicting_options_are_refused),
        cmocka_unit_test(a_search_without_any_limit_is_refused),
        cmocka_unit_test(the_logarithm_is_right),
    };

    return cmocka_run_group_tests_name("mcts", tests, NULL, NULL);
}
