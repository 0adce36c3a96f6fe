/* patterns.c - what the squares of a line or a corner tell of the end of a game of Rolit. */
#include "patterns.h"

#include <assert.h>
#include <string.h>

#include "games/bits.h"

enum { SIDE = 8 };

/* Where the configurations of the patterns begin: four rows, diagonals of 4 to 8, the corner. */
enum {
    ROW_0 = 0,
    ROW_1 = ROW_0 + 6561,
    ROW_2 = ROW_1 + 6561,
    ROW_3 = ROW_2 + 6561,
    DIAGONAL_4 = ROW_3 + 6561,
    DIAGONAL_5 = DIAGONAL_4 + 81,
    DIAGONAL_6 = DIAGONAL_5 + 243,
    DIAGONAL_7 = DIAGONAL_6 + 729,
    DIAGONAL_8 = DIAGONAL_7 + 2187,
    CORNER = DIAGONAL_8 + 6561,
    END = CORNER + 6561
};
static_assert(END == (int)ROLIT_CONFIGURATIONS, "4 * 3^8 + 3^4 + ... + 3^8 + 3^8");

/* Rows from the lowest, columns, both kinds of diagonals, and the corners of the rows and of the
 * columns: as rolit_look finds them. */
static const uint16_t first_of_place[ROLIT_PLACES] = {
    ROW_0,      ROW_1,      ROW_2,      ROW_3,      ROW_3,      ROW_2,      ROW_1,
    ROW_0,      ROW_0,      ROW_1,      ROW_2,      ROW_3,      ROW_3,      ROW_2,
    ROW_1,      ROW_0,      DIAGONAL_4, DIAGONAL_5, DIAGONAL_6, DIAGONAL_7, DIAGONAL_8,
    DIAGONAL_7, DIAGONAL_6, DIAGONAL_5, DIAGONAL_4, DIAGONAL_4, DIAGONAL_5, DIAGONAL_6,
    DIAGONAL_7, DIAGONAL_8, DIAGONAL_7, DIAGONAL_6, DIAGONAL_5, DIAGONAL_4, CORNER,
    CORNER,     CORNER,     CORNER,     CORNER,     CORNER,     CORNER,     CORNER};

/* The number whose digits in base 3 are the bits of n. */
#define DIGITS_OF(n)                                                           \
    (((n)&1) + ((n) >> 1 & 1) * 3 + ((n) >> 2 & 1) * 9 + ((n) >> 3 & 1) * 27 + \
     ((n) >> 4 & 1) * 81 + ((n) >> 5 & 1) * 243 + ((n) >> 6 & 1) * 729 + ((n) >> 7 & 1) * 2187)
#define DIGITS_4(n)  DIGITS_OF(n), DIGITS_OF((n) + 1), DIGITS_OF((n) + 2), DIGITS_OF((n) + 3)
#define DIGITS_16(n) DIGITS_4(n), DIGITS_4((n) + 4), DIGITS_4((n) + 8), DIGITS_4((n) + 12)
#define DIGITS_64(n) DIGITS_16(n), DIGITS_16((n) + 16), DIGITS_16((n) + 32), DIGITS_16((n) + 48)

static const uint16_t digits[256] = {DIGITS_64(0), DIGITS_64(64), DIGITS_64(128), DIGITS_64(192)};

/* ---- Places ---- */

/* Squares change their column for their row. */
static uint64_t transpose(uint64_t set)
{
    uint64_t moved = (set ^ set >> 7) & 0x00aa00aa00aa00aau;

    set ^= moved ^ moved << 7;
    moved = (set ^ set >> 14) & 0x0000cccc0000ccccu;
    set ^= moved ^ moved << 14;
    moved = (set ^ set >> 28) & 0x00000000f0f0f0f0u;
    return set ^ moved ^ moved << 28;
}

static inline uint8_t row_of(uint64_t set, int row)
{
    return (uint8_t)(set >> SIDE * row);
}

/* Two rows of four squares, each from the corner on: at the low ends of two rows, and at their high
 * ends. */
static inline void look_at_corners(uint64_t set, int row, int next, uint8_t *bits)
{
    static const uint8_t reversed[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
    unsigned outer = row_of(set, row), inner = row_of(set, next);

    bits[0] = (uint8_t)((outer & 15) | (inner & 15) << 4);
    bits[1] = (uint8_t)(reversed[outer >> 4] | reversed[inner >> 4] << 4);
}

/* A diagonal has one square in each of its columns, so that adding up all rows brings them into
 * one, which the multiplication leaves in the highest. */
static inline uint8_t flatten(uint64_t set)
{
    return (uint8_t)(set * 0x0101010101010101u >> 56);
}

void rolit_look(uint64_t set, uint8_t bits[ROLIT_PLACES])
{
    const uint64_t rising = 0x8040201008040201u, falling = 0x0102040810204080u;
    uint64_t turned = transpose(set);
    uint8_t *at = bits;

    for (int row = 0; row < SIDE; row++, at++) {
        at[0] = row_of(set, row);
        at[SIDE] = row_of(turned, row);
    }
    at += SIDE;
    /* Of 4 to 8 squares, then fewer again; those above the longest begin in the first column. */
    for (int above = 4; above > 0; above--)
        *at++ = flatten(set & rising << SIDE * above);
    for (int below = 0; below <= 4; below++)
        *at++ = (uint8_t)(flatten(set & rising >> SIDE * below) >> below);
    for (int below = 4; below > 0; below--)
        *at++ = flatten(set & falling >> SIDE * below);
    for (int above = 0; above <= 4; above++)
        *at++ = (uint8_t)(flatten(set & falling << SIDE * above) >> above);
    look_at_corners(set, 0, 1, at);
    look_at_corners(set, 7, 6, at + 2);
    look_at_corners(turned, 0, 1, at + 4);
    look_at_corners(turned, 7, 6, at + 6);
}

void rolit_configure(const uint8_t own[ROLIT_PLACES], const uint8_t taken[ROLIT_PLACES],
                     uint16_t configuration[ROLIT_PLACES])
{
    for (int place = 0; place < ROLIT_PLACES; place++)
        configuration[place] = (uint16_t)(first_of_place[place] + digits[own[place]] +
                                          2 * digits[taken[place] ^ own[place]]);
}

int rolit_sum_levels(const uint8_t *levels, const uint8_t own[ROLIT_PLACES],
                     const uint8_t taken[ROLIT_PLACES])
{
    int sum = 0;

    for (int place = 0; place < ROLIT_PLACES; place++)
        sum += levels[first_of_place[place] + digits[own[place]] +
                      2 * digits[taken[place] ^ own[place]]];
    return sum;
}

int rolit_mirror(int configuration)
{
    static const struct {
        int first, squares;
    } lines[] = {{DIAGONAL_8, 8}, {DIAGONAL_7, 7}, {DIAGONAL_6, 6},
                 {DIAGONAL_5, 5}, {DIAGONAL_4, 4}, {ROW_3, 8},
                 {ROW_2, 8},      {ROW_1, 8},      {ROW_0, 8}};
    int line = 0, left, mirrored = 0;

    if (configuration >= CORNER)
        return configuration;
    while (configuration < lines[line].first)
        line++;
    left = configuration - lines[line].first;
    for (int i = 0; i < lines[line].squares; i++, left /= 3)
        mirrored = 3 * mirrored + left % 3;
    return lines[line].first + mirrored;
}

int rolit_stage(uint64_t taken)
{
    int plies = bit_count(taken) - 4;

    return plies < ROLIT_STAGES * ROLIT_STAGE_PLIES ? plies / ROLIT_STAGE_PLIES : ROLIT_STAGES - 1;
}
