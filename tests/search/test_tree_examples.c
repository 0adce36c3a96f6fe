/* The worked examples of the specifications (chance-and-multiplayer.md 4.1, ontop.md 5.3), and the
 * mistakes of the printed algorithms, each on a tree on which it shows (2.7, 2.12; ontop.md 2.18).
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "depth_bench.h"
#include "printed_star.h"
#include "random_tree.h"
#include "uniform_tree.h"
#include "written_tree.h"

/* ---- A bench for one tree ---- */

struct example {
    struct cop_game *game;
    struct tree_search *search;
    struct cop_report report;
    uint32_t root[WRITTEN_TREE_STATE], first[WRITTEN_TREE_STATE]; /* and after the first move */
};

static struct example open_example(const char *text, int players, double low, double high,
                                   const char *agent)
{
    struct example example = {.game = written_tree_open(text, players, low, high)};

    example.search = depth_bench_open(example.game, agent, "");
    example.game->rules->start(example.game, example.root, NULL);
    memcpy(example.first, example.root, sizeof example.first);
    example.game->rules->play(example.game, example.first, 1);
    example.report = depth_bench_search(example.search, example.root, "depth=10");
    return example;
}

static void close_example(struct example *example)
{
    depth_bench_close(example->search);
    cop_game_close(example->game);
}

/* The value of the node after the first move in a window; counts its leaves alone. */
static double value_in(struct example *example, int depth, double alpha, double beta)
{
    example->search->workers[0].leaves = 0;
    return depth_bench_visit(example->search, example->first, depth, alpha, beta);
}

static int64_t leaves_of(const struct example *example)
{
    return example->search->workers[0].leaves;
}

static void assert_close(double value, double expected)
{
    if (!(fabs(value - expected) < 1e-9))
        fail_msg("%.12g and not %.12g", value, expected);
}

#define PLAIN "(table=off, killers=off, history=off)"
#define DEEP  "(table=off, killers=off, history=off, pvs=off, deepen=off)"

/* ---- Nodes that are left early ---- */

/* Of the minimising nodes the first is searched whole, the second is left after its first move (2
 * is not more than 3), the third after its second. */
static void cuts_are_counted_with_the_moves_searched(void **context)
{
    struct example example =
        open_example("a(b(3 5) b(2 9) b(4 1 8))", 2, -10, 10, "alphabeta" DEEP);
    struct example full = open_example("a(b(3 5) b(2 9) b(4 1 8))", 2, -10, 10, "maxn(table=off)");

    (void)context;
    assert_close(example.report.value[0], 3);
    assert_int_equal(example.report.cuts, 2);
    assert_int_equal(example.report.cut_moves, 1 + 2);
    assert_int_equal(full.report.cuts, 0);
    close_example(&example);
    close_example(&full);
}

/* ---- Chance ---- */

static void figure_5_1_and_4_3_are_means(void **context)
{
    static const char *const agents[] = {"expectimax", "star1", "star2", "star2.5"};

    (void)context;
    for (int i = 0; i < 4; i++) {
        struct example stratego = open_example("a(?(0.9:-250 0.1:250))", 2, -1000, 1000, agents[i]);
        struct example ontop =
            open_example("a(?(0.333333333333333:1 0.666666666666667:-2))", 2, -10, 10, agents[i]);

        assert_close(stratego.report.value[0], -200);
        assert_close(ontop.report.value[0], -1);
        close_example(&stratego);
        close_example(&ontop);
    }
}

/* The window handed through, and the children cut at its edges, would be 6.4: above it. */
static void figure_5_2_window_is_not_handed_through(void **context)
{
    struct example example = open_example("a(?(0.6:2 0.4:10))", 2, -20, 20, "star1" PLAIN);

    (void)context;
    assert_close(0.6 * fmax(2, 4) + 0.4 * 10, 6.4);
    assert_close(value_in(&example, 4, 4, 6), 5.2);
    close_example(&example);
}

static void figure_5_3_star1_leaves_the_fourth_child(void **context)
{
    struct example example =
        open_example("a(?(0.25:2 0.25:4 0.25:-8 0.25:10))", 2, -10, 10, "star1" PLAIN);

    (void)context;
    assert_close(value_in(&example, 4, 5, 10), 2);
    assert_int_equal(leaves_of(&example), 3);
    close_example(&example);
}

/* L = -80, U = 70: 0.5 * 70 + 0.125 * 40 - 0.375 * 80 = 10 is enough for a beta of 8. */
static void figure_4_5_star1_cuts_with_uneven_bounds(void **context)
{
    struct example example = open_example("a(?(0.5:70 0.125:40 0.125:-80 0.125:-80 0.125:-80))", 2,
                                          -80, 70, "star1" PLAIN);

    (void)context;
    assert_close(value_in(&example, 4, -20, 8), 10);
    assert_int_equal(leaves_of(&example), 2);
    /* With the bounds exchanged, as the words there have them, 66.25 would cut here as well. */
    assert_close(value_in(&example, 4, -20, 50), 10);
    assert_int_equal(leaves_of(&example), 5);
    close_example(&example);
}

static void figure_4_4_a_refuted_move_is_left(void **context)
{
    struct example example = open_example("a(3 b(-2 9 9))", 2, -10, 10, "alphabeta" DEEP);

    (void)context;
    assert_close(example.report.value[0], 3);
    assert_int_equal(leaves_of(&example), 2);
    close_example(&example);
}

/* Both probes bound from above, since the other player moves there. */
static void figure_5_4_star2_cuts_after_two_probes(void **context)
{
    struct example example =
        open_example("a(?(0.9:b(-250 -300) 0.1:b(500 400)))", 2, -1000, 1000, "star2" PLAIN);

    (void)context;
    assert_close(value_in(&example, 4, -150, 150), -175);
    assert_int_equal(leaves_of(&example), 2);
    close_example(&example);
}

/* Algorithm 5.2, defects 1 and 2: of a node of the same side a probe is a bound from below. As one
 * from above it would make this node at most -175 and cut. */
static void probes_bound_from_the_side_that_moves(void **context)
{
    struct example example =
        open_example("a(?(0.9:a(-250 900) 0.1:a(500 400)))", 2, -1000, 1000, "star2" PLAIN);

    (void)context;
    assert_close(value_in(&example, 4, -150, 1000), 0.9 * 900 + 0.1 * 500);
    /* From below the same probes are enough for a beta of -200. */
    assert_close(value_in(&example, 4, -900, -200), -0.9 * 250 + 0.1 * 500);
    assert_int_equal(leaves_of(&example), 2);
    close_example(&example);
}

/* Algorithm 5.2, defect 3, and Listing 4.3, line 14: a child's window must be the narrowest. The
 * second child is worth 10 after its first move, and from 2 on this node is above beta. */
static void children_get_the_narrow_window(void **context)
{
    struct example example = open_example("a(?(0.6:8 0.4:a(10 5 6 7)))", 2, -10, 10, "star1" PLAIN);

    (void)context;
    assert_close(value_in(&example, 4, 0, 5.6), 8.8);
    assert_int_equal(leaves_of(&example), 2);
    close_example(&example);
}

/* Algorithm 5.1 tests for a depth of exactly 0, and an outcome that counts goes past it. */
static void depth_ends_at_outcomes_that_count(void **context)
{
    struct example example = open_example("a(?(0.5:a=4(100) 0.5:b=6(100)))", 2, -100, 100,
                                          "expectimax(eval=late, count_chance=on, table=off)");

    (void)context;
    for (int depth = 1; depth <= 2; depth++)
        assert_close(depth_bench_value(example.search, example.root, depth), 5);
    assert_close(depth_bench_value(example.search, example.root, 3), 100);
    close_example(&example);
}

/* Algorithms 5.1 and 6.1 do not look whether the game is over. */
static void games_end_before_the_depth(void **context)
{
    struct example example =
        open_example("a(1 b(2 a(3 4)) ?(0.5:2 0.5:b(6)))", 2, -10, 10, "star2" PLAIN);

    (void)context;
    assert_close(example.report.value[0], 4);
    assert_int_equal(example.report.best, 3);
    assert_int_equal(example.report.proof, COP_PROVEN_EXACT);
    close_example(&example);
}

/* Listing 4.1 judges for the player who has just moved and then turns the sign, so that it would
 * take the second move. */
static void leaves_are_judged_for_the_right_side(void **context)
{
    struct example example = open_example("a(b=7(0) b=-3(0))", 2, -10, 10, "star1" PLAIN);

    (void)context;
    example.report = depth_bench_search(example.search, example.root, "depth=1");
    assert_close(example.report.value[0], 7);
    assert_int_equal(example.report.best, 1);
    close_example(&example);
}

/* ---- The printed algorithms on random trees ---- */

struct comparison {
    int wrong; /* trees with another value than the right one */
    int64_t leaves;
};

static struct comparison run_printed(unsigned mistakes, bool has_probes)
{
    struct cop_game *game = cop_game_open_rules(&random_tree_rules, "levels=4, width=8", NULL);
    const struct cop_evaluator *evaluator = depth_bench_evaluator(game, "tight");
    struct comparison comparison = {0};

    for (uint64_t seed = 0; seed < 300; seed++) {
        struct printed_star star = {
            .game = game, .evaluator = evaluator, .has_probes = has_probes, .mistakes = mistakes};
        struct brute brute = {.game = game, .evaluator = evaluator};
        uint32_t state[RANDOM_TREE_STATE];

        random_tree_plant(game, seed);
        random_tree_start(game, state);
        brute.root = game->rules->turn(game, state);
        evaluator->horizon(game, NULL, state, brute.root, 4, COP_HORIZON_SOUND, 0, &star.lower,
                           &star.upper);
        if (fabs(printed_star(&star, state, 4) - brute_search(&brute, state, 4)) > 1e-9)
            comparison.wrong++;
        comparison.leaves += star.leaves;
    }
    cop_game_close(game);
    return comparison;
}

static void printed_mistakes_give_wrong_values(void **context)
{
    static const unsigned star1[] = {LEAF_OF_THE_OTHER, BOUNDS_EXCHANGED, BOUNDS_NOT_NEGATED};
    static const unsigned star2[] = {LEAF_OF_THE_OTHER, BOUNDS_NOT_NEGATED, PRODUCT_TWICE};

    (void)context;
    assert_int_equal(run_printed(0, false).wrong, 0);
    assert_int_equal(run_printed(0, true).wrong, 0);
    for (size_t i = 0; i < sizeof star1 / sizeof star1[0]; i++)
        assert_true(run_printed(star1[i], false).wrong > 0);
    for (size_t i = 0; i < sizeof star2 / sizeof star2[0]; i++)
        assert_true(run_printed(star2[i], true).wrong > 0);
}

/* Listings 4.4 and 4.5 together: the probe of the less likely outcome fails low, and the alpha of
 * the likelier one, 1.67, passes for its lower bound; it is worth -10. The other player would miss
 * his best move. */
static void printed_probes_bound_wrongly(void **context)
{
    struct example example =
        open_example("a(5 b(6 ?(0.6:a(10) 0.4:a(-10))))", 2, -10, 10, "star2" PLAIN);
    struct printed_star star = {.game = example.game,
                                .evaluator = depth_bench_evaluator(example.game, "pair"),
                                .lower = -10,
                                .upper = 10,
                                .has_probes = true};

    (void)context;
    assert_close(example.report.value[0], 5);
    assert_close(printed_star(&star, example.root, 4), 5);
    star.mistakes = FIRST_ALPHA | ALPHA_AS_BOUND;
    assert_close(printed_star(&star, example.root, 4), 6);
    close_example(&example);
}

/* These two are not wrong by themselves, but waste what the search is for. */
static void printed_windows_cost_nodes(void **context)
{
    struct comparison wide = run_printed(MAX_FOR_MIN, false), right = run_printed(0, false);
    struct comparison first = run_printed(FIRST_ALPHA, true), each = run_printed(0, true);

    (void)context;
    assert_int_equal(wide.wrong, 0);
    assert_true(wide.leaves > right.leaves);
    assert_int_equal(first.wrong, 0);
    assert_true(first.leaves != each.leaves);
}

/* ---- ChanceProbCut ---- */

static const struct cop_fit fifty[] = {{.shallow = 0, .deep = 2, .slope = 1, .deviation = 50}, {0}};

static void trust_shallow_searches(struct example *example, bool is_strict)
{
    example->search->config.fits = fifty;
    example->search->config.selectivity = 1;
    example->search->config.is_strict = is_strict;
}

static void figure_5_5_two_shallow_searches_are_enough(void **context)
{
    struct example example = open_example("a(?(0.4:a=350(b(350)) 0.4:a=750(b(750)) 0.2:a=0(b(0))))",
                                          2, -1000, 1000, "star1" PLAIN);

    (void)context;
    trust_shallow_searches(&example, false);
    assert_close(value_in(&example, 2, -150, 150), 150);
    assert_int_equal(leaves_of(&example), 2);
    /* Just above 200 the third outcome has to be looked at. */
    value_in(&example, 2, -150, 201);
    assert_true(leaves_of(&example) > 2);
    close_example(&example);
}

/* Algorithm 5.2, defect 4: the guesses cut in the regular search too. */
static void figure_5_6_guesses_cut_in_the_regular_search(void **context)
{
    struct example example = open_example(
        "a(?(0.4:a=350(b(400)) 0.4:a=50(b(50)) 0.2:a=100(b(100))))", 2, -1000, 1000, "star1" PLAIN);

    (void)context;
    trust_shallow_searches(&example, false);
    assert_close(value_in(&example, 2, -150, 150), 170);
    assert_int_equal(leaves_of(&example), 3 + 1);
    trust_shallow_searches(&example, true);
    assert_close(value_in(&example, 2, -150, 150), 200);
    assert_int_equal(leaves_of(&example), 3 + 3);
    close_example(&example);
}

/* A model speaks for the player who moves: what is 20 more for him is 20 less for his opponent. */
static void models_are_those_of_the_mover(void **context)
{
    static const struct cop_fit twenty[] = {{.shallow = 0, .deep = 2, .slope = 1, .offset = 20},
                                            {0}};
    struct example own =
        open_example("a(?(0.5:a=0(b(0)) 0.5:a=0(b(0))))", 2, -1000, 1000, "star1" PLAIN);
    struct example other =
        open_example("a(?(0.5:b=0(a(0)) 0.5:b=0(a(0))))", 2, -1000, 1000, "star1" PLAIN);

    (void)context;
    own.search->config.fits = other.search->config.fits = twenty;
    own.search->config.selectivity = other.search->config.selectivity = 1;
    assert_close(value_in(&own, 2, -1000, 15), 15);
    assert_close(value_in(&other, 2, -15, 1000), -15);
    assert_int_equal(leaves_of(&own), 2);
    assert_int_equal(leaves_of(&other), 2);
    close_example(&own);
    close_example(&other);
}

/* A finished game is certain, whatever a model says of it. */
static void finished_games_are_not_guessed(void **context)
{
    struct example example =
        open_example("a(?(0.5:400 0.5:a=0(b(0))))", 2, -1000, 1000, "star1" PLAIN);

    (void)context;
    trust_shallow_searches(&example, false);
    assert_close(value_in(&example, 2, -1000, 160), 160);
    assert_close(value_in(&example, 2, -1000, 190), 200);
    close_example(&example);
}

/* A result that rests on guesses is not proven, even where the shallow search saw every end. */
static void guesses_prove_nothing(void **context)
{
    static const struct cop_fit doubled[] = {{.shallow = 1, .deep = 2, .slope = 2}, {0}};
    struct example example =
        open_example("a(?(0.5:a=40(a(40)) 0.5:a=0(a(0))) a(0))", 2, -1000, 1000, "star1" PLAIN);

    (void)context;
    assert_int_equal(example.report.proof, COP_PROVEN_EXACT);
    example.search->config.fits = doubled;
    example.search->config.selectivity = 1;
    example.report = depth_bench_search(example.search, example.root, "depth=3");
    assert_int_equal(example.report.proof, COP_UNPROVEN);
    close_example(&example);
}

/* 4.5.2: a model that trusts nothing changes nothing; one that is right saves nodes. */
static void models_cost_no_accuracy_where_they_are_right(void **context)
{
    static const struct cop_fit right[] = {{.shallow = 1, .deep = 2, .slope = 1, .deviation = 1e-9},
                                           {.shallow = 2, .deep = 3, .slope = 1, .deviation = 1e-9},
                                           {.shallow = 2, .deep = 4, .slope = 1, .deviation = 1e-9},
                                           {0}};
    static const struct cop_fit wide[] = {{.shallow = 1, .deep = 3, .slope = 1, .deviation = 1e9},
                                          {.shallow = 2, .deep = 4, .slope = 1, .deviation = 1e9},
                                          {0}};
    struct cop_game *game = cop_game_open_rules(&random_tree_rules, "levels=6, width=20", NULL);
    struct tree_search *plain = depth_bench_open(game, "star1(eval=pair, table=off)", "");
    struct tree_search *cut = depth_bench_open(game, "star1(eval=pair, table=off)", "");
    int64_t most = 0, nodes = 0;
    uint32_t state[RANDOM_TREE_STATE];

    (void)context;
    cut->config.selectivity = 1;
    for (uint64_t seed = 0; seed < 100; seed++) {
        random_tree_plant(game, seed);
        random_tree_start(game, state);
        cut->config.fits = wide;
        assert_close(depth_bench_value(cut, state, 5), depth_bench_value(plain, state, 5));
        random_tree_settle(game);
        cut->config.fits = right;
        assert_true(fabs(depth_bench_value(cut, state, 5) - depth_bench_value(plain, state, 5)) <
                    1e-6);
        most += plain->workers[0].nodes;
        nodes += cut->workers[0].nodes;
    }
    assert_true(nodes < most);
    depth_bench_close(plain);
    depth_bench_close(cut);
    cop_game_close(game);
}

/* ---- Many players ---- */

static void figure_6_1_ties_decide_maxn(void **context)
{
    static const char text[] = "a(b(6/2/6 4/1/6) b(7/2/9 5/2/1))";
    struct example first = open_example(text, 3, 0, 10, "maxn(eval=many, tie=first)");
    struct example worst = open_example(text, 3, 0, 10, "maxn(eval=many)");
    static const double expected[2][3] = {{7, 2, 9}, {6, 2, 6}};

    (void)context;
    for (int i = 0; i < 3; i++) {
        assert_close(first.report.value[i], expected[0][i]);
        assert_close(worst.report.value[i], expected[1][i]);
    }
    close_example(&first);
    close_example(&worst);
}

static void figure_6_2_paranoid_cuts(void **context)
{
    struct example example = open_example("a(b(6/2/6 4/1/6) b(7/2/9 5/2/1))", 3, 0, 10,
                                          "paranoid(eval=many, table=off, pvs=off, deepen=off)");

    (void)context;
    assert_close(example.report.value[0], -3);
    assert_int_equal(leaves_of(&example), 3);
    close_example(&example);
}

/* Two opponents in a row are on the same side: nothing is turned round between them. */
static void two_opponents_in_a_row_both_minimise(void **context)
{
    struct example example =
        open_example("a(b(c(6 5) c(7 4)) b(c(3 9) c(8 8)))", 3, 0, 10, "paranoid(eval=many)");

    (void)context;
    assert_close(example.report.value[0], 4);
    close_example(&example);
}

/* The second move is refuted by the first reply of the second player: its other replies, and all of
 * the third player's, are left. */
static void figure_6_3_one_reply_refutes(void **context)
{
    struct example example = open_example("a(b(5 4|3 2) b(1 9|9 9))", 3, 0, 10,
                                          "brs(eval=many, table=off, pvs=off, deepen=off)");

    (void)context;
    assert_close(example.report.value[0], 2);
    assert_int_equal(leaves_of(&example), 4 + 1);
    close_example(&example);
}

/* Algorithm 6.1 gives a leaf no sign: at a node of the opponents it would be the wrong one. */
static void replies_are_judged_for_the_root(void **context)
{
    struct example example =
        open_example("a(b=3(0|0) b=1(0|0))", 3, 0, 10, "brs(eval=many, table=off)");

    (void)context;
    example.report = depth_bench_search(example.search, example.root, "depth=1");
    assert_close(example.report.value[0], 3);
    assert_int_equal(example.report.best, 1);
    close_example(&example);
}

/* ---- Counting ---- */

static struct tree_search *search_uniform(struct cop_game **game, const char *inside,
                                          const char *agent, int depth)
{
    struct tree_search *search;
    uint32_t state[UNIFORM_TREE_STATE];

    *game = cop_game_open_rules(&uniform_tree_rules, inside, NULL);
    search = depth_bench_open(*game, agent, "");
    (*game)->rules->start(*game, state, NULL);
    depth_bench_value(search, state, depth);
    return search;
}

/* Section 2.5: b = 10, d = 5; the roots of the six searches, the first of depth 0, count too. */
static void iterative_deepening_visits_123456_nodes(void **context)
{
    struct cop_game *game;
    struct tree_search *search =
        search_uniform(&game, "plies=10", "expectimax(eval=gifts, table=off)", 5);

    (void)context;
    assert_int_equal(search->workers[0].nodes + 6, 123456);
    depth_bench_close(search);
    cop_game_close(game);
}

static int64_t power(int base, int exponent)
{
    int64_t result = 1;

    while (exponent-- > 0)
        result *= base;
    return result;
}

/* 2.12: (b(n-1))^floor(k/2) + b^ceil(k/2) - 1 leaves, for odd k as well. */
static void best_case_of_best_reply_search_is_reached(void **context)
{
    static const struct {
        int players, branching, depth;
        int64_t leaves;
    } cases[] = {{3, 10, 4, 499}, {4, 30, 4, 8999}, {2, 10, 6, 1999}, {3, 5, 5, 0},
                 {4, 4, 3, 0},    {3, 3, 7, 0},     {2, 4, 7, 0}};

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int depth = cases[i].depth, b = cases[i].branching, others = cases[i].players - 1;
        int64_t expected = power(b * others, depth / 2) + power(b, (depth + 1) / 2) - 1;
        struct cop_game *game;
        struct tree_search *search;
        char inside[60];

        snprintf(inside, sizeof inside, "players=%d, branching=%d, plies=%d", cases[i].players, b,
                 depth);
        search = search_uniform(
            &game, inside,
            "brs(eval=gifts, table=off, pvs=off, killers=off, history=off, deepen=off)", depth);
        if (cases[i].leaves != 0)
            assert_int_equal(expected, cases[i].leaves);
        assert_int_equal(search->workers[0].leaves, expected);
        depth_bench_close(search);
        cop_game_close(game);
    }
}

/* 6.3.1: k plies of best-reply search for four players reach as far as 1, 4, 5, 8, 9 plies. */
static void best_reply_plies_are_whole_rounds(void **context)
{
    static const int plies[] = {1, 4, 5, 8, 9};

    (void)context;
    for (int depth = 1; depth <= 5; depth++) {
        struct cop_game *game;
        struct tree_search *search =
            search_uniform(&game, "players=4, branching=2, plies=50",
                           "brs(eval=plies, plus=on, table=off, deepen=off)", depth);

        assert_close(search->value[0], plies[depth - 1]);
        depth_bench_close(search);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_are_counted_with_the_moves_searched),
        cmocka_unit_test(figure_5_1_and_4_3_are_means),
        cmocka_unit_test(figure_5_2_window_is_not_handed_through),
        cmocka_unit_test(figure_5_3_star1_leaves_the_fourth_child),
        cmocka_unit_test(figure_4_5_star1_cuts_with_uneven_bounds),
        cmocka_unit_test(figure_4_4_a_refuted_move_is_left),
        cmocka_unit_test(figure_5_4_star2_cuts_after_two_probes),
        cmocka_unit_test(probes_bound_from_the_side_that_moves),
        cmocka_unit_test(children_get_the_narrow_window),
        cmocka_unit_test(depth_ends_at_outcomes_that_count),
        cmocka_unit_test(games_end_before_the_depth),
        cmocka_unit_test(leaves_are_judged_for_the_right_side),
        cmocka_unit_test(printed_mistakes_give_wrong_values),
        cmocka_unit_test(printed_probes_bound_wrongly),
        cmocka_unit_test(printed_windows_cost_nodes),
        cmocka_unit_test(figure_5_5_two_shallow_searches_are_enough),
        cmocka_unit_test(figure_5_6_guesses_cut_in_the_regular_search),
        cmocka_unit_test(models_are_those_of_the_mover),
        cmocka_unit_test(finished_games_are_not_guessed),
        cmocka_unit_test(guesses_prove_nothing),
        cmocka_unit_test(models_cost_no_accuracy_where_they_are_right),
        cmocka_unit_test(figure_6_1_ties_decide_maxn),
        cmocka_unit_test(figure_6_2_paranoid_cuts),
        cmocka_unit_test(two_opponents_in_a_row_both_minimise),
        cmocka_unit_test(figure_6_3_one_reply_refutes),
        cmocka_unit_test(replies_are_judged_for_the_root),
        cmocka_unit_test(iterative_deepening_visits_123456_nodes),
        cmocka_unit_test(best_case_of_best_reply_search_is_reached),
        cmocka_unit_test(best_reply_plies_are_whole_rounds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
