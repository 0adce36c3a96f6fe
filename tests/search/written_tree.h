/* written_tree.h - a game written down as the tree that it is, for the examples of books.
 *
 *     tree   = leaf | player [ "=" leaf ] "(" list { "|" list } ")" | "?" [ "=" leaf ] "(" roll ")"
 *     player = "a" | "b" | "c" | "d"
 *     list   = tree { tree }                     the moves; after "|" those of the next player
 *     roll   = number ":" tree { number ":" tree }
 *     leaf   = number { "/" number }             the first player's value, or one for each
 *
 * What follows "=" is the judgement of a node; without it that is 0. A second list of moves counts
 * when the turn is given to the player after the one who is named. "a(b(3 5) b(2 ?(0.5:9 0.5:1)))"
 * has the value 3. */
#ifndef COPPICE_TESTS_WRITTEN_TREE_H
#define COPPICE_TESTS_WRITTEN_TREE_H

#include "coppice/game.h"

/* Evaluators: "pair", for one or two players, with `low` and `high` as bounds; "many", from 0 to
 * 10; "late", as "pair" but with outcomes looked at before a judgement. Orderings: none. */
struct cop_game *written_tree_open(const char *text, int players, double low, double high);

enum { WRITTEN_TREE_STATE = 1 }; /* words of a state */

#endif
