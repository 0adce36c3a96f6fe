/* beliefs.h - how searches of games with hidden pieces are told what to believe of them: the option
 * `beliefs`, and the row of the game that it names. */
#ifndef COPPICE_SEARCH_BELIEFS_H
#define COPPICE_SEARCH_BELIEFS_H

#include "coppice/game.h"

extern const struct cop_option cop_belief_options[];

/* The belief that the settings name; NULL: what the rules say counts. */
bool cop_belief_find(const struct cop_belief **belief, const struct cop_game *game,
                     const struct cop_settings *settings, struct cop_error *error);

static inline void cop_believed_chances(const struct cop_belief *belief,
                                        const struct cop_game *game, const void *state,
                                        double *probability)
{
    if (belief != NULL)
        belief->chances(game, state, probability);
    else
        game->rules->chances(game, state, probability);
}

static inline void cop_believed_sample(const struct cop_belief *belief, const struct cop_game *game,
                                       const void *seen, int player, void *state,
                                       struct cop_rng *rng)
{
    if (belief != NULL)
        belief->sample(game, seen, player, state, rng);
    else
        game->rules->sample(game, seen, player, state, rng);
}

#endif
