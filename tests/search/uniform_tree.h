/* uniform_tree.h - a game of which every position has as many moves as any other, the best first.
 *
 * Each player has `branching` moves, and a game lasts `plies` of them. The value for the first
 * player is what his opponents gave away less what he did: the number of each move, counted through
 * all opponents in turn. So a search that tries moves in order looks at no more than it must. */
#ifndef COPPICE_TESTS_UNIFORM_TREE_H
#define COPPICE_TESTS_UNIFORM_TREE_H

#include "coppice/game.h"

/* Evaluators: "gifts", and "plies", how many moves have been made. */
extern const struct cop_rules uniform_tree_rules;

enum { UNIFORM_TREE_STATE = 1 }; /* words of a state */

#endif
