/* bits.h - sets of squares as bits of a word: the small operations that the board games share.
 *
 * Every function gives the same answer on every machine; an instruction set only changes how fast
 * it comes. `_plain` names the portable form, which the tests compare with the fast one. */
#ifndef COPPICE_GAMES_BITS_H
#define COPPICE_GAMES_BITS_H

#include <stdint.h>

/* Zen 1 and 2 have the instruction but run it in microcode, slower than the plain form. */
#if defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)
#define COP_HAS_DEPOSIT 1
#include <immintrin.h>
#else
#define COP_HAS_DEPOSIT 0
#endif

static inline int bit_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* By halves: where neighbours have been added, each pair of bits, then each group of four, of eight
 * and so on holds how many of them were set. */
static inline int bit_count_plain(uint64_t set)
{
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    set += set >> 8;
    set += set >> 16;
    set += set >> 32;
    return (int)(set & 0x7f);
}

/* For loops over a few words that are to become vectors. Most processors that have wide registers
 * count no bits in them, and with bit_count such a loop stays one over single words there. */
static inline int bit_count_of_lane(uint64_t set)
{
#if defined(__AVX2__) && !defined(__AVX512VPOPCNTDQ__)
    return bit_count_plain(set);
#else
    return bit_count(set);
#endif
}

/* The number of the lowest member; the set is not empty. */
static inline int bit_index(uint64_t set)
{
    return __builtin_ctzll(set);
}

static inline uint64_t lowest_bit(uint64_t set)
{
    return set & -set;
}

/* The member with `rank` lower ones, as a set of one; 0 <= rank < bit_count(set). */
static inline uint64_t nth_bit_plain(uint64_t set, uint32_t rank)
{
    while (rank-- > 0)
        set &= set - 1;
    return lowest_bit(set);
}

static inline uint64_t nth_bit(uint64_t set, uint32_t rank)
{
#if COP_HAS_DEPOSIT
    return _pdep_u64((uint64_t)1 << rank, set);
#else
    return nth_bit_plain(set, rank);
#endif
}

/* A key for a state of two words and a small number: two folded multiplications, after which every
 * bit of the state reaches every bit of the key. No constant may be near a small multiple of
 * another: a bit of one word would then do what a bit of the other does. */
static inline uint64_t fold_product(uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;

    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

static inline uint64_t key_of_words(uint64_t first, uint64_t second, uint64_t number)
{
    uint64_t both = fold_product(first ^ 0x2d358dccaa6c78a5u, second ^ 0x8bb84b93962eacc9u);

    return fold_product(both ^ first ^ 0xa0761d6478bd642fu, number ^ 0xe7037ed1a0b428dbu);
}

#endif
