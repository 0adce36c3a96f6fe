/* dice_board.h - the board of Dice and how a position lies in words, for the files of this game.
 *
 * Cells are numbered row by row from a1, and a set of cells is a number of 128 bits. */
#ifndef COPPICE_GAMES_DICE_BOARD_H
#define COPPICE_GAMES_DICE_BOARD_H

#include <assert.h>

#include "coppice/game.h"
#include "games/bits.h"

enum { LONGEST = 11, CELLS_MAX = LONGEST * LONGEST, LINES_MAX = 2 * LONGEST + 2 };

/* A placement is the cell's number plus 1. The roll of the line k, counted from 1, is ROLL + k. All
 * rolls of full lines together are one outcome, ROLL, which passes. */
enum { ROLL = 256 };

enum { COLUMNS, ROWS }; /* the players, by what they roll */

typedef unsigned __int128 cell_set;

/* A player's checkers, and in the seven bits that they leave free a note of something else. */
enum { NOTE_SHIFT = 57 };
#define HIGH_CELLS (((uint64_t)1 << NOTE_SHIFT) - 1)

struct side {
    uint64_t low;  /* cells 0 to 63 */
    uint64_t high; /* the other cells, then the note */
};

/* The first side's note is the line that was rolled, 0 before the roll; the second's is who moves,
 * or would move next, and in the higher bits how the game ended. */
struct dice_position {
    struct side of[2];
};
static_assert(sizeof(struct dice_position) == 32, "a position is four words");

enum end { GOES_ON, WON, DRAWN }; /* who wins has just moved */

struct dice_board {
    cell_set lines[LINES_MAX];    /* columns from a, rows from 1, the two diagonals */
    uint32_t lines_of[CELLS_MAX]; /* which of them go through a cell */
    uint32_t all_lines;           /* a bit for each */
    unsigned char column[CELLS_MAX], row[CELLS_MAX];
    int size, line_count;
    bool rerolls, adjudicates;
};

static inline const struct dice_board *board_of(const struct cop_game *game)
{
    return game->tables;
}

static inline cell_set checkers_of(const struct dice_position *position, int player)
{
    return (cell_set)(position->of[player].high & HIGH_CELLS) << 64 | position->of[player].low;
}

static inline cell_set taken_in(const struct dice_position *position)
{
    return checkers_of(position, 0) | checkers_of(position, 1);
}

static inline void set_checkers(struct dice_position *position, int player, cell_set checkers)
{
    struct side *side = &position->of[player];

    side->low = (uint64_t)checkers;
    side->high = (side->high & ~HIGH_CELLS) | (uint64_t)(checkers >> 64);
}

static inline int roll_in(const struct dice_position *position)
{
    return (int)(position->of[0].high >> NOTE_SHIFT);
}

static inline int mover_in(const struct dice_position *position)
{
    return (int)(position->of[1].high >> NOTE_SHIFT & 1);
}

static inline enum end end_of(const struct dice_position *position)
{
    return (enum end)(position->of[1].high >> (NOTE_SHIFT + 1));
}

static inline void set_note(struct side *side, uint64_t note)
{
    side->high = (side->high & HIGH_CELLS) | note << NOTE_SHIFT;
}

static inline void set_notes(struct dice_position *position, int roll, int mover, enum end end)
{
    set_note(&position->of[0], (unsigned)roll & 15);
    set_note(&position->of[1], ((unsigned)mover & 1) | (unsigned)end << 1);
}

static inline cell_set cell_bit(int cell)
{
    return (cell_set)1 << cell;
}

static inline int set_count(cell_set set)
{
    return bit_count((uint64_t)set) + bit_count((uint64_t)(set >> 64));
}

/* The number of the member that has `rank` lower ones. */
static inline int nth_cell(cell_set set, uint32_t rank)
{
    uint64_t low = (uint64_t)set;
    uint32_t lows = (uint32_t)bit_count(low);

    if (rank < lows)
        return bit_index(nth_bit(low, rank));
    return 64 + bit_index(nth_bit((uint64_t)(set >> 64), rank - lows));
}

/* For searches (dice_evaluate.c). */
extern const struct cop_evaluator dice_evaluators[];
extern const struct cop_ordering dice_orderings[];

#endif
