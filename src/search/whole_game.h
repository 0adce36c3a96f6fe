/* whole_game.h - the best game that a search for one player has found, kept from one search to the
 * next as long as it is followed.
 *
 * It does not lock: who shares it with other threads does. */
#ifndef COPPICE_SEARCH_WHOLE_GAME_H
#define COPPICE_SEARCH_WHOLE_GAME_H

#include "coppice/agent.h"

struct cop_whole_game {
    double total; /* the points at its end */
    int length;   /* 0: there is none */
    cop_move *moves;
    unsigned char *here; /* the position that it begins in */
};

/* With room for so many moves; false if there is no memory. Both may be closed. */
bool cop_whole_game_open(struct cop_whole_game *whole, const struct cop_game *game, size_t moves);
void cop_whole_game_close(struct cop_whole_game *whole); /* of zeros: nothing */

/* Another game takes its place, from the same position. */
void cop_whole_game_set(struct cop_whole_game *whole, double total, const cop_move *moves,
                        int length);

/* A search begins in a position: a game from another one, or one that is not to be kept, is
 * forgotten. */
void cop_whole_game_begin(struct cop_whole_game *whole, const struct cop_game *game,
                          const void *state, bool keeps);

/* A move was played: what is left of the game, if it was its first one. */
void cop_whole_game_follow(struct cop_whole_game *whole, const struct cop_game *game,
                           const void *before, cop_move move);

/* As a search's answer, where there is one; what does not fit into a report is no whole game there.
 */
void cop_whole_game_report(const struct cop_whole_game *whole, bool decides_game,
                           struct cop_report *report);

#endif
