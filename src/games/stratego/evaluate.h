/* evaluate.h - what the evaluators of Stratego share. */
#ifndef COPPICE_GAMES_STRATEGO_EVALUATE_H
#define COPPICE_GAMES_STRATEGO_EVALUATE_H

#include "board.h"

/* The ranks that a side has on the board, four bits a rank: both players know them. */
uint64_t stratego_ranks_left(const struct stratego *position, int side);

/* For each column and row, how many squares it is away from all squares of a set together. */
struct distances {
    int column[SIDE_MAX], row[SIDE_MAX];
    int count; /* of squares in the set */
};

void stratego_find_distances(const struct stratego_board *board, square_set set,
                             struct distances *distances);
/* How near the pieces of a set are together: for each 1 beside the flag, 0 in the far corner. */
double stratego_nearness(const struct stratego_board *board, square_set pieces,
                         const struct distances *flags);

/* Nothing happening costs the one whose view it is a point for every two plies. Whose it is shows
 * in that only the other has unknown pieces. For White. */
int stratego_restlessness(const struct stratego *position);

enum { ATTACKS_MAX = ARMY_MAX * DIRECTIONS };

struct attack {
    int from, to;
    double gain; /* for the attacker */
};

/* What the position is worth when it has calmed down, more than it is now, for the side to move,
 * whose attacks are `own`: it makes its best attack and suffers the best answer that this leaves,
 * or it parries the largest threat and suffers the next. */
double stratego_calm(const struct attack *own, int own_count, const struct attack *other,
                     int other_count);

/* guard.c */
void stratego_evaluate_guarded(const struct cop_game *game, const void *prepared, const void *state,
                               double *of_player);

#endif
