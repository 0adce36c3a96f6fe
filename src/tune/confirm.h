/* confirm.h - whether what a tuner found is better than what it began with: new games of the two
 * against each other, so that a lucky sample is not sold as a gain. */
#ifndef COPPICE_TUNE_CONFIRM_H
#define COPPICE_TUNE_CONFIRM_H

#include "tune/objective.h"

struct cop_confirmed {
    int64_t games;             /* fewer than were asked for: somebody wished to stop */
    struct cop_interval score; /* the found agent's share of the points against the start; of one
                                  player alone, how many points more it makes in a game */
    double even;               /* the score of two that are equally good */
};

/* `bout` says how games are played; its opponent is not asked. */
bool cop_tune_confirm(const struct cop_bout *bout, const char *found, const char *start,
                      uint64_t seed, int games, struct cop_confirmed *confirmed,
                      struct cop_error *error);

#endif
