/* last.h - the last squares of an 8 x 8 game of Othello, searched without a table and without
 * sorting: there are so few positions below that both cost more than they save.
 *
 * A *question* is whether the side to move gets at least `goal` points. What comes back is a lower
 * bound of its points if it is at least `goal`, else an upper one. */
#ifndef COPPICE_GAMES_OTHELLO_LAST_H
#define COPPICE_GAMES_OTHELLO_LAST_H

#include "position.h"

enum {
    OTHELLO_LAST = 6,      /* with so many empty squares and fewer */
    OTHELLO_UNSEEN = 300,  /* positions that may pass between two looks; five squares have at most
                              1 + 5 * (2 + 4 * 14) */
    OTHELLO_NEVER = -1000, /* less than any points */
};

/* How far a search is. `look` is called, with what it needs around it, as soon as `positions` is
 * `next_look` or more, and says whether it is over; answers mean nothing from then on. */
struct othello_course {
    int64_t positions, next_look;
    bool (*look)(struct othello_course *course);
    const struct othello_board *board;
};

/* A quarter of the board. */
static inline uint64_t othello_quadrant(int square)
{
    return (uint64_t)0x0f0f0f0f << (square & 0x24);
}

/* The quarters of the board that have an odd number of empty squares. Whoever moves last in one
 * keeps what he takes there: that is usually who plays in an odd one now. */
static inline uint64_t othello_odd_quadrants(uint64_t empty)
{
    uint64_t odd = 0;

    for (; empty != 0; empty &= empty - 1)
        odd ^= othello_quadrant(bit_index(empty));
    return odd;
}

/* Answers a question about a position with at most OTHELLO_LAST empty squares. */
int othello_last(struct othello_course *course, uint64_t own, uint64_t enemy, uint64_t odd,
                 int goal);

/* Do the enemy's stable discs alone keep the side to move below `goal`? Then `bound` is the most
 * that it can get. Not asked where they are hardly ever enough. */
bool othello_is_out_of_reach(uint64_t own, uint64_t enemy, int goal, int *bound);

#endif
