/* samples.h - positions with what became of them, for evaluators to learn from.
 *
 * They come from games that matches have stored (`coppice match --store`). Every position in which
 * a player moves is one sample: the state, and for that player the share or the margin at the end.
 * Games that the rules did not end, by a clock or a crash, say nothing and are left out. Where the
 * game has an evaluator that says which moves are noisy, a sample can be the position in which
 * these come to rest (quiet.h); and what an evaluator is sure of is none, if weights correct it. */
#ifndef COPPICE_TUNE_SAMPLES_H
#define COPPICE_TUNE_SAMPLES_H

#include <stdatomic.h>

#include "coppice/game.h"

struct cop_samples {
    const struct cop_game *game;
    int64_t count, room;
    unsigned char *states; /* each game->state_size long */
    float *targets;        /* for the player to move, in points or shares */
    int32_t *games;        /* of which game, from 0 */
    int16_t *phases;
    int game_count;
    int left_out; /* games that say nothing */
};

struct cop_sample_terms {
    int skip;  /* so many moves at the beginning of a game are no samples */
    int exact; /* where no more moves are left than this, the game's own solver says how the game
                  would end, and that counts for what was before it as well, as players who see
                  that they win do not look for more; 0: it is not asked */
    int most;  /* games; 0: all */
    bool is_settled; /* positions are followed to where they are quiet, where that is known */
    const atomic_bool *stop;
};

/* Adds the games of a store; a store without games of this variant is an error. */
bool cop_samples_read(struct cop_samples *samples, const char *path,
                      const struct cop_sample_terms *terms, struct cop_error *error);

/* Adds one position of game number `of_game`; `target` is what became of it for the player to move.
 */
void cop_samples_add(struct cop_samples *samples, const void *state, double target, int of_game);
void cop_samples_free(struct cop_samples *samples);

static inline const void *cop_sample_state(const struct cop_samples *samples, int64_t number)
{
    return samples->states + (size_t)number * samples->game->state_size;
}

/* A number that other samples almost surely do not have. */
uint64_t cop_samples_fingerprint(const struct cop_samples *samples);

#endif
