/* Searches that look at later moves less deeply, or believe what shallow searches foretell: what
 * they call proven is true, on random trees and in games; how far they reduce, and what fits
 * decide; and what they refuse. Exchanges that are played out before judging. And what every node
 * of a search needs: the next number above for null windows, and the next move. */
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

enum { LEVELS = 8, TO_THE_END = LEVELS + 1, TREES = 10000 };

static const char *const reduced[] = {"reduce=1, reduce_rate=0.9", "reduce=2, reduce_rate=0.5",
                                      "reduce=1, reduce_rate=10",
                                      "reduce=1, reduce_rate=3, pvs=off, width=2",
                                      "reduce=1, reduce_rate=3, table=off, aspiration=20"};

enum { REDUCED = sizeof reduced / sizeof *reduced };

static int rounds(int count)
{
    return is_slow_build() ? count / 20 : count;
}

static struct cop_game *open_game(const char *spec)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    return game;
}

static struct tree_search *open_reduced(const struct cop_game *game, const char *eval, int which,
                                        const char *limits)
{
    char spec[160];

    snprintf(spec, sizeof spec, "alphabeta(eval=%s, oracle=off, %s)", eval, reduced[which]);
    return depth_bench_open(game, spec, limits);
}

/* ---- Random trees ---- */

/* The best result for player 0 whose turn is anybody's, by looking at everything. */
static double payoff_below(const struct cop_game *game, const void *state)
{
    uint32_t next[RANDOM_TREE_STATE];
    double payoff[COP_PLAYERS_MAX], best = -1;
    int turn = game->rules->turn(game, state), count;
    cop_move moves[8];

    if (turn == COP_OVER) {
        game->rules->payoff(game, state, payoff);
        return payoff[0];
    }
    count = game->rules->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        double value;

        memcpy(next, state, sizeof next);
        game->rules->play(game, next, moves[i]);
        value = payoff_below(game, next);
        if (best < 0 || (turn == 0 ? value > best : value < best))
            best = value;
    }
    return best;
}

/* The report's value is of a scale that ends with a lost and a won game. */
static double payoff_said(const struct cop_report *report)
{
    return (report->value[0] - report->lower) / (report->upper - report->lower);
}

static void check_tree(struct tree_search *search, const char *options, const uint32_t *state,
                       int depth, double truth, int seed, int *proven)
{
    char limits[32];
    struct cop_report report;

    snprintf(limits, sizeof limits, "depth=%d", depth);
    report = depth_bench_search(search, state, limits);
    if (report.proof == COP_UNPROVEN)
        return;
    ++*proven;
    if (!(fabs(payoff_said(&report) - truth) < 1e-9))
        fail_msg("%s, tree %d, depth %d: %.6f is called proven, and it is %.6f", options, seed,
                 depth, payoff_said(&report), truth);
}

/* Also that it is sometimes proven, and sometimes not: else nothing was tried. */
static void what_is_proven_on_random_trees_is_true(void **context)
{
    struct cop_error error = {""};
    struct cop_game *game =
        cop_game_open_rules(&random_tree_rules, "levels=6, width=5, chance=off", &error);
    struct tree_search *searches[REDUCED];
    int proven[REDUCED] = {0}, count = rounds(TREES);
    struct cop_rng rng;

    (void)context;
    assert_non_null(game);
    cop_rng_seed(&rng, 3);
    for (int i = 0; i < REDUCED; i++)
        searches[i] = open_reduced(game, "none", i, "memory=64K");
    for (int seed = 0; seed < count; seed++) {
        uint32_t state[RANDOM_TREE_STATE];
        int depth = 2 + (int)cop_rng_below(&rng, TO_THE_END - 1), i = seed % REDUCED;

        random_tree_plant(game, (uint64_t)seed);
        random_tree_start(game, state);
        check_tree(searches[i], reduced[i], state, depth, payoff_below(game, state), seed,
                   &proven[i]);
    }
    for (int i = 0; i < REDUCED; i++) {
        assert_in_range(proven[i], 1, count / REDUCED - 1);
        depth_bench_close(searches[i]);
    }
    cop_game_close(game);
}

/* ---- Games ---- */

static void play_some(const struct cop_game *game, void *state, int plies, struct cop_rng *rng)
{
    cop_move moves[256];

    assert_true(game->max_moves <= 256);
    do {
        game->rules->start(game, state, rng);
        for (int i = 0; i < plies && game->rules->turn(game, state) >= 0; i++)
            game->rules->play(game, state, cop_random_move(game, state, rng, moves));
    } while (game->rules->turn(game, state) < 0);
}

/* The plain search's distance is the shortest, which another test holds it to. Returns how many
 * were said. */
static int compare_distances(const struct cop_game *game, int plies, int which, int positions)
{
    struct tree_search *plain = depth_bench_open(game, "alphabeta(oracle=off)", "memory=4M");
    struct tree_search *some = open_reduced(game, "\"\"", which, "memory=4M");
    void *state = calloc(1, game->state_size);
    struct cop_rng rng;
    int said = 0;

    cop_rng_seed(&rng, 9);
    for (int i = 0; i < positions; i++) {
        struct cop_report truth, found;

        play_some(game, state, plies, &rng);
        truth = depth_bench_search(plain, state, "depth=9");
        found = depth_bench_search(some, state, "depth=9");
        if (found.proof == COP_PROVEN_WIN || found.proof == COP_PROVEN_LOSS)
            assert_true(truth.proof == COP_UNPROVEN || truth.proof == found.proof);
        if (found.distance == 0 || truth.distance == 0)
            continue;
        said++;
        assert_int_equal(found.distance, truth.distance);
    }
    free(state);
    depth_bench_close(plain);
    depth_bench_close(some);
    return said;
}

static void distances_are_the_shortest_although_moves_are_reduced(void **context)
{
    static const struct {
        const char *game;
        int plies;
    } rows[] = {{"connect4", 22}, {"breakthrough(width=5, height=5)", 8}};

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cop_game *game = open_game(rows[i].game);

        for (int which = 0; which < REDUCED; which++)
            assert_true(compare_distances(game, rows[i].plies, which, rounds(60) + 2) > 0);
        cop_game_close(game);
    }
}

/* ---- Moves that an ordering knows to lose at once ---- */

/* `safe` of TwixT knows them, `chains` does not. */
static const char *const knowing[] = {"alphabeta(order=safe)", "alphabeta(order=safe, width=5)",
                                      "alphabeta(order=safe, width=1, table=off)"};

enum { KNOWING = sizeof knowing / sizeof *knowing };

struct comparison {
    int64_t nodes[KNOWING], plain_nodes;
    int losses[KNOWING];
};

static void compare_knowing(struct tree_search *const *searches, struct tree_search *plain,
                            const void *state, struct comparison *all)
{
    struct cop_report truth = depth_bench_search(plain, state, "depth=4");

    all->plain_nodes += truth.nodes;
    for (int i = 0; i < KNOWING; i++) {
        struct cop_report found = depth_bench_search(searches[i], state, "depth=4");

        all->nodes[i] += found.nodes;
        all->losses[i] += found.proof == COP_PROVEN_LOSS;
        if (i == 0)
            assert_float_equal(found.value[0], truth.value[0], 0);
        if (found.proof == COP_PROVEN_WIN || found.proof == COP_PROVEN_LOSS)
            assert_int_equal(found.proof, truth.proof);
    }
}

/* Not even with a width, which alone proves no loss: whoever looks at all moves finds the same. */
static void moves_known_to_lose_change_no_value_and_no_proof(void **context)
{
    struct cop_game *game = open_game("twixt(size=6)");
    struct tree_search *plain = depth_bench_open(game, "alphabeta(order=chains)", "memory=4M");
    struct tree_search *searches[KNOWING];
    void *state = calloc(1, game->state_size);
    struct comparison all = {.plain_nodes = 0};
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 21);
    for (int i = 0; i < KNOWING; i++)
        searches[i] = depth_bench_open(game, knowing[i], "memory=4M");
    for (int i = 0; i < rounds(120) + 4; i++) {
        play_some(game, state, 6 + i % 8, &rng);
        compare_knowing(searches, plain, state, &all);
    }
    for (int i = 0; i < KNOWING; i++) {
        assert_true(all.losses[i] > 0 && all.nodes[i] < all.plain_nodes);
        depth_bench_close(searches[i]);
    }
    free(state);
    depth_bench_close(plain);
    cop_game_close(game);
}

/* ---- Multi-ProbCut ---- */

/* Made as a fit of the search in which they are used, so that even what is foretold by something
 * foretold is right. */
static const struct cop_fit wide[] = {{.shallow = 0, .deep = 1, .slope = 1, .deviation = 1e9},
                                      {.shallow = 1, .deep = 2, .slope = 1, .deviation = 1e9},
                                      {.shallow = 1, .deep = 3, .slope = 1, .deviation = 1e9},
                                      {.shallow = 2, .deep = 4, .slope = 1, .deviation = 1e9},
                                      {0}};
static const struct cop_fit right[] = {
    {.shallow = 1, .deep = 2, .slope = 1}, {.shallow = 2, .deep = 3, .slope = 1},
    {.shallow = 1, .deep = 3, .slope = 1}, {.shallow = 2, .deep = 4, .slope = 1},
    {.shallow = 3, .deep = 5, .slope = 1}, {0}};
static const struct cop_fit wild[] = {{.shallow = 0, .deep = 1, .slope = 2, .offset = -30},
                                      {.shallow = 1, .deep = 2, .slope = 3, .offset = 20},
                                      {.shallow = 1, .deep = 3, .slope = 0.1, .offset = -9},
                                      {.shallow = 2, .deep = 4, .slope = -1},
                                      {.shallow = 2, .deep = 4, .slope = 1.5, .deviation = 5},
                                      {0}};

static const char *const ways[] = {"alphabeta(eval=pair)", "alphabeta(eval=pair, table=off)",
                                   "alphabeta(eval=pair, order=none, killers=off, history=off)",
                                   "alphabeta(eval=pair, etc=on, aspiration=15)"};

enum { WAYS = sizeof ways / sizeof *ways };

static void believe(struct tree_search *search, const struct cop_fit *fits)
{
    search->config.fits = fits;
    search->config.foresight = fits == NULL ? 0 : 1;
}

/* A true bound of `truth` for this window, or `truth` itself. */
static bool is_bound(double value, double truth, double alpha, double beta)
{
    if (value <= alpha)
        return truth <= value + 1e-9;
    return value >= beta ? truth >= value - 1e-9 : fabs(value - truth) < 1e-9;
}

static void check_windows(struct tree_search *search, const uint32_t *state, int depth,
                          double truth, struct cop_rng *rng)
{
    for (int i = 0; i < 4; i++) {
        double alpha = (double)cop_rng_below(rng, 220) - 110;
        double beta = i % 2 == 0 ? nextafter(alpha, INFINITY) : alpha + cop_rng_below(rng, 50) + 1;
        double value = depth_bench_visit(search, state, depth, alpha, beta);

        if (!is_bound(value, truth, alpha, beta))
            fail_msg("depth %d, window %g to %g: %.12g says nothing true of %.12g", depth, alpha,
                     beta, value, truth);
    }
}

/* With fits that trust nothing, and with fits that are right because every judgement is the value
 * below it, the value is alpha-beta's: by the report, in any window, with one thread or more. The
 * right ones save nodes. */
static void fits_that_cannot_err_change_no_value(void **context)
{
    struct cop_error error = {""};
    struct cop_game *game =
        cop_game_open_rules(&random_tree_rules, "levels=6, width=8, chance=off", &error);
    struct tree_search *plain = depth_bench_open(game, "alphabeta(eval=pair)", "memory=64K");
    struct tree_search *bare = depth_bench_open(game, ways[1], "memory=64K");
    struct tree_search *searches[2 * WAYS];
    int64_t nodes = 0, plain_nodes = 0;
    struct cop_rng rng;

    (void)context;
    for (int i = 0; i < 2 * WAYS; i++)
        searches[i] = depth_bench_open(game, ways[i % WAYS],
                                       i < WAYS ? "memory=64K" : "memory=64K, threads=3");
    cop_rng_seed(&rng, 12);
    for (int seed = 0; seed < rounds(2000); seed++) {
        uint32_t state[RANDOM_TREE_STATE];
        int depth = 2 + (int)cop_rng_below(&rng, 5), i = seed % (2 * WAYS);

        random_tree_plant(game, (uint64_t)seed);
        random_tree_start(game, state);
        for (int settled = 0; settled < 2; settled++) {
            double truth;

            if (settled == 1)
                random_tree_settle(game);
            truth = depth_bench_value(plain, state, depth);
            believe(searches[i], settled == 0 ? wide : right);
            if (!(fabs(depth_bench_value(searches[i], state, depth) - truth) < 1e-9))
                fail_msg("%s, seed %d, depth %d: %.12g and not %.12g", ways[i % WAYS], seed, depth,
                         depth_bench_value(searches[i], state, depth), truth);
            if (i < WAYS)
                check_windows(searches[i], state, depth, truth, &rng);
        }
        believe(bare, NULL);
        depth_bench_value(bare, state, depth);
        plain_nodes += bare->workers[0].nodes;
        believe(bare, right);
        depth_bench_value(bare, state, depth);
        nodes += bare->workers[0].nodes;
    }
    assert_true(nodes < plain_nodes);
    for (int i = 0; i < 2 * WAYS; i++)
        depth_bench_close(searches[i]);
    depth_bench_close(plain);
    depth_bench_close(bare);
    cop_game_close(game);
}

/* Where all judgements are the value below them, a shallow search finds the judgement itself: what
 * the line of the fit makes of it decides, by the numbers of whoever moves. */
static void the_line_of_a_fit_decides(void **context)
{
    static const struct cop_fit line[] = {
        {.shallow = 1, .deep = 3, .slope = 1.5, .offset = 7, .deviation = 4},
        {.shallow = 0, .deep = 2, .slope = 1.5, .offset = 7, .deviation = 4},
        {0}};
    struct cop_game *game = cop_game_open_rules(&random_tree_rules, "levels=5, chance=off", NULL);
    struct tree_search *search = depth_bench_open(game, "alphabeta(eval=pair)", "memory=64K");
    int counts[3] = {0};
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 2);
    for (int seed = 0; seed < rounds(2000); seed++) {
        struct worker *worker = &search->workers[0];
        uint32_t state[RANDOM_TREE_STATE];
        double own, low = (double)cop_rng_below(&rng, 240) - 120, value = NAN, foretold;
        int expected = 0, found, sign;

        random_tree_plant(game, (uint64_t)seed);
        random_tree_settle(game);
        random_tree_start(game, state);
        own = depth_bench_value(search, state, 1);
        if (cop_rng_below(&rng, 2) == 0 && own != 0) { /* as if the other side had the root */
            search->root = 1 - search->root;
        }
        sign = game->rules->turn(game, state) == search->root ? 1 : -1;
        believe(search, line);
        search->config.foresight = 2;
        foretold = 1.5 * own + 7;
        /* No win and no loss follows, neither of what is asked nor of what is answered. */
        if (own > low && foretold - 8 > low && fabs((low + 8 - 7) / 1.5) < 99.9 && fabs(low) < 99.9)
            expected = 1;
        if (own <= low && foretold + 8 <= low && fabs((low - 8 - 7) / 1.5) < 99.9 &&
            fabs(low) < 99.9)
            expected = -1;
        depth_bench_visit(search, state, 0, -200, 200); /* puts the state into the first frame */
        transpositions_forget(&search->transpositions);
        found = is_foretold(worker, 0, seed % 2 == 0 ? 3 : 2, sign, low, nextafter(low, INFINITY),
                            &value)
                    ? (value > low ? 1 : -1)
                    : 0;
        if (found != expected)
            fail_msg("tree %d, low %g: worth %g, foretold %g, found %d", seed, low, own, foretold,
                     found);
        counts[found + 1]++;
        believe(search, NULL);
    }
    for (int i = 0; i < 3; i++)
        assert_true(counts[i] > 0);
    depth_bench_close(search);
    cop_game_close(game);
}

/* Even fits that are nonsense prove nothing wrong. */
static void what_is_foretold_is_never_proven(void **context)
{
    struct cop_game *game =
        cop_game_open_rules(&random_tree_rules, "levels=6, width=5, chance=off", NULL);
    struct tree_search *search = depth_bench_open(game, "alphabeta(eval=late)", "memory=64K");
    int count = rounds(TREES), proven = 0;
    struct cop_rng rng;

    (void)context;
    believe(search, wild);
    cop_rng_seed(&rng, 4);
    for (int seed = 0; seed < count; seed++) {
        uint32_t state[RANDOM_TREE_STATE];
        int depth = 2 + (int)cop_rng_below(&rng, TO_THE_END - 1);

        random_tree_plant(game, (uint64_t)seed);
        random_tree_start(game, state);
        check_tree(search, "wild fits", state, depth, payoff_below(game, state), seed, &proven);
    }
    assert_in_range(proven, 1, count - 1);
    depth_bench_close(search);
    cop_game_close(game);
}

/* ---- How far ---- */

static void reductions_are_even_and_grow(void **context)
{
    (void)context;
    for (double rate = 0.1; rate < 10; rate += 0.37) {
        struct tree_config config = {.reduce = 2, .reduce_rate = rate};

        for (int depth = 1; depth < 40; depth++) {
            for (int index = 0; index < 60; index++) {
                int less = plies_less(&config, depth, index, true);

                assert_true(less >= 0 && less <= depth && less % 2 == 0);
                assert_true(index >= 2 || less == 0);
                assert_true(less >= plies_less(&config, depth - 1, index, true));
                assert_true(index == 0 || less >= plies_less(&config, depth, index - 1, true));
                assert_true(less >= plies_less(&config, depth, index, false));
            }
        }
    }
}

static void without_a_rate_it_is_one_ply(void **context)
{
    struct tree_config config = {.reduce = 3}, none = {0};

    (void)context;
    for (int index = 0; index < 10; index++) {
        for (int depth = 0; depth < 10; depth++) {
            assert_int_equal(plies_less(&config, depth, index, true), index >= 3 && depth >= 2);
            assert_int_equal(plies_less(&none, depth, index, true), 0);
        }
    }
}

/* ---- Bad input ---- */

static void a_rate_without_reductions_is_refused(void **context)
{
    struct cop_game *game = open_game("breakthrough");
    struct cop_limits limits;
    struct cop_error error = {""};

    (void)context;
    assert_true(cop_limits_parse("depth=1", &limits, NULL));
    assert_false(cop_agent_check(game, "alphabeta(reduce_rate=1)", &limits, NULL, &error));
    assert_non_null(strstr(error.message, "needs reduce=1 or more"));
    assert_true(cop_agent_check(game, "paranoid(reduce=1, reduce_rate=1)", &limits, NULL, &error));
    assert_false(cop_agent_check(game, "brs(reduce_rate=1)", &limits, NULL, &error));
    cop_game_close(game);
}

static void options_are_refused_where_they_do_nothing(void **context)
{
    static const struct {
        const char *game, *agent, *reason;
    } rows[] = {
        {"focus(players=3)", "paranoid(probcut=1)", "games of two"},
        {"chancebreakthrough", "paranoid(probcut=1)", "use star2"},
        {"fanorona", "alphabeta(eval=none, probcut=1)", "coppice tune probcut"},
        {"breakthrough", "alphabeta(fit=\"some.fits\")", "needs probcut"},
        {"breakthrough", "alphabeta(probcut=1, fit=\"no-such.fits\")", "no-such.fits"},
        {"dice", "star2(quiet=on)", "no noisy moves"},
        {"chancebreakthrough", "star2.5(eval=none, quiet=on)", "no noisy moves"},
    };
    struct cop_limits limits;

    (void)context;
    assert_true(cop_limits_parse("depth=1", &limits, NULL));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct cop_game *game = open_game(rows[i].game);
        struct cop_error error = {""};
        struct cop_agent *agent = cop_agent_open(game, rows[i].agent, &limits.means, &error);

        assert_null(agent);
        if (strstr(error.message, rows[i].reason) == NULL)
            fail_msg("%s: %s", rows[i].agent, error.message);
        cop_game_close(game);
    }
}

/* ---- Beyond the horizon ---- */

/* Captures beyond the horizon, with chance: as looking at all of them, and not as judging where
 * the horizon is. */
static void star_plays_exchanges_out_before_judging(void **context)
{
    static const char *const specs[] = {
        "star1(eval=runners, quiet=on)", "star2(eval=runners, quiet=on)",
        "star2.5(eval=runners, quiet=on)",
        "star2.5(eval=runners, quiet=on, etc=off, table=off, killers=off)"};
    enum { AGENTS = sizeof specs / sizeof specs[0] };
    struct cop_game *game = open_game("chancebreakthrough(width=3, height=5)");
    struct brute brute = {.game = game, .evaluator = depth_bench_evaluator(game, "runners")};
    struct tree_search *agents[AGENTS];
    int noisy = 0, games = is_slow_build() ? 4 : 30;
    struct cop_rng rng;
    cop_move moves[64];
    void *state = calloc(1, game->state_size);

    (void)context;
    for (int i = 0; i < AGENTS; i++)
        agents[i] = depth_bench_open(game, specs[i], "");
    cop_rng_seed(&rng, 5);
    for (int i = 0; i < games; i++) {
        game->rules->start(game, state, &rng);
        while ((brute.root = game->rules->turn(game, state)) != COP_OVER) {
            int depth = i % 3;
            double restless, expected;

            if (brute.root >= 0 && depth > 0) {
                brute.is_quiet = false;
                restless = brute_search(&brute, state, depth);
                brute.is_quiet = true;
                expected = brute_search(&brute, state, depth);
                noisy += restless != expected;
                for (int k = 0; k < AGENTS; k++)
                    if (fabs(depth_bench_value(agents[k], state, depth) - expected) > 1e-6)
                        fail_msg("%s at depth %d: %.9f instead of %.9f", specs[k], depth,
                                 depth_bench_value(agents[k], state, depth), expected);
            }
            game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
        }
    }
    assert_true(noisy > games);
    for (int i = 0; i < AGENTS; i++)
        depth_bench_close(agents[i]);
    free(state);
    cop_game_close(game);
}

/* ---- What every node does ---- */

static void the_number_above_is_the_next_one(void **context)
{
    static const double edges[] = {0.0,      -0.0,     1,         -1,           DBL_MAX,
                                   -DBL_MAX, INFINITY, -INFINITY, DBL_TRUE_MIN, -DBL_TRUE_MIN,
                                   DBL_MIN,  -DBL_MIN, 458,       -458.5};
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 31);
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        assert_true(just_above(edges[i]) == nextafter(edges[i], INFINITY));
    for (int i = 0; i < rounds(1000000); i++) {
        uint64_t bits = cop_rng_next(&rng);
        double value;

        memcpy(&value, &bits, sizeof value);
        if (!isnan(value))
            assert_true(just_above(value) == nextafter(value, INFINITY));
    }
    assert_true(isnan(just_above(NAN)));
}

/* Ratings as they come: many of them equal, some decisive, some hopeless. */
static float draw_rating(struct cop_rng *rng)
{
    static const float decisive[] = {INFINITY, FLT_MAX, -FLT_MAX, -INFINITY};
    uint32_t kind = cop_rng_below(rng, 20);

    return kind < 4 ? decisive[kind] : (float)cop_rng_below(rng, 12) - 6;
}

/* Is the earlier move better, or as good and earlier in the game's list? Moves are their numbers
 * there. */
static bool is_in_order(const struct frame *frame, int i, const float *of_move)
{
    cop_move earlier = frame->moves[i], later = frame->moves[i + 1];

    return of_move[earlier] > of_move[later] ||
           (of_move[earlier] == of_move[later] && earlier < later);
}

static void moves_come_best_first_and_equals_as_the_game_lists_them(void **context)
{
    enum { MOST = 40 };
    cop_move moves[MOST];
    float ratings[MOST], of_move[MOST];
    int8_t movers[MOST];
    struct frame frame = {.moves = moves, .ratings = ratings, .movers = movers};
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 32);
    for (int round = 0; round < rounds(20000); round++) {
        int count = 1 + (int)cop_rng_below(&rng, MOST);

        for (int i = 0; i < count; i++) {
            moves[i] = (cop_move)i;
            movers[i] = (int8_t)i;
            ratings[i] = of_move[i] = draw_rating(&rng);
        }
        for (int i = 0; i < count; i++)
            bring_forward(&frame, i, count);
        for (int i = 0; i < count; i++) {
            assert_true(ratings[i] == of_move[moves[i]] && movers[i] == (int8_t)moves[i]);
            assert_true(i + 1 == count || is_in_order(&frame, i, of_move));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_proven_on_random_trees_is_true),
        cmocka_unit_test(distances_are_the_shortest_although_moves_are_reduced),
        cmocka_unit_test(moves_known_to_lose_change_no_value_and_no_proof),
        cmocka_unit_test(fits_that_cannot_err_change_no_value),
        cmocka_unit_test(the_line_of_a_fit_decides),
        cmocka_unit_test(what_is_foretold_is_never_proven),
        cmocka_unit_test(reductions_are_even_and_grow),
        cmocka_unit_test(without_a_rate_it_is_one_ply),
        cmocka_unit_test(a_rate_without_reductions_is_refused),
        cmocka_unit_test(options_are_refused_where_they_do_nothing),
        cmocka_unit_test(star_plays_exchanges_out_before_judging),
        cmocka_unit_test(the_number_above_is_the_next_one),
        cmocka_unit_test(moves_come_best_first_and_equals_as_the_game_lists_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
