/* join.h - sums put together from parts, at random (amazons-endgame-and-books.md 2.16). */
#ifndef COPPICE_MATCH_JOIN_H
#define COPPICE_MATCH_JOIN_H

#include "coppice/solve.h"

/* Can parts of this game be laid beside each other? Else a message that says why not. */
bool cop_join_fits(const struct cop_game *game, struct cop_error *error);

/* Draws `wanted` different of `count` positions, each one part (`states` has game->state_size bytes
 * for each), and lays them beside each other, the largest first, each wherever and however it fits;
 * again with others where they do not, `tries` times at most. The first player is to move in the
 * sum; `drawn` gets the numbers of the parts. */
bool cop_join(const struct cop_game *game, const unsigned char *states, int count, int wanted,
              int tries, struct cop_rng *rng, void *sum, int *drawn, struct cop_error *error);

/* What a sum is worth to the first player in points, when the first or the second begins; not known
 * if the limits came first. In both cases somebody is to move; the turn in `sum` is changed. */
struct cop_join_worth {
    bool is_known;
    double points[2];
};
bool cop_join_weigh(const struct cop_game *game, void *sum, const struct cop_solve_limits *limits,
                    struct cop_join_worth *worth, struct cop_error *error);

#endif
