/* start.h - the numbers that a position begins with before anything is known of it.
 *
 * Where one move is enough for the answer the number is 1; where all are needed it may be the
 * number of moves (mobility). An evaluator says further how likely the answer is, and the likely
 * one looks cheaper (samegame-and-fanorona.md 6.7, evaluation-function based PN):
 *
 *     proof    = needed for a yes * (1 + scale * (1 - s)), rounded
 *     disproof = needed for a no  * (1 + scale * (1 + s)), rounded
 *
 * s goes from -1, the player of the question has as good as lost, to 1. It is 2 * v - 1 divided by
 * `step`, cut off at both ends, where v from 0 to 1 is what the evaluator expects for the player:
 * by its fitted chances, or by where its value lies between its bounds. With step=1 s is that
 * expectation itself; the smaller the step, the smaller an advantage that counts as a win.
 *
 * Answers do not depend on any of this, only the order of the work. */
#ifndef COPPICE_SEARCH_PROOF_START_H
#define COPPICE_SEARCH_PROOF_START_H

#include "coppice/option.h"
#include "search/evaluators.h"
#include "search/proof/numbers.h"

enum proof_start_by { PROOF_ONES, PROOF_MOBILITY, PROOF_EVALUATOR };
enum { PROOF_EVALUATOR_MAX = 40 };

struct proof_start_config {
    enum proof_start_by by;
    double scale, step;
    char evaluator[PROOF_EVALUATOR_MAX + 1]; /* "" is the game's first */
};

struct proof_start {
    const struct cop_game *game;
    struct proof_start_config config;
    struct cop_judge judge;
};

/* The options that searches include. */
extern const struct cop_option proof_start_options[];
bool proof_start_read(const struct cop_settings *settings, struct proof_start_config *config,
                      struct cop_error *error);

/* Whether the game has the evaluator; and with it made ready, which may take its time. */
bool proof_start_fits(const struct proof_start_config *config, const struct cop_game *game,
                      struct cop_error *error);
bool proof_start_open(struct proof_start *start, const struct cop_game *game,
                      const struct proof_start_config *config, const atomic_bool *stop,
                      struct cop_error *error);

/* For the question of `player`, in a game that is not over. `moves` is room for the game's moves.
 */
struct proof_numbers proof_start_numbers(const struct proof_start *start, const void *state,
                                         int player, cop_move *moves);

#endif
