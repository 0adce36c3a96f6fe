/* belief.h - what set-ups and moves tell of unknown pieces, beside what the rules say.
 *
 * Pieces that have the same past are of one class: those that have moved, and of the others those
 * of each row of the home, where armies are set up by somebody; where they are dealt, all together.
 * A table (belief_weights.h) says for each class how much more or less often than on the average a
 * piece of it was of each rank, in games that were played to learn it, early and late. From that
 * and the counts of ranks that are left come odds: those of a piece add to 1, and those of all
 * unknown pieces to the number of pieces of each rank. */
#ifndef COPPICE_GAMES_STRATEGO_BELIEF_H
#define COPPICE_GAMES_STRATEGO_BELIEF_H

#include "board.h"

/* Unmoved in the back row, in the two in the middle, in the front row, or somewhere in an army that
 * was dealt; moved. */
enum belief_class { ROW_BACK, ROW_FRONT = 3, DEALT, MOVED, BELIEF_CLASSES };

/* By plies played. */
enum { BELIEF_PHASES = 4 };
int stratego_belief_phase(const struct stratego *position);

struct stratego_belief {
    int size[BELIEF_CLASSES]; /* how many unknown pieces */
    double odds[BELIEF_CLASSES][RANKS];
};

/* How nearly the odds of all pieces add to the counts: near enough for a judgement, or as exactly
 * as numbers can. Those of one piece always add to 1. */
enum belief_care { BELIEF_QUICK, BELIEF_EXACT };

enum belief_class stratego_belief_class(const struct stratego_board *board,
                                        const struct stratego *position, int side, int square);
void stratego_believe(const struct stratego_board *board, const struct stratego *position, int side,
                      enum belief_care care, struct stratego_belief *belief);
/* Of one class: as it is, or known to be able to move. */
void stratego_believed_odds(const struct stratego_belief *belief, enum belief_class kind,
                            bool can_move, double odds[RANKS]);

extern const struct cop_belief stratego_beliefs[];

#endif
