/* bandit.h - four slot machines that pay 1 or 0 with probability 1/2, as a game for one player:
 * pull an arm, see what it pays. Every simulation is one pull, so that a tree search on it is a
 * bandit algorithm (uct-star.md 2.10). */
#ifndef COPPICE_TESTS_BANDIT_H
#define COPPICE_TESTS_BANDIT_H

#include "coppice/game.h"

extern const struct cop_rules bandit_rules;

#endif
