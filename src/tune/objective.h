/* objective.h - what a point is worth: the mean over some games of an agent with these options.
 *
 * A tuner knows nothing more of what it tunes for. What a measurement gives must follow from spec,
 * seed and number of games alone, so that a tuner that was interrupted comes to the same points
 * again; an objective that keeps its games in a store then has nothing to play twice. */
#ifndef COPPICE_TUNE_OBJECTIVE_H
#define COPPICE_TUNE_OBJECTIVE_H

#include "match/match.h"

struct cop_worth {
    int64_t games; /* fewer than were asked for: somebody wished to stop */
    double mean, variance;
};

struct cop_objective {
    void *context;
    bool (*measure)(void *context, const char *spec, uint64_t seed, int games,
                    struct cop_worth *worth, struct cop_error *error);
};

/* Games that a store keeps. Measurements with the same seed have the same openings and deals. */
struct cop_bout {
    const struct cop_game *game;
    const char *against; /* the opponent's spec; of one player alone not used */
    struct cop_limits limits;
    int opening_plies, threads;
    struct cop_store *store;
    struct cop_match_watch watch;
};

/* The games of one agent against the opponent, or alone. What the plan points to is in here, so
 * that it must not be copied; the bout and the spec stay the caller's. */
struct cop_bout_plan {
    struct cop_match_plan plan;
    const char *agents[2];
    struct cop_limits limits[2];
};
void cop_bout_plan(struct cop_bout_plan *plan, const struct cop_bout *bout, const char *spec,
                   uint64_t seed, int games);

/* The share of the points in matches against the opponent; of one player alone the mean of the
 * game's own points. `bout` belongs to the caller. */
struct cop_objective cop_objective_of_games(struct cop_bout *bout);

#endif
