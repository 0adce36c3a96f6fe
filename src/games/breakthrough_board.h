/* breakthrough_board.h - how a position of Breakthrough lies in words, and how its stones step.
 *
 * A square is a bit, a1 the lowest, rows of eight bits; narrower boards leave the last bits of a
 * row empty. White moves up, towards higher bits. A side's moves are three sets of target squares,
 * one for each direction, which are found by one shift each; one after the other they are the order
 * of moves(). */
#ifndef COPPICE_GAMES_BREAKTHROUGH_BOARD_H
#define COPPICE_GAMES_BREAKTHROUGH_BOARD_H

#include <assert.h>
#include <stdint.h>

#include "bits.h"
#include "coppice/game.h"

enum { WHITE, BLACK, STRIDE = 8 };

#define FIRST_COLUMN 0x0101010101010101u
#define LAST_COLUMN  0x8080808080808080u

struct position {
    uint64_t stones[2];
    int64_t turn; /* WHITE, BLACK or COP_OVER */
};
static_assert(sizeof(struct position) == 24, "a position is three words");

struct board {
    uint64_t squares;
    uint64_t goal[2]; /* the row that wins for each side */
    int columns, rows;
};

/* The squares that stones can step to: towards column a, straight on, away from column a. */
struct steps {
    uint64_t left, ahead, right;
};

static inline const struct board *board_of(const struct cop_game *game)
{
    return game->tables;
}

static inline uint64_t square_of(int column, int row)
{
    return (uint64_t)1 << (row * STRIDE + column);
}

static inline struct steps steps_of(int side, uint64_t own, uint64_t enemy, uint64_t squares)
{
    uint64_t open = squares & ~own; /* for slanting steps, which may capture */
    uint64_t empty = open & ~enemy;
    uint64_t not_first = own & ~FIRST_COLUMN;
    uint64_t not_last = own & ~LAST_COLUMN;

    if (side == WHITE)
        return (struct steps){(not_first << 7) & open, (own << 8) & empty, (not_last << 9) & open};
    return (struct steps){(not_first >> 9) & open, (own >> 8) & empty, (not_last >> 7) & open};
}

/* How many bits lie between a stone and its target, in the order of struct steps. */
static inline int distance(int side, int direction)
{
    return side == WHITE ? 7 + direction : 9 - direction;
}

/* A move is 64 times the number of the bit it leaves, plus that of the bit it reaches. */
static inline cop_move move_of(int from, int to)
{
    return (cop_move)(from * 64 + to);
}

static inline int list_steps(uint64_t targets, int change, cop_move *out)
{
    int count = 0;

    for (; targets != 0; targets &= targets - 1) {
        int to = bit_index(targets);

        out[count++] = move_of(to - change, to);
    }
    return count;
}

static inline int list_moves(int side, struct steps steps, cop_move *out)
{
    int sign = side == WHITE ? 1 : -1;
    int count = list_steps(steps.left, sign * distance(side, 0), out);

    count += list_steps(steps.ahead, sign * distance(side, 1), out + count);
    return count + list_steps(steps.right, sign * distance(side, 2), out + count);
}

/* Of these steps, those to one of the targets. */
static inline struct steps only(struct steps steps, uint64_t targets)
{
    return (struct steps){steps.left & targets, steps.ahead & targets, steps.right & targets};
}

#endif
