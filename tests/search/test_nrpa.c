/* test_nrpa.c - nested rollout policy adaptation: policies against a plain second version of them,
 * games against those played move by move, and whole searches on boards that can be looked through
 * (samegame-and-fanorona.md 10). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"
#include "search/policies.h"
#include "search/puzzle/adapt.h"
#include "search/puzzle/learned.h"
#include "slow_build.h"

/* ---- A game, a policy, and a table of what was learned ---- */

struct bench {
    struct cop_game *game;
    const struct cop_policy *policy;
    void *prepared;
    char notes[64];
    struct learned_player player;
    struct adapt adapt;
    struct cop_rng rng;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
};

static void open_bench(struct bench *bench, const char *game, const char *policy, int levels,
                       int bits)
{
    struct cop_error error;

    *bench = (struct bench){.game = cop_game_open(game, &error)};
    assert_non_null(bench->game);
    assert_true(cop_policy_open(bench->game, policy, &bench->policy, &bench->prepared, &error));
    bench->player = (struct learned_player){.game = bench->game,
                                            .policy = bench->policy,
                                            .prepared = bench->prepared,
                                            .notes = bench->notes};
    assert_true(learned_open(&bench->player));
    assert_true(adapt_open(&bench->adapt, bench->game, levels, bits));
    cop_rng_seed(&bench->rng, 1);
}

static void close_bench(struct bench *bench)
{
    adapt_close(&bench->adapt);
    learned_close(&bench->player);
    if (bench->prepared != NULL)
        bench->policy->release(bench->prepared);
    cop_game_close(bench->game);
}

static void deal(struct bench *bench, uint64_t seed)
{
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    bench->game->rules->start(bench->game, bench->state, &rng);
}

static void play(struct bench *bench, uint64_t seed, struct adapt_game *played)
{
    deal(bench, seed);
    learned_play(&bench->player, bench->state, &bench->rng, &bench->adapt.odds, &played->choices);
    played->age = 0;
}

/* ---- The quick way and the plain one ---- */

static void check_same_games(const struct cop_offers *a, const struct cop_offers *b)
{
    assert_int_equal(a->length, b->length);
    for (int i = 0; i < a->length; i++) {
        assert_int_equal(a->moves[i], b->moves[i]);
        assert_int_equal(a->chosen[i], b->chosen[i]);
        assert_int_equal(a->ends[i], b->ends[i]);
    }
    for (int i = 0; a->length > 0 && i < a->ends[a->length - 1]; i++) {
        assert_true(a->codes[i] == b->codes[i]);
        assert_true((a->is_flat ? 1 : a->factors[i]) == (b->is_flat ? 1 : b->factors[i]));
    }
}

static void check_quick_way(const char *game, const char *policy)
{
    struct bench bench;
    struct adapt_game quick = {0}, plain = {0};
    _Alignas(max_align_t) unsigned char end[COP_STATE_MAX];

    open_bench(&bench, game, policy, 1, 15);
    bench.adapt.odds.bias = 0.7;
    assert_true(adapt_game_open(&quick, bench.game) && adapt_game_open(&plain, bench.game));
    for (uint64_t i = 0; i < 60; i++) {
        struct cop_rng before = bench.rng, after;

        play(&bench, i / 20, &quick); /* the same board again, so that odds matter */
        after = bench.rng;
        memcpy(end, bench.state, bench.game->state_size);
        bench.rng = before;
        deal(&bench, i / 20);
        learned_play_moves(&bench.player, bench.state, &bench.rng, &bench.adapt.odds,
                           &plain.choices);
        check_same_games(&quick.choices, &plain.choices);
        assert_memory_equal(end, bench.state, bench.game->state_size);
        assert_true(after.state == bench.rng.state);
        adapt_learn(&bench.adapt, 1, &quick);
    }
    adapt_game_close(&quick);
    adapt_game_close(&plain);
    close_bench(&bench);
}

static void samegame_plays_learned_games_draw_for_draw(void **unused)
{
    static const char *const boards[] = {"samegame", "samegame(width=6, height=5, colours=3)",
                                         "samegame(width=24, height=7, colours=4)",
                                         "samegame(width=16, height=15, colours=2)"};
    static const char *const policies[] = {"tabu-colour(pick=group)",
                                           "random(pick=group)",
                                           "roulette(pull=0.8)",
                                           "roulette(tabu=none)",
                                           "roulette(pairs=on)",
                                           "tabu-colour(pick=group, pairs=on)",
                                           "tabu-colour(pick=group, colour=1)"};

    (void)unused;
    for (int i = 0; i < 28; i++)
        check_quick_way(boards[i / 7], policies[i % 7]);
}

static void samegame_has_no_quick_way_for_shares_that_it_does_not_keep(void **unused)
{
    static const char *const policies[] = {"tabu-colour", "tabu(pick=group)",
                                           "tabu-colour(pick=group, epsilon=0.1)",
                                           "tabu-colour(pick=group, fixed=move)"};

    (void)unused;
    for (int i = 0; i < 4; i++) {
        struct bench bench;
        struct cop_offers none = {0};

        open_bench(&bench, "samegame", policies[i], 1, 8);
        deal(&bench, 1);
        assert_false(bench.policy->learned(bench.game, bench.prepared, bench.state, bench.notes,
                                           &bench.rng, &bench.adapt.odds, &none));
        close_bench(&bench);
    }
}

/* ---- Policies, plainly ---- */

enum { PLAIN_MAX = 1 << 15 };

/* Codes and weights, one after the other. */
struct plain {
    int count;
    uint64_t codes[PLAIN_MAX];
    double weights[PLAIN_MAX];
};

static double *plain_weight(struct plain *plain, uint64_t code)
{
    int at = 0;

    while (at < plain->count && plain->codes[at] != code)
        at++;
    if (at == plain->count) {
        assert_true(plain->count < PLAIN_MAX);
        plain->codes[plain->count] = code;
        plain->weights[plain->count++] = 0;
    }
    return &plain->weights[at];
}

/* As it is written (Rosin 2011; with temperature and bias, Cazenave 2020): probabilities from the
 * old policy, changes to a copy of it. */
static void plain_learn(struct plain *plain, const struct cop_offers *game, double alpha,
                        double tau)
{
    static struct plain next;
    int first = 0;

    for (int i = 0; game->length > 0 && i < game->ends[game->length - 1]; i++)
        plain_weight(plain, game->codes[i]);
    next = *plain;
    for (int move = 0; move < game->length; first = game->ends[move++]) {
        double sum = 0;

        for (int i = first; i < game->ends[move]; i++)
            sum += exp(*plain_weight(plain, game->codes[i]) / tau) *
                   (game->is_flat ? 1 : game->factors[i]);
        for (int i = first; i < game->ends[move]; i++) {
            double share = exp(*plain_weight(plain, game->codes[i]) / tau) *
                           (game->is_flat ? 1 : game->factors[i]) / sum;

            *plain_weight(&next, game->codes[i]) -=
                alpha / tau * (share - (i == first + game->chosen[move]));
        }
    }
    *plain = next;
}

static void check_weights(const struct adapt *adapt, int level, struct plain *plain)
{
    for (int i = 0; i < plain->count; i++) {
        double weight = adapt_weight(adapt, level, plain->codes[i]);

        assert_true(fabs(weight - plain->weights[i]) < 1e-9);
        if (level == 1)
            assert_true(fabs(cop_odds_of(&adapt->odds, plain->codes[i]) /
                                 exp(plain->weights[i] / adapt->tau) -
                             1) < 1e-9);
    }
}

static void policies_are_adapted_as_written(void **unused)
{
    static const struct {
        const char *policy;
        double alpha, tau;
    } cases[] = {{"uniform", 1, 1}, {"roulette", 0.7, 1.6}, {"tabu-colour", 2.5, 0.8}};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        static struct plain plain;
        struct bench bench;
        struct adapt_game played = {0};

        plain.count = 0;
        open_bench(&bench, "samegame(width=12, height=12)", cases[i].policy, 1, 13);
        bench.adapt.alpha = cases[i].alpha;
        bench.adapt.tau = cases[i].tau;
        assert_true(adapt_game_open(&played, bench.game));
        for (int game = 0; game < 12; game++) {
            play(&bench, 1 + (uint64_t)game % 3, &played);
            for (int again = 0; again < 3; again++) {
                adapt_learn(&bench.adapt, 1, &played);
                plain_learn(&plain, &played.choices, cases[i].alpha, cases[i].tau);
                check_weights(&bench.adapt, 1, &plain);
            }
        }
        assert_true(plain.count > 100);
        adapt_game_close(&played);
        close_bench(&bench);
    }
}

/* Three levels, of which the lower ones forget, in a table that is full again and again. */
static void levels_begin_with_the_policy_above(void **unused)
{
    static struct plain plain[4];
    struct bench bench;
    struct adapt_game played = {0};
    int64_t age;

    (void)unused;
    open_bench(&bench, "samegame(width=6, height=6, colours=3)", "uniform", 3, 9);
    assert_true(adapt_game_open(&played, bench.game));
    age = bench.adapt.age;
    for (int level = 1; level <= 3; level++)
        plain[level].count = 0;
    for (uint64_t i = 0; i < 400; i++) {
        int level = i % 40 == 39 ? 3 : i % 8 == 7 ? 2 : 1;

        play(&bench, i / 4, &played);
        adapt_learn(&bench.adapt, level, &played);
        plain_learn(&plain[level], &played.choices, 1, 1);
        for (int below = level - 1; below >= 1; below--) {
            adapt_copy_down(&bench.adapt, below);
            plain[below] = plain[below + 1];
        }
        if (i % 40 == 39)
            for (int each = 1; each <= 3; each++)
                check_weights(&bench.adapt, each, &plain[each]);
        if (i % 160 == 159) {
            adapt_reset(&bench.adapt);
            for (int each = 1; each <= 3; each++)
                plain[each].count = 0;
        }
    }
    if (bench.adapt.age < age + 5)
        fail_msg("the table was full %d times only", (int)(bench.adapt.age - age));
    adapt_game_close(&played);
    close_bench(&bench);
}

/* What finds no place is left as it is, and the rest is learned as if it had. */
static void a_table_that_is_too_small_learns_what_it_can(void **unused)
{
    static struct plain plain;
    struct bench bench;
    struct adapt_game played = {0};
    int learned = 0;

    (void)unused;
    plain.count = 0;
    open_bench(&bench, "samegame", "uniform", 1, 7);
    assert_true(adapt_game_open(&played, bench.game));
    play(&bench, 1, &played);
    adapt_learn(&bench.adapt, 1, &played);
    plain_learn(&plain, &played.choices, 1, 1);
    for (int i = 0; i < plain.count; i++) {
        double weight = adapt_weight(&bench.adapt, 1, plain.codes[i]);

        assert_true(weight == 0 || fabs(weight - plain.weights[i]) < 1e-9);
        learned += weight != 0;
    }
    assert_in_range(learned, 32, 64);
    assert_true(plain.count > 100);
    adapt_game_close(&played);
    close_bench(&bench);
}

/* ---- Searches ---- */

struct table {
    struct cop_game *game;
    struct cop_limits limits;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
};

static struct table open_table(const char *game, const char *limits, uint64_t seed)
{
    struct table table;
    struct cop_error error;
    struct cop_rng rng;

    table.game = cop_game_open(game, &error);
    assert_non_null(table.game);
    assert_true(cop_limits_parse(limits, &table.limits, &error));
    cop_rng_seed(&rng, seed);
    table.game->rules->start(table.game, table.state, &rng);
    return table;
}

static struct cop_report search(const struct table *table, const char *agent,
                                const struct cop_watch *watch)
{
    struct cop_error error;
    struct cop_report report;
    struct cop_agent *opened = cop_agent_open(table->game, agent, &table->limits.means, &error);

    if (opened == NULL)
        fail_msg("%s", error.message);
    if (!cop_agent_think(opened, table->state, &table->limits, watch, &report, &error))
        fail_msg("%s", error.message);
    assert_true(report.has_total);
    cop_agent_close(opened);
    report.candidates = NULL;
    return report;
}

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

static void nrpa_finds_the_best_games_of_small_boards(void **unused)
{
    static const char *const agents[] = {
        "nrpa(level=2, iterations=30)", "nrpa(level=1, iterations=20, playout=random)",
        "nrpa(level=3, iterations=10, stabilised=2, alpha=0.5, tau=0.8)",
        "nrpa(level=2, iterations=40, repetitions=3, playout=roulette(tabu=none))"};

    (void)unused;
    for (uint64_t seed = 1; seed <= (is_slow_build() ? 2 : 10); seed++) {
        struct table table =
            open_table("samegame(width=5, height=4, colours=3)", "sims=6k, seed=3", seed);
        double best = best_of_all(table.game, table.state);

        for (int i = 0; i < 4; i++)
            assert_true(search(&table, agents[i], NULL).total == best);
        cop_game_close(table.game);
    }
}

/* Against as many games without learning. */
static void nrpa_learns(void **unused)
{
    double learned = 0, unlearned = 0;

    (void)unused;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct table table = open_table("samegame", "sims=2500, seed=1", seed);

        learned += search(&table, "nrpa(level=2, iterations=50, playout=roulette)", NULL).total;
        unlearned +=
            search(&table, "nrpa(level=2, iterations=50, playout=roulette, alpha=0.001)", NULL)
                .total;
        cop_game_close(table.game);
    }
    assert_true(learned > unlearned + 3 * 200);
}

/* A level that only plays one game any more makes room for the next try. */
static void nrpa_leaves_a_level_that_repeats_itself(void **unused)
{
    double with = 0, without = 0;

    (void)unused;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct table table =
            open_table("samegame(width=7, height=6, colours=4)", "sims=5000, seed=1", seed);

        with += search(&table, "nrpa(level=1, iterations=1M, repetitions=3)", NULL).total;
        without += search(&table, "nrpa(level=1, iterations=1M)", NULL).total;
        cop_game_close(table.game);
    }
    assert_true(with > without + 10);
}

/* How many of 200 games begin with the first move of a game that an earlier search has found. */
static int64_t games_like_the_kept_one(const char *agent)
{
    struct table table = open_table("samegame", "sims=1000, seed=1", 4);
    struct cop_error error;
    struct cop_report report;
    struct cop_agent *opened = cop_agent_open(table.game, agent, &table.limits.means, &error);
    int64_t games = 0;

    assert_non_null(opened);
    assert_true(cop_agent_think(opened, table.state, &table.limits, NULL, &report, &error));
    table.limits.sims = 200;
    assert_true(cop_agent_think(opened, table.state, &table.limits, NULL, &report, &error));
    for (int i = 0; i < report.candidate_count; i++)
        if (report.candidates[i].move == report.best)
            games = report.candidates[i].visits;
    cop_agent_close(opened);
    cop_game_close(table.game);
    return games;
}

/* Single games at the highest level, so that nothing but the seed is learned. */
static void nrpa_begins_around_the_best_game_if_it_is_seeded(void **unused)
{
    (void)unused;
    assert_true(games_like_the_kept_one("nrpa(level=1, iterations=1, seeded=20)") > 60);
    assert_true(games_like_the_kept_one("nrpa(level=2, iterations=1, seeded=20)") > 60);
    assert_true(games_like_the_kept_one("nrpa(level=1, iterations=1)") < 30);
}

static void games_that_were_played_are_followed(void **unused)
{
    struct bench bench;
    struct adapt_game played = {0}, followed = {0};

    (void)unused;
    open_bench(&bench, "samegame", "tabu-colour(pick=group)", 1, 12);
    assert_true(adapt_game_open(&played, bench.game) && adapt_game_open(&followed, bench.game));
    play(&bench, 1, &played);
    deal(&bench, 1);
    assert_true(learned_follow(&bench.player, bench.state, played.choices.moves,
                               played.choices.length, &bench.adapt.odds, &followed.choices));
    check_same_games(&played.choices, &followed.choices);
    deal(&bench, 2);
    assert_false(learned_follow(&bench.player, bench.state, played.choices.moves,
                                played.choices.length, &bench.adapt.odds, &followed.choices));
    adapt_game_close(&played);
    adapt_game_close(&followed);
    close_bench(&bench);
}

static void nrpa_does_the_same_with_the_same_seed(void **unused)
{
    static const char *const agents[] = {"nrpa(level=3, iterations=10)",
                                         "nrpa(level=2, playout=tabu-colour(pick=group))",
                                         "nrpa(level=2, playout=tabu(epsilon=0.1))"};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct table table = open_table("samegame(width=9, height=9)", "sims=700, seed=5", 2);
        struct cop_report first = search(&table, agents[i], NULL);
        struct cop_report second = search(&table, agents[i], NULL);

        assert_int_equal(first.sims, 700);
        assert_int_equal(second.sims, 700);
        assert_true(first.total == second.total);
        assert_int_equal(first.line_length, second.line_length);
        assert_memory_equal(first.line, second.line,
                            (size_t)first.line_length * sizeof *first.line);
        cop_game_close(table.game);
    }
}

static void nrpa_searches_with_two_threads(void **unused)
{
    struct table table = open_table("samegame(width=9, height=9)", "sims=4k, threads=2", 2);
    struct cop_report report = search(&table, "nrpa(level=2, iterations=20)", NULL);

    (void)unused;
    assert_in_range(report.sims, 4000, 4001);
    cop_game_close(table.game);
}

static void nrpa_stops_when_it_is_told(void **unused)
{
    atomic_bool stop = true;
    struct cop_watch watch = {.stop = &stop};
    struct table table = open_table("samegame", "sims=1G", 2);

    (void)unused;
    assert_true(search(&table, "nrpa", &watch).sims < 1000);
    cop_game_close(table.game);
}

/* The least memory that it can do with is the most that it takes: 8 levels of games, all choices.
 */
static void nrpa_says_how_much_memory_it_needs(void **unused)
{
    struct table table = open_table("samegame", "sims=300, seed=1", 2);
    size_t games = 6 * adapt_game_bytes(table.game);
    size_t least = games + (adapt_slot_bytes(4) << 8);
    struct cop_error error;

    (void)unused;
    table.limits.means.memory = least - 1;
    assert_null(cop_agent_open(table.game, "nrpa", &table.limits.means, &error));
    assert_non_null(strstr(error.message, "give more memory"));
    table.limits.means.memory = least;
    assert_int_equal(search(&table, "nrpa(iterations=10)", NULL).sims, 300);
    cop_game_close(table.game);
}

static void check_refused(const char *game, const char *agent, const char *words)
{
    struct cop_error error;
    struct cop_game *opened = cop_game_open(game, &error);

    assert_false(cop_agent_check(opened, agent, NULL, NULL, &error));
    if (strstr(error.message, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
    cop_game_close(opened);
}

static void nrpa_says_what_it_cannot_do(void **unused)
{
    (void)unused;
    check_refused("othello", "nrpa", "for one player");
    check_refused("samegame", "nrpa(playout=nothing)", "is not a policy");
    check_refused("samegame", "nrpa(level=0)", "level");
    check_refused("samegame", "nrpa(level=9)", "level");
    check_refused("samegame", "nrpa(alpha=0)", "alpha");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samegame_plays_learned_games_draw_for_draw),
        cmocka_unit_test(samegame_has_no_quick_way_for_shares_that_it_does_not_keep),
        cmocka_unit_test(policies_are_adapted_as_written),
        cmocka_unit_test(levels_begin_with_the_policy_above),
        cmocka_unit_test(a_table_that_is_too_small_learns_what_it_can),
        cmocka_unit_test(nrpa_finds_the_best_games_of_small_boards),
        cmocka_unit_test(nrpa_learns),
        cmocka_unit_test(nrpa_leaves_a_level_that_repeats_itself),
        cmocka_unit_test(games_that_were_played_are_followed),
        cmocka_unit_test(nrpa_begins_around_the_best_game_if_it_is_seeded),
        cmocka_unit_test(nrpa_does_the_same_with_the_same_seed),
        cmocka_unit_test(nrpa_searches_with_two_threads),
        cmocka_unit_test(nrpa_stops_when_it_is_told),
        cmocka_unit_test(nrpa_says_how_much_memory_it_needs),
        cmocka_unit_test(nrpa_says_what_it_cannot_do),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
