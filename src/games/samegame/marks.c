/* marks.c - blocks followed through a game: however a block falls and its column moves, it keeps
 * its mark, which is the cell where it was at first. A group is found again by any of its blocks
 * that is still there. */
#include <string.h>

#include "board.h"

enum { GONE = 0xffff };

/* Marks are two rows of as many numbers as the board's columns have bits: where the block of each
 * mark is, and which block is at each cell. */
static int row_length(const struct board *board)
{
    return board->columns * LANE;
}

static size_t size(const struct cop_game *game)
{
    return 2 * sizeof(uint16_t) * (size_t)row_length(board_of(game));
}

INLINE int height_of(const uint64_t *planes, int x, int words)
{
    uint64_t any = 0;

    for (int p = 0; p < PLANES; p++)
        any |= planes[p * words + x / LANES];
    return bit_count(any >> x % LANES * LANE & 0xffff);
}

static void begin(const struct cop_game *game, const void *state, void *marks)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    uint16_t *cell_of_mark = marks, *mark_at = cell_of_mark + row_length(board);

    memset(marks, 0xff, size(game));
    for (int x = 0; x < board->columns; x++)
        for (int y = height_of(position->planes, x, board->words) - 1; y >= 0; y--)
            cell_of_mark[cell_of(x, y)] = mark_at[cell_of(x, y)] = (uint16_t)cell_of(x, y);
}

/* The blocks of a column that stay come to lie on each other at column `to`; returns how many. */
INLINE int settle(uint16_t *cell_of_mark, uint16_t *mark_at, int from, int to, int height,
                  uint64_t taken)
{
    int y = 0;

    for (int i = 0; i < height; i++) {
        uint16_t mark = mark_at[cell_of(from, i)];

        if (taken >> i & 1) {
            cell_of_mark[mark] = GONE;
            continue;
        }
        mark_at[cell_of(to, y)] = mark;
        cell_of_mark[mark] = (uint16_t)cell_of(to, y++);
    }
    return y;
}

INLINE void follow(const struct board *board, const uint64_t *planes, const uint64_t *group,
                   uint16_t *marks, int words)
{
    uint16_t *mark_at = marks + row_length(board);
    int to = 0;

    for (int x = 0; x < board->columns; x++) {
        uint64_t taken = group[x / LANES] >> x % LANES * LANE & 0xffff;
        int height;

        if (taken == 0 && to == x) {
            to++;
            continue;
        }
        height = height_of(planes, x, words);
        if (height == 0)
            break;
        to += settle(marks, mark_at, x, to, height, taken) > 0;
    }
}

INLINE void play_group(const struct board *board, struct position *position, uint16_t *marks,
                       int cell, int words)
{
    uint64_t group[WIDE];

    find_group(position->planes, cell, group, words);
    follow(board, position->planes, group, marks, words);
    position->points += points_of(count_cells(group, words));
    remove_group(position->planes, group, words);
}

static void play(const struct cop_game *game, void *state, void *marks, cop_move move)
{
    const struct board *board = board_of(game);

    if (board->words == NARROW)
        play_group(board, state, marks, (int)move - 1, NARROW);
    else
        play_group(board, state, marks, (int)move - 1, WIDE);
}

static uint64_t of(const struct cop_game *game, const void *state, const void *marks, cop_move move)
{
    const uint16_t *mark_at = (const uint16_t *)marks + row_length(board_of(game));

    (void)state;
    return mark_at[move - 1];
}

INLINE cop_move move_at(const struct position *position, int cell, int words)
{
    uint64_t group[WIDE];

    find_group(position->planes, cell, group, words);
    return count_cells(group, words) < 2 ? COP_NO_MOVE : move_of(lowest_cell(group, words));
}

static cop_move find(const struct cop_game *game, const void *state, const void *marks,
                     uint64_t mark)
{
    int cell = ((const uint16_t *)marks)[mark];

    if (cell == GONE)
        return COP_NO_MOVE;
    return board_of(game)->words == NARROW ? move_at(state, cell, NARROW)
                                           : move_at(state, cell, WIDE);
}

const struct cop_marking samegame_marking = {size, begin, play, of, find};
