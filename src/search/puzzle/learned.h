/* learned.h - a game played out by learned odds (odds.h). */
#ifndef COPPICE_SEARCH_PUZZLE_LEARNED_H
#define COPPICE_SEARCH_PUZZLE_LEARNED_H

#include "coppice/game.h"

/* Who plays, by which policy (NULL: all moves alike), and room for one position. */
struct learned_player {
    const struct cop_game *game;
    const struct cop_policy *policy;
    const void *prepared;
    void *notes;
    cop_move *moves;
    uint64_t *codes;
    double *weights, *sums;
};

/* What is missing for lack of memory is seen by the result; close it in any case. */
bool learned_open(struct learned_player *player);
void learned_close(struct learned_player *player);

/* Plays `state` to its end; by the policy's own quick way where it has one. */
void learned_play(const struct learned_player *player, void *state, struct cop_rng *rng,
                  const struct cop_odds *odds, struct cop_offers *choices);

/* The same move by move, which the quick way must equal draw for draw. */
void learned_play_moves(const struct learned_player *player, void *state, struct cop_rng *rng,
                        const struct cop_odds *odds, struct cop_offers *choices);

/* Writes down what could have been chosen in a game that was played; false if the policy never
 * plays one of its moves. */
bool learned_follow(const struct learned_player *player, void *state, const cop_move *moves,
                    int length, const struct cop_odds *odds, struct cop_offers *choices);

#endif
