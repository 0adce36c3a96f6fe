/* brute.h - exact values by looking at everything, for games small enough.
 *
 * Every player takes what is best for himself (max^n, which is minimax for two), chance takes its
 * average; of equal moves the first counts. States are remembered by their bytes. A game that can
 * go round in circles, or a state that hides something, has no such value. */
#ifndef COPPICE_TESTS_BRUTE_H
#define COPPICE_TESTS_BRUTE_H

#include "coppice/game.h"

/* Each player's payoff when all play best. */
void brute_value(const struct cop_game *game, const void *state, double *of_player);

/* For the player to move, the value of each move in the order of moves(); returns how many. */
int brute_move_values(const struct cop_game *game, const void *state, double *of_move);

/* Calls `visit` for every state that can follow, and this one, with what brute_value says of it. */
typedef void brute_visit(void *context, const void *state, const double *of_player);
void brute_walk(const struct cop_game *game, const void *state, brute_visit *visit, void *context);

/* The best final score() of a game for one player. */
double brute_best_score(const struct cop_game *game, const void *state);

#endif
