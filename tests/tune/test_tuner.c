/* Tuners: what is tuned, how both methods move, where they end, and that stopping changes nothing.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "agent/paths.h"
#include "match/schedule.h"
#include "tune/confirm.h"
#include "tune/idle.h"

static struct cop_game *open_game(const char *spec)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    return game;
}

static struct cop_limits limits_of(const char *words)
{
    struct cop_limits limits;

    assert_true(cop_limits_parse(words, &limits, NULL));
    return limits;
}

static void read_space(struct cop_space *space, const struct cop_game *game, const char *agent,
                       const char *over)
{
    struct cop_limits limits = limits_of("sims=20");
    struct cop_error error;

    if (!cop_space_read(space, game, agent, over, &limits, &error))
        fail_msg("%s", error.message);
}

static void assert_close(double one, double other)
{
    if (!(fabs(one - other) < 1e-9))
        fail_msg("%.12g is not %.12g", one, other);
}

/* ---- What is tuned ---- */

static void ranges_begin_in_their_middle_unless_told(void **context)
{
    struct cop_game *game = open_game("connect4");
    struct cop_space space;

    (void)context;
    read_space(
        &space, game, "mcts(history=visits)",
        "c=0..2, warm = 0..1k from 10 by 3,final=visits|value|secure,history_weight=-0...5e1");
    assert_int_equal(space.count, 4);
    assert_true(space.tuned[0].low == 0 && space.tuned[0].high == 2);
    assert_true(space.tuned[0].start == 1 && space.tuned[0].deviation == 1);
    assert_true(space.tuned[1].high == 1000 && space.tuned[1].is_whole);
    assert_true(space.tuned[1].start == 10 && space.tuned[1].deviation == 3);
    assert_int_equal(space.tuned[2].choice_count, 3);
    assert_true(space.tuned[3].low == 0 && space.tuned[3].high == 5);
    cop_space_free(&space);
    cop_game_close(game);
}

static void points_become_specs(void **context)
{
    struct cop_game *game = open_game("breakthrough");
    struct cop_space space;
    struct cop_text spec = COP_TEXT;

    (void)context;
    read_space(&space, game, "mistaken(of=mcts(playout=greedy), share=0.5)",
               "of.warm=0..9, of.playout.epsilon=0..0.5, of.solver=on|off");
    assert_true(cop_space_write(&space, (const double[]){3, 0.25, 0}, &spec, NULL));
    assert_string_equal(
        spec.bytes,
        "mistaken(of=mcts(warm=3, solver=on, playout=greedy(epsilon=0.25)), share=0.5)");
    cop_text_free(&spec);
    cop_space_free(&space);
    cop_game_close(game);
}

/* Hand-made: ranges are inclusive, whole numbers are rounded, others have four digits. */
static void values_are_rounded_and_stay_in_range(void **context)
{
    const struct cop_tuned real = {.low = 0.33333, .high = 2},
                           whole = {.is_whole = true, .high = 9};

    (void)context;
    assert_true(cop_tuned_round(&real, 1.234567) == 1.235);
    assert_true(cop_tuned_round(&real, 0) == 0.33333 && cop_tuned_round(&real, 7) == 2);
    assert_true(cop_tuned_round(&whole, 3.5) == 4 && cop_tuned_round(&whole, 3.4) == 3);
    assert_true(cop_tuned_round(&whole, -2) == 0 && cop_tuned_round(&whole, 9.9) == 9);
}

static void wrong_spaces_are_refused_with_a_reason(void **context)
{
    static const struct {
        const char *agent, *over, *message;
    } cases[] = {
        {"mcts", "", "missing"},
        {"mcts", "c", "says no values"},
        {"mcts", "c=1", "c=LOW..HIGH"},
        {"mcts", "c=2..1", "is empty"},
        {"mcts", "c=1..1", "is empty"},
        {"mcts", "expand=0..5", "a whole number from 1 to"},
        {"mcts", "warm=0..2.5", "a whole number"},
        {"mcts", "discount=0..1", "from 0.5 to 1"},
        {"mcts", "first_play=0..inf", "needs an end"},
        {"mcts", "c=0..2 from 3", "not between"},
        {"mcts", "c=0..2 from 1 by 0", "above 0"},
        {"mcts", "cc=0..2", "there is no option \"cc\""},
        {"mcts", "c=0..2, C=0..1", "given twice"},
        {"mcts(c=0.7)", "c=0..2", "given in the agent"},
        {"mcts", "history_weight=0..40", "history_weight does nothing here; it needs history"},
        {"mcts", "history=none|visits, history_weight=0..40", "does nothing here"},
        {"mcts", "final=visits", "nothing to choose"},
        {"mcts", "final=visits|visits", "given twice"},
        {"mcts", "final=visits|nothing", "one of visits, value"},
        {"mcts", "select=ucb1|puct", "give prior=order"},
        {"mcts", "extend=0..1", "extend goes by tenths"},
        {"mcts", "c=0..1, extend=0..1", "extend goes by tenths"},
        {"mcts", "judge=0..1", "is text"},
        {"mcts", "playout=uniform|greedy", "playout.NAME"},
        {"mcts", "playout.epsilon=0..1", "there is no option \"epsilon\""},
        {"mcts", "c.d=0..1", "c has no options of its own"},
        {"mcts(playout=greedy(epsilon=0.1))", "playout.epsilon=0..1", "given in the agent"},
        {"mcts(c=)", "c=0..2", "mcts"},
        {"nobody", "c=0..2", "there is no agent"},
    };
    struct cop_game *game = open_game("breakthrough");
    struct cop_limits limits = limits_of("sims=20");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_error error = {""};
        struct cop_space space;

        if (cop_space_read(&space, game, cases[i].agent, cases[i].over, &limits, &error))
            fail_msg("%s was taken", cases[i].over);
        if (strstr(error.message, cases[i].message) == NULL)
            fail_msg("%s: %s", cases[i].over, error.message);
        cop_space_free(&space);
    }
    cop_game_close(game);
}

static void limits_must_end_the_agent(void **context)
{
    struct cop_game *game = open_game("breakthrough");
    struct cop_limits limits = limits_of("threads=1");
    struct cop_space space;
    struct cop_error error = {""};

    (void)context;
    assert_false(cop_space_read(&space, game, "mcts", "c=0..2", &limits, &error));
    assert_non_null(strstr(error.message, "sims"));
    cop_space_free(&space);
    cop_game_close(game);
}

/* ---- The cross-entropy method, by hand ---- */

/* Elites are the points 4, 2 and 3 (of worths 9, 8, 8: of three 8s the two drawn first): mean 3,
 * deviation sqrt(2 / 3); half of the way from mean 1, deviation 4. Choices 2, 0, 2 of 3. */
static void the_bell_follows_its_elite(void **context)
{
    struct cop_space space = {
        .count = 2, .tuned = {{.low = 0, .high = 10}, {.is_choice = true, .choice_count = 3}}};
    struct cop_bell bell = {.mean = {1}, .deviation = {4}, .shares = {[1] = {0.5, 0.25, 0.25}}};
    struct cop_drawn drawn[] = {{{9, 1}, 1}, {{2, 0}, 8},  {{4, 2}, 9},
                                {{3, 2}, 8}, {{10, 1}, 8}, {{0, 1}, -3}};

    (void)context;
    cop_bell_follow(&bell, &space, drawn, 6, 3, 0.5);
    assert_close(bell.mean[0], 2);
    assert_close(bell.deviation[0], (4 + sqrt(2.0 / 3)) / 2);
    assert_close(bell.shares[1][0], (0.5 + 1.0 / 3) / 2);
    assert_close(bell.shares[1][1], 0.125);
    assert_close(bell.shares[1][2], (0.25 + 2.0 / 3) / 2);
    cop_bell_follow(&bell, &space, drawn, 6, 1, 1);
    assert_close(bell.mean[0], 4);
    assert_close(bell.deviation[0], 0);
    assert_close(bell.shares[1][2], 1);
    assert_true(cop_bell_is_narrow(&bell, &space, 0.02));
    bell.deviation[0] = 0.3;
    assert_false(cop_bell_is_narrow(&bell, &space, 0.02));
    bell.deviation[0] = 0.1;
    bell.shares[1][2] = 0.9;
    assert_false(cop_bell_is_narrow(&bell, &space, 0.02));
}

/* Of many draws within a wide range; far out they are clipped. */
static void draws_have_the_mean_and_the_deviation(void **context)
{
    enum { DRAWS = 20000 };
    struct cop_space space = {.count = 2,
                              .tuned = {{.low = -100, .high = 100, .start = 5, .deviation = 2},
                                        {.is_choice = true, .choice_count = 2}}};
    struct cop_bell bell;
    struct cop_rng rng;
    double sum = 0, squares = 0, second = 0, point[COP_TUNED_MAX];

    (void)context;
    cop_rng_seed(&rng, 7);
    cop_bell_start(&bell, &space);
    assert_true(bell.shares[1][0] == 0.5);
    bell.shares[1][0] = 0.8;
    bell.shares[1][1] = 0.2;
    for (int i = 0; i < DRAWS; i++) {
        cop_bell_draw(&bell, &space, &rng, point);
        sum += point[0];
        squares += point[0] * point[0];
        second += point[1];
    }
    assert_true(fabs(sum / DRAWS - 5) < 0.06);
    assert_true(fabs(sqrt(squares / DRAWS - sum / DRAWS * sum / DRAWS) - 2) < 0.05);
    assert_true(fabs(second / DRAWS - 0.2) < 0.012);
    space.tuned[0].high = 5.5;
    for (int i = 0; i < 100; i++) {
        cop_bell_draw(&bell, &space, &rng, point);
        assert_true(point[0] <= 5.5);
    }
}

/* ---- SPSA, by hand ---- */

/* Iteration 3: points 0.2 / 4^0.101 ranges away; a gain of 0.5 / (4 + 6)^0.602. */
static void spsa_goes_along_the_slope(void **context)
{
    const struct cop_spsa spsa = {.gain = 0.5, .step = 0.2, .steady = 6};
    const struct cop_space space = {.count = 2,
                                    .tuned = {{.low = 0, .high = 10}, {.low = -5, .high = 5}}};
    double mean[COP_TUNED_MAX] = {4, 0}, plus[COP_TUNED_MAX] = {6, -1}, minus[] = {2, 1, 0};

    (void)context;
    assert_close(cop_spsa_step(&spsa, 3), 0.2 / pow(4, 0.101));
    cop_spsa_follow(&spsa, &space, 3, plus, minus, 0.1, mean);
    assert_close(mean[0], 4 + 0.5 / pow(10, 0.602) * 0.1 / 0.4 * 10);
    assert_close(mean[1], 0 - 0.5 / pow(10, 0.602) * 0.1 / 0.2 * 10);
    cop_spsa_follow(&spsa, &space, 0, plus, minus, 100, mean);
    assert_true(mean[0] == 10 && mean[1] == -5);
}

static void spsa_points_are_apart_and_in_range(void **context)
{
    const struct cop_spsa spsa = {.gain = 0.5, .step = 0.1};
    const struct cop_space space = {
        .count = 3,
        .tuned = {{.low = 0, .high = 10}, {.low = 0, .high = 3, .is_whole = true}, {.high = 1}}};
    const double mean[COP_TUNED_MAX] = {4, 1, 1};
    int ups = 0;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 3);
    for (int i = 0; i < 200; i++) {
        double plus[COP_TUNED_MAX], minus[COP_TUNED_MAX];

        cop_spsa_pair(&spsa, &space, 0, mean, &rng, plus, minus);
        assert_close(fabs(plus[0] - 4), 1);
        assert_close(plus[0] + minus[0], 8);
        assert_close(fabs(plus[1] - minus[1]), 1);
        assert_close(fmin(plus[2], minus[2]), 0.9);
        assert_close(fmax(plus[2], minus[2]), 1);
        ups += plus[0] > 4;
        assert_true(i < 20 || ups > 0);
    }
    assert_true(ups > 70 && ups < 130);
}

/* ---- A noisy hill whose top is known ---- */

/* c = 1.3, warm = 30 and final=value are worth 0.7, everything else less; a game's result has a
 * deviation of 0.3 and follows from spec and seed. */
static bool measure_hill(void *context, const char *spec, uint64_t seed, int games,
                         struct cop_worth *worth, struct cop_error *error)
{
    char *name, *inside;
    struct cop_settings *settings;
    double c, warm, sum = 0;
    uint64_t number = seed;
    struct cop_rng rng;

    (void)context;
    assert_true(cop_spec_split("agent", spec, &name, &inside, error));
    settings = cop_settings_parse("mcts", cop_agent_kind_find("mcts")->options, inside, error);
    assert_non_null(settings);
    c = (cop_real(settings, "c") - 1.3) / 2;
    warm = (double)(cop_integer(settings, "warm") - 30) / 100;
    sum = 0.7 - 0.8 * c * c - 0.8 * warm * warm - (cop_choice(settings, "final") == 1 ? 0 : 0.1);
    for (const char *at = spec; *at != '\0'; at++)
        number = cop_mix(number + (unsigned char)*at);
    cop_rng_seed(&rng, number);
    sum *= games;
    for (int i = 0; i < games; i++)
        sum += cop_rng_unit(&rng) < 0.5 ? 0.3 : -0.3;
    *worth = (struct cop_worth){games, sum / games, 0.09};
    cop_settings_free(settings);
    free(name);
    free(inside);
    return true;
}

static void climb(struct cop_tuning tuning, const char *over, double *centre)
{
    struct cop_game *game = open_game("connect4");
    struct cop_tuned_result result;
    struct cop_space space;
    struct cop_error error;

    read_space(&space, game, "mcts", over);
    tuning.space = &space;
    tuning.objective = (struct cop_objective){NULL, measure_hill};
    if (!cop_tune_run(&tuning, &result, &error))
        fail_msg("%s", error.message);
    assert_true(result.is_finished);
    assert_true(isnan(result.steps[0].mean));
    cop_bell_centre(&result.steps[result.step_count].bell, &space, centre);
    cop_tuned_result_free(&result);
    cop_space_free(&space);
    cop_game_close(game);
}

static void cross_entropy_finds_the_top(void **context)
{
    (void)context;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct cop_tuning tuning = {.by = COP_BY_CEM,
                                    .iterations = 20,
                                    .games = 50,
                                    .seed = seed,
                                    .samples = 50,
                                    .elites = 10,
                                    .smoothing = 0.7,
                                    .enough = 0.02};
        double centre[COP_TUNED_MAX];

        climb(tuning, "c=0..2, warm=0..100, final=visits|value|secure", centre);
        if (!(fabs(centre[0] - 1.3) < 0.25 && fabs(centre[1] - 30) < 12 && centre[2] == 1))
            fail_msg("seed %d: %g %g %g", (int)seed, centre[0], centre[1], centre[2]);
    }
}

/* samegame-and-fanorona.md 8.3 [25]: f(x) = -|x - x*|^2 in five dimensions, to within 1 % of the
 * range in fewer than 30 iterations. */
static bool measure_quadratic(void *context, const char *spec, uint64_t seed, int games,
                              struct cop_worth *worth, struct cop_error *error)
{
    static const char *const names[] = {"c", "first_play", "secure", "rave_k", "widen_power"};
    const double *top = context;
    struct cop_settings *settings;
    char *name, *inside;
    double sum = 0;

    (void)seed;
    assert_true(cop_spec_split("agent", spec, &name, &inside, error));
    settings = cop_settings_parse("mcts", cop_agent_kind_find("mcts")->options, inside, error);
    assert_non_null(settings);
    for (int i = 0; i < 5; i++)
        sum -= pow(cop_real(settings, names[i]) - top[i], 2);
    *worth = (struct cop_worth){games, sum, 0};
    cop_settings_free(settings);
    free(name);
    free(inside);
    return true;
}

static void cross_entropy_finds_the_top_of_a_quadratic(void **context)
{
    double top[] = {0.62, 0.17, 0.41, 0.88, 0.29};
    struct cop_game *game = open_game("connect4");
    struct cop_space space;

    (void)context;
    read_space(&space, game, "mcts(final=secure, rave=node, rave_form=mix, widen=2)",
               "c=0..1, first_play=0..1, secure=0..1, rave_k=0..1, widen_power=0..1");
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct cop_tuning tuning = {.space = &space,
                                    .objective = {top, measure_quadratic},
                                    .by = COP_BY_CEM,
                                    .iterations = 29,
                                    .games = 1,
                                    .seed = seed,
                                    .samples = 100,
                                    .elites = 10,
                                    .smoothing = 0.7,
                                    .enough = 0.0005};
        struct cop_tuned_result result;
        double centre[COP_TUNED_MAX];
        struct cop_error error;

        assert_true(cop_tune_run(&tuning, &result, &error));
        cop_bell_centre(&result.steps[result.step_count].bell, &space, centre);
        for (int i = 0; i < 5; i++)
            if (fabs(centre[i] - top[i]) >= 0.01)
                fail_msg("seed %d: %g and not %g", (int)seed, centre[i], top[i]);
        cop_tuned_result_free(&result);
    }
    cop_space_free(&space);
    cop_game_close(game);
}

static void spsa_finds_the_top(void **context)
{
    (void)context;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct cop_tuning tuning = {.by = COP_BY_SPSA,
                                    .iterations = 300,
                                    .games = 50,
                                    .seed = seed,
                                    .spsa = {.gain = 1, .step = 0.15, .steady = 20}};
        double centre[COP_TUNED_MAX];

        climb(tuning, "c=0..2, warm=0..100 from 90", centre);
        if (!(fabs(centre[0] - 1.3) < 0.25 && fabs(centre[1] - 30) < 12))
            fail_msg("seed %d: %g %g", (int)seed, centre[0], centre[1]);
    }
}

struct seeds {
    int count;
    uint64_t seeds[6];
};

static bool note_seed(void *context, const char *spec, uint64_t seed, int games,
                      struct cop_worth *worth, struct cop_error *error)
{
    struct seeds *noted = context;

    (void)spec, (void)error;
    assert_true(noted->count < 6);
    noted->seeds[noted->count++] = seed;
    *worth = (struct cop_worth){games, 0.5, 0};
    return true;
}

/* Fresh boards for each iteration, the same for all its samples and others to confirm. */
static void points_of_an_iteration_have_the_same_games(void **context)
{
    struct cop_game *game = open_game("connect4");
    struct cop_space space;
    struct seeds noted = {0};
    struct cop_tuning tuning = {.space = &space,
                                .objective = {&noted, note_seed},
                                .iterations = 2,
                                .games = 1,
                                .samples = 3,
                                .elites = 2,
                                .smoothing = 1};
    struct cop_tuned_result result;

    (void)context;
    read_space(&space, game, "mcts", "c=0..2");
    assert_true(cop_tune_run(&tuning, &result, NULL));
    assert_int_equal(noted.count, 6);
    assert_true(noted.seeds[0] == noted.seeds[1] && noted.seeds[1] == noted.seeds[2]);
    assert_true(noted.seeds[3] == noted.seeds[4] && noted.seeds[4] == noted.seeds[5]);
    assert_true(noted.seeds[0] != noted.seeds[3]);
    assert_true(cop_tuning_fresh_seed(&tuning) != noted.seeds[0] &&
                cop_tuning_fresh_seed(&tuning) != noted.seeds[3]);
    cop_tuned_result_free(&result);
    cop_space_free(&space);
    cop_game_close(game);
}

static void wrong_plans_are_refused(void **context)
{
    struct cop_game *game = open_game("connect4");
    struct cop_space space;
    struct cop_tuning tuning = {.space = &space, .iterations = 1, .games = 2, .samples = 5};
    struct cop_error error;

    (void)context;
    read_space(&space, game, "mcts", "final=visits|value");
    tuning.elites = 5;
    assert_false(cop_tuning_check(&tuning, &error));
    assert_non_null(strstr(error.message, "1 to 4 can be followed"));
    tuning.by = COP_BY_SPSA;
    assert_false(cop_tuning_check(&tuning, &error));
    assert_non_null(strstr(error.message, "final"));
    cop_space_free(&space);
    cop_game_close(game);
}

/* ---- Games ---- */

struct stopping {
    atomic_bool stop;
    int left; /* games until somebody wishes to stop */
};

static void count_down(void *context, const struct cop_game_result *result, int done, int total)
{
    struct stopping *stopping = context;

    (void)result, (void)done, (void)total;
    if (--stopping->left == 0)
        atomic_store(&stopping->stop, true);
}

enum { ITERATIONS = 3 };

/* Tunes with a store, stopped after every `games` games (0: never) and begun again. Returns how
 * often it was begun. */
static int tune_in_parts(enum cop_tuner by, int threads, int games,
                         struct cop_tuning_step steps[ITERATIONS + 1])
{
    struct cop_game *game = open_game("connect4(width=5, height=4)");
    struct cop_space space;
    struct stopping stopping;
    struct cop_bout bout = {.game = game,
                            .against = "mcts",
                            .limits = limits_of("sims=20"),
                            .threads = threads,
                            .store = cop_store_open(NULL, NULL),
                            .watch = {&stopping.stop, count_down, &stopping, NULL}};
    struct cop_tuning tuning = {.space = &space,
                                .objective = cop_objective_of_games(&bout),
                                .by = by,
                                .iterations = ITERATIONS,
                                .games = 4,
                                .seed = 5,
                                .samples = 5,
                                .elites = 2,
                                .smoothing = 0.7,
                                .spsa = {.gain = 1, .step = 0.2, .steady = 1}};
    struct cop_tuned_result result = {.is_finished = false};
    int begun = 0;

    read_space(&space, game, "mcts", "c=0..2, expand=1..20");
    while (!result.is_finished) {
        struct cop_error error;

        stopping.left = games;
        atomic_store(&stopping.stop, false);
        begun++;
        if (!cop_tune_run(&tuning, &result, &error))
            fail_msg("%s", error.message);
        if (result.is_finished)
            memcpy(steps, result.steps, (ITERATIONS + 1) * sizeof *steps);
        cop_tuned_result_free(&result);
    }
    cop_space_free(&space);
    cop_store_close(bout.store);
    cop_game_close(game);
    return begun;
}

static void stopping_changes_nothing(void **context)
{
    (void)context;
    for (int by = COP_BY_CEM; by <= COP_BY_SPSA; by++) {
        struct cop_tuning_step whole[ITERATIONS + 1], parts[ITERATIONS + 1];
        struct cop_tuning_step threads[ITERATIONS + 1];

        memset(whole, 0, sizeof whole);
        assert_int_equal(tune_in_parts((enum cop_tuner)by, 1, 0, whole), 1);
        assert_true(tune_in_parts((enum cop_tuner)by, 1, 3, parts) > 4);
        assert_memory_equal(whole, parts, sizeof whole);
        assert_true(tune_in_parts((enum cop_tuner)by, 2, 5, threads) > 2);
        assert_memory_equal(whole, threads, sizeof whole);
        assert_memory_not_equal(&whole[0].bell, &whole[ITERATIONS].bell, sizeof whole[0].bell);
    }
}

/* One value of a choice that does something is enough. */
static void options_are_idle_where_no_game_differs(void **context)
{
    struct cop_game *game = open_game("connect4(width=5, height=4)");
    struct cop_space space;
    struct cop_bout bout = {.game = game,
                            .against = "mcts",
                            .limits = limits_of("sims=30"),
                            .threads = 1,
                            .store = cop_store_open(NULL, NULL)};
    const struct cop_tuning tuning = {.space = &space, .seed = 2};
    const bool expected[] = {false, true, true, false};

    (void)context;
    read_space(&space, game, "mcts",
               "c=0..2, virtual_loss=1..9, hidden=shared|views, decisive=off|win|both");
    for (int i = 0; i < 4; i++) {
        bool is_idle = !expected[i];

        assert_true(cop_tune_idle(&tuning, &bout, i, &is_idle, NULL));
        if (is_idle != expected[i])
            fail_msg("%s", space.tuned[i].path);
    }
    cop_space_free(&space);
    cop_store_close(bout.store);
    cop_game_close(game);
}

/* A player that looks for a win beats one that plays at random; two of the same kind are equal. */
static void what_was_found_is_confirmed_by_other_games(void **context)
{
    struct cop_game *game = open_game("connect4");
    struct cop_bout bout = {.game = game,
                            .limits = limits_of("sims=100"),
                            .threads = 1,
                            .store = cop_store_open(NULL, NULL)};
    struct cop_confirmed confirmed;

    (void)context;
    assert_true(cop_tune_confirm(&bout, "mcts", "random", 1, 20, &confirmed, NULL));
    assert_int_equal(confirmed.games, 20);
    assert_true(confirmed.even == 0.5 && confirmed.score.low > 0.5);
    assert_true(cop_tune_confirm(&bout, "random", "random", 1, 40, &confirmed, NULL));
    assert_true(confirmed.score.low < 0.5 && confirmed.score.high > 0.5);
    cop_store_close(bout.store);
    cop_game_close(game);
}

static void one_player_is_measured_by_points(void **context)
{
    struct cop_game *game = open_game("samegame(width=5, height=5)");
    struct cop_bout bout = {.game = game,
                            .limits = limits_of("sims=200"),
                            .threads = 1,
                            .store = cop_store_open(NULL, NULL)};
    struct cop_objective objective = cop_objective_of_games(&bout);
    struct cop_worth searched, drawn;
    struct cop_confirmed confirmed;

    (void)context;
    assert_true(objective.measure(objective.context, "mcts", 3, 30, &searched, NULL));
    assert_true(objective.measure(objective.context, "random", 3, 30, &drawn, NULL));
    assert_true(searched.games == 30 && searched.variance > 0);
    assert_true(searched.mean > drawn.mean && searched.mean > 1); /* more than a payoff can be */
    assert_true(cop_tune_confirm(&bout, "mcts", "random", 3, 30, &confirmed, NULL));
    assert_true(confirmed.even == 0 && confirmed.score.low < confirmed.score.value);
    assert_close(confirmed.score.value, searched.mean - drawn.mean);
    assert_true(cop_tune_confirm(&bout, "mcts", "mcts", 3, 30, &confirmed, NULL));
    assert_true(confirmed.score.low == 0 && confirmed.score.high == 0); /* deal by deal the same */
    cop_store_close(bout.store);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_begin_in_their_middle_unless_told),
        cmocka_unit_test(points_become_specs),
        cmocka_unit_test(values_are_rounded_and_stay_in_range),
        cmocka_unit_test(wrong_spaces_are_refused_with_a_reason),
        cmocka_unit_test(limits_must_end_the_agent),
        cmocka_unit_test(the_bell_follows_its_elite),
        cmocka_unit_test(draws_have_the_mean_and_the_deviation),
        cmocka_unit_test(spsa_goes_along_the_slope),
        cmocka_unit_test(spsa_points_are_apart_and_in_range),
        cmocka_unit_test(cross_entropy_finds_the_top),
        cmocka_unit_test(cross_entropy_finds_the_top_of_a_quadratic),
        cmocka_unit_test(spsa_finds_the_top),
        cmocka_unit_test(points_of_an_iteration_have_the_same_games),
        cmocka_unit_test(wrong_plans_are_refused),
        cmocka_unit_test(stopping_changes_nothing),
        cmocka_unit_test(options_are_idle_where_no_game_differs),
        cmocka_unit_test(what_was_found_is_confirmed_by_other_games),
        cmocka_unit_test(one_player_is_measured_by_points),
    };

    return cmocka_run_group_tests_name("tuner", tests, NULL, NULL);
}
