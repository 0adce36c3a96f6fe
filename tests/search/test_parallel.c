/* test_parallel.c - several threads on one search; run under the thread sanitizer too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tree_bench.h"

static const char *const ways[] = {"parallel=tree", "parallel=root", "parallel=leaf"};

static void every_way_does_its_simulations(void **unused)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    void *state = tree_bench_state(game, "");

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct mcts *mcts = tree_bench_open(game, ways[i], "threads=2");
        struct cop_report report = tree_bench_search(mcts, state, "sims=20k, threads=2, seed=1");
        int64_t visits = 0, root_visits = 0;

        for (int k = 0; k < report.candidate_count; k++)
            visits += report.candidates[k].visits;
        for (int k = 0; k < mcts->tree_count; k++)
            root_visits += node_visits(tree_root(&mcts->trees[k]));
        assert_int_equal(report.sims, 20000);
        assert_int_equal(visits, 20000);
        assert_int_equal(root_visits, 20000);
        assert_true(report.candidates[3].visits > 4000);
        tree_bench_close(mcts);
    }
    free(state);
    cop_game_close(game);
}

/* The clock decides neither how much a tree of its own gets nor what it finds. */
static void trees_of_their_own_find_the_same_again(void **unused)
{
    static const char *const options[] = {"parallel=root", "parallel=root, solver=on, exact=4",
                                          "parallel=root, rave=node"};
    struct cop_game *game = cop_game_open("connect4", NULL);
    void *state = tree_bench_state(game, "");

    (void)unused;
    for (int i = 0; i < 9; i++) {
        struct cop_report first = {.sims = 0};
        int64_t visits[7];

        for (int again = 0; again < 4; again++) {
            struct mcts *mcts = tree_bench_open(game, options[i % 3], "threads=3");
            struct cop_report report =
                tree_bench_search(mcts, state,
                                  i < 3   ? "sims=1000, threads=3, seed=5"
                                  : i < 6 ? "nodes=1000, threads=3, seed=6"
                                          : "sims=10, nodes=500, threads=3, seed=7");

            for (int k = 0; k < 7; k++) {
                if (again == 0)
                    visits[k] = report.candidates[k].visits;
                assert_int_equal(report.candidates[k].visits, visits[k]);
            }
            if (again == 0)
                first = report;
            assert_int_equal(report.best, first.best);
            assert_int_equal(report.nodes, first.nodes);
            assert_true(report.value[0] == first.value[0]);
            tree_bench_close(mcts);
        }
    }
    free(state);
    cop_game_close(game);
}

/* Each thread may be in the middle of its last simulation, and that is all. */
static void threads_keep_a_limit_of_nodes(void **unused)
{
    static const int limits[] = {100, 1000, 5000};
    struct cop_game *game = cop_game_open("connect4", NULL);
    void *state = tree_bench_state(game, "");

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct mcts *mcts = tree_bench_open(game, ways[i], "threads=4");

        for (int k = 0; k < 30; k++) {
            int limit = limits[k % 3];
            char words[64];
            struct cop_report report;

            snprintf(words, sizeof words, "nodes=%d, threads=4, seed=%d", limit, k);
            report = tree_bench_search(mcts, state, words);
            assert_in_range(report.nodes, limit, limit + 4 * 7 - 1);
        }
        tree_bench_close(mcts);
    }
    free(state);
    cop_game_close(game);
}

/* No visit is lost and no virtual loss is left over. */
static void check_visits(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    int64_t below = 0;

    (void)context;
    assert_true(node_reward(node) >= 0);
    assert_true((double)node_reward(node) <= REWARD_ONE * node_visits(node));
    if (!node_has_children(node))
        return;
    for (uint32_t i = 0; i < node->child_count; i++)
        below += node_visits(&node_family(&mcts->trees[0], node).first[i]);
    if (owner < 0)
        assert_int_equal(node_visits(node), below);
    else
        assert_true(node_visits(node) > below);
}

static void a_shared_tree_keeps_its_books(void **unused)
{
    static const char *const games[] = {"connect4", "othello", "breakthrough"};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct cop_game *game = cop_game_open(games[i], NULL);
        void *state = tree_bench_state(game, "");
        struct mcts *mcts = tree_bench_open(game, "virtual_loss=3, c=0.3", "threads=4");

        tree_bench_search(mcts, state, "sims=20k, threads=4, seed=1");
        tree_bench_walk(mcts, check_visits, NULL);
        tree_bench_close(mcts);
        free(state);
        cop_game_close(game);
    }
}

struct ledger {
    int64_t visits, gaps;
};

/* Visits that a node has, and how far they are from what its children and its own playout say. */
static void count_gaps(const struct mcts *mcts, const struct node *node, int owner, void *context)
{
    struct ledger *ledger = context;
    int64_t below = owner < 0 ? 0 : 1;

    if (!node_has_children(node))
        return;
    for (uint32_t i = 0; i < node->child_count; i++)
        below += node_visits(&node_family(&mcts->trees[0], node).first[i]);
    ledger->visits += node_visits(node);
    ledger->gaps += llabs(node_visits(node) - below);
}

/* Mostly none in half a million; but a thread that is put to sleep between a load and a store
 * takes a small subtree's visits back when it wakes, which a busy machine does now and then. */
static void samples_lost_between_threads_are_rare(void **unused)
{
    struct cop_game *game = cop_game_open("connect4", NULL);
    void *state = tree_bench_state(game, "");
    struct mcts *mcts = tree_bench_open(game, "", "threads=4");
    struct ledger ledger = {0};

    (void)unused;
    tree_bench_search(mcts, state, "sims=50k, threads=4, seed=1");
    tree_bench_walk(mcts, count_gaps, &ledger);
    assert_true(ledger.visits > 100000);
    assert_true(ledger.gaps * 10 < ledger.visits);
    tree_bench_close(mcts);
    free(state);
    cop_game_close(game);
}

static void threads_prove_what_one_proves(void **unused)
{
    struct cop_game *game = cop_game_open("breakthrough(width=3, height=4)", NULL);
    void *state = tree_bench_state(game, "");

    (void)unused;
    for (int i = 0; i < 3; i++) {
        char agent[64];
        struct mcts *mcts;
        struct cop_report report;

        snprintf(agent, sizeof agent, "solver=on, stop=off, %s", ways[i]);
        mcts = tree_bench_open(game, agent, "threads=2");
        report = tree_bench_search(mcts, state, "sims=1M, threads=2, seed=1");
        assert_int_equal(report.proof, COP_PROVEN_LOSS);
        assert_true(report.stopped_early);
        tree_bench_close(mcts);
    }
    free(state);
    cop_game_close(game);
}

static void threads_prune_and_stop_early(void **unused)
{
    struct cop_game *game = cop_game_open("othello", NULL);
    void *state = tree_bench_state(game, "");

    (void)unused;
    for (int i = 0; i < 3; i++) {
        char agent[128];
        struct mcts *mcts;
        struct cop_report report;

        snprintf(agent, sizeof agent, "c=0.02, c_form=inside, p=0.005, prune=all, s=100, %s",
                 ways[i]);
        mcts = tree_bench_open(game, agent, "threads=2");
        report = tree_bench_search(mcts, state, "sims=50k, threads=2, seed=1");
        assert_true(report.stopped_early);
        assert_true(report.sims < 2000); /* one thread ends after some hundreds */
        tree_bench_close(mcts);
    }
    free(state);
    cop_game_close(game);
}

static void a_full_shared_tree_searches_on(void **unused)
{
    struct cop_game *game = cop_game_open("othello", NULL);
    void *state = tree_bench_state(game, "");
    struct mcts *mcts = tree_bench_open(game, "", "threads=2, memory=256K");
    struct cop_report report = tree_bench_search(mcts, state, "sims=20k, threads=2, seed=1");

    (void)unused;
    assert_true(report.memory_is_full);
    assert_int_equal(report.sims, 20000);
    tree_bench_close(mcts);
    free(state);
    cop_game_close(game);
}

struct onlooker {
    atomic_bool stop;
    int calls;
    int64_t last_sims;
};

static void look(void *context, const struct cop_report *report)
{
    struct onlooker *onlooker = context;

    assert_true(report->sims >= onlooker->last_sims);
    assert_true(report->candidate_count == 7 && report->line_length > 0);
    onlooker->last_sims = report->sims;
    if (++onlooker->calls == 3)
        atomic_store(&onlooker->stop, true);
}

static void onlookers_see_progress_and_can_stop_it(void **unused)
{
    static const char *const agents[] = {"mcts", "mcts(parallel=root)", "mcts(parallel=leaf)",
                                         "mc"};
    struct cop_game *game = cop_game_open("connect4", NULL);
    void *state = tree_bench_state(game, "");

    (void)unused;
    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
        struct onlooker onlooker = {.calls = 0};
        struct cop_watch watch = {
            .stop = &onlooker.stop, .period = 0.001, .progress = look, .context = &onlooker};
        struct cop_limits limits;
        struct cop_report report;
        struct cop_agent *agent;

        assert_true(cop_limits_parse("threads=2", &limits, NULL));
        agent = cop_agent_open(game, agents[i], &limits.means, NULL);
        assert_non_null(agent);
        assert_true(cop_agent_think(agent, state, &limits, &watch, &report, NULL));
        assert_int_equal(onlooker.calls, 3);
        assert_true(report.sims >= onlooker.last_sims);
        cop_agent_close(agent);
    }
    free(state);
    cop_game_close(game);
}

static void a_time_limit_ends_the_search(void **unused)
{
    struct cop_game *game = cop_game_open("othello", NULL);
    void *state = tree_bench_state(game, "");
    struct cop_limits limits;
    struct cop_report report;

    (void)unused;
    assert_true(cop_limits_parse("20ms, threads=2", &limits, NULL));
    for (int i = 0; i < 2; i++) {
        struct cop_agent *agent = cop_agent_open(game, i == 0 ? "mcts" : "mc", &limits.means, NULL);

        assert_true(cop_agent_think(agent, state, &limits, NULL, &report, NULL));
        assert_true(report.seconds >= 0.02);
        assert_true(report.sims > 0);
        cop_agent_close(agent);
    }
    free(state);
    cop_game_close(game);
}

/* Threads that prune at every simulation, with nothing to tell children apart, must leave each
 * other a child to go to. */
static void threads_cannot_prune_every_child(void **unused)
{
    struct cop_game *game = cop_game_open("othello", NULL);
    void *state = tree_bench_state(game, "");

    (void)unused;
    for (int i = 0; i < (IS_WATCHED ? 2 : 6); i++) {
        struct mcts *mcts = tree_bench_open(
            game, i % 2 == 0 ? "prune=root, p=0, s=1, stop=off" : "prune=all, p=0, s=1, stop=off",
            "threads=4");
        struct cop_report report =
            tree_bench_search(mcts, state, IS_WATCHED ? "sims=5k" : "sims=60k");
        int open_moves = 0;

        for (int k = 0; k < report.candidate_count; k++)
            open_moves += !report.candidates[k].is_pruned;
        assert_true(open_moves >= 1);
        tree_bench_close(mcts);
    }
    free(state);
    cop_game_close(game);
}

static void check_tried_family(const struct mcts *mcts, const struct node *node, int owner,
                               void *context)
{
    struct family family = node_family(&mcts->trees[0], node);

    (void)owner;
    (void)context;
    assert_false(node_flags(node) & NODE_CLAIMED);
    for (uint32_t i = 0; i < family.count; i++) {
        assert_true(node_visits(&family.first[i]) >= 0);
        for (uint32_t j = i + 1; j < family.count; j++)
            assert_true(family.first[i].move != family.first[j].move);
    }
}

/* Families that several threads make grow stay families: no move twice, nothing left claimed. */
static void threads_make_children_one_by_one(void **unused)
{
    static const char *const agents[] = {"children=tried", "children=tried, solver=on",
                                         "children=tried, prune=all, s=8",
                                         "children=tried, rave=node"};
    struct cop_game *game = cop_game_open("amazons(size=6)", NULL);
    void *state = tree_bench_state(game, "");

    (void)unused;
    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
        struct mcts *mcts = tree_bench_open(game, agents[i], "threads=4");
        struct cop_report report =
            tree_bench_search(mcts, state, IS_WATCHED ? "sims=2k" : "sims=30k");

        assert_int_equal(report.sims, IS_WATCHED ? 2000 : 30000);
        tree_bench_walk(mcts, check_tried_family, NULL);
        tree_bench_close(mcts);
    }
    free(state);
    cop_game_close(game);
}

/* Who is on the way below a child when its family moves to a larger place comes back to the place
 * that was left: what was shown to others beside the visit must not stay in the new one. */
static void losses_do_not_stay_where_a_family_moves(void **unused)
{
    static const char *const agents[] = {"children=tried, virtual_loss=1000",
                                         "children=tried, virtual_loss=1000, discount=0.9"};
    struct cop_game *game = cop_game_open("amazons(size=6)", NULL);
    void *state = tree_bench_state(game, "");

    (void)unused;
    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
        struct mcts *mcts = tree_bench_open(game, agents[i], "threads=2");
        struct worker *traveller = &mcts->workers[0], *other = &mcts->workers[1];
        struct node *root = tree_root(&mcts->trees[0]), *child;
        const struct node *left;
        int count = game->rules->moves(game, state, mcts->moves);

        tree_reset(&mcts->trees[0]);
        traveller->weight = other->weight = 1;
        assert_true(expand(other, root, state) && claim_node(other, root));
        left = child = add_child(other, root, mcts->moves[0]);
        go_through(traveller, 0, root, -1);
        go_through(traveller, 1, child, 0);
        assert_true(node_tried(other, child).visits >= 1000);
        for (int j = 1; j < count && node_family(&mcts->trees[0], root).first == left; j++)
            assert_non_null(add_child(other, root, mcts->moves[j]));
        release_node(other, root);
        child = node_family(&mcts->trees[0], root).first;
        assert_ptr_not_equal(child, left);
        back_up(traveller, 1, 1);
        assert_int_equal(child->move, mcts->moves[0]);
        assert_int_equal(node_visits(child), 1);
        assert_true(node_tried(other, child).visits <= 1);
        assert_int_equal(node_visits(root), 1);
        tree_bench_close(mcts);
    }
    free(state);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_cannot_prune_every_child),
        cmocka_unit_test(threads_make_children_one_by_one),
        cmocka_unit_test(losses_do_not_stay_where_a_family_moves),
        cmocka_unit_test(every_way_does_its_simulations),
        cmocka_unit_test(trees_of_their_own_find_the_same_again),
        cmocka_unit_test(threads_keep_a_limit_of_nodes),
        cmocka_unit_test(a_shared_tree_keeps_its_books),
        cmocka_unit_test(samples_lost_between_threads_are_rare),
        cmocka_unit_test(threads_prove_what_one_proves),
        cmocka_unit_test(threads_prune_and_stop_early),
        cmocka_unit_test(a_full_shared_tree_searches_on),
        cmocka_unit_test(onlookers_see_progress_and_can_stop_it),
        cmocka_unit_test(a_time_limit_ends_the_search),
    };

    return cmocka_run_group_tests_name("parallel", tests, NULL, NULL);
}
