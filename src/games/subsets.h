/* subsets.h - sets of squares with numbers: the sets of k among n squares are counted from 0 to
 * n! / (k! (n - k)!) - 1, without gaps.
 *
 * The squares are the bits of a mask, so that a set can be counted among those that other pieces
 * have left free. The number of a set with members at the places a < b < c of the mask is
 * C(a, 1) + C(b, 2) + C(c, 3). */
#ifndef COPPICE_GAMES_SUBSETS_H
#define COPPICE_GAMES_SUBSETS_H

#include <stdint.h>

#include "games/bits.h"

enum { SUBSET_SQUARES = 64 };

/* Pascal's triangle; the largest number in it, C(64, 32), has 61 bits. */
struct subsets {
    int64_t count[SUBSET_SQUARES + 1][SUBSET_SQUARES + 1]; /* [squares][members] */
};

static inline void subsets_fill(struct subsets *subsets)
{
    for (int squares = 0; squares <= SUBSET_SQUARES; squares++) {
        subsets->count[squares][0] = 1;
        for (int members = 1; members <= squares; members++)
            subsets->count[squares][members] =
                subsets->count[squares - 1][members - 1] + subsets->count[squares - 1][members];
    }
}

/* The number of `set` among the sets of as many members of `squares`. */
static inline int64_t subset_number_plain(const struct subsets *subsets, uint64_t squares,
                                          uint64_t set)
{
    int64_t number = 0;

    for (int members = 1; set != 0; set &= set - 1, members++)
        number += subsets->count[bit_count(squares & (lowest_bit(set) - 1))][members];
    return number;
}

static inline int64_t subset_number(const struct subsets *subsets, uint64_t squares, uint64_t set)
{
#if COP_HAS_DEPOSIT
    uint64_t dense = _pext_u64(set, squares);
    int64_t number = 0;

    for (int members = 1; dense != 0; dense &= dense - 1, members++)
        number += subsets->count[bit_index(dense)][members];
    return number;
#else
    return subset_number_plain(subsets, squares, set);
#endif
}

static inline uint64_t subset_of_number(const struct subsets *subsets, uint64_t squares,
                                        int members, int64_t number)
{
    int place = bit_count(squares);
    uint64_t set = 0;

    for (; members > 1; members--) {
        do
            place--;
        while (subsets->count[place][members] > number);
        number -= subsets->count[place][members];
        set |= nth_bit(squares, (uint32_t)place);
    }
    if (members == 1)
        set |= nth_bit(squares, (uint32_t)number);
    return set;
}

#endif
