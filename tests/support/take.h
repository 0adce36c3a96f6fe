/* take.h - a heap of things from which players take 1, 2 or 3 in turn; who takes the last one wins.
 *
 * Made to exercise what is common to all games: at a heap of five the player must pass once, `1`,
 * `2`, `3` and the ambiguous `some` are other names of moves, dice=on makes chance take 0 or 1
 * (probability 1/4 and 3/4) after every move, and players=3 seats a third player. A position is
 * "HEAP:TURN". */
#ifndef COPPICE_TESTS_TAKE_H
#define COPPICE_TESTS_TAKE_H

#include "coppice/game.h"

extern const struct cop_rules take_rules;

/* For records: opens `take(...)` and nothing else. */
struct cop_game *take_open(const char *spec, struct cop_error *error);

#endif
