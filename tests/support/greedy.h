/* greedy.h - a player who looks one move ahead with an evaluator, for tests of evaluators.
 *
 * Everything asserts through cmocka. */
#ifndef COPPICE_TESTS_GREEDY_H
#define COPPICE_TESTS_GREEDY_H

#include "coppice/game.h"

/* The evaluator of that name; a test fails without it. */
const struct cop_evaluator *evaluator_of(const struct cop_game *game, const char *name);
const struct cop_ordering *ordering_of(const struct cop_game *game, const char *name);

/* What `player` may expect in a state: the evaluator's word, or its mean over the outcomes where
 * chance is to move and the evaluator does not settle that; payoffs where it does not know ends. */
double expected_value(const struct cop_game *game, const struct cop_evaluator *evaluator,
                      const void *state, int player);

/* The mean payoff of the greedy player against one who moves at random, seats taken in turn. The
 * first of equal moves is played; of hidden pieces he sees only his view. */
double greedy_against_random(const struct cop_game *game, const struct cop_evaluator *evaluator,
                             int games, uint64_t seed);

#endif
