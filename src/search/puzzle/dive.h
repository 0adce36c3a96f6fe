/* dive.h - depth-first branch and bound from where a walker stands.
 *
 * A dive looks at every game that goes on from a position, but for those that bounds show to be no
 * better than the best so far. The game's oracles give the bounds. With a table it also remembers
 * how much more was possible from positions that it has been through: as positions with one key
 * have the same to come, whatever was made before, a second way there must bring more points than
 * the first to be looked at again.
 *
 * What is offered is a whole game each time, so that a dive that is broken off has lost nothing. */
#ifndef COPPICE_SEARCH_PUZZLE_DIVE_H
#define COPPICE_SEARCH_PUZZLE_DIVE_H

#include "search/oracle.h"
#include "search/puzzle/puzzle.h"

/* ---- Bounds ---- */

/* Prepares all oracles of the game. */
bool puzzle_bounds_open(struct cop_oracles *oracles, const struct cop_game *game,
                        struct cop_error *error);

/* No game that goes on from here has more points at its end. Of a game that is over, what it has.
 */
double puzzle_most(const struct cop_oracles *oracles, const void *state);

/* What positions with the same to come have in common. */
static inline uint64_t puzzle_rest(const struct cop_game *game, const void *state)
{
    return game->rules->rest != NULL ? game->rules->rest(game, state)
                                     : game->rules->key(game, state);
}

/* ---- Dives ---- */

struct dive;

/* Memory for the way down, and so many bytes for a table; 0: it has none. NULL: a failure with a
 * message. */
struct dive *dive_open(struct puzzle_walker *walker, size_t table_bytes, struct cop_error *error);
void dive_close(struct dive *dive); /* NULL is fine */

/* Bytes of the way down alone. */
size_t dive_least_bytes(const struct cop_game *game);

/* Empties the table: a search must not depend on the ones before it. */
void dive_forget(struct dive *dive);

/* Looks through all that goes on from `state`, where the walker's way has led. True if nothing is
 * left; false if the run has ended. Positions are steps of the run. */
bool dive_from(struct dive *dive, const void *state);

/* The same, but as if nothing could be had from positions that promise less than `threshold`; the
 * most that one of these promised is written to `next` (-INFINITY: there was none). */
bool dive_above(struct dive *dive, const void *state, double threshold, double *next);

/* The same as dive_from with at most `*budget` positions, which are no steps of the run and are not
 * counted: for searches whose steps are others. What it has used is taken off. */
bool dive_within(struct dive *dive, const void *state, int64_t *budget);

#endif
