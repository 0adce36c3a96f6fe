/* random_tree.h - a game whose rules are random numbers, for searches to be compared on.
 *
 * A tree has levels; each level has a few nodes that are shared by many parents of the level above,
 * so that positions meet again (at the same number of moves from the root). A node has 1 to 4
 * moves, of any player, the same one twice in a row too; 7 of 10 moves are followed by 2 to 4
 * outcomes with random probabilities, and with nested=on 3 outcomes of 10 by further chance, which
 * is a ply of its own. Every node has values for the evaluators. With replies=on every player can
 * move at every node, in turn or when given the turn, and there is no chance.
 *
 * Planting a new tree in an opened game spares the agents on it from being opened again; nobody
 * may be searching meanwhile. */
#ifndef COPPICE_TESTS_RANDOM_TREE_H
#define COPPICE_TESTS_RANDOM_TREE_H

#include "coppice/game.h"

/* Options: players (1..4), levels, width (nodes of a level), chance, nested, replies.
 * Evaluators: "pair", for two players, zero-sum from -100 to 100, and judges before a roll;
 * "tight", the same with a horizon of what the tree really has; "late", the same for those who look
 * at outcomes before judging; "restless", "pair" with noisy moves; "many", 0 to 100 with a sum of
 * at most 100. Values are whole numbers, so that there are ties. Ordering: "random". */
extern const struct cop_rules random_tree_rules;

void random_tree_plant(struct cop_game *game, uint64_t seed);

/* Makes every judgement the value of an exact search below it, from player 0's side. */
void random_tree_settle(struct cop_game *game);

/* The state in which the game begins, and one some random moves later that is not finished. */
void random_tree_start(const struct cop_game *game, void *state);
void random_tree_walk(const struct cop_game *game, void *state, struct cop_rng *rng);

enum { RANDOM_TREE_STATE = 1 }; /* words of a state */

#endif
