/* test_puzzle_exact.c - beam search and the exact searches for one player: all of them find what
 * brute force finds, on boards that it can look through, and keep their limits
 * (samegame-and-fanorona.md 4.8). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"
#include "search/puzzle/shelf.h"

enum { SEEDS = 48 };

static const char small_board[] = "samegame(width=5, height=5, colours=3)";

struct bench {
    struct cop_game *game;
    struct cop_agent *agent;
    struct cop_limits limits;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
};

static struct bench open_bench(const char *game, const char *agent, const char *limit,
                               uint64_t seed)
{
    struct bench bench = {.agent = NULL};
    struct cop_error error;
    struct cop_rng rng;

    bench.game = cop_game_open(game, &error);
    assert_non_null(bench.game);
    assert_true(cop_limits_parse(limit, &bench.limits, &error));
    bench.agent = cop_agent_open(bench.game, agent, &bench.limits.means, &error);
    if (bench.agent == NULL)
        fail_msg("%s", error.message);
    cop_rng_seed(&rng, seed);
    bench.game->rules->start(bench.game, bench.state, &rng);
    return bench;
}

static void close_bench(struct bench *bench)
{
    cop_agent_close(bench->agent);
    cop_game_close(bench->game);
}

/* The points at the end of the report's line, which must be a whole game of legal moves. */
static double replay(const struct bench *bench, const struct cop_report *report)
{
    const struct cop_rules *rules = bench->game->rules;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    cop_move *moves = malloc((size_t)bench->game->max_moves * sizeof *moves);

    memcpy(state, bench->state, bench->game->state_size);
    for (int i = 0; i < report->line_length; i++) {
        int count = rules->moves(bench->game, state, moves), at = 0;

        while (at < count && moves[at] != report->line[i])
            at++;
        assert_true(at < count);
        rules->play(bench->game, state, report->line[i]);
    }
    assert_int_equal(rules->turn(bench->game, state), COP_OVER);
    free(moves);
    return rules->score(bench->game, state, 0);
}

static struct cop_report think(struct bench *bench)
{
    struct cop_report report;
    struct cop_error error;

    if (!cop_agent_think(bench->agent, bench->state, &bench->limits, NULL, &report, &error))
        fail_msg("%s", error.message);
    assert_true(report.has_total);
    assert_true(replay(bench, &report) == report.total);
    return report;
}

/* The most that can be had from here, by trying everything. */
static double best_of_all(const struct cop_game *game, const void *state)
{
    _Alignas(max_align_t) unsigned char next[COP_STATE_MAX];
    cop_move moves[64];
    int count = game->rules->moves(game, state, moves);
    double best = count == 0 ? game->rules->score(game, state, 0) : -INFINITY;

    for (int i = 0; i < count; i++) {
        memcpy(next, state, game->state_size);
        game->rules->play(game, next, moves[i]);
        best = fmax(best, best_of_all(game, next));
    }
    return best;
}

/* ---- All of them ---- */

static const char *const agents[] = {"exact",
                                     "dfbb",
                                     "idastar",
                                     "astar",
                                     "beam",
                                     "beam(eval=score)",
                                     "beam(levels=left)",
                                     "beam(width=10k, eval=none)",
                                     "beam(playouts=2)",
                                     "beam(playouts=1, inherit=0)",
                                     "exact(tail=5)",
                                     "astar(tail=3, tail_nodes=10)"};

enum { AGENTS = sizeof agents / sizeof agents[0] };

static void all_find_what_brute_force_finds(void **context)
{
    (void)context;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct bench brute = open_bench(small_board, "random", "sims=1", seed);
        double best = best_of_all(brute.game, brute.state);

        for (int i = 0; i < AGENTS; i++) {
            struct bench bench = open_bench(small_board, agents[i], "nodes=100M, memory=64M", seed);
            struct cop_report report = think(&bench);

            if (report.total != best || report.proof != COP_PROVEN_EXACT)
                fail_msg("%s, seed %d: %g instead of %g", agents[i], (int)seed, report.total, best);
            close_bench(&bench);
        }
        close_bench(&brute);
    }
}

/* The bounds of the other rules too, and boards with a last move that costs. */
static void all_find_the_same_with_other_leftovers(void **context)
{
    static const char *const games[] = {
        "samegame(width=4, height=5, colours=4, leftover=literal)",
        "samegame(width=4, height=5, colours=4, leftover=none)",
        "samegame(width=5, height=4, colours=5)",
    };

    (void)context;
    for (int i = 0; i < 3; i++)
        for (uint64_t seed = 1; seed <= 10; seed++)
            for (int j = 0; j < AGENTS; j++) {
                struct bench bench =
                    open_bench(games[i], agents[j], "nodes=100M, memory=64M", seed);

                if (bench.game->rules->turn(bench.game, bench.state) != COP_OVER)
                    assert_true(think(&bench).total == best_of_all(bench.game, bench.state));
                close_bench(&bench);
            }
}

/* Nothing in them is SameGame's. Six moves before the end of a random game everything can be
 * tried. */
static void all_find_the_best_end_in_another_game(void **context)
{
    (void)context;
    for (uint64_t seed = 1; seed <= 4; seed++)
        for (int i = 0; i < AGENTS; i++) {
            struct bench bench =
                open_bench("morpion(rule=4D, margin=1)", agents[i], "nodes=20M, memory=256M", seed);
            const struct cop_rules *rules = bench.game->rules;
            struct cop_rng rng;
            cop_move moves[400];

            cop_rng_seed(&rng, seed);
            while (rules->moves(bench.game, bench.state, moves) > 6)
                rules->play(bench.game, bench.state,
                            rules->random_move(bench.game, bench.state, &rng));
            if (rules->turn(bench.game, bench.state) != COP_OVER)
                assert_true(think(&bench).total == best_of_all(bench.game, bench.state));
            close_bench(&bench);
        }
}

static void all_keep_their_limits_of_nodes(void **context)
{
    static const int limits[] = {1, 2, 3, 10, 1000};

    (void)context;
    for (int i = 0; i < AGENTS; i++)
        for (int j = 0; j < 5; j++) {
            char limit[64];
            struct bench bench;
            struct cop_report report;

            snprintf(limit, sizeof limit, "nodes=%d, memory=64M", limits[j]);
            bench = open_bench("samegame", agents[i], limit, 3);
            report = think(&bench);
            assert_true(report.nodes <= limits[j]);
            assert_int_equal(report.proof, COP_UNPROVEN);
            close_bench(&bench);
        }
}

static void all_do_the_same_with_the_same_seed(void **context)
{
    (void)context;
    for (int i = 0; i < AGENTS; i++) {
        struct cop_report reports[2];

        for (int j = 0; j < 2; j++) {
            struct bench bench = open_bench("samegame(width=9, height=8, colours=4)", agents[i],
                                            "nodes=5k, seed=5, memory=64M", 3);

            reports[j] = think(&bench);
            close_bench(&bench);
        }
        assert_true(reports[0].total == reports[1].total);
        assert_true(reports[0].nodes == reports[1].nodes);
        assert_int_equal(reports[0].line_length, reports[1].line_length);
        assert_memory_equal(reports[0].line, reports[1].line,
                            (size_t)reports[0].line_length * sizeof(cop_move));
    }
}

static void all_have_a_game_when_stopped_at_once(void **context)
{
    (void)context;
    for (int i = 0; i < AGENTS; i++) {
        struct bench bench = open_bench("samegame", agents[i], "100s, memory=64M", 3);
        atomic_bool stop = true;
        struct cop_watch watch = {.stop = &stop};
        struct cop_report report;
        struct cop_error error;

        assert_true(
            cop_agent_think(bench.agent, bench.state, &bench.limits, &watch, &report, &error));
        assert_true(replay(&bench, &report) == report.total);
        close_bench(&bench);
    }
}

static void what_does_not_fit_into_memory_is_refused(void **context)
{
    static const char *const specs[] = {"beam(width=100k)", "beam", "exact", "dfbb", "astar"};
    struct cop_means means = {.threads = 1, .memory = 1000};
    struct cop_error error;
    struct cop_game *game = cop_game_open("samegame", &error);

    (void)context;
    for (int i = 0; i < 5; i++) {
        assert_null(cop_agent_open(game, specs[i], &means, &error));
        if (strstr(error.message, "raise memory=") == NULL)
            fail_msg("%s: %s", specs[i], error.message);
    }
    cop_game_close(game);
}

/* ---- Each by itself ---- */

static void astar_says_when_its_memory_is_full(void **context)
{
    struct bench bench = open_bench("samegame", "astar", "nodes=1M, memory=1M", 3);
    struct cop_report report = think(&bench);

    (void)context;
    assert_true(report.memory_is_full);
    assert_true(report.nodes < 100000);
    assert_int_equal(report.proof, COP_UNPROVEN);
    close_bench(&bench);
}

/* The table knows positions again: fewer are looked at. */
static void exact_search_looks_at_fewer_positions_with_its_table(void **context)
{
    int64_t nodes[2] = {0, 0};

    (void)context;
    for (uint64_t seed = 1; seed <= 8; seed++)
        for (int i = 0; i < 2; i++) {
            struct bench bench =
                open_bench("samegame(width=6, height=6, colours=4)", i == 0 ? "exact" : "dfbb",
                           "nodes=3M, memory=64M", seed);

            nodes[i] += think(&bench).nodes;
            close_bench(&bench);
        }
    assert_true(2 * nodes[0] < nodes[1]);
}

/* A full table forgets, and finds the same. */
static void exact_search_survives_a_small_table(void **context)
{
    static const char game_spec[] = "samegame(width=6, height=6, colours=3)";
    struct cop_means means = {.threads = 1, .memory = 16 << 10};

    (void)context;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct bench bench = open_bench(game_spec, "exact", "nodes=100M, memory=64M", seed);
        double total = think(&bench).total;
        struct cop_error error;

        cop_agent_close(bench.agent);
        bench.agent = cop_agent_open(bench.game, "exact", &means, &error);
        if (bench.agent == NULL)
            fail_msg("%s", error.message);
        assert_true(think(&bench).total == total);
        close_bench(&bench);
    }
}

/* On the average of boards a wider beam finds more. */
static void a_wider_beam_finds_more(void **context)
{
    double sums[2] = {0, 0};

    (void)context;
    for (uint64_t seed = 1; seed <= 10; seed++)
        for (int i = 0; i < 2; i++) {
            struct bench bench = open_bench("samegame(width=8, height=8, colours=4)",
                                            i == 0 ? "beam(width=2)" : "beam(width=100)",
                                            "nodes=1M, memory=64M", seed);

            sums[i] += think(&bench).total;
            close_bench(&bench);
        }
    assert_true(sums[1] > sums[0]);
}

static void noise_makes_passes_differ(void **context)
{
    struct bench plain = open_bench("samegame", "beam(width=3)", "nodes=50k, memory=64M", 3);
    struct bench noisy =
        open_bench("samegame", "beam(width=3, noise=50)", "nodes=50k, memory=64M", 3);

    (void)context;
    assert_true(think(&plain).nodes < 50000); /* one pass, and the same again is of no use */
    assert_int_equal(think(&noisy).nodes, 49999);
    close_bench(&plain);
    close_bench(&noisy);
}

/* The end of a game that another search has found becomes the best possible. */
static void tails_are_the_best_ends_of_games(void **context)
{
    (void)context;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct bench plain = open_bench(small_board, "nmcs(level=1)", "sims=1", seed);
        struct bench bench = open_bench(small_board, "nmcs(level=1, tail=100)", "sims=1", seed);
        struct cop_report report = think(&bench);

        assert_true(report.total == best_of_all(bench.game, bench.state));
        assert_true(report.total >= think(&plain).total);
        assert_int_equal(report.sims, 1);
        close_bench(&bench);
        close_bench(&plain);
    }
}

/* One position is not enough for anything, some hundreds are for the last few moves. */
static void tails_keep_to_their_positions(void **context)
{
    static const char *const specs[] = {"nmcs(level=1)", "nmcs(level=1, tail=60, tail_nodes=1)",
                                        "nmcs(level=1, tail=60, tail_nodes=500)"};
    double totals[3];

    (void)context;
    for (int i = 0; i < 3; i++) {
        struct bench bench = open_bench("samegame", specs[i], "sims=1", 3);
        struct cop_report report = think(&bench);

        totals[i] = report.total;
        assert_int_equal(report.nodes, 1);
        close_bench(&bench);
    }
    assert_true(totals[1] == totals[0]);
    assert_true(totals[2] > totals[0]);
}

/* What one search has learned does not help the next one. */
static void all_do_the_same_after_a_new_start(void **context)
{
    static const char *const specs[] = {"exact", "exact(tail=6)", "astar", "beam(tail=8)"};

    (void)context;
    for (int i = 0; i < 4; i++) {
        struct bench bench =
            open_bench("samegame(width=6, height=6, colours=3)", specs[i], "nodes=1M, seed=5", 3);
        struct cop_report first, second;

        cop_agent_start(bench.agent, 7);
        first = think(&bench);
        cop_agent_start(bench.agent, 7);
        second = think(&bench);
        assert_true(first.nodes == second.nodes);
        assert_int_equal(first.sims, second.sims);
        assert_int_equal(first.line_length, second.line_length);
        close_bench(&bench);
    }
}

/* ---- Shelves ---- */

/* Against a list: of the best of each key, the best so many. */
static void shelves_hold_the_best_of_all(void **context)
{
    enum { WIDTH = 20, KEYS = 60, OFFERS = 500 };
    unsigned char *bytes = malloc(shelf_bytes(WIDTH, sizeof(double)));
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 1);
    for (int round = 0; round < 200; round++) {
        double best[KEYS], worst_kept = INFINITY;
        struct shelf shelf;
        int above = 0;

        for (int i = 0; i < KEYS; i++)
            best[i] = -INFINITY;
        shelf_lay_out(&shelf, bytes, WIDTH, sizeof(double));
        for (int i = 0; i < OFFERS; i++) {
            uint32_t key = cop_rng_below(&rng, KEYS);
            double value = (double)key + cop_rng_unit(&rng);
            struct shelf_entry entry = {.key = key, .value = value, .points = value};

            best[key] = fmax(best[key], value);
            if (!shelf_is_above(&shelf, value))
                shelf_offer(&shelf, &entry, &value);
        }
        assert_int_equal(shelf.count, WIDTH);
        for (uint32_t i = 0; i < shelf.count; i++) {
            double state;

            memcpy(&state, shelf_state(&shelf, i), sizeof state);
            assert_true(shelf.entries[i].value == best[shelf.entries[i].key]);
            assert_true(state == shelf.entries[i].value);
            worst_kept = fmin(worst_kept, shelf.entries[i].value);
        }
        for (int i = 0; i < KEYS; i++)
            above += best[i] > worst_kept;
        assert_int_equal(above, WIDTH - 1);
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_find_what_brute_force_finds),
        cmocka_unit_test(all_find_the_same_with_other_leftovers),
        cmocka_unit_test(all_find_the_best_end_in_another_game),
        cmocka_unit_test(all_keep_their_limits_of_nodes),
        cmocka_unit_test(all_do_the_same_with_the_same_seed),
        cmocka_unit_test(all_have_a_game_when_stopped_at_once),
        cmocka_unit_test(what_does_not_fit_into_memory_is_refused),
        cmocka_unit_test(astar_says_when_its_memory_is_full),
        cmocka_unit_test(exact_search_looks_at_fewer_positions_with_its_table),
        cmocka_unit_test(exact_search_survives_a_small_table),
        cmocka_unit_test(a_wider_beam_finds_more),
        cmocka_unit_test(noise_makes_passes_differ),
        cmocka_unit_test(tails_are_the_best_ends_of_games),
        cmocka_unit_test(tails_keep_to_their_positions),
        cmocka_unit_test(all_do_the_same_after_a_new_start),
        cmocka_unit_test(shelves_hold_the_best_of_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
