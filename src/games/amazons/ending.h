/* ending.h - an ending: what is left of a position when everything that is settled is only counted
 * (amazons-endgame-and-books.md 2.9).
 *
 * Dead regions are dropped. A territory is a number of spare moves of its owner, who may make one
 * whenever he likes; so are passes. What is left are the regions in which the sides still fight,
 * and territories whose moves would take too long to count. */
#ifndef COPPICE_GAMES_AMAZONS_ENDING_H
#define COPPICE_GAMES_AMAZONS_ENDING_H

#include "regions.h"

/* Of each two numbers and sets the first is the mover's. */
struct amazons_ending {
    amazons_set empty, amazons[2];
    int spare[2];
    bool has_uncounted; /* a territory is still on the board */
};

/* The moves of territories that were counted before; zeros are an empty one. */
enum { AMAZONS_COUNTS = 1 << 12 };

struct amazons_counted {
    amazons_set empty, own; /* of the whole territory; no amazon: nothing is here */
    struct amazons_moves moves;
};

struct amazons_counts {
    struct amazons_counted of[AMAZONS_COUNTS];
    /* Who has won is all that is asked: spare moves of both sides then cancel each other, as whole
     * numbers of opposite sign do in any sum of games where the last to move wins. */
    bool only_who_wins;
};

struct amazons_moves amazons_count_moves(struct amazons_counts *counts, amazons_set empty,
                                         amazons_set own);

/* The ending of a position in which no shot is due. */
struct amazons_ending amazons_ending_of(const struct amazons_board *board,
                                        const struct amazons_position *position,
                                        struct amazons_counts *counts);

/* After a move of the game that stays in what is left, or AMAZONS_PASS for a spare move. */
struct amazons_ending amazons_ending_after(const struct amazons_ending *ending, cop_move move,
                                           struct amazons_counts *counts);

/* Can the mover do anything on the board? */
static inline bool amazons_ending_has_turn(const struct amazons_ending *ending)
{
    return (amazons_spread(ending->amazons[0]) & ending->empty) != 0;
}

/* The empty squares that each side can walk to, the other's amazons being walls. */
void amazons_ending_reached(const struct amazons_ending *ending, amazons_set reached[2]);

#endif
