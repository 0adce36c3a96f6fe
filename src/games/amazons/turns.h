/* turns.h - all turns over a set of squares, one after the other, for searches of parts of a board.
 *
 * The board is a set of open squares and a side's amazons on it; whatever is not in the set is a
 * wall. */
#ifndef COPPICE_GAMES_AMAZONS_TURNS_H
#define COPPICE_GAMES_AMAZONS_TURNS_H

#include "board.h"

/* `arrow` burns after an amazon went from `from` to `to`. */
struct amazons_turns {
    amazons_set region, own; /* squares that are empty or have an own amazon; those amazons */
    amazons_set open;        /* the region without the other amazons */
    int from, to, arrow;
    int way, shot; /* the directions of movement and arrow */
};

static const int amazons_directions[8] = {1,
                                          -1,
                                          AMAZONS_STRIDE,
                                          -AMAZONS_STRIDE,
                                          AMAZONS_STRIDE + 1,
                                          -AMAZONS_STRIDE - 1,
                                          AMAZONS_STRIDE - 1,
                                          1 - AMAZONS_STRIDE};

static inline void amazons_turns_take(struct amazons_turns *turns, int from)
{
    turns->from = turns->to = from;
    turns->open = (turns->region & ~turns->own) | amazons_square(from);
    turns->way = 0;
    turns->shot = 8;
}

/* Before the first turn; `own` is not empty. */
static inline struct amazons_turns amazons_turns_of(amazons_set region, amazons_set own)
{
    struct amazons_turns turns = {.region = region, .own = own};

    amazons_turns_take(&turns, amazons_first(own));
    return turns;
}

/* One step further along a ray, or to the first square of the next ray that has one. */
static inline bool amazons_step_on(amazons_set open, int origin, int *square, int *direction)
{
    for (; *direction < 8; *square = origin, (*direction)++) {
        *square += amazons_directions[*direction];
        if (*square >= 0 && amazons_has(open, *square))
            return true;
    }
    return false;
}

/* Goes to the next turn; false: there is none. */
static inline bool amazons_turns_next(struct amazons_turns *turns)
{
    for (;;) {
        amazons_set others;

        if (amazons_step_on(turns->open, turns->to, &turns->arrow, &turns->shot))
            return true;
        if (amazons_step_on(turns->open, turns->from, &turns->to, &turns->way)) {
            turns->arrow = turns->to;
            turns->shot = 0;
            continue;
        }
        others = turns->own >> turns->from >> 1;
        if (others == 0)
            return false;
        amazons_turns_take(turns, turns->from + 1 + amazons_first(others));
    }
}

/* The side's amazons after the turn. */
static inline amazons_set amazons_turns_own(const struct amazons_turns *turns)
{
    return (turns->own & ~amazons_square(turns->from)) | amazons_square(turns->to);
}

/* The eight neighbours of a square as bits, in the order of their numbers. */
static inline unsigned amazons_neighbours(amazons_set set, int square)
{
    int shift = square - AMAZONS_STRIDE - 1;
    uint64_t near = (uint64_t)(shift >= 0 ? set >> shift : set << -shift);

    return (unsigned)((near & 7) | (near >> 8 & 8) | (near >> 9 & 16) | (near >> 17 & 0xe0));
}

/* Whether neighbours of a square touch each other without it: they then stay connected when it
 * burns. */
static inline bool amazons_is_joined(unsigned around)
{
    static const uint8_t touching[8] = {0x0a, 0x1d, 0x12, 0x63, 0xc6, 0x48, 0xb8, 0x50};
    unsigned group = around & -around, before;

    do {
        before = group;
        for (int i = 0; i < 8; i++)
            if ((group >> i & 1) != 0)
                group |= touching[i] & around;
    } while (group != before);
    return group == around;
}

#endif
