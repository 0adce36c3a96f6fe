/* test_patience.c - depth-first searches that are shorter or longer than their limit: against
 * searches to each depth, which say when every depth is completed and what it chooses. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/rng.h"
#include "depth_bench.h"
#include "slow_build.h"

enum { LIMIT = 4000, HALF = LIMIT / 2, TENTH = LIMIT / 10, MOST = LIMIT + 6 * TENTH, DEPTHS = 30 };

/* Without a table a search to a depth is the beginning of every deeper one. */
static const char *const subjects[][2] = {
    {"othello", "alphabeta(oracle=off, table=off%s)"},
    {"connect4", "alphabeta(oracle=off, table=off, aspiration=30%s)"},
    {"breakthrough(width=5, height=5)", "alphabeta(oracle=off, table=off, lines=2%s)"},
    {"focus(players=3)", "paranoid(oracle=off, table=off%s)"},
    {"rolit(players=3)", "maxn(table=off%s)"},
    {"dice", "star2(table=off%s)"},
};
enum { SUBJECTS = sizeof subjects / sizeof subjects[0] };

struct subject {
    struct cop_game *game;
    struct tree_search *plain, *patient;
    unsigned char *state;
};

static struct tree_search *open_agent(const struct subject *subject, const char *form,
                                      const char *options)
{
    char spec[128];

    snprintf(spec, sizeof spec, form, options);
    return depth_bench_open(subject->game, spec, "nodes=1");
}

static struct subject open_subject(int which, const char *options)
{
    struct cop_error error = {""};
    struct subject subject = {.game = cop_game_open(subjects[which][0], &error)};

    if (subject.game == NULL)
        fail_msg("%s", error.message);
    subject.plain = open_agent(&subject, subjects[which][1], "");
    subject.patient = open_agent(&subject, subjects[which][1], options);
    subject.state = malloc(subject.game->state_size);
    assert_non_null(subject.state);
    return subject;
}

static void close_subject(struct subject *subject)
{
    depth_bench_close(subject->plain);
    depth_bench_close(subject->patient);
    free(subject->state);
    cop_game_close(subject->game);
}

/* A position after so many random moves, in which a player has a choice; false if there is none. */
static bool draw_position(struct subject *subject, uint64_t seed, int plies)
{
    const struct cop_game *game = subject->game;
    cop_move *moves = malloc((size_t)game->max_moves * sizeof *moves);
    struct cop_rng rng;
    bool has_choice;

    assert_non_null(moves);
    cop_rng_seed(&rng, seed);
    game->rules->start(game, subject->state, &rng);
    for (int i = 0; game->rules->turn(game, subject->state) != COP_OVER &&
                    (i < plies || game->rules->turn(game, subject->state) == COP_CHANCE);
         i++)
        game->rules->play(game, subject->state, cop_random_move(game, subject->state, &rng, moves));
    has_choice = game->rules->turn(game, subject->state) != COP_OVER &&
                 game->rules->moves(game, subject->state, moves) > 1;
    free(moves);
    return has_choice;
}

static struct cop_report search_nodes(struct tree_search *search, const void *state, int64_t nodes)
{
    char limits[64];

    snprintf(limits, sizeof limits, "nodes=%lld", (long long)nodes);
    return depth_bench_search(search, state, limits);
}

/* What every depth chooses, and after how many nodes it is completed, as far as the most nodes
 * reach; returns the last depth. */
static int follow(const struct subject *subject, cop_move *chosen, int64_t *nodes)
{
    int depth = 0;

    while (depth + 1 < DEPTHS) {
        char limits[64];
        struct cop_report report;

        snprintf(limits, sizeof limits, "depth=%d, nodes=%d", depth + 1, MOST + 1);
        report = depth_bench_search(subject->plain, subject->state, limits);
        if (report.depth <= depth)
            break;
        depth++;
        chosen[depth] = report.best;
        nodes[depth] = report.nodes;
    }
    return depth;
}

/* ---- Less ---- */

/* Where a search with save=0.5 has to end. */
static int64_t end_of_saving(const struct subject *subject, int64_t full)
{
    cop_move chosen[DEPTHS];
    int64_t nodes[DEPTHS];
    int depths = follow(subject, chosen, nodes);

    for (int depth = 2; depth <= depths; depth++)
        if (nodes[depth] >= HALF && nodes[depth] < full && chosen[depth] == chosen[depth - 1])
            return nodes[depth];
    return full;
}

static void no_depth_is_begun_that_has_no_time(void **unused)
{
    int counts[2] = {0, 0}; /* to the limit, less */

    (void)unused;
    for (int which = 0; which < SUBJECTS; which++) {
        struct subject subject = open_subject(which, ", patience=always, save=0.5, extend=0");

        for (int seed = 1; seed <= (is_slow_build() ? 3 : 12); seed++) {
            struct cop_report plain, found;
            int64_t expected;

            if (!draw_position(&subject, (uint64_t)seed, 2 + seed))
                continue;
            plain = search_nodes(subject.plain, subject.state, LIMIT);
            expected = end_of_saving(&subject, plain.nodes);
            found = search_nodes(subject.patient, subject.state, LIMIT);
            assert_int_equal(found.nodes, expected);
            assert_int_equal(found.stopped_early, plain.stopped_early || expected < plain.nodes);
            counts[expected < plain.nodes]++;
        }
        close_subject(&subject);
    }
    assert_true(counts[0] > 0 && counts[1] > 0);
}

/* ---- More ---- */

/* By what a search to the limit has left behind, and by searches to the depths before. */
static bool is_doubtful(const struct subject *subject, const struct cop_report *plain)
{
    cop_move chosen[DEPTHS];
    int64_t nodes[DEPTHS];

    assert_true(plain->depth <= follow(subject, chosen, nodes));
    return plain->depth < 2 || chosen[plain->depth] != chosen[plain->depth - 1] ||
           plain->best != chosen[plain->depth];
}

static void a_search_goes_on_while_it_is_in_doubt(void **unused)
{
    int counts[3] = {0, 0, 0}; /* to the limit, between, to the most */

    (void)unused;
    for (int which = 0; which < SUBJECTS; which++) {
        struct subject subject = open_subject(which, ", patience=always, save=0, extend=0.6");

        for (int seed = 1; seed <= (is_slow_build() ? 3 : 12); seed++) {
            struct cop_report plain, found;
            bool has_fallen;

            if (!draw_position(&subject, (uint64_t)seed, 2 + seed))
                continue;
            plain = search_nodes(subject.plain, subject.state, LIMIT);
            has_fallen = subject.plain->has_fallen;
            found = search_nodes(subject.patient, subject.state, LIMIT);
            if (plain.stopped_early) {
                assert_int_equal(found.nodes, plain.nodes);
                continue;
            }
            assert_int_equal(found.nodes > LIMIT, has_fallen || is_doubtful(&subject, &plain));
            assert_true(found.nodes <= MOST && found.depth >= plain.depth);
            counts[found.nodes == LIMIT ? 0 : found.nodes < MOST ? 1 : 2]++;
        }
        close_subject(&subject);
    }
    assert_true(counts[0] > 0 && counts[1] > 0 && counts[2] > 0);
}

/* Two threads begin the depth again together, with the table. */
static void threads_go_on_together(void **unused)
{
    struct subject subject = open_subject(0, "");
    struct tree_search *pair = depth_bench_open(
        subject.game, "alphabeta(oracle=off, patience=always, extend=0.6)", "nodes=1, threads=2");
    int longer = 0;

    (void)unused;
    for (int seed = 1; seed <= 12; seed++) {
        struct cop_report found;

        assert_true(draw_position(&subject, (uint64_t)seed, 2 + seed));
        found = search_nodes(pair, subject.state, LIMIT);
        assert_true(found.nodes <= MOST);
        longer += found.nodes > LIMIT;
    }
    assert_true(longer > 0);
    depth_bench_close(pair);
    close_subject(&subject);
}

/* The value of a root move at a depth, looked at alone. */
static double value_of(struct tree_search *exact, const void *state, cop_move move, int depth)
{
    char limits[32];
    struct cop_report report;

    snprintf(limits, sizeof limits, "depth=%d", depth);
    report = depth_bench_search(exact, state, limits);
    for (int i = 0; i < report.candidate_count; i++)
        if (report.candidates[i].move == move)
            return report.candidates[i].value;
    fail_msg("the move is not among the candidates");
    return NAN;
}

static void what_has_fallen_is_worth_less_than_both_depths_said(void **unused)
{
    int counts[2] = {0, 0};

    (void)unused;
    for (int which = 0; which < 3; which++) {
        struct subject subject = open_subject(which, ", exact=on");

        for (int seed = 1; seed <= (is_slow_build() ? 4 : 16); seed++) {
            double levels[2], next;
            bool has_fallen;
            cop_move chosen;
            int depth;

            if (!draw_position(&subject, (uint64_t)seed, 2 + seed))
                continue;
            depth = search_nodes(subject.plain, subject.state, LIMIT).depth;
            has_fallen = subject.plain->has_fallen;
            memcpy(levels, subject.plain->levels, sizeof levels);
            chosen = subject.plain->chosen[depth % 2];
            counts[has_fallen]++;
            if (!has_fallen)
                continue;
            next = value_of(subject.patient, subject.state, chosen, depth + 1);
            assert_true(next < levels[0] && next < levels[1]);
        }
        close_subject(&subject);
    }
    assert_true(counts[0] > 0 && counts[1] > 0);
}

/* ---- Where ---- */

static int64_t nodes_with(struct tree_search *search, const void *state, const char *limits)
{
    return depth_bench_search(search, state, limits).nodes;
}

/* The clock is never the end of these searches. */
static void patience_is_for_clocks_unless_it_is_asked_for(void **unused)
{
    static const char without[] = "nodes=4000", with[] = "nodes=4000, clock=1000000s";
    struct subject subject = open_subject(0, ", patience=always"),
                   never = open_subject(0, ", patience=off");
    int differences = 0;

    (void)unused;
    for (int seed = 1; seed <= 12; seed++) {
        int64_t usual, patient;

        assert_true(draw_position(&subject, (uint64_t)seed, 2 + seed));
        usual = nodes_with(never.patient, subject.state, with);
        patient = nodes_with(subject.patient, subject.state, without);
        assert_int_equal(nodes_with(subject.plain, subject.state, without), usual);
        assert_int_equal(nodes_with(subject.plain, subject.state, with), patient);
        differences += usual != patient;
    }
    assert_true(differences > 0);
    close_subject(&subject);
    close_subject(&never);
}

/* ---- What is refused ---- */

static void check_refused(const char *spec, const char *limits, const char *words)
{
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open("othello", &error);
    struct cop_limits parsed;

    assert_true(cop_limits_parse(limits, &parsed, &error));
    assert_false(cop_agent_check(game, spec, &parsed, NULL, &error));
    if (strstr(error.message, words) == NULL)
        fail_msg("\"%s\" does not say: %s", error.message, words);
    cop_game_close(game);
}

static void patience_that_does_nothing_is_refused(void **unused)
{
    (void)unused;
    check_refused("alphabeta(extend=0.05)", "1s", "at least 0.1");
    check_refused("alphabeta(deepen=off, save=0.5)", "depth=4, nodes=100", "use deepen=on");
    check_refused("alphabeta(deepen=off, patience=always)", "depth=4", "use deepen=on");
    check_refused("alphabeta(patience=off, save=0.5)", "1s", "leave one out");
    check_refused("alphabeta(save=2)", "1s", "save");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_depth_is_begun_that_has_no_time),
        cmocka_unit_test(a_search_goes_on_while_it_is_in_doubt),
        cmocka_unit_test(threads_go_on_together),
        cmocka_unit_test(what_has_fallen_is_worth_less_than_both_depths_said),
        cmocka_unit_test(patience_is_for_clocks_unless_it_is_asked_for),
        cmocka_unit_test(patience_that_does_nothing_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
