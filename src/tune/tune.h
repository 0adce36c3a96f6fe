/* tune.h - good values of an agent's options, found by what they are worth in games.
 *
 * Two methods: the cross-entropy method (bell.h), which takes choices as well as numbers, and SPSA
 * (spsa.h), which needs fewer games for many numbers. What is drawn in iteration k follows from the
 * seed, k, and what was measured before; every point of one iteration is measured with the same
 * seed. So whoever stops a run and begins it again with an objective that remembers its games goes
 * on where it stopped, and ends in the same numbers. */
#ifndef COPPICE_TUNE_TUNE_H
#define COPPICE_TUNE_TUNE_H

#include "tune/bell.h"
#include "tune/objective.h"
#include "tune/spsa.h"

enum cop_tuner { COP_BY_CEM, COP_BY_SPSA };

struct cop_tuning {
    const struct cop_space *space;
    struct cop_objective objective;
    enum cop_tuner by;
    int iterations;
    int games; /* for each point */
    uint64_t seed;
    int samples, elites; /* cross-entropy: points of an iteration, and those that it follows */
    double smoothing;    /* how much of the new bell is taken over */
    double enough;       /* the part of the range below which no deviation needs to fall */
    struct cop_spsa spsa;
};

/* After an iteration. SPSA has how far its points were from the mean as deviation. */
struct cop_tuning_step {
    struct cop_bell bell;
    double mean; /* worth of all points of the iteration */
    double best; /* worth of those that were followed; with SPSA of the better one */
};

struct cop_tuned_result {
    int step_count;                /* iterations that were finished */
    struct cop_tuning_step *steps; /* and one more: the first is the start, with NaN for worths */
    bool is_finished;              /* false: it was stopped */
};

/* True if the numbers go together; cop_tune_run need not be asked after a failure. */
bool cop_tuning_check(const struct cop_tuning *tuning, struct cop_error *error);

/* Free the result also after a failure. */
bool cop_tune_run(const struct cop_tuning *tuning, struct cop_tuned_result *result,
                  struct cop_error *error);
void cop_tuned_result_free(struct cop_tuned_result *result);

/* Games that a run has at most. */
int64_t cop_tuning_games(const struct cop_tuning *tuning);

/* The agent at the centre of the last step. */
bool cop_tuned_found(const struct cop_tuning *tuning, const struct cop_tuned_result *result,
                     struct cop_text *spec, struct cop_error *error);

/* The seed of a match that confirms what was found: other games than those it was found by; and of
 * games before the first point is drawn. */
uint64_t cop_tuning_fresh_seed(const struct cop_tuning *tuning);
uint64_t cop_tuning_trial_seed(const struct cop_tuning *tuning);

#endif
