/* idle.h - whether an option changes anything at all in the games it is tuned by.
 *
 * Agents refuse most options that would do nothing, but not those that depend on the game or on the
 * number of threads. Whoever tunes one of these would wait for hours for noise. */
#ifndef COPPICE_TUNE_IDLE_H
#define COPPICE_TUNE_IDLE_H

#include "tune/tune.h"

enum { COP_IDLE_GAMES = 4 };

/* Plays a few games with the option at each end of its range, or with each of its choices, and all
 * others where the tuner begins. *is_idle: they were all the same. Under a limit of time no two
 * games are, and a run that is stopped says nothing. */
bool cop_tune_idle(const struct cop_tuning *tuning, const struct cop_bout *bout, int option,
                   bool *is_idle, struct cop_error *error);

/* How many games that takes. */
int cop_tune_idle_games(const struct cop_tuned *tuned);

#endif
