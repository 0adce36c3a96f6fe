/* board.h - the board of Dice and how a position lies in words, for the files of this game.
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
    return game->own;
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

/* The lines that a player can roll begin at this one; roll k is the k-th of them. */
static inline int first_line(const struct dice_board *board, int player)
{
    return player * board->size;
}

static inline cell_set rolled_line(const struct dice_board *board,
                                   const struct dice_position *position)
{
    return board->lines[first_line(board, mover_in(position)) + roll_in(position) - 1];
}

/* The lines with room that a player can roll: a bit for each, the lowest for the first. */
static inline uint32_t open_lines(const struct dice_board *board,
                                  const struct dice_position *position, int player)
{
    const cell_set *lines = board->lines + first_line(board, player);
    cell_set taken = taken_in(position);
    uint32_t open = 0;

    for (int i = 0; i < board->size; i++)
        open |= (uint32_t)((lines[i] & ~taken) != 0) << i;
    return open;
}

static inline uint32_t open_rolls(const struct dice_board *board,
                                  const struct dice_position *position)
{
    return open_lines(board, position, mover_in(position));
}

/* The player with a checker on a cell, or -1. */
static inline int owner_at(const struct dice_position *position, int cell)
{
    for (int player = 0; player < 2; player++)
        if ((checkers_of(position, player) & cell_bit(cell)) != 0)
            return player;
    return -1;
}

/* rules.c: whether nobody can win any more, or the board is full. */
bool dice_is_drawn(const struct dice_board *board, const struct dice_position *position);

/* text.c */
void dice_write_move(const struct cop_game *game, const void *state, cop_move move,
                     struct cop_text *text);
bool dice_accepts(const struct cop_game *game, const void *state, cop_move move, const char *word);
void dice_write_position(const struct cop_game *game, const void *state, struct cop_text *text);
bool dice_read_position(const struct cop_game *game, const char *words, void *state,
                        struct cop_error *error);

/* scene.c */
void dice_scene(const struct cop_game *game, const void *state, int viewer,
                struct cop_scene *picture);
int dice_path(const struct cop_game *game, const void *state, cop_move move, int *cells);
void dice_prompt(const struct cop_game *game, const void *state, int step, struct cop_text *text);

/* evaluate.c */
extern const struct cop_evaluator dice_evaluators[];
extern const struct cop_ordering dice_orderings[];

#endif
