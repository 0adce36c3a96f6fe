/* learned.h - evaluators whose weights a program has found (`coppice train`): a weight for every
 * feature that the game declares (struct cop_features), for each phase of the game.
 *
 * Weights are kept as bytes: a header, then for each phase a whole number of 16 bits for every
 * feature that is not the image of an earlier one, all of it packed by zstd. docs/formats.md has
 * the places. Weights belong to one version of the features of one variant, and to one version of
 * the evaluator that they correct if they do, and are refused by any other. */
#ifndef COPPICE_GAME_LEARNED_H
#define COPPICE_GAME_LEARNED_H

#include "coppice/game.h"

struct cop_embedded;

struct cop_weights {
    int phases, count;
    int limit; /* no value is further from 0, but what the base is sure of: less than that of a
                  finished game */
    const struct cop_evaluator *base; /* the evaluator that is corrected, or NULL, */
    void *base_prepared;              /* and what it has prepared */
    int32_t *base_worth; /* with a base, for each phase: what one of its points is worth, in parts
                            of COP_BASE_WORTH */
    int16_t *of_phase[]; /* each `count` long */
};

enum { COP_BASE_WORTH = 1 << 16 };

/* Room for the weights of a game's features, all 0; NULL with a message if the game has none. */
struct cop_weights *cop_weights_make(const struct cop_game *game, struct cop_error *error);
void cop_weights_free(void *weights); /* NULL is fine */

bool cop_weights_write(const struct cop_game *game, const struct cop_weights *weights,
                       struct cop_text *bytes, struct cop_error *error);

/* `what` names the bytes in messages, as the path of their file. NULL and a message if they are
 * damaged or not for these features of this variant. */
struct cop_weights *cop_weights_read(const struct cop_game *game, const void *bytes, size_t length,
                                     const char *what, struct cop_error *error);
struct cop_weights *cop_weights_read_file(const struct cop_game *game, const char *path,
                                          struct cop_error *error);

/* Does an evaluator of that name mean a file of weights? Whether there is the file is not asked. */
bool cop_weights_is_path(const char *name);

/* For each feature the first of those that have its weight; the caller frees them. */
uint32_t *cop_features_alike(const struct cop_game *game, struct cop_error *error);

/* The evaluator that the weights of a game's features correct, or NULL. */
const struct cop_evaluator *cop_features_base(const struct cop_game *game);

/* Lets that evaluator prepare, where it has to, before anything is judged: a table may take
 * seconds. False and a message if it fails or is stopped. */
bool cop_weights_prepare(const struct cop_game *game, struct cop_weights *weights,
                         const atomic_bool *stop, struct cop_error *error);

/* What that evaluator says of a position to `player`; of two players what his value is more than
 * the other's, unless one is minus the other anyway. */
double cop_base_value(const struct cop_game *game, const struct cop_weights *weights,
                      const void *state, int player);

/* Does this game have features in this variant? */
bool cop_game_can_learn(const struct cop_game *game);

/* A row for cop_rules.evaluators without its weights, name "learned"; whoever fills in `prepare`
 * gives it what one of the functions above has read. */
struct cop_evaluator cop_learned_evaluator(const struct cop_game *game);

/* As `evaluate` of such a row: of two players one's value is minus the other's. */
void cop_learned_evaluate(const struct cop_game *game, const void *weights, const void *state,
                          double *of_player);

/* The limit of values and the bounds of the rows: a won game is worth more than any position. */
enum { COP_LEARNED_LIMIT = 30000, COP_LEARNED_WON = 32000 };

#endif
