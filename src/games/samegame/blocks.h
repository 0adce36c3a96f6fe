/* blocks.h - the blocks of SameGame as bits: groups are found, drawn and taken.
 *
 * A cell is a bit: 16 bits are a column, the lowest its bottom, and the columns follow each other
 * from the left. As no column has more than 15 rows, the highest bit of each is never set, and a
 * shift by one cannot carry a block into the next column. The bits of a colour's number are in
 * three such boards, called planes, which lie one after the other; colours count from 1 there, so
 * that 0 is empty.
 *
 * So the groups need no lists that every move would have to mend: which blocks equal their
 * neighbours is found for all cells at once, and a group is filled by shifts. Functions get the
 * number of words in a plane as their last argument, a constant wherever speed matters. */
#ifndef COPPICE_GAMES_SAMEGAME_BLOCKS_H
#define COPPICE_GAMES_SAMEGAME_BLOCKS_H

#include <stdbool.h>

#include "coppice/rng.h"
#include "games/bits.h"

/* A plane of up to 16 columns is one register. */
#if defined(__AVX2__)
#define HAS_LANES 1
#include <immintrin.h>
#else
#define HAS_LANES 0
#endif

enum {
    LANE = 16, /* bits of a column */
    LANES = 4, /* columns in a word */
    PLANES = 3,
    NARROW = 4, /* words of a plane: up to 16 columns */
    WIDE = 8
};

#define INLINE static inline __attribute__((always_inline))

/* A cell's number is that of its bit. */
INLINE int cell_of(int x, int y)
{
    return x * LANE + y;
}

/* Word i of a set moved by one column to the right, and to the left. */
INLINE uint64_t moved_right(const uint64_t *set, int i)
{
    return set[i] << LANE | (i > 0 ? set[i - 1] >> (64 - LANE) : 0);
}

INLINE uint64_t moved_left(const uint64_t *set, int i, int words)
{
    return set[i] >> LANE | (i + 1 < words ? set[i + 1] << (64 - LANE) : 0);
}

/* The blocks that equal the one below, and the ones that equal the one to the left. */
INLINE void find_links(const uint64_t *planes, uint64_t *below, uint64_t *left, int words)
{
    for (int i = 0; i < words; i++) {
        uint64_t occupied = 0, unlike_below = 0, unlike_left = 0;

        for (int p = 0; p < PLANES; p++) {
            const uint64_t *plane = planes + p * words;

            occupied |= plane[i];
            unlike_below |= plane[i] ^ plane[i] << 1;
            unlike_left |= plane[i] ^ moved_right(plane, i);
        }
        below[i] = occupied & ~unlike_below;
        left[i] = occupied & ~unlike_left;
    }
}

/* The blocks of groups of two: those with one link, to another one with one link. */
INLINE void find_pairs(const uint64_t *below, const uint64_t *left, uint64_t *pairs, int words)
{
    uint64_t single[WIDE];

    for (int i = 0; i < words; i++) {
        uint64_t above = below[i] >> 1, right = moved_left(left, i, words);
        uint64_t upright = below[i] ^ above, level = left[i] ^ right;
        uint64_t is_double = (below[i] & above) | (left[i] & right);

        single[i] = (upright ^ level) & ~is_double;
    }
    for (int i = 0; i < words; i++)
        pairs[i] = single[i] & ((below[i] & single[i] << 1) | (below[i] >> 1 & single[i] >> 1) |
                                (left[i] & moved_right(single, i)) |
                                (moved_left(left, i, words) & moved_left(single, i, words)));
}

/* The blocks of groups that have no equal below or to the left. The canonical cell of a group, the
 * lowest of its leftmost column and so the lowest of its bits, is one of them; few groups have
 * another one. */
INLINE void find_corners(const uint64_t *planes, uint64_t *corners, int words)
{
    uint64_t below[WIDE], left[WIDE];

    find_links(planes, below, left, words);
    for (int i = 0; i < words; i++)
        corners[i] = (below[i] >> 1 | moved_left(left, i, words)) & ~(below[i] | left[i]);
}

/* All blocks with the colour of this one; the cell must not be empty. */
INLINE void find_equals(const uint64_t *planes, int cell, uint64_t *equals, int words)
{
    for (int i = 0; i < words; i++)
        equals[i] = ~(uint64_t)0;
    for (int p = 0; p < PLANES; p++) {
        const uint64_t *plane = planes + p * words;
        uint64_t is_unset = (plane[cell / 64] >> cell % 64 & 1) - 1; /* all bits, or none */

        for (int i = 0; i < words; i++)
            equals[i] &= plane[i] ^ is_unset;
    }
}

#if HAS_LANES
/* A set of NARROW words moved by one column. */
INLINE __m256i lanes_right(__m256i set)
{
    return _mm256_alignr_epi8(set, _mm256_permute2x128_si256(set, set, 0x08), 14);
}

INLINE __m256i lanes_left(__m256i set)
{
    return _mm256_alignr_epi8(_mm256_permute2x128_si256(set, set, 0x81), set, 2);
}

/* A set of one cell, made without a detour through memory, where a word that was just written
 * would hold up a load of all words. */
INLINE __m256i lanes_of_cell(int cell)
{
    __m256i word = _mm256_cmpeq_epi64(_mm256_set1_epi64x(cell / 64), _mm256_set_epi64x(3, 2, 1, 0));
    uint64_t bit = (uint64_t)1 << cell % 64;

    return _mm256_and_si256(word, _mm256_set1_epi64x((int64_t)bit));
}

/* The cells of `may` that are connected with a cell of it. */
INLINE void fill_lanes(int cell, uint64_t *group, const uint64_t *may)
{
    __m256i set = lanes_of_cell(cell);
    __m256i all = _mm256_loadu_si256((const __m256i *)(const void *)may), before;

    do {
        before = set;
        set = _mm256_or_si256(_mm256_slli_epi16(set, 1),
                              _mm256_or_si256(set, _mm256_srli_epi16(set, 1)));
        set = _mm256_and_si256(set, all);
        set = _mm256_or_si256(lanes_right(set), _mm256_or_si256(set, lanes_left(set)));
        set = _mm256_and_si256(set, all);
    } while (_mm256_testc_si256(before, set) == 0);
    _mm256_storeu_si256((__m256i *)(void *)group, set);
}
#endif

INLINE void fill_plain(uint64_t *group, const uint64_t *equals, int words)
{
    uint64_t next[WIDE], change;

    do {
        change = 0;
        for (int i = 0; i < words; i++) {
            next[i] = (group[i] | group[i] << 1 | group[i] >> 1 | moved_right(group, i) |
                       moved_left(group, i, words)) &
                      equals[i];
            change |= next[i] ^ group[i];
        }
        for (int i = 0; i < words; i++)
            group[i] = next[i];
    } while (change != 0);
}

INLINE void find_group(const uint64_t *planes, int cell, uint64_t *group, int words)
{
    uint64_t equals[WIDE];

    find_equals(planes, cell, equals, words);
#if HAS_LANES
    if (words == NARROW) {
        fill_lanes(cell, group, equals);
        return;
    }
#endif
    for (int i = 0; i < words; i++)
        group[i] = 0;
    group[cell / 64] = (uint64_t)1 << cell % 64;
    fill_plain(group, equals, words);
}

INLINE int count_cells(const uint64_t *set, int words)
{
    int count = 0;

    for (int i = 0; i < words; i++)
        count += bit_count(set[i]);
    return count;
}

/* The first cell of a set that is not empty. */
INLINE int lowest_cell(const uint64_t *set, int words)
{
    int i = 0;

    while (i < words - 1 && set[i] == 0)
        i++;
    return i * 64 + bit_index(set[i]);
}

INLINE bool is_lowest(const uint64_t *set, int cell, int words)
{
    uint64_t lower = set[cell / 64] & (((uint64_t)1 << cell % 64) - 1);

    for (int i = 0; i < words; i++)
        lower |= i < cell / 64 ? set[i] : 0;
    return lower == 0;
}

/* The columns to the right of an empty one move one place to the left. */
INLINE void close_column(uint64_t *planes, int x, int words)
{
    uint64_t before = ((uint64_t)1 << x % LANES * LANE) - 1;

    for (int i = x / LANES; i < words; i++) {
        for (int p = 0; p < PLANES; p++) {
            uint64_t *plane = planes + p * words;

            plane[i] = (plane[i] & before) | (moved_left(plane, i, words) & ~before);
        }
        before = 0;
    }
}

/* Takes the group's blocks away, upright run by upright run, from the right to the left and from
 * the top down, so that neither what falls nor what closes up moves a block still to be taken. */
INLINE void remove_group(uint64_t *planes, const uint64_t *group, int words)
{
    for (int i = words - 1; i >= 0; i--) {
        uint64_t left = group[i];

        while (left != 0) {
            int top = 63 - __builtin_clzll(left);
            int length = __builtin_clzll(~(left << (63 - top)));
            int bottom = top - length + 1;
            int lane = top / LANE;
            uint64_t under = ((uint64_t)1 << bottom) - 1;
            uint64_t column = (uint64_t)0xffff << lane * LANE;
            uint64_t falling = column & ~under; /* what is taken and all above it */
            uint64_t occupied = 0;

            for (int p = 0; p < PLANES; p++) {
                uint64_t *word = &planes[p * words + i];

                *word = (*word & ~falling) | ((*word & falling) >> length & falling);
                occupied |= *word;
            }
            if ((occupied & column) == 0)
                close_column(planes, i * LANES + lane, words);
            left &= under;
        }
    }
}

/* A group is drawn by a corner: one that is not canonical is put back, so that every group has the
 * same chance. Returns its canonical cell, or -1 if there is no group. */
INLINE int draw_group(const uint64_t *planes, uint64_t *group, struct cop_rng *rng, int words)
{
    uint64_t corners[WIDE];
    uint32_t count;
    int cell;

    find_corners(planes, corners, words);
    count = (uint32_t)count_cells(corners, words);
    if (count == 0)
        return -1;
    do {
        uint32_t rank = cop_rng_below(rng, count);
        int i = 0;

        for (; i < words - 1 && rank >= (uint32_t)bit_count(corners[i]); i++)
            rank -= (uint32_t)bit_count(corners[i]);
        cell = i * 64 + bit_index(nth_bit(corners[i], rank));
        find_group(planes, cell, group, words);
    } while (!is_lowest(group, cell, words));
    return cell;
}

#endif
