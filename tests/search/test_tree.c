/* Depth-first searches find what looking at everything finds, on random trees (4.5 of
 * chance-and-multiplayer.md); leave out what they promise to; and keep to their limits. */
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

/* The last move may be followed by an outcome, which is judged unless the search goes deeper. */
enum { AGENTS_MAX = 16, LEVELS_MAX = 8, TO_THE_END = LEVELS_MAX + 1, TO_ANY_END = 20 };

static int rounds(int count)
{
    return is_slow_build() ? count / 20 : count;
}

static struct cop_game *open_trees(const char *inside)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open_rules(&random_tree_rules, inside, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    return game;
}

static int open_agents(const struct cop_game *game, const char *const *specs,
                       struct tree_search **agents)
{
    int count = 0;

    for (; specs[count] != NULL; count++)
        agents[count] = depth_bench_open(game, specs[count], "memory=64K");
    return count;
}

static void close_agents(struct tree_search **agents, int count)
{
    for (int i = 0; i < count; i++)
        depth_bench_close(agents[i]);
}

static struct brute brute_of(const struct cop_game *game, const char *evaluator, const void *state)
{
    return (struct brute){.game = game,
                          .evaluator = depth_bench_evaluator(game, evaluator),
                          .root = game->rules->turn(game, state)};
}

/* Every agent's value of `trees` trees, each searched to a random depth, is the brute force's. */
static void compare(const char *trees, const char *evaluator, const char *const *specs, int count,
                    bool counts_chance)
{
    struct cop_game *game = open_trees(trees);
    struct tree_search *agents[AGENTS_MAX];
    int agent_count = open_agents(game, specs, agents);
    struct cop_rng rng;

    cop_rng_seed(&rng, 7);
    for (int seed = 0; seed < rounds(count); seed++) {
        uint32_t state[RANDOM_TREE_STATE];
        int depth = 1 + (int)cop_rng_below(&rng, 5);
        struct brute brute;
        double expected;

        random_tree_plant(game, (uint64_t)seed);
        random_tree_start(game, state);
        brute = brute_of(game, evaluator, state);
        brute.counts_chance = counts_chance;
        brute.is_quiet = brute.evaluator->noisy != NULL;
        expected = brute_search(&brute, state, depth);
        for (int i = 0; i < agent_count; i++) {
            double value = depth_bench_value(agents[i], state, depth);

            if (!(fabs(value - expected) < 1e-9))
                fail_msg("%s, seed %d, depth %d: %.12g and not %.12g", specs[i], seed, depth, value,
                         expected);
        }
    }
    close_agents(agents, agent_count);
    cop_game_close(game);
}

/* ---- Chance ---- */

static void chance_searches_find_the_expected_value(void **context)
{
    static const char *const specs[] = {
        "expectimax(eval=pair)",
        "expectimax(eval=pair, table=off)",
        "star1(eval=pair)",
        "star1(eval=pair, table=off, killers=off, history=off)",
        "star2(eval=pair)",
        "star2(eval=pair, etc=off, order=none)",
        "star2(eval=pair, table=off)",
        "star2(eval=pair, table=off, printed=on)",
        "star2(eval=pair, printed=on)",
        "star2.5(eval=pair, probes=2)",
        "star2.5(eval=pair, probes=3, probing=cyclic)",
        "star2.5(eval=pair, probes=9, probing=cyclic, table=off, order=none)",
        "star2.5(eval=pair, probes=9, killers=off, deepen=off)",
        "paranoid(eval=pair, etc=on, aspiration=20)",
        NULL};

    (void)context;
    compare("levels=3", "pair", specs, 7000, false);
    compare("levels=5, width=4", "pair", specs, 700, false);
}

/* Bounds that are not symmetric: what holds for one side must be turned round for the other. */
static void uneven_bounds_are_turned_round(void **context)
{
    static const char *const specs[] = {"star1(eval=tight)",
                                        "star1(eval=tight, table=off)",
                                        "star2(eval=tight)",
                                        "star2(eval=tight, table=off)",
                                        "star2.5(eval=tight, probes=3, probing=cyclic)",
                                        NULL};

    (void)context;
    compare("levels=4, width=5", "tight", specs, 3000, false);
}

/* A table may know more than a smaller depth asks for, so that only without one, or to the end, a
 * depth that counts chance is exact. */
static void outcomes_may_count_as_plies(void **context)
{
    static const char *const specs[] = {"expectimax(eval=pair, count_chance=on, table=off)",
                                        "star1(eval=pair, count_chance=on, table=off)",
                                        "star2(eval=pair, count_chance=on, table=off)",
                                        "star2.5(eval=pair, count_chance=on, table=off)", NULL};
    static const char *const late[] = {"expectimax(eval=late, count_chance=on, table=off)",
                                       "star1(eval=late, count_chance=on, table=off)",
                                       "star2(eval=late, count_chance=on, table=off)", NULL};

    (void)context;
    compare("levels=4, nested=on", "pair", specs, 2000, true);
    compare("levels=4, nested=on", "late", late, 2000, true);
}

/* Chance after chance costs a ply, so that positions do not meet again at the same depth: without a
 * table, or to the end. */
static void chance_may_follow_chance(void **context)
{
    static const char *const specs[] = {
        "expectimax(eval=pair, table=off)", "star1(eval=pair, table=off)",
        "star2(eval=pair, table=off)", "star2.5(eval=pair, table=off, probing=cyclic)", NULL};
    static const char *const late[] = {"expectimax(eval=late, table=off)",
                                       "star2(eval=late, table=off)", NULL};

    (void)context;
    compare("levels=4, nested=on", "pair", specs, 1000, false);
    compare("levels=4, nested=on", "late", late, 1000, false);
}

static void unsettled_outcomes_are_looked_at(void **context)
{
    static const char *const specs[] = {"expectimax(eval=late)",
                                        "star1(eval=late)",
                                        "star2(eval=late)",
                                        "star2.5(eval=late)",
                                        "star2(eval=late, table=off)",
                                        NULL};

    (void)context;
    compare("levels=4", "late", specs, 2000, false);
}

/* Noisy moves are followed past the horizon, and what chance decides after one is judged as it
 * stands. */
static void noisy_moves_are_played_before_judging(void **context)
{
    static const char *const specs[] = {
        "star1(eval=restless, quiet=on)",
        "star1(eval=restless, quiet=on, table=off, killers=off, history=off)",
        "star2(eval=restless, quiet=on)",
        "star2(eval=restless, quiet=on, table=off, etc=off)",
        "star2.5(eval=restless, quiet=on, probes=3, probing=cyclic)",
        NULL};

    (void)context;
    compare("levels=5, width=6", "restless", specs, 700, false);
}

/* Inside the window a value is exact, outside it is a bound on the right side. */
static void assert_window(const char *spec, double value, double expected, double alpha,
                          double beta)
{
    bool is_right = value <= alpha  ? expected <= value + 1e-9
                    : value >= beta ? expected >= value - 1e-9
                                    : fabs(value - expected) < 1e-9;

    if (!is_right)
        fail_msg("%s: %.12g in the window %g to %g, and the value is %.12g", spec, value, alpha,
                 beta, expected);
}

static void any_window_gives_a_true_bound(void **context)
{
    static const char *const specs[] = {"star1(eval=pair)",
                                        "star1(eval=tight, table=off)",
                                        "star2(eval=pair)",
                                        "star2(eval=tight, table=off)",
                                        "star2.5(eval=pair, probes=2, probing=cyclic)",
                                        "paranoid(eval=pair, etc=on)",
                                        NULL};
    struct cop_game *game = open_trees("levels=4, width=6");
    struct tree_search *agents[AGENTS_MAX];
    int count = open_agents(game, specs, agents), exact = 0, chances = 0;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 5);
    for (int seed = 0; seed < rounds(3000); seed++) {
        uint32_t start[RANDOM_TREE_STATE], state[RANDOM_TREE_STATE];
        struct brute brute;

        random_tree_plant(game, (uint64_t)seed);
        random_tree_start(game, start);
        brute = brute_of(game, "pair", start);
        for (int i = 0; i < count; i++) {
            depth_bench_value(agents[i], start, 1);
            for (int window = 0; window < 4; window++) {
                /* A table has positions of other searches, which are deeper from here. */
                int depth =
                    agents[i]->config.has_table ? TO_THE_END : 1 + (int)cop_rng_below(&rng, 4);
                double alpha = 220 * cop_rng_unit(&rng) - 110;
                double beta = alpha + 60 * cop_rng_unit(&rng);
                double expected, value;

                random_tree_walk(game, state, &rng);
                chances += game->rules->turn(game, state) == COP_CHANCE;
                expected = brute_search(&brute, state, depth);
                exact += expected > alpha && expected < beta;
                value = depth_bench_visit(agents[i], state, depth, alpha, beta);
                assert_window(specs[i], value, expected, alpha, beta);
            }
        }
    }
    assert_true(exact > rounds(3000) && chances > rounds(3000));
    close_agents(agents, count);
    cop_game_close(game);
}

static int64_t nodes_of(struct tree_search *agent, const void *state, int depth)
{
    depth_bench_value(agent, state, depth);
    return agent->workers[0].nodes;
}

static void star1_never_looks_at_more_than_expectimax(void **context)
{
    struct cop_game *game = open_trees("levels=4");
    struct tree_search *all = depth_bench_open(game, "expectimax(eval=pair, table=off)", "");
    struct tree_search *star1 = depth_bench_open(game, "star1(eval=pair, table=off)", "");
    int64_t total = 0, left = 0;

    (void)context;
    for (int seed = 0; seed < rounds(3000); seed++) {
        uint32_t state[RANDOM_TREE_STATE];
        int64_t most, nodes;

        random_tree_plant(game, (uint64_t)seed);
        random_tree_start(game, state);
        most = nodes_of(all, state, 4);
        nodes = nodes_of(star1, state, 4);
        assert_true(nodes <= most);
        total += most;
        left += nodes;
    }
    assert_true(left < 0.7 * (double)total);
    depth_bench_close(all);
    depth_bench_close(star1);
    cop_game_close(game);
}

static void one_probe_of_star25_is_star2(void **context)
{
    static const char *const specs[] = {"star2(eval=pair)", "star2.5(eval=pair, probes=1)",
                                        "star2.5(eval=pair, probes=1, probing=cyclic)", NULL};
    struct cop_game *game = open_trees("levels=5, width=5");
    struct tree_search *agents[AGENTS_MAX];
    int count = open_agents(game, specs, agents);

    (void)context;
    for (int seed = 0; seed < rounds(1000); seed++) {
        uint32_t state[RANDOM_TREE_STATE];
        int64_t nodes;

        random_tree_plant(game, (uint64_t)seed);
        random_tree_start(game, state);
        nodes = nodes_of(agents[0], state, 5);
        for (int i = 1; i < count; i++)
            assert_int_equal(nodes_of(agents[i], state, 5), nodes);
    }
    close_agents(agents, count);
    cop_game_close(game);
}

/* Probes that prove nothing cost, and so do windows as wide as all values. */
static void what_was_printed_needs_more_nodes(void **context)
{
    static const char *const specs[] = {"star2(eval=pair, table=off)",
                                        "star2(eval=pair, table=off, printed=on)", NULL};
    struct cop_game *game = open_trees("levels=5, width=5");
    struct tree_search *agents[AGENTS_MAX];
    int64_t sums[2] = {0};
    int count = open_agents(game, specs, agents);

    (void)context;
    for (int seed = 0; seed < rounds(200); seed++) {
        uint32_t state[RANDOM_TREE_STATE];

        random_tree_plant(game, (uint64_t)seed);
        random_tree_start(game, state);
        for (int i = 0; i < count; i++)
            sums[i] += nodes_of(agents[i], state, 5);
    }
    assert_true(sums[1] > sums[0] * 11 / 10);
    close_agents(agents, count);
    cop_game_close(game);
}

/* ---- Without chance ---- */

static void alphabeta_finds_the_minimax_value(void **context)
{
    static const char *const specs[] = {
        "alphabeta(eval=pair)",
        "alphabeta(eval=pair, table=off)",
        "alphabeta(eval=pair, table=off, pvs=off, killers=off, history=off, order=none)",
        "alphabeta(eval=pair, etc=on)",
        "alphabeta(eval=pair, aspiration=10)",
        "alphabeta(eval=pair, aspiration=30, pvs=off, table=off)",
        "alphabeta(eval=pair, deepen=off)",
        "alphabeta(eval=pair, width=100, reduce=100)",
        "brs(eval=pair, etc=on)",
        "paranoid(eval=pair)",
        "star2(eval=pair)",
        NULL};

    (void)context;
    compare("levels=5, chance=off", "pair", specs, 4000, false);
}

static void alone_a_player_finds_the_best(void **context)
{
    static const char *const specs[] = {"alphabeta(eval=late)", "alphabeta(eval=late, table=off)",
                                        NULL};
    static const char *const chance[] = {"expectimax(eval=late)", "star2(eval=late)", NULL};

    (void)context;
    compare("levels=5, chance=off, players=1", "late", specs, 500, false);
    compare("levels=4, players=1", "late", chance, 500, false);
}

/* ---- Many players ---- */

static void paranoid_sets_all_others_against_the_root(void **context)
{
    static const char *const specs[] = {"paranoid(eval=many)",
                                        "paranoid(eval=many, table=off, pvs=off)",
                                        "paranoid(eval=many, etc=on, aspiration=15)", NULL};

    (void)context;
    compare("levels=5, chance=off, players=3", "many", specs, 1500, false);
    compare("levels=4, players=4", "many", specs, 1500, false);
}

static void compare_maxn(const char *trees, const char *evaluator, const char *spec,
                         enum tie_rule tie, bool is_ordered)
{
    struct cop_game *game = open_trees(trees);
    struct tree_search *agent = depth_bench_open(game, spec, "memory=64K");

    for (int seed = 0; seed < rounds(1000); seed++) {
        uint32_t state[RANDOM_TREE_STATE];
        double expected[COP_PLAYERS_MAX];
        int depth = 1 + seed % 5;
        struct brute brute;

        random_tree_plant(game, (uint64_t)seed);
        random_tree_start(game, state);
        brute = brute_of(game, evaluator, state);
        brute.tie = tie;
        brute.ordering = is_ordered ? game->rules->orderings : NULL;
        brute_maxn(&brute, state, depth, expected);
        depth_bench_value(agent, state, depth);
        for (int i = 0; i < game->players; i++)
            if (!(fabs(agent->value[i] - expected[i]) < 1e-9))
                fail_msg("%s, seed %d, depth %d, player %d: %.12g and not %.12g", spec, seed, depth,
                         i, agent->value[i], expected[i]);
    }
    depth_bench_close(agent);
    cop_game_close(game);
}

static void maxn_finds_what_everybody_wants(void **context)
{
    (void)context;
    for (int i = 0; i < 3; i++) {
        static const char *const trees[] = {"levels=5, chance=off, players=3",
                                            "levels=4, players=4", "levels=4, players=3, width=4"};

        compare_maxn(trees[i], "many", "maxn(eval=many, order=none)", TIE_WORST, false);
        compare_maxn(trees[i], "many", "maxn(eval=many, tie=first)", TIE_FIRST, true);
        compare_maxn(trees[i], "many", "maxn(eval=many, shallow=off, table=off)", TIE_WORST, true);
        compare_maxn(trees[i], "many", "maxn(eval=many, tie=first, order=none, table=off)",
                     TIE_FIRST, false);
    }
    compare_maxn("levels=4", "pair", "maxn(eval=pair)", TIE_WORST, true);
}

/* 4.5.3: on zero-sum values of two max^n is minimax. */
static void maxn_for_two_is_minimax(void **context)
{
    static const char *const specs[] = {"maxn(eval=pair)", "maxn(eval=pair, shallow=off)",
                                        "maxn(eval=late, tie=first)", NULL};

    (void)context;
    compare("levels=5, chance=off", "pair", specs, 1000, false);
}

static void shallow_pruning_leaves_something_out(void **context)
{
    struct cop_game *game = open_trees("levels=5, chance=off, players=3");
    struct tree_search *all = depth_bench_open(game, "maxn(eval=many, shallow=off, table=off)", "");
    struct tree_search *some = depth_bench_open(game, "maxn(eval=many, table=off)", "");
    int64_t most = 0, nodes = 0;

    (void)context;
    for (int seed = 0; seed < 100; seed++) {
        uint32_t state[RANDOM_TREE_STATE];

        random_tree_plant(game, (uint64_t)seed);
        random_tree_start(game, state);
        most += nodes_of(all, state, 5);
        nodes += nodes_of(some, state, 5);
    }
    assert_true(nodes < most);
    depth_bench_close(all);
    depth_bench_close(some);
    cop_game_close(game);
}

static void best_replies_are_those_of_any_opponent(void **context)
{
    static const char *const specs[] = {"brs(eval=many)",
                                        "brs(eval=many, table=off, pvs=off)",
                                        "brs(eval=many, etc=on, aspiration=15)",
                                        "brs(eval=many, plus=on)",
                                        "brs(eval=many, plus=on, table=off)",
                                        NULL};

    (void)context;
    for (int players = 3; players <= 4; players++) {
        struct cop_game *game = open_trees(players == 3 ? "levels=8, replies=on, players=3"
                                                        : "levels=8, replies=on, players=4");
        struct tree_search *agents[AGENTS_MAX];
        int count = open_agents(game, specs, agents);

        for (int seed = 0; seed < rounds(1000); seed++) {
            int depth = 1 + seed % 4;

            for (int i = 0; i < count; i++) {
                uint32_t state[RANDOM_TREE_STATE];
                struct brute brute;
                double expected, value;

                random_tree_plant(game, (uint64_t)seed);
                random_tree_start(game, state);
                game->rules->give_turn(game, state, seed % players);
                brute = brute_of(game, "many", state);
                brute.family = agents[i]->config.family;
                brute.ordering = game->rules->orderings;
                expected = brute_search(&brute, state, depth);
                value = depth_bench_value(agents[i], state, depth);
                /* With other moves between them positions meet again at other depths. */
                if (agents[i]->config.has_table && brute.family == FAMILY_REPLY_PLUS && depth > 1)
                    continue;
                if (!(fabs(value - expected) < 1e-9))
                    fail_msg("%s, seed %d, depth %d: %.12g and not %.12g", specs[i], seed, depth,
                             value, expected);
            }
        }
        close_agents(agents, count);
        cop_game_close(game);
    }
}

/* With two players all three are one search: the same moves, the same nodes. */
static void best_reply_for_two_is_alphabeta(void **context)
{
    static const char *const insides[] = {"(eval=pair)", "(eval=pair, table=off)",
                                          "(eval=pair, etc=on, aspiration=10)"};
    struct cop_game *game = open_trees("levels=6, chance=off, width=20");

    (void)context;
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {"alphabeta", "brs", "paranoid"};
        struct tree_search *agents[3];
        char spec[100];

        for (int j = 0; j < 3; j++) {
            snprintf(spec, sizeof spec, "%s%s", names[j], insides[i]);
            agents[j] = depth_bench_open(game, spec, "memory=64K");
        }
        for (int seed = 0; seed < rounds(400); seed++) {
            uint32_t state[RANDOM_TREE_STATE];

            random_tree_plant(game, (uint64_t)seed);
            random_tree_start(game, state);
            for (int j = 0; j < 3; j++) {
                depth_bench_value(agents[j], state, 6);
                assert_int_equal(agents[j]->best, agents[0]->best);
                assert_int_equal(agents[j]->workers[0].nodes, agents[0]->workers[0].nodes);
                assert_int_equal(agents[j]->workers[0].leaves, agents[0]->workers[0].leaves);
            }
        }
        close_agents(agents, 3);
    }
    cop_game_close(game);
}

/* ---- Threads, limits, repetition ---- */

/* Searched to the end, the value is the same whoever found it; the table is for four threads. */
static void threads_find_the_same_value(void **context)
{
    static const char *const specs[] = {"star2(eval=pair)", "star1(eval=late)",
                                        "expectimax(eval=pair)", "paranoid(eval=pair)"};
    struct cop_game *game = open_trees("levels=6, width=30");

    (void)context;
    for (int i = 0; i < 4; i++) {
        struct tree_search *alone = depth_bench_open(game, specs[i], "memory=64K");
        struct tree_search *many =
            depth_bench_open(game, specs[i], "memory=512K, threads=4, nodes=500");

        for (int seed = 0; seed < rounds(40); seed++) {
            uint32_t state[RANDOM_TREE_STATE];
            double value;

            random_tree_plant(game, (uint64_t)seed);
            random_tree_start(game, state);
            value = depth_bench_value(alone, state, TO_THE_END);
            assert_true(fabs(depth_bench_value(many, state, TO_THE_END) - value) < 1e-9);
        }
        depth_bench_close(alone);
        depth_bench_close(many);
    }
    cop_game_close(game);
}

/* Every choice of what orders moves, with one thread and with several, on trees with and without
 * chance, for two and for three players: the value is that of looking at everything. */
static void threads_and_options_find_the_same_value(void **context)
{
    static const struct {
        const char *trees, *agent, *evaluator;
    } rows[] = {
        {"levels=6, width=20, chance=off", "alphabeta", "pair"},
        {"levels=5, width=10", "star2", "late"},
        {"levels=5, width=10", "star1", "pair"},
        {"levels=5, width=10, chance=off, players=3", "paranoid", "many"},
    };
    static const char *const orders[] = {"", ", killers=off", ", history=off",
                                         ", killers=off, history=off", ", order=none"};

    (void)context;
    for (int i = 0; i < 4 * 5 * 3; i++) {
        static const char *const limits[] = {"threads=1, memory=1M, nodes=500",
                                             "threads=2, memory=1M, nodes=500",
                                             "threads=4, memory=1M, nodes=500"};
        struct cop_game *game = open_trees(rows[i % 4].trees);
        struct tree_search *agent;
        char spec[100];

        snprintf(spec, sizeof spec, "%s(eval=%s%s)", rows[i % 4].agent, rows[i % 4].evaluator,
                 orders[i / 4 % 5]);
        agent = depth_bench_open(game, spec, limits[i / 20]);
        for (int seed = 0; seed < (is_slow_build() ? 2 : 20); seed++) {
            uint32_t state[RANDOM_TREE_STATE];
            struct brute brute;
            double expected, value;

            random_tree_plant(game, (uint64_t)seed);
            random_tree_start(game, state);
            brute = brute_of(game, rows[i % 4].evaluator, state);
            expected = brute_search(&brute, state, TO_THE_END);
            value = depth_bench_value(agent, state, TO_THE_END);
            if (!(fabs(value - expected) < 1e-9))
                fail_msg("%s, %s, seed %d: %.12g and not %.12g", spec, limits[i / 20], seed, value,
                         expected);
        }
        depth_bench_close(agent);
        cop_game_close(game);
    }
}

static void limits_are_kept(void **context)
{
    struct cop_game *game = open_trees("levels=8, width=60");
    struct tree_search *agent = depth_bench_open(game, "star2(eval=pair)", "memory=1M");
    uint32_t state[RANDOM_TREE_STATE];
    struct cop_report report;

    (void)context;
    random_tree_plant(game, 3);
    random_tree_start(game, state);
    for (int nodes = 1; nodes < 2000; nodes += 37) {
        char words[40];

        snprintf(words, sizeof words, "nodes=%d", nodes);
        report = depth_bench_search(agent, state, words);
        assert_true(report.nodes <= nodes);
        assert_int_not_equal(report.best, COP_NO_MOVE);
    }
    for (int depth = 1; depth <= TO_THE_END; depth++) {
        char words[40];

        snprintf(words, sizeof words, "depth=%d", depth);
        report = depth_bench_search(agent, state, words);
        assert_int_equal(report.depth, depth);
        assert_int_equal(report.proof, depth < TO_THE_END ? COP_UNPROVEN : COP_PROVEN_EXACT);
    }
    report = depth_bench_search(agent, state, "60s");
    assert_int_equal(report.depth, TO_THE_END);
    assert_true(report.stopped_early);
    depth_bench_close(agent);
    cop_game_close(game);
}

static void searches_without_an_end_are_refused(void **context)
{
    struct cop_game *game = open_trees("");
    struct cop_limits limits = {.means = {.threads = 1, .memory = 1 << 20}};
    struct cop_error error = {""};
    struct cop_agent *agent = cop_agent_open(game, "star2(deepen=off)", &limits.means, &error);
    struct cop_report report;
    uint32_t state[RANDOM_TREE_STATE];

    (void)context;
    assert_non_null(agent);
    random_tree_start(game, state);
    assert_false(cop_agent_think(agent, state, &limits, NULL, &report, &error));
    assert_non_null(strstr(error.message, "without an end"));
    limits.nodes = 1000;
    assert_false(cop_agent_think(agent, state, &limits, NULL, &report, &error));
    assert_non_null(strstr(error.message, "deepen=off"));
    cop_agent_close(agent);
    cop_game_close(game);
}

/* What cannot search is refused before it is opened, with the words of the search itself. */
static void a_check_says_what_a_search_without_depth_says(void **context)
{
    static const char *const agents[] = {"expectimax(deepen=off)", "star1(deepen=off)",
                                         "maxn(deepen=off)", "paranoid(deepen=off)"};
    struct cop_game *game = open_trees("");

    (void)context;
    for (size_t i = 0; i < sizeof agents / sizeof agents[0]; i++) {
        struct cop_limits limits = {.nodes = 1000, .means = {.threads = 1, .memory = 4 << 20}};
        struct cop_error checked = {""}, searched = {""};
        struct cop_agent *agent = cop_agent_open(game, agents[i], &limits.means, NULL);
        struct cop_report report;
        uint32_t state[RANDOM_TREE_STATE];

        assert_non_null(agent);
        random_tree_start(game, state);
        assert_false(cop_agent_check(game, agents[i], &limits, NULL, &checked));
        assert_false(cop_agent_think(agent, state, &limits, NULL, &report, &searched));
        assert_string_equal(checked.message, searched.message);
        assert_non_null(strstr(checked.message, "depth=6"));
        limits.depth = 3;
        assert_true(cop_agent_check(game, agents[i], &limits, NULL, &checked));
        assert_true(cop_agent_think(agent, state, &limits, NULL, &report, &searched));
        cop_agent_close(agent);
    }
    cop_game_close(game);
}

static void same_seed_is_the_same_search(void **context)
{
    static const char *const specs[] = {"star2(eval=pair, noise=5)", "star2.5(eval=pair)",
                                        "maxn(eval=pair, noise=5)", "paranoid(eval=pair)"};
    struct cop_game *game = open_trees("levels=6, width=30");
    uint32_t state[RANDOM_TREE_STATE];

    (void)context;
    random_tree_start(game, state);
    for (int i = 0; i < 4; i++) {
        struct cop_report reports[3];

        for (int j = 0; j < 3; j++) {
            struct tree_search *agent = depth_bench_open(game, specs[i], "memory=64K");

            reports[j] =
                depth_bench_search(agent, state, j < 2 ? "depth=3, seed=4" : "depth=3, seed=5");
            depth_bench_close(agent);
        }
        assert_int_equal(reports[0].best, reports[1].best);
        assert_int_equal(reports[0].nodes, reports[1].nodes);
        assert_true(reports[0].value[0] == reports[1].value[0]);
        if (strstr(specs[i], "noise") != NULL)
            assert_true(reports[0].value[0] != reports[2].value[0]);
    }
    cop_game_close(game);
}

/* What a search leaves in the table for the next one must not change what that one finds. */
static void second_search_finds_the_same(void **context)
{
    static const char *const specs[] = {"star2(eval=pair)", "star2(eval=tight)",
                                        "expectimax(eval=late)", "paranoid(eval=pair)"};
    const struct cop_agent_kind *kind = cop_agent_kind_find("star2");
    struct cop_game *game = open_trees("levels=6, width=10, nested=on");
    struct cop_limits limits = {.depth = TO_ANY_END, .means = {.threads = 1}};
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 2);
    for (int i = 0; i < 4; i++) {
        struct tree_search *agent = depth_bench_open(game, specs[i], "memory=64K");

        for (int seed = 0; seed < (is_slow_build() ? 3 : 20); seed++) {
            random_tree_plant(game, (uint64_t)seed);
            kind->start(agent, 1);
            for (int search = 0; search < 10; search++) {
                uint32_t state[RANDOM_TREE_STATE];
                struct brute brute;
                struct cop_report report;

                random_tree_walk(game, state, &rng);
                if (game->rules->turn(game, state) == COP_CHANCE)
                    continue;
                brute = brute_of(game, "late", state);
                assert_true(kind->think(agent, state, &limits, NULL, &report, NULL));
                assert_true(fabs(report.value[brute.root] -
                                 brute_search(&brute, state, TO_ANY_END)) < 1e-9);
            }
        }
        depth_bench_close(agent);
    }
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chance_searches_find_the_expected_value),
        cmocka_unit_test(uneven_bounds_are_turned_round),
        cmocka_unit_test(outcomes_may_count_as_plies),
        cmocka_unit_test(chance_may_follow_chance),
        cmocka_unit_test(unsettled_outcomes_are_looked_at),
        cmocka_unit_test(noisy_moves_are_played_before_judging),
        cmocka_unit_test(any_window_gives_a_true_bound),
        cmocka_unit_test(star1_never_looks_at_more_than_expectimax),
        cmocka_unit_test(one_probe_of_star25_is_star2),
        cmocka_unit_test(what_was_printed_needs_more_nodes),
        cmocka_unit_test(alphabeta_finds_the_minimax_value),
        cmocka_unit_test(alone_a_player_finds_the_best),
        cmocka_unit_test(paranoid_sets_all_others_against_the_root),
        cmocka_unit_test(maxn_finds_what_everybody_wants),
        cmocka_unit_test(maxn_for_two_is_minimax),
        cmocka_unit_test(shallow_pruning_leaves_something_out),
        cmocka_unit_test(best_replies_are_those_of_any_opponent),
        cmocka_unit_test(best_reply_for_two_is_alphabeta),
        cmocka_unit_test(threads_find_the_same_value),
        cmocka_unit_test(threads_and_options_find_the_same_value),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(searches_without_an_end_are_refused),
        cmocka_unit_test(a_check_says_what_a_search_without_depth_says),
        cmocka_unit_test(same_seed_is_the_same_search),
        cmocka_unit_test(second_search_finds_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
