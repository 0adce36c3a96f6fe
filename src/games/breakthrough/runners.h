/* runners.h - stones that nobody can stop any more: a proof, and no search. */
#ifndef COPPICE_GAMES_BREAKTHROUGH_RUNNERS_H
#define COPPICE_GAMES_BREAKTHROUGH_RUNNERS_H

#include "board.h"

/* Where the stones could take something, or slant to. */
static inline uint64_t slants(const struct board *board, int side, uint64_t stones)
{
    uint64_t not_first = stones & ~FIRST_COLUMN, not_last = stones & ~LAST_COLUMN;

    return (side == WHITE ? not_first << 7 | not_last << 9 : not_first >> 9 | not_last >> 7) &
           board->squares;
}

static inline uint64_t ahead(const struct board *board, int side, uint64_t stones)
{
    return (side == WHITE ? stones << STRIDE : stones >> STRIDE) & board->squares;
}

/* Rows that the side's foremost stone is from its goal. */
static inline int fewest_steps(const struct board *board, int side, uint64_t stones)
{
    int steps = 0;

    for (uint64_t row = board->goal[side]; (stones & row) == 0; steps++)
        row = side == WHITE ? row >> STRIDE : row << STRIDE;
    return steps;
}

/* In how many steps a stone of `side` reaches its goal whatever the enemy does, or 0 if that is not
 * known. `hostile` is every square where an enemy stone could be by then, even if it were alone: a
 * runner keeps off what could be taken from there, and goes straight on only where nothing can
 * stand. The enemy must not be quicker. */
static inline int breakthrough_unstoppable(const struct board *board, int side, uint64_t own,
                                           uint64_t enemy, bool enemy_is_next)
{
    uint64_t runners = own, hostile = enemy;
    int limit = fewest_steps(board, 1 - side, enemy) - enemy_is_next;

    for (int steps = 1; steps <= limit; steps++) {
        uint64_t targets;

        if (enemy_is_next || steps > 1) {
            uint64_t taken = slants(board, 1 - side, hostile);

            runners &= ~taken;
            hostile |= taken | ahead(board, 1 - side, hostile);
        }
        if (runners == 0)
            return 0;
        targets = (slants(board, side, runners) | (ahead(board, side, runners) & ~hostile)) & ~own;
        if ((targets & board->goal[side]) != 0)
            return steps;
        runners = targets;
    }
    return 0;
}

/* The same for the player to move: in how many steps of his own he wins for certain, or, if the
 * number is below 0, the other one does; 0 if neither is known. */
static inline int breakthrough_race(const struct board *board, const uint64_t stones[2], int side)
{
    uint64_t own = stones[side], enemy = stones[1 - side];
    int steps = breakthrough_unstoppable(board, side, own, enemy, false);

    return steps > 0 ? steps : -breakthrough_unstoppable(board, 1 - side, enemy, own, true);
}

#endif
