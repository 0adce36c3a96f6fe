/* test_twixt_policy.c - TwixT: playouts with knowledge (twixt.md 4; statistics of 9.9, chains of
 * 9.3 and 9.5, behaviour of 9.10). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"
#include "search/policies.h"
#include "search/rollout.h"
#include "twixt_check.h"

/* ---- A policy at work ---- */

struct bench {
    struct cop_game *game;
    const struct cop_policy *policy;
    void *prepared, *notes;
    struct twixt_position at;
    struct cop_rng rng;
    double payoff[2];
};

static struct bench bench_open(const char *inside, const char *spec)
{
    struct bench bench = {.game = open_twixt(inside)};
    struct cop_error error;

    if (!cop_policy_open(bench.game, spec, &bench.policy, &bench.prepared, &error))
        fail_msg("%s: %s", spec, error.message);
    bench.notes = calloc(1, bench.policy->notes(bench.game));
    assert_non_null(bench.notes);
    bench.at = begin(bench.game);
    cop_rng_seed(&bench.rng, 1);
    return bench;
}

static void bench_close(struct bench *bench)
{
    bench->policy->release(bench->prepared);
    free(bench->notes);
    cop_game_close(bench->game);
}

static void bench_begin(struct bench *bench)
{
    memset(bench->notes, 0, bench->policy->notes(bench->game));
    bench->policy->begin(bench->game, bench->prepared, &bench->at, bench->notes);
}

static bool bench_has_ended(struct bench *bench)
{
    return bench->policy->ended(bench->game, bench->prepared, &bench->at, bench->notes,
                                bench->payoff);
}

/* Plays one move of a playout that has not ended, and returns it. */
static cop_move bench_step(struct bench *bench)
{
    cop_move move =
        bench->policy->pick(bench->game, bench->prepared, &bench->at, bench->notes, &bench->rng);

    bench->policy->played(bench->game, bench->prepared, &bench->at, move, bench->notes);
    bench->game->rules->play(bench->game, &bench->at, move);
    return move;
}

/* A playout by its fast way. */
static int bench_play_out(struct bench *bench, int limit)
{
    bench_begin(bench);
    return bench->policy->playout(bench->game, bench->prepared, &bench->at, bench->notes,
                                  &bench->rng, limit);
}

static bool is_on_home_line(const struct bench *bench, int side, cop_move move)
{
    const struct twixt_board *board = twixt_board_of(bench->game);
    int column = (int)(move - 1) % board->stride, row = (int)(move - 1) / board->stride;

    return board->field_home[side][twixt_field_place(column, row)] != 0;
}

/* ---- 9.9 ---- */

/* Means of so many playouts from the empty board: plies, and who wins. */
static void twixt_playouts_are_as_long_as_known(void **context)
{
    static const struct {
        const char *board, *spec;
        double plies, white, black;
    } known[] = {
        {"size=8", "knowledge(home=allowed, bridge=1, count=0)", 45.36, 31.69, 26.73},
        {"size=8", "knowledge(bridge=1, count=0)", 29.17, 28.18, 22.06},
        {"size=8", "knowledge(home=allowed, count=0)", 39.59, 38.60, 31.80},
        {"size=8", "knowledge(count=0)", 25.99, 34.87, 27.33},
        {"size=8", "knowledge", 25.11, 36.37, 28.81},
        {"size=8", "knowledge(count=-2)", 27.05, 33.11, 24.96},
        {"size=12", "knowledge(home=allowed, bridge=1, count=0)", 113.43, 24.70, 22.22},
        {"size=12", "knowledge(bridge=1, count=0)", 84.61, 22.03, 19.28},
        {"size=12", "knowledge(home=allowed, count=0)", 93.62, 35.94, 32.39},
        {"size=12", "knowledge(count=0)", 72.01, 32.79, 29.36},
        {"size=12", "knowledge", 69.78, 34.22, 31.38},
        {"size=12", "knowledge(count=-2)", 76.07, 29.71, 25.69},
        {"size=24", "knowledge", 353.68, 33.47, 32.52},
    };
    int games = is_slow_build() ? 1000 : 10000;

    (void)context;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct bench bench = bench_open(known[i].board, known[i].spec);
        struct twixt_position start = bench.at;
        double plies = 0, squares = 0, won[2] = {0, 0}, mean, bound = 4.5 * 50 / sqrt(games);

        for (int game = 0; game < games; game++) {
            int length;

            bench.at = start;
            length = bench_play_out(&bench, 0);
            assert_true(bench_has_ended(&bench));
            plies += length;
            squares += (double)length * length;
            won[WHITE] += bench.payoff[WHITE] == 1;
            won[BLACK] += bench.payoff[BLACK] == 1;
        }
        mean = plies / games;
        if (fabs(mean - known[i].plies) >
            4.5 * sqrt((squares / games - mean * mean) / games) + 0.01)
            fail_msg("%s, %s: %.2f plies, not %.2f", known[i].board, known[i].spec, mean,
                     known[i].plies);
        if (fabs(100 * won[WHITE] / games - known[i].white) > bound ||
            fabs(100 * won[BLACK] / games - known[i].black) > bound)
            fail_msg("%s, %s: %.2f and %.2f %% are won, not %.2f and %.2f", known[i].board,
                     known[i].spec, 100 * won[WHITE] / games, 100 * won[BLACK] / games,
                     known[i].white, known[i].black);
        bench_close(&bench);
    }
}

/* ---- Both ways to play ---- */

static const char *const specs[] = {
    "knowledge",
    "knowledge(home=allowed, bridge=3, count=0)",
    "knowledge(home=fading, exclude=20)",
    "knowledge(good=3, bad=1.5)",
    "knowledge(links=\"2.5,1.5,0.5\")",
    "knowledge(links=\"2,2,2,2,0,0,0,0\", literal=on)",
    "knowledge(lines=across)",
    "knowledge(lines=all, shared=on)",
    "knowledge(draw_at=0.5)",
    "knowledge(length=0.5, home=allowed)",
};

/* Move by move with the same random numbers; the fast way must have played the same. */
static void compare_ways(struct bench *bench, uint64_t seed, int opening, int limit)
{
    struct twixt_position start, fast;
    double payoff[2];
    int plies, steps = 0;
    bool has_ended;

    cop_rng_seed(&bench->rng, seed);
    bench->at = begin(bench->game);
    bench->game->rules->playout(bench->game, &bench->at, &bench->rng, opening);
    start = bench->at;
    cop_rng_seed(&bench->rng, seed);
    plies = bench_play_out(bench, limit);
    fast = bench->at;
    has_ended = bench_has_ended(bench);
    memcpy(payoff, bench->payoff, sizeof payoff);
    bench->at = start;
    cop_rng_seed(&bench->rng, seed);
    bench_begin(bench);
    for (; !bench_has_ended(bench) && (limit == 0 || steps < limit); steps++)
        bench_step(bench);
    assert_int_equal(steps, plies);
    assert_int_equal(bench_has_ended(bench), has_ended);
    if (has_ended)
        assert_memory_equal(payoff, bench->payoff, sizeof payoff);
    else
        assert_memory_equal(&fast, &bench->at, bench->game->state_size);
}

static void twixt_fast_playouts_are_those_of_single_moves(void **context)
{
    static const char *const boards[] = {"size=5, swap=on", "size=6, dead_draw=on",
                                         "size=8, own_cross=on", "size=12", "size=24"};
    int games = is_slow_build() ? 4 : 30;

    (void)context;
    for (size_t board = 0; board < sizeof boards / sizeof boards[0]; board++)
        for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
            struct bench bench = bench_open(boards[board], specs[i]);

            for (int game = 0; game < games; game++) {
                compare_ways(&bench, (uint64_t)game, 1 + game % 9, 0);
                compare_ways(&bench, (uint64_t)game, 1 + game % 9, 1 + game);
            }
            bench_close(&bench);
        }
}

/* ---- K2: home lines excluded ---- */

static void twixt_excluded_home_lines_get_no_pegs(void **context)
{
    struct bench bench = bench_open("size=8", "knowledge");

    (void)context;
    for (int game = 0; game < 200; game++) {
        bench.at = begin(bench.game);
        bench_begin(&bench);
        while (!bench_has_ended(&bench)) {
            int side = bench.at.next;

            assert_false(is_on_home_line(&bench, side, bench_step(&bench)));
        }
    }
    bench_close(&bench);
}

/* G3: a chain from row 2 to row 11 after ply 15; ply 14 has none (9.3). */
static void twixt_an_inner_chain_ends_a_playout(void **context)
{
    struct bench bench = bench_open("", "knowledge");

    (void)context;
    bench.at = played(bench.game, "H8 F4 J4 I6 I5 H5 G6 I3 I2 D8 K6 G11 K11 E10");
    bench.policy->root(bench.game, bench.prepared, &bench.at);
    bench_begin(&bench);
    assert_false(bench_has_ended(&bench));
    bench.policy->played(bench.game, bench.prepared, &bench.at,
                         (cop_move)twixt_hole(twixt_board_of(bench.game), 9, 8) + 1, bench.notes);
    bench.at = played(bench.game, "H8 F4 J4 I6 I5 H5 G6 I3 I2 D8 K6 G11 K11 E10 J9");
    assert_true(bench_has_ended(&bench));
    assert_true(bench.payoff[WHITE] == 1 && bench.payoff[BLACK] == 0);
    bench_begin(&bench); /* and as a leaf of the same search */
    assert_true(bench_has_ended(&bench));
    assert_int_equal(bench_play_out(&bench, 0), 0);
    bench_close(&bench);
}

/* Once the chain is there before the search, only completing it counts, so that playouts take home
 * lines and end with real wins; so they do where no search said where it began. */
static void twixt_playouts_complete_a_chain_that_was_there(void **context)
{
    struct bench bench = bench_open("", "knowledge");
    struct twixt_position chained =
        played(bench.game, "H8 F4 J4 I6 I5 H5 G6 I3 I2 D8 K6 G11 K11 E10 J9 G9");

    (void)context;
    for (int with_root = 0; with_root < 2; with_root++) {
        int won = 0, on_home = 0;

        if (with_root)
            bench.policy->root(bench.game, bench.prepared, &chained);
        for (int game = 0; game < 200; game++) {
            bench.at = chained;
            bench_begin(&bench);
            while (!bench_has_ended(&bench)) {
                int side = bench.at.next;

                on_home += is_on_home_line(&bench, side, bench_step(&bench));
            }
            assert_true(bench.at.status != TWIXT_GOES_ON);
            won += bench.payoff[WHITE] == 1;
            assert_true(bench.payoff[BLACK] < 1); /* Black's distance is infinite */
        }
        assert_true(won > 20 && on_home > won);
    }
    bench_close(&bench);
}

/* An inner chain that cannot be completed is a win only while such chains count (9.5). */
static void twixt_a_chain_without_an_end_counts_as_won(void **context)
{
    struct bench bench = bench_open("size=6", "knowledge");
    struct twixt_position before = played(bench.game, "E3 A4 D4 D3 D1 A5");

    (void)context;
    assert_false(bench.policy->root(bench.game, bench.prepared, &before));
    bench.at = played(bench.game, "E3 A4 D4 D3 D1 A5 D5 C5 C6");
    bench_begin(&bench);
    assert_true(bench_has_ended(&bench) && bench.payoff[WHITE] == 1);
    /* All that playouts have said so far is that White has won: not worth keeping. */
    assert_true(bench.policy->root(bench.game, bench.prepared, &bench.at));
    assert_false(bench.policy->root(bench.game, bench.prepared, &bench.at));
    for (int game = 0; game < 50; game++) {
        struct twixt_position start = bench.at;

        bench_play_out(&bench, 0);
        assert_true(bench_has_ended(&bench) && bench.payoff[WHITE] == 0.5);
        bench.at = start;
    }
    bench_close(&bench);
}

/* ---- K1: home lines that fade in ---- */

/* The share of picks on home lines; 20 of White's 120 holes are there. */
static double home_share(struct bench *bench)
{
    enum { PICKS = 20000 };
    int count = 0;

    bench_begin(bench);
    for (int i = 0; i < PICKS; i++) {
        cop_move move = bench->policy->pick(bench->game, bench->prepared, &bench->at, bench->notes,
                                            &bench->rng);

        count += is_on_home_line(bench, bench->at.next, move);
    }
    return (double)count / PICKS;
}

/* P(excluded) is 1, 0.75, 0.5 and 0 after 0, 10, 20 and 40 plies (9.8). */
static void twixt_home_lines_fade_in_as_printed(void **context)
{
    static const struct {
        int plies;
        double excluded;
    } printed[] = {{0, 1}, {10, 0.75}, {20, 0.5}, {40, 0}};
    struct bench bench = bench_open("", "knowledge(home=fading, bridge=1, count=0)");
    const struct twixt_board *board = twixt_board_of(bench.game);

    (void)context;
    for (size_t i = 0; i < 4; i++) {
        double share, expected;

        bench.at = begin(bench.game);
        for (int ply = 0; ply < printed[i].plies; ply++) /* inside, in rows 3 to 6 */
            bench.game->rules->play(bench.game, &bench.at,
                                    (cop_move)twixt_hole(board, 1 + ply % 10, 2 + ply / 10) + 1);
        share = home_share(&bench);
        expected = (1 - printed[i].excluded) * 20 / (120 - printed[i].plies);
        if (fabs(share - expected) > 0.01 || (expected == 0 && share > 0))
            fail_msg("after %d plies %.4f are on home lines, not %.4f", printed[i].plies, share,
                     expected);
    }
    bench_close(&bench);
}

/* ---- K6 ---- */

/* A peg with a link has factor 0 to the letter: its neighbours are never picked again. */
static void twixt_literal_factors_forbid_holes(void **context)
{
    struct bench bench = bench_open("size=8", "knowledge(links=\"1,0\", literal=on, count=0)");
    const struct twixt_board *board = twixt_board_of(bench.game);
    cop_move forbidden = (cop_move)twixt_hole(board, 5, 5) + 1; /* F6, beside E4 */

    (void)context;
    bench.at = played(bench.game, "D2 B6");
    bench_begin(&bench);
    for (int i = 0; i < 2; i++) { /* E4 is linked to D2; B7 is not linked to B6 */
        cop_move move = (cop_move)twixt_hole(board, i == 0 ? 4 : 1, i == 0 ? 3 : 6) + 1;

        bench.policy->played(bench.game, bench.prepared, &bench.at, move, bench.notes);
        bench.game->rules->play(bench.game, &bench.at, move);
    }
    for (int i = 0; i < 5000; i++)
        assert_int_not_equal(
            bench.policy->pick(bench.game, bench.prepared, &bench.at, bench.notes, &bench.rng),
            forbidden);
    bench_close(&bench);
}

/* ---- K8 and K9 ---- */

static void twixt_long_playouts_are_drawn(void **context)
{
    struct bench bench = bench_open("", "knowledge(draw_at=0.5)");
    int cut = 0;

    (void)context;
    for (int game = 0; game < 500; game++) {
        int plies;

        bench.at = begin(bench.game);
        plies = bench_play_out(&bench, 0);
        assert_true(bench_has_ended(&bench) && plies <= 50);
        if (plies == 50 && bench.payoff[WHITE] == 0.5)
            cut++;
        else
            assert_true(bench.payoff[WHITE] != 0.5);
    }
    assert_true(cut > 250); /* decided ones last 54 plies on average */
    bench_close(&bench);
}

/* F 4.4 with w_L = 0.5, divided by the 1.25 that a win can be at most. */
static void twixt_short_playouts_count_more(void **context)
{
    struct bench bench = bench_open("size=8", "knowledge(length=0.5)");
    int seen = 0;

    (void)context;
    for (int game = 0; game < 200; game++) {
        double expected;
        int plies;

        bench.at = begin(bench.game);
        plies = bench_play_out(&bench, 0);
        assert_true(bench_has_ended(&bench));
        expected = (0.75 + 0.5 * (36 - plies) / 36) / 1.25;
        if (bench.payoff[WHITE] == 0.5)
            continue;
        expected = bench.payoff[WHITE] > 0.5 ? (1 + expected) / 2 : (1 - expected) / 2;
        assert_true(fabs(bench.payoff[WHITE] - expected) < 1e-12);
        assert_true(fabs(bench.payoff[BLACK] - (1 - expected)) < 1e-12);
        seen++;
    }
    assert_true(seen > 100);
    bench_close(&bench);
}

/* ---- Swap ---- */

/* One of the 48 answers to a peg, as often as the others; afterwards the board is known as if the
 * playout had begun there. */
static void twixt_playouts_swap_now_and_then(void **context)
{
    enum { PICKS = 20000 };
    struct bench bench = bench_open("size=8, swap=on", "knowledge(home=allowed)");
    size_t size = bench.policy->notes(bench.game);
    void *fresh = malloc(size);
    int swaps = 0;

    (void)context;
    assert_non_null(fresh);
    bench.at = played(bench.game, "C4");
    bench_begin(&bench);
    for (int i = 0; i < PICKS; i++)
        swaps += bench.policy->pick(bench.game, bench.prepared, &bench.at, bench.notes,
                                    &bench.rng) == TWIXT_SWAP;
    assert_true(abs(swaps - PICKS / 48) < 100);
    bench.policy->played(bench.game, bench.prepared, &bench.at, TWIXT_SWAP, bench.notes);
    memcpy(fresh, bench.notes, size);
    bench.at = played(bench.game, "C4 swap");
    bench_begin(&bench);
    for (uint64_t seed = 0; seed < 200; seed++) {
        cop_move one, other;

        cop_rng_seed(&bench.rng, seed);
        one = bench.policy->pick(bench.game, bench.prepared, &bench.at, bench.notes, &bench.rng);
        cop_rng_seed(&bench.rng, seed);
        other = bench.policy->pick(bench.game, bench.prepared, &bench.at, fresh, &bench.rng);
        assert_int_equal(one, other);
    }
    free(fresh);
    bench_close(&bench);
}

/* ---- Options ---- */

static void twixt_knowledge_refuses_what_would_do_nothing(void **context)
{
    static const struct {
        const char *spec, *reason;
    } wrong[] = {
        {"knowledge(exclude=30)", "home=fading"},
        {"knowledge(good=3)", "give both"},
        {"knowledge(literal=on)", "add links"},
        {"knowledge(links=\"2,1\", good=3, bad=2)", "give one of them"},
        {"knowledge(bridge=2, links=\"2,1\")", "give one of them"},
        {"knowledge(bridge=2, good=3, bad=2)", "give one of them"},
        {"knowledge(links=\"2,x\")", "expected 1 to 8 factors"},
        {"knowledge(links=\"2,\")", "expected 1 to 8 factors"},
        {"knowledge(links=\"1,1,1,1,1,1,1,1,1\")", "expected 1 to 8 factors"},
        {"knowledge(links=\"nan\")", "expected 1 to 8 factors"},
        {"knowledge(links=\"11\")", "expected 1 to 8 factors"},
        {"knowledge(count=1000)", "count"},
    };
    struct cop_game *game = open_twixt("");

    (void)context;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const struct cop_policy *policy;
        struct cop_error error = {""};
        void *prepared;

        assert_false(cop_policy_open(game, wrong[i].spec, &policy, &prepared, &error));
        if (strstr(error.message, wrong[i].reason) == NULL)
            fail_msg("%s: %s", wrong[i].spec, error.message);
    }
    cop_game_close(game);
}

/* ---- Playouts of searches ---- */

static void run_rollouts(const struct cop_game *game, const char *inside, int count, double *white)
{
    struct cop_error error = {""};
    struct cop_settings *settings =
        cop_settings_parse("playouts", cop_rollout_options, inside, &error);
    struct cop_rollout rollout = {.game = NULL};
    cop_move traced[MOVES_MAX];
    int8_t players[MOVES_MAX];
    void *notes;
    struct cop_rng rng;

    if (settings == NULL || !cop_rollout_open(&rollout, game, settings, NULL, &error))
        fail_msg("%s", error.message);
    notes = malloc(rollout.policy_notes + 1);
    assert_non_null(notes);
    cop_rng_seed(&rng, 1);
    for (int i = 0; i < count; i++) {
        struct cop_trace trace = {traced, players, 0, i % 2 == 0 ? 0 : MOVES_MAX};
        struct twixt_position at = begin(game);
        double rewards[2];

        cop_rollout_run(&rollout, &at, 0, &rng, &(struct cop_rollout_room){NULL, notes, &trace},
                        rewards);
        assert_true(fabs(rewards[0] + rewards[1] - 1) < 1e-9);
        white[i] = rewards[0];
    }
    free(notes);
    cop_rollout_close(&rollout);
    cop_settings_free(settings);
}

/* Traced or not, the policy says how a playout ended, and rewards are made from that. */
static void twixt_rollouts_take_the_policys_word(void **context)
{
    enum { COUNT = 200 };
    struct cop_game *game = open_twixt("size=8");
    double white[COUNT];
    int won[2] = {0, 0};

    (void)context;
    run_rollouts(game, "playout=knowledge, win=0.9, loss=0.1", COUNT, white);
    for (int i = 0; i < COUNT; i++) {
        assert_true(white[i] == 0.9 || white[i] == 0.5 || fabs(white[i] - 0.1) < 1e-12);
        won[i % 2] += white[i] == 0.9;
    }
    assert_true(won[0] > 20 && won[1] > 20);
    run_rollouts(game, "playout=knowledge(draw_at=0.01)", COUNT, white);
    for (int i = 0; i < COUNT; i++)
        assert_true(white[i] == 0.5);
    run_rollouts(game, "playout=knowledge, playout_limit=6, judge=distance", COUNT, white);
    for (int i = 0; i < COUNT; i++)
        assert_true(white[i] > 0.2 && white[i] < 0.8);
    cop_game_close(game);
}

/* ---- Searches (9.10) ---- */

static cop_move think(struct cop_agent *agent, const struct twixt_position *at, int64_t sims)
{
    struct cop_limits limits = {.sims = sims, .means = {.threads = 1, .memory = 64 << 20}};
    struct cop_watch watch = {0};
    struct cop_report report;
    struct cop_error error;

    if (!cop_agent_think(agent, at, &limits, &watch, &report, &error))
        fail_msg("%s", error.message);
    return report.best;
}

/* From G3 after ply 16 White wins with two more pegs whatever Black does. */
static void twixt_searches_complete_a_chain(void **context)
{
    static const char *const agents[] = {
        "mcts(playout=knowledge, oracle=on, solver=on)",
        "mcts(playout=knowledge, oracle=on, solver=on, c=0, history=losses)"};
    struct cop_game *game = open_twixt("");
    struct twixt_position chained =
        played(game, "H8 F4 J4 I6 I5 H5 G6 I3 I2 D8 K6 G11 K11 E10 J9 G9");
    cop_move replies[MOVES_MAX];

    (void)context;
    for (size_t i = 0; i < 2; i++) {
        struct cop_means means = {.threads = 1, .memory = 64 << 20, .seed = 1};
        struct cop_error error;
        struct cop_agent *agent = cop_agent_open(game, agents[i], &means, &error);
        struct twixt_position at = chained;
        int count;

        assert_non_null(agent);
        game->rules->play(game, &at, think(agent, &chained, 5000));
        count = game->rules->moves(game, &at, replies);
        for (int reply = 0; reply < count; reply += is_slow_build() ? 40 : 10) {
            struct twixt_position last = at;

            game->rules->play(game, &last, replies[reply]);
            game->rules->play(game, &last, think(agent, &last, 5000));
            assert_ended(game, &last, 1);
        }
        cop_agent_close(agent);
    }
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twixt_playouts_are_as_long_as_known),
        cmocka_unit_test(twixt_fast_playouts_are_those_of_single_moves),
        cmocka_unit_test(twixt_excluded_home_lines_get_no_pegs),
        cmocka_unit_test(twixt_an_inner_chain_ends_a_playout),
        cmocka_unit_test(twixt_playouts_complete_a_chain_that_was_there),
        cmocka_unit_test(twixt_a_chain_without_an_end_counts_as_won),
        cmocka_unit_test(twixt_home_lines_fade_in_as_printed),
        cmocka_unit_test(twixt_literal_factors_forbid_holes),
        cmocka_unit_test(twixt_long_playouts_are_drawn),
        cmocka_unit_test(twixt_short_playouts_count_more),
        cmocka_unit_test(twixt_playouts_swap_now_and_then),
        cmocka_unit_test(twixt_knowledge_refuses_what_would_do_nothing),
        cmocka_unit_test(twixt_rollouts_take_the_policys_word),
        cmocka_unit_test(twixt_searches_complete_a_chain),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
