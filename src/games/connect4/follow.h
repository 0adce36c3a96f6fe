/* connect4_follow.h - what a side can be sure of by answering every stone, without any search.
 *
 * The *leader* is the side to move, the *follower* the other. In a column with an even number of
 * empty cells the follower can answer each stone with one on top of it, and so gets the second,
 * the fourth, ... of them. Counted from the top, these are the cells with an odd number of cells
 * from there up, itself included: the `answers`; the others are the `leads`.
 *
 * The lowest empty cell of a column with an odd number of them is a *base*. If there is an even
 * number of such columns, they are taken in pairs: who loses one base gets the other, and then both
 * columns are even. So the leader can only ever have leads and bases, and when no line of four can
 * be made of them and his stones, he cannot win. If the follower's certain cells contain a line,
 * then he wins, as in the end all of them are taken.
 *
 * With an odd number of odd columns one is left over, and the leader can change who must move first
 * by filling it to the top. But where the follower already has three of a line whose fourth cell is
 * a lead in that column, he gets it by answering there, before the top: then the leader may not
 * begin there, has to in the end, and loses if he has no line before.
 *
 * In both cases, a cell above one where the follower completes a line is never played. */
#ifndef COPPICE_GAMES_CONNECT4_FOLLOW_H
#define COPPICE_GAMES_CONNECT4_FOLLOW_H

#include "board.h"
#include "games/bits.h"

/* The board of a search: constants where the compiler knows the size. */
struct connect4_shape {
    uint64_t bottom, cells;
    uint64_t leads; /* the others are the answers */
    int width, height;
};

static inline struct connect4_shape connect4_shape_of(int width, int height)
{
    struct connect4_shape shape = {.width = width, .height = height};

    for (int column = 0; column < width; column++)
        for (int row = 0; row < height; row++) {
            uint64_t cell = (uint64_t)1 << (column * (height + 1) + row);

            shape.cells |= cell;
            shape.bottom |= row == 0 ? cell : 0;
            shape.leads |= (height - row) % 2 == 0 ? cell : 0;
        }
    return shape;
}

/* For the follower. */
enum connect4_promise { CONNECT4_NOTHING, CONNECT4_DRAW, CONNECT4_WIN };

/* A side to move, its opponent, and the empty cells where a stone of the opponent makes a line. */
struct connect4_sides {
    uint64_t leader, follower, threats;
};

static inline uint64_t connect4_above(const struct connect4_shape *shape, uint64_t cells)
{
    uint64_t above = (cells << 1) & shape->cells;

    for (int row = 2; row < shape->height; row++)
        above |= (above << 1) & shape->cells;
    return above;
}

/* The leader can get `his` empty cells at most, the follower gets all `sure` ones. */
static inline enum connect4_promise connect4_outcome(const struct connect4_shape *shape,
                                                     const struct connect4_sides *sides,
                                                     uint64_t his, uint64_t sure)
{
    uint64_t wins = sides->threats & sure;

    if (wins != 0)
        his &= ~connect4_above(shape, wins);
    if (has_line(sides->leader | his, shape->height))
        return CONNECT4_NOTHING;
    return has_line(sides->follower | sure, shape->height) ? CONNECT4_WIN : CONNECT4_DRAW;
}

/* All odd columns are paired. Of a single pair the leader gets one base and the follower the other,
 * so that both cases can be looked at. */
static inline enum connect4_promise connect4_follow_pairs(const struct connect4_shape *shape,
                                                          const struct connect4_sides *sides,
                                                          uint64_t empty, uint64_t bases)
{
    uint64_t leads = empty & shape->leads;
    uint64_t answers = empty & ~shape->leads & ~bases;
    uint64_t one = lowest_bit(bases), other = bases ^ one;
    enum connect4_promise first, second;

    first = connect4_outcome(shape, sides, leads | bases, answers);
    if (first != CONNECT4_NOTHING || other == 0 || (other & (other - 1)) != 0)
        return first;
    first = connect4_outcome(shape, sides, leads | one, answers | other);
    if (first == CONNECT4_NOTHING)
        return first;
    second = connect4_outcome(shape, sides, leads | other, answers | one);
    return first < second ? first : second;
}

/* One odd column is left over, and the follower has a threat on one of its leads. */
static inline enum connect4_promise connect4_follow_threat(const struct connect4_shape *shape,
                                                           const struct connect4_sides *sides,
                                                           uint64_t empty, uint64_t bases)
{
    for (uint64_t left = bases; left != 0; left &= left - 1) {
        uint64_t base = lowest_bit(left);
        int first = bit_index(base) / (shape->height + 1) * (shape->height + 1);
        uint64_t column = (((uint64_t)1 << shape->height) - 1) << first;
        uint64_t his = (empty & (shape->leads ^ column)) | (bases ^ base);

        if ((sides->threats & column & shape->leads) != 0 &&
            connect4_outcome(shape, sides, his, empty & ~his) == CONNECT4_WIN)
            return CONNECT4_WIN;
    }
    return CONNECT4_NOTHING;
}

/* Of a game that is not over; `all` are the stones of both. */
static inline enum connect4_promise connect4_promise_of(const struct connect4_shape *shape,
                                                        const struct connect4_sides *sides,
                                                        uint64_t all)
{
    uint64_t bases = (all + shape->bottom) & shape->cells & ~shape->leads;
    uint64_t empty = shape->cells ^ all;

    if (bit_count(bases) % 2 == 0)
        return connect4_follow_pairs(shape, sides, empty, bases);
    return connect4_follow_threat(shape, sides, empty, bases);
}

#endif
