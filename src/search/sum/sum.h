/* sum.h - a position as the sum of its parts (struct cop_sums in game.h): what is settled as a
 * number of moves, and the other parts, each a position of its own.
 *
 * A move of either side belongs to one part and may break it into several. Whose turn it is in the
 * whole does not matter here: both sides' moves are asked for. */
#ifndef COPPICE_SEARCH_SUM_SUM_H
#define COPPICE_SEARCH_SUM_SUM_H

#include "coppice/game.h"

enum { COP_SUM_PARTS_MAX = 64 };

struct cop_sum {
    const struct cop_game *game;
    int moves;            /* that the first player has more in what is settled */
    int count, room;      /* of parts that are not */
    unsigned char *parts; /* game->state_size bytes each */
};

/* Is the game a sum of its parts in this variant? Else a message that says why not. */
bool cop_sum_fits(const struct cop_game *game, struct cop_error *error);

void cop_sum_free(struct cop_sum *sum);
void *cop_sum_part(const struct cop_sum *sum, int index);

/* The parts of a position; those that nobody can move in are left out. */
void cop_sum_split(struct cop_sum *sum, const struct cop_game *game, const void *state);

/* A sum of one part that is not looked into any further. */
void cop_sum_only(struct cop_sum *sum, const struct cop_game *game, const void *part);

/* What becomes of `sum` when `player` makes this move in a part. */
void cop_sum_play(const struct cop_sum *sum, int part, int player, cop_move move,
                  struct cop_sum *after);

/* The moves that a player has in a part if it is his turn; `out` has room for game->max_moves. */
int cop_sum_moves(const struct cop_sum *sum, int part, int player, cop_move *out);

/* Takes a part out. */
void cop_sum_remove(struct cop_sum *sum, int part);

/* Bytes that sums of parts have in common that are worth the same, or, where `is_swapped` differs,
 * the same with the players exchanged; what is settled does not count. False: they are too many. */
enum { COP_SUM_KEY_MAX = 4096 };
bool cop_sum_key(const struct cop_sum *sum, uint8_t bytes[COP_SUM_KEY_MAX], int *length,
                 bool *is_swapped);

#endif
