/* test_allocation.c - every request for memory is refused once, while games are opened and agents
 * think: each failure is a sentence, nothing crashes, and under the address sanitizer nothing is
 * left behind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "coppice/agent.h"
#include "fail_allocation.h"

enum { REQUESTS_MAX = 2000, SMALL = 64 * 1024 };

static void *start_of(const struct cop_game *game)
{
    void *state = malloc(game->state_size);
    struct cop_rng rng;

    assert_non_null(state);
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    return state;
}

/* One search with the n-th request refused; false if there were fewer. */
static bool search_without(const struct cop_game *game, const void *state, const char *spec,
                           const struct cop_limits *limits, long n)
{
    struct cop_error error = {""};
    struct cop_report report;
    struct cop_agent *agent;
    bool has_failed;

    fail_allocation(n);
    agent = cop_agent_open(game, spec, &limits->means, &error);
    if (agent != NULL && cop_agent_think(agent, state, limits, NULL, &report, &error))
        assert_true(report.best != COP_NO_MOVE);
    else
        assert_true(error.message[0] != '\0');
    has_failed = has_allocation_failed();
    fail_allocation(0);
    cop_agent_close(agent);
    return has_failed;
}

struct row {
    const char *game, *agent, *limits;
};

static const struct row rows[] = {
    {"connect4", "mcts", "sims=50, memory=1M"},
    {"connect4", "mcts(solver=on, reuse=on, rave=table)", "sims=50, memory=1M, threads=2"},
    {"connect4", "mcts(prune=root, history=visits, playout=greedy)", "sims=50, memory=1M"},
    {"othello(size=4)", "mcts(parallel=root)", "sims=50, memory=1M, threads=2"},
    {"stratego(size=4)", "mcts(hidden=views)", "sims=50, memory=1M"},
    {"connect4", "mc", "sims=50, threads=2"},
    {"stratego(size=4)", "mc", "sims=50"},
    {"connect4", "alphabeta", "depth=2, memory=8M, threads=2"},
    {"focus(players=2)", "alphabeta", "depth=1, memory=8M"},
    {"dice(size=3)", "star2", "depth=1, memory=8M"},
    {"rolit(players=3)", "maxn", "depth=1, memory=8M"},
    {"focus(players=3)", "brs", "depth=1, memory=8M"},
    {"connect4", "random", "sims=1"},
};

/* A row's agent, with each of its requests refused in turn. */
static void refuse_each(const struct row *row)
{
    struct cop_game *game = cop_game_open(row->game, NULL);
    struct cop_limits limits;
    size_t largest;
    void *state;
    long n = 1;

    assert_non_null(game);
    assert_true(cop_limits_parse(row->limits, &limits, NULL));
    if (!cop_agent_check(game, row->agent, &limits, NULL, NULL))
        fail_msg("%s is refused in %s", row->agent, row->game);
    state = start_of(game);
    largest_unrefused();
    while (n < REQUESTS_MAX && search_without(game, state, row->agent, &limits, n))
        n++;
    largest = largest_unrefused();
    printf("# %s, %s: %ld requests, the largest that cannot be refused has %zu bytes\n", row->game,
           row->agent, n - 1, largest);
    assert_true(n > 1 && n < REQUESTS_MAX);
    assert_true(largest <= SMALL);
    free(state);
    cop_game_close(game);
}

static void agents_without_memory_say_so(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        refuse_each(&rows[i]);
}

static void games_without_memory_say_so(void **unused)
{
    (void)unused;
    for (int i = 0; cop_all_rules()[i] != NULL; i++) {
        bool has_failed = true;

        for (long n = 1; n < REQUESTS_MAX && has_failed; n++) {
            struct cop_error error = {""};
            struct cop_game *game;

            fail_allocation(n);
            game = cop_game_open(cop_all_rules()[i]->name, &error);
            has_failed = has_allocation_failed();
            fail_allocation(0);
            assert_true(game != NULL || (has_failed && error.message[0] != '\0'));
            cop_game_close(game);
        }
        assert_false(has_failed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_without_memory_say_so),
        cmocka_unit_test(games_without_memory_say_so),
    };

    return cmocka_run_group_tests_name("allocation", tests, NULL, NULL);
}
