/* stable.h - discs of an 8 x 8 board that can never be captured again.
 *
 * A disc is captured along a line, so it is safe along one that is full, that ends beside it, or
 * on which its neighbour is a disc of its colour that is safe for ever. A disc that is safe along
 * all four of its lines is safe for ever, and may make its neighbours so. Some safe discs are not
 * found this way; none that is found is unsafe. */
#ifndef COPPICE_GAMES_OTHELLO_STABLE_H
#define COPPICE_GAMES_OTHELLO_STABLE_H

#include "board.h"

#define OTHELLO_LEFT  0x0101010101010101u
#define OTHELLO_RIGHT 0x8080808080808080u
#define OTHELLO_ENDS  0xff000000000000ffu /* the first and the last row */

/* Where a step up, or down, of 1, 7, 8 or 9 bits can arrive without leaving the board. */
static const uint64_t othello_after_up[4] = {~OTHELLO_LEFT, ~OTHELLO_RIGHT, ~(uint64_t)0,
                                             ~OTHELLO_LEFT};
static const uint64_t othello_after_down[4] = {~OTHELLO_RIGHT, ~OTHELLO_LEFT, ~(uint64_t)0,
                                               ~OTHELLO_RIGHT};

/* Squares beside which the line in this direction ends. */
static const uint64_t othello_borders[4] = {
    OTHELLO_LEFT | OTHELLO_RIGHT, OTHELLO_LEFT | OTHELLO_RIGHT | OTHELLO_ENDS, OTHELLO_ENDS,
    OTHELLO_LEFT | OTHELLO_RIGHT | OTHELLO_ENDS};

/* The set and everything on the same lines in one direction, by steps of one, two and four. */
static inline uint64_t othello_lines_through(uint64_t set, int direction)
{
    uint64_t step = othello_steps[direction];
    uint64_t up = set, may_up = othello_after_up[direction];
    uint64_t down = set, may_down = othello_after_down[direction];

    for (int i = 0; i < 3; i++) {
        up |= may_up & up << step;
        down |= may_down & down >> step;
        may_up &= may_up << step;
        may_down &= may_down >> step;
        step *= 2;
    }
    return up | down;
}

static inline uint64_t othello_stable(uint64_t own, uint64_t enemy)
{
    uint64_t safe[4], stable = 0, before;

    for (int direction = 0; direction < 4; direction++)
        safe[direction] =
            ~othello_lines_through(~(own | enemy), direction) | othello_borders[direction];
    do {
        uint64_t next = own;

        before = stable;
        for (int direction = 0; direction < 4; direction++) {
            uint64_t step = othello_steps[direction];

            next &= safe[direction] | (othello_after_up[direction] & before << step) |
                    (othello_after_down[direction] & before >> step);
        }
        stable = next;
    } while (stable != before);
    return stable;
}

#endif
