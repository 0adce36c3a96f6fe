/* Training: known weights are found again, the same on any number of threads and after a stop, and
 * what stored games say is what was played. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "coppice/rng.h"
#include "game/quiet.h"
#include "store/results.h"
#include "tune/train.h"

static struct cop_game *open_game(const char *spec)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s: %s", spec, error.message);
    return game;
}

/* Random games whose positions end as the hidden weights say: the mobility and the last square of
 * Othello, which are the last features. */
static double hidden_sum(const struct cop_game *game, const void *state)
{
    const struct cop_features *features = game->rules->features;
    uint32_t numbers[COP_FEATURES_MAX];
    int count = features->list(game, state, game->rules->turn(game, state), numbers);
    uint32_t first = (uint32_t)features->count(game) - 66;
    double sum = 0;

    for (int i = 0; i < count; i++)
        if (numbers[i] >= first)
            sum += (double)((int)(numbers[i] - first) % 7 - 3);
    return sum;
}

static struct cop_samples make_samples(const struct cop_game *game, int games)
{
    struct cop_samples samples = {.game = game};
    void *state = malloc(game->state_size);
    cop_move *moves = malloc((size_t)game->max_moves * sizeof *moves);
    struct cop_rng rng;

    cop_rng_seed(&rng, 9);
    for (; samples.game_count < games; samples.game_count++) {
        game->rules->start(game, state, &rng);
        while (game->rules->turn(game, state) != COP_OVER) {
            cop_samples_add(&samples, state, hidden_sum(game, state), samples.game_count);
            game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
        }
    }
    free(state);
    free(moves);
    return samples;
}

static struct cop_training plan(const struct cop_samples *samples)
{
    return (struct cop_training){.samples = samples,
                                 .passes = 6,
                                 .patience = 6,
                                 .rate = 0.5,
                                 .held = 0.2,
                                 .beside = 1,
                                 .seed = 4,
                                 .threads = 1};
}

static struct cop_trained train(const struct cop_training *training)
{
    struct cop_trained trained;
    struct cop_error error;

    assert_true(cop_trained_open(&trained, training->samples->game, &error));
    if (!cop_train(training, &trained, &error))
        fail_msg("%s", error.message);
    return trained;
}

static void assert_same(const struct cop_trained *one, const struct cop_trained *other)
{
    assert_memory_equal(one->weights->of_phase[0], other->weights->of_phase[0],
                        (size_t)one->weights->phases * (size_t)one->weights->count *
                            sizeof(int16_t));
}

/* ---- Learning ---- */

static void hidden_weights_are_found(void **context)
{
    struct cop_game *game = open_game("othello");
    struct cop_samples samples = make_samples(game, 300);
    struct cop_training training = plan(&samples);
    struct cop_trained trained = train(&training);

    (void)context;
    for (int phase = 0; phase < trained.weights->phases; phase++) {
        const struct cop_phase_result *result = &trained.phases[phase];

        assert_true(trained.is_done[phase]);
        assert_true(result->passes > 0);
        /* Most of what differs from position to position is explained in games never seen. */
        if (!(result->held < 0.35 * result->plain))
            fail_msg("phase %d: %g of %g", phase, result->held, result->plain);
    }
    cop_trained_close(&trained);
    cop_samples_free(&samples);
    cop_game_close(game);
}

/* ---- Correcting an evaluator ---- */

/* Positions that end as the evaluator by hand says, times 0.012, and no more. */
static void the_worth_of_the_base_is_found(void **context)
{
    struct cop_game *game = open_game("breakthrough");
    const struct cop_evaluator *base = cop_features_base(game);
    struct cop_samples samples = make_samples(game, 0);
    struct cop_training training = plan(&samples);
    void *state = malloc(game->state_size);
    cop_move moves[64];
    struct cop_trained trained;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 6);
    for (; samples.game_count < 60; samples.game_count++) {
        game->rules->start(game, state, &rng);
        while (game->rules->turn(game, state) != COP_OVER) {
            double of_player[2];

            base->evaluate(game, NULL, state, of_player);
            if (fabs(of_player[0]) < base->sure)
                cop_samples_add(&samples, state,
                                1 / (1 + exp(-0.012 * of_player[game->rules->turn(game, state)])),
                                samples.game_count);
            game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
        }
    }
    training.passes = 2;
    trained = train(&training);
    for (int phase = 0; phase < trained.weights->phases; phase++) {
        double worth = (double)trained.weights->base_worth[phase] / COP_BASE_WORTH;

        if (fabs(worth - 12) > 0.2)
            fail_msg("phase %d: a point is worth %g", phase, worth);
    }
    cop_trained_close(&trained);
    cop_samples_free(&samples);
    free(state);
    cop_game_close(game);
}

/* What a position comes to by noisy moves, for player 0, without any cut. */
static double rest_of(const struct cop_game *game, const struct cop_evaluator *judge,
                      const void *state, int plies, int *budget)
{
    int turn = game->rules->turn(game, state), count;
    double of_player[2], best;
    unsigned char next[64];
    cop_move moves[64];

    if (turn == COP_OVER) {
        game->rules->payoff(game, state, of_player);
        return judge->lower + of_player[0] * (judge->upper - judge->lower);
    }
    judge->evaluate(game, NULL, state, of_player);
    best = of_player[0];
    count = plies > 0 ? judge->noisy(game, state, moves) : 0;
    for (int i = 0; i < count && --*budget > 0; i++) {
        double value;

        memcpy(next, state, game->state_size);
        game->rules->play(game, next, moves[i]);
        value = rest_of(game, judge, next, plies - 1, budget);
        best = turn == 0 ? fmax(best, value) : fmin(best, value);
    }
    return best;
}

/* Random games: every position's rest is worth what looking at all noisy moves finds. */
static void assert_exchanges_followed(const char *spec)
{
    struct cop_game *game = open_game(spec);
    const struct cop_evaluator *judge = cop_quiet_judge(game);
    void *room = cop_allocate(cop_quiet_size(game));
    struct cop_quiet quiet = cop_quiet_in(game, judge, NULL, room);
    unsigned char state[64], rest[64];
    cop_move moves[64];
    struct cop_rng rng;
    int checked = 0, moved = 0;

    cop_rng_seed(&rng, 12);
    for (int i = 0; i < 20; i++) {
        game->rules->start(game, state, &rng);
        while (game->rules->turn(game, state) != COP_OVER) {
            int budget = 20000;
            double expected = rest_of(game, judge, state, 12, &budget);

            if (budget > 0) {
                cop_quiet_follow(&quiet, state, rest);
                budget = 1;
                assert_true(rest_of(game, judge, rest, 0, &budget) == expected);
                moved += memcmp(state, rest, game->state_size) != 0;
                checked++;
            }
            game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
        }
    }
    assert_true(checked > 100 && moved > 20);
    free(room);
    cop_game_close(game);
}

static void exchanges_are_followed_to_their_end(void **context)
{
    struct cop_game *game = open_game("othello");

    (void)context;
    assert_exchanges_followed("breakthrough(width=5, height=6)");
    assert_exchanges_followed("chancebreakthrough(width=5, height=6)");
    assert_null(cop_quiet_judge(game));
    cop_game_close(game);
}

/* Noise cannot be learned, and whoever tries is stopped by the games that are held out. */
static void noise_is_not_learned(void **context)
{
    struct cop_game *game = open_game("othello");
    struct cop_samples samples = make_samples(game, 60);
    struct cop_training training = plan(&samples);
    struct cop_trained trained;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 8);
    for (int64_t i = 0; i < samples.count; i++)
        samples.targets[i] = (float)(cop_rng_unit(&rng) * 100 - 50);
    training.passes = 40;
    training.patience = 2;
    trained = train(&training);
    for (int phase = 0; phase < trained.weights->phases; phase++) {
        assert_true(trained.phases[phase].passes < 40);
        assert_true(trained.phases[phase].held < 1.6 * trained.phases[phase].plain);
    }
    cop_trained_close(&trained);
    cop_samples_free(&samples);
    cop_game_close(game);
}

static void threads_and_stops_change_nothing(void **context)
{
    struct cop_game *game = open_game("othello");
    struct cop_samples samples = make_samples(game, 40);
    struct cop_training training = plan(&samples);
    struct cop_trained one = train(&training), other, rest;
    struct cop_text bytes = COP_TEXT;

    (void)context;
    training.threads = 3;
    other = train(&training);
    assert_same(&one, &other);
    /* As if it had been stopped after some phases. */
    assert_true(cop_trained_open(&rest, game, NULL));
    for (int phase = 2; phase < 9; phase++)
        other.is_done[phase] = false;
    memset(other.weights->of_phase[2], 0, 7 * (size_t)other.weights->count * sizeof(int16_t));
    cop_trained_write(&training, &other, &bytes);
    assert_true(cop_trained_read(&training, &rest, bytes.bytes, bytes.length));
    assert_true(cop_train(&training, &rest, NULL));
    assert_same(&one, &rest);
    /* Of another training nothing is taken over. */
    training.seed++;
    assert_false(cop_trained_read(&training, &rest, bytes.bytes, bytes.length));
    training.seed--;
    assert_false(cop_trained_read(&training, &rest, bytes.bytes, bytes.length - 1));
    samples.targets[3] += 1;
    assert_false(cop_trained_read(&training, &rest, bytes.bytes, bytes.length));
    cop_text_free(&bytes);
    cop_trained_close(&one);
    cop_trained_close(&other);
    cop_trained_close(&rest);
    cop_samples_free(&samples);
    cop_game_close(game);
}

static void phases_without_games_take_their_neighbours_weights(void **context)
{
    struct cop_game *game = open_game("othello");
    struct cop_samples all = make_samples(game, 40), few = {.game = game, .game_count = 40};
    struct cop_training training = plan(&few);
    struct cop_trained trained;

    (void)context;
    for (int64_t i = 0; i < all.count; i++)
        if (all.phases[i] >= 4 && all.phases[i] <= 6)
            cop_samples_add(&few, cop_sample_state(&all, i), (double)all.targets[i], all.games[i]);
    training.beside = 0;
    trained = train(&training);
    for (int phase = 0; phase < trained.weights->phases; phase++) {
        int near = phase < 4 ? 4 : phase > 6 ? 6 : phase;

        assert_int_equal(trained.phases[phase].passes > 0, near == phase);
        assert_memory_equal(trained.weights->of_phase[phase], trained.weights->of_phase[near],
                            (size_t)trained.weights->count * sizeof(int16_t));
    }
    cop_trained_close(&trained);
    cop_samples_free(&all);
    cop_samples_free(&few);
    cop_game_close(game);
}

static void a_raised_flag_ends_it(void **context)
{
    struct cop_game *game = open_game("othello");
    struct cop_samples samples = make_samples(game, 20);
    struct cop_training training = plan(&samples);
    atomic_bool stop = true;
    struct cop_trained trained;
    bool is_done = true;

    (void)context;
    training.stop = &stop;
    trained = train(&training);
    for (int phase = 0; phase < trained.weights->phases; phase++)
        is_done = is_done && trained.is_done[phase];
    assert_false(is_done);
    cop_trained_close(&trained);
    cop_samples_free(&samples);
    cop_game_close(game);
}

/* ---- Stored games ---- */

/* Four moves on 4 x 4 are no finished game; a whole one ends with all squares taken. */
static void add_game(struct cop_store *store, int64_t match, int number, const char *moves)
{
    struct cop_game_result result = {.number = number, .loser = -1, .seat_count = 2};
    struct cop_error error;

    result.seats[0].agent = 0;
    result.seats[1].agent = 1;
    result.sgf = moves;
    if (!cop_store_add_game(store, match, &result, &error))
        fail_msg("%s", error.message);
}

static void stored_games_become_samples(void **context)
{
    static const char whole[] =
        "(;FF[4]GM[2]KG[connect4];B[a];W[b];B[a];W[b];B[a];W[b];B[a])"; /* four in a column */
    struct cop_game *game = open_game("breakthrough");
    struct cop_samples samples = {.game = game};
    struct cop_sample_terms terms = {.skip = 0};
    char path[] = "train-test-XXXXXX";
    struct cop_error error = {{0}};
    struct cop_store *store;
    int64_t match;

    (void)context;
    close(mkstemp(path));
    unlink(path);
    store = cop_store_open(path, &error);
    assert_non_null(store);
    assert_true(cop_store_match(store, "game connect4\n", &match, &error));
    add_game(store, match, 0, whole);
    /* Another game's store. */
    assert_false(cop_samples_read(&samples, path, &terms, &error));
    assert_non_null(strstr(error.message, "has no games of breakthrough"));
    assert_true(cop_store_match(store, "game breakthrough\n", &match, &error));
    add_game(store, match, 0, "(;FF[4]KG[breakthrough];B[a2a3];W[a7a6])");
    assert_true(cop_samples_read(&samples, path, &terms, &error));
    assert_int_equal(samples.left_out, 1); /* nobody has won it */
    assert_int_equal(samples.count, 0);
    cop_store_close(store);
    unlink(path);
    cop_samples_free(&samples);
    cop_game_close(game);
}

/* The winner's positions are worth 1, the loser's 0; and the opening may be left out. The last one,
 * a step before the goal, is sure, and no sample. */
static void samples_know_who_won(void **context)
{
    static const char won[] = "(;FF[4]KG[breakthrough];B[a2a3];W[h7h6];B[a3a4];W[h6h5];B[a4a5];"
                              "W[h5h4];B[a5b6];W[h4g3];B[b6a7];W[g3h2];B[a7b8])";
    struct cop_game *game = open_game("breakthrough");
    char path[] = "train-test-XXXXXX";
    struct cop_error error = {{0}};
    struct cop_store *store;
    int64_t match;

    (void)context;
    close(mkstemp(path));
    unlink(path);
    store = cop_store_open(path, &error);
    assert_true(cop_store_match(store, "game breakthrough\n", &match, &error));
    add_game(store, match, 0, won);
    for (int skip = 0; skip <= 4; skip += 4) {
        struct cop_samples samples = {.game = game};
        const struct cop_sample_terms terms = {.skip = skip};

        if (!cop_samples_read(&samples, path, &terms, &error))
            fail_msg("%s", error.message);
        assert_int_equal(samples.count, 10 - skip);
        for (int64_t i = 0; i < samples.count; i++)
            assert_true(samples.targets[i] == ((i + skip) % 2 == 0 ? 1.0f : 0.0f));
        cop_samples_free(&samples);
    }
    cop_store_close(store);
    unlink(path);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_weights_are_found),
        cmocka_unit_test(the_worth_of_the_base_is_found),
        cmocka_unit_test(exchanges_are_followed_to_their_end),
        cmocka_unit_test(noise_is_not_learned),
        cmocka_unit_test(threads_and_stops_change_nothing),
        cmocka_unit_test(phases_without_games_take_their_neighbours_weights),
        cmocka_unit_test(a_raised_flag_ends_it),
        cmocka_unit_test(stored_games_become_samples),
        cmocka_unit_test(samples_know_who_won),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
