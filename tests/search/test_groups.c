/* test_groups.c - trees over the first parts of moves: the same game, the same results and the same
 * reports as without them. */
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

static struct bench set_up(const char *spec, const char *agent, const char *limits)
{
    struct cop_error error = {""};

    return bench_open(cop_game_open(spec, &error), &error, "", agent, limits);
}

/* ---- The tree ---- */

struct counts {
    int positions, stems;
};

/* A family is all first parts of a position or all moves of a first part, each once. */
static void check_family(const struct mcts *mcts, const struct node *node, const void *state)
{
    const struct cop_game *game = mcts->game;
    struct family family = node_family(&mcts->trees[0], node);
    bool is_stem = (node_flags(node) & NODE_STEM) != 0;
    cop_move *listed = malloc((size_t)game->max_moves * sizeof *listed);
    int count =
        is_stem ? cop_stem_moves(game, state, node->move, listed) : cop_stems(game, state, listed);

    assert_int_equal(family.count, count);
    for (int i = 0; i < count && family.first != NULL; i++) {
        int found = 0;

        for (int j = 0; j < count; j++)
            found += family.first[j].move == listed[i];
        assert_int_equal(found, 1);
        assert_int_equal((node_flags(&family.first[i]) & NODE_STEM) != 0, !is_stem);
    }
    free(listed);
}

/* What passes a node is its own first visits and its children's. */
static void check_tree(const struct mcts *mcts, const struct node *node, const void *state,
                       struct counts *counts)
{
    const struct cop_game *game = mcts->game;
    struct family family = node_family(&mcts->trees[0], node);
    void *next = malloc(game->state_size);
    int64_t below = 0;

    if (family.count > 0) {
        check_family(mcts, node, state);
        counts->positions += (node_flags(node) & NODE_STEM) == 0;
        counts->stems += (node_flags(node) & NODE_STEM) != 0;
    }
    for (uint32_t i = 0; i < family.count; i++) {
        const struct node *child = &family.first[i];

        below += node_visits(child);
        memcpy(next, state, game->state_size);
        if (!(node_flags(child) & NODE_STEM))
            game->rules->play(game, next, child->move);
        check_tree(mcts, child, next, counts);
    }
    if (family.count > 0)
        assert_true(node_visits(node) == below || node_visits(node) == below + 1);
    free(next);
}

static void families_are_first_parts_and_their_moves(void **unused)
{
    static const char *const games[] = {"amazons(size=6)", "breakthrough(width=5, height=6)",
                                        "amazons(size=5, passes=2)"};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct bench bench = set_up(games[i], "groups=on", "");
        struct counts counts = {0, 0};

        tree_bench_search(bench.mcts, bench.state, "sims=3000, seed=3");
        check_tree(bench.mcts, tree_root(&bench.mcts->trees[0]), bench.state, &counts);
        assert_true(counts.positions > 10 && counts.stems > 10);
        bench_close(&bench);
    }
}

/* ---- What it says ---- */

static void visits_of_moves_and_lines_are_reported(void **unused)
{
    struct bench bench = set_up("amazons(size=5)", "groups=on, lines=3", "");
    struct cop_report report = tree_bench_search(bench.mcts, bench.state, "sims=20k, seed=3");
    void *state = malloc(bench.game->state_size);
    int64_t visits = 0;

    (void)unused;
    for (int i = 0; i < report.candidate_count; i++)
        visits += report.candidates[i].visits;
    /* All but the first visit to each first part. */
    assert_true(visits < 20000 && visits > 20000 - 100);
    assert_true(report.line_length > 1);
    memcpy(state, bench.state, bench.game->state_size);
    for (int i = 0; i < report.line_length; i++) {
        cop_move moves[4096];
        int count = bench.game->rules->moves(bench.game, state, moves), found = 0;

        for (int j = 0; j < count; j++)
            found += moves[j] == report.line[i];
        assert_int_equal(found, 1);
        bench.game->rules->play(bench.game, state, report.line[i]);
    }
    free(state);
    bench_close(&bench);
}

/* So many random moves from the start, if the game lasts so long. */
static void go_on(struct bench *bench, int plies, int seed)
{
    const struct cop_rules *rules = bench->game->rules;
    cop_move *moves = malloc((size_t)bench->game->max_moves * sizeof *moves);
    struct cop_rng rng;

    cop_rng_seed(&rng, (uint64_t)seed);
    for (int i = 0; i < plies; i++) {
        void *next = malloc(bench->game->state_size);

        memcpy(next, bench->state, bench->game->state_size);
        rules->play(bench->game, next, cop_random_move(bench->game, next, &rng, moves));
        if (rules->turn(bench->game, next) != COP_OVER)
            memcpy(bench->state, next, bench->game->state_size);
        free(next);
    }
    free(moves);
}

/* Groups prove what whole moves prove. */
static void groups_prove_the_truth(void **unused)
{
    static const struct {
        const char *game;
        int plies, seeds;
    } rows[] = {{"breakthrough(width=2, height=5)", 0, 1},
                {"breakthrough(width=2, height=6)", 0, 1},
                {"breakthrough(width=3, height=5)", 6, 10},
                {"amazons(size=4)", 5, 20}};
    static const char *const agents[] = {"solver=on, groups=on, stop=off", "solver=on, stop=off"};

    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int seed = 1; seed <= rows[i].seeds; seed++) {
            enum cop_proof proofs[2];

            for (int j = 0; j < 2; j++) {
                struct bench bench = set_up(rows[i].game, agents[j], "");

                go_on(&bench, rows[i].plies, seed);
                proofs[j] = tree_bench_search(bench.mcts, bench.state, "sims=300k, seed=3").proof;
                assert_true(proofs[j] == COP_PROVEN_WIN || proofs[j] == COP_PROVEN_LOSS);
                bench_close(&bench);
            }
            assert_int_equal(proofs[0], proofs[1]);
        }
}

/* Two parts of a move lead to the kept tree. */
static void a_kept_tree_is_found_below_both_parts(void **unused)
{
    struct bench bench = set_up("breakthrough(width=5, height=5)", "groups=on, reuse=on", "");
    struct cop_report report = tree_bench_search(bench.mcts, bench.state, "sims=5000, seed=3");
    struct cop_limits limits;
    int64_t visits = 0;

    (void)unused;
    for (int i = 0; i < report.candidate_count; i++)
        if (report.candidates[i].move == report.best)
            visits = report.candidates[i].visits;
    assert_true(visits > 100);
    cop_mcts_agent.played(bench.mcts, bench.state, report.best);
    bench.game->rules->play(bench.game, bench.state, report.best);
    assert_true(cop_limits_parse("sims=1", &limits, NULL));
    assert_true(cop_mcts_agent.think(bench.mcts, bench.state, &limits, NULL, &report, NULL));
    assert_int_equal(node_visits(tree_root(&bench.mcts->trees[0])), visits + 1);
    bench_close(&bench);
}

/* ---- The final choice ---- */

/* amazons-play.md 2.13, from the report's own numbers. */
static cop_move by_parts(const struct bench *bench, const struct cop_report *report, bool by_visits)
{
    const struct cop_rules *rules = bench->game->rules;
    cop_move best_part = COP_NO_MOVE, best = COP_NO_MOVE;
    double best_sum = -1, best_of_all = -1;
    int64_t most = 0;

    for (int i = 0; i < report->candidate_count; i++) {
        cop_move part = rules->stem(bench->game, report->candidates[i].move);
        double visits = 0, rewards = 0, sum;

        for (int j = 0; j < report->candidate_count; j++) {
            const struct cop_candidate *candidate = &report->candidates[j];

            if (rules->stem(bench->game, candidate->move) == part && candidate->visits > 0) {
                visits += (double)candidate->visits;
                rewards += (double)candidate->visits * candidate->value;
            }
        }
        sum = by_visits ? visits : visits > 0 ? rewards / visits : -1;
        if (sum > best_sum) {
            best_sum = sum;
            best_part = part;
        }
    }
    for (int i = 0; i < report->candidate_count; i++)
        if (rules->stem(bench->game, report->candidates[i].move) == best_part &&
            report->candidates[i].visits > most)
            most = report->candidates[i].visits;
    for (int i = 0; i < report->candidate_count; i++) {
        const struct cop_candidate *candidate = &report->candidates[i];
        double rating = by_visits ? (double)candidate->visits : candidate->value;

        if (rules->stem(bench->game, candidate->move) == best_part &&
            10 * candidate->visits >= most && rating > best_of_all) {
            best_of_all = rating;
            best = candidate->move;
        }
    }
    return best;
}

static void the_final_choice_goes_by_parts(void **unused)
{
    static const char *const agents[] = {"groups=on, final=maxmean2", "final=maxmean2",
                                         "groups=on, final=robust2", "final=robust2"};

    (void)unused;
    for (int i = 0; i < 4; i++) {
        struct bench bench = set_up("breakthrough(width=5, height=5)", agents[i], "");

        for (int seed = 1; seed <= 10; seed++) {
            char limits[40];
            struct cop_report report;

            snprintf(limits, sizeof limits, "sims=997, seed=%d", seed);
            report = tree_bench_search(bench.mcts, bench.state, limits);
            assert_int_equal(report.best, by_parts(&bench, &report, i >= 2));
        }
        bench_close(&bench);
    }
}

/* ---- With others ---- */

static void parts_see_whole_moves(void **unused)
{
    static const char *const agents[] = {
        "groups=on, history=losses, history_scope=all", "groups=on, rave=table, rave_form=add",
        "groups=on, solver=on, look_ahead=on, discount=0.99", "groups=on, widen=3, c=-0.5"};

    (void)unused;
    for (int i = 0; i < 4; i++) {
        struct bench bench = set_up("amazons(size=4)", agents[i], "");
        struct cop_report report = tree_bench_search(bench.mcts, bench.state, "sims=5000, seed=3");

        assert_true(report.best != COP_NO_MOVE);
        bench_close(&bench);
    }
}

/* Replies are to moves, and not to their first parts: those before a playout are the last two of
 * the path, or the one that completes a first part. */
static void playouts_follow_whole_moves(void **unused)
{
    struct bench bench =
        set_up("breakthrough(width=4, height=5)", "groups=on, reply=on, reply_depth=2", "");
    struct worker *worker = bench.worker;
    int longer = 0, broken = 0;

    (void)unused;
    tree_bench_search(bench.mcts, bench.state, "sims=500, seed=1");
    for (int i = 0; i < 200; i++) {
        cop_move last[2] = {COP_NO_MOVE, COP_NO_MOVE}, completing;
        bool is_broken;

        assert_true(simulate(worker));
        is_broken = (node_flags(worker->path[worker->path_end]) & NODE_STEM) != 0;
        completing = worker->trace.length > 0 ? worker->trace.moves[0] : COP_NO_MOVE;
        worker->trace.length = is_broken;
        for (int at = 1; at <= worker->path_end; at++)
            if (!(node_flags(worker->path[at]) & NODE_STEM)) {
                last[1] = last[0];
                last[0] = worker->path[at]->move;
            }
        if (is_broken) {
            last[1] = last[0];
            last[0] = completing;
        }
        assert_non_null(parts_guide(worker));
        assert_true(worker->last[0] == last[0] && worker->last[1] == last[1]);
        longer += last[1] != COP_NO_MOVE;
        broken += is_broken;
    }
    assert_true(longer > 10 && broken > 10);
    bench_close(&bench);
}

static void what_does_not_fit_is_refused(void **unused)
{
    static const char *const rows[][2] = {
        {"othello", "mcts(groups=on)"},
        {"amazons(split=on)", "mcts(groups=on)"},
        {"othello", "mcts(final=maxmean2)"},
        {"amazons", "mcts(groups=on, children=tried)"},
        {"amazons", "mcts(groups=on, prune=root)"},
        {"amazons", "mcts(groups=on, select=lucb)"},
        {"amazons", "mcts(groups=on, unreachable=on)"},
        {"amazons", "mcts(groups=on, rave=node)"},
        {"amazons", "mcts(groups=on, warm=5)"},
    };
    struct cop_limits limits;

    (void)unused;
    assert_true(cop_limits_parse("sims=1", &limits, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cop_game *game = cop_game_open(rows[i][0], NULL);
        struct cop_error error = {""};

        if (cop_agent_check(game, rows[i][1], &limits, NULL, &error))
            fail_msg("%s in %s is not refused", rows[i][1], rows[i][0]);
        assert_true(strlen(error.message) > 20);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families_are_first_parts_and_their_moves),
        cmocka_unit_test(visits_of_moves_and_lines_are_reported),
        cmocka_unit_test(groups_prove_the_truth),
        cmocka_unit_test(a_kept_tree_is_found_below_both_parts),
        cmocka_unit_test(the_final_choice_goes_by_parts),
        cmocka_unit_test(parts_see_whole_moves),
        cmocka_unit_test(playouts_follow_whole_moves),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
