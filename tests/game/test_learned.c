/* Features and weights: what every game that declares features promises, weights as bytes, and what
 * is refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/rng.h"
#include "game/learned.h"
#include "slow_build.h"
#include "variants.h"

enum { GAMES = 20 };

static struct cop_game *open_game(const char *spec)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s: %s", spec, error.message);
    return game;
}

/* Weights at random, the same for all that are alike. */
static struct cop_weights *draw_weights(const struct cop_game *game, uint64_t seed)
{
    struct cop_weights *weights = cop_weights_make(game, NULL);
    uint32_t *alike = cop_features_alike(game, NULL);
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    for (int phase = 0; phase < weights->phases; phase++)
        for (int i = 0; i < weights->count; i++)
            weights->of_phase[phase][i] = alike[i] == (uint32_t)i
                                              ? (int16_t)((int)cop_rng_below(&rng, 401) - 200)
                                              : weights->of_phase[phase][alike[i]];
    free(alike);
    return weights;
}

/* ---- What every game promises ---- */

/* Calls `look` at all positions of random games in which a player moves. */
static void each_position(const struct cop_game *game, uint64_t seed,
                          void (*look)(const struct cop_game *game, const void *state,
                                       const void *context),
                          const void *context)
{
    void *state = malloc(game->state_size);
    cop_move *moves = malloc((size_t)game->max_moves * sizeof *moves);
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    for (int i = 0; i < GAMES; i++) {
        game->rules->start(game, state, &rng);
        for (int ply = 0; ply < 400 && game->rules->turn(game, state) != COP_OVER; ply++) {
            if (game->rules->turn(game, state) >= 0)
                look(game, state, context);
            game->rules->play(game, state, cop_random_move(game, state, &rng, moves));
        }
    }
    free(state);
    free(moves);
}

static void look_at_numbers(const struct cop_game *game, const void *state, const void *context)
{
    const struct cop_features *features = game->rules->features;
    uint32_t numbers[COP_FEATURES_MAX + 1];

    (void)context;
    assert_in_range(features->phase(game, state), 0, features->phases(game) - 1);
    for (int player = 0; player < game->players; player++) {
        int count;

        numbers[COP_FEATURES_MAX] = 0xdead;
        count = features->list(game, state, player, numbers);
        assert_in_range(count, 1, COP_FEATURES_MAX);
        assert_int_equal(numbers[COP_FEATURES_MAX], 0xdead);
        for (int i = 0; i < count; i++)
            assert_true(numbers[i] < (uint32_t)features->count(game));
    }
}

/* A sum made in the game's own way is that of the listed weights. */
static void look_at_sums(const struct cop_game *game, const void *state, const void *context)
{
    const struct cop_features *features = game->rules->features;
    const struct cop_weights *weights = context;
    const int16_t *of_phase = weights->of_phase[features->phase(game, state)];
    uint32_t numbers[COP_FEATURES_MAX];

    for (int player = 0; player < game->players && features->sum != NULL; player++) {
        int count = features->list(game, state, player, numbers), sum = 0;

        for (int i = 0; i < count; i++)
            sum += of_phase[numbers[i]];
        assert_int_equal(features->sum(game, state, player, of_phase), sum);
    }
}

/* Positions that are images of each other have one value, whatever the weights are. */
static void look_at_images(const struct cop_game *game, const void *state, const void *context)
{
    double value[COP_PLAYERS_MAX], of_image[COP_PLAYERS_MAX];
    void *image = malloc(game->state_size);

    cop_learned_evaluate(game, context, state, value);
    if (game->players == 2)
        assert_true(value[0] == -value[1]);
    for (int i = 0; i < game->symmetries; i++) {
        game->rules->turned(game, state, i, image);
        cop_learned_evaluate(game, context, image, of_image);
        for (int player = 0; player < game->players; player++)
            assert_true(value[player] == of_image[player]);
    }
    free(image);
}

/* Under sanitizers the table of Chinese Checkers would take a minute to make. */
static bool can_judge(const struct cop_weights *weights)
{
    return !is_slow_build() || weights->base == NULL || weights->base->prepare == NULL;
}

static int check_variant(const char *spec)
{
    struct cop_game *game = open_game(spec);
    struct cop_weights *weights;
    uint32_t *alike;

    if (!cop_game_can_learn(game)) {
        cop_game_close(game);
        return 0;
    }
    alike = cop_features_alike(game, NULL);
    for (int i = 0; i < game->rules->features->count(game); i++) {
        assert_true(alike[i] <= (uint32_t)i);
        assert_int_equal(alike[alike[i]], alike[i]);
    }
    free(alike);
    weights = draw_weights(game, 5);
    each_position(game, 1, look_at_numbers, NULL);
    if (can_judge(weights)) {
        assert_true(cop_weights_prepare(game, weights, NULL, NULL));
        each_position(game, 2, look_at_images, weights);
    }
    each_position(game, 3, look_at_sums, weights);
    cop_weights_free(weights);
    cop_game_close(game);
    return 1;
}

static void every_game_keeps_what_features_promise(void **context)
{
    int learning = 0;

    (void)context;
    for (int i = 0; cop_all_rules()[i] != NULL; i++)
        learning += check_variant(cop_all_rules()[i]->name);
    for (int i = 0; game_variants[i] != NULL; i++)
        check_variant(game_variants[i]);
    assert_true(learning >= 5);
}

/* Two positions that differ in what is to be seen differ in some feature: else nothing could be
 * learned of the difference. */
static void features_tell_positions_apart(void **context)
{
    struct cop_game *game = open_game("othello");
    const struct cop_features *features = game->rules->features;
    uint32_t one[COP_FEATURES_MAX], other[COP_FEATURES_MAX];
    void *state = malloc(game->state_size), *changed = malloc(game->state_size);
    cop_move moves[64];
    struct cop_rng rng;
    int count;

    (void)context;
    cop_rng_seed(&rng, 3);
    game->rules->start(game, state, &rng);
    memcpy(changed, state, game->state_size);
    game->rules->moves(game, state, moves);
    game->rules->play(game, changed, moves[0]);
    count = features->list(game, state, 0, one);
    assert_int_equal(features->list(game, changed, 0, other), count);
    assert_memory_not_equal(one, other, (size_t)count * sizeof *one);
    /* And who looks matters. */
    features->list(game, changed, 1, one);
    assert_memory_not_equal(one, other, (size_t)count * sizeof *one);
    free(state);
    free(changed);
    cop_game_close(game);
}

/* ---- Weights as bytes ---- */

static void weights_come_back_as_they_were(void **context)
{
    struct cop_game *game = open_game("othello");
    struct cop_weights *weights = draw_weights(game, 7), *read;
    struct cop_text bytes = COP_TEXT;
    struct cop_error error;

    (void)context;
    assert_true(cop_weights_write(game, weights, &bytes, &error));
    read = cop_weights_read(game, bytes.bytes, bytes.length, "here", &error);
    assert_non_null(read);
    assert_int_equal(read->phases, weights->phases);
    assert_int_equal(read->count, weights->count);
    assert_memory_equal(read->of_phase[0], weights->of_phase[0],
                        (size_t)weights->phases * (size_t)weights->count * sizeof(int16_t));
    cop_weights_free(read);
    cop_weights_free(weights);
    cop_text_free(&bytes);
    cop_game_close(game);
}

static void assert_refused(const struct cop_game *game, const char *bytes, size_t length,
                           const char *why)
{
    struct cop_error error = {{0}};

    assert_null(cop_weights_read(game, bytes, length, "here", &error));
    if (strstr(error.message, why) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.message, why);
}

static void other_weights_are_refused(void **context)
{
    struct cop_game *game = open_game("othello"), *other = open_game("breakthrough"),
                    *small = open_game("othello(size=6)"),
                    *variant = open_game("othello(empties=nobody)");
    struct cop_weights *weights = draw_weights(game, 7);
    struct cop_text bytes = COP_TEXT;

    (void)context;
    assert_true(cop_weights_write(game, weights, &bytes, NULL));
    assert_refused(other, bytes.bytes, bytes.length, "are not for breakthrough");
    assert_refused(variant, bytes.bytes, bytes.length, "are not for othello(empties=nobody)");
    assert_refused(small, bytes.bytes, bytes.length, "othello(size=6) has no features");
    assert_refused(game, bytes.bytes, 30, "has no weights of an evaluator");
    assert_refused(game, bytes.bytes, bytes.length - 1, "damaged");
    bytes.bytes[bytes.length / 2] ^= 1;
    assert_refused(game, bytes.bytes, bytes.length, "damaged");
    bytes.bytes[12]++;
    assert_refused(game, bytes.bytes, bytes.length, "version 2 of the features of othello");
    bytes.bytes[8]++;
    assert_refused(game, bytes.bytes, bytes.length, "format 2");
    cop_weights_free(weights);
    cop_text_free(&bytes);
    cop_game_close(game);
    cop_game_close(other);
    cop_game_close(small);
    cop_game_close(variant);
}

static void a_missing_file_is_named(void **context)
{
    struct cop_game *game = open_game("othello");
    struct cop_error error = {{0}};

    (void)context;
    assert_null(cop_weights_read_file(game, "nowhere/to.weights", &error));
    assert_non_null(strstr(error.message, "nowhere/to.weights"));
    cop_game_close(game);
}

/* What is learned never counts for more than a won game. */
static void values_stay_below_a_won_game(void **context)
{
    struct cop_game *game = open_game("othello");
    struct cop_weights *weights = cop_weights_make(game, NULL);
    void *state = malloc(game->state_size);
    double value[2];
    struct cop_rng rng;

    (void)context;
    for (int i = 0; i < weights->phases * weights->count; i++)
        weights->of_phase[0][i] = INT16_MAX;
    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    cop_learned_evaluate(game, weights, state, value);
    assert_true(value[0] == COP_LEARNED_LIMIT && value[1] == -COP_LEARNED_LIMIT);
    assert_true(cop_learned_evaluator(game).upper > COP_LEARNED_LIMIT);
    free(state);
    cop_weights_free(weights);
    cop_game_close(game);
}

/* ---- Weights that correct an evaluator ---- */

/* What the base is sure of keeps its side and its order, beyond all that is not sure and before a
 * finished game; the rest is its value and the sum of the weights. */
static void look_at_correction(const struct cop_game *game, const void *state, const void *context)
{
    const struct cop_features *features = game->rules->features;
    const struct cop_weights *weights = context;
    int turn = game->rules->turn(game, state), phase = features->phase(game, state);
    uint32_t numbers[COP_FEATURES_MAX];
    int count = features->list(game, state, turn, numbers), sum = 0;
    double base[2], value[2];

    weights->base->evaluate(game, NULL, state, base);
    cop_learned_evaluate(game, weights, state, value);
    for (int i = 0; i < count; i++)
        sum += weights->of_phase[phase][numbers[i]];
    if (fabs(base[turn]) < weights->base->sure) {
        assert_true(value[turn] == sum + (int)(base[turn] * (phase + 2) / 2));
        return;
    }
    assert_true((value[turn] > 0) == (base[turn] > 0));
    assert_true(fabs(value[turn]) > COP_LEARNED_LIMIT && fabs(value[turn]) < COP_LEARNED_WON);
    assert_true(fabs(value[turn]) >= cop_learned_evaluator(game).sure);
}

static struct cop_weights *draw_correction(const struct cop_game *game)
{
    struct cop_weights *weights = draw_weights(game, 11);

    for (int phase = 0; phase < weights->phases; phase++)
        weights->base_worth[phase] = (phase + 2) * COP_BASE_WORTH / 2;
    return weights;
}

static void weights_correct_what_is_not_sure(void **context)
{
    static const char *const specs[] = {"breakthrough", "connect4"};

    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct cop_game *game = open_game(specs[i]);
        struct cop_weights *weights = draw_correction(game);

        assert_non_null(weights->base);
        each_position(game, 4, look_at_correction, weights);
        cop_weights_free(weights);
        cop_game_close(game);
    }
}

/* What its points are worth comes back with the weights, and another version of it is refused. */
static void corrections_belong_to_a_version(void **context)
{
    struct cop_game *game = open_game("breakthrough");
    const struct cop_rules *rules = game->rules;
    struct cop_rules changed = *rules;
    struct cop_evaluator rows[4] = {{0}};
    struct cop_weights *weights = draw_correction(game), *read;
    struct cop_text bytes = COP_TEXT;

    (void)context;
    assert_true(cop_weights_write(game, weights, &bytes, NULL));
    read = cop_weights_read(game, bytes.bytes, bytes.length, "here", NULL);
    assert_non_null(read);
    assert_memory_equal(read->base_worth, weights->base_worth,
                        (size_t)weights->phases * sizeof *weights->base_worth);
    assert_memory_equal(read->of_phase[0], weights->of_phase[0],
                        (size_t)weights->phases * (size_t)weights->count * sizeof(int16_t));
    for (int i = 0; rules->evaluators[i].name != NULL; i++) {
        rows[i] = rules->evaluators[i];
        rows[i].version++;
    }
    changed.evaluators = rows;
    game->rules = &changed;
    assert_refused(game, bytes.bytes, bytes.length, "correct version 1 of the evaluator runners");
    game->rules = rules;
    cop_weights_free(read);
    cop_weights_free(weights);
    cop_text_free(&bytes);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_keeps_what_features_promise),
        cmocka_unit_test(features_tell_positions_apart),
        cmocka_unit_test(weights_come_back_as_they_were),
        cmocka_unit_test(other_weights_are_refused),
        cmocka_unit_test(a_missing_file_is_named),
        cmocka_unit_test(values_stay_below_a_won_game),
        cmocka_unit_test(weights_correct_what_is_not_sure),
        cmocka_unit_test(corrections_belong_to_a_version),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
