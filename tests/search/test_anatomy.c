/* test_anatomy.c - what is told of a search's parts is what they did. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "search/mcts/mcts.h"
#include "tree_bench.h"

/* A search that was looked on at. */
struct seen {
    struct bench bench;
    struct cop_report report;
    struct cop_anatomy anatomy;
};

static struct cop_report look_on(struct mcts *mcts, const void *state, const char *words,
                                 struct cop_anatomy *anatomy)
{
    struct cop_watch watch = {.anatomy = anatomy};
    struct cop_error error = {""};
    struct cop_limits limits;
    struct cop_report report;

    assert_true(cop_limits_parse(words, &limits, &error));
    cop_mcts_agent.start(mcts, limits.means.seed);
    if (!cop_mcts_agent.think(mcts, state, &limits, &watch, &report, &error))
        fail_msg("%s", error.message);
    return report;
}

static struct seen see(const char *game, const char *moves, const char *agent, const char *words)
{
    struct cop_error error = {""};
    struct seen seen = {.bench =
                            bench_open(cop_game_open(game, &error), &error, moves, agent, words)};

    seen.report = look_on(seen.bench.mcts, seen.bench.state, words, &seen.anatomy);
    return seen;
}

static void forget(struct seen *seen)
{
    cop_anatomy_free(&seen->anatomy);
    bench_close(&seen->bench);
}

static int word_of(const struct cop_anatomy *anatomy, const char *name)
{
    for (int i = 0; i < anatomy->word_count; i++)
        if (strcmp(anatomy->words[i].name, name) == 0)
            return i;
    fail_msg("no word %s", name);
    return -1;
}

static double said_of(const struct cop_anatomy *anatomy, cop_move move, const char *word)
{
    const double *said = cop_anatomy_of(anatomy, move);

    assert_non_null(said);
    return said[word_of(anatomy, word)];
}

/* The number of a fact, and in `of` what it is a part of; -1: it was not told. */
static int64_t fact_of(const struct cop_anatomy *anatomy, const char *group, const char *name,
                       int64_t *of)
{
    for (int i = 0; i < anatomy->fact_count; i++) {
        const struct cop_anatomy_fact *fact = &anatomy->facts[i];

        if (strcmp(fact->group, group) == 0 && strcmp(fact->name, name) == 0) {
            *of = fact->of;
            return fact->count;
        }
    }
    return -1;
}

static const struct {
    const char *game, *moves, *agent;
} searches[] = {
    {"connect4", "", "c=0.7"},
    {"connect4", "444", "c=-0.2, history=losses, first_play=1"},
    {"connect4", "", "select=puct, prior=evaluate, bias=2"},
    {"connect4", "4", "minimax=0.3, mix=0.2, prior=order, bias=1"},
    {"connect4", "", "rave=node, rave_form=mix, rave_c=0.3"},
    {"connect4", "", "rave=node, rave_form=add, rave_ref=30"},
    {"othello", "d3", "rave=table, discount=0.99"},
    {"breakthrough", "", "history=visits, rave=node, rave_ref=10, children=all"},
    {"samegame", "", "deviation=sum, reward=score, top=0.1, c=500"},
    {"samegame", "", "deviation=product, reward=score, c=500"},
};

/* What is told adds up to what the selection goes by, to the last bit of it. */
static void terms_add_up_to_what_is_selected_by(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof searches / sizeof searches[0]; i++) {
        struct seen seen =
            see(searches[i].game, searches[i].moves, searches[i].agent, "sims=700, seed=3");
        struct worker *worker = seen.bench.worker;
        struct node *root = tree_root(worker->tree);
        struct family family = node_family(worker->tree, root);
        int bound = word_of(&seen.anatomy, "bound");

        for (uint32_t j = 0; j < family.count; j++) {
            const double *said = cop_anatomy_of(&seen.anatomy, family.first[j].move);
            double sum = 0;

            assert_non_null(said);
            for (int word = 0; word < bound; word++)
                sum += isnan(said[word]) ? 0 : said[word];
            assert_true(said[bound] == (double)selection_value(worker, root, &family.first[j], 0));
            assert_true(sum == said[bound] || fabs(sum - said[bound]) < 1e-5 * (1 + fabs(sum)));
        }
        forget(&seen);
    }
}

/* So the next descent would follow the move of the highest bound. */
static void the_next_descent_goes_by_the_bounds(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof searches / sizeof searches[0]; i++) {
        struct seen seen =
            see(searches[i].game, searches[i].moves, searches[i].agent, "sims=701, seed=4");
        struct worker *worker = seen.bench.worker;
        const struct node *next;
        double highest = -INFINITY;

        memcpy(worker->state, seen.bench.state, seen.bench.game->state_size);
        next = select_child(worker, tree_root(worker->tree), 0);
        for (int j = 0; j < seen.anatomy.move_count; j++)
            highest = fmax(highest, said_of(&seen.anatomy, seen.anatomy.moves[j], "bound"));
        assert_true(said_of(&seen.anatomy, next->move, "bound") == highest);
        forget(&seen);
    }
}

/* twixt.md 3.2: v + C sqrt(ln N / n), here with c before the root. */
static void plain_terms_are_the_formula(void **unused)
{
    struct seen seen = see("connect4", "", "c=0.7", "sims=1000, seed=1");

    (void)unused;
    for (int i = 0; i < seen.report.candidate_count; i++) {
        const struct cop_candidate *candidate = &seen.report.candidates[i];
        double radius = 0.7 * sqrt(log(1000) / (double)candidate->visits);

        assert_true(fabs(said_of(&seen.anatomy, candidate->move, "mean") - candidate->value) <
                    1e-5);
        assert_true(fabs(said_of(&seen.anatomy, candidate->move, "explore") - radius) < 1e-5);
    }
    forget(&seen);
}

static void nobody_says_anything_of_a_move_without_a_node(void **unused)
{
    struct seen seen = see("amazons(size=6)", "", "groups=on, expand=4", "sims=400, seed=1");
    int told = 0;

    (void)unused;
    for (int i = 0; i < seen.anatomy.move_count; i++) {
        bool is_told = !isnan(said_of(&seen.anatomy, seen.anatomy.moves[i], "bound"));

        told += is_told;
        assert_true(is_told || seen.report.candidates[i].visits == 0);
    }
    assert_in_range(told, 1, seen.anatomy.move_count - 1);
    forget(&seen);
}

/* Looking on changes nothing. */
static void a_search_is_the_same_whoever_looks_on(void **unused)
{
    static const struct {
        const char *game, *agent;
    } looked[] = {
        {"connect4", "solver=on, guide=mast, reply=on"},
        {"othello", "playout_limit=4, judge=margin, rave=node"},
        {"amazons(size=6)", "groups=on, playout_limit=3, judge=complex"},
        {"stratego(size=6)", "history=visits"},
        {"twixt(size=8)", "preset=thesis"},
        {"dice", "playout=greedy"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof looked / sizeof looked[0]; i++) {
        struct seen seen = see(looked[i].game, "", looked[i].agent, "sims=300, seed=5");
        struct cop_candidate *kept = malloc((size_t)seen.report.candidate_count * sizeof *kept);
        struct cop_report plain;

        memcpy(kept, seen.report.candidates, (size_t)seen.report.candidate_count * sizeof *kept);
        plain = tree_bench_search(seen.bench.mcts, seen.bench.state, "sims=300, seed=5");
        assert_int_equal(plain.best, seen.report.best);
        assert_int_equal(plain.nodes, seen.report.nodes);
        for (int j = 0; j < plain.candidate_count; j++) {
            assert_int_equal(plain.candidates[j].visits, kept[j].visits);
            assert_true(plain.candidates[j].value == kept[j].value);
        }
        free(kept);
        forget(&seen);
    }
}

/* Every node is on a level, and every simulation passes each level above its end. */
static void levels_count_the_whole_tree(void **unused)
{
    struct seen seen = see("connect4", "", "", "sims=3000, seed=2");
    int64_t nodes = 0;

    (void)unused;
    for (int i = 0; i < seen.anatomy.level_count; i++) {
        const struct cop_anatomy_level *level = &seen.anatomy.levels[i];

        nodes += level->nodes;
        if (i > 0)
            assert_int_equal(seen.anatomy.levels[i - 1].children, level->nodes);
        if (i > 0)
            assert_true(level->visits <= seen.anatomy.levels[i - 1].visits);
    }
    assert_int_equal(nodes, seen.report.nodes);
    assert_int_equal(seen.anatomy.levels[0].visits, 3000);
    assert_int_equal(seen.anatomy.levels[1].visits, 3000);
    assert_int_equal(seen.anatomy.levels[1].nodes, 7);
    forget(&seen);
}

/* First parts of moves are no positions of their own. */
static void moves_in_two_parts_are_one_level(void **unused)
{
    struct seen seen = see("amazons(size=6)", "", "groups=on", "sims=4000, seed=2");
    cop_move *moves = malloc((size_t)seen.bench.game->max_moves * sizeof *moves);

    (void)unused;
    assert_int_equal(seen.anatomy.levels[0].nodes, 1);
    assert_in_range(seen.anatomy.levels[1].nodes, 1,
                    seen.bench.game->rules->moves(seen.bench.game, seen.bench.state, moves));
    free(moves);
    forget(&seen);
}

/* Many lines of one game, and no more than the levels that there is room for. */
static void deep_trees_end_at_the_last_level(void **unused)
{
    struct seen seen =
        see("samegame", "", "c=0, reward=score, playout_limit=1, first_play=0, judge=score",
            "sims=4000, seed=2");
    int64_t nodes = 0;

    (void)unused;
    for (int i = 0; i < seen.anatomy.level_count; i++)
        nodes += seen.anatomy.levels[i].nodes;
    assert_in_range(seen.anatomy.level_count, 1, COP_ANATOMY_LEVELS);
    assert_int_equal(nodes, seen.report.nodes);
    forget(&seen);
}

static void every_simulation_has_one_end(void **unused)
{
    struct seen seen =
        see("connect4", "44444432", "solver=on, oracle=off, look_ahead=on", "sims=4000, seed=2");
    int64_t of, played = fact_of(&seen.anatomy, "simulations", "played", &of);
    int64_t known = fact_of(&seen.anatomy, "simulations", "known", &of), playouts;
    int64_t over = fact_of(&seen.anatomy, "simulations", "over", &of);

    (void)unused;
    assert_int_equal(of, seen.report.sims);
    assert_true(known > 0);
    assert_int_equal(played + known + (over > 0 ? over : 0), seen.report.sims);
    assert_int_equal(fact_of(&seen.anatomy, "playouts", "over", &playouts), played);
    assert_int_equal(playouts, played);
    assert_true(fact_of(&seen.anatomy, "new positions", "look_ahead", &of) > 0);
    forget(&seen);
}

static void playouts_are_counted_by_their_ends(void **unused)
{
    struct seen seen =
        see("othello", "", "playout=greedy, playout_limit=5, judge=margin", "sims=500, seed=2");
    int64_t playouts, stepped;

    (void)unused;
    assert_int_equal(fact_of(&seen.anatomy, "playouts", "cut", &playouts), 500);
    assert_int_equal(playouts, 500);
    assert_int_equal(fact_of(&seen.anatomy, "playouts", "plies", &stepped), 5 * 500);
    assert_int_equal(stepped, 500);
    forget(&seen);
}

/* With several threads, each way of using them. */
static void threads_count_together(void **unused)
{
    static const char *const ways[] = {"parallel=tree", "parallel=root", "parallel=leaf"};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct seen seen = see("connect4", "", ways[i], "sims=3000, threads=3, seed=2");
        int64_t of, playouts, played = fact_of(&seen.anatomy, "simulations", "played", &of);
        int64_t over = fact_of(&seen.anatomy, "simulations", "over", &of);

        assert_int_equal(of, seen.report.sims);
        assert_int_equal(played + (over > 0 ? over : 0), seen.report.sims);
        assert_int_equal(fact_of(&seen.anatomy, "playouts", "over", &playouts), played);
        assert_int_equal(seen.anatomy.levels[0].nodes, i == 1 ? 3 : 1);
        assert_int_equal(seen.anatomy.tree_count, i == 1 ? 3 : 1);
        forget(&seen);
    }
}

static void what_is_kept_is_told(void **unused)
{
    struct seen seen = see("connect4", "", "reuse=on", "sims=2000, seed=2");
    struct cop_limits limits;
    struct cop_error error;
    struct cop_watch watch = {.anatomy = &seen.anatomy};
    cop_move best = seen.report.best;
    int64_t of, kept = 0;

    (void)unused;
    for (int i = 0; i < seen.report.candidate_count; i++)
        if (seen.report.candidates[i].move == best)
            kept = seen.report.candidates[i].visits;
    assert_true(cop_limits_parse("sims=100", &limits, &error));
    cop_mcts_agent.played(seen.bench.mcts, seen.bench.state, best);
    seen.bench.game->rules->play(seen.bench.game, seen.bench.state, best);
    assert_true(cop_mcts_agent.think(seen.bench.mcts, seen.bench.state, &limits, &watch,
                                     &seen.report, &error));
    assert_int_equal(fact_of(&seen.anatomy, "visits of the root", "kept", &of), kept);
    assert_int_equal(of, kept + 100);
    forget(&seen);
}

/* Who picked the moves of guided playouts. */
static void guides_are_counted(void **unused)
{
    struct seen seen = see("connect4", "", "reply=on", "sims=500, seed=2");
    int64_t of, replies = fact_of(&seen.anatomy, "playout moves", "reply", &of);
    int64_t plies, playouts;

    (void)unused;
    plies = fact_of(&seen.anatomy, "playouts", "plies", &playouts);
    assert_in_range(replies, 1, of - 1);
    assert_int_equal(of, plies);
    forget(&seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_add_up_to_what_is_selected_by),
        cmocka_unit_test(the_next_descent_goes_by_the_bounds),
        cmocka_unit_test(plain_terms_are_the_formula),
        cmocka_unit_test(nobody_says_anything_of_a_move_without_a_node),
        cmocka_unit_test(a_search_is_the_same_whoever_looks_on),
        cmocka_unit_test(levels_count_the_whole_tree),
        cmocka_unit_test(moves_in_two_parts_are_one_level),
        cmocka_unit_test(deep_trees_end_at_the_last_level),
        cmocka_unit_test(every_simulation_has_one_end),
        cmocka_unit_test(playouts_are_counted_by_their_ends),
        cmocka_unit_test(threads_count_together),
        cmocka_unit_test(what_is_kept_is_told),
        cmocka_unit_test(guides_are_counted),
    };

    return cmocka_run_group_tests_name("anatomy", tests, NULL, NULL);
}
