/* learned.c - weights as bytes, and what they make of a position. */
#include "game/learned.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/allocate.h"
#include "base/file.h"
#include "base/fingerprint.h"

/* Places in the header; numbers are little-endian. */
enum {
    MAGIC = 0,
    FORMAT = 8,    /* of the file */
    FEATURES = 12, /* their version */
    PHASES = 16,
    COUNT = 20,
    VARIANT = 24,  /* fingerprint of the game's name with its options */
    CHECKSUM = 32, /* fingerprint of all that follows */
    PLACES = 40
};
enum { FORMAT_NOW = 1, LEVEL = 19, FILE_MAX = 256 << 20 };

static const char magic[8] = "CopWeigh";

/* ---- Numbers ---- */

static void put(unsigned char *at, int size, uint64_t number)
{
    for (int i = 0; i < size; i++)
        at[i] = (unsigned char)(number >> 8 * i);
}

static uint64_t get(const unsigned char *at, int size)
{
    uint64_t number = 0;

    for (int i = 0; i < size; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

static uint64_t variant_of(const struct cop_game *game)
{
    return cop_fingerprint(game->name, strlen(game->name));
}

/* ---- Room ---- */

bool cop_game_can_learn(const struct cop_game *game)
{
    return game->rules->features != NULL && game->rules->features->count(game) > 0;
}

struct cop_weights *cop_weights_make(const struct cop_game *game, struct cop_error *error)
{
    const struct cop_features *features = game->rules->features;
    struct cop_weights *weights;
    int phases, count;

    if (!cop_game_can_learn(game)) {
        cop_fail(error, "%s has no features that an evaluator could learn from", game->name);
        return NULL;
    }
    phases = features->phases(game);
    count = features->count(game);
    weights = cop_allocate(sizeof *weights + (size_t)phases * sizeof weights->of_phase[0]);
    weights->phases = phases;
    weights->count = count;
    weights->limit = COP_LEARNED_LIMIT;
    weights->base = cop_features_base(game);
    weights->base_worth = cop_allocate((size_t)phases * sizeof *weights->base_worth);
    weights->of_phase[0] = calloc((size_t)phases * (size_t)count, sizeof **weights->of_phase);
    if (weights->of_phase[0] == NULL) {
        free(weights->base_worth);
        free(weights);
        cop_fail(error, "%s: out of memory for %d weights", game->rules->name, phases * count);
        return NULL;
    }
    for (int phase = 1; phase < phases; phase++)
        weights->of_phase[phase] = weights->of_phase[phase - 1] + count;
    return weights;
}

static void release_base(struct cop_weights *weights)
{
    if (weights->base_prepared != NULL && weights->base->release != NULL)
        weights->base->release(weights->base_prepared);
}

void cop_weights_free(void *weights)
{
    if (weights == NULL)
        return;
    release_base(weights);
    free(((struct cop_weights *)weights)->of_phase[0]);
    free(((struct cop_weights *)weights)->base_worth);
    free(weights);
}

bool cop_weights_prepare(const struct cop_game *game, struct cop_weights *weights,
                         const atomic_bool *stop, struct cop_error *error)
{
    const struct cop_evaluator *base = weights->base;

    if (base == NULL || base->prepare == NULL || weights->base_prepared != NULL)
        return true;
    weights->base_prepared = base->prepare(game, stop, error);
    return weights->base_prepared != NULL;
}

const struct cop_evaluator *cop_features_base(const struct cop_game *game)
{
    const char *name = game->rules->features->base;
    const struct cop_evaluator *row = game->rules->evaluators;

    if (name == NULL)
        return NULL;
    while (strcmp(row->name, name) != 0)
        row++;
    assert(row->sure <= 0 || (row->is_zero_sum && row->prepare == NULL));
    return row;
}

uint32_t *cop_features_alike(const struct cop_game *game, struct cop_error *error)
{
    const struct cop_features *features = game->rules->features;
    int count = features->count(game);
    uint32_t *alike = malloc((size_t)count * sizeof *alike);

    if (alike == NULL) {
        cop_fail(error, "%s: out of memory for %d features", game->rules->name, count);
        return NULL;
    }
    for (uint32_t i = 0; i < (uint32_t)count; i++)
        alike[i] = features->first_alike != NULL ? features->first_alike(game, i) : i;
    return alike;
}

static int count_own(const uint32_t *alike, int count)
{
    int own = 0;

    for (int i = 0; i < count; i++)
        own += alike[i] == (uint32_t)i ? 1 : 0;
    return own;
}

/* ---- Bytes ---- */

/* Before the weights, where they correct an evaluator: its version, and what its points are worth
 * in each phase. */
static size_t size_of_base(const struct cop_weights *weights)
{
    return weights->base != NULL ? 4 + 4 * (size_t)weights->phases : 0;
}

static size_t plain_size_of(const struct cop_weights *weights, const uint32_t *alike)
{
    return size_of_base(weights) +
           2 * (size_t)count_own(alike, weights->count) * (size_t)weights->phases;
}

static void pack_base(const struct cop_weights *weights, unsigned char *plain)
{
    put(plain, 4, (uint64_t)weights->base->version);
    for (int phase = 0; phase < weights->phases; phase++)
        put(plain + 4 + 4 * (size_t)phase, 4, (uint32_t)weights->base_worth[phase]);
}

/* False if these weights correct another version of the evaluator. */
static bool unpack_base(struct cop_weights *weights, const unsigned char *plain, const char *what,
                        struct cop_error *error)
{
    if (get(plain, 4) != (uint64_t)weights->base->version)
        return cop_fail(error,
                        "the weights of %s correct version %llu of the evaluator %s, and this "
                        "program has version %d; train them again",
                        what, (unsigned long long)get(plain, 4), weights->base->name,
                        weights->base->version);
    for (int phase = 0; phase < weights->phases; phase++)
        weights->base_worth[phase] = (int32_t)get(plain + 4 + 4 * (size_t)phase, 4);
    return true;
}

/* Phase after phase, only what has a weight of its own; returns how many bytes it is. */
static size_t pack(const struct cop_weights *weights, const uint32_t *alike, unsigned char *plain)
{
    size_t at = size_of_base(weights);

    if (at > 0)
        pack_base(weights, plain);
    for (int phase = 0; phase < weights->phases; phase++)
        for (int i = 0; i < weights->count; i++)
            if (alike[i] == (uint32_t)i) {
                put(plain + at, 2, (uint16_t)weights->of_phase[phase][i]);
                at += 2;
            }
    return at;
}

/* The first of those alike comes before the others. */
static void unpack(struct cop_weights *weights, const uint32_t *alike, const unsigned char *plain)
{
    for (int phase = 0; phase < weights->phases; phase++) {
        int16_t *of_phase = weights->of_phase[phase];

        for (int i = 0; i < weights->count; i++)
            if (alike[i] == (uint32_t)i) {
                of_phase[i] = (int16_t)get(plain, 2);
                plain += 2;
            } else {
                of_phase[i] = of_phase[alike[i]];
            }
    }
}

static void fill_header(const struct cop_game *game, const struct cop_weights *weights,
                        unsigned char *header, size_t packed)
{
    memcpy(header + MAGIC, magic, sizeof magic);
    put(header + FORMAT, 4, FORMAT_NOW);
    put(header + FEATURES, 4, (uint64_t)game->rules->features->version);
    put(header + PHASES, 4, (uint64_t)weights->phases);
    put(header + COUNT, 4, (uint64_t)weights->count);
    put(header + VARIANT, 8, variant_of(game));
    put(header + CHECKSUM, 8, cop_fingerprint(header + PLACES, packed));
}

bool cop_weights_write(const struct cop_game *game, const struct cop_weights *weights,
                       struct cop_text *bytes, struct cop_error *error)
{
    uint32_t *alike = cop_features_alike(game, error);
    size_t plain_size, room, packed;
    unsigned char *plain, *file;
    bool is_good;

    if (alike == NULL)
        return false;
    plain_size = plain_size_of(weights, alike);
    room = ZSTD_compressBound(plain_size);
    plain = malloc(plain_size);
    file = malloc(PLACES + room);
    is_good = plain != NULL && file != NULL;
    if (is_good) {
        packed = ZSTD_compress(file + PLACES, room, plain, pack(weights, alike, plain), LEVEL);
        is_good = !ZSTD_isError(packed);
    }
    if (is_good) {
        fill_header(game, weights, file, packed);
        cop_text_add_bytes(bytes, (const char *)file, PLACES + packed);
    }
    free(plain);
    free(file);
    free(alike);
    return is_good || cop_fail(error, "out of memory for the weights' bytes");
}

static bool check_header(const struct cop_game *game, const struct cop_weights *weights,
                         const unsigned char *bytes, size_t length, const char *what,
                         struct cop_error *error)
{
    int version = game->rules->features->version;

    if (length < PLACES || memcmp(bytes + MAGIC, magic, sizeof magic) != 0)
        return cop_fail(error, "%s has no weights of an evaluator; `coppice train` writes them",
                        what);
    if (get(bytes + FORMAT, 4) != FORMAT_NOW)
        return cop_fail(error,
                        "the weights of %s are in format %llu, and this program reads %d; train "
                        "them again with it",
                        what, (unsigned long long)get(bytes + FORMAT, 4), FORMAT_NOW);
    if (get(bytes + VARIANT, 8) != variant_of(game))
        return cop_fail(error, "the weights of %s are not for %s; train some for it", what,
                        game->name);
    if (get(bytes + FEATURES, 4) != (uint64_t)version)
        return cop_fail(error,
                        "the weights of %s are for version %llu of the features of %s, and this "
                        "program has version %d; train them again",
                        what, (unsigned long long)get(bytes + FEATURES, 4), game->rules->name,
                        version);
    if (get(bytes + PHASES, 4) != (uint64_t)weights->phases ||
        get(bytes + COUNT, 4) != (uint64_t)weights->count ||
        get(bytes + CHECKSUM, 8) != cop_fingerprint(bytes + PLACES, length - PLACES))
        return cop_fail(error, "the weights of %s are damaged; restore or train them again", what);
    return true;
}

/* Fills the weights from what comes after a good header. */
static bool read_body(const struct cop_game *game, struct cop_weights *weights, const void *packed,
                      size_t length, const char *what, struct cop_error *error)
{
    uint32_t *alike = cop_features_alike(game, error);
    size_t size = alike != NULL ? plain_size_of(weights, alike) : 0;
    unsigned char *plain = malloc(size);
    bool is_good = false;

    if (alike == NULL || plain == NULL)
        cop_fail(error, "%s: out of memory for the weights of %s", game->rules->name, what);
    else if (ZSTD_decompress(plain, size, packed, length) != size)
        cop_fail(error, "the weights of %s cannot be unpacked; restore or train them again", what);
    else
        is_good = weights->base == NULL || unpack_base(weights, plain, what, error);
    if (is_good)
        unpack(weights, alike, plain + size_of_base(weights));
    free(plain);
    free(alike);
    return is_good;
}

struct cop_weights *cop_weights_read(const struct cop_game *game, const void *bytes, size_t length,
                                     const char *what, struct cop_error *error)
{
    struct cop_weights *weights = cop_weights_make(game, error);

    if (weights != NULL && check_header(game, weights, bytes, length, what, error) &&
        read_body(game, weights, (const unsigned char *)bytes + PLACES, length - PLACES, what,
                  error))
        return weights;
    cop_weights_free(weights);
    return NULL;
}

bool cop_weights_is_path(const char *name)
{
    static const char ending[] = ".weights";
    size_t length = strlen(name), of_ending = sizeof ending - 1;

    return length > of_ending && strcmp(name + length - of_ending, ending) == 0;
}

struct cop_weights *cop_weights_read_file(const struct cop_game *game, const char *path,
                                          struct cop_error *error)
{
    size_t length;
    char *bytes = cop_file_read(path, FILE_MAX, &length, error);
    struct cop_weights *weights;

    if (bytes == NULL)
        return NULL;
    weights = cop_weights_read(game, bytes, length, path, error);
    free(bytes);
    return weights;
}

/* ---- Values ---- */

static int clip(const struct cop_weights *weights, int value)
{
    return value > weights->limit    ? weights->limit
           : value < -weights->limit ? -weights->limit
                                     : value;
}

static int sum_of_listed(const struct cop_game *game, const int16_t *of_phase, const void *state,
                         int player)
{
    uint32_t numbers[COP_FEATURES_MAX];
    int count = game->rules->features->list(game, state, player, numbers), sum = 0;

    for (int i = 0; i < count; i++)
        sum += of_phase[numbers[i]];
    return sum;
}

static int sum_for(const struct cop_game *game, const int16_t *of_phase, const void *state,
                   int player)
{
    const struct cop_features *features = game->rules->features;

    return features->sum != NULL ? features->sum(game, state, player, of_phase)
                                 : sum_of_listed(game, of_phase, state, player);
}

/* What is sure lies between all that is not and a finished game, in its own order. */
static double value_if_sure(const struct cop_weights *weights, double value)
{
    const struct cop_evaluator *base = weights->base;
    double part = (fabs(value) - base->sure) / (base->upper - base->sure);

    return copysign(weights->limit + 1 + part * (COP_LEARNED_WON - weights->limit - 2), value);
}

double cop_base_value(const struct cop_game *game, const struct cop_weights *weights,
                      const void *state, int player)
{
    const struct cop_evaluator *base = weights->base;
    double values[2];

    base->evaluate(game, weights->base_prepared, state, values);
    return base->is_zero_sum ? values[player] : values[player] - values[1 - player];
}

static double corrected(const struct cop_game *game, const struct cop_weights *weights,
                        const void *state, int player)
{
    int phase = game->rules->features->phase(game, state);
    double value = cop_base_value(game, weights, state, player);

    if (weights->base->sure > 0 && fabs(value) >= weights->base->sure)
        return value_if_sure(weights, value);
    return clip(weights, sum_for(game, weights->of_phase[phase], state, player) +
                             (int)(value * weights->base_worth[phase] / COP_BASE_WORTH));
}

static double value_for(const struct cop_game *game, const struct cop_weights *weights,
                        const void *state, int player)
{
    if (weights->base != NULL)
        return corrected(game, weights, state, player);
    return clip(weights, sum_for(game, weights->of_phase[game->rules->features->phase(game, state)],
                                 state, player));
}

/* Means over chance are taken of what a game is worth and not of logarithms of odds: by these a win
 * that one roll in 64 brings would count for more than a stone. */
static bool is_expectation(const struct cop_game *game)
{
    return game->has_chance && game->rules->features->target == COP_TARGET_PAYOFF;
}

/* Twice the share that the odds promise, less one, in parts of almost a won game. */
static double expectation_of(const struct cop_game *game, double value)
{
    return (COP_LEARNED_WON - 1) * tanh(value / (2 * game->rules->features->unit));
}

void cop_learned_evaluate(const struct cop_game *game, const void *weights, const void *state,
                          double *of_player)
{
    int turn = game->rules->turn(game, state), player = turn >= 0 ? turn : 0;

    for (int i = 0; i < game->players; i++) {
        if (game->players == 2 && i != player)
            continue;
        of_player[i] = value_for(game, weights, state, i);
        if (is_expectation(game))
            of_player[i] = expectation_of(game, of_player[i]);
    }
    if (game->players == 2)
        of_player[1 - player] = -of_player[player];
}

struct cop_evaluator cop_learned_evaluator(const struct cop_game *game)
{
    const struct cop_features *features = game->rules->features;
    const struct cop_evaluator *base = cop_features_base(game);
    const struct cop_evaluator *row = base != NULL ? base : game->rules->evaluators;
    bool is_margin = features->target == COP_TARGET_MARGIN;

    return (struct cop_evaluator){
        .name = "learned",
        .version = features->version,
        /* The logarithm of the odds is what such weights are fitted to; an expectation needs no
         * fit. */
        .chance = {is_margin || is_expectation(game) ? 0 : features->version, 0,
                   1 / features->unit},
        .point = features->unit,
        .lower = -COP_LEARNED_WON,
        .upper = COP_LEARNED_WON,
        .is_zero_sum = game->players == 2,
        .sure = base != NULL && base->sure > 0 ? COP_LEARNED_LIMIT + 1 : 0,
        .fits_variant = cop_game_can_learn,
        .release = cop_weights_free,
        .evaluate = cop_learned_evaluate,
        .noisy = row != NULL ? row->noisy : NULL,
        .unit = is_margin && row != NULL ? row->unit : NULL,
    };
}
