/* tune.c - iterations of both methods; nothing is kept from one to the next but the step. */
#include "tune/tune.h"

#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "match/schedule.h"

/* What a seed is for, besides the number of an iteration. */
enum purpose { DRAWING = 1, PLAYING, CONFIRMING, TRYING };

enum { SAMPLES_MAX = 10000, ITERATIONS_MAX = 100000 };

static uint64_t seed_of(const struct cop_tuning *tuning, enum purpose purpose, int iteration)
{
    return cop_seed_join(cop_seed_join(tuning->seed, purpose), (uint64_t)iteration);
}

uint64_t cop_tuning_fresh_seed(const struct cop_tuning *tuning)
{
    return seed_of(tuning, CONFIRMING, 0);
}

uint64_t cop_tuning_trial_seed(const struct cop_tuning *tuning)
{
    return seed_of(tuning, TRYING, 0);
}

bool cop_tuning_check(const struct cop_tuning *tuning, struct cop_error *error)
{
    if (tuning->iterations < 1 || tuning->iterations > ITERATIONS_MAX || tuning->games < 1)
        return cop_fail(error,
                        "a tuner has 1 to %d iterations and at least one game for each point",
                        (int)ITERATIONS_MAX);
    if (tuning->by == COP_BY_CEM) {
        if (tuning->samples < 2 || tuning->samples > SAMPLES_MAX)
            return cop_fail(error, "an iteration has 2 to %d samples, not %d", (int)SAMPLES_MAX,
                            tuning->samples);
        if (tuning->elites < 1 || tuning->elites >= tuning->samples)
            return cop_fail(error, "of %d samples 1 to %d can be followed, not %d", tuning->samples,
                            tuning->samples - 1, tuning->elites);
        return true;
    }
    for (int i = 0; i < tuning->space->count; i++)
        if (tuning->space->tuned[i].is_choice)
            return cop_fail(error,
                            "spsa moves numbers a little, which %s is not; leave it out or tune "
                            "by cem",
                            tuning->space->tuned[i].path);
    return true;
}

int64_t cop_tuning_games(const struct cop_tuning *tuning)
{
    int64_t points = tuning->by == COP_BY_CEM ? tuning->samples : 2;

    return points * tuning->games * tuning->iterations;
}

/* False also if the measurement was stopped; *goes_on tells. */
static bool measure(const struct cop_tuning *tuning, int iteration, const double *point,
                    double *worth, bool *goes_on, struct cop_error *error)
{
    struct cop_text spec = COP_TEXT;
    struct cop_worth measured = {0, 0, 0};
    bool is_measured = cop_space_write(tuning->space, point, &spec, error) &&
                       tuning->objective.measure(tuning->objective.context, spec.bytes,
                                                 seed_of(tuning, PLAYING, iteration), tuning->games,
                                                 &measured, error);

    cop_text_free(&spec);
    *goes_on = measured.games == tuning->games;
    *worth = measured.mean;
    return is_measured;
}

/* ---- Iterations: each makes a step from the one before; *goes_on is false if it was stopped ----
 */

static bool iterate_cem(const struct cop_tuning *tuning, int iteration,
                        struct cop_tuning_step *step, bool *goes_on, struct cop_error *error)
{
    struct cop_drawn *drawn = cop_allocate((size_t)tuning->samples * sizeof *drawn);
    struct cop_rng rng;
    bool is_good = true;

    cop_rng_seed(&rng, seed_of(tuning, DRAWING, iteration));
    for (int i = 0; i < tuning->samples; i++)
        cop_bell_draw(&step->bell, tuning->space, &rng, drawn[i].point);
    for (int i = 0; i < tuning->samples && is_good && *goes_on; i++)
        is_good = measure(tuning, iteration, drawn[i].point, &drawn[i].worth, goes_on, error);
    if (is_good && *goes_on) {
        cop_bell_follow(&step->bell, tuning->space, drawn, tuning->samples, tuning->elites,
                        tuning->smoothing);
        step->mean = step->best = 0;
        for (int i = 0; i < tuning->samples; i++)
            step->mean += drawn[i].worth / tuning->samples;
        for (int i = 0; i < tuning->elites; i++)
            step->best += drawn[i].worth / tuning->elites;
    }
    free(drawn);
    return is_good;
}

static bool iterate_spsa(const struct cop_tuning *tuning, int iteration,
                         struct cop_tuning_step *step, bool *goes_on, struct cop_error *error)
{
    const struct cop_space *space = tuning->space;
    double plus[COP_TUNED_MAX], minus[COP_TUNED_MAX], worth[2];
    struct cop_rng rng;

    cop_rng_seed(&rng, seed_of(tuning, DRAWING, iteration));
    cop_spsa_pair(&tuning->spsa, space, iteration, step->bell.mean, &rng, plus, minus);
    if (!measure(tuning, iteration, plus, &worth[0], goes_on, error) ||
        (*goes_on && !measure(tuning, iteration, minus, &worth[1], goes_on, error)))
        return false;
    if (!*goes_on)
        return true;
    cop_spsa_follow(&tuning->spsa, space, iteration, plus, minus, worth[0] - worth[1],
                    step->bell.mean);
    for (int i = 0; i < space->count; i++)
        step->bell.deviation[i] =
            cop_spsa_step(&tuning->spsa, iteration) * (space->tuned[i].high - space->tuned[i].low);
    step->mean = (worth[0] + worth[1]) / 2;
    step->best = fmax(worth[0], worth[1]);
    return true;
}

bool cop_tune_run(const struct cop_tuning *tuning, struct cop_tuned_result *result,
                  struct cop_error *error)
{
    bool is_cem = tuning->by == COP_BY_CEM, goes_on = true;
    struct cop_tuning_step step = {.mean = NAN, .best = NAN};

    *result = (struct cop_tuned_result){0};
    if (!cop_tuning_check(tuning, error))
        return false;
    result->steps = cop_allocate((size_t)(tuning->iterations + 1) * sizeof *result->steps);
    cop_bell_start(&step.bell, tuning->space);
    result->steps[0] = step;
    while (result->step_count < tuning->iterations) {
        int iteration = result->step_count;

        if (!(is_cem ? iterate_cem : iterate_spsa)(tuning, iteration, &step, &goes_on, error))
            return false;
        if (!goes_on)
            return true;
        result->steps[++result->step_count] = step;
        if (is_cem && cop_bell_is_narrow(&step.bell, tuning->space, tuning->enough))
            break;
    }
    result->is_finished = true;
    return true;
}

void cop_tuned_result_free(struct cop_tuned_result *result)
{
    free(result->steps);
}

bool cop_tuned_found(const struct cop_tuning *tuning, const struct cop_tuned_result *result,
                     struct cop_text *spec, struct cop_error *error)
{
    double point[COP_TUNED_MAX];

    cop_bell_centre(&result->steps[result->step_count].bell, tuning->space, point);
    return cop_space_write(tuning->space, point, spec, error);
}
