/* pool.h - one scale for many agents: ratings that explain the results of all pairs.
 *
 * Bradley and Terry's model: an agent that is rated d Elo above another scores 1 / (1 +
 * 10^(-d/400)) of the points on average, a draw being half a point. The ratings are those that make
 * the results most likely. One agent, the anchor, has a rating that is given; intervals are for the
 * distance from it, at 95 %, from the curvature of the likelihood. As draws vary less than wins and
 * losses do, they are a little too wide where there are many. */
#ifndef COPPICE_MATCH_POOL_H
#define COPPICE_MATCH_POOL_H

#include "match/statistics.h"

/* Results of all pairs, as square tables by row: games and points of agent i against agent j. */
struct cop_pool {
    int agents;
    double *games, *points;
};

void cop_pool_open(struct cop_pool *pool, int agents);
void cop_pool_close(struct cop_pool *pool);
/* So many games of agent i against agent j, in which i scored so many points. */
void cop_pool_add(struct cop_pool *pool, int i, int j, double games, double points);

/* Fills in a rating for each agent. Where results say nothing of the distance from the anchor, the
 * interval has no end on that side: an agent that has won everything against all who are rated is
 * infinitely far above, and one of whom nothing is known could be anywhere (its value is NaN). */
void cop_pool_rate(const struct cop_pool *pool, int anchor, double anchor_elo,
                   struct cop_interval *ratings);

#endif
