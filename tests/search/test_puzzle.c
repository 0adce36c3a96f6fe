/* test_puzzle.c - searches for one player: whole games that are found, kept and played, on boards
 * that brute force can look through (samegame-and-fanorona.md 8.3). */
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
#include "slow_build.h"

enum { SEEDS = 12 };

struct bench {
    struct cop_game *game;
    struct cop_agent *agent;
    struct cop_limits limits;
    struct cop_rng rng;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
};

static void set_limits(struct bench *bench, const char *limit)
{
    struct cop_error error;

    assert_true(cop_limits_parse(limit, &bench->limits, &error));
}

static struct bench open_bench(const char *game, const char *agent, const char *limit,
                               uint64_t seed)
{
    struct bench bench = {.agent = NULL};
    struct cop_error error;

    bench.game = cop_game_open(game, &error);
    assert_non_null(bench.game);
    set_limits(&bench, limit);
    bench.agent = cop_agent_open(bench.game, agent, &bench.limits.means, &error);
    if (bench.agent == NULL)
        fail_msg("%s", error.message);
    cop_rng_seed(&bench.rng, seed);
    bench.game->rules->start(bench.game, bench.state, &bench.rng);
    return bench;
}

static void close_bench(struct bench *bench)
{
    cop_agent_close(bench->agent);
    cop_game_close(bench->game);
}

static struct cop_report think(struct bench *bench)
{
    struct cop_report report;
    struct cop_error error;

    if (!cop_agent_think(bench->agent, bench->state, &bench->limits, NULL, &report, &error))
        fail_msg("%s", error.message);
    return report;
}

/* The points at the end of the report's line, which must be a whole game. */
static double replay(const struct bench *bench, const struct cop_report *report)
{
    const struct cop_rules *rules = bench->game->rules;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    memcpy(state, bench->state, bench->game->state_size);
    for (int i = 0; i < report->line_length; i++) {
        cop_move moves[256];
        int count = rules->moves(bench->game, state, moves), at = 0;

        while (at < count && moves[at] != report->line[i])
            at++;
        assert_true(at < count);
        rules->play(bench->game, state, report->line[i]);
    }
    assert_int_equal(rules->turn(bench->game, state), COP_OVER);
    return rules->score(bench->game, state, 0);
}

/* The most that can be had from here. */
static double best_of_all(const struct cop_game *game, const void *state)
{
    _Alignas(max_align_t) unsigned char next[COP_STATE_MAX];
    cop_move moves[256];
    int count = game->rules->moves(game, state, moves);
    double best = count == 0 ? game->rules->score(game, state, 0) : -INFINITY;

    for (int i = 0; i < count; i++) {
        memcpy(next, state, game->state_size);
        game->rules->play(game, next, moves[i]);
        best = fmax(best, best_of_all(game, next));
    }
    return best;
}

static void check_report(const struct bench *bench, const struct cop_report *report)
{
    double best = -INFINITY;
    int64_t games = 0;

    assert_true(report->has_total);
    assert_true(replay(bench, report) == report->total);
    assert_int_equal(report->best, report->line[0]);
    for (int i = 0; i < report->candidate_count; i++) {
        games += report->candidates[i].visits;
        if (!report->candidates[i].has_total)
            continue;
        best = fmax(best, report->candidates[i].total);
        if (report->candidates[i].move == report->best)
            assert_true(report->candidates[i].total == report->total);
    }
    assert_true(best == report->total);
    assert_true(games > 0);
}

/* ---- What all of them promise ---- */

static const char *const agents[] = {
    "nmcs(level=1)", "nmcs(level=2)",
    "nmcs(level=3)", "nrpa(level=1, iterations=20)",
    "nrpa(level=2)", "nrpa(level=3, iterations=10, playout=random(pick=group))",
    "anneal",        "anneal(steps=100, fresh=1, playout=tabu-colour)"};

enum { AGENTS = sizeof agents / sizeof agents[0] };

/* [23] */
static void puzzles_find_the_best_game_of_small_boards(void **context)
{
    (void)context;
    for (int i = 0; i < AGENTS; i++)
        for (uint64_t seed = 1; seed <= (is_slow_build() ? 2 : SEEDS); seed++) {
            struct bench bench =
                open_bench("samegame(width=4, height=4, colours=3)", agents[i], "sims=20k", seed);
            struct cop_report report = think(&bench);

            check_report(&bench, &report);
            assert_true(report.total == best_of_all(bench.game, bench.state));
            close_bench(&bench);
        }
}

/* Every ticket is a playout, with the first game among them. */
static void puzzles_count_their_playouts(void **context)
{
    static const int64_t limits[] = {1, 2, 3, 10, 1000};

    (void)context;
    for (int i = 0; i < AGENTS; i++)
        for (int j = 0; j < 5; j++) {
            char limit[32];
            struct bench bench;
            struct cop_report report;

            snprintf(limit, sizeof limit, "sims=%d", (int)limits[j]);
            bench = open_bench("samegame", agents[i], limit, 3);
            report = think(&bench);
            check_report(&bench, &report);
            assert_int_equal(report.sims, limits[j]);
            close_bench(&bench);
        }
}

/* [26] With one thread. */
static void puzzles_follow_their_seed(void **context)
{
    (void)context;
    for (int i = 0; i < AGENTS; i++) {
        struct cop_report reports[3];

        for (int j = 0; j < 3; j++) {
            struct bench bench = open_bench("samegame", agents[i],
                                            j < 2 ? "sims=500, seed=5" : "sims=500, seed=6", 3);

            reports[j] = think(&bench);
            close_bench(&bench);
        }
        assert_true(reports[0].total == reports[1].total);
        assert_int_equal(reports[0].line_length, reports[1].line_length);
        assert_memory_equal(reports[0].line, reports[1].line,
                            (size_t)reports[0].line_length * sizeof(cop_move));
        assert_memory_not_equal(reports[0].line, reports[2].line, 8 * sizeof(cop_move));
    }
}

static void puzzles_share_the_best_game_of_all_threads(void **context)
{
    (void)context;
    for (int i = 0; i < AGENTS; i++) {
        struct bench bench = open_bench("samegame", agents[i], "sims=2k, threads=2", 3);
        struct cop_report report = think(&bench);

        check_report(&bench, &report);
        close_bench(&bench);
    }
}

static void look_on(void *context, const struct cop_report *report)
{
    int *looks = context;

    assert_true(report->has_total && report->line_length > 0);
    ++*looks;
}

/* Whoever looks on while another thread finds a better game sees one of the two. */
static void puzzles_can_be_watched_while_threads_search(void **context)
{
    (void)context;
    for (int i = 0; i < AGENTS; i++) {
        struct bench bench = open_bench("samegame", agents[i], "sims=20k, threads=2", 3);
        int looks = 0;
        struct cop_watch watch = {.period = 1e-4, .progress = look_on, .context = &looks};
        struct cop_report report;
        struct cop_error error;

        assert_true(
            cop_agent_think(bench.agent, bench.state, &bench.limits, &watch, &report, &error));
        check_report(&bench, &report);
        assert_true(looks > 0);
        close_bench(&bench);
    }
}

static void puzzles_stopped_at_once_have_a_game(void **context)
{
    (void)context;
    for (int i = 0; i < AGENTS; i++) {
        struct bench bench = open_bench("samegame", agents[i], "10s", 3);
        atomic_bool stop = true;
        struct cop_watch watch = {.stop = &stop};
        struct cop_report report;
        struct cop_error error;

        assert_true(
            cop_agent_think(bench.agent, bench.state, &bench.limits, &watch, &report, &error));
        check_report(&bench, &report);
        close_bench(&bench);
    }
}

/* The limit is so small that a later search would hardly find as good a game by itself. */
static void puzzles_keep_the_best_game_as_it_is_followed(void **context)
{
    struct bench bench = open_bench("samegame", "nmcs(level=1)", "sims=2k", 3);
    double total = -INFINITY;

    (void)context;
    while (bench.game->rules->turn(bench.game, bench.state) != COP_OVER) {
        struct cop_report report = think(&bench);

        check_report(&bench, &report);
        assert_true(report.total >= total);
        total = report.total;
        cop_agent_played(bench.agent, bench.state, report.best);
        bench.game->rules->play(bench.game, bench.state, report.best);
        set_limits(&bench, "sims=1");
    }
    assert_true(bench.game->rules->score(bench.game, bench.state, 0) == total);
    close_bench(&bench);
}

/* Another move, another position, a new game, or keep=off: it is gone. */
static void puzzles_forget_a_game_that_is_not_followed(void **context)
{
    (void)context;
    for (int way = 0; way < 4; way++) {
        struct bench bench = open_bench(
            "samegame", way == 3 ? "nmcs(level=1, keep=off)" : "nmcs(level=1)", "sims=2k", 3);
        struct cop_report first = think(&bench), second;

        set_limits(&bench, "sims=1");
        if (way == 0) {
            cop_move other = first.candidates[first.candidates[0].move == first.best].move;

            cop_agent_played(bench.agent, bench.state, other);
            bench.game->rules->play(bench.game, bench.state, other);
        } else if (way == 1) {
            bench.game->rules->start(bench.game, bench.state, &bench.rng);
        } else if (way == 2) {
            cop_agent_start(bench.agent, 9);
        }
        second = think(&bench);
        check_report(&bench, &second);
        assert_true(second.total < first.total);
        close_bench(&bench);
    }
}

static void puzzles_begin_with_a_given_game(void **context)
{
    struct bench bench =
        open_bench("samegame(width=4, height=4, colours=3)", "nmcs(level=2)", "sims=20k", 3);
    struct cop_report best = think(&bench), report;
    struct cop_text spec = COP_TEXT;
    struct bench again;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    (void)context;
    memcpy(state, bench.state, bench.game->state_size);
    cop_text_add(&spec, "nmcs(level=1, begin=\"");
    for (int i = 0; i < best.line_length; i++) {
        cop_text_add(&spec, i > 0 ? " " : "");
        bench.game->rules->write_move(bench.game, state, best.line[i], &spec);
        bench.game->rules->play(bench.game, state, best.line[i]);
    }
    cop_text_add(&spec, "\")");
    again = open_bench("samegame(width=4, height=4, colours=3)", spec.bytes, "sims=1", 3);
    report = think(&again);
    check_report(&again, &report);
    assert_true(report.total == best.total);
    close_bench(&again);
    close_bench(&bench);
    cop_text_free(&spec);
}

static void puzzles_refuse_what_is_no_game_to_begin_with(void **context)
{
    static const char *const words[] = {"a1 zz", "1. 2."};
    struct cop_report report;
    struct cop_error error;

    (void)context;
    for (int i = 0; i < 2; i++) {
        char spec[64];
        struct bench bench;

        snprintf(spec, sizeof spec, "nmcs(begin=\"%s\")", words[i]);
        bench = open_bench("samegame", spec, "sims=10", 3);
        assert_false(
            cop_agent_think(bench.agent, bench.state, &bench.limits, NULL, &report, &error));
        assert_non_null(strstr(error.message, "nmcs: begin: "));
        close_bench(&bench);
    }
}

static void puzzles_decide_the_whole_game_if_asked_to(void **context)
{
    struct bench bench = open_bench("samegame", "nmcs(level=1, whole=on)", "sims=100", 3);
    struct cop_report report = think(&bench);

    (void)context;
    assert_int_equal(report.turn_length, report.line_length);
    close_bench(&bench);
    bench = open_bench("samegame", "nmcs(level=1)", "sims=100", 3);
    report = think(&bench);
    assert_int_equal(report.turn_length, 1);
    close_bench(&bench);
}

static void puzzles_are_for_one_player(void **context)
{
    static const char *const games[] = {"connect4", "dice", "stratego", "rolit"};
    struct cop_means means = {.threads = 1, .memory = 1 << 20};

    (void)context;
    for (int i = 0; i < 4; i++) {
        struct cop_error error;
        struct cop_game *game = cop_game_open(games[i], &error);

        assert_non_null(game);
        assert_null(cop_agent_open(game, "nmcs", &means, &error));
        assert_non_null(strstr(error.message, "one player"));
        cop_game_close(game);
    }
}

/* What people read: points and no chances. */
static void totals_are_told_as_points(void **context)
{
    struct bench bench =
        open_bench("samegame(width=4, height=4, colours=3)", "nmcs(level=1)", "sims=1k", 3);
    struct cop_report report = think(&bench);
    struct cop_text text = COP_TEXT, expected = COP_TEXT;

    (void)context;
    assert_true(isnan(cop_report_chance(bench.game, &report, NULL, 0)));
    assert_true(isnan(cop_report_chance(bench.game, &report, &report.candidates[0], 0)));
    assert_true(cop_report_points(bench.game, &report, NULL, &text));
    cop_text_add(&expected, "%g points", report.total);
    assert_string_equal(text.bytes, expected.bytes);
    assert_false(cop_report_words(bench.game, &report, NULL, &text));
    report.proof = COP_PROVEN_EXACT;
    cop_text_clear(&text);
    assert_true(cop_report_words(bench.game, &report, NULL, &text));
    assert_non_null(strstr(text.bytes, "points at most, proven"));
    cop_text_free(&text);
    cop_text_free(&expected);
    close_bench(&bench);
}

/* ---- Nested search ---- */

/* Level 1 makes each step of the best game met so far: on a board with one game it is that game,
 * and one search of level 1 takes as many playouts as there are moves to try on its way. */
static void nested_search_of_level_1_is_a_walk_of_playouts(void **context)
{
    struct bench bench =
        open_bench("samegame(width=9, height=1, colours=5)", "nmcs(level=1)", "sims=100", 3);
    struct cop_error error;
    struct cop_report report;

    (void)context;
    assert_true(cop_position_read(bench.game, "001122334 0", bench.state, &error));
    report = think(&bench);
    check_report(&bench, &report);
    assert_int_equal(report.total, 0);
    assert_int_equal(report.line_length, 4);
    close_bench(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(puzzles_find_the_best_game_of_small_boards),
        cmocka_unit_test(puzzles_count_their_playouts),
        cmocka_unit_test(puzzles_follow_their_seed),
        cmocka_unit_test(puzzles_share_the_best_game_of_all_threads),
        cmocka_unit_test(puzzles_can_be_watched_while_threads_search),
        cmocka_unit_test(puzzles_stopped_at_once_have_a_game),
        cmocka_unit_test(puzzles_keep_the_best_game_as_it_is_followed),
        cmocka_unit_test(puzzles_forget_a_game_that_is_not_followed),
        cmocka_unit_test(puzzles_begin_with_a_given_game),
        cmocka_unit_test(puzzles_refuse_what_is_no_game_to_begin_with),
        cmocka_unit_test(puzzles_decide_the_whole_game_if_asked_to),
        cmocka_unit_test(puzzles_are_for_one_player),
        cmocka_unit_test(totals_are_told_as_points),
        cmocka_unit_test(nested_search_of_level_1_is_a_walk_of_playouts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
