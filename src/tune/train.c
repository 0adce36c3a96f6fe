/* train.c - weights of features from what became of positions. */
#include "tune/train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/fingerprint.h"
#include "base/jobs.h"
#include "coppice/rng.h"

/* ---- One phase ---- */

/* What a thread works with; `moved` is the sum of squares of all that moved a weight. */
struct learner {
    float *weights, *moved, *best;
    int64_t *order;
    double base_worth; /* of a point of the evaluator that is corrected */
    struct cop_phase_result result;
};

/* What all threads share. */
struct school {
    const struct cop_training *training;
    struct cop_trained *trained;
    const struct cop_game *game;
    const struct cop_features *features;
    uint32_t *alike; /* for each feature the one whose weight it has */
    float *bases;    /* for each sample what the evaluator says that is corrected; or NULL */
    bool *is_held;   /* of each game */
    int phase_count, count;
};

static int list_features(const struct school *school, int64_t sample, uint32_t *numbers)
{
    const struct cop_samples *samples = school->training->samples;
    const void *state = cop_sample_state(samples, sample);
    int turn = school->game->rules->turn(school->game, state);
    int count = school->features->list(school->game, state, turn, numbers);

    for (int i = 0; i < count; i++)
        numbers[i] = school->alike[numbers[i]];
    return count;
}

static double sum_of(const float *weights, const uint32_t *numbers, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += (double)weights[numbers[i]];
    return sum;
}

/* What a sample is worth before any weight. */
static double base_of(const struct school *school, const struct learner *learner, int64_t sample)
{
    return school->bases != NULL ? learner->base_worth * (double)school->bases[sample] : 0;
}

static bool is_margin(const struct school *school)
{
    return school->features->target == COP_TARGET_MARGIN;
}

/* What a sum promises, and how far that is from what became of the position. */
static double promise(const struct school *school, double sum)
{
    return is_margin(school) ? sum : 1 / (1 + exp(-sum));
}

static double loss(const struct school *school, double sum, double target)
{
    double promised = promise(school, sum);

    if (is_margin(school))
        return (promised - target) * (promised - target);
    promised = fmin(fmax(promised, 1e-9), 1 - 1e-9);
    return -target * log(promised) - (1 - target) * log(1 - promised);
}

static bool is_of(const struct school *school, int64_t sample, int phase, int beside, bool is_held)
{
    const struct cop_samples *samples = school->training->samples;

    return abs(samples->phases[sample] - phase) <= beside &&
           school->is_held[samples->games[sample]] == is_held;
}

/* The samples of a phase, first those to learn from; returns how many these are. */
static int64_t choose_samples(const struct school *school, int phase, struct learner *learner)
{
    const struct cop_training *training = school->training;
    int64_t learned = 0, all;

    for (int64_t i = 0; i < training->samples->count; i++)
        if (is_of(school, i, phase, training->beside, false))
            learner->order[learned++] = i;
    all = learned;
    for (int64_t i = 0; i < training->samples->count; i++)
        if (is_of(school, i, phase, 0, true))
            learner->order[all++] = i;
    learner->result.positions = learned;
    learner->result.held_out = all - learned;
    return learned;
}

static void shuffle(int64_t *order, int64_t count, uint64_t seed)
{
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    for (int64_t i = count - 1; i > 0; i--) {
        int64_t j = (int64_t)cop_rng_below(&rng, (uint32_t)(i + 1)), other = order[i];

        order[i] = order[j];
        order[j] = other;
    }
}

/* Mean and variance of what became of the positions that are learned from. */
static void find_spread(const struct cop_samples *samples, const struct learner *learner,
                        double *mean, double *variance)
{
    double sum = 0, squares = 0, count = (double)learner->result.positions;

    for (int64_t i = 0; i < learner->result.positions; i++) {
        double target = (double)samples->targets[learner->order[i]];

        sum += target;
        squares += target * target;
    }
    *mean = sum / count;
    *variance = fmax(squares / count - *mean * *mean, 1e-6);
}

/* A pass over all samples; returns their mean loss, each before it was learned from. */
static double pass_over(const struct school *school, struct learner *learner, double step)
{
    const struct cop_samples *samples = school->training->samples;
    uint32_t numbers[COP_FEATURES_MAX];
    double lost = 0;

    for (int64_t i = 0; i < learner->result.positions; i++) {
        int64_t sample = learner->order[i];
        int count = list_features(school, sample, numbers);
        double target = (double)samples->targets[sample];
        double sum = base_of(school, learner, sample) + sum_of(learner->weights, numbers, count);
        float error = (float)(promise(school, sum) - target);

        lost += loss(school, sum, target);
        for (int k = 0; k < count; k++) {
            float *moved = &learner->moved[numbers[k]];

            *moved += error * error;
            learner->weights[numbers[k]] -= (float)step * error / sqrtf(*moved);
        }
    }
    return lost / (double)learner->result.positions;
}

static double measure(const struct school *school, const struct learner *learner)
{
    const struct cop_samples *samples = school->training->samples;
    const int64_t *held = learner->order + learner->result.positions;
    uint32_t numbers[COP_FEATURES_MAX];
    double lost = 0;

    for (int64_t i = 0; i < learner->result.held_out; i++) {
        int count = list_features(school, held[i], numbers);

        lost += loss(school,
                     base_of(school, learner, held[i]) + sum_of(learner->weights, numbers, count),
                     (double)samples->targets[held[i]]);
    }
    return lost / (double)learner->result.held_out;
}

enum { WORTH_STEPS = 20 };

/* What a point of the evaluator is worth that is to be corrected, by the samples that are learned
 * from alone: the one number that makes them likeliest, by Newton's steps, or the mean squares
 * least. */
static double find_base_worth(const struct school *school, const struct learner *learner)
{
    const struct cop_samples *samples = school->training->samples;
    double worth = 0;

    for (int step = 0; step < (is_margin(school) ? 1 : WORTH_STEPS); step++) {
        double slope = 0, bend = 1e-9;

        for (int64_t i = 0; i < learner->result.positions; i++) {
            int64_t sample = learner->order[i];
            double base = (double)school->bases[sample];
            double promised = promise(school, worth * base);

            slope += ((double)samples->targets[sample] - promised) * base;
            bend += base * base * (is_margin(school) ? 1 : promised * (1 - promised));
        }
        worth += slope / bend;
    }
    return worth;
}

/* Every weight begins as if it had been moved by a typical error as often as a sample has
 * features, so that what is rare moves no further than what is common. */
static double begin(const struct school *school, struct learner *learner)
{
    const struct cop_samples *samples = school->training->samples;
    uint32_t numbers[COP_FEATURES_MAX];
    int count = list_features(school, learner->order[0], numbers);
    const int64_t *held = learner->order + learner->result.positions;
    double mean, variance, sum;

    find_spread(samples, learner, &mean, &variance);
    learner->base_worth = school->bases != NULL ? find_base_worth(school, learner) : 0;
    memset(learner->weights, 0, (size_t)school->count * sizeof *learner->weights);
    memset(learner->best, 0, (size_t)school->count * sizeof *learner->best);
    for (int i = 0; i < school->count; i++)
        learner->moved[i] = (float)(count * variance);
    sum = is_margin(school) ? mean : log(fmax(mean, 1e-6) / fmax(1 - mean, 1e-6));
    for (int64_t i = 0; i < learner->result.held_out; i++)
        learner->result.plain +=
            loss(school, sum, (double)samples->targets[held[i]]) / (double)learner->result.held_out;
    return school->training->rate * sqrt(variance / count) * (is_margin(school) ? 1 : 4);
}

static bool is_halted(const atomic_bool *halt)
{
    return halt != NULL && atomic_load(halt);
}

static bool learn(const struct school *school, struct learner *learner, int phase,
                  const atomic_bool *halt)
{
    const struct cop_training *training = school->training;
    struct cop_phase_result *result = &learner->result;
    double step = begin(school, learner), lowest = INFINITY;

    for (int pass = 1; pass <= training->passes; pass++) {
        double learned, held;

        shuffle(learner->order, result->positions,
                cop_mix(training->seed + (uint64_t)phase * 1000 + (uint64_t)pass));
        learned = pass_over(school, learner, step);
        held = measure(school, learner);
        result->passes = pass;
        if (is_halted(halt))
            return false;
        if (held < lowest) {
            lowest = held;
            result->best = pass;
            result->learned = learned;
            result->held = held;
            memcpy(learner->best, learner->weights, (size_t)school->count * sizeof *learner->best);
        }
        if (training->passed != NULL)
            training->passed(training->context, phase, pass, result);
        if (pass - result->best >= training->patience)
            break;
    }
    return true;
}

/* ---- All phases ---- */

static bool is_needed(void *context, int phase)
{
    const struct school *school = context;

    return !school->trained->is_done[phase];
}

static bool open_learner(const struct school *school, struct learner *learner)
{
    size_t count = (size_t)school->count;

    if (learner->weights != NULL)
        return true;
    learner->weights = malloc(count * sizeof *learner->weights);
    learner->moved = malloc(count * sizeof *learner->moved);
    learner->best = malloc(count * sizeof *learner->best);
    learner->order = malloc((size_t)school->training->samples->count * sizeof *learner->order);
    return learner->weights != NULL && learner->moved != NULL && learner->best != NULL &&
           learner->order != NULL;
}

static enum cop_job_end work(void *context, void *worker, int phase, const atomic_bool *halt,
                             struct cop_error *error)
{
    const struct school *school = context;
    struct learner *learner = worker;

    if (!open_learner(school, learner)) {
        cop_fail(error, "out of memory for %d weights and %lld positions", school->count,
                 (long long)school->training->samples->count);
        return COP_JOB_FAILED;
    }
    learner->result = (struct cop_phase_result){0};
    if (choose_samples(school, phase, learner) == 0 || learner->result.held_out == 0) {
        memset(learner->best, 0, (size_t)school->count * sizeof *learner->best);
        return COP_JOB_DONE; /* nobody comes there, as to the first phase after long openings */
    }
    return learn(school, learner, phase, halt) ? COP_JOB_DONE : COP_JOB_STOPPED;
}

enum { BASE_WORTH_MAX = 30000 }; /* in parts of COP_BASE_WORTH it fits into 32 bits */

static int16_t round_weight(double weight)
{
    return (int16_t)lrint(fmin(fmax(weight, INT16_MIN), INT16_MAX));
}

static bool hand_in(void *context, void *worker, int phase, bool *is_enough,
                    struct cop_error *error)
{
    const struct school *school = context;
    const struct learner *learner = worker;
    const struct cop_training *training = school->training;
    int16_t *of_phase = school->trained->weights->of_phase[phase];

    (void)is_enough;
    school->trained->weights->base_worth[phase] = (int32_t)lrint(
        fmin(fmax(learner->base_worth * school->features->unit, -BASE_WORTH_MAX), BASE_WORTH_MAX) *
        COP_BASE_WORTH);
    for (int i = 0; i < school->count; i++)
        of_phase[i] =
            round_weight((double)learner->best[school->alike[i]] * school->features->unit);
    school->trained->phases[phase] = learner->result;
    school->trained->is_done[phase] = true;
    return training->finished == NULL || training->finished(training->context, phase, error);
}

static void close_learner(void *context, void *worker)
{
    struct learner *learner = worker;

    (void)context;
    free(learner->weights);
    free(learner->moved);
    free(learner->best);
    free(learner->order);
}

/* What the evaluator that is corrected says of each sample, for the player to move. */
static float *judge_samples(const struct cop_samples *samples, const struct cop_weights *weights)
{
    const struct cop_game *game = samples->game;
    float *bases;

    if (weights->base == NULL)
        return NULL;
    bases = cop_allocate((size_t)(samples->count + 1) * sizeof *bases);
    for (int64_t i = 0; i < samples->count; i++) {
        const void *state = cop_sample_state(samples, i);

        bases[i] = (float)cop_base_value(game, weights, state, game->rules->turn(game, state));
    }
    return bases;
}

static bool open_school(struct school *school, struct cop_error *error)
{
    const struct cop_training *training = school->training;

    school->alike = cop_features_alike(school->game, error);
    if (school->alike == NULL ||
        !cop_weights_prepare(school->game, school->trained->weights, training->stop, error))
        return false;
    school->bases = judge_samples(training->samples, school->trained->weights);
    school->is_held = cop_allocate((size_t)training->samples->game_count + 1);
    for (int i = 0; i < training->samples->game_count; i++) {
        struct cop_rng rng;

        cop_rng_seed(&rng, training->seed ^ (uint64_t)i << 20);
        school->is_held[i] = cop_rng_unit(&rng) < training->held;
    }
    return true;
}

static bool is_learned(const struct cop_trained *trained, int phase)
{
    return phase >= 0 && phase < trained->weights->phases && trained->is_done[phase] &&
           trained->phases[phase].passes > 0;
}

/* A phase that no sample comes from has the weights of the nearest one that has learned. */
static void fill_gaps(struct cop_trained *trained)
{
    struct cop_weights *weights = trained->weights;

    for (int phase = 0; phase < weights->phases; phase++) {
        int away = 1;

        if (!trained->is_done[phase] || is_learned(trained, phase))
            continue;
        while (away < weights->phases && !is_learned(trained, phase - away) &&
               !is_learned(trained, phase + away))
            away++;
        if (away < weights->phases) {
            int from = is_learned(trained, phase - away) ? phase - away : phase + away;

            weights->base_worth[phase] = weights->base_worth[from];
            memcpy(weights->of_phase[phase], weights->of_phase[from],
                   (size_t)weights->count * sizeof **weights->of_phase);
        }
    }
}

bool cop_train(const struct cop_training *training, struct cop_trained *trained,
               struct cop_error *error)
{
    const struct cop_game *game = training->samples->game;
    struct school school = {.training = training,
                            .trained = trained,
                            .game = game,
                            .features = game->rules->features,
                            .phase_count = trained->weights->phases,
                            .count = trained->weights->count};
    const struct cop_jobs jobs = {.count = school.phase_count,
                                  .threads = training->threads,
                                  .stop = training->stop,
                                  .worker_size = sizeof(struct learner),
                                  .context = &school,
                                  .is_needed = is_needed,
                                  .work = work,
                                  .hand_in = hand_in,
                                  .close = close_learner};
    bool is_good;

    is_good = open_school(&school, error) && cop_jobs_run(&jobs, error);
    fill_gaps(trained);
    free(school.alike);
    free(school.bases);
    free(school.is_held);
    return is_good;
}

/* ---- What was learned ---- */

bool cop_trained_open(struct cop_trained *trained, const struct cop_game *game,
                      struct cop_error *error)
{
    *trained = (struct cop_trained){.weights = cop_weights_make(game, error)};
    if (trained->weights == NULL)
        return false;
    trained->phases = cop_allocate((size_t)trained->weights->phases * sizeof *trained->phases);
    trained->is_done = cop_allocate((size_t)trained->weights->phases);
    return true;
}

void cop_trained_close(struct cop_trained *trained)
{
    cop_weights_free(trained->weights);
    free(trained->phases);
    free(trained->is_done);
    *trained = (struct cop_trained){.weights = NULL};
}

uint64_t cop_training_identity(const struct cop_training *training)
{
    const struct cop_game *game = training->samples->game;
    const struct cop_evaluator *base = cop_features_base(game);
    struct cop_text words = COP_TEXT;
    uint64_t identity;

    cop_text_add(&words, "%s %d %d %d %d %.17g %.17g %d %llu %llu", game->name,
                 game->rules->features->version, base != NULL ? base->version : 0, training->passes,
                 training->patience, training->rate, training->held, training->beside,
                 (unsigned long long)training->seed,
                 (unsigned long long)cop_samples_fingerprint(training->samples));
    identity = cop_fingerprint(words.bytes, words.length);
    cop_text_free(&words);
    return identity;
}

/* The identity, then for each phase whether it is done, its result and its weights; read back by
 * the same program only. */
static size_t size_of_phase(const struct cop_trained *trained)
{
    return 1 + sizeof *trained->phases + sizeof *trained->weights->base_worth +
           (size_t)trained->weights->count * sizeof **trained->weights->of_phase;
}

void cop_trained_write(const struct cop_training *training, const struct cop_trained *trained,
                       struct cop_text *bytes)
{
    uint64_t identity = cop_training_identity(training);

    cop_text_add_bytes(bytes, (const char *)&identity, sizeof identity);
    for (int phase = 0; phase < trained->weights->phases; phase++) {
        char is_done = (char)trained->is_done[phase];

        cop_text_add_bytes(bytes, &is_done, 1);
        cop_text_add_bytes(bytes, (const char *)&trained->phases[phase], sizeof *trained->phases);
        cop_text_add_bytes(bytes, (const char *)&trained->weights->base_worth[phase],
                           sizeof *trained->weights->base_worth);
        cop_text_add_bytes(bytes, (const char *)trained->weights->of_phase[phase],
                           (size_t)trained->weights->count * sizeof **trained->weights->of_phase);
    }
}

bool cop_trained_read(const struct cop_training *training, struct cop_trained *trained,
                      const char *bytes, size_t length)
{
    uint64_t identity = cop_training_identity(training);
    const char *at = bytes + sizeof identity;
    size_t of_weights = (size_t)trained->weights->count * sizeof **trained->weights->of_phase;

    if (length != sizeof identity + (size_t)trained->weights->phases * size_of_phase(trained) ||
        memcmp(bytes, &identity, sizeof identity) != 0)
        return false;
    for (int phase = 0; phase < trained->weights->phases; phase++) {
        trained->is_done[phase] = *at == 1;
        at += 1;
        memcpy(&trained->phases[phase], at, sizeof *trained->phases);
        at += sizeof *trained->phases;
        memcpy(&trained->weights->base_worth[phase], at, sizeof *trained->weights->base_worth);
        at += sizeof *trained->weights->base_worth;
        memcpy(trained->weights->of_phase[phase], at, of_weights);
        at += of_weights;
    }
    return true;
}
