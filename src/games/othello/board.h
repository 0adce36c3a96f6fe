/* othello_board.h - which placements capture, and what they capture, for all squares at once.
 *
 * A square is a bit, a1 the lowest, row by row from the top; every board is the upper left part of
 * an 8 x 8 one, so that a step is always 1, 7, 8 or 9 bits up or down. A run of enemy discs is
 * followed from where it starts by doubling steps: one, one more, then two and two more, six in
 * all. An enemy disc on the left or right border cannot be captured along a row or a diagonal, and
 * leaving those out is what keeps runs from wrapping into the next row.
 *
 * Where the machine has vectors with a shift per lane, one vector follows the four directions up
 * and another the four down; with AVX-512 one vector follows all eight. The plain form does them
 * one after the other; all give the same sets, and the tests compare them. */
#ifndef COPPICE_GAMES_OTHELLO_BOARD_H
#define COPPICE_GAMES_OTHELLO_BOARD_H

#include <stdint.h>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#define OTHELLO_INNER_COLUMNS 0x7e7e7e7e7e7e7e7eu
#define OTHELLO_INNER_ROWS    0x00ffffffffffff00u

/* The body is the same for a word and for a vector of words. */
#define OTHELLO_RUNS(type, name, shift)                       \
    static inline type name(type from, type enemy, type step) \
    {                                                         \
        type run = enemy & (from shift step);                 \
        type pairs = enemy & (enemy shift step);              \
                                                              \
        run |= enemy & (run shift step);                      \
        run |= pairs & (run shift(step + step));              \
        run |= pairs & (run shift(step + step));              \
        return run;                                           \
    }

OTHELLO_RUNS(uint64_t, othello_run_up, <<)
OTHELLO_RUNS(uint64_t, othello_run_down, >>)

/* The squares next to the set in eight directions, and the set itself. */
static inline uint64_t othello_spread(uint64_t set)
{
    const uint64_t first_column = 0x0101010101010101u;
    uint64_t wide = set | (set << 1 & ~first_column) | (set & ~first_column) >> 1;

    return wide | wide << 8 | wide >> 8;
}

static inline uint64_t othello_enemy_for(uint64_t enemy, int direction)
{
    return direction == 2 ? enemy : enemy & OTHELLO_INNER_COLUMNS;
}

static const uint64_t othello_steps[4] = {1, 7, 8, 9};

/* The squares, empty or not, where a run of the enemy's discs that starts at `own` ends. */
static inline uint64_t othello_ends_plain(uint64_t own, uint64_t enemy)
{
    uint64_t ends = 0;

    for (int direction = 0; direction < 4; direction++) {
        uint64_t step = othello_steps[direction];
        uint64_t through = othello_enemy_for(enemy, direction);

        ends |= othello_run_up(own, through, step) << step;
        ends |= othello_run_down(own, through, step) >> step;
    }
    return ends;
}

/* What a disc on `square` captures. */
static inline uint64_t othello_flips_plain(uint64_t own, uint64_t enemy, uint64_t square)
{
    uint64_t flips = 0;

    for (int direction = 0; direction < 4; direction++) {
        uint64_t step = othello_steps[direction];
        uint64_t through = othello_enemy_for(enemy, direction);
        uint64_t up = othello_run_up(square, through, step);
        uint64_t down = othello_run_down(square, through, step);

        flips |= ((up << step) & own) != 0 ? up : 0;
        flips |= ((down >> step) & own) != 0 ? down : 0;
    }
    return flips;
}

#if defined(__AVX2__)

typedef uint64_t othello_lanes __attribute__((vector_size(32)));

OTHELLO_RUNS(othello_lanes, othello_runs_up, <<)
OTHELLO_RUNS(othello_lanes, othello_runs_down, >>)

static inline othello_lanes othello_in_lanes(uint64_t word)
{
    return (othello_lanes){word, word, word, word};
}

static inline othello_lanes othello_enemy_in_lanes(uint64_t enemy)
{
    const othello_lanes inner = {OTHELLO_INNER_COLUMNS, OTHELLO_INNER_COLUMNS, ~(uint64_t)0,
                                 OTHELLO_INNER_COLUMNS};

    return othello_in_lanes(enemy) & inner;
}

static inline uint64_t othello_union(othello_lanes lanes)
{
    __m128i two =
        _mm256_castsi256_si128((__m256i)lanes) | _mm256_extracti128_si256((__m256i)lanes, 1);

    return (uint64_t)_mm_cvtsi128_si64(two | _mm_unpackhi_epi64(two, two));
}

#if defined(__AVX512F__)

typedef uint64_t othello_ways __attribute__((vector_size(64)));

static inline othello_ways othello_rolled(othello_ways sets, othello_ways steps)
{
    return (othello_ways)_mm512_rolv_epi64((__m512i)sets, (__m512i)steps);
}

/* Steps down are rotations the long way round. What leaves the board comes in at the other end, but
 * onto a border where no run goes on: nothing on the first or last row is captured across rows. */
static inline uint64_t othello_ends(uint64_t own, uint64_t enemy)
{
    const uint64_t columns = OTHELLO_INNER_COLUMNS, rows = OTHELLO_INNER_ROWS;
    const othello_ways inner = {columns, columns & rows, rows, columns & rows,
                                columns, columns & rows, rows, columns & rows};
    const othello_ways steps = {1, 7, 8, 9, 63, 57, 56, 55};
    othello_ways from = (othello_ways)_mm512_set1_epi64((long long)own);
    othello_ways through = inner & enemy;
    othello_ways pairs = through & othello_rolled(through, steps);
    othello_ways run = through & othello_rolled(from, steps);

    run |= through & othello_rolled(run, steps);
    run |= pairs & othello_rolled(run, steps + steps);
    run |= pairs & othello_rolled(run, steps + steps);
    return (uint64_t)_mm512_reduce_or_epi64((__m512i)othello_rolled(run, steps));
}

#else

static inline uint64_t othello_ends(uint64_t own, uint64_t enemy)
{
    const othello_lanes steps = {1, 7, 8, 9};
    othello_lanes from = othello_in_lanes(own);
    othello_lanes through = othello_enemy_in_lanes(enemy);

    return othello_union((othello_runs_up(from, through, steps) << steps) |
                         (othello_runs_down(from, through, steps) >> steps));
}

#endif

static inline uint64_t othello_flips(uint64_t own, uint64_t enemy, uint64_t square)
{
    const othello_lanes steps = {1, 7, 8, 9};
    othello_lanes from = othello_in_lanes(square);
    othello_lanes through = othello_enemy_in_lanes(enemy);
    othello_lanes mine = othello_in_lanes(own);
    othello_lanes up = othello_runs_up(from, through, steps);
    othello_lanes down = othello_runs_down(from, through, steps);

    up &= (othello_lanes)(((up << steps) & mine) != 0);
    down &= (othello_lanes)(((down >> steps) & mine) != 0);
    return othello_union(up | down);
}

#else

static inline uint64_t othello_ends(uint64_t own, uint64_t enemy)
{
    return othello_ends_plain(own, enemy);
}

static inline uint64_t othello_flips(uint64_t own, uint64_t enemy, uint64_t square)
{
    return othello_flips_plain(own, enemy, square);
}

#endif

#endif
