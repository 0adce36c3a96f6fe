/* test_cores.c - who thinks on several processors without having been told to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "agent/cores.h"
#include "agent/presets.h"

enum { CORES = 3 };

static int threads_of(const char *game_name, const char *spec, const char *words)
{
    struct cop_game *game = cop_game_open(game_name, NULL);
    struct cop_limits limits;

    assert_non_null(game);
    assert_true(cop_limits_parse(words, &limits, NULL));
    cop_limits_take_cores(&limits, CORES, game, spec);
    cop_game_close(game);
    return limits.means.threads;
}

static void searches_that_only_time_ends_take_all_cores(void **unused)
{
    (void)unused;
    assert_int_equal(threads_of("othello", "alphabeta", "2s"), CORES);
    assert_int_equal(threads_of("othello", "mcts(reuse=on)", "clock=5m"), CORES);
    assert_int_equal(threads_of("rolit(players=3)", "maxn", "10s, memory=64M, seed=3"), CORES);
}

/* They play the same moves on every machine. */
static void searches_with_a_count_keep_one_thread(void **unused)
{
    static const char *const limits[] = {"sims=100", "2s, sims=5k", "2s, nodes=1M", "2s, depth=3",
                                         "memory=64M"};

    (void)unused;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        assert_int_equal(threads_of("connect4", "mcts", limits[i]), 1);
}

/* A tree with hidden pieces is not shared by threads, and such an agent must go on playing. */
static void who_cannot_use_several_keeps_one(void **unused)
{
    (void)unused;
    assert_int_equal(threads_of("stratego", "mcts", "2s"), 1);
    assert_int_equal(threads_of("stratego", "mcts(parallel=root)", "2s"), CORES);
    assert_int_equal(threads_of("stratego", "no such agent", "2s"), 1);
}

static void words_that_name_threads_are_seen(void **unused)
{
    (void)unused;
    assert_true(cop_limits_name_threads("2s, threads=1"));
    assert_true(cop_limits_name_threads("threads=2"));
    assert_false(cop_limits_name_threads("2s, sims=5k"));
    assert_false(cop_limits_name_threads("threads=lots"));
}

/* The levels that are limited by time alone think with all of the machine. */
static void strong_levels_take_all_cores(void **unused)
{
    (void)unused;
    for (const struct cop_rules *const *rules = cop_all_rules(); *rules != NULL; rules++) {
        struct cop_game *game = cop_game_open((*rules)->name, NULL);
        struct cop_preset presets[COP_PRESETS];

        assert_non_null(game);
        cop_presets_for(game, presets);
        for (int level = 0; level < COP_PRESETS; level++)
            assert_int_equal(threads_of(game->name, presets[level].agent, presets[level].limit),
                             level >= COP_STRONG ? CORES : 1);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_that_only_time_ends_take_all_cores),
        cmocka_unit_test(searches_with_a_count_keep_one_thread),
        cmocka_unit_test(who_cannot_use_several_keeps_one),
        cmocka_unit_test(words_that_name_threads_are_seen),
        cmocka_unit_test(strong_levels_take_all_cores),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
