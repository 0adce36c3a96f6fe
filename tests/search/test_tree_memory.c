/* The memory of depth-first searches: what threads take is within the limit, a line that has too
 * many moves is judged, and the system's refusal of memory is an error with a message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "depth_bench.h"
#include "random_tree.h"

/* ---- A system that refuses ---- */

/* The linker puts this in the place of calloc, in all of the program. */
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

static int granted = -1; /* so many are granted, then one is refused; -1: all of them */

void *__wrap_calloc(size_t count, size_t size)
{
    if (granted < 0)
        return __real_calloc(count, size);
    if (granted-- == 0)
        return NULL;
    return __real_calloc(count, size);
}

static struct cop_settings *settings_of(const struct cop_agent_kind *kind, const char *inside)
{
    struct cop_error error = {""};
    struct cop_settings *settings = cop_settings_parse(kind->name, kind->options, inside, &error);

    if (settings == NULL)
        fail_msg("%s", error.message);
    return settings;
}

/* Opens and closes an agent, with the n-th allocation refused; was one? */
static bool open_refused(const struct cop_game *game, const char *name, const char *inside, int n)
{
    const struct cop_agent_kind *kind = cop_agent_kind_find(name);
    struct cop_settings *settings = settings_of(kind, inside);
    struct cop_means means = {.threads = 2, .memory = 4 << 20};
    struct cop_error error = {""};
    void *agent;
    bool was_refused;

    granted = n;
    agent = kind->open(kind, game, settings, &means, &error);
    was_refused = granted < 0;
    granted = -1;
    assert_int_equal(agent == NULL, was_refused);
    assert_int_equal(strstr(error.message, "memory") != NULL ||
                         strstr(error.message, "the system has no") != NULL,
                     was_refused);
    if (agent != NULL)
        kind->close(agent);
    cop_settings_free(settings);
    return was_refused;
}

static void refused_memory_is_an_error_of_opening(void **context)
{
    struct cop_game *game = cop_game_open_rules(&random_tree_rules, "players=3", NULL);
    static const char *const agents[][2] = {
        {"paranoid", "eval=many"}, {"maxn", "eval=many"}, {"paranoid", "eval=many, history=off"}};

    (void)context;
    for (int i = 0; i < 3; i++) {
        int refused = 0;

        while (open_refused(game, agents[i][0], agents[i][1], refused))
            refused++;
        assert_true(refused > 5);
    }
    cop_game_close(game);
}

/* Refuses one allocation of a search after the other, until none is left to refuse. */
static int count_refusals(struct tree_search *agent, const void *state)
{
    const struct cop_agent_kind *kind = cop_agent_kind_find("star2");
    struct cop_limits limits = {.depth = 3, .means = {.threads = 1}};
    int refused = 0;
    bool is_done = false;

    while (!is_done && refused < 100) {
        struct cop_error error = {""};
        struct cop_report report;
        bool is_good;

        granted = refused;
        is_good = kind->think(agent, state, &limits, NULL, &report, &error);
        is_done = granted >= 0;
        granted = -1;
        assert_int_equal(is_good, is_done);
        assert_int_equal(error.message[0] == '\0', is_good);
        refused += !is_done;
    }
    return refused;
}

static void refused_memory_is_an_error_of_searching(void **context)
{
    static const char *const limits[] = {"threads=1", "threads=2"};
    struct cop_game *game = cop_game_open_rules(&random_tree_rules, "levels=4", NULL);
    uint32_t state[RANDOM_TREE_STATE];

    (void)context;
    random_tree_start(game, state);
    for (int i = 0; i < 2; i++) {
        struct tree_search *agent = depth_bench_open(game, "star2(eval=pair)", limits[i]);

        assert_in_range(count_refusals(agent, state), 2, 20);
        depth_bench_close(agent);
    }
    cop_game_close(game);
}

/* ---- The limit ---- */

static void threads_are_within_the_limit(void **context)
{
    static const char *const games[] = {"amazons", "connect4", "stratego", "focus(players=4)"};
    static const char *const agents[] = {"alphabeta", "alphabeta", "star2", "brs"};

    (void)context;
    for (int i = 0; i < 4; i++) {
        struct cop_game *game = cop_game_open(games[i], NULL);
        struct tree_search *search = depth_bench_open(game, agents[i], "threads=4, memory=4M");

        size_t workers = worker_size(search) * (size_t)search->threads;
        void *state = calloc(1, game->state_size);
        struct cop_rng rng;

        cop_rng_seed(&rng, 1);
        game->rules->start(game, state, &rng);
        while (game->rules->turn(game, state) == COP_CHANCE) {
            cop_move moves[1000];

            game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
        }
        depth_bench_search(search, state, "depth=1");
        assert_true(workers + search->transpositions.size <= 4 << 20);
        assert_true(workers + search->transpositions.size > (4 << 20) - 4096);
        assert_true(worker_size(search) < 1 << 20);
        free(state);
        depth_bench_close(search);
        cop_game_close(game);
    }
}

static void assert_refused(const struct cop_game *game, const char *limit, const char *message)
{
    struct cop_error error = {""};
    struct cop_limits limits;

    assert_true(cop_limits_parse(limit, &limits, NULL));
    assert_null(cop_agent_open(game, "alphabeta", &limits.means, &error));
    if (strstr(error.message, message) == NULL)
        fail_msg("%s", error.message);
}

static void threads_that_do_not_fit_are_refused(void **context)
{
    struct cop_game *game = cop_game_open("amazons", NULL);

    (void)context;
    assert_refused(game, "threads=2, memory=64K", "memory=64K is too little");
    assert_refused(game, "memory=64K", "memory=64K is too little for a search of amazons");
    if (cop_run_thread_count(2) < 2)
        skip(); /* a second thread does no good here and is not opened */
    assert_refused(game, "threads=2, memory=800K", "2 threads need");
    assert_refused(game, "threads=2, memory=800K", "memory=800K allows 1; give at least memory=");
    cop_game_close(game);
}

/* ---- Long lines ---- */

/* With less room than the lines need, leaves come earlier: nothing is written outside (sanitizers
 * would see it), and nothing is called proven. */
static void lines_without_room_are_judged(void **context)
{
    static const char *const specs[] = {"star2(eval=pair)", "expectimax(eval=pair)",
                                        "paranoid(eval=pair)", "maxn(eval=pair)"};
    struct cop_game *game = cop_game_open_rules(&random_tree_rules, "levels=8, width=6", NULL);

    (void)context;
    for (int i = 0; i < 4; i++) {
        struct tree_search *search = depth_bench_open(game, specs[i], "memory=1M");
        struct worker *worker = &search->workers[0];

        for (int room = 0; room < 24; room++) {
            uint32_t state[RANDOM_TREE_STATE];
            struct cop_report report;

            random_tree_plant(game, (uint64_t)room);
            random_tree_start(game, state);
            worker->last_list = worker->moves + room;
            report = depth_bench_search(search, state, "depth=9");
            assert_int_not_equal(report.best, COP_NO_MOVE);
            if (room < 6)
                assert_int_equal(report.proof, COP_UNPROVEN);
        }
        depth_bench_close(search);
    }
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused_memory_is_an_error_of_opening),
        cmocka_unit_test(refused_memory_is_an_error_of_searching),
        cmocka_unit_test(threads_are_within_the_limit),
        cmocka_unit_test(threads_that_do_not_fit_are_refused),
        cmocka_unit_test(lines_without_room_are_judged),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
