/* train.h - weights of features from what became of positions.
 *
 * For each phase of the game alone: the sum of the weights of a position's features shall be what
 * became of it, as near as can be. Samples are taken one after the other in an order drawn by the
 * seed, and each moves the weights that it has a part in, the less the more often they were moved
 * (Adagrad). A margin is learned by least squares, a share by its likelihood. Some games are held
 * out: after every pass the loss on them is measured, and the weights that did best are kept.
 *
 * Phases know nothing of each other, so that the result does not depend on the number of threads;
 * samples of the phases beside it count for a phase too, as few positions would not teach enough.
 */
#ifndef COPPICE_TUNE_TRAIN_H
#define COPPICE_TUNE_TRAIN_H

#include "game/learned.h"
#include "tune/samples.h"

struct cop_phase_result {
    int64_t positions, held_out; /* samples that were learned from, and that it was measured by */
    int passes, best;            /* made, and the one that was kept; 0: none was better than 0 */
    double plain;                /* loss on what was held out if all are worth the same, */
    double learned, held;        /* and at the best pass: on what was learned, on what was not */
};

struct cop_training {
    const struct cop_samples *samples;
    int passes;   /* at most */
    int patience; /* so many without a gain on what was held out are the end */
    double rate;  /* how much of the first sample's error is mended */
    double held;  /* share of the games that are held out */
    int beside;   /* how many phases on either side count too */
    uint64_t seed;
    int threads;
    const atomic_bool *stop;
    /* After a pass of a phase, and after its last; one at a time. May be NULL. False ends all. */
    void (*passed)(void *context, int phase, int pass, const struct cop_phase_result *so_far);
    bool (*finished)(void *context, int phase, struct cop_error *error);
    void *context;
};

/* What is learned, and what is known already: phases that are done are not learned again. */
struct cop_trained {
    struct cop_weights *weights;
    struct cop_phase_result *phases;
    bool *is_done;
};

bool cop_trained_open(struct cop_trained *trained, const struct cop_game *game,
                      struct cop_error *error);
void cop_trained_close(struct cop_trained *trained);

/* Stopping is no failure; some phases are then not done. */
bool cop_train(const struct cop_training *training, struct cop_trained *trained,
               struct cop_error *error);

/* What decides the result: all but the threads. */
uint64_t cop_training_identity(const struct cop_training *training);

/* What was done so far, to go on with later: false if the bytes are of another training, and then
 * nothing has changed. */
void cop_trained_write(const struct cop_training *training, const struct cop_trained *trained,
                       struct cop_text *bytes);
bool cop_trained_read(const struct cop_training *training, struct cop_trained *trained,
                      const char *bytes, size_t length);

#endif
