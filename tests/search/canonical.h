/* canonical.h - values of small combinatorial games in canonical form, the slow and plain way: for
 * tests of thermographs. All lines of play of one position are looked at as one game, without
 * parts, worths and forms.
 *
 * A value is a number from 0 on; equal games have equal values. */
#ifndef COPPICE_TESTS_CANONICAL_H
#define COPPICE_TESTS_CANONICAL_H

#include "coppice/game.h"

struct canonical;

struct canonical *canonical_open(const struct cop_game *game);
void canonical_close(struct canonical *canonical);

int canonical_of(struct canonical *canonical, const void *state);

/* "1/2", "2*", "{1|-1}" and the like; the options in the order in which they were found. */
void canonical_write(struct canonical *canonical, int value, struct cop_text *text);

/* The game with these options: {left | right}, each a value. For games that nobody plays. */
int canonical_game(struct canonical *canonical, const int *left, int left_count, const int *right,
                   int right_count);
int canonical_integer(struct canonical *canonical, int number);

/* Is one game at least as good for the first player as the other? */
bool canonical_at_least(struct canonical *canonical, int one, int other);

/* The walls at a tax from -1 to 11 by their definition, tax by tax: exact where the tax and all
 * corners are multiples of 1/64. */
double canonical_left(struct canonical *canonical, int value, double tax);
double canonical_right(struct canonical *canonical, int value, double tax);

#endif
